use base::Result;
use base::db::{NucleoTx, SharedTx};
use base::id::UsuarioId;

use super::{MicroId, Nivel, rules, store};

pub use super::store::{CompetenciaDePessoa, Entrada};

/// Writes the catalogue as this version knows it.
pub async fn semear(tx: &mut SharedTx<'_>) -> Result<()> {
    for entry in rules::catalogo() {
        store::upsert(tx, &entry).await?;
    }
    Ok(())
}

pub async fn listar(tx: &mut SharedTx<'_>) -> Result<Vec<Entrada>> {
    store::list(tx).await
}

/// What a newcomer says of themselves. A competency that nobody knows is left out.
pub async fn declarar(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    competencias: &[(MicroId, Nivel)],
) -> Result<()> {
    for (micro, nivel) in competencias {
        store::insert_de(tx, usuario, *micro, *nivel).await?;
    }
    Ok(())
}

pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<CompetenciaDePessoa>> {
    store::list_de(tx, usuario).await
}
