//! Orders: one's own, and all of them for whoever runs the store.

use axum::Json;
use axum::http::HeaderMap;
use base::Result;
use base::clock::Timestamp;
use base::http::{Body, Created, Id, Query};
use base::id::UsuarioId;
use base::page::{Listing, Page, PageInput};
use base::problem::{Problem, Problems};
use base::scope::Scope;
use base::validation::{Field, FieldErrors};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::super::rules::{Decisao, NovoPedido, PedidoInput};
use super::super::service::{self, Pedido};
use super::super::{PedidoId, ProdutoId, StatusPedido};
use crate::areas::economia::chave_de_repeticao;
use crate::policy::{GerirLoja, Participar};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StatusInput {
    #[param(value_type = Option<StatusPedido>)]
    status: Field<String>,
}

/// Pede um produto e paga na hora, com o saldo de quem pede.
///
/// O preço é o que o produto custa neste momento. Com o cabeçalho `Idempotency-Key`, o mesmo pedido
/// repetido em 24 horas tem a mesma resposta e não compra nada de novo.
#[utoipa::path(
    post, path = "/api/loja/pedidos", tag = "loja",
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Uma chave por pedido, à escolha de quem chama")),
    request_body = PedidoInput,
    responses(
        (status = 201, body = PedidoView),
        (status = 409, description = "Saldo ou estoque insuficiente, ou chave usada com outro corpo",
            body = Problem, content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn pedir(
    scope: Scope<Participar>,
    headers: HeaderMap,
    Body(input): Body<PedidoInput>,
) -> Result<Created<serde_json::Value>> {
    let mut erros = FieldErrors::default();
    let chave = chave_de_repeticao(&headers, &mut erros);
    let novo = NovoPedido::parse(input, erros)?;
    let caller = scope.caller();
    let pedido = scope
        .write(async |tx| {
            service::pedir(tx, caller, &novo, chave.as_deref(), |pedido| {
                Ok(serde_json::to_value(PedidoView::from(pedido))?)
            })
            .await
        })
        .await?;
    Ok(Created(pedido))
}

/// Lista os próprios pedidos, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/loja/pedidos", tag = "loja",
    params(PageInput),
    responses(
        (status = 200, body = Vec<PedidoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn listar_pedidos(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Listing<PedidoView>> {
    let (page, id) = (page.array_page()?, scope.caller().id);
    let (total, pedidos) = scope.read(async |tx| service::listar_de(tx, id, page).await).await?;
    Ok(Listing { items: pedidos.into_iter().map(Into::into).collect(), total })
}

/// Lista os pedidos de todas as pessoas, do mais novo ao mais antigo.
#[utoipa::path(
    get, path = "/api/loja/pedidos/admin", tag = "loja",
    params(StatusInput, PageInput),
    responses(
        (status = 200, body = Vec<PedidoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["GerirLoja"])),
)]
pub async fn listar_todos_os_pedidos(
    scope: Scope<GerirLoja>,
    Query(input): Query<StatusInput>,
    Query(page): Query<PageInput>,
) -> Result<Listing<PedidoView>> {
    let mut erros = FieldErrors::default();
    let status = erros.optional_choice("status", input.status);
    let page = Page::parse_for_array(page, &mut erros);
    let page = erros.finish(Some(page))?;
    let (total, pedidos) =
        scope.read(async |tx| service::listar_pedidos(tx, status, page).await).await?;
    Ok(Listing { items: pedidos.into_iter().map(Into::into).collect(), total })
}

/// Entrega ou cancela um pedido, o que o encerra.
///
/// Cancelar devolve as moedas a quem pediu e as unidades ao estoque. Quem pediu fica sabendo.
#[utoipa::path(
    patch, path = "/api/loja/pedidos/{id}", tag = "loja",
    params(("id" = PedidoId, Path)),
    request_body = DecisaoInput,
    responses(
        (status = 200, body = PedidoView),
        (status = 409, description = "Já entregue ou cancelado", body = Problem,
            content_type = "application/problem+json"),
        Problems,
    ),
    security(("bearer" = ["GerirLoja"])),
)]
pub async fn decidir_pedido(
    scope: Scope<GerirLoja>,
    Id(id): Id<PedidoId>,
    Body(input): Body<DecisaoInput>,
) -> Result<Json<PedidoView>> {
    let mut erros = FieldErrors::default();
    let decisao = erros.required("status", input.status);
    let decisao = erros.finish(decisao)?;
    let caller = scope.caller();
    let pedido = scope.write(async |tx| service::decidir(tx, caller, id, decisao).await).await?;
    Ok(Json(pedido.into()))
}

#[derive(Deserialize, ToSchema)]
#[schema(as = DecisaoDePedidoInput)]
pub struct DecisaoInput {
    #[schema(value_type = Decisao)]
    status: Field<Decisao>,
}

/// Um pedido.
// The names are the contract's, mixed case included.
#[derive(Serialize, ToSchema)]
pub struct PedidoView {
    id: PedidoId,
    produto: ProdutoDoPedidoView,
    #[schema(example = 1)]
    quantidade: i64,
    /// O que custou, na moeda do núcleo.
    #[schema(example = 80)]
    total: i64,
    status: StatusPedido,
    usuario: PessoaDoPedidoView,
    criado_em: Timestamp,
}

#[derive(Serialize, ToSchema)]
struct ProdutoDoPedidoView {
    id: ProdutoId,
    /// Como se chamava ao ser pedido.
    nome: String,
}

/// Quem pediu.
#[derive(Serialize, ToSchema)]
struct PessoaDoPedidoView {
    id: UsuarioId,
    nome: String,
}

impl From<Pedido> for PedidoView {
    fn from(pedido: Pedido) -> Self {
        Self {
            id: pedido.id,
            produto: ProdutoDoPedidoView { id: pedido.produto_id, nome: pedido.produto_nome },
            quantidade: pedido.quantidade,
            total: pedido.total,
            status: pedido.status,
            usuario: PessoaDoPedidoView { id: pedido.usuario_id, nome: pedido.usuario_nome },
            criado_em: pedido.criado_em,
        }
    }
}
