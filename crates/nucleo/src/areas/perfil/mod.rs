//! One's own page: everything about oneself in one answer, and what one may change of it. It owns
//! no table: it puts together what other areas know.

pub mod avisos;
mod http;
pub mod service;

pub use http::router;
