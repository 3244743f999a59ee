//! What one can do with announcements.

mod escrita;
mod leitura;
mod publicacao;

pub use escrita::{alterar, criar, excluir};
pub use leitura::{Detalhe, detalhar, listar, listar_geridos};
pub use publicacao::publicar_agendado;

pub use super::store::Comunicado;
