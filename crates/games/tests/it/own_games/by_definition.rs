//! Random rules on boards, against an interpreter that follows the book's page on rules files
//! literally, without sets of bits, tries or parts of boards.

use std::collections::BTreeSet;

use proptest::prelude::*;
use upstar_core::Player;
use upstar_engine::Arguments;
use upstar_rewrite::CustomGame;

const LETTERS: [char; 3] = ['x', 'o', '.'];

/// One of these letters.
#[derive(Clone, Debug)]
struct Cell(Vec<char>);

#[derive(Clone, Debug)]
enum Piece {
    One(Cell, char),
    /// Repeated cells: what they become, whether there is at least one, and whether the run is
    /// longest.
    Many(Cell, char, bool, bool),
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Beside,
    Around,
    Board,
}

#[derive(Clone, Debug)]
struct Condition {
    cell: Cell,
    least: usize,
    most: usize,
    text: &'static str,
    place: Place,
}

#[derive(Clone, Debug)]
struct Rule {
    grid: bool,
    pieces: Vec<Piece>,
    /// The marked piece, if it is not the first piece that is not repeated.
    marked: Option<usize>,
    turned: bool,
    conditions: Vec<Condition>,
    effects: Vec<(Cell, char)>,
}

impl Cell {
    fn text(&self) -> String {
        match &self.0[..] {
            [one] => one.to_string(),
            all if all.len() == LETTERS.len() => "?".to_owned(),
            several => format!("[{}]", several.iter().collect::<String>()),
        }
    }
}

impl Rule {
    fn text(&self) -> String {
        let (mut pattern, mut result) = (String::new(), String::new());
        for (at, piece) in self.pieces.iter().enumerate() {
            if self.marked == Some(at) {
                pattern.push('@');
            }
            match piece {
                Piece::One(cell, to) => {
                    pattern += &cell.text();
                    result.push(*to);
                }
                Piece::Many(cell, to, some, longest) => {
                    let sign = if *some { "+" } else { "*" };
                    pattern += &cell.text();
                    pattern += &sign.repeat(1 + usize::from(*longest));
                    result.push(*to);
                    result += sign;
                }
            }
        }
        let mut text = format!("{pattern} -> {result}");
        if self.turned {
            text += if self.grid { " in 4 directions" } else { " in 2 directions" };
        }
        for (at, one) in self.conditions.iter().enumerate() {
            let place = match one.place {
                Place::Beside => "beside",
                Place::Around => "around",
                Place::Board => "on board",
            };
            let word = if at == 0 { "if" } else { "and" };
            text += &format!(" {word} {} {} {place}", one.text, one.cell.text());
        }
        for (at, (cell, to)) in self.effects.iter().enumerate() {
            text += if at == 0 { " beside " } else { ", " };
            text += &format!("{} -> {to}", cell.text());
        }
        text
    }

    /// The piece that clauses refer to.
    fn speaks_of(&self) -> Option<usize> {
        let first = self.pieces.iter().position(|piece| matches!(piece, Piece::One(..)));
        self.marked.or(first)
    }
}

/// A board, and one placement of a rule on it.
struct Laying<'a> {
    rule: &'a Rule,
    board: &'a [Vec<char>],
    step: (i32, i32),
    found: &'a mut BTreeSet<String>,
}

impl Laying<'_> {
    fn at(&self, (row, column): (i32, i32)) -> Option<char> {
        let row = self.board.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn fits(&self, cell: &Cell, place: (i32, i32)) -> bool {
        self.at(place).is_some_and(|letter| cell.0.contains(&letter))
    }

    /// Places the pieces from number `piece` on, starting at a cell.
    fn lay(
        &mut self,
        piece: usize,
        mut place: (i32, i32),
        changes: &mut Vec<((i32, i32), char)>,
        marked: Option<(i32, i32)>,
    ) {
        let step = self.step;
        let rule = self.rule;
        match rule.pieces.get(piece) {
            None => self.finish(changes, marked),
            Some(Piece::One(cell, to)) => {
                if !self.fits(cell, place) {
                    return;
                }
                changes.push((place, *to));
                let marked = if rule.speaks_of() == Some(piece) { Some(place) } else { marked };
                self.lay(piece + 1, (place.0 + step.0, place.1 + step.1), changes, marked);
                changes.pop();
            }
            Some(Piece::Many(cell, to, some, longest)) => {
                let before = changes.len();
                let mut count = 0;
                loop {
                    let more = self.fits(cell, place);
                    if count >= usize::from(*some) && !(*longest && more) {
                        self.lay(piece + 1, place, changes, marked);
                    }
                    if !more {
                        break;
                    }
                    changes.push((place, *to));
                    place = (place.0 + step.0, place.1 + step.1);
                    count += 1;
                }
                changes.truncate(before);
            }
        }
    }

    fn finish(&mut self, changes: &[((i32, i32), char)], marked: Option<(i32, i32)>) {
        let near = |corners: bool| {
            let (row, column) = marked.unwrap_or_default();
            let mut places = Vec::new();
            for down in -1..=1 {
                for right in -1..=1_i32 {
                    let sides = down == 0 || right == 0;
                    if (down, right) != (0, 0) && (corners || sides) {
                        places.push((row + down, column + right));
                    }
                }
            }
            places
        };
        for condition in &self.rule.conditions {
            let places = match condition.place {
                Place::Beside => near(false),
                Place::Around => near(true),
                Place::Board => {
                    let columns = self.board[0].len() as i32;
                    let all = (0..self.board.len() as i32)
                        .flat_map(|row| (0..columns).map(move |column| (row, column)));
                    all.collect()
                }
            };
            let count = places.iter().filter(|&&place| self.fits(&condition.cell, place)).count();
            if !(condition.least..=condition.most).contains(&count) {
                return;
            }
        }
        let mut after = self.board.to_vec();
        let mut set = |(row, column): (i32, i32), to: char| {
            after[row as usize][column as usize] = to;
        };
        if !self.rule.effects.is_empty() {
            for place in near(false) {
                if changes.iter().any(|&(changed, _)| changed == place) {
                    continue;
                }
                let first = self.rule.effects.iter().find(|(cell, _)| self.fits(cell, place));
                if let Some(&(_, to)) = first {
                    set(place, to);
                }
            }
        }
        for &(place, to) in changes {
            if to != '?' {
                set(place, to);
            }
        }
        let rows: Vec<String> = after.iter().map(|row| row.iter().collect()).collect();
        self.found.insert(rows.join("|"));
    }
}

/// The options of a board by the rule.
fn options(rule: &Rule, board: &[Vec<char>]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let steps: &[(i32, i32)] = match (rule.turned, rule.grid) {
        (false, _) => &[(0, 1)],
        (true, false) => &[(0, 1), (0, -1)],
        (true, true) => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
    };
    for &step in steps {
        for row in 0..board.len() as i32 {
            for column in 0..board[0].len() as i32 {
                let mut laying = Laying { rule, board, step, found: &mut found };
                laying.lay(0, (row, column), &mut Vec::new(), None);
            }
        }
    }
    found
}

fn cell() -> impl Strategy<Value = Cell> {
    prop::sample::subsequence(LETTERS.to_vec(), 1..=3).prop_map(Cell)
}

fn letter() -> impl Strategy<Value = char> {
    prop::sample::select(LETTERS.to_vec())
}

fn result() -> impl Strategy<Value = char> {
    prop::sample::select(vec!['x', 'o', '.', '?'])
}

fn piece() -> impl Strategy<Value = Piece> {
    prop_oneof![
        3 => (cell(), result()).prop_map(|(cell, to)| Piece::One(cell, to)),
        1 => (cell(), result(), any::<bool>(), any::<bool>())
            .prop_map(|(cell, to, some, longest)| Piece::Many(cell, to, some, longest)),
    ]
}

fn condition(grid: bool) -> impl Strategy<Value = Condition> {
    let most = usize::MAX;
    let counts = vec![
        (0, 0, "no"),
        (1, most, "some"),
        (1, 1, "1"),
        (2, most, "at least 2"),
        (0, 1, "at most 1"),
    ];
    let places = match grid {
        true => vec![Place::Beside, Place::Around, Place::Board],
        false => vec![Place::Beside, Place::Board],
    };
    (cell(), prop::sample::select(counts), prop::sample::select(places))
        .prop_map(|(cell, (least, most, text), place)| Condition { cell, least, most, text, place })
}

fn rule(grid: bool) -> impl Strategy<Value = Rule> {
    (
        (letter(), result()),
        prop::collection::vec(piece(), 0..3),
        0_usize..3,
        any::<bool>(),
        any::<bool>(),
        prop::collection::vec(condition(grid), 0..3),
        prop::collection::vec((cell(), letter()), 0..4),
    )
        .prop_map(move |((from, to), mut pieces, at, mark, turned, conditions, effects)| {
            let at = at.min(pieces.len());
            pieces.insert(at, Piece::One(Cell(vec![from]), to));
            Rule { grid, pieces, marked: mark.then_some(at), turned, conditions, effects }
        })
}

fn board(grid: bool) -> impl Strategy<Value = Vec<Vec<char>>> {
    let rows = if grid { 1_usize..5 } else { 1..2 };
    (rows, 1_usize..7).prop_flat_map(|(rows, columns)| {
        prop::collection::vec(prop::collection::vec(letter(), columns), rows)
    })
}

fn agrees(rule: &Rule, board: &[Vec<char>]) {
    let kind = if rule.grid { "grid" } else { "strip" };
    let text = format!("g on {kind} \"xo.\"; left: {}", rule.text());
    // Such a rule never matches, or changes nothing.
    let Ok(mut games) = CustomGame::read_all(&text) else { return };
    let game = games.remove(0);
    let row = |row: &Vec<char>| row.iter().collect::<String>();
    let rows: Vec<String> = board.iter().map(row).collect();
    let expected = options(rule, board);
    let found = |rows: &[String]| {
        let position = game.rules().make(&Arguments::of_text(rows.join("|"))).unwrap();
        let options = position.options(Player::Left).unwrap();
        options.iter().map(|option| option.position_text()).collect::<BTreeSet<String>>()
    };
    assert_eq!(found(&rows), expected, "{text}\n{}", rows.join("|"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn rules_do_what_the_book_says(
        (rule, board) in any::<bool>().prop_flat_map(|grid| (rule(grid), board(grid))),
    ) {
        agrees(&rule, &board);
    }
}

#[test]
fn found_before() {
    let one = |text: &str, position: &str| {
        let game = CustomGame::read_all(text).unwrap().remove(0);
        let position = game.rules().make(&Arguments::of_text(position)).unwrap();
        let options = position.options(Player::Left).unwrap();
        options.iter().map(|option| option.position_text()).collect::<Vec<_>>()
    };
    // The whole board counts, even if inner rows are longer.
    let text = "g on grid \"xo.\"; both: o.** -> x.** if no x on board";
    assert_eq!(one(text, "o.|x."), Vec::<String>::new());
    // The first replacement that matches.
    let text = "g on strip \"xo.\"; left: x -> . beside [xo] -> ., . -> o, o -> x";
    assert_eq!(one(text, "oxo"), ["..."]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Boards too large for sets of bits.
    #[test]
    fn large_boards_too(
        rule in rule(true),
        board in prop::collection::vec(prop::collection::vec(letter(), 9), 9),
    ) {
        agrees(&rule, &board);
    }
}
