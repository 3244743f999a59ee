//! What the whole service shares, and the service itself as one value.

use std::net::Ipv4Addr;
use std::ops::Deref;
use std::sync::Arc;

use axum::Router;

use crate::address::Proxies;
use crate::clock::{Clock, Ids, Timestamp};
use crate::db::{Db, Mode, NucleoTx, Reach, Tx};
use crate::error::Result;
use crate::id::{NucleoId, UsuarioId};
use crate::live::Live;
use crate::outbox::Worker;
use crate::outbox::bell::Bells;
use crate::password::Passwords;
use crate::scope::{Caller, Cargo};
use crate::token::Tokens;
use crate::tools::Tools;

/// Handed to the router and to the worker. It holds the database, but gives it to nobody: the
/// fields are private to this crate, and a transaction comes from a scope only.
#[derive(Clone)]
pub struct App {
    parts: Arc<Parts>,
    tools: Arc<Tools>,
}

#[doc(hidden)]
pub struct Parts {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) tokens: Tokens,
    pub(crate) passwords: Passwords,
    pub(crate) proxies: Proxies,
    pub(crate) bells: Bells,
    pub(crate) live: Live,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl App {
    /// The second value is the only one of its kind; see [`Operator`].
    pub fn new(db: Db, clock: Clock, tokens: Tokens, proxies: Proxies) -> (Self, Operator) {
        let parts = Parts {
            db,
            clock,
            ids: Ids::default(),
            tokens,
            passwords: Passwords::default(),
            proxies,
            bells: Bells::default(),
            live: Live::default(),
        };
        let app = Self { parts: Arc::new(parts), tools: Arc::default() };
        (app.clone(), Operator(app))
    }

    /// The same service, whose handlers find these.
    pub fn with_tools(self, tools: Tools) -> Self {
        Self { tools: Arc::new(tools), ..self }
    }

    pub(crate) fn tools(&self) -> &Tools {
        &self.tools
    }

    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// At the end of the process.
    pub async fn close(&self) {
        self.db.close().await;
    }

    pub(crate) async fn begin(&self, mode: Mode, reach: Reach) -> Result<NucleoTx> {
        Ok(self.within(self.db.begin(mode, Some(reach)).await?, reach))
    }

    /// A unit of work that reaches this far already. Its instant is read now, after any wait for
    /// the lock: what a transaction writes is dated when it may write.
    pub(crate) fn within(&self, tx: Tx, reach: Reach) -> NucleoTx {
        let (bells, live) = (self.bells.clone(), self.live.clone());
        NucleoTx::new(tx, reach, self.clock.now(), self.ids.clone(), bells, live)
    }

    /// Runs `work` in a transaction and commits it if, and only if, it succeeds.
    pub(crate) async fn write<T>(
        &self,
        reach: Reach,
        work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
    ) -> Result<T> {
        let mut tx = self.begin(Mode::Write, reach).await?;
        let done = work(&mut tx).await?;
        tx.commit().await?;
        Ok(done)
    }
}

/// The person at the command line: reaches every nucleo without a token. `main` receives the only
/// one; a handler cannot get hold of it, because it is not part of the router's state.
pub struct Operator(pub(crate) App);

impl Operator {
    /// Runs `work`, each statement by itself.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        work(&mut self.0.begin(Mode::Read, Reach::National).await?).await
    }

    /// Runs `work` on the state of one moment.
    pub async fn snapshot<T>(
        &self,
        work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>,
    ) -> Result<T> {
        work(&mut self.0.begin(Mode::Snapshot, Reach::National).await?).await
    }

    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.0.write(Reach::National, work).await
    }

    /// Goes on with `tx` inside one nucleo.
    pub async fn enter(&self, tx: &mut NucleoTx, nucleo: NucleoId) -> Result<()> {
        tx.move_to(Reach::Nucleo(nucleo)).await
    }

    /// Goes on with `tx` above all nucleos again.
    pub async fn leave(&self, tx: &mut NucleoTx) -> Result<()> {
        tx.move_to(Reach::National).await
    }

    /// Goes on with `tx` at another moment: demonstration data has a past.
    pub fn travel(&self, tx: &mut NucleoTx, moment: Timestamp) {
        tx.set_now(moment);
    }

    pub fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Somebody the operator acts for, where the service asks who acts.
    pub fn acting_as(&self, id: UsuarioId, cargo: Cargo) -> Caller {
        Caller { id, cargo, address: Ipv4Addr::LOCALHOST.into() }
    }
}

/// A service that is put together and not yet running. `main` runs it, a test steps it.
pub struct Service {
    pub router: Router,
    pub worker: Worker,
}

/// For what belongs to the process and not to a request: waiting for a signal. Everything else that
/// is to happen later is an event in the outbox, since a task is lost when the process ends.
#[expect(clippy::disallowed_methods, reason = "the one place for tasks of the process")]
pub fn in_background(task: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(task);
}
