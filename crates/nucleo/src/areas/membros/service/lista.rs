use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;

use super::super::rules::Filtro;
use super::super::store::{self, Membro, Pendente};

/// How many people one statement of an export reads.
const LOTE: i64 = 1000;

pub async fn listar(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<(i64, Vec<Membro>)> {
    Ok((store::count(tx, filtro).await?, store::list(tx, filtro, page).await?))
}

pub async fn listar_pendentes(tx: &mut NucleoTx, page: Page) -> Result<(i64, Vec<Pendente>)> {
    Ok((store::count_pendentes(tx).await?, store::list_pendentes(tx, page).await?))
}

/// The next active people, for whoever goes through all of them.
pub async fn ativos(
    tx: &mut NucleoTx,
    depois_de: Option<UsuarioId>,
    limite: usize,
) -> Result<Vec<UsuarioId>> {
    store::list_ativos(tx, depois_de, limite).await
}

/// Everybody the filter admits, on one snapshot, handed over in batches.
pub async fn exportar(
    tx: &mut NucleoTx,
    filtro: &Filtro,
    mut write: impl FnMut(&Membro) -> Result<()>,
) -> Result<()> {
    for numero in 1.. {
        let membros = store::list(tx, filtro, Page::numbered(numero, LOTE)).await?;
        membros.iter().try_for_each(&mut write)?;
        if (membros.len() as i64) < LOTE {
            break;
        }
    }
    Ok(())
}
