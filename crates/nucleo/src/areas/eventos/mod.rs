//! Gatherings of a nucleo: people sign up while there are places, wait when there are none, and
//! earn by having been there.
//!
//! Whatever holds several rows takes them in this order, so that nobody waits in a circle: event,
//! what belongs to the event, wallet. Whoever needs several events takes them by their ids.

pub mod avisos;
mod http;
mod limites;
mod qr;
mod rules;
pub mod service;
mod store;
pub mod verificacao;

use base::Uuid;
use base::clock::Timestamp;
use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::{EventoDoHistoricoView, InscricaoView, router};
pub use limites::Palpites;
pub use rules::{Corpo, Intervalo, Mudanca, Periodo, StatusDeInscricao};

base::id!(
    /// Um evento.
    EventoId
);

/// A gathering is to come: the members are told.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventoCriado {
    pub evento_id: EventoId,
}

impl Event for EventoCriado {
    const NAME: &'static str = "evento.criado";
}

/// Another time or another place: those who signed up are told, some at a time.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventoRemarcado {
    pub evento_id: EventoId,
    /// Of this change, since there may be others.
    pub mudanca: Uuid,
    /// Who was told last; the ones after them follow.
    pub depois_de: Option<UsuarioId>,
}

impl Event for EventoRemarcado {
    const NAME: &'static str = "evento.remarcado";
}

/// It will not happen: those who signed up are told, some at a time.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventoCancelado {
    pub evento_id: EventoId,
    /// Who was told last; the ones after them follow.
    pub depois_de: Option<UsuarioId>,
}

impl Event for EventoCancelado {
    const NAME: &'static str = "evento.cancelado";
}

/// Some who waited have a place now, all since one instant; they are told, some at a time.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VagasLiberadas {
    pub evento_id: EventoId,
    pub promovidas_em: Timestamp,
    /// Who was told last; the ones after them follow.
    pub depois_de: Option<UsuarioId>,
}

impl Event for VagasLiberadas {
    const NAME: &'static str = "evento.vagas_liberadas";
}

/// Somebody was there, once per person and event. For whoever counts it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PresencaRegistrada {
    pub evento_id: EventoId,
    pub usuario_id: UsuarioId,
}

impl Event for PresencaRegistrada {
    const NAME: &'static str = "presenca.registrada";
}
