//! What the store offers.

use axum::Json;
use base::Result;
use base::http::{Body, Created, Id, Message, Query, message};
use base::page::{Listing, PageInput};
use base::problem::Problems;
use base::scope::Scope;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::ProdutoId;
use super::super::rules::{MudancaDeProduto, NovoProduto, NovoProdutoInput, ProdutoInput};
use super::super::service::{self, Produto};
use crate::policy::{GerirLoja, Participar};

/// Lista os produtos da loja, do mais novo ao mais antigo.
///
/// Quem cuida da loja vê também os que não estão à venda; as outras pessoas, só os ativos. Um ativo
/// com `estoque` 0 está esgotado.
#[utoipa::path(
    get, path = "/api/loja/produtos", tag = "loja",
    params(PageInput),
    responses(
        (status = 200, body = Vec<ProdutoView>,
            headers(("x-total-count" = i64, description = "Quantos há ao todo"))),
        Problems,
    ),
    security(("bearer" = ["Participar"])),
)]
pub async fn listar_produtos(
    scope: Scope<Participar>,
    Query(page): Query<PageInput>,
) -> Result<Listing<ProdutoView>> {
    let page = page.array_page()?;
    let todos = scope.caller().can::<GerirLoja>();
    let (total, produtos) =
        scope.read(async |tx| service::listar_produtos(tx, todos, page).await).await?;
    Ok(Listing { items: produtos.into_iter().map(Into::into).collect(), total })
}

/// Põe um produto na loja.
///
/// `nome` e `preco` são obrigatórios; sem `estoque`, não há limite de unidades.
#[utoipa::path(
    post, path = "/api/loja/produtos", tag = "loja",
    request_body = NovoProdutoInput,
    responses((status = 201, body = ProdutoView), Problems),
    security(("bearer" = ["GerirLoja"])),
)]
pub async fn criar_produto(
    scope: Scope<GerirLoja>,
    Body(input): Body<ProdutoInput>,
) -> Result<Created<ProdutoView>> {
    let novo = NovoProduto::parse(input)?;
    let produto = scope.write(async |tx| service::criar(tx, &novo).await).await?;
    Ok(Created(produto.into()))
}

/// Altera um produto; o que não vem fica como está, e os pedidos já feitos não mudam.
#[utoipa::path(
    patch, path = "/api/loja/produtos/{id}", tag = "loja",
    params(("id" = ProdutoId, Path)),
    request_body = ProdutoInput,
    responses((status = 200, body = ProdutoView), Problems),
    security(("bearer" = ["GerirLoja"])),
)]
pub async fn alterar_produto(
    scope: Scope<GerirLoja>,
    Id(id): Id<ProdutoId>,
    Body(input): Body<ProdutoInput>,
) -> Result<Json<ProdutoView>> {
    let mudanca = MudancaDeProduto::parse(input)?;
    let produto = scope.write(async |tx| service::alterar(tx, id, &mudanca).await).await?;
    Ok(Json(produto.into()))
}

/// Tira um produto da loja.
///
/// Ele some de todas as listas e ninguém mais o pede. Os pedidos que já existem ficam, e ainda podem
/// ser entregues ou cancelados.
#[utoipa::path(
    delete, path = "/api/loja/produtos/{id}", tag = "loja",
    params(("id" = ProdutoId, Path)),
    responses((status = 200, body = Message), Problems),
    security(("bearer" = ["GerirLoja"])),
)]
pub async fn excluir_produto(
    scope: Scope<GerirLoja>,
    Id(id): Id<ProdutoId>,
) -> Result<Json<Message>> {
    scope.write(async |tx| service::excluir(tx, id).await).await?;
    Ok(message("Produto excluído."))
}

/// Um produto da loja.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProdutoView {
    id: ProdutoId,
    #[schema(example = "Camiseta do núcleo")]
    nome: String,
    descricao: Option<String>,
    /// Na moeda do núcleo.
    #[schema(example = 80)]
    preco: i64,
    /// Nulo: sem limite.
    estoque: Option<i64>,
    foto_url: Option<String>,
    ativo: bool,
}

impl From<Produto> for ProdutoView {
    fn from(produto: Produto) -> Self {
        Self {
            id: produto.id,
            nome: produto.nome,
            descricao: produto.descricao,
            preco: produto.preco,
            estoque: produto.estoque,
            foto_url: produto.foto_url,
            ativo: produto.ativo,
        }
    }
}
