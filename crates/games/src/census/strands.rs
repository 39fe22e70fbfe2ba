//! Graphs whose edges have letters, all connected to vertex 0, up to isomorphism.

use std::collections::HashSet;

/// An edge: its ends, the smaller first, and its letter.
pub(super) type Strand = (u8, u8, u8);

/// Graphs with letters on their edges. Loops and parallel edges are allowed.
#[derive(Clone, Debug)]
pub(super) struct Strands {
    pub(super) edges: usize,
    pub(super) letters: Vec<u8>,
}

/// The graph as it is written.
pub(super) fn text(edges: &[Strand]) -> String {
    let edges: Vec<String> =
        edges.iter().map(|&(a, b, letter)| format!("{a}-{b}{}", char::from(letter))).collect();
    edges.join(",")
}

/// The number of the next new vertex.
pub(super) fn next_vertex(edges: &[Strand]) -> u8 {
    edges.iter().map(|&(_, b, _)| b + 1).max().unwrap_or(1)
}

impl Strands {
    /// The largest number of edges. All images of each isomorphism class are stored.
    pub(super) const MOST: usize = 7;

    /// Calls `each` with one graph from each isomorphism class, graphs with fewer edges first.
    pub(super) fn each<E: From<R>, R>(
        &self,
        tick: &mut impl FnMut(u64) -> Result<(), R>,
        each: &mut impl FnMut(Vec<Strand>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut layer = vec![Vec::new()];
        for size in 0..=self.edges {
            for edges in &layer {
                if !each(edges.clone())? {
                    return Ok(());
                }
            }
            if size == self.edges {
                break;
            }
            let mut seen = HashSet::new();
            for edges in &layer {
                let new = next_vertex(edges);
                for a in 0..new {
                    for b in a..=new {
                        for &letter in &self.letters {
                            let longer = [&edges[..], &[(a, b, letter)]].concat();
                            tick(1)?;
                            seen.insert(least(longer, tick)?);
                        }
                    }
                }
            }
            layer = seen.into_iter().collect();
            layer.sort_unstable();
        }
        Ok(())
    }
}

/// The least image of a graph under permutations of its vertices other than 0.
fn least<R>(
    edges: Vec<Strand>,
    tick: &mut impl FnMut(u64) -> Result<(), R>,
) -> Result<Vec<Strand>, R> {
    let mut places: Vec<u8> = (0..next_vertex(&edges)).collect();
    let mut best = None;
    permuted(&mut places, 1, &mut |places| {
        tick(1)?;
        let mut image: Vec<Strand> = edges
            .iter()
            .map(|&(a, b, letter)| {
                let [a, b] = [a, b].map(|vertex| places[usize::from(vertex)]);
                (a.min(b), a.max(b), letter)
            })
            .collect();
        image.sort_unstable();
        if best.as_ref().is_none_or(|best| image < *best) {
            best = Some(image);
        }
        Ok(())
    })?;
    Ok(best.unwrap_or(edges))
}

/// Calls `each` with all permutations of the numbers that begin at a place.
fn permuted<R>(
    places: &mut Vec<u8>,
    from: usize,
    each: &mut impl FnMut(&[u8]) -> Result<(), R>,
) -> Result<(), R> {
    if from == places.len() {
        return each(places);
    }
    for other in from..places.len() {
        places.swap(from, other);
        permuted(places, from + 1, each)?;
        places.swap(from, other);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether renaming the vertices other than 0 turns one graph into the other, by trying all
    /// permutations.
    fn same(one: &[Strand], other: &[Strand]) -> bool {
        let sorted = |mut edges: Vec<Strand>| {
            edges.sort_unstable();
            edges
        };
        let names = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
        names.iter().any(|names| {
            let name = |v: u8| if v == 0 { 0 } else { names[usize::from(v) - 1] };
            let renamed = one.iter().map(|&(a, b, letter)| {
                let (a, b) = (name(a), name(b));
                (a.min(b), a.max(b), letter)
            });
            sorted(renamed.collect()) == sorted(other.to_vec())
        })
    }

    /// Whether all edges are connected to vertex 0.
    fn hangs(edges: &[Strand]) -> bool {
        let mut met = vec![0];
        for _ in edges {
            for &(a, b, _) in edges {
                if met.contains(&a) || met.contains(&b) {
                    met.extend([a, b]);
                }
            }
        }
        edges.iter().all(|edge| met.contains(&edge.0))
    }

    #[test]
    fn graphs_are_listed_once_and_all() {
        let mut found: Vec<Vec<Strand>> = Vec::new();
        Strands { edges: 3, letters: b"lr".to_vec() }
            .each(&mut |_| Ok::<(), ()>(()), &mut |edges| {
                found.push(edges);
                Ok::<bool, ()>(true)
            })
            .unwrap();
        // All multisets of at most three edges on four vertices.
        let ends = (0..4_u8).flat_map(|a| (a..4).map(move |b| (a, b)));
        let edges: Vec<Strand> =
            ends.flat_map(|(a, b)| [b'l', b'r'].map(|letter| (a, b, letter))).collect();
        let mut all: Vec<Vec<Strand>> = vec![vec![]];
        for first in 0..edges.len() {
            all.push(vec![edges[first]]);
            for second in first..edges.len() {
                all.push(vec![edges[first], edges[second]]);
                all.extend(
                    (second..edges.len()).map(|t| vec![edges[first], edges[second], edges[t]]),
                );
            }
        }
        let mut classes: Vec<Vec<Strand>> = Vec::new();
        for graph in all.into_iter().filter(|graph| hangs(graph)) {
            if !classes.iter().any(|known| known.len() == graph.len() && same(known, &graph)) {
                classes.push(graph);
            }
        }
        assert_eq!(found.len(), classes.len());
        for class in classes {
            assert_eq!(found.iter().filter(|graph| same(graph, &class)).count(), 1, "{class:?}");
        }
    }
}
