//! Lists of people, and the pieces of names that serve their search.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Cargo;
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::super::Status;
use super::super::rules::{Busca, Filtro, trigramas};
use crate::areas::planos::com_plano;

#[derive(FromRow)]
pub struct Membro {
    pub id: UsuarioId,
    pub nome: String,
    pub email: Option<String>,
    pub cargo: Cargo,
    pub status: Status,
    pub saldo_moeda: i64,
    pub foto_url: Option<String>,
    pub criado_em: Timestamp,
    pub plano: Option<String>,
}

#[derive(FromRow)]
pub struct Pendente {
    pub id: UsuarioId,
    pub nome: String,
    pub email: Option<String>,
    pub cpf: Option<String>,
    pub telefone: Option<String>,
    pub criado_em: Timestamp,
}

/// The next active people, in the order of their ids.
pub async fn list_ativos(
    tx: &mut NucleoTx,
    depois_de: Option<UsuarioId>,
    limite: usize,
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(
        "SELECT u.id FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id > $2 AND u.status = 'ATIVO'
         ORDER BY u.id LIMIT $3"
    );
    let depois_de = depois_de.unwrap_or(UsuarioId::from(Uuid::nil()));
    let rows: Vec<(UsuarioId,)> = tx.all(sql, (depois_de, limite as i64)).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Who is in a list of members: everybody who was not rejected and has not left for good.
macro_rules! members {
    ($select:literal, $search:expr) => {
        concat!(
            $select,
            " WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
               AND u.cargo <> 'SUPER_ADMIN'
               AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3) ",
            $search
        )
    };
}

/// Whose name has the text. COALESCE keeps PostgreSQL from guessing that LIKE leaves one row in two
/// hundred, so that it may well read the trigrams anew for each: through the wall of row-level
/// security it must not ask what it knows of the names.
macro_rules! com_nome {
    () => {
        "AND u.id IN (SELECT t.usuario_id FROM usuario_trigramas t
             WHERE t.nucleo_id = $1 AND t.trigrama >= $4 AND t.trigrama < $5)
         AND COALESCE(u.nome_busca LIKE $6 ESCAPE '!', FALSE) "
    };
}

/// Balance and plan are looked up for those on the page, not for everybody whom a search finds.
macro_rules! members_page {
    ($agora:literal, $search:expr, $limit:literal) => {
        tenant!(concat!(
            "SELECT pagina.id, pagina.nome, pagina.email, pagina.cargo, pagina.status,
                 COALESCE(c.saldo, 0) AS saldo_moeda, pagina.foto_url, pagina.criado_em,
                 p.nome AS plano
             FROM (",
            members!(
                "SELECT u.id, u.nucleo_id, u.nome, u.nome_busca, u.email, u.cargo, u.status,
                     u.foto_url, u.criado_em
                 FROM usuarios u",
                $search
            ),
            " ORDER BY u.nome_busca, u.id ",
            $limit,
            ") pagina LEFT JOIN carteiras c ON c.usuario_id = pagina.id",
            com_plano!("pagina", $agora),
            " ORDER BY pagina.nome_busca, pagina.id"
        ))
    };
}

pub async fn list(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<Vec<Membro>> {
    let Filtro { status, cargo, .. } = *filtro;
    let (limit, offset) = (page.limit(), page.offset());
    match &filtro.busca {
        None => {
            let sql = members_page!("$6", "", "LIMIT $4 OFFSET $5");
            tx.all(sql, (status, cargo, limit, offset, tx.now())).await
        }
        Some(Busca { de, ate, padrao }) => {
            let sql = members_page!("$9", com_nome!(), "LIMIT $7 OFFSET $8");
            let (de, ate, padrao) = (de.as_str(), ate.as_str(), padrao.as_str());
            tx.all(sql, (status, cargo, de, ate, padrao, limit, offset, tx.now())).await
        }
    }
}

pub async fn count(tx: &mut NucleoTx, filtro: &Filtro) -> Result<i64> {
    let Filtro { status, cargo, .. } = *filtro;
    match &filtro.busca {
        None => {
            let sql = tenant!(members!("SELECT count(*) FROM usuarios u", ""));
            tx.count(sql, (status, cargo)).await
        }
        Some(Busca { de, ate, padrao }) => {
            let sql = tenant!(members!("SELECT count(*) FROM usuarios u", com_nome!()));
            let (de, ate, padrao) = (de.as_str(), ate.as_str(), padrao.as_str());
            tx.count(sql, (status, cargo, de, ate, padrao)).await
        }
    }
}

pub async fn list_pendentes(tx: &mut NucleoTx, page: Page) -> Result<Vec<Pendente>> {
    let sql = tenant!(
        "SELECT u.id, u.nome, u.email, u.cpf, u.telefone, u.criado_em
         FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.status = 'PENDENTE'
         ORDER BY u.criado_em DESC, u.id DESC
         LIMIT $2 OFFSET $3"
    );
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count_pendentes(tx: &mut NucleoTx) -> Result<i64> {
    let sql =
        tenant!("SELECT count(*) FROM usuarios u WHERE u.nucleo_id = $1 AND u.status = 'PENDENTE'");
    tx.count(sql, ()).await
}

/// Makes a name findable, in place of the one before it.
pub async fn index_nome(tx: &mut NucleoTx, usuario: UsuarioId, nome_busca: &str) -> Result<()> {
    unindex_nome(tx, usuario).await?;
    let sql = tenant!(
        "INSERT INTO usuario_trigramas (nucleo_id, usuario_id, trigrama)
         SELECT u.nucleo_id, u.id, t.value
         FROM usuarios u CROSS JOIN json_each($3) t
         WHERE u.nucleo_id = $1 AND u.id = $2"
    );
    tx.execute(sql, (usuario, list::texts(&trigramas(nome_busca)))).await?;
    Ok(())
}

pub async fn unindex_nome(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM usuario_trigramas WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}
