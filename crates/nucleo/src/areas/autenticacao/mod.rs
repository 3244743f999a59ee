//! Getting in: sign-up and its approval, log-in, forgotten passwords, one's own account.

pub mod avisos;
mod http;
mod limites;
mod rules;
pub mod service;
mod store;

use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::router;
pub use limites::{Limites, Quotas};
pub use rules::Senha;

base::id!(RecuperacaoId);

/// Somebody asked for a new password for this address. Whether anybody has it is found out later,
/// so that not even the time of the answer tells.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecuperacaoSolicitada {
    pub email: String,
}

impl Event for RecuperacaoSolicitada {
    const NAME: &'static str = "recuperacao.solicitada";
}

/// A person may set a new password: the e-mail `recuperacao` follows from it. The link in it is
/// made by [`service::senha::link_de_recuperacao`] from these ids; it is stored nowhere.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecuperacaoPedida {
    pub recuperacao_id: RecuperacaoId,
    pub usuario_id: UsuarioId,
}

impl Event for RecuperacaoPedida {
    const NAME: &'static str = "recuperacao.pedida";
}
