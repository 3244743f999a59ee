//! What may be subscribed to, and what a payment does. Pure: no async, no SQL, no HTTP.

use base::Result;
use base::clock::Timestamp;
use base::reais::Reais;
use base::validation::Field;
use chrono::Duration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{AssinaturaId, Situacao, StatusDeAssinatura};
use crate::areas::planos::{GRATUITO, PlanoId};
use crate::errors::{ASSINATURA_JA_PENDENTE, PLANO_GRATUITO, PLANO_JA_ATIVO};

/// O plano de uma pessoa, dado sem pagamento.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinirPlanoInput {
    #[schema(value_type = PlanoId)]
    pub plano_id: Field<PlanoId>,
    /// Data e hora, ou um dia (AAAA-MM-DD), que conta inteiro; nulo sem fim.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "2027-03-02")]
    pub validade: Field<String>,
}

/// The subscription that gives the person their plan now.
pub fn em_vigor(abertas: &[Situacao]) -> Option<&Situacao> {
    abertas.iter().find(|aberta| aberta.em_vigor)
}

pub fn pendente(abertas: &[Situacao]) -> Option<&Situacao> {
    abertas.iter().find(|aberta| aberta.status == StatusDeAssinatura::Pendente)
}

/// The one that has, or still has, the mark of giving a plan, and so must lose it before another one
/// gets it.
pub fn marcada(abertas: &[Situacao]) -> Option<&Situacao> {
    abertas.iter().find(|aberta| aberta.vale)
}

/// The code of the plan that the person has now.
pub fn plano_em_vigor(abertas: &[Situacao]) -> &str {
    em_vigor(abertas).map_or(GRATUITO, |vigente| &vigente.plano_codigo)
}

/// One does not subscribe to what one has. Whoever has cancelled may do so again before it ends.
pub fn pode_assinar(abertas: &[Situacao], codigo: &str) -> Result<()> {
    let cancelada = |vigente: &Situacao| vigente.status == StatusDeAssinatura::Cancelada;
    if plano_em_vigor(abertas) == codigo && !em_vigor(abertas).is_some_and(cancelada) {
        return Err(PLANO_JA_ATIVO.into());
    }
    if codigo == GRATUITO {
        return Err(PLANO_GRATUITO.into());
    }
    if pendente(abertas).is_some_and(|pendente| pendente.plano_codigo == codigo) {
        return Err(ASSINATURA_JA_PENDENTE.into());
    }
    Ok(())
}

/// What a payment does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Efeito {
    pub assinatura: AssinaturaId,
    /// The one that ends for it.
    pub substituida: Option<AssinaturaId>,
    pub plano_codigo: String,
    /// `None`: without end, as it was before.
    pub validade: Option<Timestamp>,
    pub bonus_moedas: i64,
}

/// Which subscription a payment is for: the one that waits for it, else the one in force, if the
/// amount covers the price that was agreed to. Where there is neither, the last one there was:
/// whoever pays late, or after all, takes it up again.
pub fn alvo(abertas: &[Situacao], valor: Reais) -> Option<&Situacao> {
    let coberta = |aberta: &&Situacao| aberta.preco <= valor;
    let (pendente, vigente) = (pendente(abertas), em_vigor(abertas));
    if pendente.is_none() && vigente.is_none() {
        return abertas.last().filter(coberta);
    }
    pendente.filter(coberta).or(vigente.filter(coberta))
}

/// Which subscription a payment was to be for, whether or not its amount would have covered it.
pub fn cobrada(abertas: &[Situacao], valor: Reais) -> Option<&Situacao> {
    let alguma = || pendente(abertas).or(em_vigor(abertas)).or(abertas.last());
    alvo(abertas, valor).or_else(alguma)
}

/// `None` if it pays for nothing: too little, or nothing to pay for. More than the price is one
/// payment all the same.
pub fn efeito(abertas: &[Situacao], valor: Reais, agora: Timestamp) -> Option<Efeito> {
    let alvo = alvo(abertas, valor)?;
    let continua = em_vigor(abertas).filter(|vigente| vigente.plano_codigo == alvo.plano_codigo);
    let periodo = Duration::days(alvo.periodo_dias);
    let substituida = marcada(abertas).filter(|marcada| marcada.id != alvo.id);
    Some(Efeito {
        assinatura: alvo.id,
        substituida: substituida.map(|substituida| substituida.id),
        plano_codigo: alvo.plano_codigo.clone(),
        validade: match continua {
            Some(vigente) => vigente.validade.map(|validade| validade + periodo),
            None => Some(agora + periodo),
        },
        bonus_moedas: alvo.bonus_moedas,
    })
}

#[cfg(test)]
mod tests;
