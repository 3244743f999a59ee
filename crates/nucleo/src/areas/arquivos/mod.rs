//! Files that people send: pictures, decoded and written anew so that nothing else travels inside
//! them, and receipts. Whoever needs one keeps its address; what no address leads to is removed.
//!
//! A row in `arquivos` is written before the bytes and removed after them, so that a crash at any
//! moment leaves nothing that nobody knows of.

mod armazem;
mod http;
mod imagem;
mod limpeza;
mod oficina;
pub mod rules;
pub mod service;
mod store;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use armazem::Armazem;
pub use http::{ArquivoDePessoaView, CAMINHO, router};
pub use limpeza::Remocao;
pub use oficina::Oficina;
pub use store::referencias;

base::id!(ArquivoId);

base::text_enum! {
    /// Para que serve um arquivo.
    pub enum Bucket {
        Avatars = "avatars",
        Comentarios = "comentarios",
        Enquetes = "enquetes",
        Comunicados = "comunicados",
        Comprovantes = "comprovantes",
    }
}

impl Bucket {
    /// Whether anybody who knows the address may read it. Pictures are shown by mail readers and by
    /// `img`, which bring no token.
    pub fn publico(self) -> bool {
        self != Self::Comprovantes
    }
}

/// Every hour: what nothing has referred to for a day is marked for removal.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct LimpezaDeArquivos {
    /// The last file that was looked at, when a batch has left more behind.
    pub apos: Option<ArquivoId>,
}

impl Event for LimpezaDeArquivos {
    const NAME: &'static str = "arquivos.limpeza";
}

/// Every day: of each file it is asked whether something still refers to it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ConferenciaDeArquivos {
    pub apos: Option<ArquivoId>,
}

impl Event for ConferenciaDeArquivos {
    const NAME: &'static str = "arquivos.conferencia";
}
