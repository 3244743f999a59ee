use base::clock::Timestamp;
use base::db::{IdentifySql, NucleoTx, SharedTx, list};
use base::id::UsuarioId;
use base::{Result, identify, shared, tenant};
use sqlx::FromRow;

use super::DispositivoId;
use super::rules::NovoDispositivo;

/// Whose device it is now, wherever they belong. The endpoint is known to the device alone.
pub const DONO_DO_ENDPOINT: IdentifySql = identify!(
    "SELECT u.id, u.nucleo_id FROM usuarios u \
     JOIN push_subscriptions p ON p.usuario_id = u.id \
     WHERE p.endpoint = $1"
);

/// A device as its owner is told of it.
#[derive(FromRow)]
pub struct Dispositivo {
    pub endpoint: String,
    pub criado_em: Timestamp,
}

/// A device as a push finds it.
#[derive(Clone, FromRow)]
pub struct Alvo {
    pub id: DispositivoId,
    pub usuario_id: UsuarioId,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

/// Whether the person has this device already; then it has the new keys, and is the newest.
pub async fn update(tx: &mut NucleoTx, usuario: UsuarioId, novo: &NovoDispositivo) -> Result<bool> {
    let sql = tenant!(
        "UPDATE push_subscriptions SET p256dh = $4, auth = $5, criado_em = $6
         WHERE nucleo_id = $1 AND usuario_id = $2 AND endpoint = $3"
    );
    let (endpoint, agora) = (novo.endpoint.as_str(), tx.now());
    let params = (usuario, endpoint, novo.p256dh.as_str(), novo.auth.as_str(), agora);
    Ok(tx.execute(sql, params).await? == 1)
}

/// Whether it is theirs now; it is not if somebody else has it, whichever nucleo they are of.
pub async fn insert(tx: &mut NucleoTx, usuario: UsuarioId, novo: &NovoDispositivo) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO push_subscriptions (id, usuario_id, nucleo_id, endpoint, p256dh, auth, criado_em)
         SELECT $3, u.id, u.nucleo_id, $4, $5, $6, $7
         FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id = $2 AND u.status = 'ATIVO'
         ON CONFLICT (endpoint) DO NOTHING"
    );
    let id: DispositivoId = tx.new_id();
    let (endpoint, agora) = (novo.endpoint.as_str(), tx.now());
    let params = (usuario, id, endpoint, novo.p256dh.as_str(), novo.auth.as_str(), agora);
    Ok(tx.execute(sql, params).await? == 1)
}

/// Keeps the newest.
pub async fn delete_old(tx: &mut NucleoTx, usuario: UsuarioId, keep: i64) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM push_subscriptions
         WHERE nucleo_id = $1 AND usuario_id = $2 AND id NOT IN (
             SELECT p.id FROM push_subscriptions p
             WHERE p.usuario_id = $2
             ORDER BY p.criado_em DESC, p.id DESC LIMIT $3)"
    );
    tx.execute(sql, (usuario, keep)).await?;
    Ok(())
}

pub async fn delete(tx: &mut NucleoTx, usuario: UsuarioId, endpoint: &str) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM push_subscriptions
         WHERE nucleo_id = $1 AND usuario_id = $2 AND endpoint = $3"
    );
    tx.execute(sql, (usuario, endpoint)).await?;
    Ok(())
}

pub async fn delete_all(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM push_subscriptions WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Dispositivo>> {
    let sql = tenant!(
        "SELECT p.endpoint, p.criado_em
         FROM push_subscriptions p
         WHERE p.nucleo_id = $1 AND p.usuario_id = $2
         ORDER BY p.criado_em DESC, p.id DESC"
    );
    tx.all(sql, (usuario,)).await
}

/// The devices of all these people.
pub async fn list_alvos(tx: &mut NucleoTx, pessoas: &[UsuarioId]) -> Result<Vec<Alvo>> {
    let sql = tenant!(
        "SELECT p.id, p.usuario_id, p.endpoint, p.p256dh, p.auth
         FROM push_subscriptions p
         WHERE p.nucleo_id = $1 AND p.usuario_id IN (SELECT unhex(value) FROM json_each($2))"
    );
    tx.all(sql, (list::ids(pessoas),)).await
}

pub async fn delete_perdidos(tx: &mut NucleoTx, ids: &[DispositivoId]) -> Result<()> {
    let sql = tenant!(
        "DELETE FROM push_subscriptions
         WHERE nucleo_id = $1 AND id IN (SELECT unhex(value) FROM json_each($2))"
    );
    tx.execute(sql, (list::ids(ids),)).await?;
    Ok(())
}

/// Public and private key.
pub async fn find_chaves(tx: &mut SharedTx<'_>) -> Result<Option<(String, String)>> {
    tx.optional(shared!("SELECT c.publica, c.privada FROM chaves_vapid c"), ()).await
}

/// Of several instances that make a pair, the first one's is kept.
pub async fn insert_chaves(
    tx: &mut SharedTx<'_>,
    (publica, privada): (&str, &str),
    agora: Timestamp,
) -> Result<()> {
    let sql = shared!(
        "INSERT INTO chaves_vapid (id, publica, privada, criado_em) VALUES (1, $1, $2, $3)
         ON CONFLICT (id) DO NOTHING"
    );
    tx.execute(sql, (publica, privada, agora)).await?;
    Ok(())
}
