//! Which subscriptions can be pushed to. Pure: no async, no SQL, no HTTP.

use base::outbound::{Guard, Refused};
use base::validation::{Expected, Field, FieldErrors, MAX_URL};
use serde::Deserialize;
use utoipa::ToSchema;

use super::protocolo::{Destino, encode};

/// No key is this long, in any spelling.
const MAX_CHAVE: usize = 200;

/// A inscrição que o navegador entrega, como `PushSubscription.toJSON()` a escreve.
#[derive(Deserialize, ToSchema)]
pub struct InscreverInput {
    #[schema(value_type = String, max_length = 2000,
        example = "https://fcm.googleapis.com/fcm/send/c0NF1rm:APA91b")]
    pub endpoint: Field<String>,
    #[schema(value_type = ChavesInput)]
    pub keys: Field<ChavesInput>,
}

/// As chaves do navegador, em base64.
#[derive(Default, Deserialize, ToSchema)]
pub struct ChavesInput {
    /// A chave pública: um ponto da curva P-256, sem compressão (65 bytes).
    #[serde(default)]
    #[schema(value_type = String,
        example = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")]
    pub p256dh: Field<String>,
    /// O segredo de autenticação (16 bytes).
    #[serde(default)]
    #[schema(value_type = String, example = "BTBZMqHH6r4Tts7J_aSIgg")]
    pub auth: Field<String>,
}

impl Expected for ChavesInput {
    const EXPECTED: &'static str = "Informe um objeto com as chaves p256dh e auth.";
    const IS_OBJECT: bool = true;
}

/// A device that can be pushed to, as far as one can tell without trying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovoDispositivo {
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

impl NovoDispositivo {
    pub fn parse(input: InscreverInput, guard: Guard) -> Result<Self, FieldErrors> {
        let mut erros = FieldErrors::default();
        let endpoint = erros.text("endpoint", input.endpoint, MAX_URL);
        let endpoint = endpoint.and_then(|texto| match normalizar(&texto, guard) {
            Ok(endpoint) if endpoint.len() <= MAX_URL => Some(endpoint),
            Ok(_) => {
                erros.add("endpoint", format!("Use no máximo {MAX_URL} caracteres."));
                None
            }
            Err(recusa) => {
                erros.add("endpoint", format!("Não pode ser usado: {recusa}."));
                None
            }
        });
        let chaves = erros.required("keys", input.keys).map(|chaves| {
            let p256dh = erros.text("keys.p256dh", chaves.p256dh, MAX_CHAVE);
            let p256dh = p256dh.map(|texto| Destino::parse_p256dh(&texto));
            if p256dh == Some(None) {
                erros.add("keys.p256dh", "Não é uma chave pública P-256 em base64.");
            }
            let auth = erros.text("keys.auth", chaves.auth, MAX_CHAVE);
            let auth = auth.map(|texto| Destino::parse_auth(&texto));
            if auth == Some(None) {
                erros.add("keys.auth", "Não é um segredo de 16 bytes em base64.");
            }
            p256dh.flatten().zip(auth.flatten())
        });
        let novo = endpoint.zip(chaves.flatten()).map(|(endpoint, (p256dh, auth))| Self {
            endpoint,
            p256dh: encode(&p256dh),
            auth: encode(&auth),
        });
        erros.finish(novo)
    }
}

/// One spelling for one endpoint, so that it is known again.
pub fn normalizar(endpoint: &str, guard: Guard) -> Result<String, Refused> {
    let mut url = guard.check(endpoint)?;
    url.set_fragment(None);
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn parse(body: Value) -> Result<NovoDispositivo, Vec<String>> {
        let input = serde_json::from_value(body).unwrap();
        let novo = NovoDispositivo::parse(input, Guard::PUBLIC);
        novo.map_err(|erros| erros.campos().map(str::to_owned).collect())
    }

    fn com_endpoint(endpoint: &str) -> Result<NovoDispositivo, Vec<String>> {
        parse(json!({"endpoint": endpoint, "keys": {"p256dh": P256DH, "auth": AUTH}}))
    }

    #[test]
    fn one_endpoint_has_one_spelling() {
        let novo = com_endpoint("https://push.exemplo.org/abc").unwrap();
        for same in [
            "HTTPS://PUSH.exemplo.org/abc",
            "https://push.exemplo.org:443/abc#x",
            " https://push.exemplo.org/x/../abc ",
        ] {
            assert_eq!(com_endpoint(same).unwrap(), novo, "{same}");
        }
        assert_eq!((novo.p256dh.as_str(), novo.auth.as_str()), (P256DH, AUTH));
    }

    #[test]
    fn keys_are_kept_in_one_spelling() {
        let keys = json!({"p256dh": P256DH.replace('-', "+").replace('_', "/") + "=",
            "auth": "BTBZMqHH6r4Tts7J/aSIgg=="});
        let novo = parse(json!({"endpoint": "https://push.exemplo.org/", "keys": keys})).unwrap();
        assert_eq!((novo.p256dh.as_str(), novo.auth.as_str()), (P256DH, AUTH));
    }

    #[test]
    fn everything_wrong_is_told_at_once() {
        let wrong = json!({"endpoint": "http://push.exemplo.org", "keys": {"p256dh": "AA"}});
        assert_eq!(
            parse(wrong),
            Err(["endpoint", "keys.p256dh", "keys.auth"].map(Into::into).into())
        );
        assert_eq!(parse(json!({})), Err(["endpoint", "keys"].map(Into::into).into()));
        let types = json!({"endpoint": 7, "keys": [P256DH, AUTH]});
        assert_eq!(parse(types), Err(["endpoint", "keys"].map(Into::into).into()));
    }

    #[test]
    fn an_endpoint_leads_outside_and_is_not_endless() {
        let long = |length: usize| {
            let start = "https://push.exemplo.org/";
            format!("{start}{}", "a".repeat(length - start.len()))
        };
        assert!(com_endpoint(&long(2000)).is_ok());
        // Grows beyond the limit only when it is written as it is asked for.
        let grows = format!("https://push.exemplo.org/{}", "é".repeat(1000));
        for wrong in [
            "",
            "push.exemplo.org",
            "https://127.0.0.1/x",
            "https://localhost/x",
            "https://a:b@push.exemplo.org/",
            "wss://push.exemplo.org/",
            &long(2001),
            &grows,
        ] {
            assert_eq!(com_endpoint(wrong), Err(vec!["endpoint".to_owned()]), "{wrong}");
        }
    }
}
