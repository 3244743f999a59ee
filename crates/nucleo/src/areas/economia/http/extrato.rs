//! One's own statement and balance.

use axum::Json;
use base::Result;
use base::clock::Timestamp;
use base::http::Query;
use base::page::{Page, PageInput, Paginated};
use base::problem::Problems;
use base::scope::OwnScope;
use base::validation::{Field, FieldErrors};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::service::{self, Transacao};
use super::super::{Origem, TipoTransacao, TransacaoId};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ExtratoInput {
    #[param(value_type = Option<Origem>)]
    origem: Field<String>,
}

/// Mostra o próprio extrato, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/economia/extrato", tag = "economia",
    params(ExtratoInput, PageInput),
    responses((status = 200, body = Paginated<TransacaoView>), Problems),
    security(("bearer" = [])),
)]
pub async fn extrato(
    scope: OwnScope,
    Query(input): Query<ExtratoInput>,
    Query(page): Query<PageInput>,
) -> Result<Json<Paginated<TransacaoView>>> {
    let mut erros = FieldErrors::default();
    let origem = erros.optional_choice("origem", input.origem);
    let page = Page::parse(page, &mut erros);
    let page = erros.finish(Some(page))?;
    let id = scope.caller().id;
    let (total, transacoes) =
        scope.read(async |tx| service::extrato(tx, id, origem, page).await).await?;
    Ok(Paginated::new(page, total, transacoes.into_iter().map(Into::into).collect()))
}

/// Mostra o próprio saldo.
#[utoipa::path(
    get, path = "/api/economia/saldo", tag = "economia",
    responses((status = 200, body = SaldoView), Problems),
    security(("bearer" = [])),
)]
pub async fn saldo(scope: OwnScope) -> Result<Json<SaldoView>> {
    let id = scope.caller().id;
    let saldo = scope.read(async |tx| service::saldo(tx, id).await).await?;
    Ok(Json(SaldoView { saldo }))
}

#[derive(Serialize, ToSchema)]
pub struct SaldoView {
    #[schema(example = 250)]
    saldo: i64,
}

/// Uma transação. `valor` nunca é negativo: `tipo` dá a direção.
#[derive(Serialize, ToSchema)]
pub struct TransacaoView {
    id: TransacaoId,
    #[schema(example = 100)]
    valor: i64,
    tipo: TipoTransacao,
    origem: Origem,
    #[schema(example = "Indicação aprovada")]
    descricao: String,
    criado_em: Timestamp,
}

impl From<Transacao> for TransacaoView {
    fn from(transacao: Transacao) -> Self {
        Self {
            id: transacao.id,
            valor: transacao.valor,
            tipo: transacao.tipo,
            origem: transacao.origem,
            descricao: transacao.descricao,
            criado_em: transacao.criado_em,
        }
    }
}
