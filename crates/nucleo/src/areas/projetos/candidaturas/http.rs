//! The endpoints of applications: the same four for tasks of a project and standalone ones.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Created, Id, Query};
use base::id::UsuarioId;
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::{Capability, Scope};
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::tarefas::{Lugar, TarefaId};
use super::super::{PessoaView, ProjetoId};
use super::StatusCandidatura;
use super::service::{self, Candidatura};
use crate::policy::{ConduzirTarefas, DecidirCandidaturasAvulsas, Participar};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(candidatar))
        .routes(routes!(listar))
        .routes(routes!(aprovar))
        .routes(routes!(rejeitar))
        .routes(routes!(candidatar_avulsa))
        .routes(routes!(listar_avulsa))
        .routes(routes!(aprovar_avulsa))
        .routes(routes!(rejeitar_avulsa))
}

/// Candidata-se a uma tarefa aberta de um projeto, uma só vez.
#[utoipa::path(
    post, path = "/api/projetos/{id}/tarefas/{tid}/candidatar", tag = "candidaturas",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path)),
    responses(
        (status = 201, body = CandidaturaView),
        (status = 409, description = "A tarefa não está aberta, ou a candidatura já existe",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn candidatar(
    scope: Scope<Participar>,
    Id((projeto, id)): Id<(ProjetoId, TarefaId)>,
) -> Result<Created<CandidaturaView>> {
    pedir(&scope, Lugar::Projeto(projeto), id).await
}

/// Candidata-se a uma tarefa avulsa aberta, uma só vez.
#[utoipa::path(
    post, path = "/api/tarefas/{tid}/candidatar", tag = "candidaturas",
    params(("tid" = TarefaId, Path)),
    responses(
        (status = 201, body = CandidaturaView),
        (status = 409, description = "A tarefa não está aberta, ou a candidatura já existe",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn candidatar_avulsa(
    scope: Scope<Participar>,
    Id(id): Id<TarefaId>,
) -> Result<Created<CandidaturaView>> {
    pedir(&scope, Lugar::Avulsa, id).await
}

async fn pedir(
    scope: &Scope<Participar>,
    lugar: Lugar,
    id: TarefaId,
) -> Result<Created<CandidaturaView>> {
    let caller = scope.caller();
    let feita = scope.write(async |tx| service::candidatar(tx, caller, lugar, id).await).await?;
    Ok(Created(feita.into()))
}

/// Lista as candidaturas a uma tarefa de um projeto, da mais nova à mais antiga.
#[utoipa::path(
    get, path = "/api/projetos/{id}/tarefas/{tid}/candidaturas", tag = "candidaturas",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path), PageInput),
    responses(
        (status = 200, body = Vec<CandidaturaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["ConduzirTarefas"])),
)]
async fn listar(
    scope: Scope<ConduzirTarefas>,
    Id((projeto, id)): Id<(ProjetoId, TarefaId)>,
    Query(page): Query<PageInput>,
) -> Result<Listing<CandidaturaView>> {
    pagina(&scope, Lugar::Projeto(projeto), id, page).await
}

/// Lista as candidaturas a uma tarefa avulsa, da mais nova à mais antiga.
#[utoipa::path(
    get, path = "/api/tarefas/{tid}/candidaturas", tag = "candidaturas",
    params(("tid" = TarefaId, Path), PageInput),
    responses(
        (status = 200, body = Vec<CandidaturaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["DecidirCandidaturasAvulsas"])),
)]
async fn listar_avulsa(
    scope: Scope<DecidirCandidaturasAvulsas>,
    Id(id): Id<TarefaId>,
    Query(page): Query<PageInput>,
) -> Result<Listing<CandidaturaView>> {
    pagina(&scope, Lugar::Avulsa, id, page).await
}

async fn pagina<P: Capability>(
    scope: &Scope<P>,
    lugar: Lugar,
    id: TarefaId,
    page: PageInput,
) -> Result<Listing<CandidaturaView>> {
    let page = page.array_page()?;
    let (total, candidaturas) =
        scope.read(async |tx| service::listar(tx, lugar, id, page).await).await?;
    Ok(Listing { items: candidaturas.into_iter().map(Into::into).collect(), total })
}

/// Aprova uma candidatura: a pessoa responde pela tarefa, e as outras pendentes são rejeitadas.
#[utoipa::path(
    post, path = "/api/projetos/{id}/tarefas/{tid}/aprovar-candidatura/{uid}",
    tag = "candidaturas",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path), ("uid" = UsuarioId, Path)),
    responses(
        (status = 200, body = CandidaturaView),
        (status = 409, description = "Já decidida, ou a pessoa não está ativa", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ConduzirTarefas"])),
)]
async fn aprovar(
    scope: Scope<ConduzirTarefas>,
    Id((projeto, id, usuario)): Id<(ProjetoId, TarefaId, UsuarioId)>,
) -> Result<Json<CandidaturaView>> {
    decidir(&scope, Lugar::Projeto(projeto), id, usuario, true).await
}

/// Rejeita uma candidatura a uma tarefa de um projeto.
#[utoipa::path(
    post, path = "/api/projetos/{id}/tarefas/{tid}/rejeitar-candidatura/{uid}",
    tag = "candidaturas",
    params(("id" = ProjetoId, Path), ("tid" = TarefaId, Path), ("uid" = UsuarioId, Path)),
    responses(
        (status = 200, body = CandidaturaView),
        (status = 409, description = "Já decidida", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["ConduzirTarefas"])),
)]
async fn rejeitar(
    scope: Scope<ConduzirTarefas>,
    Id((projeto, id, usuario)): Id<(ProjetoId, TarefaId, UsuarioId)>,
) -> Result<Json<CandidaturaView>> {
    decidir(&scope, Lugar::Projeto(projeto), id, usuario, false).await
}

/// Aprova uma candidatura a uma tarefa avulsa: a pessoa responde por ela, e as outras pendentes
/// são rejeitadas.
#[utoipa::path(
    post, path = "/api/tarefas/{tid}/aprovar-candidatura/{uid}", tag = "candidaturas",
    params(("tid" = TarefaId, Path), ("uid" = UsuarioId, Path)),
    responses(
        (status = 200, body = CandidaturaView),
        (status = 409, description = "Já decidida, ou a pessoa não está ativa", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["DecidirCandidaturasAvulsas"])),
)]
async fn aprovar_avulsa(
    scope: Scope<DecidirCandidaturasAvulsas>,
    Id((id, usuario)): Id<(TarefaId, UsuarioId)>,
) -> Result<Json<CandidaturaView>> {
    decidir(&scope, Lugar::Avulsa, id, usuario, true).await
}

/// Rejeita uma candidatura a uma tarefa avulsa.
#[utoipa::path(
    post, path = "/api/tarefas/{tid}/rejeitar-candidatura/{uid}", tag = "candidaturas",
    params(("tid" = TarefaId, Path), ("uid" = UsuarioId, Path)),
    responses(
        (status = 200, body = CandidaturaView),
        (status = 409, description = "Já decidida", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["DecidirCandidaturasAvulsas"])),
)]
async fn rejeitar_avulsa(
    scope: Scope<DecidirCandidaturasAvulsas>,
    Id((id, usuario)): Id<(TarefaId, UsuarioId)>,
) -> Result<Json<CandidaturaView>> {
    decidir(&scope, Lugar::Avulsa, id, usuario, false).await
}

async fn decidir<P: Capability>(
    scope: &Scope<P>,
    lugar: Lugar,
    id: TarefaId,
    usuario: UsuarioId,
    aprova: bool,
) -> Result<Json<CandidaturaView>> {
    let decidida = scope
        .write(async |tx| match aprova {
            true => service::aprovar(tx, lugar, id, usuario).await,
            false => service::rejeitar(tx, lugar, id, usuario).await,
        })
        .await?;
    Ok(Json(decidida.into()))
}

/// Uma candidatura a uma tarefa.
#[derive(Serialize, ToSchema)]
pub struct CandidaturaView {
    tarefa_id: TarefaId,
    usuario_id: UsuarioId,
    usuario: PessoaView,
    status: StatusCandidatura,
    criado_em: Timestamp,
}

impl From<Candidatura> for CandidaturaView {
    fn from(candidatura: Candidatura) -> Self {
        Self {
            tarefa_id: candidatura.tarefa_id,
            usuario_id: candidatura.pessoa.usuario_id,
            usuario: candidatura.pessoa.into(),
            status: candidatura.status,
            criado_em: candidatura.criado_em,
        }
    }
}
