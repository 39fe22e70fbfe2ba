//! Games on heaps whose options a function lists.

use std::fmt;
use std::sync::Arc;

use upstar_core::{Budget, Player};

use super::{class, side};
use crate::prelude::heaps_apart;
use upstar_engine::positions::grundy_table::OptionSums;
use upstar_engine::positions::heap_table::HeapTable;
use upstar_engine::{Class, Options, Result, RuleError, Rules, Ruleset};
use upstar_heaps::{CustomHeaps, Floor, HeapRule, HeapRules, HeapsError, LinearRule, Visit};

/// Adds the options of one heap, each as the remaining heaps.
pub type HeapMoves = Arc<dyn Fn(u64, &mut OptionSums<u64>) -> Result + Send + Sync>;

/// What is known of the options of all heaps at once, for proofs of laws.
#[derive(Clone, Debug, Default)]
pub struct HeapConditions {
    /// The options as linear conditions.
    pub linear: Option<Vec<LinearRule>>,
    /// `f(n)`, if the options are those of taking from 1 to `f(n)` tokens.
    pub take_at_most: Option<Floor>,
}

/// Heaps. A move replaces one heap by smaller heaps, as given by a function of its size.
pub(super) struct Functions {
    name: String,
    /// What it is called where it is played.
    called: Option<String>,
    text: String,
    moves: (HeapMoves, Option<HeapMoves>),
    /// The rules of one heap, if the game is impartial.
    single: Arc<SingleHeaps>,
    /// The values of single heaps of an impartial game.
    values: HeapTable,
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.name, self.text)
    }
}

/// A game on heaps. `left` gives the options of a heap, for both players if there is no `right`.
/// Games with equal `name` and `text` share stored results, so they must have the same options. `known`
/// holds for the moves of `left`.
///
/// All heaps of an option must be smaller than the heap, and an empty heap must have no options.
/// Otherwise questions about the game return an error.
///
/// ```
/// use std::sync::Arc;
/// use upstar_core::Budget;
/// use upstar_engine::{Arguments, Solver};
/// use upstar_games::heap_rules;
///
/// // Take a square number of tokens.
/// let squares = heap_rules("squares", "", Arc::new(|heap, options| {
///     (1..=heap.isqrt()).for_each(|k| options.push(&[heap - k * k]));
///     Ok(())
/// }), None, Default::default());
/// let solver = Solver::default();
/// let grundy = |heap| {
///     let game = squares.make(&Arguments::numbers(&[heap]))?;
///     solver.grundy(&game, &Budget::unlimited())
/// };
/// let values: Result<Vec<u32>, _> = (0..8).map(|heap| grundy(heap).map(u32::from)).collect();
/// assert_eq!(values?, [0, 1, 0, 1, 2, 0, 1, 0]);
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
pub fn heap_rules(
    name: impl Into<String>,
    text: impl Into<String>,
    left: HeapMoves,
    right: Option<HeapMoves>,
    known: HeapConditions,
) -> Rules {
    let (name, text) = (name.into(), text.into());
    let (game, values) = (format!("{name}({text})"), HeapTable::default());
    let single = Arc::new(SingleHeaps { moves: left.clone(), known, game });
    Rules::new(Functions { name, called: None, text, moves: (left, right), single, values })
}

impl Functions {
    /// The same game with a name, if it has none.
    pub(super) fn called(&self, name: &str) -> Option<Rules> {
        let (moves, single) = (self.moves.clone(), self.single.clone());
        let values = HeapTable::default();
        let (called, text) = (Some(name.to_owned()), self.text.clone());
        let named = Functions { name: self.name.clone(), called, text, moves, single, values };
        self.called.is_none().then(|| Rules::new(named))
    }

    /// Adds the options of a heap.
    fn of_heap(&self, heap: u64, player: Player, options: &mut OptionSums<u64>) -> Result {
        add_options(side(&self.moves, player), heap, &format_args!("{self:?}"), options)
    }
}

/// Adds the options of a heap, which must be smaller.
fn add_options(
    moves: &HeapMoves,
    heap: u64,
    game: &dyn fmt::Display,
    options: &mut OptionSums<u64>,
) -> Result {
    moves(heap, options)?;
    if heap == 0 && !options.is_empty() {
        return Err(RuleError::NotApplicable(format!(
            "{game} lists options of an empty heap; a heap of 0 has none"
        )));
    }
    match options.parts().iter().find(|&&part| part >= heap) {
        Some(part) => Err(RuleError::NotApplicable(format!(
            "{game} makes a heap of {part} of a heap of {heap}; heaps must get smaller, so that \
             play ends"
        ))),
        None => Ok(()),
    }
}

/// The rules of one heap.
struct SingleHeaps {
    moves: HeapMoves,
    known: HeapConditions,
    game: String,
}

impl HeapRule for SingleHeaps {
    fn options(&self, heap: u64, visit: &mut Visit<'_>) -> Result<(), HeapsError> {
        let mut options = OptionSums::default();
        add_options(&self.moves, heap, &self.game, &mut options).map_err(|error| match error {
            RuleError::Exhausted(exhausted) => exhausted.into(),
            error => HeapsError::Position(error.to_string()),
        })?;
        options.iter().try_for_each(visit)
    }

    fn linear(&self) -> Option<Vec<LinearRule>> {
        self.known.linear.clone()
    }

    fn take_at_most(&self) -> Option<Floor> {
        self.known.take_at_most
    }
}

impl Ruleset for Functions {
    type Position = Vec<u64>;

    fn name(&self) -> &str {
        &self.name
    }

    fn class(&self) -> Class {
        class(&self.moves)
    }

    fn options(&self, heaps: &Vec<u64>, player: Player, out: &mut Options<Vec<u64>>) -> Result {
        let mut options = OptionSums::default();
        for (index, &heap) in heaps.iter().enumerate() {
            options.clear();
            self.of_heap(heap, player, &mut options)?;
            for parts in options.iter() {
                let mut option = heaps.clone();
                option.splice(index..=index, parts.iter().copied());
                out.push(option);
            }
        }
        Ok(())
    }

    fn computed(&self, heaps: &Vec<u64>, budget: &Budget) -> Result<Option<u64>> {
        if !self.class().is_impartial() {
            return Ok(None);
        }
        self.values.sum(heaps, budget, &*self.single, |heap, options| {
            self.of_heap(heap, Player::Left, options)
        })
    }

    fn heap_rules(&self) -> Option<HeapRules> {
        let (name, text) = (self.name.clone(), self.text.clone());
        let custom = CustomHeaps { name, text, rule: self.single.clone() };
        self.class().is_impartial().then_some(HeapRules::Custom(custom))
    }

    fn heap_sides(&self) -> Option<[HeapRules; 2]> {
        let right = self.moves.1.as_ref()?;
        let side = |moves: &HeapMoves, side: &str| {
            let (moves, known) = (moves.clone(), HeapConditions::default());
            let game = format!("{self:?}");
            HeapRules::Custom(CustomHeaps {
                name: self.name.clone(),
                text: format!("{} {side}", self.text),
                rule: Arc::new(SingleHeaps { moves, known, game }),
            })
        };
        Some([side(&self.moves.0, "Left"), side(right, "Right")])
    }

    heaps_apart!();

    fn parameters(&self) -> String {
        self.text.clone()
    }

    fn call(&self, heaps: &Vec<u64>) -> String {
        match &self.called {
            Some(name) => format!("{name}({})", self.write(heaps)),
            None => format!("{}({})({})", self.name, self.text, self.write(heaps)),
        }
    }
}
