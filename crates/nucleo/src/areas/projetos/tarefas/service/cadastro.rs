//! Tasks come, change and go.

use base::Result;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::scope::Caller;
use base::validation::FieldErrors;

use super::super::super::trava::{self as projetos, Diferenca};
use super::super::super::{ProjetoId, TarefaAtribuida, TarefaRetirada};
use super::super::super::{candidaturas, comentarios};
use super::super::TarefaId;
use super::super::rules::{self, Ato, Lugar, MudancaDeTarefa, NovaTarefa, TarefaInput};
use super::super::store::{self, Tarefa, Travada};
use super::super::trava::{obter, travar};
use crate::errors::TAREFA_EM_OUTRO_ESTADO;

pub async fn criar_no_projeto(
    tx: &mut NucleoTx,
    caller: &Caller,
    projeto: ProjetoId,
    input: TarefaInput,
) -> Result<Tarefa> {
    tx.nucleo()?;
    let uma = Diferenca { tarefas: 1, ..Diferenca::default() };
    projetos::contar(tx, projeto, uma).await?;
    criar(tx, caller, Some(projeto), input).await
}

pub async fn criar_avulsa(
    tx: &mut NucleoTx,
    caller: &Caller,
    input: TarefaInput,
) -> Result<Tarefa> {
    criar(tx, caller, None, input).await
}

async fn criar(
    tx: &mut NucleoTx,
    caller: &Caller,
    projeto: Option<ProjetoId>,
    input: TarefaInput,
) -> Result<Tarefa> {
    let nucleo = tx.nucleo()?;
    let mut erros = FieldErrors::default();
    conferir_responsavel(tx, nucleo, input.responsavel(), &mut erros).await?;
    let nova = NovaTarefa::parse(input, &mut erros);
    let nova = erros.finish(nova)?;
    let id = store::insert(tx, projeto, caller.id, &nova).await?;
    if let Some(responsavel) = nova.responsavel {
        avisar_atribuicao(tx, caller, nucleo, id, responsavel).await?;
    }
    obter(tx, caller.id, id).await
}

/// Whoever gets the task anew starts it afresh; whoever had asked for it is answered thereby.
pub async fn alterar(
    tx: &mut NucleoTx,
    caller: &Caller,
    lugar: Lugar,
    id: TarefaId,
    input: TarefaInput,
) -> Result<Tarefa> {
    let tarefa = travar(tx, lugar, id).await?;
    let mut erros = FieldErrors::default();
    conferir_responsavel(tx, tarefa.nucleo_id, input.responsavel(), &mut erros).await?;
    let mudanca = MudancaDeTarefa::parse(input, &mut erros);
    let mudanca = erros.finish(Some(mudanca))?;
    if !rules::editavel(tarefa.status) {
        return Err(TAREFA_EM_OUTRO_ESTADO.into());
    }
    store::update(tx, id, &mudanca).await?;
    if let Some(novo) = mudanca.responsavel.filter(|novo| *novo != tarefa.responsavel_id) {
        reatribuir(tx, caller, id, &tarefa, novo).await?;
    }
    obter(tx, caller.id, id).await
}

async fn reatribuir(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: TarefaId,
    antes: &Travada,
    novo: Option<UsuarioId>,
) -> Result<()> {
    let status = rules::mover(antes.status, Ato::Reatribuir).ok_or(TAREFA_EM_OUTRO_ESTADO)?;
    store::reassign(tx, id, novo, status).await?;
    candidaturas::service::encerrar(tx, antes.nucleo_id, id, novo).await?;
    if let Some(anterior) = antes.responsavel_id.filter(|anterior| *anterior != caller.id) {
        let evento = TarefaRetirada { tarefa_id: id, usuario_id: anterior };
        tx.publish(Some(antes.nucleo_id), &evento).await?;
    }
    match novo {
        Some(novo) => avisar_atribuicao(tx, caller, antes.nucleo_id, id, novo).await,
        None => Ok(()),
    }
}

/// With its applications and comments. What was delivered or paid stays.
pub async fn excluir(tx: &mut NucleoTx, lugar: Lugar, id: TarefaId) -> Result<()> {
    if let Lugar::Projeto(projeto) = lugar {
        projetos::travar(tx, projeto).await?;
    }
    let tarefa = travar(tx, lugar, id).await?;
    if !rules::editavel(tarefa.status) {
        return Err(TAREFA_EM_OUTRO_ESTADO.into());
    }
    candidaturas::service::excluir_da_tarefa(tx, id).await?;
    if let Some(projeto) = tarefa.projeto_id {
        comentarios::service::excluir_da_tarefa(tx, id).await?;
        let menos = Diferenca { membros: 0, tarefas: -1, comentarios: -tarefa.total_comentarios };
        projetos::contar(tx, projeto, menos).await?;
    }
    store::delete(tx, id).await
}

/// Only somebody active of the task's own nucleo can answer for it.
async fn conferir_responsavel(
    tx: &mut NucleoTx,
    nucleo: NucleoId,
    responsavel: Option<UsuarioId>,
    erros: &mut FieldErrors,
) -> Result<()> {
    let Some(responsavel) = responsavel else { return Ok(()) };
    match projetos::pode_agir(tx, nucleo, responsavel).await? {
        Some(true) => {}
        Some(false) => erros.add("responsavelId", "Esta pessoa não está ativa."),
        None => erros.add("responsavelId", "Esta pessoa não existe ou não é do núcleo."),
    }
    Ok(())
}

/// Nobody is told what they have done themselves.
async fn avisar_atribuicao(
    tx: &mut NucleoTx,
    caller: &Caller,
    nucleo: NucleoId,
    id: TarefaId,
    responsavel: UsuarioId,
) -> Result<()> {
    if responsavel == caller.id {
        return Ok(());
    }
    let evento = TarefaAtribuida { tarefa_id: id, usuario_id: responsavel };
    tx.publish(Some(nucleo), &evento).await
}
