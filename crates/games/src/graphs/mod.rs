//! Games on graphs: on coloured vertices, on coloured edges, and on drawings.

pub(crate) mod carry_on;
pub(crate) mod childish_hackenbush;
pub(crate) mod colouring;
pub(crate) mod digraph_placement;
pub(crate) mod gen_col;
pub(crate) mod grim;
pub(crate) mod hackenbush;
pub(crate) mod nimstring;
pub(crate) mod omax;
pub(crate) mod partizan_arc_kayles;
pub(crate) mod plain;
pub(crate) mod poset;
pub(crate) mod sprouts;
pub(crate) mod stalk;
pub(crate) mod stones;
pub(crate) mod tokens;
mod vertices;
pub(crate) mod weighted_arc_kayles;

use upstar_engine::positions::graphs::{
    BOTH, ColouredGraph, LEFT, MOST_VERTICES, PLAIN, RIGHT, colour_of, owned,
};
use upstar_engine::positions::vertex_set::{Rows, VertexSet, connected};
use upstar_engine::positions::{edge_list, edges, family};
use upstar_engine::with_sets;

use crate::Row;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[
    carry_on::ROW,
    childish_hackenbush::ROW,
    colouring::COL,
    colouring::SNORT,
    digraph_placement::ROW,
    gen_col::ROW,
    grim::ROW,
    hackenbush::ROW,
    nimstring::ROW,
    omax::ROW,
    partizan_arc_kayles::ROW,
    poset::ROW,
    sprouts::ROW,
    stalk::ROW,
    tokens::ANNIHILATION,
    tokens::TOKENS,
    weighted_arc_kayles::ROW,
];

/// Play decomposes into the connected components of the graph. The game is impartial: the players
/// exchange no colours.
macro_rules! in_parts {
    () => {
        fn components(&self, graph: &ColouredGraph, out: &mut Vec<ColouredGraph>) -> Result {
            graph.parts(|part| out.push(part));
            Ok(())
        }

        fn normalize(&self, graph: ColouredGraph) -> (ColouredGraph, Negated) {
            (graph.standard(), Negated::No)
        }
    };
}

use in_parts;
