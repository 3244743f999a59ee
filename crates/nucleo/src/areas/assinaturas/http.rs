//! The endpoints of `/api/assinaturas`, and the plan that an administrator gives.

use axum::Json;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Message, Query, message};
use base::id::UsuarioId;
use base::page::{Listing, Page, PageInput};
use base::problem::{Problem, Problems};
use base::scope::{OwnScope, Scope};
use base::validation::{Field, FieldErrors};
use base::{App, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::rules::DefinirPlanoInput;
use super::service::{self, AssinaturaDeMembro, AssinaturaGuardada, Minha};
use super::{AssinaturaId, StatusDeAssinatura, pagamentos};
use crate::areas::planos::PlanoId;
use crate::policy::{AdministrarPlanos, VerAssinaturas};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(assinar))
        .routes(routes!(mostrar_minha, cancelar_minha))
        .routes(routes!(listar))
        .routes(routes!(definir))
        .merge(pagamentos::router())
}

/// Assina um plano. Ele começa quando o pagamento chega; um plano sem preço começa na hora.
///
/// O que estava à espera de pagamento é deixado. Um plano diferente do atual toma o lugar dele ao
/// ser pago; o resto do período anterior não passa adiante.
#[utoipa::path(
    post, path = "/api/assinaturas", tag = "assinaturas",
    request_body = AssinarInput,
    responses(
        (status = 201, body = AssinaturaView),
        (status = 409, description = "Já é o plano em vigor, ou já espera pagamento",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = [])),
)]
async fn assinar(
    scope: OwnScope,
    Body(input): Body<AssinarInput>,
) -> Result<Created<AssinaturaView>> {
    let mut erros = FieldErrors::default();
    let plano = erros.required("planoId", input.plano_id);
    let plano = erros.finish(plano)?;
    let usuario = scope.caller().id;
    let assinatura = scope.write(async |tx| service::assinar(tx, usuario, plano).await).await?;
    Ok(Created(assinatura.into()))
}

/// Mostra a própria assinatura: a que está em vigor, senão a que espera pagamento, senão o plano
/// gratuito.
#[utoipa::path(
    get, path = "/api/assinaturas/minha", tag = "assinaturas",
    responses((status = 200, body = MinhaAssinaturaView), Problems),
    security(("bearer" = [])),
)]
async fn mostrar_minha(scope: OwnScope) -> Result<Json<MinhaAssinaturaView>> {
    let usuario = scope.caller().id;
    let minha = scope.snapshot(async |tx| service::minha(tx, usuario).await).await?;
    Ok(Json(minha.into()))
}

/// Cancela a própria assinatura. O que foi pago vale até a validade; o que não tem validade acaba
/// na hora, e o que espera pagamento deixa de esperar.
#[utoipa::path(
    delete, path = "/api/assinaturas/minha", tag = "assinaturas",
    responses(
        (status = 200, body = Message),
        (status = 409, description = "Não há o que cancelar", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = [])),
)]
async fn cancelar_minha(scope: OwnScope) -> Result<Json<Message>> {
    let usuario = scope.caller().id;
    scope.write(async |tx| service::cancelar(tx, usuario).await).await?;
    Ok(message("Assinatura cancelada. O que já foi pago vale até a validade."))
}

/// Lista as assinaturas do núcleo, da mais nova à mais antiga.
#[utoipa::path(
    get, path = "/api/assinaturas", tag = "assinaturas",
    params(FiltroInput, PageInput),
    responses(
        (status = 200, body = Vec<AssinaturaDeMembroView>,
            headers(("x-total-count" = i64, description = "Quantas há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["VerAssinaturas"])),
)]
async fn listar(
    scope: Scope<VerAssinaturas>,
    Query(filtro): Query<FiltroInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<AssinaturaDeMembroView>> {
    let mut erros = FieldErrors::default();
    let status = erros.optional_choice("status", filtro.status);
    let page = Page::parse_for_array(page, &mut erros);
    let status = erros.finish(Some(status))?;
    let (total, lista) = scope.read(async |tx| service::listar(tx, status, page).await).await?;
    Ok(Listing { items: lista.into_iter().map(Into::into).collect(), total })
}

/// Dá um plano a um membro, sem pagamento; o plano FREE encerra o que estiver em vigor.
#[utoipa::path(
    put, path = "/api/membros/{id}/plano", tag = "assinaturas",
    params(("id" = UsuarioId, Path)),
    request_body = DefinirPlanoInput,
    responses((status = 200, body = MinhaAssinaturaView), Problems),
    security(("bearer" = ["AdministrarPlanos"])),
)]
async fn definir(
    scope: Scope<AdministrarPlanos>,
    Id(id): Id<UsuarioId>,
    Body(input): Body<DefinirPlanoInput>,
) -> Result<Json<MinhaAssinaturaView>> {
    let caller = scope.caller();
    let minha = scope.write(async |tx| service::definir(tx, caller, id, input).await).await?;
    Ok(Json(minha.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AssinarInput {
    #[schema(value_type = PlanoId)]
    plano_id: Field<PlanoId>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroInput {
    #[param(value_type = Option<StatusDeAssinatura>)]
    status: Field<String>,
}

/// Uma assinatura.
#[derive(Serialize, ToSchema)]
pub struct AssinaturaView {
    /// Nulo no plano gratuito, que não se assina.
    id: Option<AssinaturaId>,
    plano: PlanoDaAssinaturaView,
    status: StatusDeAssinatura,
    /// Até quando vale; nulo sem fim, ou enquanto não é paga.
    validade: Option<Timestamp>,
    criado_em: Option<Timestamp>,
}

#[derive(Serialize, ToSchema)]
struct PlanoDaAssinaturaView {
    id: PlanoId,
    #[schema(example = "Apoiador")]
    nome: String,
    #[schema(example = "APOIADOR")]
    codigo: String,
}

/// A assinatura de uma pessoa.
#[derive(Serialize, ToSchema)]
struct MinhaAssinaturaView {
    #[serde(flatten)]
    assinatura: AssinaturaView,
    /// A que espera pagamento, se não é a própria.
    pendente: Option<AssinaturaView>,
}

/// A assinatura de um membro, na lista.
#[derive(Serialize, ToSchema)]
struct AssinaturaDeMembroView {
    #[serde(flatten)]
    assinatura: AssinaturaView,
    usuario: AssinanteView,
}

#[derive(Serialize, ToSchema)]
struct AssinanteView {
    id: UsuarioId,
    nome: String,
}

impl From<AssinaturaGuardada> for AssinaturaView {
    fn from(assinatura: AssinaturaGuardada) -> Self {
        Self {
            id: Some(assinatura.id),
            plano: PlanoDaAssinaturaView {
                id: assinatura.plano_id,
                nome: assinatura.plano_nome,
                codigo: assinatura.plano_codigo,
            },
            status: assinatura.status,
            validade: assinatura.validade,
            criado_em: Some(assinatura.criado_em),
        }
    }
}

impl From<Minha> for MinhaAssinaturaView {
    fn from(Minha { atual, pendente }: Minha) -> Self {
        let pendente = pendente.map(AssinaturaView::from);
        match (atual.id, pendente) {
            (None, Some(pendente)) => Self { assinatura: pendente, pendente: None },
            (id, pendente) => Self {
                assinatura: AssinaturaView {
                    id,
                    plano: PlanoDaAssinaturaView {
                        id: atual.plano_id,
                        nome: atual.plano_nome,
                        codigo: atual.plano_codigo,
                    },
                    status: atual.status.unwrap_or(StatusDeAssinatura::Ativa),
                    validade: atual.validade,
                    criado_em: atual.criado_em,
                },
                pendente,
            },
        }
    }
}

impl From<AssinaturaDeMembro> for AssinaturaDeMembroView {
    fn from(de_membro: AssinaturaDeMembro) -> Self {
        Self {
            assinatura: de_membro.assinatura.into(),
            usuario: AssinanteView { id: de_membro.usuario_id, nome: de_membro.usuario_nome },
        }
    }
}
