//! Randomness, and values that only their holder can know.

use aws_lc_rs::{constant_time, digest, hmac, rand};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};

/// Bytes that nobody can guess.
#[expect(clippy::expect_used, reason = "without randomness nothing may be issued")]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::fill(&mut bytes).expect("the system's source of randomness");
    bytes
}

/// Picks `length` characters of `alphabet` evenly.
pub fn random_text(alphabet: &[u8], length: usize) -> String {
    let size = alphabet.len();
    let mut text = String::with_capacity(length);
    while text.len() < length {
        let [byte] = random::<1>();
        // The last, incomplete round of the alphabet would favour its beginning.
        let index = usize::from(byte);
        if index < 256 / size * size
            && let Some(&letter) = alphabet.get(index % size)
        {
            text.push(char::from(letter));
        }
    }
    text
}

/// An opaque token: what its holder keeps. We keep only its [`hash`].
pub fn opaque_token() -> String {
    BASE64URL_NOPAD.encode(&random::<32>())
}

/// What is stored of an opaque token. It is already random: no salt, no slow hash.
pub fn hash(token: &str) -> String {
    HEXLOWER.encode(digest::digest(&digest::SHA256, token.as_bytes()).as_ref())
}

/// Signs texts with HMAC-SHA256 and a key of the service.
#[derive(Clone)]
pub struct Signer(hmac::Key);

impl Signer {
    /// With the secret itself.
    pub(crate) fn with(secret: &[u8]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, secret))
    }

    /// With a key made of the secret: each purpose has its own.
    pub fn new(secret: &[u8], purpose: &str) -> Self {
        let derived = hmac::sign(&Self::with(secret).0, purpose.as_bytes());
        Self::with(derived.as_ref())
    }

    /// `<text>.<signature>`, both fit for a URL if the text is.
    pub fn sign(&self, text: &str) -> String {
        format!("{text}.{}", self.signature(text))
    }

    /// The text, if this service signed it.
    pub fn verify<'a>(&self, signed: &'a str) -> Option<&'a str> {
        let (text, signature) = signed.rsplit_once('.')?;
        same(signature, &self.signature(text)).then_some(text)
    }

    fn signature(&self, text: &str) -> String {
        BASE64URL_NOPAD.encode(hmac::sign(&self.0, text.as_bytes()).as_ref())
    }
}

/// Compares in a time that does not tell how much was right.
pub fn same(one: &str, other: &str) -> bool {
    constant_time::verify_slices_are_equal(one.as_bytes(), other.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_its_text_key_and_purpose_only() {
        let signer = Signer::new(b"a key", "one purpose");
        let signed = signer.sign("some-text");
        assert_eq!(signer.verify(&signed), Some("some-text"));
        assert_eq!(signer.verify(&signed.replace("some", "other")), None);
        assert_eq!(signer.verify("some-text"), None);
        assert_eq!(Signer::new(b"a key", "another purpose").verify(&signed), None);
        assert_eq!(Signer::new(b"another", "one purpose").verify(&signed), None);
    }

    #[test]
    fn random_text_uses_the_whole_alphabet_and_nothing_else() {
        let text = random_text(b"ABC", 300);
        assert_eq!(text.len(), 300);
        assert!(text.chars().all(|letter| "ABC".contains(letter)));
        assert!("ABC".chars().all(|letter| text.contains(letter)));
    }
}
