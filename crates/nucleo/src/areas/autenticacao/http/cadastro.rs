//! Sign-up. Its approval or rejection is a matter of `membros`.

use axum::http::{HeaderMap, header};
use base::Result;
use base::http::{Body, Created};
use base::id::UsuarioId;
use base::problem::{Problem, PublicProblems};
use base::scope::PublicScope;
use base::tools::Tool;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::limites::Limites;
use super::super::rules::CadastroInput;
use super::super::service::cadastro::{self, Cadastrado};
use crate::areas::membros::Status;

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
    Tool(limites): Tool<Limites>,
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
