//! Tests coloured arcs against the definition, and games on boards.

use std::collections::HashMap;

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{
    Graph, GraphBuilder, GraphError, check_solution, reference, solve, solve_coloured,
};

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn coloured_graphs_are_solved_as_the_definition_says() {
    let mut seen = HashMap::new();
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let vertices = 1 + random.below(8);
        let percent = 15 + random.below(50);
        let arcs = generate::small(vertices, percent, percent * random.below(4) / 3, &mut random);
        let mut builder = GraphBuilder::new();
        builder.vertices(vertices);
        for &(from, to) in &arcs {
            let colours = [Colour::Left, Colour::Right, Colour::Both];
            builder.coloured_arc(from, to, colours[random.below(3) as usize]).unwrap();
        }
        if seed % 6 == 0 {
            for v in (0..vertices).filter(|&v| arcs.iter().all(|&(from, _)| from != v)) {
                let results = [MoveResult::Win, MoveResult::Loss, MoveResult::Draw];
                builder.result(v, results[random.below(3) as usize]).unwrap();
            }
        }
        let graph = builder.finish().unwrap();
        let convention = if seed % 2 == 1 { Convention::Misere } else { Convention::Normal };
        let solution = solve_coloured(&graph, convention, 1, &unlimited()).unwrap().found;
        let best = solution.best_moves(&unlimited()).unwrap();
        let expected = reference::solve_coloured(&graph, convention);
        let successors = graph.successors().unwrap();
        for v in 0..vertices {
            for player in Player::BOTH {
                let (result, remoteness) = expected[v as usize][player as usize];
                assert_eq!(solution.result(v, player), Some(result));
                assert_eq!(solution.remoteness(v, player), remoteness);
                // The best move is the first of the equally good ones.
                let k = remoteness.map(|k| k.saturating_sub(1));
                let wanted = match result {
                    MoveResult::Win => (MoveResult::Loss, k),
                    MoveResult::Loss => (MoveResult::Win, k),
                    MoveResult::Draw => (MoveResult::Draw, None),
                };
                let other = player.opponent() as usize;
                let mut moves = successors.of_player(v, player);
                let move_found = moves.find(|&w| expected[w as usize][other] == wanted);
                assert_eq!(best.get(v, player), move_found);
                assert_eq!(solution.best_move(v, player).unwrap(), move_found);
                let line = solution.line(v, player).unwrap();
                assert_eq!(line.vertices.get(1).copied(), move_found);
            }
            let winner = |player: Player| match expected[v as usize][player as usize].0 {
                MoveResult::Win => Some(player),
                MoveResult::Loss => Some(player.opponent()),
                MoveResult::Draw => None,
            };
            let outcome = Outcome::from_winners(winner(Player::Left), winner(Player::Right));
            assert_eq!(solution.outcome(v), Some(outcome));
            *seen.entry(outcome).or_insert(0) += 1;
        }
    }
    assert!(seen.len() == 9 && seen.values().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn green_arcs_are_impartial() {
    for seed in 0..200 {
        let arcs: Vec<(u32, u32)> = generate::random(40, 20, seed).collect();
        let graph = Graph::from_arcs(40, arcs).unwrap();
        let impartial = solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
        let coloured = solve_coloured(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
        for v in 0..40 {
            assert_eq!(impartial.outcome(v), coloured.outcome(v));
            for player in Player::BOTH {
                assert_eq!(impartial.remoteness(v), coloured.remoteness(v, player));
            }
        }
    }
}

#[test]
fn impartial_questions_are_not_asked_of_colours() {
    let mut builder = GraphBuilder::new();
    builder.coloured_arc(0, 1, Colour::Left).unwrap();
    let graph = builder.finish().unwrap();
    assert!(matches!(
        solve(&graph, Convention::Normal, 1, &unlimited()),
        Err(GraphError::Coloured)
    ));
    assert!(matches!(upstar_graphs::loopy_values(&graph, &unlimited()), Err(GraphError::Coloured)));
}

/// A policeman and a robber on a square board of side `size`. They step down, right or up-left in
/// turn. From the bottom right corner the policeman may also go to the top left one. He catches the
/// robber by moving onto his square, but the robber is not caught by moving onto the policeman's
/// (Olimpiada Iberoamericana 2002, problem 6). Also gives the start: the policeman to move in the
/// middle, the robber up-right of him.
fn police(size: u32) -> (Graph, u32) {
    let cells = size * size;
    let vertex = |policeman: u32, robber: u32, robber_moves: u32| {
        (policeman * cells + robber) * 2 + robber_moves
    };
    let steps = |cell: u32| {
        let (row, column) = (cell / size, cell % size);
        let down = (row + 1 < size).then(|| cell + size);
        let right = (column + 1 < size).then(|| cell + 1);
        let up_left = (row > 0 && column > 0).then(|| cell - size - 1);
        down.into_iter().chain(right).chain(up_left)
    };
    let mut builder = GraphBuilder::new();
    builder.vertices(2 * cells * cells);
    for policeman in 0..cells {
        let home = (policeman == cells - 1).then_some(0);
        for robber in 0..cells {
            // With the robber to move, he is caught if the policeman has just moved onto his
            // square. A robber who moves onto the policeman is not caught, so the same position
            // with the policeman to move goes on.
            for to in steps(policeman).chain(home) {
                builder.arc(vertex(policeman, robber, 0), vertex(to, robber, 1)).unwrap();
            }
            if policeman != robber {
                for to in steps(robber) {
                    builder.arc(vertex(policeman, robber, 1), vertex(policeman, to, 0)).unwrap();
                }
            }
        }
    }
    let middle = (cells - 1) / 2;
    (builder.finish().unwrap(), vertex(middle, middle - size + 1, 0))
}

#[test]
fn the_robber_is_caught_after_five_moves_a_row() {
    // A board with 2001 squares a side gives the 10,000 moves of the problem. Other sides divisible
    // by 3 behave the same way. On a side of 5 he is never caught.
    for size in [9, 15, 21] {
        let (graph, start) = police(size);
        let solution = solve(&graph, Convention::Normal, 2, &unlimited()).unwrap().found;
        assert_eq!(solution.outcome(start), Some(Outcome::N));
        // Remoteness counts the moves of both players. The policeman makes the first and the last
        // move.
        let policeman = 5 * (size - 1);
        assert_eq!(solution.remoteness(start), Some(2 * policeman - 1), "size {size}");
        assert_eq!(check_solution(&graph, &solution, &unlimited()).unwrap(), None);
    }
    let (graph, start) = police(5);
    let solution = solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
    assert_eq!(solution.outcome(start), Some(Outcome::D));
}

#[test]
fn tic_tac_toe() {
    const LINES: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    // A position: the cells of the player to move and of the opponent.
    let mut ids = HashMap::from([((0u32, 0u32), 0u32)]);
    let mut queue = vec![(0u32, 0u32)];
    let mut builder = GraphBuilder::new();
    let mut next = 0;
    while next < queue.len() {
        let (mine, theirs) = queue[next];
        let id = next as u32;
        next += 1;
        if LINES.iter().any(|line| theirs & line == *line) {
            continue;
        }
        if mine | theirs == 0o777 {
            builder.result(id, MoveResult::Draw).unwrap();
        }
        for cell in (0..9).filter(|cell| (mine | theirs) >> cell & 1 == 0) {
            let position = (theirs, mine | 1 << cell);
            let fresh = ids.len() as u32;
            let to = *ids.entry(position).or_insert_with(|| {
                queue.push(position);
                fresh
            });
            builder.arc(id, to).unwrap();
        }
    }
    let graph = builder.finish().unwrap();
    assert_eq!((graph.vertices(), graph.arcs()), (5478, 16167));
    let solution = solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
    let counts = solution.counts();
    assert_eq!((counts.n, counts.p, counts.d), (2836, 1574, 1068));
    assert_eq!(solution.outcome(0), Some(Outcome::D));
    let line = solution.line(&graph, 0).unwrap();
    assert_eq!((line.vertices.len(), line.repeats_from), (10, None));
}

/// Whether the cop wins cops and robbers with one cop on an undirected graph.
fn cop_wins(near: &[Vec<bool>]) -> bool {
    let n = near.len() as u32;
    let vertex = |cop: u32, robber: u32, robber_moves: u32| (cop * n + robber) * 2 + robber_moves;
    let mut builder = GraphBuilder::new();
    builder.vertices(2 * n * n);
    for cop in 0..n {
        for robber in 0..n {
            if cop == robber {
                builder.result(vertex(cop, robber, 0), MoveResult::Win).unwrap();
                continue;
            }
            for to in 0..n {
                if near[cop as usize][to as usize] {
                    builder.arc(vertex(cop, robber, 0), vertex(to, robber, 1)).unwrap();
                }
                if near[robber as usize][to as usize] {
                    builder.arc(vertex(cop, robber, 1), vertex(cop, to, 0)).unwrap();
                }
            }
        }
    }
    let graph = builder.finish().unwrap();
    let solution = solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
    (0..n).any(|cop| {
        (0..n).all(|robber| solution.outcome(vertex(cop, robber, 1)) == Some(Outcome::P))
    })
}

#[test]
fn cop_win_graphs_are_the_dismantlable_ones() {
    // Nowakowski and Winkler; Quilliot.
    let mut counts = [0; 2];
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let n = 2 + random.below(7) as usize;
        let percent = 20 + random.below(70);
        let edges: Vec<bool> = (0..n * n).map(|_| random.percent(percent)).collect();
        let adjacent = |i: usize, j: usize| i == j || edges[i.min(j) * n + i.max(j)];
        let near: Vec<Vec<bool>> =
            (0..n).map(|i| (0..n).map(|j| adjacent(i, j)).collect()).collect();
        let mut left: Vec<usize> = (0..n).collect();
        while let Some(corner) = left.iter().position(|&u| {
            let covers = |v: usize| left.iter().all(|&w| !near[u][w] || near[v][w]);
            left.iter().any(|&v| v != u && covers(v))
        }) {
            left.remove(corner);
        }
        let dismantlable = left.len() == 1;
        assert_eq!(cop_wins(&near), dismantlable, "seed {seed}");
        counts[usize::from(dismantlable)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}
