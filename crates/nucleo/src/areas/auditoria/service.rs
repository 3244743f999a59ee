use base::Result;
use base::db::NucleoTx;
use base::page::Page;
use base::scope::Caller;

use super::{Filtro, Registro, store};

pub use super::store::Linha;

/// Writes a line in the transaction that does what it tells of. `autor` is `None` at the command
/// line, where nobody is logged in.
pub async fn registrar(
    tx: &mut NucleoTx,
    autor: Option<&Caller>,
    registro: Registro,
) -> Result<()> {
    store::insert(tx, autor, registro).await
}

pub async fn listar(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<(i64, Vec<Linha>)> {
    Ok((store::count(tx, filtro).await?, store::list(tx, filtro, page).await?))
}
