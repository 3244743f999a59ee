//! A text as words: plain forms to compare, and where each stands in what was written.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Without accents, in lower case, a letter stretched out ("oiiii") cut to one.
pub fn plana(texto: &str) -> String {
    let sem_acentos: String = texto.nfkd().filter(|letra| !is_combining_mark(*letra)).collect();
    let mut saida = String::with_capacity(sem_acentos.len());
    let letras: Vec<char> = sem_acentos.to_lowercase().chars().collect();
    let mut resto = letras.as_slice();
    while let Some(letra) = resto.first() {
        let repetidas = resto.iter().take_while(|outra| *outra == letra).count();
        let quantas = if repetidas > 2 && letra.is_alphabetic() { 1 } else { repetidas };
        saida.extend(std::iter::repeat_n(*letra, quantas));
        resto = resto.get(repetidas..).unwrap_or_default();
    }
    saida
}

/// The words of `texto` in plain form, for comparing whole phrases.
pub fn palavras_planas(texto: &str) -> Vec<String> {
    Frase::nova(texto).palavras.into_iter().map(|palavra| palavra.plana).collect()
}

#[derive(Clone, Debug)]
pub struct Palavra {
    /// Bytes in the text.
    pub onde: Range<usize>,
    pub plana: String,
    pub maiuscula: bool,
    /// The punctuation between the word before and this one, if any.
    pub antes: Option<char>,
}

#[derive(Clone, Debug)]
pub struct Frase {
    texto: String,
    pub palavras: Vec<Palavra>,
    /// Words between quotation marks.
    pub citacoes: Vec<Range<usize>>,
}

impl Frase {
    pub fn nova(texto: &str) -> Self {
        let mut frase =
            Self { texto: texto.to_owned(), palavras: Vec::new(), citacoes: Vec::new() };
        let letras: Vec<(usize, char)> = texto.char_indices().collect();
        let mut antes = None;
        let mut aberta: Option<usize> = None;
        let mut posicao = 0;
        while let Some((inicio, letra)) = letras.get(posicao).copied() {
            if !letra.is_alphanumeric() && letra != '@' {
                if matches!(letra, '"' | '“' | '”' | '«' | '»') {
                    match aberta.take() {
                        Some(desde) if desde < frase.palavras.len() => {
                            frase.citacoes.push(desde..frase.palavras.len());
                        }
                        _ => aberta = Some(frase.palavras.len()),
                    }
                    antes = antes.or(Some('"'));
                } else if matches!(letra, ',' | '.' | ';' | ':' | '!' | '?' | '\n' | '(' | ')') {
                    // A colon introduces what follows, whatever else stands there.
                    antes = if letra == ':' { Some(':') } else { antes.or(Some(letra)) };
                }
                posicao += 1;
                continue;
            }
            let desde = posicao;
            while let Some((_, letra)) = letras.get(posicao).copied() {
                let seguinte = letras.get(posicao + 1).map(|(_, letra)| *letra);
                let anterior = posicao.checked_sub(1).and_then(|antes| letras.get(antes));
                let entre_digitos = anterior.is_some_and(|(_, letra)| letra.is_ascii_digit())
                    && seguinte.is_some_and(|letra| letra.is_ascii_digit());
                let continua = letra.is_alphanumeric()
                    || is_combining_mark(letra)
                    || matches!(letra, '@' | '_')
                    || (letra == '-' && seguinte.is_some_and(char::is_alphanumeric))
                    || (matches!(letra, '.' | ',' | '/') && entre_digitos);
                if !continua {
                    break;
                }
                posicao += 1;
            }
            // Something odd at the start: go past it.
            posicao = posicao.max(desde + 1);
            let fim = letras.get(posicao).map_or(texto.len(), |(fim, _)| *fim);
            let escrita = texto.get(inicio..fim).unwrap_or_default();
            let numero = escrita.starts_with(|letra: char| letra.is_ascii_digit());
            let mut forma = plana(escrita);
            if !numero {
                forma.retain(|letra| letra != '-');
            }
            frase.palavras.push(Palavra {
                onde: inicio..fim,
                plana: forma,
                maiuscula: letra.is_uppercase(),
                antes: antes.take(),
            });
        }
        frase
    }

    pub fn len(&self) -> usize {
        self.palavras.len()
    }

    pub fn plana(&self, posicao: usize) -> &str {
        self.palavras.get(posicao).map_or("", |palavra| palavra.plana.as_str())
    }

    /// What was written, from the first to the last of these words.
    pub fn trecho(&self, palavras: Range<usize>) -> &str {
        let primeira = self.palavras.get(palavras.start);
        let ultima = palavras.end.checked_sub(1).and_then(|ultima| self.palavras.get(ultima));
        match (primeira, ultima) {
            (Some(primeira), Some(ultima)) if primeira.onde.start < ultima.onde.end => {
                self.texto.get(primeira.onde.start..ultima.onde.end).unwrap_or_default()
            }
            _ => "",
        }
    }

    /// What was written from this word to the end, without closing quotes.
    pub fn resto(&self, desde: usize) -> &str {
        let inicio =
            self.palavras.get(desde).map_or(self.texto.len(), |palavra| palavra.onde.start);
        self.texto.get(inicio..).unwrap_or_default().trim()
    }

    /// Do the words from `posicao` on read like this?
    pub fn segue(&self, posicao: usize, formas: &[&str]) -> bool {
        formas.iter().enumerate().all(|(passo, forma)| self.plana(posicao + passo) == *forma)
    }

    pub fn posicao_de(&self, formas: &[&str]) -> Option<usize> {
        (0..self.len()).find(|posicao| formas.contains(&self.plana(*posicao)))
    }
}

/// The singular of a plain word, as far as endings tell.
pub fn singular(palavra: &str) -> Option<String> {
    const FINS: &[(&str, &str)] = &[
        ("oes", "ao"),
        ("aes", "ao"),
        ("ais", "al"),
        ("eis", "el"),
        ("ois", "ol"),
        ("res", "r"),
        ("zes", "z"),
        ("ns", "m"),
        ("s", ""),
    ];
    if palavra.len() < 4 {
        return None;
    }
    FINS.iter()
        .find_map(|(plural, singular)| Some(format!("{}{singular}", palavra.strip_suffix(plural)?)))
}

fn letras(palavra: &str) -> Vec<char> {
    let mut letras: Vec<char> = palavra.chars().collect();
    letras.sort_unstable();
    letras
}

/// Is `escrita` likely meant to be `certa`? Both plain. Short words must be right.
pub fn quase(escrita: &str, certa: &str) -> bool {
    if escrita == certa {
        return true;
    }
    let tamanho = escrita.len().min(certa.len());
    let tolerancia = match tamanho {
        0..=4 => return false,
        5..=7 => 1,
        _ => 2,
    };
    // In a short word another letter makes another word: only a letter too many, too few or swapped.
    if tamanho < 7 && escrita.len() == certa.len() && letras(escrita) != letras(certa) {
        return false;
    }
    escrita.len().abs_diff(certa.len()) <= tolerancia
        && escrita.chars().next() == certa.chars().next()
        && strsim::osa_distance(escrita, certa) <= tolerancia
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_accents_case_and_stretched_letters() {
        assert_eq!(
            palavras_planas("Olááá, João! É a Reunião?"),
            ["ola", "joao", "e", "a", "reuniao"]
        );
        assert_eq!(palavras_planas("e-mail do porta-voz"), ["email", "do", "portavoz"]);
        assert_eq!(palavras_planas("R$ 1.500,50 em 10/05"), ["r", "1.500,50", "em", "10/05"]);
        assert_eq!(palavras_planas("1000 5."), ["1000", "5"]);
    }

    #[test]
    fn what_was_written_can_be_read_back() {
        let frase = Frase::nova("resultado de “Qual é o dia?”, por favor");
        assert_eq!(frase.citacoes, vec![2..6]);
        assert_eq!(frase.trecho(2..6), "Qual é o dia");
        assert_eq!(frase.resto(6), "por favor");
        assert_eq!(frase.trecho(9..12), "");
    }

    #[test]
    fn plurals_and_typos() {
        assert_eq!(singular("transacoes").as_deref(), Some("transacao"));
        assert_eq!(singular("coordenadores").as_deref(), Some("coordenador"));
        assert_eq!(singular("portavozes").as_deref(), Some("portavoz"));
        assert_eq!(singular("mes"), None);
        assert!(quase("coordenadro", "coordenador") && quase("enqeute", "enquete"));
        assert!(!quase("ana", "ano") && !quase("gato", "pato"));
    }
}
