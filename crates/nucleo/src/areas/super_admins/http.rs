//! The endpoints of super admins.

use base::clock::Timestamp;
use base::http::{Body, Created, Query};
use base::id::{NucleoId, UsuarioId};
use base::page::{Listing, PageInput};
use base::problem::{Problem, Problems};
use base::scope::{Cargo, NationalScope};
use base::{App, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::rules::{NovoSuperAdmin, SuperAdminInput};
use super::service::{self, SuperAdmin};
use crate::areas::membros::Status;
use crate::policy::AdministrarSuperAdmins;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(listar, criar))
}

/// Lista os super admins, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/admin/super-admins", tag = "super_admins",
    params(PageInput),
    responses(
        (status = 200, body = Vec<SuperAdminView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["AdministrarSuperAdmins"])),
)]
async fn listar(
    scope: NationalScope<AdministrarSuperAdmins>,
    Query(page): Query<PageInput>,
) -> Result<Listing<SuperAdminView>> {
    let page = page.array_page()?;
    let (total, admins) = scope.read(async |tx| service::listar(tx, page).await).await?;
    Ok(Listing { items: admins.into_iter().map(Into::into).collect(), total })
}

/// Cria um super admin, ativo e sem núcleo.
#[utoipa::path(
    post, path = "/api/admin/super-admins", tag = "super_admins",
    request_body = SuperAdminInput,
    responses(
        (status = 201, body = SuperAdminView),
        (status = 409, description = "E-mail ou CPF já cadastrado", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarSuperAdmins"])),
)]
async fn criar(
    scope: NationalScope<AdministrarSuperAdmins>,
    Body(input): Body<SuperAdminInput>,
) -> Result<Created<SuperAdminView>> {
    let novo = NovoSuperAdmin::parse(input, scope.now())?;
    let hash = scope.passwords().hash(novo.senha.reveal()).await?;
    let (autor, pessoa) = (Some(scope.caller()), novo.pessoa);
    let admin = scope.write(async |tx| service::criar(tx, autor, &pessoa, &hash).await).await?;
    Ok(Created(admin.into()))
}

/// Um super admin.
#[derive(Serialize, ToSchema)]
struct SuperAdminView {
    id: UsuarioId,
    nome: String,
    email: Option<String>,
    cpf: Option<String>,
    telefone: Option<String>,
    status: Status,
    cargo: Cargo,
    /// Sempre nulo.
    nucleo_id: Option<NucleoId>,
    criado_em: Timestamp,
}

impl From<SuperAdmin> for SuperAdminView {
    fn from(admin: SuperAdmin) -> Self {
        Self {
            id: admin.id,
            nome: admin.nome,
            email: admin.email,
            cpf: admin.cpf,
            telefone: admin.telefone,
            status: admin.status,
            cargo: Cargo::SuperAdmin,
            nucleo_id: None,
            criado_em: admin.criado_em,
        }
    }
}
