//! The table `usuarios` and the index of names beside it.

mod consulta;
mod gestao;
mod lista;
mod pessoas;

pub use consulta::*;
pub use gestao::*;
pub use lista::*;
pub use pessoas::*;
