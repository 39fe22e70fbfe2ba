//! Views of positions, and positions composed from views.

use upstar::rules::{Edge, Game as Position, Picture, Sum, Summand, parse_game};
use upstar::values::Style;
use upstar_core::{Budget, Convention, Player};

use crate::desk::Desk;
use crate::faults::Failure;
use crate::protocol::{Colour, Editor, GraphEdge, HeapShape, SummandView, Vertex, View};

/// The maximum number of cells, vertices or numbers of a position shown.
const MOST: usize = 20_000;
/// The maximum number of edges of a graph that is laid out.
const MOST_EDGES: usize = 400;

fn colour(edge: Edge) -> Colour {
    match edge {
        Edge::Blue => Colour::Blue,
        Edge::Red => Colour::Red,
        Edge::Green => Colour::Green,
    }
}

fn heaps(shape: HeapShape, numbers: impl IntoIterator<Item = u64>) -> View {
    View::Heaps { shape, heaps: numbers.into_iter().map(|number| number.to_string()).collect() }
}

fn edges(list: impl IntoIterator<Item = (u32, u32, Option<Colour>)>) -> Vec<GraphEdge> {
    list.into_iter().map(|(from, to, colour)| GraphEdge { from, to, colour }).collect()
}

fn hackenbush(list: &[(u32, u32, Edge)]) -> View {
    View::Hackenbush {
        edges: edges(list.iter().map(|&(from, to, edge)| (from, to, Some(colour(edge))))),
        places: upstar::hackenbush_places(list),
    }
}

/// The view of a position; its text if there is no view, or if it is too large.
pub(crate) fn view(game: &Position) -> View {
    let text = || View::Text { text: game.text() };
    match game.picture() {
        Picture::Board(rows) | Picture::Signs(rows) => {
            let cells: usize = rows.iter().map(String::len).sum();
            if cells > MOST { text() } else { View::Board { rows } }
        }
        Picture::Herds(rows) => View::Herds {
            rows: rows.into_iter().map(|row| row.into_iter().map(i32::from).collect()).collect(),
        },
        Picture::Heaps(numbers) if numbers.len() <= MOST => heaps(HeapShape::Heaps, numbers),
        Picture::Pins(numbers) if numbers.len() <= MOST => heaps(HeapShape::Pins, numbers),
        Picture::Stairs(numbers) if numbers.len() <= MOST => heaps(HeapShape::Stairs, numbers),
        Picture::Rectangles(pieces) if pieces.len() <= MOST => heaps(
            HeapShape::Rectangles,
            pieces.into_iter().flat_map(|(rows, columns)| [rows, columns]),
        ),
        Picture::Cuboid(sides) => heaps(HeapShape::Cuboid, sides),
        Picture::Strip { cells, coins } if cells <= MOST as u64 => View::Coins { cells, coins },
        Picture::Circle { points, chords } if points <= 120 => View::Circle { points, chords },
        Picture::Graph { vertices, edges: list, tints, directed }
            if list.len() <= MOST_EDGES && vertices.len() <= MOST_EDGES =>
        {
            let places = upstar::draw::network::places(vertices.len(), &list);
            let tint = |index: usize| tints.get(index).copied().map(colour);
            View::Graph {
                vertices: vertices
                    .into_iter()
                    .zip(places)
                    .map(|(dot, (x, y))| Vertex {
                        label: dot.label,
                        owner: dot.owner,
                        tokens: dot.tokens,
                        x,
                        y,
                    })
                    .collect(),
                edges: edges(
                    list.iter()
                        .enumerate()
                        .map(|(index, &(from, to))| (from as u32, to as u32, tint(index))),
                ),
                directed,
            }
        }
        Picture::Hackenbush(list) if list.len() <= MOST_EDGES => hackenbush(&list),
        Picture::Stalk(stalk) => {
            let shown = stalk.sketch(MOST_EDGES);
            if !stalk.is_finite() || shown.contains(&None) {
                return text();
            }
            let list: Vec<(u32, u32, Edge)> = (0..)
                .zip(shown.into_iter().flatten())
                .map(|(at, player)| match player {
                    Player::Left => (at, at + 1, Edge::Blue),
                    Player::Right => (at, at + 1, Edge::Red),
                })
                .collect();
            hackenbush(&list)
        }
        _ => text(),
    }
}

/// The views of the summands of a sum; none if it has too many.
pub(crate) fn views_of(sum: &Sum) -> Vec<View> {
    const MOST_SUMMANDS: usize = 40;
    if sum.summands().len() > MOST_SUMMANDS {
        return Vec::new();
    }
    let games = sum.games().map(|game| view(game.negative_of().as_ref().unwrap_or(game)));
    if sum.games().count() == sum.summands().len() { games.collect() } else { Vec::new() }
}

/// The summands of a sum, with their views and editors.
pub(crate) fn summands(desk: &Desk<'_>, sum: &Sum) -> Result<Vec<SummandView>, Failure> {
    let mut worker = desk.session.universe().worker(desk.budget);
    let mut found = Vec::with_capacity(sum.summands().len());
    for summand in sum.summands() {
        let position = summand.text(&mut worker, Style::Plain)?;
        found.push(match summand {
            Summand::Position(game) => {
                let negated = game.negative_of();
                let shown = negated.as_ref().unwrap_or(game);
                SummandView {
                    position,
                    game: Some(shown.name().to_owned()),
                    view: view(shown),
                    negative: negated.is_some(),
                }
            }
            _ => SummandView {
                view: View::Text { text: position.clone() },
                position,
                game: None,
                negative: false,
            },
        });
    }
    Ok(found)
}

/// The editor for a view.
pub(crate) fn editor(view: &View) -> Editor {
    match view {
        View::Board { .. } => Editor::Board,
        View::Heaps { .. } => Editor::Heaps,
        View::Coins { .. } => Editor::Coins,
        View::Hackenbush { .. } => Editor::Hackenbush,
        View::Graph { .. } => Editor::Graph,
        View::Herds { .. } => Editor::Herds,
        View::Circle { .. } | View::Text { .. } => Editor::Text,
    }
}

/// A view without features that do not affect the position: places, and the order of edges.
fn bare(view: &View) -> View {
    match view.clone() {
        View::Hackenbush { mut edges, .. } => {
            for edge in &mut edges {
                (edge.from, edge.to) = (edge.from.min(edge.to), edge.from.max(edge.to));
            }
            edges.sort_unstable_by_key(|edge| (edge.from, edge.to, edge.colour.map(letter)));
            View::Hackenbush { edges, places: Vec::new() }
        }
        View::Graph { mut vertices, mut edges, directed } => {
            for vertex in &mut vertices {
                (vertex.x, vertex.y) = (0.0, 0.0);
                vertex.label.clear();
            }
            for edge in edges.iter_mut().filter(|_| !directed) {
                (edge.from, edge.to) = (edge.from.min(edge.to), edge.from.max(edge.to));
            }
            edges.sort_unstable_by_key(|edge| (edge.from, edge.to, edge.colour.map(letter)));
            View::Graph { vertices, edges, directed }
        }
        View::Coins { mut coins, .. } => {
            coins.retain(|&(_, count)| count > 0);
            coins.sort_unstable();
            View::Coins { cells: 0, coins }
        }
        view => view,
    }
}

/// A bare view without isolated empty vertices: in many games they are not part of a position.
fn without_lone_vertices(view: &View) -> View {
    let View::Graph { vertices, mut edges, directed } = bare(view) else { return bare(view) };
    let mut places = vec![None; vertices.len()];
    let mut kept = Vec::new();
    for (at, vertex) in vertices.into_iter().enumerate() {
        let used = edges.iter().any(|edge| edge.from as usize == at || edge.to as usize == at);
        if used || vertex.owner.is_some() || vertex.tokens > 0 {
            places[at] = Some(kept.len() as u32);
            kept.push(vertex);
        }
    }
    for edge in &mut edges {
        for end in [&mut edge.from, &mut edge.to] {
            *end = places.get(*end as usize).copied().flatten().unwrap_or(*end);
        }
    }
    View::Graph { vertices: kept, edges, directed }
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Blue => 'l',
        Colour::Red => 'r',
        Colour::Green => 'e',
    }
}

/// The possible notations of the position of a view, the usual one first.
fn texts(view: &View) -> Vec<String> {
    let list = |edges: &[GraphEdge], from: u32, arrow: &str| {
        let edges = edges.iter().map(|edge| {
            let (a, b) = (u64::from(edge.from + from), u64::from(edge.to + from));
            let colour = edge.colour.map(letter).map(String::from).unwrap_or_default();
            format!("{a}{arrow}{b}{colour}")
        });
        edges.collect::<Vec<_>>().join(",")
    };
    match view {
        View::Board { rows } => vec![rows.join("|")],
        View::Herds { rows } => {
            let row = |row: &Vec<i32>| row.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
            vec![rows.iter().map(row).collect::<Vec<_>>().join("|")]
        }
        View::Circle { .. } => Vec::new(),
        View::Heaps { heaps, .. } => vec![heaps.join(",")],
        View::Coins { coins, .. } => {
            let mut coins = coins.clone();
            coins.sort_unstable();
            let total: u64 = coins.iter().map(|coin| coin.1).fold(0, u64::saturating_add);
            if total > MOST as u64 {
                return Vec::new();
            }
            let each =
                coins.iter().flat_map(|&(at, count)| (0..count).map(move |_| at.to_string()));
            vec![each.collect::<Vec<_>>().join(",")]
        }
        View::Hackenbush { edges, .. } => vec![list(edges, 0, "-")],
        View::Graph { vertices, edges, directed } => {
            let owners: String = vertices
                .iter()
                .map(|vertex| match vertex.owner {
                    Some(Player::Left) => 'L',
                    Some(Player::Right) => 'R',
                    None => '.',
                })
                .collect();
            let arrow = if *directed { ">" } else { "-" };
            let numbered = list(edges, 1, arrow);
            let tail = if numbered.is_empty() { String::new() } else { format!("|{numbered}") };
            let labels: Vec<String> = vertices
                .iter()
                .enumerate()
                .map(|(at, vertex)| match &vertex.label[..] {
                    "" => (at + 1).to_string(),
                    label => label.to_owned(),
                })
                .collect();
            let label = |at: u32| labels.get(at as usize).map_or("", String::as_str);
            let arcs: Vec<String> = edges
                .iter()
                .map(|edge| format!("{}->{}", label(edge.from), label(edge.to)))
                .collect();
            let tokens: Vec<&str> = vertices
                .iter()
                .zip(&labels)
                .flat_map(|(vertex, label)| {
                    (0..vertex.tokens.min(MOST as u64)).map(|_| label.as_str())
                })
                .collect();
            vec![
                format!("{owners}{tail}"),
                list(edges, 0, arrow),
                list(edges, 1, arrow),
                format!("{}\"; \"{}", arcs.join(","), tokens.join(",")),
            ]
        }
        View::Text { text } => vec![text.clone()],
    }
}

/// The text around the position in the notation of a game: `name(parameters; "` and `")`.
fn around(like: &Position) -> (String, &'static str) {
    let (whole, inner) = (like.text(), like.position_text());
    let found = ["\")", ")"].into_iter().find_map(|end| {
        let before = whole.strip_suffix(end)?.strip_suffix(inner.as_str())?;
        Some((before.to_owned(), end))
    });
    found.unwrap_or_else(|| {
        // The notation of a position in a call differs from the one on its own.
        let before = match whole.rsplit_once("; ") {
            Some((parameters, _)) => format!("{parameters}; "),
            None => format!("{}(", like.name()),
        };
        (before, ")")
    })
}

/// Whether the view determines the position, so that other positions of its game can be set up by
/// hand: the position composed from the view is the same, or has the same moves.
pub(crate) fn is_seen(like: &Position, budget: &Budget) -> bool {
    let Ok(text) = composed(like, &view(like)) else { return false };
    text == like.text()
        || parse_game(&text).is_ok_and(|game| same_moves(like, &game, budget) == Some(true))
}

/// The appearance of a view regardless of vertex order: for each vertex its contents, and the
/// numbers of edges of its neighbours.
fn look(view: &View) -> String {
    let view = without_lone_vertices(view);
    let View::Graph { vertices, edges, .. } = &view else { return format!("{view:?}") };
    let neighbours = |at: u32| {
        edges.iter().filter_map(move |edge| match at {
            _ if edge.from == at => Some((edge.to, edge.colour.map(letter), true)),
            _ if edge.to == at => Some((edge.from, edge.colour.map(letter), false)),
            _ => None,
        })
    };
    let mut looks: Vec<_> = (0..)
        .zip(vertices)
        .map(|(at, vertex)| {
            let mut near: Vec<_> = neighbours(at)
                .map(|(to, colour, leaves)| (neighbours(to).count(), colour, leaves))
                .collect();
            near.sort_unstable();
            (vertex.owner, vertex.tokens, near)
        })
        .collect();
    looks.sort_unstable();
    format!("{looks:?}")
}

/// Whether the options of two positions look the same; `None` if there are too many or they cannot
/// be listed.
fn same_moves(a: &Position, b: &Position, budget: &Budget) -> Option<bool> {
    const MOST_OPTIONS: usize = 200;
    for player in Player::BOTH {
        let [first, second] = [a, b].map(|game| {
            let options = game.options_within(player, budget).ok()?;
            let shown = options.iter().take(MOST_OPTIONS + 1);
            let mut looks: Vec<String> = shown.map(|game| look(&view(game))).collect();
            looks.sort_unstable();
            looks.dedup();
            (looks.len() <= MOST_OPTIONS).then_some(looks)
        });
        if first? != second? {
            return Some(false);
        }
    }
    Some(true)
}

/// The position of the same game and parameters as `like` that looks like `view`.
pub(crate) fn compose(like: &str, view: &View, budget: &Budget) -> Result<String, Failure> {
    if let View::Text { text } = view {
        let game = upstar::read_game(text, Convention::Normal, budget)?;
        return Ok(game.text());
    }
    let like = parse_game(like)?;
    if !is_seen(&like, budget) {
        return Err(Failure::new(format!(
            "there is more to {} than a picture can show: type the position",
            like.text()
        )));
    }
    composed(&like, view)
}

fn composed(like: &Position, view: &View) -> Result<String, Failure> {
    let (before, after) = around(like);
    // A list of numbers has no quotation marks; a graph has.
    let bare_start = before.strip_suffix('"').unwrap_or(&before);
    let name = like.name();
    let mut first = None;
    let mut nearly = None;
    for text in texts(view) {
        let tries = [
            format!("{before}{text}{after}"),
            format!("{bare_start}{text})"),
            format!("{bare_start}\"{text}\")"),
            format!("{name}(\"{text}\")"),
        ];
        for text in tries {
            match parse_game(&text) {
                Ok(game) => {
                    let found = self::view(&game);
                    if bare(&found) == bare(view) {
                        return Ok(game.text());
                    }
                    if without_lone_vertices(&found) == without_lone_vertices(view) {
                        nearly = nearly.or(Some(game));
                    }
                }
                Err(error) => first = first.or(Some(error)),
            }
        }
    }
    match (nearly, first) {
        (Some(game), _) => Ok(game.text()),
        (None, Some(error)) => Err(error.into()),
        (None, None) => Err(Failure::new(format!("this is no position of {name}"))),
    }
}

/// Letters used on the boards of games.
const LETTERS: &str = ".#xoXOtfTFLRBPHNQ!rle";

/// The letters that a cell of a game's boards may have: those that keep their meaning in one of the
/// first cells of the example.
pub(crate) fn letters(example: &Position, rows: &[String]) -> Vec<char> {
    let (before, after) = around(example);
    let stands = |letter: char, at: usize, cell: usize| {
        let mut changed = rows.to_vec();
        let letters = rows[at].chars().enumerate();
        changed[at] =
            letters.map(|(index, old)| if index == cell { letter } else { old }).collect();
        let found = parse_game(&format!("{before}{}{after}", changed.join("|")));
        found.is_ok_and(|game| match game.picture() {
            Picture::Board(rows) | Picture::Signs(rows) => rows == changed,
            _ => false,
        })
    };
    let mut found: Vec<char> = Vec::new();
    for letter in LETTERS.chars().chain(rows.iter().flat_map(|row| row.chars())) {
        let seen = rows.iter().any(|row| row.contains(letter));
        let places = (0..rows.len().min(3)).flat_map(|at| (0..4).map(move |cell| (at, cell)));
        let mut places = places.filter(|&(at, cell)| cell < rows[at].chars().count());
        if !found.contains(&letter) && (seen || places.any(|(at, cell)| stands(letter, at, cell))) {
            found.push(letter);
        }
    }
    found
}
