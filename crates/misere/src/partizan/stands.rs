//! Games represented by forms with tombstones.

use super::{Forms, Id, Result, Universe};

impl Forms {
    /// A game of the universe, without tombstones, that equals the form modulo it; `None` if none
    /// is found, as for most forms with tombstones that are not in simplest form.
    ///
    /// A player's tombstone comes from an option that was reversible through an end. So the
    /// tombstone is replaced by an option that reverses through 0, or through a dead end in which
    /// the opponent can pass many times. The result is correct if its simplest form is the form.
    /// The same is tried for an empty side, because a tombstone is not written there.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`](super::Error::Birthday), [`Error::Exhausted`](super::Error::Exhausted).
    pub fn stands_for(&mut self, universe: Universe, id: Id) -> Result<Option<Id>> {
        let form = self.form(id)?;
        let (mut forms, mut games): (Vec<u32>, Vec<u32>) = Default::default();
        for position in form.positions() {
            let of = |ids: &[u32], player: usize| -> Vec<u32> {
                position.options[player].iter().map(|&x| ids[x as usize]).collect()
            };
            let made = self.make_with([of(&forms, 0), of(&forms, 1)], position.tombstones)?;
            let options = [of(&games, 0), of(&games, 1)];
            let mut found = None;
            if position.tombstones == [false; 2] {
                let plain = self.make_with(options.clone(), [false; 2])?;
                found = self.is_in(universe, Id(plain)).then_some(plain);
            }
            if found.is_none() && universe != Universe::All {
                let deep = self.node(made).birthday;
                found = self.put_back(universe, made, &options, deep)?;
            }
            let Some(game) = found else { return Ok(None) };
            forms.push(made);
            games.push(game);
        }
        Ok(games.last().map(|&game| Id(game)))
    }

    /// A game with these options, plus others in place of tombstones, whose simplest form is
    /// `form`.
    fn put_back(
        &mut self,
        universe: Universe,
        form: u32,
        options: &[Vec<u32>; 2],
        deep: u32,
    ) -> Result<Option<u32>> {
        let mut choices: [Vec<Option<u32>>; 2] = Default::default();
        for player in [0, 1] {
            if !self.node(form).tombstones[player] {
                choices[player].push(None);
            }
            if self.node(form).flags.end_like[player] {
                let found = self.reversible(universe, player, deep)?;
                choices[player].extend(found.into_iter().map(Some));
            }
        }
        for &left in &choices[0] {
            for &right in &choices[1] {
                let mut with = options.clone();
                with[0].extend(left);
                with[1].extend(right);
                let game = self.make_with(with, [false; 2])?;
                if self.is_in(universe, Id(game)) && self.simplest(universe, Id(game))? == Id(form)
                {
                    return Ok(Some(game));
                }
            }
        }
        Ok(None)
    }

    /// Options of a player that reverse through an end of that player: through 0, and through an
    /// end in which the opponent can pass more often than the form has moves.
    fn reversible(&mut self, universe: Universe, player: usize, deep: u32) -> Result<Vec<u32>> {
        let zero = Id::ZERO.0;
        if universe == Universe::Dicot {
            return Ok(vec![self.make_with([vec![zero], vec![zero]], [false; 2])?]);
        }
        let mut of_other = |options: Vec<u32>| {
            let mut sides = [vec![], vec![]];
            sides[1 - player] = options;
            self.make_with(sides, [false; 2])
        };
        let mut end = zero;
        for _ in 0..=deep {
            end = of_other(vec![zero, end])?;
        }
        Ok(vec![of_other(vec![zero])?, of_other(vec![end])?])
    }
}
