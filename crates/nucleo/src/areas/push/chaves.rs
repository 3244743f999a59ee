//! The keys by which push services know this service: given, or made once and kept beside the
//! subscriptions, which are worth nothing without them. In the database they are the same for
//! every instance, and a copy of it is complete.

use std::sync::{Arc, OnceLock};

use base::Result;
use base::db::NucleoTx;
use base::error::{ERRO_INTERNO, Error};

use super::protocolo::Par;
use super::store;

/// What the environment says of them.
#[derive(Clone, Debug)]
pub struct Vapid {
    pub par: Option<Arc<Par>>,
    /// `mailto:` or `https:`, where a push service finds whoever runs this.
    pub contato: String,
}

/// Clones share what they have found.
#[derive(Clone)]
pub struct Chaves {
    contato: Arc<str>,
    par: Arc<OnceLock<Arc<Par>>>,
}

impl Chaves {
    pub fn new(vapid: &Vapid) -> Self {
        let par = OnceLock::new();
        if let Some(given) = &vapid.par {
            par.get_or_init(|| Arc::clone(given));
        }
        Self { contato: vapid.contato.as_str().into(), par: Arc::new(par) }
    }

    pub fn contato(&self) -> &str {
        &self.contato
    }

    /// Without asking the database.
    pub fn conhecidas(&self) -> Option<Arc<Par>> {
        self.par.get().cloned()
    }

    /// `None` if no pair was ever made.
    pub async fn find(&self, tx: &mut NucleoTx) -> Result<Option<Arc<Par>>> {
        if let Some(par) = self.conhecidas() {
            return Ok(Some(par));
        }
        let Some((publica, privada)) = store::find_chaves(&mut tx.shared()).await? else {
            return Ok(None);
        };
        let par = Par::parse(&publica, &privada);
        let par = par.ok_or_else(|| Error::from(ERRO_INTERNO).because("chaves_vapid: no pair"))?;
        Ok(Some(Arc::clone(self.par.get_or_init(|| Arc::new(par)))))
    }

    /// Makes the pair if there is none. Remembers nothing of what it made: only what was committed
    /// counts, and that is what [`Chaves::find`] finds.
    pub async fn criar(&self, tx: &mut NucleoTx) -> Result<()> {
        let (publica, privada) = Par::gerar()?;
        let agora = tx.now();
        store::insert_chaves(&mut tx.shared(), (&publica, &privada), agora).await
    }
}
