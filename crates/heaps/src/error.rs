//! Errors of codes, names and computations.

use thiserror::Error;
use upstar_core::{Exhausted, Place};

/// What functions of this crate return.
pub type Result<T = (), E = HeapsError> = std::result::Result<T, E>;

/// The errors of this crate. Every message gives the place of the error and says what would be
/// right.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HeapsError {
    /// A code that cannot be read.
    #[error("code `{code}`, {place}: {message}")]
    Code {
        /// The code as written.
        code: String,
        /// The place of the error in the code.
        place: Box<Place>,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A code whose game need not end.
    #[error("code `{code}`, {place}: {message}")]
    NeverEnds {
        /// The code as written.
        code: String,
        /// The digit that lets the game go on forever.
        place: Box<Place>,
        /// Why the game need not end and what would be right.
        message: String,
    },
    /// A name that is neither in the table of names nor a code.
    #[error("`{name}` is neither a code such as 0.77 nor the name of a heap game; {suggestion}")]
    UnknownName {
        /// The name as written.
        name: String,
        /// The most similar names.
        suggestion: String,
    },
    /// A position outside the game.
    #[error("{0}")]
    Position(String),
    /// An option with a heap that is not smaller than the heap it came from.
    #[error("heap {heap} has an option with a heap of {part}: options must be smaller")]
    Growing {
        /// The heap.
        heap: u64,
        /// The part that is too large.
        part: u64,
    },
    /// Rules without a code, of which something was asked that is known of codes alone.
    #[error(
        "the rules of {0} are not those of a take-and-break game with a code, and this is known of \
         codes alone"
    )]
    NoCode(String),
    /// An engine that cannot play this game.
    #[error("the {engine} engine cannot play {code}: {reason}")]
    Engine {
        /// The requested engine.
        engine: &'static str,
        /// The code.
        code: String,
        /// Why not.
        reason: String,
    },
    /// A kernel that this processor cannot run.
    #[error("this processor has no {0}; use another kernel (auto, portable)")]
    Kernel(&'static str),
    /// A checkpoint that does not belong to this game.
    #[error("checkpoint: {0}")]
    Checkpoint(String),
    /// A checkpoint that lacks requested data.
    #[error("this checkpoint has no {0}: it was not asked for when it was written")]
    NotKept(&'static str),
    /// A checkpoint that lacks the requested values.
    #[error(
        "this checkpoint knows the heaps below {below} but not their values, so it cannot answer that; \
         ask for more heaps"
    )]
    ValuesNotKept {
        /// The next heap of the checkpoint.
        below: u64,
    },
    /// More heaps of value 0 than can be listed.
    #[error(
        "there are {count} zeros, of which only the first {listed} are listed; ask for fewer heaps with \
         --to, or for --histogram"
    )]
    TooManyZeros {
        /// The number of zeros.
        count: u64,
        /// The number of listed zeros.
        listed: usize,
    },
    /// A certificate was requested for a period or a law that was not found.
    #[error("there is no period or law to certify")]
    NoPeriod,
    /// A certificate was requested for a period or a law that is not proved.
    #[error(
        "the period or law is observed, not proved, so there is nothing to certify; compute further \
         with --to"
    )]
    NotProved,
    /// A certificate that is wrong, or that belongs to another game.
    #[error("certificate: {0}")]
    Certificate(String),
    /// A certificate was requested for a period or a law whose proof uses no values.
    #[error(
        "the law of {0} follows from its rules alone: the book has the proof, and there is nothing to \
         check in a certificate"
    )]
    NothingToCheck(String),
    /// The values needed to decide a heap are no longer kept.
    #[error(
        "heap {heap}: no split among the values kept shows the value {value}; only a run from heap 0 \
         that keeps all values can decide it"
    )]
    Forgotten {
        /// The heap that could not be decided.
        heap: u64,
        /// The value without a witness.
        value: u32,
    },
    /// A budget was used up before there was an answer.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}
