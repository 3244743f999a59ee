//! One tree of migrations for both engines. SQLite takes any type name, so `uuid`, `timestamptz`,
//! `jsonb` and `boolean` are real types on PostgreSQL and honest labels on SQLite.

use std::hash::{DefaultHasher, Hash, Hasher};

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection, Executor};

use crate::error::{ERRO_INTERNO, Error, Result};

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");
const SQLITE_WALLS: &str = include_str!("walls/sqlite.sql");
const POSTGRES_WALLS: &str = include_str!("walls/postgres.sql");
const POSTGRES_DIALECT: &str = include_str!("walls/dialect.sql");
/// Run when the service connects, and again when tables may have been added.
const BOUND_ROLE: &str = include_str!("walls/bound_role.sql");

pub async fn sqlite(options: &SqliteConnectOptions) -> Result<()> {
    let _others_wait = lock_file(options).await?;
    let mut connection = SqliteConnection::connect_with(options).await?;
    MIGRATIONS.run(&mut connection).await?;
    sqlx::raw_sql(SQLITE_WALLS).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// sqlx locks nothing on SQLite, and two commands may well start at once.
async fn lock_file(options: &SqliteConnectOptions) -> Result<std::fs::File> {
    let mut path = options.get_filename().as_os_str().to_owned();
    path.push("-migrate");
    let locked = tokio::task::spawn_blocking(move || {
        let file = std::fs::File::create(path)?;
        file.lock()?;
        std::io::Result::Ok(file)
    });
    locked.await?.map_err(|error| Error::from(ERRO_INTERNO).because(error))
}

pub async fn postgres(options: &PgConnectOptions) -> Result<()> {
    // A connection that reaches every nucleo: a data migration would otherwise find no rows.
    let options = options.clone().options([("nucleo.id", "*")]);
    let mut connection = PgConnection::connect_with(&options).await?;
    MIGRATIONS.run(&mut connection).await?;
    build_walls(&mut connection).await?;
    bind_role(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Whether row-level security does not bind this role. Then there is one that it does, which the
/// service can step down to.
pub async fn bind_role(connection: &mut PgConnection) -> Result<bool> {
    let sql = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user";
    let unbound = sqlx::query_scalar(sql).fetch_one(&mut *connection).await?;
    if unbound {
        sqlx::raw_sql(BOUND_ROLE).execute(connection).await?;
    }
    Ok(unbound)
}

/// Only when they have changed: laying them locks every table for a moment.
async fn build_walls(connection: &mut PgConnection) -> Result<()> {
    let mut tx = connection.begin().await?;
    tx.execute("SELECT pg_advisory_xact_lock(hashtext('nucleo.walls'))").await?;
    tx.execute("CREATE TABLE IF NOT EXISTS schema_walls (fingerprint bigint NOT NULL)").await?;
    let current = fingerprint() as i64;
    let built: Option<i64> =
        sqlx::query_scalar("SELECT fingerprint FROM schema_walls").fetch_optional(&mut *tx).await?;
    if built != Some(current) {
        sqlx::raw_sql(POSTGRES_DIALECT).execute(&mut *tx).await?;
        sqlx::raw_sql(POSTGRES_WALLS).execute(&mut *tx).await?;
        tx.execute("DELETE FROM schema_walls").await?;
        sqlx::query("INSERT INTO schema_walls VALUES ($1)").bind(current).execute(&mut *tx).await?;
    }
    Ok(tx.commit().await?)
}

/// Changes with every change of the schema.
pub fn fingerprint() -> u64 {
    let mut hasher = DefaultHasher::new();
    (SQLITE_WALLS, POSTGRES_WALLS, POSTGRES_DIALECT).hash(&mut hasher);
    for migration in MIGRATIONS.iter() {
        migration.checksum.hash(&mut hasher);
    }
    hasher.finish()
}
