//! Polls of a nucleo and national ones: asked by those who communicate, answered once per person,
//! closed by the clock.

pub mod avisos;
mod http;
mod rules;
pub mod service;
mod store;
pub mod verificacao;

use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::{VotoView, router};
pub use rules::{Escolha, NovaEnquete, Resultado, TipoEscolha};

base::id!(EnqueteId);
base::id!(OpcaoId);

/// A poll was opened: feed entry, notification, push and the e-mail `enquete` follow from it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnqueteCriada {
    pub enquete_id: EnqueteId,
}

impl Event for EnqueteCriada {
    const NAME: &'static str = "enquete.criada";
}

/// The closing time of a poll has come. Published with the poll and due then; it closes nothing,
/// since the clock does, but those who voted are told the result.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnqueteEncerrada {
    pub enquete_id: EnqueteId,
    /// Who was told last; the ones after them follow.
    pub depois_de: Option<UsuarioId>,
}

impl Event for EnqueteEncerrada {
    const NAME: &'static str = "enquete.encerrada";
}

/// Somebody has voted. That they did, and nothing of what they chose.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VotoRegistrado {
    pub enquete_id: EnqueteId,
    pub usuario_id: UsuarioId,
}

impl Event for VotoRegistrado {
    const NAME: &'static str = "voto.registrado";
}
