//! What everything that acts on a task asks of it first: whether it is where it is asked for, and
//! that nobody else acts meanwhile.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;

use super::super::ProjetoId;
use super::TarefaId;
use super::rules::Lugar;
use super::store::{self, Tarefa};
use crate::errors::TAREFA_NAO_ENCONTRADA;

pub use super::store::Travada;

/// The task, if it is where it is asked for. Nobody else acts on it until the transaction ends.
pub async fn travar(tx: &mut NucleoTx, lugar: Lugar, id: TarefaId) -> Result<Travada> {
    let tarefa = store::lock(tx, id).await?;
    Ok(tarefa.filter(|tarefa| lugar.contem(tarefa.projeto_id)).ok_or(TAREFA_NAO_ENCONTRADA)?)
}

pub async fn exigir(tx: &mut NucleoTx, lugar: Lugar, id: TarefaId) -> Result<()> {
    match store::find_projeto(tx, id).await? {
        Some(projeto) if lugar.contem(projeto) => Ok(()),
        _ => Err(TAREFA_NAO_ENCONTRADA.into()),
    }
}

/// A task as this person sees it.
pub async fn obter(tx: &mut NucleoTx, quem: UsuarioId, id: TarefaId) -> Result<Tarefa> {
    Ok(store::find(tx, quem, id).await?.ok_or(TAREFA_NAO_ENCONTRADA)?)
}

/// Makes somebody who has asked for a task responsible for it.
pub async fn atribuir_a(tx: &mut NucleoTx, id: TarefaId, usuario: UsuarioId) -> Result<()> {
    store::update_responsavel(tx, id, usuario).await
}

/// Adds to the number of comments of a task of this project, and locks it.
pub async fn contar_comentarios(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    id: TarefaId,
    diferenca: i64,
) -> Result<()> {
    match store::count_comentarios(tx, projeto, id, diferenca).await? {
        true => Ok(()),
        false => Err(TAREFA_NAO_ENCONTRADA.into()),
    }
}
