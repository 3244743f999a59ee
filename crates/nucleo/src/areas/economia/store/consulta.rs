//! What people read: statement, balance, panel.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::{Origem, TipoTransacao, TransacaoId};

#[derive(FromRow)]
pub struct Transacao {
    pub id: TransacaoId,
    pub valor: i64,
    pub tipo: TipoTransacao,
    pub origem: Origem,
    pub descricao: String,
    pub criado_em: Timestamp,
}

/// The sums over all wallets of the nucleo, and its rules.
#[derive(FromRow)]
pub struct Painel {
    pub creditado: i64,
    pub debitado: i64,
    pub multiplicador_ppm: i64,
    pub teto_mensal: Option<i64>,
}

pub async fn find_saldo(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<i64>> {
    let sql =
        tenant!("SELECT c.saldo FROM carteiras c WHERE c.nucleo_id = $1 AND c.usuario_id = $2");
    let row: Option<(i64,)> = tx.optional(sql, (usuario,)).await?;
    Ok(row.map(|(saldo,)| saldo))
}

pub async fn find_nucleo(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<NucleoId>> {
    let sql =
        tenant!("SELECT c.nucleo_id FROM carteiras c WHERE c.nucleo_id = $1 AND c.usuario_id = $2");
    let row: Option<(NucleoId,)> = tx.optional(sql, (usuario,)).await?;
    Ok(row.map(|(nucleo,)| nucleo))
}

/// How many transactions a wallet has: the number of the newest, so nothing is counted.
pub async fn count_transacoes(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    let sql = tenant!(
        "SELECT c.movimentos FROM carteiras c WHERE c.nucleo_id = $1 AND c.usuario_id = $2"
    );
    tx.count(sql, (usuario,)).await
}

pub async fn count_da_origem(tx: &mut NucleoTx, usuario: UsuarioId, origem: Origem) -> Result<i64> {
    let sql = tenant!(
        "SELECT COALESCE(max(t.numero_na_origem), 0)
         FROM transacoes t
         WHERE t.nucleo_id = $1 AND t.usuario_id = $2 AND t.origem = $3"
    );
    tx.count(sql, (usuario, origem)).await
}

/// The highest number of an origin is how many there are, so nothing is counted.
pub async fn count_da_origem_por_pessoa(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
    origem: Origem,
) -> Result<Vec<(UsuarioId, i64)>> {
    let sql = tenant!(
        "SELECT t.usuario_id, max(t.numero_na_origem)
         FROM transacoes t
         WHERE t.nucleo_id = $1 AND t.origem = $3
           AND t.usuario_id IN (SELECT unhex(value) FROM json_each($2))
         GROUP BY t.usuario_id"
    );
    tx.all(sql, (list::ids(pessoas), origem)).await
}

/// A page of the statement is a range of numbers: the last one costs what the first one costs.
pub async fn list_transacoes(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    total: i64,
    page: Page,
) -> Result<Vec<Transacao>> {
    let sql = tenant!(
        "SELECT t.id, t.valor, t.tipo, t.origem, t.descricao, t.criado_em
         FROM transacoes t
         WHERE t.nucleo_id = $1 AND t.usuario_id = $2 AND t.numero <= $3
         ORDER BY t.numero DESC
         LIMIT $4"
    );
    tx.all(sql, (usuario, total - page.offset(), page.limit())).await
}

pub async fn list_da_origem(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    origem: Origem,
    total: i64,
    page: Page,
) -> Result<Vec<Transacao>> {
    let sql = tenant!(
        "SELECT t.id, t.valor, t.tipo, t.origem, t.descricao, t.criado_em
         FROM transacoes t
         WHERE t.nucleo_id = $1 AND t.usuario_id = $2 AND t.origem = $3
           AND t.numero_na_origem <= $4
         ORDER BY t.numero_na_origem DESC
         LIMIT $5"
    );
    tx.all(sql, (usuario, origem, total - page.offset(), page.limit())).await
}

/// A movement of any wallet of the nucleo.
#[derive(FromRow)]
pub struct Movimentacao {
    pub id: TransacaoId,
    pub usuario_id: UsuarioId,
    pub usuario_nome: String,
    pub valor: i64,
    pub tipo: TipoTransacao,
    pub origem: Origem,
    pub descricao: String,
    pub criado_em: Timestamp,
}

/// How many, and what they add up to: credits, then debits.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Somas {
    pub quantas: i64,
    pub creditado: i64,
    pub debitado: i64,
}

/// Between `$2` and `$3`, of kind `$4` if one is asked for.
macro_rules! movimentacoes {
    ($select:expr, $whose:literal, $rest:literal) => {
        tenant!(concat!(
            $select,
            " WHERE ",
            $whose,
            " AND t.criado_em >= $2 AND t.criado_em <= $3 AND ($4 IS NULL OR t.tipo = $4) ",
            $rest
        ))
    };
}

/// A wallet goes by its own index: the one by date would lead through those of all.
macro_rules! lista_de_movimentacoes {
    ($from:literal, $whose:literal, $rest:literal) => {
        movimentacoes!(
            concat!(
                "SELECT t.id, t.usuario_id, u.nome AS usuario_nome, t.valor, t.tipo, t.origem,
                     t.descricao, t.criado_em FROM ",
                $from,
                " JOIN usuarios u ON u.id = t.usuario_id"
            ),
            $whose,
            $rest
        )
    };
}

macro_rules! soma_de_movimentacoes {
    ($from:literal, $whose:literal) => {
        movimentacoes!(
            concat!(
                "SELECT count(*) AS quantas,
                     CAST(COALESCE(sum(CASE t.tipo WHEN 'CREDITO' THEN t.valor ELSE 0 END), 0)
                         AS bigint) AS creditado,
                     CAST(COALESCE(sum(CASE t.tipo WHEN 'DEBITO' THEN t.valor ELSE 0 END), 0)
                         AS bigint) AS debitado
                 FROM ",
                $from
            ),
            $whose,
            ""
        )
    };
}

pub async fn list_movimentacoes(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    tipo: Option<TipoTransacao>,
    (de, ate): (Timestamp, Timestamp),
    limite: i64,
) -> Result<Vec<Movimentacao>> {
    match usuario {
        None => {
            let sql = lista_de_movimentacoes!(
                "transacoes t",
                "t.nucleo_id = $1",
                "ORDER BY t.criado_em DESC, t.id DESC LIMIT $5"
            );
            tx.all(sql, (de, ate, tipo, limite)).await
        }
        Some(usuario) => {
            let sql = lista_de_movimentacoes!(
                "carteiras c JOIN transacoes t ON t.usuario_id = c.usuario_id",
                "c.nucleo_id = $1 AND c.usuario_id = $5",
                "ORDER BY t.numero DESC LIMIT $6"
            );
            tx.all(sql, (de, ate, tipo, usuario, limite)).await
        }
    }
}

pub async fn sum_movimentacoes(
    tx: &mut NucleoTx,
    usuario: Option<UsuarioId>,
    tipo: Option<TipoTransacao>,
    (de, ate): (Timestamp, Timestamp),
) -> Result<Option<Somas>> {
    match usuario {
        None => {
            let sql = soma_de_movimentacoes!("transacoes t", "t.nucleo_id = $1");
            tx.optional(sql, (de, ate, tipo)).await
        }
        Some(usuario) => {
            let sql = soma_de_movimentacoes!(
                "carteiras c JOIN transacoes t ON t.usuario_id = c.usuario_id",
                "c.nucleo_id = $1 AND c.usuario_id = $5"
            );
            tx.optional(sql, (de, ate, tipo, usuario)).await
        }
    }
}

pub async fn find_painel(tx: &mut NucleoTx) -> Result<Option<Painel>> {
    let sql = tenant!(
        "SELECT CAST(COALESCE(sum(c.creditado), 0) AS bigint) AS creditado,
             CAST(COALESCE(sum(c.debitado), 0) AS bigint) AS debitado,
             r.multiplicador_ppm, r.teto_mensal
         FROM regras_moeda r
         LEFT JOIN carteiras c ON c.nucleo_id = r.nucleo_id
         WHERE r.nucleo_id = $1
         GROUP BY r.nucleo_id, r.multiplicador_ppm, r.teto_mensal"
    );
    tx.optional(sql, ()).await
}
