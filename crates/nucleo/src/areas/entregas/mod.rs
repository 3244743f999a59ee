//! Telling people. A notice ([`Aviso`]) is written once and reaches each person once by each
//! channel: inside the app at once, by push and e-mail as deliveries that are claimed, sent outside
//! of any transaction, and settled. The channels themselves are other areas ([`Remetente`]).

pub mod dados;
mod despacho;
mod http;
mod rules;
pub mod service;
mod store;

use base::db::{MeasureSql, NucleoTx};
use base::id::{NucleoId, UsuarioId};
use base::outbox::Event;
use base::{Result, Uuid, measure};
use chrono::Duration;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::areas::membros::{Preferencias, Segmento};

use dados::Dados;

pub use despacho::Despacho;
pub use http::router;
pub use store::Entrega;

base::id!(AvisoId);
base::id!(EntregaId);

/// What people are told, by which channels, and who they are.
pub struct Aviso {
    /// Names what it is about. A cause reaches nobody twice by one channel.
    pub causa: String,
    /// `None`: national, with the organisation's own looks.
    pub nucleo: Option<NucleoId>,
    /// The preference that can silence it; `None` for what everybody has to know.
    pub preferencia: Option<Preferencia>,
    pub titulo: String,
    pub corpo: String,
    /// The path in the app that it opens.
    pub url: String,
    /// What an e-mail of it says.
    pub email: Option<Mensagem>,
    pub canais: Vec<(Canal, Publico)>,
}

base::text_enum! {
    /// Por onde um aviso chega.
    pub enum Canal {
        App = "APP",
        Push = "PUSH",
        Email = "EMAIL",
    }
}

#[derive(Clone, Debug)]
pub enum Publico {
    Pessoas(Vec<UsuarioId>),
    /// Active members, of every nucleo if the notice is national.
    Segmento(Segmento),
    /// People who need not be members; for e-mail alone.
    Enderecos(Vec<String>),
}

base::text_enum! {
    /// Do que um aviso trata, como as preferências o chamam.
    pub enum Preferencia {
        Tarefa = "TAREFA",
        Evento = "EVENTO",
        Comunicado = "COMUNICADO",
        Enquete = "ENQUETE",
        Pagamento = "PAGAMENTO",
        Conquista = "CONQUISTA",
    }
}

impl Preferencia {
    /// Whether somebody with these preferences wants it by this channel.
    pub fn aceita(self, canal: Canal, preferencias: &Preferencias) -> bool {
        let p = preferencias;
        let (push, email) = match self {
            Self::Tarefa => (p.push_tarefa, p.email_tarefa),
            Self::Evento => (p.push_evento, p.email_evento),
            Self::Comunicado => (p.push_comunicado, p.email_comunicado),
            Self::Enquete => (p.push_enquete, p.email_enquete),
            Self::Pagamento => (p.push_pagamento, p.email_pagamento),
            Self::Conquista => (p.push_conquista, p.email_conquista),
        };
        match canal {
            Canal::App => true,
            Canal::Push => push,
            Canal::Email => email,
        }
    }
}

base::text_enum! {
    /// O tipo de um e-mail, que escolhe o modelo.
    pub enum TipoDeEmail {
        Aprovacao = "aprovacao",
        Rejeicao = "rejeicao",
        Recuperacao = "recuperacao",
        Comunicado = "comunicado",
        Enquete = "enquete",
        Convite = "convite",
        Tarefa = "tarefa",
        Evento = "evento",
        Conquista = "conquista",
        Pagamento = "pagamento",
        PagamentoAtrasado = "pagamento_atrasado",
        Manual = "manual",
    }
}

/// An e-mail as it waits to be written out by its template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mensagem {
    pub tipo: TipoDeEmail,
    pub assunto: String,
    // Not `Dados`: a message that an older version left behind fails alone, not with its batch.
    dados: Value,
    /// Who wrote it by hand.
    pub remetente_id: Option<UsuarioId>,
}

impl Mensagem {
    /// One that the service writes by itself.
    pub fn automatica(assunto: String, dados: &Dados) -> Result<Self> {
        let tipo = dados.tipo();
        Ok(Self { tipo, assunto, dados: serde_json::to_value(dados)?, remetente_id: None })
    }

    pub fn manual(assunto: String, html: String, remetente: UsuarioId) -> Result<Self> {
        let mensagem = Self::automatica(assunto, &Dados::Manual(dados::Manual { html }))?;
        Ok(Self { remetente_id: Some(remetente), ..mensagem })
    }

    pub fn dados(&self) -> Result<Dados> {
        Dados::parse(self.tipo, self.dados.clone())
    }
}

/// A channel that goes out to the network.
pub trait Remetente: Send + Sync + 'static {
    const CANAL: Canal;

    /// One delivery with everything that sending it takes.
    type Envio: Send;

    /// Reads what sending these takes, all of them at once, and answers for each in turn; one that
    /// need not or cannot be sent ends with the outcome that is given for it.
    fn preparar(
        &self,
        tx: &mut NucleoTx,
        entregas: &[Entrega],
    ) -> impl Future<Output = Result<Vec<Result<Self::Envio, Desfecho>>>> + Send;

    /// Outside of any transaction. Whatever takes longer than [`despacho::PRAZO`] is given up.
    fn enviar(
        &self,
        entrega: &Entrega,
        envio: Self::Envio,
    ) -> impl Future<Output = Desfecho> + Send;

    /// In the transaction that settles them: for logs, and for what an outcome teaches. Each
    /// delivery comes here once, when it has ended.
    fn registrar(
        &self,
        tx: &mut NucleoTx,
        concluidas: &[Concluida<'_>],
    ) -> impl Future<Output = Result<()>> + Send;
}

/// How a delivery went.
#[derive(Clone, Debug, PartialEq)]
pub enum Desfecho {
    Enviada,
    /// It is not wanted, or there is nowhere to send it to.
    Dispensada(&'static str),
    /// It never will be delivered.
    Falhou(String),
    /// It may be delivered later: after `pausa`, if the other side has said so.
    Adiada {
        motivo: String,
        pausa: Option<Duration>,
        progresso: Option<Value>,
    },
}

impl Desfecho {
    pub fn adiada(motivo: impl Into<String>) -> Self {
        Self::Adiada { motivo: motivo.into(), pausa: None, progresso: None }
    }
}

/// A delivery that has ended.
pub struct Concluida<'a> {
    pub entrega: &'a Entrega,
    pub status: StatusDeEntrega,
}

base::text_enum! {
    /// A situação de uma entrega.
    pub enum StatusDeEntrega {
        Pendente = "PENDENTE",
        Enviada = "ENVIADA",
        Dispensada = "DISPENSADA",
        Falhou = "FALHOU",
        Morta = "MORTA",
    }
}

/// Which deliveries to show.
pub struct Filtro {
    pub status: Option<StatusDeEntrega>,
    pub canal: Option<Canal>,
}

/// A notice goes out to a part of the people, some at a time: these are still to come.
#[derive(Serialize, Deserialize)]
pub struct AvisoADistribuir {
    pub aviso_id: AvisoId,
    pub canal: Canal,
    pub segmento: Segmento,
    /// The last one who was reached.
    pub apos: Uuid,
}

impl Event for AvisoADistribuir {
    const NAME: &'static str = "aviso.a_distribuir";
}

/// Every day: what has ended long ago is removed.
#[derive(Default, Serialize, Deserialize)]
pub struct LimpezaDeEntregas {}

impl Event for LimpezaDeEntregas {
    const NAME: &'static str = "entregas.limpeza";
}

/// For the page of the operator; what waits is counted as far as it is worth it.
pub const MEDIDAS: [(&str, MeasureSql); 3] = [
    (
        "entregas_pendentes",
        measure!(
            "SELECT count(*) FROM (SELECT 1 FROM entregas WHERE status = 'PENDENTE' LIMIT 100000) t"
        ),
    ),
    ("entregas_mortas", measure!("SELECT count(*) FROM entregas WHERE status = 'MORTA'")),
    (
        "entregas_atrasadas",
        measure!(
            "SELECT count(*) FROM (SELECT 1 FROM entregas WHERE status = 'PENDENTE' AND tentativas > 1 LIMIT 100000) t"
        ),
    ),
];
