//! A connection on loan, and what has been started on it. Whatever happens to the work, the
//! connection goes back clean or not at all.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use sqlx::SqlStr;
use tokio::runtime::Handle;

use super::pool::{Engine, Lent, discard};

/// How long it may take to undo what was given up.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) struct Session<C: Engine> {
    /// There until `drop` takes it.
    lent: Option<Lent<C>>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Every statement has ended well, and none is part of a transaction.
    Clean,
    /// A statement by itself has been sent, and has failed or not ended yet.
    Running,
    /// A transaction has begun, or may have: it is marked before BEGIN is sent.
    Open,
}

impl<C: Engine> Session<C> {
    pub fn new(lent: Lent<C>) -> Self {
        Self { lent: Some(lent), state: State::Clean }
    }

    /// The connection for one statement; [`Session::ended`] says that it ended well.
    pub fn start(&mut self) -> &mut C {
        if self.state == State::Clean {
            self.state = State::Running;
        }
        self.connection()
    }

    pub fn ended(&mut self) {
        if self.state == State::Running {
            self.state = State::Clean;
        }
    }

    pub fn is_in_transaction(&self) -> bool {
        self.state == State::Open
    }

    pub async fn begin(&mut self, sql: SqlStr) -> sqlx::Result<()> {
        self.state = State::Open;
        self.connection().say(sql).await
    }

    pub async fn commit(mut self) -> sqlx::Result<()> {
        self.connection().say(SqlStr::from_static("COMMIT")).await?;
        self.state = State::Clean;
        Ok(())
    }

    #[expect(clippy::expect_used, reason = "only `drop` takes the connection out")]
    fn connection(&mut self) -> &mut C {
        &mut self.lent.as_mut().expect("a connection").connection
    }
}

impl<C: Engine> Drop for Session<C> {
    fn drop(&mut self) {
        if self.state == State::Clean {
            return; // It goes back by itself.
        }
        let Some(lent) = self.lent.take() else { return };
        let unsettled = Unsettled(Some(lent));
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(unsettled.settle(self.state));
        }
    }
}

/// A connection that somebody let go of in the middle of something. Unless it can be settled, it is
/// thrown away.
struct Unsettled<C: Engine>(Option<Lent<C>>);

impl<C: Engine> Unsettled<C> {
    async fn settle(mut self, state: State) {
        let Some(lent) = &mut self.0 else { return };
        let settled = tokio::time::timeout(SETTLE_TIMEOUT, async {
            match undo(&mut lent.connection, state).await {
                // The statement that was given up has failed meanwhile, and says so only now.
                Err(sqlx::Error::Database(_)) => undo(&mut lent.connection, state).await,
                other => other,
            }
        });
        if let Ok(Ok(())) = settled.await {
            drop(self.0.take());
        }
    }
}

async fn undo<C: Engine>(connection: &mut C, state: State) -> sqlx::Result<()> {
    match state {
        State::Open => connection.say(SqlStr::from_static("ROLLBACK")).await,
        // Waits for the end of what was started.
        State::Running | State::Clean => connection.ping().await,
    }
}

impl<C: Engine> Drop for Unsettled<C> {
    fn drop(&mut self) {
        if let Some(lent) = self.0.take() {
            discard(lent);
        }
    }
}

/// Runs to its end even when nobody waits for it any more: what is dropped half-way goes on in a
/// task of its own.
pub(super) struct Shielded<F: Future<Output: Send> + Send + 'static>(Option<Pin<Box<F>>>);

pub(super) fn shielded<F: Future<Output: Send> + Send + 'static>(work: F) -> Shielded<F> {
    Shielded(Some(Box::pin(work)))
}

impl<F: Future<Output: Send> + Send + 'static> Future for Shielded<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        // Out while it runs, so that one that panics is not started again.
        let Some(mut work) = self.0.take() else { return Poll::Pending };
        let polled = work.as_mut().poll(context);
        if polled.is_pending() {
            self.0 = Some(work);
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for Shielded<F> {
    fn drop(&mut self) {
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}
