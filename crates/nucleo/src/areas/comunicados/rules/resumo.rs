//! The first words of an announcement, for a notification.

/// As much as a phone shows.
const MAX: usize = 140;
/// Where a browser begins a new line, and words of two of these do not belong together.
const BLOCOS: [&str; 11] =
    ["<br", "<p", "</p", "<li", "</li", "</h", "<div", "</div", "</td", "</th", "</tr"];
const ENTIDADES: [(&str, &str); 5] =
    [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];

/// The text of clean HTML, without tags, cut between words.
pub fn resumo(html: &str) -> String {
    let mut texto = BLOCOS
        .iter()
        .fold(html.to_owned(), |html, bloco| html.replace(bloco, &format!(" {bloco}")));
    texto = ammonia::Builder::empty().clean(&texto).to_string();
    // The ampersand last: "&amp;lt;" is the text "&lt;".
    for (entidade, letra) in ENTIDADES {
        texto = texto.replace(entidade, letra);
    }
    let palavras: Vec<_> = texto.split_whitespace().collect();
    cortado(&palavras.join(" "))
}

fn cortado(texto: &str) -> String {
    if texto.chars().count() <= MAX {
        return texto.to_owned();
    }
    let inicio: String = texto.chars().take(MAX - 1).collect();
    let inteiro = inicio.rsplit_once(' ').map_or(inicio.as_str(), |(inteiro, _)| inteiro);
    format!("{inteiro}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_without_the_tags() {
        for (html, texto) in [
            ("<p>Às 15h,<br>na <b>se</b>de.</p><p>Venha!</p>", "Às 15h, na sede. Venha!"),
            ("<ul><li>um</li><li>dois</li></ul>", "um dois"),
            ("1 &lt; 2 &amp;&nbsp;3 &amp;lt;", "1 < 2 & 3 &lt;"),
            ("<img src=\"/a.png\" alt=\"x\">", ""),
        ] {
            assert_eq!(resumo(html), texto, "{html}");
        }
    }

    #[test]
    fn a_long_text_is_cut_between_words() {
        let curto = resumo(&"palavra ".repeat(100));
        assert!(curto.ends_with("palavra…") && curto.chars().count() <= MAX, "{curto}");
        assert_eq!(resumo(&"á".repeat(141)).chars().count(), MAX);
        assert_eq!(resumo(&"á".repeat(140)), "á".repeat(140));
    }
}
