//! One SQL text, two engines. The pools are closed: outside this crate a statement can only run in
//! a unit of work that a scope has begun.
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "the one home of sqlx")]

pub mod list;
mod migrations;
mod params;
mod pool;
mod session;
mod shared_tables;
mod statement;
mod tenant;
mod tx;

#[cfg(test)]
mod tests;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};

#[cfg(any(test, feature = "testing"))]
pub(crate) use migrations::fingerprint as migrations_fingerprint;
pub use params::{Params, Row, Value};
#[doc(hidden)]
pub use shared_tables::{filters_by_nucleo, only_shared_tables};
pub use statement::{IdentifySql, MeasureSql, SharedSql, TenantSql};
pub use tenant::{NucleoTx, Reach, SharedTx};
pub(crate) use tx::LookUp;
pub use tx::Tx;

use crate::error::Result;
use pool::{ACQUIRE_TIMEOUT, Pool};
use session::Session;
use tx::Sessions;

/// This many that read, and as many that write.
const POSTGRES_CONNECTIONS: usize = 8;
const SQLITE_MMAP_BYTES: &str = "268435456";

#[derive(Clone)]
pub struct Db {
    pools: Arc<Pools>,
    /// So that a test can tell what an operation costs.
    statements: Arc<AtomicU64>,
    url: Arc<str>,
}

/// What reads has connections of its own, which the engine keeps from writing.
enum Pools {
    Postgres {
        readers: Pool<PgConnection>,
        writers: Pool<PgConnection>,
    },
    /// SQLite has one writer at a time; a pool of one makes writers queue in order instead of
    /// meeting as `SQLITE_BUSY`.
    Sqlite {
        readers: Pool<SqliteConnection>,
        writer: Pool<SqliteConnection>,
    },
}

/// What is about to be done. Both engines refuse a write in anything but `Write`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Each statement by itself: it sees what was committed when it began.
    Read,
    /// A transaction that reads everything as of one moment.
    Snapshot,
    /// A transaction.
    Write,
}

impl Db {
    /// Opens `sqlite://<file>` or `postgres://...`.
    pub async fn open(url: &str) -> Result<Self> {
        let pools =
            if url.starts_with("postgres") { postgres(url).await? } else { sqlite(url).await? };
        Ok(Self { pools: Arc::new(pools), statements: Arc::default(), url: url.into() })
    }

    /// Brings the schema up to date; safe when several instances start at once.
    pub async fn migrate(&self) -> Result<()> {
        match &*self.pools {
            Pools::Postgres { writers, .. } => migrations::postgres(writers.options()).await,
            Pools::Sqlite { writer, .. } => migrations::sqlite(writer.options()).await,
        }
    }

    /// Hears what instances on the same PostgreSQL tell each other, on a connection of its own.
    pub(crate) async fn listener(&self, channel: &str) -> Result<Option<PgListener>> {
        if let Pools::Sqlite { .. } = *self.pools {
            return Ok(None);
        }
        let mut listener = PgListener::connect(&self.url).await?;
        listener.listen(channel).await?;
        Ok(Some(listener))
    }

    pub async fn close(&self) {
        match &*self.pools {
            Pools::Postgres { readers, writers } => {
                readers.close().await;
                writers.close().await;
            }
            Pools::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
        }
    }

    /// How many statements have run so far. BEGIN, COMMIT and the first word about the reach are
    /// left out.
    pub fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    /// Without a reach, row-level security hides every row that belongs to a nucleo.
    pub(crate) async fn begin(&self, mode: Mode, reach: Option<Reach>) -> Result<Tx> {
        let sessions = self.lend(mode).await?;
        Tx::begin(sessions, mode, reach, Arc::clone(&self.statements)).await
    }

    /// Begins to read, each statement by itself, with what the look-up finds out.
    pub(crate) async fn look_up<T: Row>(
        &self,
        sql: LookUp,
        params: impl Params,
    ) -> Result<Option<(Tx, T)>> {
        let sessions = self.lend(Mode::Read).await?;
        Tx::look_up(sessions, sql, params, Arc::clone(&self.statements)).await
    }

    async fn lend(&self, mode: Mode) -> Result<Sessions> {
        let writes = mode == Mode::Write;
        Ok(match &*self.pools {
            Pools::Postgres { readers, writers } => {
                let pool = if writes { writers } else { readers };
                Sessions::Postgres(Session::new(pool.lend().await?))
            }
            Pools::Sqlite { readers, writer } => {
                let pool = if writes { writer } else { readers };
                Sessions::Sqlite(Session::new(pool.lend().await?))
            }
        })
    }
}

async fn postgres(url: &str) -> Result<Pools> {
    let options =
        PgConnectOptions::from_str(url)?.options([("idle_in_transaction_session_timeout", "30s")]);
    let mut first = PgConnection::connect_with(&options).await?;
    let unbound = migrations::bind_role(&mut first).await?;
    first.close().await?;
    let greeting = unbound.then_some("SET ROLE nucleo_servico");
    let reading = options.clone().options([("default_transaction_read_only", "on")]);
    Ok(Pools::Postgres {
        readers: Pool::new(POSTGRES_CONNECTIONS, reading, greeting)?,
        writers: Pool::new(POSTGRES_CONNECTIONS, options, greeting)?,
    })
}

async fn sqlite(url: &str) -> Result<Pools> {
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(ACQUIRE_TIMEOUT)
        .pragma("mmap_size", SQLITE_MMAP_BYTES);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let reading = options.clone().pragma("query_only", "1");
    let readers = Pool::new((cores * 2).max(4), reading, None)?;
    let writer = Pool::new(1, options, None)?;
    // It creates the file and switches it to WAL, or says now why it cannot.
    drop(writer.lend().await?);
    Ok(Pools::Sqlite { readers, writer })
}
