use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::NotificacaoId;

#[derive(FromRow)]
pub struct Notificacao {
    pub id: NotificacaoId,
    pub titulo: String,
    pub corpo: String,
    pub url: String,
    pub lida_em: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// Makes one for each of these people who is active and has none from this notice yet. A pair is
/// the digits of the new id and of the person's. SQLite keeps the order of a `CROSS JOIN`: the
/// people of the list, not the list for every person there is.
pub async fn insert(tx: &mut NucleoTx, aviso: Uuid, pares: String) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO notificacoes (id, nucleo_id, usuario_id, aviso_id, titulo, corpo, url,
             criado_em)
         SELECT unhex(substr(j.value, 1, 32)), u.nucleo_id, u.id, a.id, a.titulo, a.corpo, a.url,
             $4
         FROM json_each($3) j
         CROSS JOIN usuarios u
         JOIN avisos a ON a.id = $2
         WHERE u.nucleo_id = $1 AND u.id = unhex(substr(j.value, 33, 32)) AND u.status = 'ATIVO'
         ON CONFLICT (usuario_id, aviso_id) DO NOTHING"
    );
    tx.execute(sql, (aviso, pares, tx.now())).await?;
    Ok(())
}

pub async fn list(tx: &mut NucleoTx, de: UsuarioId, page: Page) -> Result<Vec<Notificacao>> {
    let sql = tenant!(
        "SELECT n.id, n.titulo, n.corpo, n.url, n.lida_em, n.criado_em
         FROM notificacoes n
         WHERE n.nucleo_id = $1 AND n.usuario_id = $2
         ORDER BY n.id DESC
         LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (de, page.limit(), page.offset())).await
}

/// Those after this id, oldest first.
pub async fn list_after(
    tx: &mut NucleoTx,
    de: UsuarioId,
    apos: Uuid,
    limit: i64,
) -> Result<Vec<Notificacao>> {
    let sql = tenant!(
        "SELECT n.id, n.titulo, n.corpo, n.url, n.lida_em, n.criado_em
         FROM notificacoes n
         WHERE n.nucleo_id = $1 AND n.usuario_id = $2 AND n.id > $3
         ORDER BY n.id
         LIMIT $4"
    );
    tx.all(sql, (de, apos, limit)).await
}

/// All of them, and those that are unread.
pub async fn count(tx: &mut NucleoTx, de: UsuarioId) -> Result<(i64, i64)> {
    let sql = tenant!(
        "SELECT count(*), count(*) FILTER (WHERE n.lida_em IS NULL)
         FROM notificacoes n
         WHERE n.nucleo_id = $1 AND n.usuario_id = $2"
    );
    Ok(tx.optional(sql, (de,)).await?.unwrap_or_default())
}

pub async fn find_newest(tx: &mut NucleoTx, de: UsuarioId) -> Result<Option<NotificacaoId>> {
    let sql = tenant!(
        "SELECT n.id FROM notificacoes n
         WHERE n.nucleo_id = $1 AND n.usuario_id = $2
         ORDER BY n.id DESC LIMIT 1"
    );
    let row: Option<(NotificacaoId,)> = tx.optional(sql, (de,)).await?;
    Ok(row.map(|(id,)| id))
}

/// The one that is now read, since when it is.
pub async fn mark_read(
    tx: &mut NucleoTx,
    de: UsuarioId,
    id: NotificacaoId,
) -> Result<Option<Notificacao>> {
    let sql = tenant!(
        "UPDATE notificacoes SET lida_em = COALESCE(lida_em, $4)
         WHERE nucleo_id = $1 AND usuario_id = $2 AND id = $3
         RETURNING id, titulo, corpo, url, lida_em, criado_em"
    );
    tx.optional(sql, (de, id, tx.now())).await
}

pub async fn mark_all_read(tx: &mut NucleoTx, de: UsuarioId) -> Result<u64> {
    let sql = tenant!(
        "UPDATE notificacoes SET lida_em = $3
         WHERE nucleo_id = $1 AND usuario_id = $2 AND lida_em IS NULL"
    );
    tx.execute(sql, (de, tx.now())).await
}

pub async fn delete_of(tx: &mut NucleoTx, de: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM notificacoes WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (de,)).await?;
    Ok(())
}

pub async fn delete_before(tx: &mut NucleoTx, quando: Timestamp) -> Result<()> {
    let sql = tenant!("DELETE FROM notificacoes WHERE nucleo_id = $1 AND criado_em < $2");
    tx.execute(sql, (quando,)).await?;
    Ok(())
}
