//! Achievements: a nucleo says what is worth doing how often, and whoever has done it that often
//! unlocks it, once and for good.

mod avisos;
mod http;
mod rules;
pub mod service;
mod store;

use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::{ConquistaDesbloqueadaView, router};
pub use rules::NovaConquista;

base::id!(ConquistaId);

base::text_enum! {
    /// O que se conta: tarefas aprovadas, presenças em eventos, pessoas indicadas que foram
    /// aprovadas, enquetes em que se votou.
    pub enum Metrica {
        Tarefas = "TAREFAS",
        Eventos = "EVENTOS",
        Indicacoes = "INDICACOES",
        Votos = "VOTOS",
    }
}

/// There is something new to achieve: whoever has done it often enough by now unlocks it. They may
/// be many, so one event looks at some people and publishes the next.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConquistaCriada {
    pub conquista_id: ConquistaId,
    /// The last one who was looked at.
    pub depois_de: Option<UsuarioId>,
}

impl Event for ConquistaCriada {
    const NAME: &'static str = "conquista.criada";
}
