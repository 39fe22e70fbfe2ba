//! What a page asks and what it is told: the one contract between the engine and its faces.
//!
//! A [`Request`] has a number of the asker's choosing and a question; every [`Event`] has the
//! number of the request that it belongs to. A request has any number of events, of which the last
//! is [`Told::Done`] or [`Told::Failed`]; see [`Told::is_last`]. Exact numbers are strings.
//!
//! Positions in texts are counted in units of UTF-16, as pages count them.

use serde::{Deserialize, Serialize};
use upstar::{Analysis, CatalogueEntry, MoveResult};
use upstar_core::{Outcome, Player};

/// The version of this contract: it grows when a page of before would not understand it.
pub const PROTOCOL: u32 = 1;

/// A question with its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// What the events of this request are known by.
    pub id: u64,
    /// The question.
    #[serde(flatten)]
    pub ask: Ask,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// What there is: names, games, limits. Told by [`Told::Welcome`].
    Hello,
    /// Work out cells of a sheet. Told by [`Told::Cell`] for every cell that is looked at.
    Run(RunAsk),
    /// All that is known of a value. Told by [`Told::Described`].
    Describe(SubjectAsk),
    /// A value or position with its options. Told by [`Told::Explored`], at first without values.
    Explore(SubjectAsk),
    /// A position as it is shown and set up. Told by [`Told::Viewed`].
    View(ViewAsk),
    /// The text of a position that was set up. Told by [`Told::Composed`].
    Compose(ComposeAsk),
    /// The moves of a position with what becomes of them. Told by [`Told::Moves`], more than once if
    /// results are found one after the other.
    Moves(PlayAsk),
    /// A move of the engine. Told by [`Told::Chosen`].
    Choose(PlayAsk),
    /// Who wins each of some positions. Told by [`Told::Winners`].
    Review(ReviewAsk),
    /// A graph in a file, solved and laid out. Told by [`Told::Graph`].
    Graph(GraphAsk),
    /// A nim sequence. Told by [`Told::Sequence`].
    Sequence(SequenceAsk),
    /// Games by rules of one's own, for the rest of this sheet. Told by [`Told::Added`].
    Rules(TextAsk),
    /// The cells that the text of a file holds. Told by [`Told::Opened`].
    Open(TextAsk),
    /// The text of a file for some cells. Told by [`Told::Saved`].
    Save(SaveAsk),
    /// Stop the work of another request, or of all. The stopped request says so itself.
    Stop(StopAsk),
}

/// A cell: a name for it and what is typed in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// A name that no other cell of the sheet has.
    pub cell: String,
    /// One line or several. A line goes on with the next one in open brackets, and from `rules` to
    /// `end`.
    pub source: String,
}

/// Cells to work out.
///
/// Names stand for what the cells *above* make of them, in whatever order cells are run: what a
/// cell says depends on nothing but the texts of the cells from the first down to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunAsk {
    /// The whole sheet, from the top.
    pub cells: Vec<Cell>,
    /// The cells to work out. Those above that they need and that are not worked out yet come
    /// first, those below that depend on them follow. `null` is all cells.
    #[serde(default)]
    pub run: Option<Vec<String>>,
}

/// An expression, with the sheet in which its names have their meaning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SubjectAsk {
    /// The expression.
    pub subject: String,
    /// Names mean what they do at the end of this cell of the last [`RunAsk`]; without it, there are
    /// no variables.
    #[serde(default)]
    pub cell: Option<String>,
    /// Whether the thermograph has its scaffolds.
    #[serde(default)]
    pub scaffolds: bool,
}

/// A position, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewAsk {
    /// A position or a sum of some: `clobber("xo|ox") + nim(3,4)`.
    pub position: String,
}

/// A position that was set up by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComposeAsk {
    /// A position of the same game, whose parameters the new one has.
    pub like: String,
    /// What it looks like.
    pub view: View,
}

/// A position in a game between two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayAsk {
    /// A position or a sum of some.
    pub position: String,
    /// Who is to move.
    pub mover: Player,
    /// Whether a player without a move wins.
    #[serde(default)]
    pub misere: bool,
    /// How often the engine looks for the best move, in thousandths.
    #[serde(default = "highest_level")]
    pub level: u32,
}

fn highest_level() -> u32 {
    1000
}

/// Positions of a game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewAsk {
    /// The positions one after another, each with who is to move.
    pub positions: Vec<(String, Player)>,
    /// Whether a player without a move wins.
    #[serde(default)]
    pub misere: bool,
}

/// A graph of positions and moves, as the text of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphAsk {
    /// The name of the file: its ending says how it is written, unless the text does.
    pub name: String,
    /// What is in the file.
    pub text: String,
    /// Whether a player without a move wins.
    #[serde(default)]
    pub misere: bool,
}

/// A nim sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SequenceAsk {
    /// The name of a game of heaps or its code: `kayles`, `0.137`.
    pub game: String,
    /// The last heap.
    pub to: u64,
}

/// A text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextAsk {
    /// The text.
    pub text: String,
}

/// Cells for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SaveAsk {
    /// What is typed in the cells, from the top.
    pub sources: Vec<String>,
}

/// Work to stop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StopAsk {
    /// The number of the request that is to stop; `null` is all.
    #[serde(default)]
    pub of: Option<u64>,
}

/// What is told of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// The number of the request.
    pub id: u64,
    /// What is told.
    #[serde(flatten)]
    pub told: Told,
}

/// What is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Told {
    /// What there is.
    Welcome(Box<Welcome>),
    /// What became of a cell.
    Cell(Box<CellNews>),
    /// All that is known of a value.
    Described(Box<Description>),
    /// A value or position with its options.
    Explored(Box<Explored>),
    /// A position as it is shown and set up.
    Viewed(Position),
    /// The text of a position.
    Composed {
        /// As it is typed.
        position: String,
    },
    /// Moves.
    Moves(Box<Moves>),
    /// The engine's move.
    Chosen(Chosen),
    /// Who wins the positions of a [`ReviewAsk`], as far as that is known: `null` in a draw and
    /// where it was not found in time.
    Winners {
        /// In the order of the question.
        winners: Vec<Winner>,
    },
    /// A graph.
    Graph(Box<SolvedFile>),
    /// A nim sequence: its field `sequence` has the values.
    Sequence(Box<Analysis>),
    /// Games that were added to the catalogue.
    Added {
        /// Their rows.
        games: Vec<Game>,
    },
    /// The cells of a file.
    Opened {
        /// What stands in each.
        sources: Vec<String>,
    },
    /// The text for a file.
    Saved {
        /// The text.
        text: String,
    },
    /// The work goes on.
    Progress(Progress),
    /// All is told.
    Done,
    /// The question has no answer.
    Failed(Fault),
}

impl Told {
    /// Whether nothing more is told of the request.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Told::Done | Told::Failed(_))
    }
}

/// How far work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// Seconds since it began.
    pub seconds: f64,
    /// Steps of work.
    pub steps: u64,
    /// Bytes of memory.
    pub bytes: u64,
}

/// What there is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Welcome {
    /// The version of the contract, [`PROTOCOL`].
    pub protocol: u32,
    /// The version of the program.
    pub version: String,
    /// Functions and methods, sorted by name.
    pub names: Vec<Name>,
    /// The catalogue of games, sorted by name.
    pub games: Vec<Game>,
    /// The sheet that the program was started with, if it was; the sources of its cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Vec<String>>,
    /// What is refused, and when work is stopped.
    pub limits: Limits,
}

/// Bounds on what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Seconds for a request; `null` is no bound.
    pub seconds: Option<f64>,
    /// Bytes of memory for a sheet; `null` is no bound.
    pub bytes: Option<u64>,
    /// Bytes of a request.
    pub request_bytes: u64,
}

/// What is known of a function or method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Name {
    /// The name as it is documented; case and underscores do not matter.
    pub name: String,
    /// Other names for the same.
    pub aliases: Vec<String>,
    /// How it is written.
    pub usage: String,
    /// Its definition.
    pub about: String,
    /// An expression.
    pub example: String,
    /// The value of the example.
    pub answer: String,
}

/// A game of the catalogue, and how its positions are set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// What the catalogue says.
    #[serde(flatten)]
    pub entry: CatalogueEntry,
    /// Whether both players have the same moves.
    pub impartial: bool,
    /// Whether play may go on for ever.
    pub loopy: bool,
    /// Letters that a cell of its boards may have, the free cell first; empty of games without
    /// boards or strips of letters.
    pub letters: Vec<char>,
    /// The letters among them that stand for pieces of Left.
    pub left: Vec<char>,
    /// The letters among them that stand for pieces of Right.
    pub right: Vec<char>,
    /// The kind of view of its example: what editor it needs.
    pub editor: Editor,
}

/// What a position is set up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Editor {
    /// Cells of letters in rows: [`View::Board`] of one row or more.
    Board,
    /// Numbers: [`View::Heaps`].
    Heaps,
    /// Coins on a strip: [`View::Coins`].
    Coins,
    /// Coloured edges on a ground: [`View::Hackenbush`].
    Hackenbush,
    /// Vertices and edges: [`View::Graph`].
    Graph,
    /// Only its text.
    Text,
}

/// What became of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellNews {
    /// The cell.
    pub cell: String,
    /// How it stands.
    pub state: CellState,
    /// Answers of its lines, in their order: of a line that says something. A cell that is `done`
    /// or `wrong` has those of the lines before the fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// What is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Names that it gives a meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defines: Vec<String>,
    /// Names of other cells that it uses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Seconds that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// How a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CellState {
    /// It will be worked out in this request.
    Queued,
    /// It is worked out now.
    Running,
    /// It has its answers.
    Done,
    /// It has a fault.
    Wrong,
    /// It was stopped, or its time or memory was used up; its fault says which.
    Stopped,
}

/// The answer of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The line, without the name that its value is given.
    pub subject: String,
    /// The name that the value is given, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The value as it can be typed.
    pub text: String,
    /// The value for LaTeX's math mode; absent of what is a text or a table, or too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// What kind of value it is, in words.
    pub kind: String,
    /// Whether there is an [`Ask::Describe`] of it that says more, and an [`Ask::Explore`].
    pub game: bool,
    /// If it is a position or a sum of some: how that is written, for [`Ask::View`] and the
    /// questions of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The views of the position's summands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<View>,
    /// The rows of a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<Vec<String>>>,
    /// The numbers of a list of integers or nimbers, for a plot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<i64>>,
}

/// What is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fault {
    /// What is wrong and what was expected, on one line.
    pub message: String,
    /// What was probably meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where it begins in the text of the question (of the cell, the subject, the position).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
    /// Where it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<usize>,
    /// Why work ended, where that is what happened: `time`, `memory`, `cancelled`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<upstar_core::StopReason>,
}

/// All that is known of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Description {
    /// The one answer.
    pub analysis: Analysis,
    /// Its value for LaTeX's math mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// Its thermograph, to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plot: Option<Plot>,
    /// Its thermograph as SVG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thermograph_svg: Option<String>,
    /// Its picture as SVG: a board, a tree of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// A thermograph, to be drawn. Positions are approximate, labels are exact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plot {
    /// The foot of the mast.
    pub mast: Corner,
    /// The Left wall from the mast down.
    pub left: Vec<Corner>,
    /// The Right wall from the mast down.
    pub right: Vec<Corner>,
    /// Scaffolds, each from a high temperature down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scaffolds: Vec<Vec<Corner>>,
}

/// A corner of a thermograph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Corner {
    /// The value, as a distance from the mast; larger values are drawn to the left.
    pub x: f64,
    /// The value.
    pub value: String,
    /// The temperature.
    pub t: f64,
    /// The temperature, exactly.
    pub temperature: String,
}

/// A value or position with its options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explored {
    /// The node itself.
    pub node: Node,
    /// Left's options, sensible ones first.
    pub left: Vec<Node>,
    /// Right's options, sensible ones first.
    pub right: Vec<Node>,
    /// Whether there are more options than are listed.
    pub more: bool,
}

/// A node of the tree of options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// As it is typed: the `subject` by which it is explored further, without a cell.
    pub subject: String,
    /// For LaTeX's math mode, if it is a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// The views of its summands, if it is a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<View>,
    /// Its canonical form, where it was found in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The canonical form for LaTeX's math mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_latex: Option<String>,
    /// Who wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<String>,
    /// The temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<String>,
    /// Of an option: whether its value is an option of the canonical form of what it is an option
    /// of. The others are dominated or reversible.
    #[serde(default)]
    pub sensible: bool,
}

/// A position as it is shown and set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// As it is typed.
    pub position: String,
    /// Its summands.
    pub summands: Vec<SummandView>,
    /// Whether both players have the same moves in all of them.
    pub impartial: bool,
    /// Whether play may go on for ever.
    pub loopy: bool,
}

/// A summand of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SummandView {
    /// As it is typed.
    pub position: String,
    /// The name of the game; absent of a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// What there is to see.
    pub view: View,
    /// Whether Left and Right are exchanged: a minus sign before it.
    #[serde(default)]
    pub negative: bool,
}

/// What there is to see of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "view", rename_all = "snake_case")]
pub enum View {
    /// Rows of letters; a strip has one row.
    Board {
        /// The rows.
        rows: Vec<String>,
    },
    /// Rows of numbers: men of Left on a cell, or, negative, of Right.
    Herds {
        /// The rows.
        rows: Vec<Vec<i32>>,
    },
    /// Heaps, rows of pins, steps of a staircase, the sides of boxes.
    Heaps {
        /// How they are drawn.
        shape: HeapShape,
        /// The numbers.
        heaps: Vec<String>,
    },
    /// A strip of cells from 1 on with coins.
    Coins {
        /// How many cells are shown.
        cells: u64,
        /// The cells with coins: which, and how many lie on it.
        coins: Vec<(u64, u64)>,
    },
    /// Points on a circle, numbered from 1, and chords.
    Circle {
        /// How many points.
        points: u64,
        /// The two ends of each chord.
        chords: Vec<(u64, u64)>,
    },
    /// A graph.
    Graph {
        /// The vertices.
        vertices: Vec<Vertex>,
        /// The edges.
        edges: Vec<GraphEdge>,
        /// Whether edges have a direction.
        directed: bool,
    },
    /// Coloured edges that hang on the ground, which is vertex 0.
    Hackenbush {
        /// The edges.
        edges: Vec<GraphEdge>,
        /// Where the vertices are, from 0 on: columns from the left and heights above the ground, in
        /// lengths of an edge. Vertex 0 has no place of its own: an edge from it starts below its
        /// other end. May be left out where a view is set up.
        #[serde(default)]
        places: Vec<(f64, f64)>,
    },
    /// Nothing but its text.
    Text {
        /// The text.
        text: String,
    },
}

/// How numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HeapShape {
    /// Heaps of stones.
    Heaps,
    /// Rows of pins.
    Pins,
    /// Coins on the steps of a staircase, the floor first.
    Stairs,
    /// Pieces of cake: two numbers each, rows and columns.
    Rectangles,
    /// The three sides of a box.
    Cuboid,
}

/// A vertex of a graph that is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vertex {
    /// What is written in it.
    #[serde(default)]
    pub label: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Player>,
    /// How many tokens are on it.
    #[serde(default)]
    pub tokens: u64,
    /// Its place, in lengths of an edge; down is positive. May be left out where a view is set up.
    #[serde(default)]
    pub x: f64,
    /// See `x`.
    #[serde(default)]
    pub y: f64,
}

/// An edge of a graph that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphEdge {
    /// The vertex that it begins at, counted from 0.
    pub from: u32,
    /// The vertex that it ends at.
    pub to: u32,
    /// Who may use it, where edges have colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
}

/// A colour of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Left's.
    Blue,
    /// Right's.
    Red,
    /// For both.
    Green,
}

/// The moves of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moves {
    /// Who is to move.
    pub mover: Player,
    /// The moves, sorted by what they lead to.
    pub moves: Vec<Move>,
    /// Whether there are more moves than are listed.
    pub more: bool,
    /// What becomes of the position for the one who moves, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
    /// Whether every result is told that will be.
    pub complete: bool,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// The position after it, as it is typed.
    pub position: String,
    /// The summand that it is made in, counted from 0, where that is clear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summand: Option<usize>,
    /// The views of the summands after it.
    pub views: Vec<View>,
    /// What becomes of it for the one who moves; absent where it was not found in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<MoveResult>,
    /// How many moves it is to the end, this one counted, where the winner hurries and the loser
    /// delays; in games that may go on for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u64>,
}

/// The engine's move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chosen {
    /// The position after it; absent if there is no move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
}

/// How a move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Every part has its mirror image after it.
    Mirror,
    /// It wins, or there is none that does better.
    Proved,
    /// No search was made, as the level says.
    Chance,
    /// By the thermographs of the summands; not proved to be best.
    Thermostrat,
    /// By the number of moves that are left; not proved to be best.
    Freest,
}

/// Who wins a position, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// Left wins.
    Left,
    /// Right wins.
    Right,
    /// Nobody wins.
    Draw,
    /// It was not found in time.
    Unknown,
}

/// A graph from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedFile {
    /// What is known of all of it.
    pub analysis: Analysis,
    /// The vertices, in the order of the file; empty if there are too many to be drawn.
    pub vertices: Vec<SolvedVertex>,
    /// The arcs.
    pub arcs: Vec<GraphEdge>,
    /// A drawing, in which vertices have their names as `data-id`; absent if there are too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// The table `vertex,outcome,remoteness,move` (or `vertex,class,...`) as CSV; absent of graphs
    /// that are too large for a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// A vertex of a graph from a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedVertex {
    /// Its name.
    pub name: String,
    /// Who wins.
    pub outcome: Outcome,
    /// Its Grundy value or loopy value, of impartial graphs in normal play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Its remoteness, with Left and with Right to move (the same in impartial games); absent in a
    /// draw. Retrograde analysis finds vertices in this order.
    pub remoteness: [Option<u64>; 2],
    /// The best moves of Left and Right, by number; absent where there is none.
    pub best: [Option<u32>; 2],
    /// Its place from the left, in pixels.
    pub x: f64,
    /// Its place from the top, in pixels.
    pub y: f64,
}
