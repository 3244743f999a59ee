//! Whether a whole database adds up.

use super::{Failure, assemble, connect};
use crate::areas::{economia, enquetes};
use crate::settings::Settings;

/// Changes nothing, and fails with a sentence that names the first wrong row.
pub async fn check(settings: &Settings) -> Result<(), Failure> {
    let (_, operator) = assemble(settings, connect(settings).await?)?;
    let wrong = operator.snapshot(async |tx| {
        Ok(match economia::verificacao::primeira_divergencia(tx).await? {
            None => enquetes::verificacao::primeira_divergencia(tx).await?,
            wrong => wrong,
        })
    });
    match wrong.await? {
        Some(sentence) => Err(sentence.into()),
        None => {
            println!(
                "As configurações são válidas. As carteiras, os extratos e as enquetes fecham."
            );
            Ok(())
        }
    }
}
