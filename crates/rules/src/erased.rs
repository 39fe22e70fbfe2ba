//! Rulesets and positions whose types are erased.
//!
//! The engine is compiled once for each type of ruleset. That is worth it where positions are
//! compact and the engine's own work counts; for all other games one copy of the engine serves,
//! which works on positions behind a pointer.

use std::any::{Any, TypeId};
use std::cmp::Ordering;
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::fast::FixedState;
use upstar_core::{Budget, Player};
use upstar_values::Rational;

use crate::{
    Class, Convention, Entailed, GraphForm, Known, Negated, Notation, Picture, RuleError, Ruleset,
};

/// What a position behind a pointer can do.
trait Object: Any + Debug + Send + Sync {
    /// The order among positions of one type; the types in any order.
    fn order(&self, other: &dyn Object) -> Ordering;
}

impl<P: Ord + Debug + Send + Sync + 'static> Object for P {
    fn order(&self, other: &dyn Object) -> Ordering {
        let other: &dyn Any = other;
        match other.downcast_ref::<P>() {
            Some(other) => self.cmp(other),
            None => TypeId::of::<P>().cmp(&other.type_id()),
        }
    }
}

/// A position of some type. Copies share it.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    hash: u64,
    object: Arc<dyn Object>,
}

impl Position {
    fn new<P: Ord + Hash + Debug + Send + Sync + 'static>(position: P) -> Self {
        let hash = FixedState::with_seed(0x6572_6173_6564).hash_one(&position);
        Position { hash, object: Arc::new(position) }
    }

    fn get<P: 'static>(&self) -> &P {
        let object: &dyn Any = &*self.object;
        match object.downcast_ref() {
            Some(position) => position,
            None => unreachable!("a ruleset meets positions of its own"),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.object, &other.object) {
            return Ordering::Equal;
        }
        self.object.order(&*other.object)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// [`Ruleset`] and [`Notation`] for positions behind a pointer.
trait Rules: Send + Sync {
    fn class(&self) -> Class;
    fn options(
        &self,
        position: &Position,
        player: Player,
        out: &mut Vec<Position>,
    ) -> Result<(), RuleError>;
    fn components(&self, position: &Position, out: &mut Vec<Position>) -> Result<(), RuleError>;
    fn normalize(&self, position: Position) -> (Position, Negated);
    fn known(&self, position: &Position, convention: Convention) -> Option<Known>;
    fn number(&self, position: &Position) -> Option<Rational>;
    fn entailed(&self, position: &Position, budget: &Budget)
    -> Option<Result<Entailed, RuleError>>;
    fn entailed_misere(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Option<Result<bool, RuleError>>;
    fn bytes(&self, position: &Position) -> usize;
    fn name(&self) -> &'static str;
    fn write(&self, position: &Position) -> String;
    fn parse(&self, text: &str) -> Result<Position, RuleError>;
    fn call(&self, position: &Position) -> String;
    fn letter(&self, player: Player) -> char;
    fn parameters(&self) -> String;
    fn version(&self) -> u32;
    fn encode(&self, position: &Position) -> Vec<u8>;
    fn decode(&self, bytes: &[u8]) -> Option<Position>;
    fn board(&self, position: &Position) -> Option<Vec<String>>;
    fn picture(&self, position: &Position) -> Picture;
    fn heap_code(&self) -> Option<upstar_heaps::Code>;
    fn graph_form(&self) -> GraphForm;
}

impl<R: Notation> Rules for R {
    fn class(&self) -> Class {
        Ruleset::class(self)
    }

    fn options(
        &self,
        position: &Position,
        player: Player,
        out: &mut Vec<Position>,
    ) -> Result<(), RuleError> {
        let mut options = Vec::new();
        Ruleset::options(self, position.get(), player, &mut options)?;
        out.extend(options.into_iter().map(Position::new));
        Ok(())
    }

    fn components(&self, position: &Position, out: &mut Vec<Position>) -> Result<(), RuleError> {
        let whole: &R::Position = position.get();
        let mut components = Vec::new();
        Ruleset::components(self, whole, &mut components)?;
        if let [only] = &components[..]
            && only == whole
        {
            out.push(position.clone());
        } else {
            out.extend(components.into_iter().map(Position::new));
        }
        Ok(())
    }

    fn normalize(&self, position: Position) -> (Position, Negated) {
        let this: &R::Position = position.get();
        let (representative, negated) = Ruleset::normalize(self, this.clone());
        if representative == *this {
            return (position, negated);
        }
        (Position::new(representative), negated)
    }

    fn known(&self, position: &Position, convention: Convention) -> Option<Known> {
        Ruleset::known(self, position.get(), convention)
    }

    fn number(&self, position: &Position) -> Option<Rational> {
        Ruleset::number(self, position.get())
    }

    fn entailed(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Option<Result<Entailed, RuleError>> {
        Ruleset::entailed(self, position.get(), budget)
    }

    fn entailed_misere(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Option<Result<bool, RuleError>> {
        Ruleset::entailed_misere(self, position.get(), budget)
    }

    fn bytes(&self, position: &Position) -> usize {
        // The pointer with the hash, and the counters before the position.
        32 + Ruleset::bytes(self, position.get())
    }

    fn name(&self) -> &'static str {
        Notation::name(self)
    }

    fn write(&self, position: &Position) -> String {
        Notation::write(self, position.get())
    }

    fn parse(&self, text: &str) -> Result<Position, RuleError> {
        Notation::parse(self, text).map(Position::new)
    }

    fn call(&self, position: &Position) -> String {
        Notation::call(self, position.get())
    }

    fn letter(&self, player: Player) -> char {
        Notation::letter(self, player)
    }

    fn parameters(&self) -> String {
        Notation::parameters(self)
    }

    fn version(&self) -> u32 {
        Notation::version(self)
    }

    fn encode(&self, position: &Position) -> Vec<u8> {
        Notation::encode(self, position.get())
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        Notation::decode(self, bytes).map(Position::new)
    }

    fn board(&self, position: &Position) -> Option<Vec<String>> {
        Notation::board(self, position.get())
    }

    fn picture(&self, position: &Position) -> Picture {
        Notation::picture(self, position.get())
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        Notation::heap_code(self)
    }

    fn graph_form(&self) -> GraphForm {
        Notation::graph_form(self)
    }
}

/// A ruleset of some type.
pub(crate) struct Erased(Box<dyn Rules>);

impl Erased {
    /// A ruleset and one of its positions.
    pub(crate) fn new<R: Notation>(rules: R, position: R::Position) -> (Self, Position) {
        (Erased(Box::new(rules)), Position::new(position))
    }
}

impl Ruleset for Erased {
    type Position = Position;

    fn class(&self) -> Class {
        self.0.class()
    }

    fn options(
        &self,
        position: &Position,
        player: Player,
        out: &mut Vec<Position>,
    ) -> Result<(), RuleError> {
        self.0.options(position, player, out)
    }

    fn components(&self, position: &Position, out: &mut Vec<Position>) -> Result<(), RuleError> {
        self.0.components(position, out)
    }

    fn normalize(&self, position: Position) -> (Position, Negated) {
        self.0.normalize(position)
    }

    fn known(&self, position: &Position, convention: Convention) -> Option<Known> {
        self.0.known(position, convention)
    }

    fn number(&self, position: &Position) -> Option<Rational> {
        self.0.number(position)
    }

    fn entailed(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Option<Result<Entailed, RuleError>> {
        self.0.entailed(position, budget)
    }

    fn entailed_misere(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Option<Result<bool, RuleError>> {
        self.0.entailed_misere(position, budget)
    }

    fn bytes(&self, position: &Position) -> usize {
        self.0.bytes(position)
    }
}

impl Notation for Erased {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn write(&self, position: &Position) -> String {
        self.0.write(position)
    }

    fn parse(&self, text: &str) -> Result<Position, RuleError> {
        self.0.parse(text)
    }

    fn call(&self, position: &Position) -> String {
        self.0.call(position)
    }

    fn letter(&self, player: Player) -> char {
        self.0.letter(player)
    }

    fn parameters(&self) -> String {
        self.0.parameters()
    }

    fn version(&self) -> u32 {
        self.0.version()
    }

    fn encode(&self, position: &Position) -> Vec<u8> {
        self.0.encode(position)
    }

    fn decode(&self, bytes: &[u8]) -> Option<Position> {
        self.0.decode(bytes)
    }

    fn board(&self, position: &Position) -> Option<Vec<String>> {
        self.0.board(position)
    }

    fn picture(&self, position: &Position) -> Picture {
        self.0.picture(position)
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        self.0.heap_code()
    }

    fn graph_form(&self) -> GraphForm {
        self.0.graph_form()
    }
}
