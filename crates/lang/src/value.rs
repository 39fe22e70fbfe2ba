//! What an expression can be.

use std::sync::Arc;

use upstar_core::{Outcome, Player};

use upstar_stoppers::{Graph, Loopy};
use upstar_values::nimber::TransfiniteNimber;
use upstar_values::surreal::{RootReal, Surreal};
use upstar_values::{
    Form, FormalSum, Id, Rational, Relation, Thermograph, Trajectory, UptimalExpansion,
};

/// What an expression can be. Games belong to the universe of the
/// [`Session`](crate::Session) that made them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A number.
    Number(Rational),
    /// A game that is not a number.
    Game(Id),
    /// A sum of games of which the canonical form has not been needed.
    Sum(FormalSum),
    /// A form that is not simplified.
    Form(Form),
    /// True or false.
    Boolean(bool),
    /// A list.
    List(List),
    /// A set of games, in printed order, each once.
    Set(Vec<Id>),
    /// A set of games of which some are loopy: short ones first, in printed order.
    Games(Vec<Value>),
    /// A text.
    Text(String),
    /// A game by itself, by its name: for its sequence of values.
    Ruleset(String),
    /// Left or Right.
    Player(Player),
    /// An outcome.
    Outcome(Outcome),
    /// How two games compare.
    Relation(Relation),
    /// A thermograph.
    Thermograph(Arc<Thermograph>),
    /// One wall of a thermograph.
    Trajectory(Trajectory),
    /// The uptimal expansion of a game.
    UptimalExpansion(UptimalExpansion),
    /// A surreal number that is not rational: infinite, infinitesimal, or both.
    Surreal(Surreal),
    /// `inf` or `-inf`: beyond all numbers, and no game.
    Infinity {
        /// Whether it is `-inf`.
        negative: bool,
    },
    /// An irrational real number.
    Root(RootReal),
    /// A nimber beyond the short games: of a large heap, or transfinite.
    Nimber(TransfiniteNimber),
    /// Positions of named games, stalks and infinite numbers, alone or in a sum.
    Positions(upstar_rules::Sum),
    /// A loopy game that equals no short game.
    Loopy(Arc<Loopy>),
    /// A part of a loopy game, with labels of the games around it.
    Part(Arc<Part>),
    /// `...` among the options of a game: the sequence before it goes on.
    Ellipsis,
}

/// A part of a game with labels of the games around it, or a game of which a side is no stopper:
/// its two sides.
#[derive(Clone, Debug)]
pub struct Part {
    pub(crate) on: Graph,
    pub(crate) off: Graph,
}

/// A list of values. How deep lists are nested is bounded, so that they can be
/// copied, printed and dropped by plain recursion.
#[derive(Clone, Debug, Default)]
pub struct List {
    items: Vec<Value>,
    depth: usize,
}

/// How deep lists may be nested in each other.
pub(crate) const MOST_LIST_DEPTH: usize = 50;

impl List {
    /// A list of `items`; `None` if that would nest lists too deep.
    pub(crate) fn new(items: Vec<Value>) -> Option<Self> {
        let inner = items.iter().map(|item| match item {
            Value::List(list) => list.depth,
            _ => 0,
        });
        let depth = inner.max().unwrap_or(0) + 1;
        (depth <= MOST_LIST_DEPTH).then_some(List { items, depth })
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.items
    }
}

impl Value {
    /// What kind of value it is, with an article: for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Number(number) if number.is_integer() => "an integer",
            Value::Number(_) => "a number",
            Value::Game(_) | Value::Sum(_) => "a game",
            Value::Form(_) => "a form",
            Value::Boolean(_) => "a truth value",
            Value::List(_) => "a list",
            Value::Set(_) | Value::Games(_) => "a set",
            Value::Text(_) => "a text",
            Value::Ruleset(_) => "a game without a position",
            Value::Player(_) => "a player",
            Value::Outcome(_) => "an outcome",
            Value::Relation(_) => "a relation",
            Value::Thermograph(_) => "a thermograph",
            Value::Trajectory(_) => "a wall of a thermograph",
            Value::UptimalExpansion(_) => "an uptimal expansion",
            Value::Surreal(number) if number.to_ordinal().is_some() => "an ordinal",
            Value::Surreal(_) => "a surreal number",
            Value::Infinity { .. } => "an infinity",
            Value::Root(_) => "an irrational number",
            Value::Nimber(_) => "a nimber",
            Value::Positions(positions) if positions.is_single() => "a position",
            Value::Positions(_) => "a sum of positions",
            Value::Loopy(_) => "a loopy game",
            Value::Part(part) if part.on.unbound().is_none() => "a loopy game without stoppers",
            Value::Part(_) => "a part of a loopy game",
            Value::Ellipsis => "`...`",
        }
    }
}
