use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::scope::Caller;
use base::{Result, Uuid};
use serde_json::Value;

use super::{Acao, TipoAlvo, store};

pub use super::store::Linha;

/// One line of the trail.
pub struct Registro {
    pub acao: Acao,
    /// The nucleo of the thing it was done to; `None` for what stands above all nucleos.
    pub nucleo: Option<NucleoId>,
    pub alvo: (TipoAlvo, Uuid),
    /// What changed, without personal data.
    pub detalhes: Value,
}

/// Writes a line in the transaction that does what it tells of. `autor` is `None` at the command
/// line, where nobody is logged in.
pub async fn registrar(
    tx: &mut NucleoTx,
    autor: Option<&Caller>,
    registro: Registro,
) -> Result<()> {
    store::insert(tx, autor, registro).await
}

pub struct Filtro {
    pub acao: Option<Acao>,
    /// As author or as target.
    pub usuario: Option<UsuarioId>,
    pub inicio: Option<Timestamp>,
    pub fim: Option<Timestamp>,
}

pub async fn listar(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<(i64, Vec<Linha>)> {
    Ok((store::count(tx, filtro).await?, store::list(tx, filtro, page).await?))
}
