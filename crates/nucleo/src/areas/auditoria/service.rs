use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Caller;

use super::{Filtro, Registro, store};

pub use super::store::Linha;

const MAX_EXPORTADO: i64 = 10_000;

/// Writes a line in the transaction that does what it tells of. `autor` is `None` at the command
/// line, where nobody is logged in.
pub async fn registrar(
    tx: &mut NucleoTx,
    autor: Option<&Caller>,
    registro: Registro,
) -> Result<()> {
    store::insert(tx, autor, registro).await
}

/// Forgets from where a person acted, when they leave for good. What they did stays.
pub async fn apagar_enderecos(tx: &mut NucleoTx, autor: UsuarioId) -> Result<()> {
    store::erase_enderecos(tx, autor).await
}

/// What one person did and what was done to them, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Linha>> {
    let filtro = Filtro { acao: None, usuario: Some(usuario), inicio: None, fim: None };
    let mut linhas = store::list(tx, &filtro, Page::first(MAX_EXPORTADO)).await?;
    // From where others acted is theirs.
    for linha in linhas.iter_mut().filter(|linha| linha.autor_id != Some(usuario)) {
        linha.endereco = None;
    }
    Ok(linhas)
}

pub async fn listar(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<(i64, Vec<Linha>)> {
    Ok((store::count(tx, filtro).await?, store::list(tx, filtro, page).await?))
}
