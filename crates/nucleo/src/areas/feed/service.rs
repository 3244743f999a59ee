use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::{Result, Uuid};

use super::{Entrada, TipoDeEntrada, store};

pub use super::store::Atividade;

/// Puts an entry in, or brings the one that tells of the same thing up to date; its date stays.
pub async fn publicar(tx: &mut NucleoTx, entrada: &Entrada) -> Result<()> {
    store::upsert(tx, entrada).await
}

/// Takes the entry away that tells of this, if there is one.
pub async fn remover(tx: &mut NucleoTx, tipo: TipoDeEntrada, origem: Uuid) -> Result<()> {
    store::delete(tx, tipo, origem).await
}

/// Takes the entries away that tell of any of these.
pub async fn remover_varias(
    tx: &mut NucleoTx,
    tipo: TipoDeEntrada,
    origens: &[Uuid],
) -> Result<()> {
    match origens.is_empty() {
        true => Ok(()),
        false => store::delete_all(tx, tipo, origens).await,
    }
}

/// What this person may see: their nucleo's entries and the national ones.
pub async fn listar(
    tx: &mut NucleoTx,
    leitor: UsuarioId,
    page: Page,
) -> Result<(i64, Vec<Atividade>)> {
    Ok((store::count(tx, leitor).await?, store::list(tx, leitor, page).await?))
}
