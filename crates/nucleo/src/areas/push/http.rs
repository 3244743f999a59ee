//! The endpoints of `/push`: they have no `/api` in front, as the contract has it.

use axum::Json;
use base::http::{Body, Created, Message, message};
use base::outbound::Guard;
use base::problem::Problems;
use base::scope::{OwnScope, PublicScope};
use base::tools::Tool;
use base::validation::{Field, FieldErrors, MAX_TEXTO};
use base::{App, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::chaves::Chaves;
use super::rules::{InscreverInput, NovoDispositivo};
use super::service;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(inscrever))
        .routes(routes!(retirar))
        .routes(routes!(chave))
        .routes(routes!(testar))
}

/// Inscreve este dispositivo para receber notificações. Um que já é conhecido se atualiza; o de
/// outra pessoa passa a ser de quem o inscreve.
#[utoipa::path(
    post, path = "/push/subscribe", tag = "push",
    request_body = InscreverInput,
    responses((status = 201, body = Message), Problems),
    security(("bearer" = [])),
)]
async fn inscrever(
    scope: OwnScope,
    public: PublicScope,
    Tool(guard): Tool<Guard>,
    Tool(chaves): Tool<Chaves>,
    Body(input): Body<InscreverInput>,
) -> Result<Created<Message>> {
    let novo = NovoDispositivo::parse(input, guard)?;
    service::inscrever(&scope, &public, &chaves, &novo).await?;
    Ok(Created(Message { message: "Este dispositivo vai receber notificações." }))
}

/// Retira este dispositivo; um desconhecido já não recebe nada.
#[utoipa::path(
    post, path = "/push/unsubscribe", tag = "push",
    request_body = RetirarInput,
    responses((status = 200, body = Message), Problems),
    security(("bearer" = [])),
)]
async fn retirar(scope: OwnScope, Body(input): Body<RetirarInput>) -> Result<Json<Message>> {
    let mut erros = FieldErrors::default();
    let endpoint = erros.text("endpoint", input.endpoint, MAX_TEXTO);
    let endpoint = erros.finish(endpoint)?;
    let usuario = scope.caller().id;
    scope.write(async |tx| service::retirar(tx, usuario, &endpoint).await).await?;
    Ok(message("Este dispositivo não recebe mais notificações."))
}

/// Mostra a chave pública com que o navegador se inscreve.
#[utoipa::path(
    get, path = "/push/vapid-key", tag = "push",
    responses((status = 200, body = ChaveView), Problems),
    security(("bearer" = [])),
)]
async fn chave(scope: OwnScope, Tool(chaves): Tool<Chaves>) -> Result<Json<ChaveView>> {
    let par = service::chaves(&scope, &chaves).await?;
    Ok(Json(ChaveView { public_key: par.publica().to_owned() }))
}

/// Manda uma notificação de teste aos próprios dispositivos.
#[utoipa::path(
    post, path = "/push/test", tag = "push",
    responses((status = 200, body = Message), Problems),
    security(("bearer" = [])),
)]
async fn testar(scope: OwnScope) -> Result<Json<Message>> {
    let usuario = scope.caller().id;
    let enviada = scope.write(async |tx| service::testar(tx, usuario).await).await?;
    Ok(message(match enviada {
        true => "Uma notificação de teste está a caminho dos seus dispositivos.",
        false => "Nenhum dispositivo seu está inscrito para receber notificações.",
    }))
}

#[derive(Deserialize, ToSchema)]
struct RetirarInput {
    #[schema(value_type = String)]
    endpoint: Field<String>,
}

/// A chave pública do serviço (VAPID), em base64url.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChaveView {
    public_key: String,
}
