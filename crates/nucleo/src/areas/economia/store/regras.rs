//! The rules of a nucleo's currency.

use base::db::NucleoTx;
use base::id::NucleoId;
use base::{Result, tenant};

pub async fn insert_regras(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<()> {
    let sql = tenant!("INSERT INTO regras_moeda (nucleo_id, teto_mensal) VALUES ($1, NULL)");
    tx.execute_for(Some(nucleo), sql, ()).await?;
    Ok(())
}

/// The multiplier and the cap until now; the row stays locked until the transaction ends.
pub async fn lock_regras(tx: &mut NucleoTx) -> Result<Option<(i64, Option<i64>)>> {
    let sql = tenant!(
        "UPDATE regras_moeda SET multiplicador_ppm = multiplicador_ppm
         WHERE nucleo_id = $1
         RETURNING multiplicador_ppm, teto_mensal"
    );
    tx.optional(sql, ()).await
}

pub async fn update_multiplicador(tx: &mut NucleoTx, ppm: i64) -> Result<()> {
    let sql = tenant!("UPDATE regras_moeda SET multiplicador_ppm = $2 WHERE nucleo_id = $1");
    tx.execute(sql, (ppm,)).await?;
    Ok(())
}

pub async fn update_teto(tx: &mut NucleoTx, teto: Option<i64>) -> Result<()> {
    let sql = tenant!("UPDATE regras_moeda SET teto_mensal = $2 WHERE nucleo_id = $1");
    tx.execute(sql, (teto,)).await?;
    Ok(())
}
