//! Log in, stay in, log out.

use axum::Json;
use base::Result;
use base::http::{Body, Message, message};
use base::id::{NucleoId, UsuarioId};
use base::problem::{Problem, PublicProblems};
use base::scope::{Cargo, PublicScope};
use base::tools::Tool;
use base::validation::{Field, FieldErrors, MAX_TEXTO};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::limites::Limites;
use super::super::service::login;
use crate::areas::sessoes::service::{self as sessoes, Acesso};

/// Entra com e-mail e senha.
///
/// Falhas demais fazem esperar, também com a senha certa: `Retry-After` diz quanto.
#[utoipa::path(
    post, path = "/api/auth/login", tag = "autenticacao",
    request_body = LoginInput,
    responses(
        (status = 200, body = LoginView),
        (status = 401, description = "E-mail ou senha incorretos", body = Problem,
            content_type = "application/problem+json"),
        (status = 403, description = "Cadastro pendente ou rejeitado, conta suspensa ou inativa",
            body = Problem, content_type = "application/problem+json"),
        (status = 429, description = "Falhas demais", body = Problem,
            content_type = "application/problem+json"),
        PublicProblems,
    ),
    security(()),
)]
pub async fn entrar(
    scope: PublicScope,
    Tool(limites): Tool<Limites>,
    Body(input): Body<LoginInput>,
) -> Result<Json<LoginView>> {
    let mut erros = FieldErrors::default();
    let email = erros.text("email", input.email, MAX_TEXTO);
    let senha = erros.required("senha", input.senha);
    let (email, senha) = erros.finish(email.zip(senha))?;
    let (acesso, conta) = login::entrar(&scope, &limites, &email, senha).await?;
    let usuario = UsuarioView {
        id: conta.id,
        nome: conta.nome,
        cargo: conta.cargo,
        nucleo_id: conta.nucleo_id,
    };
    Ok(Json(LoginView { acesso: acesso.into(), usuario }))
}

/// Troca um refresh token por um par novo.
///
/// Cada um vale uma vez. Usar um pela segunda vez encerra a sessão toda.
#[utoipa::path(
    post, path = "/api/auth/refresh", tag = "autenticacao",
    request_body = RefreshTokenInput,
    responses(
        (status = 200, body = AcessoView),
        (status = 401, description = "Usado, vencido, revogado ou desconhecido", body = Problem,
            content_type = "application/problem+json"),
        (status = 429, description = "Renovações demais deste endereço", body = Problem,
            content_type = "application/problem+json"),
        PublicProblems,
    ),
    security(()),
)]
pub async fn renovar(
    scope: PublicScope,
    Tool(limites): Tool<Limites>,
    Body(input): Body<RefreshTokenInput>,
) -> Result<Json<AcessoView>> {
    limites.renovacao(scope.address(), scope.now())?;
    let token = input.parse()?;
    Ok(Json(sessoes::renovar(&scope, &token).await?.into()))
}

/// Encerra todas as sessões de quem tem este refresh token.
#[utoipa::path(
    post, path = "/api/auth/logout", tag = "autenticacao",
    request_body = RefreshTokenInput,
    responses((status = 200, body = Message), PublicProblems),
    security(()),
)]
pub async fn sair(
    scope: PublicScope,
    Body(input): Body<RefreshTokenInput>,
) -> Result<Json<Message>> {
    let token = input.parse()?;
    sessoes::sair(&scope, &token).await?;
    Ok(message("Você saiu da sua conta."))
}

/// E-mail e senha.
#[derive(Deserialize, ToSchema)]
pub struct LoginInput {
    #[schema(value_type = String, format = Email, example = "membro@demo.nucleo.local")]
    email: Field<String>,
    #[schema(value_type = String, format = Password, example = "Nucleo2026")]
    senha: Field<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefreshTokenInput {
    #[schema(value_type = String)]
    refresh_token: Field<String>,
}

impl RefreshTokenInput {
    fn parse(self) -> Result<String, FieldErrors> {
        let mut erros = FieldErrors::default();
        let token = erros.text("refreshToken", self.refresh_token, MAX_TEXTO);
        erros.finish(token)
    }
}

/// O que um aparelho guarda para continuar dentro.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcessoView {
    /// Um JWT, para o cabeçalho `Authorization: Bearer`.
    access_token: String,
    /// Vale 30 dias e uma só troca.
    refresh_token: String,
    /// Por quantos segundos vale o `accessToken`.
    #[schema(example = 3600)]
    expires_in: i64,
}

impl From<Acesso> for AcessoView {
    fn from(acesso: Acesso) -> Self {
        Self {
            access_token: acesso.access_token,
            refresh_token: acesso.refresh_token,
            expires_in: acesso.expires_in,
        }
    }
}

/// Uma sessão nova e de quem ela é.
#[derive(Serialize, ToSchema)]
pub struct LoginView {
    #[serde(flatten)]
    acesso: AcessoView,
    usuario: UsuarioView,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UsuarioDaSessaoView)]
struct UsuarioView {
    id: UsuarioId,
    nome: String,
    cargo: Cargo,
    /// Nulo para SUPER_ADMIN.
    nucleo_id: Option<NucleoId>,
}
