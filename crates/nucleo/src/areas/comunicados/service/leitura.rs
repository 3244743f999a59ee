use base::Result;
use base::db::NucleoTx;
use base::page::Page;
use base::scope::Caller;

use super::super::ComunicadoId;
use super::super::rules::{self, StatusDeComunicado};
use super::super::store::{self, Comunicado, Encontrado};
use crate::errors::COMUNICADO_NAO_ENCONTRADO;
use crate::policy::GerirComunicados;

/// An announcement as one person may see it.
pub struct Detalhe {
    pub comunicado: Comunicado,
    /// Whether they may change it, and so see how it goes out.
    pub gere: bool,
}

/// What is published for the caller.
pub async fn listar(
    tx: &mut NucleoTx,
    caller: &Caller,
    page: Page,
) -> Result<(i64, Vec<Comunicado>)> {
    Ok((store::count(tx, caller.id).await?, store::list(tx, caller.id, page).await?))
}

/// What the caller may change, whether or not its time has come.
pub async fn listar_geridos(
    tx: &mut NucleoTx,
    caller: &Caller,
    page: Page,
) -> Result<(i64, Vec<Comunicado>)> {
    let autor = (!caller.can::<GerirComunicados>()).then_some(caller.id);
    let total = store::count_geridos(tx, autor).await?;
    Ok((total, store::list_geridos(tx, autor, page).await?))
}

pub async fn detalhar(tx: &mut NucleoTx, caller: &Caller, id: ComunicadoId) -> Result<Detalhe> {
    let encontrado = store::find(tx, caller.id, id).await?.ok_or(COMUNICADO_NAO_ENCONTRADO)?;
    let gere = rules::gere(caller, encontrado.comunicado.posse());
    if !gere && !a_vista(&encontrado) {
        return Err(COMUNICADO_NAO_ENCONTRADO.into());
    }
    Ok(Detalhe { comunicado: encontrado.comunicado, gere })
}

/// Published, and for the person who asks.
pub fn a_vista(encontrado: &Encontrado) -> bool {
    encontrado.no_segmento && encontrado.comunicado.status == StatusDeComunicado::Publicado
}
