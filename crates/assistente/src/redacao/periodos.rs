//! Sentences that run into each other without any punctuation. They are parted only before what
//! clearly begins another one.

use super::melhorar::{admite_ponto, encerra, nucleo};
use super::verbos::finito;
use crate::texto::plana;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tipo {
    Comum,
    Ordem,
    Pergunta,
    /// "Você pode pagar por Pix" begins as a question does and is none.
    Dito,
}

const ORDENS: &[&str] = &[
    "levem",
    "tragam",
    "venham",
    "confirmem",
    "participem",
    "cheguem",
    "lembrem",
    "lembremse",
    "avisem",
    "respondam",
    "votem",
    "ajudem",
    "compartilhem",
    "inscrevamse",
    "comparecam",
    "mandem",
    "enviem",
    "preencham",
    "divulguem",
    "convidem",
    "confirme",
    "venha",
    "traga",
    "participe",
    "compareca",
    "inscrevase",
    "responda",
    "avise",
    "lembrese",
    "compartilhe",
    "preencha",
    "divulgue",
];
const NEGADAS: &[&str] = &[
    "esquecam", "esqueca", "percam", "perca", "deixem", "deixe", "faltem", "falte", "atrasem",
    "atrase",
];
/// What is asked of a person; "você pode pagar por Pix" asks nothing.
const FAVORES: &[&str] = &[
    "confirmar",
    "ajudar",
    "levar",
    "trazer",
    "mandar",
    "enviar",
    "me",
    "nos",
    "avisar",
    "responder",
    "verificar",
    "passar",
    "buscar",
    "vir",
    "emprestar",
    "dar",
    "assumir",
    "cuidar",
];
/// After these a sentence goes on.
const LIGAM: &[&str] = &[
    "que", "e", "ou", "mas", "nem", "nao", "se", "quando", "para", "de", "a", "o", "os", "as",
    "com", "em", "todos", "todas", "voces", "voce", "eles", "elas", "ele", "ela", "caso", "talvez",
    "quem", "pessoal", "favor", "por", "me", "nos", "lhe", "lhes", "do", "da", "dos", "das", "no",
    "na", "um", "uma", "ja", "so", "sempre", "tambem", "entao", "como", "onde", "porque", "pois",
    "qual", "quais", "ate", "galera", "gente", "por que",
];
/// With these before it "venham" may be a wish and no order.
const SUBORDINAM: &[&str] = &[
    "que", "caso", "talvez", "embora", "tomara", "quem", "quando", "se", "como", "enquanto",
    "porque", "pois", "onde",
];

/// Ends each sentence before the next one that clearly begins, and a question with its mark.
pub fn partir(pedacos: &mut [String]) {
    let mut inicio = 0;
    while inicio < pedacos.len() {
        let fim = (inicio..pedacos.len())
            .find(|posicao| pedacos.get(*posicao).is_some_and(|pedaco| encerra(pedaco)))
            .map_or(pedacos.len(), |ultimo| ultimo + 1);
        if let Some(frase) = pedacos.get_mut(inicio..fim) {
            partir_frase(frase);
        }
        inicio = fim;
    }
}

fn partir_frase(frase: &mut [String]) {
    let formas: Vec<String> =
        frase.iter().map(|pedaco| plana(nucleo(pedaco).1).replace('-', "")).collect();
    // A comma after the first word may have come with a call: "Pessoal, amanhã tem".
    let meio = frase.get(1..frase.len().saturating_sub(1)).unwrap_or_default();
    let pontuada = meio.iter().any(|pedaco| {
        pedaco.starts_with(['(', '"', '“', '-', '*', '•'])
            || !pedaco.ends_with(|letra: char| letra.is_alphanumeric() || letra == '/')
    });
    if pontuada {
        return;
    }
    let mut corrente = 0;
    let mut tipo = abre(&formas, 0);
    for posicao in 1..frase.len() {
        let novo = abre(&formas, posicao);
        if novo == Tipo::Comum
            || (novo != Tipo::Ordem && posicao + 1 >= frase.len())
            || !separa(frase, &formas, corrente..posicao, tipo, novo)
        {
            continue;
        }
        let marca = marca(frase, &formas, corrente..posicao, tipo).unwrap_or('.');
        if let Some(anterior) = frase.get_mut(posicao - 1) {
            anterior.push(marca);
        }
        (corrente, tipo) = (posicao, novo);
    }
    let pergunta = marca(frase, &formas, corrente..frase.len(), tipo);
    if let (Some(marca), Some(ultimo)) = (pergunta, frase.last_mut())
        && admite_ponto(ultimo)
    {
        ultimo.push(marca);
    }
}

/// What clearly begins here.
fn abre(formas: &[String], posicao: usize) -> Tipo {
    let forma = |passo: usize| formas.get(posicao + passo).map_or("", String::as_str);
    let nega = |passo: usize| {
        let se = usize::from(forma(passo + 1) == "se");
        forma(passo) == "nao" && NEGADAS.contains(&forma(passo + 1 + se))
    };
    let ordem = |passo: usize| ORDENS.contains(&forma(passo)) || nega(passo);
    // "Por favor" is two words, or the one piece that an abbreviation became.
    let favor = forma(0) == "por" && forma(1) == "favor" && ordem(2);
    match (forma(0), forma(1)) {
        ("alguem", "pode" | "poderia" | "consegue")
        | ("voce", "poderia")
        | ("voces", "poderiam") => Tipo::Pergunta,
        ("voce", "pode" | "consegue") | ("voces", "podem" | "conseguem") => {
            if FAVORES.contains(&forma(2)) { Tipo::Pergunta } else { Tipo::Dito }
        }
        _ if ordem(0) || favor || forma(0) == "por favor" && ordem(1) => Tipo::Ordem,
        _ => Tipo::Comum,
    }
}

/// May the sentence end before `ate.end`? It must say something by itself.
fn separa(
    frase: &[String],
    formas: &[String],
    ate: std::ops::Range<usize>,
    tipo: Tipo,
    novo: Tipo,
) -> bool {
    let (Some(anterior), Some(ultima)) = (
        ate.end.checked_sub(1).and_then(|antes| frase.get(antes)),
        ate.end.checked_sub(1).and_then(|antes| formas.get(antes)),
    ) else {
        return false;
    };
    let dita = formas.get(ate.clone()).unwrap_or_default();
    let verbo = tipo != Tipo::Comum
        || frase
            .get(ate.clone())
            .unwrap_or_default()
            .iter()
            .any(|pedaco| finito(&nucleo(pedaco).1.to_lowercase()));
    let alguem = formas.get(ate.end).is_some_and(|forma| forma == "alguem");
    let subordina = |forma: &String| match novo {
        Tipo::Pergunta if alguem => ["se", "quando", "caso", "embora"].contains(&forma.as_str()),
        _ => SUBORDINAM.contains(&forma.as_str()) || forma == "tudo",
    };
    // An initial or a lone digit with a point would end nothing.
    let cheio = anterior.chars().filter(|letra| letra.is_alphanumeric()).count() > 1;
    ate.len() >= 2
        && verbo
        && cheio
        && admite_ponto(anterior)
        && !LIGAM.contains(&ultima.as_str())
        && !dita.iter().any(subordina)
}

/// A question that says nothing else is one to its end.
fn marca(
    frase: &[String],
    formas: &[String],
    onde: std::ops::Range<usize>,
    tipo: Tipo,
) -> Option<char> {
    let depois = onde.start + 2..onde.end;
    let outra = frase
        .get(depois.clone())
        .unwrap_or_default()
        .iter()
        .any(|pedaco| finito(&nucleo(pedaco).1.to_lowercase()));
    let curta = formas.get(depois).is_none_or(<[String]>::is_empty);
    (tipo == Tipo::Pergunta && !outra && !curta).then_some('?')
}
