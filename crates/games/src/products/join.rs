//! The join of two games on heaps.

use super::{HeapCode, written};
use crate::heaps::replaced;
use crate::prelude::*;
use upstar_engine::positions::heaps::Heaps;

/// The join of two games on heaps: a move is a move of either game.
struct HeapJoin {
    codes: [HeapCode; 2],
}

fn rules(codes: &Arguments) -> Result<Rules> {
    Ok(Rules::new(HeapJoin { codes: HeapCode::two(codes)? }))
}

impl Ruleset for HeapJoin {
    type Position = Heaps;

    as_in!(JOIN);

    fn options(&self, heaps: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        for (index, &heap) in heaps.iter().enumerate() {
            for code in &self.codes {
                let options = code.options(heap)?;
                out.extend(options.iter().map(|parts| replaced(heaps, index, parts)));
            }
        }
        Ok(())
    }

    heaps_apart!();

    fn parameters(&self) -> String {
        written(&self.codes)
    }
}

pub(crate) const JOIN: Row = Row {
    name: "join",
    aliases: &["heap_join"],
    class: Class::IMPARTIAL,
    usage: "join(\"0.3\",\"0.07\"; n,...)",
    rules: "Heaps and two codes, of take-and-break games or of turning games; a move is a move of\n\
            either game in one heap.",
    source: "CGSuite",
    example: ("join(\"0.3\",\"0.07\"; 5)", "*2"),
    make: Make::With(rules),
    boards: false,
};
