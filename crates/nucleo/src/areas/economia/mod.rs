//! The virtual currency: a ledger that only grows, and wallets that always equal its sums.

mod http;
mod rules;
pub mod service;
mod store;
pub mod verificacao;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use http::{TransacaoView, chave_de_repeticao, router};
pub use rules::{Ajuste, INDICACAO, Multiplicador, Origem, Teto};

base::id!(TransacaoId);

base::text_enum! {
    /// A direção de uma transação.
    pub enum TipoTransacao {
        Credito = "CREDITO",
        Debito = "DEBITO",
    }
}

/// Somebody was approved whose sponsor belongs to another nucleo: the reward is paid over there.
#[derive(Serialize, Deserialize)]
pub struct IndicacaoDeOutroNucleoAprovada {
    pub indicador_id: base::id::UsuarioId,
    pub indicado_id: base::id::UsuarioId,
}

impl Event for IndicacaoDeOutroNucleoAprovada {
    const NAME: &'static str = "indicacao_de_outro_nucleo.aprovada";
}

/// A sponsor was paid for somebody who was approved, here or in another nucleo; once for each.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndicacaoPaga {
    pub indicador_id: base::id::UsuarioId,
    pub indicado_id: base::id::UsuarioId,
}

impl Event for IndicacaoPaga {
    const NAME: &'static str = "indicacao.paga";
}

/// The multiplier or the monthly cap of a nucleo is another one.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct RegraDaMoedaAlterada {
    /// The action in the audit trail.
    pub regra: String,
    pub detalhes: serde_json::Value,
}

impl Event for RegraDaMoedaAlterada {
    const NAME: &'static str = "regra_da_moeda.alterada";
}

/// Every hour: answers to repeated requests that are no longer kept are removed.
#[derive(Default, Serialize, Deserialize)]
pub struct LimpezaDeChaves {}

impl Event for LimpezaDeChaves {
    const NAME: &'static str = "economia.limpeza";
}
