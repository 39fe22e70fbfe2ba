//! Certificates pass a simple check written from their definition. Altered certificates do not.

use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, LoopyNimber, Outcome, Player};
use upstar_graphs::certificate::{
    OutcomeRow, ValueRow, certify_coloured, certify_outcomes, certify_values,
};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{
    Graph, GraphBuilder, GraphError, loopy_values, reference, solve, solve_coloured,
};

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// Checks an outcome certificate, given `moves` and terminal results.
fn outcomes_pass(moves: &[Vec<u32>], terminal: &[MoveResult], rows: &[OutcomeRow]) -> bool {
    (0..rows.len()).all(|v| {
        let row = rows[v];
        let next: Vec<(u32, OutcomeRow)> =
            moves[v].iter().map(|&s| (s, rows[s as usize])).collect();
        let of = |outcome: Outcome| next.iter().filter(move |(_, row)| row.outcome == outcome);
        if next.is_empty() {
            let (outcome, remoteness) = match terminal[v] {
                MoveResult::Win => (Outcome::N, Some(0)),
                MoveResult::Loss => (Outcome::P, Some(0)),
                MoveResult::Draw => (Outcome::D, None),
            };
            return row == OutcomeRow { outcome, remoteness, best: None };
        }
        let (remoteness, best) = match row.outcome {
            Outcome::N => {
                let Some(least) = of(Outcome::P).filter_map(|(_, row)| row.remoteness).min() else {
                    return false;
                };
                let best = of(Outcome::P).filter(|(_, row)| row.remoteness == Some(least));
                (Some(least + 1), best.map(|(s, _)| *s).min())
            }
            Outcome::P => {
                if of(Outcome::N).count() != next.len() {
                    return false;
                }
                let Some(most) = next.iter().map(|(_, row)| row.remoteness).max().flatten() else {
                    return false;
                };
                let best = next.iter().filter(|(_, row)| row.remoteness == Some(most));
                (Some(most + 1), best.map(|(s, _)| *s).min())
            }
            Outcome::D => {
                if of(Outcome::P).next().is_some() || of(Outcome::D).next().is_none() {
                    return false;
                }
                (None, of(Outcome::D).map(|(s, _)| *s).min())
            }
            _ => return false,
        };
        (row.remoteness, row.best) == (remoteness, best)
    })
}

fn altered(row: OutcomeRow, random: &mut Random, vertices: u32) -> OutcomeRow {
    let mut other = row;
    match random.below(3) {
        0 => other.outcome = [Outcome::N, Outcome::P, Outcome::D][random.below(3) as usize],
        1 => {
            other.remoteness =
                if random.percent(20) { None } else { Some(random.below(vertices + 1)) };
        }
        _ => other.best = if random.percent(20) { None } else { Some(random.below(vertices)) },
    }
    other
}

fn reject_altered(
    moves: &[Vec<u32>],
    terminal: &[MoveResult],
    rows: &[OutcomeRow],
    random: &mut Random,
) -> usize {
    assert!(outcomes_pass(moves, terminal, rows));
    let mut rejected = 0;
    for v in 0..rows.len() {
        for _ in 0..4 {
            let mut changed = rows.to_vec();
            changed[v] = altered(rows[v], random, rows.len() as u32);
            if changed[v] != rows[v] {
                assert!(!outcomes_pass(moves, terminal, &changed), "{rows:?} {changed:?}");
                rejected += 1;
            }
        }
    }
    rejected
}

fn random_graph(seed: u64, coloured: bool) -> Graph {
    let mut random = Random::new(seed);
    let vertices = 2 + random.below(9);
    let percent = 15 + random.below(50);
    let back = percent * random.below(4) / 3;
    let arcs = generate::small(vertices, percent, back, &mut random);
    let mut builder = GraphBuilder::new();
    builder.vertices(vertices);
    for &(from, to) in &arcs {
        let colours = [Colour::Both, Colour::Left, Colour::Right];
        let colour = if coloured { colours[random.below(3) as usize] } else { Colour::Both };
        builder.coloured_arc(from, to, colour).unwrap();
    }
    builder.finish().unwrap()
}

#[test]
fn outcome_certificates_pass_and_altered_ones_do_not() {
    let mut rejected = 0;
    for seed in 0..1500 {
        let graph = random_graph(seed, false);
        let convention = if seed % 3 == 0 { Convention::Misere } else { Convention::Normal };
        let solution = solve(&graph, convention, 1, &unlimited()).unwrap().found;
        let certificate = certify_outcomes(&graph, &solution, &unlimited()).unwrap();
        assert_eq!(certificate.convention(), convention);
        let rows: Vec<OutcomeRow> =
            (0..certificate.vertices()).map(|v| certificate.row(v)).collect();
        let terminal: Vec<_> =
            (0..graph.vertices()).map(|v| graph.terminal_result(v, convention)).collect();
        let mut random = Random::new(seed);
        rejected += reject_altered(&reference::moves(&graph), &terminal, &rows, &mut random);
    }
    assert!(rejected > 20_000);
}

#[test]
fn coloured_certificates_pass_and_altered_ones_do_not() {
    for seed in 0..800 {
        let graph = random_graph(seed, true);
        let convention = if seed % 3 == 0 { Convention::Misere } else { Convention::Normal };
        let solution = solve_coloured(&graph, convention, 1, &unlimited()).unwrap().found;
        let certificate = certify_coloured(&solution, &unlimited()).unwrap();
        // Pairs (vertex, player), numbered 2v and 2v + 1.
        let mut moves = vec![Vec::new(); 2 * graph.vertices() as usize];
        for w in 0..graph.vertices() {
            for (u, colour) in graph.coloured_predecessors(w) {
                if colour.allows(Player::Left) {
                    moves[2 * u as usize].push(2 * w + 1);
                }
                if colour.allows(Player::Right) {
                    moves[2 * u as usize + 1].push(2 * w);
                }
            }
        }
        let rows: Vec<OutcomeRow> = (0..2 * certificate.vertices())
            .map(|pair| {
                let player = Player::BOTH[pair as usize % 2];
                let mut row = certificate.row(pair / 2, player);
                row.best = row.best.map(|to| 2 * to + (1 - pair % 2));
                row
            })
            .collect();
        let result =
            if convention == Convention::Misere { MoveResult::Win } else { MoveResult::Loss };
        let terminal = vec![result; rows.len()];
        reject_altered(&moves, &terminal, &rows, &mut Random::new(seed));
    }
}

/// A row that owns its members, so that it can be altered.
#[derive(Clone, Debug, PartialEq)]
enum Row {
    Nimber(u32, u32),
    Infinite(Vec<u32>, u32),
}

/// Checks a value certificate.
fn values_pass(moves: &[Vec<u32>], rows: &[Row]) -> bool {
    let nimber = |s: u32| match &rows[s as usize] {
        Row::Nimber(value, _) => Some(*value),
        Row::Infinite(..) => None,
    };
    let rank = |s: u32| match &rows[s as usize] {
        Row::Nimber(_, rank) => *rank,
        Row::Infinite(..) => unreachable!("only nimbers have ranks"),
    };
    (0..rows.len()).all(|v| {
        let values: Vec<u32> = moves[v].iter().filter_map(|&s| nimber(s)).collect();
        match &rows[v] {
            Row::Nimber(m, r) => {
                let mut expected = 0;
                for &s in &moves[v] {
                    if nimber(s).is_some_and(|k| k < *m) {
                        continue;
                    }
                    let back = moves[s as usize].iter().filter(|&&x| nimber(x) == Some(*m));
                    match back.map(|&x| rank(x)).min() {
                        Some(least) => expected = expected.max(least + 1),
                        None => return false,
                    }
                }
                *r == expected && *m == upstar_core::mex(values)
            }
            Row::Infinite(members, witness) => {
                let mex = upstar_core::mex(values.iter().copied());
                let stuck = moves[v].iter().copied().filter(|&s| match &rows[s as usize] {
                    Row::Infinite(members, _) => !members.contains(&mex),
                    Row::Nimber(..) => false,
                });
                LoopyNimber::infinite(values) == LoopyNimber::Infinite(members.clone())
                    && stuck.min() == Some(*witness)
            }
        }
    })
}

#[test]
fn value_certificates_pass_and_altered_ones_do_not() {
    let (mut rejected, mut deep) = (0, 0);
    for seed in 0..1500 {
        let graph = random_graph(seed, false);
        let values = loopy_values(&graph, &unlimited()).unwrap();
        let certificate = certify_values(&graph, &values, &unlimited()).unwrap();
        let rows: Vec<Row> = (0..certificate.vertices())
            .map(|v| match certificate.row(v) {
                ValueRow::Nimber { value, rank } => {
                    deep += usize::from(rank > 1);
                    Row::Nimber(value, rank)
                }
                ValueRow::Infinite { members, witness } => Row::Infinite(members.to_vec(), witness),
            })
            .collect();
        let moves = reference::moves(&graph);
        assert!(values_pass(&moves, &rows));
        let mut random = Random::new(seed);
        for v in 0..rows.len() {
            for _ in 0..4 {
                let mut changed = rows.clone();
                changed[v] = match (random.below(3), &rows[v]) {
                    (0, Row::Nimber(_, rank)) => Row::Nimber(random.below(5), *rank),
                    (1, Row::Nimber(value, _)) => Row::Nimber(*value, random.below(5)),
                    (_, Row::Nimber(..)) => Row::Infinite(vec![], random.below(9)),
                    (0, Row::Infinite(members, _)) => {
                        Row::Infinite(members.clone(), random.below(9))
                    }
                    (1, Row::Infinite(members, witness)) => {
                        let mut members = members.clone();
                        if members.pop().is_none() {
                            members.push(random.below(4));
                        }
                        Row::Infinite(members, *witness)
                    }
                    (_, Row::Infinite(..)) => Row::Nimber(random.below(4), random.below(4)),
                };
                if changed[v] != rows[v] {
                    assert!(!values_pass(&moves, &changed), "{rows:?} {changed:?}");
                    rejected += 1;
                }
            }
        }
    }
    assert!(rejected > 20_000 && deep > 15, "{rejected} {deep}");
}

#[test]
fn values_of_another_graph_are_refused() {
    let mut refused = 0;
    let graphs: Vec<Graph> = (0..300).map(|seed| random_graph(seed, false)).collect();
    for pair in graphs.windows(2).filter(|pair| pair[0].vertices() == pair[1].vertices()) {
        let right = loopy_values(&pair[0], &unlimited()).unwrap();
        let other = loopy_values(&pair[1], &unlimited()).unwrap();
        let same = (0..right.vertices()).all(|v| right.get(v) == other.get(v));
        match certify_values(&pair[0], &other, &unlimited()) {
            Err(GraphError::WrongValues { .. }) => {
                assert!(!same);
                refused += 1;
            }
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 5);
}
