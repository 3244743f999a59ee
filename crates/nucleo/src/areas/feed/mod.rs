//! What happened in the nucleo, newest first. Areas put entries in and take them away; whoever may
//! see what an entry tells of sees the entry.

mod http;
pub mod service;
mod store;

use base::Uuid;
use base::id::NucleoId;
use serde_json::Value;

use crate::areas::membros::Segmento;

pub use http::router;

base::id!(EntradaId);

base::text_enum! {
    /// Do que uma entrada do feed trata.
    pub enum TipoDeEntrada {
        Comunicado = "COMUNICADO",
        BoasVindas = "BOAS_VINDAS",
        PostagemPortaVoz = "POSTAGEM_PORTA_VOZ",
        Enquete = "ENQUETE",
        Conquista = "CONQUISTA",
    }
}

/// An entry to be. There is one per `tipo` and `origem`.
pub struct Entrada {
    /// `None` is shown in every nucleo.
    pub nucleo: Option<NucleoId>,
    pub tipo: TipoDeEntrada,
    /// The id of what it tells of.
    pub origem: Uuid,
    pub conteudo: Value,
    /// Who may see it.
    pub segmento: Segmento,
}
