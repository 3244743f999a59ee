//! The events of one person.

use base::clock::Timestamp;
use base::db::{NucleoTx, list};
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::EventoId;
use super::super::rules::StatusDeInscricao;

/// That somebody was at an event, and what they earned by it.
#[derive(Debug, FromRow)]
pub struct Presenca {
    pub id: EventoId,
    pub titulo: String,
    pub local: Option<String>,
    pub inicio: Timestamp,
    pub fim: Timestamp,
    pub recompensa: i64,
    pub creditado: i64,
    pub presente_em: Timestamp,
}

/// The last one first.
pub async fn list_presencas(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<Vec<Presenca>> {
    let sql = tenant!(
        "SELECT e.id, e.titulo, e.local, e.inicio, e.fim, i.recompensa,
             COALESCE(x.valor, 0) AS creditado, i.presente_em
         FROM evento_inscricoes i
         JOIN eventos e ON e.id = i.evento_id
         LEFT JOIN transacoes x ON x.usuario_id = i.usuario_id AND x.origem = 'EVENTO'
             AND x.referencia_id = i.evento_id
         WHERE i.nucleo_id = $1 AND i.usuario_id = $2 AND i.status = 'PRESENTE'
         ORDER BY i.presente_em DESC, i.evento_id DESC LIMIT $3 OFFSET $4"
    );
    tx.all(sql, (usuario, page.limit(), page.offset())).await
}

pub async fn count_presencas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM evento_inscricoes i
         WHERE i.nucleo_id = $1 AND i.usuario_id = $2 AND i.status = 'PRESENTE'"
    );
    tx.count(sql, (usuario,)).await
}

pub async fn count_presencas_por_pessoa(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    let sql = tenant!(
        "SELECT i.usuario_id, count(*)
         FROM evento_inscricoes i
         WHERE i.nucleo_id = $1 AND i.status = 'PRESENTE'
           AND i.usuario_id IN (SELECT unhex(value) FROM json_each($2))
         GROUP BY i.usuario_id"
    );
    tx.all(sql, (list::ids(pessoas),)).await
}

/// What somebody is, or was, of an event.
#[derive(Debug, FromRow)]
pub struct DePessoa {
    pub evento_id: EventoId,
    pub titulo: String,
    pub inicio: Timestamp,
    pub status: StatusDeInscricao,
    pub presente_em: Option<Timestamp>,
    pub criado_em: Timestamp,
}

/// Every event that a person has to do with, newest sign-up first.
pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<DePessoa>> {
    let sql = tenant!(
        "SELECT i.evento_id, e.titulo, e.inicio, i.status, i.presente_em, i.criado_em
         FROM evento_inscricoes i
         JOIN eventos e ON e.id = i.evento_id
         WHERE i.nucleo_id = $1 AND i.usuario_id = $2
         ORDER BY i.criado_em DESC, i.evento_id DESC"
    );
    tx.all(sql, (usuario,)).await
}

/// The events that a person signed up for and did not come to, in the order of their ids.
pub async fn list_inscricoes_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<EventoId>> {
    let sql = tenant!(
        "SELECT i.evento_id FROM evento_inscricoes i
         WHERE i.nucleo_id = $1 AND i.usuario_id = $2 AND i.status <> 'PRESENTE'
         ORDER BY i.evento_id"
    );
    let rows: Vec<(EventoId,)> = tx.all(sql, (usuario,)).await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
