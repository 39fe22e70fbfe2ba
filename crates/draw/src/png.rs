//! A scene as the bytes of a PNG file (feature `png`).

use resvg::{tiny_skia, usvg};
use thiserror::Error;

use crate::{Scene, svg};

/// DejaVu Sans, so that text looks the same on every machine. Its licence is in
/// `fonts/LICENSE`.
static FONT: &[u8] = include_bytes!("../fonts/DejaVuSans.ttf");

/// Pixels a picture may have.
const MOST_PIXELS: f64 = 1e8;

/// Why there is no PNG of a scene.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PngError {
    /// The picture would have too many pixels, or the scale is not positive.
    #[error(
        "a picture of {width:.0} by {height:.0} pixels at scale {scale}: at most 10^8 pixels can \
         be drawn; write SVG, or take a smaller scale"
    )]
    Size {
        /// The width of the scene.
        width: f64,
        /// The height of the scene.
        height: f64,
        /// Pixels of the file to one of the scene.
        scale: f64,
    },
    /// The renderer refused the scene.
    #[error("the picture could not be drawn: {0}")]
    Renderer(String),
}

/// The bytes of a PNG file that shows `scene`, `scale` pixels to each of its own.
///
/// # Errors
///
/// [`PngError::Size`] if the picture would have more than 10^8 pixels.
pub fn png(scene: &Scene, scale: f64) -> Result<Vec<u8>, PngError> {
    let (width, height) = ((scene.width() * scale).ceil(), (scene.height() * scale).ceil());
    let fits = scale > 0.0 && width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS;
    if !fits {
        return Err(PngError::Size { width: scene.width(), height: scene.height(), scale });
    }
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..Default::default() };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
    let tree = usvg::Tree::from_str(&svg(scene), &options)
        .map_err(|error| PngError::Renderer(error.to_string()))?;
    let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32).ok_or(PngError::Size {
        width: scene.width(),
        height: scene.height(),
        scale,
    })?;
    let scale = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Renderer(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_drawn_and_sizes_are_bounded() {
        let mut scene = Scene::new(60.0, 30.0);
        let blank = png(&scene, 1.0).unwrap();
        assert_eq!(&blank[..8], b"\x89PNG\r\n\x1a\n");
        scene.text((30.0, 20.0), "↑⋆±ω", 14.0);
        let written = png(&scene, 1.0).unwrap();
        assert_ne!(blank, written, "the embedded font draws letters");
        assert!(png(&scene, 1e6).is_err());
        assert!(png(&scene, f64::NAN).is_err());
    }
}
