//! Requests that their caller may repeat: what was answered is kept beside the key for a day.

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, secret};
use chrono::Duration;
use serde_json::Value;

use super::super::store;
use crate::errors::CHAVE_JA_USADA;

/// How long the answer to a repeated request is kept.
const VALIDADE_DA_CHAVE: Duration = Duration::hours(24);

/// Takes a key for the request with this signature. Of two requests at once the second waits here.
/// `None` if the key is new; else what was answered then, or an error for another request.
pub async fn reservar_chave(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    usuario: UsuarioId,
    chave: &str,
    assinatura: &str,
) -> Result<Option<Value>> {
    let hash = secret::hash(assinatura);
    let desde = tx.now() - VALIDADE_DA_CHAVE;
    store::delete_chave_vencida(tx, usuario, chave, desde).await?;
    if store::claim_chave(tx, nucleo, usuario, chave, &hash).await? {
        return Ok(None);
    }
    let respondida = store::find_resposta(tx, usuario, chave).await?.ok_or(CHAVE_JA_USADA)?;
    match respondida.resposta {
        Some(resposta) if respondida.corpo_hash == hash => Ok(Some(resposta.0)),
        _ => Err(CHAVE_JA_USADA.into()),
    }
}

/// Keeps the answer to whoever repeats the request.
pub async fn guardar_resposta(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    chave: &str,
    resposta: &Value,
) -> Result<()> {
    store::keep_resposta(tx, usuario, chave, resposta).await
}

/// Removes the answers that are no longer kept.
pub async fn limpar(tx: &mut NucleoTx) -> Result<()> {
    store::delete_chaves_vencidas(tx, tx.now() - VALIDADE_DA_CHAVE).await
}

/// Whoever has left for good repeats nothing, and what they were answered may name them.
pub async fn esquecer_chaves(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::delete_chaves_de(tx, usuario).await
}
