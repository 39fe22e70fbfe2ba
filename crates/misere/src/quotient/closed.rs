//! Any set of games that contains the options of its games, as sums.

use upstar_core::Budget;
use upstar_heaps::{HeapRule, HeapsError, Visit};

use super::Result;
use super::build::Solver;
use super::monoid::{Element, Monoid};

/// Games by their options: each is a sum of games that were added before.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_misere::quotient::ClosedGames;
///
/// // The heaps 0, 1 and 2 of Nim.
/// let mut games = ClosedGames::default();
/// games.add(&[]);
/// games.add(&[vec![0]]);
/// games.add(&[vec![0], vec![1]]);
/// let (monoid, elements) = games.quotient(&Budget::unlimited())?;
/// assert_eq!(monoid.tame(), Some(2));
/// assert!(!monoid.is_p(elements[2]) && monoid.is_p(monoid.product(elements[2], elements[2])));
/// # Ok::<(), upstar_misere::quotient::QuotientError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClosedGames {
    options: Vec<Vec<Vec<u64>>>,
}

impl ClosedGames {
    /// Adds a game and returns its number. Each option is a sum, given by the numbers of its terms.
    pub fn add(&mut self, options: &[Vec<u64>]) -> u64 {
        self.options.push(options.to_vec());
        self.options.len() as u64 - 1
    }

    /// The misère quotient of all sums of these games, and the element of each game.
    ///
    /// # Errors
    /// [`QuotientError::Order`](super::QuotientError::Order) if a term of an option was not added
    /// before the game; [`QuotientError::TooLarge`](super::QuotientError::TooLarge);
    /// [`QuotientError::Exhausted`](super::QuotientError::Exhausted) if the budget ends, in
    /// particular if the quotient is infinite.
    pub fn quotient(&self, budget: &Budget) -> Result<(Monoid, Vec<Element>)> {
        let mut solver = Solver::new(self);
        for _ in 0..self.options.len() {
            solver.push(budget)?;
        }
        solver.into_parts(budget)
    }
}

/// Partizan games by the options of Left and of Right: each is a sum of games that were added before.
///
/// ```
/// use upstar_core::{Budget, Outcome};
/// use upstar_misere::quotient::ClosedPartizanGames;
///
/// // 0, and 1: a move for Left alone. She does not want it.
/// let mut games = ClosedPartizanGames::default();
/// games.add([&[], &[]]);
/// games.add([&[vec![0]], &[]]);
/// let (monoid, elements) = games.quotient(&Budget::unlimited())?;
/// assert_eq!(monoid.presentation(), "<a | a2=a>");
/// assert_eq!(monoid.outcome(elements[1]), Outcome::R);
/// # Ok::<(), upstar_misere::quotient::QuotientError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClosedPartizanGames([ClosedGames; 2]);

impl ClosedPartizanGames {
    /// Adds a game and returns its number. Each option of Left and of Right is a sum, given by the
    /// numbers of its terms.
    pub fn add(&mut self, [left, right]: [&[Vec<u64>]; 2]) -> u64 {
        self.0[0].add(left);
        self.0[1].add(right)
    }

    /// The options of Left and those of Right.
    pub fn sides(&self) -> &[ClosedGames; 2] {
        &self.0
    }

    /// The misère quotient of all sums of these games, and the element of each game.
    ///
    /// # Errors
    /// As [`ClosedGames::quotient`].
    pub fn quotient(&self, budget: &Budget) -> Result<(Monoid, Vec<Element>)> {
        let [left, right] = &self.0;
        let mut solver = Solver::partizan([left, right]);
        for _ in 0..left.options.len() {
            solver.push(budget)?;
        }
        solver.into_parts(budget)
    }
}

impl HeapRule for ClosedGames {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        self.options[heap as usize].iter().try_for_each(|option| visit(option))
    }
}
