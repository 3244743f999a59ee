//! Proves that every payment has credited its bonus, once, and nothing else did; used by the command
//! `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::pagamentos::service;

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errado) = service::primeiro_errado(tx).await? {
        return Ok(Some(format!(
            "pagamentos: o pagamento {} devia creditar {} moedas uma vez, e há {} créditos, de {} \
             ao todo",
            errado.id, errado.bonus_moedas, errado.creditos, errado.creditado,
        )));
    }
    let solto = service::primeiro_bonus_solto(tx).await?;
    Ok(solto.map(|id| format!("pagamentos: a transação {id} é de um plano e de nenhum pagamento")))
}
