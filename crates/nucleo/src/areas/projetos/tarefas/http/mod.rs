//! The endpoints of tasks.

mod andamento;
mod cadastro;
mod listas;

use base::App;
use base::clock::Timestamp;
use base::id::UsuarioId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::ProjetoId;
use super::super::candidaturas::StatusCandidatura;
use super::service::Tarefa;
use super::{Dificuldade, StatusTarefa, TarefaId};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listas::minhas))
        .routes(routes!(listas::avulsas, cadastro::criar_avulsa))
        .routes(routes!(cadastro::criar))
        .routes(routes!(cadastro::alterar, cadastro::excluir))
        .routes(routes!(cadastro::alterar_avulsa, cadastro::excluir_avulsa))
        .routes(routes!(andamento::mudar_status))
        .routes(routes!(andamento::concluir))
        .routes(routes!(andamento::aprovar))
        .routes(routes!(andamento::rejeitar))
}

/// Uma tarefa.
#[derive(Serialize, ToSchema)]
pub struct TarefaView {
    id: TarefaId,
    /// Nulo em uma tarefa avulsa.
    projeto_id: Option<ProjetoId>,
    #[schema(example = "Desenhar o cartaz")]
    titulo: String,
    descricao: Option<String>,
    dificuldade: Dificuldade,
    /// Antes do multiplicador.
    #[schema(example = 100)]
    recompensa: i64,
    prazo: Option<Timestamp>,
    status: StatusTarefa,
    responsavel: Option<ResponsavelView>,
    /// Sem responsável, aceita candidaturas.
    aberta: bool,
    /// O da última rejeição.
    feedback: Option<String>,
    /// A da última entrega.
    comprovacao: Option<String>,
    #[serde(rename = "comprovacaoUrl")]
    comprovacao_url: Option<String>,
    /// A própria candidatura de quem pergunta; PENDENTE é "Candidatado".
    candidatura: Option<StatusCandidatura>,
    #[serde(rename = "totalComentarios")]
    total_comentarios: i64,
    criado_em: Timestamp,
}

/// Quem responde por uma tarefa.
#[derive(Serialize, ToSchema)]
struct ResponsavelView {
    id: UsuarioId,
    nome: String,
    /// Falso quando a pessoa foi suspensa, inativada ou saiu: a tarefa espera outra pessoa.
    ativo: bool,
}

impl From<Tarefa> for TarefaView {
    fn from(tarefa: Tarefa) -> Self {
        let responsavel = tarefa.responsavel_id.map(|id| ResponsavelView {
            id,
            nome: tarefa.responsavel_nome.unwrap_or_default(),
            ativo: tarefa.responsavel_ativo.unwrap_or_default(),
        });
        Self {
            id: tarefa.id,
            projeto_id: tarefa.projeto_id,
            titulo: tarefa.titulo,
            descricao: tarefa.descricao,
            dificuldade: tarefa.dificuldade,
            recompensa: tarefa.recompensa,
            prazo: tarefa.prazo,
            status: tarefa.status,
            aberta: responsavel.is_none(),
            responsavel,
            feedback: tarefa.feedback,
            comprovacao: tarefa.comprovacao,
            comprovacao_url: tarefa.comprovacao_url,
            candidatura: tarefa.candidatura,
            total_comentarios: tarefa.total_comentarios,
            criado_em: tarefa.criado_em,
        }
    }
}
