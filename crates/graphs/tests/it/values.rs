//! Tests loopy values against their definition.

use upstar_core::{Budget, Convention, LoopyNimber, Outcome};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{Graph, grundy_values, loopy_values, reference, solve};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn values(graph: &Graph) -> Vec<LoopyNimber> {
    let found = loopy_values(graph, &unlimited()).unwrap();
    (0..graph.vertices()).map(|v| found.get(v).clone()).collect()
}

fn texts(graph: &Graph) -> Vec<String> {
    values(graph).iter().map(LoopyNimber::to_string).collect()
}

#[test]
fn values_are_as_the_definition_says() {
    let (mut finite, mut infinite, mut large) = (0, 0, 0);
    for seed in 0..2400 {
        let mut random = Random::new(seed);
        let vertices = 2 + random.below(8);
        let percent = [15, 30, 50, 80][seed as usize % 4];
        let back = [0, 10, 40, 100][seed as usize / 4 % 4] * percent / 100;
        let mut arcs = generate::small(vertices, percent, back, &mut random);
        if seed % 7 == 0 {
            arcs.extend_from_within(..arcs.len() / 2);
        }
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let found = values(&graph);
        assert_eq!(found, reference::loopy_values(&graph), "seed {seed}");
        for value in &found {
            match value {
                LoopyNimber::Nimber(n) => {
                    finite += 1;
                    large += usize::from(*n > 3);
                }
                LoopyNimber::Infinite(_) => infinite += 1,
            }
        }
    }
    assert!(finite > 3000 && infinite > 3000 && large > 50, "{finite} {infinite} {large}");
}

#[test]
fn values_agree_with_grundy_values_and_outcomes() {
    for seed in 0..30 {
        let vertices = 2000;
        let arcs = generate::acyclic(vertices, 20 + 5 * seed as u32, seed);
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let grundy = grundy_values(&graph, &unlimited()).unwrap();
        for (value, n) in values(&graph).iter().zip(grundy) {
            assert_eq!(*value, LoopyNimber::Nimber(n));
        }
        let arcs = generate::random(vertices, 15 + seed as u32, seed);
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let solution = solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
        for (v, value) in values(&graph).iter().enumerate() {
            assert_eq!(solution.outcome(v as u32), Some(value.outcome()));
        }
    }
}

#[test]
fn more_labels_than_a_word_has_bits() {
    // A nim-heap of 150. From 40 on, its vertices can also move to a twin that can only move back.
    // These moves are reversible, so heaps keep their values. A twin has the least value other than
    // that of its heap, which is 0.
    let size = 150u32;
    let heap = (0..size).flat_map(|n| (0..n).map(move |k| (n, k)));
    let twins = (40..size).flat_map(|n| [(n, size + n), (size + n, n)]);
    // An infinite vertex with moves to three heaps, and a vertex with moves to all heaps.
    let (above, over) = (2 * size, 2 * size + 1);
    let infinite = [5, 70, 149].into_iter().map(move |k| (above, k)).chain([(above, above)]);
    let all = (0..size).map(move |k| (over, k)).chain([(over, above), (above, over)]);
    let graph = Graph::from_arcs(0, heap.chain(twins).chain(infinite).chain(all)).unwrap();
    let found = values(&graph);
    for n in 0..size {
        assert_eq!(found[n as usize], LoopyNimber::Nimber(n));
        if n >= 40 {
            assert_eq!(found[(size + n) as usize], LoopyNimber::Nimber(0));
        }
    }
    // `over` is *150 only if the move to `above` is reversible, that is, if `above` has a move to
    // *150 other than `over`. It has none.
    assert_eq!(found[above as usize], LoopyNimber::Infinite(vec![5, 70, 149]));
    assert_eq!(found[over as usize], LoopyNimber::infinite(0..size));
}

#[test]
fn large_values_on_cycles_are_as_the_definition_says() {
    // Random cyclic graphs above a nim-heap of 70 to 80, so that the rounds exceed the 62 labels
    // that a word holds. A few are checked by the definition.
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let size = 66 + random.below(8);
        let mut arcs: Vec<(u32, u32)> =
            (0..size).flat_map(|n| (0..n).map(move |k| (n, k))).collect();
        for v in size..size + 10 {
            let skip = 58 + random.below(20);
            arcs.extend((0..size).filter(|&k| k != skip && !random.percent(1)).map(|k| (v, k)));
            for w in size..size + 10 {
                if random.percent(25) {
                    arcs.push((v, w));
                }
            }
        }
        let graph = Graph::from_arcs(0, arcs).unwrap();
        assert_eq!(values(&graph), reference::loopy_values(&graph), "seed {seed}");
    }
}

#[test]
fn figures_17_to_19() {
    // Loop and Save.
    assert_eq!(texts(&Graph::from_arcs(1, [(0, 0)]).unwrap()), ["∞{}"]);
    assert_eq!(texts(&Graph::from_arcs(2, [(1, 1), (1, 0)]).unwrap()), ["*0", "∞{0}"]);
    // z lies on a cycle and is *0.
    let (x, y, z) = (0, 1, 2);
    let graph = Graph::from_arcs(3, [(y, x), (y, z), (z, y)]).unwrap();
    assert_eq!(texts(&graph), ["*0", "*1", "*0"]);
}

#[test]
fn the_hard_family_is_labelled_rightly() {
    for size in 1..8 {
        let graph = Graph::from_arcs(0, generate::hard_for_values(size)).unwrap();
        assert_eq!(values(&graph), reference::loopy_values(&graph));
    }
}

/// All partitions of `n` into piles of almonds, and the moves of *Fair Shares and Varied Pairs*
/// (Winning Ways, chapter 12): divide a pile into two or more equal piles, or unite two piles of
/// different sizes.
fn fair_shares(n: u32) -> Graph {
    let mut partitions: Vec<Vec<u32>> = Vec::new();
    let mut stack = vec![(n, n, Vec::new())];
    while let Some((left, most, parts)) = stack.pop() {
        if left == 0 {
            partitions.push(parts);
            continue;
        }
        for part in 1..=most.min(left) {
            let mut longer = parts.clone();
            longer.push(part);
            stack.push((left - part, part, longer));
        }
    }
    let index = |mut parts: Vec<u32>| {
        parts.sort_unstable_by(|a, b| b.cmp(a));
        partitions.iter().position(|other| *other == parts).unwrap() as u32
    };
    let mut arcs = Vec::new();
    for (from, parts) in partitions.iter().enumerate() {
        for i in 0..parts.len() {
            let mut rest = parts.clone();
            let pile = rest.remove(i);
            for shares in (2..=pile).filter(|shares| pile % shares == 0) {
                let mut to = rest.clone();
                to.extend(std::iter::repeat_n(pile / shares, shares as usize));
                arcs.push((from as u32, index(to)));
            }
            for j in i + 1..parts.len() {
                if parts[i] != parts[j] {
                    let mut to = parts.clone();
                    to.remove(j);
                    to[i] += parts[j];
                    arcs.push((from as u32, index(to)));
                }
            }
        }
    }
    Graph::from_arcs(partitions.len() as u32, arcs).unwrap()
}

#[test]
fn fair_shares_and_varied_pairs() {
    // Martin, arXiv 2107.08428, and Winning Ways.
    for n in 1..=12 {
        let graph = fair_shares(n);
        let found = values(&graph);
        let infinite = found.iter().filter(|value| value.nimber().is_none()).count();
        let drawn = found.iter().filter(|value| value.outcome() == Outcome::D).count();
        match n {
            1..=9 => assert_eq!((infinite, drawn), (0, 0)),
            10 => assert_eq!((graph.vertices(), infinite, drawn), (42, 28, 0)),
            11 => assert_eq!(drawn, 45),
            _ => assert!(drawn > 0),
        }
        let acyclic = upstar_graphs::is_acyclic(&graph, &unlimited()).unwrap();
        assert_eq!(acyclic, n <= 3);
    }
    // The outcomes found by retrograde analysis agree with the values.
    for n in [12, 20] {
        let graph = fair_shares(n);
        let solution = solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found;
        for (v, value) in values(&graph).iter().enumerate() {
            assert_eq!(solution.outcome(v as u32), Some(value.outcome()));
        }
    }
}
