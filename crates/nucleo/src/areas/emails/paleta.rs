//! The colours of a message, from the one that the nucleo chose. Any colour may be chosen; every
//! word must stay readable, on the light sheet and on the dark one.

use serde::Serialize;

/// The sheets that the layout has, and the brightest and darkest ink on a button.
const FOLHA_CLARA: Cor = Cor([255, 255, 255]);
const FOLHA_ESCURA: Cor = Cor([31, 31, 30]);
const BRANCO: Cor = Cor([255, 255, 255]);
const PRETO: Cor = Cor([0, 0, 0]);
/// WCAG AA for words. A button has words of its own and need only not melt into the sheet: more
/// would turn a bright yellow into brown.
const LEGIVEL: f64 = 4.5;
const VISIVEL: f64 = 1.5;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Paleta {
    pub cor_primaria: String,
    /// What is written on [`Paleta::cor_primaria`].
    pub cor_do_botao: String,
    /// The same colour as words on the light sheet.
    pub cor_do_texto: String,
    pub cor_primaria_escura: String,
    pub cor_do_botao_escura: String,
    pub cor_do_texto_escura: String,
}

impl Paleta {
    /// `cor` is `#RRGGBB`; anything else counts as black, which is readable.
    pub fn de(cor: &str) -> Self {
        let cor = Cor::parse(cor).unwrap_or(PRETO);
        let clara = cor.afastada_de(FOLHA_CLARA, VISIVEL);
        let escura = cor.afastada_de(FOLHA_ESCURA, VISIVEL);
        Self {
            cor_primaria: clara.hex(),
            cor_do_botao: clara.tinta().hex(),
            cor_do_texto: cor.afastada_de(FOLHA_CLARA, LEGIVEL).hex(),
            cor_primaria_escura: escura.hex(),
            cor_do_botao_escura: escura.tinta().hex(),
            cor_do_texto_escura: cor.afastada_de(FOLHA_ESCURA, LEGIVEL).hex(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Cor([u8; 3]);

impl Cor {
    fn parse(hex: &str) -> Option<Self> {
        let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self([red, green, blue]))
    }

    fn hex(self) -> String {
        let Self([red, green, blue]) = self;
        format!("#{red:02X}{green:02X}{blue:02X}")
    }

    /// White where it can be read, else black: of the two one always can be.
    fn tinta(self) -> Self {
        if contraste(self, BRANCO) >= LEGIVEL { BRANCO } else { PRETO }
    }

    /// The nearest to it, on the way to black or white, that stands out from `fundo`.
    fn afastada_de(self, fundo: Self, contraste_minimo: f64) -> Self {
        let alvo = if fundo == FOLHA_CLARA { PRETO } else { BRANCO };
        let mistura = |passo: u16| {
            let Self(de) = self;
            let Self(para) = alvo;
            let mut cor = [0; 3];
            for (canal, (de, para)) in cor.iter_mut().zip(de.into_iter().zip(para)) {
                let soma = u16::from(de) * (PASSOS - passo) + u16::from(para) * passo;
                *canal = u8::try_from(soma / PASSOS).unwrap_or(u8::MAX);
            }
            Self(cor)
        };
        let legivel = |cor: &Self| contraste(*cor, fundo) >= contraste_minimo;
        (0..=PASSOS).map(mistura).find(legivel).unwrap_or(alvo)
    }

    /// As WCAG 2 defines it.
    fn luminancia(self) -> f64 {
        let Self([red, green, blue]) = self;
        let linear = |canal: u8| {
            let canal = f64::from(canal) / 255.0;
            if canal <= 0.04045 { canal / 12.92 } else { ((canal + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

const PASSOS: u16 = 20;

fn contraste(uma: Cor, outra: Cor) -> f64 {
    let (uma, outra) = (uma.luminancia(), outra.luminancia());
    (uma.max(outra) + 0.05) / (uma.min(outra) + 0.05)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_colour_that_serves_stays_as_it_was_chosen() {
        let paleta = Paleta::de("#1F6F5C");
        assert_eq!(paleta.cor_primaria, "#1F6F5C");
        assert_eq!(paleta.cor_do_texto, "#1F6F5C");
        assert_eq!(paleta.cor_do_botao, "#FFFFFF");
        assert_ne!(paleta.cor_do_texto_escura, "#1F6F5C", "too dark on the dark sheet");
    }

    #[test]
    fn what_is_no_colour_is_black() {
        for wrong in ["", "red", "#12345", "#GGGGGG", "#é1234"] {
            assert_eq!(Paleta::de(wrong), Paleta::de("#000000"), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_word_is_readable_whatever_the_colour(canais in any::<[u8; 3]>()) {
            let p = Paleta::de(&Cor(canais).hex());
            let cor = |hex: &str| Cor::parse(hex).unwrap();
            for (uma, outra, minimo) in [
                (cor(&p.cor_primaria), cor(&p.cor_do_botao), LEGIVEL),
                (cor(&p.cor_primaria_escura), cor(&p.cor_do_botao_escura), LEGIVEL),
                (cor(&p.cor_do_texto), FOLHA_CLARA, LEGIVEL),
                (cor(&p.cor_do_texto_escura), FOLHA_ESCURA, LEGIVEL),
                (cor(&p.cor_primaria), FOLHA_CLARA, VISIVEL),
                (cor(&p.cor_primaria_escura), FOLHA_ESCURA, VISIVEL),
            ] {
                prop_assert!(contraste(uma, outra) >= minimo, "{p:?}");
            }
        }
    }
}
