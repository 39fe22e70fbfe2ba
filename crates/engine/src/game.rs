//! A game: rules and a position.

use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};

use upstar_core::{Budget, GrundyValue, Lease, LoopyNimber, Outcome, Player, Run};
use upstar_misere::Form;
use upstar_values::StopsAndWalls;

use crate::AnyPosition;
use crate::graph::explore;
use crate::sum::compound;
use crate::{
    Bounds, Class, Convention, Engine, Entailed, Fact, GraphForm, GraphOptions, GraphSink,
    GraphSize, Negated, Options, Picture, Position, Result, RuleError, Rules, Ruleset, SmallBoard,
};

/// A game: a position and the rules by which it is played.
///
/// Two games are equal if their rules have the same name and parameters and their positions are
/// the same. Copies share both.
///
/// ```
/// use upstar_core::Player;
/// use upstar_games::parse_game;
///
/// let game = parse_game("subtract_square(5)")?;
/// let options = game.options(Player::Left)?;
/// let options: Vec<String> = options.iter().map(|option| option.text()).collect();
/// assert_eq!(options, ["subtract_square(1)", "subtract_square(4)"]);
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    position: AnyPosition,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl Game {
    /// A position of a ruleset; see [`Rules::new`].
    pub fn new<R: Ruleset>(ruleset: R, position: R::Position) -> Self {
        Rules::new(ruleset).at(position)
    }

    /// A position of a ruleset on small boards; see [`Rules::on_small_boards`].
    pub fn on_small_board<R>(ruleset: R, position: SmallBoard) -> Self
    where
        R: Ruleset<Position = SmallBoard>,
    {
        Rules::on_small_boards(ruleset).at(position)
    }

    pub(crate) fn from_parts(rules: Rules, position: AnyPosition) -> Self {
        Game { rules, position }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position, if it is of this type.
    #[must_use]
    pub fn position<P: Position>(&self) -> Option<&P> {
        self.position.downcast()
    }

    pub(crate) fn any_position(&self) -> &AnyPosition {
        &self.position
    }

    /// Another position of the same rules.
    pub(crate) fn beside(&self, position: AnyPosition) -> Game {
        Game { rules: self.rules.clone(), position }
    }

    /// The name of the game, in lower case: `wythoff`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.rules.name()
    }

    /// Impartial or partizan, loop-free or loopy, with entailing moves or without.
    #[must_use]
    pub fn class(&self) -> Class {
        self.rules.class()
    }

    /// The position with the name of the game, as `upstar_games::parse_game`
    /// reads it: `wythoff(20,20)`.
    #[must_use]
    pub fn text(&self) -> String {
        self.rules.call(&self.position)
    }

    /// The position with the name of the game, whatever board it is a part of; see
    /// [`Ruleset::spell`].
    #[must_use]
    pub fn spelled(&self) -> String {
        self.rules.spell(&self.position)
    }

    /// The position without the name of the game, as the vertices of graphs are
    /// named: `20,20`.
    #[must_use]
    pub fn position_text(&self) -> String {
        self.rules.write(&self.position)
    }

    /// The options of `player`, in the order of [`Ruleset::order`], without repeats.
    ///
    /// # Errors
    /// [`RuleError::TooLarge`] if there are too many to list.
    pub fn options(&self, player: Player) -> Result<Vec<Game>> {
        self.options_within(player, &Budget::unlimited())
    }

    /// The same within a budget.
    ///
    /// # Errors
    /// As [`Game::options`]; a used-up budget.
    pub fn options_within(&self, player: Player, budget: &Budget) -> Result<Vec<Game>> {
        let mut options = Options::within(budget);
        options.list(&*self.rules, &self.position, player)?;
        // The games stand beside the list for a moment.
        let _games = Lease::of(budget, (options.len() * size_of::<Game>()) as u64)?;
        options.sort_unstable_by(|one, other| self.rules.order(one, other));
        options.dedup();
        Ok(options.into_iter().map(|position| self.beside(position)).collect())
    }

    /// Steps that finding the options takes besides those for each of them.
    pub(crate) fn step_cost(&self) -> u64 {
        self.rules.step_cost(&self.position)
    }

    /// The options of which a fact is true, in the order of [`Ruleset::order`], without repeats,
    /// where a theorem finds them without listing all; see [`Ruleset::options_with`].
    ///
    /// # Errors
    /// As [`Ruleset::options_with`].
    pub fn options_with(
        &self,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Vec<Game>>> {
        let mut options = Options::within(budget);
        let (rules, at) = (&self.rules, &self.position);
        if !rules.options_with(at, fact, convention, budget, &mut options)? {
            return Ok(None);
        }
        options.check()?;
        options.sort_unstable_by(|one, other| self.rules.order(one, other));
        options.dedup();
        Ok(Some(options.into_iter().map(|position| self.beside(position)).collect()))
    }

    /// Independent summands, in normal play; such without moves may be left out.
    ///
    /// # Errors
    /// As [`Game::options`].
    pub fn components(&self) -> Result<Vec<Game>> {
        let mut parts = Vec::new();
        self.rules.components(&self.position, &mut parts)?;
        Ok(parts.into_iter().map(|part| self.beside(part)).collect())
    }

    /// A representative under the symmetries of the rules, and whether Left and Right
    /// change places on the way.
    #[must_use]
    pub fn normalized(&self) -> (Game, Negated) {
        let (position, negated) = self.rules.normalize(self.position.clone());
        (self.beside(position), negated)
    }

    /// The game of which this is the [negative](Game::negative), if it is one.
    #[must_use]
    pub fn negative_of(&self) -> Option<Game> {
        let rules = self.rules.negative_of()?.clone();
        Some(Game { rules, position: self.position.clone() })
    }

    /// The game with Left and Right exchanged. The negative of a negative is the game itself, and
    /// impartial games are their own negatives.
    ///
    /// ```
    /// let game = upstar_games::parse_game("domineering(\"2x3\")")?.negative();
    /// assert_eq!(game.text(), "-domineering(\"...|...\")");
    /// assert_eq!(game.negative().text(), "domineering(\"...|...\")");
    /// # Ok::<(), upstar_engine::RuleError>(())
    /// ```
    #[must_use]
    pub fn negative(&self) -> Game {
        Game { rules: self.rules.negative(), position: self.position.clone() }
    }

    /// The graph of all positions that can be reached, breadth first, piece by piece; the
    /// position itself is vertex 0.
    ///
    /// Without terminal results: a vertex without arcs is lost for whoever has to
    /// move there in normal play.
    ///
    /// # Errors
    /// A used-up budget, more than 2^32 - 1 positions, or what the sink fails with.
    pub fn graph(
        &self,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize> {
        explore(&*self.rules, &self.position, options, sink, budget)
    }

    /// The form of graph that this game usually has.
    #[must_use]
    pub fn graph_form(&self) -> GraphForm {
        self.rules.graph_form()
    }

    /// The rows of the board, if positions are boards.
    #[must_use]
    pub fn board(&self) -> Option<Vec<String>> {
        self.rules.board(&self.position)
    }

    /// Whether this is a board of free cells on which nobody can move, as the boards that are
    /// given by their size are in games that are played with men.
    #[must_use]
    pub fn is_bare_board(&self) -> bool {
        let free = |rows: Vec<String>| {
            rows.iter().all(|row| row.bytes().all(|cell| cell == b'.'))
                && rows.iter().map(String::len).sum::<usize>() > 1
        };
        // A list that is too long is not empty.
        let budget = Budget::unlimited().with_bytes(1 << 20);
        let stuck =
            |player| self.options_within(player, &budget).is_ok_and(|options| options.is_empty());
        self.board().is_some_and(free) && Player::BOTH.into_iter().all(stuck)
    }

    /// What there is to see of the position.
    #[must_use]
    pub fn picture(&self) -> Picture {
        self.rules.picture(&self.position)
    }

    /// By which convention it is played if `asked` is requested: rules of misère play are played in
    /// no other.
    #[must_use]
    pub fn convention(&self, asked: Convention) -> Convention {
        match self.rules.convention() {
            Convention::Misere => Convention::Misere,
            Convention::Normal => asked,
        }
    }

    /// Refuses positions in which both players may pass for nothing.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] of positions with a [`count`](Game::count).
    pub fn expect_moves(&self) -> Result {
        if self.count().is_none() {
            return Ok(());
        }
        Err(RuleError::NotApplicable(format!(
            "in {} both players may pass for nothing, so that a position has a mean, a temperature \
             and a thermograph, but is no game of normal play",
            self.name()
        )))
    }

    /// Refuses questions about values in rules of misère play, and where both players may pass.
    pub(crate) fn expect_value(&self) -> Result {
        self.expect_moves()?;
        match self.rules.convention() {
            Convention::Normal => Ok(()),
            Convention::Misere => Err(RuleError::NotApplicable(format!(
                "{} is played in misère play, as its rules say, and values are defined for normal \
                 play: ask for the outcome, the winning moves or, for an impartial game, the \
                 misère form",
                self.name()
            ))),
        }
    }

    /// The Left and Right options of all positions that can be reached from this one, as places in the
    /// list. Options come before what they are options of, so that the last entry is this position.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for loopy games and where a turn may go on after a move; a used-up
    /// budget.
    pub fn options_in_order(&self, budget: &Budget) -> Result<Vec<[Vec<u32>; 2]>> {
        if self.class().loopy || self.class().entailing {
            return Err(RuleError::NotApplicable(
                "the form of a game that can return to a position, or in which a turn may go on, is \
                 not a tree of options"
                    .to_owned(),
            ));
        }
        let mut places: HashMap<Game, u32> = HashMap::new();
        let mut list: Vec<[Vec<u32>; 2]> = Vec::new();
        let mut lease = Lease::new(budget);
        let mut ticker = budget.ticker();
        let mut stack = vec![(self.clone(), None::<[Vec<Game>; 2]>)];
        while let Some((game, listed)) = stack.pop() {
            if places.contains_key(&game) {
                continue;
            }
            if let Some(options) = listed {
                list.push(options.map(|side| side.iter().map(|option| places[option]).collect()));
                places.insert(game, list.len() as u32 - 1);
                continue;
            }
            let [left, right] = Player::BOTH.map(|player| game.options_within(player, budget));
            let options = [left?, right?];
            let below: Vec<Game> = options.iter().flatten().cloned().collect();
            ticker.tick(1 + below.len() as u64)?;
            // Each game is in the list, on the stack and in the map.
            lease.reserve(3 * (below.len() as u64 + 1) * Position::bytes(&game) as u64)?;
            stack.push((game, Some(options)));
            stack.extend(below.into_iter().map(|option| (option, None)));
        }
        Ok(list)
    }

    /// Who wins: one of the four outcomes where play ends, one of nine in loopy
    /// games. See [`Engine::outcome`].
    ///
    /// # Errors
    /// A used-up budget, or a position too large.
    pub fn outcome(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome> {
        self.expect_moves()?;
        let convention = self.convention(convention);
        if let Some(found) = compound::outcome(self, engine, convention, budget)? {
            return Ok(found);
        }
        match self.negative_of() {
            Some(positive) => Ok(positive.outcome(engine, convention, budget)?.negate()),
            None => self.rules.questions().outcome(&self.position, engine, convention, budget),
        }
    }

    /// The Grundy value, in impartial rulesets whose play ends.
    ///
    /// # Errors
    /// As [`Engine::grundy`].
    pub fn grundy(&self, engine: &Engine<'_>, budget: &Budget) -> Result<GrundyValue> {
        self.expect_value()?;
        self.rules.questions().grundy(&self.position, engine, budget)
    }

    /// The simplest form in misère play, in impartial rulesets whose play ends.
    ///
    /// # Errors
    /// As [`Engine::misere_form`].
    pub fn misere_form(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Form> {
        engine.misere_form(&*self.rules, &self.position, budget)
    }

    /// The stops and the thermograph, where there is a value; see [`Engine::stops_and_walls`].
    ///
    /// # Errors
    /// As [`Game::value`].
    pub fn stops_and_walls(&self, engine: &Engine<'_>, budget: &Budget) -> Result<StopsAndWalls> {
        self.expect_value()?;
        if let Some(positive) = self.negative_of() {
            let walls = positive.stops_and_walls(engine, budget)?;
            return Ok(walls.negative(&mut engine.universe().worker(budget))?);
        }
        if self.class().loopy {
            let value = self.value(engine, budget)?;
            return Ok(StopsAndWalls::of_value(&mut engine.universe().worker(budget), value)?);
        }
        self.rules.questions().stops_and_walls(&self.position, engine, budget)
    }

    /// The bounds of the value that play against integers gives; see [`Engine::bounds`].
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for games whose play need not end and for such with
    /// entailing moves.
    pub fn bounds(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Run<Bounds>> {
        self.expect_value()?;
        match self.negative_of() {
            Some(positive) => Ok(positive.bounds(engine, budget)?.map(Bounds::negative)),
            None => self.rules.questions().bounds(&self.position, engine, budget),
        }
    }

    /// The points that Left has more if nobody moves any more, in games that are over when both
    /// players pass. See [`Ruleset::count`].
    #[must_use]
    pub fn count(&self) -> Option<i64> {
        match self.negative_of() {
            Some(positive) => positive.count().map(|count| -count),
            None => self.rules.count(&self.position),
        }
    }

    /// The position by territory and by area, in games of territory. See [`Ruleset::scorings`].
    #[must_use]
    pub fn scorings(&self) -> Option<[Game; 2]> {
        match self.negative_of() {
            Some(positive) => Some(positive.scorings()?.map(|game| game.negative())),
            None => {
                let by = |rules| Game { rules, position: self.position.clone() };
                Some(self.rules.scorings()?.map(by))
            }
        }
    }

    /// The value, in games with entailing moves only. See [`Ruleset::entailed`].
    #[must_use]
    pub fn entailed(&self, budget: &Budget) -> Option<Result<Entailed>> {
        self.rules.entailed(&self.position, budget)
    }

    /// The positions that one move leads to after which the same player must move again.
    ///
    /// # Errors
    /// As [`Game::options`].
    pub(crate) fn entailing_moves(&self) -> Result<Vec<Game>> {
        let mut found = Vec::new();
        self.rules.entailing_moves(&self.position, &mut found)?;
        found.sort_unstable_by(|one, other| self.rules.order(one, other));
        found.dedup();
        Ok(found.into_iter().map(|position| self.beside(position)).collect())
    }

    /// The loopy nimber, in impartial rulesets.
    ///
    /// # Errors
    /// As [`Engine::loopy_nimber`].
    pub fn loopy_nimber(&self, engine: &Engine<'_>, budget: &Budget) -> Result<LoopyNimber> {
        self.expect_value()?;
        engine.loopy_nimber(&*self.rules, &self.position, budget)
    }
}
