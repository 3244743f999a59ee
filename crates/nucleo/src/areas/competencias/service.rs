use base::Result;
use base::db::{NucleoTx, SharedTx};
use base::id::UsuarioId;

use super::rules::Declarada;
use super::{rules, store};

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
    competencias: &[Declarada],
) -> Result<()> {
    for Declarada { micro, nivel, .. } in competencias {
        store::insert_de(tx, usuario, *micro, *nivel).await?;
    }
    Ok(())
}

/// Replaces all that a person has declared, and says by position which ones nobody knows.
pub async fn definir(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    competencias: &[Declarada],
) -> Result<Vec<usize>> {
    store::delete_de(tx, usuario).await?;
    let mut desconhecidas = Vec::new();
    for Declarada { micro, nivel, posicao } in competencias {
        if !store::insert_de(tx, usuario, *micro, *nivel).await? {
            desconhecidas.push(*posicao);
        }
    }
    Ok(desconhecidas)
}

pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<CompetenciaDePessoa>> {
    store::list_de(tx, usuario).await
}
