//! Nothing is lost: an event is a row written with what caused it, and a row is a debt that only
//! its delivery removes.

pub mod bell;
mod schedule;
mod task;
mod worker;

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::types::Json;

use crate::Uuid;
use crate::clock::Timestamp;
use crate::db::{MeasureSql, Tx};
use crate::error::Result;
use crate::id::NucleoId;
use crate::measure;

pub use task::{AllNucleos, Task};
pub use worker::{POLL, Worker};

/// Something that happened, named in the past tense. It carries ids and what cannot be read again
/// later; names and addresses are read by whoever delivers it.
pub trait Event: Serialize + DeserializeOwned + Send + Sync + 'static {
    const NAME: &'static str;
}

pub(crate) async fn insert<E: Event>(
    tx: &mut Tx,
    id: Uuid,
    nucleo: Option<NucleoId>,
    due: Timestamp,
    event: &E,
) -> Result<()> {
    insert_named(tx, id, nucleo, due, (E::NAME, serde_json::to_value(event)?)).await
}

async fn insert_named(
    tx: &mut Tx,
    id: Uuid,
    nucleo: Option<NucleoId>,
    due: Timestamp,
    (name, payload): (&'static str, Value),
) -> Result<()> {
    let sql =
        "INSERT INTO outbox (id, nucleo_id, event, payload, due_at) VALUES ($1, $2, $3, $4, $5)";
    tx.execute(sql, (id, nucleo, name, Json(payload), due)).await?;
    Ok(())
}

/// What waits for its delivery, as far as it is worth counting; what is being delivered or was
/// tried in vain; and what has been given up.
pub const MEASURES: [(&str, MeasureSql); 3] = [
    (
        "outbox_pending",
        measure!(
            "SELECT count(*) FROM (SELECT 1 FROM outbox WHERE status = 'PENDING' LIMIT 100000) t"
        ),
    ),
    (
        "outbox_leased",
        measure!("SELECT count(*) FROM outbox WHERE status = 'PENDING' AND attempts > 0"),
    ),
    ("outbox_dead", measure!("SELECT count(*) FROM outbox WHERE status = 'DEAD'")),
];
