//! Pictures are decoded and written anew: what comes out is what a decoder saw, and nothing that
//! stood beside it (where a photo was taken, scripts, another file at the end).

mod cores;
mod gif;

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat,
    ImageReader, Limits,
};

use super::rules::{Recusa, Tipo};

/// More than phones take. Memory follows from it: four bytes each, twice while a picture is turned.
pub const MAX_PONTOS: u64 = 50_000_000;
const MAX_LADO: u32 = 20_000;
/// For a decoder, whatever its picture claims to be; 16 bits for each colour take the double.
const MAX_MEMORIA: u64 = 256 * 1024 * 1024;
const QUALIDADE: u8 = 86;

pub struct Pronto {
    pub bytes: Vec<u8>,
    pub tipo: Tipo,
}

/// How many points the picture claims to have. Reads its beginning and allocates nothing for them.
pub fn pontos(tipo: Tipo, bytes: &[u8]) -> Result<u64, Recusa> {
    let (width, height) = match tipo {
        Tipo::Gif => gif::dimensoes(bytes)?,
        tipo => reader(tipo, bytes)?.into_dimensions().map_err(recusa)?,
    };
    let pontos = u64::from(width) * u64::from(height);
    match pontos {
        0 => Err(Recusa::ImagemEstragada),
        pontos if pontos > MAX_PONTOS || width.max(height) > MAX_LADO => Err(Recusa::ImagemEnorme),
        pontos => Ok(pontos),
    }
}

/// The same picture, upright, in the colours that every screen knows, and nothing else.
pub fn refazer(tipo: Tipo, bytes: &[u8]) -> Result<Pronto, Recusa> {
    pontos(tipo, bytes)?;
    if tipo == Tipo::Gif {
        return Ok(Pronto { bytes: gif::refazer(bytes)?, tipo });
    }
    let mut decoder = reader(tipo, bytes)?.into_decoder().map_err(recusa)?;
    // What these say is applied now, since they stay behind. Broken ones say nothing.
    let orientation = decoder.orientation().ok();
    let profile = decoder.icc_profile().ok().flatten();
    let mut picture = eight_bits(DynamicImage::from_decoder(decoder).map_err(recusa)?);
    if let Some(profile) = profile {
        cores::para_srgb(&mut picture, &profile);
    }
    if let Some(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    escrever(tipo, picture, bytes.len())
}

fn escrever(tipo: Tipo, picture: DynamicImage, antes: usize) -> Result<Pronto, Recusa> {
    let mut bytes = Vec::new();
    match tipo {
        Tipo::Png => {
            let (compression, filter) = (CompressionType::Default, FilterType::Adaptive);
            encode(&picture, PngEncoder::new_with_quality(&mut bytes, compression, filter))?;
        }
        Tipo::Webp => {
            // Only the kind without loss can be written. Of a photo it makes several times the
            // size, which JPEG does not; but JPEG has no transparency.
            const ENOUGH: usize = 256 * 1024;
            encode(&picture, WebPEncoder::new_lossless(&mut bytes))?;
            if bytes.len() > ENOUGH.max(2 * antes) && !picture.color().has_alpha() {
                return escrever(Tipo::Jpeg, picture, antes);
            }
        }
        _ => encode(&picture, JpegEncoder::new_with_quality(&mut bytes, QUALIDADE))?,
    }
    Ok(Pronto { bytes, tipo })
}

fn encode(picture: &DynamicImage, encoder: impl ImageEncoder) -> Result<(), Recusa> {
    let (width, height) = (picture.width(), picture.height());
    let color = ExtendedColorType::from(picture.color());
    encoder.write_image(picture.as_bytes(), width, height, color).map_err(recusa)
}

fn reader(tipo: Tipo, bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, Recusa> {
    let format = match tipo {
        Tipo::Jpeg => ImageFormat::Jpeg,
        Tipo::Png => ImageFormat::Png,
        Tipo::Webp => ImageFormat::WebP,
        Tipo::Gif | Tipo::Pdf => return Err(Recusa::NaoEImagem),
    };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_LADO);
    limits.max_image_height = Some(MAX_LADO);
    limits.max_alloc = Some(MAX_MEMORIA);
    reader.limits(limits);
    Ok(reader)
}

/// More depth than a screen shows would only make the file larger.
fn eight_bits(picture: DynamicImage) -> DynamicImage {
    use DynamicImage::{ImageLuma8, ImageLumaA8, ImageRgb8, ImageRgba8};
    match picture {
        same @ (ImageLuma8(_) | ImageLumaA8(_) | ImageRgb8(_) | ImageRgba8(_)) => same,
        other => match (other.color().has_color(), other.color().has_alpha()) {
            (true, true) => other.into_rgba8().into(),
            (true, false) => other.into_rgb8().into(),
            (false, true) => other.into_luma_alpha8().into(),
            (false, false) => other.into_luma8().into(),
        },
    }
}

fn recusa(error: ImageError) -> Recusa {
    match error {
        ImageError::Limits(_) => Recusa::ImagemEnorme,
        _ => Recusa::ImagemEstragada,
    }
}

#[cfg(test)]
mod tests;
