//! The imports that the file of a game needs.

use std::fmt::Display;

pub(crate) use upstar_core::{Budget, Outcome, Player};

pub(crate) use upstar_engine::{
    Argument, Arguments, Class, Convention, Fact, Game, Known, Negated, Options, Picture, Position,
    Result, RuleError, Rules, Ruleset, StaticBounds,
};

pub(crate) use crate::catalogue::{Make, Row};

/// The parsed value of a text that is a constant of this program.
pub(crate) fn constant<T>(read: Result<T, impl Display>) -> T {
    match read {
        Ok(read) => read,
        Err(error) => unreachable!("{error}"),
    }
}

/// The name and the class of a ruleset, from its row; or its own name, of several with this class.
macro_rules! as_in {
    ($row:ident) => {
        fn name(&self) -> &str {
            $row.name
        }

        fn class(&self) -> upstar_engine::Class {
            $row.class
        }
    };
    (self.name, $class:expr) => {
        fn name(&self) -> &str {
            self.name
        }

        fn class(&self) -> upstar_engine::Class {
            $class
        }
    };
}

pub(crate) use as_in;

/// The methods of a ruleset by which every heap is played on its own.
macro_rules! heaps_apart {
    () => {
        fn components(&self, heaps: &Vec<u64>, out: &mut Vec<Vec<u64>>) -> upstar_engine::Result {
            upstar_engine::positions::heaps::apart(heaps, out)
        }

        fn normalize(&self, heaps: Vec<u64>) -> (Vec<u64>, upstar_engine::Negated) {
            upstar_engine::positions::heaps::sorted(heaps)
        }
    };
}

pub(crate) use heaps_apart;
