//! One's own account.

use axum::Json;
use base::Result;
use base::problem::Problems;
use base::scope::OwnScope;
use serde::Serialize;
use utoipa::ToSchema;

use crate::areas::membros::{self, PerfilView};

/// Mostra quem está entrando: o próprio perfil completo.
#[utoipa::path(
    get, path = "/api/auth/me", tag = "autenticacao",
    responses((status = 200, body = PerfilView), Problems),
    security(("bearer" = [])),
)]
pub async fn eu(scope: OwnScope) -> Result<Json<PerfilView>> {
    let id = scope.caller().id;
    let perfil = scope.read(async |tx| membros::service::perfil(tx, id).await).await?;
    Ok(Json(perfil.into()))
}

/// Guarda que a apresentação inicial já foi vista.
#[utoipa::path(
    patch, path = "/api/auth/dismiss-first-login", tag = "autenticacao",
    responses((status = 200, body = PrimeiroLoginView), Problems),
    security(("bearer" = [])),
)]
pub async fn dispensar_primeiro_login(scope: OwnScope) -> Result<Json<PrimeiroLoginView>> {
    let id = scope.caller().id;
    scope.write(async |tx| membros::service::dispensar_primeiro_login(tx, id).await).await?;
    Ok(Json(PrimeiroLoginView { message: "Apresentação concluída.", primeiro_login: false }))
}

#[derive(Serialize, ToSchema)]
pub struct PrimeiroLoginView {
    message: &'static str,
    primeiro_login: bool,
}
