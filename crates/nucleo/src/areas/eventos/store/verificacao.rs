//! Numbers that differ from the rows they were kept of, and people who were not paid once.

use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::EventoId;

#[derive(FromRow)]
pub struct Errado {
    pub id: EventoId,
    pub inscritos: i64,
    pub esperando: i64,
    pub presentes: i64,
    pub ha_inscritos: i64,
    pub ha_esperando: i64,
    pub ha_presentes: i64,
}

pub async fn find_contagem_errada(tx: &mut NucleoTx) -> Result<Option<Errado>> {
    let sql = tenant!(
        "SELECT e.id, e.inscritos, e.esperando, e.presentes,
             COALESCE(c.inscritos, 0) AS ha_inscritos, COALESCE(c.esperando, 0) AS ha_esperando,
             COALESCE(c.presentes, 0) AS ha_presentes
         FROM eventos e
         LEFT JOIN (
             SELECT i.evento_id, count(CASE i.status WHEN 'INSCRITO' THEN 1 END) AS inscritos,
                 count(CASE i.status WHEN 'ESPERA' THEN 1 END) AS esperando,
                 count(CASE i.status WHEN 'PRESENTE' THEN 1 END) AS presentes
             FROM evento_inscricoes i GROUP BY i.evento_id
         ) c ON c.evento_id = e.id
         WHERE e.nucleo_id = $1
           AND (e.inscritos <> COALESCE(c.inscritos, 0) OR e.esperando <> COALESCE(c.esperando, 0)
             OR e.presentes <> COALESCE(c.presentes, 0))
         ORDER BY e.id LIMIT 1"
    );
    tx.optional(sql, ()).await
}

/// An event with more sign-ups than places: how many, and how many places.
pub async fn find_lotado_demais(tx: &mut NucleoTx) -> Result<Option<(EventoId, i64, i64)>> {
    let sql = tenant!(
        "SELECT e.id, e.inscritos, e.vagas FROM eventos e
         WHERE e.nucleo_id = $1 AND e.inscritos > e.vagas
         ORDER BY e.id LIMIT 1"
    );
    tx.optional(sql, ()).await
}

/// Somebody who was at an event with a reward and was not credited for it once.
pub async fn find_presenca_mal_paga(
    tx: &mut NucleoTx,
) -> Result<Option<(EventoId, UsuarioId, i64)>> {
    let sql = tenant!(
        "SELECT i.evento_id, i.usuario_id, count(x.id)
         FROM evento_inscricoes i
         LEFT JOIN transacoes x ON x.usuario_id = i.usuario_id AND x.origem = 'EVENTO'
             AND x.referencia_id = i.evento_id
         WHERE i.nucleo_id = $1 AND i.status = 'PRESENTE' AND i.recompensa > 0
         GROUP BY i.evento_id, i.usuario_id
         HAVING count(x.id) <> 1
         ORDER BY i.evento_id, i.usuario_id LIMIT 1"
    );
    tx.optional(sql, ()).await
}
