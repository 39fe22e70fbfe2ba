//! The negative of a position: Left and Right change places.

use upstar_core::arcs::Colour;
use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Player, Run};
use upstar_values::{Id, StopsAndWalls};

use crate::{
    AnyGame, Bounds, Class, Convention, Engine, GraphForm, GraphOptions, GraphSink, GraphSize,
    Picture, RuleError, SinkError,
};

/// The position with Left and Right exchanged. The negative of a negative is the
/// position itself, and impartial games are their own negatives.
///
/// ```
/// use upstar_rules::{negative, parse_named};
///
/// let game = negative(parse_named("domineering(\"2x3\")")?);
/// assert_eq!(game.text(), "-domineering(\"...|...\")");
/// assert_eq!(negative(game).text(), "domineering(\"...|...\")");
/// # Ok::<(), upstar_rules::RuleError>(())
/// ```
#[must_use]
pub fn negative(game: Box<dyn AnyGame>) -> Box<dyn AnyGame> {
    if game.class().is_impartial() {
        return game;
    }
    match game.negative_of() {
        Some(game) => game,
        None => Box::new(Negative(game)),
    }
}

struct Negative(Box<dyn AnyGame>);

/// A sink that is told of blue arcs where the game has red ones.
struct Exchanged<'s>(&'s mut dyn GraphSink);

impl GraphSink for Exchanged<'_> {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        self.0.vertex(&format!("-{name}"))
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        let colour = match colour {
            Colour::Left => Colour::Right,
            Colour::Right => Colour::Left,
            Colour::Both => Colour::Both,
        };
        self.0.arc(from, to, colour)
    }

    fn no_options(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.0.no_options(vertex)
    }
}

impl AnyGame for Negative {
    fn ruleset(&self) -> &'static str {
        self.0.ruleset()
    }

    fn class(&self) -> Class {
        self.0.class()
    }

    fn text(&self) -> String {
        format!("-{}", self.0.text())
    }

    fn position(&self) -> String {
        format!("-{}", self.0.position())
    }

    fn parse(&self, position: &str) -> Result<Box<dyn AnyGame>, RuleError> {
        let positive = position.strip_prefix('-').ok_or_else(|| {
            RuleError::notation(position, 0..position.len(), "expected `-` and a position")
        })?;
        Ok(negative(self.0.parse(positive)?))
    }

    fn negative_of(&self) -> Option<Box<dyn AnyGame>> {
        Some(self.0.duplicate())
    }

    fn player(&self, name: &str) -> Result<Player, RuleError> {
        Ok(self.0.player(name)?.opponent())
    }

    fn options(&self, player: Player) -> Result<Vec<Box<dyn AnyGame>>, RuleError> {
        Ok(self.0.options(player.opponent())?.into_iter().map(negative).collect())
    }

    fn graph_form(&self) -> GraphForm {
        self.0.graph_form()
    }

    fn graph(
        &self,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize, RuleError> {
        let first = Some(options.first.unwrap_or(Player::Left).opponent());
        self.0.graph(GraphOptions { first, ..options }, &mut Exchanged(sink), budget)
    }

    fn board(&self) -> Option<Vec<String>> {
        self.0.board()
    }

    fn picture(&self) -> Picture {
        self.0.picture()
    }

    fn duplicate(&self) -> Box<dyn AnyGame> {
        Box::new(Negative(self.0.duplicate()))
    }

    fn outcome(
        &self,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome, RuleError> {
        let outcome = self.0.outcome(engine, convention, budget)?;
        let winner = |first: Player| outcome.winner(first.opponent()).map(Player::opponent);
        Ok(Outcome::from_winners(winner(Player::Left), winner(Player::Right)))
    }

    fn grundy(&self, engine: &Engine<'_>, budget: &Budget) -> Result<GrundyValue, RuleError> {
        self.0.grundy(engine, budget)
    }

    fn value(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Id, RuleError> {
        let value = self.0.value(engine, budget)?;
        Ok(engine.universe().worker(budget).neg(value)?)
    }

    fn stops_and_walls(
        &self,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls, RuleError> {
        let walls = self.0.stops_and_walls(engine, budget)?;
        Ok(walls.negative(&mut engine.universe().worker(budget))?)
    }

    fn bounds(&self, engine: &Engine<'_>, budget: &Budget) -> Result<Run<Bounds>, RuleError> {
        Ok(self.0.bounds(engine, budget)?.map(
            |Bounds { winners: [left, right], at_least, at_most }| Bounds {
                winners: [right, left].map(|winner| winner.map(Player::opponent)),
                at_least: at_most.map(|n| -n),
                at_most: at_least.map(|n| -n),
            },
        ))
    }

    fn loopy_nimber(&self, engine: &Engine<'_>, budget: &Budget) -> Result<LoopyNimber, RuleError> {
        self.0.loopy_nimber(engine, budget)
    }
}
