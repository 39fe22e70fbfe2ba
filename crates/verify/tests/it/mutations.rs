//! True certificates pass, and every change of a single entry is rejected.
//!
//! Plain search by the definitions makes the certificates here, so no engine is needed.

use proptest::prelude::*;
use upstar_core::arcs::{Colour, MoveResult};
use upstar_core::{Budget, Convention, Outcome, Player, mex};
use upstar_verify::outcomes::{self, Movers, OutcomeRow};
use upstar_verify::values::{self, ValueRow};
use upstar_verify::{Arcs, VerifyError, partition};

/// The nodes of the game and their moves, with the vertex of each end.
fn moves(graph: &Arcs, movers: Movers) -> Vec<Vec<(usize, u32)>> {
    let each = if movers == Movers::Alike { 1 } else { 2 };
    let mut moves = vec![Vec::new(); graph.vertices as usize * each];
    for (i, &(u, v)) in graph.arcs.iter().enumerate() {
        let colour = graph.colours.get(i).copied().unwrap_or_default();
        if each == 1 {
            moves[u as usize].push((v as usize, v));
            continue;
        }
        for (p, player) in [Player::Left, Player::Right].into_iter().enumerate() {
            if colour.allows(player) {
                moves[2 * u as usize + p].push((2 * v as usize + 1 - p, v));
            }
        }
    }
    moves
}

/// Outcomes in rounds, by the definition of remoteness.
fn solve(graph: &Arcs, movers: Movers, convention: Convention) -> Vec<OutcomeRow> {
    let moves = moves(graph, movers);
    let each = if movers == Movers::Alike { 1 } else { 2 };
    let own = |node: usize| {
        let found = graph.terminals.iter().find(|(t, _)| *t as usize == node / each);
        found.map(|&(_, result)| result).unwrap_or(convention.no_move())
    };
    let mut known: Vec<Option<(Outcome, u32)>> = vec![None; moves.len()];
    for round in 0..=moves.len() as u32 {
        let before = known.clone();
        for node in 0..moves.len() {
            if before[node].is_some() {
                continue;
            }
            known[node] = if moves[node].is_empty() {
                match own(node) {
                    MoveResult::Win => Some((Outcome::N, 0)),
                    MoveResult::Loss => Some((Outcome::P, 0)),
                    MoveResult::Draw => None,
                }
            } else if moves[node].iter().any(|&(s, _)| matches!(before[s], Some((Outcome::P, _)))) {
                Some((Outcome::N, round))
            } else if moves[node].iter().all(|&(s, _)| matches!(before[s], Some((Outcome::N, _)))) {
                Some((Outcome::P, round))
            } else {
                None
            };
        }
    }
    (0..moves.len())
        .map(|node| {
            let outcome = known[node].map_or(Outcome::D, |(outcome, _)| outcome);
            let remoteness = known[node].map(|(_, n)| n);
            let best = moves[node].iter().filter(|&&(s, _)| match (outcome, known[s]) {
                (Outcome::N, Some((Outcome::P, n))) | (Outcome::P, Some((Outcome::N, n))) => {
                    Some(n + 1) == remoteness
                }
                (Outcome::D, None) => true,
                _ => false,
            });
            OutcomeRow { outcome, remoteness, best: best.map(|&(_, v)| v).min() }
        })
        .collect()
}

/// Values by repeated labelling, with ranks in rounds.
fn evaluate(graph: &Arcs) -> Vec<ValueRow> {
    let n = graph.vertices as usize;
    let mut next = vec![Vec::new(); n];
    for &(u, v) in &graph.arcs {
        next[u as usize].push(v as usize);
    }
    let mut labels: Vec<Option<u32>> = vec![None; n];
    loop {
        let labelled = (0..n).find_map(|v| {
            if labels[v].is_some() {
                return None;
            }
            let m = mex(next[v].iter().filter_map(|&s| labels[s]));
            let back = |s: &usize| next[*s].iter().any(|&w| labels[w] == Some(m));
            next[v].iter().filter(|&&s| labels[s].is_none()).all(back).then_some((v, m))
        });
        let Some((v, m)) = labelled else { break };
        labels[v] = Some(m);
    }
    let mut ranks: Vec<Option<u32>> = vec![None; n];
    for round in 0..=n as u32 {
        let before = ranks.clone();
        for v in 0..n {
            let (Some(m), None) = (labels[v], before[v]) else { continue };
            let above = |s: &&usize| labels[**s].is_none_or(|other| other > m);
            let back =
                |s: &usize| next[*s].iter().any(|&w| labels[w] == Some(m) && before[w].is_some());
            if next[v].iter().filter(above).all(back) {
                ranks[v] = Some(round);
            }
        }
    }
    (0..n)
        .map(|v| match labels[v] {
            Some(value) => ValueRow::Nimber { value, rank: ranks[v].expect("a rank") },
            None => {
                let mut members: Vec<u32> = next[v].iter().filter_map(|&s| labels[s]).collect();
                members.sort_unstable();
                members.dedup();
                let j = mex(members.iter().copied());
                let witness = next[v].iter().copied().filter(|&s| {
                    labels[s].is_none() && !next[s].iter().any(|&w| labels[w] == Some(j))
                });
                ValueRow::Infinite { members, witness: witness.min().expect("a witness") as u32 }
            }
        })
        .collect()
}

fn graphs(coloured: bool, results: bool) -> impl Strategy<Value = Arcs> {
    (1..9_u32).prop_flat_map(move |n| {
        let arcs = proptest::collection::vec(((0..n, 0..n), 0..5_u8), 0..22);
        (arcs, proptest::collection::vec(0..6_u8, n as usize), any::<bool>()).prop_map(
            move |(arcs, own, acyclic)| {
                let mut graph = Arcs { vertices: n, ..Arcs::default() };
                for ((u, v), colour) in arcs {
                    if acyclic && u <= v {
                        continue;
                    }
                    graph.arcs.push((u, v));
                    if coloured {
                        graph.colours.push(match colour {
                            0 | 1 => Colour::Left,
                            2 | 3 => Colour::Right,
                            _ => Colour::Both,
                        });
                    }
                }
                for v in (0..n).filter(|_| results) {
                    if graph.arcs.iter().all(|&(u, _)| u != v) {
                        match own[v as usize] {
                            0 => graph.terminals.push((v, MoveResult::Win)),
                            1 => graph.terminals.push((v, MoveResult::Loss)),
                            2 => graph.terminals.push((v, MoveResult::Draw)),
                            _ => {}
                        }
                    }
                }
                graph
            },
        )
    })
}

fn rejected(result: Result<(), VerifyError>) -> bool {
    matches!(result, Err(VerifyError::Rejected(_)))
}

fn outcome_mutations(graph: &Arcs, movers: Movers, convention: Convention) {
    let budget = Budget::unlimited();
    let rows = solve(graph, movers, convention);
    let check = |rows: &[OutcomeRow]| outcomes::check(graph, movers, convention, rows, &budget);
    check(&rows).unwrap_or_else(|e| panic!("{e}\n{graph:?}\n{rows:?}"));
    for node in 0..rows.len() {
        let mut wrong = rows.clone();
        let truth = rows[node];
        for outcome in Outcome::ALL.into_iter().filter(|&o| o != truth.outcome) {
            wrong[node].outcome = outcome;
            assert!(rejected(check(&wrong)), "{graph:?} {wrong:?}");
            // An outcome with a matching remoteness is rejected too.
            for remoteness in (0..6).map(Some).chain([None]) {
                wrong[node].remoteness = remoteness;
                assert!(rejected(check(&wrong)), "{graph:?} {wrong:?}");
            }
            wrong[node] = truth;
        }
        for remoteness in (0..20).chain([u32::MAX - 1, u32::MAX]).map(Some).chain([None]) {
            if remoteness != truth.remoteness {
                wrong[node].remoteness = remoteness;
                assert!(rejected(check(&wrong)), "{graph:?} {wrong:?}");
            }
        }
        wrong[node] = truth;
        for best in (0..graph.vertices).map(Some).chain([None]) {
            if best != truth.best {
                wrong[node].best = best;
                assert!(rejected(check(&wrong)), "{graph:?} {wrong:?}");
            }
        }
    }
}

fn value_mutations(graph: &Arcs) {
    let budget = Budget::unlimited();
    let rows = evaluate(graph);
    let check = |rows: &[ValueRow]| values::check(graph, rows, &budget);
    check(&rows).unwrap_or_else(|e| panic!("{e}\n{graph:?}\n{rows:?}"));
    for v in 0..rows.len() {
        let mut candidates = Vec::new();
        for value in 0..6 {
            for rank in (0..10).chain([u32::MAX]) {
                candidates.push(ValueRow::Nimber { value, rank });
            }
        }
        for set in 0..16_u32 {
            let members: Vec<u32> = (0..4).filter(|i| set >> i & 1 == 1).collect();
            for witness in 0..graph.vertices {
                candidates.push(ValueRow::Infinite { members: members.clone(), witness });
            }
        }
        for candidate in candidates {
            if candidate != rows[v] {
                let mut wrong = rows.clone();
                wrong[v] = candidate;
                assert!(rejected(check(&wrong)), "{graph:?} {wrong:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 250,
        rng_seed: proptest::test_runner::RngSeed::Fixed(3),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn outcomes_pass_and_changes_are_rejected(graph in graphs(false, true), misere in any::<bool>()) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        outcome_mutations(&graph, Movers::Alike, convention);
    }

    #[test]
    fn coloured_outcomes_pass_and_changes_are_rejected(graph in graphs(true, true), misere in any::<bool>()) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        outcome_mutations(&graph, Movers::Coloured, convention);
    }

    #[test]
    fn values_pass_and_changes_are_rejected(graph in graphs(false, false)) {
        value_mutations(&graph);
    }

    #[test]
    fn true_partitions_pass_and_are_the_only_ones_without_cycles(graph in graphs(false, true), misere in any::<bool>()) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let labels: Vec<Outcome> =
            solve(&graph, Movers::Alike, convention).iter().map(|row| row.outcome).collect();
        let check = |labels: &[Outcome]| partition::check(&graph, convention, labels, &Budget::unlimited());
        check(&labels).unwrap();
        let acyclic = graph.arcs.iter().all(|&(u, v)| u > v);
        for v in 0..labels.len() {
            for other in [Outcome::N, Outcome::P, Outcome::D, Outcome::L] {
                let mut wrong = labels.clone();
                wrong[v] = other;
                if other == labels[v] {
                    continue;
                }
                let result = check(&wrong);
                if acyclic || other == Outcome::L {
                    prop_assert!(rejected(result));
                }
            }
        }
    }
}

/// A cyclic graph with several consistent partitions, although every position is drawn.
#[test]
fn a_consistent_partition_of_a_cycle_need_not_be_true() {
    let graph = Arcs { vertices: 2, arcs: vec![(0, 1), (1, 0)], ..Arcs::default() };
    let check = |labels: [Outcome; 2]| {
        partition::check(&graph, Convention::Normal, &labels, &Budget::unlimited()).is_ok()
    };
    assert!(check([Outcome::N, Outcome::P]));
    assert!(check([Outcome::P, Outcome::N]));
    assert!(check([Outcome::D, Outcome::D]));
    assert!(!check([Outcome::P, Outcome::P]));
    assert!(!check([Outcome::N, Outcome::N]));
    assert!(!check([Outcome::N, Outcome::D]));
    // A certificate of outcomes distinguishes them.
    let rows = |outcome, best| OutcomeRow { outcome, remoteness: Some(1), best: Some(best) };
    let claim = [rows(Outcome::N, 1), rows(Outcome::P, 0)];
    let result =
        outcomes::check(&graph, Movers::Alike, Convention::Normal, &claim, &Budget::unlimited());
    assert!(rejected(result));
}

#[test]
fn loop_and_save_have_their_values() {
    // The vertex loop has a loop. The vertex save moves to the terminal and to itself.
    let graph = Arcs { vertices: 3, arcs: vec![(0, 0), (1, 1), (1, 2)], ..Arcs::default() };
    let rows = [
        ValueRow::Infinite { members: vec![], witness: 0 },
        ValueRow::Infinite { members: vec![0], witness: 1 },
        ValueRow::Nimber { value: 0, rank: 0 },
    ];
    assert_eq!(evaluate(&graph), rows);
    values::check(&graph, &rows, &Budget::unlimited()).unwrap();
}

#[test]
fn graphs_that_do_not_fit_are_refused() {
    let budget = Budget::unlimited();
    let graph = Arcs { vertices: 1, ..Arcs::default() };
    let refused = |result: Result<(), VerifyError>| matches!(result, Err(VerifyError::Graph(_)));
    assert!(refused(outcomes::check(&graph, Movers::Alike, Convention::Normal, &[], &budget)));
    assert!(refused(values::check(&graph, &[], &budget)));
    let own = Arcs { terminals: vec![(0, MoveResult::Win)], ..graph.clone() };
    let row = [ValueRow::Nimber { value: 0, rank: 0 }];
    assert!(refused(values::check(&own, &row, &budget)));
    let both = Arcs { arcs: vec![(0, 0)], ..own };
    let rows = [OutcomeRow { outcome: Outcome::D, remoteness: None, best: Some(0) }];
    assert!(refused(outcomes::check(&both, Movers::Alike, Convention::Normal, &rows, &budget)));
    let blue = Arcs { arcs: vec![(0, 0)], colours: vec![Colour::Left], ..graph };
    assert!(refused(outcomes::check(&blue, Movers::Alike, Convention::Normal, &rows, &budget)));
    assert!(refused(values::check(&blue, &row, &budget)));
}
