//! What a task may be, and which way it goes. Pure: no async, no SQL, no HTTP.

use base::clock::{Timestamp, end_of_day};
use base::description::{Creation, ToCreate};
use base::id::UsuarioId;
use base::validation::{Field, FieldErrors, MAX_NOME, MAX_TEXTO};
use serde::Deserialize;
use utoipa::ToSchema;

use super::super::ProjetoId;

/// More than any task is worth, and far from what a wallet can hold.
pub const MAX_RECOMPENSA: i64 = 1_000_000;

base::text_enum! {
    /// Onde uma tarefa está.
    pub enum StatusTarefa {
        Pendente = "PENDENTE",
        EmAndamento = "EM_ANDAMENTO",
        Concluida = "CONCLUIDA",
        AguardandoValidacao = "AGUARDANDO_VALIDACAO",
        Aprovada = "APROVADA",
        Rejeitada = "REJEITADA",
    }
}

base::text_enum! {
    /// Para onde qualquer pessoa do núcleo pode mover uma tarefa.
    pub enum NovoStatus {
        Pendente = "PENDENTE",
        EmAndamento = "EM_ANDAMENTO",
    }
}

base::text_enum! {
    /// O esforço que uma tarefa pede.
    pub enum Dificuldade {
        Facil = "FACIL",
        Media = "MEDIA",
        Dificil = "DIFICIL",
    }
}

/// What can be done with a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ato {
    /// PATCH status EM_ANDAMENTO.
    Iniciar,
    /// PATCH status PENDENTE.
    Devolver,
    Concluir,
    /// The delivery that tells the validators.
    Encaminhar,
    Aprovar,
    Rejeitar,
    /// Another responsible person, or none any more.
    Reatribuir,
}

use Ato::{Aprovar, Concluir, Devolver, Encaminhar, Iniciar, Reatribuir, Rejeitar};
use StatusTarefa::{AguardandoValidacao, Aprovada, Concluida, EmAndamento, Pendente, Rejeitada};

/// From where, by which act, to where. Whatever is not here is refused; APROVADA is final.
#[rustfmt::skip]
const TRANSICOES: &[(StatusTarefa, Ato, StatusTarefa)] = &[
    // Anybody of the nucleo.
    (Pendente,            Iniciar,    EmAndamento),
    (EmAndamento,         Devolver,   Pendente),
    (Rejeitada,           Iniciar,    EmAndamento),
    // The responsible member, with a proof.
    (EmAndamento,         Concluir,   Concluida),
    // The service itself, moments later.
    (Concluida,           Encaminhar, AguardandoValidacao),
    // Leader, Coord, Admin. The reward is paid here.
    (Concluida,           Aprovar,    Aprovada),
    (AguardandoValidacao, Aprovar,    Aprovada),
    // Leader, Coord, Admin, with feedback.
    (Concluida,           Rejeitar,   Rejeitada),
    (AguardandoValidacao, Rejeitar,   Rejeitada),
    // Whoever may create it. The next person starts afresh.
    (Pendente,            Reatribuir, Pendente),
    (EmAndamento,         Reatribuir, Pendente),
    (Rejeitada,           Reatribuir, Pendente),
];

/// Where the act leads, or `None` if it is not possible from here.
pub fn mover(de: StatusTarefa, ato: Ato) -> Option<StatusTarefa> {
    let linha = TRANSICOES.iter().find(|(from, por, _)| *from == de && *por == ato)?;
    Some(linha.2)
}

/// Whether a task may still be changed or deleted. What was delivered is judged by what had been
/// asked for, and paid with what had been promised.
pub fn editavel(status: StatusTarefa) -> bool {
    matches!(status, Pendente | EmAndamento | Rejeitada)
}

impl From<NovoStatus> for Ato {
    fn from(novo: NovoStatus) -> Self {
        match novo {
            NovoStatus::Pendente => Devolver,
            NovoStatus::EmAndamento => Iniciar,
        }
    }
}

/// Under which path a task is asked for: elsewhere it is not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lugar {
    Projeto(ProjetoId),
    Avulsa,
    Qualquer,
}

impl Lugar {
    pub fn contem(self, projeto: Option<ProjetoId>) -> bool {
        match self {
            Self::Projeto(id) => projeto == Some(id),
            Self::Avulsa => projeto.is_none(),
            Self::Qualquer => true,
        }
    }
}

/// Uma tarefa a criar, ou o que mudar em uma.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TarefaInput {
    #[schema(value_type = Option<String>, max_length = 200, example = "Desenhar o cartaz")]
    pub titulo: Field<String>,
    /// Nulo a retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10000)]
    pub descricao: Field<String>,
    /// Sem ela, uma tarefa nova é MEDIA.
    #[schema(value_type = Option<Dificuldade>)]
    pub dificuldade: Field<Dificuldade>,
    /// Antes do multiplicador. Sem ela, uma tarefa nova paga 0.
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 1000000, example = 100)]
    pub recompensa: Field<i64>,
    /// Data e hora, ou um dia (AAAA-MM-DD), que conta inteiro. Nulo o retira.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "2026-11-30T21:00:00.000Z")]
    pub prazo: Field<String>,
    /// Uma pessoa ativa do núcleo. Sem ela, ou nula, a tarefa fica aberta a candidaturas.
    #[serde(default)]
    #[schema(value_type = Option<UsuarioId>)]
    pub responsavel_id: Field<UsuarioId>,
}

pub type NovaTarefaInput = ToCreate<TarefaInput>;

impl Creation for TarefaInput {
    const NAME: &'static str = "NovaTarefaInput";
    const REQUIRED: &'static [&'static str] = &["titulo"];
}

impl TarefaInput {
    /// Whom it names, so that they can be looked up before anything is refused.
    pub fn responsavel(&self) -> Option<UsuarioId> {
        match self.responsavel_id {
            Field::Value(id) => Some(id),
            _ => None,
        }
    }
}

/// A task that may exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovaTarefa {
    pub titulo: String,
    pub descricao: Option<String>,
    pub dificuldade: Dificuldade,
    pub recompensa: i64,
    pub prazo: Option<Timestamp>,
    pub responsavel: Option<UsuarioId>,
}

impl NovaTarefa {
    /// `None` only with a violation in `erros`, where others may stand already.
    pub fn parse(input: TarefaInput, erros: &mut FieldErrors) -> Option<Self> {
        let titulo = erros.text("titulo", input.titulo, MAX_NOME);
        let descricao = erros.optional_text("descricao", input.descricao, MAX_TEXTO);
        let dificuldade = erros.optional("dificuldade", input.dificuldade);
        let recompensa = parse_recompensa(erros, input.recompensa);
        let prazo = parse_prazo(erros, input.prazo);
        let responsavel = erros.optional("responsavelId", input.responsavel_id);
        Some(Self {
            titulo: titulo?,
            descricao,
            dificuldade: dificuldade.unwrap_or(Dificuldade::Media),
            recompensa: recompensa.unwrap_or(0),
            prazo,
            responsavel,
        })
    }
}

/// What changes in a task; what is not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MudancaDeTarefa {
    pub titulo: Option<String>,
    pub descricao: Option<Option<String>>,
    pub dificuldade: Option<Dificuldade>,
    pub recompensa: Option<i64>,
    pub prazo: Option<Option<Timestamp>>,
    pub responsavel: Option<Option<UsuarioId>>,
}

impl MudancaDeTarefa {
    pub fn parse(input: TarefaInput, erros: &mut FieldErrors) -> Self {
        let dado = !input.titulo.is_absent();
        Self {
            titulo: dado.then(|| erros.text("titulo", input.titulo, MAX_NOME)).flatten(),
            descricao: erros.change(input.descricao, |erros, field| {
                erros.optional_text("descricao", field, MAX_TEXTO)
            }),
            dificuldade: erros.optional("dificuldade", input.dificuldade),
            recompensa: parse_recompensa(erros, input.recompensa),
            prazo: erros.change(input.prazo, parse_prazo),
            responsavel: erros.change(input.responsavel_id, |erros, field| {
                erros.optional("responsavelId", field)
            }),
        }
    }
}

fn parse_recompensa(erros: &mut FieldErrors, field: Field<i64>) -> Option<i64> {
    let recompensa = erros.optional("recompensa", field);
    erros.within("recompensa", recompensa, 0..=MAX_RECOMPENSA)
}

fn parse_prazo(erros: &mut FieldErrors, field: Field<String>) -> Option<Timestamp> {
    erros.optional_instant("prazo", field, end_of_day)
}

/// A prova de que a tarefa está feita.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConcluirInput {
    #[schema(value_type = String, max_length = 10000, example = "Cartaz afixado na sede.")]
    comprovacao: Field<String>,
    /// Uma foto ou um documento.
    #[schema(value_type = Option<String>, max_length = 2000,
        example = "https://exemplo.org/cartaz.png")]
    comprovacao_url: Field<String>,
}

/// What the responsible member shows for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrega {
    pub comprovacao: String,
    pub comprovacao_url: Option<String>,
}

impl ConcluirInput {
    pub fn parse(self) -> Result<Entrega, FieldErrors> {
        let mut erros = FieldErrors::default();
        let comprovacao = erros.text("comprovacao", self.comprovacao, MAX_TEXTO);
        let comprovacao_url = erros.optional_url("comprovacaoUrl", self.comprovacao_url);
        erros.finish(comprovacao.map(|comprovacao| Entrega { comprovacao, comprovacao_url }))
    }
}

/// O que falta, para quem vai refazer.
#[derive(Deserialize, ToSchema)]
pub struct RejeitarInput {
    #[schema(value_type = String, max_length = 10000, example = "A data no cartaz está errada.")]
    feedback: Field<String>,
}

impl RejeitarInput {
    pub fn parse(self) -> Result<String, FieldErrors> {
        let mut erros = FieldErrors::default();
        let feedback = erros.text("feedback", self.feedback, MAX_TEXTO);
        erros.finish(feedback)
    }
}

#[cfg(test)]
mod tests;
