//! Comparison modulo a universe.

use std::cmp::Ordering;

use super::{Forms, Id, Result, Universe};

const LEFT: usize = 0;
const RIGHT: usize = 1;

impl Forms {
    /// Whether the player wins moving first in G + X for every X of the universe in which the
    /// player has no move.
    ///
    /// In the universe of all games, G is strong only if the player has no move in it: otherwise
    /// some X answers every move. Modulo the dicots, 0 is the only such X. Modulo the dead-ending
    /// games, these X are the dead ends. A recursion over G gives the result, which is computed
    /// when G is made.
    pub(super) fn strong(&self, universe: Universe, g: u32, player: usize) -> bool {
        let flags = self.node(g).flags;
        match universe {
            Universe::All => flags.end_like[player],
            Universe::Dicot => flags.wins_first[player],
            Universe::DeadEnding => flags.wins_first[player] && flags.endures[player],
        }
    }

    /// Whether g ≥ h modulo the universe: Left wins g + x whenever she wins h + x, for each x of
    /// the universe and each first player.
    ///
    /// Uses the comparison theorem and stores the result for every pair of positions. The number of
    /// pairs, and so the time, may be exponential in the birthdays.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](super::Error::Exhausted).
    pub fn is_at_least(&mut self, universe: Universe, g: Id, h: Id) -> Result<bool> {
        self.at_least(universe, g.0, h.0)
    }

    pub(super) fn at_least(&mut self, universe: Universe, g: u32, h: u32) -> Result<bool> {
        if g == h {
            return Ok(true);
        }
        if let Some(&found) = self.known[universe.index()].order.get(&(g, h)) {
            return Ok(found);
        }
        self.ticker.tick(1)?;
        let found = self.proviso(universe, g, h) && self.maintenance(universe, g, h)?;
        self.pay(2 * size_of::<[u32; 3]>())?;
        self.known[universe.index()].order.insert((g, h), found);
        Ok(found)
    }

    /// The condition of the theorem for a player without a move, and o(g) ≥ o(h). The latter is
    /// necessary, because 0 is in every universe, and usually decides.
    pub(super) fn proviso(&self, universe: Universe, g: u32, h: u32) -> bool {
        let (of_g, of_h) = (self.node(g).flags, self.node(h).flags);
        (!of_h.end_like[LEFT] || self.strong(universe, g, LEFT))
            && (!of_g.end_like[RIGHT] || self.strong(universe, h, RIGHT))
            && (of_g.wins_first[LEFT] || !of_h.wins_first[LEFT])
            && (of_h.wins_first[RIGHT] || !of_g.wins_first[RIGHT])
    }

    fn maintenance(&mut self, universe: Universe, g: u32, h: u32) -> Result<bool> {
        for i in 0..self.side(h, LEFT).len() {
            let option = self.side(h, LEFT)[i];
            if !self.met(universe, g, option)? {
                return Ok(false);
            }
        }
        for i in 0..self.side(g, RIGHT).len() {
            let option = self.side(g, RIGHT)[i];
            if !self.met(universe, option, h)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether g^L ≥ h for a Left option of g, or g ≥ h^R for a Right option of h. (If not, g is
    /// downlinked to h: for some x, Left loses g + x moving first and Right loses h + x moving
    /// first.)
    pub(super) fn met(&mut self, universe: Universe, g: u32, h: u32) -> Result<bool> {
        for i in 0..self.side(g, LEFT).len() {
            let option = self.side(g, LEFT)[i];
            if self.at_least(universe, option, h)? {
                return Ok(true);
            }
        }
        for i in 0..self.side(h, RIGHT).len() {
            let option = self.side(h, RIGHT)[i];
            if self.at_least(universe, g, option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The comparison of g with h modulo the universe; `None` if they are confused.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](super::Error::Exhausted).
    pub fn compare(&mut self, universe: Universe, g: Id, h: Id) -> Result<Option<Ordering>> {
        let (up, down) = (self.is_at_least(universe, g, h)?, self.is_at_least(universe, h, g)?);
        Ok(match (up, down) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// Whether g has an inverse modulo the universe, that is, an h of the universe with g + h = 0.
    /// Then the conjugate of g is an inverse.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`](super::Error::Birthday), [`Error::Exhausted`](super::Error::Exhausted).
    pub fn is_invertible(&mut self, universe: Universe, g: Id) -> Result<bool> {
        if universe == Universe::All {
            // A sum that is strong for both players has no options.
            return Ok(g == Id::ZERO);
        }
        let conjugate = self.conjugate(g)?;
        let sum = self.sum(g, conjugate)?;
        Ok(self.compare(universe, sum, Id::ZERO)? == Some(Ordering::Equal))
    }
}
