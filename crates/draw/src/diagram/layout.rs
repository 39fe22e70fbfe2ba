//! The layout of a layered graph.

/// Sizes of the elements, in pixels.
pub(super) struct Sizes {
    /// Width and height of each vertex.
    pub(super) vertices: Vec<(f64, f64)>,
    /// The empty height between two layers.
    pub(super) between_layers: f64,
}

/// Positions of vertices and bends of arcs; the upper left corner is (0, 0).
pub(super) struct Layout {
    /// The centre of each vertex.
    pub(super) places: Vec<(f64, f64)>,
    /// The points between the ends of each arc, from its first vertex to its last.
    pub(super) bends: Vec<Vec<(f64, f64)>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The empty width between two neighbours of a layer.
const GAP: f64 = 22.0;

/// The width that a passing arc takes in a layer.
const PASSING: f64 = 6.0;

/// The maximum total number of points at which arcs pass through layers; beyond it the longest arcs
/// are drawn straight.
const MOST_BENDS: usize = 20_000;

const SWEEPS: usize = 24;

/// The nodes of the layers: first the vertices of the graph, then one node for each layer that a
/// long arc passes.
struct Layered {
    /// The layer of each node.
    layer: Vec<usize>,
    /// The nodes of each layer, from left to right.
    layers: Vec<Vec<usize>>,
    /// Neighbours one layer up and one layer down.
    up: Vec<Vec<usize>>,
    down: Vec<Vec<usize>>,
    /// The passing nodes of each arc, from the top down.
    passing: Vec<Vec<usize>>,
}

impl Layout {
    /// Places the graph with the vertices of `sizes` and `arcs` between them.
    pub(super) fn new(sizes: &Sizes, arcs: &[(u32, u32)]) -> Layout {
        let count = sizes.vertices.len();
        let downward = downward_arcs(count, arcs);
        let mut graph = Layered::new(ranks(count, &downward), &downward);
        graph.order();
        let width_of = |node: usize| sizes.vertices.get(node).map_or(PASSING, |size| size.0);
        let xs = graph.positions(width_of);
        let heights: Vec<f64> = graph
            .layers
            .iter()
            .map(|layer| {
                let heights = layer.iter().filter_map(|&node| sizes.vertices.get(node));
                heights.map(|size| size.1).fold(20.0, f64::max)
            })
            .collect();
        let mut ys = Vec::with_capacity(heights.len());
        let mut top = 0.0;
        for height in &heights {
            ys.push(top + height / 2.0);
            top += height + sizes.between_layers;
        }
        let place = |node: usize| (xs[node], ys[graph.layer[node]]);
        let bends = arcs
            .iter()
            .zip(&downward)
            .zip(&graph.passing)
            .map(|((arc, &(upper, _)), passing)| {
                let mut points: Vec<(f64, f64)> = passing.iter().map(|&node| place(node)).collect();
                if arc.0 as usize != upper {
                    points.reverse();
                }
                points
            })
            .collect();
        let right = (0..xs.len()).map(|node| xs[node] + width_of(node) / 2.0);
        // A loop extends to the right of its vertex.
        let loops = if arcs.iter().any(|arc| arc.0 == arc.1) { 20.0 } else { 0.0 };
        Layout {
            places: (0..count).map(place).collect(),
            bends,
            width: right.fold(0.0, f64::max) + loops,
            height: (top - sizes.between_layers).max(0.0),
        }
    }
}

/// The arcs, with those reversed that close a cycle in a depth-first search from the vertices in
/// order. A loop stays a loop.
fn downward_arcs(count: usize, arcs: &[(u32, u32)]) -> Vec<(usize, usize)> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, arc) in arcs.iter().enumerate() {
        out[arc.0 as usize].push(index);
    }
    let mut result: Vec<(usize, usize)> =
        arcs.iter().map(|&(from, to)| (from as usize, to as usize)).collect();
    // 0 not seen, 1 on the path, 2 done.
    let mut state = vec![0_u8; count];
    for start in 0..count {
        if state[start] != 0 {
            continue;
        }
        let mut path = vec![(start, 0)];
        state[start] = 1;
        while let Some((vertex, next)) = path.last_mut() {
            let Some(&arc) = out[*vertex].get(*next) else {
                state[*vertex] = 2;
                path.pop();
                continue;
            };
            *next += 1;
            let to = arcs[arc].1 as usize;
            match state[to] {
                0 => {
                    state[to] = 1;
                    path.push((to, 0));
                }
                1 => result[arc] = (to, arcs[arc].0 as usize),
                _ => {}
            }
        }
    }
    result
}

/// The layer of each vertex: the longest path down to it. Vertices without predecessors are then
/// moved down to just above their nearest neighbour.
fn ranks(count: usize, arcs: &[(usize, usize)]) -> Vec<usize> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut above = vec![0_usize; count];
    for &(from, to) in arcs {
        if from != to {
            out[from].push(to);
            above[to] += 1;
        }
    }
    let is_source: Vec<bool> = above.iter().map(|&n| n == 0).collect();
    let mut rank = vec![0; count];
    let mut ready: Vec<usize> = (0..count).rev().filter(|&vertex| above[vertex] == 0).collect();
    while let Some(vertex) = ready.pop() {
        for &to in &out[vertex] {
            rank[to] = rank[to].max(rank[vertex] + 1);
            above[to] -= 1;
            if above[to] == 0 {
                ready.push(to);
            }
        }
    }
    for vertex in (0..count).filter(|&vertex| is_source[vertex]) {
        if let Some(nearest) = out[vertex].iter().map(|&to| rank[to]).min() {
            rank[vertex] = nearest - 1;
        }
    }
    rank
}

impl Layered {
    fn new(rank: Vec<usize>, arcs: &[(usize, usize)]) -> Self {
        let depth = rank.iter().max().map_or(0, |&rank| rank + 1);
        let mut graph = Layered {
            layers: vec![Vec::new(); depth],
            up: vec![Vec::new(); rank.len()],
            down: vec![Vec::new(); rank.len()],
            passing: vec![Vec::new(); arcs.len()],
            layer: rank,
        };
        for vertex in 0..graph.layer.len() {
            graph.layers[graph.layer[vertex]].push(vertex);
        }
        let mut by_length: Vec<usize> = (0..arcs.len()).collect();
        by_length.sort_by_key(|&arc| graph.layer[arcs[arc].1].abs_diff(graph.layer[arcs[arc].0]));
        let mut bends = 0;
        for arc in by_length {
            let (from, to) = arcs[arc];
            if from == to {
                continue;
            }
            let (first, last) = (graph.layer[from], graph.layer[to]);
            bends += last - first - 1;
            if bends > MOST_BENDS {
                break;
            }
            let mut before = from;
            for layer in first + 1..last {
                let node = graph.layer.len();
                graph.layer.push(layer);
                graph.layers[layer].push(node);
                graph.up.push(Vec::new());
                graph.down.push(Vec::new());
                graph.join(before, node);
                graph.passing[arc].push(node);
                before = node;
            }
            graph.join(before, to);
        }
        graph
    }

    fn join(&mut self, upper: usize, lower: usize) {
        self.down[upper].push(lower);
        self.up[lower].push(upper);
    }

    /// Orders each layer by barycentres, sweeping down and up; keeps the order with the fewest
    /// crossings.
    fn order(&mut self) {
        let mut best = (self.crossings(), self.layers.clone());
        for sweep in 0..SWEEPS {
            if best.0 == 0 {
                break;
            }
            let downward = sweep % 2 == 0;
            let depth = self.layers.len();
            let mut places = vec![0.0; self.layer.len()];
            for step in 0..depth {
                let index = if downward { step } else { depth - 1 - step };
                if step > 0 {
                    let neighbours = if downward { &self.up } else { &self.down };
                    let layer = std::mem::take(&mut self.layers[index]);
                    let mut keyed: Vec<(f64, usize)> = layer
                        .iter()
                        .enumerate()
                        .map(|(position, &node)| {
                            let near = &neighbours[node];
                            let sum: f64 = near.iter().map(|&other| places[other]).sum();
                            let key = if near.is_empty() {
                                position as f64
                            } else {
                                sum / near.len() as f64
                            };
                            (key, node)
                        })
                        .collect();
                    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
                    self.layers[index] = keyed.into_iter().map(|(_, node)| node).collect();
                }
                for (position, &node) in self.layers[index].iter().enumerate() {
                    places[node] = position as f64;
                }
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
            }
        }
        self.layers = best.1;
    }

    /// The number of crossings of lines between neighbouring layers.
    fn crossings(&self) -> u64 {
        let mut places = vec![0; self.layer.len()];
        for layer in &self.layers {
            for (position, &node) in layer.iter().enumerate() {
                places[node] = position;
            }
        }
        let mut total = 0;
        for pair in self.layers.windows(2) {
            // Lines from left to right above; a Fenwick tree counts those that
            // already end further right below.
            let mut ended = vec![0_u64; pair[1].len() + 1];
            let mut lines = 0;
            for &node in &pair[0] {
                let mut ends: Vec<usize> = self.down[node].iter().map(|&to| places[to]).collect();
                ends.sort_unstable();
                for &end in &ends {
                    let mut index = end + 1;
                    let mut at_most = 0;
                    while index > 0 {
                        at_most += ended[index];
                        index &= index - 1;
                    }
                    total += lines - at_most;
                }
                for end in ends {
                    let mut index = end + 1;
                    while index < ended.len() {
                        ended[index] += 1;
                        index += index & index.wrapping_neg();
                    }
                    lines += 1;
                }
            }
        }
        total
    }

    /// The middle of each node: near the mean of its neighbours, in the order
    /// of its layer, gaps kept; the leftmost edge is 0.
    fn positions(&self, width_of: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut xs = vec![0.0; self.layer.len()];
        for layer in &self.layers {
            let mut left = 0.0;
            for &node in layer {
                xs[node] = left + width_of(node) / 2.0;
                left += width_of(node) + GAP;
            }
        }
        let depth = self.layers.len();
        for sweep in 0..16 {
            for step in 0..depth {
                let index = if sweep % 2 == 0 { step } else { depth - 1 - step };
                let layer = &self.layers[index];
                let wishes: Vec<f64> = layer
                    .iter()
                    .map(|&node| {
                        let near = self.up[node].iter().chain(&self.down[node]);
                        let (sum, count) =
                            near.fold((0.0, 0.0), |(sum, n), &other| (sum + xs[other], n + 1.0));
                        if count == 0.0 { xs[node] } else { sum / count }
                    })
                    .collect();
                let widths: Vec<f64> = layer.iter().map(|&node| width_of(node)).collect();
                for (&node, x) in layer.iter().zip(spread(&wishes, &widths)) {
                    xs[node] = x;
                }
            }
        }
        let left =
            (0..xs.len()).map(|node| xs[node] - width_of(node) / 2.0).fold(f64::INFINITY, f64::min);
        if left.is_finite() {
            xs.iter_mut().for_each(|x| *x -= left);
        }
        xs
    }
}

/// The positions nearest to `wishes` in the sense of least squares that keep the order and the
/// gaps: pool adjacent violators on the wishes less the least positions.
fn spread(wishes: &[f64], widths: &[f64]) -> Vec<f64> {
    let mut least = vec![0.0; wishes.len()];
    for index in 1..wishes.len() {
        let gap = f64::midpoint(widths[index - 1], widths[index]) + GAP;
        least[index] = least[index - 1] + gap;
    }
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (wish, base) in wishes.iter().zip(&least) {
        let mut pool = (wish - base, 1_usize);
        while let Some(&(mean, count)) = pools.last() {
            if mean <= pool.0 {
                break;
            }
            let both = count + pool.1;
            pool = ((mean * count as f64 + pool.0 * pool.1 as f64) / both as f64, both);
            pools.pop();
        }
        pools.push(pool);
    }
    let means = pools.iter().flat_map(|&(mean, count)| std::iter::repeat_n(mean, count));
    means.zip(&least).map(|(mean, base)| mean + base).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plain(count: usize) -> Sizes {
        Sizes { vertices: vec![(30.0, 26.0); count], between_layers: 40.0 }
    }

    #[test]
    fn arcs_without_cycles_lead_down() {
        let layout = Layout::new(&plain(4), &[(0, 1), (1, 2), (0, 2), (3, 2)]);
        let y = |vertex: usize| layout.places[vertex].1;
        assert!(y(0) < y(1) && y(1) < y(2) && y(3) < y(2));
        assert_eq!(y(3), y(1), "a source stands just above what it leads to");
        assert_eq!(layout.bends[2].len(), 1);
    }

    #[test]
    fn crossings_that_need_not_be_go_away() {
        // K(2,2) minus nothing crosses once; a twisted ladder need not cross.
        let twisted = [(0, 3), (1, 2)];
        let downward = downward_arcs(4, &twisted);
        let mut graph = Layered::new(ranks(4, &downward), &downward);
        assert_eq!(graph.crossings(), 1);
        graph.order();
        assert_eq!(graph.crossings(), 0);
    }

    proptest! {
        #[test]
        fn crossings_as_counted_pair_by_pair(arcs in prop::collection::vec((0_u32..6, 6_u32..12), 0..30)) {
            let downward = downward_arcs(12, &arcs);
            let graph = Layered::new(
                (0..12).map(|vertex| usize::from(vertex >= 6)).collect(),
                &downward,
            );
            let mut pairs = 0;
            for (i, a) in arcs.iter().enumerate() {
                for b in &arcs[..i] {
                    if (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1) {
                        pairs += 1;
                    }
                }
            }
            prop_assert_eq!(graph.crossings(), pairs);
        }

        #[test]
        fn nothing_overlaps(arcs in prop::collection::vec((0_u32..15, 0_u32..15), 0..40)) {
            let sizes = plain(15);
            let layout = Layout::new(&sizes, &arcs);
            for (i, a) in layout.places.iter().enumerate() {
                prop_assert!(a.0 >= 14.9 && a.0 <= layout.width && a.1 <= layout.height);
                for b in &layout.places[..i] {
                    prop_assert!((a.0 - b.0).abs() >= 30.0 || (a.1 - b.1).abs() >= 26.0);
                }
            }
        }
    }
}
