//! The neighbours on a graph that a move can examine together, now or later, judged by their
//! letters.

use super::placed_patterns::{Form, PlacedCell};
use super::program::{Program, steps};
use super::spec::{Class, Where, only};
use super::web::Web;
use upstar_engine::positions::vertex_set::{VertexSet, connected};

/// Facts about neighbours that follow from their letters alone. They hold on every graph, and may
/// allow more than happens on a given one.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// For each letter, the letters of neighbours such that some move may look at both cells.
    joins: Vec<Class>,
    /// The letters of cells that matter without neighbours.
    alone: Class,
}

impl Neighbours {
    /// `None` where a letter that never changes is looked at together with others: it may lie
    /// between parts.
    pub(super) fn new(program: &Program) -> Option<Neighbours> {
        let count = program.spec.letters.len();
        let may = becomes(program);
        let mut joins = vec![0; count];
        let mut alone = 0;
        for laid in steps(&program.moves) {
            let Form::Block(pattern) = &laid.form else { return None };
            let counted = || laid.conditions.iter().filter(|c| c.place != Where::Board);
            let marked = pattern.iter().filter(|cell| cell.marked).map(|cell| cell.class);
            let beside = marked.flat_map(|class| {
                let others = counted().map(|condition| (condition.via, condition.class));
                let others = others.chain(laid.effects.iter().map(|to| (to.via, to.class)));
                others.flat_map(move |(via, other)| match via {
                    0 => vec![(class, other)],
                    _ => vec![(class, via), (via, other)],
                })
            });
            let path = pattern.windows(2).map(|two| (two[0].class, two[1].class));
            for (one, other) in path.chain(beside) {
                for code in 0..count {
                    for (here, there) in [(one, other), (other, one)] {
                        if may[code] & here != 0 {
                            let meets = (0..count).filter(|&code| may[code] & there != 0);
                            joins[code] |= meets.fold(0, |all, code| all | only(code as u8));
                        }
                    }
                }
            }
            if let [PlacedCell { class, .. }] = pattern[..]
                && counted().all(|condition| condition.least == 0)
            {
                let met = (0..count).filter(|&code| may[code] & class != 0);
                alone |= met.fold(0, |all, code| all | only(code as u8));
            }
        }
        let changes = |code: usize| may[code] != only(code as u8);
        (0..count)
            .all(|code| joins[code] == 0 || changes(code))
            .then_some(Neighbours { joins, alone })
    }

    /// Appends the parts of a position, without edges that join cells to no effect.
    pub(super) fn parts<P: Web, S: VertexSet>(&self, position: &P, out: &mut Vec<P>) {
        let letters = position.letters();
        let mut with_letter = [S::default(); 64];
        for (cell, &code) in letters.iter().enumerate() {
            with_letter[usize::from(code)] |= S::one(cell);
        }
        let mut joined = position.around::<S>().into_owned();
        for (joined, &letter) in joined.iter_mut().zip(letters) {
            let joins = self.joins[usize::from(letter)];
            let met = with_letter.iter().zip(0..self.joins.len());
            let met = met.filter(|&(_, code)| joins >> code & 1 == 1);
            *joined &= met.fold(S::default(), |all, (&set, _)| all | set);
        }
        connected(
            S::all_of(letters.len()),
            |cell| joined[cell],
            |part| {
                let alone = |cell| self.alone >> letters[cell] & 1 == 1;
                if part.count() > 1 || part.first().is_some_and(alone) {
                    out.push(position.part(part, &joined));
                }
            },
        );
    }
}

/// For each letter, the letters that it may ever become.
fn becomes(program: &Program) -> Vec<Class> {
    let mut may: Vec<Class> =
        (0..program.spec.letters.len()).map(|code| only(code as u8)).collect();
    loop {
        let before = may.clone();
        for laid in steps(&program.moves) {
            let cells = laid.cells().into_iter().filter_map(|(class, to)| Some((class, to?)));
            let effects = laid.effects.iter().map(|effect| (effect.class, effect.to));
            for (class, to) in cells.chain(effects) {
                for may in &mut may {
                    *may |= if *may & class != 0 { only(to) } else { 0 };
                }
            }
        }
        if may == before {
            return may;
        }
    }
}
