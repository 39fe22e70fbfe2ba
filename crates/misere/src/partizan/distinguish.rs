//! Games that distinguish two games.

use upstar_core::Player;

use super::{Forms, Id, Result, Universe};

const LEFT: usize = 0;
const RIGHT: usize = 1;

impl Forms {
    /// A game x of the universe that proves that g is not at least h modulo it: for some first
    /// player, Left wins h + x but not g + x. `None` if g ≥ h.
    ///
    /// It is constructed as in the proof of the comparison theorem (Siegel, "On the general
    /// dead-ending universe of partizan games", Lemmas 5.8 and 5.10). The theorem need not be
    /// trusted, because the outcomes of the two sums prove the result.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`](super::Error::Birthday), [`Error::Exhausted`](super::Error::Exhausted).
    pub fn distinguish(&mut self, universe: Universe, g: Id, h: Id) -> Result<Option<Id>> {
        if self.is_at_least(universe, g, h)? {
            return Ok(None);
        }
        self.apart(universe, g.0, h.0).map(|(x, _)| Some(Id(x)))
    }

    /// For g not at least h: an x, and the first player with whom Right wins g + x and Left wins
    /// h + x.
    fn apart(&mut self, universe: Universe, g: u32, h: u32) -> Result<(u32, Player)> {
        if let Some(&found) = self.known[universe.index()].apart.get(&(g, h)) {
            return Ok(found);
        }
        let found = self.find_apart(universe, g, h)?;
        self.pay(2 * size_of::<[u32; 4]>())?;
        self.known[universe.index()].apart.insert((g, h), found);
        Ok(found)
    }

    fn find_apart(&mut self, universe: Universe, g: u32, h: u32) -> Result<(u32, Player)> {
        let (of_g, of_h) = (self.node(g).flags, self.node(h).flags);
        if of_h.wins_first[LEFT] && !of_g.wins_first[LEFT] {
            return Ok((Id::ZERO.0, Player::Left));
        }
        if of_g.wins_first[RIGHT] && !of_h.wins_first[RIGHT] {
            return Ok((Id::ZERO.0, Player::Right));
        }
        if of_h.end_like[LEFT] && !self.strong(universe, g, LEFT) {
            return Ok((self.end_against(universe, g, LEFT)?, Player::Left));
        }
        if of_g.end_like[RIGHT] && !self.strong(universe, h, RIGHT) {
            return Ok((self.end_against(universe, h, RIGHT)?, Player::Right));
        }
        for option in self.side(h, LEFT).to_vec() {
            if !self.met(universe, g, option)? {
                return Ok((self.downlink(universe, g, option)?, Player::Left));
            }
        }
        for option in self.side(g, RIGHT).to_vec() {
            if !self.met(universe, option, h)? {
                return Ok((self.downlink(universe, option, h)?, Player::Right));
            }
        }
        unreachable!("g is at least h if all of this is met");
    }

    /// An end x of the universe, in which the player has no move, such that the player loses g + x
    /// moving first. Here g is not strong, but the player wins g alone.
    fn end_against(&mut self, universe: Universe, g: u32, player: usize) -> Result<u32> {
        let mut end = Id::ZERO.0;
        if universe == Universe::DeadEnding {
            // The opponent needs at most one pass for each move of the player.
            for _ in 0..self.node(g).birthday {
                let mut options = [vec![], vec![]];
                options[1 - player] = vec![Id::ZERO.0, end];
                end = self.make_with(options, [false; 2])?;
            }
            return Ok(end);
        }
        let mut options = [vec![], vec![]];
        for option in self.side(g, player).to_vec() {
            options[1 - player].push(self.adjoint(option)?);
        }
        self.make_with(options, [false; 2])
    }

    /// A dicot x such that the first player loses g + x: every move is answered in the other
    /// summand (Siegel, Definition 5.6).
    fn adjoint(&mut self, g: u32) -> Result<u32> {
        if let Some(&found) = self.adjoints.get(&g) {
            return Ok(found);
        }
        let [left, right] = [self.adjoints_of(g, RIGHT)?, self.adjoints_of(g, LEFT)?];
        let found = self.make_with([left, right], [false; 2])?;
        self.pay(2 * size_of::<[u32; 2]>())?;
        self.adjoints.insert(g, found);
        Ok(found)
    }

    /// The adjoints of the options of a player; 0 if there are none.
    fn adjoints_of(&mut self, g: u32, player: usize) -> Result<Vec<u32>> {
        let mut found = Vec::new();
        for option in self.side(g, player).to_vec() {
            found.push(self.adjoint(option)?);
        }
        if found.is_empty() {
            found.push(Id::ZERO.0);
        }
        Ok(found)
    }

    /// For g not at least h: an x as in [`Forms::apart`], with this player moving first.
    fn apart_by(&mut self, universe: Universe, g: u32, h: u32, first: Player) -> Result<u32> {
        let (x, found) = self.apart(universe, g, h)?;
        if found == first {
            return Ok(x);
        }
        // The new first player moves to x. Moves in a game are answered by its adjoint.
        let options = match first {
            Player::Right => [self.adjoints_of(h, RIGHT)?, vec![x]],
            Player::Left => [vec![x], self.adjoints_of(g, LEFT)?],
        };
        self.make_with(options, [false; 2])
    }

    /// An x such that Left loses g + x moving first and Right loses h + x moving first. It exists
    /// if no g^L ≥ h and g ≥ no h^R.
    fn downlink(&mut self, universe: Universe, g: u32, h: u32) -> Result<u32> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in self.side(h, RIGHT).to_vec() {
            left.push(self.apart_by(universe, g, option, Player::Right)?);
        }
        for option in self.side(g, LEFT).to_vec() {
            right.push(self.apart_by(universe, option, h, Player::Left)?);
        }
        // Neither player may be without a move. The added moves lose.
        if left.is_empty() {
            let adjoint = self.adjoint(g)?;
            left.push(self.make_with([vec![Id::ZERO.0], vec![adjoint]], [false; 2])?);
        }
        if right.is_empty() {
            let adjoint = self.adjoint(h)?;
            right.push(self.make_with([vec![adjoint], vec![Id::ZERO.0]], [false; 2])?);
        }
        self.make_with([left, right], [false; 2])
    }
}
