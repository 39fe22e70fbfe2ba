//! A scene as the text of an SVG file.

use std::fmt::Write;

use crate::scene::{Anchor, Element, Rgb, Scene, Shape, Style};

/// The text of an SVG 1.1 file that shows `scene` on white.
///
/// The same scene gives the same text on every machine: coordinates are written
/// with at most two decimals, those that are not finite as 0. Texts are escaped,
/// so any text is safe. Linear in the size of the scene.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.width()), number(scene.height()));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for element in scene.elements() {
        write_element(&mut out, element);
    }
    out.push_str("</svg>\n");
    out
}

fn write_element(out: &mut String, element: &Element) {
    if let Some(parts) = element.arrow_parts() {
        return parts.iter().for_each(|part| write_element(out, part));
    }
    let (tag, geometry) = geometry(&element.shape);
    out.push('<');
    out.push_str(tag);
    out.push_str(&geometry);
    out.push_str(&style(&element.style));
    if let Some(id) = &element.id {
        let _ = write!(out, " data-id=\"{}\"", escape(id));
    }
    let title = element.title.as_ref();
    match &element.shape {
        Shape::Text { text, .. } => {
            out.push('>');
            write_title(out, title);
            out.push_str(&escape(text));
            out.push_str("</text>\n");
        }
        _ if title.is_some() => {
            out.push('>');
            write_title(out, title);
            let _ = writeln!(out, "</{tag}>");
        }
        _ => out.push_str("/>\n"),
    }
}

fn write_title(out: &mut String, title: Option<&String>) {
    if let Some(title) = title {
        let _ = write!(out, "<title>{}</title>", escape(title));
    }
}

fn geometry(shape: &Shape) -> (&'static str, String) {
    match shape {
        Shape::Line { from, to } => (
            "line",
            format!(
                " x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"",
                number(from.0),
                number(from.1),
                number(to.0),
                number(to.1)
            ),
        ),
        Shape::Arrow { .. } | Shape::PolyArrow(_) => unreachable!("arrows are written apart"),
        Shape::Polyline(list) => ("polyline", format!(" points=\"{}\"", points(list))),
        Shape::Polygon(list) => ("polygon", format!(" points=\"{}\"", points(list))),
        Shape::Rectangle { corner, size, round } => {
            let mut text = format!(
                " x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                number(corner.0),
                number(corner.1),
                number(size.0.max(0.0)),
                number(size.1.max(0.0))
            );
            if *round > 0.0 {
                let _ = write!(text, " rx=\"{}\"", number(*round));
            }
            ("rect", text)
        }
        Shape::Circle { centre, radius } => (
            "circle",
            format!(
                " cx=\"{}\" cy=\"{}\" r=\"{}\"",
                number(centre.0),
                number(centre.1),
                number(radius.max(0.0))
            ),
        ),
        Shape::Text { at, size, anchor, bold, .. } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let mut text = format!(
                " x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" xml:space=\"preserve\"",
                number(at.0),
                number(at.1),
                number(size.max(0.0))
            );
            if *bold {
                text.push_str(" font-weight=\"bold\"");
            }
            ("text", text)
        }
    }
}

fn style(style: &Style) -> String {
    let mut text = match style.fill {
        Some(colour) => format!(" fill=\"{}\"", hex(colour)),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some(colour) = style.stroke {
        let _ = write!(
            text,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            hex(colour),
            number(style.width.max(0.0))
        );
        if let Some((on, off)) = style.dash {
            let _ = write!(text, " stroke-dasharray=\"{} {}\"", number(on), number(off));
        }
    }
    text
}

fn points(list: &[(f64, f64)]) -> String {
    let texts: Vec<String> =
        list.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
    texts.join(" ")
}

fn hex(Rgb(red, green, blue): Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// At most two decimals, no trailing zeros, never `-0`.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The text as XML shows it; characters that XML 1.0 forbids become U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            c if (c as u32) < 0x20 || c == '\u{fffe}' || c == '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::*;

    /// The texts of all `<text>` elements, as an XML reader sees them; fails on
    /// anything that is not well-formed XML.
    fn texts(xml: &str) -> Vec<String> {
        let mut reader = Reader::from_str(xml);
        reader.config_mut().check_end_names = true;
        let (mut out, mut inside) = (Vec::new(), None::<String>);
        loop {
            match reader.read_event().expect("well-formed XML") {
                Event::Start(tag) if tag.name().as_ref() as &str == "text" => {
                    inside = Some(String::new())
                }
                Event::End(tag) if tag.name().as_ref() as &str == "text" => {
                    out.extend(inside.take())
                }
                Event::Text(text) => {
                    if let Some(inside) = &mut inside {
                        inside.push_str(&text);
                    }
                }
                Event::GeneralRef(name) => {
                    if let Some(inside) = &mut inside {
                        let name = name.to_string();
                        inside.push(match name.as_str() {
                            "amp" => '&',
                            "lt" => '<',
                            "gt" => '>',
                            "quot" => '"',
                            code => char::from_u32(
                                code.trim_start_matches('#').parse().expect("a character code"),
                            )
                            .expect("a character"),
                        });
                    }
                }
                Event::Eof => return out,
                _ => {}
            }
        }
    }

    #[test]
    fn numbers_are_short_and_finite() {
        let written: Vec<String> =
            [1.0, -0.001, 0.125, 1e-9, f64::NAN, f64::INFINITY, -2.5, 100.0].map(number).to_vec();
        assert_eq!(written, ["1", "0", "0.12", "0", "0", "0", "-2.5", "100"]);
    }

    #[test]
    fn ids_and_titles_are_escaped() {
        let mut scene = Scene::new(10.0, 10.0);
        scene.circle((5.0, 5.0), 2.0, Style::fill(Rgb::RED)).with_id("a\"b").with_title("x<y");
        let text = svg(&scene);
        assert!(text.contains("data-id=\"a&quot;b\""), "{text}");
        assert!(text.contains("<title>x&lt;y</title></circle>"), "{text}");
    }

    proptest! {
        #[test]
        fn any_text_comes_back_from_an_xml_reader(text in "\\PC{0,40}", id in ".{0,20}") {
            let mut scene = Scene::new(50.0, 50.0);
            scene.text((1.0, 2.0), text.clone(), 10.0).with_id(id);
            prop_assert_eq!(texts(&svg(&scene)), vec![text]);
        }
    }
}
