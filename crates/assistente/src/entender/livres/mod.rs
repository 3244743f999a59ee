//! Arguments in people's own words: titles, reasons, messages.

mod mensagem;
mod tarefa;

use std::ops::Range;

pub use mensagem::{destinatarios, email, notificacao};
pub use tarefa::tarefa;

use super::analise::Analise;
use super::{lugares::Preenchido, saberes};
use crate::ferramentas::Cargo;
use crate::lexico::{self, Conceito};

/// A free text without the punctuation around it and without "por favor" after it.
pub fn limpo(texto: &str) -> String {
    let borda = |letra: char| letra.is_whitespace() || ".,;:!?\"“”«»-–()".contains(letra);
    let mut limpo = texto.trim_matches(borda);
    for cortesia in ["por favor", "pfv", "pf", "por gentileza", "obrigado", "obrigada"] {
        let nua = limpo.to_lowercase();
        if nua.len() == limpo.len()
            && nua.ends_with(cortesia)
            && let Some(resto) = limpo.get(..limpo.len() - cortesia.len())
            && resto.ends_with(|letra: char| letra.is_whitespace() || letra == ',')
        {
            limpo = resto.trim_matches(borda);
        }
    }
    limpo.to_owned()
}

/// The same, as a text that somebody will read: it begins with a capital.
pub fn escrito(texto: &str) -> String {
    let texto = limpo(texto);
    let mut letras = texto.chars();
    match letras.next() {
        Some(primeira) => primeira.to_uppercase().chain(letras).collect(),
        None => texto,
    }
}

/// The first words between quotation marks.
pub fn citacao(analise: &Analise) -> Option<(String, Range<usize>)> {
    let onde = analise.frase.citacoes.first()?.clone();
    Some((analise.frase.trecho(onde.clone()).to_owned(), onde))
}

/// Why: after "por", "pela", "porque", "motivo"; else what follows a comma at the end.
pub fn motivo(analise: &Analise, saida: &mut Preenchido) {
    let frase = &analise.frase;
    let inicio = (1..frase.len()).find_map(|posicao| {
        let seguinte = frase.plana(posicao + 1);
        match frase.plana(posicao) {
            "por"
                if frase.segue(posicao + 1, &["causa"]) || frase.segue(posicao + 1, &["conta"]) =>
            {
                Some(posicao + 3)
            }
            "por" | "pelo" | "pela" | "pelos" | "pelas"
                if !["favor", "gentileza", ""].contains(&seguinte)
                    && !analise.numeros.iter().any(|(_, onde)| onde.start == posicao + 1) =>
            {
                Some(posicao + 1)
            }
            "porque" | "pois" => Some(posicao + 1),
            "motivo" | "razao" | "referente" | "devido" | "justificativa" => Some(
                posicao
                    + 1
                    + usize::from(["e", "foi", "a", "ao", "de", "do", "da"].contains(&seguinte)),
            ),
            "ja" if seguinte == "que" => Some(posicao + 2),
            _ => None,
        }
    });
    let inicio = inicio.or_else(|| depois_da_virgula(analise)).filter(|p| *p < frase.len());
    let Some(inicio) = inicio else { return };
    // The command may come after the reason, and so may the person.
    let comando = |posicao: usize| {
        frase.palavras.get(posicao).is_some_and(|palavra| palavra.antes.is_some())
            && [Conceito::Creditar, Conceito::Dar, Conceito::Debitar, Conceito::Tirar]
                .iter()
                .any(|conceito| analise.tem(posicao, *conceito))
    };
    let pessoa_antes = analise.pessoas.iter().chain(&analise.provaveis).any(|p| p.start < inicio);
    let destino = |posicao: usize| {
        !pessoa_antes
            && ["para", "ao", "a"].contains(&frase.plana(posicao))
            && analise.pessoas.iter().any(|p| (posicao + 1..=posicao + 2).contains(&p.start))
    };
    let fim = (inicio + 1..frase.len())
        .find(|posicao| comando(*posicao) || destino(*posicao))
        .unwrap_or(frase.len());
    let texto = limpo(frase.trecho(inicio..fim));
    if !texto.is_empty() {
        saida.lugares.motivo = Some(texto.chars().take(500).collect());
        saida.usar(inicio..fim);
    }
}

fn depois_da_virgula(analise: &Analise) -> Option<usize> {
    let frase = &analise.frase;
    let inicio = (1..frase.len()).rev().find(|posicao| {
        let antes = frase.palavras.get(*posicao).and_then(|palavra| palavra.antes);
        matches!(antes, Some(',' | ';' | ':' | '('))
    })?;
    let dito = |onde: &Range<usize>| onde.start < inicio;
    let completo = analise.numeros.iter().any(|(_, onde)| dito(onde))
        && analise.pessoas.iter().chain(&analise.provaveis).any(dito);
    let cortesia = frase.plana(inicio) == "por" || frase.len() - inicio < 2;
    (completo && !cortesia).then_some(inicio)
}

/// The cargo that somebody is to have, not the one they have.
pub fn novo_cargo(analise: &Analise) -> Option<Cargo> {
    let frase = &analise.frase;
    let verbo = |posicao: usize| {
        [Conceito::Promover, Conceito::Rebaixar, Conceito::Tornar, Conceito::Mudar]
            .iter()
            .any(|conceito| analise.tem(posicao, *conceito))
    };
    let atual = |posicao: usize| match frase.plana(posicao.wrapping_sub(1)) {
        "o" | "os" => true,
        "a" | "as" => verbo(posicao.wrapping_sub(2)) || verbo(posicao.wrapping_sub(3)),
        _ => false,
    };
    let dito = (0..frase.len())
        .rev()
        .find_map(|posicao| Some((analise.cargo_em(posicao)?, posicao)))
        .filter(|(_, posicao)| !atual(*posicao));
    let membro = (1..frase.len()).rev().find(|posicao| {
        ["membro", "membra"].contains(&frase.plana(*posicao))
            && ["para", "como", "a", "um", "uma", "de", "so", "apenas", "simples"]
                .contains(&frase.plana(posicao - 1))
    });
    match (dito, membro) {
        (Some((_, dito)), Some(membro)) if membro > dito => Some(Cargo::Membro),
        (None, Some(_)) => Some(Cargo::Membro),
        // Whoever loses a cargo is a member again.
        (Some(_), _) if analise.algum(Conceito::Tirar) => Some(Cargo::Membro),
        (Some((cargo, _)), _) => Some(cargo),
        (None, None) => None,
    }
}

const FIM_DE_TITULO: &[&str] = &[
    "com",
    "valendo",
    "vale",
    "ate",
    "por",
    "que",
    "esta",
    "estao",
    "recompensa",
    "prazo",
    "ainda",
    "ja",
    "teve",
    "tem",
    "foi",
    "deu",
    "ficou",
    "agora",
    "hoje",
    "responsavel",
    "dificuldade",
    "terminou",
    "acabou",
    "encerrou",
    "encerrada",
];

/// A title that begins at this word, as far as it goes.
fn titulo_desde(analise: &Analise, mut inicio: usize) -> Option<(String, Range<usize>)> {
    let frase = &analise.frase;
    // What is quoted elsewhere is the title of something else.
    if let Some((texto, onde)) =
        citacao(analise).filter(|(_, onde)| (inicio..=inicio + 3).contains(&onde.start))
    {
        return Some((texto, onde));
    }
    while [
        "do", "da", "de", "dos", "das", "sobre", "para", "chamado", "chamada", "o", "a", "os", "as",
    ]
    .contains(&frase.plana(inicio))
    {
        inicio += 1;
    }
    // Whom it is for: "para Ana", "para a Ana".
    let alguem = |posicao: usize| {
        let posicao = posicao + usize::from(["o", "a"].contains(&frase.plana(posicao)));
        analise.pessoas.iter().any(|pessoa| pessoa.start == posicao)
    };
    let fim = (inicio..frase.len())
        .find(|posicao| {
            let cortado = *posicao > inicio
                && frase.palavras.get(*posicao).is_some_and(|palavra| palavra.antes.is_some());
            cortado
                || *posicao >= inicio + 12
                || FIM_DE_TITULO.contains(&frase.plana(*posicao))
                || (*posicao > inicio && frase.plana(*posicao) == "para" && alguem(posicao + 1))
                || (["para", "do", "no", "na", "da", "ao"].contains(&frase.plana(*posicao))
                    && analise.tem(posicao + 1, Conceito::Projeto))
        })
        .unwrap_or(frase.len());
    let texto = limpo(frase.trecho(inicio..fim));
    // Only words that could be a title of something: "aberta", "passada", "última" are none.
    let proprio = (inicio..fim).any(|posicao| {
        let vago = [
            Conceito::Recente,
            Conceito::Aberto,
            Conceito::Passado,
            Conceito::Andamento,
            Conceito::Ativo,
            Conceito::Listar,
            Conceito::Como,
            Conceito::Resultado,
            Conceito::Nucleo,
            Conceito::Mais,
            Conceito::Votar,
            Conceito::Pendente,
            Conceito::Futuro,
        ];
        !lexico::comum(frase.plana(posicao))
            && !analise.em_data(posicao)
            && !analise.conceitos_de(posicao).iter().any(|conceito| vago.contains(conceito))
    });
    proprio.then_some((texto, inicio..fim))
}

/// "do projeto Horta": only the singular names one.
pub fn projeto(analise: &Analise, saida: &mut Preenchido) {
    let posicao = (0..analise.frase.len()).find(|posicao| {
        analise.tem(*posicao, Conceito::Projeto) && !analise.frase.plana(*posicao).ends_with('s')
    });
    if let Some((texto, onde)) = posicao.and_then(|posicao| titulo_desde(analise, posicao + 1)) {
        saida.lugares.projeto = Some(texto.chars().take(200).collect());
        saida.usar(onde);
    }
}

pub fn enquete(analise: &Analise, saida: &mut Preenchido) {
    let achada = citacao(analise).or_else(|| {
        let posicao = analise
            .primeira_com(&[Conceito::Enquete])
            .or_else(|| analise.primeira_com(&[Conceito::Votar]))?;
        titulo_desde(analise, posicao + 1)
    });
    if let Some((texto, onde)) = achada {
        saida.lugares.titulo = Some(texto.chars().take(200).collect());
        saida.usar(onde);
    }
}

pub fn produto(analise: &Analise, saida: &mut Preenchido) {
    let achado = citacao(analise).or_else(|| {
        let inicio = (0..analise.frase.len()).find(|posicao| analise.livre(*posicao))?;
        let fim = (inicio..analise.frase.len())
            .find(|posicao| !analise.livre(*posicao))
            .unwrap_or(analise.frase.len());
        Some((limpo(analise.frase.trecho(inicio..fim)), inicio..fim))
    });
    if let Some((texto, onde)) = achado {
        saida.lugares.titulo = Some(texto);
        saida.usar(onde);
    }
}

/// A competency that the catalogue does not have is still asked for, and nobody has it.
pub fn competencia(analise: &Analise, saida: &mut Preenchido) {
    let frase = &analise.frase;
    if let Some(onde) = analise.saber.clone() {
        let ditas: Vec<usize> = onde.clone().collect();
        for dita in ditas.split(|posicao| ["e", "ou"].contains(&frase.plana(*posicao))) {
            let primeira = dita.iter().find(|posicao| !saberes::vazia(frase.plana(**posicao)));
            if let (Some(primeira), Some(ultima)) = (primeira, dita.last()) {
                let texto = limpo(frase.trecho(*primeira..ultima + 1));
                saida.lugares.competencias.extend(Some(texto).filter(|texto| !texto.is_empty()));
            }
        }
        saida.lugares.competencias.truncate(10);
        return;
    }
    let verbo = [Conceito::Saber, Conceito::PalavraCompetencia];
    let Some(mut inicio) = analise.primeira_com(&verbo).map(|posicao| posicao + 1) else { return };
    while ["em", "de", "com", "sobre", "a", "o", "fazer", "bem", "do", "da"]
        .contains(&frase.plana(inicio))
    {
        inicio += 1;
    }
    let fim = (inicio..frase.len())
        .find(|posicao| {
            let separada = frase.palavras.get(*posicao).is_some_and(|p| p.antes.is_some());
            (*posicao > inicio && separada)
                || analise.em_lugar(posicao + 1)
                || analise.em_lugar(*posicao)
                || ["aqui", "no", "na", "nosso", "nossa", "entre"].contains(&frase.plana(*posicao))
        })
        .unwrap_or(frase.len());
    if (inicio..fim).any(|posicao| analise.livre(posicao)) {
        saida.lugares.competencias.push(limpo(frase.trecho(inicio..fim)));
        saida.usar(inicio..fim);
    }
}
