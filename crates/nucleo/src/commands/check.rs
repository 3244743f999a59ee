//! Whether a whole database adds up.

use super::{Failure, open};
use crate::areas::economia::verificacao;
use crate::settings::Settings;

/// Fails with a sentence that names the first wrong row.
pub async fn check(settings: &Settings) -> Result<(), Failure> {
    let (_, operator) = open(settings).await?;
    let wrong = operator.read(async |tx| verificacao::primeira_divergencia(tx).await).await?;
    match wrong {
        Some(sentence) => Err(sentence.into()),
        None => {
            println!("Configuração em ordem. Carteiras e extratos fecham.");
            Ok(())
        }
    }
}
