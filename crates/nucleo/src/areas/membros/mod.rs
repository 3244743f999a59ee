//! The people of a nucleo: who they are, which cargo and status they have.

mod dados;
mod http;
mod preferencias;
pub mod rules;
mod segmento;
pub mod service;
mod store;

use base::id::UsuarioId;
use base::outbox::Event;
use base::scope::Cargo;
use serde::{Deserialize, Serialize};

pub use dados::{
    AlterarDadosInput, Consentimento, DadosInput, DadosPessoais, Endereco, EnderecoInput,
    MudancaDeDados, NovaPessoa, email_valido, parse_cpf, parse_email, parse_nome,
};
pub use http::{PerfilView, router};
pub use preferencias::{MudancaDePreferencias, Preferencias};
pub(crate) use segmento::segmento_inclui;
pub use segmento::{Segmento, SegmentoInput, TextoOuLista};

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

/// A person may do other things from now on.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CargoAlterado {
    pub usuario_id: UsuarioId,
    pub de: Cargo,
    pub para: Cargo,
    pub alterado_por: UsuarioId,
}

impl Event for CargoAlterado {
    const NAME: &'static str = "cargo.alterado";
}

/// A person was suspended, left, or came back.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusAlterado {
    pub usuario_id: UsuarioId,
    pub de: Status,
    pub para: Status,
    pub alterado_por: UsuarioId,
    /// They had never been approved before: their approval is told of in its own way.
    #[serde(default)]
    pub primeira_vez: bool,
}

impl Event for StatusAlterado {
    const NAME: &'static str = "status.alterado";
}

/// A person has left for good and is anonymous: other areas take away what they hold of them.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContaExcluida {
    pub usuario_id: UsuarioId,
}

impl Event for ContaExcluida {
    const NAME: &'static str = "conta.excluida";
}
