//! Web Push: the devices on which people are told of things, and how they are reached.

mod chaves;
mod envio;
mod http;
mod mensagem;
mod protocolo;
mod resposta;
pub mod rules;
pub mod service;
mod store;

pub use chaves::{Chaves, Vapid};
pub use envio::EnvioPorPush;
pub use http::router;
pub use protocolo::Par;

base::id!(DispositivoId);
