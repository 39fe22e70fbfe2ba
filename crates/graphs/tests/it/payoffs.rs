//! Payoffs against brute force over positional strategies, and points against their definition.

use std::cmp::Ordering;

use upstar_core::{Budget, Player, StopReason};
use upstar_graphs::generate::Random;
use upstar_graphs::{Graph, GraphError, PayoffGame, PayoffSolution, solve_payoffs, solve_points};

/// A small game in which Left and Right own the vertices, with payoffs to Left.
struct Small {
    rows: Vec<Vec<u32>>,
    owners: Vec<Player>,
    payoffs: Vec<(u32, i64)>,
    endless: i64,
}

fn arcs(rows: &[Vec<u32>]) -> impl Iterator<Item = (u32, u32)> + '_ {
    (0..).zip(rows).flat_map(|(v, row)| row.iter().map(move |&w| (v, w)))
}

fn graph(rows: &[Vec<u32>]) -> Graph {
    Graph::from_arcs(rows.len() as u32, arcs(rows)).unwrap()
}

/// Rows of a random graph in which about a third of the vertices are terminals.
fn rows(random: &mut Random, most: u32) -> Vec<Vec<u32>> {
    let vertices = 1 + random.below(most);
    let row = |random: &mut Random| {
        let degree = if random.below(3) == 0 { 0 } else { 1 + random.below(3) };
        (0..degree).map(|_| random.below(vertices)).collect()
    };
    (0..vertices).map(|_| row(random)).collect()
}

fn payoffs(random: &mut Random, rows: &[Vec<u32>]) -> Vec<(u32, i64)> {
    let ends = (0..).zip(rows).filter(|(_, row)| row.is_empty()).map(|(v, _)| v);
    ends.map(|v| (v, i64::from(random.below(7)) - 3)).collect()
}

impl Small {
    fn random(random: &mut Random) -> Small {
        let rows = rows(random, 6);
        let payoffs = payoffs(random, &rows);
        let owners = rows.iter().map(|_| Player::BOTH[random.below(2) as usize]).collect();
        Small { rows, owners, payoffs, endless: i64::from(random.below(5)) - 2 }
    }

    /// What both players look at: the payoff of the play from `v` if each vertex has this move, and its
    /// length, which is bad for Left above endless play and good for her below.
    fn play(&self, v: u32, choice: &[usize]) -> (i64, i64) {
        let mut at = v;
        for moves in 0..=self.rows.len() as i64 {
            let Some(&next) = self.rows[at as usize].get(choice[at as usize]) else {
                let (_, payoff) = self.payoffs.iter().find(|&&(end, _)| end == at).unwrap();
                let length = match payoff.cmp(&self.endless) {
                    Ordering::Greater => -moves,
                    Ordering::Less => moves,
                    Ordering::Equal => 0,
                };
                return (*payoff, length);
            };
            at = next;
        }
        (self.endless, 0)
    }

    /// The best play from each vertex, by trying all positional strategies of Left against all of
    /// Right.
    fn brute_force(&self) -> Vec<(i64, i64)> {
        let vertices = self.rows.len();
        let of = |player: Player| -> Vec<usize> {
            (0..vertices).filter(|&v| self.owners[v] == player).collect()
        };
        let (left, right) = (of(Player::Left), of(Player::Right));
        (0..vertices as u32)
            .map(|v| {
                let mut best = None;
                let mut choice = vec![0; vertices];
                loop {
                    let mut worst = None;
                    loop {
                        let play = self.play(v, &choice);
                        worst = Some(worst.map_or(play, |worst: (i64, i64)| worst.min(play)));
                        if !self.next(&mut choice, &right) {
                            break;
                        }
                    }
                    best = best.max(worst);
                    if !self.next(&mut choice, &left) {
                        break;
                    }
                }
                best.unwrap()
            })
            .collect()
    }

    /// The next strategy on these vertices; false after the last, when the first comes again.
    fn next(&self, choice: &mut [usize], vertices: &[usize]) -> bool {
        for &v in vertices {
            choice[v] += 1;
            if choice[v] < self.rows[v].len() {
                return true;
            }
            choice[v] = 0;
        }
        false
    }

    /// The length of the shortest way from `v` to a tie, with moves that keep the payoff.
    fn way_to_tie(&self, v: u32, best: &[(i64, i64)]) -> Option<u32> {
        let is_even = |v: u32| best[v as usize].0 == self.endless;
        let mut level = vec![v];
        for moves in 0..self.rows.len() as u32 {
            if level.iter().any(|&v| self.rows[v as usize].is_empty()) {
                return Some(moves);
            }
            let next = level.iter().flat_map(|&v| &self.rows[v as usize]).copied();
            level = next.filter(|&w| is_even(w)).collect();
            level.sort_unstable();
            level.dedup();
        }
        None
    }
}

/// The best move leads on to the same payoff, a move nearer to the end.
fn check_moves(solution: &PayoffSolution, rows: &[Vec<u32>], flips: impl Fn(u32, u32) -> bool) {
    for (v, row) in (0..).zip(rows) {
        let Some(to) = solution.best_move(v) else {
            assert!(row.is_empty());
            continue;
        };
        assert!(row.contains(&to));
        let there = solution.payoff(to);
        assert_eq!(solution.payoff(v), if flips(v, to) { -there } else { there });
        assert_eq!(solution.remoteness(v), solution.remoteness(to).map(|moves| moves + 1));
    }
}

#[test]
fn owned_games_agree_with_all_positional_strategies() {
    let mut random = Random::new(11);
    let (mut ties, mut draws) = (0, 0);
    for round in 0..20_000 {
        let small = Small::random(&mut random);
        let graph = graph(&small.rows);
        let game = PayoffGame { graph: &graph, owners: &small.owners, payoffs: &small.payoffs };
        let solution = solve_payoffs(&game, small.endless, &Budget::unlimited()).unwrap();
        let best = small.brute_force();
        for v in 0..graph.vertices() {
            let (payoff, length) = best[v as usize];
            assert_eq!(solution.payoff(v), payoff, "round {round}, vertex {v}");
            let moves = if payoff == small.endless {
                let way = small.way_to_tie(v, &best);
                (ties, draws) = (ties + u32::from(way.is_some()), draws + u32::from(way.is_none()));
                way
            } else {
                Some(length.unsigned_abs() as u32)
            };
            assert_eq!(solution.remoteness(v), moves, "round {round}, vertex {v}");
        }
        check_moves(&solution, &small.rows, |_, _| false);
    }
    assert!(ties > 1000 && draws > 1000, "{ties} ties, {draws} draws");
}

#[test]
fn alternating_games_are_owned_games_on_pairs() {
    let mut random = Random::new(12);
    for round in 0..20_000 {
        let rows = rows(&mut random, 6);
        let payoffs = payoffs(&mut random, &rows);
        let one = graph(&rows);
        let game = PayoffGame { graph: &one, owners: &[], payoffs: &payoffs };
        let solution = solve_payoffs(&game, 0, &Budget::unlimited()).unwrap();
        // Vertex 2v is v with Left to move, 2v + 1 with Right.
        let turn = |player: u32| rows.iter().map(move |row| (player, row));
        let pairs: Vec<Vec<u32>> = (0..rows.len())
            .flat_map(|v| turn(0).nth(v).into_iter().chain(turn(1).nth(v)))
            .map(|(player, row)| row.iter().map(|&w| 2 * w + 1 - player).collect())
            .collect();
        let doubled: Vec<(u32, i64)> =
            payoffs.iter().flat_map(|&(v, p)| [(2 * v, p), (2 * v + 1, -p)]).collect();
        let owners: Vec<Player> = rows.iter().flat_map(|_| Player::BOTH).collect();
        let two = graph(&pairs);
        let game = PayoffGame { graph: &two, owners: &owners, payoffs: &doubled };
        let twin = solve_payoffs(&game, 0, &Budget::unlimited()).unwrap();
        for v in 0..one.vertices() {
            let context = format!("round {round}, vertex {v}");
            assert_eq!(solution.payoff(v), twin.payoff(2 * v), "{context}");
            assert_eq!(solution.remoteness(v), twin.remoteness(2 * v), "{context}");
            assert_eq!(solution.payoff(v), -twin.payoff(2 * v + 1), "{context}");
        }
        check_moves(&solution, &rows, |_, _| true);
    }
}

/// The points of the player to move by the definition: the best move, with the opponent's best play
/// after it.
fn by_definition(
    v: u32,
    points: &[(u32, u32, i64)],
    ends: &[(u32, i64)],
    owners: &[Player],
) -> i64 {
    let same =
        |w: u32| owners.get(v as usize).is_some() && owners[v as usize] == owners[w as usize];
    let right = owners.get(v as usize) == Some(&Player::Right);
    let end = ends.iter().find(|&&(end, _)| end == v).map_or(0, |&(_, payoff)| payoff);
    let moves = points.iter().filter(|&&(from, ..)| from == v).map(|&(_, w, points_here)| {
        let there = by_definition(w, points, ends, owners);
        points_here + if same(w) { there } else { -there }
    });
    moves.max().unwrap_or(if right { -end } else { end })
}

#[test]
fn points_agree_with_the_definition() {
    let mut random = Random::new(13);
    for round in 0..20_000 {
        let vertices = 1 + random.below(7);
        let mut points = Vec::new();
        for from in 1..vertices {
            for _ in 0..random.below(4) {
                points.push((from, random.below(from), i64::from(random.below(9)) - 4));
            }
        }
        // Not in the order of the vertices.
        for i in (1..points.len()).rev() {
            points.swap(i, random.below(i as u32 + 1) as usize);
        }
        let graph = Graph::from_arcs(vertices, points.iter().map(|&(v, w, _)| (v, w))).unwrap();
        let owned = random.below(2) == 0;
        let owners: Vec<Player> = (0..if owned { vertices } else { 0 })
            .map(|_| Player::BOTH[random.below(2) as usize])
            .collect();
        let ends: Vec<(u32, i64)> = graph
            .terminals()
            .filter(|_| random.percent(50))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|v| (v, i64::from(random.below(7)) - 3))
            .collect();
        let game = PayoffGame { graph: &graph, owners: &owners, payoffs: &ends };
        let solution = solve_points(&game, &points, &Budget::unlimited()).unwrap();
        for v in 0..vertices {
            let mine = by_definition(v, &points, &ends, &owners);
            let right = owners.get(v as usize) == Some(&Player::Right);
            let expected = if right { -mine } else { mine };
            assert_eq!(solution.payoff(v), expected, "round {round}, vertex {v}");
            assert_eq!(solution.remoteness(v), None);
        }
    }
}

#[test]
fn what_is_no_game_with_payoffs_is_refused() {
    let graph = Graph::from_arcs(3, [(0, 1), (0, 2)]).unwrap();
    let budget = Budget::unlimited();
    let solve = |payoffs: &[(u32, i64)], endless: i64| {
        let game = PayoffGame { graph: &graph, owners: &[], payoffs };
        solve_payoffs(&game, endless, &budget).map(|solution| solution.payoff(0)).unwrap_err()
    };
    assert_eq!(solve(&[(1, 5)], 0), GraphError::NoPayoff { vertex: 2 });
    assert_eq!(solve(&[(0, 5)], 0), GraphError::PayoffNotTerminal { vertex: 0 });
    assert_eq!(solve(&[(1, 5), (1, 5), (2, 0)], 0), GraphError::TwoPayoffs { vertex: 1 });
    assert_eq!(solve(&[(1, i64::MIN), (2, 0)], 0), GraphError::PayoffTooLarge { vertex: 1 });
    assert_eq!(solve(&[(1, 0), (2, i64::MAX)], -1), GraphError::PayoffTooLarge { vertex: 2 });
    let game = PayoffGame { graph: &graph, owners: &[], payoffs: &[(2, i64::MAX)] };
    let points = |points: &[(u32, u32, i64)]| solve_points(&game, points, &budget).unwrap_err();
    assert_eq!(points(&[(0, 1, 0), (0, 2, -9)]), GraphError::PayoffTooLarge { vertex: 0 });
    assert_eq!(points(&[(0, 1, 0)]), GraphError::WrongLength { expected: 2, found: 1 });
    let cycle = Graph::from_arcs(2, [(0, 1), (1, 0)]).unwrap();
    let game = PayoffGame { graph: &cycle, owners: &[], payoffs: &[] };
    let error = solve_points(&game, &[(0, 1, 1), (1, 0, 1)], &budget).unwrap_err();
    assert_eq!(error, GraphError::Cyclic { cycle: vec![0, 1] });
    let path = Graph::from_arcs(10_000, (1..10_000).map(|v| (v, v - 1))).unwrap();
    let game = PayoffGame { graph: &path, owners: &[], payoffs: &[(0, 1)] };
    for (budget, reason) in [
        (Budget::unlimited().with_steps(100), StopReason::Steps),
        (Budget::unlimited().with_bytes(50_000), StopReason::Memory),
    ] {
        match solve_payoffs(&game, 0, &budget) {
            Err(GraphError::Exhausted(exhausted)) => assert_eq!(exhausted.reason, reason),
            other => panic!("{other:?}"),
        }
    }
}
