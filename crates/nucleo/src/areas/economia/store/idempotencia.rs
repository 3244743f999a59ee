//! Requests that may be repeated: the answer is kept beside the key.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, tenant};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

#[derive(FromRow)]
pub struct Respondida {
    pub corpo_hash: String,
    pub resposta: Option<Json<Value>>,
}

/// Whether the key is new. Of two requests at once the second waits here for the first.
pub async fn claim_chave(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    usuario: UsuarioId,
    chave: &str,
    corpo_hash: &str,
) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO idempotencia (nucleo_id, usuario_id, chave, corpo_hash, criado_em)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (usuario_id, nucleo_id, chave) DO NOTHING"
    );
    let params = (usuario, chave, corpo_hash, tx.now());
    Ok(tx.execute_for(Some(nucleo), sql, params).await? == 1)
}

pub async fn find_resposta(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    chave: &str,
) -> Result<Option<Respondida>> {
    let sql = tenant!(
        "SELECT i.corpo_hash, i.resposta FROM idempotencia i
         WHERE i.nucleo_id = $1 AND i.usuario_id = $2 AND i.chave = $3"
    );
    tx.optional(sql, (usuario, chave)).await
}

pub async fn keep_resposta(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    chave: &str,
    resposta: &Value,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE idempotencia SET resposta = $4
         WHERE nucleo_id = $1 AND usuario_id = $2 AND chave = $3"
    );
    tx.execute(sql, (usuario, chave, Json(resposta.clone()))).await?;
    Ok(())
}

/// Removes this key if it is older than `desde`.
pub async fn delete_chave_vencida(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    chave: &str,
    desde: Timestamp,
) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM idempotencia
         WHERE nucleo_id = $1 AND usuario_id = $2 AND chave = $3 AND criado_em <= $4"
    );
    tx.execute(sql, (usuario, chave, desde)).await?;
    Ok(())
}

pub async fn delete_chaves_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM idempotencia WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

pub async fn delete_chaves_vencidas(tx: &mut NucleoTx, desde: Timestamp) -> Result<()> {
    let sql = tenant!("DELETE FROM idempotencia WHERE nucleo_id = $1 AND criado_em <= $2");
    tx.execute(sql, (desde,)).await?;
    Ok(())
}
