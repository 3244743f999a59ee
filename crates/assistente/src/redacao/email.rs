//! An e-mail from a description. It says what the description says, in the form of a letter.

use super::horas::com_virgulas;
use super::melhorar::{capital, revisar_texto};
use super::pedido::{Ato, Liga, Pedido, ler};
use super::verbos::{afirma, infinitivo};
use crate::texto::plana;

/// A draft: subject and HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rascunho {
    pub assunto: String,
    pub html: String,
}

/// Writes an e-mail from a description in plain words, closing with the nucleo's name.
pub fn redigir_email(descricao: &str, nucleo_nome: &str) -> Rascunho {
    let pedido = ler(descricao);
    let (primeira, resto) = primeira_frase(&revisar_texto(&pedido.texto));
    let primeira = com_virgulas(&primeira);
    let assunto = assunto(&pedido, &primeira);
    let abertura = abertura(&pedido, &primeira);
    let mut html = String::from("<p>Olá!</p>");
    for bloco in [abertura, resto] {
        paragrafos(&bloco, &mut html);
    }
    html.push_str(&format!("<p>Um abraço,<br>{}</p>", escapar(nucleo_nome.trim())));
    Rascunho { assunto, html }
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

fn assunto(pedido: &Pedido, primeira: &str) -> String {
    let fazer = a_fazer(pedido, primeira);
    let curta = encurtar(fazer.as_deref().unwrap_or_else(|| sem_artigo(primeira)));
    let sobre = minuscula(&curta);
    match pedido.ato {
        Ato::Agradecer => "Nosso agradecimento".to_owned(),
        Ato::Convidar if pedido.liga != Liga::Receptor => format!("Convite: {sobre}"),
        Ato::Lembrar if pedido.liga != Liga::Receptor => format!("Lembrete: {sobre}"),
        Ato::Avisar(_) if fazer.is_some() => format!("Lembrete: {sobre}"),
        Ato::Pedir => format!("Pedido: {sobre}"),
        Ato::Outro(verbo) => encurtar(&format!("{verbo} {}", minuscula(primeira))),
        _ => capital(&curta),
    }
}

/// The first sentence of the letter.
fn abertura(pedido: &Pedido, primeira: &str) -> String {
    let fecho = if primeira.ends_with(['!', '?', '…', ':']) { "" } else { "." };
    let dito = minuscula(primeira);
    let afirma = afirma(primeira);
    let artigo = com_artigo(&dito);
    let fazer = a_fazer(pedido, &dito);
    let texto = match (pedido.ato, pedido.liga, &fazer) {
        (Ato::Outro(verbo), ..) => format!("{verbo} {dito}"),
        (Ato::Agradecer, ..) => agradecimento(pedido, &dito),
        (Ato::Pedir, Liga::Que, _) => format!("Pedimos que {dito}"),
        (Ato::Pedir, _, Some(fazer)) => format!("Pedimos a gentileza de {fazer}"),
        (Ato::Pedir, ..) => format!("Pedimos {dito}"),
        (Ato::Convidar, Liga::Receptor, _) => format!("Convidamos {dito}"),
        (Ato::Convidar, Liga::Para, _) => format!("Convidamos você para {dito}"),
        (Ato::Convidar, Liga::De | Liga::Direto, _) if artigo && !afirma => {
            format!("Convidamos você para {dito}")
        }
        (Ato::Convidar, ..) => format!("Fica o convite: {dito}"),
        (Ato::Lembrar, Liga::Que, _) => format!("Lembramos que {dito}"),
        (Ato::Lembrar, _, Some(fazer)) => format!("Lembre-se de {fazer}"),
        (Ato::Lembrar, Liga::De, _) => format!("Lembramos {}", contrair("de", &dito)),
        (Ato::Lembrar, Liga::Sobre, _) => format!("Este é um lembrete sobre {dito}"),
        (Ato::Lembrar, Liga::Para, _) => format!("Este é um lembrete para {dito}"),
        (Ato::Lembrar, Liga::Direto, _) if afirma => format!("Lembramos que {dito}"),
        (Ato::Lembrar, Liga::Direto, _) if artigo => format!("Lembramos {}", contrair("de", &dito)),
        (Ato::Lembrar, ..) => format!("Lembrete: {dito}"),
        (Ato::Avisar(verbo), Liga::Que, _) => format!("{verbo} que {dito}"),
        (Ato::Avisar(_), _, Some(fazer)) => format!("Não se esqueça de {fazer}"),
        (Ato::Avisar(verbo), Liga::Sobre | Liga::De | Liga::Para, _) => {
            format!("{verbo} sobre {dito}")
        }
        (Ato::Avisar(verbo), Liga::Direto, _) if afirma && fecho == "." => {
            format!("{verbo} que {dito}")
        }
        (Ato::Avisar(verbo @ ("Informamos" | "Comunicamos")), Liga::Direto, _) if artigo => {
            format!("{verbo} {dito}")
        }
        (Ato::Avisar(verbo), Liga::Direto, _) if artigo => format!("{verbo} sobre {dito}"),
        (Ato::Dizer, ..) if artigo && !afirma && fecho == "." => format!("Escrevemos sobre {dito}"),
        _ => primeira.to_owned(),
    };
    format!("{texto}{fecho}")
}

/// What those who read are to do, where the description says that: "para levarem água".
fn a_fazer(pedido: &Pedido, dito: &str) -> Option<String> {
    let cabe = matches!(pedido.liga, Liga::De | Liga::Para | Liga::Direto);
    cabe.then(|| infinitivo(dito)).flatten()
}

/// Groups and people are thanked by name, everybody is simply thanked.
fn agradecimento(pedido: &Pedido, dito: &str) -> String {
    let receptor = pedido.receptor.as_ref().map(|receptor| format!(" {}", a_quem(receptor)));
    match pedido.liga {
        Liga::Receptor => format!("Agradecemos {}", a_quem(dito)),
        Liga::De | Liga::Sobre => {
            format!("Agradecemos{} {}", receptor.unwrap_or_default(), contrair("por", dito))
        }
        _ => format!("Agradecemos{} {dito}", receptor.unwrap_or_default()),
    }
}

/// "os voluntários" receive thanks as "aos voluntários", "todos" as "a todos".
fn a_quem(receptor: &str) -> String {
    let receptor = minuscula(receptor);
    let (primeira, resto) = receptor.split_once(' ').unwrap_or((&receptor, ""));
    let inicio = match plana(primeira).as_str() {
        "o" | "ao" => "ao",
        "os" | "aos" => "aos",
        "a" if plana(resto).starts_with("todos") || plana(resto).starts_with("todas") => "a",
        "a" => "à",
        "as" => "às",
        "para" | "pra" => return a_quem(resto),
        "pro" => "ao",
        "pros" => "aos",
        _ => return format!("a {receptor}"),
    };
    format!("{inicio} {resto}")
}

/// "de" and "o mutirão" are "do mutirão"; "por" and "a ajuda" are "pela ajuda".
fn contrair(preposicao: &str, dito: &str) -> String {
    let Some((artigo, resto)) = dito.split_once(' ') else { return format!("{preposicao} {dito}") };
    let raiz = if preposicao == "de" { "d" } else { "pel" };
    match artigo {
        "o" | "a" | "os" | "as" => format!("{raiz}{artigo} {resto}"),
        _ => format!("{preposicao} {dito}"),
    }
}

fn com_artigo(dito: &str) -> bool {
    const ARTIGOS: &[&str] =
        &["o", "a", "os", "as", "um", "uma", "nosso", "nossa", "nossos", "nossas", "este", "esta"];
    dito.split_once(' ').is_some_and(|(primeira, _)| ARTIGOS.contains(&primeira))
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
    // "Festa Junina": the capital of the next word says that this is a title.
    let titulo = palavra.chars().count() > 3
        && texto
            .split_whitespace()
            .nth(1)
            .is_some_and(|outra| outra.starts_with(char::is_uppercase));
    let nome = titulo || crate::lexico::nome_proprio(&plana(palavra));
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
