//! Rules on boards and graphs as data. They are written as a file, and played as the book's page on
//! rules files defines them, cell by cell: without sets of bits, tries or parts of boards.

mod positions;

use std::collections::BTreeSet;
use std::fmt::Write;

pub(super) use positions::{Position, Shape};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Board {
    Strip,
    Grid,
    Vertices,
    Edges,
    Graph,
}

impl Board {
    pub(super) fn is_graph(self) -> bool {
        !matches!(self, Board::Strip | Board::Grid)
    }
}

/// The letters that a cell may have.
#[derive(Clone, Debug)]
pub(super) enum Class {
    Letter(char),
    Any,
    Some(Vec<char>),
    But(Vec<char>),
    /// A place off the board.
    Off,
}

/// A cell of a pattern, and what becomes of it; `?` for what was there.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) class: Class,
    pub(super) to: char,
}

#[derive(Clone, Debug)]
pub(super) enum Piece {
    One(Cell),
    /// The same cells so many times.
    Times(Vec<Cell>, usize),
    /// Repeated cells: the least number of times, and whether the run is the longest.
    Many(Vec<Cell>, usize, bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ways {
    Written,
    Four,
    Diagonals,
    Eight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Beside,
    Around,
    Board,
}

#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) count: &'static str,
    pub(super) least: usize,
    pub(super) most: usize,
    /// Cells beside the cell beyond which the counted ones are.
    pub(super) via: Option<Class>,
    pub(super) class: Class,
    pub(super) place: Place,
}

/// What becomes of neighbours: those on the way to them, the letters, the result.
pub(super) type Effect = (Option<Class>, Class, char);

#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) rows: Vec<Vec<Piece>>,
    /// The row and the piece that is marked by `@`.
    pub(super) marked: Option<(usize, usize)>,
    pub(super) ways: Ways,
    pub(super) mirror: bool,
    pub(super) conditions: Vec<Condition>,
    pub(super) effects: Vec<Effect>,
    /// The result of a pattern of one row, if its repetition moves: that is the sign `=` there.
    pub(super) moved: Option<Vec<char>>,
    pub(super) drop: bool,
    pub(super) groups: Vec<(Class, Class, char)>,
    pub(super) leaving: Vec<Leaving>,
}

/// What is asked of the board after a step.
#[derive(Clone, Debug)]
pub(super) enum Leaving {
    Connected(Class),
    WithoutCycle(Class),
    /// Of each cell, or of each group.
    Every(Class, bool, Condition),
}

#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) board: Board,
    pub(super) letters: Vec<char>,
    pub(super) marks: Vec<char>,
    /// The letters of edges and their marks, where vertices have others.
    pub(super) edges: Vec<char>,
    pub(super) edge_marks: Vec<char>,
    /// Whether Left and whether Right may use a rule, and its steps.
    pub(super) rules: Vec<([bool; 2], Vec<Step>)>,
    pub(super) passes: [bool; 2],
    pub(super) misere: bool,
}

/// The word for these players.
pub(super) fn players(who: [bool; 2]) -> &'static str {
    match who {
        [true, false] => "left",
        [false, true] => "right",
        _ => "both",
    }
}

impl Class {
    fn has(&self, letter: char) -> bool {
        match self {
            Class::Letter(one) => *one == letter,
            Class::Any => true,
            Class::Some(some) => some.contains(&letter),
            Class::But(some) => !some.contains(&letter),
            Class::Off => false,
        }
    }

    fn text(&self) -> String {
        match self {
            Class::Letter(one) => one.to_string(),
            Class::Any => "?".to_owned(),
            Class::Some(some) => format!("[{}]", some.iter().collect::<String>()),
            Class::But(some) => format!("[^{}]", some.iter().collect::<String>()),
            Class::Off => "|".to_owned(),
        }
    }

    fn is_off(&self) -> bool {
        matches!(self, Class::Off)
    }
}

impl Piece {
    fn cells(&self) -> &[Cell] {
        match self {
            Piece::One(cell) => std::slice::from_ref(cell),
            Piece::Times(cells, _) | Piece::Many(cells, ..) => cells,
        }
    }

    /// The pattern, or the result, as text.
    fn text(&self, cell: impl Fn(&Cell) -> String) -> String {
        let mut text: String = self.cells().iter().map(cell).collect();
        if self.cells().len() > 1 {
            text = format!("({text})");
        }
        match self {
            Piece::One(_) => text,
            Piece::Times(_, times) => format!("{text}{{{times}}}"),
            Piece::Many(_, least, longest) => {
                text + &["*", "+"][*least].repeat(1 + usize::from(*longest))
            }
        }
    }
}

impl Step {
    fn text(&self) -> String {
        let rows = |result: bool| {
            let rows = self.rows.iter().enumerate().map(|(row, pieces)| {
                let pieces = pieces.iter().enumerate().map(|(at, piece)| {
                    let mark = !result && self.marked == Some((row, at));
                    let text = piece.text(|cell| match result {
                        true if cell.class.is_off() => "|".to_owned(),
                        true => cell.to.to_string(),
                        false => cell.class.text(),
                    });
                    if mark { format!("@{text}") } else { text }
                });
                pieces.collect::<String>()
            });
            rows.collect::<Vec<_>>().join("/")
        };
        let result = match &self.moved {
            None => rows(true),
            Some(moved) => moved.iter().collect::<String>().replace('=', "\\1"),
        };
        let mut text = format!("{} -> {result}", rows(false));
        text += match self.ways {
            Ways::Written => "",
            Ways::Four => " in 4 directions",
            Ways::Diagonals => " in 4 diagonals",
            Ways::Eight => " in 8 directions",
        };
        text += if self.mirror { " mirror" } else { "" };
        for (at, one) in self.conditions.iter().enumerate() {
            let word = if at == 0 { "if" } else { "and" };
            let _ = write!(text, " {word} {}", one.text());
        }
        for (at, (via, class, to)) in self.effects.iter().enumerate() {
            let word = if at == 0 { " beside" } else { "," };
            let via = via.as_ref().map(Class::text).unwrap_or_default();
            let _ = write!(text, "{word} {via}{} -> {to}", class.text());
        }
        text += if self.drop { " then drop" } else { "" };
        for (class, other, to) in &self.groups {
            let (class, other) = (class.text(), other.text());
            let _ = write!(text, " then groups of {class} without {other} -> {to}");
        }
        for (at, leaving) in self.leaving.iter().enumerate() {
            text += if at == 0 { " leaving " } else { " and " };
            text += &match leaving {
                Leaving::Connected(class) => format!("{} connected", class.text()),
                Leaving::WithoutCycle(class) => format!("{} without cycle", class.text()),
                Leaving::Every(class, group, condition) => {
                    let group = if *group { "group of " } else { "" };
                    format!("every {group}{} with {}", class.text(), condition.text())
                }
            };
        }
        text
    }
}

impl Condition {
    fn text(&self) -> String {
        let place = match self.place {
            Place::Beside => "beside",
            Place::Around => "around",
            Place::Board => "on board",
        };
        let via = self.via.as_ref().map(Class::text).unwrap_or_default();
        format!("{} {via}{} {place}", self.count, self.class.text())
    }

    /// The cells that it may count beside or around a cell.
    fn near(&self, position: &Position, cell: usize) -> Vec<usize> {
        position.beyond(cell, self.via.as_ref(), self.place == Place::Around)
    }

    /// Whether it holds of these cells.
    fn holds(&self, position: &Position, cells: &[usize]) -> bool {
        let fits = cells.iter().filter(|&&cell| self.class.has(position.letters[cell]));
        (self.least..=self.most).contains(&fits.count())
    }
}

impl File {
    /// As a rules file; `more` are letters that its boards never have.
    pub(super) fn text(&self, more: &str) -> String {
        let board = match self.board {
            Board::Strip => "strip",
            Board::Grid => "grid",
            Board::Vertices => "vertices",
            Board::Edges => "edges",
            Board::Graph => "graph",
        };
        let letters: String = self.letters.iter().collect();
        let mut text = format!("g on {board} \"{letters}{more}\"");
        if !self.marks.is_empty() {
            let _ = write!(text, " marks \"{}\"", self.marks.iter().collect::<String>());
        }
        if !self.edges.is_empty() {
            let _ = write!(text, " edges \"{}\"", self.edges.iter().collect::<String>());
        }
        if !self.edge_marks.is_empty() {
            let _ = write!(text, " marks \"{}\"", self.edge_marks.iter().collect::<String>());
        }
        for (who, steps) in &self.rules {
            let steps: Vec<String> = steps.iter().map(Step::text).collect();
            let _ = write!(text, "\n{}: {}", players(*who), steps.join(" then "));
        }
        if self.passes != [false; 2] {
            let _ = write!(text, "\npass: {}", players(self.passes));
        }
        text + if self.misere { "\nmisere\n" } else { "\n" }
    }

    fn is_mark(&self, letter: char) -> bool {
        self.marks.contains(&letter) || self.edge_marks.contains(&letter)
    }

    fn is_edge(&self, letter: char) -> bool {
        self.edges.contains(&letter) || self.edge_marks.contains(&letter)
    }

    /// The letters of a class.
    fn of(&self, class: &Class) -> BTreeSet<char> {
        let all = [&self.letters, &self.marks, &self.edges, &self.edge_marks].into_iter().flatten();
        all.copied().filter(|&letter| class.has(letter)).collect()
    }

    /// The letters of a class that may be beside one of some letters.
    fn beside(&self, from: &BTreeSet<char>, class: &Class) -> BTreeSet<char> {
        let both = self.board == Board::Graph;
        let may = |one: &char| {
            from.iter().any(|&other| !both || self.is_edge(*one) != self.is_edge(other))
        };
        self.of(class).into_iter().filter(may).collect()
    }

    /// The letters of each cell of a path: of vertices and of edges in turn, if one beginning fits.
    fn path(&self, cells: &[&Cell]) -> Vec<BTreeSet<char>> {
        let all: Vec<_> = cells.iter().map(|cell| self.of(&cell.class)).collect();
        if self.board != Board::Graph {
            return all;
        }
        let begun = |edge: bool| {
            let fits =
                |at: usize, letter: char| self.is_edge(letter) == (edge == at.is_multiple_of(2));
            let each = all.iter().enumerate().map(|(at, letters)| {
                let letters: BTreeSet<char> =
                    letters.iter().copied().filter(|&letter| fits(at, letter)).collect();
                let to = cells[at].to;
                (!letters.is_empty() && (to == '?' || fits(at, to))).then_some(letters)
            });
            each.collect::<Option<Vec<_>>>()
        };
        match (begun(false), begun(true)) {
            (Some(one), None) | (None, Some(one)) => one,
            _ => all,
        }
    }

    /// The letters that rules look for; cells of a graph with others are left out.
    fn looked_for(&self) -> BTreeSet<char> {
        let mut looked: BTreeSet<char> =
            self.marks.iter().chain(&self.edge_marks).copied().collect();
        for step in self.rules.iter().flat_map(|(_, steps)| steps) {
            let cells: Vec<&Cell> = step.rows.iter().flatten().flat_map(Piece::cells).collect();
            let path = self.path(&cells);
            let marked = step.marked.map_or(0, |(_, at)| at);
            let neighbours = |from: &BTreeSet<char>, via: Option<&Class>, class: &Class| match via {
                None => self.beside(from, class),
                Some(via) => {
                    let near = self.beside(from, via);
                    let far = self.beside(&near, class);
                    near.into_iter().chain(far).collect()
                }
            };
            for condition in &step.conditions {
                looked.extend(match condition.place {
                    Place::Board => self.of(&condition.class),
                    _ => neighbours(&path[marked], condition.via.as_ref(), &condition.class),
                });
            }
            for (via, class, to) in &step.effects {
                let found = neighbours(&path[marked], via.as_ref(), class).into_iter();
                let both = self.board == Board::Graph;
                let changes = |one: &char| {
                    via.as_ref().is_some_and(|via| via.has(*one))
                        || !both
                        || self.is_edge(*one) == self.is_edge(*to)
                };
                looked.extend(found.filter(changes));
            }
            looked.extend(path.into_iter().flatten());
            for (class, other, _) in &step.groups {
                looked.extend(self.of(class).into_iter().chain(self.of(other)));
            }
            for leaving in &step.leaving {
                let (Leaving::Connected(class)
                | Leaving::WithoutCycle(class)
                | Leaving::Every(class, ..)) = leaving;
                let letters = self.of(class);
                if let Leaving::Every(_, _, condition) = leaving {
                    looked.extend(neighbours(&letters, condition.via.as_ref(), &condition.class));
                }
                looked.extend(letters);
            }
        }
        looked
    }

    /// The position without the cells that are left out.
    pub(super) fn tidied(&self, position: &Position) -> Position {
        match self.board {
            Board::Strip | Board::Grid => position.clone(),
            _ => {
                let looked = self.looked_for();
                position.kept(|cell| looked.contains(&position.letters[cell]))
            }
        }
    }

    /// The options of a player.
    pub(super) fn options(&self, position: &Position, player: usize) -> BTreeSet<Position> {
        let mut options = BTreeSet::new();
        for (_, steps) in self.rules.iter().filter(|(who, _)| who[player]) {
            let mut positions = BTreeSet::from([position.clone()]);
            for step in steps {
                let mut next = BTreeSet::new();
                for position in &positions {
                    position.after(self, step, &mut next);
                }
                let next = next.iter().map(|position| self.tidied(position));
                positions = next.filter_map(|position| position.left_by(self, step)).collect();
                positions = positions.iter().map(|position| self.tidied(position)).collect();
            }
            let marked =
                |position: &Position| position.letters.iter().any(|&letter| self.is_mark(letter));
            options.extend(positions.into_iter().filter(|position| !marked(position)));
        }
        if self.passes[player] {
            options.insert(position.clone());
        }
        options
    }
}
