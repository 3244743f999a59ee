//! What a person is told inside the app: a list, a count of what is unread, and a live stream.

mod fluxo;
mod http;
pub mod service;
mod store;

pub use http::router;

base::id!(NotificacaoId);
