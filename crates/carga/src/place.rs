//! Where the databases of a run live: files in a folder, or a PostgreSQL server of our own.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;

use crate::postgres_server::PostgresServer;
use crate::{Failure, proc};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub fn title(self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        }
    }
}

pub struct Place {
    pub engine: Engine,
    folder: PathBuf,
    server: Option<PostgresServer>,
}

/// A database, as the service and as the bare server reach it.
pub struct Database {
    pub url: String,
    pub bare: String,
}

impl Place {
    pub async fn open(engine: Engine, folder: &Path) -> Result<Self, Failure> {
        let server = match engine {
            Engine::Sqlite => None,
            Engine::Postgres => Some(PostgresServer::start(&folder.join("postgres")).await?),
        };
        Ok(Self { engine, folder: folder.to_owned(), server })
    }

    pub async fn create_empty(&self, name: &str) -> Result<Database, Failure> {
        if let Some(server) = &self.server {
            server.admin(&format!("CREATE DATABASE {name} OWNER nucleo")).await?;
        }
        Ok(self.database(name))
    }

    /// What the server would do by itself in time, done at once: a plan is only as good as what the
    /// planner knows. SQLite stays as the service leaves it.
    pub async fn settle(&self, name: &str) -> Result<(), Failure> {
        match &self.server {
            Some(server) => server.run_in(name, "VACUUM (ANALYZE); CHECKPOINT").await,
            None => Ok(()),
        }
    }

    /// Every server gets its own copy, so that all start from the same rows.
    pub async fn copy(&self, name: &str, copy: &str) -> Result<Database, Failure> {
        match &self.server {
            Some(server) => {
                let sql = format!("CREATE DATABASE {copy} TEMPLATE {name} OWNER nucleo");
                server.admin(&sql).await?;
            }
            None => {
                std::fs::copy(self.file(name), self.file(copy))?;
            }
        }
        Ok(self.database(copy))
    }

    /// Before a server has it.
    pub async fn execute(&self, name: &str, sql: &str) -> Result<(), Failure> {
        match &self.server {
            Some(server) => server.run_in(name, sql).await,
            None => Ok(rusqlite::Connection::open(self.file(name))?.execute_batch(sql)?),
        }
    }

    /// The one number that `sql` finds. No server of ours writes to it meanwhile.
    pub async fn count(&self, name: &str, sql: &str) -> Result<i64, Failure> {
        match &self.server {
            Some(server) => server.number(name, sql).await,
            None => {
                let connection = rusqlite::Connection::open(self.file(name))?;
                Ok(connection.query_row(sql, [], |row| row.get(0))?)
            }
        }
    }

    fn database(&self, name: &str) -> Database {
        match &self.server {
            Some(server) => {
                Database { url: server.url("nucleo", name), bare: server.url("postgres", name) }
            }
            None => {
                let file = self.file(name).display().to_string();
                Database { url: format!("sqlite://{file}"), bare: file }
            }
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.db"))
    }

    /// CPU time of the database, where it is a process of its own.
    pub fn cpu(&self) -> Result<Option<Duration>, Failure> {
        let pid = self.server.as_ref().map(|server| server.pid);
        pid.map(proc::cpu_of_family).transpose()
    }

    /// How the database ran, in words.
    pub async fn settings(&self) -> Result<String, Failure> {
        match &self.server {
            Some(server) => server.settings().await,
            None => Ok("no processo do servidor; WAL, synchronous = NORMAL, mmap de 256 MiB, um \
                        escritor e uma reserva de leitores; o servidor mínimo igual"
                .to_owned()),
        }
    }
}
