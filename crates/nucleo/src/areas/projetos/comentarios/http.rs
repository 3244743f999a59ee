//! The endpoints of comments.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query, message};
use base::id::UsuarioId;
use base::page::{Listing, PageInput};
use base::problem::Problems;
use base::scope::Scope;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::tarefas::TarefaId;
use super::super::{PessoaView, ProjetoId};
use super::ComentarioId;
use super::rules::ComentarioInput;
use super::service::{self, Comentario};
use crate::policy::Participar;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listar_do_projeto, comentar_projeto))
        .routes(routes!(listar_da_tarefa, comentar_tarefa))
        .routes(routes!(excluir))
}

/// Comenta um projeto.
#[utoipa::path(
    post, path = "/api/projetos/{id}/comentarios", tag = "comentarios",
    params(("id" = ProjetoId, Path)),
    request_body = ComentarioInput,
    responses((status = 201, body = ComentarioView), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn comentar_projeto(
    scope: Scope<Participar>,
    Id(projeto): Id<ProjetoId>,
    Body(input): Body<ComentarioInput>,
) -> Result<Created<ComentarioView>> {
    comentar(&scope, projeto, None, input).await
}

/// Comenta uma tarefa de um projeto.
#[utoipa::path(
    post, path = "/api/projetos/{id}/tarefas/{tid}/comentarios", tag = "comentarios",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path)),
    request_body = ComentarioInput,
    responses((status = 201, body = ComentarioView), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn comentar_tarefa(
    scope: Scope<Participar>,
    Id((projeto, tarefa)): Id<(ProjetoId, TarefaId)>,
    Body(input): Body<ComentarioInput>,
) -> Result<Created<ComentarioView>> {
    comentar(&scope, projeto, Some(tarefa), input).await
}

async fn comentar(
    scope: &Scope<Participar>,
    projeto: ProjetoId,
    tarefa: Option<TarefaId>,
    input: ComentarioInput,
) -> Result<Created<ComentarioView>> {
    let novo = input.parse()?;
    let caller = scope.caller();
    let comentario =
        scope.write(async |tx| service::criar(tx, caller, projeto, tarefa, &novo).await).await?;
    Ok(Created(comentario.into()))
}

/// Lista os comentários de um projeto, do mais novo ao mais antigo, sem os das suas tarefas.
#[utoipa::path(
    get, path = "/api/projetos/{id}/comentarios", tag = "comentarios",
    params(("id" = ProjetoId, Path), PageInput),
    responses(
        (status = 200, body = Vec<ComentarioView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar_do_projeto(
    scope: Scope<Participar>,
    Id(projeto): Id<ProjetoId>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ComentarioView>> {
    let page = page.array_page()?;
    let (total, comentarios) =
        scope.read(async |tx| service::listar_do_projeto(tx, projeto, page).await).await?;
    Ok(Listing { items: comentarios.into_iter().map(Into::into).collect(), total })
}

/// Lista os comentários de uma tarefa de um projeto, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/projetos/{id}/tarefas/{tid}/comentarios", tag = "comentarios",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path), PageInput),
    responses(
        (status = 200, body = Vec<ComentarioView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar_da_tarefa(
    scope: Scope<Participar>,
    Id((projeto, tarefa)): Id<(ProjetoId, TarefaId)>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ComentarioView>> {
    let page = page.array_page()?;
    let (total, comentarios) =
        scope.read(async |tx| service::listar_da_tarefa(tx, projeto, tarefa, page).await).await?;
    Ok(Listing { items: comentarios.into_iter().map(Into::into).collect(), total })
}

/// Exclui um comentário de um projeto ou de uma das suas tarefas.
///
/// Quem o escreveu, ou a coordenação e a administração.
#[utoipa::path(
    delete, path = "/api/projetos/{id}/comentarios/{cid}", tag = "comentarios",
    params(("id" = ProjetoId, Path), ("cid" = ComentarioId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn excluir(
    scope: Scope<Participar>,
    Id((projeto, id)): Id<(ProjetoId, ComentarioId)>,
) -> Result<Json<Message>> {
    let caller = scope.caller();
    scope.write(async |tx| service::excluir(tx, caller, projeto, id).await).await?;
    Ok(message("O comentário foi excluído."))
}

/// Um comentário.
#[derive(Serialize, ToSchema)]
pub struct ComentarioView {
    id: ComentarioId,
    projeto_id: ProjetoId,
    /// Nulo em um comentário do projeto.
    tarefa_id: Option<TarefaId>,
    usuario_id: UsuarioId,
    usuario: PessoaView,
    texto: String,
    imagem_url: Option<String>,
    criado_em: Timestamp,
}

impl From<Comentario> for ComentarioView {
    fn from(comentario: Comentario) -> Self {
        Self {
            id: comentario.id,
            projeto_id: comentario.projeto_id,
            tarefa_id: comentario.tarefa_id,
            usuario_id: comentario.autor.usuario_id,
            usuario: comentario.autor.into(),
            texto: comentario.texto,
            imagem_url: comentario.imagem_url,
            criado_em: comentario.criado_em,
        }
    }
}
