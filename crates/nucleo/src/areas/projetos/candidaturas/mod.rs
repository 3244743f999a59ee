//! Applications: members ask for open tasks, and somebody decides.

mod http;
mod rules;
pub mod service;
mod store;

pub use http::{CandidaturaView, router};
pub use rules::StatusCandidatura;
