//! The endpoints of `/api/planos`.

use axum::Json;
use base::http::{Body, Created, Id, Query};
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::reais::Reais;
use base::scope::Scope;
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::PlanoId;
use super::rules::{AlterarPlanoInput, CriarPlanoInput, NovoPlano};
use super::service::{self, Plano};
use crate::policy::{AdministrarPlanos, Participar};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar)).routes(routes!(criar)).routes(routes!(alterar))
}

/// Lista os planos do núcleo, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/planos", tag = "planos",
    params(PageInput),
    responses(
        (status = 200, body = Vec<PlanoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
async fn listar(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Listing<PlanoView>> {
    let page = page.array_page()?;
    let (total, planos) = scope.read(async |tx| service::listar(tx, page).await).await?;
    Ok(Listing { items: planos.into_iter().map(Into::into).collect(), total })
}

/// Cria um plano.
#[utoipa::path(
    post, path = "/api/planos", tag = "planos",
    request_body = CriarPlanoInput,
    responses(
        (status = 201, body = PlanoView),
        (status = 409, description = "O código já é de outro plano", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarPlanos"])),
)]
async fn criar(
    scope: Scope<AdministrarPlanos>,
    Body(input): Body<CriarPlanoInput>,
) -> Result<Created<PlanoView>> {
    let novo = NovoPlano::parse(input)?;
    let caller = scope.caller();
    let plano = scope.write(async |tx| service::criar(tx, caller, &novo).await).await?;
    Ok(Created(plano.into()))
}

/// Muda um plano; o que não vem fica como está.
///
/// O código não muda, e o plano FREE continua sem preço. O preço novo vale para as assinaturas que
/// vierem; período e bônus, a partir do próximo pagamento.
#[utoipa::path(
    patch, path = "/api/planos/{id}", tag = "planos",
    params(("id" = PlanoId, Path)),
    request_body = AlterarPlanoInput,
    responses((status = 200, body = PlanoView), Problems),
    security(("bearer" = ["AdministrarPlanos"])),
)]
async fn alterar(
    scope: Scope<AdministrarPlanos>,
    Id(id): Id<PlanoId>,
    Body(input): Body<AlterarPlanoInput>,
) -> Result<Json<PlanoView>> {
    let caller = scope.caller();
    let plano = scope.write(async |tx| service::alterar(tx, caller, id, input).await).await?;
    Ok(Json(plano.into()))
}

/// Um plano do núcleo.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PlanoView {
    id: PlanoId,
    #[schema(example = "Apoiador")]
    nome: String,
    #[schema(example = "APOIADOR")]
    codigo: String,
    preco: Reais,
    /// Por quantos dias um pagamento vale.
    periodo_dias: i64,
    /// Quantas moedas um pagamento credita.
    bonus_moedas: i64,
}

impl From<Plano> for PlanoView {
    fn from(plano: Plano) -> Self {
        Self {
            id: plano.id,
            nome: plano.nome,
            codigo: plano.codigo,
            preco: plano.preco,
            periodo_dias: plano.periodo_dias,
            bonus_moedas: plano.bonus_moedas,
        }
    }
}
