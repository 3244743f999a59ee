//! A movement is three statements: lock the wallet, append to the ledger, update the wallet.

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::super::rules::{Efeito, Origem, Situacao};
use super::super::{TipoTransacao, TransacaoId};

/// A wallet that nobody else can move until this transaction ends, and the rules for it.
#[derive(FromRow)]
pub struct CarteiraTravada {
    pub nucleo_id: NucleoId,
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

pub async fn insert_carteira(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO carteiras (usuario_id, nucleo_id)
         SELECT u.id, u.nucleo_id FROM usuarios u WHERE u.nucleo_id = $1 AND u.id = $2"
    );
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

/// An update that changes nothing is a row lock on both engines.
macro_rules! locked {
    ($filter:literal) => {
        tenant!(concat!(
            "UPDATE carteiras SET movimentos = movimentos
             WHERE nucleo_id = $1 AND usuario_id = $2",
            $filter,
            " RETURNING nucleo_id, saldo, mes, ganho_no_mes,
                 (SELECT r.multiplicador_ppm FROM regras_moeda r
                  WHERE r.nucleo_id = carteiras.nucleo_id) AS multiplicador_ppm,
                 (SELECT r.teto_mensal FROM regras_moeda r
                  WHERE r.nucleo_id = carteiras.nucleo_id) AS teto_mensal"
        ))
    };
}

/// The wallet of somebody who is still there.
pub async fn lock(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<CarteiraTravada>> {
    let sql = locked!(
        " AND EXISTS (SELECT 1 FROM usuarios u WHERE u.id = carteiras.usuario_id
             AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL)"
    );
    tx.optional(sql, (usuario,)).await
}

/// The wallet of anybody who ever had one.
pub async fn lock_any(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<CarteiraTravada>> {
    tx.optional(locked!(""), (usuario,)).await
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
        "INSERT INTO transacoes (id, nucleo_id, usuario_id, numero, numero_na_origem, tipo, origem,
             valor, valor_base, multiplicador_ppm, cortado, saldo_apos, descricao, referencia_id,
             criado_em)
         SELECT $3, c.nucleo_id, c.usuario_id, c.movimentos + 1,
             1 + COALESCE((SELECT max(o.numero_na_origem) FROM transacoes o
                 WHERE o.usuario_id = c.usuario_id AND o.origem = $5), 0),
             $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
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
