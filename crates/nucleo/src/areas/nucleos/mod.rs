//! The chapters themselves: their public face, their settings, and the panel that makes them.

mod http;
mod rules;
pub mod service;
mod store;

pub use http::router;
pub use rules::{Mudanca, NovoNucleo};
