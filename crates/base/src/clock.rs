//! Time and ids come from here and from nowhere else, so that a test can hold them still.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Datelike, Duration, NaiveDate, SecondsFormat, SubsecRound, Utc};
use chrono_tz::America::Sao_Paulo;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;
use uuid::{ContextV7, Uuid};

/// Data e hora em UTC, RFC 3339 com milissegundos.
//
// What the contract shows is exactly what is stored: SQLite would keep nanoseconds and PostgreSQL
// microseconds, so the precision is cut here, on the only way in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String, format = DateTime)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    pub const EPOCH: Self = Self(DateTime::UNIX_EPOCH);

    pub fn unix_millis(self) -> i64 {
        self.0.timestamp_millis()
    }

    /// `YYYY-MM`, as the people of the contract count months: in Sao Paulo.
    pub fn mes(self) -> String {
        self.0.with_timezone(&Sao_Paulo).format("%Y-%m").to_string()
    }

    /// `YYYY-MM-DD` in Sao Paulo.
    pub fn dia(self) -> String {
        self.0.with_timezone(&Sao_Paulo).format("%Y-%m-%d").to_string()
    }

    /// Day and hour as people read them: 21/11/2026 às 18:00.
    pub fn em_brasilia(self) -> String {
        self.0.with_timezone(&Sao_Paulo).format("%d/%m/%Y às %H:%M").to_string()
    }
}

/// The first instant of a day `YYYY-MM-DD` in Sao Paulo.
pub fn start_of_day(day: &str) -> Option<Timestamp> {
    let midnight = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0)?;
    // Summer time used to begin at midnight: that day began at one o'clock.
    let start = midnight
        .and_local_timezone(Sao_Paulo)
        .earliest()
        .or_else(|| (midnight + Duration::hours(1)).and_local_timezone(Sao_Paulo).earliest())?;
    (1900..=9000).contains(&start.year()).then(|| Timestamp::from(start.to_utc()))
}

/// The last millisecond of a day `YYYY-MM-DD` in Sao Paulo.
pub fn end_of_day(day: &str) -> Option<Timestamp> {
    let next = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?.succ_opt()?;
    Some(start_of_day(&next.to_string())? - Duration::milliseconds(1))
}

impl From<DateTime<Utc>> for Timestamp {
    fn from(instant: DateTime<Utc>) -> Self {
        Self(instant.trunc_subsecs(3))
    }
}

impl std::ops::Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self::from(self.0 + duration)
    }
}

impl std::ops::Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        self + -duration
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let instant = DateTime::<Utc>::deserialize(deserializer)?;
        // Outside these years times stop comparing as text, which is what SQLite does.
        if (1900..=9000).contains(&instant.year()) {
            Ok(Self::from(instant))
        } else {
            Err(serde::de::Error::custom("a year between 1900 and 9000"))
        }
    }
}

/// The service's watch. Clones of a manual clock share one hand.
#[derive(Clone)]
pub struct Clock(Source);

#[derive(Clone)]
enum Source {
    System,
    Manual(Arc<AtomicI64>),
}

impl Clock {
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands still until [`Clock::advance`] moves it.
    pub fn manual(start: Timestamp) -> Self {
        Self(Source::Manual(Arc::new(AtomicI64::new(start.unix_millis()))))
    }

    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::System => Timestamp::from(system_now()),
            Source::Manual(millis) => {
                let millis = millis.load(Ordering::SeqCst);
                Timestamp(DateTime::from_timestamp_millis(millis).unwrap_or_default())
            }
        }
    }

    pub fn advance(&self, duration: Duration) {
        if let Source::Manual(millis) = &self.0 {
            millis.fetch_add(duration.num_milliseconds(), Ordering::SeqCst);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the system's watch")]
fn system_now() -> DateTime<Utc> {
    Utc::now()
}

/// UUID v7 whose time part is the clock's. The counter keeps ids of one millisecond in the order
/// in which they were made, so `ORDER BY criado_em, id` is the order of creation.
#[derive(Clone)]
pub struct Ids(Arc<Mutex<ContextV7>>);

impl Default for Ids {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(ContextV7::new())))
    }
}

impl Ids {
    #[expect(clippy::disallowed_methods, reason = "the one place that makes ids")]
    pub fn next<T: From<Uuid>>(&self, now: Timestamp) -> T {
        let context = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let millis = now.unix_millis().unsigned_abs();
        let nanos = u32::try_from(millis % 1000 * 1_000_000).unwrap_or_default();
        T::from(Uuid::new_v7(uuid::Timestamp::from_unix(&*context, millis / 1000, nanos)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_has_milliseconds_and_ends_in_z() {
        let parsed: Timestamp =
            serde_json::from_str("\"2026-03-01T09:00:00.123456-03:00\"").unwrap();
        assert_eq!(serde_json::to_string(&parsed).unwrap(), "\"2026-03-01T12:00:00.123Z\"");
    }

    #[test]
    fn a_month_ends_at_midnight_in_sao_paulo() {
        let mes = |text: &str| serde_json::from_str::<Timestamp>(text).unwrap().mes();
        assert_eq!(mes("\"2026-04-01T02:59:59.999Z\""), "2026-03");
        assert_eq!(mes("\"2026-04-01T03:00:00.000Z\""), "2026-04");
    }

    #[test]
    fn a_day_is_whole_in_sao_paulo() {
        let text = |time: Option<Timestamp>| serde_json::to_string(&time).unwrap();
        assert_eq!(text(start_of_day("2026-03-02")), "\"2026-03-02T03:00:00.000Z\"");
        assert_eq!(text(end_of_day("2026-03-02")), "\"2026-03-03T02:59:59.999Z\"");
        assert_eq!(text(start_of_day("2018-11-04")), "\"2018-11-04T03:00:00.000Z\"");
        for wrong in ["2026-02-30", "hoje", "2026-3", "99999-01-01"] {
            assert_eq!(start_of_day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_year_that_would_not_sort_is_refused() {
        for year in ["1899", "9001", "+012026", "-0001"] {
            let text = format!("\"{year}-06-01T00:00:00Z\"");
            assert!(serde_json::from_str::<Timestamp>(&text).is_err(), "{year}");
        }
    }

    #[test]
    fn ids_of_one_instant_keep_their_order() {
        let (ids, now) = (Ids::default(), Timestamp::from(DateTime::UNIX_EPOCH));
        let made: Vec<Uuid> = (0..100).map(|_| ids.next(now)).collect();
        assert!(made.is_sorted());
    }
}
