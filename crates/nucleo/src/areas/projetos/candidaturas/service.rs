//! Applications to open tasks. Every function works inside the caller's transaction, and whatever
//! changes one holds its task: parallel decisions follow each other.

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::error::SEM_PERMISSAO;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::scope::{Caller, Cargo};

use super::super::tarefas::trava::{self as tarefas, Travada};
use super::super::tarefas::{Lugar, TarefaId};
use super::super::trava as projetos;
use super::super::{
    CandidaturaAprovada, CandidaturaRecebida, CandidaturaRejeitada, CandidaturasPreteridas,
};
use super::rules::{self, Ato, StatusCandidatura};
use super::store;
use crate::errors::{
    CANDIDATURA_JA_DECIDIDA, CANDIDATURA_NAO_ENCONTRADA, JA_CANDIDATOU, PESSOA_NAO_ATIVA,
    TAREFA_NAO_ABERTA,
};

pub use super::store::Candidatura;

/// Once per member and task, while nobody is responsible for it.
pub async fn candidatar(
    tx: &mut NucleoTx,
    caller: &Caller,
    lugar: Lugar,
    id: TarefaId,
) -> Result<Candidatura> {
    let tarefa = tarefas::travar(tx, lugar, id).await?;
    // Whoever stands above the nucleos has no wallet, and is responsible for no task.
    if caller.cargo == Cargo::SuperAdmin {
        return Err(SEM_PERMISSAO.into());
    }
    exigir_aberta(&tarefa)?;
    let status = rules::mover(None, Ato::Candidatar).ok_or(JA_CANDIDATOU)?;
    store::insert(tx, id, caller.id, status).await?;
    let evento = CandidaturaRecebida { tarefa_id: id, usuario_id: caller.id };
    tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    obter(tx, id, caller.id).await
}

/// The member becomes responsible for the task, and nobody else who had asked for it.
pub async fn aprovar(
    tx: &mut NucleoTx,
    lugar: Lugar,
    id: TarefaId,
    usuario: UsuarioId,
) -> Result<Candidatura> {
    let tarefa = tarefas::travar(tx, lugar, id).await?;
    let status = decidir(tx, id, usuario, Ato::Aprovar).await?;
    exigir_aberta(&tarefa)?;
    if projetos::pode_agir(tx, tarefa.nucleo_id, usuario).await? != Some(true) {
        return Err(PESSOA_NAO_ATIVA.into());
    }
    tarefas::atribuir_a(tx, id, usuario).await?;
    store::update(tx, id, usuario, status).await?;
    preterir(tx, tarefa.nucleo_id, id, Some(usuario)).await?;
    let evento = CandidaturaAprovada { tarefa_id: id, usuario_id: usuario };
    tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    obter(tx, id, usuario).await
}

pub async fn rejeitar(
    tx: &mut NucleoTx,
    lugar: Lugar,
    id: TarefaId,
    usuario: UsuarioId,
) -> Result<Candidatura> {
    let tarefa = tarefas::travar(tx, lugar, id).await?;
    let status = decidir(tx, id, usuario, Ato::Rejeitar).await?;
    store::update(tx, id, usuario, status).await?;
    let evento = CandidaturaRejeitada { tarefa_id: id, usuario_id: usuario };
    tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    obter(tx, id, usuario).await
}

pub async fn listar(
    tx: &mut NucleoTx,
    lugar: Lugar,
    id: TarefaId,
    page: Page,
) -> Result<(i64, Vec<Candidatura>)> {
    tarefas::exigir(tx, lugar, id).await?;
    Ok((store::count(tx, id).await?, store::list(tx, id, page).await?))
}

/// Every application of a person, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Candidatura>> {
    store::list_de(tx, usuario).await
}

/// Answers all applications to a task that was given to somebody, or taken from them, by its editor.
pub async fn encerrar(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    id: TarefaId,
    escolhido: Option<UsuarioId>,
) -> Result<()> {
    store::revoke_others(tx, id, escolhido).await?;
    if let Some(escolhido) = escolhido {
        store::update(tx, id, escolhido, StatusCandidatura::Aprovada).await?;
    }
    preterir(tx, nucleo, id, escolhido).await
}

/// A batch of those who were refused because the task went to another.
pub async fn preteridos(
    tx: &mut NucleoTx,
    evento: &CandidaturasPreteridas,
    max: usize,
) -> Result<Vec<UsuarioId>> {
    let CandidaturasPreteridas { tarefa_id, decididas_em, depois_de } = *evento;
    store::list_rejeitadas(tx, tarefa_id, decididas_em, depois_de, max).await
}

pub async fn excluir_da_tarefa(tx: &mut NucleoTx, id: TarefaId) -> Result<()> {
    store::delete_da_tarefa(tx, id).await
}

/// Whoever has left for good asks for nothing any more.
pub async fn retirar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    store::delete_pendentes_de(tx, usuario).await
}

async fn preterir(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    id: TarefaId,
    escolhido: Option<UsuarioId>,
) -> Result<()> {
    if store::reject_others(tx, id, escolhido).await? == 0 {
        return Ok(());
    }
    let decididas_em: Timestamp = tx.now();
    let evento = CandidaturasPreteridas { tarefa_id: id, decididas_em, depois_de: None };
    tx.publish(Some(nucleo), &evento).await
}

async fn decidir(
    tx: &mut NucleoTx,
    id: TarefaId,
    usuario: UsuarioId,
    ato: Ato,
) -> Result<StatusCandidatura> {
    let candidatura = obter(tx, id, usuario).await?;
    Ok(rules::mover(Some(candidatura.status), ato).ok_or(CANDIDATURA_JA_DECIDIDA)?)
}

async fn obter(tx: &mut NucleoTx, id: TarefaId, usuario: UsuarioId) -> Result<Candidatura> {
    Ok(store::find(tx, id, usuario).await?.ok_or(CANDIDATURA_NAO_ENCONTRADA)?)
}

fn exigir_aberta(tarefa: &Travada) -> Result<()> {
    match tarefa.responsavel_id {
        None => Ok(()),
        Some(_) => Err(TAREFA_NAO_ABERTA.into()),
    }
}
