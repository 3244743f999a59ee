//! Questions that stand alone: about members, about who suits a task, about the last week.

use assistente::{cidade_citada, competencias_citadas, nivel_citado};
use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::{Caller, Scope};
use chrono::Duration;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::ferramentas::frases::{lista, quantos};
use super::super::ferramentas::{Membro, Ocasiao, completar, membros_que_sabem, mesmo};
use super::super::{Assistente, Fala, Papel, rules};
use super::consumo::medido;
use super::{embutida, modelo};
use crate::areas::competencias::Nivel;
use crate::areas::competencias::service as competencias;
use crate::areas::eventos::service as eventos;
use crate::areas::membros::Status;
use crate::areas::membros::service as membros;
use crate::areas::projetos::tarefas::service as tarefas;
use crate::policy::UsarAssistente;

/// How many people a task is offered to.
const MAX_COMBINADOS: i64 = 10;
const SEMANA: Duration = Duration::days(7);

const TAREFA_DE_CONSULTA: &str = "Responda a pergunta sobre os membros do núcleo, em Markdown.";
const TAREFA_DE_COMBINACAO: &str = "A pessoa procura quem combina com uma tarefa. Use as ferramentas \
    para achar membros ativos com as competências certas e responda só com um objeto JSON: \
    {\"membroIds\": [até 10 ids que as ferramentas mostraram, o melhor primeiro], \
    \"justificativa\": \"por que estas pessoas, em poucas frases\"}.";
const INSTRUCOES_DO_RESUMO: &str = "Escreva um resumo da semana de um núcleo para sua coordenação, em \
    português do Brasil, com até três frases animadas e exatas. A mensagem é um objeto JSON com os \
    números; não invente outros. Responda só com o resumo.";

fn sozinha(caller: &Caller) -> Ocasiao<'_> {
    Ocasiao { caller, conversa: None, propoe: false, escolhida: None }
}

fn dita(texto: &str) -> [Fala; 1] {
    [Fala { papel: Papel::User, texto: texto.to_owned() }]
}

/// An answer in Markdown. Nothing is kept, and nothing proposed.
pub async fn consultar_membros(
    scope: &Scope<UsarAssistente>,
    assistente: &Assistente,
    pergunta: &str,
) -> Result<String> {
    scope.read(async |tx| tx.nucleo()).await?;
    assistente.admitir(scope.caller().id, scope.now())?;
    let (ocasiao, historico) = (sozinha(scope.caller()), dita(pergunta));
    let resposta = match assistente.provedor() {
        None => scope.read(async |tx| embutida::responder(tx, &ocasiao, &historico).await).await?,
        Some(provedor) => {
            medido(scope, assistente, provedor, async |provedor, medidor| {
                let com = (provedor, medidor);
                modelo::responder(scope, com, &ocasiao, &historico, TAREFA_DE_CONSULTA).await
            })
            .await?
        }
    };
    Ok(rules::resposta(&resposta.texto))
}

/// Who suits, and why.
pub struct Combinacao {
    pub membros: Vec<Membro>,
    pub justificativa: String,
}

pub async fn combinar(
    scope: &Scope<UsarAssistente>,
    assistente: &Assistente,
    prompt: &str,
) -> Result<Combinacao> {
    scope.read(async |tx| tx.nucleo()).await?;
    assistente.admitir(scope.caller().id, scope.now())?;
    if let Some(provedor) = assistente.provedor() {
        let (ocasiao, historico) = (sozinha(scope.caller()), dita(prompt));
        let resposta = medido(scope, assistente, provedor, async |provedor, medidor| {
            let com = (provedor, medidor);
            modelo::responder(scope, com, &ocasiao, &historico, TAREFA_DE_COMBINACAO).await
        })
        .await?;
        let escolha = rules::objeto_em(&resposta.texto);
        if let Some(escolha) = escolha.and_then(|objeto| Escolha::deserialize(objeto).ok()) {
            let escolhidos = scope.read(async |tx| conferir(tx, &escolha.membro_ids).await).await?;
            if !escolhidos.is_empty() {
                let justificativa = rules::resposta(&escolha.justificativa);
                return Ok(Combinacao { membros: escolhidos, justificativa });
            }
        }
        // A model that named nobody who is there is of no use: the catalogue decides.
    }
    scope.read(async |tx| combinar_pelo_catalogo(tx, prompt).await).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Escolha {
    membro_ids: Vec<Value>,
    justificativa: String,
}

/// Those whom a model named, as far as they are active members of this nucleo, in its order.
async fn conferir(tx: &mut NucleoTx, ditos: &[Value]) -> Result<Vec<Membro>> {
    let ids: Vec<UsuarioId> =
        ditos.iter().filter_map(|id| UsuarioId::deserialize(id).ok()).take(20).collect();
    let mut cartoes = membros::cartoes_de(tx, &ids).await?;
    cartoes.retain(|pessoa| pessoa.status == Status::Ativo);
    cartoes.sort_by_key(|pessoa| ids.iter().position(|id| *id == pessoa.id));
    cartoes.truncate(MAX_COMBINADOS as usize);
    completar(tx, cartoes).await
}

async fn combinar_pelo_catalogo(tx: &mut NucleoTx, prompt: &str) -> Result<Combinacao> {
    let catalogo = competencias::listar(&mut tx.shared()).await?;
    let nomes: Vec<_> = catalogo.iter().map(|entrada| entrada.micro_nome.clone()).collect();
    let citadas: Vec<_> = competencias_citadas(prompt, &nomes)
        .into_iter()
        .filter_map(|posicao| catalogo.get(posicao))
        .map(|entrada| (entrada.micro_id, entrada.micro_nome.clone()))
        .collect();
    if citadas.is_empty() {
        let justificativa = "Não reconheci nenhuma competência do catálogo neste pedido. Diga o que \
            a tarefa exige, como redação, fotografia ou gestão de projetos.";
        return Ok(Combinacao { membros: Vec::new(), justificativa: justificativa.to_owned() });
    }
    let nivel: Option<Nivel> = nivel_citado(prompt).and_then(|nivel| mesmo(nivel.as_str()));
    let cidades = membros::cidades(tx).await?;
    let cidade = cidade_citada(prompt, &cidades).and_then(|posicao| cidades.get(posicao).cloned());
    let grafias = match &cidade {
        Some(cidade) => Some(membros::grafias(tx, cidade).await?),
        None => None,
    };
    let (total, membros) = membros_que_sabem(tx, &citadas, nivel, grafias, MAX_COMBINADOS).await?;
    let nomes: Vec<_> = citadas.iter().map(|(_, nome)| nome.clone()).collect();
    let mut busca = lista(&nomes);
    if let Some(nivel) = nivel {
        busca.push_str(&format!(" em nível {}", nivel.as_str().to_lowercase()));
    }
    if let Some(cidade) = &cidade {
        busca.push_str(&format!(", em {cidade}"));
    }
    let justificativa = match membros.first() {
        None => format!("Nenhum membro ativo declarou {busca}."),
        Some(primeiro) => {
            let sabe = nomes.iter().filter_map(|nome| {
                let nivel = primeiro.niveis.get(nome)?.as_str()?.to_lowercase();
                Some(format!("{nome} ({nivel})"))
            });
            let sabe: Vec<_> = sabe.collect();
            format!(
                "O pedido cita {busca}. {} isso; a ordem é de quem reúne mais das competências \
                 citadas, em níveis mais altos. Em primeiro vem {}, com {}.",
                quantos(total, "membro ativo declarou", "membros ativos declararam"),
                primeiro.nome,
                lista(&sabe)
            )
        }
    };
    Ok(Combinacao { membros, justificativa })
}

/// The last seven days in numbers and in words.
pub struct Semana {
    pub novos_membros: i64,
    pub tarefas_concluidas: i64,
    pub eventos_finalizados: i64,
    pub resumo: String,
}

pub async fn resumir_semana(
    scope: &Scope<UsarAssistente>,
    assistente: &Assistente,
) -> Result<Semana> {
    let (novos, concluidas, finalizados) = scope.read(async |tx| contar_semana(tx).await).await?;
    assistente.admitir(scope.caller().id, scope.now())?;
    let resumo = match assistente.provedor() {
        None => resumo_embutido(novos, concluidas, finalizados),
        Some(provedor) => {
            let numeros = json!({
                "novosMembros": novos, "tarefasConcluidas": concluidas,
                "eventosFinalizados": finalizados,
            });
            medido(scope, assistente, provedor, async |provedor, medidor| {
                modelo::redigir((provedor, medidor), INSTRUCOES_DO_RESUMO, &numeros).await
            })
            .await?
        }
    };
    Ok(Semana {
        novos_membros: novos,
        tarefas_concluidas: concluidas,
        eventos_finalizados: finalizados,
        resumo: rules::resposta(&resumo),
    })
}

async fn contar_semana(tx: &mut NucleoTx) -> Result<(i64, i64, i64)> {
    tx.nucleo()?;
    let agora = tx.now();
    let semana = (agora - SEMANA, agora);
    let novos = membros::contar_aprovados(tx, semana).await?;
    let concluidas = tarefas::contar_aprovadas(tx, semana).await?;
    let finalizados = eventos::contar_finalizados(tx, semana.0).await?;
    Ok((novos, concluidas, finalizados))
}

fn resumo_embutido(novos: i64, concluidas: i64, finalizados: i64) -> String {
    if (novos, concluidas, finalizados) == (0, 0, 0) {
        return "Foi uma semana tranquila: nenhum membro novo, nenhuma tarefa concluída e nenhum \
                evento realizado."
            .to_owned();
    }
    let partes: Vec<String> = [
        (novos, "membro novo", "membros novos"),
        (concluidas, "tarefa concluída", "tarefas concluídas"),
        (finalizados, "evento realizado", "eventos realizados"),
    ]
    .into_iter()
    .filter(|(quantas, ..)| *quantas > 0)
    .map(|(quantas, um, varios)| quantos(quantas, um, varios))
    .collect();
    format!("Nos últimos sete dias o núcleo teve {}.", lista(&partes))
}
