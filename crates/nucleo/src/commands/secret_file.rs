//! The secret that signs tokens: given, or made once and kept in the data folder.

use std::io::{ErrorKind, Write};
use std::path::Path;

use base::secret;

use super::Failure;
use crate::settings::Settings;

const FILE: &str = "jwt-secret";
const SHORT: usize = 32;

pub fn jwt_secret(settings: &Settings) -> Result<String, Failure> {
    if let Some(given) = &settings.jwt_secret {
        if given.len() < SHORT {
            tracing::warn!("NUCLEO_JWT_SECRET is short: use {SHORT} random characters or more");
        }
        return Ok(given.clone());
    }
    let path = settings.data_dir.join(FILE);
    kept_or_made(&path).map_err(|error| format!("NUCLEO_DATA_DIR: {path:?}: {error}").into())
}

/// Written under another name and linked into place, so that of two processes that start at once
/// both read the same secret, and never half of one.
fn kept_or_made(path: &Path) -> std::io::Result<String> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Ok(kept) if kept.len() < SHORT => {
            return Err(std::io::Error::other("o segredo está incompleto; apague o arquivo"));
        }
        kept => return kept,
    }
    let draft = path.with_extension(std::process::id().to_string());
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(secret::opaque_token().as_bytes())?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&draft, path);
    std::fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => std::fs::read_to_string(path),
    }
}
