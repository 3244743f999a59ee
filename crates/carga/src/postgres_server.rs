//! A PostgreSQL server that nobody else uses, gone again at the end.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tokio_postgres::{Client, NoTls};

use crate::Failure;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres");
/// What decides how quick a write is.
const TELLING: [&str; 5] =
    ["fsync", "synchronous_commit", "full_page_writes", "autovacuum", "shared_buffers"];

pub struct PostgresServer {
    folder: PathBuf,
    /// `address:port`
    host: String,
    pub pid: u32,
}

impl PostgresServer {
    /// The script prints a URL: `postgres://nucleo@127.0.0.1:PORT/postgres`.
    pub async fn start(folder: &Path) -> Result<Self, Failure> {
        let mut server = Self { folder: folder.to_owned(), host: String::new(), pid: 0 };
        let started =
            Command::new(SCRIPT).arg("start").arg(folder).stderr(Stdio::inherit()).output()?;
        if !started.status.success() {
            return Err("the PostgreSQL server did not start; --engine sqlite leaves it out".into());
        }
        let url = String::from_utf8(started.stdout)?;
        let host = url.split(['@', '/']).nth(3).ok_or("a URL without a host")?;
        server.host = host.to_owned();
        let pid_file = std::fs::read_to_string(folder.join("postmaster.pid"))?;
        server.pid = pid_file.lines().next().unwrap_or_default().trim().parse()?;
        Ok(server)
    }

    pub fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@{}/{database}", self.host)
    }

    pub async fn admin(&self, sql: &str) -> Result<(), Failure> {
        self.run_in("postgres", sql).await
    }

    /// Statement by statement: some refuse to run together with others.
    pub async fn run_in(&self, database: &str, statements: &str) -> Result<(), Failure> {
        let client = self.connect(database).await?;
        for sql in statements.split(';') {
            client.batch_execute(sql).await?;
        }
        Ok(())
    }

    pub async fn number(&self, database: &str, sql: &str) -> Result<i64, Failure> {
        Ok(self.connect(database).await?.query_one(sql, &[]).await?.get(0))
    }

    async fn connect(&self, database: &str) -> Result<Client, Failure> {
        let (client, connection) =
            tokio_postgres::connect(&self.url("postgres", database), NoTls).await?;
        base::app::in_background(async move {
            let _ = connection.await;
        });
        Ok(client)
    }

    pub async fn settings(&self) -> Result<String, Failure> {
        let client = self.connect("postgres").await?;
        let version: String = client.query_one("SHOW server_version", &[]).await?.get(0);
        let mut said = Vec::new();
        for name in TELLING {
            let value: String = client.query_one(&format!("SHOW {name}"), &[]).await?.get(0);
            said.push(format!("{name} = {value}"));
        }
        Ok(format!(
            "versão {version}; {}; 16 conexões; o servidor mínimo igual, e como superusuário, a \
             quem a segurança por linha não se aplica",
            said.join(", ")
        ))
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let _ = Command::new(SCRIPT).arg("stop").arg(&self.folder).status();
    }
}
