//! A handful of connections. One is lent to one unit of work at a time and goes back the moment it
//! is dropped: nothing is asked of the database in between, unless there is reason for doubt.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{
    self, Manager, Metrics, Object, PoolError, QueueMode, RecycleError, RecycleResult,
};
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, SqlStr};

use crate::error::{ERRO_INTERNO, Error, INDISPONIVEL, Result};

/// How long a request waits for a connection, or for a new one, before it answers 503.
pub(super) const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection that has lain idle for longer is asked whether it still stands.
const TRUSTED_FOR: Duration = Duration::from_secs(30);
/// One that does not answer that question in time is given up.
const PING_TIMEOUT: Duration = Duration::from_secs(1);
/// A session grows with what it has seen; after this long a new one takes its place.
const MAX_AGE: Duration = Duration::from_secs(30 * 60);

/// A connection of one engine or the other.
pub(super) trait Engine: Connection<Options: Send + Sync> + 'static {
    /// Runs what has no parameters and gives nothing back, such as BEGIN.
    fn say(&mut self, sql: SqlStr) -> impl Future<Output = sqlx::Result<()>> + Send;
}

impl Engine for PgConnection {
    /// In one message, which may hold several statements.
    async fn say(&mut self, sql: SqlStr) -> sqlx::Result<()> {
        sqlx::raw_sql(sql).execute(self).await?;
        Ok(())
    }
}

impl Engine for SqliteConnection {
    /// Prepared once: these few are said all the time.
    async fn say(&mut self, sql: SqlStr) -> sqlx::Result<()> {
        sqlx::query(sql).execute(self).await?;
        Ok(())
    }
}

/// Opens connections, and looks at those that are to be lent again.
pub(super) struct Opener<C: Engine> {
    pub options: C::Options,
    /// Said first on every new connection.
    pub greeting: Option<&'static str>,
    /// How many connections were found broken. Where one has gone, as when the server was started
    /// anew, the others may have: each is asked before it is lent again.
    doubts: AtomicU64,
}

pub(super) struct Kept<C> {
    pub connection: C,
    /// How many doubts there were when this one was last known to stand.
    doubts: u64,
}

impl<C: Engine> Manager for Opener<C> {
    type Type = Kept<C>;
    type Error = sqlx::Error;

    async fn create(&self) -> sqlx::Result<Kept<C>> {
        let doubts = self.doubts.load(Ordering::Relaxed);
        // Seldom needed, and large: in a box, it does not make the future of every request large.
        let mut connection = Box::pin(C::connect_with(&self.options)).await?;
        if let Some(greeting) = self.greeting {
            connection.say(SqlStr::from_static(greeting)).await?;
        }
        Ok(Kept { connection, doubts })
    }

    async fn recycle(&self, kept: &mut Kept<C>, metrics: &Metrics) -> RecycleResult<sqlx::Error> {
        if metrics.age() > MAX_AGE {
            return Err(RecycleError::message("too old"));
        }
        let doubts = self.doubts.load(Ordering::Relaxed);
        if kept.doubts != doubts || metrics.last_used() > TRUSTED_FOR {
            let question = Box::pin(kept.connection.ping());
            let answer = tokio::time::timeout(PING_TIMEOUT, question).await;
            answer.map_err(|_| RecycleError::message("no answer"))??;
            kept.doubts = doubts;
        }
        Ok(())
    }
}

pub(super) type Lent<C> = Object<Opener<C>>;

/// Takes a broken connection out of its pool.
pub(super) fn discard<C: Engine>(lent: Lent<C>) {
    if let Some(pool) = Object::pool(&lent) {
        pool.manager().doubts.fetch_add(1, Ordering::Relaxed);
    }
    drop(Object::take(lent));
}

pub(super) struct Pool<C: Engine>(managed::Pool<Opener<C>>);

impl<C: Engine> Pool<C> {
    /// No connection is opened before it is needed.
    pub fn new(size: usize, options: C::Options, greeting: Option<&'static str>) -> Result<Self> {
        let pool = managed::Pool::builder(Opener { options, greeting, doubts: AtomicU64::new(0) })
            .max_size(size)
            // The one used last has the warmest memory.
            .queue_mode(QueueMode::Lifo)
            .wait_timeout(Some(ACQUIRE_TIMEOUT))
            .create_timeout(Some(ACQUIRE_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build();
        Ok(Self(pool.map_err(|error| Error::from(ERRO_INTERNO).because(error))?))
    }

    pub async fn lend(&self) -> Result<Lent<C>> {
        self.0.get().await.map_err(|error| match error {
            PoolError::Backend(error) => error.into(),
            PoolError::Closed => Error::from(INDISPONIVEL).because("closed"),
            PoolError::Timeout(_) => Error::from(INDISPONIVEL).because("no connection is free"),
            error => Error::from(ERRO_INTERNO).because(error),
        })
    }

    pub fn options(&self) -> &C::Options {
        &self.0.manager().options
    }

    /// How many connections are open, those at work included.
    pub fn size(&self) -> usize {
        self.0.status().size
    }

    /// Says goodbye on every connection. Those still at work are waited for, within reason.
    pub async fn close(&self) {
        const PATIENCE: usize = 5000;
        for _ in 0..PATIENCE {
            for kept in self.0.retain(|_, _| false).removed {
                let _ = kept.connection.close().await;
            }
            if self.size() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        self.0.close();
    }
}
