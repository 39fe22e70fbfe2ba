//! A scene as the bytes of a PNG file (feature `png`).

use resvg::{tiny_skia, usvg};

use crate::{DrawError, Scene, svg};

/// DejaVu Sans, so that text looks the same on every machine. Its licence is in
/// `fonts/LICENSE`.
static FONT: &[u8] = include_bytes!("../fonts/DejaVuSans.ttf");

/// The maximum number of pixels of a picture.
const MOST_PIXELS: f64 = 1e8;

/// The bytes of a PNG file that shows `scene`, `scale` pixels to each of its own.
///
/// # Errors
///
/// [`DrawError::Size`] if the picture would have more than 10^8 pixels.
pub fn png(scene: &Scene, scale: f64) -> Result<Vec<u8>, DrawError> {
    let (width, height) = ((scene.width() * scale).ceil(), (scene.height() * scale).ceil());
    let fits = scale > 0.0 && width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS;
    if !fits {
        return Err(DrawError::Size { width: scene.width(), height: scene.height(), scale });
    }
    let tree = tree(scene)?;
    let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32)
        .ok_or(DrawError::Size { width: scene.width(), height: scene.height(), scale })?;
    // The last column and row may be parts of a pixel of the background.
    pixels.fill(tiny_skia::Color::WHITE);
    let scale = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| DrawError::Renderer(error.to_string()))
}

/// What the renderers draw.
pub(crate) fn tree(scene: &Scene) -> Result<usvg::Tree, DrawError> {
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..Default::default() };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
    usvg::Tree::from_str(&svg(scene), &options)
        .map_err(|error| DrawError::Renderer(error.to_string()))
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
