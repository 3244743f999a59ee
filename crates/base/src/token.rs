//! Access tokens: who is calling from which session, and nothing personal. A JWT, of which we issue
//! and accept one kind: what another header asks for is not looked at.

use std::sync::Arc;

use chrono::Duration;
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::error::{ERRO_INTERNO, Error, Result};
use crate::id::{SessaoId, UsuarioId};
use crate::secret::Signer;

const HEADER: &str = r#"{"typ":"JWT","alg":"HS256"}"#;
const ISSUER: &str = "nucleo";
pub const LIFETIME: Duration = Duration::hours(1);

#[derive(Serialize, Deserialize)]
struct Claims<'a> {
    sub: UsuarioId,
    sid: SessaoId,
    iat: i64,
    exp: i64,
    iss: &'a str,
    aud: &'a str,
}

#[derive(Clone)]
pub struct Tokens {
    signer: Signer,
    /// The header as it stands in every token, with the dot behind it.
    header: Arc<str>,
    secret: Arc<[u8]>,
}

impl Tokens {
    pub fn new(secret: &[u8]) -> Self {
        Self {
            signer: Signer::with(secret),
            header: format!("{}.", BASE64URL_NOPAD.encode(HEADER.as_bytes())).into(),
            secret: secret.into(),
        }
    }

    pub fn issue(&self, usuario: UsuarioId, sessao: SessaoId, now: Timestamp) -> Result<String> {
        let claims = Claims {
            sub: usuario,
            sid: sessao,
            iat: now.unix_millis() / 1000,
            exp: (now + LIFETIME).unix_millis() / 1000,
            iss: ISSUER,
            aud: ISSUER,
        };
        let claims = serde_json::to_vec(&claims)
            .map_err(|source| Error::from(ERRO_INTERNO).because(source))?;
        Ok(self.signer.sign(&format!("{}{}", self.header, BASE64URL_NOPAD.encode(&claims))))
    }

    /// The caller and their session, if the token is ours and not expired.
    pub fn verify(&self, token: &str, now: Timestamp) -> Option<(UsuarioId, SessaoId)> {
        let claims = self.signer.verify(token)?.strip_prefix(&*self.header)?;
        let claims = BASE64URL_NOPAD.decode(claims.as_bytes()).ok()?;
        let claims: Claims<'_> = serde_json::from_slice(&claims).ok()?;
        let is_ours = claims.iss == ISSUER && claims.aud == ISSUER;
        let is_in_time = now.unix_millis() < claims.exp.checked_mul(1000)?;
        (is_ours && is_in_time).then_some((claims.sub, claims.sid))
    }

    /// For what is signed with the same secret to another end, such as a link in an e-mail.
    pub fn signer(&self, purpose: &str) -> Signer {
        Signer::new(&self.secret, purpose)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

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
        for header in [r#"{"alg":"none","typ":"JWT"}"#, r#"{"typ":"JWT","alg":"HS384"}"#, ""] {
            let message = format!("{}.{claims}", part(header));
            assert!(tokens.verify(&format!("{message}."), NOW).is_none());
            assert!(tokens.verify(&tokens.signer.sign(&message), NOW).is_none());
        }
        let (sub, sid) = (Uuid::max().into(), Uuid::nil().into());
        let signed = |iss, aud| {
            let claims = Claims { sub, sid, iat: 0, exp: 1, iss, aud };
            let claims = part(&serde_json::to_string(&claims).unwrap());
            tokens.signer.sign(&format!("{}{claims}", tokens.header))
        };
        assert!(tokens.verify(&signed(ISSUER, ISSUER), NOW).is_some());
        assert!(tokens.verify(&signed("another", ISSUER), NOW).is_none());
        assert!(tokens.verify(&signed(ISSUER, "another"), NOW).is_none());
    }

    /// As any other implementation of RFC 7515 would: RFC 7515, appendix A.1, has the numbers.
    #[test]
    fn the_signature_is_hs256() {
        let key = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
        let signer = Signer::with(&BASE64URL_NOPAD.decode(key.as_bytes()).unwrap());
        let message = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        let signed = signer.sign(message);
        assert_eq!(
            signed.rsplit_once('.').unwrap().1,
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        );
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
