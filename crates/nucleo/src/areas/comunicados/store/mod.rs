//! The table `comunicados`. National ones have no nucleo and are seen from all of them.

mod escrita;
mod leitura;

pub use escrita::*;
pub use leitura::*;
