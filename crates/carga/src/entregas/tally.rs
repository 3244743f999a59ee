//! Who got how many: sums alone would let one that came twice hide one that was lost.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

#[derive(Default)]
pub struct Tally(Mutex<HashMap<String, u64>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    pub total: u64,
    pub receivers: u64,
    /// What the receiver with the most got.
    pub most: u64,
}

impl Tally {
    pub fn add(&self, receiver: String) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(receiver).or_default() += 1;
    }

    pub fn counted(&self) -> Counted {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Counted {
            total: counts.values().sum(),
            receivers: counts.len() as u64,
            most: counts.values().copied().max().unwrap_or_default(),
        }
    }
}

impl Counted {
    /// Whether each of `receivers` got exactly `each`.
    pub fn is_exactly(self, receivers: u64, each: u64) -> bool {
        self == Self { total: receivers * each, receivers, most: each }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_twice_does_not_make_up_for_one_lost() {
        let tally = Tally::default();
        ["ana", "rui", "ana", "rui"].into_iter().for_each(|name| tally.add(name.to_owned()));
        assert!(tally.counted().is_exactly(2, 2));
        assert!(!tally.counted().is_exactly(4, 1));
        ["rui", "rui"].into_iter().for_each(|name| tally.add(name.to_owned()));
        assert_eq!(tally.counted(), Counted { total: 6, receivers: 2, most: 4 });
        assert!(!tally.counted().is_exactly(2, 3));
    }
}
