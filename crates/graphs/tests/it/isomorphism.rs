//! Tests equality of games against all permutations.

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, StopReason};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{Graph, GraphBuilder, GraphError, same_game};

type Arcs = Vec<(u32, u32, Colour)>;

fn build(vertices: u32, arcs: &Arcs, results: &[(u32, MoveResult)]) -> Graph {
    let mut builder = GraphBuilder::new();
    builder.vertices(vertices);
    for &(from, to, colour) in arcs {
        builder.coloured_arc(from, to, colour).unwrap();
    }
    for &(v, result) in results {
        builder.result(v, result).unwrap();
    }
    builder.finish().unwrap()
}

fn same(a: &Graph, b: &Graph) -> bool {
    same_game((a, 0), (b, 0), &Budget::unlimited()).unwrap()
}

/// The players who may use the arcs between vertices that can be reached from 0.
fn table(graph: &Graph) -> Vec<Vec<u8>> {
    let mut reached = vec![0u32];
    let mut next = 0;
    while next < reached.len() {
        for &w in graph.successors().unwrap().of(reached[next]) {
            if !reached.contains(&w) {
                reached.push(w);
            }
        }
        next += 1;
    }
    let cell = |&u: &u32, &v: &u32| {
        graph.successors().unwrap().coloured(u).filter(|&(to, _)| to == v).fold(
            0,
            |bits, (_, colour)| {
                bits | match colour {
                    Colour::Left => 1,
                    Colour::Right => 2,
                    Colour::Both => 3,
                }
            },
        )
    };
    reached.iter().map(|u| reached.iter().map(|v| cell(u, v)).collect()).collect()
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    shorter
        .iter()
        .flat_map(|permutation| {
            (0..n).map(|i| {
                let mut longer = permutation.clone();
                longer.insert(i, n - 1);
                longer
            })
        })
        .collect()
}

#[test]
fn small_games_are_equal_as_permutations_say() {
    let mut counts = [0; 2];
    let graphs: Vec<Graph> = (0..500)
        .map(|seed| {
            let mut random = Random::new(seed);
            let vertices = 1 + random.below(5);
            let arcs = generate::small(vertices, 45, 45, &mut random);
            let colours = [Colour::Both, Colour::Left, Colour::Right];
            let most = 1 + 2 * u32::from(seed % 5 == 0);
            let arcs = arcs.into_iter().map(|(u, v)| (u, v, colours[random.below(most) as usize]));
            build(vertices, &arcs.collect(), &[])
        })
        .collect();
    let tables: Vec<_> = graphs.iter().map(table).collect();
    let permutations: Vec<_> = (0..=5).map(permutations).collect();
    for i in 0..graphs.len() {
        for j in (i..graphs.len()).step_by(7) {
            let (a, b) = (&tables[i], &tables[j]);
            let n = a.len();
            let expected = n == b.len()
                && permutations[n]
                    .iter()
                    .any(|p| p[0] == 0 && (0..n).all(|u| (0..n).all(|v| a[u][v] == b[p[u]][p[v]])));
            assert_eq!(same(&graphs[i], &graphs[j]), expected);
            counts[usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// The arcs in another order, with the vertices except 0 renumbered.
fn shuffled(vertices: u32, arcs: &Arcs, random: &mut Random) -> Arcs {
    let mut names: Vec<u32> = (0..vertices).collect();
    for i in (2..vertices).rev() {
        names.swap(i as usize, 1 + random.below(i) as usize);
    }
    let mut arcs: Arcs =
        arcs.iter().map(|&(u, v, colour)| (names[u as usize], names[v as usize], colour)).collect();
    for i in (1..arcs.len()).rev() {
        arcs.swap(i, random.below(i as u32 + 1) as usize);
    }
    arcs
}

#[test]
fn renumbered_games_are_equal_and_altered_ones_are_not() {
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let vertices = 300;
        let arcs: Arcs = generate::random(vertices, 20, seed)
            .chain((1..vertices).map(|v| (0, v)))
            .map(|(u, v)| (u, v, Colour::Both))
            .collect();
        let graph = build(vertices, &arcs, &[]);
        let mut other = shuffled(vertices, &arcs, &mut random);
        assert!(same(&graph, &build(vertices, &other, &[])));
        // Reversing an arc that has no opposite or parallel arc makes another game.
        let unique = |i: usize, arcs: &Arcs| {
            let (u, v, _) = arcs[i];
            u != 0
                && u != v
                && arcs.iter().filter(|&&(x, y, _)| (x, y) == (u, v) || (x, y) == (v, u)).count()
                    == 1
        };
        let i = (0..other.len()).find(|&i| unique(i, &other)).unwrap();
        let (u, v, _) = other[i];
        other[i] = (u, v, Colour::Left);
        assert!(!same(&graph, &build(vertices, &other, &[])));
        other.push((u, v, Colour::Right));
        assert!(same(&graph, &build(vertices, &other, &[])));
    }
}

/// An undirected graph with an added start that can move everywhere.
fn with_start(vertices: u32, adjacent: impl Fn(u32, u32) -> bool) -> (u32, Arcs) {
    let mut arcs: Arcs = (0..vertices).map(|v| (0, v + 1, Colour::Both)).collect();
    for u in 0..vertices {
        for v in (0..vertices).filter(|&v| u != v && adjacent(u, v)) {
            arcs.push((u + 1, v + 1, Colour::Both));
        }
    }
    (vertices + 1, arcs)
}

#[test]
fn graphs_that_refinement_does_not_distinguish() {
    let mut random = Random::new(1);
    let cycle =
        |n: u32| move |u: u32, v: u32| u / n == v / n && [1, n - 1].contains(&((u + n - v) % n));
    let (n, six) = with_start(6, cycle(6));
    let (_, two_threes) = with_start(6, cycle(3));
    assert!(!same(&build(n, &six, &[]), &build(n, &two_threes, &[])));
    // The two strongly regular graphs with 16 vertices of degree 6: the rook's graph of a 4 by 4
    // board, and Shrikhande's graph.
    let (n, rooks) = with_start(16, |u, v| u / 4 == v / 4 || u % 4 == v % 4);
    let shrikhande = |u: u32, v: u32| {
        let step = ((u / 4 + 4 - v / 4) % 4, (u % 4 + 4 - v % 4) % 4);
        [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)].contains(&step)
    };
    let (_, other) = with_start(16, shrikhande);
    assert_eq!(rooks.len(), other.len());
    assert!(!same(&build(n, &rooks, &[]), &build(n, &other, &[])));
    for arcs in [&six, &two_threes, &rooks, &other] {
        let vertices = 1 + arcs.iter().map(|arc| arc.1).max().unwrap();
        let again = shuffled(vertices, arcs, &mut random);
        assert!(same(&build(vertices, arcs, &[]), &build(vertices, &again, &[])));
    }
}

#[test]
fn many_twins_and_long_paths_are_quick() {
    let star: Arcs = (1..20_000).map(|v| (0, v, Colour::Both)).collect();
    assert!(same(&build(20_000, &star, &[]), &build(20_000, &star, &[])));
    let path: Arcs = (0..19_999).map(|v| (v, v + 1, Colour::Both)).collect();
    assert!(same(&build(20_000, &path, &[]), &build(20_000, &path, &[])));
    assert!(!same(&build(20_000, &path, &[]), &build(20_000, &star, &[])));
}

#[test]
fn results_and_budgets_count() {
    let arcs: Arcs = vec![(0, 1, Colour::Both), (0, 2, Colour::Both)];
    let won = [(1, MoveResult::Win)];
    let also_won = [(2, MoveResult::Win)];
    let drawn = [(1, MoveResult::Draw)];
    assert!(same(&build(3, &arcs, &won), &build(3, &arcs, &also_won)));
    assert!(!same(&build(3, &arcs, &won), &build(3, &arcs, &drawn)));
    assert!(!same(&build(3, &arcs, &won), &build(3, &arcs, &[])));
    // Vertices that cannot be reached do not matter.
    assert!(same(&build(9, &arcs, &[(8, MoveResult::Win)]), &build(3, &arcs, &[])));
    let graph = build(3, &arcs, &[]);
    let budget = Budget::unlimited().with_bytes(10);
    match same_game((&graph, 0), (&graph, 0), &budget) {
        Err(GraphError::Exhausted(exhausted)) => assert_eq!(exhausted.reason, StopReason::Memory),
        other => panic!("{other:?}"),
    }
    let error = same_game((&graph, 0), (&graph, 3), &Budget::unlimited());
    assert_eq!(error, Err(GraphError::NoSuchVertex { vertex: 3, vertices: 3 }));
}
