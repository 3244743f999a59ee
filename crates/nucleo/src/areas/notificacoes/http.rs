//! A person's own notifications.

use axum::Json;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::Sse;
use base::clock::Timestamp;
use base::http::{Id, Query};
use base::page::{PageInput, Paginated, Pagination};
use base::problem::Problems;
use base::scope::OwnScope;
use base::{App, Result, Uuid};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::{self, Notificacao};
use super::{NotificacaoId, fluxo};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listar))
        .routes(routes!(marcar_lida))
        .routes(routes!(marcar_lidas))
        .routes(routes!(acompanhar))
}

/// Lista as próprias notificações, da mais nova à mais antiga, e diz quantas não foram lidas.
#[utoipa::path(
    get, path = "/api/notificacoes", tag = "notificacoes",
    params(PageInput),
    responses((status = 200, body = NotificacoesView), Problems),
    security(("bearer" = [])),
)]
async fn listar(scope: OwnScope, Query(page): Query<PageInput>) -> Result<Json<NotificacoesView>> {
    let page = page.page()?;
    let de = scope.caller().id;
    let lista = scope.read(async |tx| service::listar(tx, de, page).await).await?;
    let data = lista.pagina.into_iter().map(NotificacaoView::from).collect();
    let Json(Paginated { data, pagination }) = Paginated::new(page, lista.total, data);
    Ok(Json(NotificacoesView { data, pagination, nao_lidas: lista.nao_lidas }))
}

/// Marca uma notificação como lida.
#[utoipa::path(
    patch, path = "/api/notificacoes/{id}/lida", tag = "notificacoes",
    params(("id" = NotificacaoId, Path)),
    responses((status = 200, body = NotificacaoView), Problems),
    security(("bearer" = [])),
)]
async fn marcar_lida(scope: OwnScope, Id(id): Id<NotificacaoId>) -> Result<Json<NotificacaoView>> {
    let de = scope.caller().id;
    let lida = scope.write(async |tx| service::marcar_lida(tx, de, id).await).await?;
    Ok(Json(lida.into()))
}

/// Marca todas as próprias notificações como lidas.
#[utoipa::path(
    post, path = "/api/notificacoes/marcar-lidas", tag = "notificacoes",
    responses((status = 200, body = MarcadasView), Problems),
    security(("bearer" = [])),
)]
async fn marcar_lidas(scope: OwnScope) -> Result<Json<MarcadasView>> {
    let de = scope.caller().id;
    let marcadas = scope.write(async |tx| service::marcar_todas_lidas(tx, de).await).await?;
    Ok(Json(MarcadasView { message: "Notificações marcadas como lidas.", marcadas }))
}

/// Acompanha as próprias notificações ao vivo (Server-Sent Events).
///
/// Eventos: `notificacao` (o objeto da lista, com o `id` do evento) e `contagem`
/// (`{"naoLidas": n}`), este ao abrir e sempre que algo muda. Quem volta com `Last-Event-ID` recebe
/// o que perdeu; uma notificação dos últimos segundos pode vir de novo, com o mesmo `id`. O fluxo
/// termina quando a sessão deixa de valer.
#[utoipa::path(
    get, path = "/api/notificacoes/fluxo", tag = "notificacoes",
    params(("Last-Event-ID" = Option<String>, Header, description = "O id do último evento recebido")),
    responses((status = 200, body = String, content_type = "text/event-stream"), Problems),
    security(("bearer" = [])),
)]
async fn acompanhar(scope: OwnScope, headers: HeaderMap) -> Result<impl IntoResponse> {
    let ultimo =
        headers.get("last-event-id").and_then(|id| Uuid::try_parse_ascii(id.as_bytes()).ok());
    let eventos = fluxo::abrir(scope, ultimo).await?;
    Ok(Sse::new(eventos).keep_alive(fluxo::sinal_de_vida()))
}

/// Uma página das próprias notificações.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotificacoesView {
    data: Vec<NotificacaoView>,
    pagination: Pagination,
    nao_lidas: i64,
}

#[derive(Serialize, ToSchema)]
struct MarcadasView {
    message: &'static str,
    /// Quantas não tinham sido lidas.
    marcadas: u64,
}

/// Uma notificação.
#[derive(Serialize, ToSchema)]
pub(super) struct NotificacaoView {
    id: NotificacaoId,
    titulo: String,
    corpo: String,
    /// O caminho no aplicativo que ela abre.
    #[schema(example = "/enquetes")]
    url: String,
    lida: bool,
    lida_em: Option<Timestamp>,
    criado_em: Timestamp,
}

impl From<Notificacao> for NotificacaoView {
    fn from(notificacao: Notificacao) -> Self {
        Self {
            id: notificacao.id,
            titulo: notificacao.titulo,
            corpo: notificacao.corpo,
            url: notificacao.url,
            lida: notificacao.lida_em.is_some(),
            lida_em: notificacao.lida_em,
            criado_em: notificacao.criado_em,
        }
    }
}
