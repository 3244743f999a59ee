use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, tenant};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

use super::super::{Plataforma, PortaVozId, RedeId, SincronizacaoId};

/// A network that a run has taken on, with what its server wants to be asked with.
#[derive(Clone, Debug, FromRow)]
pub struct Alvo {
    pub id: RedeId,
    pub nucleo_id: NucleoId,
    pub porta_voz_id: PortaVozId,
    pub plataforma: Plataforma,
    pub username: String,
    pub rss_url: String,
    pub etag: Option<String>,
    pub modificado: Option<String>,
    pub falhas_seguidas: i64,
    /// Until when it is ours.
    pub proxima_em: Timestamp,
}

/// The networks with a feed, of spokespersons who are active members.
macro_rules! take {
    ($which:literal) => {
        tenant!(concat!(
            "UPDATE porta_voz_redes SET proxima_em = $2
             WHERE nucleo_id = $1 AND rss_url IS NOT NULL
               AND porta_voz_id IN (SELECT p.id FROM porta_vozes p
                   JOIN usuarios u ON u.id = p.usuario_id WHERE u.status = 'ATIVO')",
            $which,
            " RETURNING id, nucleo_id, porta_voz_id, plataforma, username, rss_url, etag,
                 modificado, falhas_seguidas, proxima_em"
        ))
    };
}

/// Makes all of them ours until `ate`, also those that another run has: this one is the newer.
pub async fn take_all(tx: &mut NucleoTx, ate: Timestamp) -> Result<Vec<Alvo>> {
    tx.all(take!(""), (ate,)).await
}

/// Makes those ours that are due, of a few spokespersons at a time and all of theirs. Two instances
/// that choose the same do not both get them: the second finds them due later than it asked.
pub async fn take_due(tx: &mut NucleoTx, ate: Timestamp, limit: i64) -> Result<Vec<Alvo>> {
    let sql = take!(
        " AND proxima_em <= $3 AND porta_voz_id IN (SELECT r.porta_voz_id FROM porta_voz_redes r
             JOIN porta_vozes v ON v.id = r.porta_voz_id
             JOIN usuarios d ON d.id = v.usuario_id
             WHERE r.rss_url IS NOT NULL AND r.proxima_em <= $3 AND d.status = 'ATIVO'
             ORDER BY r.proxima_em, r.porta_voz_id LIMIT $4)"
    );
    tx.all(sql, (ate, tx.now(), limit)).await
}

/// Whether there is anything to take: an idle worker does not take the write lock.
pub async fn is_anything_due(tx: &mut NucleoTx) -> Result<bool> {
    let sql = tenant!(
        "SELECT r.id FROM porta_voz_redes r
         JOIN porta_vozes p ON p.id = r.porta_voz_id
         JOIN usuarios u ON u.id = p.usuario_id
         WHERE r.nucleo_id = $1 AND r.rss_url IS NOT NULL AND r.proxima_em <= $2
           AND u.status = 'ATIVO'
         LIMIT 1"
    );
    let row: Option<(RedeId,)> = tx.optional(sql, (tx.now(),)).await?;
    Ok(row.is_some())
}

/// A network was read. Nothing changes if it is no longer ours: whoever has it now knows better.
pub async fn settle_success(
    tx: &mut NucleoTx,
    alvo: &Alvo,
    proxima: Timestamp,
    (etag, modificado): (Option<String>, Option<String>),
) -> Result<()> {
    let sql = tenant!(
        "UPDATE porta_voz_redes SET proxima_em = $4, falhas_seguidas = 0, ultimo_sucesso_em = $5,
             etag = $6, modificado = $7
         WHERE nucleo_id = $1 AND id = $2 AND proxima_em = $3"
    );
    let params = (alvo.id, alvo.proxima_em, proxima, tx.now(), etag, modificado);
    tx.execute(sql, params).await?;
    Ok(())
}

pub async fn settle_failure(
    tx: &mut NucleoTx,
    alvo: &Alvo,
    proxima: Timestamp,
    erro: &str,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE porta_voz_redes SET proxima_em = $4, falhas_seguidas = $5, ultimo_erro = $6,
             ultimo_erro_em = $7
         WHERE nucleo_id = $1 AND id = $2 AND proxima_em = $3"
    );
    let falhas = alvo.falhas_seguidas + 1;
    tx.execute(sql, (alvo.id, alvo.proxima_em, proxima, falhas, erro, tx.now())).await?;
    Ok(())
}

/// Whoever comes next may take it at once.
pub async fn give_back(tx: &mut NucleoTx, alvo: &Alvo) -> Result<()> {
    let sql = tenant!(
        "UPDATE porta_voz_redes SET proxima_em = $4
         WHERE nucleo_id = $1 AND id = $2 AND proxima_em = $3"
    );
    tx.execute(sql, (alvo.id, alvo.proxima_em, tx.now())).await?;
    Ok(())
}

/// The networks of a spokesperson that are still there.
pub async fn list_ids_de_redes(tx: &mut NucleoTx, porta_voz: PortaVozId) -> Result<Vec<RedeId>> {
    let sql = tenant!(
        "SELECT r.id FROM porta_voz_redes r WHERE r.nucleo_id = $1 AND r.porta_voz_id = $2"
    );
    let rows: Vec<(RedeId,)> = tx.all(sql, (porta_voz,)).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

pub async fn insert_execucao(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    (origem, autor): (&'static str, Option<UsuarioId>),
    redes: i64,
) -> Result<SincronizacaoId> {
    let sql = tenant!(
        "INSERT INTO porta_voz_sincronizacoes (nucleo_id, id, origem, autor_id, redes, erros,
             iniciada_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    );
    let id: SincronizacaoId = tx.new_id();
    let erros = Json(Value::Array(Vec::new()));
    tx.execute_for(Some(nucleo), sql, (id, origem, autor, redes, erros, tx.now())).await?;
    Ok(id)
}

pub async fn finish_execucao(
    tx: &mut NucleoTx,
    id: SincronizacaoId,
    (novas, duplicadas, falhas): (i64, i64, i64),
    erros: Value,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE porta_voz_sincronizacoes SET novas = $3, duplicadas = $4, falhas = $5, erros = $6,
             terminada_em = $7
         WHERE nucleo_id = $1 AND id = $2"
    );
    tx.execute(sql, (id, novas, duplicadas, falhas, Json(erros), tx.now())).await?;
    Ok(())
}

pub async fn delete_execucoes(tx: &mut NucleoTx, antes_de: Timestamp) -> Result<()> {
    let sql =
        tenant!("DELETE FROM porta_voz_sincronizacoes WHERE nucleo_id = $1 AND iniciada_em < $2");
    tx.execute(sql, (antes_de,)).await?;
    Ok(())
}
