//! The assistant of the management: it answers from the nucleo's own data by tools, and proposes
//! what an administrator then confirms or not. A model of somebody else's answers if one is
//! configured, the built-in one otherwise; both have the same tools and the same limits.

mod ato;
mod ferramentas;
mod http;
mod limites;
mod provedor;
mod rules;
pub mod service;
mod store;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use ato::{Ajuste, Alvos, Ato, Notificacao, NovaTarefa, NovoCargo, NovoStatus, PartesDoEmail};
pub use http::{ConversaExportadaView, LONGOS, router};
pub use limites::Assistente;
pub use rules::Fala;

base::id!(
    /// Uma conversa com a assistente.
    ConversaId
);
base::id!(
    /// Uma ação que a assistente propôs.
    AcaoId
);

base::text_enum! {
    /// Como mostrar uma resposta.
    pub enum TipoDeResposta {
        Text = "text",
        MemberCards = "member_cards",
        QuickReplies = "quick_replies",
        TaskPreview = "task_preview",
        EmailPreview = "email_preview",
        ActionConfirm = "action_confirm",
        Success = "success",
    }
}

base::text_enum! {
    /// Quem disse.
    pub enum Papel {
        User = "user",
        Assistant = "assistant",
    }
}

base::text_enum! {
    /// O que foi feito de uma ação proposta.
    pub enum EstadoDaAcao {
        Pendente = "PENDENTE",
        Confirmada = "CONFIRMADA",
        Cancelada = "CANCELADA",
    }
}

/// Every hour: proposals that nobody confirmed in time are removed.
#[derive(Default, Serialize, Deserialize)]
pub struct LimpezaDeAcoes {}

impl Event for LimpezaDeAcoes {
    const NAME: &'static str = "ia.limpeza";
}
