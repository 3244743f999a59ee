//! Announcements of a nucleo and national ones: published at once or at a set time, once, to those
//! whom they are for.

pub mod avisos;
mod http;
mod rules;
pub mod service;
mod store;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::router;
pub use rules::{Corpo, Destinatarios, Mudanca, NovoComunicado};

base::id!(
    /// Um comunicado.
    ComunicadoId
);

/// The time of an announcement has come, unless it has got another one since.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComunicadoAgendado {
    pub comunicado_id: ComunicadoId,
    pub versao: i64,
}

impl Event for ComunicadoAgendado {
    const NAME: &'static str = "comunicado.agendado";
}

/// An announcement is out: those whom it is for are told.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComunicadoPublicado {
    pub comunicado_id: ComunicadoId,
}

impl Event for ComunicadoPublicado {
    const NAME: &'static str = "comunicado.publicado";
}
