use base::db::NucleoTx;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::ProdutoId;
use super::super::rules::{MudancaDeProduto, NovoProduto};

#[derive(FromRow)]
pub struct Produto {
    pub id: ProdutoId,
    pub nome: String,
    pub descricao: Option<String>,
    pub preco: i64,
    /// `None`: unlimited.
    pub estoque: Option<i64>,
    pub foto_url: Option<String>,
    pub ativo: bool,
}

/// What was taken out of the stock, as it is at that moment.
#[derive(FromRow)]
pub struct Oferta {
    pub nome: String,
    pub preco: i64,
}

/// Those that were not removed.
macro_rules! products {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT p.id, p.nome, p.descricao, p.preco, p.estoque, p.foto_url, p.ativo
             FROM loja_produtos p
             WHERE p.nucleo_id = $1 AND p.excluido_em IS NULL ",
            $rest
        ))
    };
}

pub async fn find_produto(tx: &mut NucleoTx, id: ProdutoId) -> Result<Option<Produto>> {
    tx.optional(products!("AND p.id = $2"), (id,)).await
}

pub async fn list_produtos(tx: &mut NucleoTx, page: Page) -> Result<Vec<Produto>> {
    let sql = products!("ORDER BY p.criado_em DESC, p.id DESC LIMIT $2 OFFSET $3");
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count_produtos(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM loja_produtos p
         WHERE p.nucleo_id = $1 AND p.excluido_em IS NULL"
    );
    tx.count(sql, ()).await
}

pub async fn list_ativos(tx: &mut NucleoTx, page: Page) -> Result<Vec<Produto>> {
    let sql = products!("AND p.ativo ORDER BY p.criado_em DESC, p.id DESC LIMIT $2 OFFSET $3");
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count_ativos(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!("SELECT count(*) FROM loja_produtos p WHERE p.nucleo_id = $1 AND p.ativo");
    tx.count(sql, ()).await
}

pub async fn insert_produto(tx: &mut NucleoTx, novo: &NovoProduto) -> Result<ProdutoId> {
    let sql = tenant!(
        "INSERT INTO loja_produtos (nucleo_id, id, nome, descricao, preco, estoque, foto_url, ativo,
             criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    );
    let id: ProdutoId = tx.new_id();
    let NovoProduto { nome, descricao, preco, estoque, foto_url, ativo } = novo.clone();
    let params = (id, nome, descricao, preco, estoque, foto_url, ativo, tx.now());
    tx.execute(sql, params).await?;
    Ok(id)
}

/// Whether there is such a product.
pub async fn update_produto(
    tx: &mut NucleoTx,
    id: ProdutoId,
    mudanca: &MudancaDeProduto,
) -> Result<bool> {
    let sql = tenant!(
        "UPDATE loja_produtos SET
             nome = COALESCE($3, nome), preco = COALESCE($4, preco), ativo = COALESCE($5, ativo),
             descricao = CASE WHEN $6 THEN $7 ELSE descricao END,
             estoque = CASE WHEN $8 THEN $9 ELSE estoque END,
             foto_url = CASE WHEN $10 THEN $11 ELSE foto_url END
         WHERE nucleo_id = $1 AND id = $2 AND excluido_em IS NULL"
    );
    let MudancaDeProduto { nome, descricao, preco, estoque, foto_url, ativo } = mudanca.clone();
    let params = (
        id,
        nome,
        preco,
        ativo,
        descricao.is_some(),
        descricao.flatten(),
        estoque.is_some(),
        estoque.flatten(),
        foto_url.is_some(),
        foto_url.flatten(),
    );
    Ok(tx.execute(sql, params).await? == 1)
}

/// Takes a product away from everybody's eyes, and its picture altogether; its orders keep it.
pub async fn remove_produto(tx: &mut NucleoTx, id: ProdutoId) -> Result<bool> {
    let sql = tenant!(
        "UPDATE loja_produtos SET excluido_em = $3, ativo = false, foto_url = NULL
         WHERE nucleo_id = $1 AND id = $2 AND excluido_em IS NULL"
    );
    Ok(tx.execute(sql, (id, tx.now())).await? == 1)
}

/// Takes some out of the stock; `None` if it is not on sale or there are not that many. The row
/// stays locked, so that the price is the one of this transaction.
pub async fn take(tx: &mut NucleoTx, id: ProdutoId, quantidade: i64) -> Result<Option<Oferta>> {
    let sql = tenant!(
        "UPDATE loja_produtos SET estoque = estoque - $3
         WHERE nucleo_id = $1 AND id = $2 AND ativo AND (estoque IS NULL OR estoque >= $3)
         RETURNING nome, preco"
    );
    tx.optional(sql, (id, quantidade)).await
}

/// Puts some back, also if it is no longer on sale. What is unlimited stays so.
pub async fn put_back(tx: &mut NucleoTx, id: ProdutoId, quantidade: i64) -> Result<()> {
    let sql =
        tenant!("UPDATE loja_produtos SET estoque = estoque + $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (id, quantidade)).await?;
    Ok(())
}
