//! Who a message comes from, as it shows: the nucleo, or the organisation as a whole.

use serde::Serialize;

use super::paleta::Paleta;
use crate::areas::nucleos::service::Nucleo;

/// The organisation's own looks, for what belongs to no nucleo.
const NOME: &str = "Nucleo";
const COR: &str = "#1F6F5C";

#[derive(Clone, Debug, Serialize)]
pub struct Marca {
    pub nome_nucleo: String,
    /// Where a mail reader finds it, so with the host.
    pub logo_url: Option<String>,
    /// Shown where there is no logo.
    inicial: String,
    #[serde(flatten)]
    paleta: Paleta,
}

impl Marca {
    pub fn nacional() -> Self {
        Self::new(NOME, COR, None)
    }

    pub fn de(nucleo: &Nucleo, public_url: &str) -> Self {
        let logo = nucleo.logo_url.as_deref().map(|logo| absoluto(public_url, logo));
        Self::new(&nucleo.nome, &nucleo.cor_primaria, logo)
    }

    fn new(nome: &str, cor: &str, logo_url: Option<String>) -> Self {
        Self {
            nome_nucleo: nome.to_owned(),
            logo_url,
            inicial: inicial(nome),
            paleta: Paleta::de(cor),
        }
    }
}

/// Of "Núcleo do Recife" it is the R: all of them begin with the same word.
fn inicial(nome: &str) -> String {
    let comum = |palavra: &&str| {
        let palavra = base::text::normalized(palavra);
        !["nucleo", "de", "da", "do", "das", "dos"].contains(&palavra.as_str())
    };
    let palavra = nome.split_whitespace().find(comum).unwrap_or(nome);
    let letra = palavra.chars().find(|letra| letra.is_alphanumeric());
    letra.map(|letra| letra.to_uppercase().to_string()).unwrap_or_else(|| "N".to_owned())
}

/// A path of the app as an address that opens from anywhere.
pub fn absoluto(public_url: &str, url: &str) -> String {
    match url.starts_with("https://") || url.starts_with("http://") {
        true => url.to_owned(),
        false => format!("{public_url}/{}", url.trim_start_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_tells_nucleos_apart() {
        for (nome, letra) in [
            ("Núcleo Recife", "R"),
            ("Núcleo do Rio", "R"),
            ("Nucleo", "N"),
            ("ßeta", "SS"),
            ("—", "N"),
        ] {
            assert_eq!(inicial(nome), letra, "{nome}");
        }
    }

    #[test]
    fn a_path_gets_its_host_and_nothing_else_leaves_it() {
        let url = |url| absoluto("https://n.org", url);
        assert_eq!(url("/enquetes/1"), "https://n.org/enquetes/1");
        assert_eq!(url("https://a.org/x"), "https://a.org/x");
        assert_eq!(url("//evil.org"), "https://n.org/evil.org");
        assert_eq!(url("javascript:alert(1)"), "https://n.org/javascript:alert(1)");
    }
}
