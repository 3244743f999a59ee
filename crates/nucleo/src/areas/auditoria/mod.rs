//! Who did what to whom, when and from where. Append-only: the database refuses any change.
//!
//! No name, e-mail or other personal datum is written here, only ids: names are read from their
//! own tables, so that a removed account leaves nothing behind.

mod http;
pub mod service;
mod store;

pub use http::router;
pub use service::{Registro, registrar};

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
    }
}
