//! The table `ia_consumo`: what a nucleo has used of the model.

use base::db::NucleoTx;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::provedor::Consumo;

#[derive(Debug, FromRow)]
pub struct Mes {
    pub mes: String,
    pub perguntas: i64,
    pub chamadas: i64,
    pub tokens_entrada: i64,
    pub tokens_saida: i64,
    pub custo_nano: i64,
}

/// One more question, and what it took, in the month of this moment.
pub async fn add_consumo(tx: &mut NucleoTx, consumo: &Consumo) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO ia_consumo (nucleo_id, mes, perguntas, chamadas, tokens_entrada, tokens_saida,
             custo_nano)
         VALUES ($1, $2, 1, $3, $4, $5, $6)
         ON CONFLICT (nucleo_id, mes) DO UPDATE SET
             perguntas = ia_consumo.perguntas + 1, chamadas = ia_consumo.chamadas + $3,
             tokens_entrada = ia_consumo.tokens_entrada + $4,
             tokens_saida = ia_consumo.tokens_saida + $5,
             custo_nano = ia_consumo.custo_nano + $6"
    );
    let Consumo { chamadas, tokens_entrada, tokens_saida, custo_nano } = *consumo;
    let params = (tx.now().mes(), chamadas, tokens_entrada, tokens_saida, custo_nano);
    tx.execute(sql, params).await?;
    Ok(())
}

/// The latest first.
pub async fn list_meses(tx: &mut NucleoTx, page: Page) -> Result<Vec<Mes>> {
    let sql = tenant!(
        "SELECT c.mes, CAST(sum(c.perguntas) AS bigint) AS perguntas,
             CAST(sum(c.chamadas) AS bigint) AS chamadas,
             CAST(sum(c.tokens_entrada) AS bigint) AS tokens_entrada,
             CAST(sum(c.tokens_saida) AS bigint) AS tokens_saida,
             CAST(sum(c.custo_nano) AS bigint) AS custo_nano
         FROM ia_consumo c
         WHERE c.nucleo_id = $1
         GROUP BY c.mes ORDER BY c.mes DESC LIMIT $2 OFFSET $3"
    );
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count_meses(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!("SELECT count(DISTINCT c.mes) FROM ia_consumo c WHERE c.nucleo_id = $1");
    tx.count(sql, ()).await
}
