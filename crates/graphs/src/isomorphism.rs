//! Tells whether two games are the same: isomorphism of their reachable parts.

use hashbrown::HashMap;
use upstar_core::arcs::Colour;
use upstar_core::{Budget, Lease, Ticker};

use crate::Result;
use crate::graph::Graph;

/// Whether two games, each given by a graph and a starting vertex, are equal. They are equal if the
/// parts that can be reached are isomorphic, with the colours of arcs and the results of terminals.
/// Parallel arcs count as one.
///
/// Partition refinement in O(E log V) decides nearly always. Otherwise a search tries pairs of
/// vertices one after another, under the budget; no polynomial bound is known. Equal games have the
/// same value, but the converse does not hold: compare [`loopy_values`](crate::loopy_values) for
/// values.
///
/// *Source:* Stankevich, *Games on graphs*, section 2.
///
/// # Errors
/// If a vertex is not in its graph or the budget is used up.
pub fn same_game(
    (a, start_a): (&Graph, u32),
    (b, start_b): (&Graph, u32),
    budget: &Budget,
) -> Result<bool> {
    let mut lease = Lease::new(budget);
    let mut ticker = budget.ticker();
    let first = ReachableGraph::reachable(a, start_a, &mut lease, &mut ticker)?;
    let second = ReachableGraph::reachable(b, start_b, &mut lease, &mut ticker)?;
    if first.out.len() != second.out.len() || first.arcs() != second.arcs() {
        return Ok(false);
    }
    Search::new(first, second, &mut lease, ticker)?.run()
}

/// Which players may use an arc: bit 0 Left, bit 1 Right.
fn bits(colour: Colour) -> u8 {
    match colour {
        Colour::Left => 1,
        Colour::Right => 2,
        Colour::Both => 3,
    }
}

/// The vertices that can be reached from the start, renumbered. The start is 0.
struct ReachableGraph {
    /// The moves from each vertex, with the players who may make them, ascending.
    out: Vec<Vec<(u32, u8)>>,
    results: Vec<u8>,
}

impl ReachableGraph {
    fn reachable(
        graph: &Graph,
        start: u32,
        lease: &mut Lease,
        ticker: &mut Ticker,
    ) -> Result<ReachableGraph> {
        graph.check_vertex(start)?;
        let successors = graph.successors()?;
        let mut ids: HashMap<u32, u32> = HashMap::from([(start, 0)]);
        let mut order = vec![start];
        let mut part = ReachableGraph { out: Vec::new(), results: Vec::new() };
        while part.out.len() < order.len() {
            let v = order[part.out.len()];
            let mut row: Vec<(u32, u8)> = Vec::new();
            for (to, colour) in successors.coloured(v) {
                let id = *ids.entry(to).or_insert_with(|| {
                    order.push(to);
                    order.len() as u32 - 1
                });
                row.push((id, bits(colour)));
            }
            row.sort_unstable();
            row.dedup_by(|next, kept| {
                kept.1 |= if next.0 == kept.0 { next.1 } else { 0 };
                next.0 == kept.0
            });
            ticker.tick(row.len() as u64 + 1)?;
            // This list, the lists of the search, and the maps.
            lease.reserve(24 * row.len() as u64 + 120)?;
            part.out.push(row);
            part.results.push(graph.result(v).map_or(0, |result| result as u8 + 1));
        }
        Ok(part)
    }

    fn arcs(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }
}

/// The two parts side by side. Vertices `0..half` are those of the first part.
struct Search {
    half: u32,
    /// Moves from each vertex, and moves to it.
    sides: [Vec<Vec<(u32, u8)>>; 2],
    ticker: Ticker,
    /// The vertices, ordered so that those of a cell are adjacent.
    elements: Vec<u32>,
    place: Vec<u32>,
    /// The cell of each vertex: the place at which the cell begins.
    cell_of: Vec<u32>,
    /// The length of the cell that begins at a place.
    length: Vec<u32>,
    /// Whether a cell waits to split others.
    waiting: Vec<bool>,
    queue: Vec<u32>,
    /// Cells that were split off, in order: the old cell and the new one.
    splits: Vec<(u32, u32)>,
    counts: Vec<u32>,
}

/// A vertex of the first part, and the vertices of the second part tried for it.
struct Choice {
    cell: u32,
    vertex: u32,
    tried: Option<u32>,
    splits: usize,
}

impl Search {
    fn new(
        a: ReachableGraph,
        b: ReachableGraph,
        lease: &mut Lease,
        ticker: Ticker,
    ) -> Result<Self> {
        let half = a.out.len() as u32;
        let total = 2 * half as usize;
        lease.reserve(40 * total as u64)?;
        let shift = |row: &Vec<(u32, u8)>| -> Vec<(u32, u8)> {
            row.iter().map(|&(to, colour)| (to + half, colour)).collect()
        };
        let mut out = a.out;
        out.extend(b.out.iter().map(shift));
        let mut into = vec![Vec::new(); total];
        for (from, row) in out.iter().enumerate() {
            for &(to, colour) in row {
                into[to as usize].push((from as u32, colour));
            }
        }
        // The starts form one cell. Other vertices are distinguished by result.
        let results: Vec<u8> = a.results.into_iter().chain(b.results).collect();
        let key = |v: u32| (!v.is_multiple_of(half), results[v as usize]);
        let mut elements: Vec<u32> = (0..total as u32).collect();
        elements.sort_by_key(|&v| key(v));
        let mut search = Search {
            half,
            sides: [out, into],
            ticker,
            place: vec![0; total],
            cell_of: vec![0; total],
            length: vec![0; total],
            waiting: vec![false; total],
            queue: Vec::new(),
            splits: Vec::new(),
            counts: vec![0; total],
            elements,
        };
        let mut cell = 0;
        for i in 0..total {
            let v = search.elements[i];
            if i > 0 && key(search.elements[i - 1]) != key(v) {
                cell = i as u32;
            }
            search.place[v as usize] = i as u32;
            search.cell_of[v as usize] = cell;
            search.length[cell as usize] += 1;
            search.wait(cell);
        }
        Ok(search)
    }

    fn wait(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.waiting[cell as usize], true) {
            self.queue.push(cell);
        }
    }

    fn cell(&self, cell: u32) -> &[u32] {
        let start = cell as usize;
        &self.elements[start..start + self.length[start] as usize]
    }

    fn balanced(&self, cell: u32) -> bool {
        let of_first = self.cell(cell).iter().filter(|&&v| v < self.half).count();
        2 * of_first == self.length[cell as usize] as usize
    }

    fn run(mut self) -> Result<bool> {
        let mut cursor = 0;
        while (cursor as usize) < self.elements.len() {
            if !self.balanced(cursor) {
                return Ok(false);
            }
            cursor += self.length[cursor as usize];
        }
        let mut choices: Vec<Choice> = Vec::new();
        let mut consistent = self.refine()?;
        loop {
            if consistent {
                let from = choices.last().map_or(0, |choice| choice.cell);
                match self.undecided(from)? {
                    None if self.is_isomorphism()? => return Ok(true),
                    None => {}
                    Some(cell) => {
                        let of_first = self.cell(cell).iter().filter(|&&v| v < self.half);
                        let vertex = *of_first.min().expect("cells are balanced");
                        let splits = self.splits.len();
                        choices.push(Choice { cell, vertex, tried: None, splits });
                    }
                }
            }
            // Try the next vertex of the second part for the last choice.
            let Some(choice) = choices.last_mut() else { return Ok(false) };
            let (cell, vertex, tried, splits) =
                (choice.cell, choice.vertex, choice.tried, choice.splits);
            self.undo(splits);
            let of_second = self.cell(cell).iter().copied().filter(|&v| v >= self.half);
            match of_second.filter(|&v| tried.is_none_or(|tried| v > tried)).min() {
                None => {
                    choices.pop();
                    consistent = false;
                }
                Some(other) => {
                    choice.tried = Some(other);
                    self.ticker.tick(u64::from(self.length[cell as usize]))?;
                    consistent = self.identify(cell, vertex, other)?;
                }
            }
        }
    }

    /// A cell, from `from` on, that is larger than a pair and has arcs to such cells. If there is
    /// none, any pairing within cells is an isomorphism.
    fn undecided(&mut self, from: u32) -> Result<Option<u32>> {
        let mut cell = from;
        while (cell as usize) < self.elements.len() {
            let length = self.length[cell as usize];
            if length > 2 {
                // In a refined partition all vertices of a cell look the same.
                let v = self.elements[cell as usize] as usize;
                let open = |side: &Vec<Vec<(u32, u8)>>| {
                    side[v].iter().any(|&(w, _)| self.length[self.cell_of[w as usize] as usize] > 2)
                };
                if self.sides.iter().any(open) {
                    return Ok(Some(cell));
                }
            }
            self.ticker.tick(1)?;
            cell += length;
        }
        Ok(None)
    }

    /// Makes `vertex` and `other` a separate cell and refines.
    fn identify(&mut self, cell: u32, vertex: u32, other: u32) -> Result<bool> {
        // They go to the end of the cell, where the new one begins.
        let end = cell + self.length[cell as usize];
        self.swap_to(vertex, end - 1);
        self.swap_to(other, end - 2);
        self.split_off(cell, end - 2);
        self.wait(end - 2);
        self.refine()
    }

    fn swap_to(&mut self, v: u32, place: u32) {
        let old = self.place[v as usize];
        let w = self.elements[place as usize];
        self.elements.swap(old as usize, place as usize);
        self.place[v as usize] = place;
        self.place[w as usize] = old;
    }

    /// Makes the elements from `start` to the end of `cell` a new cell.
    fn split_off(&mut self, cell: u32, start: u32) {
        let end = cell + self.length[cell as usize];
        self.length[cell as usize] = start - cell;
        self.length[start as usize] = end - start;
        for place in start..end {
            self.cell_of[self.elements[place as usize] as usize] = start;
        }
        self.splits.push((cell, start));
    }

    fn undo(&mut self, mark: usize) {
        for cell in self.queue.drain(..) {
            self.waiting[cell as usize] = false;
        }
        while self.splits.len() > mark {
            let (cell, start) = self.splits.pop().expect("there are more than `mark`");
            for place in start..start + self.length[start as usize] {
                self.cell_of[self.elements[place as usize] as usize] = cell;
            }
            self.length[cell as usize] += std::mem::take(&mut self.length[start as usize]);
        }
    }

    /// Splits cells until all vertices of a cell have equally many arcs of each kind to and from
    /// each cell; `false` if the two parts become distinguishable.
    fn refine(&mut self) -> Result<bool> {
        while let Some(splitter) = self.queue.pop() {
            self.waiting[splitter as usize] = false;
            let members = self.cell(splitter).to_vec();
            for side in 0..2 {
                for kind in 1..=3 {
                    if !self.split_by(&members, side, kind)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Splits all cells by the number of arcs of a kind between their vertices and `members`.
    fn split_by(&mut self, members: &[u32], side: usize, kind: u8) -> Result<bool> {
        let mut touched: Vec<u32> = Vec::new();
        for &x in members {
            let row = &self.sides[side][x as usize];
            self.ticker.tick(row.len() as u64 + 1)?;
            for &(u, _) in row.iter().filter(|&&(_, colour)| colour == kind) {
                self.counts[u as usize] += 1;
                if self.counts[u as usize] == 1 {
                    touched.push(u);
                }
            }
        }
        touched.sort_unstable_by_key(|&u| (self.cell_of[u as usize], self.counts[u as usize]));
        let mut balanced = true;
        let mut rest = &touched[..];
        while let Some(&u) = rest.first() {
            let cell = self.cell_of[u as usize];
            let in_cell = rest.partition_point(|&w| self.cell_of[w as usize] == cell);
            let (here, others) = rest.split_at(in_cell);
            balanced &= self.split_cell(cell, here);
            rest = others;
        }
        for &u in &touched {
            self.counts[u as usize] = 0;
        }
        Ok(balanced)
    }

    /// Splits `cell` by counts. `touched` are its vertices with counts above 0, by ascending count.
    fn split_cell(&mut self, cell: u32, touched: &[u32]) -> bool {
        let length = self.length[cell as usize];
        let count = |search: &Self, u: u32| search.counts[u as usize];
        let untouched = length - touched.len() as u32;
        // The greatest counts go to the end. A swap there never moves a vertex that was already
        // placed.
        for (i, &u) in touched.iter().enumerate() {
            self.swap_to(u, cell + untouched + i as u32);
        }
        let mut starts = Vec::new();
        for (i, &u) in touched.iter().enumerate() {
            let new =
                if i == 0 { untouched > 0 } else { count(self, touched[i - 1]) != count(self, u) };
            if new {
                starts.push(cell + untouched + i as u32);
            }
        }
        if starts.is_empty() {
            return true;
        }
        let was_waiting = self.waiting[cell as usize];
        for &start in starts.iter().rev() {
            self.split_off(cell, start);
        }
        starts.push(cell);
        let largest = *starts
            .iter()
            .max_by_key(|&&start| self.length[start as usize])
            .expect("there is the old cell");
        let mut balanced = true;
        for start in starts {
            balanced &= self.balanced(start);
            // One part may be omitted, because the other parts determine its effect.
            if was_waiting || start != largest {
                self.wait(start);
            }
        }
        balanced
    }

    /// Checks the pairing of cells, arc by arc.
    fn is_isomorphism(&mut self) -> Result<bool> {
        let mut image = vec![0; self.half as usize];
        let mut cell = 0;
        while (cell as usize) < self.elements.len() {
            let mut members = self.cell(cell).to_vec();
            members.sort_unstable();
            let (first, second) = members.split_at(members.len() / 2);
            for (&v, &w) in first.iter().zip(second) {
                image[v as usize] = w;
            }
            cell += self.length[cell as usize];
        }
        for v in 0..self.half as usize {
            let row = &self.sides[0][v];
            self.ticker.tick(row.len() as u64 + 1)?;
            let mut mapped: Vec<(u32, u8)> =
                row.iter().map(|&(to, colour)| (image[to as usize], colour)).collect();
            mapped.sort_unstable();
            if mapped != self.sides[0][image[v] as usize] {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
