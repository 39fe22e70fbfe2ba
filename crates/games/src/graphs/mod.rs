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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    /// A graph has the same value in both forms: as a list of edges, and as CGSuite writes it,
    /// where each edge is a part of its own and its ends have names.
    fn both_forms_have_one_value(n: usize, colours: &[usize], edges: &[(usize, usize)]) {
        let universe = upstar_values::Universe::new();
        let engine = upstar_engine::Engine::new(&universe, upstar_engine::Settings::default());
        let value = |text: String| {
            let budget = upstar_core::Budget::unlimited();
            crate::parse_game(&text).unwrap().value(&engine, &budget).unwrap()
        };
        let letter = |v: usize| ['.', 'L', 'R', 'E'][colours[v]];
        let letters: String = (0..n).map(letter).collect();
        let pairs: Vec<String> =
            edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
        let list = format!("{letters}|{}", pairs.join(","));
        let named = |v: usize| format!("{}:{{{v}}}", letter(v));
        let parts = (0..n).map(named);
        let ends = edges.iter().map(|&(a, b)| format!("{} - {}", named(a), named(b)));
        let walk = parts.chain(ends).collect::<Vec<_>>().join(";");
        for game in ["snort", "col"] {
            let [list, walk] = [&list, &walk].map(|graph| value(format!("{game}(\"{graph}\")")));
            assert_eq!(list, walk, "{game}: {walk:?}");
        }
        let plain = |text: &str| text.replace(['L', 'R', 'E'], ".");
        for game in ["node_kayles", "arc_kayles", "grim"] {
            let [list, walk] =
                [&list, &walk].map(|graph| value(format!("{game}(\"{}\")", plain(graph))));
            assert_eq!(list, walk, "{game}");
        }
        let kinds = ["l", "r", "e"];
        let colour = |index: usize| kinds[colours[index % n] % 3];
        let ends = edges.iter().enumerate();
        let list: Vec<String> =
            ends.clone().map(|(i, (a, b))| format!("{a}-{b}{}", colour(i))).collect();
        let walk: Vec<String> =
            ends.map(|(i, (a, b))| format!(".:{{{a}}}{}.:{{{b}}}", colour(i))).collect();
        let game = "partizan_arc_kayles";
        let [list, walk] =
            [list.join(","), walk.join(";")].map(|graph| format!("{game}(\"{graph}\")"));
        assert_eq!(value(list), value(walk));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(2), ..ProptestConfig::default() })]

        #[test]
        fn graphs_of_cgsuite_are_those_of_edge_lists(
            n in 2usize..7,
            colours in proptest::collection::vec(0usize..4, 7),
            edges in proptest::collection::vec((0usize..7, 0usize..7), 1..8),
        ) {
            let mut edges: Vec<(usize, usize)> =
                edges.into_iter().map(|(a, b)| (a % n, b % n)).filter(|(a, b)| a != b).collect();
            edges.push((0, 1));
            both_forms_have_one_value(n, &colours, &edges);
        }
    }
}
