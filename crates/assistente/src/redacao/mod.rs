//! Writing: a text made better, an e-mail made from a description. Nothing is invented.

mod email;
mod melhorar;
mod ortografia;
mod saudacao;
#[cfg(test)]
mod tests;

pub use email::{Rascunho, redigir_email};
pub use melhorar::melhorar_texto;
