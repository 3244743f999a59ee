//! What one can do with spokespersons.

mod cadastro;
mod postagens;
pub mod sincronizacao;

pub use cadastro::{
    Completo, adicionar_rede, designar, esquecer, exportar, listar, remover, remover_rede,
};
pub use postagens::{listar_postagens, publicar};

pub use super::rules::Item;
pub use super::store::{PortaVoz, Postagem, Rede};
