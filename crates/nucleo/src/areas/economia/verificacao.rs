//! Proves that a whole database adds up; used by the command `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::store;

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errada) = store::find_transacao_errada(tx).await? {
        let (numero, usuario) = (errada.numero, errada.usuario_id);
        return Ok(Some(match errada.tem_anterior {
            true => format!(
                "transacoes: a transação {numero} de {usuario} deixa o saldo em {}, \
                 e deveria deixar em {}",
                errada.saldo_apos, errada.esperado
            ),
            false => format!("transacoes: falta a transação {} de {usuario}", numero - 1),
        }));
    }
    if let Some(errada) = store::find_carteira_errada(tx).await? {
        return Ok(Some(format!(
            "carteiras: a carteira de {} diz {} creditados, {} debitados, saldo {} e {} transações; \
             o extrato dela soma {} creditados, {} debitados e {} transações",
            errada.usuario_id,
            errada.creditado,
            errada.debitado,
            errada.saldo,
            errada.movimentos,
            errada.soma_creditado,
            errada.soma_debitado,
            errada.soma_movimentos,
        )));
    }
    Ok(None)
}
