//! What is on its way, what failed, and another try.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Id, Query};
use base::id::UsuarioId;
use base::page::{Listing, Page, PageInput};
use base::problem::Problems;
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use base::{App, Result, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Filtro;
use super::service::{self, Linha};
use super::{Canal, StatusDeEntrega};
use crate::policy::AcompanharEntregas;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar)).routes(routes!(repetir))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroInput {
    #[param(value_type = Option<StatusDeEntrega>)]
    status: Field<String>,
    /// PUSH ou EMAIL.
    #[param(value_type = Option<Canal>)]
    canal: Field<String>,
}

/// Lista as entregas de push e e-mail do núcleo, da mais nova à mais antiga.
///
/// `FALHOU` foi recusada de vez pelo outro lado; `MORTA` foi tentada quantas vezes faz sentido. Um
/// evento que não pôde ser processado aparece como `MORTA` com o canal `EVENTO`.
#[utoipa::path(
    get, path = "/api/admin/entregas", tag = "entregas",
    params(FiltroInput, PageInput),
    responses(
        (status = 200, body = Vec<EntregaView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["AcompanharEntregas"])),
)]
async fn listar(
    scope: Scope<AcompanharEntregas>,
    Query(input): Query<FiltroInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<EntregaView>> {
    let mut erros = FieldErrors::default();
    let filtro = Filtro {
        status: erros.optional_choice("status", input.status),
        canal: erros.optional_choice("canal", input.canal),
    };
    let page = Page::parse_for_array(page, &mut erros);
    let filtro = erros.finish(Some(filtro))?;
    let (total, linhas) = scope.read(async |tx| service::listar(tx, &filtro, page).await).await?;
    Ok(Listing { items: linhas.into_iter().map(EntregaView::from).collect(), total })
}

/// Tenta de novo uma entrega que falhou ou morreu.
#[utoipa::path(
    post, path = "/api/admin/entregas/{id}/repetir", tag = "entregas",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = EntregaView), Problems),
    security(("bearer" = ["AcompanharEntregas"])),
)]
async fn repetir(scope: Scope<AcompanharEntregas>, Id(id): Id<Uuid>) -> Result<Json<EntregaView>> {
    let linha = scope.write(async |tx| service::repetir(tx, id).await).await?;
    Ok(Json(linha.into()))
}

/// Uma entrega.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EntregaView {
    #[schema(value_type = String, format = Uuid)]
    id: Uuid,
    /// PUSH, EMAIL ou EVENTO.
    #[schema(example = "EMAIL")]
    canal: String,
    titulo: String,
    /// Nulo para um endereço que não é de ninguém do núcleo.
    destinatario: Option<DestinatarioView>,
    status: StatusDeEntrega,
    tentativas: i64,
    /// Quando será tentada, enquanto está pendente.
    proxima_em: Option<Timestamp>,
    erro: Option<String>,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct DestinatarioView {
    id: UsuarioId,
    nome: Option<String>,
}

impl From<Linha> for EntregaView {
    fn from(linha: Linha) -> Self {
        let pendente = linha.status == StatusDeEntrega::Pendente;
        Self {
            id: linha.id,
            canal: linha.canal,
            titulo: linha.titulo,
            destinatario: linha
                .usuario_id
                .map(|id| DestinatarioView { id, nome: linha.usuario_nome }),
            status: linha.status,
            tentativas: linha.tentativas,
            proxima_em: pendente.then_some(linha.proxima_em),
            erro: linha.erro,
            criado_em: linha.criado_em,
        }
    }
}
