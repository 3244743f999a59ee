//! A code as a picture, for a screen or a poster at the door.

use base::Result;
use base::error::{ERRO_INTERNO, Error};
use qrcode::render::svg;
use qrcode::{EcLevel, QrCode};

/// Wide enough to be read from some steps away; a page may stretch it, since it is drawn in lines.
const LADO: u32 = 256;

/// An SVG that can stand in a page as it is. It is some work: not inside a transaction.
pub fn svg(codigo: &str) -> Result<String> {
    let code = QrCode::with_error_correction_level(codigo, EcLevel::M)
        .map_err(|error| Error::from(ERRO_INTERNO).because(error))?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(LADO, LADO).build();
    // A declaration of XML is for files of their own.
    Ok(picture.find("<svg").and_then(|at| picture.get(at..)).unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_stands_in_a_page_as_it_is() {
        let picture = svg("7KQ2MWXA").unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>"), "{picture}");
        assert!(!picture.contains("<script") && !picture.contains("href"));
        assert_ne!(picture, svg("7KQ2MWXB").unwrap());
    }
}
