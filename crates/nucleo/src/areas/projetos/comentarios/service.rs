//! Comments. Every function works inside the caller's transaction.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Caller;

use super::super::ProjetoId;
use super::super::tarefas::TarefaId;
use super::super::tarefas::trava as tarefas;
use super::super::trava::{self as projetos, Diferenca};
use super::rules::NovoComentario;
use super::{ComentarioId, store};
use crate::errors::{
    COMENTARIO_DE_OUTRA_PESSOA, COMENTARIO_NAO_ENCONTRADO, PROJETO_NAO_ENCONTRADO,
    TAREFA_NAO_ENCONTRADA,
};
use crate::policy::ModerarComentarios;

pub use super::store::Comentario;

/// About the project, or about one of its tasks.
pub async fn criar(
    tx: &mut NucleoTx,
    caller: &Caller,
    projeto: ProjetoId,
    tarefa: Option<TarefaId>,
    novo: &NovoComentario,
) -> Result<Comentario> {
    tx.nucleo()?;
    contar(tx, projeto, tarefa, 1).await?;
    let id = store::insert(tx, projeto, tarefa, caller.id, novo).await?;
    obter(tx, id).await
}

/// Whoever wrote it, or may moderate.
pub async fn excluir(
    tx: &mut NucleoTx,
    caller: &Caller,
    projeto: ProjetoId,
    id: ComentarioId,
) -> Result<()> {
    let comentario = obter(tx, id).await?;
    if comentario.projeto_id != projeto {
        return Err(COMENTARIO_NAO_ENCONTRADO.into());
    }
    if comentario.autor.usuario_id != caller.id && !caller.can::<ModerarComentarios>() {
        return Err(COMENTARIO_DE_OUTRA_PESSOA.into());
    }
    projetos::travar(tx, projeto).await?;
    match store::delete(tx, id).await? {
        true => contar(tx, projeto, comentario.tarefa_id, -1).await,
        false => Err(COMENTARIO_NAO_ENCONTRADO.into()),
    }
}

pub async fn listar_do_projeto(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    page: Page,
) -> Result<(i64, Vec<Comentario>)> {
    let total = store::count_do_projeto(tx, projeto).await?.ok_or(PROJETO_NAO_ENCONTRADO)?;
    Ok((total, store::list_do_projeto(tx, projeto, page).await?))
}

pub async fn listar_da_tarefa(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    tarefa: TarefaId,
    page: Page,
) -> Result<(i64, Vec<Comentario>)> {
    let total = store::count_da_tarefa(tx, projeto, tarefa).await?;
    let total = total.ok_or(TAREFA_NAO_ENCONTRADA)?;
    Ok((total, store::list_da_tarefa(tx, tarefa, page).await?))
}

/// Every comment of a person, for their own copy of their data.
pub async fn listar_de(tx: &mut NucleoTx, autor: UsuarioId) -> Result<Vec<Comentario>> {
    store::list_de(tx, autor).await
}

/// With a task that goes. Its project's number is its editor's business.
pub async fn excluir_da_tarefa(tx: &mut NucleoTx, tarefa: TarefaId) -> Result<()> {
    store::delete_da_tarefa(tx, tarefa).await
}

/// What was said stays, under the name of a removed account; a picture may show who it was.
pub async fn apagar_imagens_de(tx: &mut NucleoTx, autor: UsuarioId) -> Result<()> {
    store::erase_imagens_de(tx, autor).await
}

/// Project first, then task: the order of locks.
async fn contar(
    tx: &mut NucleoTx,
    projeto: ProjetoId,
    tarefa: Option<TarefaId>,
    diferenca: i64,
) -> Result<()> {
    let comentarios = Diferenca { comentarios: diferenca, ..Diferenca::default() };
    projetos::contar(tx, projeto, comentarios).await?;
    match tarefa {
        Some(tarefa) => tarefas::contar_comentarios(tx, projeto, tarefa, diferenca).await,
        None => Ok(()),
    }
}

async fn obter(tx: &mut NucleoTx, id: ComentarioId) -> Result<Comentario> {
    Ok(store::find(tx, id).await?.ok_or(COMENTARIO_NAO_ENCONTRADO)?)
}
