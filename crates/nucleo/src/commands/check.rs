//! Whether a whole database adds up.

use super::{Failure, assemble, connect};
use crate::areas::arquivos::Armazem;
use crate::areas::{assinaturas, economia, enquetes, eventos, financeiro, loja, projetos};
use crate::settings::Settings;

/// Changes nothing, and fails with a sentence that names the first wrong row.
pub async fn check(settings: &Settings) -> Result<(), Failure> {
    let stored = Armazem::new(settings).conferir().await;
    stored.map_err(|error| format!("S3_BUCKET: o S3 não responde como devia: {error:?}"))?;
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
        if let Some(wrong) = eventos::verificacao::primeira_divergencia(tx).await? {
            return Ok(Some(wrong));
        }
        if let Some(wrong) = loja::verificacao::primeira_divergencia(tx).await? {
            return Ok(Some(wrong));
        }
        if let Some(wrong) = assinaturas::verificacao::primeira_divergencia(tx).await? {
            return Ok(Some(wrong));
        }
        financeiro::verificacao::primeira_divergencia(tx).await
    });
    match wrong.await? {
        Some(sentence) => Err(sentence.into()),
        None => {
            println!(
                "As configurações são válidas. As carteiras, os extratos, as enquetes, os \
                 projetos, os eventos, a loja, os pagamentos e o livro financeiro fecham."
            );
            Ok(())
        }
    }
}
