//! A stretch of time as whole months, whose sums are kept, and the days at its two ends, which are
//! added up. Months are those of Sao Paulo.

use base::clock::{Timestamp, start_of_day};
use base::page::Page;
use chrono::Duration;

/// From one instant to another, both included; without one, from the beginning or to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Periodo {
    pub inicio: Option<Timestamp>,
    pub fim: Option<Timestamp>,
}

/// Months `de` to `ate`, and up to two parts of a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partes {
    pub de: String,
    pub ate: String,
    pub bordas: [Borda; 2],
}

/// A part of one month. An empty one ends before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borda {
    pub mes: String,
    pub de: Timestamp,
    pub ate: Timestamp,
}

/// The months in which a page lies, and where in them: of the entries before it only those of its
/// first month are passed over, however late the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Janela {
    pub de: Timestamp,
    pub ate: Timestamp,
    pub pular: i64,
    pub quantos: i64,
}

/// Before and after every instant that is accepted.
const ANTES: &str = "0000-00";
const DEPOIS: &str = "9999-99";

fn antes_de_tudo() -> Timestamp {
    Timestamp::EPOCH - Duration::days(40_000)
}

fn depois_de_tudo() -> Timestamp {
    Timestamp::EPOCH + Duration::days(2_600_000)
}

impl Periodo {
    /// First and last instant.
    pub fn limites(self) -> (Timestamp, Timestamp) {
        (self.inicio.unwrap_or_else(antes_de_tudo), self.fim.unwrap_or_else(depois_de_tudo))
    }

    pub fn partes(self) -> Partes {
        let (inicio, fim) = self.limites();
        if inicio > fim {
            return Partes { de: DEPOIS.into(), ate: ANTES.into(), bordas: [vazia(), vazia()] };
        }
        // An end that falls on that of a month cuts nothing.
        let cortado = self.inicio.filter(|inicio| comeco(&inicio.mes()) != *inicio);
        let podado = self.fim.filter(|fim| ultimo(&fim.mes()) != *fim);
        let borda = |mes: String, de, ate| Borda { mes, de, ate };
        let bordas = match (cortado, podado) {
            (Some(de), Some(ate)) if de.mes() == ate.mes() => [borda(de.mes(), de, ate), vazia()],
            _ => [
                cortado.map_or_else(vazia, |de| borda(de.mes(), de, ultimo(&de.mes()))),
                podado.map_or_else(vazia, |ate| borda(ate.mes(), comeco(&ate.mes()), ate)),
            ],
        };
        Partes {
            de: match (cortado, self.inicio) {
                (Some(inicio), _) => vizinho(&inicio.mes(), 1),
                (None, Some(inicio)) => inicio.mes(),
                (None, None) => ANTES.to_owned(),
            },
            ate: match (podado, self.fim) {
                (Some(fim), _) => vizinho(&fim.mes(), -1),
                (None, Some(fim)) => fim.mes(),
                (None, None) => DEPOIS.to_owned(),
            },
            bordas,
        }
    }

    /// Where to look for a page, the latest entries first. `meses` says how many each month of the
    /// period has, the latest first. `None` if the page lies behind the end.
    pub fn janela(self, meses: &[(String, i64)], page: Page) -> Option<Janela> {
        let (mut pular, mut meses) = (page.offset(), meses.iter());
        let (primeiro, quantos) = meses.find(|(_, quantos)| {
            let passado = *quantos <= pular;
            pular -= if passado { *quantos } else { 0 };
            !passado
        })?;
        let mut vistos = quantos - pular;
        let mut ultimo_mes = primeiro;
        for (mes, quantos) in meses {
            if vistos >= page.limit() {
                break;
            }
            vistos += quantos;
            ultimo_mes = mes;
        }
        let (inicio, fim) = self.limites();
        let (de, ate) = (inicio.max(comeco(ultimo_mes)), fim.min(ultimo(primeiro)));
        Some(Janela { de, ate, pular, quantos: page.limit() })
    }
}

fn vazia() -> Borda {
    Borda { mes: String::new(), de: depois_de_tudo(), ate: antes_de_tudo() }
}

fn comeco(mes: &str) -> Timestamp {
    start_of_day(&format!("{mes}-01")).unwrap_or_else(antes_de_tudo)
}

fn ultimo(mes: &str) -> Timestamp {
    let seguinte = start_of_day(&format!("{}-01", vizinho(mes, 1)));
    seguinte.map_or_else(depois_de_tudo, |seguinte| seguinte - Duration::milliseconds(1))
}

/// The month that lies so many months away.
fn vizinho(mes: &str, distancia: i32) -> String {
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<i32>().ok()).unwrap_or(0);
    let months = number(mes.get(..4)) * 12 + number(mes.get(5..)) - 1 + distancia;
    format!("{:04}-{:02}", months.div_euclid(12), months.rem_euclid(12) + 1)
}

#[cfg(test)]
mod tests {
    use base::clock::end_of_day;
    use proptest::prelude::*;

    use super::*;

    fn instante(texto: &str) -> Timestamp {
        serde_json::from_value(serde_json::json!(texto)).unwrap()
    }

    /// Months and the days of the edges.
    fn partes(inicio: Option<&str>, fim: Option<&str>) -> (String, Vec<String>) {
        let periodo =
            Periodo { inicio: inicio.and_then(start_of_day), fim: fim.and_then(end_of_day) };
        let Partes { de, ate, bordas } = periodo.partes();
        let bordas = bordas.into_iter().filter(|borda| borda.de <= borda.ate);
        let bordas =
            bordas.map(|Borda { mes, de, ate }| format!("{mes}: {} {}", de.dia(), ate.dia()));
        (if de <= ate { format!("{de} {ate}") } else { String::new() }, bordas.collect())
    }

    #[test]
    fn whole_months_have_no_edges() {
        assert_eq!(partes(None, None), ("0000-00 9999-99".to_owned(), vec![]));
        let ano = partes(Some("2026-01-01"), Some("2026-12-31"));
        assert_eq!(ano, ("2026-01 2026-12".to_owned(), vec![]));
        let fevereiro = partes(Some("2028-02-01"), Some("2028-02-29"));
        assert_eq!(fevereiro, ("2028-02 2028-02".to_owned(), vec![]));
    }

    #[test]
    fn what_is_cut_is_added_up() {
        for (inicio, fim, meses, bordas) in [
            (Some("2026-01-15"), None, "2026-02 9999-99", &["2026-01: 2026-01-15 2026-01-31"][..]),
            (None, Some("2026-01-15"), "0000-00 2025-12", &["2026-01: 2026-01-01 2026-01-15"]),
            (Some("2026-03-02"), Some("2026-03-03"), "", &["2026-03: 2026-03-02 2026-03-03"]),
            (Some("2026-03-02"), Some("2026-03-31"), "", &["2026-03: 2026-03-02 2026-03-31"]),
            (
                Some("2025-12-31"),
                Some("2026-01-01"),
                "",
                &["2025-12: 2025-12-31 2025-12-31", "2026-01: 2026-01-01 2026-01-01"],
            ),
            (
                Some("2025-12-31"),
                Some("2026-02-01"),
                "2026-01 2026-01",
                &["2025-12: 2025-12-31 2025-12-31", "2026-02: 2026-02-01 2026-02-01"],
            ),
            (Some("2026-04-10"), Some("2026-03-05"), "", &[]),
        ] {
            let esperado = (meses.to_owned(), bordas.iter().map(|b| (*b).to_owned()).collect());
            assert_eq!(partes(inicio, fim), esperado, "{inicio:?} {fim:?}");
        }
    }

    proptest! {
        /// Every instant is in the months or in one edge, once, if and only if it is in the period.
        #[test]
        fn nothing_is_lost_and_nothing_counts_twice(
            inicio in proptest::option::of(-2_000_000_000_i64..220_000_000_000),
            fim in proptest::option::of(-2_000_000_000_i64..220_000_000_000),
            quando in -2_000_000_000_i64..220_000_000_000,
            perto in proptest::option::of(0..4_u8),
        ) {
            let at = |seconds: i64| Timestamp::EPOCH + Duration::seconds(seconds);
            let (inicio, fim) = (inicio.map(at), fim.map(at));
            // Half of the time at the very ends, and at those of their months.
            let quando = match (perto, inicio, fim) {
                (Some(0), Some(inicio), _) => inicio,
                (Some(1), _, Some(fim)) => fim,
                (Some(2), Some(inicio), _) => ultimo(&inicio.mes()),
                (Some(3), _, Some(fim)) => comeco(&fim.mes()),
                _ => at(quando),
            };
            let dentro = inicio.is_none_or(|inicio| inicio <= quando)
                && fim.is_none_or(|fim| quando <= fim);
            let Partes { de, ate, bordas } = Periodo { inicio, fim }.partes();
            let mes = quando.mes();
            let nos_meses = usize::from(de <= mes && mes <= ate);
            let nas_bordas = bordas.iter().filter(|borda| borda.de <= quando && quando <= borda.ate);
            let nas_bordas: Vec<_> = nas_bordas.collect();
            prop_assert!(nas_bordas.iter().all(|borda| borda.mes == mes));
            prop_assert_eq!(nos_meses + nas_bordas.len(), usize::from(dentro));
        }
    }

    #[test]
    fn a_page_lies_in_few_months() {
        let meses = [("2026-03", 5), ("2026-01", 3), ("2025-12", 40), ("2025-11", 1)];
        let meses = meses.map(|(mes, quantos)| (mes.to_owned(), quantos));
        let inicio = start_of_day("2025-11-20");
        let janela = |pagina, limite| {
            let page = Page::numbered(pagina, limite);
            let janela = Periodo { inicio, fim: None }.janela(&meses, page)?;
            Some((janela.ate.dia(), janela.de.dia(), janela.pular))
        };
        let dias = |ate: &str, de: &str, pular| Some((ate.to_owned(), de.to_owned(), pular));
        assert_eq!(janela(1, 5), dias("2026-03-31", "2026-03-01", 0));
        assert_eq!(janela(1, 6), dias("2026-03-31", "2026-01-01", 0));
        assert_eq!(janela(2, 5), dias("2026-01-31", "2025-12-01", 0));
        assert_eq!(janela(2, 4), dias("2026-03-31", "2026-01-01", 4));
        assert_eq!(janela(5, 10), dias("2025-12-31", "2025-11-20", 32), "cut by the period");
        assert_eq!(janela(49, 1), dias("2025-11-30", "2025-11-20", 0));
        assert_eq!(janela(50, 1), None);
        assert_eq!(Periodo::default().janela(&[], Page::first(20)), None);
    }

    #[test]
    fn the_ends_of_time_are_no_month() {
        let cedo = Periodo { inicio: Some(instante("1900-01-01T00:00:00Z")), fim: None }.partes();
        assert_eq!((cedo.de.as_str(), cedo.bordas[0].mes.as_str()), ("1900-01", "1899-12"));
        let tarde = Periodo { inicio: None, fim: Some(instante("9000-12-31T23:00:00Z")) }.partes();
        assert_eq!((tarde.ate.as_str(), tarde.bordas[1].mes.as_str()), ("9000-11", "9000-12"));
    }
}
