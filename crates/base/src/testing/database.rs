//! A database per test: a copy of a template that is migrated once.
#![expect(clippy::disallowed_types, reason = "databases are made and dropped from outside")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::sync::OnceCell;

use crate::db::{Db, migrations_fingerprint};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

pub struct TestDatabase {
    pub db: Db,
    name: String,
    engine: Engine,
}

impl TestDatabase {
    /// `None` when the engine is PostgreSQL and whoever runs the tests has said that there is none.
    /// The role of `TEST_POSTGRES_URL` needs CREATEDB and must not be a superuser, whom row-level
    /// security does not bind.
    pub async fn create(engine: Engine) -> Option<Self> {
        let name = next_name();
        let url = match engine {
            Engine::Sqlite => {
                let template = SQLITE_TEMPLATE.get_or_init(sqlite_template).await;
                std::fs::copy(template, file(&name)).expect("a copy of the template");
                sqlite_url(&name)
            }
            Engine::Postgres => {
                postgres_url()?;
                let template = POSTGRES_TEMPLATE.get_or_init(postgres_template).await;
                let sql = format!("CREATE DATABASE {name} TEMPLATE {template}");
                postgres_admin().await.execute(AssertSqlSafe(sql)).await.expect("a database");
                postgres_database_url(&name)
            }
        };
        let db = Db::open(&url).await.expect("the test's database opens");
        Some(Self { db, name, engine })
    }

    /// A PostgreSQL database without a schema, for a process that brings its own.
    pub async fn create_empty() -> Option<Self> {
        postgres_url()?;
        let name = next_name();
        let sql = format!("CREATE DATABASE {name}");
        postgres_admin().await.execute(AssertSqlSafe(sql)).await.expect("a database");
        let db = Db::open(&postgres_database_url(&name)).await.expect("the database opens");
        Some(Self { db, name, engine: Engine::Postgres })
    }

    pub fn url(&self) -> String {
        match self.engine {
            Engine::Sqlite => sqlite_url(&self.name),
            Engine::Postgres => postgres_database_url(&self.name),
        }
    }

    pub async fn remove(self) {
        self.db.close().await;
        match self.engine {
            Engine::Sqlite => {
                for suffix in ["", "-wal", "-shm", "-migrate"] {
                    let _ = std::fs::remove_file(file(&format!("{}{suffix}", self.name)));
                }
            }
            Engine::Postgres => drop_database(&self.name).await,
        }
    }
}

fn next_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("nucleo_test_{}_{number}", std::process::id())
}

static SQLITE_TEMPLATE: OnceCell<PathBuf> = OnceCell::const_new();
static POSTGRES_TEMPLATE: OnceCell<String> = OnceCell::const_new();

/// Made under another name and renamed when complete, since other test binaries may look for it.
async fn sqlite_template() -> PathBuf {
    let template = file(&template_name());
    if !template.exists() {
        let draft = format!("{}_{}", template_name(), std::process::id());
        migrate(&sqlite_url(&draft)).await;
        std::fs::rename(file(&draft), &template).expect("the template gets its name");
    }
    template
}

async fn postgres_template() -> String {
    let (name, draft) = (template_name(), format!("{}_draft", template_name()));
    let mut admin = postgres_admin().await;
    // Held until the connection closes: one test binary makes the template, the others wait.
    admin.execute("SELECT pg_advisory_lock(20260302)").await.expect("the template's lock");
    let exists = format!("SELECT 1 FROM pg_database WHERE datname = '{name}'");
    if admin.fetch_optional(AssertSqlSafe(exists)).await.expect("the catalogue").is_none() {
        drop_database(&draft).await;
        let create = format!("CREATE DATABASE {draft}");
        admin.execute(AssertSqlSafe(create)).await.expect("a template database");
        migrate(&postgres_database_url(&draft)).await;
        let rename = format!("ALTER DATABASE {draft} RENAME TO {name}");
        admin.execute(AssertSqlSafe(rename)).await.expect("the template gets its name");
    }
    name
}

async fn migrate(url: &str) {
    let db = Db::open(url).await.expect("the template opens");
    db.migrate().await.expect("the template migrates");
    db.close().await;
}

/// Other migrations, other template.
fn template_name() -> String {
    format!("nucleo_template_{:016x}", migrations_fingerprint())
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(name)
}

fn sqlite_url(name: &str) -> String {
    format!("sqlite://{}", file(name).display())
}

/// Half of the tests must not go missing by accident: to leave them out takes a word.
#[expect(clippy::disallowed_methods, reason = "tests have no main that reads settings")]
fn postgres_url() -> Option<String> {
    if std::env::var("NUCLEO_TESTS_WITHOUT_POSTGRES").is_ok() {
        return None;
    }
    let url = std::env::var("TEST_POSTGRES_URL").ok();
    Some(url.expect("TEST_POSTGRES_URL names no server: run `make test`"))
}

fn postgres_options() -> PgConnectOptions {
    postgres_url().expect("TEST_POSTGRES_URL").parse().expect("a PostgreSQL URL")
}

fn postgres_database_url(name: &str) -> String {
    use sqlx::ConnectOptions;
    postgres_options().database(name).to_url_lossy().to_string()
}

async fn postgres_admin() -> PgConnection {
    PgConnection::connect_with(&postgres_options()).await.expect("PostgreSQL answers")
}

/// Without FORCE, which an ordinary role may not use while autovacuum looks at the database; the
/// server waits a moment for sessions that are about to end.
async fn drop_database(name: &str) {
    let sql = format!("DROP DATABASE IF EXISTS {name}");
    postgres_admin().await.execute(AssertSqlSafe(sql)).await.expect("the database is dropped");
}
