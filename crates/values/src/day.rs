//! All games born by a day.

use crate::worker::Worker;
use crate::{Error, Id};

impl Worker<'_> {
    /// All games born by day `n`, in printed order: 1, 4, 22 and 1474 of them for
    /// n from 0 to 3.
    ///
    /// Every such game is {L|R} with antichains L and R of games born a day
    /// earlier.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyGames`] from day 4 on: there are more than 3*10^12 then
    /// (Wolfe and Fraser, *Counting the number of games*, 2004);
    /// [`Error::Exhausted`].
    pub fn day(&mut self, n: u32) -> Result<Vec<Id>, Error> {
        if n > 3 {
            return Err(Error::TooManyGames { day: n, at_least: "3*10^12" });
        }
        let mut games = vec![Id::ZERO];
        for _ in 0..n {
            let antichains = self.antichains(&games)?;
            let mut next = vec![];
            for left in &antichains {
                for right in &antichains {
                    next.push(self.game(left, right)?);
                }
            }
            self.sort(&mut next)?;
            games = next;
        }
        Ok(games)
    }

    /// All sets of pairwise confused games.
    fn antichains(&mut self, games: &[Id]) -> Result<Vec<Vec<Id>>, Error> {
        let mut found: Vec<Vec<Id>> = vec![vec![]];
        for &game in games {
            for i in 0..found.len() {
                let mut free = true;
                for &other in &found[i] {
                    free = free && !self.le(game, other)? && !self.le(other, game)?;
                }
                if free {
                    let mut longer = found[i].clone();
                    longer.push(game);
                    found.push(longer);
                }
            }
        }
        Ok(found)
    }
}
