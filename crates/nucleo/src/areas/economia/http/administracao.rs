//! The currency of the nucleo: its sums, its rules, and adjustments by hand.

use axum::Json;
use axum::http::HeaderMap;
use base::Result;
use base::http::{Body, Created};
use base::id::UsuarioId;
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::validation::{Field, FieldErrors, MAX_NOME};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::super::TipoTransacao;
use super::super::rules::{Ajuste, Multiplicador, Teto};
use super::super::service::{self, Painel};
use super::TransacaoView;
use crate::policy::AdministrarMoeda;

/// Mostra quanto foi emitido, gasto e circula, e as regras da moeda.
#[utoipa::path(
    get, path = "/api/economia/painel", tag = "economia",
    responses((status = 200, body = PainelView), Problems),
    security(("bearer" = ["AdministrarMoeda"])),
)]
pub async fn painel(scope: Scope<AdministrarMoeda>) -> Result<Json<PainelView>> {
    let painel = scope.read(async |tx| service::painel(tx).await).await?;
    Ok(Json(painel.into()))
}

/// Credita ou debita moedas de uma pessoa; a justificativa aparece no extrato dela.
///
/// Com o cabeçalho `Idempotency-Key`, o mesmo pedido repetido em 24 horas tem a mesma resposta e
/// não move nada de novo.
#[utoipa::path(
    post, path = "/api/economia/ajuste-manual", tag = "economia",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Uma chave por ajuste, à escolha de quem chama")),
    request_body = AjusteInput,
    responses(
        (status = 201, body = TransacaoView),
        (status = 409, description = "Saldo insuficiente, ou chave usada com outro corpo",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["AdministrarMoeda"])),
)]
pub async fn ajustar(
    scope: Scope<AdministrarMoeda>,
    headers: HeaderMap,
    Body(input): Body<AjusteInput>,
) -> Result<Created<serde_json::Value>> {
    let mut erros = FieldErrors::default();
    let chave = chave_de_repeticao(&headers, &mut erros);
    let usuario = erros.required("usuarioId", input.usuario_id);
    let valor = Ajuste::parse_valor(&mut erros, input.valor);
    let tipo = erros.required("tipo", input.tipo);
    let justificativa = erros.text("justificativa", input.justificativa, MAX_JUSTIFICATIVA);
    let required = usuario.zip(valor).zip(tipo).zip(justificativa);
    let ajuste = erros.finish(required.map(|(((usuario, valor), tipo), justificativa)| {
        Ajuste { usuario, valor, tipo, justificativa }
    }))?;
    let caller = scope.caller();
    let transacao = scope
        .write(async |tx| {
            service::ajustar(tx, caller, &ajuste, chave.as_deref(), |transacao| {
                Ok(serde_json::to_value(TransacaoView::from(transacao))?)
            })
            .await
        })
        .await?;
    Ok(Created(transacao))
}

const MAX_JUSTIFICATIVA: usize = 1000;

/// The header `Idempotency-Key`, by which a caller says that a request may be a repeated one.
pub fn chave_de_repeticao(headers: &HeaderMap, erros: &mut FieldErrors) -> Option<String> {
    let text = headers.get("idempotency-key")?.to_str().unwrap_or_default().to_owned();
    erros.text("Idempotency-Key", Field::Value(text), MAX_NOME)
}

/// Muda o multiplicador global: 1.5 faz uma tarefa de 100 pagar 150.
#[utoipa::path(
    patch, path = "/api/economia/multiplicador", tag = "economia",
    request_body = MultiplicadorInput,
    responses((status = 200, body = PainelView), Problems),
    security(("bearer" = ["AdministrarMoeda"])),
)]
pub async fn alterar_multiplicador(
    scope: Scope<AdministrarMoeda>,
    Body(input): Body<MultiplicadorInput>,
) -> Result<Json<PainelView>> {
    let novo = Multiplicador::parse(input.multiplicador)?;
    let caller = scope.caller();
    let painel =
        scope.write(async |tx| service::alterar_multiplicador(tx, caller, novo).await).await?;
    Ok(Json(painel.into()))
}

/// Muda quanto um membro pode ganhar por mês; nulo retira o teto.
#[utoipa::path(
    patch, path = "/api/economia/teto-mensal", tag = "economia",
    request_body = TetoInput,
    responses((status = 200, body = PainelView), Problems),
    security(("bearer" = ["AdministrarMoeda"])),
)]
pub async fn alterar_teto(
    scope: Scope<AdministrarMoeda>,
    Body(input): Body<TetoInput>,
) -> Result<Json<PainelView>> {
    let novo = Teto::parse(input.teto)?;
    let caller = scope.caller();
    let painel = scope.write(async |tx| service::alterar_teto(tx, caller, novo).await).await?;
    Ok(Json(painel.into()))
}

/// Um ajuste feito à mão.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AjusteInput {
    #[schema(value_type = UsuarioId)]
    usuario_id: Field<UsuarioId>,
    #[schema(value_type = i64, minimum = 1, example = 50)]
    valor: Field<i64>,
    #[schema(value_type = TipoTransacao)]
    tipo: Field<TipoTransacao>,
    #[schema(value_type = String, max_length = 1000, example = "Ajuda na mudança da sede")]
    justificativa: Field<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct MultiplicadorInput {
    /// Maior que 0, até 100, com até seis casas.
    #[schema(value_type = f64, example = 1.5)]
    multiplicador: Field<Number>,
}

#[derive(Deserialize, ToSchema)]
pub struct TetoInput {
    /// Um inteiro a partir de 0, ou nulo.
    #[serde(default)]
    #[schema(required = true, value_type = Option<i64>, minimum = 0, example = 500)]
    teto: Field<i64>,
}

/// A moeda do núcleo.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PainelView {
    /// Tudo o que foi creditado.
    total_emitidas: i64,
    /// Tudo o que foi debitado.
    total_gastas: i64,
    saldo_circulacao: i64,
    #[schema(example = 1.5)]
    multiplicador_global: f64,
    /// Nulo sem teto.
    #[serde(rename = "tetoMensalCC")]
    teto_mensal_cc: Option<i64>,
}

impl From<Painel> for PainelView {
    fn from(painel: Painel) -> Self {
        Self {
            total_emitidas: painel.creditado,
            total_gastas: painel.debitado,
            saldo_circulacao: painel.creditado - painel.debitado,
            multiplicador_global: Multiplicador::from_ppm(painel.multiplicador_ppm).as_number(),
            teto_mensal_cc: painel.teto_mensal,
        }
    }
}
