//! What people are told about projects and tasks. Nobody is named in a notice: it would outlive
//! their account.

use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::Capability;
use base::{Result, Uuid};

use super::candidaturas::service as candidaturas;
use super::tarefas::service::{self as tarefas, Resumo};
use super::tarefas::{StatusTarefa, TarefaId};
use super::trava as projetos;
use super::{
    CandidaturaAprovada, CandidaturaRecebida, CandidaturaRejeitada, CandidaturasPreteridas,
    ConvitesEnviados, TarefaAprovada, TarefaAtribuida, TarefaConcluida, TarefaMovida,
    TarefaRejeitada, TarefaRetirada,
};
use crate::areas::entregas::dados::{Convite, Dados, Tarefa};
use crate::areas::entregas::service::{LOTE, avisar};
use crate::areas::entregas::{Aviso, Canal, Mensagem, Preferencia, Publico};
use crate::areas::membros::Segmento;
use crate::areas::nucleos;
use crate::policy::ValidarTarefas;

const NO_APARELHO: &[Canal] = &[Canal::App, Canal::Push];
const POR_TODOS: &[Canal] = &[Canal::App, Canal::Push, Canal::Email];

pub async fn convidadas(tx: &mut NucleoTx, evento: ConvitesEnviados) -> Result<()> {
    let projeto = projetos::obter(tx, evento.projeto_id).await?;
    let assunto = format!("Convite para o projeto {}", projeto.nome);
    let dados = Dados::Convite(Convite { projeto: projeto.nome.clone() });
    let email = Mensagem::automatica(assunto, &dados)?;
    let publico = Publico::Pessoas(evento.usuario_ids);
    let aviso = Aviso {
        causa: causa("convite", tx),
        nucleo: Some(tx.nucleo()?),
        preferencia: Some(Preferencia::Tarefa),
        titulo: "Convite para um projeto".to_owned(),
        corpo: format!("Você foi convidado para o projeto “{}”. Aceita?", projeto.nome),
        url: format!("/projetos/{}", projeto.id),
        email: Some(email),
        canais: POR_TODOS.iter().map(|canal| (*canal, publico.clone())).collect(),
    };
    avisar(tx, &aviso).await
}

pub async fn atribuida(tx: &mut NucleoTx, evento: TarefaAtribuida) -> Result<()> {
    let TarefaAtribuida { tarefa_id, usuario_id } = evento;
    let texto = |titulo: &str| format!("Você responde agora pela tarefa “{titulo}”.");
    a_uma(tx, tarefa_id, usuario_id, POR_TODOS, "Uma tarefa para você", texto).await
}

pub async fn retirada(tx: &mut NucleoTx, evento: TarefaRetirada) -> Result<()> {
    let TarefaRetirada { tarefa_id, usuario_id } = evento;
    let texto = |titulo: &str| format!("Você não responde mais pela tarefa “{titulo}”.");
    a_uma(tx, tarefa_id, usuario_id, NO_APARELHO, "Uma tarefa mudou de mãos", texto).await
}

pub async fn movida(tx: &mut NucleoTx, evento: TarefaMovida) -> Result<()> {
    let TarefaMovida { tarefa_id, usuario_id, para } = evento;
    let coluna = match para {
        StatusTarefa::Pendente => "Pendente",
        _ => "Em andamento",
    };
    let texto = |titulo: &str| format!("Outra pessoa moveu “{titulo}” para {coluna}.");
    a_uma(tx, tarefa_id, usuario_id, NO_APARELHO, "Sua tarefa foi movida", texto).await
}

/// The delivery that tells the validators puts the task before them. If somebody has decided
/// meanwhile, nobody is asked to.
pub async fn entregue(tx: &mut NucleoTx, evento: TarefaConcluida) -> Result<()> {
    if tarefas::encaminhar(tx, evento.tarefa_id).await?.is_none() {
        return Ok(());
    }
    let texto = |titulo: &str| format!("A tarefa “{titulo}” foi entregue e espera validação.");
    a_quem_decide(tx, evento.tarefa_id, "Uma entrega para validar", texto).await
}

pub async fn aprovada(tx: &mut NucleoTx, evento: TarefaAprovada) -> Result<()> {
    let TarefaAprovada { tarefa_id, usuario_id, creditado } = evento;
    let nucleo = tx.nucleo()?;
    let moeda = nucleos::service::obter(&mut tx.shared(), nucleo).await?.sigla_moeda;
    let texto = |titulo: &str| match creditado {
        0 => format!("A tarefa “{titulo}” foi aprovada. Obrigado!"),
        _ => format!("A tarefa “{titulo}” foi aprovada: você ganhou {creditado} {moeda}."),
    };
    a_uma(tx, tarefa_id, usuario_id, POR_TODOS, "Tarefa aprovada", texto).await
}

pub async fn rejeitada(tx: &mut NucleoTx, evento: TarefaRejeitada) -> Result<()> {
    let TarefaRejeitada { tarefa_id, usuario_id } = evento;
    let texto = |titulo: &str| {
        format!("A tarefa “{titulo}” não foi aprovada desta vez. Leia o que falta e retome-a.")
    };
    a_uma(tx, tarefa_id, usuario_id, POR_TODOS, "Tarefa devolvida", texto).await
}

pub async fn candidatura_recebida(tx: &mut NucleoTx, evento: CandidaturaRecebida) -> Result<()> {
    let texto = |titulo: &str| format!("Há uma nova candidatura à tarefa “{titulo}”.");
    a_quem_decide(tx, evento.tarefa_id, "Nova candidatura", texto).await
}

pub async fn candidatura_aprovada(tx: &mut NucleoTx, evento: CandidaturaAprovada) -> Result<()> {
    let CandidaturaAprovada { tarefa_id, usuario_id } = evento;
    let texto = |titulo: &str| format!("A tarefa “{titulo}” é sua: pode começar.");
    a_uma(tx, tarefa_id, usuario_id, POR_TODOS, "Candidatura aprovada", texto).await
}

pub async fn candidatura_rejeitada(tx: &mut NucleoTx, evento: CandidaturaRejeitada) -> Result<()> {
    recusar(tx, evento.tarefa_id, vec![evento.usuario_id]).await
}

pub async fn candidaturas_preteridas(
    tx: &mut NucleoTx,
    evento: CandidaturasPreteridas,
) -> Result<()> {
    let preteridos = candidaturas::preteridos(tx, &evento, LOTE).await?;
    let (quantos, ultimo) = (preteridos.len(), preteridos.last().copied());
    recusar(tx, evento.tarefa_id, preteridos).await?;
    if quantos < LOTE {
        return Ok(());
    }
    let nucleo = tx.nucleo()?;
    tx.publish(Some(nucleo), &CandidaturasPreteridas { depois_de: ultimo, ..evento }).await
}

async fn recusar(tx: &mut NucleoTx, id: TarefaId, pessoas: Vec<UsuarioId>) -> Result<()> {
    let texto = |titulo: &str| format!("A tarefa “{titulo}” não ficou com você desta vez.");
    let publico = vec![Publico::Pessoas(pessoas)];
    contar(tx, id, &publico, POR_TODOS, "Candidatura não aprovada", texto).await
}

async fn a_uma(
    tx: &mut NucleoTx,
    id: TarefaId,
    pessoa: UsuarioId,
    canais: &[Canal],
    titulo: &str,
    texto: impl Fn(&str) -> String,
) -> Result<()> {
    contar(tx, id, &[Publico::Pessoas(vec![pessoa])], canais, titulo, texto).await
}

/// The leaders and the management, and whoever has made a standalone task as a spokesperson.
async fn a_quem_decide(
    tx: &mut NucleoTx,
    id: TarefaId,
    titulo: &str,
    texto: impl Fn(&str) -> String,
) -> Result<()> {
    let porta_voz = tarefas::resumir(tx, id).await?.and_then(|resumo| resumo.porta_voz);
    let mut publico = vec![Publico::Segmento(Segmento::de_cargos(ValidarTarefas::CARGOS))];
    publico.extend(porta_voz.map(|id| Publico::Pessoas(vec![id])));
    contar(tx, id, &publico, POR_TODOS, titulo, texto).await
}

/// Tells of a task, unless it is gone.
async fn contar(
    tx: &mut NucleoTx,
    id: TarefaId,
    publico: &[Publico],
    canais: &[Canal],
    titulo: &str,
    texto: impl Fn(&str) -> String,
) -> Result<()> {
    let Some(tarefa) = tarefas::resumir(tx, id).await? else { return Ok(()) };
    let corpo = texto(&tarefa.titulo);
    let dados = Dados::Tarefa(Tarefa { titulo: tarefa.titulo.clone(), texto: corpo.clone() });
    let assunto = format!("{titulo}: {}", tarefa.titulo);
    let email = Mensagem::automatica(assunto, &dados)?;
    let destinos =
        canais.iter().flat_map(|canal| publico.iter().map(|quem| (*canal, quem.clone())));
    let aviso = Aviso {
        causa: causa("tarefa", tx),
        nucleo: Some(tx.nucleo()?),
        preferencia: Some(Preferencia::Tarefa),
        titulo: titulo.to_owned(),
        corpo,
        url: caminho(id, &tarefa),
        email: canais.contains(&Canal::Email).then_some(email),
        canais: destinos.collect(),
    };
    avisar(tx, &aviso).await
}

/// An event is delivered once, so each is a cause of its own.
fn causa(sobre: &str, tx: &NucleoTx) -> String {
    format!("{sobre}:{}", tx.new_id::<Uuid>())
}

fn caminho(id: TarefaId, tarefa: &Resumo) -> String {
    match tarefa.projeto_id {
        Some(projeto) => format!("/projetos/{projeto}/tarefas/{id}"),
        None => format!("/tarefas/{id}"),
    }
}
