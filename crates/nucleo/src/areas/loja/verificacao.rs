//! Proves that every order was charged once, and given back once if it was cancelled; used by the
//! command `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::store;

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errado) = store::find_pedido_errado(tx).await? {
        let valor = |valor: Option<i64>| valor.map_or("nada".to_owned(), |valor| valor.to_string());
        return Ok(Some(format!(
            "loja: o pedido {} está {}, custou {}, e o extrato tem {} debitado e {} estornado",
            errado.id,
            errado.status.as_str(),
            errado.total,
            valor(errado.debitado),
            valor(errado.estornado),
        )));
    }
    if let Some(id) = store::find_debito_sem_pedido(tx).await? {
        return Ok(Some(format!("loja: a transação {id} pagou um pedido que não existe")));
    }
    if let Some((id, estoque)) = store::find_estoque_negativo(tx).await? {
        return Ok(Some(format!("loja: o produto {id} diz ter {estoque} em estoque")));
    }
    Ok(None)
}
