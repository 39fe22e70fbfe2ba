//! Requests and replies: the one contract between the engine and its faces.
//!
//! A [`Request`] has a number of the asker's choosing and a question; every [`Event`] has the
//! number of the request that it belongs to. A request has any number of events, of which the last
//! is [`Reply::Done`] or [`Reply::Failed`]; see [`Reply::is_last`]. Exact numbers are strings.
//!
//! Positions in texts are counted in units of UTF-16, as pages count them.

mod answers;
mod play;
mod requests;
mod views;
mod welcome;

use serde::{Deserialize, Serialize};
use upstar::Analysis;

pub use answers::*;
pub use play::*;
pub use requests::*;
pub use views::*;
pub use welcome::*;

/// The version of this contract: it grows when a page of before would not understand it.
pub const PROTOCOL: u32 = 1;

/// A request with its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Request {
    /// What the events of this request are known by.
    pub id: u64,
    /// What is requested.
    #[serde(flatten)]
    pub kind: RequestKind,
}

impl Request {
    /// A request from its text.
    ///
    /// # Errors
    ///
    /// The reply to a text that is no request: that it failed, with its number if it has one, else
    /// with 0.
    pub fn read(text: &str) -> Result<Self, Box<Event>> {
        /// What is read of a request in which something else is wrong.
        #[derive(Deserialize)]
        struct Numbered {
            id: u64,
        }
        serde_json::from_str(text).map_err(|error| {
            let id = serde_json::from_str::<Numbered>(text).map_or(0, |numbered| numbered.id);
            let message = format!("this is no request: {error}");
            Box::new(Event { id, reply: Reply::Failed(Fault { message, ..Fault::default() }) })
        })
    }
}

/// What is requested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum RequestKind {
    /// What there is: names, games, limits. Answered by [`Reply::Welcome`].
    Hello,
    /// Work out cells of a sheet. Answered by [`Reply::Cell`] for every cell that is looked at.
    Run(RunRequest),
    /// All that is known of a value. Answered by [`Reply::Described`].
    Describe(SubjectRequest),
    /// The board of a position, or a thermograph, for LaTeX. Answered by [`Reply::Drawn`].
    Draw(SubjectRequest),
    /// A value or position with its options. Answered by [`Reply::Explored`], at first without values.
    Explore(SubjectRequest),
    /// A position as it is shown and set up. Answered by [`Reply::Viewed`].
    View(ViewRequest),
    /// The text of a position that was set up. Answered by [`Reply::Composed`].
    Compose(ComposeRequest),
    /// The moves of a position with what becomes of them. Answered by [`Reply::Moves`], more than once if
    /// results are found one after the other.
    Moves(PlayRequest),
    /// A move of the engine. Answered by [`Reply::Chosen`].
    Choose(PlayRequest),
    /// A line of best play: the winner hurries, the loser delays. Answered by [`Reply::Line`].
    Line(PlayRequest),
    /// Who wins each of some positions. Answered by [`Reply::Winners`].
    Review(ReviewRequest),
    /// A graph in a file, solved and laid out. Answered by [`Reply::Graph`].
    Graph(GraphRequest),
    /// A nim sequence. Answered by [`Reply::Sequence`].
    Sequence(SequenceRequest),
    /// Custom games, for the rest of this sheet. Answered by [`Reply::Added`].
    Rules(TextRequest),
    /// The cells that the text of a file holds. Answered by [`Reply::Opened`].
    Open(TextRequest),
    /// The text of a file for some cells. Answered by [`Reply::Saved`].
    Save(SaveRequest),
    /// Stop the work of another request, or of all. The stopped request says so itself.
    Stop(StopRequest),
}

/// A reply to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// The number of the request.
    pub id: u64,
    /// The reply.
    #[serde(flatten)]
    pub reply: Reply,
}

/// A reply, or a part of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Reply {
    /// What there is.
    Welcome(Box<Welcome>),
    /// What became of a cell.
    Cell(Box<CellUpdate>),
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
    /// Who wins the positions of a [`ReviewRequest`], as far as that is known: `null` in a draw and
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
    /// The request is answered.
    Done,
    /// The question has no answer.
    Failed(Fault),
}

impl Reply {
    /// Whether this is the last reply to the request.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Reply::Done | Reply::Failed(_))
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
