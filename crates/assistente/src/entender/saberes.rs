//! "Quem sabe de comunicação?": what somebody should know is a competency, whatever else its words
//! mean in this product.

use std::ops::Range;

use super::analise::Analise;
use crate::lexico::Conceito;

/// Verbs whose object is what a person knows: "entende de", "domina".
const SABEM: &[&str] = &[
    "sabe", "sabem", "saiba", "saibam", "sabendo", "entende", "entendem", "entenda", "entendam",
    "manja", "manjam", "manje", "manjem", "saca", "sacam", "saque", "domina", "dominam", "domine",
];
/// These have other objects, too: only with a preposition are they about knowing.
const LIDAM: &[&str] = &[
    "conhece",
    "conhecem",
    "conheca",
    "trabalha",
    "trabalham",
    "trabalhe",
    "mexe",
    "mexem",
    "mexa",
    "lida",
    "lidam",
    "lide",
    "bom",
    "boa",
    "bons",
    "boas",
    "fera",
    "craque",
    "experiente",
];
const TER: &[&str] =
    &["experiencia", "conhecimento", "pratica", "habilidade", "formacao", "vivencia", "dominio"];
const LIGAM: &[&str] = &["de", "em", "com", "sobre"];
/// "Quem sabe quando é a reunião?" asks for the meeting.
const PERGUNTAM: &[&str] = &[
    "quando", "quanto", "quanta", "quantos", "quantas", "qual", "quais", "quem", "onde", "como",
    "se", "que", "porque", "",
];
/// "Quem sabe o resultado?" asks for the result.
const ARTIGOS: &[&str] = &["o", "a", "os", "as", "do", "da", "dos", "das", "um", "uma"];
/// Small words between the verb and what is known.
const VAZIAS: &[&str] = &[
    "de",
    "em",
    "com",
    "sobre",
    "no",
    "na",
    "nos",
    "nas",
    "do",
    "da",
    "o",
    "a",
    "um",
    "uma",
    "pouco",
    "muito",
    "bastante",
    "bem",
    "mais",
    "alguma",
    "algo",
    "coisa",
    "area",
    "areas",
    "ramo",
    "tema",
    "assunto",
    "mexer",
    "lidar",
    "trabalhar",
    "fazer",
];
const ACABAM: &[&str] =
    &["aqui", "no", "na", "nosso", "nossa", "entre", "para", "que", "por", "perto", "ai"];

/// What should be known means nothing else, but how well.
pub fn esconder(analise: &mut Analise) {
    analise.saber = achar(analise);
    for posicao in 0..analise.frase.len() {
        let sabido = analise.saber.as_ref().is_some_and(|saber| saber.contains(&posicao));
        let pergunta = so_pergunta(analise, posicao);
        if let Some(conceitos) = analise.conceitos.get_mut(posicao) {
            conceitos.retain(|conceito| !sabido || NIVEIS.contains(conceito));
            conceitos.retain(|conceito| !pergunta || *conceito != Conceito::Saber);
        }
    }
}

/// The words that say what should be known, if somebody who knows it is asked for.
fn achar(analise: &Analise) -> Option<Range<usize>> {
    let frase = &analise.frase;
    // An order that is addressed to those who know something stays an order.
    if analise.primeira_com(ORDENS) == Some(0) {
        return None;
    }
    let inicio = (0..frase.len()).find_map(|verbo| {
        let forma = frase.plana(verbo);
        let seguinte = frase.plana(verbo + 1);
        let objeto = if SABEM.contains(&forma) {
            let contraido = ["do", "da", "dos", "das"].contains(&seguinte);
            !PERGUNTAM.contains(&seguinte)
                && (!ARTIGOS.contains(&seguinte) || contraido && !forma.starts_with("sab"))
        } else if LIDAM.contains(&forma) {
            let depois = frase.plana(verbo + 2);
            LIGAM.contains(&seguinte) && !PERGUNTAM.contains(&depois) && !ARTIGOS.contains(&depois)
        } else {
            let liga =
                |forma: &str| LIGAM.contains(&forma) || ["na", "no", "nas", "nos"].contains(&forma);
            // "Experiência avançada em": the level stands between.
            TER.contains(&forma.strip_suffix('s').unwrap_or(forma))
                && (liga(seguinte) || liga(frase.plana(verbo + 2)))
        };
        (objeto && de_quem(analise, verbo)).then_some(verbo + 1)
    })?;
    let inicio = (inicio..frase.len()).find(|posicao| {
        !vazia(frase.plana(*posicao)) && !NIVEIS.iter().any(|nivel| analise.tem(*posicao, *nivel))
    })?;
    let fim = (inicio..frase.len())
        .find(|posicao| {
            let separada = frase.palavras.get(*posicao).is_some_and(|p| p.antes.is_some());
            (*posicao > inicio && separada)
                || analise.em_lugar(posicao + 1)
                || analise.em_lugar(*posicao)
                || ACABAM.contains(&frase.plana(*posicao))
        })
        .unwrap_or(frase.len());
    (inicio < fim).then_some(inicio..fim)
}

/// A small word before the name of a competency.
pub fn vazia(forma: &str) -> bool {
    VAZIAS.contains(&forma)
}

/// In "quem sabe quantos somos?" the verb is about no competency.
fn so_pergunta(analise: &Analise, posicao: usize) -> bool {
    let seguinte = analise.frase.plana(posicao + 1);
    analise.frase.plana(posicao).starts_with("sab")
        && !seguinte.is_empty()
        && PERGUNTAM.contains(&seguinte)
        && seguinte != "como"
}

const NIVEIS: &[Conceito] = &[Conceito::Basico, Conceito::Intermediario, Conceito::Avancado];
const ORDENS: &[Conceito] = &[
    Conceito::Creditar,
    Conceito::Debitar,
    Conceito::Promover,
    Conceito::Notificar,
    Conceito::Criar,
    Conceito::Preparar,
    Conceito::Enviar,
];

/// Is the verb said of somebody unknown: "quem", "alguém que", "pessoas que"?
fn de_quem(analise: &Analise, verbo: usize) -> bool {
    (verbo.saturating_sub(6)..verbo).any(|posicao| {
        analise.tem(posicao, Conceito::Quem)
            || analise.tem(posicao, Conceito::Algum)
            || analise.tem(posicao, Conceito::Membro)
    })
}
