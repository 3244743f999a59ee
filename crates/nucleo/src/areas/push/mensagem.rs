//! What a device is told. Pure.

use base::validation::{MAX_NOME, MAX_URL};
use serde::Serialize;

use super::protocolo::MAX_MENSAGEM;

const RETICENCIAS: char = '…';

/// The order and the names are the contract's.
#[derive(Serialize)]
struct Payload<'a> {
    title: &'a str,
    body: &'a str,
    url: &'a str,
}

/// The JSON that the service worker of the app reads. A body that would not fit is cut.
pub fn mensagem(titulo: &str, corpo: &str, url: &str) -> base::Result<Vec<u8>> {
    let title: String = titulo.chars().take(MAX_NOME).collect();
    let url = if url.len() > MAX_URL { "/" } else { url };
    let escrever = |body: &str| serde_json::to_vec(&Payload { title: &title, body, url });
    let inteira = escrever(corpo)?;
    if inteira.len() <= MAX_MENSAGEM {
        return Ok(inteira);
    }
    let espaco = MAX_MENSAGEM.saturating_sub(escrever("")?.len() + RETICENCIAS.len_utf8());
    let mut usado = 0;
    let cabe = corpo.char_indices().find(|(_, letra)| {
        usado += escrita(*letra);
        usado > espaco
    });
    let fim = cabe.map_or(corpo.len(), |(inicio, _)| inicio);
    let comeco = corpo.get(..fim).unwrap_or_default().trim_end();
    Ok(escrever(&format!("{comeco}{RETICENCIAS}"))?)
}

/// How many bytes a character takes in JSON.
fn escrita(letra: char) -> usize {
    match letra {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        letra if letra < ' ' => 6,
        letra => letra.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn lida(titulo: &str, corpo: &str, url: &str) -> Value {
        serde_json::from_slice(&mensagem(titulo, corpo, url).unwrap()).unwrap()
    }

    #[test]
    fn what_fits_is_said_as_it_is() {
        let esperada = json!({"title": "Olá", "body": "Há uma \"novidade\"\n", "url": "/x?y=1"});
        assert_eq!(lida("Olá", "Há uma \"novidade\"\n", "/x?y=1"), esperada);
    }

    #[test]
    fn a_long_body_is_cut_between_characters() {
        for parte in ["a", "é", "🗳️", "\"", "\u{1}", "palavra "] {
            let cortada = lida("Título", &parte.repeat(5000), "/");
            let body = cortada["body"].as_str().unwrap();
            assert!(body.ends_with('…') && body.chars().count() > 600, "{parte}: {body}");
            assert!(parte.repeat(5000).starts_with(body.trim_end_matches('…')));
        }
        let mal_cabe = "a".repeat(MAX_MENSAGEM - mensagem("T", "", "/").unwrap().len());
        assert_eq!(lida("T", &mal_cabe, "/")["body"], json!(mal_cabe));
        assert_eq!(mensagem("T", &mal_cabe, "/").unwrap().len(), MAX_MENSAGEM);
        assert_ne!(lida("T", &format!("{mal_cabe}a"), "/")["body"], json!(mal_cabe));
    }

    proptest! {
        #[test]
        fn it_always_fits_and_can_be_read(
            titulo in ".{0,300}", corpo in "(?s).{0,6000}", url in "/[a-z]{0,2100}",
        ) {
            let escrita = mensagem(&titulo, &corpo, &url).unwrap();
            prop_assert!(escrita.len() <= MAX_MENSAGEM);
            prop_assert!(serde_json::from_slice::<Value>(&escrita).is_ok());
        }
    }
}
