//! Tools about projects and tasks.

use assistente::ferramentas::TarefasPendentes;
use base::db::NucleoTx;
use base::{Result, Uuid, text};
use serde_json::json;

use super::frases::{citado, cortado, dia, milhares, quantos, topicos};
use super::{Achado, Dica, Duvida, Feito, MAX_LINHAS, quem};
use crate::areas::projetos::ProjetoId;
use crate::areas::projetos::service as projetos;
use crate::areas::projetos::tarefas::StatusTarefa;
use crate::areas::projetos::tarefas::service::{self as tarefas, PorFazer};

/// How many of the newest projects are known by their names.
const MAX_PROJETOS: i64 = 1000;
const MAX_OPCOES: usize = 6;

/// The one project that a name or an id means, or what to say instead.
pub async fn projeto(tx: &mut NucleoTx, dito: &str) -> Result<Result<(ProjetoId, String), Feito>> {
    let id = Uuid::parse_str(dito.trim()).ok().map(ProjetoId::from);
    let procurado = text::normalized(dito);
    let mut achados = projetos::nomes(tx, MAX_PROJETOS).await?;
    achados.retain(|(outro, nome)| {
        id.map_or_else(|| text::normalized(nome).contains(&procurado), |id| *outro == id)
    });
    let exato = achados.iter().position(|(_, nome)| text::normalized(nome) == procurado);
    let unico = exato.or((achados.len() == 1).then_some(0));
    if let Some(unico) = unico {
        return Ok(Ok(achados.swap_remove(unico)));
    }
    let dito = citado(dito, 80);
    Ok(Err(match achados.is_empty() {
        true => Feito::Recusou(format!("Não encontrei o projeto “{dito}”.")),
        false => Feito::Duvidou(Duvida {
            pergunta: format!("Há mais de um projeto com “{dito}” no nome. Qual deles?"),
            opcoes: achados.into_iter().take(MAX_OPCOES).map(|(_, nome)| nome).collect(),
            significam: Vec::new(),
            pessoas: Vec::new(),
        }),
    }))
}

pub async fn tarefas(tx: &mut NucleoTx, dica: Dica, pedido: TarefasPendentes) -> Result<Feito> {
    let responsavel = match &pedido.responsavel {
        None => None,
        Some(nome) => match quem::pessoa(tx, dica, nome).await? {
            Ok(pessoa) => Some(pessoa),
            Err(feito) => return Ok(feito),
        },
    };
    let do_projeto = match &pedido.projeto {
        None => None,
        Some(nome) => match projeto(tx, nome).await? {
            Ok(projeto) => Some(projeto),
            Err(feito) => return Ok(feito),
        },
    };
    let projeto_id = do_projeto.as_ref().map(|(id, _)| *id);
    let responsavel_id = responsavel.as_ref().map(|pessoa| pessoa.id);
    let (total, lista) = tarefas::por_fazer(tx, projeto_id, responsavel_id, MAX_LINHAS).await?;
    let linha = |tarefa: &PorFazer| {
        json!({
            "id": tarefa.id, "titulo": tarefa.titulo, "status": tarefa.status,
            "dificuldade": tarefa.dificuldade, "recompensa": tarefa.recompensa,
            "prazo": tarefa.prazo,
            "projeto": tarefa.projeto_id.map(|id| json!({"id": id, "nome": tarefa.projeto_nome})),
            "responsavel": tarefa.responsavel_id
                .map(|id| json!({"id": id, "nome": tarefa.responsavel_nome})),
        })
    };
    let itens: Vec<_> = lista.iter().map(linha).collect();
    let dados = json!({"total": total, "tarefas": itens});
    let mut onde = String::new();
    if let Some((_, nome)) = &do_projeto {
        onde.push_str(&format!(" no projeto {}", citado(nome, 80)));
    }
    if let Some(pessoa) = &responsavel {
        onde.push_str(&format!(" com {}", citado(&pessoa.nome, 80)));
    }
    let texto = match total {
        0 => format!("Não há tarefas por concluir ou validar{onde}."),
        total => {
            let total = quantos(total, "tarefa", "tarefas");
            format!("{total} por concluir ou validar{onde}:{}", topicos(lista.iter().map(em_linha)))
        }
    };
    let pessoas = lista.iter().filter_map(|tarefa| tarefa.responsavel_id).chain(responsavel_id);
    Ok(Feito::Achou(Achado {
        pessoas: pessoas.collect(),
        sugestoes: vec!["Quais projetos estão ativos?"],
        ..Achado::novo(dados, texto)
    }))
}

fn em_linha(tarefa: &PorFazer) -> String {
    let status = match tarefa.status {
        StatusTarefa::Pendente => "pendente",
        StatusTarefa::EmAndamento => "em andamento",
        StatusTarefa::Concluida | StatusTarefa::AguardandoValidacao => "à espera de validação",
        StatusTarefa::Aprovada => "aprovada",
        StatusTarefa::Rejeitada => "rejeitada",
    };
    let mut linha = format!("{} ({status})", citado(&tarefa.titulo, 100));
    match &tarefa.responsavel_nome {
        Some(nome) => linha.push_str(&format!(", com {}", citado(nome, 60))),
        None => linha.push_str(", aberta a candidaturas"),
    }
    if let Some(prazo) = tarefa.prazo {
        linha.push_str(&format!(", até {}", dia(prazo)));
    }
    if tarefa.recompensa > 0 {
        linha.push_str(&format!(", vale {}", milhares(tarefa.recompensa)));
    }
    linha
}

pub async fn projetos(tx: &mut NucleoTx) -> Result<Feito> {
    let (total, lista) = projetos::ativos(tx, MAX_LINHAS).await?;
    let linha = |projeto: &projetos::Projeto| {
        json!({
            "id": projeto.id, "nome": projeto.nome, "status": projeto.status,
            "descricao": projeto.descricao.as_deref().map(|texto| cortado(texto, 300)),
            "dataFim": projeto.data_fim, "totalMembros": projeto.total_membros,
            "totalTarefas": projeto.total_tarefas,
        })
    };
    let itens: Vec<_> = lista.iter().map(linha).collect();
    let linhas = lista.iter().map(|projeto| {
        let fim = projeto.data_fim.map(|fim| format!(", até {}", dia(fim))).unwrap_or_default();
        format!(
            "{}: {}, {}{fim}",
            citado(&projeto.nome, 100),
            quantos(projeto.total_membros, "membro", "membros"),
            quantos(projeto.total_tarefas, "tarefa", "tarefas")
        )
    });
    let texto = match total {
        0 => "Não há projetos em planejamento ou em andamento.".to_owned(),
        total => {
            let total = quantos(total, "projeto ativo", "projetos ativos");
            format!("{total}:{}", topicos(linhas))
        }
    };
    Ok(Feito::Achou(Achado {
        sugestoes: vec!["Quais tarefas estão pendentes?"],
        ..Achado::novo(json!({"total": total, "projetos": itens}), texto)
    }))
}
