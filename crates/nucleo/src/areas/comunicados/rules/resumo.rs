//! The first words of an announcement, for a notification.

use crate::html;

/// As much as a phone shows.
const MAX: usize = 140;
/// The text of clean HTML, without tags, cut between words.
pub fn resumo(html: &str) -> String {
    html::cortado(&html::texto(html), MAX)
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
