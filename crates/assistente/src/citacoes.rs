//! Competencies, levels and cities that a text speaks of, against the names that the nucleo has.

use std::ops::Range;

use crate::ferramentas::Nivel;
use crate::lexico::{self, Conceito, SINONIMOS};
use crate::texto::{Frase, palavras_planas, quase, singular};

/// A name of a list that was found, and the words that spoke of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citacao {
    pub indice: usize,
    pub palavras: Range<usize>,
}

/// Which of these competencies does the text speak of? Positions in the list, as it orders them.
/// Plurals, typos, the person for the craft ("fotógrafa") and usual synonyms are understood.
pub fn competencias_citadas(texto: &str, competencias: &[String]) -> Vec<usize> {
    let mut indices: Vec<usize> = competencias_em(&Frase::nova(texto), competencias)
        .into_iter()
        .map(|citacao| citacao.indice)
        .collect();
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// The level that the text asks for.
pub fn nivel_citado(texto: &str) -> Option<Nivel> {
    palavras_planas(texto).iter().find_map(|palavra| {
        lexico::exatos(palavra).iter().find_map(|conceito| match conceito {
            Conceito::Basico => Some(Nivel::Basico),
            Conceito::Intermediario => Some(Nivel::Intermediario),
            Conceito::Avancado => Some(Nivel::Avancado),
            _ => None,
        })
    })
}

/// The first of these cities that the text names, as a position in the list.
pub fn cidade_citada(texto: &str, cidades: &[String]) -> Option<usize> {
    cidade_em(&Frase::nova(texto), cidades).map(|citacao| citacao.indice)
}

pub(crate) fn competencias_em(frase: &Frase, competencias: &[String]) -> Vec<Citacao> {
    let nomes: Vec<Vec<String>> = competencias.iter().map(|nome| importantes(nome)).collect();
    let mut achadas = Vec::new();
    for (indice, nome) in nomes.iter().enumerate() {
        if let Some(palavras) = em_ordem(frase, nome) {
            achadas.push(Citacao { indice, palavras });
        }
    }
    for (dito, significado) in SINONIMOS {
        let dito: Vec<&str> = dito.split(' ').collect();
        let Some(inicio) = (0..frase.len()).find(|inicio| sinonimo_em(frase, *inicio, &dito))
        else {
            continue;
        };
        let palavras = inicio..inicio + dito.len();
        // A word that already belongs to a name found ("dados" in "segurança de dados").
        if achadas.iter().any(|citacao| citacao.palavras.contains(&inicio)) {
            continue;
        }
        for (indice, nome) in nomes.iter().enumerate() {
            if significado
                .split(' ')
                .all(|parte| parte.len() < 2 || nome.iter().any(|n| n == parte))
            {
                achadas.push(Citacao { indice, palavras: palavras.clone() });
            }
        }
    }
    achadas.sort_by_key(|citacao| (citacao.indice, citacao.palavras.start));
    achadas.dedup_by_key(|citacao| citacao.indice);
    achadas
}

/// The competencies whose name has all the words that weigh in this passage: "eventos" is enough
/// for "Organização de eventos" once it is clear that a competency is spoken of.
pub(crate) fn parciais(frase: &Frase, onde: Range<usize>, competencias: &[String]) -> Vec<Citacao> {
    let ditas: Vec<&str> = onde
        .clone()
        .map(|posicao| frase.plana(posicao))
        .filter(|forma| forma.len() > 2 && !lexico::comum(forma))
        .collect();
    if ditas.is_empty() {
        return Vec::new();
    }
    let tem = |nome: &str| {
        let partes = importantes(nome);
        ditas.iter().all(|dita| {
            partes.iter().any(|parte| {
                parte == dita
                    || singular(dita).as_ref() == Some(parte)
                    || singular(parte).as_deref() == Some(dita)
            })
        })
    };
    let achadas = competencias.iter().enumerate().filter(|(_, nome)| tem(nome));
    achadas.map(|(indice, _)| Citacao { indice, palavras: onde.clone() }).collect()
}

fn sinonimo_em(frase: &Frase, inicio: usize, dito: &[&str]) -> bool {
    dito.iter().enumerate().all(|(passo, forma)| {
        let escrita = frase.plana(inicio + passo);
        escrita == *forma || singular(escrita).is_some_and(|singular| singular == *forma)
    })
}

/// The words of a name that carry its meaning.
fn importantes(nome: &str) -> Vec<String> {
    let palavras = palavras_planas(nome);
    let pesadas: Vec<String> = palavras.iter().filter(|p| p.len() > 2).cloned().collect();
    if pesadas.is_empty() { palavras } else { pesadas }
}

/// All these words one after the other, at most one small word between two of them.
fn em_ordem(frase: &Frase, nome: &[String]) -> Option<Range<usize>> {
    (0..frase.len()).find_map(|inicio| {
        let mut posicao = inicio;
        for (passo, parte) in nome.iter().enumerate() {
            if passo > 0 && frase.plana(posicao).len() <= 2 && posicao < frase.len() {
                posicao += 1;
            }
            if !parecida(frase.plana(posicao), parte) {
                return None;
            }
            posicao += 1;
        }
        (!nome.is_empty()).then_some(inicio..posicao)
    })
}

fn parecida(escrita: &str, nome: &str) -> bool {
    if escrita == nome || singular(escrita).is_some_and(|forma| forma == nome) {
        return true;
    }
    if singular(nome).is_some_and(|forma| forma == escrita) {
        return true;
    }
    if escrita.len() < 5 || escrita.chars().next() != nome.chars().next() {
        return false;
    }
    let iguais = escrita.chars().zip(nome.chars()).take_while(|(a, b)| a == b).count();
    let longa = escrita.len().max(nome.len());
    let perto = quase(escrita, nome) || (iguais >= 5 && iguais * 10 >= longa * 7);
    // A word that has a meaning of its own is no misspelt competency.
    perto && !lexico::comum(escrita) && lexico::exatos(escrita).is_empty()
}

/// A city stands after "em", "de", "cidade" and the like, or first: "Ana Santos" is no city.
pub(crate) fn cidade_em(frase: &Frase, cidades: &[String]) -> Option<Citacao> {
    const ANTES: &[&str] = &[
        "em",
        "de",
        "do",
        "da",
        "no",
        "na",
        "cidade",
        "e",
        "ou",
        "sou",
        "so",
        "para",
        "moradores",
        "moram",
    ];
    let introduzida = |inicio: usize| match inicio.checked_sub(1) {
        None => true,
        Some(antes) => {
            ANTES.contains(&frase.plana(antes))
                || frase.palavras.get(inicio).is_some_and(|palavra| palavra.antes.is_some())
        }
    };
    let inicios: Vec<usize> = (0..frase.len()).filter(|inicio| introduzida(*inicio)).collect();
    let mut achada: Option<Citacao> = None;
    for (indice, cidade) in cidades.iter().enumerate() {
        let nome = palavras_planas(cidade);
        // The longest name wins: "Rio de Janeiro" before "Rio".
        let menor = achada.as_ref().is_some_and(|outra| outra.palavras.len() >= nome.len());
        if nome.is_empty() || menor {
            continue;
        }
        let inicio = inicios.iter().copied().find(|inicio| {
            nome.iter().enumerate().all(|(passo, parte)| {
                let escrita = frase.plana(inicio + passo);
                escrita == parte || (quase(escrita, parte) && !lexico::comum(escrita))
            })
        });
        if let Some(inicio) = inicio {
            achada = Some(Citacao { indice, palavras: inicio..inicio + nome.len() });
        }
    }
    achada
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogo() -> Vec<String> {
        ["Redação", "Fotografia", "Vídeo", "Redes sociais", "Design gráfico", "Análise de dados"]
            .iter()
            .chain(&["Gestão de projetos", "Direito eleitoral", "Contratos", "Libras", "Cozinha"])
            .map(|nome| (*nome).to_owned())
            .collect()
    }

    fn citadas(texto: &str) -> Vec<String> {
        let catalogo = catalogo();
        let indices = competencias_citadas(texto, &catalogo);
        indices.into_iter().map(|indice| catalogo[indice].clone()).collect()
    }

    #[test]
    fn competencies_by_name_plural_typo_and_craft() {
        assert_eq!(
            citadas("preciso de uma fotógrafa e de um cozinheiro"),
            ["Fotografia", "Cozinha"]
        );
        assert_eq!(citadas("quem sabe fotografria?"), ["Fotografia"]);
        assert_eq!(citadas("alguém de rede social e design"), ["Redes sociais", "Design gráfico"]);
        assert_eq!(citadas("gestao de projeto"), ["Gestão de projetos"]);
        assert_eq!(citadas("tem advogado?"), ["Direito eleitoral"]);
        assert_eq!(citadas("editar vídeos"), ["Vídeo"]);
    }

    #[test]
    fn other_words_are_no_competency() {
        assert!(citadas("quais são os contatos dos membros?").is_empty());
        assert!(citadas("quem entrou este mês?").is_empty());
        assert!(citadas("").is_empty());
    }

    #[test]
    fn levels() {
        assert_eq!(nivel_citado("designers avançados"), Some(Nivel::Avancado));
        assert_eq!(nivel_citado("alguém iniciante em vídeo"), Some(Nivel::Basico));
        assert_eq!(nivel_citado("alguém de vídeo"), None);
    }

    #[test]
    fn cities_longest_first_and_never_a_surname() {
        let cidades: Vec<String> =
            ["Rio", "Rio de Janeiro", "Santos", "Ribeirão Preto"].map(str::to_owned).into();
        assert_eq!(cidade_citada("quem mora no rio de janeiro", &cidades), Some(1));
        assert_eq!(cidade_citada("membros de Santos", &cidades), Some(2));
        assert_eq!(cidade_citada("quem é Ana Santos", &cidades), None);
        assert_eq!(cidade_citada("gente em ribeirao pretto", &cidades), Some(3));
    }
}
