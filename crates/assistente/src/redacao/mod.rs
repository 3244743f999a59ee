//! Writing: a text made better, an e-mail made from a description. Nothing is invented.

#[cfg(test)]
mod casos;
mod email;
mod horas;
mod melhorar;
mod ortografia;
mod pedido;
mod periodos;
mod receptor;
mod saudacao;
#[cfg(test)]
mod tests;
mod verbos;

pub use email::{Rascunho, redigir_email};
pub use melhorar::melhorar_texto;
