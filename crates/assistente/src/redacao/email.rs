//! An e-mail from a description. It says what the description says, in the form of a letter.

use super::melhorar::revisar_texto;
use crate::texto::plana;

/// A draft: subject and HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rascunho {
    pub assunto: String,
    pub html: String,
}

enum Tom {
    Convite,
    Lembrete,
    Agradecimento,
    Aviso,
}

/// Writes an e-mail from a description in plain words, closing with the nucleo's name.
pub fn redigir_email(descricao: &str, nucleo_nome: &str) -> Rascunho {
    let (tom, objeto) = ler(descricao);
    let texto = revisar_texto(&objeto);
    let (primeira, resto) = primeira_frase(&texto);
    let assunto = assunto(&tom, &primeira);
    let abertura = abertura(&tom, &primeira);
    let mut html = String::from("<p>Olá!</p>");
    for bloco in [abertura, resto] {
        paragrafos(&bloco, &mut html);
    }
    html.push_str(&format!("<p>Um abraço,<br>{}</p>", escapar(nucleo_nome.trim())));
    Rascunho { assunto, html }
}

/// What kind of message it is, and what it is about, without the command around it.
fn ler(descricao: &str) -> (Tom, String) {
    let descricao = descricao.trim();
    let palavras: Vec<&str> = descricao.split_whitespace().collect();
    let planas: Vec<String> =
        palavras.iter().map(|palavra| plana(palavra.trim_matches([',', '.', ':', ';']))).collect();
    let forma = |posicao: usize| planas.get(posicao).map_or("", String::as_str);
    // "Escreva um e-mail para os membros sobre ...": the order is no part of the letter.
    let mut inicio = 0;
    let comando = COMANDOS.contains(&forma(0));
    if comando || ["email", "e-mail", "um", "mensagem"].contains(&forma(0)) {
        let marca = (0..planas.len().min(14))
            .find(|posicao| MARCAS.contains(&forma(*posicao)) || tom(forma(*posicao)).is_some());
        match marca {
            Some(marca) if tom(forma(marca)).is_some() => inicio = marca,
            Some(marca) => inicio = marca + 1,
            None if comando => inicio = 1,
            None => {}
        }
    }
    let tom = tom(forma(inicio));
    inicio += usize::from(tom.is_some());
    let convite = matches!(tom, Some(Tom::Convite));
    // "Convidando todos para a reunião" is an invitation to the meeting.
    if convite
        && let Some(para) =
            (inicio..planas.len().min(inicio + 6)).find(|p| PARA.contains(&forma(*p)))
    {
        inicio = para + 1;
    }
    while ["que", "de", ":", "sobre"].contains(&forma(inicio)) {
        inicio += 1;
    }
    let mut pular = 0;
    let mut resto = descricao;
    while pular < inicio {
        let Some(palavra) = resto.split_whitespace().next() else { break };
        resto = resto.trim_start().get(palavra.len()..).unwrap_or_default();
        pular += 1;
    }
    let objeto = resto.trim().trim_start_matches([':', ',', ';', '-']).trim();
    if objeto.is_empty() {
        return (Tom::Aviso, descricao.to_owned());
    }
    (tom.unwrap_or(Tom::Aviso), objeto.to_owned())
}

const COMANDOS: &[&str] = &[
    "escreva",
    "escrever",
    "escreve",
    "prepare",
    "preparar",
    "prepara",
    "redija",
    "redigir",
    "redige",
    "faca",
    "fazer",
    "faz",
    "crie",
    "criar",
    "cria",
    "mande",
    "mandar",
    "manda",
    "envie",
    "enviar",
    "envia",
    "monte",
    "montar",
    "avise",
    "avisar",
    "informe",
    "informar",
    "diga",
    "comunique",
    "comunicar",
];
const MARCAS: &[&str] = &[
    "sobre",
    "dizendo",
    "que",
    "avisando",
    "informando",
    "falando",
    "comunicando",
    "contando",
    "assunto",
    "explicando",
];
const PARA: &[&str] = &["para", "pra", "pro", "ao", "a"];

fn tom(palavra: &str) -> Option<Tom> {
    match palavra {
        "convidando" | "convite" | "convide" | "convidar" | "convida" | "chamando" | "chame" => {
            Some(Tom::Convite)
        }
        "lembrando" | "lembrete" | "lembre" | "lembrar" => Some(Tom::Lembrete),
        "agradecendo" | "agradecimento" | "agradeca" | "agradecer" => Some(Tom::Agradecimento),
        _ => None,
    }
}

/// The first sentence without its full stop, and what follows.
fn primeira_frase(texto: &str) -> (String, String) {
    let fim = texto.char_indices().find_map(|(onde, letra)| {
        let depois = onde + letra.len_utf8();
        let acaba = letra == '\n'
            || (".!?".contains(letra)
                && texto
                    .get(depois..)
                    .is_some_and(|resto| resto.is_empty() || resto.starts_with([' ', '\n'])));
        acaba.then_some(depois)
    });
    let fim = fim.unwrap_or(texto.len());
    let primeira = texto.get(..fim).unwrap_or(texto).trim();
    let resto = texto.get(fim..).unwrap_or_default().trim();
    (primeira.strip_suffix('.').unwrap_or(primeira).to_owned(), resto.to_owned())
}

fn assunto(tom: &Tom, primeira: &str) -> String {
    let nua = sem_artigo(primeira);
    let curta = encurtar(nua);
    match tom {
        Tom::Convite => format!("Convite: {}", minuscula(&curta)),
        Tom::Lembrete => format!("Lembrete: {}", minuscula(&curta)),
        Tom::Agradecimento => "Nosso agradecimento".to_owned(),
        Tom::Aviso => {
            let mut letras = curta.chars();
            letras
                .next()
                .map_or(curta.clone(), |letra| letra.to_uppercase().chain(letras).collect())
        }
    }
}

fn abertura(tom: &Tom, primeira: &str) -> String {
    let fecho = if primeira.ends_with(['!', '?', '…', ':']) { "" } else { "." };
    let minuscula = minuscula(primeira);
    match tom {
        Tom::Convite => format!("Convidamos você para {minuscula}{fecho}"),
        Tom::Lembrete if afirma(primeira) => format!("Lembramos que {minuscula}{fecho}"),
        Tom::Lembrete => format!("Este é um lembrete sobre {minuscula}{fecho}"),
        Tom::Agradecimento => format!("Agradecemos {minuscula}{fecho}"),
        Tom::Aviso if afirma(primeira) || primeira.ends_with(['!', '?']) => {
            format!("{primeira}{fecho}")
        }
        Tom::Aviso => format!("Escrevemos sobre {minuscula}{fecho}"),
    }
}

/// Is it a sentence of its own, or only the name of something?
fn afirma(texto: &str) -> bool {
    const VERBOS: &[&str] = &[
        "é",
        "são",
        "está",
        "estão",
        "foi",
        "foram",
        "vai",
        "vão",
        "tem",
        "têm",
        "há",
        "será",
        "mudou",
        "chegou",
        "começa",
        "fecha",
        "abre",
        "acaba",
        "termina",
        "precisamos",
        "teremos",
        "estará",
        "fica",
        "ficou",
        "pode",
        "podem",
        "acontece",
        "convidamos",
        "pedimos",
        "informamos",
        "avisamos",
        "agradecemos",
        "haverá",
        "começou",
        "terminou",
        "deve",
        "devem",
        "venham",
        "venha",
        "participe",
        "participem",
        "confirme",
        "confirmem",
        "não",
        "queremos",
        "vamos",
        "temos",
        "contamos",
    ];
    texto.split_whitespace().any(|palavra| {
        let palavra = palavra.trim_matches(|letra: char| !letra.is_alphabetic()).to_lowercase();
        VERBOS.contains(&palavra.as_str())
            || (palavra.chars().count() > 4
                && ["rá", "rão", "aram", "eram", "iram"].iter().any(|fim| palavra.ends_with(fim)))
    })
}

fn sem_artigo(texto: &str) -> &str {
    for artigo in ["o ", "a ", "os ", "as ", "O ", "A ", "Os ", "As "] {
        if let Some(resto) = texto.strip_prefix(artigo)
            && !afirma(texto)
        {
            return resto;
        }
    }
    texto
}

/// The first letter small, unless the word is a name or an abbreviation.
fn minuscula(texto: &str) -> String {
    let mut letras = texto.chars();
    let Some(primeira) = letras.next() else { return String::new() };
    let sigla = letras.clone().next().is_some_and(char::is_uppercase);
    let palavra = texto.split_whitespace().next().unwrap_or_default();
    let nome = crate::lexico::nome_proprio(&plana(palavra));
    if sigla || nome {
        return texto.to_owned();
    }
    primeira.to_lowercase().chain(letras).collect()
}

fn encurtar(texto: &str) -> String {
    const TAMANHO: usize = 70;
    let texto = texto.trim_end_matches(['.', ',', ';', ':']);
    if texto.chars().count() <= TAMANHO {
        return texto.to_owned();
    }
    let mut curta = String::new();
    for palavra in texto.split_whitespace() {
        if curta.chars().count() + palavra.chars().count() + 1 > TAMANHO {
            break;
        }
        if !curta.is_empty() {
            curta.push(' ');
        }
        curta.push_str(palavra);
    }
    if curta.is_empty() {
        curta = texto.chars().take(TAMANHO).collect();
    }
    format!("{}…", curta.trim_end_matches([',', ';', ':']))
}

/// Blank lines part paragraphs; lines that begin with a dash are a list.
fn paragrafos(texto: &str, html: &mut String) {
    for bloco in texto.split("\n\n").map(str::trim).filter(|bloco| !bloco.is_empty()) {
        let linhas: Vec<&str> = bloco.lines().collect();
        let item = |linha: &str| {
            ["- ", "* ", "• "].iter().find_map(|marca| linha.strip_prefix(marca).map(str::to_owned))
        };
        let itens: Vec<String> = linhas.iter().filter_map(|linha| item(linha)).collect();
        if itens.len() == linhas.len() {
            let itens: String =
                itens.iter().map(|item| format!("<li>{}</li>", com_ligacoes(item))).collect();
            html.push_str(&format!("<ul>{itens}</ul>"));
        } else {
            let linhas: Vec<String> = linhas.iter().map(|linha| com_ligacoes(linha)).collect();
            html.push_str(&format!("<p>{}</p>", linhas.join("<br>")));
        }
    }
}

/// Escaped, with links where addresses of pages stand.
fn com_ligacoes(texto: &str) -> String {
    texto
        .split(' ')
        .map(|pedaco| {
            if !pedaco.starts_with("https://") && !pedaco.starts_with("http://") {
                return escapar(pedaco);
            }
            let endereco = pedaco.trim_end_matches(['.', ',', ';', '!', '?', ')']);
            let cauda = pedaco.get(endereco.len()..).unwrap_or_default();
            let seguro = escapar(endereco);
            format!("<a href=\"{seguro}\">{seguro}</a>{}", escapar(cauda))
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn escapar(texto: &str) -> String {
    let mut saida = String::with_capacity(texto.len());
    for letra in texto.chars() {
        match letra {
            '&' => saida.push_str("&amp;"),
            '<' => saida.push_str("&lt;"),
            '>' => saida.push_str("&gt;"),
            '"' => saida.push_str("&quot;"),
            '\'' => saida.push_str("&#39;"),
            // Letters that no page may hold.
            letra if letra.is_control() && letra != '\n' => {}
            letra => saida.push(letra),
        }
    }
    saida
}
