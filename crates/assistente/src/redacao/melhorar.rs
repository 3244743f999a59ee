//! A text made better: spelling, spacing, capitals, punctuation, paragraphs, a greeting.

use super::horas::pede_crase;
use super::ortografia::{LUGARES, corrigir, nome_fixo};
use super::periodos::partir;
use super::saudacao::{pontuar_saudacao, saudar};
use crate::texto::plana;

/// How often a pass may change something before the text is left as it was.
const PASSADAS: usize = 8;

/// Corrects what is certainly wrong and leaves the rest. Numbers, addresses, links and @names stay
/// as they are. Doing it twice changes nothing more.
pub fn melhorar_texto(texto: &str) -> String {
    estavel(texto, |texto| saudar(revisar(texto)))
}

/// The same without a greeting.
pub(super) fn revisar_texto(texto: &str) -> String {
    estavel(texto, revisar)
}

/// Repeats until nothing changes: what comes out is then its own improvement. A text that never
/// settles comes back as it was, which settles too.
fn estavel(texto: &str, passada: impl Fn(&str) -> String) -> String {
    let mut atual = texto.to_owned();
    for _ in 0..PASSADAS {
        let nova = passada(&atual);
        if nova == atual {
            return atual;
        }
        atual = nova;
    }
    texto.to_owned()
}

fn revisar(texto: &str) -> String {
    let texto = texto.replace("\r\n", "\n").replace('\r', "\n");
    let mut blocos = Vec::new();
    let mut bloco: Vec<String> = Vec::new();
    for linha in texto.split('\n').chain([""]) {
        let primeira = blocos.is_empty() && bloco.is_empty();
        let linha = revisar_linha(linha, primeira);
        if !linha.is_empty() {
            bloco.push(linha);
        } else if !bloco.is_empty() {
            blocos.extend(arejar(std::mem::take(&mut bloco)));
        }
    }
    blocos.join("\n\n")
}

/// A long block of many sentences becomes paragraphs of three.
fn arejar(linhas: Vec<String>) -> Vec<String> {
    let [unica] = linhas.as_slice() else { return vec![linhas.join("\n")] };
    let pedacos: Vec<&str> = unica.split(' ').collect();
    let frases: Vec<Vec<&str>> =
        pedacos.split_inclusive(|pedaco| encerra(pedaco)).map(<[&str]>::to_vec).collect();
    if frases.len() < 5 || unica.chars().count() < 300 {
        return vec![unica.clone()];
    }
    frases.chunks(3).map(|frases| frases.concat().join(" ")).collect()
}

fn revisar_linha(linha: &str, primeira: bool) -> String {
    let mut pedacos: Vec<String> = Vec::new();
    for pedaco in linha.split_whitespace() {
        let so_pontuacao = pedaco.chars().all(|letra| ",.;:!?".contains(letra));
        match pedacos.last_mut() {
            Some(anterior) if so_pontuacao && !intocavel(anterior) => anterior.push_str(pedaco),
            _ => pedacos.push(pedaco.to_owned()),
        }
    }
    let pedacos: Vec<String> = pedacos.iter().flat_map(|pedaco| separar(pedaco)).collect();
    let pedacos: Vec<String> = pedacos.iter().map(|pedaco| pontuar(pedaco)).collect();
    let mut pedacos = em_contexto(&pedacos);
    if primeira {
        pontuar_saudacao(&mut pedacos);
    }
    partir(&mut pedacos);
    lugares(&mut pedacos);
    maiusculas(&mut pedacos);
    encerrar(&mut pedacos);
    pedacos.join(" ")
}

/// Links, addresses, @names, numbers, money, markup: not a word to correct.
fn intocavel(pedaco: &str) -> bool {
    pedaco.contains(['@', '#', '/', '\\', '_', '<', '>', '=', '*', '`', '&'])
        && !["p/", "c/"].contains(&pedaco.to_lowercase().as_str())
        || pedaco.contains("www.")
        || pedaco.contains('$')
        || pedaco.chars().any(char::is_numeric)
        || dominio(pedaco)
}

/// "site.com.br": a point with small letters on both sides.
fn dominio(pedaco: &str) -> bool {
    let letras: Vec<char> = pedaco.chars().collect();
    letras.windows(3).any(|trio| {
        matches!(trio, [a, '.', b] if a.is_alphanumeric() && b.is_alphanumeric() && !b.is_uppercase())
    })
}

/// "oi,tudo" is two words; so is "fim.Amanhã".
fn separar(pedaco: &str) -> Vec<String> {
    if intocavel(pedaco) {
        return vec![pedaco.to_owned()];
    }
    let mut partes = vec![String::new()];
    let letras: Vec<char> = pedaco.chars().collect();
    for (posicao, letra) in letras.iter().enumerate() {
        let anterior = posicao.checked_sub(1).and_then(|antes| letras.get(antes));
        let corta = anterior.is_some_and(|antes| ",;!?.".contains(*antes))
            && letra.is_alphabetic()
            && letras.iter().take(posicao).any(|letra| letra.is_alphabetic())
            // "S.O.S." and "E.U.A." stay together.
            && !(letras.get(posicao + 1) == Some(&'.') || sigla(&letras, posicao));
        if corta {
            partes.push(String::new());
        }
        if let Some(ultima) = partes.last_mut() {
            ultima.push(*letra);
        }
    }
    partes
}

fn sigla(letras: &[char], posicao: usize) -> bool {
    let antes = |passos: usize| posicao.checked_sub(passos).and_then(|onde| letras.get(onde));
    antes(1) == Some(&'.')
        && antes(2).is_some_and(|letra| letra.is_uppercase())
        && antes(3).is_none_or(|letra| !letra.is_alphabetic())
}

/// "!!!" becomes "!", ".." becomes ".", "....." becomes "...".
fn pontuar(pedaco: &str) -> String {
    if pedaco.contains("://") || pedaco.contains("www.") {
        return pedaco.to_owned();
    }
    let corpo = pedaco.trim_end_matches(|letra: char| ",.;:!?".contains(letra));
    let cauda = pedaco.get(corpo.len()..).unwrap_or_default();
    let numero = corpo.chars().any(char::is_numeric);
    let fim = if cauda.contains('?') && cauda.contains('!') {
        "?!"
    } else if cauda.contains('?') {
        "?"
    } else if cauda.contains('!') {
        "!"
    } else if cauda.chars().all(|letra| letra == '.') {
        match cauda.len() {
            0 | 1 => cauda,
            2 if !numero => ".",
            2 => cauda,
            _ => "...",
        }
    } else if cauda.chars().count() > 1 && !numero {
        // A jumble such as ",." or ";,": the strongest counts.
        if cauda.contains('.') { "." } else { cauda.get(..1).unwrap_or(cauda) }
    } else {
        cauda
    };
    format!("{corpo}{fim}")
}

/// What of a piece is the word, with what stands before and after it.
pub(super) fn nucleo(pedaco: &str) -> (&str, &str, &str) {
    if ["p/", "c/"].contains(&pedaco.to_lowercase().as_str()) {
        return ("", pedaco, "");
    }
    let sem_inicio = pedaco.trim_start_matches(|letra: char| !letra.is_alphabetic());
    let palavra = sem_inicio.trim_end_matches(|letra: char| !letra.is_alphabetic());
    let antes = pedaco.get(..pedaco.len() - sem_inicio.len()).unwrap_or_default();
    let depois = sem_inicio.get(palavra.len()..).unwrap_or_default();
    (antes, palavra, depois)
}

fn em_contexto(pedacos: &[String]) -> Vec<String> {
    let minuscula = |posicao: usize| {
        pedacos.get(posicao).map(|pedaco| nucleo(pedaco).1.to_lowercase()).unwrap_or_default()
    };
    let mut saida: Vec<String> = Vec::new();
    for (posicao, pedaco) in pedacos.iter().enumerate() {
        if intocavel(pedaco) {
            saida.push(pedaco.clone());
            continue;
        }
        let (antes, palavra, depois) = nucleo(pedaco);
        let inicio_de_frase = posicao == 0
            || pedacos.get(posicao.wrapping_sub(1)).is_some_and(|anterior| encerra(anterior));
        let anterior = minuscula(posicao.wrapping_sub(1));
        let seguinte = minuscula(posicao + 1);
        let virgula = pedacos.get(posicao.wrapping_sub(1)).is_some_and(|p| p.ends_with(','));
        let forma = palavra.to_lowercase();
        let em_frase = |certa: &str| Some(certa.to_owned());
        // A capital within a sentence is a name: names are not corrected.
        let nome = !inicio_de_frase
            && palavra.starts_with(char::is_uppercase)
            && palavra.chars().any(char::is_lowercase);
        let certa = match forma.as_str() {
            "pro" if !["labore", "bono", "forma", "rata"].contains(&seguinte.as_str()) => {
                em_frase("para o")
            }
            "as" if depois.is_empty() && pede_crase(pedacos, posicao) => em_frase("às"),
            "pq" if inicio_de_frase && termina_em_pergunta(pedacos, posicao) => em_frase("por que"),
            "pq" => em_frase("porque"),
            "agente" if VERBOS.contains(&seguinte.as_str()) => em_frase("a gente"),
            "mais" if virgula && CONTRASTE.contains(&plana(&seguinte).as_str()) => em_frase("mas"),
            "inicio" if ARTIGOS.contains(&anterior.as_str()) => em_frase("início"),
            "duvida" | "duvidas" if DUVIDA.contains(&anterior.as_str()) => {
                em_frase(if forma.ends_with('s') { "dúvidas" } else { "dúvida" })
            }
            "sao" if minuscula(posicao + 1) == "paulo" => em_frase("são"),
            _ if nome => None,
            _ => nome_fixo(&forma).map(str::to_owned).or_else(|| corrigir(&forma)),
        };
        match certa {
            Some(certa) if certa.to_lowercase() != forma || nome_fixo(&forma).is_some() => {
                saida.push(format!("{antes}{}{depois}", como(palavra, &certa)));
            }
            _ => saida.push(pedaco.clone()),
        }
    }
    saida
}

const VERBOS: &[&str] = &[
    "vai", "foi", "tem", "quer", "pode", "precisa", "está", "fica", "faz", "sabe", "espera",
    "combinou", "decidiu", "vamos", "conta", "não", "nao", "já", "ja",
];
const CONTRASTE: &[&str] =
    &["nao", "eu", "ele", "ela", "voce", "voces", "infelizmente", "eles", "elas"];
const ARTIGOS: &[&str] = &["o", "no", "do", "ao", "de", "desde", "com"];
const DUVIDA: &[&str] =
    &["qualquer", "alguma", "sua", "suas", "sem", "tirar", "as", "tiver", "tem", "em"];

fn termina_em_pergunta(pedacos: &[String], desde: usize) -> bool {
    pedacos.iter().skip(desde).find(|pedaco| encerra(pedaco)).is_some_and(|fim| fim.contains('?'))
}

/// The right word in the case of the one it replaces.
fn como(escrita: &str, certa: &str) -> String {
    let maiusculas = escrita.chars().filter(|letra| letra.is_uppercase()).count();
    if certa.chars().any(char::is_uppercase) {
        return certa.to_owned();
    }
    if maiusculas > 1 && maiusculas == escrita.chars().count() {
        return certa.to_uppercase();
    }
    if escrita.starts_with(char::is_uppercase) { capital(certa) } else { certa.to_owned() }
}

pub(super) fn capital(palavra: &str) -> String {
    let mut letras = palavra.chars();
    match letras.next() {
        Some(primeira) => primeira.to_uppercase().chain(letras).collect(),
        None => String::new(),
    }
}

fn lugares(pedacos: &mut [String]) {
    for (partes, certo) in LUGARES {
        for inicio in 0..pedacos.len() {
            let segue = partes.iter().enumerate().all(|(passo, parte)| {
                pedacos.get(inicio + passo).is_some_and(|pedaco| {
                    let (antes, palavra, depois) = nucleo(pedaco);
                    let solta = (passo == 0 || antes.is_empty())
                        && (passo + 1 == partes.len() || depois.is_empty());
                    solta && !intocavel(pedaco) && palavra.to_lowercase() == *parte
                })
            });
            if !segue {
                continue;
            }
            for (passo, parte) in certo.split(' ').enumerate() {
                if let Some(pedaco) = pedacos.get_mut(inicio + passo) {
                    let (antes, palavra, depois) = nucleo(pedaco);
                    let gritado = palavra.chars().count() > 1 && palavra.to_uppercase() == palavra;
                    if !gritado {
                        *pedaco = format!("{antes}{parte}{depois}");
                    }
                }
            }
        }
    }
}

/// Does a sentence end with this piece?
pub(super) fn encerra(pedaco: &str) -> bool {
    const ABREVIADAS: &[&str] = &[
        "sr.", "sra.", "dr.", "dra.", "av.", "r.", "etc.", "ex.", "obs.", "prof.", "profa.",
        "tel.", "n.", "nº.", "p.", "pág.",
    ];
    let nu = pedaco.trim_end_matches(['"', '”', ')', '»', '\'']);
    if !nu.ends_with(['.', '!', '?']) || nu.ends_with("...") || pedaco.contains("://") {
        return false;
    }
    // Abbreviations, initials and S.O.S. end nothing.
    let abreviada = ABREVIADAS.contains(&nu.to_lowercase().as_str())
        || nu.chars().filter(|letra| letra.is_alphanumeric()).count() <= 1
        || nu.matches('.').count() > 1;
    !nu.ends_with('.') || !abreviada
}

fn maiusculas(pedacos: &mut [String]) {
    let mut inicio = true;
    for pedaco in pedacos {
        let palavra = pedaco.chars().any(char::is_alphanumeric);
        if inicio && palavra {
            let mista = nucleo(pedaco).1.chars().skip(1).any(char::is_uppercase);
            if !intocavel(pedaco) && !mista {
                let (antes, nucleo, depois) = nucleo(pedaco);
                *pedaco = format!("{antes}{}{depois}", capital(nucleo));
            }
            inicio = false;
        }
        if encerra(pedaco) {
            inicio = true;
        }
    }
}

/// A sentence ends with a full stop; a heading, a list and a link do not.
fn encerrar(pedacos: &mut [String]) {
    let palavras = pedacos.iter().filter(|p| p.chars().any(char::is_alphabetic)).count();
    let item = pedacos.first().is_some_and(|primeiro| {
        ["-", "*", "•", "–", "—", ">"].contains(&primeiro.as_str())
            || primeiro.trim_end_matches(['.', ')']).chars().all(char::is_numeric)
    });
    if palavras < 5 || item {
        return;
    }
    if let Some(ultimo) = pedacos.last_mut()
        && admite_ponto(ultimo)
    {
        ultimo.push('.');
    }
}

/// May a mark stand right after this piece? Not after a link, which it would become a part of.
pub(super) fn admite_ponto(pedaco: &str) -> bool {
    pedaco.ends_with(char::is_alphanumeric)
        && (!intocavel(pedaco) || pedaco.chars().any(char::is_numeric))
        && !pedaco.contains(['/', '@', '#'])
        && !dominio(pedaco)
}
