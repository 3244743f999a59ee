//! Whether a whole database adds up.

use super::{Failure, assemble, connect};
use crate::areas::{economia, enquetes, financeiro, projetos};
use crate::settings::Settings;

/// Changes nothing, and fails with a sentence that names the first wrong row.
pub async fn check(settings: &Settings) -> Result<(), Failure> {
    let (_, operator) = assemble(settings, connect(settings).await?)?;
    let wrong = operator.snapshot(async |tx| {
        if let Some(wrong) = economia::verificacao::primeira_divergencia(tx).await? {
            return Ok(Some(wrong));
        }
        if let Some(wrong) = enquetes::verificacao::primeira_divergencia(tx).await? {
            return Ok(Some(wrong));
        }
        if let Some(wrong) = projetos::verificacao::primeira_divergencia(tx).await? {
            return Ok(Some(wrong));
        }
        financeiro::verificacao::primeira_divergencia(tx).await
    });
    match wrong.await? {
        Some(sentence) => Err(sentence.into()),
        None => {
            println!(
                "As configurações são válidas. As carteiras, os extratos, as enquetes, os \
                 projetos e o livro financeiro fecham."
            );
            Ok(())
        }
    }
}
