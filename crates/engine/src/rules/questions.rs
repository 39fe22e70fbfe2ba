//! What engines answer, the type of the ruleset forgotten.

use std::sync::Arc;

use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Player, Run};
use upstar_misere::Form;
use upstar_values::{Id, StopsAndWalls};

use super::AnyPosition;
use crate::graph::explore;
use crate::outcome::Searched;
use crate::{
    Bounds, Convention, Engine, GraphOptions, GraphSink, GraphSize, Negated, PositionResult,
    Result, Ruleset, SolveOptions, Store, Stored, StrategyRows, TierMoves, TierStore,
};

/// The questions whose time goes into the search for values and winners, as an engine answers them
/// that is compiled for one type of positions.
pub(crate) trait Questions: Send + Sync {
    /// Who wins a sum of positions and values, by search; see [`Engine::winners`].
    fn winners(
        &self,
        sum: &Searched<'_, AnyPosition>,
        engine: &Engine<'_>,
        first: &[Player],
        budget: &Budget,
    ) -> Result<Vec<Player>>;
    fn outcome(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome>;
    fn grundy(&self, at: &AnyPosition, engine: &Engine<'_>, budget: &Budget)
    -> Result<GrundyValue>;
    fn value(&self, at: &AnyPosition, engine: &Engine<'_>, budget: &Budget) -> Result<Id>;
    /// The value, if play from this position ends; see [`Engine::ending_value`].
    fn ending_value(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Option<Id>>;
    fn stops_and_walls(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls>;
    /// Who wins a sum, and how; see [`Engine::strategy`].
    fn strategy(
        &self,
        sum: &Searched<'_, AnyPosition>,
        engine: &Engine<'_>,
        first: Player,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<(Player, StrategyRows)>;
    fn bounds(&self, at: &AnyPosition, engine: &Engine<'_>, budget: &Budget)
    -> Result<Run<Bounds>>;
    fn load(&self, engine: &Engine<'_>, store: &dyn Store, budget: &Budget) -> Result<Stored>;
    fn save(&self, engine: &Engine<'_>, store: &mut dyn Store, stored: &mut Stored) -> Result;
}

/// The other questions: about all positions, or about moves.
pub(crate) trait Listing: Send + Sync {
    fn misere_form(&self, at: &AnyPosition, engine: &Engine<'_>, budget: &Budget) -> Result<Form>;
    fn loopy_nimber(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<LoopyNimber>;
    fn graph(
        &self,
        at: &AnyPosition,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize>;
    fn solve(
        &self,
        at: &AnyPosition,
        options: SolveOptions,
        store: &mut dyn TierStore,
        budget: &Budget,
    ) -> Result;
    fn look_up(
        &self,
        at: &AnyPosition,
        player: Player,
        options: SolveOptions,
        store: &dyn TierStore,
    ) -> Result<Option<PositionResult>>;
    fn tier_moves(&self) -> Box<dyn TierMoves + '_>;
}

/// The positions of a sum, by their own type.
fn typed<R: Ruleset + ?Sized>(sum: &Searched<'_, AnyPosition>) -> Vec<(R::Position, Negated)> {
    let typed =
        |(at, negated): &(AnyPosition, Negated)| (at.get::<R::Position>().clone(), *negated);
    sum.positions.iter().map(typed).collect()
}

/// A ruleset with the engine that is compiled for its type.
pub(super) struct Engined<R: ?Sized>(pub(super) Arc<R>);

impl<R: Ruleset + ?Sized> Questions for Engined<R> {
    fn winners(
        &self,
        sum: &Searched<'_, AnyPosition>,
        engine: &Engine<'_>,
        first: &[Player],
        budget: &Budget,
    ) -> Result<Vec<Player>> {
        let positions = typed::<R>(sum);
        let sum =
            Searched { positions: &positions, values: sum.values, convention: sum.convention };
        engine.winners(&*self.0, &sum, first, budget)
    }

    fn outcome(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Outcome> {
        engine.outcome(&*self.0, at.get(), convention, budget)
    }

    fn grundy(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<GrundyValue> {
        engine.grundy(&*self.0, at.get(), budget)
    }

    fn value(&self, at: &AnyPosition, engine: &Engine<'_>, budget: &Budget) -> Result<Id> {
        engine.value(&*self.0, at.get(), budget)
    }

    fn ending_value(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Option<Id>> {
        engine.ending_value(&*self.0, at.get(), budget)
    }

    fn stops_and_walls(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<StopsAndWalls> {
        engine.stops_and_walls(&*self.0, at.get(), budget)
    }

    fn strategy(
        &self,
        sum: &Searched<'_, AnyPosition>,
        engine: &Engine<'_>,
        first: Player,
        most_moves: u32,
        budget: &Budget,
    ) -> Result<(Player, StrategyRows)> {
        let positions = typed::<R>(sum);
        let sum =
            Searched { positions: &positions, values: sum.values, convention: sum.convention };
        engine.strategy(&*self.0, &sum, first, most_moves, budget)
    }

    fn bounds(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<Run<Bounds>> {
        engine.bounds(&*self.0, at.get(), budget)
    }

    fn load(&self, engine: &Engine<'_>, store: &dyn Store, budget: &Budget) -> Result<Stored> {
        crate::store::load(&*self.0, engine, store, budget)
    }

    fn save(&self, engine: &Engine<'_>, store: &mut dyn Store, stored: &mut Stored) -> Result {
        crate::store::save(&*self.0, engine, store, stored)
    }
}

impl<R: Ruleset + ?Sized> Listing for Engined<R> {
    fn misere_form(&self, at: &AnyPosition, engine: &Engine<'_>, budget: &Budget) -> Result<Form> {
        engine.misere_form(&*self.0, at.get(), budget)
    }

    fn loopy_nimber(
        &self,
        at: &AnyPosition,
        engine: &Engine<'_>,
        budget: &Budget,
    ) -> Result<LoopyNimber> {
        engine.loopy_nimber(&*self.0, at.get(), budget)
    }

    fn graph(
        &self,
        at: &AnyPosition,
        options: GraphOptions,
        sink: &mut dyn GraphSink,
        budget: &Budget,
    ) -> Result<GraphSize> {
        explore(&*self.0, at.get(), options, sink, budget)
    }

    fn solve(
        &self,
        at: &AnyPosition,
        options: SolveOptions,
        store: &mut dyn TierStore,
        budget: &Budget,
    ) -> Result {
        crate::solve::solve(&*self.0, at.get(), options, store, budget)
    }

    fn look_up(
        &self,
        at: &AnyPosition,
        player: Player,
        options: SolveOptions,
        store: &dyn TierStore,
    ) -> Result<Option<PositionResult>> {
        crate::solve::look_up(&*self.0, at.get(), player, options, store)
    }

    fn tier_moves(&self) -> Box<dyn TierMoves + '_> {
        crate::solve::tier_moves(&*self.0)
    }
}
