//! How long requests took, in microseconds, and what is said of them.

#[derive(Default)]
pub struct Latencies(Vec<u32>);

impl Latencies {
    pub fn record(&mut self, micros: u128) {
        self.0.push(u32::try_from(micros).unwrap_or(u32::MAX));
    }

    pub fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Sorts once; whoever records afterwards starts anew.
    pub fn summary(mut self) -> Summary {
        self.0.sort_unstable();
        Summary { p50_ms: percentile(&self.0, 50.0), p99_ms: percentile(&self.0, 99.0) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    pub p50_ms: f64,
    pub p99_ms: f64,
}

/// The smallest value that `percent` of all values do not exceed, in milliseconds.
fn percentile(sorted: &[u32], percent: f64) -> f64 {
    let rank = (sorted.len() as f64 * percent / 100.0).ceil() as usize;
    let micros = sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default();
    f64::from(micros) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(micros: impl IntoIterator<Item = u128>) -> Summary {
        let mut latencies = Latencies::default();
        micros.into_iter().for_each(|value| latencies.record(value));
        latencies.summary()
    }

    #[test]
    fn a_percentile_is_a_value_that_was_measured() {
        let reversed = (1..=1000).rev();
        assert_eq!(summary(reversed), Summary { p50_ms: 0.5, p99_ms: 0.99 });
        assert_eq!(summary([1, 2, 4000]), Summary { p50_ms: 0.002, p99_ms: 4.0 });
        assert_eq!(summary([7000]), Summary { p50_ms: 7.0, p99_ms: 7.0 });
    }

    #[test]
    fn nothing_measured_is_nothing_said() {
        assert_eq!(summary([]), Summary { p50_ms: 0.0, p99_ms: 0.0 });
    }
}
