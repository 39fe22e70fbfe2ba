//! Tests sums of tokens against the product by definition.

use std::collections::HashMap;

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, LoopyNimber, Outcome, Player};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{
    Graph, GraphBuilder, GraphError, Token, ValuedToken, grundy_values, loopy_values, reference,
    solve, solve_sum, sum_value, winning_moves,
};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn random_graph(random: &mut Random, most: u32, coloured: bool) -> Graph {
    let vertices = 1 + random.below(most);
    let percent = 20 + random.below(50);
    let arcs = generate::small(vertices, percent, percent * random.below(4) / 3, random);
    let mut builder = GraphBuilder::new();
    builder.vertices(vertices);
    for (from, to) in arcs {
        let colours = [Colour::Left, Colour::Right, Colour::Both];
        let colour = if coloured { colours[random.below(3) as usize] } else { Colour::Both };
        builder.coloured_arc(from, to, colour).unwrap();
    }
    builder.finish().unwrap()
}

/// The whole product of graphs, with a vertex for every tuple of vertices. Tokens are
/// distinguished. Gives the graph and the numbers of the tuples.
fn product(graphs: &[&Graph]) -> (Graph, HashMap<Vec<u32>, u32>) {
    let mut tuples = vec![Vec::new()];
    for graph in graphs {
        tuples = tuples
            .iter()
            .flat_map(|tuple: &Vec<u32>| {
                (0..graph.vertices()).map(|v| {
                    let mut longer = tuple.clone();
                    longer.push(v);
                    longer
                })
            })
            .collect();
    }
    let ids: HashMap<Vec<u32>, u32> =
        tuples.iter().enumerate().map(|(i, tuple)| (tuple.clone(), i as u32)).collect();
    let mut builder = GraphBuilder::new();
    builder.vertices(tuples.len() as u32);
    for (from, tuple) in tuples.iter().enumerate() {
        for (i, graph) in graphs.iter().enumerate() {
            for to in 0..graph.vertices() {
                for (u, colour) in graph.coloured_predecessors(to) {
                    if u == tuple[i] {
                        let mut next = tuple.clone();
                        next[i] = to;
                        builder.coloured_arc(from as u32, ids[&next], colour).unwrap();
                    }
                }
            }
        }
    }
    (builder.finish().unwrap(), ids)
}

#[test]
fn sums_of_impartial_games_are_as_the_product_says() {
    let mut seen = HashMap::new();
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let (a, b) = (random_graph(&mut random, 5, false), random_graph(&mut random, 4, false));
        let (values_a, values_b) =
            (loopy_values(&a, &unlimited()).unwrap(), loopy_values(&b, &unlimited()).unwrap());
        let graphs = [&a, &b, &a];
        let values = [&values_a, &values_b, &values_a];
        let (whole, ids) = product(&graphs);
        let solved = reference::solve(&whole, Convention::Normal);
        for (tuple, &id) in ids.iter().take(40) {
            let tokens: Vec<ValuedToken<'_>> = (0..3)
                .map(|i| ValuedToken { graph: graphs[i], values: values[i], vertex: tuple[i] })
                .collect();
            let (outcome, remoteness) = solved[id as usize];
            assert_eq!(sum_value(&tokens).outcome(), outcome);
            *seen.entry(outcome).or_insert(0) += 1;
            // All moves that leave a P-position.
            let mut expected = Vec::new();
            for i in 0..3 {
                for &to in graphs[i].successors().unwrap().of(tuple[i]) {
                    let mut next = tuple.clone();
                    next[i] = to;
                    if solved[ids[&next] as usize].0 == Outcome::P {
                        expected.push((i, to));
                    }
                }
            }
            assert_eq!(winning_moves(&tokens).unwrap(), expected);
            // The same by solving the positions that can be reached.
            let tokens: Vec<Token<'_>> =
                (0..3).map(|i| Token { graph: graphs[i], vertex: tuple[i] }).collect();
            let sum = solve_sum(&tokens, Convention::Normal, 1, &unlimited()).unwrap();
            assert_eq!((sum.outcome(), sum.result(Player::Left).1), (outcome, remoteness));
            let moves = sum.moves(Player::Left);
            let winning: Vec<(usize, u32)> = moves
                .iter()
                .filter(|found| found.result == MoveResult::Win)
                .map(|found| (found.token, found.to))
                .collect();
            assert_eq!(winning, expected);
            for found in moves {
                let mut next = tuple.clone();
                next[found.token] = found.to;
                let after = solved[ids[&next] as usize].1;
                assert_eq!(found.remoteness, after.map(|k| k + 1));
            }
        }
    }
    assert!(seen.len() == 3 && seen.values().all(|&count| count > 500), "{seen:?}");
}

#[test]
fn coloured_and_misere_sums_are_as_the_product_says() {
    let mut seen = HashMap::new();
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let coloured = seed % 4 != 0;
        let (a, b) =
            (random_graph(&mut random, 5, coloured), random_graph(&mut random, 4, coloured));
        let graphs = [&b, &a, &a];
        let convention = if seed % 2 == 0 { Convention::Misere } else { Convention::Normal };
        let (whole, ids) = product(&graphs);
        let solved = reference::solve_coloured(&whole, convention);
        for (tuple, &id) in ids.iter().take(12) {
            let tokens: Vec<Token<'_>> =
                (0..3).map(|i| Token { graph: graphs[i], vertex: tuple[i] }).collect();
            let sum = solve_sum(&tokens, convention, 1, &unlimited()).unwrap();
            for player in Player::BOTH {
                assert_eq!(sum.result(player), solved[id as usize][player as usize]);
                for found in sum.moves(player) {
                    let mut next = tuple.clone();
                    next[found.token] = found.to;
                    let (theirs, k) = solved[ids[&next] as usize][player.opponent() as usize];
                    assert_eq!(found.remoteness, k.map(|k| k + 1));
                    let both = (found.result, theirs);
                    assert!(matches!(
                        both,
                        (MoveResult::Win, MoveResult::Loss)
                            | (MoveResult::Loss, MoveResult::Win)
                            | (MoveResult::Draw, MoveResult::Draw)
                    ));
                }
            }
            *seen.entry(sum.outcome()).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 9, "{seen:?}");
}

#[test]
fn adding_a_lost_position_changes_nothing() {
    // Theorem 6, including draws, by solving the product and not by values.
    let mut drawn = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let (a, b) = (random_graph(&mut random, 6, false), random_graph(&mut random, 6, false));
        let alone = solve(&b, Convention::Normal, 1, &unlimited()).unwrap().found;
        let of_a = solve(&a, Convention::Normal, 1, &unlimited()).unwrap().found;
        for p in (0..a.vertices()).filter(|&v| of_a.outcome(v) == Some(Outcome::P)) {
            for v in 0..b.vertices() {
                let tokens = [Token { graph: &a, vertex: p }, Token { graph: &b, vertex: v }];
                let sum = solve_sum(&tokens, Convention::Normal, 1, &unlimited()).unwrap();
                assert_eq!(Some(sum.outcome()), alone.outcome(v));
                drawn += usize::from(sum.outcome() == Outcome::D);
            }
        }
    }
    assert!(drawn > 200);
}

#[test]
fn values_are_equal_exactly_if_no_sum_distinguishes_them() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (a, b) = (random_graph(&mut random, 5, false), random_graph(&mut random, 4, false));
        let values = loopy_values(&a, &unlimited()).unwrap();
        let heap = Graph::from_arcs(8, (0..8).flat_map(|n| (0..n).map(move |k| (n, k)))).unwrap();
        let outcome = |v: u32, other: &Graph, w: u32| {
            let tokens = [Token { graph: &a, vertex: v }, Token { graph: other, vertex: w }];
            solve_sum(&tokens, Convention::Normal, 1, &unlimited()).unwrap().outcome()
        };
        for v in 0..a.vertices() {
            for w in 0..v {
                if values.get(v) == values.get(w) {
                    let same = |x: u32| outcome(v, &b, x) == outcome(w, &b, x);
                    assert!((0..b.vertices()).all(same));
                } else {
                    let differ = |n: u32| outcome(v, &heap, n) != outcome(w, &heap, n);
                    assert!((0..8).any(differ));
                }
            }
        }
    }
}

#[test]
fn a_game_with_itself_is_lost_without_cycles_and_not_with() {
    // Lemma 4 and figure 17.
    for seed in 0..50 {
        let graph = Graph::from_arcs(12, generate::acyclic(12, 20, seed)).unwrap();
        for vertex in 0..12 {
            let token = Token { graph: &graph, vertex };
            let sum = solve_sum(&[token, token], Convention::Normal, 1, &unlimited()).unwrap();
            assert_eq!(sum.outcome(), Outcome::P);
        }
    }
    let graph = Graph::from_arcs(1, [(0, 0)]).unwrap();
    let token = Token { graph: &graph, vertex: 0 };
    let sum = solve_sum(&[token, token], Convention::Normal, 1, &unlimited()).unwrap();
    assert_eq!((sum.outcome(), sum.positions()), (Outcome::D, 1));
    // Figure 18: Save is won, and with any nim-heap added it is not lost.
    let save = Graph::from_arcs(2, [(1, 1), (1, 0)]).unwrap();
    let values = loopy_values(&save, &unlimited()).unwrap();
    for n in 0..5 {
        let sum = values.get(1) + &LoopyNimber::Nimber(n);
        assert_eq!(sum.outcome(), if n == 0 { Outcome::N } else { Outcome::D });
    }
}

#[test]
fn exercise_6_colours_cannot_be_reduced_part_by_part() {
    // One blue arc. Alone with Left to move, its graph of pairs has the value *1. Two of them would
    // be *0, lost for Left. But Left has two moves and Right none, so Left wins whoever begins.
    let mut builder = GraphBuilder::new();
    builder.coloured_arc(0, 1, Colour::Left).unwrap();
    let graph = builder.finish().unwrap();
    let pairs = Graph::from_arcs(4, [(0, 3)]).unwrap();
    assert_eq!(grundy_values(&pairs, &unlimited()).unwrap()[0], 1);
    let token = Token { graph: &graph, vertex: 0 };
    let sum = solve_sum(&[token, token], Convention::Normal, 1, &unlimited()).unwrap();
    assert_eq!(sum.outcome(), Outcome::L);
    assert_eq!(sum.result(Player::Left), (MoveResult::Win, Some(1)));
}

#[test]
fn exercise_7_misere_play_cannot_be_reduced_part_by_part() {
    // A vertex without moves. In misère play the player to move has won there. The reduction adds
    // one move and gives *1, and two would be *0, a loss. But a player who cannot move in the sum
    // has won.
    let graph = Graph::from_arcs(1, []).unwrap();
    let reduced = Graph::from_arcs(2, [(0, 1)]).unwrap();
    assert_eq!(grundy_values(&reduced, &unlimited()).unwrap()[0], 1);
    let token = Token { graph: &graph, vertex: 0 };
    let sum = solve_sum(&[token, token], Convention::Misere, 1, &unlimited()).unwrap();
    assert_eq!(sum.outcome(), Outcome::N);
}

#[test]
fn nim_of_the_source() {
    let heap = Graph::from_arcs(8, (0..8).flat_map(|n| (0..n).map(move |k| (n, k)))).unwrap();
    let values = loopy_values(&heap, &unlimited()).unwrap();
    let nim = |heaps: &[u32]| {
        let tokens: Vec<ValuedToken<'_>> = heaps
            .iter()
            .map(|&vertex| ValuedToken { graph: &heap, values: &values, vertex })
            .collect();
        (sum_value(&tokens).to_string(), winning_moves(&tokens).unwrap())
    };
    assert_eq!(nim(&[2, 3, 5, 7]), ("*3".into(), vec![(0, 1), (1, 0), (3, 4)]));
    assert_eq!(nim(&[1, 3, 5, 7]), ("*0".into(), vec![]));
    assert_eq!(nim(&[1, 3, 5, 6]), ("*1".into(), vec![(0, 0), (1, 2), (2, 4)]));
}

#[test]
fn large_sums_cost_the_sum_of_their_sizes() {
    let graphs: Vec<Graph> = (0..10)
        .map(|seed| Graph::from_arcs(5000, generate::random(5000, 20, seed)).unwrap())
        .collect();
    let values: Vec<_> =
        graphs.iter().map(|graph| loopy_values(graph, &unlimited()).unwrap()).collect();
    let tokens: Vec<ValuedToken<'_>> = (0..10)
        .map(|i| ValuedToken { graph: &graphs[i], values: &values[i], vertex: 4999 })
        .collect();
    let moves = winning_moves(&tokens).unwrap();
    assert_eq!(sum_value(&tokens).outcome() == Outcome::N, !moves.is_empty());
    let tokens: Vec<Token<'_>> =
        (0..10).map(|i| Token { graph: &graphs[i], vertex: 4999 }).collect();
    let budget = Budget::unlimited().with_bytes(1 << 20);
    assert!(matches!(
        solve_sum(&tokens, Convention::Normal, 1, &budget),
        Err(GraphError::Exhausted(_))
    ));
    assert_eq!(budget.report().bytes, 0);
}

#[test]
fn results_have_no_place_in_sums() {
    let mut builder = GraphBuilder::new();
    builder.result(0, MoveResult::Draw).unwrap();
    let graph = builder.finish().unwrap();
    let token = Token { graph: &graph, vertex: 0 };
    let error = solve_sum(&[token], Convention::Normal, 1, &unlimited()).unwrap_err();
    assert_eq!(error, GraphError::ResultInSum { vertex: 0 });
    let token = Token { graph: &graph, vertex: 7 };
    let error = solve_sum(&[token], Convention::Normal, 1, &unlimited()).unwrap_err();
    assert_eq!(error, GraphError::NoSuchVertex { vertex: 7, vertices: 1 });
}
