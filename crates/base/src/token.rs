//! Access tokens: who is calling from which session, and nothing personal.

use std::sync::Arc;

use chrono::Duration;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::error::{ERRO_INTERNO, Error, Result};
use crate::id::{SessaoId, UsuarioId};
use crate::secret::Signer;

const ISSUER: &str = "nucleo";
pub const LIFETIME: Duration = Duration::hours(1);

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: UsuarioId,
    sid: SessaoId,
    iat: i64,
    exp: i64,
    iss: String,
    aud: String,
}

#[derive(Clone)]
pub struct Tokens(Arc<Keys>);

struct Keys {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    secret: Box<[u8]>,
}

impl Tokens {
    pub fn new(secret: &[u8]) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[ISSUER]);
        // Expiry is judged by our own clock, see `verify`.
        validation.validate_exp = false;
        Self(Arc::new(Keys {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
            secret: secret.into(),
        }))
    }

    pub fn issue(&self, usuario: UsuarioId, sessao: SessaoId, now: Timestamp) -> Result<String> {
        let claims = Claims {
            sub: usuario,
            sid: sessao,
            iat: now.unix_millis() / 1000,
            exp: (now + LIFETIME).unix_millis() / 1000,
            iss: ISSUER.to_owned(),
            aud: ISSUER.to_owned(),
        };
        jsonwebtoken::encode(&Header::default(), &claims, &self.0.encoding)
            .map_err(|source| Error::from(ERRO_INTERNO).because(source))
    }

    /// The caller and their session, if the token is ours and not expired.
    pub fn verify(&self, token: &str, now: Timestamp) -> Option<(UsuarioId, SessaoId)> {
        let keys = &self.0;
        let claims =
            jsonwebtoken::decode::<Claims>(token, &keys.decoding, &keys.validation).ok()?.claims;
        (now.unix_millis() < claims.exp * 1000).then_some((claims.sub, claims.sid))
    }

    /// For what is signed with the same secret to another end, such as a link in an e-mail.
    pub fn signer(&self, purpose: &str) -> Signer {
        Signer::new(&self.0.secret, purpose)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use data_encoding::BASE64URL_NOPAD;

    use super::*;
    use crate::Uuid;

    const NOW: Timestamp = Timestamp::EPOCH;

    fn token(secret: &[u8]) -> String {
        let (usuario, sessao) = (Uuid::max().into(), Uuid::nil().into());
        Tokens::new(secret).issue(usuario, sessao, NOW).unwrap()
    }

    #[test]
    fn a_token_lasts_an_hour() {
        let tokens = Tokens::new(b"a");
        let last = NOW + LIFETIME - Duration::milliseconds(1);
        assert!(tokens.verify(&token(b"a"), last).is_some());
        assert!(tokens.verify(&token(b"a"), NOW + LIFETIME).is_none());
        assert_eq!(DateTime::UNIX_EPOCH.timestamp_millis(), NOW.unix_millis());
    }

    #[test]
    fn a_token_of_another_key_algorithm_or_audience_is_none() {
        let tokens = Tokens::new(b"a");
        assert!(tokens.verify(&token(b"b"), NOW).is_none());
        assert!(tokens.verify("", NOW).is_none());
        let part = |json: &str| BASE64URL_NOPAD.encode(json.as_bytes());
        let claims = token(b"a").split('.').nth(1).unwrap().to_owned();
        let unsigned = format!("{}.{claims}.", part(r#"{"alg":"none","typ":"JWT"}"#));
        assert!(tokens.verify(&unsigned, NOW).is_none());
    }

    #[test]
    fn a_token_says_who_and_until_when_and_nothing_else() {
        let claims = token(b"a").split('.').nth(1).unwrap().to_owned();
        let claims = BASE64URL_NOPAD.decode(claims.as_bytes()).unwrap();
        let claims: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(&claims).unwrap();
        let mut names: Vec<_> = claims.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["aud", "exp", "iat", "iss", "sid", "sub"]);
    }
}
