//! Tasks are created, changed and deleted: those of a project, and standalone ones.

use axum::Json;
use base::Result;
use base::http::{Body, Created, Id, Message, message};
use base::problem::{Problem, Problems};
use base::scope::Scope;

use super::super::super::ProjetoId;
use super::super::{Lugar, NovaTarefaInput, TarefaId, TarefaInput, service};
use super::TarefaView;
use crate::policy::{ConduzirTarefas, CriarTarefasAvulsas};

/// Cria uma tarefa em um projeto, com responsável ou aberta. `titulo` é obrigatório.
#[utoipa::path(
    post, path = "/api/projetos/{id}/tarefas", tag = "tarefas",
    params(("id" = ProjetoId, Path)),
    request_body = NovaTarefaInput,
    responses((status = 201, body = TarefaView), Problems),
    security(("bearer" = ["ConduzirTarefas"])),
)]
pub async fn criar(
    scope: Scope<ConduzirTarefas>,
    Id(projeto): Id<ProjetoId>,
    Body(input): Body<TarefaInput>,
) -> Result<Created<TarefaView>> {
    let caller = scope.caller();
    let criada =
        scope.write(async |tx| service::criar_no_projeto(tx, caller, projeto, input).await).await?;
    Ok(Created(criada.into()))
}

/// Cria uma tarefa avulsa, sem projeto, com responsável ou aberta. `titulo` é obrigatório.
#[utoipa::path(
    post, path = "/api/tarefas", tag = "tarefas",
    request_body = NovaTarefaInput,
    responses((status = 201, body = TarefaView), Problems),
    security(("bearer" = ["CriarTarefasAvulsas"])),
)]
pub async fn criar_avulsa(
    scope: Scope<CriarTarefasAvulsas>,
    Body(input): Body<TarefaInput>,
) -> Result<Created<TarefaView>> {
    let caller = scope.caller();
    let criada = scope.write(async |tx| service::criar_avulsa(tx, caller, input).await).await?;
    Ok(Created(criada.into()))
}

/// Altera uma tarefa de um projeto; o que não vem fica como está.
///
/// Só antes da entrega, ou depois de uma rejeição. Com outro responsável, ou nenhum, ela recomeça
/// em PENDENTE, sem a comprovação e o feedback de antes, e as candidaturas pendentes são decididas.
#[utoipa::path(
    patch, path = "/api/projetos/{id}/tarefas/{tid}", tag = "tarefas",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path)),
    request_body = TarefaInput,
    responses(
        (status = 200, body = TarefaView),
        (status = 409, description = "Já foi entregue ou aprovada", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ConduzirTarefas"])),
)]
pub async fn alterar(
    scope: Scope<ConduzirTarefas>,
    Id((projeto, id)): Id<(ProjetoId, TarefaId)>,
    Body(input): Body<TarefaInput>,
) -> Result<Json<TarefaView>> {
    let (caller, lugar) = (scope.caller(), Lugar::Projeto(projeto));
    let tarefa =
        scope.write(async |tx| service::alterar(tx, caller, lugar, id, input).await).await?;
    Ok(Json(tarefa.into()))
}

/// Altera uma tarefa avulsa; o que não vem fica como está.
///
/// Só antes da entrega, ou depois de uma rejeição. Com outro responsável, ou nenhum, ela recomeça
/// em PENDENTE, sem a comprovação e o feedback de antes, e as candidaturas pendentes são decididas.
#[utoipa::path(
    patch, path = "/api/tarefas/{tid}", tag = "tarefas",
    params(("tid" = TarefaId, Path)),
    request_body = TarefaInput,
    responses(
        (status = 200, body = TarefaView),
        (status = 409, description = "Já foi entregue ou aprovada", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["CriarTarefasAvulsas"])),
)]
pub async fn alterar_avulsa(
    scope: Scope<CriarTarefasAvulsas>,
    Id(id): Id<TarefaId>,
    Body(input): Body<TarefaInput>,
) -> Result<Json<TarefaView>> {
    let caller = scope.caller();
    let tarefa = scope
        .write(async |tx| service::alterar(tx, caller, Lugar::Avulsa, id, input).await)
        .await?;
    Ok(Json(tarefa.into()))
}

/// Exclui uma tarefa de um projeto, com candidaturas e comentários.
///
/// Uma tarefa entregue é antes aprovada ou rejeitada; uma aprovada fica.
#[utoipa::path(
    delete, path = "/api/projetos/{id}/tarefas/{tid}", tag = "tarefas",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path)),
    responses(
        (status = 200, body = Message),
        (status = 409, description = "Já foi entregue ou aprovada", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ConduzirTarefas"])),
)]
pub async fn excluir(
    scope: Scope<ConduzirTarefas>,
    Id((projeto, id)): Id<(ProjetoId, TarefaId)>,
) -> Result<Json<Message>> {
    scope.write(async |tx| service::excluir(tx, Lugar::Projeto(projeto), id).await).await?;
    Ok(message("A tarefa foi excluída."))
}

/// Exclui uma tarefa avulsa, com candidaturas.
///
/// Uma tarefa entregue é antes aprovada ou rejeitada; uma aprovada fica.
#[utoipa::path(
    delete, path = "/api/tarefas/{tid}", tag = "tarefas",
    params(("tid" = TarefaId, Path)),
    responses(
        (status = 200, body = Message),
        (status = 409, description = "Já foi entregue ou aprovada", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["CriarTarefasAvulsas"])),
)]
pub async fn excluir_avulsa(
    scope: Scope<CriarTarefasAvulsas>,
    Id(id): Id<TarefaId>,
) -> Result<Json<Message>> {
    scope.write(async |tx| service::excluir(tx, Lugar::Avulsa, id).await).await?;
    Ok(message("A tarefa foi excluída."))
}
