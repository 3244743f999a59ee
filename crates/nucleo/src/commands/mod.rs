//! What the binary can be told to do.

mod check;
mod secret_file;
mod serve;
mod super_admin;

pub use check::check;
pub use serve::serve;
pub use super_admin::create_super_admin;

use std::io::Write;

use base::clock::Clock;
use base::db::Db;
use base::token::Tokens;
use base::{App, Operator};

use crate::areas::competencias;
use crate::settings::Settings;

/// A sentence for the person at the keyboard.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

pub async fn migrate(settings: &Settings) -> Result<(), Failure> {
    let (_, operator) = open(settings).await?;
    prepare(&operator).await?;
    println!("Banco de dados atualizado.");
    Ok(())
}

pub fn print_openapi() -> Result<(), Failure> {
    let document = serde_json::to_string_pretty(&crate::openapi())?;
    writeln!(std::io::stdout(), "{document}")?;
    Ok(())
}

/// The service on its database, brought up to date.
async fn open(settings: &Settings) -> Result<(App, Operator), Failure> {
    std::fs::create_dir_all(&settings.data_dir).map_err(|error| {
        format!("NUCLEO_DATA_DIR: não é possível usar a pasta {:?}: {error}", settings.data_dir)
    })?;
    let secret = secret_file::jwt_secret(settings)?;
    let db = Db::open(&settings.database_url)
        .await
        .map_err(|error| format!("DATABASE_URL: o banco de dados não abre: {error:?}"))?;
    db.migrate()
        .await
        .map_err(|error| format!("DATABASE_URL: o banco de dados não se atualiza: {error:?}"))?;
    let tokens = Tokens::new(secret.as_bytes());
    let opened = App::new(db.clone(), Clock::system(), tokens, settings.proxies.clone());
    if !db.second_wall_stands().await? {
        tracing::warn!(
            "the database role is a superuser or bypasses row-level security: \
             use an ordinary role, so that the second wall between nucleos stands"
        );
    }
    Ok(opened)
}

/// What every database must hold before it is used.
async fn prepare(operator: &Operator) -> base::Result<()> {
    operator.write(async |tx| competencias::service::semear(&mut tx.shared()).await).await
}
