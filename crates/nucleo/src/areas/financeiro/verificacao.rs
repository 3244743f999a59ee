//! Proves that nobody touched the books from outside; used by the command `nucleo check`.

use base::Result;
use base::db::NucleoTx;
use base::page::Page;

use super::service::conferir;
use crate::areas::nucleos;

/// How many nucleos one statement reads.
const LOTE: i64 = 1000;

/// What is wrong, in a sentence that names the first wrong row; `None` if every chain holds.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    for pagina in 1.. {
        let page = Page::numbered(pagina, LOTE);
        let (_, lidos) = nucleos::service::listar(&mut tx.shared(), page).await?;
        for nucleo in &lidos {
            if let Some(divergencia) = conferir(tx, nucleo.id).await?.divergencia {
                return Ok(Some(divergencia));
            }
        }
        if (lidos.len() as i64) < LOTE {
            break;
        }
    }
    Ok(None)
}
