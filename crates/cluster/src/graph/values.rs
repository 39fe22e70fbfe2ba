//! The value of every vertex of an impartial graph in normal play, on a cluster: `*n` or `∞{K}`.
//!
//! The algorithm is that of [`upstar_graphs::loopy_values`]. Each of its steps only removes
//! possibilities, so messages within a round may come in any order. A vertex is labelled when the
//! last move that prevented this is known, and no later message can contradict the label (a
//! successor with the same label would still be counted).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, LoopyNimber};
use upstar_files::table::{Column, Kind};

use super::checkpoint::{Reading, Stage, Store, Writing};
use super::load::{Share, pack, unpack};
use super::outbox::Outbox;
use super::solve::{GraphQuestion, read, store};
use super::table;
use crate::Result;
use crate::batch::{Batch, halves, joined};
use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// Labels below this are stored as bits of a cell.
const BITS: u32 = 62;
/// Set in `Cell::seen`: the vertex has a label.
const LABELLED: u64 = 1 << 63;
/// Set in `Cell::count` of a listed vertex. The lower bits are the round.
const LISTED: u32 = 1 << 31;

/// A successor has been labelled: the vertex, and the label.
const PEELED: u32 = 0;
/// The vertex has a move to a vertex that already had the label of this round.
const OLD: u32 = 1;
/// The vertex has a move to a vertex that got the label of this round in it.
const FRESH: u32 = 2;
/// The vertex has a move to an unlabelled vertex that has a move to one labelled in this round.
const NEAR: u32 = 3;

/// The state of a vertex.
#[derive(Clone, Copy)]
struct Cell {
    /// The labels below [`BITS`] that its successors have, and [`LABELLED`].
    seen: u64,
    /// The number of its moves to unlabelled vertices. Once it has a label, the label.
    open: u32,
    /// In a round: the number of those moves that lead to vertices without a move to a vertex
    /// labelled in the round.
    count: u32,
}

/// The number of vertices with each value. Every process has the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterValues {
    /// The number of vertices of the graph.
    pub vertices: u64,
    /// The number of arcs.
    pub arcs: u64,
    /// The values that occur: nimbers in ascending order, then the others in order of first
    /// appearance.
    pub values: Vec<(LoopyNimber, u64)>,
}

/// The value of every vertex of an impartial graph in normal play: the answer of
/// [`upstar_graphs::loopy_values`], computed by all workers of a cluster together. With `ascii` the
/// table has `inf` for ∞.
///
/// # Errors
/// [`ClusterError::Graph`] if arcs are coloured, or a terminal is not lost for the player to move.
/// If any process fails, all end with its error.
pub fn graph_values(
    cluster: Cluster,
    question: &GraphQuestion,
    ascii: bool,
    budget: &Budget,
) -> Result<ClusterValues> {
    let question = question.clone();
    cluster.run(budget, move |rounds| {
        if let Some(folder) = &question.output {
            table::prepare(folder, rounds)?;
        }
        let mut store = store(&question, "values", rounds)?;
        let (share, step) = read(&question, Stage::Values, store.as_mut(), rounds)?;
        refuse(&share)?;
        let values = Values::find(&share, step, store.as_mut(), rounds)?;
        if let Some(folder) = &question.output {
            let columns = vec![Column::new("vertex", Kind::Text), Column::new("value", Kind::Text)];
            let row = |vertex: usize, cells: &mut upstar_files::table::Batch, _: &mut _| {
                cells.push_display(0, &share.names.get(vertex as u32));
                let value = values.get(vertex);
                let text = if ascii { format!("{value:#}") } else { value.to_string() };
                cells.push_text(1, &text);
            };
            table::write(folder, &share, columns, Convention::Normal, |_, _| {}, row, rounds)?;
        }
        let summary = values.summary(&share, rounds)?;
        store.map(Store::remove).transpose()?;
        Ok(summary)
    })
}

fn refuse(share: &Share) -> Result {
    if share.coloured {
        let message = "the arcs are coloured; this question is only for arcs along which both \
                       players may move";
        let (graph, message) = (share.graph.clone(), message.to_owned());
        return Err(ClusterError::Graph { graph, message });
    }
    match share.results.iter().find(|(_, result)| *result != MoveResult::Loss) {
        None => Ok(()),
        Some(&(v, _)) => {
            let message = "is a terminal that is not lost for the player to move; values are \
                           defined for normal play";
            Err(share.error(v, message))
        }
    }
}

/// The values of a worker's own vertices.
struct Values {
    cells: Vec<Cell>,
    /// Labels of successors from [`BITS`] on.
    large: HashMap<u32, BTreeSet<u32>>,
    /// The number of saved states.
    step: u64,
}

/// The progress of the work.
enum At {
    /// Labelling vertices all of whose successors have labels. The vertices have labels but their
    /// predecessors are not notified yet.
    Peeling(Vec<u32>),
    /// Before the round of this label.
    Round(u32),
}

/// Whether worker 0 requests a checkpoint, as a word of a message.
fn is_due(store: Option<&Store>, rounds: &Rounds) -> u64 {
    u64::from(rounds.index() == 0 && store.is_some_and(Store::is_due))
}

/// Vertices whose predecessors are to be notified, by the kind of notification.
#[derive(Default)]
struct Lists {
    fresh: Vec<u32>,
    near: Vec<u32>,
}

impl Values {
    /// Computes all values, from the beginning or from the state saved as `step`.
    fn find(
        share: &Share,
        step: Option<u64>,
        mut store: Option<&mut Store>,
        rounds: &mut Rounds,
    ) -> Result<Values> {
        let found = match (step, store.as_deref_mut()) {
            (Some(step), Some(store)) => Some(Values::read(share, step, store)?),
            _ => None,
        };
        let (mut values, at) = found.unwrap_or_else(|| {
            let cells =
                share.degrees.iter().map(|&open| Cell { seen: 0, open, count: 0 }).collect();
            let mut values = Values { cells, large: HashMap::new(), step: 0 };
            let list: Vec<u32> = (0..values.cells.len() as u32)
                .filter(|&v| values.cells[v as usize].open == 0)
                .collect();
            list.iter().for_each(|&v| values.label(v, 0));
            (values, At::Peeling(list))
        });
        let first = match at {
            At::Peeling(list) => {
                values.peel(list, share, store.as_deref_mut(), rounds)?;
                0
            }
            At::Round(label) => label,
        };
        // Vertices with a label beyond that of the round got it without cycles.
        let mut labelled: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut candidates = Vec::new();
        for (v, cell) in values.cells.iter().enumerate() {
            if cell.seen & LABELLED == 0 {
                if values.mex(v as u32) >= first {
                    candidates.push(v as u32);
                }
            } else if cell.open >= first {
                labelled.entry(cell.open).or_default().push(v as u32);
            }
        }
        for label in first.. {
            let due = is_due(store.as_deref(), rounds);
            let said = rounds.finish(&[candidates.len() as u64, due], &mut |_| Ok(()))?;
            if said.sum(0) == 0 {
                break;
            }
            if let Some(store) = store.as_deref_mut()
                && said.sum(1) > 0
            {
                values.write(&At::Round(label), store, rounds)?;
            }
            let old = labelled.remove(&label).unwrap_or_default();
            values.round(label, &old, &candidates, share, rounds)?;
            candidates.retain(|&v| {
                let cell = &values.cells[v as usize];
                cell.seen & LABELLED == 0 && values.mex(v) > label
            });
        }
        Ok(values)
    }

    /// Saves the known values and the progress.
    fn write(&mut self, at: &At, store: &mut Store, rounds: &mut Rounds) -> Result {
        self.step += 1;
        let (label, list) = match at {
            At::Peeling(list) => (u64::MAX, &list[..]),
            At::Round(label) => (u64::from(*label), &[][..]),
        };
        let fill = |file: &mut Writing| {
            file.longs([label])?;
            file.words(list)?;
            file.longs(self.cells.iter().map(|cell| cell.seen))?;
            file.longs(self.cells.iter().map(|cell| u64::from(cell.open)))?;
            let large: BTreeMap<_, _> = self.large.iter().collect();
            let pairs = large.into_iter().flat_map(|(&u, seen)| seen.iter().map(move |&m| [u, m]));
            file.words(&pairs.flatten().collect::<Vec<u32>>())
        };
        store.write((Stage::Values, self.step), self.cells.len() as u64, fill, rounds)
    }

    /// Reads the state saved by [`Values::write`].
    fn read(share: &Share, step: u64, store: &mut Store) -> Result<(Values, At)> {
        let mut file: Reading = store.read(Stage::Values, step)?;
        let label = file.longs()?;
        let list = file.words()?;
        let (seen, open, pairs) = (file.longs()?, file.longs()?, file.words()?);
        let size = share.degrees.len();
        let &[label] = &label[..] else { return Err(file.damaged()) };
        let whole = seen.len() == size
            && open.len() == size
            && open.iter().all(|&open| open <= u64::from(u32::MAX))
            && list.iter().all(|&v| (v as usize) < size)
            && pairs.chunks_exact(2).all(|pair| (pair[0] as usize) < size)
            && (label == u64::MAX || label <= u64::from(u32::MAX));
        if !whole {
            return Err(file.damaged());
        }
        file.finish()?;
        let cells = seen.into_iter().zip(open);
        let cells = cells.map(|(seen, open)| Cell { seen, open: open as u32, count: 0 }).collect();
        let mut large: HashMap<u32, BTreeSet<u32>> = HashMap::new();
        for pair in pairs.chunks_exact(2) {
            large.entry(pair[0]).or_default().insert(pair[1]);
        }
        let at = if label == u64::MAX { At::Peeling(list) } else { At::Round(label as u32) };
        Ok((Values { cells, large, step }, at))
    }

    /// The value of a vertex, when all are known.
    fn get(&self, vertex: usize) -> LoopyNimber {
        let cell = &self.cells[vertex];
        if cell.seen & LABELLED != 0 {
            return LoopyNimber::Nimber(cell.open);
        }
        let small = (0..BITS).filter(|label| cell.seen >> label & 1 == 1);
        let large = self.large.get(&(vertex as u32)).into_iter().flatten().copied();
        LoopyNimber::Infinite(small.chain(large).collect())
    }

    /// Records that a successor of `u` has a label.
    fn see(&mut self, u: u32, label: u32) {
        if label < BITS {
            self.cells[u as usize].seen |= 1 << label;
        } else {
            self.large.entry(u).or_default().insert(label);
        }
    }

    fn has_seen(&self, u: u32, label: u32) -> bool {
        if label < BITS {
            self.cells[u as usize].seen >> label & 1 == 1
        } else {
            self.large.get(&u).is_some_and(|seen| seen.contains(&label))
        }
    }

    /// The least label that no successor of `u` has.
    fn mex(&self, u: u32) -> u32 {
        let small = (self.cells[u as usize].seen & !LABELLED).trailing_ones();
        if small < BITS {
            return small;
        }
        let mut mex = BITS;
        for &label in self.large.get(&u).into_iter().flatten() {
            if label > mex {
                break;
            }
            mex = label + 1;
        }
        mex
    }

    fn is_labelled(&self, u: u32) -> bool {
        self.cells[u as usize].seen & LABELLED != 0
    }

    fn label(&mut self, u: u32, label: u32) {
        let cell = &mut self.cells[u as usize];
        *cell = Cell { seen: cell.seen | LABELLED, open: label, count: 0 };
    }

    /// Repeatedly labels every vertex all of whose successors have labels.
    fn peel(
        &mut self,
        mut list: Vec<u32>,
        share: &Share,
        mut store: Option<&mut Store>,
        rounds: &mut Rounds,
    ) -> Result {
        let mut outbox = Outbox::new(rounds.peers(), PEELED);
        let own = rounds.index();
        loop {
            while !outbox.is_full()
                && let Some(v) = list.pop()
            {
                let label = self.cells[v as usize].open;
                for arc in share.rows.range(v as usize) {
                    let u = share.rows.targets[arc];
                    let owner = share.rows.owners.get(arc).map_or(own, |&owner| usize::from(owner));
                    if owner == own {
                        self.peeled(u, label, &mut list);
                    } else {
                        outbox.put(owner, &[u, label], rounds);
                    }
                }
            }
            outbox.flush(rounds);
            let left = u64::from(!list.is_empty()) + u64::from(outbox.has_sent());
            let due = is_due(store.as_deref(), rounds);
            let said = rounds.finish(&[left, due], &mut |batch| {
                for entry in batch.words.chunks_exact(2) {
                    self.peeled(entry[0], entry[1], &mut list);
                }
                Ok(())
            })?;
            outbox.reset();
            if said.sum(0) == 0 {
                return Ok(());
            }
            if let Some(store) = store.as_deref_mut()
                && said.sum(1) > 0
            {
                let at = At::Peeling(list);
                self.write(&at, store, rounds)?;
                let At::Peeling(left) = at else { return Ok(()) };
                list = left;
            }
        }
    }

    fn peeled(&mut self, u: u32, label: u32, list: &mut Vec<u32>) {
        self.see(u, label);
        let cell = &mut self.cells[u as usize];
        cell.open -= 1;
        if cell.open == 0 {
            let mex = self.mex(u);
            self.label(u, mex);
            list.push(u);
        }
    }

    /// Gives the label to all vertices that get it on cycles. `old` are those that already had it.
    fn round(
        &mut self,
        label: u32,
        old: &[u32],
        candidates: &[u32],
        share: &Share,
        rounds: &mut Rounds,
    ) -> Result {
        for &v in candidates {
            let cell = &mut self.cells[v as usize];
            cell.count = cell.open;
        }
        let mut lists = Lists::default();
        let mut boxes = [OLD, FRESH, NEAR].map(|kind| Outbox::new(rounds.peers(), kind));
        let mut old = old.iter().copied();
        let mut begun = false;
        loop {
            let mut work = 0;
            loop {
                // Ends the round after much work, so that other workers get work too.
                work += 1;
                if work > 1 << 20 || boxes.iter().any(Outbox::is_full) {
                    break;
                }
                let (kind, v) = if let Some(v) = old.next() {
                    (OLD, v)
                } else if let Some(v) = lists.fresh.pop() {
                    (FRESH, v)
                } else if let Some(v) = lists.near.pop() {
                    (NEAR, v)
                } else {
                    break;
                };
                self.report(kind, v, label, share, &mut boxes, &mut lists, rounds);
            }
            boxes.iter_mut().for_each(|outbox| outbox.flush(rounds));
            let idle = old.len() == 0 && lists.fresh.is_empty() && lists.near.is_empty();
            let sent = boxes.iter().any(Outbox::has_sent);
            // Notifications from vertices that already had the label come before new labels.
            let left = u64::from(!idle || sent || !begun);
            let said = rounds.finish(&[left], &mut |batch| {
                self.take(&batch, label, &mut lists);
                Ok(())
            })?;
            boxes.iter_mut().for_each(Outbox::reset);
            if !begun {
                begun = true;
                for &v in candidates {
                    if self.cells[v as usize].count == 0
                        && self.mex(v) == label
                        && !self.is_labelled(v)
                    {
                        self.label(v, label);
                        lists.fresh.push(v);
                    }
                }
            }
            if said.sum(0) == 0 {
                return Ok(());
            }
        }
    }

    #[allow(clippy::too_many_arguments)] // the state of a round
    fn report(
        &mut self,
        kind: u32,
        v: u32,
        label: u32,
        share: &Share,
        boxes: &mut [Outbox; 3],
        lists: &mut Lists,
        rounds: &mut Rounds,
    ) {
        let own = rounds.index();
        for arc in share.rows.range(v as usize) {
            let u = share.rows.targets[arc];
            let owner = share.rows.owners.get(arc).map_or(own, |&owner| usize::from(owner));
            if owner == own {
                self.receive(kind, u, label, lists);
            } else {
                boxes[kind as usize - 1].put(owner, &[u], rounds);
            }
        }
    }

    fn take(&mut self, batch: &Batch, label: u32, lists: &mut Lists) {
        for &u in &batch.words {
            self.receive(batch.kind, u, label, lists);
        }
    }

    /// Vertex `u` is notified about a successor.
    fn receive(&mut self, kind: u32, u: u32, label: u32, lists: &mut Lists) {
        if self.is_labelled(u) {
            return;
        }
        match kind {
            OLD => {
                // The vertex is not eligible, because it has seen the label, so its count is free
                // for this use.
                let cell = &mut self.cells[u as usize];
                if cell.count != LISTED | label {
                    cell.count = LISTED | label;
                    lists.near.push(u);
                }
            }
            FRESH => {
                self.cells[u as usize].open -= 1;
                if !self.has_seen(u, label) {
                    self.see(u, label);
                    lists.near.push(u);
                }
            }
            _ => {
                if self.mex(u) == label {
                    let cell = &mut self.cells[u as usize];
                    cell.count -= 1;
                    if cell.count == 0 {
                        self.label(u, label);
                        lists.fresh.push(u);
                    }
                }
            }
        }
    }

    fn summary(&self, share: &Share, rounds: &mut Rounds) -> Result<ClusterValues> {
        // For each value, the number of its vertices and the first place.
        let mut counts: HashMap<LoopyNimber, (u64, u64)> = HashMap::new();
        for (v, &place) in share.places.iter().enumerate() {
            let (count, first) = counts.entry(self.get(v)).or_insert((0, place));
            *count += 1;
            *first = place.min(*first);
        }
        let mut words = Vec::new();
        for (value, (count, first)) in counts {
            words.extend(halves(count));
            words.extend(halves(first));
            pack(&value.to_string(), &mut words);
        }
        for to in 0..rounds.peers() {
            rounds.send(to, 0, words.clone());
        }
        let mut all: HashMap<LoopyNimber, (u64, u64)> = HashMap::new();
        rounds.finish(&[], &mut |batch| {
            let mut rest = &batch.words[..];
            let mut text = String::new();
            while let &[a, b, c, d, length, ref more @ ..] = rest {
                let (value, after) = more.split_at((length as usize).div_ceil(4));
                unpack(value, length as usize, &mut text)?;
                let value: LoopyNimber = text
                    .parse()
                    .map_err(|_| ClusterError::Internal(format!("no value: {text}")))?;
                let place = joined(c, d);
                let (count, first) = all.entry(value).or_insert((0, place));
                *count += joined(a, b);
                *first = place.min(*first);
                rest = after;
            }
            Ok(())
        })?;
        let mut values: Vec<_> = all.into_iter().collect();
        values.sort_by_key(|(value, (_, first))| match value {
            LoopyNimber::Nimber(n) => (0, u64::from(*n)),
            LoopyNimber::Infinite(_) => (1, *first),
        });
        let (vertices, arcs) = share.totals;
        let values = values.into_iter().map(|(value, (count, _))| (value, count)).collect();
        Ok(ClusterValues { vertices, arcs, values })
    }
}
