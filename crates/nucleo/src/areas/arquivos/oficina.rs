//! Where pictures are made anew: on threads of their own, and no more at once than memory bears.

use std::sync::Arc;

use axum::body::Bytes;
use base::error::{ERRO_INTERNO, Error, Result};
use base::validation::FieldErrors;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Bucket;
use super::imagem::{self, Pronto};
use super::rules::{self, Recusa, Tipo};

/// How many files are held in memory while they arrive. Whoever comes after them waits, and what
/// they send waits at their end.
const CHEGANDO: usize = 32;
/// In megapixels: some pictures of a phone at once, or one of the largest. A small picture takes
/// the place of a few, so that not too many are made at once either.
const LUGARES: usize = 64;
const MENOR_LUGAR: u64 = 8;

#[derive(Clone)]
pub struct Oficina {
    porta: Arc<Semaphore>,
    lugares: Arc<Semaphore>,
}

impl Default for Oficina {
    fn default() -> Self {
        Self {
            porta: Arc::new(Semaphore::new(CHEGANDO)),
            lugares: Arc::new(Semaphore::new(LUGARES)),
        }
    }
}

impl Oficina {
    /// Held by whoever receives a file, from its first byte until it is stored.
    pub async fn entrar(&self) -> Result<OwnedSemaphorePermit> {
        Arc::clone(&self.porta).acquire_owned().await.map_err(internal)
    }

    /// What is stored of a file, if this bucket takes it.
    pub async fn preparar(&self, bucket: Bucket, bytes: Bytes) -> Result<Pronto> {
        let tipo = rules::reconhecer(bucket, &bytes).map_err(recusado)?;
        if tipo == Tipo::Pdf {
            return Ok(Pronto { bytes: bytes.into(), tipo });
        }
        let inicio = bytes.clone();
        let pontos = em_outra_thread(move || imagem::pontos(tipo, &inicio)).await?;
        let lugares = (pontos / 1_000_000 + 1).clamp(MENOR_LUGAR, LUGARES as u64) as u32;
        let lugar = Arc::clone(&self.lugares).acquire_many_owned(lugares);
        let lugar = lugar.await.map_err(internal)?;
        em_outra_thread(move || {
            // Moved in: a caller who hangs up does not free the place while the work goes on.
            let _lugar = lugar;
            imagem::refazer(tipo, &bytes)
        })
        .await
    }
}

/// A picture that makes a decoder panic is a broken one.
async fn em_outra_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Recusa> + Send + 'static,
) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(Recusa::ImagemEstragada)).map_err(recusado)
}

fn recusado(recusa: Recusa) -> Error {
    FieldErrors::one("arquivo", recusa.frase()).into()
}

fn internal(error: tokio::sync::AcquireError) -> Error {
    Error::from(ERRO_INTERNO).because(error)
}
