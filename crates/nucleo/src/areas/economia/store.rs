//! Wallets and the ledger. A movement is three statements: lock the wallet, append, update.

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::rules::{Efeito, Origem, Situacao};
use super::{TipoTransacao, TransacaoId};

/// A wallet that nobody else can move until this transaction ends, and the rules for it.
#[derive(FromRow)]
pub struct CarteiraTravada {
    pub saldo: i64,
    pub mes: String,
    pub ganho_no_mes: i64,
    pub multiplicador_ppm: i64,
    pub teto_mensal: Option<i64>,
}

impl CarteiraTravada {
    pub fn situacao(&self) -> Situacao {
        Situacao {
            saldo: self.saldo,
            mes: self.mes.clone(),
            ganho_no_mes: self.ganho_no_mes,
            multiplicador_ppm: self.multiplicador_ppm,
            teto_mensal: self.teto_mensal,
        }
    }
}

pub async fn insert_regras(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<()> {
    let sql = tenant!("INSERT INTO regras_moeda (nucleo_id, teto_mensal) VALUES ($1, NULL)");
    tx.execute_for(Some(nucleo), sql, ()).await?;
    Ok(())
}

pub async fn insert_carteira(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO carteiras (usuario_id, nucleo_id)
         SELECT u.id, u.nucleo_id FROM usuarios u WHERE u.nucleo_id = $1 AND u.id = $2"
    );
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

/// An update that changes nothing is a row lock on both engines.
pub async fn lock(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<CarteiraTravada>> {
    let sql = tenant!(
        "UPDATE carteiras SET movimentos = movimentos
         WHERE nucleo_id = $1 AND usuario_id = $2
         RETURNING saldo, mes, ganho_no_mes,
             (SELECT r.multiplicador_ppm FROM regras_moeda r
              WHERE r.nucleo_id = carteiras.nucleo_id) AS multiplicador_ppm,
             (SELECT r.teto_mensal FROM regras_moeda r
              WHERE r.nucleo_id = carteiras.nucleo_id) AS teto_mensal"
    );
    tx.optional(sql, (usuario,)).await
}

pub struct NovaTransacao<'a> {
    pub usuario: UsuarioId,
    pub origem: Origem,
    pub base: i64,
    pub descricao: &'a str,
    pub referencia: Option<Uuid>,
}

/// `None` if this cause has moved this wallet before. Looked for here and not while locking: a
/// statement that had to wait for the lock still sees the ledger as it was before the wait.
pub async fn append(
    tx: &mut NucleoTx,
    nova: &NovaTransacao<'_>,
    efeito: &Efeito,
) -> Result<Option<TransacaoId>> {
    let sql = tenant!(
        "INSERT INTO transacoes (id, nucleo_id, usuario_id, numero, tipo, origem, valor,
             valor_base, multiplicador_ppm, cortado, saldo_apos, descricao, referencia_id,
             criado_em)
         SELECT $3, c.nucleo_id, c.usuario_id, c.movimentos + 1, $4, $5, $6, $7, $8, $9, $10, $11,
             $12, $13
         FROM carteiras c
         WHERE c.nucleo_id = $1 AND c.usuario_id = $2
           AND NOT EXISTS (SELECT 1 FROM transacoes t
             WHERE t.usuario_id = c.usuario_id AND t.origem = $5 AND t.referencia_id = $12)"
    );
    let id: TransacaoId = tx.new_id();
    let params = (
        nova.usuario,
        id,
        efeito.tipo,
        nova.origem,
        efeito.valor,
        nova.base,
        efeito.multiplicador_ppm,
        efeito.cortado,
        efeito.saldo,
        nova.descricao,
        nova.referencia,
        tx.now(),
    );
    Ok((tx.execute(sql, params).await? == 1).then_some(id))
}

pub async fn update_carteira(tx: &mut NucleoTx, usuario: UsuarioId, efeito: &Efeito) -> Result<()> {
    let sql = tenant!(
        "UPDATE carteiras
         SET saldo = $3, creditado = creditado + $4, debitado = debitado + $5,
             movimentos = movimentos + 1, mes = $6, ganho_no_mes = $7
         WHERE nucleo_id = $1 AND usuario_id = $2"
    );
    let (creditado, debitado) = match efeito.tipo {
        TipoTransacao::Credito => (efeito.valor, 0),
        TipoTransacao::Debito => (0, efeito.valor),
    };
    let mes = efeito.mes.as_str();
    let params = (usuario, efeito.saldo, creditado, debitado, mes, efeito.ganho_no_mes);
    tx.execute(sql, params).await?;
    Ok(())
}

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
