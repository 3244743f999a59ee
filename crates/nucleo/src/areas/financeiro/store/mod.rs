//! Entries, their chain, and their sums.

mod escrita;
mod leitura;
mod verificacao;

pub use escrita::*;
pub use leitura::*;
pub use verificacao::*;
