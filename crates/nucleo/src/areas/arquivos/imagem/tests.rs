use image::{GenericImageView, Rgb, RgbImage};

use super::*;

fn photo(width: u32, height: u32) -> DynamicImage {
    let point = |x: u32, y: u32| Rgb([x as u8, y as u8, (x * y) as u8]);
    RgbImage::from_fn(width, height, point).into()
}

fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

#[test]
fn deep_colours_become_those_of_a_screen() {
    let deep = DynamicImage::ImageRgba16(photo(6, 4).into_rgba16());
    let made = refazer(Tipo::Png, &written(&deep, ImageFormat::Png)).unwrap();
    let made = image::load_from_memory(&made.bytes).unwrap();
    assert_eq!((made.dimensions(), made.color()), ((6, 4), image::ColorType::Rgba8));
    let grey = DynamicImage::ImageLuma16(photo(6, 4).into_luma16());
    let made = refazer(Tipo::Png, &written(&grey, ImageFormat::Png)).unwrap();
    assert_eq!(image::load_from_memory(&made.bytes).unwrap().color(), image::ColorType::L8);
}

/// Without loss it would be several times as large as it came.
#[test]
fn a_photo_in_webp_becomes_a_jpeg_when_it_would_swell() {
    let mut last = 1_u32;
    let noise = |_, _| {
        last = last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb(last.to_be_bytes()[..3].try_into().unwrap())
    };
    let photo: DynamicImage = RgbImage::from_fn(400, 400, noise).into();
    let swollen = escrever(Tipo::Webp, photo.clone(), 10_000).unwrap();
    assert_eq!(swollen.tipo, Tipo::Jpeg);
    let same = escrever(Tipo::Webp, photo.clone(), 400_000).unwrap();
    assert_eq!(same.tipo, Tipo::Webp);
    let see_through = escrever(Tipo::Webp, photo.into_rgba8().into(), 10_000).unwrap();
    assert_eq!(see_through.tipo, Tipo::Webp);
}

#[test]
fn nothing_is_allocated_for_what_a_header_claims() {
    let mut claims = written(&photo(4, 4), ImageFormat::Png);
    claims[16..24].copy_from_slice(&[0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF]);
    // The sum of the header would be wrong anyway: the size is judged where it is read.
    assert!(matches!(
        refazer(Tipo::Png, &claims),
        Err(Recusa::ImagemEnorme | Recusa::ImagemEstragada)
    ));
}
