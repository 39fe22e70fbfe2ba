//! Pictures of positions of every ruleset, of recorded games, and of the order of ups
//! and nimbers.

mod boards;
#[cfg(feature = "chess")]
mod chess;
mod graphs;
mod heaps;
mod order;
mod quotient;
mod record;
mod sequence;
mod stalk;
mod value;

pub use boards::{Piece, piece};
#[cfg(feature = "chess")]
pub use chess::chess_scene;
pub use graphs::hackenbush_places;
pub use order::ups_and_nimbers_scene;
pub use quotient::quotient_scene;
pub use record::{Record, RecordError, Turn};
pub use sequence::sequence_scene;
pub use value::value_scene;

use upstar_draw::{Rgb, Scene, Shape, Style};
use upstar_engine::{Edge, Game, Picture, compound_parts};

/// The room around a picture, in pixels.
const MARGIN: f64 = 14.0;
/// The height of small letters.
const SMALL: f64 = 12.0;
/// The maximum length of a line of a caption, in letters, and the maximum number of lines.
const CAPTION: (usize, usize) = (60, 8);
/// The most edges of a graph that is drawn: of more, none can be told from the others.
const MOST_EDGES: usize = 5000;
const PAPER: Rgb = Rgb(250, 250, 245);
const DARK: Rgb = Rgb(70, 70, 70);
const GOLD: Rgb = Rgb(240, 200, 90);

/// A picture of the positions of a sum side by side, depending on the kind of position: boards,
/// heaps, strips of coins, graphs, circles, bushes.
///
/// Left's pieces are blue, Right's red, those of both green; walls are dark. The components of a
/// compound stand side by side, with `and`, `and/or`, `or`, `then` or `:` between them. The text
/// represents a position that is too large to draw, or of a game without a picture.
///
/// ```
/// let game = upstar::rules::parse_game("clobber(\"xo|ox\")")?;
/// let scene = upstar::position_scene(&[&game]);
/// assert!(upstar_draw::svg(&scene).contains("<circle"));
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
#[must_use]
pub fn position_scene(games: &[&Game]) -> Scene {
    position_after(games, &[])
}

/// The same; Hackenbush after moves from a picture with the edges `before` keeps its places.
fn position_after(games: &[&Game], before: &[(u32, u32, Edge)]) -> Scene {
    let scenes: Vec<Scene> = games
        .iter()
        .enumerate()
        .map(|(index, game)| {
            let prefix = if games.len() == 1 { String::new() } else { format!("{}-", index + 1) };
            let negative = game.negative_of();
            let scene = one(negative.as_ref().unwrap_or(game), &prefix, before);
            if negative.is_some() { with_minus(&scene) } else { scene }
        })
        .collect();
    side_by_side(&scenes, "+")
}

/// One position with a margin and, unless it is a board, its text below.
fn one(game: &Game, prefix: &str, before: &[(u32, u32, Edge)]) -> Scene {
    let text = game.text();
    if let Some((kind, parts)) = compound_parts(game) {
        let parts = parts.map(|part| position_scene(&[part]));
        return with_caption(&side_by_side(&parts, kind.sign()), &text);
    }
    let drawn = match game.picture() {
        Picture::Graph { edges, .. } if edges.len() > MOST_EDGES => None,
        Picture::Board(rows) => boards::board(&rows, game.name(), prefix),
        Picture::Signs(rows) => boards::signs(&rows, prefix),
        Picture::Strip { cells, coins } => boards::strip(cells, &coins),
        Picture::Heaps(heaps) => heaps::heaps(&heaps),
        Picture::Pins(rows) => heaps::pins(&rows),
        Picture::Stairs(steps) => heaps::stairs(&steps),
        Picture::Rectangles(pieces) => heaps::rectangles(&pieces),
        Picture::Cuboid(sides) => Some(heaps::cuboid(sides)),
        Picture::Circle { points, chords } => graphs::circle(points, &chords),
        Picture::Graph { vertices, edges, tints, directed: false } => {
            Some(graphs::network(&vertices, &edges, &tints))
        }
        Picture::Herds(rows) => boards::herds(&rows, prefix),
        Picture::Graph { vertices, edges, .. } => graphs::directed(&vertices, &edges),
        Picture::Regions(regions) => graphs::regions(&regions),
        Picture::Hackenbush(edges) => graphs::hackenbush(&edges, before),
        Picture::Stalk(found) => Some(stalk::stalk(&found)),
        _ => None,
    };
    match drawn {
        // The rows of a board can be seen.
        Some(scene) if game.board().is_some() => with_caption(&scene, game.name()),
        Some(scene) => with_caption(&scene, &text),
        None => words(&text),
    }
}

/// A text in lines that end after a comma, a bar or a space where they can. What goes beyond the last line
/// becomes an ellipsis.
fn in_lines(text: &str) -> Vec<String> {
    let (length, most) = CAPTION;
    let mut rest: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    while rest.len() > length && lines.len() + 1 < most {
        let end = rest[..length].iter().rposition(|c| ",| ".contains(*c));
        let after =
            rest.split_off(end.filter(|&end| end > length / 2).map_or(length, |end| end + 1));
        lines.push(rest.into_iter().collect::<String>().trim_end().to_owned());
        rest = after;
    }
    if rest.len() > length {
        rest.truncate(length - 3);
        rest.extend("...".chars());
    }
    lines.push(rest.into_iter().collect());
    lines
}

/// The width of the longest of some lines.
fn width_of(lines: &[String], size: f64) -> f64 {
    lines.iter().map(|line| Scene::text_width(line, size)).fold(0.0, f64::max)
}

/// A text in a frame.
fn words(text: &str) -> Scene {
    const LINE: f64 = SMALL + 6.0;
    let lines = in_lines(text);
    let width = width_of(&lines, SMALL + 2.0) + 2.0 * MARGIN;
    let height = LINE + LINE * lines.len() as f64;
    let mut scene = Scene::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let shape = Shape::Rectangle { corner: (MARGIN, MARGIN), size: (width, height), round: 8.0 };
    scene.push(shape, Style::line(Rgb::GREY, 1.0).filled(PAPER));
    for (index, line) in lines.iter().enumerate() {
        let y = MARGIN + 23.0 + LINE * index as f64;
        scene.text((MARGIN + width / 2.0, y), line, SMALL + 2.0);
    }
    scene
}

/// The picture with a caption below it, in lines of some sixty letters.
#[must_use]
pub fn with_caption(scene: &Scene, caption: &str) -> Scene {
    const LINE: f64 = SMALL + 4.0;
    let lines = in_lines(caption);
    let width = scene.width().max(width_of(&lines, SMALL)) + 2.0 * MARGIN;
    let below = scene.height() + 2.0 * MARGIN + 4.0;
    let mut framed = Scene::new(width, below + LINE * lines.len() as f64);
    framed.append(scene, ((width - scene.width()) / 2.0, MARGIN));
    for (index, line) in lines.iter().enumerate() {
        let y = below + LINE * (index + 1) as f64 - MARGIN;
        framed.text((width / 2.0, y), line, SMALL);
    }
    framed
}

fn with_minus(scene: &Scene) -> Scene {
    const ROOM: f64 = 20.0;
    let mut wider = Scene::new(scene.width() + ROOM, scene.height());
    wider.append(scene, (ROOM, 0.0));
    let y = scene.height() / 2.0;
    wider.line((MARGIN, y), (MARGIN + ROOM - 6.0, y), Style::line(Rgb::BLACK, 2.0));
    wider
}

/// Pictures in a row, centred, with a sign between them.
fn side_by_side(scenes: &[Scene], sign: &str) -> Scene {
    const SIGN: f64 = 22.0;
    let between = if sign.len() == 1 { 14.0 } else { Scene::text_width(sign, SIGN) };
    let height = scenes.iter().map(Scene::height).fold(2.0 * MARGIN, f64::max);
    let widths: f64 = scenes.iter().map(Scene::width).sum();
    let width = widths + between * scenes.len().saturating_sub(1) as f64;
    let mut row = Scene::new(width.max(2.0 * MARGIN), height);
    let mut left = 0.0;
    for (index, scene) in scenes.iter().enumerate() {
        if index > 0 {
            row.text((left + between / 2.0, height / 2.0 + 7.0), sign, SIGN);
            left += between;
        }
        row.append(scene, (left, (height - scene.height()) / 2.0));
        left += scene.width();
    }
    row
}
