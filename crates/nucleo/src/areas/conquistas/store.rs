use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::rules::NovaConquista;
use super::{ConquistaId, Metrica};

/// What there is to achieve.
#[derive(Clone, FromRow)]
pub struct Conquista {
    pub id: ConquistaId,
    pub nucleo_id: NucleoId,
    pub nome: String,
    pub descricao: Option<String>,
    pub icone: String,
    pub metrica: Metrica,
    pub meta: i64,
}

/// The same beside what one person has of it.
#[derive(FromRow)]
pub struct Vista {
    #[sqlx(flatten)]
    pub conquista: Conquista,
    pub desbloqueada_em: Option<Timestamp>,
}

/// What one person has achieved, also if nobody else can any more.
#[derive(FromRow)]
pub struct Desbloqueada {
    pub id: ConquistaId,
    pub nome: String,
    pub descricao: Option<String>,
    pub icone: String,
    pub desbloqueada_em: Timestamp,
}

/// Somebody who has just unlocked something.
#[derive(FromRow)]
pub struct Autora {
    pub desbloqueio_id: Uuid,
    pub usuario_id: UsuarioId,
    pub nome: String,
    pub foto_url: Option<String>,
}

pub async fn insert(tx: &mut NucleoTx, nova: &NovaConquista) -> Result<ConquistaId> {
    let sql = tenant!(
        "INSERT INTO conquistas (nucleo_id, id, nome, descricao, icone, metrica, meta, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    );
    let id: ConquistaId = tx.new_id();
    let NovaConquista { nome, descricao, icone, metrica, meta } = nova.clone();
    tx.execute(sql, (id, nome, descricao, icone, metrica, meta, tx.now())).await?;
    Ok(id)
}

/// Whether there was such a one until now.
pub async fn remove(tx: &mut NucleoTx, id: ConquistaId) -> Result<bool> {
    let sql = tenant!(
        "UPDATE conquistas SET excluida_em = $3
         WHERE nucleo_id = $1 AND id = $2 AND excluida_em IS NULL"
    );
    Ok(tx.execute(sql, (id, tx.now())).await? == 1)
}

/// Those that can still be unlocked.
macro_rules! offered {
    ($select:literal, $join:literal, $rest:literal) => {
        tenant!(concat!(
            "SELECT c.id, c.nucleo_id, c.nome, c.descricao, c.icone, c.metrica, c.meta",
            $select,
            " FROM conquistas c ",
            $join,
            " WHERE c.nucleo_id = $1 AND c.excluida_em IS NULL ",
            $rest
        ))
    };
}

pub async fn find(tx: &mut NucleoTx, id: ConquistaId) -> Result<Option<Conquista>> {
    tx.optional(offered!("", "", "AND c.id = $2"), (id,)).await
}

/// As this person sees them, newest first.
pub async fn list(tx: &mut NucleoTx, usuario: UsuarioId, page: Page) -> Result<Vec<Vista>> {
    let sql = offered!(
        ", d.desbloqueada_em",
        "LEFT JOIN conquistas_desbloqueadas d ON d.conquista_id = c.id AND d.usuario_id = $2",
        "ORDER BY c.criado_em DESC, c.id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM conquistas c WHERE c.nucleo_id = $1 AND c.excluida_em IS NULL"
    );
    tx.count(sql, ()).await
}

/// What this person has not unlocked yet, the nearest goal first.
pub async fn list_faltantes(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    metrica: Metrica,
) -> Result<Vec<Conquista>> {
    let sql = offered!(
        "",
        "",
        "AND c.metrica = $3
           AND NOT EXISTS (SELECT 1 FROM conquistas_desbloqueadas d
             WHERE d.conquista_id = c.id AND d.usuario_id = $2)
         ORDER BY c.meta, c.id"
    );
    tx.all(sql, (usuario, metrica)).await
}

/// Newest first.
pub async fn list_desbloqueadas(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    limite: i64,
) -> Result<Vec<Desbloqueada>> {
    let sql = tenant!(
        "SELECT c.id, c.nome, c.descricao, c.icone, d.desbloqueada_em
         FROM conquistas_desbloqueadas d
         JOIN conquistas c ON c.id = d.conquista_id
         WHERE d.nucleo_id = $1 AND d.usuario_id = $2
         ORDER BY d.desbloqueada_em DESC, d.id DESC
         LIMIT $3"
    );
    tx.all(sql, (usuario, limite)).await
}

/// Unlocks something for those of these people who are active and have not got it. The unique index
/// decides between parallel ones: each person is given back to one of them.
pub async fn unlock(
    tx: &mut NucleoTx,
    conquista: ConquistaId,
    pessoas: &[UsuarioId],
) -> Result<Vec<Autora>> {
    let sql = tenant!(
        "INSERT INTO conquistas_desbloqueadas (id, nucleo_id, conquista_id, usuario_id,
             desbloqueada_em)
         SELECT unhex(substr(j.value, 1, 32)), u.nucleo_id, c.id, u.id, $4
         FROM json_each($3) j
         CROSS JOIN usuarios u
         JOIN conquistas c ON c.id = $2 AND c.nucleo_id = u.nucleo_id AND c.excluida_em IS NULL
         WHERE u.nucleo_id = $1 AND u.id = unhex(substr(j.value, 33, 32)) AND u.status = 'ATIVO'
         ON CONFLICT (conquista_id, usuario_id) DO NOTHING
         RETURNING id"
    );
    let par = |pessoa: &UsuarioId| {
        let id: Uuid = tx.new_id();
        format!("{}{}", id.simple(), Uuid::from(*pessoa).simple())
    };
    let pares = list::texts(&pessoas.iter().map(par).collect::<Vec<_>>());
    let novas: Vec<(Uuid,)> = tx.all(sql, (conquista, pares, tx.now())).await?;
    let novas: Vec<_> = novas.into_iter().map(|(id,)| id).collect();
    if novas.is_empty() {
        return Ok(Vec::new());
    }
    let sql = tenant!(
        "SELECT d.id AS desbloqueio_id, u.id AS usuario_id, u.nome, u.foto_url
         FROM conquistas_desbloqueadas d
         JOIN usuarios u ON u.id = d.usuario_id
         WHERE d.nucleo_id = $1 AND d.id IN (SELECT unhex(value) FROM json_each($2))
         ORDER BY u.id"
    );
    tx.all(sql, (list::ids(&novas),)).await
}

/// Takes away what a person has achieved, and says what the feed knew it by.
pub async fn delete_of(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Uuid>> {
    let sql = tenant!(
        "DELETE FROM conquistas_desbloqueadas WHERE nucleo_id = $1 AND usuario_id = $2 RETURNING id"
    );
    let ids: Vec<(Uuid,)> = tx.all(sql, (usuario,)).await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}
