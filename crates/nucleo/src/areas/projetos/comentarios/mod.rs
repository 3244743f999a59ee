//! What people write about a project or one of its tasks. Plain text: nobody's markup is shown.

mod http;
mod rules;
pub mod service;
mod store;

pub use http::{ComentarioView, router};
pub use rules::NovoComentario;

base::id!(
    /// Um comentário.
    ComentarioId
);
