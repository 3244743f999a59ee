//! Payments, as their provider tells of them. An event counts once by its id, a payment pays once by
//! its own, whatever arrives how often and in which order.

mod http;
mod rules;
mod segredo;
pub mod service;
mod store;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::{PagamentoView, router};
pub use rules::Notificacao;
pub use segredo::SegredoDoWebhook;

base::id!(PagamentoId);

base::text_enum! {
    /// O que o provedor conta de um pagamento. Confirmado é o do cartão, cujo dinheiro ainda vem.
    pub enum TipoDeEvento {
        Recebido = "PAYMENT_RECEIVED",
        Confirmado = "PAYMENT_CONFIRMED",
        Atrasado = "PAYMENT_OVERDUE",
    }
}

base::text_enum! {
    /// A situação de um pagamento. Sem efeito é o que entrou e não paga nada: veio a menos, ou não
    /// há assinatura a pagar.
    pub enum StatusDePagamento {
        Atrasado = "ATRASADO",
        Recebido = "RECEBIDO",
        SemEfeito = "SEM_EFEITO",
    }
}

/// The provider has told of a member's payment.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagamentoNotificado {
    /// The provider's id of the event, under which it is kept.
    pub evento: String,
}

impl Event for PagamentoNotificado {
    const NAME: &'static str = "pagamento.notificado";
}

/// The provider has told of a payment whose reference is nobody's.
#[derive(Debug, Serialize, Deserialize)]
pub struct PagamentoSemDono {
    pub notificacao: Notificacao,
}

impl Event for PagamentoSemDono {
    const NAME: &'static str = "pagamento.sem_dono";
}

/// A payment came in and had its effect: the e-mail `pagamento` follows from it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagamentoRecebido {
    pub pagamento_id: PagamentoId,
}

impl Event for PagamentoRecebido {
    const NAME: &'static str = "pagamento.recebido";
}

/// A payment did not come in when it was due: the e-mail `pagamento_atrasado` follows from it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PagamentoAtrasado {
    pub pagamento_id: PagamentoId,
}

impl Event for PagamentoAtrasado {
    const NAME: &'static str = "pagamento.atrasado";
}
