//! Sign-up and its approval or rejection.

use axum::http::{HeaderMap, header};
use axum::{Extension, Json};
use base::Result;
use base::http::{Body, Created, Message, message};
use base::id::UsuarioId;
use base::problem::{Problem, Problems, PublicProblems};
use base::scope::{PublicScope, Scope};
use base::validation::{Field, FieldErrors};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::limites::Limites;
use super::super::rules::CadastroInput;
use super::super::service::cadastro::{self, Cadastrado};
use crate::areas::membros::{self, Status};
use crate::policy::DecidirCadastros;

/// Cadastra uma pessoa, que passa a esperar a aprovação da coordenação.
#[utoipa::path(
    post, path = "/api/auth/signup", tag = "autenticacao",
    request_body = CadastroInput,
    responses(
        (status = 201, body = CadastradoView),
        (status = 409, description = "E-mail ou CPF já cadastrado", body = Problem,
            content_type = "application/problem+json"),
        (status = 429, description = "Cadastros demais deste endereço", body = Problem,
            content_type = "application/problem+json"),
        PublicProblems,
    ),
    security(()),
)]
pub async fn cadastrar(
    scope: PublicScope,
    Extension(limites): Extension<Limites>,
    headers: HeaderMap,
    Body(input): Body<CadastroInput>,
) -> Result<Created<CadastradoView>> {
    limites.cadastro(scope.address(), scope.now())?;
    let dominios = [header::ORIGIN, header::HOST]
        .into_iter()
        .filter_map(|name| headers.get(name)?.to_str().ok().map(str::to_owned))
        .collect();
    let cadastrado = cadastro::cadastrar(&scope, input, dominios).await?;
    Ok(Created(cadastrado.into()))
}

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
    scope.write(async |tx| membros::service::aprovar(tx, caller, usuario).await).await?;
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
    scope.write(async |tx| membros::service::rejeitar(tx, caller, usuario).await).await?;
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

/// Um cadastro que espera aprovação.
#[derive(Serialize, ToSchema)]
pub struct CadastradoView {
    message: &'static str,
    usuario: UsuarioCadastradoView,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UsuarioCadastradoView {
    id: UsuarioId,
    nome: String,
    email: String,
    status: Status,
    /// O código que a pessoa dá a quem convida.
    #[schema(example = "SAOPA-SP-7KQ2")]
    codigo_referral: String,
}

impl From<Cadastrado> for CadastradoView {
    fn from(cadastrado: Cadastrado) -> Self {
        Self {
            message: "Cadastro recebido. A coordenação do núcleo vai analisá-lo.",
            usuario: UsuarioCadastradoView {
                id: cadastrado.id,
                nome: cadastrado.nome,
                email: cadastrado.email,
                status: Status::Pendente,
                codigo_referral: cadastrado.codigo_referral,
            },
        }
    }
}
