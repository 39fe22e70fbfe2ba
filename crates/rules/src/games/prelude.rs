//! What the file of a game needs.

pub(in crate::games) use upstar_core::{Budget, Outcome, Player};

pub(in crate::games) use crate::catalogue::Make;
pub(in crate::games) use crate::rules::Done;
pub(in crate::games) use crate::{
    Argument, Arguments, Class, Convention, Fact, Game, Known, Negated, Picture, Position, Row,
    RuleError, Rules, Ruleset,
};

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
