//! The rules of membership. Pure: no async, no SQL, no HTTP.

use base::{secret, text};

/// No letter or digit that is taken for another: no 0 and O, no 1, I and L.
const ALFABETO: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const TAMANHO: usize = 4;

/// `<PREFIX>-<UF>-<4 characters>`, the prefix of 2 to 5 letters of the nucleo's slug.
pub fn novo_codigo_referral(slug: &str, estado: &str) -> String {
    let sufixo = secret::random_text(ALFABETO, TAMANHO);
    format!("{}-{}-{sufixo}", prefixo(slug), estado.to_uppercase())
}

fn prefixo(slug: &str) -> String {
    let letters = slug.chars().filter(char::is_ascii_alphabetic).take(5);
    let prefixo = letters.collect::<String>().to_uppercase();
    if prefixo.len() < 2 { format!("NU{prefixo}") } else { prefixo }
}

/// What search and order look at.
pub fn nome_busca(nome: &str) -> String {
    text::normalized(nome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_names_its_nucleo_and_state() {
        let codigo = novo_codigo_referral("sao-paulo-centro", "sp");
        let (inicio, sufixo) = codigo.rsplit_once('-').unwrap();
        assert_eq!(inicio, "SAOPA-SP");
        assert_eq!(sufixo.len(), 4);
        assert!(sufixo.bytes().all(|letter| ALFABETO.contains(&letter)));
    }

    #[test]
    fn every_slug_has_a_prefix() {
        for (slug, esperado) in [("rj", "RJ"), ("abcdefg", "ABCDE"), ("a-1", "NUA"), ("2026", "NU")]
        {
            assert_eq!(prefixo(slug), esperado);
        }
    }
}
