//! Whether ledger and wallets add up.

use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, tenant};
use sqlx::FromRow;

/// A ledger row that does not follow from the one before it.
#[derive(FromRow)]
pub struct TransacaoErrada {
    pub usuario_id: UsuarioId,
    pub numero: i64,
    pub tem_anterior: bool,
    pub saldo_apos: i64,
    pub esperado: i64,
}

/// The first row whose number does not follow, or whose balance is not that of the row before it
/// plus or minus its value.
pub async fn find_transacao_errada(tx: &mut NucleoTx) -> Result<Option<TransacaoErrada>> {
    let sql = tenant!(
        "SELECT t.usuario_id, t.numero, a.id IS NOT NULL OR t.numero = 1 AS tem_anterior,
             t.saldo_apos,
             COALESCE(a.saldo_apos, 0) + CASE t.tipo WHEN 'CREDITO' THEN t.valor ELSE -t.valor END
                 AS esperado
         FROM transacoes t
         LEFT JOIN transacoes a ON a.usuario_id = t.usuario_id AND a.numero = t.numero - 1
         WHERE t.nucleo_id = $1
           AND ((a.id IS NULL AND t.numero <> 1)
             OR t.saldo_apos <> COALESCE(a.saldo_apos, 0)
                 + CASE t.tipo WHEN 'CREDITO' THEN t.valor ELSE -t.valor END)
         ORDER BY t.criado_em, t.id
         LIMIT 1"
    );
    tx.optional(sql, ()).await
}

/// A wallet beside what its ledger rows add up to.
#[derive(FromRow)]
pub struct CarteiraErrada {
    pub usuario_id: UsuarioId,
    pub creditado: i64,
    pub debitado: i64,
    pub saldo: i64,
    pub movimentos: i64,
    pub soma_creditado: i64,
    pub soma_debitado: i64,
    pub soma_movimentos: i64,
}

/// The first wallet that is not the sum of its ledger rows.
pub async fn find_carteira_errada(tx: &mut NucleoTx) -> Result<Option<CarteiraErrada>> {
    let sql = tenant!(
        "SELECT c.usuario_id, c.creditado, c.debitado, c.saldo, c.movimentos,
             s.creditado AS soma_creditado, s.debitado AS soma_debitado,
             s.movimentos AS soma_movimentos
         FROM carteiras c
         JOIN (
             SELECT w.usuario_id,
                 COALESCE(CAST(SUM(CASE t.tipo WHEN 'CREDITO' THEN t.valor END) AS bigint), 0)
                     AS creditado,
                 COALESCE(CAST(SUM(CASE t.tipo WHEN 'DEBITO' THEN t.valor END) AS bigint), 0)
                     AS debitado,
                 count(t.id) AS movimentos
             FROM carteiras w
             LEFT JOIN transacoes t ON t.usuario_id = w.usuario_id
             GROUP BY w.usuario_id
         ) s ON s.usuario_id = c.usuario_id
         WHERE c.nucleo_id = $1
           AND (c.creditado <> s.creditado OR c.debitado <> s.debitado
             OR c.saldo <> s.creditado - s.debitado OR c.movimentos <> s.movimentos)
         ORDER BY c.usuario_id
         LIMIT 1"
    );
    tx.optional(sql, ()).await
}
