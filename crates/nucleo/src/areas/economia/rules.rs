//! How much a movement moves. Pure: no async, no SQL, no HTTP.

use base::Result;
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::validation::{Field, FieldErrors};
use serde_json::Number;

use super::TipoTransacao;
use crate::errors::SALDO_INSUFICIENTE;

/// What the sponsor of an approved person earns.
pub const INDICACAO: i64 = 100;
/// Far from what a wallet can hold, however often it is reached.
const MAX_AJUSTE: i64 = 1_000_000_000;
const MAX_TETO: i64 = 1_000_000_000;
/// Multipliers are kept in millionths.
const UM: i64 = 1_000_000;

base::text_enum! {
    /// De onde veio, ou para onde foi, o valor.
    pub enum Origem {
        Evento = "EVENTO",
        Tarefa = "TAREFA",
        Loja = "LOJA",
        Plano = "PLANO",
        Manual = "MANUAL",
        Referral = "REFERRAL",
        Estorno = "ESTORNO",
    }
}

impl Origem {
    /// Income that was earned counts towards the monthly cap, and is cut by it.
    fn conta_no_teto(self) -> bool {
        matches!(self, Self::Evento | Self::Tarefa | Self::Referral)
    }

    fn e_multiplicada(self) -> bool {
        matches!(self, Self::Evento | Self::Tarefa)
    }
}

/// The wallet and the rules of its nucleo, at the moment of a movement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situacao {
    pub saldo: i64,
    /// The month that `ganho_no_mes` speaks of.
    pub mes: String,
    pub ganho_no_mes: i64,
    pub multiplicador_ppm: i64,
    pub teto_mensal: Option<i64>,
}

/// What a movement does to a wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Efeito {
    pub tipo: TipoTransacao,
    pub valor: i64,
    pub multiplicador_ppm: i64,
    pub cortado: i64,
    pub saldo: i64,
    pub mes: String,
    pub ganho_no_mes: i64,
}

pub fn credito(situacao: &Situacao, origem: Origem, base: i64, mes: &str) -> Result<Efeito> {
    let multiplicador_ppm = if origem.e_multiplicada() { situacao.multiplicador_ppm } else { UM };
    let inteiro = multiplicado(base, multiplicador_ppm)?;
    let ganho_antes = if situacao.mes == mes { situacao.ganho_no_mes } else { 0 };
    let valor = match situacao.teto_mensal {
        Some(teto) if origem.conta_no_teto() => inteiro.min((teto - ganho_antes).max(0)),
        _ => inteiro,
    };
    let ganho = if origem.conta_no_teto() { valor } else { 0 };
    Ok(Efeito {
        tipo: TipoTransacao::Credito,
        valor,
        multiplicador_ppm,
        cortado: inteiro - valor,
        saldo: situacao.saldo.checked_add(valor).ok_or(ERRO_INTERNO)?,
        mes: mes.to_owned(),
        ganho_no_mes: ganho_antes.checked_add(ganho).ok_or(ERRO_INTERNO)?,
    })
}

pub fn debito(situacao: &Situacao, valor: i64) -> Result<Efeito> {
    if valor < 0 {
        return Err(ERRO_INTERNO.into());
    }
    let saldo = situacao.saldo - valor;
    if saldo < 0 {
        return Err(SALDO_INSUFICIENTE.into());
    }
    Ok(Efeito {
        tipo: TipoTransacao::Debito,
        valor,
        multiplicador_ppm: UM,
        cortado: 0,
        saldo,
        mes: situacao.mes.clone(),
        ganho_no_mes: situacao.ganho_no_mes,
    })
}

/// Half rounds up. In whole numbers, so that no binary fraction decides a rounding.
fn multiplicado(base: i64, ppm: i64) -> Result<i64> {
    if base < 0 {
        return Err(ERRO_INTERNO.into());
    }
    let um = i128::from(UM);
    let valor = (i128::from(base) * i128::from(ppm) + um / 2) / um;
    Ok(i64::try_from(valor).map_err(|_| ERRO_INTERNO)?)
}

/// What the member reads in the statement when the cap has taken something.
pub fn descricao_com_corte(descricao: &str, efeito: &Efeito) -> String {
    match (efeito.cortado, efeito.valor) {
        (0, _) => descricao.to_owned(),
        (cortado, 0) => {
            format!("{descricao} (teto mensal atingido: {cortado} não creditados)")
        }
        (cortado, _) => format!("{descricao} (reduzido em {cortado} pelo teto mensal)"),
    }
}

/// An adjustment by hand that may be made.
pub struct Ajuste {
    pub usuario: UsuarioId,
    pub valor: i64,
    pub tipo: TipoTransacao,
    pub justificativa: String,
}

impl Ajuste {
    pub fn parse_valor(erros: &mut FieldErrors, field: Field<i64>) -> Option<i64> {
        let valor = erros.required("valor", field);
        erros.within("valor", valor, 1..=MAX_AJUSTE)
    }

    /// The same for the same request, and for no other.
    pub fn assinatura(&self) -> String {
        let tipo = self.tipo.as_str();
        format!("{}|{tipo}|{}|{}", self.usuario, self.valor, self.justificativa)
    }
}

/// A factor above 0 and up to 100, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multiplicador(i64);

impl Multiplicador {
    pub fn parse(field: Field<Number>) -> std::result::Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let number = erros.required("multiplicador", field).and_then(|number| number.as_f64());
        // A JSON number with six decimals lands on its millionth; anything finer does not.
        let ppm = number.map(|number| number * UM as f64);
        let whole =
            ppm.filter(|ppm| (ppm - ppm.round()).abs() < 1e-3).map(|ppm| ppm.round() as i64);
        let valid = whole.filter(|ppm| (1..=100 * UM).contains(ppm));
        if number.is_some() && valid.is_none() {
            erros.add("multiplicador", "Informe um número maior que 0 e até 100, com até 6 casas.");
        }
        erros.finish(valid.map(Self))
    }

    pub fn from_ppm(ppm: i64) -> Self {
        Self(ppm)
    }

    pub fn ppm(self) -> i64 {
        self.0
    }

    pub fn as_number(self) -> f64 {
        self.0 as f64 / UM as f64
    }
}

/// What a member may earn in a month; `None` for as much as they like.
pub struct Teto(pub Option<i64>);

impl Teto {
    pub fn parse(field: Field<i64>) -> std::result::Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        if matches!(field, Field::Absent) {
            erros.add("teto", "Campo obrigatório; informe null para retirar o teto.");
        }
        let teto = erros.optional("teto", field);
        if teto.is_some_and(|teto| !(0..=MAX_TETO).contains(&teto)) {
            erros.add("teto", format!("Informe um número inteiro de 0 a {MAX_TETO}, ou null."));
        }
        erros.finish(Some(Self(teto)))
    }
}

#[cfg(test)]
mod tests;
