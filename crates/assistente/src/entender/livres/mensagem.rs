//! Messages to people: what they say and to whom they go.

use std::ops::Range;

use super::{citacao, escrito, limpo};
use crate::entender::analise::Analise;
use crate::entender::lugares::Preenchido;
use crate::lexico::{self, Conceito};

pub fn notificacao(analise: &Analise, saida: &mut Preenchido) {
    titulo(analise, saida);
    mensagem(analise, saida, &[Conceito::Notificar, Conceito::Notificacao, Conceito::Comunicado]);
}

pub fn email(analise: &Analise, saida: &mut Preenchido) {
    mensagem(analise, saida, &[Conceito::Email]);
}

/// "com o título X" before the message.
fn titulo(analise: &Analise, saida: &mut Preenchido) {
    let frase = &analise.frase;
    let Some(inicio) = frase.posicao_de(&["titulo"]).map(|posicao| posicao + 1) else { return };
    let fim = (inicio..frase.len())
        .find(|posicao| {
            let separada = frase.palavras.get(*posicao).and_then(|palavra| palavra.antes);
            let acaba = ["mensagem", "texto", "dizendo", "para"].contains(&frase.plana(*posicao))
                || frase.segue(*posicao, &["e", "mensagem"])
                || frase.segue(*posicao, &["e", "a", "mensagem"]);
            acaba || (*posicao > inicio && matches!(separada, Some(',' | ';' | '.' | '"')))
        })
        .unwrap_or(frase.len());
    let texto = limpo(frase.trecho(inicio..fim));
    if !texto.is_empty() {
        saida.lugares.titulo = Some(texto.chars().take(200).collect());
        saida.usar(inicio..fim);
    }
}

fn mensagem(analise: &Analise, saida: &mut Preenchido, objetos: &[Conceito]) {
    let frase = &analise.frase;
    let dito = comeco(analise, saida, objetos);
    let (inicio, fim) = match dito {
        Some(inicio) => (inicio, cauda(analise, inicio).unwrap_or(frase.len())),
        None => (frase.len(), frase.len()),
    };
    // Who receives it stands before the message, or at its very end.
    destinatarios(analise, 0..inicio, saida);
    destinatarios(analise, fim..frase.len(), saida);
    // "Chamando os membros para a assembleia" says it within.
    let sem_ninguem = saida.lugares.destinatarios == Default::default();
    if sem_ninguem && analise.tem(inicio, Conceito::Sobre) {
        destinatarios(analise, inicio..(inicio + 4).min(fim), saida);
    }
    let citado = citacao(analise).filter(|(_, onde)| !saida.usou(onde.start));
    let texto = match citado {
        Some((texto, _)) => escrito(&texto),
        None if fim == frase.len() => escrito(frase.resto(inicio)),
        None => escrito(frase.trecho(inicio..fim)),
    };
    if !texto.is_empty() {
        saida.lugares.mensagem = Some(texto.chars().take(1000).collect());
        saida.usar(inicio..fim);
    }
}

/// Where the message begins.
fn comeco(analise: &Analise, saida: &Preenchido, objetos: &[Conceito]) -> Option<usize> {
    let frase = &analise.frase;
    let objeto = analise.primeira_com(objetos)?;
    let apos_que = |posicao: usize| {
        let liga = ["que", "de", "da", "do", "sobre"].contains(&frase.plana(posicao));
        posicao + usize::from(liga)
    };
    for posicao in objeto + 1..frase.len() {
        if saida.usou(posicao) {
            continue;
        }
        let antes = frase.palavras.get(posicao).and_then(|palavra| palavra.antes);
        if antes == Some(':') {
            return Some(posicao);
        }
        match frase.plana(posicao) {
            "que" | "sobre" | "mensagem" | "texto" | "assunto" => {
                return Some(apos_que(posicao + 1));
            }
            "dizendo" | "falando" | "avisando" | "informando" | "contando" => {
                return Some(apos_que(posicao + 1));
            }
            // "Convidando para a reunião" is itself what is to be said.
            _ if analise.tem(posicao, Conceito::Sobre) => return Some(posicao),
            _ => {}
        }
    }
    sem_anuncio(analise, objeto, saida)
}

/// "Avise o pessoal da reunião de sexta", "um e-mail de boas-vindas para os novos".
fn sem_anuncio(analise: &Analise, objeto: usize, saida: &Preenchido) -> Option<usize> {
    let frase = &analise.frase;
    let mut inicio = objeto + 1;
    let ignora = |posicao: usize| {
        let vazia = ["o", "a", "os", "as", "para", "com", "ao", "aos", "push", "um", "uma", "pelo"]
            .contains(&frase.plana(posicao));
        vazia || recebe(analise, posicao) || saida.usou(posicao)
    };
    while inicio < frase.len() && ignora(inicio) {
        inicio += 1;
    }
    while ["da", "do", "de", "das", "dos"].contains(&frase.plana(inicio)) {
        inicio += 1;
    }
    let diz = (inicio..frase.len())
        .any(|posicao| !lexico::comum(frase.plana(posicao)) && !recebe(analise, posicao));
    (diz && cauda(analise, inicio) != Some(inicio)).then_some(inicio)
}

fn recebe(analise: &Analise, posicao: usize) -> bool {
    const COLETIVOS: &[Conceito] = &[
        Conceito::Todos,
        Conceito::Membro,
        Conceito::Apoiador,
        Conceito::Militante,
        Conceito::PalavraCargo,
        Conceito::Plano,
        Conceito::Novo,
        Conceito::Ativo,
        Conceito::Nucleo,
        Conceito::Assinatura,
    ];
    analise.cargo_em(posicao).is_some()
        || COLETIVOS.iter().any(|conceito| analise.tem(posicao, *conceito))
        || analise.pessoas.iter().any(|onde| onde.contains(&posicao))
}

/// Where a closing "para todos os membros" begins.
fn cauda(analise: &Analise, desde: usize) -> Option<usize> {
    let frase = &analise.frase;
    (desde..frase.len()).rev().filter(|posicao| frase.plana(*posicao) == "para").find(|posicao| {
        let mut resto = posicao + 1..frase.len();
        let alguem = resto.clone().any(|outra| recebe(analise, outra));
        alguem && resto.all(|outra| recebe(analise, outra) || lexico::comum(frase.plana(outra)))
    })
}

/// Who is addressed within these words: roles and plans before "everybody", people by name.
pub fn destinatarios(analise: &Analise, onde: Range<usize>, saida: &mut Preenchido) {
    let mut achados = saida.lugares.destinatarios.clone();
    for posicao in onde.clone() {
        if let Some(cargo) = analise.cargo_em(posicao)
            && !achados.cargos.contains(&cargo)
        {
            achados.cargos.push(cargo);
        }
        for (conceito, codigo) in
            [(Conceito::Apoiador, "APOIADOR"), (Conceito::Militante, "MILITANTE")]
        {
            if analise.tem(posicao, conceito) && !achados.planos.iter().any(|outro| outro == codigo)
            {
                achados.planos.push(codigo.to_owned());
            }
        }
    }
    if achados.cargos.is_empty() && achados.planos.is_empty() {
        let mut usadas = Vec::new();
        let candidatas = analise.pessoas.iter().chain(&analise.provaveis);
        for pessoa in
            candidatas.filter(|pessoa| onde.contains(&pessoa.start) && !saida.usou(pessoa.start))
        {
            let provavel = analise.provaveis.contains(pessoa);
            let para = ["para", "ao", "a", "o", "e"]
                .contains(&analise.frase.plana(pessoa.start.wrapping_sub(1)));
            if (!provavel || para) && achados.membros.len() < 100 {
                achados.membros.push(analise.frase.trecho(pessoa.clone()).to_owned());
                usadas.push(pessoa.clone());
            }
        }
        saida.usadas.extend(usadas);
    }
    let segmento = !achados.cargos.is_empty() || !achados.planos.is_empty();
    let nomeados = !achados.membros.is_empty();
    let coletivo = onde.into_iter().any(|posicao| {
        analise.tem(posicao, Conceito::Todos) || analise.tem(posicao, Conceito::Membro)
    });
    if segmento || nomeados {
        achados.todos = false;
        if segmento {
            achados.membros.clear();
        }
    } else if coletivo {
        achados.todos = true;
    }
    saida.lugares.destinatarios = achados;
}
