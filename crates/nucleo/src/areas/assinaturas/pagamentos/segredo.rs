//! What the payment provider proves itself by.

use std::fmt;

use base::secret;

/// The token that every webhook carries, as its hash: nothing here could tell it.
#[derive(Clone, Default)]
pub struct SegredoDoWebhook(Option<String>);

impl SegredoDoWebhook {
    pub fn new(token: Option<&str>) -> Self {
        Self(token.map(|token| secret::hash(token.trim())))
    }

    pub fn configurado(&self) -> bool {
        self.0.is_some()
    }

    /// In a time that tells neither how much was right nor how long the token is.
    pub fn confere(&self, token: &str) -> bool {
        self.0.as_deref().is_some_and(|hash| secret::same(&secret::hash(token), hash))
    }
}

impl fmt::Debug for SegredoDoWebhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.configurado() {
            "SegredoDoWebhook(…)"
        } else {
            "SegredoDoWebhook(-)"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_will_do() {
        let segredo = SegredoDoWebhook::new(Some("um-token-longo"));
        assert!(segredo.configurado() && segredo.confere("um-token-longo"));
        for errado in ["", "um-token", "um-token-longo ", "UM-TOKEN-LONGO"] {
            assert!(!segredo.confere(errado), "{errado}");
        }
        assert!(!format!("{segredo:?}").contains("token"));
        let nenhum = SegredoDoWebhook::new(None);
        assert!(!nenhum.configurado() && !nenhum.confere(""));
    }
}
