//! A unit of work on either engine. There are three ways to one, and each says what it reaches
//! before it runs anything: so no connection is ever used with what the work before left behind.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

use super::Mode;
use super::params::{Params, Row};
use super::session::{Session, shielded};
use super::tenant::Reach;
use crate::error::Result;

/// Runs statements as they are written: in a transaction, which rolls back when it is dropped
/// without a commit, or each by itself. No area gets hold of one: they see [`super::NucleoTx`] and
/// [`super::SharedTx`].
pub struct Tx {
    sessions: Sessions,
    statements: Arc<AtomicU64>,
}

pub(super) enum Sessions {
    Postgres(Session<PgConnection>),
    Sqlite(Session<SqliteConnection>),
}

/// A statement that finds out what the work that begins with it may reach, and on PostgreSQL
/// leaves the session at just that.
#[derive(Clone, Copy)]
pub(crate) struct LookUp {
    pub postgres: &'static str,
    pub sqlite: &'static str,
}

impl Tx {
    pub(super) async fn begin(
        mut sessions: Sessions,
        mode: Mode,
        reach: Option<Reach>,
        statements: Arc<AtomicU64>,
    ) -> Result<Self> {
        match (&mut sessions, mode) {
            (Sessions::Postgres(session), Mode::Read) => {
                let sql = "SELECT set_config('nucleo.id', $1, false)";
                sqlx::query(sql).bind(spelled(reach)).execute(session.start()).await?;
                session.ended();
            }
            (Sessions::Sqlite(_), Mode::Read) => {}
            (sessions, Mode::Snapshot) => snapshot(sessions, reach).await?,
            (Sessions::Postgres(session), Mode::Write) => {
                session.begin(with_reach("BEGIN", reach)).await?;
            }
            // Take the write lock now: a promotion later could fail, for instance against a
            // command of the binary that writes from another process.
            (Sessions::Sqlite(session), Mode::Write) => {
                session.begin(SqlStr::from_static("BEGIN IMMEDIATE")).await?
            }
        }
        Ok(Self { sessions, statements })
    }

    /// Goes on where the look-up says, each statement by itself; nowhere if it found nothing.
    pub(super) async fn look_up<T: Row>(
        sessions: Sessions,
        sql: LookUp,
        params: impl Params,
        statements: Arc<AtomicU64>,
    ) -> Result<Option<(Self, T)>> {
        let mut tx = Self { sessions, statements };
        let sql = if tx.is_postgres() { sql.postgres } else { sql.sqlite };
        let found = tx.optional(sql, params).await?;
        Ok(found.map(|found| (tx, found)))
    }

    /// From here on everything is read as of one moment.
    pub(crate) async fn begin_snapshot(&mut self, reach: Reach) -> Result<()> {
        Ok(snapshot(&mut self.sessions, Some(reach)).await?)
    }

    pub async fn all<T: Row>(&mut self, sql: &'static str, params: impl Params) -> Result<Vec<T>> {
        let rows = match self.counted() {
            Sessions::Postgres(session) => {
                sqlx::query_as_with(sql, postgres(params)?).fetch_all(session.start()).await?
            }
            Sessions::Sqlite(session) => {
                sqlx::query_as_with(sql, sqlite(params)?).fetch_all(session.start()).await?
            }
        };
        self.ended();
        Ok(rows)
    }

    pub async fn optional<T: Row>(
        &mut self,
        sql: &'static str,
        params: impl Params,
    ) -> Result<Option<T>> {
        let row = match self.counted() {
            Sessions::Postgres(session) => {
                sqlx::query_as_with(sql, postgres(params)?).fetch_optional(session.start()).await?
            }
            Sessions::Sqlite(session) => {
                sqlx::query_as_with(sql, sqlite(params)?).fetch_optional(session.start()).await?
            }
        };
        self.ended();
        Ok(row)
    }

    /// Gives back how many rows the statement changed.
    pub async fn execute(&mut self, sql: &'static str, params: impl Params) -> Result<u64> {
        let changed = match self.counted() {
            Sessions::Postgres(session) => {
                let query = sqlx::query_with(sql, postgres(params)?);
                query.execute(session.start()).await?.rows_affected()
            }
            Sessions::Sqlite(session) => {
                let query = sqlx::query_with(sql, sqlite(params)?);
                query.execute(session.start()).await?.rows_affected()
            }
        };
        self.ended();
        Ok(changed)
    }

    /// Moves the wall of row-level security; SQLite has none.
    pub(crate) async fn set_reach(&mut self, reach: Reach) -> Result<()> {
        let Sessions::Postgres(session) = &self.sessions else { return Ok(()) };
        let until_the_end = session.is_in_transaction();
        let sql = "SELECT set_config('nucleo.id', $1, $2)";
        self.execute(sql, (reach.to_string(), until_the_end)).await?;
        Ok(())
    }

    fn counted(&mut self) -> &mut Sessions {
        self.statements.fetch_add(1, Ordering::Relaxed);
        &mut self.sessions
    }

    fn ended(&mut self) {
        match &mut self.sessions {
            Sessions::Postgres(session) => session.ended(),
            Sessions::Sqlite(session) => session.ended(),
        }
    }

    /// Once asked for, a commit happens, whoever hangs up meanwhile.
    pub(crate) async fn commit(self) -> Result<()> {
        let committed = match self.sessions {
            Sessions::Postgres(session) => shielded(session.commit()).await,
            Sessions::Sqlite(session) => shielded(session.commit()).await,
        };
        Ok(committed?)
    }

    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self.sessions, Sessions::Postgres(_))
    }
}

async fn snapshot(sessions: &mut Sessions, reach: Option<Reach>) -> sqlx::Result<()> {
    match sessions {
        Sessions::Postgres(session) => {
            let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
            session.begin(with_reach(begin, reach)).await
        }
        Sessions::Sqlite(session) => session.begin(SqlStr::from_static("BEGIN")).await,
    }
}

/// One message. `Reach` prints a UUID or `*`, never anything that a caller wrote.
fn with_reach(begin: &str, reach: Option<Reach>) -> SqlStr {
    let sql = format!("{begin}; SET LOCAL nucleo.id = '{}'", spelled(reach));
    AssertSqlSafe(sql).into_sql_str()
}

/// Without a reach, row-level security hides every row that belongs to a nucleo.
fn spelled(reach: Option<Reach>) -> String {
    reach.map(|reach| reach.to_string()).unwrap_or_default()
}

fn postgres(params: impl Params) -> Result<PgArguments> {
    let mut arguments = PgArguments::default();
    params.add_to_postgres(&mut arguments).map_err(sqlx::Error::Encode)?;
    Ok(arguments)
}

fn sqlite(params: impl Params) -> Result<SqliteArguments> {
    let mut arguments = SqliteArguments::default();
    params.add_to_sqlite(&mut arguments).map_err(sqlx::Error::Encode)?;
    Ok(arguments)
}

/// SQLite takes a missing parameter for NULL without a word; this makes it loud in every test.
pub(super) fn assert_arity<P: Params>(sql: &str, _: &P) {
    debug_assert_eq!(highest_placeholder(sql), P::COUNT, "parameters given and used: {sql}");
}

fn highest_placeholder(sql: &str) -> usize {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    sql.split('$').skip(1).filter_map(|rest| digits(rest).parse().ok()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_highest_placeholder_counts() {
        assert_eq!(super::highest_placeholder("SELECT $2, $10, $1"), 10);
        assert_eq!(super::highest_placeholder("SELECT 1"), 0);
    }
}
