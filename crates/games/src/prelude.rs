//! What the file of a game needs.

use std::fmt::Display;

pub(crate) use upstar_core::{Budget, Outcome, Player};

pub(crate) use upstar_engine::{
    Argument, Arguments, Class, Convention, Fact, Game, Known, Negated, Options, Picture, Position,
    RuleError, Rules, Ruleset, StaticBounds,
};

pub(crate) use crate::catalogue::{Make, Row};

/// What was read of a text that is written in this program.
pub(crate) fn constant<T>(read: Result<T, impl Display>) -> T {
    match read {
        Ok(read) => read,
        Err(error) => unreachable!("{error}"),
    }
}

/// The name and the class of a ruleset, as its row says them.
macro_rules! as_in {
    ($row:ident) => {
        fn name(&self) -> &str {
            $row.name
        }

        fn class(&self) -> upstar_engine::Class {
            $row.class
        }
    };
}

pub(crate) use as_in;
