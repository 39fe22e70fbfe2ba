//! Games without a graph file: all workers together find and number the positions.
//!
//! A worker generates the options of its own new positions, which go to their owners like a piece
//! of a file. Options that the owner did not know are new. When no worker has new positions, the
//! graph that was found is solved.

use std::path::PathBuf;
use std::sync::Arc;

use upstar_core::{Budget, Convention, Outcome};
use upstar_files::graph::GraphPiece;
use upstar_files::table::{Batch as Cells, Column, Kind};

use super::checkpoint::{Checkpoint, Stage, Store, Subject};
use super::labels::Labels;
use super::load::{Loader, Share};
use super::owners::owner;
use super::solve::{resumed, retrograde};
use super::summary::{ClusterSummary, outcome, summary};
use super::table;
use crate::Result;
use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// A game as a graph of positions with distinct texts. The player to move is part of the position.
pub trait PositionGraph: Send + Sync {
    /// The name of the game.
    fn name(&self) -> String;

    /// The texts of the starting positions.
    ///
    /// # Errors
    /// A message about an error of the game.
    fn starts(&self) -> Result<Vec<String>, String>;

    /// Appends the texts of the options of the player to move.
    ///
    /// # Errors
    /// An error of the position; a used-up budget.
    fn options(&self, position: &str, budget: &Budget, out: &mut Vec<String>) -> Result;

    /// A position in the usual notation, and the player to move there, if that makes a difference.
    ///
    /// # Errors
    /// A message about an error of the position.
    fn shown(&self, position: &str) -> Result<(String, Option<String>), String>;

    /// Whether the positions include the player to move.
    fn has_movers(&self) -> bool;
}

/// The results for all positions of a game. Every process has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterPositions {
    /// The positions as vertices, and the moves as arcs. Of several longest wins, the one with the
    /// least text is reported.
    pub summary: ClusterSummary,
    /// The outcome and the remoteness of each starting position.
    pub starts: Vec<(Outcome, Option<u32>)>,
}

/// The outcome and remoteness of every reachable position of a game. With a folder, also a table of
/// all positions with mover, outcome and remoteness. Every process of the cluster makes this call.
///
/// Moves are stored while the game is solved, 6 bytes each, and texts of positions by their owners.
/// With a checkpoint, the positions found so far, then the shares, then the labels are saved during
/// the run, which can resume from there.
///
/// # Errors
/// [`ClusterError`]: all processes end with the same error.
pub fn solve_positions(
    cluster: Cluster,
    game: Arc<dyn PositionGraph>,
    convention: Convention,
    output: Option<PathBuf>,
    checkpoint: Option<Checkpoint>,
    budget: &Budget,
) -> Result<ClusterPositions> {
    cluster.run(budget, move |rounds| {
        if let Some(folder) = &output {
            table::prepare(folder, rounds)?;
        }
        let starts = game.starts().map_err(|message| wrong(&*game, message))?;
        let text = format!("positions in {convention}");
        let digest = upstar_files::digest_of_bytes(
            format!("{}\n{}", game.name(), starts.join("\n")).as_bytes(),
        );
        let subject = Subject { text, digest };
        let store = checkpoint.as_ref().map(|kept| Store::open(kept, subject, rounds));
        let mut store = store.transpose()?;
        let (share, level) = found(&*game, &starts, store.as_mut(), rounds)?;
        let labels = resumed(&share, level, store.as_mut())?;
        let labels = retrograde(&share, labels, convention, store.as_mut(), rounds)?;
        if let Some(folder) = &output {
            write(folder, &*game, &share, &labels, convention, rounds)?;
        }
        let summary = summary(&share, &labels, convention, true, rounds)?;
        let starts = look_up(&starts, &share, &labels, rounds)?;
        store.map(Store::remove).transpose()?;
        Ok(ClusterPositions { summary, starts })
    })
}

fn wrong(game: &dyn PositionGraph, message: String) -> ClusterError {
    ClusterError::Graph { graph: game.name(), message }
}

/// The number of moves in a piece.
const PIECE: usize = 1 << 16;

/// All positions reachable from `starts`, from files or by search, and the level of the labels in
/// the files.
fn found(
    game: &dyn PositionGraph,
    starts: &[String],
    mut store: Option<&mut Store>,
    rounds: &mut Rounds,
) -> Result<(Share, Option<u64>)> {
    if let Some(store) = store.as_deref_mut()
        && let Some(found) = store.resume(&game.name(), Stage::Labels, rounds)?
    {
        return Ok(found);
    }
    let share = find(game, starts, store.as_deref_mut(), rounds)?;
    if let Some(store) = store {
        store.write_share(&share, rounds)?;
    }
    Ok((share, None))
}

/// Finds all positions reachable from `starts`, or continues the search.
fn find(
    game: &dyn PositionGraph,
    starts: &[String],
    mut store: Option<&mut Store>,
    rounds: &mut Rounds,
) -> Result<Share> {
    let first = rounds.index() == 0;
    let begun = match store.as_deref_mut() {
        None => None,
        Some(store) => {
            let begun = store.resume_before_share(Stage::Search, rounds)?;
            if begun.is_none() {
                store.begin(rounds)?;
            }
            begun
        }
    };
    let mut step = begun.unwrap_or(0);
    let budget = rounds.budget().clone();
    let mut loader = Loader::new(rounds).telling_new();
    let mut piece = Piece::default();
    let mut new: Vec<String> = Vec::new();
    if let (Some(step), Some(store)) = (begun, store.as_deref_mut()) {
        new = loader.resume(store, step)?;
    } else if first {
        for start in starts {
            piece.vertex(start);
        }
    }
    let mut options = Vec::new();
    loop {
        while piece.arcs.len() < PIECE
            && let Some(position) = new.pop()
        {
            options.clear();
            game.options(&position, &budget, &mut options)?;
            let from = piece.vertex(&position);
            for option in &options {
                let to = piece.vertex(option);
                piece.arcs.push((from, to));
            }
        }
        let full = std::mem::take(&mut piece);
        let some = (!full.is_empty()).then(|| full.finish());
        loader.due = first && store.as_deref().is_some_and(Store::is_due);
        if !loader.step(some)? {
            break;
        }
        loader.take_new(&mut new);
        if let Some(store) = store.as_deref_mut()
            && loader.due
        {
            step += 1;
            loader.write(&new, store, step)?;
        }
    }
    let mut share = loader.finish(game.name())?;
    // Which text was found first depends on timing. The least text of a worker's own does not.
    let mut order: Vec<u32> = (0..share.places.len() as u32).collect();
    order.sort_by_cached_key(|&vertex| share.names.get(vertex).to_string());
    for (rank, &vertex) in order.iter().enumerate() {
        share.places[vertex as usize] = rank as u64;
    }
    Ok(share)
}

/// Positions and moves that are sent together.
#[derive(Default)]
struct Piece {
    names: upstar_core::names::Interner,
    arcs: Vec<(u32, u32)>,
}

impl Piece {
    fn vertex(&mut self, text: &str) -> u32 {
        self.names.text(text).expect("a piece has few positions")
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    fn finish(self) -> GraphPiece {
        let (names, arcs) = (self.names.finish(), self.arcs);
        GraphPiece { names, place: 0, arcs, colours: Vec::new(), terminals: Vec::new() }
    }
}

fn write(
    folder: &std::path::Path,
    game: &dyn PositionGraph,
    share: &Share,
    labels: &Labels,
    convention: Convention,
    rounds: &mut Rounds,
) -> Result {
    let movers = game.has_movers();
    let mut columns = vec![Column::new("position", Kind::Text)];
    if movers {
        columns.push(Column::new("mover", Kind::Text));
    }
    columns.push(Column::new("outcome", Kind::Text));
    columns.push(Column::nullable("remoteness", Kind::U64));
    let failed = std::cell::RefCell::new(None);
    let row = |vertex: usize, cells: &mut Cells, _: &mut table::Named| {
        let key = share.names.get(vertex as u32).to_string();
        let (text, mover) = game.shown(&key).unwrap_or_else(|message| {
            failed.borrow_mut().get_or_insert(message);
            (key, None)
        });
        cells.push_text(0, &text);
        let mut column = 1;
        if movers {
            cells.push_text(1, &mover.unwrap_or_default());
            column = 2;
        }
        cells.push_text(column, Outcome::name(outcome(labels, vertex, false)));
        cells.push_optional_u64(column + 1, labels.remoteness(vertex));
    };
    table::write(folder, share, columns, convention, |_, _| {}, row, rounds)?;
    match failed.into_inner() {
        Some(message) => Err(wrong(game, message)),
        None => Ok(()),
    }
}

/// The results of the starting positions, from their owners.
fn look_up(
    starts: &[String],
    share: &Share,
    labels: &Labels,
    rounds: &mut Rounds,
) -> Result<Vec<(Outcome, Option<u32>)>> {
    let mut say = Vec::new();
    for start in starts {
        let name = upstar_core::names::Name::Text(start);
        let mine = owner(name, rounds.peers()) == rounds.index();
        let found = if mine { share.names.find(start) } else { None };
        let (code, remoteness) = match found {
            None => (0, 0),
            Some(v) => {
                let outcome = outcome(labels, v as usize, false);
                let remoteness = labels.remoteness(v as usize).map_or(0, |r| u64::from(r) + 1);
                (outcome as u64 + 1, remoteness)
            }
        };
        say.extend([code, remoteness]);
    }
    let said = rounds.finish(&say, &mut |_| Ok(()))?;
    (0..starts.len())
        .map(|i| {
            let code = said.sum(2 * i).checked_sub(1);
            let outcome = code.and_then(|code| Outcome::ALL.get(code as usize).copied());
            let remoteness = said.sum(2 * i + 1).checked_sub(1).map(|r| r as u32);
            let lost = || ClusterError::Internal("a position to begin with was lost".to_owned());
            Ok((outcome.ok_or_else(lost)?, remoteness))
        })
        .collect()
}
