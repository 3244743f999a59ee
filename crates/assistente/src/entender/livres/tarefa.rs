//! "Crie uma tarefa para pintar o muro, valendo 50 moedas, até sexta, no projeto Horta."

use std::ops::Range;

use super::{citacao, escrito, limpo, projeto};
use crate::datas::{self, Sentido};
use crate::entender::analise::Analise;
use crate::entender::lugares::Preenchido;
use crate::entender::preencher;
use crate::ferramentas::Dificuldade;
use crate::lexico::Conceito;

const DETALHES: &[&str] = &[
    "valendo",
    "vale",
    "recompensa",
    "prazo",
    "responsavel",
    "dificuldade",
    "descricao",
    "pagando",
    "premio",
];

pub fn tarefa(analise: &Analise, saida: &mut Preenchido) {
    projeto(analise, saida);
    recompensa(analise, saida);
    prazo(analise, saida);
    dificuldade(analise, saida);
    descricao(analise, saida);
    if let Some(onde) = titulo(analise, saida) {
        let texto = limpo(analise.frase.trecho(onde.clone()));
        if !texto.is_empty() {
            saida.lugares.titulo = Some(escrito(&texto).chars().take(200).collect());
        }
        saida.usar(onde);
    }
    responsavel(analise, saida);
}

fn titulo(analise: &Analise, saida: &Preenchido) -> Option<Range<usize>> {
    let frase = &analise.frase;
    if let Some((_, onde)) = citacao(analise).filter(|(_, onde)| !saida.usou(onde.start)) {
        return Some(onde);
    }
    let mut inicio = frase
        .posicao_de(&["titulo", "chamada"])
        .or_else(|| analise.primeira_com(&[Conceito::Tarefa]))?
        + 1;
    // What stands between "tarefa" and its title: who, how hard, small words.
    loop {
        let pessoa = analise.pessoas.iter().find(|pessoa| pessoa.start == inicio);
        let pequena = [
            "para",
            "de",
            "do",
            "da",
            "com",
            "o",
            "a",
            "titulo",
            "chamada",
            "nova",
            "aberta",
            "avulsa",
            "que",
            "e",
            "projeto",
            "no",
            "na",
            "os",
            "as",
            "dificuldade",
        ]
        .contains(&frase.plana(inicio));
        if let Some(pessoa) = pessoa {
            inicio = pessoa.end;
        } else if pequena || (saida.usou(inicio) && inicio < frase.len()) {
            inicio += 1;
        } else {
            break;
        }
    }
    let fim = (inicio..frase.len())
        .find(|posicao| {
            let separada = *posicao > inicio
                && frase.palavras.get(*posicao).is_some_and(|palavra| palavra.antes.is_some());
            let detalhe = DETALHES.contains(&frase.plana(*posicao));
            let seguinte = posicao + 1;
            let liga = match frase.plana(*posicao) {
                "com" | "e" => DETALHES.contains(&frase.plana(seguinte)) || saida.usou(seguinte),
                "por" | "de" => saida.usou(seguinte),
                "no" | "do" | "para" | "na" | "ao" if analise.tem(seguinte, Conceito::Projeto) => {
                    true
                }
                "para" | "ao" => analise
                    .pessoas
                    .iter()
                    .any(|pessoa| (seguinte..=seguinte + 1).contains(&pessoa.start)),
                "ate" => saida.usou(*posicao),
                _ => false,
            };
            separada || detalhe || liga || saida.usou(*posicao)
        })
        .unwrap_or(frase.len());
    (inicio < fim).then_some(inicio..fim)
}

fn recompensa(analise: &Analise, saida: &mut Preenchido) {
    let achada = analise.numeros.iter().find(|(_, onde)| {
        let anunciada = (1..=2).any(|antes| {
            let palavra = analise.frase.plana(onde.start.wrapping_sub(antes));
            ["valendo", "vale", "recompensa", "pagando", "premio"].contains(&palavra)
        });
        anunciada || analise.tem(onde.end, Conceito::Moeda)
    });
    if let Some((numero, onde)) = achada {
        saida.lugares.valor = u32::try_from(*numero).ok().filter(|numero| *numero <= 1_000_000);
        saida.usar(onde.clone());
    }
}

/// Only a day that is announced as the last one: others belong to the title.
fn prazo(analise: &Analise, saida: &mut Preenchido) {
    let frase = &analise.frase;
    for posicao in 0..frase.len() {
        let anunciada = match frase.plana(posicao) {
            "ate" => true,
            _ => (1..=3).any(|antes| frase.plana(posicao.wrapping_sub(antes)) == "prazo"),
        };
        if !anunciada {
            continue;
        }
        let hoje = analise.contexto.hoje;
        if let Some(achado) = datas::em(frase, posicao, hoje, Sentido::Futuro) {
            saida.lugares.prazo = achado.fim.or(achado.inicio);
            saida.usar(achado.palavras);
            return;
        }
    }
}

fn dificuldade(analise: &Analise, saida: &mut Preenchido) {
    for (conceito, dificuldade) in [
        (Conceito::Facil, Dificuldade::Facil),
        (Conceito::Media, Dificuldade::Media),
        (Conceito::Dificil, Dificuldade::Dificil),
    ] {
        let Some(posicao) = analise.primeira_com(&[conceito]) else { continue };
        // "Tarefa fácil" or "dificuldade média"; elsewhere it is part of the title.
        let dita = analise.tem(posicao.wrapping_sub(1), Conceito::Tarefa)
            || analise.frase.plana(posicao.wrapping_sub(1)) == "dificuldade"
            || analise.frase.palavras.get(posicao).is_some_and(|palavra| palavra.antes.is_some());
        if dita {
            saida.lugares.dificuldade = Some(dificuldade);
            saida.usar(posicao..posicao + 1);
            return;
        }
    }
}

fn descricao(analise: &Analise, saida: &mut Preenchido) {
    if let Some(posicao) = analise.frase.posicao_de(&["descricao"]) {
        let texto = escrito(analise.frase.resto(posicao + 1));
        if !texto.is_empty() {
            saida.lugares.mensagem = Some(texto);
            saida.usar(posicao..analise.frase.len());
        }
    }
}

fn responsavel(analise: &Analise, saida: &mut Preenchido) {
    let mut so_certas = Preenchido { usadas: saida.usadas.clone(), ..Preenchido::default() };
    so_certas.usadas.extend(analise.provaveis.iter().cloned());
    preencher::pessoa(analise, &mut so_certas);
    saida.lugares.pessoa = so_certas.lugares.pessoa;
    saida.usadas = so_certas.usadas;
}
