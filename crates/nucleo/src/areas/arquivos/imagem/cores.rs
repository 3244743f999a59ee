//! Colours that a profile explains, as every screen understands them: the profile stays behind with
//! the rest of the metadata, and most phones write one.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// A profile that cannot be read, or is for another kind of picture, explains nothing.
pub fn para_srgb(picture: &mut DynamicImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else { return };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    match picture {
        DynamicImage::ImageRgb8(picture) => converter(&profile, Layout::Rgb, picture),
        DynamicImage::ImageRgba8(picture) => converter(&profile, Layout::Rgba, picture),
        _ => {}
    }
}

/// Some thousand points at a time: a second picture in memory would be too much.
fn converter(profile: &ColorProfile, layout: Layout, samples: &mut [u8]) {
    const POINTS: usize = 4096;
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, options) else {
        return;
    };
    let mut before = Vec::new();
    for part in samples.chunks_mut(POINTS * layout.channels()) {
        before.clear();
        before.extend_from_slice(part);
        if transform.transform(&before, part).is_err() {
            return;
        }
    }
}
