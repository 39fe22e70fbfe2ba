//! A scene as a TikZ picture for LaTeX.

use std::fmt::Write;

use crate::scene::{Anchor, Element, Rgb, Scene, Shape};
use crate::svg::number;

/// A `tikzpicture` that shows `scene`, for a LaTeX document with the package `tikz`. A pixel is 3/4
/// of a big point, as in the PDF file. Texts are escaped; ↑, ↓, ⋆, ± and Greek letters become
/// commands of math mode. Linear in the size of the scene.
///
/// ```
/// use upstar_draw::{Rgb, Scene, Style, tikz};
///
/// let mut scene = Scene::new(100.0, 40.0);
/// scene.line((10.0, 20.0), (90.0, 20.0), Style::line(Rgb::BLUE, 2.0));
/// scene.text((50.0, 15.0), "50 % of ±1", 12.0);
/// assert!(tikz(&scene).contains(r"{50 \% of \ensuremath{\pm}1}"));
/// ```
#[must_use]
pub fn tikz(scene: &Scene) -> String {
    let mut out = format!(
        "% \\usepackage{{tikz}}\n\\begin{{tikzpicture}}[x=0.75bp, y=-0.75bp, line join=round]\n\
         \\path[use as bounding box] (0,0) rectangle {};\n",
        point((scene.width(), scene.height()))
    );
    for element in scene.elements() {
        write_element(&mut out, element);
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn write_element(out: &mut String, element: &Element) {
    if let Some(parts) = element.arrow_parts() {
        return parts.iter().for_each(|part| write_element(out, part));
    }
    let style = &element.style;
    if let Shape::Text { at, text, size, anchor, bold } = &element.shape {
        let anchor = match anchor {
            Anchor::Start => "base west",
            Anchor::Middle => "base",
            Anchor::End => "base east",
        };
        let colour = style.fill.map(|fill| format!(", text={}", colour(fill))).unwrap_or_default();
        let size = number(size.max(0.1) * 0.75);
        let bold = if *bold { "\\bfseries" } else { "" };
        let _ = writeln!(
            out,
            "\\node[anchor={anchor}, inner sep=0{colour}, \
             font=\\sffamily{bold}\\fontsize{{{size}bp}}{{{size}bp}}\\selectfont] at {} {{{}}};",
            point(*at),
            escape(text)
        );
        return;
    }
    let mut options = Vec::new();
    if let Some(fill) = style.fill {
        options.push(format!("fill={}", colour(fill)));
    }
    if let Some(stroke) = style.stroke {
        options.push(format!("draw={}", colour(stroke)));
        options.push(format!("line width={}bp", number(style.width.max(0.0) * 0.75)));
        if let Some((on, off)) = style.dash {
            let (on, off) = (number(on * 0.75), number(off * 0.75));
            options.push(format!("dash pattern=on {on}bp off {off}bp"));
        }
    }
    let path = match &element.shape {
        Shape::Line { from, to } => joined(&[*from, *to]),
        Shape::Polyline(points) => joined(points),
        Shape::Polygon(points) => joined(points) + " -- cycle",
        Shape::Rectangle { corner, size, round } => {
            if *round > 0.0 {
                options.push(format!("rounded corners={}bp", number(round * 0.75)));
            }
            let end = (corner.0 + size.0.max(0.0), corner.1 + size.1.max(0.0));
            format!("{} rectangle {}", point(*corner), point(end))
        }
        Shape::Circle { centre, radius } => {
            let radius = number(radius.max(0.0) * 0.75);
            format!("{} circle[radius={radius}bp]", point(*centre))
        }
        Shape::Arrow { .. } | Shape::PolyArrow(_) | Shape::Text { .. } => return,
    };
    if !path.is_empty() {
        let _ = writeln!(out, "\\path[{}] {path};", options.join(", "));
    }
}

fn point((x, y): (f64, f64)) -> String {
    format!("({},{})", number(x), number(y))
}

fn joined(points: &[(f64, f64)]) -> String {
    points.iter().map(|&at| point(at)).collect::<Vec<_>>().join(" -- ")
}

fn colour(Rgb(red, green, blue): Rgb) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// The text as LaTeX shows it: labels and titles are values, in which `^` is up.
fn escape(text: &str) -> String {
    upstar_core::latex_text(text)
        .replace(r"\textasciicircum{}", r"\ensuremath{\uparrow}")
        .replace('*', r"\ensuremath{\ast}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Style;

    #[test]
    fn every_shape_is_a_path() {
        let mut scene = Scene::new(40.0, 30.0);
        let line = Style::line(Rgb::RED, 2.0).dashed(2.0, 1.0);
        scene.line((0.0, 0.0), (4.0, 8.0), line);
        scene.rectangle((1.0, 2.0), (3.0, 4.0), Style::fill(Rgb::BLACK));
        scene.circle((5.0, 6.0), 2.0, Style::line(Rgb::BLACK, 1.0));
        scene.push(Shape::Arrow { from: (0.0, 0.0), to: (20.0, 0.0) }, line);
        let text = tikz(&scene);
        let paths: Vec<&str> = text.lines().filter(|line| line.starts_with("\\path[")).collect();
        assert_eq!(paths.len(), 6, "the box, four shapes, and an arrowhead: {text}");
        assert!(text.contains(
            "\\path[draw={rgb,255:red,205;green,40;blue,45}, line width=1.5bp, \
             dash pattern=on 1.5bp off 0.75bp] (0,0) -- (4,8);"
        ));
        assert!(text.contains("(1,2) rectangle (4,6);") && text.contains("circle[radius=1.5bp]"));
    }

    proptest! {
        #[test]
        fn braces_of_any_text_are_balanced(text in "\\PC{0,40}") {
            let mut scene = Scene::new(50.0, 50.0);
            scene.text((1.0, 2.0), text, 10.0);
            let written = tikz(&scene);
            let (mut depth, mut escaped) = (0_i64, false);
            for c in written.chars() {
                match c {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                prop_assert!(depth >= 0, "{}", written);
            }
            prop_assert_eq!(depth, 0, "{}", written);
        }
    }
}
