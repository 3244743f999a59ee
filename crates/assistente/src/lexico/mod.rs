//! The words of this product's world and the concepts they stand for. Tables only hold data; the
//! one way in is `conceitos_de` for a word and `EXPRESSOES` for several.

mod comuns;
mod conceitos;
mod sinonimos;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

pub use comuns::{ESTADOS, informal};
pub use conceitos::Conceito;
pub use sinonimos::SINONIMOS;

use crate::texto::{quase, singular};

struct Lexico {
    palavras: HashMap<&'static str, Vec<Conceito>>,
    prefixos: Vec<(&'static str, Conceito)>,
    expressoes: Vec<(Vec<&'static str>, Conceito)>,
    comuns: HashSet<&'static str>,
    nomes: HashSet<&'static str>,
}

static LEXICO: LazyLock<Lexico> = LazyLock::new(|| {
    let mut lexico = Lexico {
        palavras: HashMap::new(),
        prefixos: Vec::new(),
        expressoes: Vec::new(),
        comuns: comuns::COMUNS.split_whitespace().collect(),
        nomes: comuns::NOMES.split_whitespace().collect(),
    };
    for (conceito, formas) in conceitos::TABELA {
        for forma in formas.split_whitespace() {
            if let Some(prefixo) = forma.strip_suffix('*') {
                lexico.prefixos.push((prefixo, *conceito));
            } else if forma.contains('_') {
                lexico.expressoes.push((forma.split('_').collect(), *conceito));
            } else {
                lexico.palavras.entry(forma).or_default().push(*conceito);
            }
        }
    }
    lexico
});

/// Expressions of several plain words.
pub fn expressoes() -> &'static [(Vec<&'static str>, Conceito)] {
    &LEXICO.expressoes
}

/// A word that says nothing by itself.
pub fn comum(plana: &str) -> bool {
    LEXICO.comuns.contains(plana)
}

/// A usual first name.
pub fn nome_proprio(plana: &str) -> bool {
    LEXICO.nomes.contains(plana)
}

/// The concepts of a plain word as it is written, or of its singular.
pub fn exatos(plana: &str) -> Vec<Conceito> {
    let direto = |forma: &str| {
        let mut achados = LEXICO.palavras.get(forma).cloned().unwrap_or_default();
        let prefixos = LEXICO.prefixos.iter().filter(|(prefixo, _)| forma.starts_with(prefixo));
        achados.extend(prefixos.map(|(_, conceito)| *conceito));
        achados
    };
    let achados = direto(plana);
    if !achados.is_empty() || comum(plana) {
        return achados;
    }
    singular(plana).map(|forma| direto(&forma)).unwrap_or_default()
}

/// The concepts of the word that was most likely meant by a misspelt one.
pub fn provaveis(plana: &str) -> Vec<Conceito> {
    if plana.len() < 5 || nome_proprio(plana) || plana.chars().any(|letra| letra.is_ascii_digit()) {
        return Vec::new();
    }
    let formas = [Some(plana.to_owned()), singular(plana)];
    let mut melhor: Option<(usize, &'static str)> = None;
    for forma in formas.iter().flatten() {
        for certa in LEXICO.palavras.keys().copied().filter(|certa| quase(forma, certa)) {
            let candidata = (strsim::osa_distance(forma, certa), certa);
            // The table has no order: of two as near, the one earlier in the alphabet.
            if melhor.is_none_or(|melhor| candidata < melhor) {
                melhor = Some(candidata);
            }
        }
    }
    melhor.and_then(|(_, certa)| LEXICO.palavras.get(certa).cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_plain() {
        for (_, formas) in conceitos::TABELA {
            for forma in formas.split_whitespace() {
                let nua = forma.trim_end_matches('*').replace('_', "");
                assert_eq!(crate::texto::plana(&nua), nua, "{forma}");
            }
        }
    }

    #[test]
    fn plurals_and_typos_find_their_concept() {
        assert!(exatos("enquetes").contains(&Conceito::Enquete));
        assert!(exatos("transacoes").contains(&Conceito::Transacao));
        assert!(exatos("xablau").is_empty());
        assert!(provaveis("coordenadro").contains(&Conceito::Coordenador));
        assert!(provaveis("enqeutes").contains(&Conceito::Enquete));
        assert!(provaveis("ana").is_empty());
    }
}
