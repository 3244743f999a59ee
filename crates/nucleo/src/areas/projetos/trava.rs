//! What the parts of a project ask of it before they act: whether it is there, that nobody else
//! acts meanwhile, and that its numbers follow.

use base::Result;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};

use super::ProjetoId;
use super::store::{self, Projeto};
use crate::areas::membros::Status;
use crate::errors::PROJETO_NAO_ENCONTRADO;

pub use super::store::Diferenca;

pub async fn obter(tx: &mut NucleoTx, id: ProjetoId) -> Result<Projeto> {
    Ok(store::find(tx, id).await?.ok_or(PROJETO_NAO_ENCONTRADO)?)
}

/// Makes whoever else changes this project's people, tasks or comments wait.
pub async fn travar(tx: &mut NucleoTx, id: ProjetoId) -> Result<NucleoId> {
    Ok(store::lock(tx, id).await?.ok_or(PROJETO_NAO_ENCONTRADO)?)
}

/// Adds to the numbers that the board shows, and locks the project as [`travar`] does.
pub async fn contar(tx: &mut NucleoTx, id: ProjetoId, diferenca: Diferenca) -> Result<()> {
    match store::count_in(tx, id, diferenca).await? {
        true => Ok(()),
        false => Err(PROJETO_NAO_ENCONTRADO.into()),
    }
}

/// Whether somebody of this nucleo may be given something to do; `None` if there is nobody.
pub async fn pode_agir(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    usuario: UsuarioId,
) -> Result<Option<bool>> {
    let status = store::find_status_of_person(tx, nucleo, usuario).await?;
    Ok(status.map(|status| status == Status::Ativo))
}
