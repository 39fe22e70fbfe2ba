//! Acrostic and direct products of two impartial games on heaps.

use upstar_core::Budget;
use upstar_heaps::plain;
use upstar_values::nimber::product_u64;

use super::{HeapCode, written};
use crate::prelude::*;
use upstar_engine::positions::numbers::few_enough;
use upstar_engine::positions::pieces::{Pieces, apart, instead, sorted};

/// Products of two impartial games on heaps, played on pieces with two numbers.
///
/// In the acrostic product a move is a move of the first game in the first number of a piece, or of
/// the second game in the second number. In the direct product it is a move in both: for moves from
/// a to a', a'', ... and from b to b', b'', ... the piece (a,b) is replaced by all (a',b), (a,b')
/// and (a',b').
struct HeapProduct {
    direct: bool,
    codes: [HeapCode; 2],
}

/// The limit to which values are computed for the theorem of direct products, and the number of
/// steps.
const FAR: (u64, u64) = (1 << 10, 1 << 20);

fn rules(codes: &Arguments, direct: bool) -> Result<Rules> {
    Ok(Rules::new(HeapProduct { direct, codes: HeapCode::two(codes)? }))
}

impl Ruleset for HeapProduct {
    type Position = Pieces;

    fn name(&self) -> &str {
        if self.direct { DIRECT_PRODUCT.name } else { ACROSTIC_PRODUCT.name }
    }

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, pieces: &Pieces, _: Player, out: &mut Options<Pieces>) -> Result {
        let [first, second] = &self.codes;
        for (index, &(a, b)) in pieces.iter().enumerate() {
            let (first, second) = (first.options(a)?, second.options(b)?);
            if !self.direct {
                for parts in &first {
                    out.push(instead(pieces, index, parts.iter().map(|&part| (part, b))));
                }
                for parts in &second {
                    out.push(instead(pieces, index, parts.iter().map(|&part| (a, part))));
                }
                continue;
            }
            few_enough((first.len() as u64).saturating_mul(second.len() as u64))?;
            for left in &first {
                out.check()?;
                for right in &second {
                    let rows = left.iter().map(|&part| (part, b));
                    let columns = right.iter().map(|&part| (a, part));
                    let both = left.iter().flat_map(|&a| right.iter().map(move |&b| (a, b)));
                    out.push(instead(pieces, index, rows.chain(columns).chain(both)));
                }
            }
        }
        Ok(())
    }

    fn components(&self, pieces: &Pieces, out: &mut Vec<Pieces>) -> Result {
        apart(pieces, out)
    }

    fn normalize(&self, mut pieces: Pieces) -> (Pieces, Negated) {
        if self.codes[0] == self.codes[1] {
            pieces.iter_mut().for_each(|(a, b)| (*a, *b) = ((*a).min(*b), (*a).max(*b)));
        }
        sorted(pieces)
    }

    fn known(&self, pieces: &Pieces, convention: Convention) -> Option<Known> {
        if convention == Convention::Misere || !self.direct {
            return None;
        }
        let (a, b) = (pieces.iter().map(|p| p.0).max()?, pieces.iter().map(|p| p.1).max()?);
        let (far, steps) = FAR;
        if a.max(b) > far {
            return None;
        }
        let budget = Budget::unlimited().with_steps(steps);
        let [first, second] = &self.codes;
        let first = plain::values(first, a, &budget).ok()?;
        let second = plain::values(second, b, &budget).ok()?;
        let value = pieces.iter().fold(0, |sum, &(a, b)| {
            sum ^ product_u64(first[a as usize].into(), second[b as usize].into())
        });
        let theorem = "the Tartan theorem: the value of a direct product is the nim product \
                       (Winning Ways, chapter 14)";
        Known::grundy(convention, value, theorem)
    }

    fn parameters(&self) -> String {
        written(&self.codes)
    }
}

pub(crate) const ACROSTIC_PRODUCT: Row = Row {
    name: "acrostic_product",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "acrostic_product(\"0.77\",\"2\"; a,b)",
    rules: "Two codes, of take-and-break games or of turning games. A move in the piece a x b is one\n\
            of the first game from a to a', a'', ..., which leaves the pieces a' x b, a'' x b, ...,\n\
            or one of the second game from b in the same way.",
    source: "Winning Ways, chapter 14",
    example: ("acrostic_product(\"2\",\"2\"; 6,4)", "*6"),
    make: Make::With(|codes| rules(codes, false)),
    boards: false,
};

pub(crate) const DIRECT_PRODUCT: Row = Row {
    name: "direct_product",
    aliases: &["tartan"],
    class: Class::IMPARTIAL,
    usage: "direct_product(\"0.77\",\"2\"; a,b)",
    rules: "Two codes, of take-and-break games or of turning games. A move goes from a to a', a'', ...\n\
            by the first and from b to b', b'', ... by the second, and leaves instead of a x b\n\
            all pieces a' x b, a x b' and a' x b'.",
    source: "Winning Ways, chapter 14: the Tartan theorem",
    example: ("direct_product(\"2\",\"2\"; 3,3)", "*3"),
    make: Make::With(|codes| rules(codes, true)),
    boards: false,
};
