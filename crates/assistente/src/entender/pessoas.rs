//! Where a sentence names people.

use std::ops::Range;

use super::analise::Analise;
use crate::lexico::{self, Conceito};

/// Words after which a name stands.
const ANTES: &[&str] = &[
    "o", "a", "do", "da", "de", "para", "ao", "as", "com", "e", "pelo", "pela", "membro", "membra",
];
const PARTICULAS: &[&str] = &["de", "da", "do", "dos", "das", "e"];

/// The people of a sentence: those that are certain (a capital, a usual first name), and those that
/// are likely (an unknown word where a name would stand).
pub fn achar(analise: &Analise) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let mut certas = Vec::new();
    let mut provaveis = Vec::new();
    let mut posicao = 0;
    while posicao < analise.frase.len() {
        match inicio(analise, posicao) {
            Some(certa) => {
                let onde = posicao..fim(analise, posicao, certa);
                posicao = onde.end;
                if certa { certas.push(onde) } else { provaveis.push(onde) }
            }
            None => posicao += 1,
        }
    }
    (certas, provaveis)
}

/// Does a name begin here, and is that certain?
fn inicio(analise: &Analise, posicao: usize) -> Option<bool> {
    let frase = &analise.frase;
    let forma = frase.plana(posicao);
    if referencia(forma) {
        return Some(true);
    }
    let citada = frase.citacoes.iter().any(|onde| onde.contains(&posicao));
    let competencia =
        analise.competencias.iter().any(|citacao| citacao.palavras.contains(&posicao));
    if citada || competencia || !analise.livre(posicao) || titulo(analise, posicao) {
        return None;
    }
    if lexico::nome_proprio(forma) || analise.com_maiuscula(posicao) {
        return Some(true);
    }
    let antes = frase.plana(posicao.wrapping_sub(1));
    let escrita = frase.trecho(posicao.wrapping_sub(1)..posicao);
    let apresentada = ANTES.contains(&antes) || escrita == "à";
    (apresentada && forma.len() > 2 && forma.chars().all(char::is_alphabetic)).then_some(false)
}

/// Somebody's e-mail address or id.
fn referencia(forma: &str) -> bool {
    let endereco = forma.find('@').is_some_and(|onde| onde > 0);
    let id = forma.len() == 36 && forma.matches('-').count() == 4
        || forma.len() == 32 && forma.chars().all(|letra| letra.is_ascii_hexdigit());
    endereco || id
}

/// After "projeto" or "enquete" stands a title, not a person.
fn titulo(analise: &Analise, posicao: usize) -> bool {
    const TITULADOS: &[Conceito] = &[
        Conceito::Projeto,
        Conceito::Enquete,
        Conceito::Evento,
        Conceito::Produto,
        Conceito::Comunicado,
    ];
    let anunciado = ["chamada", "titulo"].contains(&analise.frase.plana(posicao.wrapping_sub(1)));
    let da_tarefa = analise.tem(posicao.wrapping_sub(1), Conceito::Tarefa);
    if da_tarefa || anunciado && analise.algum(Conceito::Tarefa) {
        return true;
    }
    let mut anterior = posicao;
    for _ in 0..3 {
        let Some(antes) = anterior.checked_sub(1) else { return false };
        anterior = antes;
        if TITULADOS.iter().any(|conceito| analise.tem(anterior, *conceito)) {
            return true;
        }
        if !["o", "a", "do", "da", "de", "sobre", "chamado", "chamada"]
            .contains(&analise.frase.plana(anterior))
        {
            return false;
        }
    }
    false
}

fn fim(analise: &Analise, inicio: usize, certa: bool) -> usize {
    let frase = &analise.frase;
    let separada = |onde: usize| frase.palavras.get(onde).is_none_or(|p| p.antes.is_some());
    let maiuscula = analise.com_maiuscula(inicio)
        || frase.palavras.get(inicio).is_some_and(|palavra| palavra.maiuscula);
    let parte = |onde: usize| {
        if maiuscula {
            analise.com_maiuscula(onde) && !analise.em_lugar(onde)
        } else {
            analise.livre(onde) && frase.plana(onde).len() > 1
        }
    };
    let mut fim = inicio + 1;
    if referencia(frase.plana(inicio)) {
        return fim;
    }
    while fim < frase.len() && !separada(fim) && fim - inicio < 7 {
        if parte(fim) {
            fim += 1;
        } else if certa
            && frase.plana(fim) != "e"
            && PARTICULAS.contains(&frase.plana(fim))
            && parte(fim + 1)
            && !separada(fim + 1)
        {
            fim += 2;
        } else {
            break;
        }
    }
    fim
}
