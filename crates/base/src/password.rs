//! Passwords: Argon2id with OWASP's parameters (19 MiB, t=2, p=1), never on an async thread and
//! at most as many at once as there are cores, so that a storm of log-ins starves nobody else.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::error::{ERRO_INTERNO, Error, Result};
use crate::secret;

#[derive(Clone)]
pub struct Passwords {
    permits: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { permits: Arc::new(Semaphore::new(cores)) }
    }
}

impl Passwords {
    pub async fn hash(&self, password: String) -> Result<String> {
        self.run(move || hash(&password)).await?
    }

    /// Whether the password is the hashed one. Where there is no hash the answer is no, after the
    /// same work: the time taken does not tell whether an account exists.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool> {
        self.run(move || {
            let known = stored.is_some();
            let stored = stored.as_deref().unwrap_or(&NOBODYS_HASH);
            let parsed = PasswordHash::new(stored).map_err(internal)?;
            Ok(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok() && known)
        })
        .await?
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(internal)?;
        let done = tokio::task::spawn_blocking(move || {
            // Moved in: a caller that hangs up does not free the place while the work goes on.
            let _permit = permit;
            work()
        });
        Ok(done.await?)
    }
}

static NOBODYS_HASH: LazyLock<String> =
    LazyLock::new(|| hash("a password that nobody has").unwrap_or_default());

fn hash(password: &str) -> Result<String> {
    let salt = secret::random::<16>();
    let hash = argon2()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(internal)?;
    Ok(hash.to_string())
}

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn internal(error: impl std::fmt::Display) -> Error {
    Error::from(ERRO_INTERNO).because(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_opens_its_own_hash_only() {
        let passwords = Passwords::default();
        let hash = passwords.hash("Nucleo2026".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let verify = |password: &str, hash| passwords.verify(password.to_owned(), hash);
        assert!(verify("Nucleo2026", Some(hash.clone())).await.unwrap());
        assert!(!verify("nucleo2026", Some(hash)).await.unwrap());
        assert!(!verify("a password that nobody has", None).await.unwrap());
    }
}
