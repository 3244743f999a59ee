//! Days and periods as people say them.

mod calendario;
#[cfg(test)]
mod tests;

use std::ops::Range;

use chrono::{Datelike, Days, NaiveDate, Weekday};

use self::calendario::{ano, bloco, mes, mover_dias, mover_meses, semana};
use crate::numeros;
use crate::texto::Frase;

/// A span of days; an open end is None. `palavras` is where it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Achado {
    pub inicio: Option<NaiveDate>,
    pub fim: Option<NaiveDate>,
    pub palavras: Range<usize>,
}

/// Where "em março" lies when this year's could be meant or another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentido {
    Passado,
    Futuro,
}

const MESES: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "marco",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];

const ABREVIADOS: [&str; 12] =
    ["jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"];

const DIAS: [(&str, Weekday); 12] = [
    ("segunda", Weekday::Mon),
    ("segundafeira", Weekday::Mon),
    ("terca", Weekday::Tue),
    ("tercafeira", Weekday::Tue),
    ("quarta", Weekday::Wed),
    ("quartafeira", Weekday::Wed),
    ("quinta", Weekday::Thu),
    ("quintafeira", Weekday::Thu),
    ("sexta", Weekday::Fri),
    ("sextafeira", Weekday::Fri),
    ("sabado", Weekday::Sat),
    ("domingo", Weekday::Sun),
];

/// The first period in the sentence.
pub fn periodo(frase: &Frase, hoje: NaiveDate, sentido: Sentido) -> Option<Achado> {
    let leitor = Leitor { frase, hoje, sentido };
    (0..frase.len()).find_map(|posicao| leitor.em(posicao))
}

/// The first day or period from this word on, read exactly there.
pub fn em(frase: &Frase, posicao: usize, hoje: NaiveDate, sentido: Sentido) -> Option<Achado> {
    Leitor { frase, hoje, sentido }.em(posicao)
}

struct Leitor<'a> {
    frase: &'a Frase,
    hoje: NaiveDate,
    sentido: Sentido,
}

/// Two days, and how many words said so.
type Trecho = (NaiveDate, NaiveDate, usize);

impl Leitor<'_> {
    fn em(&self, posicao: usize) -> Option<Achado> {
        let achado =
            |inicio, fim, usadas| Some(Achado { inicio, fim, palavras: posicao..posicao + usadas });
        let apos = |antes: usize| self.trecho(posicao + antes);
        match self.frase.plana(posicao) {
            "desde" => {
                let pular = 1 + self.artigo(posicao + 1);
                if let Some((inicio, _, usadas)) = apos(pular) {
                    return achado(Some(inicio), None, pular + usadas);
                }
            }
            "partir" => {
                if let Some((inicio, _, usadas)) = apos(2) {
                    return achado(Some(inicio), None, 2 + usadas);
                }
            }
            "ate" => {
                let pular = 1 + self.artigo(posicao + 1);
                if let Some((_, fim, usadas)) = apos(pular) {
                    return achado(None, Some(fim), pular + usadas);
                }
            }
            "de" | "do" | "entre" => {
                if let Some((inicio, fim, usadas)) = self.intervalo(posicao + 1) {
                    return achado(Some(inicio), Some(fim), 1 + usadas);
                }
            }
            _ => {}
        }
        let (inicio, fim, usadas) = self.trecho(posicao)?;
        achado(Some(inicio), Some(fim), usadas)
    }

    fn artigo(&self, posicao: usize) -> usize {
        usize::from(["o", "a", "de", "dia"].contains(&self.frase.plana(posicao)))
    }

    /// "1 a 10 de maio", "01/05 até 10/05", "março a maio", "1 e 10 de maio".
    fn intervalo(&self, posicao: usize) -> Option<Trecho> {
        let posicao_dia = posicao + usize::from(self.frase.plana(posicao) == "dia");
        let liga = |onde: usize| ["a", "e", "ate", "ao"].contains(&self.frase.plana(onde));
        // The first day borrows month and year from the last.
        if let Some((dia, usadas)) = numeros::em(self.frase, posicao_dia)
            && liga(posicao_dia + usadas)
        {
            let desde = posicao_dia + usadas + 1;
            let desde = desde + usize::from(self.frase.plana(desde) == "dia");
            let (_, fim, outras) = self.trecho(desde)?;
            let inicio = fim.with_day(u32::try_from(dia).ok()?)?;
            return (inicio <= fim).then_some((inicio, fim, desde + outras - posicao));
        }
        let (inicio, _, usadas) = self.trecho(posicao_dia)?;
        if !liga(posicao_dia + usadas) {
            return None;
        }
        let desde = posicao_dia + usadas + 1;
        let desde = desde + usize::from(self.frase.plana(desde) == "dia");
        let (_, fim, outras) = self.trecho(desde)?;
        (inicio <= fim).then_some((inicio, fim, desde + outras - posicao))
    }

    fn trecho(&self, posicao: usize) -> Option<Trecho> {
        self.relativo(posicao)
            .or_else(|| self.contado(posicao))
            .or_else(|| self.nomeado(posicao))
            .or_else(|| self.dia(posicao))
            .or_else(|| self.mes(posicao))
            .or_else(|| self.dia_da_semana(posicao))
    }

    /// "hoje", "esta semana", "mês passado", "ano que vem".
    fn relativo(&self, posicao: usize) -> Option<Trecho> {
        let frase = self.frase;
        let um_dia = |data: Option<NaiveDate>| data.map(|data| (data, data, 1));
        match frase.plana(posicao) {
            "hoje" => return um_dia(Some(self.hoje)),
            "ontem" => return um_dia(self.hoje.pred_opt()),
            "anteontem" => return um_dia(self.hoje.checked_sub_days(Days::new(2))),
            "amanha" => return um_dia(self.hoje.succ_opt()),
            _ => {}
        }
        // The same word stands before or after: "próxima semana", "semana que vem".
        let (desloca, unidade, usadas) = match frase.plana(posicao) {
            "este" | "esta" | "esse" | "essa" | "neste" | "nesta" | "nesse" | "nessa" | "deste"
            | "desta" | "desse" | "dessa" => (0, posicao + 1, 2),
            "proximo" | "proxima" => (1, posicao + 1, 2),
            _ => match (frase.plana(posicao + 1), frase.plana(posicao + 2)) {
                ("passado" | "passada" | "anterior" | "retrasado" | "retrasada", _) => {
                    (-1, posicao, 2)
                }
                ("que", "vem" | "vier") => (1, posicao, 3),
                ("seguinte" | "proximo" | "proxima", _) => (1, posicao, 2),
                ("atual" | "corrente", _) => (0, posicao, 2),
                _ => return None,
            },
        };
        let (inicio, fim) = match frase.plana(unidade) {
            "semana" => semana(mover_dias(self.hoje, desloca * 7)?)?,
            "fim" | "final" if frase.segue(unidade + 1, &["de", "semana"]) => {
                let (_, domingo) = semana(mover_dias(self.hoje, desloca * 7)?)?;
                return Some((domingo.pred_opt()?, domingo, usadas + 2));
            }
            "fimdesemana" => {
                let (_, domingo) = semana(mover_dias(self.hoje, desloca * 7)?)?;
                (domingo.pred_opt()?, domingo)
            }
            "mes" => mes(mover_meses(self.hoje, desloca)?)?,
            "trimestre" => bloco(self.hoje, desloca, 3)?,
            "semestre" => bloco(self.hoje, desloca, 6)?,
            "ano" => ano(self.hoje.year() + i32::try_from(desloca).ok()?)?,
            "dia" if desloca == 0 => (self.hoje, self.hoje),
            _ => return None,
        };
        Some((inicio, fim, usadas))
    }

    /// "últimos 15 dias", "próximas duas semanas", "última semana", "há 3 dias", "24 horas".
    fn contado(&self, posicao: usize) -> Option<Trecho> {
        let frase = self.frase;
        let para_tras = match frase.plana(posicao) {
            "ultimos" | "ultimas" | "ultimo" | "ultima" | "ha" | "faz" => true,
            "proximos" | "proximas" => false,
            _ => return None,
        };
        let (quantos, palavras) = numeros::em(frase, posicao + 1).unwrap_or((1, 0));
        let quantos = u32::try_from(quantos).ok().filter(|quantos| *quantos <= 1000)?;
        let mover = |sinal: i64| match frase.plana(posicao + 1 + palavras) {
            "dia" | "dias" => mover_dias(self.hoje, sinal * i64::from(quantos)),
            "hora" | "horas" => mover_dias(self.hoje, sinal * i64::from(quantos.div_ceil(24))),
            "semana" | "semanas" => mover_dias(self.hoje, sinal * 7 * i64::from(quantos)),
            "mes" | "meses" => mover_meses(self.hoje, sinal * i64::from(quantos)),
            "ano" | "anos" => mover_meses(self.hoje, sinal * 12 * i64::from(quantos)),
            _ => None,
        };
        let usadas = 2 + palavras;
        // The last quarter is the one that is over.
        let unidade = frase.plana(posicao + 1 + palavras);
        let meses =
            [("trimestre", 3), ("semestre", 6)].into_iter().find(|(nome, _)| *nome == unidade);
        if let Some((_, meses)) = meses {
            let (inicio, fim) = bloco(self.hoje, if para_tras { -1 } else { 1 }, meses)?;
            return Some((inicio, fim, usadas));
        }
        if !para_tras {
            return Some((self.hoje, mover(1)?, usadas));
        }
        let desde = mover(-1)?;
        let ponto = ["ha", "faz"].contains(&frase.plana(posicao));
        if ponto && palavras == 0 {
            return None;
        }
        Some((desde, if ponto { desde } else { self.hoje }, usadas))
    }

    /// "fim de semana", "primeiro semestre", "2025".
    fn nomeado(&self, posicao: usize) -> Option<Trecho> {
        let frase = self.frase;
        if frase.plana(posicao) == "fimdesemana" || frase.segue(posicao, &["fim", "de", "semana"]) {
            let (_, domingo) = semana(self.hoje)?;
            let usadas = if frase.plana(posicao) == "fimdesemana" { 1 } else { 3 };
            return Some((domingo.pred_opt()?, domingo, usadas));
        }
        let metade = match frase.plana(posicao) {
            "primeiro" | "1o" => 1,
            "segundo" | "2o" => 7,
            _ => 0,
        };
        if metade > 0 && frase.plana(posicao + 1) == "semestre" {
            let inicio = NaiveDate::from_ymd_opt(self.hoje.year(), metade, 1)?;
            let (_, fim) = mes(mover_meses(inicio, 5)?)?;
            return Some((inicio, fim, 2));
        }
        let escrito = frase.plana(posicao);
        if escrito.len() == 4
            && let Ok(numero @ 2000..=2100) = escrito.parse::<i32>()
            && ["em", "ano", "de", "durante"].contains(&frase.plana(posicao.wrapping_sub(1)))
        {
            let (inicio, fim) = ano(numero)?;
            return Some((inicio, fim, 1));
        }
        None
    }

    /// "10/05", "10/05/2026", "2026-05-10", "10 de maio [de 2026]", "dia 10".
    fn dia(&self, posicao: usize) -> Option<Trecho> {
        let frase = self.frase;
        let escrito = frase.plana(posicao);
        if let Ok(data) = escrito.parse::<NaiveDate>() {
            return Some((data, data, 1));
        }
        if escrito.contains('/') {
            let mut partes = escrito.split('/').map(str::parse::<u32>);
            let (Some(Ok(dia)), Some(Ok(mes))) = (partes.next(), partes.next()) else {
                return None;
            };
            let data = match partes.next() {
                _ if escrito.matches('/').count() > 2 => return None,
                Some(Ok(ano)) => {
                    let ano = if ano < 100 { 2000 + ano } else { ano };
                    NaiveDate::from_ymd_opt(i32::try_from(ano).ok()?, mes, dia)?
                }
                Some(Err(_)) => return None,
                None => self.no_ano_certo(mes, dia)?,
            };
            return Some((data, data, 1));
        }
        let (numero, usadas) = match escrito {
            "1o" | "primeiro" => (1, 1),
            _ => numeros::em(frase, posicao)?,
        };
        let numero = u32::try_from(numero).ok().filter(|numero| (1..=31).contains(numero))?;
        if frase.plana(posicao + usadas) == "de"
            && let Some(mes) = numero_do_mes(frase.plana(posicao + usadas + 1))
        {
            if let Some((ano, mais)) = self.ano_dito(posicao + usadas + 2) {
                let data = NaiveDate::from_ymd_opt(ano, mes, numero)?;
                return Some((data, data, usadas + 2 + mais));
            }
            let data = self.no_ano_certo(mes, numero)?;
            return Some((data, data, usadas + 2));
        }
        if frase.plana(posicao.wrapping_sub(1)) == "dia" {
            let atual = self.hoje.with_day(numero);
            let data = match self.sentido {
                Sentido::Passado => atual
                    .filter(|data| *data <= self.hoje)
                    .or_else(|| mover_meses(self.hoje, -1)?.with_day(numero)),
                Sentido::Futuro => atual
                    .filter(|data| *data >= self.hoje)
                    .or_else(|| mover_meses(self.hoje, 1)?.with_day(numero)),
            }?;
            return Some((data, data, usadas));
        }
        None
    }

    /// "em março", "março de 2025", "maio/2026" is written with a slash and read as two words.
    fn mes(&self, posicao: usize) -> Option<Trecho> {
        let escrito = self.frase.plana(posicao);
        let numero = numero_do_mes(escrito)?;
        // "mar", "set" and "Marcos" are other things without "em" or "de" before them.
        let anterior = self.frase.plana(posicao.wrapping_sub(1));
        let introduzido = [
            "em", "de", "desde", "ate", "mes", "entre", "a", "e", "durante", "ao", "neste",
            "deste", "para", "no",
        ]
        .contains(&anterior);
        let longo = MESES.contains(&escrito) && escrito != "marco";
        if !introduzido && !longo && posicao != 0 {
            return None;
        }
        if let Some((ano, mais)) = self.ano_dito(posicao + 1) {
            let (inicio, fim) = mes(NaiveDate::from_ymd_opt(ano, numero, 1)?)?;
            return Some((inicio, fim, 1 + mais));
        }
        let ano = match self.sentido {
            Sentido::Passado if numero > self.hoje.month() => self.hoje.year() - 1,
            Sentido::Futuro if numero < self.hoje.month() => self.hoje.year() + 1,
            _ => self.hoje.year(),
        };
        let (inicio, fim) = mes(NaiveDate::from_ymd_opt(ano, numero, 1)?)?;
        Some((inicio, fim, 1))
    }

    fn ano_dito(&self, posicao: usize) -> Option<(i32, usize)> {
        let frase = self.frase;
        let numero = |onde: usize| match frase.plana(onde).parse::<i32>() {
            Ok(ano @ 2000..=2100) => Some(ano),
            _ => None,
        };
        if ["de", "do", "em"].contains(&frase.plana(posicao)) {
            if frase.segue(posicao + 1, &["ano", "passado"]) {
                return Some((self.hoje.year() - 1, 3));
            }
            return numero(posicao + 1).map(|ano| (ano, 2));
        }
        numero(posicao).map(|ano| (ano, 1))
    }

    fn dia_da_semana(&self, posicao: usize) -> Option<Trecho> {
        let escrito = self.frase.plana(posicao);
        let (_, dia) = DIAS.iter().find(|(nome, _)| *nome == escrito)?;
        let feira = usize::from(self.frase.plana(posicao + 1) == "feira");
        let passada = ["passado", "passada"].contains(&self.frase.plana(posicao + 1 + feira));
        let data = if passada || self.sentido == Sentido::Passado {
            (0..7).find_map(|antes| {
                let data = mover_dias(self.hoje, -antes - i64::from(passada))?;
                (data.weekday() == *dia).then_some(data)
            })
        } else {
            (0..7).find_map(|depois| {
                let data = mover_dias(self.hoje, depois)?;
                (data.weekday() == *dia).then_some(data)
            })
        }?;
        Some((data, data, 1 + feira + usize::from(passada)))
    }

    fn no_ano_certo(&self, mes: u32, dia: u32) -> Option<NaiveDate> {
        let neste = NaiveDate::from_ymd_opt(self.hoje.year(), mes, dia);
        let outro = |ano| NaiveDate::from_ymd_opt(ano, mes, dia);
        match (self.sentido, neste) {
            (Sentido::Passado, Some(data)) if data > self.hoje => outro(self.hoje.year() - 1),
            (Sentido::Futuro, Some(data)) if data < self.hoje => outro(self.hoje.year() + 1),
            (_, data) => data,
        }
    }
}

fn numero_do_mes(plana: &str) -> Option<u32> {
    let posicao = |tabela: &[&str; 12]| tabela.iter().position(|nome| *nome == plana);
    let posicao = posicao(&MESES).or_else(|| posicao(&ABREVIADOS))?;
    u32::try_from(posicao + 1).ok()
}
