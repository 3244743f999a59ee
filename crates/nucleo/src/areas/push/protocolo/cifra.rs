//! RFC 8291: the content coding `aes128gcm` (RFC 8188) with a key that sender and browser agree on.

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, ParsedPublicKey, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{self, HKDF_SHA256, KeyType, Salt};
use base::error::{ERRO_INTERNO, Error};
use base::{Result, secret};

use super::decode;

/// A push service need not take more (RFC 8030, section 7.2), and it is all one record.
const MAX_CORPO: usize = 4096;
const SAL: usize = 16;
const PONTO: usize = 65;
/// Salt, size of a record, length of the key, the sender's key.
const CABECALHO: usize = SAL + 4 + 1 + PONTO;
const ETIQUETA: usize = 16;
/// Ends the message in the last record; zeros may follow.
const FIM: u8 = 2;
/// The longest message that one record holds.
pub const MAX_MENSAGEM: usize = MAX_CORPO - CABECALHO - ETIQUETA - 1;
/// Messages are filled up to a multiple of this, so that their length tells little.
const DEGRAU: usize = 128;

/// The keys of one browser, which are sure to be usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destino {
    p256dh: Vec<u8>,
    auth: Vec<u8>,
}

impl Destino {
    pub fn parse(p256dh: &str, auth: &str) -> Option<Self> {
        Some(Self { p256dh: Self::parse_p256dh(p256dh)?, auth: Self::parse_auth(auth)? })
    }

    /// A point of the curve, uncompressed.
    pub fn parse_p256dh(text: &str) -> Option<Vec<u8>> {
        let bytes = decode(text).filter(|bytes| bytes.len() == PONTO && bytes.starts_with(&[4]))?;
        ParsedPublicKey::try_from(UnparsedPublicKey::new(&ECDH_P256, &bytes)).ok()?;
        Some(bytes)
    }

    pub fn parse_auth(text: &str) -> Option<Vec<u8>> {
        decode(text).filter(|bytes| bytes.len() == SAL)
    }
}

/// The body of a push: each with a key and a salt of its own.
pub fn cifrar(mensagem: &[u8], destino: &Destino) -> Result<Vec<u8>> {
    let cheia = mensagem.len().next_multiple_of(DEGRAU).min(MAX_MENSAGEM);
    let enchimento = cheia.checked_sub(mensagem.len());
    let enchimento = enchimento.ok_or_else(|| falha("the message does not fit"))?;
    let propria = PrivateKey::generate(&ECDH_P256).map_err(falha)?;
    cifrar_com(mensagem, enchimento, destino, &propria, secret::random()).map_err(falha)
}

fn falha(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::from(ERRO_INTERNO).because(cause)
}

pub(super) fn cifrar_com(
    mensagem: &[u8],
    enchimento: usize,
    destino: &Destino,
    propria: &PrivateKey,
    sal: [u8; SAL],
) -> Result<Vec<u8>, Unspecified> {
    let publica = propria.compute_public_key()?;
    let deles = UnparsedPublicKey::new(&ECDH_P256, &destino.p256dh);
    let info = [b"WebPush: info\0", destino.p256dh.as_slice(), publica.as_ref()];
    let ikm: [u8; 32] = agreement::agree(propria, deles, Unspecified, |combinado| {
        expand(&destino.auth, combinado, &info)
    })?;
    let chave: [u8; 16] = expand(&sal, &ikm, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = expand(&sal, &ikm, &[b"Content-Encoding: nonce\0"])?;

    let mut registro = Vec::with_capacity(mensagem.len() + 1 + enchimento + ETIQUETA);
    registro.extend_from_slice(mensagem);
    registro.push(FIM);
    registro.resize(registro.len() + enchimento, 0);
    let chave = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &chave)?);
    let nonce = Nonce::assume_unique_for_key(nonce);
    chave.seal_in_place_append_tag(nonce, Aad::empty(), &mut registro)?;

    let mut corpo = Vec::with_capacity(CABECALHO + registro.len());
    corpo.extend_from_slice(&sal);
    corpo.extend_from_slice(&(MAX_CORPO as u32).to_be_bytes());
    corpo.push(PONTO as u8);
    corpo.extend_from_slice(publica.as_ref());
    corpo.append(&mut registro);
    Ok(corpo)
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(
    salt: &[u8],
    secret: &[u8],
    info: &[&[u8]],
) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    let key: hkdf::Prk = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}
