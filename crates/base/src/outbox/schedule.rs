//! What has to be done again and again: an event per slot of time. Time is cut into slots of one
//! length, and a row remembers the last slot that was published, so that two instances publish it
//! once and a slot that passed while nobody ran is made up for, once.

use chrono::Duration;

use super::{Event, insert_named};
use crate::Uuid;
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{Mode, Reach};
use crate::error::Result;

pub struct Schedule {
    name: &'static str,
    length: Duration,
    payload: fn() -> Result<serde_json::Value>,
}

impl Schedule {
    pub fn new<E: Event + Default>(length: Duration) -> Self {
        Self { name: E::NAME, length, payload: || Ok(serde_json::to_value(E::default())?) }
    }

    pub async fn publish_if_due(&self, app: &App) -> Result<()> {
        let now = app.clock.now();
        let slot = start_of_slot(now, self.length);
        // The usual answer is no, and it should not cost the write lock.
        let mut tx = app.db.begin(Mode::Read, None).await?;
        let sql = "SELECT last_slot FROM schedules WHERE name = $1";
        let last: Option<(Timestamp,)> = tx.optional(sql, (self.name,)).await?;
        drop(tx);
        if last.is_some_and(|(last,)| last >= slot) {
            return Ok(());
        }

        let mut tx = app.db.begin(Mode::Write, Some(Reach::National)).await?;
        let sql = "INSERT INTO schedules (name, last_slot) VALUES ($1, $2)
                   ON CONFLICT (name) DO UPDATE SET last_slot = $2 WHERE schedules.last_slot < $2";
        if tx.execute(sql, (self.name, slot)).await? == 1 {
            let id: Uuid = app.ids.next(now);
            insert_named(&mut tx, id, None, now, (self.name, (self.payload)()?)).await?;
        }
        tx.commit().await
    }
}

fn start_of_slot(now: Timestamp, length: Duration) -> Timestamp {
    now - Duration::milliseconds(now.unix_millis().rem_euclid(length.num_milliseconds()))
}
