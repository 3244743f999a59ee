//! The plans of a nucleo, and which of them a person has. Every nucleo begins with the same three.

mod http;
mod rules;
pub mod service;
mod store;
mod vigencia;

pub use http::router;
pub use rules::GRATUITO;
pub(crate) use vigencia::{com_plano, em_vigor, gratuito, plano_ativo};

base::id!(PlanoId);

/// What is said of a plan that the nucleo does not have.
pub const NAO_EXISTE: &str = "Este plano não existe.";
