//! The pictures of the demonstration: a logo for each nucleo and faces for some of its people, drawn
//! here, so that no other host is needed.

use std::io::Cursor;

use base::error::{ERRO_INTERNO, Error};
use base::{Operator, Result};
use image::{ImageFormat, Rgb, RgbImage};

use super::Story;
use crate::areas::arquivos::Bucket;
use crate::areas::arquivos::service::{Arquivos, Pendente, confirmar, guardar_pelo_operador};

const LADO: u32 = 192;
/// How many people of each nucleo have a face.
pub const ROSTOS: usize = 16;

/// Of one nucleo: stored, and kept once the demonstration is.
pub struct Imagens {
    pub logo: String,
    pub rostos: Vec<String>,
    pendentes: Vec<Pendente>,
}

/// What is drawn goes into the store before the transaction begins, and goes again by itself should
/// that one fail.
pub async fn draw(operator: &Operator, arquivos: &Arquivos) -> Result<Vec<Imagens>> {
    let mut drawn = Vec::new();
    for (number, colours) in
        [[[31, 111, 92], [242, 181, 68]], [[29, 78, 137], [242, 106, 75]]].iter().enumerate()
    {
        let mut pendentes = Vec::new();
        let logo = store(operator, arquivos, Bucket::Comunicados, logo(*colours), &mut pendentes);
        let logo = logo.await?;
        let mut rostos = Vec::new();
        for face in 0..ROSTOS {
            let picture = face_of((number * ROSTOS + face) as u32);
            let url = store(operator, arquivos, Bucket::Avatars, picture, &mut pendentes).await?;
            rostos.push(url);
        }
        drawn.push(Imagens { logo, rostos, pendentes });
    }
    Ok(drawn)
}

/// They stay, if what shows them does.
pub async fn keep(story: &mut Story<'_>, imagens: &[Imagens]) -> Result<()> {
    for (id, ate) in imagens.iter().flat_map(|imagens| &imagens.pendentes) {
        confirmar(story.tx, *id, *ate).await?;
    }
    Ok(())
}

async fn store(
    operator: &Operator,
    arquivos: &Arquivos,
    bucket: Bucket,
    picture: RgbImage,
    pendentes: &mut Vec<Pendente>,
) -> Result<String> {
    let mut bytes = Cursor::new(Vec::new());
    let internal = |error| Error::from(ERRO_INTERNO).because(error);
    picture.write_to(&mut bytes, ImageFormat::Png).map_err(internal)?;
    let bytes = bytes.into_inner().into();
    let (url, pendente) = guardar_pelo_operador(operator, arquivos, bucket, bytes).await?;
    pendentes.push(pendente);
    Ok(url)
}

/// Three rings around a common centre, in the two colours of the nucleo.
fn logo([dark, bright]: [[u8; 3]; 2]) -> RgbImage {
    RgbImage::from_fn(LADO, LADO, |x, y| {
        let middle = f64::from(LADO) / 2.0;
        let distance = (f64::from(x) + 0.5 - middle).hypot(f64::from(y) + 0.5 - middle) / middle;
        Rgb(match distance {
            d if d < 0.28 || (0.48..0.62).contains(&d) || (0.80..0.94).contains(&d) => bright,
            d if d < 0.94 => dark,
            _ => [255, 255, 255],
        })
    })
}

/// A pattern of its own for everybody: five by five squares, the same on both sides.
fn face_of(number: u32) -> RgbImage {
    let mixed = (number + 1).wrapping_mul(2_654_435_761);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(2_246_822_519);
    let [red, green, blue, _] = mixed.to_be_bytes();
    let colour = [64 + red / 2, 64 + green / 2, 64 + blue / 2];
    let (edge, square) = (LADO / 12, LADO / 6);
    RgbImage::from_fn(LADO, LADO, |x, y| {
        let cell = |at: u32| at.checked_sub(edge).map(|at| at / square).filter(|at| *at < 5);
        let filled = cell(x).zip(cell(y)).is_some_and(|(column, row)| {
            let bit = row * 3 + column.min(4 - column);
            mixed >> bit & 1 == 1
        });
        Rgb(if filled { colour } else { [240, 240, 236] })
    })
}
