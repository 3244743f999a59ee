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
