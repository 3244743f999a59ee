//! The endpoints of members and invitations.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query, message};
use base::id::UsuarioId;
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::{OwnScope, Scope};
use base::validation::{Field, FieldErrors};
use base::{App, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::{PessoaView, ProjetoId, StatusProjeto};
use super::StatusConvite;
use super::rules::ConvidarInput;
use super::service::{self, Convidados, Convite, Membro};
use crate::policy::{AdministrarProjetos, Participar};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(adicionar))
        .routes(routes!(remover))
        .routes(routes!(convidar))
        .routes(routes!(meus_convites))
        .routes(routes!(aceitar))
        .routes(routes!(recusar))
        .routes(routes!(confirmar))
}

/// Põe uma pessoa ativa no projeto, sem convite.
///
/// Quem tinha um convite, em qualquer estado, fica confirmado.
#[utoipa::path(
    post, path = "/api/projetos/{id}/membros", tag = "projetos",
    params(("id" = ProjetoId, Path)),
    request_body = AdicionarInput,
    responses(
        (status = 201, body = MembroDoProjetoView),
        (status = 409, description = "Já faz parte do projeto, ou não está ativa", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarProjetos"])),
)]
async fn adicionar(
    scope: Scope<AdministrarProjetos>,
    Id(id): Id<ProjetoId>,
    Body(input): Body<AdicionarInput>,
) -> Result<Created<MembroDoProjetoView>> {
    let mut erros = FieldErrors::default();
    let usuario = erros.required("usuarioId", input.usuario_id);
    let usuario = erros.finish(usuario)?;
    let membro = scope.write(async |tx| service::adicionar(tx, id, usuario).await).await?;
    Ok(Created(membro.into()))
}

/// Tira uma pessoa do projeto, ou retira o convite.
///
/// As tarefas por que ela responde continuam com ela até que passem a outra pessoa.
#[utoipa::path(
    delete, path = "/api/projetos/{id}/membros/{uid}", tag = "projetos",
    params(("id" = ProjetoId, Path), ("uid" = UsuarioId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["AdministrarProjetos"])),
)]
async fn remover(
    scope: Scope<AdministrarProjetos>,
    Id((id, usuario)): Id<(ProjetoId, UsuarioId)>,
) -> Result<Json<Message>> {
    scope.write(async |tx| service::remover(tx, id, usuario).await).await?;
    Ok(message("A pessoa saiu do projeto."))
}

/// Convida pessoas ativas para o projeto; quem recusou pode ser convidado de novo.
///
/// Quem não existe, não está ativo, já foi convidado ou já faz parte é ignorado, com o motivo.
#[utoipa::path(
    post, path = "/api/projetos/{id}/convidar", tag = "projetos",
    params(("id" = ProjetoId, Path)),
    request_body = ConvidarInput,
    responses((status = 200, body = ConvidadosView), Problems),
    security(("bearer" = ["AdministrarProjetos"])),
)]
async fn convidar(
    scope: Scope<AdministrarProjetos>,
    Id(id): Id<ProjetoId>,
    Body(input): Body<ConvidarInput>,
) -> Result<Json<ConvidadosView>> {
    let usuarios = input.parse()?;
    let convidados = scope.write(async |tx| service::convidar(tx, id, &usuarios).await).await?;
    Ok(Json(convidados.into()))
}

/// Lista os próprios convites que esperam resposta, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/projetos/meus-convites", tag = "projetos",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ConviteView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = [])),
)]
async fn meus_convites(
    scope: OwnScope,
    Query(page): Query<PageInput>,
) -> Result<Listing<ConviteView>> {
    let page = page.array_page()?;
    let id = scope.caller().id;
    let (total, convites) = scope.read(async |tx| service::pendentes(tx, id, page).await).await?;
    Ok(Listing { items: convites.into_iter().map(Into::into).collect(), total })
}

/// Aceita o convite para um projeto; a coordenação ainda confirma.
#[utoipa::path(
    post, path = "/api/projetos/{id}/aceitar-convite", tag = "projetos",
    params(("id" = ProjetoId, Path)),
    responses(
        (status = 200, body = ConviteView),
        (status = 409, description = "O convite já foi respondido", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn aceitar(scope: Scope<Participar>, Id(id): Id<ProjetoId>) -> Result<Json<ConviteView>> {
    responder(&scope, id, true).await
}

/// Recusa o convite para um projeto.
#[utoipa::path(
    post, path = "/api/projetos/{id}/recusar-convite", tag = "projetos",
    params(("id" = ProjetoId, Path)),
    responses(
        (status = 200, body = ConviteView),
        (status = 409, description = "O convite já foi respondido", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn recusar(scope: Scope<Participar>, Id(id): Id<ProjetoId>) -> Result<Json<ConviteView>> {
    responder(&scope, id, false).await
}

async fn responder(
    scope: &Scope<Participar>,
    id: ProjetoId,
    aceita: bool,
) -> Result<Json<ConviteView>> {
    let eu = scope.caller().id;
    let convite = scope.write(async |tx| service::responder(tx, id, eu, aceita).await).await?;
    Ok(Json(convite.into()))
}

/// Confirma quem aceitou o convite: a pessoa passa a fazer parte do projeto.
#[utoipa::path(
    post, path = "/api/projetos/{id}/confirmar-membro/{uid}", tag = "projetos",
    params(("id" = ProjetoId, Path), ("uid" = UsuarioId, Path)),
    responses(
        (status = 200, body = MembroDoProjetoView),
        (status = 409, description = "O convite não está aceito", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarProjetos"])),
)]
async fn confirmar(
    scope: Scope<AdministrarProjetos>,
    Id((id, usuario)): Id<(ProjetoId, UsuarioId)>,
) -> Result<Json<MembroDoProjetoView>> {
    let membro = scope.write(async |tx| service::confirmar(tx, id, usuario).await).await?;
    Ok(Json(membro.into()))
}

/// A pessoa a pôr no projeto.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdicionarMembroInput)]
struct AdicionarInput {
    #[schema(value_type = UsuarioId)]
    usuario_id: Field<UsuarioId>,
}

/// Uma pessoa do projeto, ou convidada para ele.
#[derive(Serialize, ToSchema)]
pub struct MembroDoProjetoView {
    usuario: PessoaView,
    status_convite: StatusConvite,
    /// Desde quando; de um convite, quando foi feito.
    criado_em: Timestamp,
}

impl From<Membro> for MembroDoProjetoView {
    fn from(membro: Membro) -> Self {
        Self {
            usuario: membro.pessoa.into(),
            status_convite: membro.status_convite,
            criado_em: membro.criado_em,
        }
    }
}

/// O que foi feito de um pedido de convites.
#[derive(Serialize, ToSchema)]
struct ConvidadosView {
    #[schema(example = "2 pessoas convidadas.")]
    message: String,
    /// Quantas pessoas foram convidadas.
    convidados: usize,
    ignorados: Vec<IgnoradoView>,
}

/// Alguém que não foi convidado.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct IgnoradoView {
    usuario_id: UsuarioId,
    #[schema(example = "Já foi convidada.")]
    motivo: &'static str,
}

impl From<Convidados> for ConvidadosView {
    fn from(convidados: Convidados) -> Self {
        let ignorado = |(usuario_id, motivo)| IgnoradoView { usuario_id, motivo };
        Self {
            message: match convidados.convidados {
                0 => "Ninguém foi convidado.".to_owned(),
                1 => "1 pessoa convidada.".to_owned(),
                quantos => format!("{quantos} pessoas convidadas."),
            },
            convidados: convidados.convidados,
            ignorados: convidados.ignorados.into_iter().map(ignorado).collect(),
        }
    }
}

/// O próprio lugar em um projeto.
#[derive(Serialize, ToSchema)]
pub struct ConviteView {
    projeto: ProjetoDoConviteView,
    status_convite: StatusConvite,
    criado_em: Timestamp,
}

/// O projeto de um convite.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProjetoDoConviteView {
    id: ProjetoId,
    nome: String,
    descricao: Option<String>,
    status: StatusProjeto,
    data_fim: Option<Timestamp>,
}

impl From<Convite> for ConviteView {
    fn from(convite: Convite) -> Self {
        Self {
            projeto: ProjetoDoConviteView {
                id: convite.projeto_id,
                nome: convite.nome,
                descricao: convite.descricao,
                status: convite.status,
                data_fim: convite.data_fim,
            },
            status_convite: convite.status_convite,
            criado_em: convite.criado_em,
        }
    }
}
