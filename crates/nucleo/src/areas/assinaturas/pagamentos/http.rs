//! Where the payment provider tells of payments.

use axum::Json;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use base::clock::Timestamp;
use base::http::{Body, Message, message};
use base::problem::{Problem, PublicProblems};
use base::reais::Reais;
use base::scope::PublicScope;
use base::tools::Tool;
use base::{App, Error, Result};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::rules::{Notificacao, WebhookInput};
use super::segredo::SegredoDoWebhook;
use super::service::{self, Pagamento};
use super::{PagamentoId, StatusDePagamento};
use crate::errors::{WEBHOOK_NAO_AUTORIZADO, WEBHOOK_NAO_CONFIGURADO};

/// What a provider sends is a few KiB.
const MAX_CORPO: usize = 64 * 1024;
const CABECALHO: &str = "asaas-access-token";

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(receber)).layer(DefaultBodyLimit::max(MAX_CORPO))
}

/// Recebe do provedor de pagamentos o que houve com um pagamento.
///
/// O mesmo evento conta uma vez, e o mesmo pagamento paga uma vez, em qualquer ordem. Recebido ou
/// confirmado, ele estende a assinatura de quem `externalReference` nomeia pelo período do plano e
/// credita o bônus; em atraso, só avisa. Um evento desconhecido, e um pagamento de ninguém que se
/// conheça, respondem 200 e não mudam nada.
#[utoipa::path(
    post, path = "/api/webhooks/pagamentos", tag = "pagamentos",
    params(("asaas-access-token" = String, Header,
        description = "O segredo combinado com o provedor (PAYMENT_WEBHOOK_TOKEN)")),
    request_body = WebhookInput,
    responses(
        (status = 200, body = Message),
        (status = 401, description = "O segredo falta ou não é este", body = Problem,
            content_type = "application/problem+json"),
        PublicProblems,
    ),
    security(()),
)]
async fn receber(
    _: DoProvedor,
    scope: PublicScope,
    Body(input): Body<WebhookInput>,
) -> Result<Json<Message>> {
    if let Some(notificacao) = Notificacao::parse(input)? {
        service::receber(&scope, notificacao).await?;
    }
    Ok(message("Recebido."))
}

/// Whoever knows the secret. Asked before the body is read.
struct DoProvedor;

impl FromRequestParts<App> for DoProvedor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let Tool(segredo) = Tool::<SegredoDoWebhook>::from_request_parts(parts, app).await?;
        if !segredo.configurado() {
            return Err(WEBHOOK_NAO_CONFIGURADO.into());
        }
        let token = parts.headers.get(CABECALHO).and_then(|token| token.to_str().ok());
        match token.is_some_and(|token| segredo.confere(token)) {
            true => Ok(Self),
            false => Err(WEBHOOK_NAO_AUTORIZADO.into()),
        }
    }
}

/// Um pagamento, como a pessoa o leva consigo.
#[derive(Serialize, ToSchema)]
pub struct PagamentoView {
    id: PagamentoId,
    status: StatusDePagamento,
    valor: Reais,
    /// AAAA-MM-DD.
    vencimento: Option<String>,
    plano: Option<String>,
    /// Quantas moedas creditou.
    bonus: i64,
    /// Até quando pagou.
    validade: Option<Timestamp>,
    recebido_em: Option<Timestamp>,
    criado_em: Timestamp,
}

impl From<Pagamento> for PagamentoView {
    fn from(pagamento: Pagamento) -> Self {
        Self {
            id: pagamento.id,
            status: pagamento.status,
            valor: pagamento.valor,
            vencimento: pagamento.vencimento,
            plano: pagamento.plano_nome,
            bonus: pagamento.bonus_moedas,
            validade: pagamento.validade,
            recebido_em: pagamento.recebido_em,
            criado_em: pagamento.criado_em,
        }
    }
}
