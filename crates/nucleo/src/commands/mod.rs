//! What the binary can be told to do.

mod check;
mod log;
mod secret_file;
mod serve;
mod super_admin;

pub use check::check;
pub use log::log;
pub use serve::serve;
pub use super_admin::create_super_admin;

use std::io::Write;
use std::path::Path;

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

/// The failure in words, with what lies behind it.
pub fn sentence(failure: &(dyn std::error::Error + 'static)) -> String {
    match failure.downcast_ref::<base::Error>() {
        Some(error) => format!("{} {error:?}", error.code().detail),
        None => failure.to_string(),
    }
}

/// The service on its database, brought up to date.
async fn open(settings: &Settings) -> Result<(App, Operator), Failure> {
    let db = connect(settings).await?;
    db.migrate()
        .await
        .map_err(|error| format!("DATABASE_URL: o banco de dados não se atualiza: {error:?}"))?;
    assemble(settings, db)
}

async fn connect(settings: &Settings) -> Result<Db, Failure> {
    make_private_folder(&settings.data_dir).map_err(|error| {
        format!("NUCLEO_DATA_DIR: não é possível usar a pasta {:?}: {error}", settings.data_dir)
    })?;
    let opened = Db::open(&settings.database_url).await;
    Ok(opened.map_err(|error| format!("DATABASE_URL: o banco de dados não abre: {error:?}"))?)
}

/// It holds personal data and the secret that signs tokens: nobody else reads it.
fn make_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn assemble(settings: &Settings, db: Db) -> Result<(App, Operator), Failure> {
    let secret = secret_file::jwt_secret(settings)?;
    let tokens = Tokens::new(secret.as_bytes());
    Ok(App::new(db, Clock::system(), tokens, settings.proxies.clone()))
}

/// What every database must hold before it is used.
async fn prepare(operator: &Operator) -> base::Result<()> {
    operator.write(async |tx| competencias::service::semear(&mut tx.shared()).await).await
}
