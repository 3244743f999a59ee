//! Forgotten and changed passwords.

use axum::Json;
use base::Result;
use base::http::{Body, Message, message};
use base::problem::{Problem, Problems, PublicProblems};
use base::scope::{OwnScope, PublicScope};
use base::tools::Tool;
use base::validation::{Field, FieldErrors, MAX_TEXTO};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::limites::Limites;
use super::super::rules::Senha;
use super::super::service::senha;
use super::sessao::AcessoView;

/// Pede um e-mail para criar uma senha nova.
///
/// A resposta é a mesma exista ou não uma conta com este e-mail.
#[utoipa::path(
    post, path = "/api/auth/forgot-password", tag = "autenticacao",
    request_body = EsqueciInput,
    responses(
        (status = 200, body = Message),
        (status = 429, description = "Pedidos demais deste endereço", body = Problem,
            content_type = "application/problem+json"),
        PublicProblems,
    ),
    security(()),
)]
pub async fn esqueci(
    scope: PublicScope,
    Tool(limites): Tool<Limites>,
    Body(input): Body<EsqueciInput>,
) -> Result<Json<Message>> {
    limites.recuperacao(scope.address(), scope.now())?;
    let mut erros = FieldErrors::default();
    let email = erros.text("email", input.email, MAX_TEXTO);
    let email = erros.finish(email)?;
    senha::solicitar_recuperacao(&scope, &email).await?;
    Ok(message("Se houver uma conta com este e-mail, enviamos um link para criar uma senha nova."))
}

/// Cria uma senha nova com o token do link que veio por e-mail.
///
/// O token vale uma hora e uma vez. Todas as sessões são encerradas.
#[utoipa::path(
    post, path = "/api/auth/reset-password", tag = "autenticacao",
    request_body = RedefinirInput,
    responses((status = 200, body = Message), PublicProblems),
    security(()),
)]
pub async fn redefinir(
    scope: PublicScope,
    Body(input): Body<RedefinirInput>,
) -> Result<Json<Message>> {
    let mut erros = FieldErrors::default();
    let token = erros.text("token", input.token, MAX_TEXTO);
    let nova = Senha::parse(&mut erros, "senha", input.senha);
    let (token, nova) = erros.finish(token.zip(nova))?;
    senha::redefinir(&scope, &token, nova).await?;
    Ok(message("Senha alterada. Entre com a senha nova."))
}

/// Troca a própria senha.
///
/// Todas as sessões são encerradas; a resposta traz uma nova para este aparelho.
#[utoipa::path(
    post, path = "/api/auth/change-password", tag = "autenticacao",
    request_body = AlterarInput,
    responses(
        (status = 200, body = SenhaAlteradaView),
        (status = 429, description = "Falhas demais", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = [])),
)]
pub async fn alterar(
    scope: OwnScope,
    Tool(limites): Tool<Limites>,
    Body(input): Body<AlterarInput>,
) -> Result<Json<SenhaAlteradaView>> {
    let mut erros = FieldErrors::default();
    let atual = erros.required("senhaAtual", input.senha_atual);
    let nova = Senha::parse(&mut erros, "senhaNova", input.senha_nova);
    let (atual, nova) = erros.finish(atual.zip(nova))?;
    let acesso = senha::alterar(&scope, &limites, atual, nova).await?;
    Ok(Json(SenhaAlteradaView { message: "Senha alterada.", acesso: acesso.into() }))
}

#[derive(Deserialize, ToSchema)]
pub struct EsqueciInput {
    #[schema(value_type = String, format = Email, example = "ana@exemplo.org")]
    email: Field<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct RedefinirInput {
    #[schema(value_type = String)]
    token: Field<String>,
    #[schema(value_type = String, format = Password, min_length = 8, example = "Nucleo2026")]
    senha: Field<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlterarInput {
    #[schema(value_type = String, format = Password)]
    senha_atual: Field<String>,
    #[schema(value_type = String, format = Password, min_length = 8, example = "Nucleo2026")]
    senha_nova: Field<String>,
}

/// A senha mudou, e esta é a sessão nova.
#[derive(Serialize, ToSchema)]
pub struct SenhaAlteradaView {
    message: &'static str,
    #[serde(flatten)]
    acesso: AcessoView,
}
