//! Who is in a project: invitations, and members added or confirmed by the management.

mod http;
mod rules;
pub mod service;
mod store;

pub use http::{ConviteView, MembroDoProjetoView, router};
pub use rules::StatusConvite;
