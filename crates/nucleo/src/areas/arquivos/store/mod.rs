//! The statements of files.

pub mod referencias;

use base::clock::Timestamp;
use base::const_str::concat;
use base::db::{NucleoTx, list};
use base::id::UsuarioId;
use base::{Result, tenant, tenant_or_national};
use sqlx::FromRow;

use super::{ArquivoId, Bucket};
use referencias::EM_USO;

pub struct Novo<'a> {
    pub id: ArquivoId,
    pub dono: Option<UsuarioId>,
    pub bucket: Bucket,
    pub nome: &'a str,
    pub url: &'a str,
    pub tipo: &'a str,
    pub tamanho: i64,
    /// When it goes again, unless it is confirmed.
    pub remover_em: Timestamp,
}

pub async fn insert(tx: &mut NucleoTx, novo: &Novo<'_>) -> Result<()> {
    let sql = tenant_or_national!(
        "INSERT INTO arquivos (nucleo_id, id, dono_id, bucket, nome, url, tipo, tamanho, fixo,
             sem_uso_desde, remover_em, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, false, $10, $9, $10)"
    );
    let now = tx.now();
    let Novo { id, dono, bucket, nome, url, tipo, tamanho, remover_em } = *novo;
    let params = (id, dono, bucket, nome, url, tipo, tamanho, remover_em, now);
    tx.execute(sql, params).await?;
    Ok(())
}

/// How many bytes a person has sent that nothing refers to yet.
pub async fn sum_unused(tx: &mut NucleoTx, dono: UsuarioId) -> Result<i64> {
    let sql = tenant!(
        "SELECT COALESCE(CAST(sum(a.tamanho) AS bigint), 0) FROM arquivos a
         WHERE a.nucleo_id = $1 AND a.dono_id = $2 AND a.sem_uso_desde IS NOT NULL"
    );
    tx.count(sql, (dono,)).await
}

/// The bytes are there: the file stays. Not if its removal has begun.
pub async fn confirm(tx: &mut NucleoTx, id: ArquivoId, remover_em: Timestamp) -> Result<bool> {
    let sql = tenant!(
        "UPDATE arquivos SET remover_em = NULL
         WHERE nucleo_id = $1 AND id = $2 AND remover_em = $3"
    );
    Ok(tx.execute(sql, (id, remover_em)).await? == 1)
}

/// Whether there is such a file, and it is not about to go.
pub async fn exists(tx: &mut NucleoTx, bucket: Bucket, nome: &str) -> Result<bool> {
    let sql = tenant!(
        "SELECT count(*) FROM arquivos a
         WHERE a.nucleo_id = $1 AND a.nome = $3 AND a.bucket = $2 AND a.remover_em IS NULL"
    );
    Ok(tx.count(sql, (bucket, nome)).await? > 0)
}

/// What a person has sent.
#[derive(FromRow)]
pub struct DePessoa {
    pub url: String,
    pub bucket: Bucket,
    pub tipo: String,
    pub tamanho: i64,
    pub criado_em: Timestamp,
}

pub async fn list_of(tx: &mut NucleoTx, dono: UsuarioId) -> Result<Vec<DePessoa>> {
    let sql = tenant!(
        "SELECT a.url, a.bucket, a.tipo, a.tamanho, a.criado_em
         FROM arquivos a
         WHERE a.nucleo_id = $1 AND a.dono_id = $2 AND a.remover_em IS NULL
         ORDER BY a.criado_em DESC, a.id DESC"
    );
    tx.all(sql, (dono,)).await
}

/// Their pictures of themselves count as unused for as long as it takes; the rest stays, nobody's.
pub async fn disown(tx: &mut NucleoTx, dono: UsuarioId, sem_uso_desde: Timestamp) -> Result<()> {
    let sql = tenant!(
        "UPDATE arquivos SET sem_uso_desde = $3
         WHERE nucleo_id = $1 AND dono_id = $2 AND bucket = 'avatars'"
    );
    tx.execute(sql, (dono, sem_uso_desde)).await?;
    let sql = tenant!("UPDATE arquivos SET dono_id = NULL WHERE nucleo_id = $1 AND dono_id = $2");
    tx.execute(sql, (dono,)).await?;
    Ok(())
}

/// A batch of the files to look at, after the last one of the batch before.
pub async fn list_after(
    tx: &mut NucleoTx,
    apos: Option<ArquivoId>,
    so_sem_uso: bool,
    limit: i64,
) -> Result<Vec<ArquivoId>> {
    let sql = match so_sem_uso {
        true => tenant!(
            "SELECT a.id FROM arquivos a
             WHERE a.nucleo_id = $1 AND a.sem_uso_desde IS NOT NULL AND a.remover_em IS NULL
               AND ($2 IS NULL OR a.id > $2)
             ORDER BY a.id LIMIT $3"
        ),
        false => tenant!(
            "SELECT a.id FROM arquivos a
             WHERE a.nucleo_id = $1 AND a.remover_em IS NULL AND ($2 IS NULL OR a.id > $2)
             ORDER BY a.id LIMIT $3"
        ),
    };
    let ids: Vec<(ArquivoId,)> = tx.all(sql, (apos, limit)).await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// Looks for what refers to these files, over all nucleos, and writes down what has changed.
pub async fn settle_use(tx: &mut NucleoTx, ids: &[ArquivoId], antes_de: Timestamp) -> Result<()> {
    let (ids, now) = (list::ids(ids), tx.now());
    // What went out by e-mail is shown by mail readers for years, and the message itself is kept
    // for some weeks only.
    let sent = tenant!(
        "UPDATE arquivos AS a SET fixo = true
         WHERE a.nucleo_id = $1 AND a.id IN (SELECT unhex(value) FROM json_each($2)) AND NOT a.fixo
           AND EXISTS (SELECT 1 FROM avisos r
               WHERE CAST(r.email AS text) LIKE '%/arquivos/%'
                 AND CAST(r.email AS text) LIKE '%' || a.nome || '%')"
    );
    tx.execute(sent, (ids.clone(),)).await?;
    let used = tenant!(concat!(
        "UPDATE arquivos AS a SET sem_uso_desde = NULL
         WHERE a.nucleo_id = $1 AND a.id IN (SELECT unhex(value) FROM json_each($2))
           AND a.sem_uso_desde IS NOT NULL AND ",
        EM_USO
    ));
    tx.execute(used, (ids.clone(),)).await?;
    let unused = tenant!(concat!(
        "UPDATE arquivos AS a SET sem_uso_desde = $3
         WHERE a.nucleo_id = $1 AND a.id IN (SELECT unhex(value) FROM json_each($2))
           AND a.sem_uso_desde IS NULL AND NOT ",
        EM_USO
    ));
    tx.execute(unused, (ids.clone(), now)).await?;
    let gone = tenant!(concat!(
        "UPDATE arquivos AS a SET remover_em = $3
         WHERE a.nucleo_id = $1 AND a.id IN (SELECT unhex(value) FROM json_each($2))
           AND a.sem_uso_desde <= $4 AND a.remover_em IS NULL AND NOT ",
        EM_USO
    ));
    if tx.execute(gone, (ids, now, antes_de)).await? > 0 {
        tx.leave_work();
    }
    Ok(())
}

pub async fn is_anything_to_remove(tx: &mut NucleoTx) -> Result<bool> {
    let sql = tenant!(
        "SELECT a.id FROM arquivos a WHERE a.nucleo_id = $1 AND a.remover_em <= $2 LIMIT 1"
    );
    let now = tx.now();
    Ok(tx.optional::<(ArquivoId,)>(sql, (now,)).await?.is_some())
}

/// A file that this instance removes, until its lease is over.
#[derive(FromRow)]
pub struct ARemover {
    pub id: ArquivoId,
    pub bucket: Bucket,
    pub nome: String,
}

/// Of two instances, the second finds a later time and takes nothing.
pub async fn claim(tx: &mut NucleoTx, ate: Timestamp, limit: i64) -> Result<Vec<ARemover>> {
    let sql = tenant!(
        "UPDATE arquivos SET remover_em = $3
         WHERE nucleo_id = $1 AND remover_em <= $2 AND id IN (
             SELECT a.id FROM arquivos a WHERE a.remover_em <= $2 ORDER BY a.remover_em LIMIT $4)
         RETURNING id, bucket, nome"
    );
    let now = tx.now();
    tx.all(sql, (now, ate, limit)).await
}

pub async fn delete(tx: &mut NucleoTx, id: ArquivoId, ate: Timestamp) -> Result<()> {
    let sql = tenant!("DELETE FROM arquivos WHERE nucleo_id = $1 AND id = $2 AND remover_em = $3");
    tx.execute(sql, (id, ate)).await?;
    Ok(())
}
