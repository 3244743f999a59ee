//! Events to be shown. Numbers are kept with every sign-up, so nothing here counts people.

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::{Result, tenant};
use sqlx::FromRow;

use super::super::EventoId;
use super::super::rules::{Intervalo, Periodo, StatusDeInscricao};

/// An event, as one person sees it: their own sign-up is part of it.
#[derive(Debug, FromRow)]
pub struct Evento {
    pub id: EventoId,
    pub nucleo_id: NucleoId,
    pub titulo: String,
    pub descricao: Option<String>,
    pub local: Option<String>,
    pub inicio: Timestamp,
    pub fim: Timestamp,
    pub vagas: Option<i64>,
    /// Those who have a place, or came; nobody who waits.
    pub inscritos: i64,
    pub recompensa: i64,
    pub foto_url: Option<String>,
    pub minha_inscricao: Option<StatusDeInscricao>,
    pub cancelado: bool,
}

/// `$2` is who looks, if anybody.
macro_rules! eventos {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT e.id, e.nucleo_id, e.titulo, e.descricao, e.local, e.inicio, e.fim, e.vagas,
                 e.inscritos + e.presentes AS inscritos, e.recompensa, e.foto_url,
                 i.status AS minha_inscricao, e.cancelado_em IS NOT NULL AS cancelado
             FROM eventos e
             LEFT JOIN evento_inscricoes i ON i.evento_id = e.id AND i.usuario_id = $2
             WHERE e.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn find(
    tx: &mut NucleoTx,
    quem: Option<UsuarioId>,
    id: EventoId,
) -> Result<Option<Evento>> {
    tx.optional(eventos!("AND e.id = $3"), (quem, id)).await
}

/// What is to come, the soonest first, or what has ended, the latest first.
pub async fn list_periodo(
    tx: &mut NucleoTx,
    quem: Option<UsuarioId>,
    periodo: Periodo,
    intervalo: Intervalo,
    page: Page,
) -> Result<Vec<Evento>> {
    let sql = match periodo {
        Periodo::Futuros => eventos!(
            "AND e.fim > $3
             AND ($4 IS NULL OR e.fim >= $4) AND ($5 IS NULL OR e.inicio <= $5)
             ORDER BY e.inicio, e.id LIMIT $6 OFFSET $7"
        ),
        Periodo::Passados => eventos!(
            "AND e.fim <= $3
             AND ($4 IS NULL OR e.fim >= $4) AND ($5 IS NULL OR e.inicio <= $5)
             ORDER BY e.fim DESC, e.id DESC LIMIT $6 OFFSET $7"
        ),
    };
    let Intervalo { de, ate } = intervalo;
    tx.all(sql, (quem, tx.now(), de, ate, page.limit(), page.offset())).await
}

pub async fn count_periodo(
    tx: &mut NucleoTx,
    periodo: Periodo,
    intervalo: Intervalo,
) -> Result<i64> {
    let sql = match periodo {
        Periodo::Futuros => tenant!(
            "SELECT count(*) FROM eventos e
             WHERE e.nucleo_id = $1 AND e.fim > $2
               AND ($3 IS NULL OR e.fim >= $3) AND ($4 IS NULL OR e.inicio <= $4)"
        ),
        Periodo::Passados => tenant!(
            "SELECT count(*) FROM eventos e
             WHERE e.nucleo_id = $1 AND e.fim <= $2
               AND ($3 IS NULL OR e.fim >= $3) AND ($4 IS NULL OR e.inicio <= $4)"
        ),
    };
    let Intervalo { de, ate } = intervalo;
    tx.count(sql, (tx.now(), de, ate)).await
}

pub async fn find_codigo(tx: &mut NucleoTx, id: EventoId) -> Result<Option<String>> {
    let sql = tenant!("SELECT e.codigo FROM eventos e WHERE e.nucleo_id = $1 AND e.id = $2");
    let row: Option<(String,)> = tx.optional(sql, (id,)).await?;
    Ok(row.map(|(codigo,)| codigo))
}

/// Those that took place and ended since then.
pub async fn count_finalizados(tx: &mut NucleoTx, desde: Timestamp) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*) FROM eventos e
         WHERE e.nucleo_id = $1 AND e.fim > $2 AND e.fim <= $3 AND e.cancelado_em IS NULL"
    );
    tx.count(sql, (desde, tx.now())).await
}
