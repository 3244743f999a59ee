//! What the requests of all people share: the model, if there is one, and how often one may ask.

use base::clock::Timestamp;
use base::id::UsuarioId;
use base::rate_limit::RateLimit;
use base::{Result, metrics};

use super::provedor::{Consumo, Provedor};
use crate::settings;

const PERGUNTAS: &str = "ia_perguntas_total";
const FALHAS: &str = "ia_falhas_total";
const CHAMADAS: &str = "ia_chamadas_total";
const TOKENS_ENTRADA: &str = "ia_tokens_entrada_total";
const TOKENS_SAIDA: &str = "ia_tokens_saida_total";
const CUSTO: &str = "ia_custo_nano_total";

/// Clones share their memory and their connections.
#[derive(Clone)]
pub struct Assistente {
    provedor: Option<Provedor>,
    limite: RateLimit<UsuarioId>,
}

impl Assistente {
    pub fn new(settings: &settings::Ia) -> Self {
        for name in [PERGUNTAS, FALHAS, CHAMADAS, TOKENS_ENTRADA, TOKENS_SAIDA, CUSTO] {
            metrics::count(name, 0);
        }
        Self {
            provedor: settings.provider.as_ref().map(Provedor::new),
            limite: RateLimit::new(settings.quota),
        }
    }

    /// `None`: the built-in assistant answers.
    pub fn provedor(&self) -> Option<&Provedor> {
        self.provedor.as_ref()
    }

    /// Counts a question, unless this person has asked too many.
    pub fn admitir(&self, quem: UsuarioId, agora: Timestamp) -> Result<()> {
        self.limite.take(quem, agora)?;
        metrics::count(PERGUNTAS, 1);
        Ok(())
    }

    pub fn falhou(&self) {
        metrics::count(FALHAS, 1);
    }

    pub fn medir(&self, consumo: &Consumo) {
        for (name, quanto) in [
            (CHAMADAS, consumo.chamadas),
            (TOKENS_ENTRADA, consumo.tokens_entrada),
            (TOKENS_SAIDA, consumo.tokens_saida),
            (CUSTO, consumo.custo_nano),
        ] {
            metrics::count(name, quanto.unsigned_abs());
        }
    }
}
