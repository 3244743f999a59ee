//! The technical kernel. It knows no area of the product; the areas know only what is public here.

pub mod address;
pub mod app;
pub mod clock;
pub mod csv;
pub mod db;
pub mod description;
pub mod edge;
pub mod error;
pub mod http;
pub mod id;
pub mod live;
pub mod metrics;
pub mod outbound;
pub mod outbox;
pub mod page;
pub mod password;
pub mod problem;
pub mod rate_limit;
pub mod reais;
pub mod scope;
pub mod secret;
pub mod text;
pub mod text_enum;
pub mod token;
pub mod tools;
pub mod validation;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use app::{App, Operator, Service};
pub use error::{Error, Result};
pub use uuid::Uuid;

/// Used by the expansion of [`tenant!`] and its sisters.
#[doc(hidden)]
pub use const_str;
