//! Rulesets for positions behind a pointer.

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

/// A ruleset for positions of some type, for positions behind a pointer.
pub(super) struct Erased<P: Position>(pub(super) Arc<Typed<P>>);

impl<P: Position> Ruleset for Erased<P> {
    type Position = AnyPosition;

    fn name(&self) -> &str {
        self.0.name()
    }

    fn class(&self) -> Class {
        self.0.class()
    }

    fn convention(&self) -> Convention {
        self.0.convention()
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

    fn parts_in_misere(&self) -> bool {
        self.0.parts_in_misere()
    }

    fn parts_slowly(&self) -> bool {
        self.0.parts_slowly()
    }

    fn step_cost(&self, at: &AnyPosition) -> u64 {
        self.0.step_cost(at.get())
    }

    fn normalize(&self, at: AnyPosition) -> (AnyPosition, Negated) {
        let this: &P = at.get();
        let (representative, negated) = self.0.normalize(this.clone());
        if representative == *this {
            return (at, negated);
        }
        (AnyPosition::new(representative), negated)
    }

    fn known(&self, at: &AnyPosition, convention: Convention) -> Option<Known> {
        self.0.known(at.get(), convention)
    }

    fn static_bounds(&self, at: &AnyPosition) -> Option<StaticBounds> {
        self.0.static_bounds(at.get())
    }

    fn winner_search(&self, bytes: u64) -> Option<Box<dyn WinnerSearch<AnyPosition>>> {
        Some(Box::new(ErasedSearch(self.0.winner_search(bytes)?)))
    }

    fn number(&self, at: &AnyPosition) -> Option<Rational> {
        self.0.number(at.get())
    }

    fn computed(&self, at: &AnyPosition, budget: &Budget) -> Result<Option<u64>> {
        self.0.computed(at.get(), budget)
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

    fn count(&self, at: &AnyPosition) -> Option<i64> {
        self.0.count(at.get())
    }

    fn scorings(&self) -> Option<[Rules; 2]> {
        self.0.scorings()
    }

    fn entailed(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Entailed>> {
        self.0.entailed(at.get(), budget)
    }

    fn entailing_moves(&self, at: &AnyPosition, out: &mut Vec<AnyPosition>) -> Result {
        let mut found = Vec::new();
        self.0.entailing_moves(at.get(), &mut found)?;
        out.extend(found.into_iter().map(AnyPosition::new));
        Ok(())
    }

    fn entailed_misere(&self, at: &AnyPosition, budget: &Budget) -> Option<Result<Outcome>> {
        self.0.entailed_misere(at.get(), budget)
    }

    fn tier(&self, at: &AnyPosition) -> u64 {
        self.0.tier(at.get())
    }

    fn tiers(&self, start: &AnyPosition) -> Option<Vec<(u64, u64)>> {
        self.0.tiers(start.get())
    }

    fn rank(&self, at: &AnyPosition, player: Player) -> Option<u64> {
        self.0.rank(at.get(), player)
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

    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        self.0.game(rules, arguments)
    }

    fn write(&self, at: &AnyPosition) -> String {
        self.0.write(at.get())
    }

    fn parse(&self, text: &str) -> Result<AnyPosition> {
        self.0.parse(text).map(AnyPosition::new)
    }

    fn parameters(&self) -> String {
        self.0.parameters()
    }

    fn call(&self, at: &AnyPosition) -> String {
        self.0.call(at.get())
    }

    fn spell(&self, at: &AnyPosition) -> String {
        self.0.spell(at.get())
    }

    fn letter(&self, player: Player) -> char {
        self.0.letter(player)
    }

    fn version(&self) -> u32 {
        self.0.version()
    }

    fn encode(&self, at: &AnyPosition) -> Vec<u8> {
        self.0.encode(at.get())
    }

    fn decode(&self, bytes: &[u8]) -> Option<AnyPosition> {
        self.0.decode(bytes).map(AnyPosition::new)
    }

    fn bytes(&self, at: &AnyPosition) -> usize {
        // The pointer with the hash, and the counters before the position.
        32 + self.0.bytes(at.get())
    }

    fn board(&self, at: &AnyPosition) -> Option<Vec<String>> {
        self.0.board(at.get())
    }

    fn picture(&self, at: &AnyPosition) -> Picture {
        self.0.picture(at.get())
    }

    fn heap_code(&self) -> Option<upstar_heaps::Code> {
        self.0.heap_code()
    }

    fn heap_rules(&self) -> Option<upstar_heaps::HeapRules> {
        self.0.heap_rules()
    }

    fn heap_sides(&self) -> Option<[upstar_heaps::HeapRules; 2]> {
        self.0.heap_sides()
    }

    fn graph_form(&self) -> GraphForm {
        self.0.graph_form()
    }

    fn negative_of(&self) -> Option<&Rules> {
        self.0.negative_of()
    }
}
