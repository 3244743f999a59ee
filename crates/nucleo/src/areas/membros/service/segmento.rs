//! Whether a segment addresses something that exists.

use base::Result;
use base::db::NucleoTx;
use base::validation::FieldErrors;

use super::super::Segmento;
use crate::areas::planos;

/// Refuses plans that the nucleo does not have, by their place in the input.
pub async fn conferir_segmento(tx: &mut NucleoTx, segmento: &Segmento, campo: &str) -> Result<()> {
    let mut erros = FieldErrors::default();
    for posicao in planos::service::desconhecidos(tx, &segmento.planos).await? {
        erros.add(format!("{campo}.plano[{posicao}]"), "Este plano não existe.");
    }
    Ok(erros.finish(Some(()))?)
}
