//! Nim sequences of take-and-break games.
//!
//! A game is given by a [`Code`] (`0.77` is Kayles), by a name ([`HeapGame::find`]), or by any
//! [`HeapRule`]. A [`Sequence`] computes its Grundy values with one of four engines, which give the
//! same results:
//!
//! 1. *plain*, from the definition ([`plain`]);
//! 2. *dense*, every split by vector instructions;
//! 3. *sparse*, rare and common values;
//! 4. *fast*, rare and common values in blocks, with every value verified.
//!
//! A [`Periodicity`] found in the values is proved where a theorem applies. A [`Search`] computes
//! as far as a [`Question`] needs, in steps between which a [`Checkpoint`] can be taken. This crate
//! does not access files, and the caller chooses the number of threads.

mod arithmetic;
mod catalogue;
mod certificate;
mod class;
mod closed;
mod code;
mod custom;
mod dense;
mod error;
mod explain;
mod fast;
mod kernels;
mod law;
mod names;
mod parse;
mod partizan;
mod period;
pub mod plain;
mod returns;
mod rule;
mod search;
mod sequence;
mod single_heaps;
mod sparse;
mod split_counts;
mod summary;
mod sums;
mod survey;
mod window;
mod zeros_ahead;

pub use catalogue::{HEAP_GAMES, NamedGame};
pub use certificate::{Certificate, LawCertificate, PeriodCertificate, seal_of};
pub use class::{Class, class_of};
pub use code::{Code, Digit, Relation};
pub use custom::{CustomHeaps, HeapRules};
pub use error::{HeapsError, Result};
pub use fast::Snapshot;
pub use kernels::KernelChoice;
pub use law::{
    Choices, Constraint, Floor, FoundLaw, Law, LawFunction, Linear, LinearRule, Recursion, Row,
    Sign,
};
pub use names::HeapGame;
pub use partizan::{OutcomeKind, OutcomePeriod, value_period_is_proved};
pub use period::{PeriodStatus, Periodicity, Theorem};
pub use returns::{Digests, SavedWindows};
pub use rule::{HeapRule, Position, Sink, Visit, position};
pub use search::{Checkpoint, Findings, KnownValues, Question, Search, Step, Zeros};
pub use sequence::{EngineChoice, Sequence, Settings};
pub use single_heaps::HeapValues;
pub use split_counts::SplitCounts;
pub use summary::Summary;
pub use survey::{Status, Survey, SurveyRow};
pub use zeros_ahead::ZerosAhead;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
