//! Whether a segment addresses something that exists.

use base::Result;
use base::db::NucleoTx;
use base::validation::FieldErrors;

use super::super::Segmento;
use crate::areas::planos;

/// Refuses plans that the nucleo does not have, by their place in the input.
pub async fn conferir_segmento(
    tx: &mut NucleoTx,
    erros: &mut FieldErrors,
    campo: &str,
    segmento: &Segmento,
) -> Result<()> {
    for posicao in planos::service::desconhecidos(tx, &segmento.planos).await? {
        erros.add(format!("{campo}.plano[{posicao}]"), planos::NAO_EXISTE);
    }
    Ok(())
}
