//! The values of expressions.

use std::sync::Arc;

use upstar_core::{LoopyNimber, Outcome, Player};
use upstar_engine::{Arguments, Game, RuleError, Rules};
use upstar_games::rules;
use upstar_misere::partizan::Universe;

use crate::ast::{Lambda, Program};
use crate::fail::{Fail, Result};
use crate::graph::Graph as Drawing;
use crate::map::{Entry, Map};
use crate::periods::Period;
use crate::quotient::{IntegerWeights, Quotient};
use upstar_stoppers::{Graph, Loopy};
use upstar_values::nimber::TransfiniteNimber;
use upstar_values::surreal::{RootReal, Surreal};
use upstar_values::{
    Form, FormalSum, Id, Rational, Relation, Thermograph, Trajectory, UptimalExpansion,
};

/// The value of an expression. Games belong to the universe of the
/// [`Session`](crate::Session) that made them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Value {
    /// A number.
    Number(Rational),
    /// A game that is not a number.
    Game(Id),
    /// A sum of games whose canonical form has not been needed yet.
    Sum(FormalSum),
    /// A form that is not simplified.
    Form(Form),
    /// A form in misère play, modulo a universe.
    PartizanMisere(Arc<MisereForm>),
    /// True or false.
    Boolean(bool),
    /// A list.
    List(List),
    /// A list of rows, shown as a table.
    Table(List),
    /// A set of games, in printed order, each once.
    Set(Vec<Id>),
    /// A set of values of which some are no short games: short games first, in printed order, then
    /// the others in the order of their texts.
    MixedSet(Vec<Value>),
    /// A map.
    Map(Arc<Map>),
    /// A key of a map and its value.
    Entry(Arc<Entry>),
    /// A text.
    Text(String),
    /// A ruleset, without a position.
    Ruleset(Ruleset),
    /// A function of values.
    Function(Arc<Function>),
    /// A graph.
    Graph(Arc<Drawing>),
    /// The period of a sequence.
    Period(Period),
    /// No value: the period of a sequence for which none was found.
    Nothing,
    /// Left or Right.
    Player(Player),
    /// An outcome.
    Outcome(Outcome),
    /// The result of comparing two games.
    Relation(Relation),
    /// A thermograph.
    Thermograph(Arc<Thermograph>),
    /// One wall of a thermograph.
    Trajectory(Trajectory),
    /// The uptimal expansion of a game.
    UptimalExpansion(UptimalExpansion),
    /// A surreal number that is not rational: infinite, infinitesimal, or both.
    Surreal(Surreal),
    /// `inf` or `-inf`, which are beyond all numbers and are not games.
    Infinity {
        /// Whether it is `-inf`.
        negative: bool,
    },
    /// An irrational real number.
    Root(RootReal),
    /// A nimber beyond the short games: of a large heap, or transfinite.
    Nimber(TransfiniteNimber),
    /// Positions of named games, stalks and infinite numbers, alone or in a sum.
    Positions(upstar_engine::Sum),
    /// A loopy game that equals no short game.
    Loopy(Arc<Loopy>),
    /// The value of a loopy impartial game: ∞ with the nimbers to which one can move.
    LoopyNimber(LoopyNimber),
    /// An impartial game in simplest form under misère play.
    Misere(upstar_misere::Form),
    /// The genus of an impartial game.
    Genus(Arc<Genus>),
    /// `Σ` among the options of a form in misère play.
    Tombstone,
    /// A misère quotient.
    Quotient(Arc<Quotient>),
    /// A misère quotient that is the group of the integers.
    Weights(Arc<IntegerWeights>),
    /// A part of a loopy game, with labels of the games around it.
    Part(Arc<LabelledPart>),
    /// `...` among the options of a game: the sequence before it goes on.
    Ellipsis,
}

/// A genus, and the notation for one game, which is shorter where the behaviour of the game is
/// known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    pub(crate) values: upstar_misere::Genus,
    pub(crate) text: String,
}

impl Genus {
    /// The values.
    #[must_use]
    pub fn values(&self) -> &upstar_misere::Genus {
        &self.values
    }
}

/// A part of a game with labels of the games around it: its two sides.
#[derive(Clone, Debug)]
pub struct LabelledPart {
    pub(crate) on: Graph,
    pub(crate) off: Graph,
    /// The moves as they were written, where they are known.
    pub(crate) form: Option<Graph>,
}

/// A list of values. The nesting of lists is bounded, so that plain recursion can copy, print and
/// drop them.
#[derive(Clone, Debug, Default)]
pub struct List {
    items: Vec<Value>,
    depth: usize,
    pair: bool,
}

/// The maximum depth to which lists and functions may be nested.
pub(crate) const MOST_LIST_DEPTH: usize = 50;

/// The depth of nested lists and functions in a value.
pub(crate) fn depth_of(value: &Value) -> usize {
    match value {
        Value::List(list) | Value::Table(list) => list.depth,
        Value::MixedSet(items) => items.iter().map(depth_of).max().unwrap_or(0) + 1,
        Value::Function(function) => function.depth(),
        Value::Map(map) => map.depth(),
        Value::Entry(entry) => entry.depth(),
        _ => 0,
    }
}

impl List {
    /// A list of `items`; `None` if lists would be nested too deeply.
    pub(crate) fn new(items: Vec<Value>) -> Option<Self> {
        let depth = items.iter().map(depth_of).max().unwrap_or(0) + 1;
        (depth <= MOST_LIST_DEPTH).then_some(List { items, depth, pair: false })
    }

    /// Items in parentheses: a cell of a board, a pair of heaps.
    pub(crate) fn pair(items: Vec<Value>) -> Option<Self> {
        List::new(items).map(|list| List { pair: true, ..list })
    }

    /// The items.
    #[must_use]
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// Whether it is written in parentheses: `(3,5)`.
    #[must_use]
    pub fn is_pair(&self) -> bool {
        self.pair
    }
}

impl Value {
    /// The kind of the value, with an article, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Number(number) if number.is_integer() => "an integer",
            Value::Number(_) => "a number",
            Value::Game(_) | Value::Sum(_) => "a game",
            Value::Form(_) => "a form",
            Value::PartizanMisere(_) => "a misère form",
            Value::Boolean(_) => "a truth value",
            Value::List(list) if list.is_pair() => "a pair",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Set(_) | Value::MixedSet(_) => "a set",
            Value::Map(_) => "a map",
            Value::Entry(_) => "an entry of a map",
            Value::Function(_) => "a function",
            Value::Graph(_) => "a graph",
            Value::Period(_) => "a period",
            Value::Nothing => "nothing",
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
            Value::Loopy(_) | Value::LoopyNimber(_) => "a loopy game",
            Value::Part(_) => "a part of a loopy game",
            Value::Misere(_) => "a misère form",
            Value::Genus(_) => "a genus",
            Value::Tombstone => "a tombstone",
            Value::Quotient(_) => "a misère quotient",
            Value::Weights(_) => "an infinite misère quotient",
            Value::Ellipsis => "`...`",
        }
    }
}

/// A function, with the values that the names around it had when it was made. Variables of the
/// session have their values at the time of the call.
#[derive(Clone, Debug)]
pub struct Function {
    pub(crate) lambda: Arc<Lambda>,
    /// Arguments of the functions around it and names of comprehensions.
    pub(crate) locals: Vec<(Arc<str>, Value)>,
    /// The line that contains it.
    pub(crate) line: u64,
    pub(crate) depth: usize,
}

impl Function {
    /// Its notation.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.lambda.text
    }

    /// The depth of nested functions and lists in the values that it captures.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Whether it can be called with this many arguments.
    pub(crate) fn takes(&self, count: usize) -> bool {
        let parameters = &self.lambda.parameters;
        let needed = parameters.iter().filter(|one| one.default.is_none()).count();
        (needed..=parameters.len()).contains(&count)
    }

    /// Whether one of its parameters has this name.
    pub(crate) fn has_argument(&self, name: &str) -> bool {
        self.lambda.parameters.iter().any(|one| &*one.name == name)
    }

    /// Its body, and the default values of its parameters.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &Program> {
        self.lambda.programs()
    }

    pub(crate) fn lambda(&self) -> &Lambda {
        &self.lambda
    }

    /// The value that a name of its body had around it.
    pub(crate) fn local(&self, name: &str) -> Option<&Value> {
        self.locals.iter().rev().find(|(local, _)| &**local == name).map(|(_, value)| value)
    }
}

/// A ruleset: a name, or the rules given by a name and parameters.
#[derive(Clone, Debug)]
pub struct Ruleset {
    pub(crate) name: String,
    /// The rules, if parameters are given.
    pub(crate) rules: Option<Rules>,
}

impl Value {
    /// The value of a variable: a game of functions takes its name.
    pub(crate) fn called(self, variable: &str) -> Value {
        match self {
            Value::Ruleset(Ruleset { name, rules: Some(rules) }) => {
                let rules = upstar_games::called(&rules, variable).unwrap_or(rules);
                Value::Ruleset(Ruleset { name, rules: Some(rules) })
            }
            other => other,
        }
    }
}

impl Ruleset {
    /// A game by its name alone.
    pub(crate) fn named(name: &str) -> Self {
        Ruleset { name: name.to_owned(), rules: None }
    }

    /// A game with its parameters.
    pub(crate) fn of(name: &str, rules: Rules) -> Self {
        Ruleset { name: name.to_owned(), rules: Some(rules) }
    }

    /// The rules; a name alone gives those without parameters.
    pub(crate) fn rules(&self) -> Result<Rules, RuleError> {
        match &self.rules {
            Some(rules) => Ok(rules.clone()),
            None => rules(&self.name, &Arguments::default()),
        }
    }

    /// The position with nothing on it, which is written as the game with these parameters is:
    /// `annihilation("a->b")`.
    pub(crate) fn empty_position(&self) -> Option<Game> {
        self.rules.as_ref()?.make(&Arguments::default()).ok()
    }

    /// The notation in which it can be typed.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.rules {
            Some(rules) => format!("{}({})", rules.name(), rules.parameters()),
            None => self.name.clone(),
        }
    }
}

/// A form that stands for a game modulo a universe: its simplest form, which may have tombstones.
/// Of one that is typed in, the universe is not known.
#[derive(Clone, Debug)]
pub struct MisereForm {
    pub(crate) universe: Option<Universe>,
    pub(crate) form: upstar_misere::partizan::Form,
}

impl MisereForm {
    /// The universe modulo which it is equal to the game; `None` if it was typed in.
    #[must_use]
    pub fn universe(&self) -> Option<Universe> {
        self.universe
    }

    /// The form.
    #[must_use]
    pub fn form(&self) -> &upstar_misere::partizan::Form {
        &self.form
    }
}

pub(crate) type Answer = Result<Value>;

#[cold]
#[inline(never)]
pub(crate) fn mismatch(what: &str, value: &Value) -> Fail {
    Fail::mismatch(format!("{what}, found {}", value.kind()))
}

/// A list of values.
pub(crate) fn list(items: Vec<Value>) -> Answer {
    List::new(items).map(Value::List).ok_or_else(too_deep)
}

pub(crate) fn too_deep() -> Fail {
    Fail::Limit(format!("lists can be nested at most {MOST_LIST_DEPTH} deep"))
}
