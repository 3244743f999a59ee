//! What happened in projects. People are told of it, and whoever counts tasks hears of them.

use base::clock::Timestamp;
use base::id::UsuarioId;
use base::outbox::Event;
use serde::{Deserialize, Serialize};

use super::ProjetoId;
use super::tarefas::{StatusTarefa, TarefaId};

/// Members were asked into a project, all by one act.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConvitesEnviados {
    pub projeto_id: ProjetoId,
    pub usuario_ids: Vec<UsuarioId>,
}

impl Event for ConvitesEnviados {
    const NAME: &'static str = "convites.enviados";
}

/// Somebody became responsible for a task by another's word.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TarefaAtribuida {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
}

impl Event for TarefaAtribuida {
    const NAME: &'static str = "tarefa.atribuida";
}

/// Somebody is no longer responsible for a task, by another's word.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TarefaRetirada {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
}

impl Event for TarefaRetirada {
    const NAME: &'static str = "tarefa.retirada";
}

/// The status of somebody's task was set by another.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TarefaMovida {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
    pub para: StatusTarefa,
}

impl Event for TarefaMovida {
    const NAME: &'static str = "tarefa.movida";
}

/// The responsible member says that it is done: it goes to the validators.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TarefaConcluida {
    pub tarefa_id: TarefaId,
}

impl Event for TarefaConcluida {
    const NAME: &'static str = "tarefa.concluida";
}

/// A task is done for good, and paid.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TarefaAprovada {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
    /// After multiplier and cap.
    pub creditado: i64,
}

impl Event for TarefaAprovada {
    const NAME: &'static str = "tarefa.aprovada";
}

/// A delivery was refused, with feedback.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TarefaRejeitada {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
}

impl Event for TarefaRejeitada {
    const NAME: &'static str = "tarefa.rejeitada";
}

/// Somebody asks for an open task.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidaturaRecebida {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
}

impl Event for CandidaturaRecebida {
    const NAME: &'static str = "candidatura.recebida";
}

/// Somebody who asked for a task is responsible for it now.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidaturaAprovada {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
}

impl Event for CandidaturaAprovada {
    const NAME: &'static str = "candidatura.aprovada";
}

/// Somebody who asked for a task does not get it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidaturaRejeitada {
    pub tarefa_id: TarefaId,
    pub usuario_id: UsuarioId,
}

impl Event for CandidaturaRejeitada {
    const NAME: &'static str = "candidatura.rejeitada";
}

/// A task was given to one person, and so to none of the others who had asked for it. They may be
/// many: one event stands for a batch and publishes the next.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CandidaturasPreteridas {
    pub tarefa_id: TarefaId,
    /// When all of them were decided.
    pub decididas_em: Timestamp,
    /// The last one of the batch before.
    pub depois_de: Option<UsuarioId>,
}

impl Event for CandidaturasPreteridas {
    const NAME: &'static str = "candidaturas.preteridas";
}
