//! Files as people send them, and as nobody should.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

pub const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n";
/// What a camera writes about the place of a photo; it must not be found in anything that is kept.
pub const LUGAR: &[u8] = b"23.5505S 46.6333W";

pub fn gravar(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Something to look at: no two points are alike, so that nothing is packed away.
pub fn paisagem(width: u32, height: u32) -> DynamicImage {
    let point = |x: u32, y: u32| {
        let noise = x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503).rotate_left(7);
        Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, (noise >> 3) as u8 & 15])
    };
    RgbImage::from_fn(width, height, point).into()
}

pub fn png(width: u32, height: u32) -> Vec<u8> {
    gravar(&paisagem(width, height), ImageFormat::Png)
}

pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    gravar(&paisagem(width, height), ImageFormat::Jpeg)
}

/// Left half red, right half see-through.
pub fn webp_transparente() -> Vec<u8> {
    let point = |x, _| if x < 8 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 0, 0]) };
    gravar(&RgbaImage::from_fn(16, 8, point).into(), ImageFormat::WebP)
}

/// A photo taken with the camera on its side, with where that was.
pub fn foto_deitada(width: u32, height: u32) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0".to_vec();
    let entries: [(u16, u16, u32, [u8; 4]); 2] = [
        (0x0112, 3, 1, [6, 0, 0, 0]),         // turn it a quarter to the right
        (0x8825, 4, 1, 38_u32.to_le_bytes()), // the place is described further on
    ];
    exif.extend_from_slice(&2_u16.to_le_bytes());
    for (tag, kind, count, value) in entries {
        exif.extend_from_slice(&tag.to_le_bytes());
        exif.extend_from_slice(&kind.to_le_bytes());
        exif.extend_from_slice(&count.to_le_bytes());
        exif.extend_from_slice(&value);
    }
    exif.extend_from_slice(&[0; 4]);
    exif.extend_from_slice(&1_u16.to_le_bytes());
    exif.extend_from_slice(&[0x1D, 0, 2, 0, LUGAR.len() as u8, 0, 0, 0, 56, 0, 0, 0]);
    exif.extend_from_slice(&[0; 4]);
    exif.extend_from_slice(LUGAR);
    segmento(&jpeg(width, height), 0xE1, &exif)
}

/// A JPEG with one segment more, right after its beginning.
pub fn segmento(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&jpeg[..2], &[0xFF, marker], &length, content, &jpeg[2..]].concat()
}

/// A chunk of a PNG, with the sum that belongs to it.
pub fn bloco(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = u32::try_from(content.len()).unwrap().to_be_bytes().to_vec();
    bytes.extend_from_slice(kind);
    bytes.extend_from_slice(content);
    let sum = bytes[4..].iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
            1 => (sum >> 1) ^ 0xEDB8_8320,
            _ => sum >> 1,
        })
    });
    bytes.extend_from_slice(&(!sum).to_be_bytes());
    bytes
}

/// A PNG of this size that holds one line of zeros, over and over.
pub fn bomba(width: u32, height: u32) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    // A block of deflate that repeats a zero 258 times with every two bytes or so.
    let mut packed = vec![0x78, 0x9C, 0xED, 0xC1, 0x01, 0x01, 0, 0, 0, 0x80, 0x90, 0xFE];
    packed.extend(std::iter::repeat_n(0, 100_000));
    let start = b"\x89PNG\r\n\x1A\n".to_vec();
    [start, bloco(b"IHDR", &header), bloco(b"IDAT", &packed), bloco(b"IEND", b"")].concat()
}

/// Three frames that differ, for ever, with a remark between them.
pub fn gif_animado() -> Vec<u8> {
    let mut bytes = Vec::new();
    let palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
    let mut encoder = gif::Encoder::new(&mut bytes, 4, 4, &palette).unwrap();
    encoder.set_repeat(gif::Repeat::Infinite).unwrap();
    for color in 0..3 {
        let frame = gif::Frame {
            width: 4,
            height: 4,
            delay: 7,
            buffer: vec![color; 16].into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).unwrap();
        let remark = [&b"<script>alert(1)</script>"[..]];
        encoder.write_raw_extension(gif::Extension::Comment.into(), &remark).unwrap();
    }
    drop(encoder);
    bytes
}

/// Display P3, as phones write it: only what makes a profile, by hand.
pub fn perfil_p3() -> Vec<u8> {
    moxcms::ColorProfile::new_display_p3().encode().unwrap()
}

pub fn contem(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
