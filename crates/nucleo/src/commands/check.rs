//! Whether a whole database adds up.

use super::{Failure, assemble, connect};
use crate::areas::economia::verificacao;
use crate::settings::Settings;

/// Changes nothing, and fails with a sentence that names the first wrong row.
pub async fn check(settings: &Settings) -> Result<(), Failure> {
    let (_, operator) = assemble(settings, connect(settings).await?)?;
    let wrong = operator.snapshot(async |tx| verificacao::primeira_divergencia(tx).await).await?;
    match wrong {
        Some(sentence) => Err(sentence.into()),
        None => {
            println!("As configurações são válidas. As carteiras e os extratos fecham.");
            Ok(())
        }
    }
}
