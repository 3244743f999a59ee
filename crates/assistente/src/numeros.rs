//! Whole numbers, in digits and in words.

use crate::texto::Frase;

const PALAVRAS: &[(&str, u64)] = &[
    ("um", 1),
    ("uma", 1),
    ("dois", 2),
    ("duas", 2),
    ("tres", 3),
    ("quatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("meia", 6),
    ("sete", 7),
    ("oito", 8),
    ("nove", 9),
    ("dez", 10),
    ("onze", 11),
    ("doze", 12),
    ("treze", 13),
    ("quatorze", 14),
    ("catorze", 14),
    ("quinze", 15),
    ("dezesseis", 16),
    ("dezessete", 17),
    ("dezoito", 18),
    ("dezenove", 19),
    ("vinte", 20),
    ("trinta", 30),
    ("quarenta", 40),
    ("cinquenta", 50),
    ("sessenta", 60),
    ("setenta", 70),
    ("oitenta", 80),
    ("noventa", 90),
    ("cem", 100),
    ("cento", 100),
    ("duzentos", 200),
    ("duzentas", 200),
    ("trezentos", 300),
    ("trezentas", 300),
    ("quatrocentos", 400),
    ("quatrocentas", 400),
    ("quinhentos", 500),
    ("quinhentas", 500),
    ("seiscentos", 600),
    ("seiscentas", 600),
    ("setecentos", 700),
    ("setecentas", 700),
    ("oitocentos", 800),
    ("oitocentas", 800),
    ("novecentos", 900),
    ("novecentas", 900),
];

fn palavra(plana: &str) -> Option<u64> {
    PALAVRAS.iter().find(|(nome, _)| *nome == plana).map(|(_, valor)| *valor)
}

/// A number that begins at this word, and how many words it takes. "2 mil", "vinte e cinco",
/// "1.500", "2k". A fraction is no whole number, a date neither.
pub fn em(frase: &Frase, posicao: usize) -> Option<(u64, usize)> {
    if let Some(valor) = digitos(frase.plana(posicao)) {
        return Some(if frase.plana(posicao + 1) == "mil" {
            (valor.saturating_mul(1000), 2)
        } else {
            (valor, 1)
        });
    }
    por_extenso(frase, posicao)
}

fn digitos(plana: &str) -> Option<u64> {
    let (plana, fator) = match plana.strip_suffix('k') {
        Some(milhares) => (milhares, 1000),
        None => (plana, 1),
    };
    let inteiro = match plana.split_once(',') {
        Some((inteiro, fracao)) if !fracao.is_empty() && fracao.chars().all(|d| d == '0') => {
            inteiro
        }
        Some(_) => return None,
        None => plana,
    };
    let grupos: Vec<&str> = inteiro.split('.').collect();
    let (primeiro, outros) = grupos.split_first()?;
    let bem_escrito = outros.iter().all(|grupo| grupo.len() == 3)
        && (outros.is_empty() || (1..=3).contains(&primeiro.len()));
    let junto = grupos.concat();
    if !bem_escrito || junto.is_empty() || !junto.chars().all(|d| d.is_ascii_digit()) {
        return None;
    }
    junto.parse::<u64>().ok()?.checked_mul(fator)
}

fn por_extenso(frase: &Frase, posicao: usize) -> Option<(u64, usize)> {
    let (mut soma, mut milhares, mut usadas) = (0_u64, 0_u64, 0);
    // Parts come from large to small: "vinte e cinco", never "cinco e vinte".
    let mut teto = u64::MAX;
    loop {
        let pular = usize::from(usadas > 0 && frase.plana(posicao + usadas) == "e");
        let proxima = frase.plana(posicao + usadas + pular);
        if proxima == "mil" && milhares == 0 {
            milhares = soma.max(1) * 1000;
            soma = 0;
            teto = 1000;
        } else if let Some(valor) = palavra(proxima).filter(|valor| *valor < teto) {
            soma += valor;
            teto = match valor {
                100.. => 100,
                20.. => 10,
                _ => 0,
            };
        } else {
            break;
        }
        usadas += pular + 1;
    }
    (usadas > 0).then_some((milhares + soma, usadas))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_words() {
        let casos = [
            ("50", Some((50, 1))),
            ("1.500", Some((1500, 1))),
            ("1.500,00", Some((1500, 1))),
            ("2 mil moedas", Some((2000, 2))),
            ("2k", Some((2000, 1))),
            ("vinte e cinco", Some((25, 3))),
            ("cento e vinte", Some((120, 3))),
            ("mil", Some((1000, 1))),
            ("dois mil e quinhentos", Some((2500, 4))),
            ("mil duzentas e trinta e cinco", Some((1235, 6))),
            ("cinco e vinte", Some((5, 1))),
            ("vinte e Ana", Some((20, 1))),
            ("10,5", None),
            ("10/05", None),
            ("1.50", None),
            ("muitas", None),
            ("99999999999999999999999", None),
        ];
        for (texto, esperado) in casos {
            assert_eq!(em(&Frase::nova(texto), 0), esperado, "{texto}");
        }
    }
}
