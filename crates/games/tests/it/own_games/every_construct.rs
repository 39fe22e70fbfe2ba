//! Random files with every construct of the notation, played by the engines and by the definitions
//! (`plain`, `plain_heaps`): options, what is claimed of the rules, and who wins.
//!
//! `UPSTAR_RULES_FILES=1000000` tries so many files.

use std::collections::{BTreeMap, BTreeSet};

use upstar_core::{Budget, Convention, Player};
use upstar_engine::{Argument, Arguments, Engine, Game, Settings};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use super::plain::{
    Board, Cell, Class, Condition, File, Leaving, Piece, Place, Position, Shape, Step, Ways,
};
use super::{Random, plain_heaps};

/// Files of each test in the gate.
const FILES: usize = 2_000;
/// Tests that share the files.
const TESTS: usize = 6;
/// Letters that no board has: with so many, boards are no sets of bits.
const MORE: &str = "ABCDEFG";
/// Positions up to which outcomes are computed by definition.
const FEW: usize = 24;

/// The files of one test.
fn files() -> usize {
    let asked = std::env::var("UPSTAR_RULES_FILES").ok();
    asked.map_or(FILES, |asked| asked.parse::<usize>().expect("a number of files") / TESTS)
}

impl Random {
    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    fn one<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    fn some(&mut self, letters: &[char]) -> Vec<char> {
        let some: Vec<char> = letters.iter().copied().filter(|_| self.chance(2)).collect();
        if some.is_empty() { vec![self.one(letters)] } else { some }
    }

    fn class(&mut self, letters: &[char]) -> Class {
        match self.below(8) {
            0 => Class::Any,
            1 | 2 => Class::Some(self.some(letters)),
            3 => match self.some(letters) {
                all if all.len() == letters.len() => Class::Any,
                some => Class::But(some),
            },
            _ => Class::Letter(self.one(letters)),
        }
    }

    fn cell(&mut self, letters: &[char]) -> Cell {
        let to = if self.chance(4) { '?' } else { self.one(letters) };
        Cell { class: self.class(letters), to }
    }

    fn row(&mut self, file: &File, one: bool) -> Vec<Piece> {
        let letters = &file.letters;
        let graph = file.board.is_graph();
        let mut row = Vec::new();
        // Where vertices and edges have letters they take turns.
        let edge_first = file.board == Board::Graph && self.chance(2);
        let most = if self.chance(4) { 5 } else { 3 };
        for at in 0..=self.below(most) {
            let is_edge = file.board == Board::Graph && edge_first == (at % 2 == 0);
            let letters = if is_edge { &file.edges } else { letters };
            let cells = |random: &mut Random| {
                let count = if random.chance(3) { 2 } else { 1 };
                (0..count).map(|_| random.cell(letters)).collect::<Vec<_>>()
            };
            let repeated = row.iter().filter(|piece| matches!(piece, Piece::Many(..))).count();
            row.push(match self.below(7) {
                0 | 1 if one && !graph && repeated < 2 => {
                    Piece::Many(cells(self), self.below(2), self.chance(2))
                }
                2 if !graph => Piece::Times(cells(self), 1 + self.below(2)),
                3 if !graph => Piece::One(Cell { class: Class::Off, to: '?' }),
                _ => Piece::One(self.cell(letters)),
            });
        }
        row
    }

    fn step(&mut self, file: &File) -> Step {
        let graph = file.board.is_graph();
        let grid = file.board == Board::Grid;
        let rows = if grid && self.chance(3) {
            let (rows, columns) = (2 + self.below(2), 1 + self.below(2));
            let cell = |random: &mut Random| match random.below(6) {
                0 => Piece::One(Cell { class: Class::Off, to: '?' }),
                _ => Piece::One(random.cell(&file.letters)),
            };
            (0..rows).map(|_| (0..columns).map(|_| cell(self)).collect()).collect()
        } else {
            vec![self.row(file, true)]
        };
        let ones: Vec<(usize, usize)> = rows
            .iter()
            .enumerate()
            .flat_map(|(row, pieces): (usize, &Vec<Piece>)| {
                let one = |piece: &Piece| match piece {
                    Piece::One(cell) => !matches!(cell.class, Class::Off),
                    _ => false,
                };
                (0..pieces.len()).filter(move |&at| one(&pieces[at])).map(move |at| (row, at))
            })
            .collect();
        let marked = (!ones.is_empty() && self.chance(3)).then(|| self.one(&ones));
        let ways = match (grid, rows.len()) {
            (true, 1) => self.one(&[Ways::Written, Ways::Four, Ways::Diagonals, Ways::Eight]),
            (true, _) => self.one(&[Ways::Written, Ways::Four]),
            _ => Ways::Written,
        };
        let marked_edge = is_edge(file, &rows, marked.map_or(0, |(_, at)| at));
        let mut conditions = Vec::new();
        while self.chance(4) && conditions.len() < 2 {
            let places = [Place::Board, Place::Beside, Place::Around];
            let place = self.one(&places[..if grid { 3 } else { 2 }]);
            conditions.push(self.condition(file, place, marked_edge));
        }
        // The result of a repetition that moves: its pieces in another order.
        let pieces = rows[0].iter().map(|piece| match piece {
            Piece::One(Cell { class: Class::Off, .. }) => "|".to_owned(),
            Piece::One(cell) => cell.to.to_string(),
            Piece::Times(cells, times) => {
                cells.iter().map(|cell| cell.to).collect::<String>().repeat(*times)
            }
            Piece::Many(..) => "=".to_owned(),
        });
        let mut result: Vec<char> = pieces.collect::<String>().chars().collect();
        let moves = result.iter().filter(|&&sign| sign == '=').count() == 1 && self.chance(2);
        if moves {
            result.retain(|&sign| sign != '=');
            result.insert(self.below(result.len() + 1), '=');
        }
        let mut groups = Vec::new();
        if self.chance(12) {
            let both = [&file.letters[..], &file.edges].concat();
            let (class, other) = (self.class(&both), self.class(&both));
            groups.push((class, other, self.one(&file.letters)));
        }
        let mut leaving = Vec::new();
        while self.chance(8) && leaving.len() < 2 {
            let edge = file.board == Board::Graph && self.chance(2);
            let class = self.class(if edge { &file.edges } else { &file.letters });
            let both = self.class(&[&file.letters[..], &file.edges].concat());
            leaving.push(match self.below(4) {
                0 => Leaving::Connected(both),
                1 => Leaving::WithoutCycle(both),
                _ => {
                    let place = if grid && self.chance(2) { Place::Around } else { Place::Beside };
                    Leaving::Every(class, self.chance(2), self.condition(file, place, edge))
                }
            });
        }
        let mut effects = Vec::new();
        while self.chance(5) && effects.len() < 3 {
            let (via, class, letters) = self.neighbours(file, marked_edge);
            effects.push((via, class, self.one(&letters)));
        }
        Step {
            rows,
            marked,
            ways,
            mirror: !graph && self.chance(3),
            conditions,
            effects,
            moved: moves.then_some(result),
            drop: file.board == Board::Edges && self.chance(2),
            groups,
            leaving,
        }
    }

    /// Letters of the way, letters of neighbours, and all that these may have.
    fn neighbours(&mut self, file: &File, edge: bool) -> (Option<Class>, Class, Vec<char>) {
        if file.board != Board::Graph {
            return (None, self.class(&file.letters), file.letters.clone());
        }
        let (here, there) =
            if edge { (&file.edges, &file.letters) } else { (&file.letters, &file.edges) };
        let via = self.chance(2).then(|| self.class(there));
        let letters = if via.is_some() { here } else { there };
        (via, self.class(letters), letters.clone())
    }

    fn condition(&mut self, file: &File, place: Place, edge: bool) -> Condition {
        let most = usize::MAX;
        let counts = [
            ("no", 0, 0),
            ("some", 1, most),
            ("1", 1, 1),
            ("2", 2, 2),
            ("at least 2", 2, most),
            ("at most 1", 0, 1),
        ];
        let (count, least, most) = self.one(&counts);
        let (via, class, _) = self.neighbours(file, edge);
        let via = via.filter(|_| place == Place::Beside);
        Condition { count, least, most, via, class, place }
    }

    /// A move of one step or of several; with marks each step but the last may leave one for the
    /// next.
    fn steps(&mut self, file: &File) -> Vec<Step> {
        let count = [1, 1, 1, 1, 2, 2, 3][self.below(7)];
        let mut steps: Vec<Step> = (0..count).map(|_| self.step(file)).collect();
        let Some(&mark) = file.marks.iter().chain(&file.edge_marks).next() else { return steps };
        for at in 1..count {
            // On a graph a cell of the kind that has marks, if there is one.
            let cell = |random: &mut Random, step: &Step| {
                let row = random.below(step.rows.len());
                let at = random.below(step.rows[row].len());
                let other = file.board == Board::Graph
                    && is_edge(file, &step.rows, at) == file.edge_marks.is_empty();
                (row, if other && at > 0 { at - 1 } else { at })
            };
            let (row, piece) = cell(self, &steps[at - 1]);
            if let Piece::One(Cell { class, to }) = &mut steps[at - 1].rows[row][piece]
                && !matches!(class, Class::Off)
            {
                *to = mark;
            }
            let (row, piece) = cell(self, &steps[at]);
            if let Piece::One(Cell { class, .. }) = &mut steps[at].rows[row][piece]
                && !matches!(class, Class::Off)
            {
                *class = Class::Letter(mark);
            }
        }
        steps
    }

    fn file(&mut self, board: Board) -> File {
        let letters = self.one(&["xo.", "xo.", "xo.#"]).chars().collect();
        let marks = if self.chance(3) { vec!['X'] } else { Vec::new() };
        let mut file = File {
            board,
            letters,
            // On a graph case does not tell letters apart.
            marks: marks.iter().map(|_| if board.is_graph() { 'z' } else { 'X' }).collect(),
            edges: if board == Board::Graph { vec!['=', '~', '!'] } else { Vec::new() },
            edge_marks: Vec::new(),
            rules: Vec::new(),
            passes: if self.chance(12) { self.one(&WHO) } else { [false; 2] },
            misere: self.chance(8),
        };
        if board == Board::Graph && self.chance(2) {
            file.edge_marks = std::mem::take(&mut file.marks).iter().map(|_| 'M').collect();
        }
        for _ in 0..1 + self.below(3) {
            let who = self.one(&[WHO[0], WHO[1], WHO[2], WHO[2]]);
            let steps = self.steps(&file);
            // For the other player with x and o exchanged.
            if self.chance(4) {
                let exchanged = steps.iter().map(exchanged).collect();
                file.rules.push(([who[1], who[0]], exchanged));
            }
            file.rules.push((who, steps));
        }
        file
    }

    fn position(&mut self, file: &File) -> Position {
        let (count, shape) = match file.board {
            Board::Strip => {
                let count = 1 + self.below(6);
                (count, Shape::Rows(count))
            }
            Board::Grid => {
                let (rows, columns) = (1 + self.below(3), 1 + self.below(3));
                (rows * columns, Shape::Rows(columns))
            }
            Board::Vertices => {
                let count = 1 + self.below(4);
                let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (b, a)));
                (count, Shape::Vertices(pairs.filter(|_| !self.chance(3)).collect()))
            }
            Board::Edges => {
                let count = 1 + self.below(4);
                let ends = (0..count).map(|_| (self.below(4), self.below(4)));
                (count, Shape::Edges(ends.map(|(a, b)| (a.min(b), a.max(b))).collect()))
            }
            Board::Graph => {
                let vertices = 1 + self.below(4);
                let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (b, a)));
                let pairs: Vec<(usize, usize)> = pairs.filter(|_| self.chance(2)).take(3).collect();
                let kinds = (0..vertices + pairs.len()).map(|cell| cell >= vertices).collect();
                let ends =
                    (vertices..).zip(&pairs).flat_map(|(edge, &(a, b))| [(edge, a), (edge, b)]);
                (vertices + pairs.len(), Shape::Graph(kinds, ends.collect()))
            }
        };
        let letters = (0..count).map(|cell| match &shape {
            Shape::Graph(kinds, _) if kinds[cell] => self.one(&file.edges),
            _ => self.one(&file.letters),
        });
        let letters = letters.collect();
        file.tidied(&Position { letters, shape })
    }
}

/// Whether the cells at a place of a pattern are edges, where vertices and edges have letters.
fn is_edge(file: &File, rows: &[Vec<Piece>], at: usize) -> bool {
    let letter = |piece: &Piece| match piece {
        Piece::One(Cell { to, .. }) if *to != '?' => Some(*to),
        Piece::One(Cell { class: Class::Letter(letter), .. }) => Some(*letter),
        Piece::One(Cell { class: Class::Some(letters), .. }) => Some(letters[0]),
        _ => None,
    };
    let mut known = rows[0].iter().enumerate().filter_map(|(at, piece)| Some((at, letter(piece)?)));
    let edge = |letter| file.edges.contains(&letter) || file.edge_marks.contains(&letter);
    known.next().is_some_and(|(other, letter)| edge(letter) == (at.abs_diff(other) % 2 == 0))
}

/// One player, the other, or both.
const WHO: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

fn exchanged(step: &Step) -> Step {
    let letter = |letter: char| match letter {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let class = |class: &Class| match class {
        Class::Letter(one) => Class::Letter(letter(*one)),
        Class::Some(some) => Class::Some(some.iter().copied().map(letter).collect()),
        Class::But(some) => Class::But(some.iter().copied().map(letter).collect()),
        Class::Any => Class::Any,
        Class::Off => Class::Off,
    };
    let mut step = step.clone();
    for piece in step.rows.iter_mut().flatten() {
        let cells = match piece {
            Piece::One(cell) => std::slice::from_mut(cell),
            Piece::Times(cells, _) | Piece::Many(cells, ..) => cells,
        };
        for cell in cells {
            *cell = Cell { class: class(&cell.class), to: letter(cell.to) };
        }
    }
    for condition in &mut step.conditions {
        condition.class = class(&condition.class);
        condition.via = condition.via.as_ref().map(class);
    }
    for (via, of, to) in &mut step.effects {
        (*via, *of, *to) = (via.as_ref().map(class), class(of), letter(*to));
    }
    for to in step.moved.iter_mut().flatten() {
        *to = letter(*to);
    }
    for (of, other, to) in &mut step.groups {
        (*of, *other, *to) = (class(of), class(other), letter(*to));
    }
    for leaving in &mut step.leaving {
        match leaving {
            Leaving::Connected(of) | Leaving::WithoutCycle(of) => *of = class(of),
            Leaving::Every(of, _, condition) => {
                (*of, condition.class) = (class(of), class(&condition.class));
                condition.via = condition.via.as_ref().map(class);
            }
        }
    }
    step
}

/// The winner with Left and with Right to move, in normal and in misère play, by the definition, of
/// positions given by the options of each player; where there is none, play may go on for ever.
fn winners(arcs: &[[Vec<usize>; 2]]) -> Vec<[[Option<bool>; 2]; 2]> {
    let mut wins = vec![[[None; 2]; 2]; arcs.len()];
    loop {
        let before = wins.clone();
        for (at, options) in arcs.iter().enumerate() {
            for (mover, misere) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let then = |&to: &usize| -> Option<bool> { wins[to][1 - mover][misere] };
                wins[at][mover][misere] = if options[mover].is_empty() {
                    Some(misere == 1)
                } else if options[mover].iter().any(|to| then(to) == Some(false)) {
                    Some(true)
                } else if options[mover].iter().all(|to| then(to) == Some(true)) {
                    Some(false)
                } else {
                    None
                };
            }
        }
        if wins == before {
            return wins;
        }
    }
}

/// Whether a position can recur.
fn goes_round(arcs: &[[Vec<usize>; 2]]) -> bool {
    let mut gone = vec![false; arcs.len()];
    loop {
        let before = gone.clone();
        for at in 0..arcs.len() {
            gone[at] = arcs[at].iter().flatten().all(|&to| gone[to]);
        }
        if gone == before {
            return gone.contains(&false);
        }
    }
}

/// What the tests of a kind of board have met.
#[derive(Default)]
struct Met(BTreeMap<&'static str, usize>);

impl Met {
    fn note(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    /// Enough of everything, so that the test means something.
    fn is_enough(&self, wanted: &[&'static str], files: usize) {
        for what in wanted {
            let count = self.0.get(what).copied().unwrap_or(0);
            assert!(count >= files / 50, "{what}: {:?}", self.0);
        }
    }
}

/// Compares a game at a position, and all that can be reached, with the definition: options, claims
/// about the rules, outcomes.
fn agrees<P: Clone + Ord>(
    text: &str,
    games: &[CustomGame],
    start: &P,
    make: impl Fn(&P) -> (Arguments, String),
    options: impl Fn(&P, usize) -> Option<BTreeSet<P>>,
    met: &mut Met,
) {
    let class = games[0].rules().class();
    let mut known = BTreeMap::from([(start.clone(), 0)]);
    let mut all = vec![start.clone()];
    let mut arcs: Vec<[Vec<usize>; 2]> = Vec::new();
    while arcs.len() < all.len().min(FEW) {
        let at = all[arcs.len()].clone();
        let mut both = [Vec::new(), Vec::new()];
        for (player, to) in both.iter_mut().enumerate() {
            let Some(expected) = options(&at, player) else { return met.note("too large") };
            let texts: BTreeSet<String> = expected.iter().map(|option| make(option).1).collect();
            for game in games {
                let place = make(&at);
                let position = game.rules().make(&place.0);
                let position = position.unwrap_or_else(|e| panic!("{text}{}: {e}", place.1));
                let found = match position.options(Player::BOTH[player]) {
                    Ok(found) => found,
                    Err(error) => panic!("{text}{}: {error}", place.1),
                };
                let found: BTreeSet<String> =
                    found.iter().map(|option| tidy(games[0].board(), option)).collect();
                assert_eq!(found, texts, "{text}{} {:?}", place.1, Player::BOTH[player]);
            }
            for option in expected {
                let next = all.len();
                let number = *known.entry(option.clone()).or_insert(next);
                if number == next {
                    all.push(option);
                }
                to.push(number);
            }
        }
        if class.is_impartial() {
            assert_eq!(both[0], both[1], "{text}{} is not impartial", make(&at).1);
        }
        arcs.push(both);
    }
    if class.is_impartial() {
        met.note("impartial");
    }
    if arcs.len() < all.len() {
        return met.note("large");
    }
    met.note(if class.loopy { "loopy" } else { "ends" });
    assert!(class.loopy || !goes_round(&arcs), "{text}{}: play goes on", make(start).1);
    let wins = winners(&arcs)[0];
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for game in games {
        let position = game.rules().make(&make(start).0).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let budget = Budget::unlimited().with_steps(20_000);
            let misere = usize::from(position.convention(convention) == Convention::Misere);
            let expected = match [0, 1].map(|mover| wins[mover][misere]) {
                [Some(true), Some(true)] => "N",
                [Some(true), Some(false)] => "L",
                [Some(false), Some(true)] => "R",
                [Some(false), Some(false)] => "P",
                _ => continue,
            };
            let Ok(found) = position.outcome(&engine, convention, &budget) else {
                met.note("no outcome");
                continue;
            };
            met.note("outcome");
            let place = make(start).1;
            assert_eq!(found.to_string(), expected, "{text}{place} {convention:?}");
        }
    }
}

/// An option as text: edges and heaps in order.
fn tidy(board: &str, option: &Game) -> String {
    let text = option.position_text();
    let mut parts: Vec<&str> = text.split(',').collect();
    match board {
        "edges" => parts.sort_unstable(),
        "graph" => {
            let (vertices, edges) = text.split_once('|').unwrap();
            let mut edges: Vec<&str> = edges.split(',').collect();
            edges.sort_unstable();
            return format!("{vertices}|{}", edges.join(","));
        }
        "heaps" => {
            parts.retain(|part| !matches!(*part, "0" | ""));
            parts.sort_unstable();
        }
        _ => return text,
    }
    parts.join(",")
}

/// Files of a board.
fn try_board(board: Board, seed: u64) {
    let mut random = Random(seed);
    let mut met = Met::default();
    let files = files();
    for round in 0..files {
        let file = random.file(board);
        let text = file.text("");
        let mut games = match CustomGame::read_all(&text) {
            Ok(games) => games,
            Err(error) => {
                assert!(error.to_string().contains("column"), "{text}: {error}");
                met.note("refused");
                continue;
            }
        };
        met.note("read");
        // With so many letters reading takes long.
        if matches!(board, Board::Strip | Board::Grid) && round % 4 == 0 {
            games.extend(CustomGame::read_all(&file.text(MORE)).unwrap());
        }
        let make = |position: &Position| {
            let text = position.text();
            (Arguments::of_text(text.clone()), text)
        };
        let options = |position: &Position, player: usize| Some(file.options(position, player));
        let start = random.position(&file);
        agrees(&text, &games, &start, make, options, &mut met);
    }
    met.is_enough(&["read", "impartial", "loopy", "ends", "outcome"], files);
    assert!(met.0["read"] > files / 2, "{:?}", met.0);
}

#[test]
fn on_strips() {
    try_board(Board::Strip, 1);
}

#[test]
fn on_grids() {
    try_board(Board::Grid, 2);
}

#[test]
fn on_vertices() {
    try_board(Board::Vertices, 3);
}

#[test]
fn on_edges() {
    try_board(Board::Edges, 4);
}

#[test]
fn on_graphs() {
    try_board(Board::Graph, 6);
}

#[test]
fn on_heaps() {
    let mut random = Random(5);
    let mut met = Met::default();
    let files = files();
    for _ in 0..files {
        let file = plain_heaps::file(&mut random);
        let text = file.text();
        let games = match CustomGame::read_all(&text) {
            Ok(games) => games,
            Err(error) => {
                assert!(error.to_string().contains("column"), "{text}: {error}");
                met.note("refused");
                continue;
            }
        };
        met.note("read");
        let make = |heaps: &Vec<u64>| {
            let arguments = heaps.iter().map(|&heap| Argument::Integer(heap.into()));
            let mut texts: Vec<String> = heaps.iter().map(u64::to_string).collect();
            texts.sort_unstable();
            (Arguments::new(arguments.collect()), texts.join(","))
        };
        let start: Vec<u64> =
            (0..1 + random.below(2)).map(|_| 1 + random.below(6) as u64).collect();
        let start = plain_heaps::tidied(start);
        let options = |heaps: &Vec<u64>, player: usize| file.options(heaps, player);
        agrees(&text, &games, &start, make, options, &mut met);
    }
    met.is_enough(&["read", "impartial", "loopy", "ends", "outcome"], files);
    assert!(met.0["read"] > files / 2, "{:?}", met.0);
}
