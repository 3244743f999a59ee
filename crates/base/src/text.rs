//! Text as people mean it.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Without accents, in lower case, single blanks: "  João  DA Silva" becomes "joao da silva". What
/// is searched and what is sorted goes through here.
pub fn normalized(text: &str) -> String {
    let plain: String = text.nfkd().filter(|letter| !is_combining_mark(*letter)).collect();
    plain.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn accents_case_and_blanks_do_not_count() {
        assert_eq!(normalized("  João  DA Silva "), "joao da silva");
        assert_eq!(normalized("ÁLVARO Ção ﬁ ½"), "alvaro cao fi 1⁄2");
        assert_eq!(normalized("e\u{301}"), normalized("é"));
    }
}
