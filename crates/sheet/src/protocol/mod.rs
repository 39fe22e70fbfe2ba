//! What a page asks and what it is told: the one contract between the engine and its faces.
//!
//! A [`Request`] has a number of the asker's choosing and a question; every [`Event`] has the
//! number of the request that it belongs to. A request has any number of events, of which the last
//! is [`Told::Done`] or [`Told::Failed`]; see [`Told::is_last`]. Exact numbers are strings.
//!
//! Positions in texts are counted in units of UTF-16, as pages count them.

mod answers;
mod asks;
mod play;
mod views;
mod welcome;

use serde::{Deserialize, Serialize};
use upstar::Analysis;

pub use answers::*;
pub use asks::*;
pub use play::*;
pub use views::*;
pub use welcome::*;

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

impl Request {
    /// A request from its text.
    ///
    /// # Errors
    ///
    /// What is to be told of a text that is no request: that it failed, with its number if it has
    /// one, else with 0.
    pub fn read(text: &str) -> Result<Self, Box<Event>> {
        /// What is read of a request in which something else is wrong.
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<Numbered>(text).map_or(0, |numbered| numbered.id);
            let message = format!("this is no request: {error}");
            Box::new(Event { id, told: Told::Failed(Fault { message, ..Fault::default() }) })
        })
    }
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
    /// The board of a position, or a thermograph, for LaTeX. Told by [`Told::Drawn`].
    Draw(SubjectAsk),
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
    /// A line of best play: the winner hurries, the loser delays. Told by [`Told::Line`].
    Line(PlayAsk),
    /// Who wins each of some positions. Told by [`Told::Winners`].
    Review(ReviewAsk),
    /// A graph in a file, solved and laid out. Told by [`Told::Graph`].
    Graph(GraphAsk),
    /// A nim sequence. Told by [`Told::Sequence`].
    Sequence(SequenceAsk),
    /// Custom games, for the rest of this sheet. Told by [`Told::Added`].
    Rules(TextAsk),
    /// The cells that the text of a file holds. Told by [`Told::Opened`].
    Open(TextAsk),
    /// The text of a file for some cells. Told by [`Told::Saved`].
    Save(SaveAsk),
    /// Stop the work of another request, or of all. The stopped request says so itself.
    Stop(StopAsk),
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
    /// A picture.
    Drawn {
        /// For LaTeX's package `tikz`; absent of what is not drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tikz: Option<String>,
    },
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
    /// A line of best play.
    Line(Line),
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
