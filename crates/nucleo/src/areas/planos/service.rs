use base::Result;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};

use super::{rules, store};

pub use super::store::Plano;

/// Gives a new nucleo its plans.
pub async fn semear(tx: &mut NucleoTx, nucleo: NucleoId) -> Result<()> {
    for plano in &rules::INICIAIS {
        store::insert(tx, nucleo, plano).await?;
    }
    Ok(())
}

/// The plan that is in force for a person; a SUPER_ADMIN has none.
pub async fn plano_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<Plano>> {
    store::find_gratuito_de(tx, usuario).await
}

/// Those of these codes that no plan has, by their position.
pub async fn desconhecidos(tx: &mut NucleoTx, codigos: &[String]) -> Result<Vec<usize>> {
    if codigos.is_empty() {
        return Ok(Vec::new());
    }
    let conhecidos = store::list_codigos(tx, codigos).await?;
    let posicoes = codigos.iter().enumerate();
    Ok(posicoes.filter(|(_, codigo)| !conhecidos.contains(codigo)).map(|(nth, _)| nth).collect())
}
