//! Hackenbush on one bamboo stalk: [`StalkRules`].

use upstar_engine::positions::stalk::StalkRules;

use crate::prelude::*;

pub(crate) const ROW: Row = Row {
    name: "stalk",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "stalk(\"LRR\"), stalk(\"(LR)^w\") or stalk(\"L^w R^(w^2)\")",
    rules: "A stalk of blue edges (L, Left's) and red ones (R, Right's), from the ground up, with\n\
            finitely or infinitely many. A move cuts an edge; everything above it falls.",
    source: "Conway, On Numbers and Games; Dehornoy, Combinatorial game theory",
    example: ("stalk(\"LRR\")", "1/4"),
    make: Make::Rules(|| Rules::new(StalkRules)),
    boards: false,
};
