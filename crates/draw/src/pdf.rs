//! A scene as the bytes of a PDF file (feature `pdf`).

use krilla::geom::Size;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

use crate::png::tree;
use crate::{DrawError, Scene};

/// The bytes of a PDF file with one page that shows `scene`. A pixel is 3/4 of a point. Text stays
/// text, in the embedded font.
///
/// # Errors
///
/// [`DrawError::Renderer`] if the page is too large for a PDF file.
pub fn pdf(scene: &Scene) -> Result<Vec<u8>, DrawError> {
    const POINTS: f64 = 0.75;
    let failed = |message: &str| DrawError::Renderer(message.to_owned());
    let (width, height) = ((scene.width() * POINTS) as f32, (scene.height() * POINTS) as f32);
    let size = Size::from_wh(width, height).ok_or_else(|| failed("the page has no size"))?;
    let settings = PageSettings::from_wh(width, height);
    let settings = settings.ok_or_else(|| failed("the page has no size"))?;
    let mut document = krilla::Document::new();
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    let drawn = surface.draw_svg(&tree(scene)?, size, SvgSettings::default());
    surface.finish();
    page.finish();
    drawn.ok_or_else(|| failed("the picture cannot be drawn"))?;
    document.finish().map_err(|error| DrawError::Renderer(format!("{error:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_size_of_the_scene() {
        let mut scene = Scene::new(200.0, 100.0);
        scene.text((30.0, 20.0), "{2|-1/2} \u{2191}", 14.0);
        let bytes = pdf(&scene).unwrap();
        assert!(bytes.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("[0 0 150 75]"), "the page is 150 by 75 points");
        assert!(text.contains("DejaVuSans"), "text is text");
    }
}
