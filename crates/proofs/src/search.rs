//! A search for the winner.

use std::hash::Hash;

use hashbrown::HashMap;
use upstar_core::{Budget, Exhausted, Lease, Player, Room, Ticker};

use crate::play::Play;

/// The known results of positions.
pub(crate) struct Table<P> {
    known: HashMap<P, bool, foldhash::fast::FixedState>,
    slots: Lease,
    /// Memory that positions hold on the heap.
    heap: Lease,
}

impl<P: Eq + Hash> Table<P> {
    pub(crate) fn new(budget: &Budget) -> Self {
        let (slots, heap) = (Lease::new(budget), Lease::new(budget));
        Table { known: HashMap::default(), slots, heap }
    }

    pub(crate) fn get(&self, position: &P) -> Option<bool> {
        self.known.get(position).copied()
    }

    /// Adds a position that holds `heap` bytes on the heap.
    pub(crate) fn insert(
        &mut self,
        position: P,
        value: bool,
        heap: usize,
    ) -> Result<(), Exhausted> {
        let capacity = self.known.capacity();
        if self.known.len() == capacity {
            // Growing needs twice the slots, seven in eight of them used, besides the old ones.
            let slots = 2 * (capacity + capacity / 7 + 1).next_power_of_two().max(4) as u64;
            let bytes = slots * (size_of::<(P, bool)>() as u64 + 1);
            let more = Lease::of(self.slots.budget(), bytes)?;
            self.known.reserve(1);
            self.slots = more;
        }
        self.heap.reserve(heap as u64)?;
        self.known.insert(position, value);
        Ok(())
    }
}

/// The position that remains after parts cancel, and its number.
pub(crate) fn what_is_left<S: Play>(
    play: &S,
    player: Player,
    position: &S::Position,
) -> Option<(usize, Player, S::Position)> {
    let numbers = play.images()..play.images() + play.pairings();
    numbers.into_iter().find_map(|number| {
        let (player, rest) = play.another(number, player, position)?;
        let rest = play.simpler(&rest);
        (rest != *position).then_some((number, player, rest))
    })
}

/// A search for the outcome, with a table.
pub(crate) struct Search<'b, S: Play> {
    pub(crate) play: &'b S,
    pub(crate) misere: bool,
    known: [Table<S::Position>; 2],
    pub(crate) ticker: Ticker,
}

impl<'b, S: Play> Search<'b, S> {
    pub(crate) fn new(play: &'b S, misere: bool, budget: &Budget) -> Self {
        Search {
            play,
            misere,
            known: [Table::new(budget), Table::new(budget)],
            ticker: budget.ticker(),
        }
    }

    /// Whether `player`, who moves first, wins.
    pub(crate) fn wins(
        &mut self,
        player: Player,
        position: &S::Position,
    ) -> Result<bool, Exhausted> {
        let position = self.play.simpler(position);
        if let Some(known) = self.known[player as usize].get(&position) {
            return Ok(known);
        }
        for number in 0..self.play.images() {
            if let Some((other, image)) = self.play.another(number, player, &position)
                && let Some(known) = self.known[other as usize].get(&image)
            {
                return Ok(known);
            }
        }
        let room = Room::ask(self.ticker.budget())?;
        let won = room.run(|| self.search(player, &position))?;
        room.give_back(self.ticker.budget());
        let bytes = self.play.bytes(&position);
        self.known[player as usize].insert(position, won, bytes)?;
        Ok(won)
    }

    fn search(&mut self, player: Player, position: &S::Position) -> Result<bool, Exhausted> {
        let mut options = Vec::new();
        self.play.moves(player, position, &mut options);
        self.ticker.tick(1 + options.len() as u64)?;
        if options.is_empty() {
            return Ok(self.misere);
        }
        if !self.misere {
            if let Some((_, _, rest)) = what_is_left(self.play, player, position) {
                return self.wins(player, &rest);
            }
            let parts = self.play.parts(position);
            if parts.len() > 1 {
                if self.all_lose(player, &parts, usize::MAX)? {
                    return Ok(false);
                }
                if self.winning_part(player, &parts)?.is_some() {
                    return Ok(true);
                }
            }
        }
        options.sort_by_cached_key(|option| -self.play.promise(player, option));
        for option in &options {
            if !self.wins(player.opponent(), option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether `player` loses all parts but one.
    pub(crate) fn all_lose(
        &mut self,
        player: Player,
        parts: &[S::Position],
        but: usize,
    ) -> Result<bool, Exhausted> {
        for (index, part) in parts.iter().enumerate() {
            if index != but && self.wins(player, part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A part that `player` wins, moving first, while the opponent, moving first, loses the others.
    pub(crate) fn winning_part(
        &mut self,
        player: Player,
        parts: &[S::Position],
    ) -> Result<Option<usize>, Exhausted> {
        for (index, part) in parts.iter().enumerate() {
            if self.wins(player, part)? && self.all_lose(player.opponent(), parts, index)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}
