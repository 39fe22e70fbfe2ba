//! How large games and files are, before anything is solved.

use upstar::Error;
use upstar::core::Budget;
use upstar::plan::{Known, Rates, Way, Work, analyze_plan, size_of_file, size_of_game, ways};

#[test]
fn games_are_counted_or_sampled() {
    let size = |text: &str| {
        let game = upstar::rules::parse_game(text).unwrap();
        size_of_game(&game, &Budget::unlimited()).unwrap()
    };
    let (work, known) = size("tic_tac_toe()");
    assert_eq!(known, Known::Exactly);
    // 16,167 moves and 16 passes of drawn boards: 3 on average, rounded up.
    // After six moves there are 1,520 boards; a board is kept as its text.
    let expected = Work::Positions { positions: 5478, moves: 3, largest_tier: 1520, key: 11 };
    assert_eq!(work, expected);
    let (work, known) = size("connect_four(\"6x7\")");
    assert_eq!(known, Known::AtLeast);
    assert!(matches!(work, Work::Positions { positions, .. } if positions > 100_000));
    // There are 4,531,985,219,092 positions (Edelkamp and Kissmann, 2008), so the plan has no
    // estimate.
    let plan = analyze_plan("connect_four", (work, known), 1, 1, &Rates::default());
    assert!(plan.table.is_none());
    assert_eq!(plan.properties.len(), 1);
}

#[test]
fn files_are_counted_or_sampled() {
    let folder = std::env::temp_dir().join(format!("upstar-plan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("graph.csv");
    let budget = Budget::unlimited();
    std::fs::write(&path, "from,to\na,b\nb,c\n").unwrap();
    let (work, known) = size_of_file(&path, &budget).unwrap();
    assert_eq!((work, known), (Work::Graph { vertices: 3, arcs: 2 }, Known::Exactly));
    let line = "1000,0999\n";
    std::fs::write(&path, line.repeat(300_000)).unwrap();
    let (work, known) = size_of_file(&path, &budget).unwrap();
    assert_eq!(known, Known::Estimated);
    let Work::Graph { vertices, arcs } = work else { panic!("{work:?}") };
    assert_eq!(vertices, 1001);
    assert!(arcs.abs_diff(300_000) < 10, "{arcs}");
    // The names of a sorted file are the largest at its end.
    let sorted: String = (1..400_000).map(|i| format!("{i},{}\n", i / 2)).collect();
    std::fs::write(&path, sorted).unwrap();
    let Work::Graph { vertices, arcs } = size_of_file(&path, &budget).unwrap().0 else {
        panic!("a graph")
    };
    assert_eq!(vertices, 400_000);
    assert!(arcs.abs_diff(399_999) < 20_000, "{arcs}");
    std::fs::write(&path, [0u8, 255, 1]).unwrap();
    assert!(matches!(size_of_file(&path, &budget), Err(Error::File(_))));
    // Files not in lines are read; Parquet stores its number of rows.
    let dot = folder.join("graph.dot");
    std::fs::write(&dot, "digraph { a -> b; b -> c; c -> a; }").unwrap();
    let (work, known) = size_of_file(&dot, &budget).unwrap();
    assert_eq!((work, known), (Work::Graph { vertices: 3, arcs: 3 }, Known::Exactly));
    #[cfg(feature = "parquet")]
    {
        let parquet = folder.join("graph.parquet");
        std::fs::write(&path, "0,4\n4,9\n").unwrap();
        let from = upstar::files::Source::Path(path.clone());
        let options = upstar::files::graph::ReadOptions::default();
        upstar::convert_graph(&from, &options, &parquet, None, &budget).unwrap();
        let (work, known) = size_of_file(&parquet, &budget).unwrap();
        assert_eq!((work, known), (Work::Graph { vertices: 10, arcs: 2 }, Known::Estimated));
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn way(work: Work, machines: u64, name: &str) -> Way {
    let found = ways(work, machines, 8, &Rates::default());
    found.into_iter().find(|way| way.name == name).unwrap()
}

/// By hand: 10^12 positions, ten moves each, eight machines.
#[test]
fn a_million_million_positions_on_eight_machines() {
    let work = Work::Positions {
        positions: 1_000_000_000_000,
        moves: 10,
        largest_tier: 50_000_000_000,
        key: 0,
    };
    let two_bits = way(work, 8, "tier by tier on a cluster, two bits");
    assert_eq!(two_bits.memory, 7 * 50_000_000_000 / 8);
    assert_eq!(two_bits.disk, 1_000_000_000_000 / 4 / 8);
    assert_eq!(two_bits.traffic, 10 * 1_000_000_000_000 * 9 / 8 * 7);
    // 10^13 options at 64 workers, and 10^13 * 7.875 bytes at eight networks.
    let seconds = 10_000_000_000_000u128 / (64 * 3_000_000) + 78_750_000_000_000 / 10_000_000_000;
    assert_eq!(two_bits.milliseconds / 1000, seconds);
}

#[test]
fn graphs_say_what_cannot_be() {
    let work = Work::Graph { vertices: 1 << 33, arcs: 1 << 35 };
    assert!(way(work, 8, "in memory").not.is_some());
    assert!(way(work, 8, "on a cluster").not.is_none());
    // No sum wraps.
    let work = Work::Graph { vertices: u128::MAX, arcs: u128::MAX };
    assert_eq!(way(work, 8, "in memory").memory, u128::MAX);
    assert_eq!(way(work, 1, "on a cluster").traffic, 0);
}

#[test]
fn rates_are_measured_and_kept() {
    let rates = Rates::measure(&Budget::unlimited()).unwrap();
    assert!(rates.arcs_solved > 0 && rates.arcs_built > 0);
    let text = serde_json::to_string(&rates).unwrap();
    assert_eq!(serde_json::from_str::<Rates>(&text).unwrap(), rates);
}
