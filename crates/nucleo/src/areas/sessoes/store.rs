use base::clock::Timestamp;
use base::db::{IdentifySql, NucleoTx};
use base::id::{SessaoId, UsuarioId};
use base::{Result, identify, tenant};
use sqlx::FromRow;

pub const DONO_DO_TOKEN: IdentifySql = identify!(
    "SELECT u.id, u.nucleo_id FROM usuarios u \
     JOIN sessoes s ON s.usuario_id = u.id \
     JOIN refresh_tokens t ON t.sessao_id = s.id \
     WHERE t.hash = $1"
);

#[derive(FromRow)]
pub struct TokenApresentado {
    pub sessao_id: SessaoId,
    pub expira_em: Timestamp,
    pub sessao_aberta: bool,
    pub usuario_ativo: bool,
}

pub async fn upsert_credencial(tx: &mut NucleoTx, usuario: UsuarioId, hash: &str) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO credenciais (usuario_id, nucleo_id, senha_hash, alterada_em)
         SELECT u.id, u.nucleo_id, $3, $4 FROM usuarios u WHERE u.nucleo_id = $1 AND u.id = $2
         ON CONFLICT (usuario_id) DO UPDATE SET senha_hash = $3, alterada_em = $4"
    );
    tx.execute(sql, (usuario, hash, tx.now())).await?;
    Ok(())
}

/// An update that changes nothing is a row lock on both engines: until the transaction ends, the
/// password stays this one.
pub async fn lock_credencial(tx: &mut NucleoTx, usuario: UsuarioId, hash: &str) -> Result<bool> {
    let sql = tenant!(
        "UPDATE credenciais SET senha_hash = senha_hash
         WHERE nucleo_id = $1 AND usuario_id = $2 AND senha_hash = $3"
    );
    Ok(tx.execute(sql, (usuario, hash)).await? == 1)
}

pub async fn find_hash(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<String>> {
    let sql = tenant!(
        "SELECT c.senha_hash FROM credenciais c WHERE c.nucleo_id = $1 AND c.usuario_id = $2"
    );
    let row: Option<(String,)> = tx.optional(sql, (usuario,)).await?;
    Ok(row.map(|(hash,)| hash))
}

pub async fn insert(
    tx: &mut NucleoTx,
    id: SessaoId,
    usuario: UsuarioId,
    expira: Timestamp,
) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO sessoes (id, usuario_id, nucleo_id, cargo, status, criado_em, expira_em)
         SELECT $3, u.id, u.nucleo_id, u.cargo, u.status, $4, $5
         FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id = $2 AND u.status = 'ATIVO'"
    );
    Ok(tx.execute(sql, (usuario, id, tx.now(), expira)).await? == 1)
}

pub async fn insert_token(
    tx: &mut NucleoTx,
    sessao: SessaoId,
    hash: &str,
    expira: Timestamp,
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO refresh_tokens (hash, sessao_id, nucleo_id, expira_em)
         SELECT $3, s.id, s.nucleo_id, $4 FROM sessoes s WHERE s.nucleo_id = $1 AND s.id = $2"
    );
    tx.execute(sql, (sessao, hash, expira)).await?;
    Ok(())
}

pub async fn find_token(tx: &mut NucleoTx, hash: &str) -> Result<Option<TokenApresentado>> {
    let sql = tenant!(
        "SELECT t.sessao_id, t.expira_em, s.revogada_em IS NULL AS sessao_aberta,
             s.status = 'ATIVO' AS usuario_ativo
         FROM refresh_tokens t
         JOIN sessoes s ON s.id = t.sessao_id
         WHERE t.nucleo_id = $1 AND t.hash = $2"
    );
    tx.optional(sql, (hash,)).await
}

/// Whether this is the token's first use.
pub async fn usar(tx: &mut NucleoTx, hash: &str) -> Result<bool> {
    let sql = tenant!(
        "UPDATE refresh_tokens SET usado_em = $3
         WHERE nucleo_id = $1 AND hash = $2 AND usado_em IS NULL"
    );
    Ok(tx.execute(sql, (hash, tx.now())).await? == 1)
}

pub async fn prolongar(tx: &mut NucleoTx, sessao: SessaoId, expira: Timestamp) -> Result<()> {
    let sql = tenant!("UPDATE sessoes SET expira_em = $3 WHERE nucleo_id = $1 AND id = $2");
    tx.execute(sql, (sessao, expira)).await?;
    Ok(())
}

pub async fn revogar(tx: &mut NucleoTx, sessao: SessaoId) -> Result<()> {
    let sql = tenant!(
        "UPDATE sessoes SET revogada_em = $3
         WHERE nucleo_id = $1 AND id = $2 AND revogada_em IS NULL"
    );
    tx.execute(sql, (sessao, tx.now())).await?;
    Ok(())
}

pub async fn revogar_todas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE sessoes SET revogada_em = $3
         WHERE nucleo_id = $1 AND usuario_id = $2 AND revogada_em IS NULL"
    );
    tx.execute(sql, (usuario, tx.now())).await?;
    Ok(())
}

/// Their refresh tokens go with them.
pub async fn delete_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM sessoes WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

pub async fn delete_credencial(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM credenciais WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

/// Their refresh tokens go with them.
pub async fn delete_vencidas(tx: &mut NucleoTx) -> Result<()> {
    let sql = tenant!("DELETE FROM sessoes WHERE nucleo_id = $1 AND expira_em < $2");
    tx.execute(sql, (tx.now(),)).await?;
    Ok(())
}
