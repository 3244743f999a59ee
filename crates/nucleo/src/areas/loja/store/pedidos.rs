use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::rules::NovoPedido;
use super::super::{PedidoId, ProdutoId, StatusPedido};

#[derive(FromRow)]
pub struct Pedido {
    pub id: PedidoId,
    pub nucleo_id: NucleoId,
    pub produto_id: ProdutoId,
    /// As it was called when it was ordered.
    pub produto_nome: String,
    pub quantidade: i64,
    pub total: i64,
    pub status: StatusPedido,
    pub usuario_id: UsuarioId,
    pub usuario_nome: String,
    pub criado_em: Timestamp,
}

/// An order that has ended with this statement.
#[derive(FromRow)]
pub struct Encerrado {
    pub nucleo_id: NucleoId,
    pub produto_id: ProdutoId,
    pub produto_nome: String,
    pub quantidade: i64,
    pub total: i64,
    pub usuario_id: UsuarioId,
}

macro_rules! orders {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT p.id, p.nucleo_id, p.produto_id, p.produto_nome, p.quantidade, p.total,
                 p.status, p.usuario_id, u.nome AS usuario_nome, p.criado_em
             FROM loja_pedidos p
             JOIN usuarios u ON u.id = p.usuario_id
             WHERE p.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn find_pedido(tx: &mut NucleoTx, id: PedidoId) -> Result<Option<Pedido>> {
    tx.optional(orders!("AND p.id = $2"), (id,)).await
}

pub async fn list_pedidos(tx: &mut NucleoTx, page: Page) -> Result<Vec<Pedido>> {
    let sql = orders!("ORDER BY p.criado_em DESC, p.id DESC LIMIT $2 OFFSET $3");
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count_pedidos(tx: &mut NucleoTx) -> Result<i64> {
    tx.count(tenant!("SELECT count(*) FROM loja_pedidos p WHERE p.nucleo_id = $1"), ()).await
}

/// A text of its own: with a filter that may be empty, those of a rare status would be looked for
/// among all.
pub async fn list_com_status(
    tx: &mut NucleoTx,
    status: StatusPedido,
    page: Page,
) -> Result<Vec<Pedido>> {
    let sql = orders!("AND p.status = $2 ORDER BY p.criado_em DESC, p.id DESC LIMIT $3 OFFSET $4");
    tx.all(sql, (status, page.limit(), page.offset())).await
}

pub async fn count_com_status(tx: &mut NucleoTx, status: StatusPedido) -> Result<i64> {
    let sql =
        tenant!("SELECT count(*) FROM loja_pedidos p WHERE p.nucleo_id = $1 AND p.status = $2");
    tx.count(sql, (status,)).await
}

pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId, page: Page) -> Result<Vec<Pedido>> {
    let sql =
        orders!("AND p.usuario_id = $2 ORDER BY p.criado_em DESC, p.id DESC LIMIT $3 OFFSET $4");
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

pub async fn count_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    let sql =
        tenant!("SELECT count(*) FROM loja_pedidos p WHERE p.nucleo_id = $1 AND p.usuario_id = $2");
    tx.count(sql, (usuario,)).await
}

/// The open orders of one person, by product: of two who go through their own, neither waits for
/// the other in a circle.
pub async fn list_abertos(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    limite: usize,
) -> Result<Vec<PedidoId>> {
    let sql = tenant!(
        "SELECT p.id FROM loja_pedidos p
         WHERE p.nucleo_id = $1 AND p.usuario_id = $2 AND p.status = 'PEDIDO'
         ORDER BY p.produto_id, p.id LIMIT $3"
    );
    let ids: Vec<(PedidoId,)> = tx.all(sql, (usuario, limite as i64)).await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

pub async fn insert_pedido(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    novo: &NovoPedido,
    produto_nome: &str,
    total: i64,
) -> Result<PedidoId> {
    let sql = tenant!(
        "INSERT INTO loja_pedidos (nucleo_id, id, produto_id, usuario_id, produto_nome, quantidade,
             total, status, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'PEDIDO', $8)"
    );
    let id: PedidoId = tx.new_id();
    let params = (id, novo.produto, usuario, produto_nome, novo.quantidade, total, tx.now());
    tx.execute(sql, params).await?;
    Ok(id)
}

/// Ends an order. The update decides between parallel ones: one of them finds it open.
pub async fn end_pedido(
    tx: &mut NucleoTx,
    id: PedidoId,
    status: StatusPedido,
    por: Option<UsuarioId>,
) -> Result<Option<Encerrado>> {
    let sql = tenant!(
        "UPDATE loja_pedidos SET status = $3, decidido_em = $4, decidido_por = $5
         WHERE nucleo_id = $1 AND id = $2 AND status = 'PEDIDO'
         RETURNING nucleo_id, produto_id, produto_nome, quantidade, total, usuario_id"
    );
    tx.optional(sql, (id, status, tx.now(), por)).await
}
