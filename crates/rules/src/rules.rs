//! Rulesets as values.
//!
//! The engine is compiled once for each type of ruleset. That is worth it where positions are
//! compact and the engine's own work counts ([`Rules::compiled`]); for all other games one copy
//! of the engine serves, which works on positions behind a pointer ([`Rules::new`]).

use std::any::{Any, TypeId};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::fast::FixedState;
use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Player, Run};
use upstar_values::{Id, Rational, StopsAndWalls};

use crate::graph::explore;
use crate::{
    Arguments, Bounds, Class, Convention, Engine, Entailed, Game, GraphForm, GraphOptions,
    GraphSink, GraphSize, Known, Negated, Picture, Position, RuleError, Ruleset, Store, Stored,
};

/// What a position behind a pointer can do.
trait AnyObject: Any + fmt::Debug + Send + Sync {
    /// The order among positions of one type; the types in any order.
    fn order(&self, other: &dyn AnyObject) -> Ordering;
    fn is_equal(&self, other: &dyn AnyObject) -> bool;
    fn bytes(&self) -> usize;
}

impl<P: Position> AnyObject for P {
    fn order(&self, other: &dyn AnyObject) -> Ordering {
        let any: &dyn Any = other;
        match any.downcast_ref::<P>() {
            Some(other) => Position::order(self, other),
            None => TypeId::of::<P>().cmp(&any.type_id()),
        }
    }

    fn is_equal(&self, other: &dyn AnyObject) -> bool {
        let any: &dyn Any = other;
        any.downcast_ref::<P>().is_some_and(|other| self == other)
    }

    fn bytes(&self) -> usize {
        Position::bytes(self)
    }
}

/// A position of some type. Copies share it.
#[derive(Clone)]
pub struct AnyPosition {
    hash: u64,
    object: Arc<dyn AnyObject>,
}

impl AnyPosition {
    /// A position, its type forgotten.
    pub fn new<P: Position>(position: P) -> Self {
        if let Some(same) = (&position as &dyn Any).downcast_ref::<AnyPosition>() {
            return same.clone();
        }
        let hash = FixedState::with_seed(0x6572_6173_6564).hash_one(&position);
        AnyPosition { hash, object: Arc::new(position) }
    }

    /// The position, if it is of this type.
    #[must_use]
    pub fn downcast<P: Position>(&self) -> Option<&P> {
        if let Some(same) = (self as &dyn Any).downcast_ref::<P>() {
            return Some(same);
        }
        let object: &dyn Any = &*self.object;
        object.downcast_ref()
    }

    fn get<P: Position>(&self) -> &P {
        match self.downcast() {
            Some(position) => position,
            None => unreachable!("a ruleset meets positions of its own"),
        }
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.object.fmt(f)
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && (Arc::ptr_eq(&self.object, &other.object) || self.object.is_equal(&*other.object))
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl Position for AnyPosition {
    fn order(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.object, &other.object) {
            return Ordering::Equal;
        }
        self.object.order(&*other.object)
    }

    fn bytes(&self) -> usize {
        // The pointer with the hash, and the counters before the position.
        32 + self.object.bytes()
    }
}

/// [`Ruleset`] for positions behind a pointer.
trait Object: Any + Send + Sync {
    fn name(&self) -> &str;
    fn class(&self) -> Class;
    fn options(&self, at: &AnyPosition, player: Player, out: &mut Vec<AnyPosition>) -> Done;
    fn components(&self, at: &AnyPosition, out: &mut Vec<AnyPosition>) -> Done;
    fn components_of_option(
        &self,
        at: &AnyPosition,
        option: &AnyPosition,
        out: &mut Vec<AnyPosition>,
    ) -> Done;
    fn parts_slowly(&self) -> bool;
    fn normalize(&self, at: AnyPosition) -> (AnyPosition, Negated);
    fn known(&self, at: &AnyPosition, convention: Convention) -> Option<Known>;
    fn number(&self, at: &AnyPosition) -> Option<Rational>;
    fn computed(&self, at: &AnyPosition, budget: &Budget)
    -> Result<Option<GrundyValue>, RuleError>;
    fn entailed(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Entailed, RuleError>>;
    fn entailed_misere(&self, at: &AnyPosition, budget: &Budget)
    -> Option<Result<bool, RuleError>>;
    fn position(&self, arguments: &Arguments) -> Result<AnyPosition, RuleError>;
    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game, RuleError>;
    fn write(&self, at: &AnyPosition) -> String;
    fn parse(&self, text: &str) -> Result<AnyPosition, RuleError>;
    fn parameters(&self) -> String;
    fn call(&self, at: &AnyPosition) -> String;
    fn letter(&self, player: Player) -> char;
    fn version(&self) -> u32;
    fn encode(&self, at: &AnyPosition) -> Vec<u8>;
    fn decode(&self, bytes: &[u8]) -> Option<AnyPosition>;
    fn bytes(&self, at: &AnyPosition) -> usize;
    fn board(&self, at: &AnyPosition) -> Option<Vec<String>>;
    fn picture(&self, at: &AnyPosition) -> Picture;
    fn heap_code(&self) -> Option<upstar_heaps::Code>;
    fn graph_form(&self) -> GraphForm;
    fn negative_of(&self) -> Option<&Rules>;
}

/// What lists positions gives.
pub(crate) type Done = Result<(), RuleError>;

/// Appends what `list` lists of one type, its type forgotten.
fn forgotten<P: Position>(
    out: &mut Vec<AnyPosition>,
    list: impl FnOnce(&mut Vec<P>) -> Done,
) -> Done {
    let mut found = Vec::new();
    list(&mut found)?;
    out.extend(found.into_iter().map(AnyPosition::new));
    Ok(())
}

/// The same of the parts of a position, which is often the only one.
fn parted<P: Position>(
    whole: &AnyPosition,
    out: &mut Vec<AnyPosition>,
    list: impl FnOnce(&mut Vec<P>) -> Done,
) -> Done {
    let mut found = Vec::new();
    list(&mut found)?;
    match &found[..] {
        [only] if only == whole.get::<P>() => out.push(whole.clone()),
        _ => out.extend(found.into_iter().map(AnyPosition::new)),
    }
    Ok(())
}

impl<R: Ruleset> Object for R {
    fn name(&self) -> &str {
        Ruleset::name(self)
    }

    fn class(&self) -> Class {
        Ruleset::class(self)
    }

    fn options(&self, at: &AnyPosition, player: Player, out: &mut Vec<AnyPosition>) -> Done {
        forgotten(out, |list| Ruleset::options(self, at.get(), player, list))
    }

    fn components(&self, at: &AnyPosition, out: &mut Vec<AnyPosition>) -> Done {
        parted(at, out, |list| Ruleset::components(self, at.get(), list))
    }

    fn components_of_option(
        &self,
        at: &AnyPosition,
        option: &AnyPosition,
        out: &mut Vec<AnyPosition>,
    ) -> Done {
        parted(option, out, |list| {
            Ruleset::components_of_option(self, at.get(), option.get(), list)
        })
    }

    fn parts_slowly(&self) -> bool {
        Ruleset::parts_slowly(self)
    }

    fn normalize(&self, at: AnyPosition) -> (AnyPosition, Negated) {
        let this: &R::Position = at.get();
        let (representative, negated) = Ruleset::normalize(self, this.clone());
        if representative == *this {
            return (at, negated);
        }
        (AnyPosition::new(representative), negated)
    }

    fn known(&self, at: &AnyPosition, convention: Convention) -> Option<Known> {
        Ruleset::known(self, at.get(), convention)
    }

    fn number(&self, at: &AnyPosition) -> Option<Rational> {
        Ruleset::number(self, at.get())
    }

    fn computed(
        &self,
        at: &AnyPosition,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, RuleError> {
        Ruleset::computed(self, at.get(), budget)
    }

    fn entailed(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Entailed, RuleError>> {
        Ruleset::entailed(self, at.get(), budget)
    }

    fn entailed_misere(
        &self,
        at: &AnyPosition,
        budget: &Budget,
    ) -> Option<Result<bool, RuleError>> {
        Ruleset::entailed_misere(self, at.get(), budget)
    }

    fn position(&self, arguments: &Arguments) -> Result<AnyPosition, RuleError> {
        Ruleset::position(self, arguments).map(AnyPosition::new)
    }

    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game, RuleError> {
        Ruleset::game(self, rules, arguments)
    }

    fn write(&self, at: &AnyPosition) -> String {
        Ruleset::write(self, at.get())
    }

    fn parse(&self, text: &str) -> Result<AnyPosition, RuleError> {
        Ruleset::parse(self, text).map(AnyPosition::new)
    }

    fn parameters(&self) -> String {
        Ruleset::parameters(self)
    }

    fn call(&self, at: &AnyPosition) -> String {
        Ruleset::call(self, at.get())
    }

    fn letter(&self, player: Player) -> char {
        Ruleset::letter(self, player)
    }

    fn version(&self) -> u32 {
        Ruleset::version(self)
    }

    fn encode(&self, at: &AnyPosition) -> Vec<u8> {
        Ruleset::encode(self, at.get())
    }

    fn decode(&self, bytes: &[u8]) -> Option<AnyPosition> {
        Ruleset::decode(self, bytes).map(AnyPosition::new)
    }

    fn bytes(&self, at: &AnyPosition) -> usize {
        // The pointer with the hash, and the counters before the position.
        32 + Ruleset::bytes(self, at.get())
    }

    fn board(&self, at: &AnyPosition) -> Option<Vec<String>> {
        Ruleset::board(self, at.get())
    }

    fn picture(&self, at: &AnyPosition) -> Picture {
        Ruleset::picture(self, at.get())
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        Ruleset::heap_code(self)
    }

    fn graph_form(&self) -> GraphForm {
        Ruleset::graph_form(self)
    }

    fn negative_of(&self) -> Option<&Rules> {
        Ruleset::negative_of(self)
    }
}

/// The questions that an engine answers, as compiled for one type of ruleset.
pub(crate) trait Questions {
    fn outcome(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError>;
    fn grundy(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<GrundyValue, RuleError>;
    fn value(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Id, RuleError>;
    fn stops_and_walls(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError>;
    fn bounds(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Run<Bounds>, RuleError>;
    fn loopy_nimber(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<LoopyNimber, RuleError>;
    fn graph(
        &self,
        at: &AnyPosition,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError>;
    fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError>;
    fn save(&self, engine: &Engine<'_>, store: &mut dyn Store, stored: &mut Stored) -> Done;
}

impl<R: Ruleset> Questions for R {
    fn outcome(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError> {
        engine.outcome(self, at.get(), convention, budget)
    }

    fn grundy(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<GrundyValue, RuleError> {
        engine.grundy(self, at.get(), budget)
    }

    fn value(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Id, RuleError> {
        engine.value(self, at.get(), budget)
    }

    fn stops_and_walls(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError> {
        engine.stops_and_walls(self, at.get(), budget)
    }

    fn bounds(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Run<Bounds>, RuleError> {
        engine.bounds(self, at.get(), budget)
    }

    fn loopy_nimber(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<LoopyNimber, RuleError> {
        engine.loopy_nimber(self, at.get(), budget)
    }

    fn graph(
        &self,
        at: &AnyPosition,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError> {
        explore(self, at.get(), options, sink, budget)
    }

    fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError> {
        crate::store::load(self, engine, store, budget)
    }

    fn save(&self, engine: &Engine<'_>, store: &mut dyn Store, stored: &mut Stored) -> Done {
        crate::store::save(self, engine, store, stored)
    }
}

/// A ruleset with its parameters, as a value: what [`find_game`](crate::find_game) gives, what
/// games of one's own become, and what negatives, variants and products are made of. Copies
/// share it.
///
/// It is a [`Ruleset`] itself, whose positions are of any type.
///
/// ```
/// use upstar_rules::{Arguments, rules};
///
/// let wythoff = rules("wythoff", &Arguments::default())?;
/// assert!(wythoff.class().is_impartial());
/// assert_eq!(wythoff.make(&Arguments::numbers(&[3, 5]))?.text(), "wythoff(3,5)");
/// assert_eq!(wythoff.read("3,5")?.text(), "wythoff(3,5)");
/// # Ok::<(), upstar_rules::RuleError>(())
/// ```
#[derive(Clone)]
pub struct Rules {
    object: Arc<dyn Object>,
    /// The engine that is compiled for this type of ruleset alone, if there is one.
    own: Option<fn(&dyn Object) -> &dyn Questions>,
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({} {})", self.object.name(), self.object.parameters())
    }
}

impl PartialEq for Rules {
    /// The same game with the same parameters.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.object, &other.object) || self.key() == other.key()
    }
}

impl Eq for Rules {}

impl Rules {
    /// Rules whose positions are searched by the copy of the engine that all such rules share, so
    /// that a new game costs little to compile.
    pub fn new<R: Ruleset>(ruleset: R) -> Self {
        Rules { object: Arc::new(ruleset), own: None }
    }

    /// Rules searched by an engine that is compiled for this type alone: up to several times
    /// faster where positions are compact, and seconds more to compile.
    pub fn compiled<R: Ruleset>(ruleset: R) -> Self {
        let own: fn(&dyn Object) -> &dyn Questions = |object| {
            let object: &dyn Any = object;
            match object.downcast_ref::<R>() {
                Some(ruleset) => ruleset,
                None => unreachable!("made from this type"),
            }
        };
        Rules { object: Arc::new(ruleset), own: Some(own) }
    }

    pub(crate) fn questions(&self) -> &dyn Questions {
        match self.own {
            Some(own) => own(&*self.object),
            None => self,
        }
    }

    /// The ruleset, if it is of this type.
    #[must_use]
    pub fn downcast<R: Ruleset>(&self) -> Option<&R> {
        let object: &dyn Any = &*self.object;
        object.downcast_ref()
    }

    /// The name of the game, in lower case: `wythoff`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.object.name()
    }

    /// Impartial or partizan, loop-free or loopy, with entailing moves or without.
    #[must_use]
    pub fn class(&self) -> Class {
        self.object.class()
    }

    /// The parameters as they are written, `"0.77"`; empty if there are none.
    #[must_use]
    pub fn parameters(&self) -> String {
        self.object.parameters()
    }

    /// What tells rulesets apart in a store: the name, version and parameters.
    #[must_use]
    pub fn key(&self) -> String {
        crate::store::ruleset_key(self)
    }

    /// The code of the game, if it is one of taking from heaps and breaking them.
    #[must_use]
    pub fn heap_code(&self) -> Option<upstar_heaps::Code> {
        self.object.heap_code()
    }

    /// The form of graph that positions usually have.
    #[must_use]
    pub fn graph_form(&self) -> GraphForm {
        self.object.graph_form()
    }

    /// A position of these rules, of the type of their positions.
    #[must_use]
    pub fn at<P: Position>(&self, position: P) -> Game {
        Game::from_parts(self.clone(), AnyPosition::new(position))
    }

    /// A game from typed arguments: numbers, lists, a board.
    ///
    /// # Errors
    /// [`RuleError::Argument`] that says which argument is wrong, and what would be right.
    pub fn make(&self, arguments: &Arguments) -> Result<Game, RuleError> {
        self.object.game(self, arguments)
    }

    /// A position from its text, as [`Game::position_text`] writes it.
    ///
    /// # Errors
    /// [`RuleError::Notation`] with the place of the fault.
    pub fn read(&self, text: &str) -> Result<Game, RuleError> {
        Ok(self.at(self.object.parse(text)?))
    }

    /// Reads what is stored of these rules into the engine's tables.
    ///
    /// # Errors
    /// What the store fails with.
    pub fn load(
        &self,
        engine: &Engine<'_>,
        store: &dyn Store,
        budget: &Budget,
    ) -> Result<Stored, RuleError> {
        self.questions().load(engine, store, budget)
    }

    /// Saves what the engine knows of these rules and the store does not.
    ///
    /// # Errors
    /// As [`Rules::load`].
    pub fn save(
        &self,
        engine: &Engine<'_>,
        store: &mut dyn Store,
        stored: &mut Stored,
    ) -> Result<(), RuleError> {
        self.questions().save(engine, store, stored)
    }

    /// The player that `name` stands for: `L`, `Left`, `R`, `Right`, or the
    /// letters of the game (`B` and `P` for the bandit and the policeman).
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] if it stands for nobody.
    pub fn player(&self, name: &str) -> Result<Player, RuleError> {
        let letters = Player::BOTH.map(|player| self.object.letter(player));
        for (player, letter) in Player::BOTH.into_iter().zip(letters) {
            let mut utf8 = [0; 4];
            if name.eq_ignore_ascii_case(letter.encode_utf8(&mut utf8))
                || name.eq_ignore_ascii_case(&player.to_string())
            {
                return Ok(player);
            }
        }
        Err(RuleError::NotApplicable(format!(
            "`{}` is no player of {}; expected {} or {}",
            name.chars().take(20).collect::<String>(),
            self.name(),
            letters[0],
            letters[1]
        )))
    }
}

impl Ruleset for Rules {
    type Position = AnyPosition;

    fn name(&self) -> &str {
        self.object.name()
    }

    fn class(&self) -> Class {
        self.object.class()
    }

    fn options(&self, at: &AnyPosition, player: Player, out: &mut Vec<AnyPosition>) -> Done {
        self.object.options(at, player, out)
    }

    fn components(&self, at: &AnyPosition, out: &mut Vec<AnyPosition>) -> Done {
        self.object.components(at, out)
    }

    fn components_of_option(
        &self,
        at: &AnyPosition,
        option: &AnyPosition,
        out: &mut Vec<AnyPosition>,
    ) -> Done {
        self.object.components_of_option(at, option, out)
    }

    fn parts_slowly(&self) -> bool {
        self.object.parts_slowly()
    }

    fn normalize(&self, at: AnyPosition) -> (AnyPosition, Negated) {
        self.object.normalize(at)
    }

    fn known(&self, at: &AnyPosition, convention: Convention) -> Option<Known> {
        self.object.known(at, convention)
    }

    fn number(&self, at: &AnyPosition) -> Option<Rational> {
        self.object.number(at)
    }

    fn computed(
        &self,
        at: &AnyPosition,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, RuleError> {
        self.object.computed(at, budget)
    }

    fn entailed(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Entailed, RuleError>> {
        self.object.entailed(at, budget)
    }

    fn entailed_misere(
        &self,
        at: &AnyPosition,
        budget: &Budget,
    ) -> Option<Result<bool, RuleError>> {
        self.object.entailed_misere(at, budget)
    }

    fn position(&self, arguments: &Arguments) -> Result<AnyPosition, RuleError> {
        self.object.position(arguments)
    }

    fn game(&self, _: &Rules, arguments: &Arguments) -> Result<Game, RuleError> {
        self.make(arguments)
    }

    fn write(&self, at: &AnyPosition) -> String {
        self.object.write(at)
    }

    fn parse(&self, text: &str) -> Result<AnyPosition, RuleError> {
        self.object.parse(text)
    }

    fn parameters(&self) -> String {
        self.object.parameters()
    }

    fn call(&self, at: &AnyPosition) -> String {
        self.object.call(at)
    }

    fn letter(&self, player: Player) -> char {
        self.object.letter(player)
    }

    fn version(&self) -> u32 {
        self.object.version()
    }

    fn encode(&self, at: &AnyPosition) -> Vec<u8> {
        self.object.encode(at)
    }

    fn decode(&self, bytes: &[u8]) -> Option<AnyPosition> {
        self.object.decode(bytes)
    }

    fn bytes(&self, at: &AnyPosition) -> usize {
        self.object.bytes(at)
    }

    fn board(&self, at: &AnyPosition) -> Option<Vec<String>> {
        self.object.board(at)
    }

    fn picture(&self, at: &AnyPosition) -> Picture {
        self.object.picture(at)
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        self.object.heap_code()
    }

    fn graph_form(&self) -> GraphForm {
        self.object.graph_form()
    }

    fn negative_of(&self) -> Option<&Rules> {
        self.object.negative_of()
    }
}
