//! The value of every vertex of an impartial graph, with cycles: `*n` or `∞{K}`.

use hashbrown::HashMap;
use upstar_core::{Budget, GrundyValue, Lease, LoopyNimber, MexTable, Ticker, prefetch};

use crate::Result;
use crate::graph::{Adjacency, Graph};
use crate::kernel::look_ahead;

/// The number of labels that the bits of a cell represent at a time.
const WINDOW: u32 = 62;
/// Set in `Cell::seen`: the vertex has a label.
const LABELLED: u64 = 1 << 63;
/// Set in `Cell::seen`: the vertex dropped out before the current window.
const DROPPED: u64 = 1 << 62;
/// Set in `Cell::count` of a vertex that was listed in the round of the label in the lower bits.
const LISTED: u32 = 1 << 31;

/// The state of a vertex: 16 bytes, so that a visit costs one cache miss.
#[derive(Clone, Copy)]
struct Cell {
    /// The labels of the current window that its successors have, and flags.
    seen: u64,
    /// The number of its moves to vertices without a label. Once the vertex has a label, the label.
    open: u32,
    /// During a round, the number of those moves to vertices without a move to a vertex labelled in
    /// the round.
    count: u32,
}

/// The value of every vertex; each different value is stored once.
#[derive(Debug)]
pub struct LoopyValues {
    /// The index in `values` of the value of each vertex.
    codes: Vec<u32>,
    values: Vec<LoopyNimber>,
    _lease: Lease,
}

impl LoopyValues {
    /// The number of vertices.
    pub fn vertices(&self) -> u32 {
        self.codes.len() as u32
    }

    /// The value of `v`.
    ///
    /// # Panics
    /// If there is no vertex `v`.
    #[inline]
    pub fn get(&self, v: u32) -> &LoopyNimber {
        &self.values[self.codes[v as usize] as usize]
    }

    /// The distinct values: nimbers ascending, then the others in order of first appearance.
    pub fn distinct(&self) -> &[LoopyNimber] {
        &self.values
    }

    /// The number of vertices with each of the [`distinct`](LoopyValues::distinct) values.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.values.len()];
        for &code in &self.codes {
            counts[code as usize] += 1;
        }
        counts
    }
}

/// The value of every vertex of an impartial graph in normal play: the nimber it equals, or `∞{K}`.
/// Works with and without cycles.
///
/// First, every vertex whose successors all have labels gets the mex of those labels. On an acyclic
/// graph this is all. Then, for m = 0, 1, …, a vertex is labelled m if its labelled successors have
/// all labels below m but not m, and every other successor has a move to a vertex labelled m.
/// Vertices that never get a label are infinite, and the labels of their successors are their
/// members.
///
/// Let d(v) be the number of distinct labels that successors of v got while v had no label. The
/// time is O(V + E + Σ d(v)), summed over all arcs (u,v). This is at most O(V + E·√E), because a
/// label m needs m(m-1)/2 arcs, and near-linear on typical graphs. 36 bytes per vertex, 20 without
/// cycles.
///
/// *Source:* Smith 1966; Fraenkel and Perl 1975; Stankevich, *Games on graphs*,
/// lemma 13, proposition 14, theorem 18, exercise 19.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_graphs::{Graph, loopy_values};
/// // `Save` of the source: one can pass forever, or move to the end.
/// let graph = Graph::from_arcs(2, [(1, 1), (1, 0)])?;
/// let values = loopy_values(&graph, &Budget::unlimited())?;
/// assert_eq!(values.get(0).to_string(), "*0");
/// assert_eq!(values.get(1).to_string(), "∞{0}");
/// # Ok::<(), upstar_graphs::GraphError>(())
/// ```
///
/// # Errors
/// If the arcs are coloured, a terminal is not lost for the player to move, or
/// the budget is used up.
pub fn loopy_values(graph: &Graph, budget: &Budget) -> Result<LoopyValues> {
    graph.check_normal_play()?;
    let mut scratch = Lease::new(budget);
    let (mut labelling, order) = Labelling::peeled(graph, budget, &mut scratch)?;
    let complete = order.len() == labelling.cells.len();
    let rounds = if complete { 0 } else { labelling.rounds(order, &mut scratch)? };
    labelling.finish(rounds > WINDOW, budget)
}

/// The Grundy value of every vertex, or `None` if there is a cycle.
pub(crate) fn peeled_values(graph: &Graph, budget: &Budget) -> Result<Option<Vec<GrundyValue>>> {
    let mut scratch = Lease::new(budget);
    let (labelling, order) = Labelling::peeled(graph, budget, &mut scratch)?;
    if order.len() < labelling.cells.len() {
        return Ok(None);
    }
    let mut values = scratch.with_capacity(order.len())?;
    values.extend(labelling.cells.iter().map(|cell| cell.open));
    Ok(Some(values))
}

struct Labelling<'a> {
    graph: &'a Graph,
    rows: &'a Adjacency,
    cells: Vec<Cell>,
    ticker: Ticker,
}

impl<'a> Labelling<'a> {
    /// The labelling after the first phase, and the vertices that it labelled, each after its
    /// successors.
    fn peeled(graph: &'a Graph, budget: &Budget, scratch: &mut Lease) -> Result<(Self, Vec<u32>)> {
        let vertices = graph.out_degree.len();
        let mut cells: Vec<Cell> = scratch.with_capacity(vertices)?;
        cells.extend(graph.out_degree.iter().map(|&open| Cell { seen: 0, open, count: 0 }));
        let ticker = budget.ticker();
        let mut labelling = Labelling { graph, rows: &graph.reverse, cells, ticker };
        let mut order = scratch.with_capacity(vertices)?;
        labelling.peel(&mut order)?;
        Ok((labelling, order))
    }

    /// Requests the memory that vertices further down a list will need.
    #[inline(always)]
    fn look_ahead(&self, list: &[u32], head: usize) {
        if let Some(&far) = list.get(head + 24) {
            prefetch(&self.cells, far as usize);
        }
        look_ahead(self.rows, &self.cells, |steps| list.get(head + steps).copied());
    }

    /// Repeatedly labels every vertex whose successors all have labels. `order` receives the
    /// vertices in order of labelling.
    fn peel(&mut self, order: &mut Vec<u32>) -> Result {
        order.extend(self.graph.terminals());
        let mut table = MexTable::new();
        let mut head = 0;
        while head < order.len() {
            self.look_ahead(order, head);
            let v = order[head];
            head += 1;
            let cell = self.cells[v as usize];
            let mut label = cell.seen.trailing_ones();
            if label >= WINDOW {
                table.clear();
                for &w in self.graph.successors()?.of(v) {
                    table.insert(self.cells[w as usize].open);
                }
                label = table.mex();
            }
            let cell = &mut self.cells[v as usize];
            cell.seen |= LABELLED;
            cell.open = label;
            // Larger labels do not fit the bits; then the mex is computed from the successors.
            let bit = if label < WINDOW { 1 << label } else { 0 };
            let row = self.rows.row(v);
            self.ticker.tick(row.len() as u64 + 1)?;
            for &u in row {
                let cell = &mut self.cells[u as usize];
                cell.seen |= bit;
                cell.open -= 1;
                if cell.open == 0 {
                    order.push(u);
                }
            }
        }
        Ok(())
    }

    /// Labels the vertices on cycles that get a label. Returns the number of rounds.
    fn rounds(&mut self, peeled: Vec<u32>, scratch: &mut Lease) -> Result<u32> {
        // Buckets, candidates, and the two lists of a round.
        scratch.reserve(16 * self.cells.len() as u64)?;
        let buckets = Buckets::new(peeled, |v| self.cells[v as usize].open);
        let mut candidates: Vec<u32> = (0..self.cells.len() as u32)
            .filter(|&v| self.cells[v as usize].seen & LABELLED == 0)
            .collect();
        let mut base = 0;
        let mut round = 0;
        // Vertices labelled in this round, and vertices without a label that have a move to a
        // vertex labelled `round`.
        let (mut fresh, mut near) = (Vec::new(), Vec::new());
        while !candidates.is_empty() {
            if round == base + WINDOW {
                base = round;
                self.move_window(&buckets, base, &candidates)?;
            }
            self.round(
                round,
                round - base,
                buckets.get(round),
                &candidates,
                &mut fresh,
                &mut near,
            )?;
            let bit = 1 << (round - base);
            let cells = &self.cells;
            candidates.retain(|&v| cells[v as usize].seen & (LABELLED | bit) == bit);
            round += 1;
        }
        Ok(round)
    }

    fn round(
        &mut self,
        label: u32,
        place: u32,
        peeled: &[u32],
        candidates: &[u32],
        fresh: &mut Vec<u32>,
        near: &mut Vec<u32>,
    ) -> Result {
        let bit = 1u64 << place;
        // A vertex can still get the label if it is a candidate without a label and has no move to
        // a vertex with this label.
        let mask = LABELLED | DROPPED | (bit | (bit - 1));
        let eligible = |cell: &Cell| cell.seen & mask == bit - 1;
        fresh.clear();
        near.clear();
        for &v in candidates {
            let cell = &mut self.cells[v as usize];
            cell.count = cell.open;
        }
        self.ticker.tick(candidates.len() as u64)?;
        // Predecessors of vertices that got the label in the first phase count before any vertex is
        // labelled in this round.
        for head in 0..peeled.len() {
            self.look_ahead(peeled, head);
            let row = self.rows.row(peeled[head]);
            self.ticker.tick(row.len() as u64)?;
            for &u in row {
                let cell = &mut self.cells[u as usize];
                if cell.seen & LABELLED == 0 && cell.count != LISTED | label {
                    // The vertex is not eligible, so its count is free for this mark.
                    cell.count = LISTED | label;
                    near.push(u);
                }
            }
        }
        for head in 0..near.len() {
            self.look_ahead(near, head);
            let row = self.rows.row(near[head]);
            self.ticker.tick(row.len() as u64)?;
            for &u in row {
                let cell = &mut self.cells[u as usize];
                cell.count -= u32::from(eligible(cell));
            }
        }
        for &v in candidates {
            let cell = &mut self.cells[v as usize];
            if eligible(cell) && cell.count == 0 {
                *cell = Cell { seen: cell.seen | LABELLED, open: label, count: 0 };
                fresh.push(v);
            }
        }
        let (mut done_fresh, mut done_near) = (0, near.len());
        while done_fresh < fresh.len() {
            while done_fresh < fresh.len() {
                self.look_ahead(fresh, done_fresh);
                let row = self.rows.row(fresh[done_fresh]);
                done_fresh += 1;
                self.ticker.tick(row.len() as u64)?;
                for &u in row {
                    let cell = &mut self.cells[u as usize];
                    if cell.seen & LABELLED == 0 {
                        cell.open -= 1;
                        if cell.seen & bit == 0 {
                            cell.seen |= bit;
                            near.push(u);
                        }
                    }
                }
            }
            while done_near < near.len() {
                self.look_ahead(near, done_near);
                let row = self.rows.row(near[done_near]);
                done_near += 1;
                self.ticker.tick(row.len() as u64)?;
                for &u in row {
                    let cell = &mut self.cells[u as usize];
                    if eligible(cell) {
                        cell.count -= 1;
                        if cell.count == 0 {
                            *cell = Cell { seen: cell.seen | LABELLED, open: label, count: 0 };
                            fresh.push(u);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes the bits represent the labels from `base` on.
    fn move_window(&mut self, buckets: &Buckets, base: u32, candidates: &[u32]) -> Result {
        for cell in &mut self.cells {
            cell.seen = cell.seen & LABELLED | DROPPED;
        }
        for &v in candidates {
            self.cells[v as usize].seen &= !DROPPED;
        }
        for place in 0..WINDOW {
            for &v in buckets.get(base + place) {
                let row = self.rows.row(v);
                self.ticker.tick(row.len() as u64 + 1)?;
                for &u in row {
                    self.cells[u as usize].seen |= 1 << place;
                }
            }
        }
        Ok(())
    }

    /// Turns the labels into values.
    fn finish(self, large: bool, budget: &Budget) -> Result<LoopyValues> {
        let mut lease = Lease::new(budget);
        let mut codes = lease.with_capacity(self.cells.len())?;
        let label = |cell: &Cell| (cell.seen & LABELLED != 0).then_some(cell.open);
        let most = self.cells.iter().filter_map(label).max();
        let nimbers = most.map_or(0, |most| most as usize + 1);
        let mut present = vec![false; nimbers];
        for label in self.cells.iter().filter_map(label) {
            present[label as usize] = true;
        }
        let mut code_of = vec![0; nimbers];
        let mut values = Vec::new();
        for (label, _) in present.iter().enumerate().filter(|(_, present)| **present) {
            code_of[label] = values.len() as u32;
            values.push(LoopyNimber::Nimber(label as GrundyValue));
        }
        // The bits are the members if they represented all labels.
        let exact = !large && most.is_none_or(|most| most < WINDOW);
        let mut by_bits: HashMap<u64, u32> = HashMap::new();
        let mut by_members: HashMap<Vec<u32>, u32> = HashMap::new();
        for (v, cell) in self.cells.iter().enumerate() {
            if let Some(label) = label(cell) {
                codes.push(code_of[label as usize]);
                continue;
            }
            let fresh = values.len() as u32;
            let code = if exact {
                *by_bits.entry(cell.seen).or_insert_with(|| {
                    let members = (0..WINDOW).filter(|place| cell.seen >> place & 1 == 1);
                    values.push(LoopyNimber::Infinite(members.collect()));
                    fresh
                })
            } else {
                let successors = self.graph.successors()?.of(v as u32);
                let labels = successors.iter().filter_map(|&w| label(&self.cells[w as usize]));
                let LoopyNimber::Infinite(members) = LoopyNimber::infinite(labels) else {
                    unreachable!("an infinite value was made")
                };
                *by_members.entry(members).or_insert_with_key(|members| {
                    values.push(LoopyNimber::Infinite(members.clone()));
                    fresh
                })
            };
            codes.push(code);
        }
        Ok(LoopyValues { codes, values, _lease: lease })
    }
}

/// Vertices by label.
struct Buckets {
    starts: Vec<usize>,
    vertices: Vec<u32>,
}

impl Buckets {
    fn new(vertices: Vec<u32>, label: impl Fn(u32) -> u32) -> Self {
        let most = vertices.iter().map(|&v| label(v)).max();
        let mut starts = vec![0; most.map_or(1, |most| most as usize + 2)];
        for &v in &vertices {
            starts[label(v) as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; vertices.len()];
        for &v in &vertices {
            let place = &mut next[label(v) as usize];
            sorted[*place] = v;
            *place += 1;
        }
        Buckets { starts, vertices: sorted }
    }

    fn get(&self, label: u32) -> &[u32] {
        let label = label as usize;
        match self.starts.get(label + 1) {
            Some(&end) => &self.vertices[self.starts[label]..end],
            None => &[],
        }
    }
}
