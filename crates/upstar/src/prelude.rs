//! What most programs need: `use upstar::prelude::*`.

pub use crate::core::{Budget, Convention, Outcome, Player, StopReason};
pub use crate::lang::{Session, Style};
pub use crate::rules::{
    Class, Game, Options, Position, RuleError, Ruleset, Solver, Sum, parse_sum,
};
pub use crate::{Analysis, EvaluateOptions, OutcomeOptions, analyze_outcome, evaluate};
