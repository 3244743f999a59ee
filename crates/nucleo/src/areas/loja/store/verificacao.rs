//! Whether the orders and the ledger tell the same story.

use base::db::NucleoTx;
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::super::{PedidoId, ProdutoId, StatusPedido};

/// An order beside what the ledger has of it; `None` where there is no entry.
#[derive(FromRow)]
pub struct PedidoErrado {
    pub id: PedidoId,
    pub status: StatusPedido,
    pub total: i64,
    pub debitado: Option<i64>,
    pub estornado: Option<i64>,
}

/// The first order that was not charged exactly its total, or not given back exactly that if, and
/// only if, it was cancelled. The ledger lets one order move a wallet once by each origin.
pub async fn find_pedido_errado(tx: &mut NucleoTx) -> Result<Option<PedidoErrado>> {
    let sql = tenant!(
        "SELECT p.id, p.status, p.total, d.valor AS debitado, e.valor AS estornado
         FROM loja_pedidos p
         LEFT JOIN transacoes d ON d.usuario_id = p.usuario_id AND d.origem = 'LOJA'
             AND d.referencia_id = p.id AND d.tipo = 'DEBITO'
         LEFT JOIN transacoes e ON e.usuario_id = p.usuario_id AND e.origem = 'ESTORNO'
             AND e.referencia_id = p.id AND e.tipo = 'CREDITO'
         WHERE p.nucleo_id = $1
           AND (d.valor IS NULL OR d.valor <> p.total
             OR (p.status = 'CANCELADO' AND (e.valor IS NULL OR e.valor <> p.total))
             OR (p.status <> 'CANCELADO' AND e.valor IS NOT NULL))
         ORDER BY p.criado_em, p.id
         LIMIT 1"
    );
    tx.optional(sql, ()).await
}

/// The first debit of the store that no order asks for.
pub async fn find_debito_sem_pedido(tx: &mut NucleoTx) -> Result<Option<Uuid>> {
    let sql = tenant!(
        "SELECT t.id
         FROM transacoes t
         LEFT JOIN loja_pedidos p ON p.id = t.referencia_id AND p.usuario_id = t.usuario_id
         WHERE t.nucleo_id = $1 AND t.origem = 'LOJA' AND t.referencia_id IS NOT NULL
           AND p.id IS NULL
         ORDER BY t.criado_em, t.id
         LIMIT 1"
    );
    let row: Option<(Uuid,)> = tx.optional(sql, ()).await?;
    Ok(row.map(|(id,)| id))
}

/// The first product with less than nothing in stock.
pub async fn find_estoque_negativo(tx: &mut NucleoTx) -> Result<Option<(ProdutoId, i64)>> {
    let sql = tenant!(
        "SELECT p.id, p.estoque FROM loja_produtos p
         WHERE p.nucleo_id = $1 AND p.estoque < 0
         ORDER BY p.id LIMIT 1"
    );
    tx.optional(sql, ()).await
}
