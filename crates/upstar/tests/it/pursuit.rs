//! Pursuits against a plain search of all positions, and known cop numbers.

use std::collections::HashMap;

use upstar::core::Budget;
use upstar::core::names::Names;
use upstar::graphs::Graph;
use upstar::graphs::generate::Random;
use upstar::{NamedGraph, PursuitRules};

/// A graph by the neighbours of each vertex.
type Rows = Vec<Vec<u32>>;

fn named(rows: &Rows) -> NamedGraph {
    let arcs = (0..).zip(rows).flat_map(|(v, row)| row.iter().map(move |&w| (v, w)));
    let graph = Graph::from_arcs(rows.len() as u32, arcs).unwrap();
    NamedGraph::new("g", graph, Names::Dense(rows.len() as u32))
}

/// The capture time with these rules.
fn capture_time(rows: &Rows, rules: PursuitRules) -> Option<u32> {
    let budget = Budget::unlimited();
    let graph = named(rows);
    let pursuit = graph.pursuit(rules, &budget).unwrap();
    let solved = pursuit.solve(&budget).unwrap();
    assert_eq!(solved.is_won(), solved.capture_time().is_some());
    solved.capture_time()
}

/// All lists of `length` places, each in its list.
fn products(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for list in lists {
        all = all
            .iter()
            .flat_map(|start: &Vec<u32>| list.iter().map(move |&v| [&start[..], &[v]].concat()))
            .collect();
    }
    all
}

/// The same by rounds: the number of the cops' moves that they still need in each position, cops told apart,
/// until nothing changes.
fn by_rounds(rows: &Rows, rules: PursuitRules) -> Option<u32> {
    let vertices: Vec<u32> = (0..rows.len() as u32).collect();
    let steps = |v: u32| {
        let mut steps = rows[v as usize].clone();
        if rules.stay || steps.is_empty() {
            steps.push(v);
        }
        steps
    };
    let places = products(&vec![vertices.clone(); rules.cops as usize]);
    // With the cops to move, and with the robber to move.
    let mut known: [HashMap<(Vec<u32>, u32), u32>; 2] = Default::default();
    for cops in &places {
        for &robber in cops {
            known[0].insert((cops.clone(), robber), 0);
            known[1].insert((cops.clone(), robber), 0);
        }
    }
    loop {
        let mut changed = false;
        for cops in &places {
            for &robber in &vertices {
                if cops.contains(&robber) {
                    continue;
                }
                let key = (cops.clone(), robber);
                let lists: Vec<Vec<u32>> = cops.iter().map(|&cop| steps(cop)).collect();
                let after = products(&lists).into_iter();
                let best = after.filter_map(|cops| known[1].get(&(cops, robber)).copied()).min();
                let worst = steps(robber)
                    .into_iter()
                    .map(|to| known[0].get(&(cops.clone(), to)).copied())
                    .collect::<Option<Vec<u32>>>();
                for (side, found) in [
                    (0, best.map(|moves| moves + 1)),
                    (1, worst.map(|all| all.into_iter().max().unwrap())),
                ] {
                    if let Some(moves) = found
                        && known[side].get(&key).is_none_or(|&before| moves < before)
                    {
                        known[side].insert(key.clone(), moves);
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    let first = &known[usize::from(rules.robber_first)];
    let of_start = |cops: &Vec<u32>| {
        vertices
            .iter()
            .map(|&robber| first.get(&(cops.clone(), robber)).copied())
            .collect::<Option<Vec<u32>>>()
            .and_then(|all| all.into_iter().max())
    };
    places.iter().filter_map(of_start).min()
}

#[test]
fn pursuits_agree_with_the_search_by_rounds() {
    let mut random = Random::new(21);
    let (mut won, mut lost) = (0, 0);
    for round in 0..600 {
        let vertices = 1 + random.below(5);
        let mut rows: Rows = vec![Vec::new(); vertices as usize];
        let edges = random.below(2 * vertices + 1);
        let undirected = random.below(3) > 0;
        for _ in 0..edges {
            let (v, w) = (random.below(vertices), random.below(vertices));
            rows[v as usize].push(w);
            if undirected {
                rows[w as usize].push(v);
            }
        }
        let rules = PursuitRules {
            cops: 1 + random.below(2),
            robber_first: random.below(2) == 0,
            stay: random.below(2) == 0,
        };
        let found = capture_time(&rows, rules);
        assert_eq!(found, by_rounds(&rows, rules), "round {round}: {rows:?}, {rules:?}");
        (won, lost) = (won + u32::from(found.is_some()), lost + u32::from(found.is_none()));
    }
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost");
}

fn undirected(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Rows {
    let mut rows = vec![Vec::new(); vertices as usize];
    for (v, w) in edges {
        rows[v as usize].push(w);
        rows[w as usize].push(v);
    }
    rows
}

#[test]
fn known_cop_numbers() {
    let cycle = |n: u32| undirected(n, (0..n).map(move |v| (v, (v + 1) % n)));
    let path = |n: u32| undirected(n, (1..n).map(|v| (v - 1, v)));
    let grid = undirected(
        16,
        (0..16)
            .flat_map(|v| [(v % 4 < 3).then_some((v, v + 1)), (v < 12).then_some((v, v + 4))])
            .flatten(),
    );
    let petersen = undirected(
        10,
        (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]),
    );
    for (rows, number, time) in [
        (path(7), 1, Some(3)),
        (cycle(3), 1, Some(1)),
        (cycle(4), 2, Some(1)),
        (cycle(9), 2, None),
        (grid, 2, None),
        (petersen, 3, Some(1)),
    ] {
        for cops in 1..=number {
            let found = capture_time(&rows, PursuitRules { cops, ..PursuitRules::default() });
            assert_eq!(found.is_some(), cops == number, "{rows:?}, {cops} cops");
            if cops == number && time.is_some() {
                assert_eq!(found, time, "{rows:?}");
            }
        }
    }
}

#[test]
fn what_is_no_pursuit_is_refused() {
    let budget = Budget::unlimited();
    let graph = named(&vec![vec![0]; 1000]);
    let refused = |cops| {
        let rules = PursuitRules { cops, ..PursuitRules::default() };
        graph.pursuit(rules, &budget).unwrap_err().to_string()
    };
    assert!(refused(0).contains("a pursuit needs a cop"));
    assert!(refused(3).contains("3 cops have too many positions"));
    let small = Budget::unlimited().with_bytes(1 << 20);
    let rules = PursuitRules { cops: 2, ..PursuitRules::default() };
    assert!(graph.pursuit(rules, &small).unwrap_err().to_string().contains("memory"));
}
