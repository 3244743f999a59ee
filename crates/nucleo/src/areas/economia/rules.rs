//! How much a movement moves. Pure: no async, no SQL, no HTTP.

use base::Result;
use base::error::ERRO_INTERNO;

use super::TipoTransacao;
use crate::errors::SALDO_INSUFICIENTE;

/// What the sponsor of an approved person earns.
pub const INDICACAO: i64 = 100;
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

#[cfg(test)]
mod tests;
