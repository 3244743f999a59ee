//! Who did what to whom, when and from where. Append-only: the database refuses any change.
//!
//! People are written down by their ids alone: names are read from their own tables, so that a
//! removed account leaves none behind.

mod http;
pub mod service;
mod store;

use base::Uuid;
use base::clock::Timestamp;
use base::id::{NucleoId, UsuarioId};
use serde_json::Value;

pub use http::{LinhaView, router};
pub use service::registrar;

base::id!(RegistroId);

base::text_enum! {
    /// O que foi feito.
    pub enum Acao {
        UsuarioAprovado = "USUARIO_APROVADO",
        UsuarioRejeitado = "USUARIO_REJEITADO",
        CargoAlterado = "CARGO_ALTERADO",
        StatusAlterado = "STATUS_ALTERADO",
        AjusteManual = "AJUSTE_MANUAL",
        MultiplicadorAlterado = "MULTIPLICADOR_ALTERADO",
        TetoAlterado = "TETO_ALTERADO",
        PlanoAlterado = "PLANO_ALTERADO",
        TarefaAprovada = "TAREFA_APROVADA",
        LancamentoExcluido = "LANCAMENTO_EXCLUIDO",
        ConfiguracaoAlterada = "CONFIGURACAO_ALTERADA",
        NucleoCriado = "NUCLEO_CRIADO",
        NucleoAlterado = "NUCLEO_ALTERADO",
        SuperAdminCriado = "SUPER_ADMIN_CRIADO",
        ConteudoNacional = "CONTEUDO_NACIONAL",
        EmailManual = "EMAIL_MANUAL",
        AcaoIaConfirmada = "ACAO_IA_CONFIRMADA",
        ContaExcluida = "CONTA_EXCLUIDA",
    }
}

base::text_enum! {
    /// Sobre o que foi feito.
    pub enum TipoAlvo {
        Usuario = "USUARIO",
        Nucleo = "NUCLEO",
        Enquete = "ENQUETE",
        Comunicado = "COMUNICADO",
        Tarefa = "TAREFA",
        Email = "EMAIL",
        Lancamento = "LANCAMENTO",
        AcaoIa = "ACAO_IA",
        Plano = "PLANO",
    }
}

/// One line of the trail.
pub struct Registro {
    pub acao: Acao,
    /// The nucleo of the thing it was done to; `None` for what stands above all nucleos.
    pub nucleo: Option<NucleoId>,
    pub alvo: (TipoAlvo, Uuid),
    /// What changed, without personal data.
    pub detalhes: Value,
}

/// Which lines to show.
pub struct Filtro {
    pub acao: Option<Acao>,
    /// As author or as target.
    pub usuario: Option<UsuarioId>,
    pub inicio: Option<Timestamp>,
    pub fim: Option<Timestamp>,
}
