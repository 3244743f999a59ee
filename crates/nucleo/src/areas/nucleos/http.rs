//! The endpoints of nucleos: public, of the administration, and of the national panel.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Query};
use base::id::NucleoId;
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems, PublicProblems};
use base::scope::{NationalScope, PublicScope, Scope};
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::rules::{ConfiguracaoInput, Mudanca, NovoNucleo, NovoNucleoInput, NucleoInput};
use super::service::{self, Nucleo};
use crate::policy::{AdministrarNucleos, ConfigurarNucleo};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(listar_publicos))
        .routes(routes!(detalhar_publico))
        .routes(routes!(listar, criar))
        .routes(routes!(alterar))
        .routes(routes!(ler_configuracoes, mudar_configuracoes))
}

/// Lista os núcleos, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/nucleos/publicos", tag = "nucleos",
    params(PageInput),
    responses(
        (status = 200, body = Vec<NucleoPublicoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        PublicProblems,
    ),
    security(()),
)]
async fn listar_publicos(
    scope: PublicScope,
    Query(page): Query<PageInput>,
) -> Result<Listing<NucleoPublicoView>> {
    let page = page.array_page()?;
    let (total, nucleos) = scope.read(async |tx| service::listar(tx, page).await).await?;
    Ok(Listing { items: nucleos.into_iter().map(Into::into).collect(), total })
}

/// Mostra um núcleo pelo slug.
#[utoipa::path(
    get, path = "/api/nucleos/{slug}", tag = "nucleos",
    params(("slug" = String, Path, example = "sao-paulo")),
    responses((status = 200, body = NucleoPublicoView), PublicProblems),
    security(()),
)]
async fn detalhar_publico(
    scope: PublicScope,
    Id(slug): Id<String>,
) -> Result<Json<NucleoPublicoView>> {
    let nucleo = scope.read(async |tx| service::obter_por_slug(tx, &slug).await).await?;
    Ok(Json(nucleo.into()))
}

/// Lista os núcleos por completo, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/admin/nucleos", tag = "nucleos",
    params(PageInput),
    responses(
        (status = 200, body = Vec<NucleoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["AdministrarNucleos"])),
)]
async fn listar(
    scope: NationalScope<AdministrarNucleos>,
    Query(page): Query<PageInput>,
) -> Result<Listing<NucleoView>> {
    let page = page.array_page()?;
    let (total, nucleos) =
        scope.read(async |tx| service::listar(&mut tx.shared(), page).await).await?;
    Ok(Listing { items: nucleos.into_iter().map(Into::into).collect(), total })
}

/// Cria um núcleo, com os planos e as regras de moeda com que todos começam.
///
/// `nome`, `estado` e `slug` são obrigatórios.
#[utoipa::path(
    post, path = "/api/admin/nucleos", tag = "nucleos",
    request_body = NovoNucleoInput,
    responses(
        (status = 201, body = NucleoView),
        (status = 409, description = "Slug ou domínio em uso", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarNucleos"])),
)]
async fn criar(
    scope: NationalScope<AdministrarNucleos>,
    Body(input): Body<NucleoInput>,
) -> Result<Created<NucleoView>> {
    let novo = NovoNucleo::parse(input)?;
    let autor = Some(scope.caller());
    let nucleo = scope.write(async |tx| service::criar(tx, autor, &novo).await).await?;
    Ok(Created(nucleo.into()))
}

/// Altera um núcleo; o que não vem fica como está.
#[utoipa::path(
    patch, path = "/api/admin/nucleos/{id}", tag = "nucleos",
    params(("id" = NucleoId, Path)),
    request_body = NucleoInput,
    responses(
        (status = 200, body = NucleoView),
        (status = 409, description = "Slug ou domínio em uso", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarNucleos"])),
)]
async fn alterar(
    scope: NationalScope<AdministrarNucleos>,
    Id(id): Id<NucleoId>,
    Body(input): Body<NucleoInput>,
) -> Result<Json<NucleoView>> {
    let mudanca = Mudanca::parse(input)?;
    let caller = scope.caller();
    let nucleo = scope.write(async |tx| service::alterar(tx, caller, id, &mudanca).await).await?;
    Ok(Json(nucleo.into()))
}

/// Mostra as configurações do núcleo: moeda, cores, logo e transparência.
#[utoipa::path(
    get, path = "/api/nucleo/configuracoes", tag = "nucleos",
    responses((status = 200, body = NucleoView), Problems),
    security(("bearer" = ["ConfigurarNucleo"])),
)]
async fn ler_configuracoes(scope: Scope<ConfigurarNucleo>) -> Result<Json<NucleoView>> {
    let nucleo = scope
        .read(async |tx| {
            let id = tx.nucleo()?;
            service::obter(&mut tx.shared(), id).await
        })
        .await?;
    Ok(Json(nucleo.into()))
}

/// Muda as configurações do núcleo; o que não vem fica como está.
#[utoipa::path(
    patch, path = "/api/nucleo/configuracoes", tag = "nucleos",
    request_body = ConfiguracaoInput,
    responses((status = 200, body = NucleoView), Problems),
    security(("bearer" = ["ConfigurarNucleo"])),
)]
async fn mudar_configuracoes(
    scope: Scope<ConfigurarNucleo>,
    Body(input): Body<ConfiguracaoInput>,
) -> Result<Json<NucleoView>> {
    let mudanca = input.parse()?;
    let caller = scope.caller();
    let nucleo = scope.write(async |tx| service::configurar(tx, caller, &mudanca).await).await?;
    Ok(Json(nucleo.into()))
}

/// Um núcleo como qualquer pessoa o vê.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NucleoPublicoView {
    id: NucleoId,
    #[schema(example = "Núcleo São Paulo")]
    nome: String,
    #[schema(example = "SP")]
    estado: String,
    #[schema(example = "sao-paulo")]
    slug: String,
    dominio: Option<String>,
    logo_url: Option<String>,
    #[schema(example = "#1F6F5C")]
    cor_primaria: String,
    #[schema(example = "#F2B544")]
    cor_secundaria: String,
    nome_moeda: String,
    sigla_moeda: String,
}

impl From<Nucleo> for NucleoPublicoView {
    fn from(nucleo: Nucleo) -> Self {
        Self {
            id: nucleo.id,
            nome: nucleo.nome,
            estado: nucleo.estado,
            slug: nucleo.slug,
            dominio: nucleo.dominio,
            logo_url: nucleo.logo_url,
            cor_primaria: nucleo.cor_primaria,
            cor_secundaria: nucleo.cor_secundaria,
            nome_moeda: nucleo.nome_moeda,
            sigla_moeda: nucleo.sigla_moeda,
        }
    }
}

/// Um núcleo por completo.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NucleoView {
    #[serde(flatten)]
    publico: NucleoPublicoView,
    transparencia_financeira: bool,
    transparencia_receitas: bool,
    transparencia_despesas: bool,
    transparencia_saldo: bool,
    transparencia_categorias: bool,
    #[serde(rename = "criado_em")]
    criado_em: Timestamp,
}

impl From<Nucleo> for NucleoView {
    fn from(nucleo: Nucleo) -> Self {
        Self {
            transparencia_financeira: nucleo.transparencia_financeira,
            transparencia_receitas: nucleo.transparencia_receitas,
            transparencia_despesas: nucleo.transparencia_despesas,
            transparencia_saldo: nucleo.transparencia_saldo,
            transparencia_categorias: nucleo.transparencia_categorias,
            criado_em: nucleo.criado_em,
            publico: nucleo.into(),
        }
    }
}
