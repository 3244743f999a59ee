//! What was proposed is done, once, by whoever asked for it, with the rights they have now; and what
//! people do from within the chat by themselves.

use base::db::NucleoTx;
use base::error::SEM_PERMISSAO;
use base::id::UsuarioId;
use base::scope::{Caller, Capability};
use base::validation::FieldErrors;
use base::{Error, Result, Uuid};
use serde_json::{Value, json};

use super::super::ferramentas::frases::{milhares, quantos};
use super::super::rules::{MAX_DA_CONVERSA, Push};
use super::super::store::{self, Acao, NovaMensagem};
use super::super::{
    AcaoId, Ajuste, Alvos, Ato, Notificacao, NovaTarefa, Papel, PartesDoEmail, TipoDeResposta,
};
use crate::areas::auditoria::{self, Acao as NaTrilha, Registro, TipoAlvo};
use crate::areas::economia::service as economia;
use crate::areas::economia::{Ajuste as AjusteManual, TipoTransacao};
use crate::areas::emails::service as emails;
use crate::areas::emails::{EmailManual, EnviarInput};
use crate::areas::entregas::service as entregas;
use crate::areas::entregas::{Aviso, Canal, Preferencia, Publico};
use crate::areas::membros::service as membros;
use crate::areas::membros::{Segmento, Status};
use crate::areas::projetos::tarefas::TarefaInput;
use crate::areas::projetos::tarefas::service as tarefas;
use crate::errors::{ACAO_JA_DECIDIDA, ACAO_NAO_ENCONTRADA, PESSOA_NAO_ATIVA};
use crate::policy::{
    AdministrarMoeda, AgirPelaAssistente, AlterarCargos, AlterarStatus, ConduzirTarefas,
    CriarTarefasAvulsas, EscreverEmails,
};

/// Something that was done.
pub struct Feita {
    pub mensagem: String,
    pub dados: Value,
}

/// Takes the proposal and does it in one transaction: of many who try at once, one does. If it
/// cannot be done (a balance that no longer covers it), it stays as it was.
pub async fn confirmar(tx: &mut NucleoTx, caller: &Caller, id: AcaoId) -> Result<Feita> {
    exigir::<AgirPelaAssistente>(caller)?;
    let nucleo = tx.nucleo()?;
    let Some(acao) = store::claim(tx, caller.id, id).await? else {
        return Err(porque_nao(tx, caller, id).await?);
    };
    let ato = Ato::ler(&acao.ferramenta, acao.argumentos.0.clone())?;
    let feita = fazer(tx, caller, &ato).await?;
    let registro = Registro {
        acao: NaTrilha::AcaoIaConfirmada,
        nucleo: Some(nucleo),
        alvo: (TipoAlvo::AcaoIa, id.into()),
        detalhes: ato.na_trilha(id.into()),
    };
    auditoria::registrar(tx, Some(caller), registro).await?;
    contar_na_conversa(tx, &acao, &ato, &feita).await?;
    Ok(feita)
}

pub async fn cancelar(tx: &mut NucleoTx, caller: &Caller, id: AcaoId) -> Result<Feita> {
    exigir::<AgirPelaAssistente>(caller)?;
    match store::cancel(tx, caller.id, id).await? {
        true => Ok(Feita {
            mensagem: "A ação foi cancelada. Nada foi feito.".to_owned(),
            dados: json!({ "acaoId": id }),
        }),
        false => Err(porque_nao(tx, caller, id).await?),
    }
}

async fn porque_nao(tx: &mut NucleoTx, caller: &Caller, id: AcaoId) -> Result<Error> {
    let existe = store::exists_acao(tx, caller.id, id).await?;
    Ok(Error::from(if existe { ACAO_JA_DECIDIDA } else { ACAO_NAO_ENCONTRADA }))
}

fn exigir<P: Capability>(caller: &Caller) -> Result<()> {
    match caller.can::<P>() {
        true => Ok(()),
        false => Err(SEM_PERMISSAO.into()),
    }
}

/// The end of the story, where it was begun; a conversation that is full or gone does without.
async fn contar_na_conversa(
    tx: &mut NucleoTx,
    acao: &Acao,
    ato: &Ato,
    feita: &Feita,
) -> Result<()> {
    let Some(conversa) = acao.conversa_id else { return Ok(()) };
    let Some(numero) = store::append(tx, conversa, 1, MAX_DA_CONVERSA).await? else {
        return Ok(());
    };
    let mensagem = NovaMensagem {
        papel: Papel::Assistant,
        texto: feita.mensagem.clone(),
        tipo: Some(TipoDeResposta::Success),
        dados: Some(feita.dados.clone()),
        quick_replies: Vec::new(),
        tool_calls: vec![acao.ferramenta.clone()],
        acao: Some(acao.id),
    };
    store::insert_mensagem(tx, conversa, numero, &mensagem).await?;
    let pessoas: Vec<UsuarioId> = ato.alvo().into_iter().collect();
    store::insert_mencoes(tx, conversa, &[numero], &pessoas).await
}

/// Through the services that people use, with the permission that each of them takes.
async fn fazer(tx: &mut NucleoTx, caller: &Caller, ato: &Ato) -> Result<Feita> {
    match ato {
        Ato::Creditar(ajuste) => mover(tx, caller, ajuste, TipoTransacao::Credito).await,
        Ato::Debitar(ajuste) => mover(tx, caller, ajuste, TipoTransacao::Debito).await,
        Ato::AlterarCargo(novo) => {
            exigir::<AlterarCargos>(caller)?;
            membros::alterar_cargo(tx, caller, novo.membro_id, novo.cargo).await?;
            let mensagem = format!("O cargo de {} agora é {}.", novo.membro, novo.cargo.as_str());
            Ok(Feita { mensagem, dados: json!({"membroId": novo.membro_id, "cargo": novo.cargo}) })
        }
        Ato::AlterarStatus(novo) => {
            exigir::<AlterarStatus>(caller)?;
            membros::alterar_status(tx, caller, novo.membro_id, novo.status).await?;
            let mensagem = format!("{} agora está {}.", novo.membro, novo.status.as_str());
            let dados = json!({"membroId": novo.membro_id, "status": novo.status});
            Ok(Feita { mensagem, dados })
        }
        Ato::Notificar(notificacao) => notificar(tx, notificacao).await,
        Ato::CriarTarefa(nova) => tarefa(tx, caller, nova).await,
        Ato::EnviarEmail(email) => enviar(tx, caller, email).await,
    }
}

async fn mover(
    tx: &mut NucleoTx,
    caller: &Caller,
    ajuste: &Ajuste,
    tipo: TipoTransacao,
) -> Result<Feita> {
    exigir::<AdministrarMoeda>(caller)?;
    let manual = AjusteManual {
        usuario: ajuste.membro_id,
        valor: ajuste.valor,
        tipo,
        justificativa: ajuste.motivo.clone(),
    };
    let membro = ajuste.membro_id;
    let dados = economia::ajustar(tx, caller, &manual, None, |transacao| {
        Ok(json!({
            "transacaoId": transacao.id, "membroId": membro, "tipo": transacao.tipo,
            "valor": transacao.valor,
        }))
    })
    .await?;
    let valor = milhares(ajuste.valor);
    let mensagem = match tipo {
        TipoTransacao::Credito => format!("{valor} creditados a {}.", ajuste.membro),
        TipoTransacao::Debito => format!("{valor} debitados de {}.", ajuste.membro),
    };
    Ok(Feita { mensagem, dados })
}

async fn tarefa(tx: &mut NucleoTx, caller: &Caller, nova: &NovaTarefa) -> Result<Feita> {
    let input: TarefaInput = serde_json::from_value(json!({
        "titulo": nova.titulo, "descricao": nova.descricao, "dificuldade": nova.dificuldade,
        "recompensa": nova.recompensa, "prazo": nova.prazo, "responsavelId": nova.responsavel_id,
    }))?;
    let criada = match nova.projeto_id {
        Some(projeto) => {
            exigir::<ConduzirTarefas>(caller)?;
            tarefas::criar_no_projeto(tx, caller, projeto, input).await?
        }
        None => {
            exigir::<CriarTarefasAvulsas>(caller)?;
            tarefas::criar_avulsa(tx, caller, input).await?
        }
    };
    let dados = json!({"tarefaId": criada.id, "projetoId": criada.projeto_id});
    Ok(Feita { mensagem: format!("A tarefa “{}” foi criada.", criada.titulo), dados })
}

/// A task that somebody opens from within the chat. What is wrong with it is told by its place in
/// the request.
pub async fn criar_tarefa(tx: &mut NucleoTx, caller: &Caller, corpo: Value) -> Result<Feita> {
    exigir::<CriarTarefasAvulsas>(caller)?;
    let input: TarefaInput = serde_json::from_value(corpo)?;
    let criada = tarefas::criar_avulsa(tx, caller, input).await;
    let criada = criada.map_err(|error| error.under("payload"))?;
    let dados = json!({"tarefaId": criada.id, "titulo": criada.titulo});
    Ok(Feita { mensagem: format!("A tarefa “{}” foi criada.", criada.titulo), dados })
}

async fn enviar(tx: &mut NucleoTx, caller: &Caller, email: &PartesDoEmail) -> Result<Feita> {
    exigir::<EscreverEmails>(caller)?;
    let PartesDoEmail { assunto, html, .. } = email;
    let corpo = match publico(tx, &email.destinatarios).await? {
        Destino::Segmento(segmento) => {
            json!({"assunto": assunto, "html": html, "segmento": segmento})
        }
        Destino::Pessoas(ids) => {
            let enderecos = membros::emails_de(tx, &ids).await?;
            json!({"assunto": assunto, "html": html, "destinatarios": enderecos})
        }
    };
    let input: EnviarInput = serde_json::from_value(corpo)?;
    let total = emails::enviar(tx, caller, EmailManual::parse(input)?).await?;
    if total == 0 {
        return Err(PESSOA_NAO_ATIVA.into());
    }
    let quantos = quantos(total, "destinatário", "destinatários");
    Ok(Feita {
        mensagem: format!("E-mail a caminho de {quantos}."),
        dados: json!({ "destinatarios": total }),
    })
}

enum Destino {
    Segmento(Segmento),
    Pessoas(Vec<UsuarioId>),
}

/// Who would be told now: whoever is no longer active is not.
async fn publico(tx: &mut NucleoTx, alvos: &Alvos) -> Result<Destino> {
    Ok(match alvos {
        Alvos::Todos => Destino::Segmento(Segmento::default()),
        Alvos::Cargos(cargos) => Destino::Segmento(Segmento::de_cargos(cargos)),
        Alvos::Segmento(segmento) => Destino::Segmento(segmento.clone()),
        Alvos::Membros(ids) => {
            let cartoes = membros::cartoes_de(tx, ids).await?;
            let ativos = cartoes.iter().filter(|pessoa| pessoa.status == Status::Ativo);
            let ativos: Vec<_> = ativos.map(|pessoa| pessoa.id).collect();
            match ativos.is_empty() {
                true => return Err(PESSOA_NAO_ATIVA.into()),
                false => Destino::Pessoas(ativos),
            }
        }
    })
}

/// In the app and by push, as an announcement is.
async fn notificar(tx: &mut NucleoTx, notificacao: &Notificacao) -> Result<Feita> {
    let (publico, total) = match publico(tx, &notificacao.destinatarios).await? {
        Destino::Segmento(segmento) => {
            let total = entregas::contar_segmento(tx, &segmento).await?;
            (Publico::Segmento(segmento), total)
        }
        Destino::Pessoas(ids) => {
            let total = ids.len() as i64;
            (Publico::Pessoas(ids), total)
        }
    };
    let causa: Uuid = tx.new_id();
    let aviso = Aviso {
        causa: format!("ia.notificacao:{causa}"),
        nucleo: Some(tx.nucleo()?),
        preferencia: Some(Preferencia::Comunicado),
        titulo: notificacao.titulo.clone(),
        corpo: notificacao.mensagem.clone(),
        url: "/notificacoes".to_owned(),
        email: None,
        canais: vec![(Canal::App, publico.clone()), (Canal::Push, publico)],
    };
    entregas::avisar(tx, &aviso).await?;
    let quantas = quantos(total, "pessoa", "pessoas");
    Ok(Feita {
        mensagem: format!("Notificação a caminho de {quantas}."),
        dados: json!({ "destinatarios": total }),
    })
}

/// A push that somebody writes by themselves. Whoever is named and is not there is told by their
/// place.
pub async fn notificar_pessoas(tx: &mut NucleoTx, push: Push) -> Result<Feita> {
    tx.nucleo()?;
    if let Alvos::Membros(ids) = &push.destinatarios {
        let conhecidos = membros::cartoes_de(tx, ids).await?;
        let mut erros = FieldErrors::default();
        for (posicao, id) in ids.iter().enumerate() {
            if !conhecidos.iter().any(|pessoa| pessoa.id == *id) {
                let campo = format!("payload.destinatarios.membroIds[{posicao}]");
                erros.add(campo, "Esta pessoa não existe ou não é do núcleo.");
            }
        }
        erros.finish(Some(()))?;
    }
    let Push { titulo, mensagem, destinatarios } = push;
    notificar(tx, &Notificacao { titulo, mensagem, destinatarios }).await
}
