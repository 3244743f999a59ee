//! A list as one parameter: JSON, which both engines take apart with `json_each` (see
//! `walls/dialect.sql`).

use serde_json::Value;

use crate::Uuid;

/// For `IN (SELECT value FROM json_each($2))`.
pub fn texts<T: AsRef<str>>(values: &[T]) -> String {
    Value::from_iter(values.iter().map(AsRef::as_ref)).to_string()
}

/// For `IN (SELECT unhex(value) FROM json_each($2))`.
pub fn ids<T: Copy + Into<Uuid>>(values: &[T]) -> String {
    Value::from_iter(values.iter().map(|id| (*id).into().simple().to_string())).to_string()
}
