//! A question and its answer. Three steps: what was said before is read, the answer is found with no
//! transaction open, and question, answer and proposal are kept together.

use base::Result;
use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::{Caller, Scope};
use chrono::Duration;
use serde::Deserialize;
use serde_json::Value;

use super::super::ferramentas::{Ocasiao, Proposta};
use super::super::rules::{self, MAX_DA_CONVERSA, Pergunta};
use super::super::store::{self, NovaAcao, NovaMensagem};
use super::super::{AcaoId, Assistente, ConversaId, Fala, Papel, TipoDeResposta};
use super::consumo::medido;
use super::resposta::{Oferecida, Resposta};
use super::{embutida, modelo};
use crate::errors::{CONVERSA_CHEIA, CONVERSA_DE_OUTRA_PESSOA, CONVERSA_NAO_ENCONTRADA};
use crate::policy::UsarAssistente;

/// How long a proposal waits for its confirmation.
pub const VALIDADE: Duration = Duration::minutes(10);
/// How far back is remembered.
const LEMBRADAS: i64 = 40;

/// An answer that was kept.
pub struct Respondida {
    pub conversa: ConversaId,
    pub texto: String,
    pub tipo: TipoDeResposta,
    pub dados: Option<Value>,
    pub quick_replies: Vec<String>,
    pub tool_calls: Vec<String>,
    pub acao: Option<AcaoOferecida>,
}

/// What waits to be confirmed.
pub struct AcaoOferecida {
    pub id: AcaoId,
    pub ferramenta: String,
    pub argumentos: Value,
    pub resumo: String,
    pub expira_em: Timestamp,
}

/// What a question goes on with.
struct Retomada {
    conversa: Option<ConversaId>,
    /// The question is the last of it.
    historico: Vec<Fala>,
    escolhida: Option<UsuarioId>,
}

pub async fn perguntar(
    scope: &Scope<UsarAssistente>,
    assistente: &Assistente,
    pergunta: &Pergunta,
) -> Result<Respondida> {
    let caller = scope.caller();
    let Retomada { conversa, historico, escolhida } =
        scope.read(async |tx| abrir(tx, caller, pergunta).await).await?;
    assistente.admitir(caller.id, scope.now())?;
    let ocasiao = Ocasiao { caller, conversa, propoe: true, escolhida };
    let resposta = responder(scope, assistente, &ocasiao, &historico).await?;
    scope.write(async |tx| guardar(tx, caller, pergunta, conversa, resposta).await).await
}

async fn responder(
    scope: &Scope<UsarAssistente>,
    assistente: &Assistente,
    ocasiao: &Ocasiao<'_>,
    historico: &[Fala],
) -> Result<Resposta> {
    let Some(provedor) = assistente.provedor() else {
        return scope.read(async |tx| embutida::responder(tx, ocasiao, historico).await).await;
    };
    // "Sim, confirmo" is no business of a model's.
    let lembrada = scope
        .read(async |tx| match embutida::diz_sim(tx, historico) {
            true => embutida::pendente(tx, ocasiao).await,
            false => Ok(None),
        })
        .await?;
    if let Some(lembrada) = lembrada {
        return Ok(lembrada);
    }
    medido(scope, assistente, provedor, async |provedor, medidor| {
        modelo::responder(scope, (provedor, medidor), ocasiao, historico, "").await
    })
    .await
}

/// The conversation that this goes on with, if it is one, and what was said in it.
async fn abrir(tx: &mut NucleoTx, caller: &Caller, pergunta: &Pergunta) -> Result<Retomada> {
    tx.nucleo()?;
    let conversa = match pergunta.conversa {
        Some(id) => {
            let achada = store::find_conversa(tx, caller.id, id).await?;
            let achada = achada.ok_or(CONVERSA_NAO_ENCONTRADA)?;
            if achada.usuario_id != caller.id {
                return Err(CONVERSA_DE_OUTRA_PESSOA.into());
            }
            if achada.total_mensagens + 2 > MAX_DA_CONVERSA {
                return Err(CONVERSA_CHEIA.into());
            }
            Some(id)
        }
        None => a_mesma(tx, caller, &pergunta.antes).await?,
    };
    let ultimas = match conversa {
        Some(id) => store::list_ultimas(tx, id, LEMBRADAS).await?,
        None => Vec::new(),
    };
    let escolha = ultimas.last().and_then(|ultima| escolha(ultima, &pergunta.texto));
    let mut historico: Vec<Fala> = match conversa {
        Some(_) => ultimas
            .into_iter()
            .map(|mensagem| Fala { papel: mensagem.papel, texto: mensagem.texto })
            .collect(),
        None => pergunta.antes.clone(),
    };
    let (escolhida, texto) = match escolha {
        Some((id, nome)) => (Some(id), nome),
        None => (None, pergunta.texto.clone()),
    };
    historico.push(Fala { papel: Papel::User, texto });
    Ok(Retomada { conversa, historico, escolhida })
}

/// Whom one of the answers that were just offered means, if this is one of them.
fn escolha(ultima: &store::Mensagem, texto: &str) -> Option<(UsuarioId, String)> {
    let opcoes = ultima.dados.as_ref()?.0.get("opcoes")?.as_array()?;
    let opcao = opcoes.iter().find(|opcao| opcao.get("texto").is_some_and(|dito| dito == texto))?;
    let id = UsuarioId::deserialize(opcao.get("membroId")?).ok()?;
    Some((id, opcao.get("nome")?.as_str()?.to_owned()))
}

/// Whoever sends the whole history and no id goes on with the conversation that has it.
async fn a_mesma(tx: &mut NucleoTx, caller: &Caller, antes: &[Fala]) -> Result<Option<ConversaId>> {
    let total = antes.len() as i64;
    if total == 0 || total + 2 > MAX_DA_CONVERSA {
        return Ok(None);
    }
    let titulo = titulo(antes, "");
    let Some(id) = store::find_igual(tx, caller.id, &titulo, total).await? else {
        return Ok(None);
    };
    let guardadas = store::list_mensagens(tx, id).await?;
    let igual = |(guardada, dita): (&store::Mensagem, &Fala)| {
        guardada.papel == dita.papel && guardada.texto == dita.texto
    };
    Ok(guardadas.iter().zip(antes).all(igual).then_some(id))
}

fn titulo(antes: &[Fala], pergunta: &str) -> String {
    let primeira = antes.iter().find(|fala| fala.papel == Papel::User);
    rules::titulo(primeira.map_or(pergunta, |fala| &fala.texto))
}

/// Everything or nothing: the question, its answer, and what it proposes.
pub async fn guardar(
    tx: &mut NucleoTx,
    caller: &Caller,
    pergunta: &Pergunta,
    conversa: Option<ConversaId>,
    resposta: Resposta,
) -> Result<Respondida> {
    let conversa = match conversa {
        Some(id) => id,
        None => comecar(tx, caller, pergunta).await?,
    };
    let numero = store::append(tx, conversa, 2, MAX_DA_CONVERSA).await?;
    let numero = numero.ok_or(CONVERSA_NAO_ENCONTRADA)?;
    if let Some(cancelada) = resposta.cancelada {
        store::cancel(tx, caller.id, cancelada).await?;
    }
    let acao = match resposta.acao {
        None => None,
        Some(Oferecida::Antiga(acao)) => Some(AcaoOferecida {
            id: acao.id,
            ferramenta: acao.ferramenta,
            argumentos: acao.argumentos.0,
            resumo: acao.resumo,
            expira_em: acao.expira_em,
        }),
        Some(Oferecida::Nova(proposta)) => {
            Some(propor(tx, caller, conversa, &pergunta.texto, *proposta).await?)
        }
    };
    let texto = rules::resposta(&resposta.texto);
    let tool_calls: Vec<_> =
        resposta.tool_calls.iter().map(|ferramenta| ferramenta.as_str().to_owned()).collect();
    store::insert_mensagem(tx, conversa, numero, &do_usuario(&pergunta.texto)).await?;
    let guardada = NovaMensagem {
        papel: Papel::Assistant,
        texto: texto.clone(),
        tipo: Some(resposta.tipo),
        dados: resposta.dados.clone(),
        quick_replies: resposta.quick_replies.clone(),
        tool_calls: tool_calls.clone(),
        acao: acao.as_ref().map(|acao| acao.id),
    };
    store::insert_mensagem(tx, conversa, numero + 1, &guardada).await?;
    store::insert_mencoes(tx, conversa, &[numero, numero + 1], &resposta.pessoas).await?;
    Ok(Respondida {
        conversa,
        texto,
        tipo: resposta.tipo,
        dados: resposta.dados,
        quick_replies: resposta.quick_replies,
        tool_calls,
        acao,
    })
}

fn do_usuario(texto: &str) -> NovaMensagem {
    simples(Papel::User, texto)
}

fn simples(papel: Papel, texto: &str) -> NovaMensagem {
    NovaMensagem {
        papel,
        texto: texto.to_owned(),
        tipo: (papel == Papel::Assistant).then_some(TipoDeResposta::Text),
        dados: None,
        quick_replies: Vec::new(),
        tool_calls: Vec::new(),
        acao: None,
    }
}

/// A new conversation, with what came along of an older one.
async fn comecar(tx: &mut NucleoTx, caller: &Caller, pergunta: &Pergunta) -> Result<ConversaId> {
    let titulo = titulo(&pergunta.antes, &pergunta.texto);
    let conversa = store::insert_conversa(tx, caller.id, &titulo).await?;
    let quantas = pergunta.antes.len() as i64;
    if quantas > 0 {
        store::append(tx, conversa, quantas, MAX_DA_CONVERSA).await?;
    }
    for (fala, numero) in pergunta.antes.iter().zip(1..) {
        store::insert_mensagem(tx, conversa, numero, &simples(fala.papel, &fala.texto)).await?;
    }
    Ok(conversa)
}

async fn propor(
    tx: &mut NucleoTx,
    caller: &Caller,
    conversa: ConversaId,
    pedido: &str,
    proposta: Proposta,
) -> Result<AcaoOferecida> {
    let (argumentos, expira_em) = (proposta.ato.argumentos()?, tx.now() + VALIDADE);
    let nova = NovaAcao {
        usuario: caller.id,
        conversa,
        alvo: proposta.ato.alvo(),
        ferramenta: proposta.ato.ferramenta().as_str(),
        argumentos: argumentos.clone(),
        tipo: proposta.tipo,
        dados: proposta.dados,
        resumo: proposta.resumo.clone(),
        pedido: pedido.to_owned(),
        expira_em,
    };
    let id = store::insert_acao(tx, &nova).await?;
    Ok(AcaoOferecida {
        id,
        ferramenta: nova.ferramenta.to_owned(),
        argumentos,
        resumo: proposta.resumo,
        expira_em,
    })
}
