//! Proves that a whole database adds up; used by the command `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::store;

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errada) = store::find_transacao_errada(tx).await? {
        return Ok(Some(format!(
            "transacoes: a transação {} de {} deixa o saldo em {}, e deveria deixar em {}",
            errada.numero, errada.usuario_id, errada.encontrado, errada.esperado
        )));
    }
    if let Some(errada) = store::find_carteira_errada(tx).await? {
        return Ok(Some(format!(
            "carteiras: a carteira de {} tem saldo {}, e o extrato dela soma {}",
            errada.usuario_id, errada.encontrado, errada.esperado
        )));
    }
    Ok(None)
}
