//! Work that goes out to the network, which no transaction may wait for: it claims, sends and
//! settles in steps of its own, over all nucleos, beside the delivery of events.

use futures::future::BoxFuture;
use tokio::sync::watch;

use super::bell::Listener;
use crate::app::App;
use crate::clock::Timestamp;
use crate::db::{Mode, NucleoTx, Reach};
use crate::error::Result;

pub trait Task: Send + Sync + 'static {
    /// Does what is due and says how much that was.
    fn step(&self, over: &AllNucleos) -> impl Future<Output = Result<usize>> + Send;
}

/// What a task works on: every nucleo, without a caller. Only the worker makes one.
pub struct AllNucleos {
    app: App,
    stop: watch::Sender<bool>,
}

impl AllNucleos {
    pub(super) fn new(app: App) -> Self {
        Self { app, stop: watch::Sender::new(false) }
    }

    pub fn now(&self) -> Timestamp {
        self.app.clock.now()
    }

    /// Each statement by itself.
    pub async fn read<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        work(&mut self.app.begin(Mode::Read, Reach::National).await?).await
    }

    pub async fn write<T>(&self, work: impl AsyncFnOnce(&mut NucleoTx) -> Result<T>) -> Result<T> {
        self.app.write(Reach::National, work).await
    }

    /// Whether to finish what has begun and begin nothing more.
    pub fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Hears when a transaction leaves work behind.
    pub fn listen(&self) -> Listener {
        self.app.bells.tasks.listen()
    }

    pub(super) fn stop(&self) {
        self.stop.send_replace(true);
    }

    pub(super) async fn stopped(&self) {
        let _ = self.stop.subscribe().wait_for(|stopped| *stopped).await;
    }
}

/// A task that can stand in a list with others.
pub(super) trait AnyTask: Send + Sync {
    fn step<'a>(&'a self, over: &'a AllNucleos) -> BoxFuture<'a, Result<usize>>;
}

impl<T: Task> AnyTask for T {
    fn step<'a>(&'a self, over: &'a AllNucleos) -> BoxFuture<'a, Result<usize>> {
        Box::pin(Task::step(self, over))
    }
}
