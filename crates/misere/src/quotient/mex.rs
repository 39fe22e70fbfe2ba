//! The possible options of a game with a given element: the mex of a misère quotient.

use upstar_core::Budget;
use upstar_heaps::{HeapRule, HeapsError, Visit};

use super::Result;
use super::build::{Solver, options_of, options_of_words};
use super::monoid::{Element, Monoid};

/// The options of games that have an element; see [`Monoid::mex_form`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MexRow {
    /// The element.
    pub element: Element,
    /// The elements of the options of one game with this element, ascending: the product of
    /// generators that names it or, for the identity, two heaps of one.
    pub options: Vec<Element>,
    /// The meximal set, ascending: all elements that an option may have.
    pub meximal: Vec<Element>,
}

impl Monoid {
    /// The *meximal set* of an element `x`: the elements `y` such that `xz` and `yz` are in the
    /// P-portion together for no `z`. Every option of a game with the element `x` has an element of
    /// this set (Siegel, *The structure and classification of misère quotients*, section 3).
    pub fn meximal(&self, x: Element) -> Vec<Element> {
        let with_x = &self.wins[usize::from(x)];
        let apart = |&y: &Element| with_x.common(&self.wins[usize::from(y)]).is_none();
        self.elements().filter(apart).collect()
    }

    /// For each element, in order, the options of one game that has it, and all elements that
    /// options may have.
    ///
    /// Consider a game with at least one option that has all those options, and otherwise only
    /// options of the meximal set. It has this element, and adding it does not change the quotient:
    /// the mex interpolation principle of Siegel. `map` is the element of each game of the rule.
    ///
    /// # Errors
    /// [`QuotientError::Heaps`](super::QuotientError::Heaps),
    /// [`QuotientError::Order`](super::QuotientError::Order);
    /// [`QuotientError::Exhausted`](super::QuotientError::Exhausted) if the budget ends.
    ///
    /// # Complexity
    /// The square of the number of elements, times the number of 64-bit words of a set of elements.
    pub fn mex_form(
        &self,
        rule: &dyn HeapRule,
        map: &[Element],
        budget: &Budget,
    ) -> Result<Vec<MexRow>> {
        let mut of_generator = Vec::with_capacity(self.generators.len());
        for &generator in &self.generators {
            of_generator.push(match first_of(map, generator) {
                Some(game) => options_of(&[rule], game, map, self)?,
                None => None,
            });
        }
        let mut options = options_of_words(self, &of_generator, budget)?;
        for game in 0..map.len() {
            if options_of(&[rule], game, map, self)?.is_some() {
                // The first game with moves is the heap of one. Two of them have the identity.
                options[0].of[0] = vec![map[game]];
                break;
            }
        }
        let mut ticker = budget.ticker();
        let mut rows = Vec::with_capacity(self.len());
        for (element, mut options) in self.elements().zip(options) {
            ticker.tick(1 + (self.len() * self.len() / 64) as u64)?;
            let meximal = self.meximal(element);
            budget.reserve((size_of::<MexRow>() + 2 * meximal.len()) as u64)?;
            rows.push(MexRow { element, options: options.of.swap_remove(0), meximal });
        }
        Ok(rows)
    }

    /// The element of a game whose options have these elements, if adding it does not change the
    /// quotient: the *mex function* of Plambeck and Siegel. `None` if the quotient grows. A game
    /// without options is the identity.
    ///
    /// The quotient with the additional game is computed and proved from scratch.
    ///
    /// # Errors
    /// As [`Solver::push`].
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_heaps::HeapGame;
    /// use upstar_misere::quotient::HeapQuotient;
    ///
    /// let game = HeapGame::find("nim")?;
    /// let code = game.code()?;
    /// let budget = Budget::unlimited();
    /// let (nim, _) = HeapQuotient::of(&code, Some(2), &budget, |_, _| {})?;
    /// let mex = |names: &[&str]| {
    ///     let options: Vec<_> = names.iter().filter_map(|name| nim.monoid.element(name)).collect();
    ///     nim.monoid.mex(code, &nim.map, &options, &budget)
    /// };
    /// // Nim: mex {0, 1} = 2, mex {0, 1, 2} = 3 = 1 + 2, and 4 is not there yet.
    /// assert_eq!(mex(&["1", "a"])?, nim.monoid.element("b"));
    /// assert_eq!(mex(&["1", "a", "b"])?, nim.monoid.element("ab"));
    /// assert_eq!(mex(&["1", "a", "b", "ab"])?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mex(
        &self,
        rule: &dyn HeapRule,
        map: &[Element],
        options: &[Element],
        budget: &Budget,
    ) -> Result<Option<Element>> {
        let sum = |&x: &Element| -> Vec<u64> {
            let word = &self.words[usize::from(x)];
            let parts = word.iter().flat_map(|&(generator, exponent)| {
                let game = first_of(map, self.generators[usize::from(generator)]);
                std::iter::repeat_n(game.unwrap_or(0) as u64, exponent.into())
            });
            parts.collect()
        };
        let options: Vec<Vec<u64>> = options.iter().map(sum).collect();
        let rule = OneMore { rule, games: map.len() as u64, options: &options };
        let mut solver = Solver::new(&rule);
        for _ in 0..=map.len() {
            solver.push(budget)?;
        }
        let (larger, elements) = solver.into_parts(budget)?;
        Ok(self.element_in(map, &larger, &elements, map.len()))
    }

    /// The element in this quotient of a game, computed from a quotient with additional later
    /// games. `None` if that quotient is larger than this one, which then does not determine the
    /// element.
    ///
    /// # Panics
    /// If `elements` are not from the larger quotient, or are fewer than `map` or do not include
    /// `game`.
    pub fn element_in(
        &self,
        map: &[Element],
        larger: &Monoid,
        elements: &[Element],
        game: usize,
    ) -> Option<Element> {
        if self.len() != larger.len() {
            return None;
        }
        // Both distinguish the same sums of the first games, so their numbers are equal.
        let generators: Vec<Element> = self
            .generators
            .iter()
            .map(|&generator| first_of(map, generator).map_or(0, |game| elements[game]))
            .collect();
        self.elements().find(|&x| {
            let word = &self.words[usize::from(x)];
            let there = word.iter().fold(0, |product, &(generator, exponent)| {
                let power = larger.power(generators[usize::from(generator)], exponent.into());
                larger.product(product, power)
            });
            there == elements[game]
        })
    }
}

/// The first game that has an element.
fn first_of(map: &[Element], element: Element) -> Option<usize> {
    map.iter().position(|&x| x == element)
}

/// The games of a rule, and one additional game.
struct OneMore<'a> {
    rule: &'a dyn HeapRule,
    games: u64,
    options: &'a [Vec<u64>],
}

impl HeapRule for OneMore<'_> {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        if heap < self.games {
            return self.rule.options(heap, visit);
        }
        self.options.iter().try_for_each(|option| visit(option))
    }
}
