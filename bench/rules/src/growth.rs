//! How time and memory grow with the size of the board, as a picture.

use std::process::Command;

use upstar_draw::{Anchor, Rgb, Scene, Style};

/// A family of positions of growing size: its name, and the position of so many cells.
type Family = (&'static str, Rgb, fn(u32) -> Option<String>);

const FAMILIES: [Family; 4] = [
    ("Domineering, n x n and n x (n+1)", Rgb::BLUE, |cells| {
        (1..9u32)
            .flat_map(|n| [(n, n), (n, n + 1)])
            .find(|(rows, columns)| rows * columns == cells)
            .map(|(rows, columns)| format!("domineering(\"{rows}x{columns}\")"))
    }),
    ("Snort on a path", Rgb::RED, |cells| Some(format!("snort(\"path {cells}\")"))),
    ("Clobber, 2 rows, xo in turn", Rgb::GREEN, |cells| {
        let columns = cells / 2;
        let row = |first: u32| -> String {
            (0..columns).map(|i| if (i + first) % 2 == 0 { 'x' } else { 'o' }).collect()
        };
        (cells % 2 == 0).then(|| format!("clobber(\"{}|{}\")", row(0), row(1)))
    }),
    ("Toads and Frogs, n toads, 2 free, n frogs", Rgb::BLACK, |cells| {
        let men = (cells.checked_sub(2)? / 2) as usize;
        (cells % 2 == 0)
            .then(|| format!("toads_and_frogs(\"{}..{}\")", "t".repeat(men), "f".repeat(men)))
    }),
];

/// Where a series ends: the first position that takes longer, in milliseconds.
const LONGEST: f64 = 3_000.0;

/// One measured position: cells, milliseconds of CPU, megabytes.
type Point = (u32, f64, f64);

/// Every position in a process of its own, so that its memory is its own.
fn measure(position: &str) -> Option<(f64, f64)> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args(["one", position]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (rest, memory) = text.trim_end().strip_suffix(" MB")?.rsplit_once(", ")?;
    let time = rest.strip_suffix(" ms CPU")?.rsplit_once(": ")?.1;
    Some((time.parse().ok()?, memory.parse().ok()?))
}

/// Measures all families, prints a table and gives the picture.
pub fn growth() -> Scene {
    println!("| position | ms CPU | MB |\n|---|---|---|");
    let mut series: Vec<(&str, Rgb, Vec<Point>)> = Vec::new();
    for (name, colour, family) in FAMILIES {
        let mut points = Vec::new();
        for cells in 4..=40 {
            let Some(position) = family(cells) else { continue };
            let Some((time, memory)) = measure(&position) else { break };
            println!("| `{}` | {time:.1} | {memory:.1} |", position.replace('|', "\\|"));
            points.push((cells, time, memory));
            if time > LONGEST {
                break;
            }
        }
        series.push((name, colour, points));
    }
    let mut scene = Scene::new(860.0, 380.0);
    panel(
        &mut scene,
        60.0,
        "CPU time",
        &["0.1 ms", "1", "10", "100", "1 s", "10 s", "100 s"],
        0.1,
        &series,
        |p| p.1,
    );
    panel(&mut scene, 490.0, "memory", &["1 MB", "10", "100", "1 GB"], 1.0, &series, |p| p.2);
    for (index, (name, colour, _)) in series.iter().enumerate() {
        let at = (60.0 + 430.0 * (index % 2) as f64, 345.0 + 20.0 * (index / 2) as f64);
        scene.line((at.0, at.1 - 4.0), (at.0 + 24.0, at.1 - 4.0), Style::line(*colour, 2.0));
        scene.text_anchored((at.0 + 32.0, at.1), *name, 12.0, Anchor::Start);
    }
    scene
}

/// One pair of axes: cells to the right, the measure upwards in powers of ten from `least` on.
fn panel(
    scene: &mut Scene,
    left: f64,
    title: &str,
    marks: &[&str],
    least: f64,
    series: &[(&str, Rgb, Vec<Point>)],
    measure: impl Fn(&Point) -> f64,
) {
    let (top, bottom, width) = (40.0, 290.0, 350.0);
    let x = |cells: u32| left + width * f64::from(cells) / 40.0;
    let decade = (bottom - top) / (marks.len() - 1) as f64;
    let y = |value: f64| bottom - decade * (value.max(least) / least).log10();
    scene.text((left + width / 2.0, 22.0), title, 14.0);
    for (index, mark) in marks.iter().enumerate() {
        let height = bottom - decade * index as f64;
        scene.line((left, height), (left + width, height), Style::line(Rgb::LIGHT_GREY, 1.0));
        scene.text_anchored((left - 6.0, height + 4.0), *mark, 11.0, Anchor::End);
    }
    for cells in (0..=40).step_by(10) {
        scene.line((x(cells), bottom), (x(cells), bottom + 5.0), Style::line(Rgb::BLACK, 1.0));
        scene.text((x(cells), bottom + 20.0), cells.to_string(), 11.0);
    }
    scene.text((left + width / 2.0, bottom + 36.0), "cells", 11.0);
    for (_, colour, points) in series {
        let line: Vec<(f64, f64)> = points.iter().map(|p| (x(p.0), y(measure(p)))).collect();
        for &at in &line {
            scene.circle(at, 2.5, Style::fill(*colour));
        }
        scene.polyline(line, Style::line(*colour, 1.5));
    }
}
