//! What one can do with the books. Every function works inside the caller's transaction.

mod conferencia;
mod consulta;
mod escrita;

pub use conferencia::{Conferencia, conferir, conferir_para};
pub use consulta::{Transparencia, exportar, lancados_por, listar, resumir, transparencia};
pub use escrita::{excluir, lancar};

pub use super::rules::livro::Livro;
pub use super::store::{Filtro, Lancamento};
