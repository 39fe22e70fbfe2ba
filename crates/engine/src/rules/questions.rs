//! What engines answer, the type of the ruleset forgotten.

use std::sync::Arc;

use upstar_core::{Budget, GrundyValue, Outcome, Player, Run};
use upstar_values::{Id, StopsAndWalls};

use super::AnyPosition;
use crate::outcome::Searched;
use crate::{
    Bounds, Convention, Engine, Negated, PositionResult, Result, Ruleset, SolveOptions, Store,
    Stored, StrategyRows, TierMoves, TierStore,
};

/// Declares questions about positions behind a pointer, and their answers by the engine that is compiled
/// for one type of positions. In an answer, `rules` are the rules of that type.
macro_rules! questions {
    ($(#[$about:meta])* $name:ident($rules:ident) {
        $($(#[$doc:meta])* fn $question:ident($($argument:ident: $type:ty),*) -> $answer:ty
            $body:block)*
    }) => {
        $(#[$about])*
        pub(crate) trait $name: Send + Sync {
            $($(#[$doc])* fn $question(&self, $($argument: $type),*) -> $answer;)*
        }

        impl<R: Ruleset + ?Sized> $name for Engined<R> {
            $(fn $question(&self, $($argument: $type),*) -> $answer {
                let $rules = &*self.0;
                $body
            })*
        }
    };
}

/// A ruleset with the engine that is compiled for its type.
pub(super) struct Engined<R: ?Sized>(pub(super) Arc<R>);

/// The positions of a sum, by their own type.
fn typed<R: Ruleset + ?Sized>(sum: &Searched<'_, AnyPosition>) -> Vec<(R::Position, Negated)> {
    let typed =
        |(at, negated): &(AnyPosition, Negated)| (at.get::<R::Position>().clone(), *negated);
    sum.positions.iter().map(typed).collect()
}

type Sum<'a> = Searched<'a, AnyPosition>;
type At = AnyPosition;

questions! {
/// The questions whose time goes into the search for values and winners.
Questions(rules) {
    /// Who wins a sum of positions and values, by search; see [`Engine::winners`].
    fn winners(sum: &Sum<'_>, engine: &Engine<'_>, first: &[Player], budget: &Budget)
        -> Result<Vec<Player>>
    {
        let positions = &typed::<R>(sum);
        let sum = Searched { positions, values: sum.values, convention: sum.convention };
        engine.winners(rules, &sum, first, budget)
    }

    fn outcome(at: &At, engine: &Engine<'_>, convention: Convention, budget: &Budget)
        -> Result<Outcome>
    {
        engine.outcome(rules, at.get(), convention, budget)
    }

    fn grundy(at: &At, engine: &Engine<'_>, budget: &Budget) -> Result<GrundyValue> {
        engine.grundy(rules, at.get(), budget)
    }

    fn value(at: &At, engine: &Engine<'_>, budget: &Budget) -> Result<Id> {
        engine.value(rules, at.get(), budget)
    }

    /// The value, if play from this position ends; see [`Engine::ending_value`].
    fn ending_value(at: &At, engine: &Engine<'_>, budget: &Budget) -> Result<Option<Id>> {
        engine.ending_value(rules, at.get(), budget)
    }

    fn stops_and_walls(at: &At, engine: &Engine<'_>, budget: &Budget) -> Result<StopsAndWalls> {
        engine.stops_and_walls(rules, at.get(), budget)
    }

    /// Who wins a sum, and how; see [`Engine::strategy`].
    fn strategy(
        sum: &Sum<'_>, engine: &Engine<'_>, first: Player, most_moves: u32, budget: &Budget
    ) -> Result<(Player, StrategyRows)> {
        let positions = &typed::<R>(sum);
        let sum = Searched { positions, values: sum.values, convention: sum.convention };
        engine.strategy(rules, &sum, first, most_moves, budget)
    }

    fn bounds(at: &At, engine: &Engine<'_>, budget: &Budget) -> Result<Run<Bounds>> {
        engine.bounds(rules, at.get(), budget)
    }

    fn load(engine: &Engine<'_>, store: &dyn Store, budget: &Budget) -> Result<Stored> {
        crate::store::load(rules, engine, store, budget)
    }

    fn save(engine: &Engine<'_>, store: &mut dyn Store, stored: &mut Stored) -> Result {
        crate::store::save(rules, engine, store, stored)
    }
}}

questions! {
/// Questions about all positions, tier by tier.
TierQuestions(rules) {
    fn solve(at: &At, options: SolveOptions, store: &mut dyn TierStore, budget: &Budget) -> Result {
        crate::solve::solve(rules, at.get(), options, store, budget)
    }

    fn look_up(at: &At, player: Player, options: SolveOptions, store: &dyn TierStore)
        -> Result<Option<PositionResult>>
    {
        crate::solve::look_up(rules, at.get(), player, options, store)
    }

    fn tier_moves() -> Box<dyn TierMoves + '_> {
        crate::solve::tier_moves(rules)
    }
}}
