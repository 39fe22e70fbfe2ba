//! Questions to a ruleset's own search.

use std::sync::PoisonError;

use upstar_core::Player;

use super::OutcomeSearch;
use super::parts::{Near, Summand, Worth};
use crate::{Convention, Negated, Result, RuleError, Ruleset, WinnerSearch};

/// The ruleset's own search may make so many steps for bounds in vain, so many more for each state that was
/// searched, and as many as were not in vain. Of what is left one part gets half.
const SOME: u64 = 1 << 24;
const PER_STATE: u64 = 1 << 10;

impl Near {
    /// Narrows the bounds as far as possible, given whether a player, moving first, wins the game less an
    /// integer.
    fn narrow(&mut self, mut wins: impl FnMut(i64, Player) -> Result<bool>) -> Result {
        while self.above + 1 < self.high {
            let integer = 0.clamp(self.above + 1, self.high - 1);
            match wins(integer, Player::Left)? {
                true => self.above = integer,
                false => self.high = integer,
            }
        }
        while self.low + 1 < self.below {
            let integer = self.high.clamp(self.low + 1, self.below - 1);
            match wins(integer, Player::Right)? {
                true => self.below = integer,
                false => self.low = integer,
            }
        }
        Ok(())
    }
}

impl<R: Ruleset + ?Sized> OutcomeSearch<'_, R> {
    /// The ruleset's own search, if it has one.
    pub(crate) fn own(&mut self) -> Option<&mut Box<dyn WinnerSearch<R::Position>>> {
        self.own
            .get_or_insert_with(|| {
                let mut pool = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
                let bytes = (self.bytes / 2).saturating_mul(pool.most as u64);
                let own = pool.own.get_or_insert_with(|| self.rules.winner_search(bytes));
                own.as_ref().map(|own| own.fork())
            })
            .as_mut()
    }

    /// Whether there is such a search, and the settings and the convention are those that it is for.
    fn asks_own(&mut self) -> bool {
        self.convention == Convention::Normal
            && self.options.symmetry
            && self.options.components
            && self.own().is_some()
    }

    /// The integer that a value is.
    fn integer(&mut self, value: u32) -> Option<i64> {
        self.worker.as_integer(self.known.values.id(value))?.try_into().ok()
    }

    /// Whether Left wins a state, moving first, if it is one position and an integer and the
    /// ruleset has a search of its own.
    pub(super) fn by_own_search(&mut self, state: &[u32]) -> Result<Option<bool>> {
        let &[part, value] = state else { return Ok(None) };
        if !self.asks_own() {
            return Ok(None);
        }
        let Some(integer) = self.integer(value) else { return Ok(None) };
        let Summand::Position(position) = &self.known.parts.get(part >> 1).summand else {
            return Ok(None);
        };
        // The negative of the state is the position itself, with Right to move.
        let (integer, player) = match part & 1 {
            0 => (integer, Player::Left),
            _ => (integer.saturating_neg(), Player::Right),
        };
        let Some(Some(own)) = &mut self.own else { return Ok(None) };
        if !own.takes(position) {
            return Ok(None);
        }
        Ok(Some(own.wins(position, integer, player, &mut self.ticker)?))
    }

    /// Whether Left wins a sum of parts and values, moving first, if the ruleset has a search of its own
    /// that takes the sum. It is not asked if all values are known: they are then added up sooner.
    pub(super) fn by_own_search_of_sum(
        &mut self,
        parts: &[u32],
        values: &[u32],
    ) -> Result<Option<bool>> {
        if parts.len() < 2 || !self.asks_own() {
            return Ok(None);
        }
        let mut integer = 0_i64;
        for &value in values {
            match self.integer(value).and_then(|own| integer.checked_add(own)) {
                Some(sum) => integer = sum,
                None => return Ok(None),
            }
        }
        let mut boards = parts.to_vec();
        boards.sort_unstable();
        self.cancel(&mut boards);
        let mut is_open = false;
        boards.retain(|&signed| {
            let Worth::Known(value) = self.known.parts.get(signed >> 1).worth else {
                is_open = true;
                return true;
            };
            let own = self.integer(value).map(|own| if signed & 1 == 0 { own } else { -own });
            match own.and_then(|own| integer.checked_add(own)) {
                Some(sum) => {
                    integer = sum;
                    false
                }
                None => true,
            }
        });
        if boards.len() < 2 || !is_open {
            return Ok(None);
        }
        let mut sum = Vec::with_capacity(boards.len());
        for signed in boards {
            let Summand::Position(position) = &self.known.parts.get(signed >> 1).summand else {
                return Ok(None);
            };
            sum.push((position, if signed & 1 == 0 { Negated::No } else { Negated::Yes }));
        }
        let Some(Some(own)) = &mut self.own else { return Ok(None) };
        own.wins_sum(&sum, integer, &mut self.ticker)
    }

    /// Seeks the best integers that bound the parts of a state, by the ruleset's own search. Whether better
    /// ones were found.
    pub(super) fn narrow_parts(&mut self, state: &[u32]) -> Result<bool> {
        let [parts @ .., _] = state else { return Ok(false) };
        if !self.narrows || !self.asks_own() {
            return Ok(false);
        }
        let mut found = false;
        for &signed in parts {
            found |= self.narrow(signed >> 1)?;
        }
        Ok(found)
    }

    /// The same for one part, within limits.
    fn narrow(&mut self, at: u32) -> Result<bool> {
        let part = self.known.parts.get(at);
        let Summand::Position(position) = &part.summand else { return Ok(false) };
        let Some(Some(own)) = &mut self.own else { return Ok(false) };
        let (before, in_vain) = (part.near, part.in_vain);
        let most = (SOME + PER_STATE * self.nodes + self.not_in_vain) / 2;
        let most = most.saturating_sub(self.in_vain / 2);
        if before.is_exact() || most <= in_vain || !own.takes(position) {
            return Ok(false);
        }
        let (mut near, budget) = (before, self.ticker.budget());
        let steps = budget.report().steps;
        let found = {
            let mut ticker = budget.clone().with_steps_left(most).ticker();
            near.narrow(|integer, player| own.wins(position, -integer, player, &mut ticker))
        };
        let steps = budget.report().steps.saturating_sub(steps);
        let mut in_vain = 0;
        match found {
            Err(RuleError::Exhausted(_)) => {
                budget.check()?;
                in_vain = steps.max(1);
                self.in_vain += steps;
            }
            found => {
                found?;
                self.not_in_vain += steps;
            }
        }
        let part = &mut self.known.parts.parts[at as usize];
        (part.near, part.in_vain) = (near, in_vain);
        Ok(near != before)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use upstar_core::{Budget, Ticker};
    use upstar_values::{Id, Universe};

    use super::super::shared_search::tests::Domineering;
    use super::super::values::ZERO;
    use super::*;
    use crate::algebra::{Of, Short, kind_of};
    use crate::positions::grid::Grid;
    use crate::{Class, Engine, Options, Settings};

    fn random(state: &mut u64, below: u64) -> u64 {
        *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (*state >> 33) % below
    }

    /// What the best integers decide of random values and of their sums, against canonical forms.
    #[test]
    fn near_integers_tell_who_wins() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut state = 3;
        let mut decided = [0; 3];
        for round in 0..2000 {
            let mut below = |n| random(&mut state, n) as i64;
            let (mut sum, mut near) = (Id::ZERO, Near::ZERO);
            for _ in 0..1 + round % 3 {
                let mut integer = || worker.integer(below(7) - 3).unwrap();
                let [a, b, c, d] = [(); 4].map(|()| integer());
                let inner = worker.game(&[a], &[b]).unwrap();
                let value = worker.game(&[inner, c], &[d]).unwrap();
                let mut own = Near::between(-9, 9);
                let narrowed = own.narrow(|integer, player| {
                    let integer = worker.integer(-integer)?;
                    let less = worker.add(value, integer)?;
                    Ok(worker.outcome(less)?.winner(player) == Some(player))
                });
                narrowed.unwrap();
                assert!(own.is_exact());
                let negated = below(2) == 1;
                near = near.plus(own.signed(negated));
                let value = if negated { worker.neg(value).unwrap() } else { value };
                sum = worker.add(sum, value).unwrap();
            }
            // Beside a half, Left wins from the next integer on.
            let half = worker.number(&upstar_values::Rational::ratio(1, 2).unwrap()).unwrap();
            let (value, least, safe) = if below(2) == 1 { (half, 0, 1) } else { (Id::ZERO, 1, 1) };
            let sum = worker.add(sum, value).unwrap();
            let left = worker.outcome(sum).unwrap().winner(Player::Left) == Some(Player::Left);
            match near.wins(least, safe) {
                Some(wins) => {
                    assert_eq!(wins, left, "{near:?}");
                    decided[usize::from(wins)] += 1;
                }
                None => decided[2] += 1,
            }
        }
        assert!(decided.iter().all(|&count| count > 100), "{decided:?}");
    }

    /// Domineering with a search of its own that follows the definition, after so many steps.
    struct WithOwn(u64);

    impl Ruleset for WithOwn {
        type Position = Grid;

        fn name(&self) -> &str {
            "domineering"
        }

        fn class(&self) -> Class {
            Class::PARTIZAN
        }

        fn options(&self, board: &Grid, player: Player, out: &mut Options<Grid>) -> Result {
            Domineering.options(board, player, out)
        }

        fn components(&self, board: &Grid, out: &mut Vec<Grid>) -> Result {
            Domineering.components(board, out)
        }

        fn winner_search(&self, _: u64) -> Option<Box<dyn WinnerSearch<Grid>>> {
            Some(Box::new(Plain(self.0, HashMap::new())))
        }
    }

    #[derive(Clone)]
    struct Plain(u64, HashMap<(Grid, i64, Player), bool>);

    impl WinnerSearch<Grid> for Plain {
        fn wins(
            &mut self,
            board: &Grid,
            integer: i64,
            player: Player,
            ticker: &mut Ticker,
        ) -> Result<bool> {
            ticker.tick(self.0)?;
            self.by_definition(board, integer, player)
        }

        fn fork(&self) -> Box<dyn WinnerSearch<Grid>> {
            Box::new(self.clone())
        }

        fn write(&mut self, _: &mut dyn FnMut(Vec<u8>) -> Result) -> Result {
            Ok(())
        }

        fn read(&mut self, _: &[u8], _: &Budget) -> bool {
            false
        }
    }

    impl Plain {
        fn by_definition(&mut self, board: &Grid, integer: i64, player: Player) -> Result<bool> {
            let key = (board.clone(), integer, player);
            if let Some(&wins) = self.1.get(&key) {
                return Ok(wins);
            }
            let sign = if player == Player::Left { 1 } else { -1 };
            let mut wins = sign * integer > 0
                && !self.by_definition(board, integer - sign, player.opponent())?;
            for after in Domineering.all_options(board, player)? {
                wins = wins || !self.by_definition(&after, integer, player.opponent())?;
            }
            self.1.insert(key, wins);
            Ok(wins)
        }
    }

    /// Sums of boards that are not valued at first, with the ruleset's own search and with one that takes
    /// too long.
    #[test]
    fn narrowed_parts_tell_who_wins_sums() {
        let universe = Universe::new();
        let budget = Budget::unlimited();
        let mut worker = universe.worker(&budget);
        let (mut state, mut narrowed, mut in_vain) = (5, 0, 0);
        for round in 0..60 {
            let engine = Engine::new(&universe, Settings::default());
            let rules = WithOwn(if round % 6 == 0 { 1 << 40 } else { 1 });
            let table = engine.table::<Of<WithOwn, Short<'static>>, _, _>(kind_of(&rules));
            let mut search = engine.search_outcome(&rules, Convention::Normal, &table, &budget);
            let (mut parts, mut sum) = (Vec::new(), Id::ZERO);
            for _ in 0..2 {
                let mut row = || {
                    let letter = |_| if random(&mut state, 9) == 0 { '#' } else { '.' };
                    (0..4).map(letter).collect::<String>()
                };
                let text = [row(), row(), row(), row()].join("|");
                let board = Grid::read(&text, ".#").unwrap();
                let exchanged = round % 2 == 1 && parts.is_empty();
                rules.components(&board, &mut search.split).unwrap();
                search.name_split(exchanged, &mut parts).unwrap();
                let value = engine.value(&Domineering, &board, &budget).unwrap();
                let value = if exchanged { worker.neg(value).unwrap() } else { value };
                sum = worker.add(sum, value).unwrap();
            }
            let value = search.settle(&mut parts, ZERO).unwrap();
            parts.push(value);
            let wins = search.search(&parts).unwrap();
            let expected = worker.outcome(sum).unwrap().winner(Player::Left);
            assert_eq!(wins, expected == Some(Player::Left), "{round}");
            let exact = search.known.parts.parts.iter().filter(|part| part.near.is_exact());
            narrowed += exact.count();
            assert!(search.in_vain == 0 || rules.0 > 1, "{round}");
            in_vain += usize::from(search.in_vain > 0);
        }
        assert!(narrowed > 100 && in_vain > 5, "{narrowed} {in_vain}");
    }
}
