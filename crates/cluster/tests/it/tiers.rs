//! Games solved tier by tier: several workers give the results of a single machine.

use crate::common;

use std::collections::BTreeSet;

use common::{Cells, cluster_of, read_folder, with_cluster};
use proptest::prelude::*;
use upstar_cluster::{ClusterError, ClusterTiers, PartStore, TierQuestion, solve_tiers};
use upstar_core::{Budget, Convention};
use upstar_engine::{Game, MemoryTiers, PositionResult, SolveOptions, TierFacts, TierStore};
use upstar_games::parse_game;

/// Rows of the table of all positions, in their order.
type Rows = BTreeSet<Vec<Cells>>;

/// The results of a single machine: the tiers, the longest win (position, mover, moves), the
/// results of the game and all positions.
struct Expected {
    tiers: Vec<TierFacts>,
    longest: Option<(String, Option<upstar_core::Player>, u32)>,
    starts: Vec<PositionResult>,
    rows: Rows,
}

fn one_machine(game: &Game, options: SolveOptions) -> Expected {
    let mut store = MemoryTiers::default();
    game.solve(options, &mut store, &Budget::unlimited()).unwrap();
    let mut tiers = store.solved();
    let impartial = game.class().is_impartial();
    let at = |tier: u64, number: u64| match store.found() {
        Some(_) => game.of_key(store.positions(tier).unwrap().get(number)).unwrap(),
        None => game.unrank(tier, number).unwrap(),
    };
    let mut rows = Rows::new();
    for facts in &tiers {
        for number in 0..facts.size {
            let Some(verdict) = store.verdict(facts.tier, number).unwrap() else { continue };
            let (game, mover) = at(facts.tier, number);
            let outcome = match verdict {
                PositionResult::Win(_) => "N",
                PositionResult::Loss(_) => "P",
                PositionResult::Draw => "D",
            };
            let mut row = vec![Some(game.position_text())];
            if !impartial {
                row.push(Some(mover.to_string()));
            }
            row.push(Some(outcome.to_owned()));
            row.push(verdict.remoteness().map(|moves| moves.to_string()));
            assert!(rows.insert(row));
        }
    }
    let longest = tiers.iter().filter_map(|facts| Some((facts.longest?, facts.tier)));
    let longest = longest.max_by_key(|&((moves, _), tier)| (moves, std::cmp::Reverse(tier)));
    let longest = longest.map(|((moves, number), tier)| {
        let (game, mover) = at(tier, number);
        (game.position_text(), (!impartial).then_some(mover), moves)
    });
    for facts in &mut tiers {
        facts.longest = facts.longest.map(|(moves, _)| (moves, 0));
    }
    let starts = game.movers(options.first).into_iter();
    let starts = starts.map(|mover| game.look_up(mover, options, &store).unwrap().unwrap());
    Expected { tiers, longest, starts: starts.collect(), rows }
}

fn several(game: &Game, options: SolveOptions, processes: usize, threads: usize) -> ClusterTiers {
    several_that(true, game, options, &one_machine(game, options), [processes, threads])
}

/// Whether moves within tiers are kept or requested again.
fn several_that(
    keeps: bool,
    game: &Game,
    options: SolveOptions,
    expected: &Expected,
    [processes, threads]: [usize; 2],
) -> ClusterTiers {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    let hosts = cluster_of(processes);
    let question = TierQuestion::new(game.clone(), options, |_, _| {
        let store: PartStore = Box::<MemoryTiers>::default();
        Ok(store)
    });
    let question = question.with_output(&output);
    let question = if keeps { question } else { question.without_moves() };
    let found = with_cluster(&hosts, threads, |cluster| {
        solve_tiers(cluster, &question, &Budget::unlimited())
    });
    let found: Vec<ClusterTiers> = found.into_iter().map(Result::unwrap).collect();
    assert!(found.iter().all(|one| *one == found[0]), "every process has the same");
    let rows: Vec<Vec<Cells>> = read_folder(&output).into_iter().flatten().collect();
    let count = rows.len();
    let rows = Rows::from_iter(rows);
    assert_eq!(rows.len(), count, "every position stands once");
    assert_eq!(found[0].tiers, expected.tiers, "{game:?}");
    assert_eq!(found[0].starts, expected.starts, "{game:?}");
    let longest = found[0].longest_win.clone();
    let longest = longest.map(|win| (win.vertex, win.mover, win.remoteness));
    assert_eq!(longest, expected.longest, "{game:?}");
    assert!(rows == expected.rows, "{game:?}");
    found.into_iter().next().unwrap()
}

/// Games with and without numbers, with and without predecessors, with and without moves within
/// tiers, partizan and impartial.
#[test]
fn several_workers_find_what_one_machine_finds() {
    for text in [
        "kalah(2,2)",
        "kalah(3,2)",
        "clobber(\"xox|oxo\")",
        "connect_k(3; \"3x3\")",
        "dodgem(3)",
        "nim(3,4,5)",
        "domineering(\"3x3\")",
        "konane(\"3x4\")",
        "amazons(\"x..|...|..o\")",
        "backsliding_toads_and_frogs(\"tt..ff\")",
        "hare_and_hounds(5)",
    ] {
        let game = parse_game(text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let options = SolveOptions { convention, ..SolveOptions::default() };
            let expected = one_machine(&game, options);
            let all = [[2, 1], [1, 1], [1, 3], [2, 2]];
            let few = if convention == Convention::Normal { &all[..] } else { &all[..1] };
            for &workers in few {
                several_that(true, &game, options, &expected, workers);
            }
        }
    }
}

/// Numbers are not used if positions are found by search, or if one player moves first.
#[test]
fn positions_with_numbers_may_be_found_by_search() {
    let game = parse_game("kalah(2,2)").unwrap();
    let numbered = several(&game, SolveOptions::default(), 2, 1);
    assert!(numbered.numbered);
    let options = SolveOptions { numbers: false, ..SolveOptions::default() };
    let found = several(&game, options, 2, 1);
    assert!(!found.numbered);
    assert_eq!(found.starts, numbered.starts);
    for first in upstar_core::Player::BOTH {
        let options = SolveOptions { first: Some(first), ..options };
        assert_eq!(several(&game, options, 3, 1).starts.len(), 1);
    }
}

/// Without stored moves, which are requested again at every level, for games with and without
/// cycles.
#[test]
fn moves_need_not_be_kept() {
    for text in ["hare_and_hounds(5)", "nim_with_transfer(2,2,1)"] {
        let game = parse_game(text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let options = SolveOptions { convention, ..SolveOptions::default() };
            let expected = one_machine(&game, options);
            for workers in [[1, 1], [1, 3], [2, 1]] {
                several_that(false, &game, options, &expected, workers);
            }
        }
    }
}

/// A budget with too little memory for the moves of the largest tier.
#[test]
fn moves_are_given_up_where_memory_ends() {
    let game = parse_game("hare_and_hounds(5)").unwrap();
    let options = SolveOptions::default();
    let expected = one_machine(&game, options);
    let solved = |bytes: u64| {
        let question = TierQuestion::new(game.clone(), options, |_, _| {
            let store: PartStore = Box::<MemoryTiers>::default();
            Ok(store)
        });
        let budget = Budget::unlimited().with_bytes(bytes);
        solve_tiers(upstar_cluster::Cluster::alone(2), &question, &budget)
    };
    // From too little memory for anything, past too little for the moves, to enough for everything.
    let mut failed = 0;
    for quarter_megabytes in 1..40 {
        match solved(quarter_megabytes << 18) {
            Ok(found) => assert_eq!(
                (found.tiers, found.starts),
                (expected.tiers.clone(), expected.starts.clone())
            ),
            Err(ClusterError::Exhausted(_)) => failed += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!((1..40).contains(&failed), "{failed}");
}

#[test]
fn what_is_wrong_with_a_store_ends_all() {
    let game = parse_game("nim(2,3)").unwrap();
    let hosts = cluster_of(2);
    let question = TierQuestion::new(game, SolveOptions::default(), |part, _| match part {
        0 => Ok(Box::<MemoryTiers>::default()),
        _ => Err("no room".to_owned()),
    });
    let found =
        with_cluster(&hosts, 1, |cluster| solve_tiers(cluster, &question, &Budget::unlimited()));
    for (process, found) in found.into_iter().enumerate() {
        let message = found.unwrap_err().to_string();
        assert!(message.contains("no room"), "{process}: {message}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn boards_are_solved_alike(
        cells in prop::collection::vec(prop::sample::select(vec!['x', 'o', '.']), 8),
        processes in 1_usize..4,
        misere in any::<bool>(),
    ) {
        let rows: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let options = SolveOptions { convention, ..SolveOptions::default() };
        for name in ["clobber", "amazons"] {
            let game = parse_game(&format!("{name}(\"{}\")", rows.join("|"))).unwrap();
            several(&game, options, processes, 1);
        }
    }
}
