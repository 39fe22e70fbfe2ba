//! Rulesets for positions behind a pointer.

use std::cmp::Ordering;
use std::sync::Arc;

use upstar_core::{Budget, Outcome, Player, Ticker};
use upstar_values::Rational;

use super::{AnyPosition, Typed};
use crate::{
    Arguments, BoardRows, Class, Convention, Entailed, Fact, Game, GraphForm, Known, Negated,
    Options, Picture, Position, Result, Rules, Ruleset, StaticBounds, WinnerSearch,
};

/// Appends the parts of a position, their type forgotten; the position is often the only one.
fn parted<P: Position>(
    whole: &AnyPosition,
    out: &mut Vec<AnyPosition>,
    list: impl FnOnce(&mut Vec<P>) -> Result,
) -> Result {
    let mut found = Vec::new();
    list(&mut found)?;
    match &found[..] {
        [only] if only == whole.get::<P>() => out.push(whole.clone()),
        _ => out.extend(found.into_iter().map(AnyPosition::new)),
    }
    Ok(())
}

/// A search for positions of some type, for positions behind a pointer.
struct ErasedSearch<P>(Box<dyn WinnerSearch<P>>);

impl<P: Position> WinnerSearch<AnyPosition> for ErasedSearch<P> {
    fn takes(&self, at: &AnyPosition) -> bool {
        self.0.takes(at.get())
    }

    fn wins(
        &mut self,
        at: &AnyPosition,
        integer: i64,
        player: Player,
        ticker: &mut Ticker,
    ) -> Result<bool> {
        self.0.wins(at.get(), integer, player, ticker)
    }

    fn wins_sum(
        &mut self,
        positions: &[(&AnyPosition, Negated)],
        integer: i64,
        ticker: &mut Ticker,
    ) -> Result<Option<bool>> {
        let positions: Vec<_> =
            positions.iter().map(|&(at, negated)| (at.get(), negated)).collect();
        self.0.wins_sum(&positions, integer, ticker)
    }

    fn strategy(
        &mut self,
        at: &AnyPosition,
        integer: i64,
        first: Player,
        ticker: &mut Ticker,
    ) -> Result<Option<(bool, BoardRows)>> {
        self.0.strategy(at.get(), integer, first, ticker)
    }

    fn fork(&self) -> Box<dyn WinnerSearch<AnyPosition>> {
        Box::new(ErasedSearch(self.0.fork()))
    }

    fn write(&mut self, write: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
        self.0.write(write)
    }

    fn read(&mut self, piece: &[u8], budget: &Budget) -> bool {
        self.0.read(piece, budget)
    }
}

/// Methods that ask the ruleset in field 0 the same.
macro_rules! forwarded {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {
        $(fn $name(&self $(, $argument: $type)*) -> $result {
            self.0.$name($($argument),*)
        })*
    };
}
pub(crate) use forwarded;

/// The same of a position behind a pointer.
macro_rules! forwarded_at {
    ($(fn $name:ident(&self, at: &AnyPosition $(, $argument:ident: $type:ty)*) -> $result:ty;)*) => {
        $(fn $name(&self, at: &AnyPosition $(, $argument: $type)*) -> $result {
            self.0.$name(at.get() $(, $argument)*)
        })*
    };
}

/// A ruleset for positions of some type, for positions behind a pointer.
pub(super) struct Erased<P: Position>(pub(super) Arc<Typed<P>>);

impl<P: Position> Ruleset for Erased<P> {
    type Position = AnyPosition;

    forwarded! {
        fn name(&self) -> &str;
        fn class(&self) -> Class;
        fn convention(&self) -> Convention;
        fn parts_in_misere(&self) -> bool;
        fn parts_slowly(&self) -> bool;
        fn scorings(&self) -> Option<[Rules; 2]>;
        fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game>;
        fn parameters(&self) -> String;
        fn letter(&self, player: Player) -> char;
        fn version(&self) -> u32;
        fn heap_code(&self) -> Option<upstar_heaps::Code>;
        fn heap_rules(&self) -> Option<upstar_heaps::HeapRules>;
        fn heap_sides(&self) -> Option<[upstar_heaps::HeapRules; 2]>;
        fn graph_form(&self) -> GraphForm;
        fn negative_of(&self) -> Option<&Rules>;
    }

    forwarded_at! {
        fn step_cost(&self, at: &AnyPosition) -> u64;
        fn known(&self, at: &AnyPosition, convention: Convention) -> Option<Known>;
        fn static_bounds(&self, at: &AnyPosition) -> Option<StaticBounds>;
        fn number(&self, at: &AnyPosition) -> Option<Rational>;
        fn computed(&self, at: &AnyPosition, budget: &Budget) -> Result<Option<u64>>;
        fn count(&self, at: &AnyPosition) -> Option<i64>;
        fn entailed(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Entailed>>;
        fn entailed_misere(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Outcome>>;
        fn without_entailing_moves(&self, at: &AnyPosition) -> Option<Game>;
        fn tier(&self, at: &AnyPosition) -> u64;
        fn tiers(&self, at: &AnyPosition) -> Option<Vec<(u64, u64)>>;
        fn rank(&self, at: &AnyPosition, player: Player) -> Option<u64>;
        fn write(&self, at: &AnyPosition) -> String;
        fn call(&self, at: &AnyPosition) -> String;
        fn spell(&self, at: &AnyPosition) -> String;
        fn encode(&self, at: &AnyPosition) -> Vec<u8>;
        fn board(&self, at: &AnyPosition) -> Option<Vec<String>>;
        fn picture(&self, at: &AnyPosition) -> Picture;
    }

    fn options(&self, at: &AnyPosition, player: Player, out: &mut Options<AnyPosition>) -> Result {
        let found = out.of_type(|list| self.0.options(at.get(), player, list))?;
        out.extend(found.into_iter().map(AnyPosition::new));
        Ok(())
    }

    fn components(&self, at: &AnyPosition, out: &mut Vec<AnyPosition>) -> Result {
        parted(at, out, |list| self.0.components(at.get(), list))
    }

    fn components_of_option(
        &self,
        at: &AnyPosition,
        option: &AnyPosition,
        out: &mut Vec<AnyPosition>,
    ) -> Result {
        parted(option, out, |list| self.0.components_of_option(at.get(), option.get(), list))
    }

    fn normalize(&self, at: AnyPosition) -> (AnyPosition, Negated) {
        let this: &P = at.get();
        let (representative, negated) = self.0.normalize(this.clone());
        if representative == *this {
            return (at, negated);
        }
        (AnyPosition::new(representative), negated)
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<AnyPosition>>> {
        Some(Box::new(ErasedSearch(self.0.winner_search(bytes)?)))
    }

    fn options_with(
        &self,
        at: &AnyPosition,
        fact: Fact,
        convention: Convention,
        budget: &Budget,
        out: &mut Options<AnyPosition>,
    ) -> Result<bool> {
        let mut whole = false;
        let found = out.of_type(|found| {
            whole = self.0.options_with(at.get(), fact, convention, budget, found)?;
            Ok(())
        })?;
        out.extend(found.into_iter().map(AnyPosition::new));
        Ok(whole)
    }

    fn entailing_moves(&self, at: &AnyPosition, out: &mut Vec<AnyPosition>) -> Result {
        let mut found = Vec::new();
        self.0.entailing_moves(at.get(), &mut found)?;
        out.extend(found.into_iter().map(AnyPosition::new));
        Ok(())
    }

    fn unrank(&self, tier: u64, rank: u64) -> Option<(AnyPosition, Player)> {
        let (position, player) = self.0.unrank(tier, rank)?;
        Some((AnyPosition::new(position), player))
    }

    fn unmoves(
        &self,
        at: &AnyPosition,
        player: Player,
        out: &mut Vec<AnyPosition>,
    ) -> Result<bool> {
        let mut found = Vec::new();
        let whole = self.0.unmoves(at.get(), player, &mut found)?;
        out.extend(found.into_iter().map(AnyPosition::new));
        Ok(whole)
    }

    fn position(&self, arguments: &Arguments) -> Result<AnyPosition> {
        self.0.position(arguments).map(AnyPosition::new)
    }

    fn parse(&self, text: &str) -> Result<AnyPosition> {
        self.0.parse(text).map(AnyPosition::new)
    }

    fn decode(&self, bytes: &[u8]) -> Option<AnyPosition> {
        self.0.decode(bytes).map(AnyPosition::new)
    }

    fn order(&self, at: &AnyPosition, other: &AnyPosition) -> Ordering {
        self.0.order(at.get(), other.get())
    }

    fn bytes(&self, at: &AnyPosition) -> usize {
        // The pointer with the hash, and the counters before the position.
        32 + self.0.bytes(at.get())
    }
}
