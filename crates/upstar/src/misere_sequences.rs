//! Analyses of heaps in misère play.

use upstar_core::{Budget, StopReason};
use upstar_heaps::{HeapGame, HeapsError};
use upstar_misere::{Error, Forms, HeapForms, heap_genera};

use crate::analysis::{Analysis, SequenceFacts, Table};
use crate::sequences::facts_of;

/// The quantity listed for the heaps of a game in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MisereHeaps {
    /// The genus of each heap.
    Genera,
    /// The simplest form of each heap.
    Forms,
    /// Both.
    GeneraAndForms,
}

/// The genera or the simplest forms of the heaps up to the one of size `to`, as far as the budget
/// reaches: a table with the columns `n` and `genus`, `form` or both.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::heaps::HeapGame;
/// use upstar::{MisereHeaps, analyze_misere_heaps};
///
/// let kayles = HeapGame::find("kayles")?;
/// let budget = Budget::unlimited();
/// let found = analyze_misere_heaps(&kayles, 5, MisereHeaps::GeneraAndForms, &budget, |_| {})?;
/// assert_eq!(found.table.unwrap().rows[5], ["5", "4^146", "*[2[2]321]"]);
/// # Ok::<(), upstar::heaps::HeapsError>(())
/// ```
///
/// # Errors
///
/// [`HeapsError::Position`] if there is no position of this size, and errors of the rules.
pub fn analyze_misere_heaps(
    game: &HeapGame,
    to: u64,
    what: MisereHeaps,
    budget: &Budget,
    progress: impl FnMut(u64),
) -> Result<Analysis, HeapsError> {
    let last = game.heap(to)?;
    let mut analysis = Analysis::new(format!("{game}, misère"));
    analysis.convention = Some(upstar_core::Convention::Misere);
    let table = match what {
        MisereHeaps::Genera => {
            let run = heap_genera(game.code()?, last, budget, progress)?;
            analysis.stop = run.stop;
            let mut table = Table::new(["n", "genus"]);
            for (heap, genus) in run.found.iter().enumerate() {
                if let Some(size) = game.size(heap as u64) {
                    table.rows.push(vec![size.to_string(), genus.to_string()]);
                }
            }
            table
        }
        MisereHeaps::Forms | MisereHeaps::GeneraAndForms => {
            let genera = what == MisereHeaps::GeneraAndForms;
            let columns: &[&str] = if genera { &["n", "genus", "form"] } else { &["n", "form"] };
            let columns = columns.iter().map(|&name| name.to_owned()).collect();
            let mut table = Table { columns, rows: Vec::new() };
            analysis.stop = forms(game, last, genera, &mut table, budget, progress)?;
            table
        }
    };
    analysis.table = Some(table);
    analysis.sequence = Some(Box::new(SequenceFacts { to: Some(to), ..facts_of(game) }));
    Ok(analysis)
}

/// Lists forms; returns the reason why the list ended.
fn forms(
    game: &HeapGame,
    last: u64,
    genera: bool,
    table: &mut Table,
    budget: &Budget,
    mut progress: impl FnMut(u64),
) -> Result<StopReason, HeapsError> {
    let store = Forms::with_budget(budget.clone());
    let mut heaps = HeapForms::new(game.code()?, &store, budget);
    for heap in 0..=last {
        progress(heap);
        let form = match heaps.push() {
            Ok(form) => form,
            Err(HeapsError::Exhausted(exhausted)) => return Ok(exhausted.reason),
            Err(error) => return Err(error),
        };
        let Some(size) = game.size(heap) else { continue };
        let text = match heaps.worker().text(form) {
            Ok(text) => text,
            Err(Error::Exhausted(exhausted)) => return Ok(exhausted.reason),
            Err(error) => return Err(HeapsError::Position(format!("heap {heap}: {error}"))),
        };
        let mut row = vec![size.to_string()];
        row.extend(genera.then(|| heaps.worker().genus(form).to_string()));
        row.push(text);
        table.rows.push(row);
    }
    Ok(StopReason::Finished)
}
