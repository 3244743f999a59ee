//! Proves that the sums of all polls are those of their votes; used by the command `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::store;

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errada) = store::find_apuracao_errada(tx).await? {
        return Ok(Some(format!(
            "enquetes: a enquete {} diz {} votantes, e há {}",
            errada.enquete_id, errada.votantes, errada.contados
        )));
    }
    if let Some(errada) = store::find_contagem_errada(tx).await? {
        return Ok(Some(format!(
            "enquetes: a opção {} diz {} votos, e há {}",
            errada.opcao_id, errada.votos, errada.contados
        )));
    }
    Ok(None)
}
