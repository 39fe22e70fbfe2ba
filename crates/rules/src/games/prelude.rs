//! What the file of a game needs.

use std::fmt::Display;

pub(in crate::games) use upstar_core::{Budget, Outcome, Player};

pub(in crate::games) use crate::catalogue::Make;
pub(in crate::games) use crate::rules::Done;
pub(in crate::games) use crate::{
    Argument, Arguments, Class, Convention, Fact, Game, Glance, Known, Negated, Picture, Position,
    Row, RuleError, Rules, Ruleset,
};

/// What was read of a text that is written in this program.
pub(in crate::games) fn constant<T>(read: Result<T, impl Display>) -> T {
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

        fn class(&self) -> $crate::Class {
            $row.class
        }
    };
}

pub(in crate::games) use as_in;
