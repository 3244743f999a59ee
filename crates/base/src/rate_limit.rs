//! How often something may happen: a sliding window per key, in memory. Each instance counts for
//! itself; behind a balancer the effective limit is the sum.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::Duration;

use crate::clock::Timestamp;
use crate::error::{Error, LIMITE_EXCEDIDO, Result};

/// Keys whose window has passed are forgotten when this many are known.
const MANY_KEYS: usize = 10_000;

/// At most `max` within `window`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    pub max: usize,
    pub window: Duration,
}

/// Clones share one memory.
pub struct RateLimit<K> {
    quota: Quota,
    seen: Arc<Mutex<Seen<K>>>,
}

struct Seen<K> {
    by_key: HashMap<K, VecDeque<Timestamp>>,
    sweep_at: usize,
}

impl<K> Clone for RateLimit<K> {
    fn clone(&self) -> Self {
        Self { quota: self.quota, seen: Arc::clone(&self.seen) }
    }
}

impl<K: Hash + Eq> RateLimit<K> {
    pub fn new(quota: Quota) -> Self {
        let seen = Seen { by_key: HashMap::new(), sweep_at: MANY_KEYS };
        Self { quota, seen: Arc::new(Mutex::new(seen)) }
    }

    /// Refuses when the quota is used up; counts nothing.
    pub fn check(&self, key: &K, now: Timestamp) -> Result<()> {
        let mut seen = self.lock();
        let Some(times) = seen.by_key.get_mut(key) else { return self.admit(0, None, now) };
        drop_old(times, now - self.quota.window);
        self.admit(times.len(), times.front().copied(), now)
    }

    /// Counts one.
    pub fn record(&self, key: K, now: Timestamp) {
        let mut seen = self.lock();
        if seen.by_key.len() >= seen.sweep_at {
            let old = now - self.quota.window;
            seen.by_key.retain(|_, times| times.back().is_some_and(|last| *last > old));
            seen.sweep_at = MANY_KEYS.max(seen.by_key.len() * 2);
        }
        let times = seen.by_key.entry(key).or_default();
        drop_old(times, now - self.quota.window);
        if times.len() >= self.quota.max {
            times.pop_front();
        }
        times.push_back(now);
    }

    /// Refuses when the quota is used up, counts one otherwise.
    pub fn take(&self, key: K, now: Timestamp) -> Result<()> {
        self.check(&key, now)?;
        self.record(key, now);
        Ok(())
    }

    fn admit(&self, count: usize, oldest: Option<Timestamp>, now: Timestamp) -> Result<()> {
        if count < self.quota.max {
            return Ok(());
        }
        let free_at = oldest.unwrap_or(now) + self.quota.window;
        let millis = free_at.unix_millis() - now.unix_millis();
        Err(Error::from(LIMITE_EXCEDIDO)
            .retry_after_seconds(millis.max(1).unsigned_abs().div_ceil(1000)))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Seen<K>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn drop_old(times: &mut VecDeque<Timestamp>, old: Timestamp) {
    while times.front().is_some_and(|first| *first <= old) {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from(DateTime::from_timestamp(1_000_000 + seconds, 0).unwrap())
    }

    fn limit() -> RateLimit<&'static str> {
        RateLimit::new(Quota { max: 2, window: Duration::seconds(10) })
    }

    #[test]
    fn the_window_slides() {
        let limit = limit();
        assert!(limit.take("a", at(0)).is_ok());
        assert!(limit.take("a", at(6)).is_ok());
        let refused = limit.take("a", at(7)).unwrap_err();
        assert_eq!(refused.retry_after(), Some(3));
        assert!(limit.take("b", at(7)).is_ok(), "another key");
        assert!(limit.take("a", at(10)).is_ok(), "the first has left the window");
        assert!(limit.take("a", at(15)).is_err());
        assert!(limit.take("a", at(16)).is_ok());
    }

    #[test]
    fn checking_counts_nothing() {
        let limit = limit();
        for _ in 0..5 {
            assert!(limit.check(&"a", at(0)).is_ok());
        }
    }

    #[test]
    fn what_has_passed_is_forgotten() {
        let limit = RateLimit::new(Quota { max: 1, window: Duration::seconds(1) });
        for key in 0..MANY_KEYS {
            limit.record(key, at(0));
        }
        limit.record(MANY_KEYS, at(5));
        assert_eq!(limit.lock().by_key.len(), 1);
    }

    #[test]
    fn a_quota_of_nothing_refuses_everything() {
        let limit = RateLimit::new(Quota { max: 0, window: Duration::seconds(1) });
        assert!(limit.take("a", at(0)).is_err());
    }
}
