//! Thermographs of positions without their canonical forms.
//!
//! The thermograph of a position that does not split follows from those of its options, so its
//! canonical form, which may be huge, is not computed. A sum in which all summands but one are
//! numbers is that summand, shifted; in other sums the summands get their canonical forms.

use hashbrown::HashMap;
use upstar_core::{Budget, Lease, Player, Room, Ticker};
use upstar_values::{Id, StopsAndWalls, Worker};

use crate::{Engine, Negated, Options, Result, RuleError, Ruleset};

/// The greatest depth of options. A greater one would take gigabytes of stack.
const MOST_LEVELS: usize = 1 << 20;

/// The memory that an entry takes beside the position itself, in bytes.
const ENTRY: usize = 400;

/// One search.
struct Search<'a, 'u, R: Ruleset + ?Sized> {
    engine: &'a Engine<'u>,
    rules: &'a R,
    budget: &'a Budget,
    worker: Worker<'u>,
    ticker: Ticker,
    known: HashMap<R::Position, StopsAndWalls>,
    lease: Lease,
    level: usize,
}

impl<R: Ruleset + ?Sized> Search<'_, '_, R> {
    /// Of a position that may split.
    fn of(&mut self, position: &R::Position) -> Result<StopsAndWalls> {
        let uses = self.engine.uses();
        let mut parts = Vec::new();
        uses.components(self.rules, position, &mut parts)?;
        let mut number = Id::ZERO;
        let mut others = Vec::new();
        for part in parts {
            let (key, negated) =
                if uses.symmetry { self.rules.normalize(part) } else { (part, Negated::No) };
            let mut walls = self.of_component(&key)?;
            if negated == Negated::Yes {
                walls = walls.negative(&mut self.worker)?;
            }
            match walls.number() {
                Some(x) => number = self.worker.add(number, x)?,
                None => others.push((key, negated, walls)),
            }
        }
        match &others[..] {
            [] => return Ok(StopsAndWalls::of_value(&mut self.worker, number)?),
            [(_, _, walls)] if number == Id::ZERO => return Ok(walls.clone()),
            [(_, _, walls)] if self.worker.as_integer(number).is_some() => {
                return Ok(walls.plus(&mut self.worker, number)?);
            }
            _ => {}
        }
        let mut sum = number;
        for (key, negated, _) in &others {
            let mut value = self.engine.value(self.rules, key, self.budget)?;
            if *negated == Negated::Yes {
                value = self.worker.neg(value)?;
            }
            sum = self.worker.add(sum, value)?;
        }
        Ok(StopsAndWalls::of_value(&mut self.worker, sum)?)
    }

    /// Of a position that does not split.
    fn of_component(&mut self, position: &R::Position) -> Result<StopsAndWalls> {
        if let Some(known) = self.known.get(position) {
            return Ok(known.clone());
        }
        if self.level == MOST_LEVELS {
            return Err(RuleError::too_large(
                "the game",
                format!("more than {MOST_LEVELS} moves"),
                format!("{MOST_LEVELS} moves"),
            ));
        }
        self.level += 1;
        let room = Room::ask(self.budget)?;
        let found = room.run(|| self.by_options(position));
        room.give_back(self.budget);
        self.level -= 1;
        let found = found?;
        self.lease.spend((ENTRY + 2 * self.rules.bytes(position)) as u64, 1 << 20)?;
        self.known.insert(position.clone(), found.clone());
        Ok(found)
    }

    fn by_options(&mut self, position: &R::Position) -> Result<StopsAndWalls> {
        let mut sides = [Vec::new(), Vec::new()];
        for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
            let mut options = Options::within(self.budget);
            options.list(self.rules, position, player)?;
            self.ticker.tick(1 + options.len() as u64)?;
            for option in options {
                side.push(self.of(&option)?);
            }
        }
        Ok(StopsAndWalls::of_options(&mut self.worker, &sides[0], &sides[1])?)
    }
}

impl Engine<'_> {
    /// The stops and the thermograph of a position, in normal play. The canonical form of the
    /// position is not made, only those of summands into which other positions may split.
    ///
    /// # Errors
    /// As [`Engine::value`].
    pub fn stops_and_walls<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<StopsAndWalls> {
        let mut worker = self.universe().worker(budget);
        if rules.class().is_impartial() || rules.class().loopy {
            // A nimber, or the error that says why there is no value.
            let value = self.value(rules, position, budget)?;
            return Ok(StopsAndWalls::of_value(&mut worker, value)?);
        }
        let mut search = Search {
            engine: self,
            rules,
            budget,
            worker,
            ticker: budget.ticker(),
            known: HashMap::new(),
            lease: Lease::new(budget),
            level: 0,
        };
        search.of(position)
    }
}
