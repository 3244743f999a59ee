//! A task on its way, of a project or standalone.

use axum::Json;
use base::Result;
use base::http::{Body, Id};
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::ToSchema;

use super::super::rules::{ConcluirInput, RejeitarInput};
use super::super::{NovoStatus, TarefaId, service};
use super::TarefaView;
use crate::policy::{Participar, ValidarTarefas};

/// Move uma tarefa entre PENDENTE e EM_ANDAMENTO, ou retoma uma REJEITADA.
///
/// Quem responde pela tarefa é avisado quando outra pessoa a move.
#[utoipa::path(
    patch, path = "/api/projetos/tarefas/{tid}/status", tag = "tarefas",
    params(("tid" = TarefaId, Path)),
    request_body = StatusDaTarefaInput,
    responses(
        (status = 200, body = TarefaView),
        (status = 409, description = "Não é possível a partir do estado em que ela está",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn mudar_status(
    scope: Scope<Participar>,
    Id(id): Id<TarefaId>,
    Body(input): Body<StatusDaTarefaInput>,
) -> Result<Json<TarefaView>> {
    let mut erros = FieldErrors::default();
    let novo = erros.required("status", input.status);
    let novo = erros.finish(novo)?;
    let caller = scope.caller();
    let tarefa = scope.write(async |tx| service::mover(tx, caller, id, novo).await).await?;
    Ok(Json(tarefa.into()))
}

#[derive(Deserialize, ToSchema)]
pub struct StatusDaTarefaInput {
    #[schema(value_type = NovoStatus)]
    status: Field<NovoStatus>,
}

/// Entrega uma tarefa EM_ANDAMENTO, com a comprovação. Só quem responde por ela.
///
/// Fica CONCLUIDA e, instantes depois, quando quem valida é avisado, AGUARDANDO_VALIDACAO.
#[utoipa::path(
    post, path = "/api/projetos/tarefas/{tid}/concluir", tag = "tarefas",
    params(("tid" = TarefaId, Path)),
    request_body = ConcluirInput,
    responses(
        (status = 200, body = TarefaView),
        (status = 409, description = "Não está em andamento", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn concluir(
    scope: Scope<Participar>,
    Id(id): Id<TarefaId>,
    Body(input): Body<ConcluirInput>,
) -> Result<Json<TarefaView>> {
    let entrega = input.parse()?;
    let caller = scope.caller();
    let tarefa = scope.write(async |tx| service::concluir(tx, caller, id, &entrega).await).await?;
    Ok(Json(tarefa.into()))
}

/// Aprova uma tarefa entregue e credita a recompensa, com multiplicador e teto mensal.
#[utoipa::path(
    post, path = "/api/projetos/tarefas/{tid}/aprovar", tag = "tarefas",
    params(("tid" = TarefaId, Path)),
    responses(
        (status = 200, body = TarefaView),
        (status = 409, description = "Não foi entregue, ou já foi decidida", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ValidarTarefas"])),
)]
pub async fn aprovar(
    scope: Scope<ValidarTarefas>,
    Id(id): Id<TarefaId>,
) -> Result<Json<TarefaView>> {
    let caller = scope.caller();
    let tarefa = scope.write(async |tx| service::aprovar(tx, caller, id).await).await?;
    Ok(Json(tarefa.into()))
}

/// Rejeita uma tarefa entregue e diz o que falta; ela pode ser retomada.
#[utoipa::path(
    post, path = "/api/projetos/tarefas/{tid}/rejeitar", tag = "tarefas",
    params(("tid" = TarefaId, Path)),
    request_body = RejeitarInput,
    responses(
        (status = 200, body = TarefaView),
        (status = 409, description = "Não foi entregue, ou já foi decidida", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ValidarTarefas"])),
)]
pub async fn rejeitar(
    scope: Scope<ValidarTarefas>,
    Id(id): Id<TarefaId>,
    Body(input): Body<RejeitarInput>,
) -> Result<Json<TarefaView>> {
    let feedback = input.parse()?;
    let caller = scope.caller();
    let tarefa = scope.write(async |tx| service::rejeitar(tx, caller, id, &feedback).await).await?;
    Ok(Json(tarefa.into()))
}
