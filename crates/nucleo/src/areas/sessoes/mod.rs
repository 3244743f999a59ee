//! Passwords and log-ins: what proves that somebody is who they say. Other areas end sessions
//! through here; the endpoints are those of `autenticacao`.

pub mod service;
mod store;

use base::outbox::Event;
use serde::{Deserialize, Serialize};

/// Every hour: sessions and links that can no longer be used are removed.
#[derive(Default, Serialize, Deserialize)]
pub struct LimpezaDeSessoes {}

impl Event for LimpezaDeSessoes {
    const NAME: &'static str = "sessoes.limpeza";
}
