//! Retrograde analysis on a cluster, level by level.

use std::path::PathBuf;
use std::sync::Arc;

use upstar_core::{Budget, Convention, label, prefetch};
use upstar_files::graph::ReadOptions;

use super::checkpoint::{Checkpoint, Stage, Store, Subject, digest_of};
use super::labels::Labels;
use super::load::{Share, load};
use super::moves::best_moves;
use super::outbox::Outbox;
use super::rows::Rows;
use super::summary::{ClusterSummary, summary};
use super::table;
use crate::Result;
use crate::batch::Batch;
use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// A question about a graph.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GraphQuestion {
    /// The file, which all processes must be able to read.
    pub path: PathBuf,
    /// The options for reading it.
    pub options: ReadOptions,
    /// Whether a player who cannot move loses or wins.
    pub convention: Convention,
    /// The folder for the table of all vertices, with one Parquet file for each worker.
    pub output: Option<PathBuf>,
    /// Where the state of the run is saved, so that an interrupted run can resume.
    pub checkpoint: Option<Checkpoint>,
    /// Called at the start of each phase.
    pub watch: Option<Watch>,
}

/// A callback that receives the phase that a process begins: `reading`, `solving`, `best moves`,
/// `writing`, `done`.
#[derive(Clone)]
pub struct Watch(Arc<dyn Fn(&str) + Send + Sync>);

impl Watch {
    /// Wraps a function, which is called on one of the working threads.
    pub fn new(watch: impl Fn(&str) + Send + Sync + 'static) -> Watch {
        Watch(Arc::new(watch))
    }

    pub(crate) fn say(&self, words: &str) {
        (self.0)(words);
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

impl GraphQuestion {
    /// The question for the outcomes of all vertices of a file in normal play.
    pub fn new(path: impl Into<PathBuf>) -> GraphQuestion {
        GraphQuestion {
            path: path.into(),
            options: ReadOptions::default(),
            convention: Convention::Normal,
            output: None,
            checkpoint: None,
            watch: None,
        }
    }

    /// Reports the beginning of a phase, once in each process.
    pub(super) fn begins(&self, what: &str, rounds: &Rounds) {
        if let Some(Watch(watch)) = &self.watch
            && rounds.is_first_of_process()
        {
            watch(what);
        }
    }

    /// The same with other options for reading.
    #[must_use]
    pub fn with_options(mut self, options: ReadOptions) -> GraphQuestion {
        self.options = options;
        self
    }

    /// The same in normal or misère play.
    #[must_use]
    pub fn with_convention(mut self, convention: Convention) -> GraphQuestion {
        self.convention = convention;
        self
    }

    /// The same with a table of all vertices in a folder.
    #[must_use]
    pub fn with_output(mut self, folder: impl Into<PathBuf>) -> GraphQuestion {
        self.output = Some(folder.into());
        self
    }

    /// The same, with checkpoints.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> GraphQuestion {
        self.checkpoint = Some(checkpoint);
        self
    }

    /// The same, with a callback for the phases.
    #[must_use]
    pub fn with_watch(mut self, watch: Watch) -> GraphQuestion {
        self.watch = Some(watch);
        self
    }
}

/// The outcome, remoteness and best move of every vertex of a graph: the answer of
/// [`upstar_graphs::solve_graph`], computed by all workers of a cluster together. Every process of
/// the cluster makes this call.
///
/// O(V+E) in total, with about 30 bytes for each vertex and 6 for each arc (18 while the file is
/// read), divided among the workers.
///
/// # Errors
/// [`ClusterError`]: all processes end with the same error.
pub fn solve_graph(
    cluster: Cluster,
    question: &GraphQuestion,
    budget: &Budget,
) -> Result<ClusterSummary> {
    let question = question.clone();
    cluster.run(budget, move |rounds| {
        if let Some(folder) = &question.output {
            table::prepare(folder, rounds)?;
        }
        let convention = question.convention;
        let mut store = store(&question, &format!("outcomes in {convention}"), rounds)?;
        question.begins("reading", rounds);
        let (share, level) = read(&question, Stage::Labels, store.as_mut(), rounds)?;
        question.begins("solving", rounds);
        let labels = resumed(&share, level, store.as_mut())?;
        let labels = retrograde(&share, labels, convention, store.as_mut(), rounds)?;
        if let Some(folder) = &question.output {
            question.begins("best moves", rounds);
            let moves = best_moves(&share, &labels, rounds)?;
            question.begins("writing", rounds);
            table::outcomes(folder, &share, &labels, &moves, convention, rounds)?;
        }
        question.begins("done", rounds);
        let summary = summary(&share, &labels, convention, false, rounds)?;
        store.map(Store::remove).transpose()?;
        Ok(summary)
    })
}

/// The files of this worker for a question about a file, if checkpoints are requested.
pub(super) fn store(
    question: &GraphQuestion,
    text: &str,
    rounds: &Rounds,
) -> Result<Option<Store>> {
    let Some(checkpoint) = &question.checkpoint else { return Ok(None) };
    let subject = Subject { text: text.to_owned(), digest: digest_of(&question.path)? };
    Store::open(checkpoint, subject, rounds).map(Some)
}

/// The share of this worker, from its files or from the input, and the last number of a later stage
/// in the files.
pub(super) fn read(
    question: &GraphQuestion,
    stage: Stage,
    store: Option<&mut Store>,
    rounds: &mut Rounds,
) -> Result<(Share, Option<u64>)> {
    let Some(store) = store else {
        return Ok((load(&question.path, &question.options, rounds)?, None));
    };
    let graph = question.path.display().to_string();
    if let Some(found) = store.resume(&graph, stage, rounds)? {
        return Ok(found);
    }
    store.begin(rounds)?;
    let share = load(&question.path, &question.options, rounds)?;
    store.write_share(&share, rounds)?;
    Ok((share, None))
}

/// The labels after a level, from the files.
pub(super) fn resumed(
    share: &Share,
    level: Option<u64>,
    store: Option<&mut Store>,
) -> Result<Option<Labels>> {
    match (level, store) {
        (Some(level), Some(store)) => store.read_labels(level, share.degrees.len()).map(Some),
        _ => Ok(None),
    }
}

/// Vertices with a move to a lost one.
const TO_LOST: u32 = 0;
/// Vertices with a move to a won one.
const TO_WON: u32 = 1;

/// The number of batches between two checks for arrived data.
const LOOK: usize = 32;

/// Labels everything that is won or lost, from the beginning or from the state in `labels`.
pub(super) fn retrograde(
    share: &Share,
    labels: Option<Labels>,
    convention: Convention,
    mut store: Option<&mut Store>,
    rounds: &mut Rounds,
) -> Result<Labels> {
    let per = if share.coloured { 2 } else { 1 };
    let mut labels = labels.unwrap_or_else(|| {
        let mut labels = Labels::new(&share.degrees, &share.results, per, convention);
        labels.end_level();
        labels
    });
    loop {
        let depth = labels.levels.len() as u32 - 1;
        if depth == label::COUNT {
            let message = "there are vertices too many moves from the end to be counted";
            let (graph, message) = (share.graph.clone(), message.to_owned());
            return Err(ClusterError::Graph { graph, message });
        }
        // Worker 0 decides when all workers save their state.
        let due = rounds.index() == 0 && store.as_ref().is_some_and(|store| store.is_due());
        let (found, due) = level(&share.rows, &mut labels, depth, due, rounds)?;
        if found == 0 {
            if let Some(store) = &mut store {
                store.write_labels(&labels, rounds)?;
            }
            labels.levels.pop();
            return Ok(labels);
        }
        labels.end_level();
        if let Some(store) = &mut store
            && due
        {
            store.write_labels(&labels, rounds)?;
        }
    }
}

/// Notifies the predecessors of the vertices of remoteness `depth`, on all workers. Returns the
/// total number of such vertices, and whether any worker reported `due`.
fn level(
    rows: &Rows,
    labels: &mut Labels,
    depth: u32,
    due: bool,
    rounds: &mut Rounds,
) -> Result<(u64, bool)> {
    let (lost_end, won_end) = labels.levels[depth as usize];
    let (mut lost, mut won) = match depth.checked_sub(1) {
        None => (0, labels.order.places.len() - 1),
        Some(before) => labels.levels[before as usize],
    };
    let size = (lost_end - lost + won - won_end) as u64;
    let mut sender = Sender::new(rows, depth + 1, rounds.peers(), rounds.index());
    loop {
        while lost < lost_end && !sender.is_full() {
            sender.look_ahead(&labels.order.places, |steps| lost + steps);
            let v = labels.order.places[lost];
            sender.report(v, TO_LOST, labels, rounds)?;
            lost += 1;
        }
        while won > won_end && !sender.is_full() {
            sender.look_ahead(&labels.order.places, |steps| won.wrapping_sub(steps));
            let v = labels.order.places[won];
            sender.report(v, TO_WON, labels, rounds)?;
            won -= 1;
        }
        sender.flush(labels, rounds);
        let more = lost < lost_end || won > won_end;
        let say = [u64::from(more), size, u64::from(due)];
        let said = rounds.finish(&say, &mut |batch| apply(labels, depth + 1, &batch))?;
        sender.reset();
        if said.sum(0) == 0 {
            return Ok((said.sum(1), said.sum(2) > 0));
        }
    }
}

fn apply(labels: &mut Labels, remoteness: u32, batch: &Batch) -> Result {
    match batch.kind {
        TO_LOST => labels.win(&batch.words, remoteness),
        _ => labels.count(&batch.words, remoteness),
    }
    Ok(())
}

/// Notifies predecessors.
struct Sender<'a> {
    rows: &'a Rows,
    remoteness: u32,
    own: usize,
    /// For vertices of other workers, by kind of notification.
    boxes: [Outbox; 2],
    /// For own vertices, likewise.
    near: [Vec<u32>; 2],
    /// The number of arcs since the last check for arrived data, and since the end of the last
    /// round.
    since: usize,
    round: usize,
}

impl<'a> Sender<'a> {
    fn new(rows: &'a Rows, remoteness: u32, workers: usize, own: usize) -> Self {
        let boxes = [TO_LOST, TO_WON].map(|kind| Outbox::new(workers, kind));
        let near = [const { Vec::new() }; 2];
        Sender { rows, remoteness, own, boxes, near, since: 0, round: 0 }
    }

    fn is_full(&self) -> bool {
        self.boxes.iter().any(Outbox::is_full) || self.round > 1 << 25
    }

    fn reset(&mut self) {
        self.boxes.iter_mut().for_each(Outbox::reset);
        self.round = 0;
    }

    /// Prefetches the memory for later vertices of `order`. `at` gives the index of the vertex this
    /// many steps ahead.
    #[inline(always)]
    fn look_ahead(&self, order: &[u32], at: impl Fn(usize) -> usize) {
        if let Some(&far) = order.get(at(24)) {
            prefetch(&self.rows.offsets, far as usize);
        }
        if let Some(&near) = order.get(at(12)) {
            let start = self.rows.offsets[near as usize] as usize;
            prefetch(&self.rows.targets, start);
            prefetch(&self.rows.owners, start);
        }
    }

    /// Notifies the predecessors of `v`.
    #[inline]
    fn report(&mut self, v: u32, kind: u32, labels: &mut Labels, rounds: &mut Rounds) -> Result {
        let range = self.rows.range(v as usize);
        self.since += range.len() + 1;
        self.round += range.len() + 1;
        let targets = &self.rows.targets[range.clone()];
        if self.rows.owners.is_empty() {
            self.near[kind as usize].extend_from_slice(targets);
        } else {
            let owners = &self.rows.owners[range];
            for (&u, &owner) in targets.iter().zip(owners) {
                let owner = usize::from(owner);
                if owner == self.own {
                    self.near[kind as usize].push(u);
                } else {
                    self.boxes[kind as usize].put(owner, &[u], rounds);
                }
            }
        }
        if self.near[kind as usize].len() >= super::outbox::BATCH {
            self.tell_own(labels);
        }
        if self.since >= LOOK * super::outbox::BATCH {
            self.since = 0;
            let remoteness = self.remoteness;
            rounds.poll(&mut |batch| apply(labels, remoteness, &batch))?;
        }
        Ok(())
    }

    fn tell_own(&mut self, labels: &mut Labels) {
        labels.win(&self.near[TO_LOST as usize], self.remoteness);
        labels.count(&self.near[TO_WON as usize], self.remoteness);
        self.near.iter_mut().for_each(Vec::clear);
    }

    fn flush(&mut self, labels: &mut Labels, rounds: &mut Rounds) {
        self.tell_own(labels);
        self.boxes.iter_mut().for_each(|outbox| outbox.flush(rounds));
    }
}
