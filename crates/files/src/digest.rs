//! A digest of a graph that does not depend on how the graph is written.

use std::fmt;
use std::str::FromStr;

use upstar_core::arcs::{Colour, MoveResult, owner_number};
use upstar_core::names::Names;
use upstar_core::{Budget, Lease};
use xxhash_rust::xxh3::{xxh3_128, xxh3_128_with_seed};

use crate::graph::GraphView;
use crate::{FileError, Result};

/// The XXH3 128-bit hash of bytes, in hexadecimal digits.
#[must_use]
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

/// The digest of a graph: of the multiset of its arcs with colours, and of the set of its vertices
/// with their own results, all by name. It does not depend on the order of arcs and vertices or on
/// the format of the file.
///
/// Definition (version 1): let `h(v)` be the XXH3 128-bit hash of the name of `v` in UTF-8. A sum
/// modulo 2^128 is formed first. For every vertex, it includes the XXH3 128-bit hash with seed 1 of
/// `h(v)` (16 bytes, little endian) and one byte for its result (0 none, 1 win, 2 loss, 3 draw).
/// For every arc, it includes the hash with seed 2 of `h(from)`, `h(to)` and one byte for its
/// colour (0 both, 1 Left, 2 Right). The digest is the hash with seed 3 of the sum followed by the
/// numbers of vertices and of arcs (8 bytes each, little endian). If vertices have owners, the hash
/// of a vertex has seed 4 and five more bytes: its owner (0 or 1) and its priority (4 bytes, little
/// endian, 0 if there are none).
///
/// It detects mistakes, but not a deliberate search for two graphs with the same digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GraphDigest(pub u128);

impl GraphDigest {
    /// The digest of a graph, in O(V + E) and 16 bytes per vertex.
    ///
    /// # Errors
    /// If the budget is used up, or the source of the arcs fails.
    pub fn of(graph: &GraphView<'_>, budget: &Budget) -> Result<GraphDigest> {
        let n = graph.names.len();
        let _lease = Lease::of(budget, 16 * u64::from(n))?;
        let hashes = name_hashes(graph.names);
        let mut sum = 0_u128;
        let mut terminals = graph.terminals.iter().peekable();
        for v in 0..n {
            let result = terminals.next_if(|&&(t, _)| t == v).map(|&(_, result)| result);
            let mut text = [0; 17];
            text[..16].copy_from_slice(&hashes[v as usize].to_le_bytes());
            text[16] = match result {
                None => 0,
                Some(MoveResult::Win) => 1,
                Some(MoveResult::Loss) => 2,
                Some(MoveResult::Draw) => 3,
            };
            let hash = match graph.owners.players.get(v as usize) {
                None => xxh3_128_with_seed(&text, 1),
                Some(&owner) => {
                    let mut more = [0; 22];
                    more[..17].copy_from_slice(&text);
                    more[17] = owner_number(owner);
                    let priority = graph.owners.priorities.get(v as usize).copied();
                    more[18..].copy_from_slice(&priority.unwrap_or(0).to_le_bytes());
                    xxh3_128_with_seed(&more, 4)
                }
            };
            sum = sum.wrapping_add(hash);
        }
        let mut ticker = budget.ticker();
        graph.arcs.for_each_arc(&mut |from, to, colour| {
            ticker.tick(1)?;
            let mut text = [0; 33];
            text[..16].copy_from_slice(&hashes[from as usize].to_le_bytes());
            text[16..32].copy_from_slice(&hashes[to as usize].to_le_bytes());
            text[32] = match colour {
                Colour::Both => 0,
                Colour::Left => 1,
                Colour::Right => 2,
            };
            sum = sum.wrapping_add(xxh3_128_with_seed(&text, 2));
            Ok(())
        })?;
        let mut text = [0; 32];
        text[..16].copy_from_slice(&sum.to_le_bytes());
        text[16..24].copy_from_slice(&u64::from(n).to_le_bytes());
        text[24..].copy_from_slice(&graph.arcs.arc_count().to_le_bytes());
        Ok(GraphDigest(xxh3_128_with_seed(&text, 3)))
    }
}

fn name_hashes(names: &Names) -> Vec<u128> {
    let mut integer = itoa::Buffer::new();
    names
        .iter()
        .map(|name| match name {
            upstar_core::names::Name::Integer(n) => xxh3_128(integer.format(n).as_bytes()),
            upstar_core::names::Name::Text(text) => xxh3_128(text.as_bytes()),
        })
        .collect()
}

impl fmt::Display for GraphDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for GraphDigest {
    type Err = FileError;

    fn from_str(text: &str) -> Result<GraphDigest> {
        let hex = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
        let digest = u128::from_str_radix(text, 16).ok().filter(|_| hex);
        digest.map(GraphDigest).ok_or_else(|| {
            FileError::Unsupported(format!(
                "{text:?} is not a digest; expected 32 hexadecimal \
                                            digits"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::graph::{EdgeList, ReadOptions};

    fn digest(csv: &str) -> String {
        let source = Source::bytes("g.csv", csv.to_owned());
        let (graph, _) =
            EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited()).unwrap();
        GraphDigest::of(&graph.view(), &Budget::unlimited()).unwrap().to_string()
    }

    #[test]
    fn order_does_not_matter_but_everything_else_does() {
        let graph = digest("a,b,blue\nb,c\nc,,W\nd,\n");
        assert_eq!(graph, digest("d,\nc,,W\nb,c\na,b,L\n"));
        for other in [
            "a,b\nb,c\nc,,W\nd,\n",
            "a,b,blue\nb,c\nc,,L\nd,\n",
            "a,b,blue\nb,c\nc,,W\n",
            "a,b,blue\nc,b\nc,,W\nd,\n",
            "a,b,blue\nb,c\nb,c\nc,,W\nd,\n",
            "a,b,blue\nb,c\nc,,W\ne,\n",
        ] {
            assert_ne!(graph, digest(other), "{other}");
        }
        assert_eq!(graph.parse::<GraphDigest>().unwrap().to_string(), graph);
        assert!("xyz".parse::<GraphDigest>().is_err());
        assert!(format!("+{}", &graph[1..]).parse::<GraphDigest>().is_err());
    }

    /// Digests are stored, so they must not change.
    #[test]
    fn the_definition_is_pinned() {
        assert_eq!(xxh3_128(b""), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
        assert_eq!(digest("a,b,blue\nb,c\nc,,W\n1,\n"), "6fcd22d1685fb5b1dd8211ff65a0a66b");
    }
}
