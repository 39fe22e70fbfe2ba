//! A game as defined by its file, before anything is derived from it.

use std::ops::Range;

use upstar_engine::Convention;

/// A set of letters: bit `c` for the letter with code `c`. Codes begin at 0.
pub(super) type Class = u64;

/// The code of cells off the board, or cut off from it. No letter has it.
pub(super) const OFF: u8 = 63;
/// The code of a cell that no rule ever meets any more.
pub(super) const DEAD: u8 = 62;
/// The maximum number of letters of a game.
pub(super) const MOST_LETTERS: usize = 40;

/// The class of one letter.
pub(super) const fn only(code: u8) -> Class {
    1 << code
}

/// The kind of board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Board {
    Strip,
    Grid,
    Heaps,
    Vertices,
    Edges,
    /// Both vertices and edges.
    Graph,
}

impl Board {
    pub(super) const ALL: [(&'static str, Board); 6] = [
        ("strip", Board::Strip),
        ("grid", Board::Grid),
        ("heaps", Board::Heaps),
        ("vertices", Board::Vertices),
        ("edges", Board::Edges),
        ("graph", Board::Graph),
    ];

    /// Whether its cells are vertices or edges.
    pub(super) fn is_graph(self) -> bool {
        matches!(self, Board::Vertices | Board::Edges | Board::Graph)
    }

    /// The word for it in a file.
    pub(super) fn word(self) -> &'static str {
        Board::ALL.iter().find(|(_, board)| *board == self).map_or("", |(word, _)| word)
    }
}

/// A cell of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell {
    /// The letters that may stand there.
    pub(super) class: Class,
    /// Whether conditions and effects on neighbours refer to this cell.
    pub(super) marked: bool,
}

/// A part of a row of a pattern, or of its result.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Piece<C> {
    One(C),
    /// Cells that are repeated.
    Many {
        cells: Vec<C>,
        least: u16,
        /// Whether only the greatest number of repetitions is a match.
        longest: bool,
    },
}

/// A row of a pattern.
pub(super) type Pattern = Vec<Piece<Cell>>;
/// The result of a row: a letter for each cell, or `None` where it stays as it is.
pub(super) type Replacement = Vec<Piece<Option<u8>>>;

/// The directions in which a pattern is laid on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Ways {
    /// As written.
    Written,
    /// Turned by quarters.
    Four,
    /// A row in the four slanting directions.
    Diagonal,
    /// A row in all eight directions.
    Eight,
}

/// The cells that a condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Where {
    /// Cells that share a side (vertices joined by an edge, edges that share an end) with the
    /// marked cell.
    Beside,
    /// The eight cells around it.
    Around,
    /// All cells.
    Board,
}

/// A condition on the number of cells with a letter of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Condition {
    pub(super) least: u32,
    pub(super) most: u32,
    pub(super) class: Class,
    pub(super) place: Where,
    /// If any, the cells are those beyond a cell beside the marked one that has one of these letters.
    pub(super) via: Class,
}

/// What happens to neighbours of the marked cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Effect {
    /// As in [`Condition`].
    pub(super) via: Class,
    pub(super) class: Class,
    pub(super) to: u8,
}

/// Connected groups that are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Groups {
    /// The letters of their cells.
    pub(super) class: Class,
    /// The letters beside a group that save it.
    pub(super) saved_by: Class,
    /// The letters of the cells that change.
    pub(super) taken: Class,
    pub(super) to: u8,
}

/// What is asked of the board after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Leaving {
    /// The cells with these letters are connected.
    Connected(Class),
    /// They have no cycle.
    WithoutCycle(Class),
    /// Each cell, or each connected group of cells, with these letters has such neighbours.
    Every { class: Class, group: bool, neighbours: Condition },
}

/// What a step does to the whole board, and asks of it, when the cells of its pattern have changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct After {
    /// Whether edges that are no longer connected to the ground are removed.
    pub(super) drop: bool,
    pub(super) groups: Vec<Groups>,
    pub(super) leaving: Vec<Leaving>,
}

/// One step of a move. A move is one step or several.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) pattern: Vec<Pattern>,
    pub(super) result: Vec<Replacement>,
    pub(super) ways: Ways,
    /// Whether the pattern is laid the other way round too.
    pub(super) mirror: bool,
    pub(super) conditions: Vec<Condition>,
    /// The results for neighbours of the marked cell.
    pub(super) effects: Vec<Effect>,
    /// Whether the repetition of the result has the letters of that of the pattern.
    pub(super) moved: bool,
    pub(super) after: After,
}

/// A rule for the moves of one or both players.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Whether Left may use it, and whether Right may.
    pub(super) players: [bool; 2],
    pub(super) steps: Vec<Step>,
}

/// A game as defined by its file.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    /// The name used in calls.
    pub(super) name: String,
    pub(super) name_span: Range<usize>,
    pub(super) board: Board,
    /// ASCII letters; a code is an index here.
    pub(super) letters: Vec<u8>,
    /// The letters of edges, where vertices have others.
    pub(super) edges: Class,
    /// The number of letters, at the end of the list, that stand on the board only between the
    /// steps of a move.
    pub(super) marks: usize,
    pub(super) rules: Vec<Rule>,
    pub(super) heaps: Vec<super::heaps::HeapRule>,
    /// Whether Left may pass, and whether Right may.
    pub(super) passes: [bool; 2],
    /// Who wins when no move is left.
    pub(super) convention: Convention,
    /// The place of the statement that play ends, if there is one.
    pub(super) ends: Option<Range<usize>>,
    /// Its lines without comments, which distinguish games of the same name.
    pub(super) source: Vec<String>,
}

impl Spec {
    /// The code of a letter.
    pub(super) fn code(&self, letter: u8) -> Option<u8> {
        self.letters.iter().position(|&known| known == letter).map(|code| code as u8)
    }

    /// The number of letters that a position may have.
    pub(super) fn playing(&self) -> usize {
        self.letters.len() - self.marks
    }

    /// The letters that stand on the board only between the steps of a move.
    pub(super) fn mark_class(&self) -> Class {
        (self.playing()..self.letters.len()).fold(0, |class, code| class | only(code as u8))
    }

    /// All letters.
    pub(super) fn any(&self) -> Class {
        (1 << self.letters.len()) - 1
    }

    /// The letters of edges if vertices have others and this is one of them; else all but those.
    pub(super) fn kind(&self, code: u8) -> Class {
        if self.edges & only(code) == 0 { self.any() & !self.edges } else { self.edges }
    }

    /// The letters that may be beside a cell with one of these.
    pub(super) fn beside(&self, class: Class) -> Class {
        if self.edges == 0 {
            return self.any();
        }
        let vertices = self.any() & !self.edges;
        let beside = |here: Class, there: Class| if class & here == 0 { 0 } else { there };
        beside(self.edges, vertices) | beside(vertices, self.edges)
    }

    /// The letter that fills an empty board: a point, an underscore, or the first letter.
    pub(super) fn empty(&self) -> u8 {
        self.empty_of(self.any() & !self.edges)
    }

    /// The same for cells with these letters.
    pub(super) fn empty_of(&self, class: Class) -> u8 {
        let usual = [b'.', b'_'].into_iter().filter_map(|letter| self.code(letter));
        let mut codes = usual.chain(0..self.playing() as u8);
        codes.find(|&code| class & only(code) & !self.mark_class() != 0).unwrap_or(0)
    }

    /// The sign of a cell that no rule ever meets any more: one that is no letter.
    pub(super) fn dead_sign(&self) -> u8 {
        let signs = b"#%!~$&=:,<>^";
        let free = signs.iter().copied().find(|&sign| self.code(sign).is_none());
        free.unwrap_or(b'?')
    }
}
