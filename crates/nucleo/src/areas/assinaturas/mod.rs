//! Subscriptions: that a person has a plan, until when, and what was paid for it.
//!
//! PENDENTE waits to be paid, ATIVA gives its plan until `validade`, VENCIDA did, CANCELADA was given
//! up and gives what was paid for to the end. Which plan is in force is [`planos`](super::planos)'s
//! word, by the clock; nothing here has to run for it to be right.

pub mod avisos;
mod http;
pub mod pagamentos;
mod rules;
pub mod service;
mod store;
pub mod verificacao;

use base::clock::Timestamp;
use base::outbox::Event;
use base::reais::Reais;
use serde::{Deserialize, Serialize};

pub use http::{AssinaturaView, router};
pub use rules::DefinirPlanoInput;

base::id!(AssinaturaId);

base::text_enum! {
    /// A situação de uma assinatura.
    pub enum StatusDeAssinatura {
        Pendente = "PENDENTE",
        Ativa = "ATIVA",
        Vencida = "VENCIDA",
        Cancelada = "CANCELADA",
    }
}

/// A subscription as decisions look at it, with what its plan says now.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Situacao {
    pub id: AssinaturaId,
    pub plano_codigo: String,
    /// What was agreed to.
    pub preco: Reais,
    pub periodo_dias: i64,
    pub bonus_moedas: i64,
    pub status: StatusDeAssinatura,
    /// Whether it is the one that gives its plan, or gave it until it ended.
    pub vale: bool,
    pub em_vigor: bool,
    pub validade: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// Every hour: what has ended is marked as ended.
#[derive(Default, Serialize, Deserialize)]
pub struct VencimentoDeAssinaturas {}

impl Event for VencimentoDeAssinaturas {
    const NAME: &'static str = "assinaturas.vencimento";
}
