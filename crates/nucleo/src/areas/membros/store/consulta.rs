//! People as the assistant shows them: what a card has room for. No CPF, no street, no address of
//! any kind is read here, so that none can be passed on.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Cargo;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::Status;
use super::super::rules::{Busca, Procura};

/// A person at a glance.
#[derive(Clone, Debug, FromRow)]
pub struct Cartao {
    pub id: UsuarioId,
    pub nome: String,
    pub cargo: Cargo,
    pub status: Status,
    pub cidade: Option<String>,
    pub estado: Option<String>,
    pub foto_url: Option<String>,
    pub saldo_moeda: i64,
    pub aprovado_em: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// Everybody who was not rejected and has not left for good, as in the list of members.
macro_rules! presentes {
    ($select:literal, $rest:literal) => {
        tenant!(concat!(
            $select,
            " WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
               AND u.cargo <> 'SUPER_ADMIN' ",
            $rest
        ))
    };
}

macro_rules! cartoes {
    ($rest:literal) => {
        presentes!(
            "SELECT u.id, u.nome, u.cargo, u.status, u.cidade, u.estado, u.foto_url,
                 COALESCE(c.saldo, 0) AS saldo_moeda, u.aprovado_em, u.criado_em
             FROM usuarios u
             LEFT JOIN carteiras c ON c.usuario_id = u.id",
            $rest
        )
    };
}

pub async fn count_por_status(tx: &mut NucleoTx, procura: &Procura) -> Result<Vec<(Status, i64)>> {
    let Procura { status, cargo, estado, .. } = procura.clone();
    match &procura.cidades {
        None => {
            let sql = presentes!(
                "SELECT u.status, count(*) FROM usuarios u",
                "AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3)
                 AND ($4 IS NULL OR u.estado = $4)
                 GROUP BY u.status"
            );
            tx.all(sql, (status, cargo, estado)).await
        }
        Some(cidades) => {
            let sql = presentes!(
                "SELECT u.status, count(*) FROM usuarios u",
                "AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3)
                 AND ($4 IS NULL OR u.estado = $4)
                 AND u.cidade IN (SELECT value FROM json_each($5))
                 GROUP BY u.status"
            );
            tx.all(sql, (status, cargo, estado, list::texts(cidades))).await
        }
    }
}

/// By name.
pub async fn list_cartoes(tx: &mut NucleoTx, procura: &Procura, page: Page) -> Result<Vec<Cartao>> {
    let Procura { status, cargo, estado, .. } = procura.clone();
    let (limit, offset) = (page.limit(), page.offset());
    match &procura.cidades {
        None => {
            let sql = cartoes!(
                "AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3)
                 AND ($4 IS NULL OR u.estado = $4)
                 ORDER BY u.nome_busca, u.id LIMIT $5 OFFSET $6"
            );
            tx.all(sql, (status, cargo, estado, limit, offset)).await
        }
        Some(cidades) => {
            let sql = cartoes!(
                "AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3)
                 AND ($4 IS NULL OR u.estado = $4)
                 AND u.cidade IN (SELECT value FROM json_each($5))
                 ORDER BY u.nome_busca, u.id LIMIT $6 OFFSET $7"
            );
            tx.all(sql, (status, cargo, estado, list::texts(cidades), limit, offset)).await
        }
    }
}

/// Those with this part of a name, by name.
pub async fn list_por_nome(tx: &mut NucleoTx, busca: &Busca, limite: i64) -> Result<Vec<Cartao>> {
    let sql = cartoes!(
        "AND u.id IN (SELECT t.usuario_id FROM usuario_trigramas t
             WHERE t.nucleo_id = $1 AND t.trigrama >= $2 AND t.trigrama < $3)
         AND COALESCE(u.nome_busca LIKE $4 ESCAPE '!', FALSE)
         ORDER BY u.nome_busca, u.id LIMIT $5"
    );
    let Busca { de, ate, padrao } = busca;
    tx.all(sql, (de.as_str(), ate.as_str(), padrao.as_str(), limite)).await
}

pub async fn list_por_id(tx: &mut NucleoTx, ids: &[UsuarioId]) -> Result<Vec<Cartao>> {
    let sql = cartoes!("AND u.id IN (SELECT unhex(value) FROM json_each($2))");
    tx.all(sql, (list::ids(ids),)).await
}

/// The richest of those who are active.
pub async fn list_por_saldo(tx: &mut NucleoTx, limite: i64) -> Result<Vec<Cartao>> {
    let sql = tenant!(
        "SELECT u.id, u.nome, u.cargo, u.status, u.cidade, u.estado, u.foto_url,
             c.saldo AS saldo_moeda, u.aprovado_em, u.criado_em
         FROM carteiras c
         JOIN usuarios u ON u.id = c.usuario_id
         WHERE c.nucleo_id = $1 AND u.status = 'ATIVO' AND u.excluido_em IS NULL
         ORDER BY c.saldo DESC, c.usuario_id DESC LIMIT $2"
    );
    tx.all(sql, (limite,)).await
}

/// Approved in this time, the newest first.
pub async fn list_aprovados(
    tx: &mut NucleoTx,
    (de, ate): (Timestamp, Timestamp),
    limite: i64,
) -> Result<Vec<Cartao>> {
    let sql = cartoes!(
        "AND u.aprovado_em >= $2 AND u.aprovado_em <= $3
         ORDER BY u.aprovado_em DESC, u.id DESC LIMIT $4"
    );
    tx.all(sql, (de, ate, limite)).await
}

pub async fn count_aprovados(tx: &mut NucleoTx, (de, ate): (Timestamp, Timestamp)) -> Result<i64> {
    let sql = presentes!(
        "SELECT count(*) FROM usuarios u",
        "AND u.aprovado_em >= $2 AND u.aprovado_em <= $3"
    );
    tx.count(sql, (de, ate)).await
}

/// Where the members live, as they have written it.
pub async fn list_cidades(tx: &mut NucleoTx, limite: i64) -> Result<Vec<String>> {
    let sql = tenant!(
        "SELECT DISTINCT u.cidade FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.cidade IS NOT NULL
         ORDER BY u.cidade LIMIT $2"
    );
    let cidades: Vec<(String,)> = tx.all(sql, (limite,)).await?;
    Ok(cidades.into_iter().map(|(cidade,)| cidade).collect())
}

/// The addresses of those of them who are active.
pub async fn list_emails(tx: &mut NucleoTx, ids: &[UsuarioId]) -> Result<Vec<String>> {
    let sql = tenant!(
        "SELECT u.email FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id IN (SELECT unhex(value) FROM json_each($2))
           AND u.status = 'ATIVO' AND u.email IS NOT NULL"
    );
    let emails: Vec<(String,)> = tx.all(sql, (list::ids(ids),)).await?;
    Ok(emails.into_iter().map(|(email,)| email).collect())
}
