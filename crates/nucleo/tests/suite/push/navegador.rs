//! The other end: a browser that subscribes and can read what arrives, by another implementation
//! than ours.

use base::clock::Timestamp;
use base::secret;
use base::testing::TestCaller;
use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::{Auth, decrypt};

use super::servico::Recebido;

pub struct Navegador {
    pub endpoint: String,
    chave: SecretKey,
    auth: [u8; 16],
}

impl Navegador {
    pub fn novo(endpoint: impl Into<String>) -> Self {
        let chave = SecretKey::from_slice(&secret::random::<32>()).unwrap();
        Self { endpoint: endpoint.into(), chave, auth: secret::random() }
    }

    /// One that this person has subscribed.
    pub async fn de(pessoa: &TestCaller, endpoint: impl Into<String>) -> Self {
        let navegador = Self::novo(endpoint);
        pessoa.post("/push/subscribe", navegador.inscricao()).await.expect(201);
        navegador
    }

    /// What it hands over when it subscribes.
    pub fn inscricao(&self) -> Value {
        let keys = json!({"p256dh": self.p256dh(), "auth": BASE64URL_NOPAD.encode(&self.auth)});
        json!({"endpoint": self.endpoint, "expirationTime": null, "keys": keys})
    }

    pub fn p256dh(&self) -> String {
        let publica = self.chave.public_key().to_encoded_point(false);
        BASE64URL_NOPAD.encode(publica.as_bytes())
    }

    /// What the service worker is handed.
    pub fn ler(&self, recebido: &Recebido) -> Value {
        let aberta = decrypt(recebido.corpo.clone(), &self.chave, &Auth::from(self.auth));
        serde_json::from_slice(&aberta.expect("only this browser can read it")).unwrap()
    }
}

/// What the token of a push says, if this key signed it.
pub fn token(recebido: &Recebido, chave: &str) -> Value {
    let authorization = recebido.headers["authorization"].to_str().unwrap();
    let (token, k) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(k, chave);
    let decode = |part: &str| BASE64URL_NOPAD.decode(part.as_bytes()).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let key = VerifyingKey::from_sec1_bytes(&decode(chave)).unwrap();
    let signature = Signature::from_slice(&decode(signature)).unwrap();
    key.verify(signed.as_bytes(), &signature).expect("a signature of this key");
    let (header, claims) = signed.split_once('.').unwrap();
    let header: Value = serde_json::from_slice(&decode(header)).unwrap();
    assert_eq!(header["alg"], "ES256");
    serde_json::from_slice(&decode(claims)).unwrap()
}

/// Whether a push service whose watch shows `agora` takes a token that ends then (RFC 8292).
pub fn vale(claims: &Value, agora: Timestamp) -> bool {
    let (vence, agora) = (claims["exp"].as_i64().unwrap(), agora.unix_millis() / 1000);
    vence > agora && vence <= agora + 24 * 60 * 60
}
