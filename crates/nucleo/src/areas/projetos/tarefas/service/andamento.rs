//! A task on its way: started, delivered, judged, paid.

use base::Result;
use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::scope::Caller;
use serde_json::json;

use super::super::super::{TarefaAprovada, TarefaConcluida, TarefaMovida, TarefaRejeitada};
use super::super::TarefaId;
use super::super::rules::{self, Ato, Entrega, Lugar, NovoStatus, StatusTarefa};
use super::super::store::{self, Tarefa, Travada};
use super::super::trava::{obter, travar};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::economia::Origem;
use crate::areas::economia::service::{Lancada, Movimento, creditar};
use crate::errors::{NAO_E_RESPONSAVEL, TAREFA_EM_OUTRO_ESTADO, USUARIO_NAO_ENCONTRADO};

/// Anybody of the nucleo may; whoever is responsible hears of it if it was not them.
pub async fn mover(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: TarefaId,
    novo: NovoStatus,
) -> Result<Tarefa> {
    let tarefa = travar(tx, Lugar::Qualquer, id).await?;
    let para = decidir(&tarefa, novo.into())?;
    store::update_status(tx, id, para).await?;
    if let Some(responsavel) = tarefa.responsavel_id.filter(|outra| *outra != caller.id) {
        let evento = TarefaMovida { tarefa_id: id, usuario_id: responsavel, para };
        tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    }
    obter(tx, caller.id, id).await
}

pub async fn concluir(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: TarefaId,
    entrega: &Entrega,
) -> Result<Tarefa> {
    let tarefa = travar(tx, Lugar::Qualquer, id).await?;
    if tarefa.responsavel_id != Some(caller.id) {
        return Err(NAO_E_RESPONSAVEL.into());
    }
    let para = decidir(&tarefa, Ato::Concluir)?;
    store::deliver(tx, id, para, entrega).await?;
    let evento = TarefaConcluida { tarefa_id: id };
    tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    obter(tx, caller.id, id).await
}

/// Puts a delivery before the validators. `None` if it was judged meanwhile: nobody waits then.
pub async fn encaminhar(tx: &mut NucleoTx, id: TarefaId) -> Result<Option<Travada>> {
    let Some(tarefa) = store::lock(tx, id).await? else { return Ok(None) };
    let Some(para) = rules::mover(tarefa.status, Ato::Encaminhar) else { return Ok(None) };
    store::update_status(tx, id, para).await?;
    Ok(Some(tarefa))
}

/// The end of a task. The reward is paid in the same breath, and once: a second approval finds the
/// task APROVADA.
pub async fn aprovar(tx: &mut NucleoTx, caller: &Caller, id: TarefaId) -> Result<Tarefa> {
    let tarefa = travar(tx, Lugar::Qualquer, id).await?;
    let para = decidir(&tarefa, Ato::Aprovar)?;
    let responsavel = tarefa.responsavel_id.ok_or(ERRO_INTERNO)?;
    store::approve(tx, id, para).await?;
    let paga = pagar(tx, id, &tarefa, responsavel).await?;
    let creditado = paga.as_ref().map_or(0, |paga| paga.valor);
    let registro = Registro {
        acao: Acao::TarefaAprovada,
        nucleo: Some(tarefa.nucleo_id),
        alvo: (TipoAlvo::Tarefa, id.into()),
        detalhes: json!({
            "titulo": tarefa.titulo, "propria": responsavel == caller.id,
            "responsavelId": responsavel,
            "recompensa": tarefa.recompensa, "creditado": creditado,
            "transacaoId": paga.map(|paga| paga.id),
        }),
    };
    auditoria::registrar(tx, Some(caller), registro).await?;
    let evento = TarefaAprovada { tarefa_id: id, usuario_id: responsavel, creditado };
    tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    obter(tx, caller.id, id).await
}

/// Nothing moves for a task without a reward, nor for somebody whose account is gone: that holds
/// nobody's approval up.
async fn pagar(
    tx: &mut NucleoTx,
    id: TarefaId,
    tarefa: &Travada,
    responsavel: UsuarioId,
) -> Result<Option<Lancada>> {
    if tarefa.recompensa == 0 {
        return Ok(None);
    }
    let movimento = Movimento {
        usuario: responsavel,
        origem: Origem::Tarefa,
        valor: tarefa.recompensa,
        descricao: &format!("Tarefa aprovada: {}", tarefa.titulo),
        referencia: Some(id.into()),
    };
    match creditar(tx, movimento).await {
        Err(error) if error.code() == USUARIO_NAO_ENCONTRADO => Ok(None),
        paga => paga,
    }
}

pub async fn rejeitar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: TarefaId,
    feedback: &str,
) -> Result<Tarefa> {
    let tarefa = travar(tx, Lugar::Qualquer, id).await?;
    let para = decidir(&tarefa, Ato::Rejeitar)?;
    let responsavel = tarefa.responsavel_id.ok_or(ERRO_INTERNO)?;
    store::reject(tx, id, para, feedback).await?;
    let evento = TarefaRejeitada { tarefa_id: id, usuario_id: responsavel };
    tx.publish(Some(tarefa.nucleo_id), &evento).await?;
    obter(tx, caller.id, id).await
}

fn decidir(tarefa: &Travada, ato: Ato) -> Result<StatusTarefa> {
    Ok(rules::mover(tarefa.status, ato).ok_or(TAREFA_EM_OUTRO_ESTADO)?)
}
