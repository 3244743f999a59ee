//! The endpoints of projects themselves.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Query};
use base::page::{Listing, Page, PageInput};
use base::problem::Problems;
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use base::{App, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ProjetoId;
use super::candidaturas::CandidaturaView;
use super::comentarios::ComentarioView;
use super::convites::{ConviteView, MembroDoProjetoView};
use super::rules::{MudancaDeProjeto, NovoProjeto, NovoProjetoInput, ProjetoInput, StatusProjeto};
use super::service::{self, Detalhe, Participacao, Projeto};
use super::tarefas::TarefaView;
use crate::policy::{AdministrarProjetos, Participar};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar, criar)).routes(routes!(detalhar, alterar))
}

/// Cria um projeto. `nome` é obrigatório.
#[utoipa::path(
    post, path = "/api/projetos", tag = "projetos",
    request_body = NovoProjetoInput,
    responses((status = 201, body = ProjetoView), Problems),
    security(("bearer" = ["AdministrarProjetos"])),
)]
async fn criar(
    scope: Scope<AdministrarProjetos>,
    Body(input): Body<ProjetoInput>,
) -> Result<Created<ProjetoView>> {
    let novo = NovoProjeto::parse(input)?;
    let projeto = scope.write(async |tx| service::criar(tx, &novo).await).await?;
    Ok(Created(projeto.into()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ProjetosInput {
    /// Só os desta coluna do quadro.
    #[param(value_type = Option<StatusProjeto>)]
    status: Field<String>,
}

/// Lista os projetos, do mais novo ao mais antigo.
///
/// Coordenação, administração e líderes de projeto veem todos. As outras pessoas veem aqueles cujo
/// convite aceitaram, em que foram confirmadas, ou em que respondem por uma tarefa.
#[utoipa::path(
    get, path = "/api/projetos", tag = "projetos",
    params(ProjetosInput, PageInput),
    responses(
        (status = 200, body = Vec<ProjetoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(input): Query<ProjetosInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ProjetoView>> {
    let mut erros = FieldErrors::default();
    let status = erros.optional_choice("status", input.status);
    let page = Page::parse_for_array(page, &mut erros);
    let page = erros.finish(Some(page))?;
    let caller = scope.caller();
    let (total, projetos) =
        scope.read(async |tx| service::listar(tx, caller, status, page).await).await?;
    Ok(Listing { items: projetos.into_iter().map(Into::into).collect(), total })
}

/// Mostra um projeto com as pessoas e as tarefas, das mais novas às mais antigas.
///
/// Mostra até mil de cada; `totalMembros` e `totalTarefas` dizem quantas há.
#[utoipa::path(
    get, path = "/api/projetos/{id}", tag = "projetos",
    params(("id" = ProjetoId, Path)),
    responses((status = 200, body = ProjetoDetalhadoView), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn detalhar(
    scope: Scope<Participar>,
    Id(id): Id<ProjetoId>,
) -> Result<Json<ProjetoDetalhadoView>> {
    let caller = scope.caller();
    let detalhe = scope.read(async |tx| service::detalhar(tx, caller, id).await).await?;
    Ok(Json(detalhe.into()))
}

/// Altera um projeto; o que não vem fica como está.
#[utoipa::path(
    patch, path = "/api/projetos/{id}", tag = "projetos",
    params(("id" = ProjetoId, Path)),
    request_body = ProjetoInput,
    responses((status = 200, body = ProjetoView), Problems),
    security(("bearer" = ["AdministrarProjetos"])),
)]
async fn alterar(
    scope: Scope<AdministrarProjetos>,
    Id(id): Id<ProjetoId>,
    Body(input): Body<ProjetoInput>,
) -> Result<Json<ProjetoView>> {
    let mudanca = MudancaDeProjeto::parse(input)?;
    let projeto = scope.write(async |tx| service::alterar(tx, id, &mudanca).await).await?;
    Ok(Json(projeto.into()))
}

/// Um projeto, como no quadro.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProjetoView {
    id: ProjetoId,
    #[schema(example = "Horta comunitária")]
    nome: String,
    descricao: Option<String>,
    status: StatusProjeto,
    data_fim: Option<Timestamp>,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
    /// Quantas pessoas estão confirmadas.
    total_membros: i64,
    total_tarefas: i64,
    /// Os do projeto e os das suas tarefas.
    total_comentarios: i64,
}

impl From<Projeto> for ProjetoView {
    fn from(projeto: Projeto) -> Self {
        Self {
            id: projeto.id,
            nome: projeto.nome,
            descricao: projeto.descricao,
            status: projeto.status,
            data_fim: projeto.data_fim,
            criado_em: projeto.criado_em,
            total_membros: projeto.total_membros,
            total_tarefas: projeto.total_tarefas,
            total_comentarios: projeto.total_comentarios,
        }
    }
}

/// Um projeto por completo.
#[derive(Serialize, ToSchema)]
struct ProjetoDetalhadoView {
    #[serde(flatten)]
    projeto: ProjetoView,
    membros: Vec<MembroDoProjetoView>,
    tarefas: Vec<TarefaView>,
}

impl From<Detalhe> for ProjetoDetalhadoView {
    fn from(detalhe: Detalhe) -> Self {
        Self {
            projeto: detalhe.projeto.into(),
            membros: detalhe.membros.into_iter().map(Into::into).collect(),
            tarefas: detalhe.tarefas.into_iter().map(Into::into).collect(),
        }
    }
}

/// Tudo o que uma pessoa tem em projetos.
#[derive(Serialize, ToSchema)]
pub struct ParticipacaoView {
    /// Projetos para que foi convidada ou de que faz parte.
    projetos: Vec<ConviteView>,
    /// Aquelas por que responde ou respondeu.
    tarefas: Vec<TarefaView>,
    candidaturas: Vec<CandidaturaView>,
    comentarios: Vec<ComentarioView>,
}

impl From<Participacao> for ParticipacaoView {
    fn from(participacao: Participacao) -> Self {
        Self {
            projetos: participacao.convites.into_iter().map(Into::into).collect(),
            tarefas: participacao.tarefas.into_iter().map(Into::into).collect(),
            candidaturas: participacao.candidaturas.into_iter().map(Into::into).collect(),
            comentarios: participacao.comentarios.into_iter().map(Into::into).collect(),
        }
    }
}
