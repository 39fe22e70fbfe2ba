//! Tests outcome, remoteness and strategy against their definitions.

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, CancelFlag, Convention, Outcome, StopReason};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{
    Graph, GraphBuilder, GraphError, Order, Solution, check_solution, grundy_values, is_acyclic,
    reference, solve, stats, topological_order,
};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn solved(graph: &Graph, convention: Convention) -> Solution {
    let run = solve(graph, convention, 1, &unlimited()).unwrap();
    assert_eq!(run.stop, StopReason::Finished);
    run.found
}

/// Small random graphs of many kinds, a few with terminal results.
fn small_graphs(count: u64) -> impl Iterator<Item = Graph> {
    (0..count).map(|seed| {
        let mut random = Random::new(seed);
        let vertices = 1 + random.below(10);
        let percent = [15, 30, 50, 80][seed as usize % 4];
        let back = [0, 10, 40, 100][seed as usize / 4 % 4] * percent / 100;
        let mut builder = GraphBuilder::new();
        builder.vertices(vertices);
        let arcs = generate::small(vertices, percent, back, &mut random);
        for &(from, to) in &arcs {
            builder.arc(from, to).unwrap();
            if random.percent(5) {
                builder.arc(from, to).unwrap();
            }
        }
        if seed % 5 == 0 {
            for v in (0..vertices).filter(|&v| arcs.iter().all(|&(from, _)| from != v)) {
                let results = [MoveResult::Win, MoveResult::Loss, MoveResult::Draw];
                builder.result(v, results[random.below(3) as usize]).unwrap();
            }
        }
        builder.finish().unwrap()
    })
}

/// Plays the strategy from every vertex against every reply. The winner must win within the
/// remoteness, the loser must last that long against every opponent, and a player who can draw must
/// never lose.
fn play_out(graph: &Graph, solution: &Solution) {
    let moves = reference::moves(graph);
    let best = solution.best_moves(graph, &unlimited()).unwrap();
    for v in 0..graph.vertices() {
        assert_eq!(best.get(v), solution.best_move(graph, v).unwrap());
        let Some(to) = best.get(v) else {
            assert!(moves[v as usize].is_empty());
            continue;
        };
        assert!(moves[v as usize].contains(&to));
        // Ties go to the smallest id.
        let rank = |w: u32| (solution.outcome(w), solution.remoteness(w));
        assert!(moves[v as usize].iter().all(|&w| w >= to || rank(w) != rank(to)));
        let k = solution.remoteness(v);
        match solution.outcome(v).unwrap() {
            Outcome::N => {
                // Every reply leaves a win that is at least two moves nearer.
                for &reply in &moves[to as usize] {
                    assert_eq!(solution.outcome(reply), Some(Outcome::N));
                    assert!(solution.remoteness(reply).unwrap() + 2 <= k.unwrap());
                }
            }
            Outcome::P => {
                // No opponent ends the game in fewer than k moves.
                assert_eq!(solution.remoteness(to), k.map(|k| k - 1));
                for &reply in &moves[to as usize] {
                    if solution.outcome(reply) == Some(Outcome::P) {
                        assert!(solution.remoteness(reply).unwrap() + 2 >= k.unwrap());
                    }
                }
            }
            _ => {
                // The opponent cannot move to a vertex that we lose.
                let bad = |w: &&u32| solution.outcome(**w) == Some(Outcome::P);
                assert!(moves[to as usize].iter().find(bad).is_none());
            }
        }
    }
}

#[test]
fn small_graphs_are_solved_as_the_definition_says() {
    let mut counted = [0; 3];
    for graph in small_graphs(4000) {
        for convention in [Convention::Normal, Convention::Misere] {
            let solution = solved(&graph, convention);
            for (v, &(outcome, remoteness)) in
                reference::solve(&graph, convention).iter().enumerate()
            {
                let v = v as u32;
                assert_eq!(solution.outcome(v), Some(outcome));
                assert_eq!(solution.remoteness(v), remoteness);
                counted[usize::from(outcome == Outcome::N)
                    + 2 * usize::from(outcome == Outcome::P)] += 1;
                // Exercise 2: no remoteness reaches the number of vertices.
                assert!(remoteness.is_none_or(|k| k < graph.vertices()));
            }
            assert_eq!(check_solution(&graph, &solution, &unlimited()).unwrap(), None);
            play_out(&graph, &solution);
        }
    }
    assert!(counted.iter().all(|&count| count > 1000), "{counted:?}");
}

#[test]
fn misere_play_is_normal_play_with_one_more_move_from_each_terminal() {
    for graph in small_graphs(400).filter(|graph| graph.results().is_empty()) {
        let misere = solved(&graph, Convention::Misere);
        let extra = graph.vertices();
        let arcs: Vec<(u32, u32)> = (0..extra)
            .flat_map(|v| graph.predecessors(v).iter().map(move |&u| (u, v)))
            .chain(graph.terminals().map(|v| (v, extra)))
            .collect();
        let normal = solved(&Graph::from_arcs(extra + 1, arcs).unwrap(), Convention::Normal);
        for v in 0..extra {
            assert_eq!(misere.outcome(v), normal.outcome(v));
            assert_eq!(misere.remoteness(v).map(|k| k + 1), normal.remoteness(v));
        }
    }
}

#[test]
fn lines_follow_the_best_moves() {
    for graph in small_graphs(300) {
        let solution = solved(&graph, Convention::Normal);
        for v in 0..graph.vertices() {
            let line = solution.line(&graph, v).unwrap();
            assert_eq!(line.vertices[0], v);
            for pair in line.vertices.windows(2) {
                assert_eq!(solution.best_move(&graph, pair[0]).unwrap(), Some(pair[1]));
            }
            let last = *line.vertices.last().unwrap();
            match solution.remoteness(v) {
                Some(k) => {
                    assert_eq!(line.vertices.len() as u32, k + 1);
                    assert_eq!((graph.out_degree(last), line.repeats_from), (0, None));
                }
                None => match line.repeats_from {
                    Some(index) => {
                        let back = solution.best_move(&graph, last).unwrap();
                        assert_eq!(back, Some(line.vertices[index]));
                    }
                    None => assert_eq!(graph.result(last), Some(MoveResult::Draw)),
                },
            }
        }
    }
}

#[test]
fn the_checker_rejects_any_other_labelling() {
    // A solution of another graph is wrong wherever the graphs differ in a way that matters.
    let mut rejected = 0;
    let graphs: Vec<Graph> = small_graphs(400).filter(|g| g.vertices() == 6).collect();
    for pair in graphs.windows(2) {
        let (right, other) =
            (solved(&pair[0], Convention::Normal), solved(&pair[1], Convention::Normal));
        let same = (0..6).all(|v| {
            right.outcome(v) == other.outcome(v) && right.remoteness(v) == other.remoteness(v)
        });
        let verdict = check_solution(&pair[0], &other, &unlimited()).unwrap();
        assert_eq!(verdict.is_none(), same);
        rejected += usize::from(!same);
    }
    assert!(rejected > 10);
}

#[test]
fn orders_and_cycles_are_what_they_say() {
    for graph in small_graphs(2000) {
        let moves = reference::moves(&graph);
        match topological_order(&graph, &unlimited()).unwrap() {
            Order::Acyclic(order) => {
                assert!(is_acyclic(&graph, &unlimited()).unwrap());
                let mut place = vec![usize::MAX; moves.len()];
                for (i, &v) in order.iter().enumerate() {
                    place[v as usize] = i;
                }
                for (v, to) in moves.iter().enumerate() {
                    assert!(to.iter().all(|&w| place[w as usize] < place[v]));
                }
                assert_eq!(order.len(), moves.len());
            }
            Order::Cycle(cycle) => {
                assert!(!is_acyclic(&graph, &unlimited()).unwrap());
                assert_eq!(cycle.iter().min(), cycle.first());
                for (i, &v) in cycle.iter().enumerate() {
                    assert!(moves[v as usize].contains(&cycle[(i + 1) % cycle.len()]));
                }
                let error = grundy_values(&graph, &unlimited());
                if graph.results().is_empty() {
                    assert_eq!(error, Err(GraphError::Cyclic { cycle }));
                }
            }
        }
    }
}

#[test]
fn grundy_values_follow_the_definition() {
    let mut seen = [0; 8];
    let graphs = (0..600).map(|seed| {
        let vertices = 1 + seed as u32 % 40;
        Graph::from_arcs(vertices, generate::acyclic(vertices, 10 + seed as u32 % 90, seed))
            .unwrap()
    });
    for graph in graphs {
        let values = grundy_values(&graph, &unlimited()).unwrap();
        for (v, to) in reference::moves(&graph).iter().enumerate() {
            let options: Vec<u32> = to.iter().map(|&w| values[w as usize]).collect();
            assert_eq!(values[v], upstar_core::reference::mex_by_sorting(&options));
            seen[values[v].min(7) as usize] += 1;
        }
        let solution = solved(&graph, Convention::Normal);
        for v in 0..graph.vertices() {
            let lost = solution.outcome(v) == Some(Outcome::P);
            assert_eq!(lost, values[v as usize] == 0);
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn large_grundy_values_are_found_too() {
    // A heap of 200 in Nim: values exceed the bits of a word.
    let arcs = (0..=200u32).flat_map(|n| (0..n).map(move |k| (n, k)));
    let values = grundy_values(&Graph::from_arcs(0, arcs).unwrap(), &unlimited()).unwrap();
    assert!(values.iter().copied().eq(0..=200));
    // 300 has a move to every heap but 64 and 190.
    let arcs = (0..=200u32).flat_map(|n| (0..n).map(move |k| (n, k)));
    let more = (0..200).filter(|k| ![64, 190].contains(k)).map(|k| (300, k));
    let graph = Graph::from_arcs(0, arcs.chain(more)).unwrap();
    assert_eq!(grundy_values(&graph, &unlimited()).unwrap()[300], 64);
}

#[test]
fn random_graphs_draw_as_branching_processes_do() {
    // Holroyd and Martin: the fractions l, w of lost and won vertices are the
    // least solution of l = exp(-m(1-w)), w = 1-exp(-m l) for mean degree m.
    let vertices = 1_000_000;
    for (tenths, threads) in [(25, 1), (50, 2)] {
        let graph = Graph::from_arcs(vertices, generate::random(vertices, tenths, 1)).unwrap();
        let solution = solve(&graph, Convention::Normal, threads, &unlimited()).unwrap().found;
        assert_eq!(check_solution(&graph, &solution, &unlimited()).unwrap(), None);
        let mean = f64::from(tenths) / 10.0;
        let (mut lost, mut won) = (0.0f64, 0.0f64);
        for _ in 0..10_000 {
            (lost, won) = ((-mean * (1.0 - won)).exp(), 1.0 - (-mean * lost).exp());
        }
        let counts = solution.counts();
        let fraction = |count: u64| count as f64 / f64::from(vertices);
        assert!((fraction(counts.n) - won).abs() < 0.003, "{counts:?} {won}");
        assert!((fraction(counts.p) - lost).abs() < 0.003, "{counts:?} {lost}");
    }
}

#[test]
fn figures_of_the_source() {
    // Figure 4: E is lost, C and D won, B lost, A won.
    let (a, b, c, d, e) = (0, 1, 2, 3, 4);
    let arcs = [(a, b), (a, c), (b, c), (b, d), (c, e), (d, e)];
    let solution = solved(&Graph::from_arcs(5, arcs).unwrap(), Convention::Normal);
    let outcomes: Vec<_> = (0..5).map(|v| solution.outcome(v).unwrap()).collect();
    assert_eq!(outcomes, [Outcome::N, Outcome::P, Outcome::N, Outcome::N, Outcome::P]);
    // Figure 6: all drawn.
    let graph = Graph::from_arcs(2, [(0, 1), (1, 0)]).unwrap();
    let counts = solved(&graph, Convention::Normal).counts();
    assert_eq!((counts.n, counts.p, counts.d), (0, 0, 2));
    // Figure 7: y is won by moving to x, not to z, although z is lost.
    let (x, y, z) = (0, 1, 2);
    let graph = Graph::from_arcs(3, [(y, z), (y, x), (z, y)]).unwrap();
    let solution = solved(&graph, Convention::Normal);
    assert_eq!(solution.outcome(y), Some(Outcome::N));
    assert_eq!(solution.outcome(z), Some(Outcome::P));
    assert_eq!(solution.best_move(&graph, y).unwrap(), Some(x));
}

#[test]
fn stats_count() {
    let arcs = [(1, 0), (1, 0), (2, 1), (2, 2), (3, 0)];
    let graph = Graph::from_arcs(6, arcs).unwrap();
    let stats = stats(&graph, &unlimited()).unwrap();
    assert_eq!((stats.vertices, stats.arcs, stats.parallel_arcs, stats.loops), (6, 5, 1, 1));
    assert_eq!((stats.terminals, stats.sources, stats.isolated), (3, 3, 2));
    assert_eq!((stats.max_out_degree, stats.max_in_degree), (2, 3));
    assert_eq!((stats.blue, stats.red, stats.green, stats.acyclic), (0, 0, 5, false));
}

#[test]
fn budgets_are_kept() {
    let vertices = 50_000;
    let arcs: Vec<(u32, u32)> = generate::acyclic(vertices, 50, 1).collect();
    let small = Budget::unlimited().with_bytes(100_000);
    let mut builder = GraphBuilder::with_budget(&small);
    let refused = arcs.iter().find_map(|&(u, v)| builder.arc(u, v).err());
    assert!(matches!(refused, Some(GraphError::Exhausted(e)) if e.reason == StopReason::Memory));
    drop(builder);
    assert_eq!(small.report().bytes, 0);

    let graph = Graph::from_arcs(vertices, arcs).unwrap();
    assert!(matches!(solve(&graph, Convention::Normal, 1, &small), Err(GraphError::Exhausted(_))));
    for threads in [1, 2] {
        let budget = Budget::unlimited().with_steps(100_000);
        let run = solve(&graph, Convention::Normal, threads, &budget).unwrap();
        assert_eq!(run.stop, StopReason::Steps);
        let counts = run.found.counts();
        assert!(counts.unknown > 0 && counts.n > 0 && counts.d == 0);
        assert!(run.found.line(&graph, vertices - 1).is_ok());
    }
}

#[test]
fn a_raised_flag_stops_every_engine() {
    let vertices = 50_000;
    let graph = Graph::from_arcs(vertices, generate::random(vertices, 20, 1)).unwrap();
    let flag = CancelFlag::new();
    flag.cancel();
    let budget = Budget::unlimited().with_cancel(flag);
    for threads in [1, 2] {
        let run = solve(&graph, Convention::Normal, threads, &budget).unwrap();
        assert_eq!(run.stop, StopReason::Cancelled);
    }
    let solution = solved(&graph, Convention::Normal);
    assert!(solution.best_moves(&graph, &budget).is_err());
    assert!(upstar_graphs::loopy_values(&graph, &budget).is_err());
    assert!(topological_order(&graph, &budget).is_err());
    assert!(stats(&graph, &budget).is_err());
    assert!(check_solution(&graph, &solution, &budget).is_err());
    let values = upstar_graphs::loopy_values(&graph, &unlimited()).unwrap();
    let certified = upstar_graphs::certificate::certify_values(&graph, &values, &budget);
    assert!(certified.is_err());
    assert!(upstar_graphs::same_game((&graph, 49_999), (&graph, 49_999), &budget).is_err());
}

#[test]
fn rows_hold_arcs_in_the_order_they_came() {
    let vertices = 400_000;
    let arcs: Vec<(u32, u32)> =
        generate::skewed(vertices, 12, 1).chain(generate::random(vertices, 8, 2)).collect();
    let graph = Graph::from_arcs(vertices, arcs.iter().copied()).unwrap();
    let mut expected = vec![Vec::new(); vertices as usize];
    let mut degrees = vec![0; vertices as usize];
    for (from, to) in arcs {
        expected[to as usize].push(from);
        degrees[from as usize] += 1;
    }
    for (v, row) in expected.iter().enumerate() {
        assert_eq!(graph.predecessors(v as u32), row);
        assert_eq!(graph.out_degree(v as u32), degrees[v]);
    }
}

#[test]
fn an_absurd_number_of_threads_is_no_harm() {
    let graph = Graph::from_arcs(20_000, generate::acyclic(20_000, 50, 3)).unwrap();
    let one = solved(&graph, Convention::Normal);
    let many = solve(&graph, Convention::Normal, usize::MAX, &unlimited()).unwrap().found;
    for v in 0..20_000 {
        assert_eq!(one.outcome(v), many.outcome(v));
        assert_eq!(one.remoteness(v), many.remoteness(v));
    }
}

#[test]
fn a_long_path_is_solved_level_by_level() {
    // The depth equals the number of vertices, and no recursion follows it.
    let vertices = 300_000;
    let graph = Graph::from_arcs(vertices, (1..vertices).map(|v| (v, v - 1))).unwrap();
    for threads in [1, 2] {
        let solution = solve(&graph, Convention::Normal, threads, &unlimited()).unwrap().found;
        assert_eq!(solution.longest(Outcome::N), Some((vertices - 1, vertices - 1)));
        let line = solution.line(&graph, vertices - 1).unwrap();
        assert_eq!(line.vertices.len() as u32, vertices);
    }
    let values = grundy_values(&graph, &unlimited()).unwrap();
    assert!(values.iter().enumerate().all(|(v, &value)| value == v as u32 % 2));
}

#[test]
fn what_is_refused() {
    let mut builder = GraphBuilder::new();
    assert_eq!(builder.arc(0, u32::MAX), Err(GraphError::TooManyVertices));
    builder.arc(0, 1).unwrap();
    builder.result(0, MoveResult::Win).unwrap();
    assert_eq!(builder.finish().unwrap_err(), GraphError::ResultNotTerminal { vertex: 0 });
    let mut builder = GraphBuilder::new();
    builder.result(3, MoveResult::Win).unwrap();
    builder.result(3, MoveResult::Draw).unwrap();
    assert_eq!(builder.finish().unwrap_err(), GraphError::TwoResults { vertex: 3 });
}
