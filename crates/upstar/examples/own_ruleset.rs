//! A custom game: from a heap Left takes 1 or 4 counters, Right 2 or 3. The rules are a few lines;
//! the library computes outcomes and values.

use std::error::Error;
use std::io::Write;

use upstar::prelude::*;

/// The game: how many counters each player may take.
struct UnequalTaking;

/// A heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap(u32);

impl Position for Heap {}

impl Ruleset for UnequalTaking {
    type Position = Heap;

    fn name(&self) -> &str {
        "unequal_taking"
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        heap: &Heap,
        player: Player,
        out: &mut Options<Heap>,
    ) -> Result<(), RuleError> {
        let takes = if player == Player::Left { [1, 4] } else { [2, 3] };
        out.extend(takes.iter().filter_map(|&take| heap.0.checked_sub(take)).map(Heap));
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    writeln!(out, "heap  outcome  misère  value")?;
    for counters in 0..=15 {
        let heap = Sum::from(Game::new(UnequalTaking, Heap(counters)));
        let value = solver.value(&heap, &budget)?;
        let text = solver.worker(&budget).text(value, Style::Plain)?;
        let normal = solver.outcome(&heap, Convention::Normal, &budget)?;
        let misere = solver.outcome(&heap, Convention::Misere, &budget)?;
        writeln!(out, "{counters:>4}  {normal:<7}  {misere:<6}  {text}")?;
    }
    Ok(())
}
