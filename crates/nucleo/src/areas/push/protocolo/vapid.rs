//! RFC 8292: a push service learns who sends, so that a browser's subscription serves its own
//! application alone and somebody can be written to when there is trouble.

use std::fmt;

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::encoding::{AsBigEndian, EcPrivateKeyBin};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base::clock::Timestamp;
use base::error::{ERRO_INTERNO, Error};
use base::{Result, outbound};
use chrono::Duration;
use serde_json::json;

use super::{decode, encode};

/// RFC 8292 allows a day; clocks differ.
const VALIDADE: Duration = Duration::hours(12);

/// The pair of keys by which push services know this service.
pub struct Par {
    chave: EcdsaKeyPair,
    publica: String,
}

/// The private key is not for logs.
impl fmt::Debug for Par {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Par").field("publica", &self.publica).finish_non_exhaustive()
    }
}

impl Par {
    /// The public and the private key of a new pair, as they are written down.
    pub fn gerar() -> Result<(String, String)> {
        let falha = |cause| Error::from(ERRO_INTERNO).because(cause);
        let nova = PrivateKey::generate(&ECDH_P256).map_err(falha)?;
        let publica = nova.compute_public_key().map_err(falha)?;
        let privada: EcPrivateKeyBin = nova.as_be_bytes().map_err(falha)?;
        Ok((encode(publica.as_ref()), encode(privada.as_ref())))
    }

    /// `None` if these are no keys, or not of one pair.
    pub fn parse(publica: &str, privada: &str) -> Option<Self> {
        let (publica, privada) = (decode(publica)?, decode(privada)?);
        let chave = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &privada,
            &publica,
        );
        let chave = chave.ok()?;
        let publica = encode(chave.public_key().as_ref());
        Some(Self { chave, publica })
    }

    /// What a browser subscribes with.
    pub fn publica(&self) -> &str {
        &self.publica
    }

    /// The header `Authorization` for one endpoint; `contato` is `mailto:` or `https:`.
    pub fn autorizacao(
        &self,
        endpoint: &outbound::Url,
        contato: &str,
        agora: Timestamp,
    ) -> Result<String> {
        let vence = (agora + VALIDADE).unix_millis() / 1000;
        let header = json!({"typ": "JWT", "alg": "ES256"});
        let origem = endpoint.origin().ascii_serialization();
        let claims = json!({"aud": origem, "exp": vence, "sub": contato});
        let part = |part: serde_json::Value| encode(part.to_string().as_bytes());
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = self.chave.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.map_err(|cause| Error::from(ERRO_INTERNO).because(cause))?;
        Ok(format!("vapid t={signed}.{}, k={}", encode(signature.as_ref()), self.publica))
    }
}
