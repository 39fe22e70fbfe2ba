//! Graphs whose edges have letters, all of them joined to vertex 0, up to isomorphism.

use std::collections::HashSet;

/// An edge: its ends, the smaller first, and its letter.
pub(super) type Strand = (u8, u8, u8);

/// Graphs with letters on their edges, loops and parallel edges among them.
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

/// The vertex that the next edge may lead to, if it leads to a new one.
pub(super) fn next_vertex(edges: &[Strand]) -> u8 {
    edges.iter().map(|&(_, b, _)| b + 1).max().unwrap_or(1)
}

impl Strands {
    /// The most edges: each class of isomorphic graphs is known by all its images.
    pub(super) const MOST: usize = 7;

    /// Calls `each` with one graph of each class of isomorphic ones, those with fewer edges first.
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

/// Calls `each` with all permutations of the numbers from a place on.
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
