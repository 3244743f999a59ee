//! What happens to tasks. Every function works inside the caller's transaction; whatever acts on a
//! task locks its row first and decides by what it finds there.

mod andamento;
mod cadastro;

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;

use super::super::ProjetoId;
use super::rules::StatusTarefa;
use super::{TarefaId, store};

pub use andamento::{aprovar, concluir, encaminhar, mover, rejeitar};
pub use cadastro::{alterar, criar_avulsa, criar_no_projeto, excluir};

pub use super::store::{Feita, PorFazer, Resumo, Tarefa};
pub use super::trava::obter;

/// What a notice says of a task; `None` if it is gone.
pub async fn resumir(tx: &mut NucleoTx, id: TarefaId) -> Result<Option<Resumo>> {
    store::find_resumo(tx, id).await
}

pub async fn listar_do_projeto(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    projeto: ProjetoId,
    max: i64,
) -> Result<Vec<Tarefa>> {
    store::list_do_projeto(tx, quem, projeto, max).await
}

pub async fn listar_avulsas(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    status: Option<StatusTarefa>,
    page: Page,
) -> Result<(i64, Vec<Tarefa>)> {
    let total = store::count_avulsas(tx, status).await?;
    Ok((total, store::list_avulsas(tx, quem, status, page).await?))
}

/// What a person has to do, and what they have asked for.
pub async fn listar_minhas(
    tx: &mut NucleoTx,
    quem: UsuarioId,
    status: Option<StatusTarefa>,
    page: Page,
) -> Result<(i64, Vec<Tarefa>)> {
    let total = store::count_minhas(tx, quem, status).await?;
    Ok((total, store::list_minhas(tx, quem, status, page).await?))
}

/// The tasks of a person that were approved, newest first.
pub async fn historico(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    page: Page,
) -> Result<(i64, Vec<Feita>)> {
    let total = total_de_feitas(tx, usuario).await?;
    Ok((total, store::list_feitas(tx, usuario, page).await?))
}

pub async fn total_de_feitas(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<i64> {
    store::count_feitas(tx, usuario).await
}

/// What is not done yet or waits to be judged, the oldest first.
pub async fn por_fazer(
    tx: &mut NucleoTx,
    projeto: Option<ProjetoId>,
    responsavel: Option<UsuarioId>,
    limite: i64,
) -> Result<(i64, Vec<PorFazer>)> {
    let total = store::count_por_fazer(tx, projeto, responsavel).await?;
    Ok((total, store::list_por_fazer(tx, projeto, responsavel, limite).await?))
}

/// How many were approved in this time.
pub async fn contar_aprovadas(tx: &mut NucleoTx, periodo: (Timestamp, Timestamp)) -> Result<i64> {
    store::count_aprovadas(tx, periodo).await
}

/// How many tasks of each of these people were approved; who has none is left out.
pub async fn contar_feitas(
    tx: &mut NucleoTx,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    store::count_feitas_por_pessoa(tx, pessoas).await
}

/// Every task that a person is or was responsible for, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<Tarefa>> {
    store::list_de(tx, usuario).await
}

/// For the proof that all adds up: the first task that does not, in a sentence.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some((id, diz, contados)) = store::find_contagem_errada(tx).await? {
        let sentence = format!("tarefas: a tarefa {id} diz {diz} comentários, e há {contados}");
        return Ok(Some(sentence));
    }
    let paga = store::find_paga_sem_aprovacao(tx).await?;
    Ok(paga.map(|id| format!("tarefas: a tarefa {id} foi paga e não está aprovada")))
}
