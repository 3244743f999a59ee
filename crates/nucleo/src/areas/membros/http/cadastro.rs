//! The decision on a sign-up.

use axum::Json;
use base::Result;
use base::http::{Body, Message, message};
use base::id::UsuarioId;
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use serde::Deserialize;
use utoipa::ToSchema;

use super::super::service;
use crate::policy::DecidirCadastros;

/// Aprova um cadastro pendente: a pessoa já pode entrar.
///
/// Quem a indicou recebe 100 moedas, uma só vez; a pessoa é avisada.
#[utoipa::path(
    post, path = "/api/auth/approve", tag = "autenticacao",
    request_body = DecisaoInput,
    responses(
        (status = 200, body = Message),
        (status = 409, description = "O cadastro não está pendente", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["DecidirCadastros"])),
)]
pub async fn aprovar(
    scope: Scope<DecidirCadastros>,
    Body(input): Body<DecisaoInput>,
) -> Result<Json<Message>> {
    let usuario = input.parse()?;
    let caller = scope.caller();
    scope.write(async |tx| service::aprovar(tx, caller, usuario).await).await?;
    Ok(message("Cadastro aprovado."))
}

/// Rejeita um cadastro pendente. A pessoa é avisada e pode se cadastrar de novo.
#[utoipa::path(
    post, path = "/api/auth/reject", tag = "autenticacao",
    request_body = DecisaoInput,
    responses(
        (status = 200, body = Message),
        (status = 409, description = "O cadastro não está pendente", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["DecidirCadastros"])),
)]
pub async fn rejeitar(
    scope: Scope<DecidirCadastros>,
    Body(input): Body<DecisaoInput>,
) -> Result<Json<Message>> {
    let usuario = input.parse()?;
    let caller = scope.caller();
    scope.write(async |tx| service::rejeitar(tx, caller, usuario).await).await?;
    Ok(message("Cadastro rejeitado."))
}

/// O cadastro a decidir.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisaoInput {
    #[schema(value_type = UsuarioId)]
    usuario_id: Field<UsuarioId>,
}

impl DecisaoInput {
    fn parse(self) -> Result<UsuarioId, FieldErrors> {
        let mut erros = FieldErrors::default();
        let usuario = erros.required("usuarioId", self.usuario_id);
        erros.finish(usuario)
    }
}
