//! The rules of membership. Pure: no async, no SQL, no HTTP.

use std::collections::BTreeSet;

use base::scope::Cargo;
use base::text;

use super::Status;

/// No letter or digit that is taken for another: no 0 and O, no 1, I and L.
pub const ALFABETO: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
pub const TAMANHO_DO_SUFIXO: usize = 4;

/// `<PREFIX>-<UF>-<4 characters>`, the prefix of 2 to 5 letters of the nucleo's slug.
pub fn codigo_referral(slug: &str, estado: &str, sufixo: &str) -> String {
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

/// Where somebody stands: what they may do depends on both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posto {
    pub cargo: Cargo,
    pub status: Status,
}

/// Whether a change takes an active administrator away from the nucleo.
pub fn deixa_de_administrar(antes: Posto, depois: Posto) -> bool {
    let administra = Posto { cargo: Cargo::Administrador, status: Status::Ativo };
    antes == administra && depois != administra
}

/// Which members to list.
#[derive(Debug, Default)]
pub struct Filtro {
    pub status: Option<Status>,
    pub cargo: Option<Cargo>,
    pub busca: Option<Busca>,
}

/// Whom the assistant looks for. `None` does not matter; no city at all is nobody's.
#[derive(Clone, Debug, Default)]
pub struct Procura {
    pub status: Option<Status>,
    pub cargo: Option<Cargo>,
    /// The ways in which the city is written.
    pub cidades: Option<Vec<String>>,
    pub estado: Option<String>,
}

/// A part of a name, as the index of pieces is asked for it: the pieces from `de` up to `ate` lead
/// to candidates, and `padrao` decides.
#[derive(Debug, PartialEq, Eq)]
pub struct Busca {
    pub de: String,
    pub ate: String,
    pub padrao: String,
}

impl Busca {
    /// `None` for nothing but blanks.
    pub fn new(texto: &str) -> Option<Self> {
        let texto = nome_busca(texto);
        let de: String = texto.chars().take(TAMANHO_DA_PECA).collect();
        let escaped = texto.replace('!', "!!").replace('%', "!%").replace('_', "!_");
        (!texto.is_empty()).then(|| Self {
            ate: format!("{de}{}", char::MAX),
            de,
            padrao: format!("%{escaped}%"),
        })
    }
}

const TAMANHO_DA_PECA: usize = 3;

/// The pieces of a normalised name: up to three characters from every position, each once.
pub fn trigramas(nome_busca: &str) -> Vec<String> {
    let letters: Vec<char> = nome_busca.chars().collect();
    let pieces =
        (0..letters.len()).map(|start| letters.iter().skip(start).take(TAMANHO_DA_PECA).collect());
    pieces.collect::<BTreeSet<String>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encontra(nome: &str, texto: &str) -> bool {
        let nome = nome_busca(nome);
        let Some(Busca { de, ate, padrao }) = Busca::new(texto) else { return false };
        // What LIKE would look for: `!` takes the next character literally.
        let mut letters = padrao[1..padrao.len() - 1].chars();
        let literal = std::iter::from_fn(|| match letters.next() {
            Some('!') => letters.next(),
            letter => letter,
        });
        let inner: String = literal.collect();
        trigramas(&nome).iter().any(|piece| *piece >= de && *piece < ate) && nome.contains(&inner)
    }

    #[test]
    fn a_part_of_a_name_is_found_whatever_its_accents_and_case() {
        for texto in ["joão", "JOAO", "ão", "a", "da sil", "va", "joao da silva"] {
            assert!(encontra("João da Silva", texto), "{texto}");
        }
        for texto in ["maria", "", "  ", "joaoda", "silvaa"] {
            assert!(!encontra("João da Silva", texto), "{texto}");
        }
    }

    proptest! {
        #[test]
        fn every_part_of_every_name_is_found(nome in "[A-Za-zÀ-ÿ %_!]{3,30}", from in 0..30_usize, length in 1..8_usize) {
            let normal = nome_busca(&nome);
            let texto: String = normal.chars().skip(from).take(length).collect();
            if !texto.trim().is_empty() {
                prop_assert!(encontra(&nome, &texto), "{:?} in {:?}", texto, normal);
            }
        }
    }

    #[test]
    fn only_an_active_administrator_can_be_missed() {
        let posto = |cargo, status| Posto { cargo, status };
        let admin = posto(Cargo::Administrador, Status::Ativo);
        assert!(deixa_de_administrar(admin, posto(Cargo::Membro, Status::Ativo)));
        assert!(deixa_de_administrar(admin, posto(Cargo::Administrador, Status::Suspenso)));
        assert!(!deixa_de_administrar(admin, admin));
        let suspended = posto(Cargo::Administrador, Status::Suspenso);
        assert!(!deixa_de_administrar(suspended, posto(Cargo::Membro, Status::Suspenso)));
    }

    #[test]
    fn a_code_names_its_nucleo_and_state() {
        assert_eq!(codigo_referral("sao-paulo-centro", "sp", "K7PM"), "SAOPA-SP-K7PM");
    }

    #[test]
    fn every_slug_has_a_prefix() {
        for (slug, esperado) in [("rj", "RJ"), ("abcdefg", "ABCDE"), ("a-1", "NUA"), ("2026", "NU")]
        {
            assert_eq!(prefixo(slug), esperado);
        }
    }
}
