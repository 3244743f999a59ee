//! E-mail: what each type looks like, how a message leaves, and the log of those that did. It is
//! one of the channels by which notices go out; see `entregas`.

mod carta;
mod descadastro;
mod exemplos;
mod http;
mod marca;
mod modelos;
mod paleta;
mod remetente;
mod rules;
pub mod service;
mod store;
mod transporte;

use std::sync::Arc;

use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

use crate::areas::entregas::TipoDeEmail;

pub use http::router;
pub use remetente::Correio;
pub use rules::{EmailManual, EnviarInput, PreviaInput, Texto};
pub use transporte::Pasta;

base::id!(LogId);

base::text_enum! {
    /// Como um envio terminou.
    pub enum StatusDoLog {
        Enviado = "sent",
        Falhou = "failed",
    }
}

/// Which lines of the log to show.
pub struct Filtro {
    pub tipo: Option<TipoDeEmail>,
    pub status: Option<StatusDoLog>,
    pub remetente: Option<UsuarioId>,
}

/// Where people reach the service, without a slash at the end: what links begin with.
#[derive(Clone)]
pub struct PublicUrl(pub Arc<str>);

/// Somebody has left for good: their address is taken out of whatever still names it, in every
/// nucleo that ever wrote to it. It travels along because by then nothing else knows it.
#[derive(Serialize, Deserialize)]
pub struct EnderecoEsquecido {
    pub endereco: String,
}

impl Event for EnderecoEsquecido {
    const NAME: &'static str = "email.endereco_esquecido";
}
