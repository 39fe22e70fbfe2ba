//! A cluster gives the same answers as a single machine.

use crate::common;

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use common::{Kind, cluster_of, one_machine, read_folder, with_cluster};
use upstar_cluster::{
    Checkpoint, Cluster, ClusterError, GraphQuestion, PositionGraph, graph_values, solve_graph,
    solve_positions,
};
use upstar_core::{Budget, Convention};
use upstar_graphs::generate::Random;

/// A small random graph as a file: integers or text, with or without cycles, colours, isolated
/// vertices and results of terminals.
fn graph(round: u32, random: &mut Random) -> String {
    let vertices = 1 + random.below(40);
    let name = |v: u32| match round % 3 {
        0 => v.to_string(),
        1 => (u64::from(v) * 982_451_653 % 1_000_003).to_string(),
        _ if v.is_multiple_of(4) => v.to_string(),
        _ => format!("{v}-é"),
    };
    let coloured = round % 4 == 3;
    let mut text = String::new();
    let mut moves = vec![false; vertices as usize];
    for _ in 0..vertices * (1 + round % 5) {
        let (mut from, mut to) = (random.below(vertices), random.below(vertices));
        if round.is_multiple_of(2) && from <= to {
            if from == to {
                continue;
            }
            std::mem::swap(&mut from, &mut to);
        }
        moves[from as usize] = true;
        let colour =
            ["", ",blue", ",red", ",green"][if coloured { random.below(4) } else { 0 } as usize];
        let _ = writeln!(text, "{},{}{colour}", name(from), name(to));
        if random.percent(10) {
            let v = random.below(vertices);
            let _ = writeln!(text, "{},", name(v));
        }
    }
    for v in 0..vertices {
        if !moves[v as usize] && random.percent(30) {
            let result = ["W", "L", "D"][random.below(3) as usize];
            let _ = writeln!(text, "{},,{result}", name(v));
        }
    }
    let _ = writeln!(text, "{},", name(0));
    text
}

#[test]
fn workers_of_one_process_agree_with_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(7);
    for round in 0..40 {
        let path = folder.path().join(format!("g{round}.csv"));
        std::fs::write(&path, graph(round, &mut random)).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let expected = one_machine(&path, convention);
            let threads = 1 + round as usize % 4;
            let out = folder.path().join("out");
            let question = GraphQuestion::new(&path).with_convention(convention).with_output(&out);
            let cluster = Cluster::alone(threads);
            let summary = solve_graph(cluster, &question, &Budget::unlimited()).unwrap();
            let rows = read_folder(&out);
            common::compare(&expected, &rows, &summary, &path);
        }
    }
}

#[test]
fn processes_agree_with_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(8);
    for round in 0..9 {
        let kind = if round % 3 == 2 { Kind::Parquet } else { Kind::Csv };
        let path = common::write_as(kind, &graph(round, &mut random), folder.path(), round);
        for processes in [2, 4] {
            let convention = if round % 2 == 0 { Convention::Normal } else { Convention::Misere };
            let expected = one_machine(&path, convention);
            let out = folder.path().join("out");
            let question = GraphQuestion::new(&path).with_convention(convention).with_output(&out);
            let threads = 1 + round as usize % 2;
            let summaries = with_cluster(&cluster_of(processes), threads, |cluster| {
                solve_graph(cluster, &question, &Budget::unlimited())
            });
            let rows = read_folder(&out);
            for summary in summaries {
                common::compare(&expected, &rows, &summary.unwrap(), &path);
            }
        }
    }
}

#[test]
fn an_error_of_one_is_an_error_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csv");
    let mut text = "1,2\n".repeat(500);
    text += "lonely\n";
    text += &"2,3\n".repeat(20);
    std::fs::write(&path, text).unwrap();
    let question = GraphQuestion::new(&path);
    let results = with_cluster(&cluster_of(3), 1, |cluster| {
        solve_graph(cluster, &question, &Budget::unlimited())
    });
    for (process, result) in results.into_iter().enumerate() {
        let message = result.unwrap_err().to_string();
        assert!(message.contains("g.csv:501:1: one field, \"lonely\""), "{message}");
        assert_eq!(message.starts_with("process 2: "), process != 2, "{message}");
    }
}

#[test]
fn values_agree_with_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(9);
    for round in 0..24 {
        let path = folder.path().join(format!("g{round}.csv"));
        let mut text = String::from("from,to\n");
        if round == 0 {
            // Labels too large for bits of a word.
            for (from, to) in upstar_graphs::generate::hard_for_values(70) {
                let _ = writeln!(text, "{from},{to}");
            }
        } else {
            let vertices = 2 + random.below(30);
            let (down, up) = (random.below(60), if round % 3 == 0 { 0 } else { random.below(15) });
            for (from, to) in upstar_graphs::generate::small(vertices, down, up, &mut random) {
                let _ = writeln!(text, "v{from},v{to}");
            }
            text += "v0,\n";
        }
        std::fs::write(&path, text).unwrap();
        let expected = common::one_machine_values(&path);
        let out = folder.path().join("out");
        let question = GraphQuestion::new(&path).with_output(&out);
        let all = if round % 10 == 5 {
            with_cluster(&cluster_of(2), 1, |cluster| {
                graph_values(cluster, &question, false, &Budget::unlimited())
            })
        } else {
            let cluster = Cluster::alone(1 + round % 4);
            vec![graph_values(cluster, &question, false, &Budget::unlimited())]
        };
        let mut rows: Vec<Vec<common::Cells>> = read_folder(&out).into_iter().flatten().collect();
        let mut wanted = expected.rows.clone();
        rows.sort();
        wanted.sort();
        assert_eq!(rows, wanted, "{}", path.display());
        for found in all {
            let found = found.unwrap();
            assert_eq!((found.vertices, found.arcs), (expected.vertices, expected.arcs));
            assert_eq!(found.values, expected.counts);
        }
    }
}

#[test]
fn values_are_of_impartial_games_in_normal_play() {
    let folder = tempfile::tempdir().unwrap();
    for (text, said) in [
        ("a,b,blue\n", "the arcs are coloured"),
        ("a,b\nb,,W\n", "vertex `b` is a terminal that is not lost"),
        ("a,b\nb,,W\nb,,L\n", "vertex `b` has two different results"),
        ("a,b\na,,L\n", "vertex `a` has a result of its own, but there are moves from it"),
        ("\n\n", "no arcs and no vertices"),
    ] {
        let path = folder.path().join("g.csv");
        std::fs::write(&path, text).unwrap();
        let question = GraphQuestion::new(&path);
        let error = graph_values(Cluster::alone(2), &question, false, &Budget::unlimited());
        let message = error.unwrap_err().to_string();
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn a_run_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.csv");
    let text: String = (0..24).map(|i| format!("v{},v{i}\nv{},x{i}\n", i + 1, i / 2)).collect();
    std::fs::write(&path, text).unwrap();
    let expected = one_machine(&path, Convention::Normal);
    let (kept, out) = (folder.path().join("kept"), folder.path().join("out"));
    let checkpoint = Checkpoint { folder: kept.clone(), every: Duration::ZERO };
    let question = GraphQuestion::new(&path).with_output(&out).with_checkpoint(checkpoint);
    let stopped = until_finished(|budget| {
        let summary = solve_graph(Cluster::alone(2), &question, budget)?;
        common::compare(&expected, &read_folder(&out), &summary, &path);
        Ok(())
    });
    assert!(stopped > 0);
    assert!(!kept.exists(), "nothing is left of the checkpoint");
}

/// Calls a function with slowly growing budgets until it finishes. Returns the number of
/// interruptions.
fn until_finished(mut run: impl FnMut(&Budget) -> Result<(), ClusterError>) -> u32 {
    for attempt in 0.. {
        let (looks, limit): (_, u32) = (std::sync::atomic::AtomicU32::new(0), 20 << attempt);
        let budget = Budget::unlimited().with_progress(move |_| {
            let looked = looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if looked > limit {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        match run(&budget) {
            Ok(()) => return attempt,
            Err(ClusterError::Exhausted(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    unreachable!("attempts do not end")
}

#[test]
fn values_go_on_from_their_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random::new(10);
    let mut stopped = 0;
    for round in [1, 4] {
        let path = folder.path().join(format!("g{round}.csv"));
        // Without given results of terminals.
        let text: String = graph(round, &mut random)
            .lines()
            .filter(|line| !line.contains(",,"))
            .map(|line| format!("{line}\n"))
            .collect();
        // A path of many levels, with cycles beside it.
        let path_of: String = (0..30).map(|i| format!("p{},p{i}\n", i + 1)).collect();
        let round_of: String =
            (0..9).map(|i| format!("c{i},c{}\nc{i},p{i}\n", (i + 1) % 9)).collect();
        std::fs::write(&path, text + &path_of + &round_of).unwrap();
        let expected = common::one_machine_values(&path);
        let (kept, out) = (folder.path().join("kept"), folder.path().join("out"));
        let checkpoint = Checkpoint { folder: kept.clone(), every: Duration::ZERO };
        let question = GraphQuestion::new(&path).with_output(&out).with_checkpoint(checkpoint);
        stopped += until_finished(|budget| {
            let found = graph_values(Cluster::alone(2), &question, false, budget)?;
            assert_eq!(found.values, expected.counts);
            Ok(())
        });
        let mut rows: Vec<Vec<common::Cells>> = read_folder(&out).into_iter().flatten().collect();
        let mut wanted = expected.rows.clone();
        rows.sort();
        wanted.sort();
        assert_eq!(rows, wanted, "{}", path.display());
        assert!(!kept.exists(), "nothing is left of the checkpoint");
    }
    assert!(stopped > 0);
}

#[test]
fn the_search_for_positions_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    for (start, loops) in [(60, 99), (60, 7)] {
        let game: Arc<dyn PositionGraph> = Arc::new(Heap { start, loops });
        let solve = |kept, budget: &Budget| {
            let normal = Convention::Normal;
            solve_positions(Cluster::alone(2), game.clone(), normal, None, kept, budget)
        };
        let expected = solve(None, &Budget::unlimited()).unwrap();
        let stopped = until_finished(|budget| {
            let checkpoint = Checkpoint { folder: kept.clone(), every: Duration::ZERO };
            assert_eq!(solve(Some(checkpoint), budget)?, expected);
            Ok(())
        });
        assert!(stopped > 0);
        assert!(!kept.exists(), "nothing is left of the checkpoint");
    }
    // Files of another game are refused.
    let checkpoint = Checkpoint { folder: kept.clone(), every: Duration::ZERO };
    let solve = |start, budget: &Budget| {
        let game = Arc::new(Heap { start, loops: 7 });
        let kept = Some(checkpoint.clone());
        solve_positions(Cluster::alone(1), game, Convention::Normal, None, kept, budget)
    };
    let looks = std::sync::atomic::AtomicU32::new(0);
    let short = Budget::unlimited().with_progress(move |_| {
        match looks.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            ..40 => std::ops::ControlFlow::Continue(()),
            _ => std::ops::ControlFlow::Break(()),
        }
    });
    assert!(matches!(solve(60, &short), Err(ClusterError::Exhausted(_))));
    let message = solve(59, &Budget::unlimited()).unwrap_err().to_string();
    assert!(message.contains("this checkpoint is of another"), "{message}");
}

/// Take one, two or three from a heap or, from heaps of at least `loops`, put one back.
struct Heap {
    start: u32,
    loops: u32,
}

impl PositionGraph for Heap {
    fn name(&self) -> String {
        "heap".to_owned()
    }

    fn starts(&self) -> Result<Vec<String>, String> {
        Ok(vec![format!("h{}", self.start)])
    }

    fn options(
        &self,
        position: &str,
        _: &Budget,
        out: &mut Vec<String>,
    ) -> Result<(), ClusterError> {
        let heap: u32 = position[1..].parse().expect("the text of a position");
        out.extend((1..=3.min(heap)).map(|taken| format!("h{}", heap - taken)));
        if heap >= self.loops && heap < self.start {
            out.push(format!("h{}", heap + 1));
        }
        Ok(())
    }

    fn shown(&self, position: &str) -> Result<(String, Option<String>), String> {
        Ok((position[1..].to_owned(), None))
    }

    fn has_movers(&self) -> bool {
        false
    }
}

#[test]
fn positions_are_found_together() {
    let folder = tempfile::tempdir().unwrap();
    for (start, loops) in [(0, 99), (1, 99), (60, 99), (60, 7), (61, 2)] {
        let game = Heap { start, loops };
        let path = folder.path().join("g.csv");
        let mut text = format!("h{start},\n");
        let mut options = Vec::new();
        for heap in (0..=start).rev() {
            options.clear();
            game.options(&format!("h{heap}"), &Budget::unlimited(), &mut options).unwrap();
            for option in &options {
                let _ = writeln!(text, "h{heap},{option}");
            }
        }
        std::fs::write(&path, text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let expected = one_machine(&path, convention);
            let game: Arc<dyn PositionGraph> = Arc::new(Heap { start, loops });
            let out = folder.path().join("out");
            let found = with_cluster(&cluster_of(2), 1, |cluster| {
                let out = Some(out.clone());
                solve_positions(cluster, game.clone(), convention, out, None, &Budget::unlimited())
            });
            let mut rows: Vec<_> = read_folder(&out).into_iter().flatten().collect();
            rows.sort();
            let mut wanted: Vec<Vec<common::Cells>> = expected.rows.clone();
            for row in &mut wanted {
                row.truncate(3);
                row[0] = row[0].as_ref().map(|name| name[1..].to_owned());
            }
            let first = wanted[0].clone();
            wanted.sort();
            assert_eq!(rows, wanted);
            for found in found {
                let found = found.unwrap();
                assert_eq!(found.summary.arcs, expected.arcs);
                let (outcome, remoteness) = found.starts[0];
                assert_eq!(first[1], Some(outcome.to_string()));
                assert_eq!(first[2], remoteness.map(|moves| moves.to_string()));
                let longest = found.summary.longest_win.map(|win| win.remoteness);
                assert_eq!(longest, expected.longest.as_ref().map(|(_, _, moves)| *moves));
            }
        }
    }
}
