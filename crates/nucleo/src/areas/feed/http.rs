//! The feed, to read.

use axum::Json;
use base::clock::Timestamp;
use base::http::Query;
use base::page::{PageInput, Paginated};
use base::problem::Problems;
use base::scope::Scope;
use base::{App, Result};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::service::{self, Atividade};
use super::{EntradaId, TipoDeEntrada};
use crate::policy::Participar;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar))
}

/// Mostra o que aconteceu no núcleo, do mais novo ao mais antigo, com o que é nacional.
///
/// Cada pessoa vê as entradas cuja origem ela pode ver.
#[utoipa::path(
    get, path = "/api/feed", tag = "feed",
    params(PageInput),
    responses((status = 200, body = Paginated<AtividadeView>), Problems),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Json<Paginated<AtividadeView>>> {
    let page = page.page()?;
    let leitor = scope.caller().id;
    let (total, lista) = scope.read(async |tx| service::listar(tx, leitor, page).await).await?;
    Ok(Paginated::new(page, total, lista.into_iter().map(AtividadeView::from).collect()))
}

/// Uma entrada do feed.
#[derive(Serialize, ToSchema)]
struct AtividadeView {
    id: EntradaId,
    tipo: TipoDeEntrada,
    /// O que a entrada conta; os campos dependem do tipo.
    #[schema(value_type = Object)]
    conteudo: Value,
    /// Se vem da organização nacional.
    nacional: bool,
    criado_em: Timestamp,
}

impl From<Atividade> for AtividadeView {
    fn from(atividade: Atividade) -> Self {
        Self {
            id: atividade.id,
            tipo: atividade.tipo,
            conteudo: atividade.conteudo.0,
            nacional: atividade.nucleo_id.is_none(),
            criado_em: atividade.criado_em,
        }
    }
}
