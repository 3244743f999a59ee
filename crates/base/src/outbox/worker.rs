//! Hands events to their subscribers, at least once, each in one transaction.

use std::panic::AssertUnwindSafe;

use chrono::Duration;
use futures::FutureExt;
use futures::future::{BoxFuture, join_all};
use sqlx::types::Json;

use super::Event;
use super::bell::Listener;
use super::schedule::Schedule;
use super::task::{AllNucleos, AnyTask, Task};
use crate::Uuid;
use crate::app::App;
use crate::db::{Mode, NucleoTx, Reach, list};
use crate::error::{ERRO_INTERNO, Error, Result};
use crate::id::NucleoId;
use crate::metrics;

const BATCH: i64 = 20;
/// A worker that died gives its events back after this long.
pub(super) const LEASE: Duration = Duration::seconds(20);
pub(super) const MAX_ATTEMPTS: i64 = 10;
/// How often to look when no commit of this instance has rung: for what others have published,
/// for what has become due, and for retries.
pub const POLL: std::time::Duration = std::time::Duration::from_millis(500);

type Deliver =
    dyn for<'t> Fn(&'t mut NucleoTx, serde_json::Value) -> BoxFuture<'t, Result<()>> + Send + Sync;

pub struct Worker {
    app: App,
    subscribers: Vec<(&'static str, Box<Deliver>)>,
    schedules: Vec<Schedule>,
    tasks: Vec<Box<dyn AnyTask>>,
    over: AllNucleos,
}

#[derive(sqlx::FromRow)]
pub(super) struct Claim {
    id: Uuid,
    nucleo_id: Option<NucleoId>,
    event: String,
    payload: Json<serde_json::Value>,
    /// Grows with every claim, so it also tells a late worker that its lease is over.
    attempts: i64,
}

impl Worker {
    pub fn new(app: App) -> Self {
        let over = AllNucleos::new(app.clone());
        Self { app, subscribers: Vec::new(), schedules: Vec::new(), tasks: Vec::new(), over }
    }

    /// Subscribes to `E`. All subscribers of one event share its transaction and its fate.
    pub fn on<E: Event>(
        mut self,
        subscriber: impl for<'t> Fn(&'t mut NucleoTx, E) -> BoxFuture<'t, Result<()>>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let deliver: Box<Deliver> =
            Box::new(move |tx, payload| match serde_json::from_value(payload) {
                Ok(event) => subscriber(tx, event),
                Err(error) => Box::pin(std::future::ready(Err(error.into()))),
            });
        self.subscribers.push((E::NAME, deliver));
        self
    }

    /// Publishes `E` once in every slot of this length, however many instances run.
    pub fn every<E: Event + Default>(mut self, length: Duration) -> Self {
        self.schedules.push(Schedule::new::<E>(length));
        self
    }

    /// Does this too, beside the delivery of events.
    pub fn also(mut self, task: impl Task) -> Self {
        self.tasks.push(Box::new(task));
        self
    }

    /// Does everything that is due, one thing after another, and says how much that was.
    pub async fn step(&self) -> Result<usize> {
        let mut done = self.deliver_due().await?;
        for task in &self.tasks {
            done += task.step(&self.over).await?;
        }
        Ok(done)
    }

    /// Claims the events that are due, delivers them, and says how many they were.
    async fn deliver_due(&self) -> Result<usize> {
        for schedule in &self.schedules {
            schedule.publish_if_due(&self.app).await?;
        }
        let claims = self.claim().await?;
        for claim in &claims {
            if let Err(error) = self.deliver(claim).await {
                tracing::warn!(event = claim.event, id = %claim.id, ?error, "delivery failed");
                self.postpone(claim, &error).await?;
            }
        }
        Ok(claims.len())
    }

    /// Steps until `shutdown` resolves, each kind of work at its own pace: what waits for the
    /// network holds up nothing else. What has begun is finished.
    pub async fn run(&self, shutdown: impl Future<Output = ()>) {
        let (app, over) = (&self.app, &self.over);
        let events = repeat(over, app.bells.events.listen(), async || {
            let done = self.deliver_due().await;
            metrics::upkeep();
            done
        });
        let tasks = self
            .tasks
            .iter()
            .map(|task| repeat(over, app.bells.tasks.listen(), async || task.step(over).await));
        let relay = app.live.relay(&app.db, over.stopped());
        let shutdown = async {
            shutdown.await;
            app.live.close();
            over.stop();
        };
        tokio::join!(shutdown, events, relay, join_all(tasks));
    }

    /// The lease is nothing but a later due time, persisted before anything is delivered. Events
    /// that nobody has subscribed to stay where they are: a later version may know them.
    pub(super) async fn claim(&self) -> Result<Vec<Claim>> {
        let now = self.app.clock.now();
        let names: Vec<_> = self.subscribers.iter().map(|(name, _)| *name).collect();
        let names = list::texts(&names);
        if !self.anything_due(&names).await? {
            return Ok(Vec::new());
        }
        let mut tx = self.app.db.begin(Mode::Write, Some(Reach::National)).await?;
        let sql = if tx.is_postgres() { CLAIM_POSTGRES } else { CLAIM_SQLITE };
        let mut claims: Vec<Claim> = tx.all(sql, (now, now + LEASE, BATCH, names)).await?;
        tx.commit().await?;
        claims.sort_by_key(|claim| claim.id);
        Ok(claims)
    }

    /// Looks before it takes the write lock, which an idle worker should not touch.
    async fn anything_due(&self, names: &str) -> Result<bool> {
        let mut tx = self.app.db.begin(Mode::Read, Some(Reach::National)).await?;
        let due: Option<(Uuid,)> = tx.optional(DUE, (self.app.clock.now(), names)).await?;
        Ok(due.is_some())
    }

    pub(super) async fn deliver(&self, claim: &Claim) -> Result<()> {
        let reach = claim.nucleo_id.map_or(Reach::National, Reach::Nucleo);
        let mut tx = self.app.begin(Mode::Write, reach).await?;
        for (name, deliver) in &self.subscribers {
            if *name == claim.event {
                let delivery = deliver(&mut tx, claim.payload.0.clone());
                // One subscriber that panics must not take the worker with it.
                AssertUnwindSafe(delivery)
                    .catch_unwind()
                    .await
                    .unwrap_or_else(|_| Err(Error::from(ERRO_INTERNO).because("it panicked")))?;
            }
        }
        let sql = "DELETE FROM outbox WHERE id = $1 AND attempts = $2";
        match tx.plain().execute(sql, (claim.id, claim.attempts)).await? {
            0 => Ok(()), // Another worker has taken it over; dropping the transaction undoes ours.
            _ => tx.commit().await,
        }
    }

    async fn postpone(&self, claim: &Claim, error: &Error) -> Result<()> {
        let status = if claim.attempts >= MAX_ATTEMPTS { "DEAD" } else { "PENDING" };
        let due_at = self.app.clock.now() + pause(claim.attempts, claim.id);
        let mut tx = self.app.db.begin(Mode::Write, Some(Reach::National)).await?;
        let sql = "UPDATE outbox SET status = $3, due_at = $4, last_error = $5
                   WHERE id = $1 AND attempts = $2";
        let error = format!("{error:?}");
        tx.execute(sql, (claim.id, claim.attempts, status, due_at, error)).await?;
        tx.commit().await
    }
}

/// Again and again: at once while there is something to do, else when the bell rings or it is time
/// to look.
async fn repeat(over: &AllNucleos, mut bell: Listener, step: impl AsyncFn() -> Result<usize>) {
    while !over.is_stopping() {
        let pause = match step().await {
            Ok(0) => POLL,
            Ok(_) => std::time::Duration::ZERO,
            Err(error) => {
                tracing::error!(?error, "worker");
                POLL
            }
        };
        tokio::select! {
            biased;
            () = over.stopped() => {}
            () = bell.heard() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

const DUE: &str = "SELECT id FROM outbox
     WHERE status = 'PENDING' AND due_at <= $1 AND event IN (SELECT value FROM json_each($2))
     LIMIT 1";

/// The one statement that differs: SQLite has a single writer and needs no row locks.
macro_rules! claim_sql {
    ($row_lock:literal) => {
        concat!(
            "UPDATE outbox SET attempts = attempts + 1, due_at = $2
             WHERE id IN (
                 SELECT id FROM outbox
                 WHERE status = 'PENDING' AND due_at <= $1
                   AND event IN (SELECT value FROM json_each($4))
                 ORDER BY due_at, id LIMIT $3 ",
            $row_lock,
            ")
             RETURNING id, nucleo_id, event, payload, attempts"
        )
    };
}

const CLAIM_POSTGRES: &str = claim_sql!("FOR UPDATE SKIP LOCKED");
const CLAIM_SQLITE: &str = claim_sql!("");

/// 2 s, 4 s, 8 s ... 8 min before the last attempt, plus up to a quarter so that failures do not march in step. The
/// spread comes from the id's random bits: no source of randomness, and a test can tell it.
pub(super) fn pause(attempts: i64, id: Uuid) -> Duration {
    let seconds = 1_i64 << attempts.clamp(1, 10);
    let [.., last] = *id.as_bytes();
    let quarter = seconds * 250 * i64::from(last) / 255;
    Duration::milliseconds(seconds * 1000 + quarter)
}
