//! What each template asks for: the `dados` of a message. Besides these a template knows the
//! nucleo's name, colours and logo, the person's name, and the notice's `url`, so that none of them
//! is repeated here.
//!
//! An area that has something to tell writes `serde_json::to_value(Enquete { .. })` or the same as
//! `json!`; the templates themselves are beside this file, in `modelos/`.

use base::clock::Timestamp;
use base::{Result, Uuid};
use chrono::Duration;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::areas::entregas::TipoDeEmail;

/// A request for a new password. The link is made when the e-mail is: the database holds none.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recuperacao {
    #[serde(alias = "recuperacaoId")]
    pub recuperacao_id: Uuid,
}

/// An announcement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Comunicado {
    pub titulo: String,
    /// HTML, as it was sanitised when it was written.
    pub conteudo: String,
    #[serde(default, alias = "fotoUrl")]
    pub foto_url: Option<String>,
}

/// A poll that opens or, with `resultados`, one that has closed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Enquete {
    pub pergunta: String,
    #[serde(default)]
    pub opcoes: Vec<String>,
    #[serde(default, alias = "encerraEm")]
    pub encerra_em: Option<Timestamp>,
    #[serde(default)]
    pub resultados: Vec<Resultado>,
    /// How many people voted.
    #[serde(default, alias = "totalVotos")]
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
#[derive(Clone, Debug)]
pub enum Dados {
    Aprovacao,
    Rejeicao,
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
            TipoDeEmail::Aprovacao => Self::Aprovacao,
            TipoDeEmail::Rejeicao => Self::Rejeicao,
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
            Self::Aprovacao => TipoDeEmail::Aprovacao,
            Self::Rejeicao => TipoDeEmail::Rejeicao,
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

    /// For the page that shows what each type looks like.
    pub fn exemplo(tipo: TipoDeEmail) -> Self {
        let texto = |texto: &str| texto.to_owned();
        match tipo {
            TipoDeEmail::Aprovacao => Self::Aprovacao,
            TipoDeEmail::Rejeicao => Self::Rejeicao,
            TipoDeEmail::Recuperacao => {
                Self::Recuperacao(Recuperacao { recuperacao_id: Uuid::nil() })
            }
            TipoDeEmail::Comunicado => Self::Comunicado(Comunicado {
                titulo: texto("Plenária no sábado, às 9h"),
                conteudo: texto(
                    "<p>Vamos fechar o calendário do semestre e votar o orçamento. Quem vem de \
                     longe pode pedir carona até quinta.</p><ul><li>Calendário</li>\
                     <li>Orçamento da biblioteca</li></ul>",
                ),
                foto_url: None,
            }),
            TipoDeEmail::Enquete => Self::Enquete(Enquete {
                pergunta: texto("Qual deve ser o tema do próximo encontro?"),
                opcoes: vec![texto("Clima e cidades"), texto("Trabalho e tecnologia")],
                encerra_em: None,
                resultados: Vec::new(),
                total_votos: None,
            }),
            TipoDeEmail::Convite => {
                Self::Convite(Convite { projeto: texto("Biblioteca comunitária") })
            }
            TipoDeEmail::Tarefa => Self::Tarefa(Tarefa {
                titulo: texto("Levantar preços de tinta"),
                texto: texto("Sua entrega foi aprovada. Você recebeu 150 moedas."),
            }),
            TipoDeEmail::Evento => Self::Evento(Evento {
                titulo: texto("Plenária de abril"),
                texto: texto("Abriu uma vaga: ela é sua."),
                inicio: Timestamp::EPOCH + Duration::days(20_544),
                local: Some(texto("Sede")),
                cancelado: false,
            }),
            TipoDeEmail::Conquista => Self::Conquista(Conquista {
                nome: texto("Dez tarefas"),
                descricao: Some(texto("Concluir dez tarefas aprovadas.")),
            }),
            TipoDeEmail::Pagamento => Self::Pagamento(pagamento_de_exemplo()),
            TipoDeEmail::PagamentoAtrasado => Self::PagamentoAtrasado(pagamento_de_exemplo()),
            TipoDeEmail::Manual => Self::Manual(Manual {
                html: texto("<p>Aqui entra o texto que você escrever.</p>"),
            }),
        }
    }
}

fn pagamento_de_exemplo() -> Pagamento {
    Pagamento {
        plano: "Apoiador".to_owned(),
        valor: 3000,
        vencimento: Some("2027-01-10".to_owned()),
    }
}
