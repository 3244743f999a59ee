//! Who comes to an event. Everything here is done by whoever holds the event's row.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::{Result, Uuid, tenant};
use sqlx::FromRow;

use super::super::EventoId;
use super::super::rules::{Lotacao, StatusDeInscricao};
use crate::areas::membros::Status;

/// The numbers of an event that is held, and how many have come to it anew.
pub async fn update_lotacao(
    tx: &mut NucleoTx,
    id: EventoId,
    lotacao: &Lotacao,
    chegadas: i64,
) -> Result<()> {
    let sql = tenant!(
        "UPDATE eventos SET inscritos = $3, esperando = $4, presentes = $5,
             chegadas = chegadas + $6
         WHERE nucleo_id = $1 AND id = $2"
    );
    let Lotacao { inscritos, esperando, presentes, .. } = *lotacao;
    tx.execute(sql, (id, inscritos, esperando, presentes, chegadas)).await?;
    Ok(())
}

pub async fn find_inscricao(
    tx: &mut NucleoTx,
    id: EventoId,
    usuario: UsuarioId,
) -> Result<Option<StatusDeInscricao>> {
    let sql = tenant!(
        "SELECT i.status FROM evento_inscricoes i
         WHERE i.nucleo_id = $1 AND i.evento_id = $2 AND i.usuario_id = $3"
    );
    let row: Option<(StatusDeInscricao,)> = tx.optional(sql, (id, usuario)).await?;
    Ok(row.map(|(status,)| status))
}

/// Whether this person was not there yet. The nucleo is the event's, which only its own people
/// fit into.
pub async fn insert_inscricao(
    tx: &mut NucleoTx,
    id: EventoId,
    usuario: UsuarioId,
    status: StatusDeInscricao,
) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO evento_inscricoes (evento_id, usuario_id, nucleo_id, status, ordem, criado_em)
         SELECT e.id, $3, e.nucleo_id, $4, e.chegadas + 1, $5
         FROM eventos e
         WHERE e.nucleo_id = $1 AND e.id = $2
         ON CONFLICT (evento_id, usuario_id) DO NOTHING"
    );
    Ok(tx.execute(sql, (id, usuario, status, tx.now())).await? == 1)
}

/// What they were; `None` for whoever has not signed up, or was there.
pub async fn delete_inscricao(
    tx: &mut NucleoTx,
    id: EventoId,
    usuario: UsuarioId,
) -> Result<Option<StatusDeInscricao>> {
    let sql = tenant!(
        "DELETE FROM evento_inscricoes
         WHERE nucleo_id = $1 AND evento_id = $2 AND usuario_id = $3 AND status <> 'PRESENTE'
         RETURNING status"
    );
    let row: Option<(StatusDeInscricao,)> = tx.optional(sql, (id, usuario)).await?;
    Ok(row.map(|(status,)| status))
}

/// Gives places to those who have waited longest and can come. How many there were.
pub async fn promote(tx: &mut NucleoTx, id: EventoId, quantos: i64) -> Result<i64> {
    let sql = tenant!(
        "UPDATE evento_inscricoes SET status = 'INSCRITO', promovida_em = $4
         WHERE nucleo_id = $1 AND evento_id = $2 AND usuario_id IN (
             SELECT f.usuario_id
             FROM evento_inscricoes f
             JOIN usuarios u ON u.id = f.usuario_id
             WHERE f.evento_id = $2 AND f.status = 'ESPERA' AND u.status = 'ATIVO'
             ORDER BY f.ordem
             LIMIT $3)"
    );
    let promovidos = tx.execute(sql, (id, quantos, tx.now())).await?;
    Ok(i64::try_from(promovidos).unwrap_or(i64::MAX))
}

/// That somebody was there, whatever they were before: nothing, INSCRITO or ESPERA.
pub async fn upsert_presenca(
    tx: &mut NucleoTx,
    id: EventoId,
    usuario: UsuarioId,
    registrada_por: Option<UsuarioId>,
) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO evento_inscricoes (evento_id, usuario_id, nucleo_id, status, ordem,
             presente_em, recompensa, registrada_por, criado_em)
         SELECT e.id, $3, e.nucleo_id, 'PRESENTE', e.chegadas + 1, $5, e.recompensa, $4, $5
         FROM eventos e
         WHERE e.nucleo_id = $1 AND e.id = $2
         ON CONFLICT (evento_id, usuario_id) DO UPDATE SET status = excluded.status,
             presente_em = excluded.presente_em, recompensa = excluded.recompensa,
             registrada_por = excluded.registrada_por"
    );
    tx.execute(sql, (id, usuario, registrada_por, tx.now())).await?;
    Ok(())
}

/// Somebody of a nucleo, as far as an event needs to know.
#[derive(FromRow)]
pub struct Pessoa {
    pub nome: String,
    pub status: Status,
}

pub async fn find_pessoa(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    usuario: UsuarioId,
) -> Result<Option<Pessoa>> {
    // The second comparison counts where the scope has no nucleo: the event has one.
    let sql = tenant!(
        "SELECT u.nome, u.status FROM usuarios u
         WHERE u.nucleo_id = $1 AND u.id = $2 AND u.nucleo_id = $3
           AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL"
    );
    tx.optional(sql, (usuario, nucleo)).await
}

/// The next of those who signed up or came, in the order of their ids: all of them, or those who
/// have a place since this instant.
pub async fn list_inscritos(
    tx: &mut NucleoTx,
    id: EventoId,
    promovidos_em: Option<Timestamp>,
    depois_de: Option<UsuarioId>,
    limite: usize,
) -> Result<Vec<UsuarioId>> {
    let sql = tenant!(
        "SELECT i.usuario_id
         FROM evento_inscricoes i
         WHERE i.nucleo_id = $1 AND i.evento_id = $2 AND i.usuario_id > $4
           AND ($3 IS NULL OR (i.status = 'INSCRITO' AND i.promovida_em = $3))
         ORDER BY i.usuario_id
         LIMIT $5"
    );
    let depois_de = depois_de.unwrap_or(UsuarioId::from(Uuid::nil()));
    let rows: Vec<(UsuarioId,)> =
        tx.all(sql, (id, promovidos_em, depois_de, limite as i64)).await?;
    Ok(rows.into_iter().map(|(usuario,)| usuario).collect())
}
