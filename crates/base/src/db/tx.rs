//! A transaction on either engine. It rolls back when it is dropped without a commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Postgres, Sqlite};

use super::params::{Params, Row};
use super::tenant::Reach;
use crate::error::Result;

/// Runs statements as they are written. No area gets hold of one: they see [`super::NucleoTx`] and
/// [`super::SharedTx`].
pub struct Tx {
    inner: Inner,
    statements: Arc<AtomicU64>,
}

pub(super) enum Inner {
    Postgres(sqlx::Transaction<'static, Postgres>),
    Sqlite(sqlx::Transaction<'static, Sqlite>),
}

impl Tx {
    pub(super) fn new(inner: Inner, statements: Arc<AtomicU64>) -> Self {
        Self { inner, statements }
    }

    pub async fn all<T: Row>(&mut self, sql: &'static str, params: impl Params) -> Result<Vec<T>> {
        Ok(match self.counted() {
            Inner::Postgres(tx) => {
                sqlx::query_as_with(sql, postgres(params)?).fetch_all(&mut **tx).await?
            }
            Inner::Sqlite(tx) => {
                sqlx::query_as_with(sql, sqlite(params)?).fetch_all(&mut **tx).await?
            }
        })
    }

    pub async fn optional<T: Row>(
        &mut self,
        sql: &'static str,
        params: impl Params,
    ) -> Result<Option<T>> {
        Ok(match self.counted() {
            Inner::Postgres(tx) => {
                sqlx::query_as_with(sql, postgres(params)?).fetch_optional(&mut **tx).await?
            }
            Inner::Sqlite(tx) => {
                sqlx::query_as_with(sql, sqlite(params)?).fetch_optional(&mut **tx).await?
            }
        })
    }

    /// Gives back how many rows the statement changed.
    pub async fn execute(&mut self, sql: &'static str, params: impl Params) -> Result<u64> {
        Ok(match self.counted() {
            Inner::Postgres(tx) => {
                sqlx::query_with(sql, postgres(params)?).execute(&mut **tx).await?.rows_affected()
            }
            Inner::Sqlite(tx) => {
                sqlx::query_with(sql, sqlite(params)?).execute(&mut **tx).await?.rows_affected()
            }
        })
    }

    /// Moves the wall of row-level security; SQLite has none.
    pub(crate) async fn set_reach(&mut self, reach: Reach) -> Result<()> {
        if self.is_postgres() {
            self.execute("SELECT set_config('nucleo.id', $1, true)", (reach.to_string(),)).await?;
        }
        Ok(())
    }

    fn counted(&mut self) -> &mut Inner {
        self.statements.fetch_add(1, Ordering::Relaxed);
        &mut self.inner
    }

    pub(crate) async fn commit(self) -> Result<()> {
        // In a task of its own: once asked for, a commit happens, whoever hangs up meanwhile.
        let commit = super::shielded(async move {
            match self.inner {
                Inner::Postgres(tx) => tx.commit().await,
                Inner::Sqlite(tx) => tx.commit().await,
            }
        });
        Ok(commit.await??)
    }

    pub(crate) fn is_postgres(&self) -> bool {
        matches!(self.inner, Inner::Postgres(_))
    }
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
