//! Values and their sums against retrograde analysis of the product graph.

use std::collections::{BTreeMap, VecDeque};

use super::*;

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % n
    }
}

fn random(numbers: &mut Numbers) -> Turns {
    let count = 2 + numbers.below(5);
    let mut turns =
        Turns { plain: vec![Vec::new(); count as usize], carry: vec![Vec::new(); count as usize] };
    // Half of the graphs have no cycle: all moves go down.
    let cyclic = numbers.below(2) == 0;
    for from in 0..count {
        for _ in 0..numbers.below(4) {
            let below = if cyclic { count } else { from };
            if below > 0 {
                let to = numbers.below(below);
                let carries = numbers.below(3) == 0;
                let moves = if carries { &mut turns.carry } else { &mut turns.plain };
                moves[from as usize].push(to);
            }
        }
    }
    turns
}

fn heap(most: u32) -> Turns {
    let plain = (0..=most).map(|n| (0..n).collect()).collect();
    Turns { plain, carry: vec![Vec::new(); most as usize + 1] }
}

/// Who wins a sum, the player to move, by its whole graph: `Some(true)` if he does, `None` if it
/// is drawn.
fn by_product(terms: &[&Turns], start: Vec<u32>) -> Option<bool> {
    let mut index = BTreeMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut moves: Vec<Vec<(usize, bool)>> = Vec::new();
    while let Some(state) = states.get(moves.len()).cloned() {
        let mut found = Vec::new();
        for (term, turns) in terms.iter().enumerate() {
            for (ends, lists) in [(true, &turns.plain), (false, &turns.carry)] {
                for &to in &lists[state[term] as usize] {
                    let mut next = state.clone();
                    next[term] = to;
                    let number = *index.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    found.push((number, ends));
                }
            }
        }
        moves.push(found);
    }
    let mut known: Vec<Option<bool>> = vec![None; moves.len()];
    let mut open: VecDeque<usize> = (0..moves.len()).collect();
    // Plainly: again and again, until nothing changes.
    let mut idle = 0;
    while let Some(state) = open.pop_front() {
        let results: Vec<Option<bool>> =
            moves[state].iter().map(|&(to, ends)| known[to].map(|wins| wins != ends)).collect();
        let found = if results.contains(&Some(true)) {
            Some(true)
        } else if results.iter().all(|result| *result == Some(false)) {
            Some(false)
        } else {
            None
        };
        if found.is_some() {
            known[state] = found;
            idle = 0;
        } else {
            open.push_back(state);
            idle += 1;
            if idle > open.len() {
                break;
            }
        }
    }
    known[0]
}

fn result(value: &Entailed) -> Option<bool> {
    match value.outcome() {
        Outcome::N => Some(true),
        Outcome::P => Some(false),
        _ => None,
    }
}

#[test]
fn values_are_those_of_the_product_with_heaps() {
    let mut numbers = Numbers(1);
    let nim = heap(6);
    let mut kinds = BTreeMap::new();
    for _ in 0..500 {
        let turns = random(&mut numbers);
        for (start, value) in (0..).zip(turns.values(&Budget::unlimited()).unwrap()) {
            for beside in 0..7 {
                let expected = by_product(&[&turns, &nim], vec![start, beside]);
                let sum = &value + &Entailed::Nimber(beside);
                assert_eq!(
                    result(&sum),
                    expected,
                    "{turns:?} at {start} beside *{beside}: {value}"
                );
            }
            *kinds.entry(value.to_string()).or_insert(0) += 1;
        }
    }
    for kind in ["*0", "*2", "loony", "∞{}", "∞{0,1}", "∞{|0}", "∞{|1}"] {
        assert!(kinds.contains_key(kind), "{kind}: {kinds:?}");
    }
}

#[test]
fn sums_are_those_of_the_product() {
    let mut numbers = Numbers(2);
    let nim = heap(2);
    for _ in 0..500 {
        let (a, b, c) = (random(&mut numbers), random(&mut numbers), random(&mut numbers));
        let values = [&a, &b, &c].map(|turns| turns.values(&Budget::unlimited()).unwrap());
        let start = [&a, &b, &c].map(|turns| numbers.below(turns.plain.len() as u32));
        let beside = numbers.below(3);
        let two = &values[0][start[0] as usize] + &values[1][start[1] as usize];
        let with_heap = &two + &Entailed::Nimber(beside);
        let expected = by_product(&[&a, &b, &nim], vec![start[0], start[1], beside]);
        assert_eq!(result(&with_heap), expected, "{a:?} {b:?} {start:?} *{beside}");
        let three = &two + &values[2][start[2] as usize];
        let expected = by_product(&[&a, &b, &c], start.to_vec());
        assert_eq!(result(&three), expected, "{a:?} {b:?} {c:?} {start:?}");
    }
}

#[test]
fn loopy_nimbers_are_those_without_carry_on_moves() {
    let mut numbers = Numbers(3);
    for _ in 0..500 {
        let mut turns = random(&mut numbers);
        turns.carry.iter_mut().for_each(Vec::clear);
        let arcs = turns.plain.iter().enumerate();
        let arcs = arcs.flat_map(|(from, to)| to.iter().map(move |&to| (from as u32, to)));
        let graph = upstar_graphs::Graph::from_arcs(turns.plain.len() as u32, arcs).unwrap();
        let expected = upstar_graphs::loopy_values(&graph, &Budget::unlimited()).unwrap();
        for (vertex, value) in (0..).zip(turns.values(&Budget::unlimited()).unwrap()) {
            assert_eq!(value, expected.get(vertex).clone().into(), "{turns:?} at {vertex}");
        }
    }
}
