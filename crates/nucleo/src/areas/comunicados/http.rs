//! The endpoints of announcements: parse, call the service, show.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query, message};
use base::id::{NucleoId, UsuarioId};
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ComunicadoId;
use super::rules::{
    ComunicadoInput, Destinatarios, Mudanca, NovoComunicado, NovoComunicadoInput,
    StatusDeComunicado,
};
use super::service::{self, Comunicado};
use crate::areas::membros::Segmento;
use crate::policy::{Participar, PublicarComunicados};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listar, criar))
        .routes(routes!(listar_geridos))
        .routes(routes!(detalhar, alterar, excluir))
}

/// Cria um comunicado do núcleo, na hora ou com data marcada.
///
/// `titulo` e `conteudo` são obrigatórios. Sem núcleo escolhido, um SUPER_ADMIN cria um comunicado
/// nacional, que aparece em todos os núcleos. Ao ser publicado, entra no feed e avisa quem o vê:
/// no aplicativo, por push se `enviarPush` e por e-mail se `enviarEmail`.
#[utoipa::path(
    post, path = "/api/comunicados", tag = "comunicados",
    request_body = NovoComunicadoInput,
    responses((status = 201, body = ComunicadoCriadoView), Problems),
    security(("bearer" = ["PublicarComunicados"])),
)]
async fn criar(
    scope: Scope<PublicarComunicados>,
    Body(input): Body<ComunicadoInput>,
) -> Result<Created<ComunicadoCriadoView>> {
    let novo = NovoComunicado::parse(input, scope.now())?;
    let caller = scope.caller();
    let comunicado = scope.write(async |tx| service::criar(tx, caller, &novo).await).await?;
    Ok(Created(comunicado.into()))
}

/// Altera um comunicado; o que não vem fica como está.
///
/// Um PORTA_VOZ altera só os seus; os nacionais, só um SUPER_ADMIN sem núcleo escolhido. Um
/// agendado pode ganhar outra data, ou ser publicado já com `dataAgendamento` nula. A mudança de um
/// já publicado aparece no feed e não avisa ninguém de novo.
#[utoipa::path(
    patch, path = "/api/comunicados/{id}", tag = "comunicados",
    params(("id" = ComunicadoId, Path)),
    request_body = ComunicadoInput,
    responses(
        (status = 200, body = ComunicadoView),
        (status = 409, description = "Já publicado: não há mais data a marcar", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["PublicarComunicados"])),
)]
async fn alterar(
    scope: Scope<PublicarComunicados>,
    Id(id): Id<ComunicadoId>,
    Body(input): Body<ComunicadoInput>,
) -> Result<Json<ComunicadoView>> {
    let mudanca = Mudanca::parse(input, scope.now())?;
    let caller = scope.caller();
    let comunicado =
        scope.write(async |tx| service::alterar(tx, caller, id, &mudanca).await).await?;
    Ok(Json(ComunicadoView::de_quem_gere(comunicado)?))
}

/// Exclui um comunicado, também do feed; um agendado não será mais publicado.
///
/// Um PORTA_VOZ exclui só os seus; os nacionais, só um SUPER_ADMIN sem núcleo escolhido.
#[utoipa::path(
    delete, path = "/api/comunicados/{id}", tag = "comunicados",
    params(("id" = ComunicadoId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["PublicarComunicados"])),
)]
async fn excluir(
    scope: Scope<PublicarComunicados>,
    Id(id): Id<ComunicadoId>,
) -> Result<Json<Message>> {
    let caller = scope.caller();
    scope.write(async |tx| service::excluir(tx, caller, id).await).await?;
    Ok(message("Comunicado excluído."))
}

/// Lista os comunicados publicados para quem pergunta, do mais novo ao mais antigo.
///
/// São os do núcleo e os nacionais, na ordem em que foram publicados. O segmento vale para todos:
/// a coordenação vê os demais em `/api/comunicados/admin`.
#[utoipa::path(
    get, path = "/api/comunicados", tag = "comunicados",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ComunicadoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ComunicadoView>> {
    let (page, caller) = (page.array_page()?, scope.caller());
    let (total, lidos) = scope.read(async |tx| service::listar(tx, caller, page).await).await?;
    let items: Result<_> = lidos.into_iter().map(ComunicadoView::de_quem_le).collect();
    Ok(Listing { items: items?, total })
}

/// Lista os comunicados que quem pergunta pode alterar, também os agendados, do mais novo ao mais
/// antigo.
///
/// A coordenação e a administração veem todos os do núcleo; um PORTA_VOZ, os seus; um SUPER_ADMIN
/// sem núcleo escolhido, os de todos os núcleos e os nacionais.
#[utoipa::path(
    get, path = "/api/comunicados/admin", tag = "comunicados",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ComunicadoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["PublicarComunicados"])),
)]
async fn listar_geridos(
    scope: Scope<PublicarComunicados>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ComunicadoView>> {
    let (page, caller) = (page.array_page()?, scope.caller());
    let geridos = scope.read(async |tx| service::listar_geridos(tx, caller, page).await);
    let (total, geridos) = geridos.await?;
    let items: Result<_> = geridos.into_iter().map(ComunicadoView::de_quem_gere).collect();
    Ok(Listing { items: items?, total })
}

/// Mostra um comunicado.
///
/// Quem pode alterá-lo o vê também fora do segmento e antes da data, e vê por onde ele é enviado.
#[utoipa::path(
    get, path = "/api/comunicados/{id}", tag = "comunicados",
    params(("id" = ComunicadoId, Path)),
    responses((status = 200, body = ComunicadoView), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn detalhar(
    scope: Scope<Participar>,
    Id(id): Id<ComunicadoId>,
) -> Result<Json<ComunicadoView>> {
    let caller = scope.caller();
    let detalhe = scope.read(async |tx| service::detalhar(tx, caller, id).await).await?;
    Ok(Json(match detalhe.gere {
        true => ComunicadoView::de_quem_gere(detalhe.comunicado)?,
        false => ComunicadoView::de_quem_le(detalhe.comunicado)?,
    }))
}

/// Um comunicado que acaba de ser criado.
#[derive(Serialize, ToSchema)]
struct ComunicadoCriadoView {
    id: ComunicadoId,
    titulo: String,
    status: StatusDeComunicado,
    criado_em: Timestamp,
}

impl From<Comunicado> for ComunicadoCriadoView {
    fn from(comunicado: Comunicado) -> Self {
        Self {
            id: comunicado.id,
            titulo: comunicado.titulo,
            status: comunicado.status,
            criado_em: comunicado.criado_em,
        }
    }
}

/// Um comunicado.
// The names are the contract's, mixed case included.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ComunicadoView {
    id: ComunicadoId,
    #[schema(example = "Assembleia no sábado")]
    titulo: String,
    /// HTML seguro.
    #[schema(example = "<p>Às 15h, na sede.</p>")]
    conteudo: String,
    foto_url: Option<String>,
    video_url: Option<String>,
    /// Nulo: para todos os membros ativos.
    segmento_alvo: Option<Segmento>,
    status: StatusDeComunicado,
    /// Quando será publicado, ou deveria ter sido; nula se foi na hora.
    data_agendamento: Option<Timestamp>,
    /// Se é de todos os núcleos.
    nacional: bool,
    #[serde(rename = "nucleo_id")]
    nucleo_id: Option<NucleoId>,
    #[serde(rename = "publicado_em")]
    publicado_em: Option<Timestamp>,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
    autor: AutorView,
    /// Só para quem pode alterá-lo.
    #[serde(skip_serializing_if = "Option::is_none")]
    enviar_push: Option<bool>,
    /// Só para quem pode alterá-lo.
    #[serde(skip_serializing_if = "Option::is_none")]
    enviar_email: Option<bool>,
    /// Só para quem pode alterá-lo.
    #[serde(skip_serializing_if = "Option::is_none")]
    push_destinatarios: Option<Destinatarios>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = AutorDoComunicadoView)]
struct AutorView {
    id: UsuarioId,
    nome: String,
}

impl ComunicadoView {
    /// Who else is told of it, and by which ways, is no reader's business.
    fn de_quem_le(comunicado: Comunicado) -> Result<Self> {
        let view = Self::de_quem_gere(comunicado)?;
        Ok(Self { enviar_push: None, enviar_email: None, push_destinatarios: None, ..view })
    }

    fn de_quem_gere(comunicado: Comunicado) -> Result<Self> {
        let segmento = comunicado.segmento()?;
        Ok(Self {
            id: comunicado.id,
            titulo: comunicado.titulo,
            conteudo: comunicado.conteudo,
            foto_url: comunicado.foto_url,
            video_url: comunicado.video_url,
            segmento_alvo: (!segmento.e_de_todos()).then_some(segmento),
            status: comunicado.status,
            data_agendamento: comunicado.data_agendamento,
            nacional: comunicado.nucleo_id.is_none(),
            nucleo_id: comunicado.nucleo_id,
            publicado_em: comunicado.publicado_em,
            criado_em: comunicado.criado_em,
            autor: AutorView { id: comunicado.autor_id, nome: comunicado.autor_nome },
            enviar_push: Some(comunicado.enviar_push),
            enviar_email: Some(comunicado.enviar_email),
            push_destinatarios: Some(comunicado.push_destinatarios.0),
        })
    }
}
