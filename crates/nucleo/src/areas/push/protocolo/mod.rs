//! Web Push as the RFCs have it: a message that only one browser can read, and a proof of who
//! sends it. Pure: bytes in, bytes out.

mod cifra;
mod vapid;

#[cfg(test)]
mod tests;

use data_encoding::BASE64URL_NOPAD;

pub use cifra::{Destino, MAX_MENSAGEM, cifrar};
pub use vapid::Par;

/// Base64 in either alphabet, padded or not: browsers and libraries differ.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim().trim_end_matches('=').replace('+', "-").replace('/', "_");
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()
}

/// The spelling that RFCs 8291 and 8292 use.
pub fn encode(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
