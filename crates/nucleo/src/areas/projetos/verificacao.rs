//! Proves that the kept numbers are those of the rows, and that only what was approved was paid;
//! used by the command `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::{store, tarefas};

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errado) = store::find_errado(tx).await? {
        return Ok(Some(format!(
            "projetos: o projeto {} diz {} membros, {} tarefas e {} comentários, e há {}, {} e {}",
            errado.id,
            errado.total_membros,
            errado.total_tarefas,
            errado.total_comentarios,
            errado.membros,
            errado.tarefas,
            errado.comentarios,
        )));
    }
    tarefas::service::primeira_divergencia(tx).await
}
