//! GIF, frame by frame, so that what moves goes on moving. Comments and what other programs have
//! left between the frames stay behind.

use std::num::NonZeroU64;

use gif::{ColorOutput, DecodeOptions, Decoder, Encoder, MemoryLimit};

use super::super::rules::Recusa;
use super::MAX_PONTOS;

/// Of all frames together: a small file can unfold into hours of work.
const MAX_PONTOS_DE_TODOS: u64 = 4 * MAX_PONTOS;
const MAX_QUADROS: usize = 1000;

pub fn dimensoes(bytes: &[u8]) -> Result<(u32, u32), Recusa> {
    let decoder = decoder(bytes)?;
    Ok((decoder.width().into(), decoder.height().into()))
}

pub fn refazer(bytes: &[u8]) -> Result<Vec<u8>, Recusa> {
    let mut decoder = decoder(bytes)?;
    let palette = decoder.global_palette().unwrap_or_default().to_vec();
    let mut made = Vec::new();
    let mut encoder = Encoder::new(&mut made, decoder.width(), decoder.height(), &palette)
        .map_err(|_| Recusa::ImagemEstragada)?;
    let (mut frames, mut points) = (0, 0);
    while let Some(frame) = decoder.next_frame_info().map_err(|_| Recusa::ImagemEstragada)? {
        points += u64::from(frame.width) * u64::from(frame.height);
        frames += 1;
        if points > MAX_PONTOS_DE_TODOS || frames > MAX_QUADROS {
            return Err(Recusa::ImagemEnorme);
        }
        let mut frame = frame.clone();
        let mut pixels = vec![0; decoder.buffer_size()];
        decoder.read_into_buffer(&mut pixels).map_err(|_| Recusa::ImagemEstragada)?;
        frame.buffer = pixels.into();
        // The lines were put in order while they were read.
        frame.interlaced = false;
        if frames == 1 {
            encoder.set_repeat(decoder.repeat()).map_err(|_| Recusa::ImagemEstragada)?;
        }
        encoder.write_frame(&frame).map_err(|_| Recusa::ImagemEstragada)?;
    }
    drop(encoder);
    match frames {
        0 => Err(Recusa::ImagemEstragada),
        _ => Ok(made),
    }
}

fn decoder(bytes: &[u8]) -> Result<Decoder<&[u8]>, Recusa> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.check_frame_consistency(true);
    if let Some(limit) = NonZeroU64::new(2 * MAX_PONTOS) {
        options.set_memory_limit(MemoryLimit::Bytes(limit));
    }
    options.read_info(bytes).map_err(|_| Recusa::ImagemEstragada)
}
