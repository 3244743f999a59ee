//! What a caller who was let in can have done. The scopes differ in who gets one and how far it
//! reaches; what they do with it is the same.

use std::sync::{Mutex, PoisonError};

use axum::http::Method;
use axum::http::request::Parts;

use super::Caller;
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{Mode, NucleoTx, Reach, Tx};
use crate::error::Result;

pub struct Work {
    pub(super) app: App,
    caller: Caller,
    reach: Reach,
    /// The connection that found the caller: what a GET reads first, it reads there.
    opened: Mutex<Option<Tx>>,
}

impl Work {
    /// A request with a body must not hold a connection while the body trickles in.
    pub(super) fn after_look_up(
        parts: &Parts,
        app: &App,
        tx: Tx,
        caller: Caller,
        reach: Reach,
    ) -> Self {
        let reads = matches!(parts.method, Method::GET | Method::HEAD);
        Self { app: app.clone(), caller, reach, opened: Mutex::new(reads.then_some(tx)) }
    }

    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    /// Runs `work`, each statement by itself: one sees what was committed before it began, and the
    /// next may see more. Both engines refuse a write in it.
    ///
    /// That is enough for a list and its total. Where several statements must agree with each
    /// other, ask for a [`Work::snapshot`], which costs one more trip to the database.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        let mut tx = match self.opened() {
            Some(tx) => self.app.within(tx, self.reach),
            None => self.app.begin(Mode::Read, self.reach).await?,
        };
        work(&mut tx).await
    }

    /// Runs `work` on the state of one moment. Both engines refuse a write in it.
    pub async fn snapshot<T>(
        &self,
        work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
    ) -> Result<T> {
        let mut tx = match self.opened() {
            Some(mut tx) => {
                tx.begin_snapshot(self.reach).await?;
                self.app.within(tx, self.reach)
            }
            None => self.app.begin(Mode::Snapshot, self.reach).await?,
        };
        work(&mut tx).await
    }

    /// Runs `work` in a transaction and commits it if, and only if, it succeeds.
    ///
    /// On SQLite this holds the only write lock: no hashing, network or rendering in here.
    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(self.reach, work).await
    }

    fn opened(&self) -> Option<Tx> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
