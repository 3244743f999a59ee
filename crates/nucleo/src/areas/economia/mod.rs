//! The virtual currency: a ledger that only grows, and wallets that always equal its sums.

mod rules;
pub mod service;
mod store;
pub mod verificacao;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

pub use rules::{INDICACAO, Origem};

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
