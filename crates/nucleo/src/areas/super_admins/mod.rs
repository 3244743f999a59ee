//! The accounts above all nucleos.

mod http;
mod rules;
pub mod service;
mod store;

pub use http::router;
pub use rules::{NovoSuperAdmin, SuperAdminInput};
