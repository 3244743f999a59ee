//! Spokespersons: members whose posts in social networks appear in the feed. Their networks are read
//! every half hour, or when an administrator asks, outside of any transaction.

pub mod avisos;
mod busca;
mod http;
mod ronda;
mod rules;
pub mod service;
mod store;
mod tarefa;

use base::Uuid;
use base::db::MeasureSql;
use base::measure;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use busca::{Prazos, Sincronizador};
pub use http::{PortaVozExportadoView, router};
pub use rules::{NovaRede, Publicacao, reconhecer};
pub use tarefa::SincronizacaoAgendada;

base::id!(
    /// Um porta-voz.
    PortaVozId
);
base::id!(
    /// A conta de um porta-voz em uma rede social.
    RedeId
);
base::id!(
    /// Uma publicação de um porta-voz.
    PostagemId
);
base::id!(SincronizacaoId);

base::text_enum! {
    /// Uma rede social.
    pub enum Plataforma {
        Instagram = "INSTAGRAM",
        Youtube = "YOUTUBE",
        Twitter = "TWITTER",
    }
}

/// A spokesperson has posted: the members are told, once for all of it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostagensPublicadas {
    pub porta_voz_id: PortaVozId,
    /// The run that found them, or the one post that was entered by hand.
    pub origem: Uuid,
    pub quantas: Vec<(Plataforma, i64)>,
}

impl Event for PostagensPublicadas {
    const NAME: &'static str = "porta_voz.postagens_publicadas";
}

/// For the page of the operator.
pub const MEDIDAS: [(&str, MeasureSql); 1] = [(
    "porta_voz_redes_falhando",
    measure!("SELECT count(*) FROM porta_voz_redes WHERE falhas_seguidas > 0"),
)];
