//! How often one may guess at the code of an event.

use base::Result;
use base::clock::Timestamp;
use base::id::UsuarioId;
use base::rate_limit::{Quota, RateLimit};

/// The wrong codes that each person has tried lately, whatever the event. Clones share it.
#[derive(Clone)]
pub struct Palpites(RateLimit<UsuarioId>);

impl Palpites {
    pub fn new(quota: Quota) -> Self {
        Self(RateLimit::new(quota))
    }

    /// While limited, the right code waits too.
    pub fn conferir(&self, usuario: UsuarioId, agora: Timestamp) -> Result<()> {
        self.0.check(&usuario, agora)
    }

    /// Only failures count.
    pub fn errou(&self, usuario: UsuarioId, agora: Timestamp) {
        self.0.record(usuario, agora);
    }
}
