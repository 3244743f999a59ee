//! The example of the RFC, byte for byte, and another implementation at the other end.

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use base::clock::Timestamp;
use base::outbound::Guard;
use proptest::prelude::*;
use serde_json::{Value, json};
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::{Auth, decrypt};

use super::cifra::cifrar_com;
use super::*;

// RFC 8291, appendix A.
const UA_PUBLIC: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const UA_PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const AS_PRIVATE: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
const MESSAGE: &[u8] = b"When I grow up, I want to be a watermelon";
const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
    mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZ\
    wbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

fn destino() -> Destino {
    Destino::parse(UA_PUBLIC, AUTH).unwrap()
}

/// What the browser of the example reads, by another implementation.
fn aberto(corpo: Vec<u8>) -> Vec<u8> {
    let secret = SecretKey::from_slice(&decode(UA_PRIVATE).unwrap()).unwrap();
    let auth: [u8; 16] = decode(AUTH).unwrap().try_into().unwrap();
    decrypt(corpo, &secret, &Auth::from(auth)).unwrap()
}

#[test]
fn the_example_of_the_rfc_comes_out_byte_for_byte() {
    let own = PrivateKey::from_private_key(&ECDH_P256, &decode(AS_PRIVATE).unwrap()).unwrap();
    let salt = decode(SALT).unwrap().try_into().unwrap();
    let body = cifrar_com(MESSAGE, 0, &destino(), &own, salt).unwrap();
    assert_eq!(encode(&body), BODY);
    assert_eq!(aberto(body), MESSAGE);
}

#[test]
fn the_longest_message_fits_into_one_record() {
    let longest = vec![b'x'; MAX_MENSAGEM];
    let body = cifrar(&longest, &destino()).unwrap();
    assert_eq!(body.len(), 4096);
    assert_eq!(aberto(body), longest);
    assert!(cifrar(&[b'x'; MAX_MENSAGEM + 1], &destino()).is_err());
}

#[test]
fn no_two_pushes_look_alike_and_lengths_tell_little() {
    let one = cifrar(b"sim", &destino()).unwrap();
    let other = cifrar("não, obrigada".as_bytes(), &destino()).unwrap();
    assert_eq!(one.len(), other.len());
    let again = cifrar(b"sim", &destino()).unwrap();
    assert_ne!(one[..16], again[..16], "the salt");
    assert_ne!(one[21..86], again[21..86], "the key");
}

proptest! {
    #[test]
    fn every_message_arrives(message in prop::collection::vec(any::<u8>(), 0..=MAX_MENSAGEM)) {
        let body = cifrar(&message, &destino()).unwrap();
        prop_assert!(body.len() <= 4096);
        prop_assert_eq!(aberto(body), message);
    }
}

#[test]
fn keys_are_taken_in_every_spelling_and_only_if_they_are_keys() {
    let standard = UA_PUBLIC.replace('-', "+").replace('_', "/");
    for p256dh in [UA_PUBLIC, &standard, &format!("{UA_PUBLIC}="), &format!(" {standard}==\n")] {
        assert_eq!(Destino::parse(p256dh, "BTBZMqHH6r4Tts7J/aSIgg=="), Some(destino()), "{p256dh}");
    }
    let with = |change: fn(&mut Vec<u8>)| {
        let mut bytes = decode(UA_PUBLIC).unwrap();
        change(&mut bytes);
        encode(&bytes)
    };
    for (wrong, p256dh) in [
        ("empty", String::new()),
        ("no base64", "não é base64".to_owned()),
        ("short", with(|bytes| bytes.truncate(64))),
        ("long", with(|bytes| bytes.push(0))),
        ("compressed", with(|bytes| (bytes[0], _) = (2, bytes.truncate(33)))),
        ("of another form", with(|bytes| bytes[0] = 6)),
        ("off the curve", with(|bytes| bytes[64] ^= 1)),
        ("the point at infinity", with(|bytes| bytes[1..].fill(0))),
        ("beyond the field", with(|bytes| bytes[1..].fill(0xff))),
    ] {
        assert_eq!(Destino::parse(&p256dh, AUTH), None, "{wrong}");
    }
    for auth in ["", "AAAA", &encode(&[0; 15]), &encode(&[0; 17]), "BTBZMqHH6r4Tts7J*aSIgg"] {
        assert_eq!(Destino::parse(UA_PUBLIC, auth), None, "{auth}");
    }
}

#[test]
fn a_push_service_can_tell_who_sends() {
    let (publica, privada) = Par::gerar().unwrap();
    let par = Par::parse(&publica, &privada).unwrap();
    assert_eq!(par.publica(), publica);
    let endpoint = Guard::PUBLIC.check("https://push.exemplo.org:8443/abc?d=e").unwrap();
    let header = par.autorizacao(&endpoint, "mailto:a@b.org", Timestamp::EPOCH).unwrap();
    let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(key, publica);

    let (signed, signature) = token.rsplit_once('.').unwrap();
    let signature = Signature::from_slice(&decode(signature).unwrap()).unwrap();
    let key = VerifyingKey::from_sec1_bytes(&decode(key).unwrap()).unwrap();
    key.verify(signed.as_bytes(), &signature).unwrap();
    let parts: Vec<Value> = signed
        .split('.')
        .map(|part| serde_json::from_slice(&decode(part).unwrap()).unwrap())
        .collect();
    assert_eq!(parts[0], json!({"typ": "JWT", "alg": "ES256"}));
    let claims =
        json!({"aud": "https://push.exemplo.org:8443", "exp": 43200, "sub": "mailto:a@b.org"});
    assert_eq!(parts[1], claims);
}

#[test]
fn a_pair_is_two_keys_that_belong_together() {
    let ((publica, privada), (outra, _)) = (Par::gerar().unwrap(), Par::gerar().unwrap());
    assert!(Par::parse(&publica, &privada).is_some());
    assert!(Par::parse(&format!("{publica}="), &privada.replace('-', "+")).is_some());
    for (publica, privada) in [
        (outra.as_str(), privada.as_str()),
        (&publica, ""),
        ("", &privada),
        (&publica, &encode(&[0; 32])),
        (&publica, &encode(&[0xff; 32])),
        (&publica[..40], &privada),
        (&publica, &privada[..40]),
        ("x", "y"),
    ] {
        assert!(Par::parse(publica, privada).is_none(), "{publica} {privada}");
    }
    let par = Par::parse(&publica, &privada).unwrap();
    assert!(!format!("{par:?}").contains(&privada));
}
