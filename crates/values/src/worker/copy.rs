//! Copies of values from another universe.

use hashbrown::HashMap;

use super::Worker;
use crate::{Id, Result};

impl Worker<'_> {
    /// The value `g` of the universe of `other`, copied to the universe of this worker. Takes time
    /// and memory linear in the followers that are not numbers plus ups plus nimbers.
    ///
    /// So a result can be kept when the large universe in which it was computed is dropped.
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_values::{Id, Style, Universe};
    ///
    /// let (old, new, budget) = (Universe::new(), Universe::new(), Budget::unlimited());
    /// let (mut from, mut to) = (old.worker(&budget), new.worker(&budget));
    /// let one = from.integer(1)?;
    /// let hot = from.game(&[one], &[Id::ZERO])?;
    /// let tiny = from.tiny(hot)?;
    /// let copy = to.copy_of(&mut from, tiny)?;
    /// assert_eq!(to.text(copy, Style::Plain)?, from.text(tiny, Style::Plain)?);
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted) if the budget of either worker is used up.
    pub fn copy_of(&mut self, other: &mut Worker<'_>, g: Id) -> Result<Id> {
        let mut known: HashMap<Id, Id> = HashMap::new();
        // Options are copied first.
        let mut stack = vec![(g, false)];
        while let Some((id, ready)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            if let Some((number, ups, nim)) = other.as_number_up_star(id) {
                let plain = ups == 0 && nim == 0;
                let copy =
                    if plain { self.number(&number)? } else { self.up_star(&number, ups, nim)? };
                known.insert(id, copy);
                continue;
            }
            let (left, right) = (other.left_options(id)?, other.right_options(id)?);
            if ready {
                let of = |options: &[Id]| -> Vec<Id> {
                    options.iter().map(|option| known[option]).collect()
                };
                let copy = self.game(&of(&left), &of(&right))?;
                known.insert(id, copy);
            } else {
                other.tick(1)?;
                stack.push((id, true));
                stack.extend(left.into_iter().chain(right).map(|option| (option, false)));
            }
        }
        Ok(known[&g])
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use crate::{Rational, Style, Universe};

    /// Every game born by day 2, a number that is not a short game, and games made from them.
    #[test]
    fn copies_print_as_what_they_are_copies_of() {
        let (old, new, budget) = (Universe::new(), Universe::new(), Budget::unlimited());
        let (mut from, mut to) = (old.worker(&budget), new.worker(&budget));
        // Ids differ between the two.
        to.integer(17).unwrap();
        let mut games = vec![from.number(&Rational::ratio(1, 3).unwrap()).unwrap()];
        let day: Vec<_> = [0, 1, -1].map(|n| from.integer(n).unwrap()).to_vec();
        for &left in &day {
            for &right in &day {
                let game = from.game(&[left], &[right]).unwrap();
                let tiny = from.tiny(game).unwrap();
                games.extend([game, tiny, from.add(game, tiny).unwrap()]);
            }
        }
        for game in games {
            let copy = to.copy_of(&mut from, game).unwrap();
            let text = from.text(game, Style::Plain).unwrap();
            assert_eq!(to.text(copy, Style::Plain).unwrap(), text);
        }
    }
}
