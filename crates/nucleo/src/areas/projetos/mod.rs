//! Where members act, and earn: projects and who is in them, tasks, applications to open ones,
//! comments.
//!
//! Four parts live inside, each with its own layers. Whatever holds several rows takes them in this
//! order, so that nobody waits in a circle: project, task, what belongs to the task, wallet.

pub mod avisos;
pub mod candidaturas;
pub mod comentarios;
pub mod convites;
mod eventos;
mod http;
mod pessoa;
mod rules;
pub mod service;
mod store;
pub mod tarefas;
mod trava;
pub mod verificacao;

use base::App;
use utoipa_axum::router::OpenApiRouter;

pub use eventos::{
    CandidaturaAprovada, CandidaturaRecebida, CandidaturaRejeitada, CandidaturasPreteridas,
    ConvitesEnviados, TarefaAprovada, TarefaAtribuida, TarefaConcluida, TarefaMovida,
    TarefaRejeitada, TarefaRetirada,
};
pub use http::ParticipacaoView;
pub use pessoa::{Pessoa, PessoaView};
pub use rules::{MudancaDeProjeto, NovoProjeto, StatusProjeto};

base::id!(
    /// Um projeto.
    ProjetoId
);

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(http::router())
        .merge(convites::router())
        .merge(tarefas::router())
        .merge(candidaturas::router())
        .merge(comentarios::router())
}
