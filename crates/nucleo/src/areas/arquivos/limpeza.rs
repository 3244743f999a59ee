//! Removes the bytes of files that are to go, and then their rows. Whatever is cut off in between is
//! done again: an object that is not there is removed already.

use base::Result;
use base::outbox::{AllNucleos, Task};

use super::armazem::{Armazem, Chave};
use super::rules::Nome;
use super::store::{self, ARemover};

const LOTE: i64 = 50;
/// How long a removal may take before another instance tries, and how long a failed one waits.
const POSSE: chrono::Duration = chrono::Duration::minutes(10);

pub struct Remocao(pub Armazem);

impl Task for Remocao {
    async fn step(&self, over: &AllNucleos) -> Result<usize> {
        let mut removidos = 0;
        while !over.is_stopping() && over.read(store::is_anything_to_remove).await? {
            let (ate, lote) = over
                .write(async |tx| {
                    let ate = tx.now() + POSSE;
                    Ok((ate, store::claim(tx, ate, LOTE).await?))
                })
                .await?;
            for arquivo in &lote {
                if let Err(error) = self.remover(arquivo).await {
                    tracing::warn!(id = %arquivo.id, ?error, "a file could not be removed");
                    continue;
                }
                over.write(async |tx| store::delete(tx, arquivo.id, ate).await).await?;
                removidos += 1;
            }
        }
        Ok(removidos)
    }
}

impl Remocao {
    async fn remover(&self, arquivo: &ARemover) -> Result<()> {
        match Nome::parse(&arquivo.nome) {
            Some(nome) => self.0.remover(&Chave { bucket: arquivo.bucket, nome }).await,
            // Not one of ours, so that there is nothing under it.
            None => Ok(()),
        }
    }
}
