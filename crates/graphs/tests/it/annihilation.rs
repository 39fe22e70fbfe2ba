//! Tests annihilation games against the definition and the theory.

use std::collections::HashMap;

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Convention, LoopyNimber, Outcome, Player};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{
    Graph, GraphBuilder, Token, annihilation_value, loopy_values, reference, solve_annihilation,
    solve_sum,
};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn random_graph(random: &mut Random, loops: bool, coloured: bool) -> Graph {
    let vertices = 1 + random.below(6);
    let percent = 20 + random.below(50);
    let arcs = generate::small(vertices, percent, percent * random.below(4) / 3, random);
    let mut builder = GraphBuilder::new();
    builder.vertices(vertices);
    for (from, to) in arcs.into_iter().filter(|(from, to)| loops || from != to) {
        let colours = [Colour::Left, Colour::Right, Colour::Both];
        let colour = if coloured { colours[random.below(3) as usize] } else { Colour::Both };
        builder.coloured_arc(from, to, colour).unwrap();
    }
    builder.finish().unwrap()
}

/// All sets of occupied vertices as bit masks, with moves by the rules.
fn all_sets(graph: &Graph) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.vertices(1 << graph.vertices());
    for set in 0..1u32 << graph.vertices() {
        for to in 0..graph.vertices() {
            for (from, colour) in graph.coloured_predecessors(to) {
                if set >> from & 1 == 1 {
                    // The token leaves, then may meet another token.
                    let option = (set ^ 1 << from) ^ 1 << to;
                    builder.coloured_arc(set, option, colour).unwrap();
                }
            }
        }
    }
    builder.finish().unwrap()
}

fn vertices_of(set: u32) -> Vec<u32> {
    (0..32).filter(|v| set >> v & 1 == 1).collect()
}

#[test]
fn reachable_sets_are_solved_as_all_sets_are() {
    let mut seen = HashMap::new();
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let coloured = seed % 3 == 1;
        let graph = random_graph(&mut random, true, coloured);
        let convention = if seed % 2 == 0 { Convention::Misere } else { Convention::Normal };
        let solved = reference::solve_coloured(&all_sets(&graph), convention);
        for set in (0..1u32 << graph.vertices()).step_by(3) {
            // Two tokens on a vertex cancel.
            let mut tokens = vertices_of(set);
            tokens.extend([0, 0]);
            let solution =
                solve_annihilation(&graph, &tokens, convention, 1, &unlimited()).unwrap();
            for player in Player::BOTH {
                assert_eq!(solution.result(player), solved[set as usize][player as usize]);
                for found in solution.moves(player) {
                    assert_eq!(vertices_of(set)[found.token], found.from);
                    let after = (set ^ 1 << found.from) ^ 1 << found.to;
                    let (_, k) = solved[after as usize][player.opponent() as usize];
                    assert_eq!(found.remoteness, k.map(|k| k + 1));
                }
            }
            *seen.entry(solution.outcome()).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 9, "{seen:?}");
}

#[test]
fn without_cycles_the_value_is_that_of_the_sum() {
    for seed in 0..300 {
        let vertices = 1 + seed as u32 % 7;
        let graph = Graph::from_arcs(vertices, generate::acyclic(vertices, 20, seed)).unwrap();
        let values = reference::loopy_values(&all_sets(&graph));
        for (set, value) in values.iter().enumerate() {
            let tokens = vertices_of(set as u32);
            let found = annihilation_value(&graph, &tokens, &unlimited()).unwrap();
            assert_eq!(found, *value);
        }
        if seed > 30 {
            return;
        }
    }
}

#[test]
fn finite_values_are_linear() {
    // Fraenkel and Yesha 1982: sets with a finite value form a vector space
    // over GF(2), on which the value is a homomorphism to nimbers.
    let (mut loopy, mut large) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let graph = random_graph(&mut random, false, false);
        let values = loopy_values(&all_sets(&graph), &unlimited()).unwrap();
        let sets = 1u32 << graph.vertices();
        let finite: Vec<(u32, u32)> =
            (0..sets).filter_map(|set| Some((set, values.get(set).nimber()?))).collect();
        for &(a, x) in &finite {
            for &(b, y) in &finite {
                assert_eq!(*values.get(a ^ b), LoopyNimber::Nimber(x ^ y));
            }
        }
        loopy += usize::from(finite.len() < sets as usize);
        large += usize::from(finite.iter().any(|&(_, value)| value > 1));
        for set in (0..sets).step_by(5) {
            let found = annihilation_value(&graph, &vertices_of(set), &unlimited()).unwrap();
            assert_eq!(found, *values.get(set));
        }
    }
    assert!(loopy > 50 && large > 50, "{loopy} {large}");
}

#[test]
fn exercise_17_with_cycles_it_is_not_the_sum() {
    let graph = Graph::from_arcs(3, [(0, 2), (2, 0), (1, 1)]).unwrap();
    let tokens = [Token { graph: &graph, vertex: 0 }, Token { graph: &graph, vertex: 2 }];
    let sum = solve_sum(&tokens, Convention::Normal, 1, &unlimited()).unwrap();
    assert_eq!(sum.outcome(), Outcome::D);
    let annihilation =
        solve_annihilation(&graph, &[0, 2], Convention::Normal, 1, &unlimited()).unwrap();
    assert_eq!(annihilation.outcome(), Outcome::N);
    assert_eq!(annihilation.result(Player::Left).1, Some(1));
    assert_eq!(annihilation.moves(Player::Left).len(), 2);
}
