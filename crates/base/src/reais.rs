//! Money in reais: whole centavos inside, a number with at most two decimals outside.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::Number;
use utoipa::ToSchema;

/// Reais, com até duas casas.
//
// No sum or comparison is ever made on a binary fraction: what comes in is read digit by digit, and
// what goes out is the nearest such fraction, which is written with the same digits again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = f64, example = 150.5)]
pub struct Reais(i64);

impl Reais {
    pub const fn from_centavos(centavos: i64) -> Self {
        Self(centavos)
    }

    pub const fn centavos(self) -> i64 {
        self.0
    }

    /// Nothing below zero, and no more than two decimals.
    pub fn from_number(number: &Number) -> Option<Self> {
        // The shortest text that means this number: that of whoever wrote up to 15 digits.
        let text = number.to_string();
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        let fraction = fraction.trim_end_matches('0');
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if fraction.len() > 2 || !digits(whole) || !digits(fraction) {
            return None;
        }
        let whole: i64 = whole.parse().ok()?;
        let cents: i64 = format!("{fraction:0<2}").parse().ok()?;
        Some(Self(whole.checked_mul(100)?.checked_add(cents)?))
    }
}

impl Serialize for Reais {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_i64(self.0 / 100),
            _ => serializer.serialize_f64(self.0 as f64 / 100.0),
        }
    }
}

/// Two decimals after a point, as programs read them.
impl fmt::Display for Reais {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, centavos) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        write!(f, "{sign}{}.{:02}", centavos / 100, centavos % 100)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn parse(text: &str) -> Option<i64> {
        Reais::from_number(&serde_json::from_str(text).ok()?).map(Reais::centavos)
    }

    #[test]
    fn a_number_is_read_digit_by_digit() {
        for (text, centavos) in [
            ("0", 0),
            ("1", 100),
            ("0.1", 10),
            ("0.07", 7),
            ("1.10", 110),
            ("1e3", 100_000),
            ("1.0", 100),
            ("4.35", 435),
            ("999999999.99", 99_999_999_999),
        ] {
            assert_eq!(parse(text), Some(centavos), "{text}");
        }
        for text in ["-1", "-0.0", "0.001", "1.005", "1e300", "1e-7", "0.30000000000000004"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_sum_may_be_below_zero() {
        let debt = Reais::from_centavos(-105);
        assert_eq!((debt.to_string().as_str(), json!(debt)), ("-1.05", json!(-1.05)));
        assert_eq!(json!(Reais::from_centavos(-200)), json!(-2));
    }

    proptest! {
        #[test]
        fn what_goes_out_comes_back(centavos in 0..=99_999_999_999_999_i64) {
            let written = serde_json::to_string(&Reais::from_centavos(centavos)).unwrap();
            prop_assert_eq!(parse(&written), Some(centavos));
            prop_assert!(!written.contains('e'), "{}", written);
        }
    }
}
