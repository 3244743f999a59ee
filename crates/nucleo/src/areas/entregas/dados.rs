//! What an e-mail of each type says, besides what every template knows: the nucleo's name, colours
//! and logo, the person's name, and the notice's `url`.

use base::clock::Timestamp;
use base::{Result, Uuid};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::TipoDeEmail;

/// A request for a new password. The link is made when the e-mail is: the database holds none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recuperacao {
    pub recuperacao_id: Uuid,
    /// For how long the link holds.
    pub valido_minutos: i64,
}

/// An announcement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comunicado {
    pub titulo: String,
    /// HTML, as it was sanitised when it was written.
    pub conteudo: String,
    #[serde(default)]
    pub foto_url: Option<String>,
}

/// A poll that opens or, with `resultados`, one that has closed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Enquete {
    pub pergunta: String,
    #[serde(default)]
    pub opcoes: Vec<String>,
    #[serde(default)]
    pub encerra_em: Option<Timestamp>,
    #[serde(default)]
    pub resultados: Vec<Resultado>,
    /// How many people voted.
    #[serde(default)]
    pub total_votos: Option<i64>,
}

/// One option of a poll and its share of the voters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Resultado {
    pub texto: String,
    /// From 0 to 100.
    pub percentual: f64,
}

/// An invitation to a project.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Convite {
    /// Its name.
    pub projeto: String,
}

/// Something that happened to a task: who was asked to do it, that it was approved or returned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tarefa {
    pub titulo: String,
    /// What happened, in a sentence or two.
    pub texto: String,
}

/// Something about an event: that there is one, that it is called off, that there is a place.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Evento {
    pub titulo: String,
    /// What happened, in a sentence or two.
    pub texto: String,
    pub inicio: Timestamp,
    #[serde(default)]
    pub local: Option<String>,
    #[serde(default)]
    pub cancelado: bool,
}

/// An achievement that was unlocked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Conquista {
    pub nome: String,
    #[serde(default)]
    pub descricao: Option<String>,
}

/// A payment that came in, or did not.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pagamento {
    /// The name of the plan.
    pub plano: String,
    /// In centavos.
    pub valor: i64,
    /// `YYYY-MM-DD`.
    #[serde(default)]
    pub vencimento: Option<String>,
}

/// What somebody wrote by hand.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manual {
    /// HTML, as it was sanitised when it was written.
    pub html: String,
}

/// The data of a message, of whichever type.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Dados {
    Aprovacao {},
    Rejeicao {},
    Recuperacao(Recuperacao),
    Comunicado(Comunicado),
    Enquete(Enquete),
    Convite(Convite),
    Tarefa(Tarefa),
    Evento(Evento),
    Conquista(Conquista),
    Pagamento(Pagamento),
    PagamentoAtrasado(Pagamento),
    Manual(Manual),
}

impl Dados {
    /// Fails if something is missing that the template of this type asks for.
    pub fn parse(tipo: TipoDeEmail, dados: Value) -> Result<Self> {
        Ok(match tipo {
            TipoDeEmail::Aprovacao => Self::Aprovacao {},
            TipoDeEmail::Rejeicao => Self::Rejeicao {},
            TipoDeEmail::Recuperacao => Self::Recuperacao(serde_json::from_value(dados)?),
            TipoDeEmail::Comunicado => Self::Comunicado(serde_json::from_value(dados)?),
            TipoDeEmail::Enquete => Self::Enquete(serde_json::from_value(dados)?),
            TipoDeEmail::Convite => Self::Convite(serde_json::from_value(dados)?),
            TipoDeEmail::Tarefa => Self::Tarefa(serde_json::from_value(dados)?),
            TipoDeEmail::Evento => Self::Evento(serde_json::from_value(dados)?),
            TipoDeEmail::Conquista => Self::Conquista(serde_json::from_value(dados)?),
            TipoDeEmail::Pagamento => Self::Pagamento(serde_json::from_value(dados)?),
            TipoDeEmail::PagamentoAtrasado => {
                Self::PagamentoAtrasado(serde_json::from_value(dados)?)
            }
            TipoDeEmail::Manual => Self::Manual(serde_json::from_value(dados)?),
        })
    }

    pub fn tipo(&self) -> TipoDeEmail {
        match self {
            Self::Aprovacao {} => TipoDeEmail::Aprovacao,
            Self::Rejeicao {} => TipoDeEmail::Rejeicao,
            Self::Recuperacao(_) => TipoDeEmail::Recuperacao,
            Self::Comunicado(_) => TipoDeEmail::Comunicado,
            Self::Enquete(_) => TipoDeEmail::Enquete,
            Self::Convite(_) => TipoDeEmail::Convite,
            Self::Tarefa(_) => TipoDeEmail::Tarefa,
            Self::Evento(_) => TipoDeEmail::Evento,
            Self::Conquista(_) => TipoDeEmail::Conquista,
            Self::Pagamento(_) => TipoDeEmail::Pagamento,
            Self::PagamentoAtrasado(_) => TipoDeEmail::PagamentoAtrasado,
            Self::Manual(_) => TipoDeEmail::Manual,
        }
    }
}
