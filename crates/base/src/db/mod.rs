//! One SQL text, two engines. The pool is closed: outside this crate a statement can only run in a
//! transaction that a scope has opened.
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "the one home of sqlx")]

pub mod list;
mod migrations;
mod params;
mod shared_tables;
mod statement;
mod tenant;
mod tx;

#[cfg(test)]
mod tests;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection, Executor};

#[cfg(any(test, feature = "testing"))]
pub(crate) use migrations::fingerprint as migrations_fingerprint;
pub use params::{Params, Row, Value};
#[doc(hidden)]
pub use shared_tables::{filters_by_nucleo, only_shared_tables};
pub use statement::{IdentifySql, MeasureSql, SharedSql, TenantSql};
pub use tenant::{NucleoTx, Reach, SharedTx};
pub use tx::Tx;

use crate::error::Result;

const POSTGRES_CONNECTIONS: u32 = 16;
const SQLITE_MMAP_BYTES: &str = "268435456";
/// How long a request waits for a connection before it answers 503.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Db {
    pools: Pools,
    /// So that a test can tell what an operation costs.
    statements: Arc<AtomicU64>,
    url: Arc<str>,
}

#[derive(Clone)]
enum Pools {
    Postgres(PgPool),
    /// SQLite has one writer at a time; a pool of one makes writers queue in order instead of
    /// meeting as `SQLITE_BUSY`.
    Sqlite {
        readers: SqlitePool,
        writer: SqlitePool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
}

impl Db {
    /// Opens `sqlite://<file>` or `postgres://...`.
    pub async fn open(url: &str) -> Result<Self> {
        let pools =
            if url.starts_with("postgres") { postgres(url).await? } else { sqlite(url).await? };
        Ok(Self { pools, statements: Arc::default(), url: url.into() })
    }

    /// Brings the schema up to date; safe when several instances start at once.
    pub async fn migrate(&self) -> Result<()> {
        match &self.pools {
            Pools::Postgres(pool) => migrations::postgres(pool).await,
            Pools::Sqlite { writer, .. } => migrations::sqlite(writer).await,
        }
    }

    /// Hears what instances on the same PostgreSQL tell each other, on a connection of its own.
    pub(crate) async fn listener(&self, channel: &str) -> Result<Option<PgListener>> {
        if let Pools::Sqlite { .. } = self.pools {
            return Ok(None);
        }
        let mut listener = PgListener::connect(&self.url).await?;
        listener.listen(channel).await?;
        Ok(Some(listener))
    }

    pub async fn close(&self) {
        match &self.pools {
            Pools::Postgres(pool) => pool.close().await,
            Pools::Sqlite { readers, writer } => {
                readers.close().await;
                writer.close().await;
            }
        }
    }

    /// How many statements have run so far, BEGIN and COMMIT left out.
    pub fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    /// A write in a `Read` transaction is refused by both engines. Without a reach, row-level
    /// security hides every row that belongs to a nucleo.
    ///
    /// Runs in a task of its own because sqlx 0.9 leaves the session in an open transaction when
    /// `begin` is dropped half-way, as happens when a client hangs up.
    pub(crate) async fn begin(&self, mode: Mode, reach: Option<Reach>) -> Result<Tx> {
        let db = self.clone();
        let begun = shielded(async move { db.begin_unshielded(mode, reach).await });
        Ok(Tx::new(begun.await??, Arc::clone(&self.statements)))
    }

    async fn begin_unshielded(&self, mode: Mode, reach: Option<Reach>) -> sqlx::Result<tx::Inner> {
        Ok(match (&self.pools, mode) {
            (Pools::Postgres(pool), _) => {
                // One round trip. `Reach` prints a UUID or `*`, never anything that a caller wrote.
                let begin = AssertSqlSafe(postgres_begin(mode, reach));
                tx::Inner::Postgres(pool.begin_with(begin).await?)
            }
            (Pools::Sqlite { readers, .. }, Mode::Read) => {
                tx::Inner::Sqlite(readers.begin().await?)
            }
            // Take the write lock now: a promotion later could fail, for instance against a
            // command of the binary that writes from another process.
            (Pools::Sqlite { writer, .. }, Mode::Write) => {
                tx::Inner::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?)
            }
        })
    }
}

fn postgres_begin(mode: Mode, reach: Option<Reach>) -> String {
    let begin = match mode {
        Mode::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        Mode::Write => "BEGIN",
    };
    match reach {
        Some(reach) => format!("{begin}; SET LOCAL nucleo.id = '{reach}'"),
        None => begin.to_owned(),
    }
}

/// Runs to its end even when nobody waits for it any more.
fn shielded<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> tokio::task::JoinHandle<T> {
    tokio::spawn(work)
}

async fn postgres(url: &str) -> Result<Pools> {
    let options =
        PgConnectOptions::from_str(url)?.options([("idle_in_transaction_session_timeout", "30s")]);
    let mut first = PgConnection::connect_with(&options).await?;
    let unbound: bool = sqlx::query_scalar(
        "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user",
    )
    .fetch_one(&mut first)
    .await?;
    if unbound {
        // Row-level security does not bind this role, so the service steps down to one it binds.
        sqlx::raw_sql(migrations::BOUND_ROLE).execute(&mut first).await?;
    }
    first.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if unbound {
                    connection.execute("SET ROLE nucleo_servico").await?;
                }
                Ok(())
            })
        })
        .connect_with(options)
        .await?;
    Ok(Pools::Postgres(pool))
}

async fn sqlite(url: &str) -> Result<Pools> {
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(ACQUIRE_TIMEOUT)
        .pragma("mmap_size", SQLITE_MMAP_BYTES);
    let pool = |connections| {
        SqlitePoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE_TIMEOUT)
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let reader_count = u32::try_from(cores * 2).unwrap_or(4).max(4);
    // The writer first: it creates the file and switches it to WAL.
    let writer = pool(1).connect_with(options.clone()).await?;
    let readers = pool(reader_count).connect_with(options.pragma("query_only", "1")).await?;
    Ok(Pools::Sqlite { readers, writer })
}
