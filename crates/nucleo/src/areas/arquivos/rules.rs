//! What is taken, by what is inside it, and how it is called. Pure: no async, no SQL, no HTTP.

use data_encoding::HEXLOWER;

use super::Bucket;

/// The longest file that is taken.
pub const MAX_BYTES: usize = 10 * 1024 * 1024;
/// How much a person may have sent that nothing refers to yet. What is used does not count, and the
/// rest goes after a day: nobody fills the disk.
pub const MAX_SEM_USO: i64 = 300 * 1024 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tipo {
    Jpeg,
    Png,
    Webp,
    Gif,
    Pdf,
}

impl Tipo {
    pub const ALL: [Self; 5] = [Self::Jpeg, Self::Png, Self::Webp, Self::Gif, Self::Pdf];

    pub fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
            Self::Pdf => "application/pdf",
        }
    }

    pub fn extensao(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Gif => "gif",
            Self::Pdf => "pdf",
        }
    }

    /// What the first bytes say. The name of a file and the type that a client claims say nothing.
    pub fn de_conteudo(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xD8, 0xFF, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(Self::Png),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Self::Webp),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Self::Gif),
            [b'%', b'P', b'D', b'F', b'-', ..] => Some(Self::Pdf),
            _ => None,
        }
    }

    pub fn cabe_em(self, bucket: Bucket) -> bool {
        self != Self::Pdf || bucket == Bucket::Comprovantes
    }
}

/// Why a file is not taken, in words for whoever sent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recusa {
    Vazio,
    NaoEImagem,
    NaoEComprovante,
    ImagemEstragada,
    ImagemEnorme,
    PdfEstragado,
}

impl Recusa {
    pub fn frase(self) -> &'static str {
        match self {
            Self::Vazio => "O arquivo está vazio.",
            Self::NaoEImagem => "Envie uma imagem JPEG, PNG, WebP ou GIF.",
            Self::NaoEComprovante => "Envie um PDF ou uma imagem JPEG, PNG, WebP ou GIF.",
            Self::ImagemEstragada => "A imagem está incompleta ou estragada. Envie outra.",
            Self::ImagemEnorme => "A imagem tem pontos demais: o máximo são 50 megapixels.",
            Self::PdfEstragado => {
                "O PDF está incompleto, ou traz outra coisa junto. Exporte-o de novo e envie."
            }
        }
    }
}

/// What the file is, if this bucket takes it.
pub fn reconhecer(bucket: Bucket, bytes: &[u8]) -> Result<Tipo, Recusa> {
    if bytes.is_empty() {
        return Err(Recusa::Vazio);
    }
    match Tipo::de_conteudo(bytes) {
        Some(Tipo::Pdf) if Tipo::Pdf.cabe_em(bucket) && !pdf_inteiro(bytes) => {
            Err(Recusa::PdfEstragado)
        }
        // A decoder paints what is missing grey and says nothing.
        Some(Tipo::Jpeg) if !jpeg_inteiro(bytes) => Err(Recusa::ImagemEstragada),
        Some(tipo) if tipo.cabe_em(bucket) => Ok(tipo),
        _ if bucket == Bucket::Comprovantes => Err(Recusa::NaoEComprovante),
        _ => Err(Recusa::NaoEImagem),
    }
}

/// Whether a JPEG goes on to its end marker. Segments are skipped by their length, since the
/// preview inside the metadata has an end of its own; what comes after the end does not matter.
fn jpeg_inteiro(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    while let Some(at) = rest.iter().position(|byte| *byte == 0xFF) {
        rest = rest.get(at + 1..).unwrap_or_default();
        match rest {
            [0xD9, ..] => return true,
            // An escaped byte of the picture, a restart, padding: nothing with a length.
            [0x00 | 0x01 | 0xD0..=0xD8 | 0xFF, ..] => {}
            [_, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.get(1 + length..).unwrap_or_default();
            }
            _ => return false,
        }
    }
    false
}

/// Whether a PDF ends as one and as nothing else: what stands after its end is where another kind
/// of file would hide.
fn pdf_inteiro(bytes: &[u8]) -> bool {
    const END: &[u8] = b"%%EOF";
    let versioned = matches!(bytes.get(5..8), Some([b'1' | b'2', b'.', b'0'..=b'9']));
    let blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0;
    let end = bytes.iter().rposition(|byte| !blank(byte)).map_or(0, |last| last + 1);
    let ends = bytes.get(..end).unwrap_or_default().ends_with(END);
    versioned && ends && !termina_como_zip(bytes)
}

/// A ZIP (and so a JAR) is found by its end: a record that says how long the comment after it is,
/// and the comment may well be `%%EOF`.
fn termina_como_zip(bytes: &[u8]) -> bool {
    const RECORD: usize = 22;
    let tail = bytes.len().saturating_sub(RECORD + usize::from(u16::MAX));
    let tail = bytes.get(tail..).unwrap_or_default();
    tail.windows(RECORD).enumerate().any(|(at, record)| match record {
        [b'P', b'K', 5, 6, .., low, high] => {
            let comment = usize::from(u16::from_le_bytes([*low, *high]));
            at + RECORD + comment <= tail.len()
        }
        _ => false,
    })
}

/// How a file is called: nobody can guess it, and it says what the file is. Nothing that a person
/// has written is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nome {
    texto: String,
    tipo: Tipo,
}

impl Nome {
    const SEGREDO: usize = 20;

    pub fn novo(segredo: [u8; Self::SEGREDO], tipo: Tipo) -> Self {
        Self { texto: format!("{}.{}", HEXLOWER.encode(&segredo), tipo.extensao()), tipo }
    }

    /// Exactly as this service names files; any other text names none.
    pub fn parse(texto: &str) -> Option<Self> {
        let (segredo, extensao) = texto.split_once('.')?;
        let digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_ours = segredo.len() == 2 * Self::SEGREDO && segredo.bytes().all(digit);
        let tipo = Tipo::ALL.into_iter().find(|tipo| tipo.extensao() == extensao)?;
        is_ours.then(|| Self { texto: texto.to_owned(), tipo })
    }

    pub fn as_str(&self) -> &str {
        &self.texto
    }

    pub fn tipo(&self) -> Tipo {
        self.tipo
    }
}

/// Which bytes of a file are asked for (RFC 9110, 14.2): one range, or `None` for all of it, which
/// is also the answer to what is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faixa {
    Inteiro,
    /// The first and the last byte.
    Parte(u64, u64),
    ForaDoArquivo,
}

impl Faixa {
    pub fn parse(header: Option<&str>, tamanho: u64) -> Self {
        let parsed = header.and_then(|header| {
            let (first, last) = header.strip_prefix("bytes=")?.split_once('-')?;
            let end = tamanho.checked_sub(1)?;
            Some(match (first, last) {
                ("", last) => match last.parse::<u64>().ok()? {
                    0 => Self::ForaDoArquivo,
                    count => Self::Parte(tamanho.saturating_sub(count), end),
                },
                (first, last) => {
                    let first = first.parse::<u64>().ok()?;
                    let last = if last.is_empty() { u64::MAX } else { last.parse().ok()? };
                    match (first > last, first > end) {
                        (true, _) => return None,
                        (_, true) => Self::ForaDoArquivo,
                        _ => Self::Parte(first, last.min(end)),
                    }
                }
            })
        });
        parsed.unwrap_or(Self::Inteiro)
    }
}

#[cfg(test)]
mod tests;
