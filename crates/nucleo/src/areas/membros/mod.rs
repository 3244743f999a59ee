//! The people of a nucleo: who they are, which cargo and status they have.

mod dados;
mod http;
mod preferencias;
pub mod rules;
pub mod service;
mod store;

use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use dados::{
    Consentimento, DadosInput, DadosPessoais, Endereco, EnderecoInput, NovaPessoa, parse_cpf,
    parse_email, parse_nome,
};
pub use http::PerfilView;
pub use preferencias::Preferencias;

base::text_enum! {
    /// A situação de uma pessoa no núcleo.
    pub enum Status {
        Pendente = "PENDENTE",
        Ativo = "ATIVO",
        Inativo = "INATIVO",
        Suspenso = "SUSPENSO",
        Rejeitado = "REJEITADO",
    }
}

/// A registration was accepted: feed entry, push and the e-mail `aprovacao` follow from it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsuarioAprovado {
    pub usuario_id: UsuarioId,
    pub aprovado_por: UsuarioId,
}

impl Event for UsuarioAprovado {
    const NAME: &'static str = "usuario.aprovado";
}

/// A registration was refused: the e-mail `rejeicao` follows from it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsuarioRejeitado {
    pub usuario_id: UsuarioId,
    pub rejeitado_por: UsuarioId,
}

impl Event for UsuarioRejeitado {
    const NAME: &'static str = "usuario.rejeitado";
}
