//! Tests claimed labellings and second labellings.

use upstar_core::{Budget, Convention, Outcome};
use upstar_graphs::generate::{self, Random};
use upstar_graphs::{Breach, Graph, check_partition, reference, second_partition, solve};

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The rules for one move, written out.
fn breaks(moves: &[Vec<u32>], claim: &[Outcome], v: usize) -> bool {
    let claimed = |outcome: Outcome| moves[v].iter().any(|&w| claim[w as usize] == outcome);
    match claim[v] {
        Outcome::N => !claimed(Outcome::P),
        Outcome::P => claimed(Outcome::P) || claimed(Outcome::D),
        _ => claimed(Outcome::P) || !claimed(Outcome::D),
    }
}

#[test]
fn the_first_vertex_that_breaks_a_claim_is_named() {
    let labels = [Outcome::N, Outcome::P, Outcome::D];
    let mut right = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let vertices = 1 + random.below(6);
        let arcs = generate::small(vertices, 40, random.below(50), &mut random);
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let claim: Vec<Outcome> = if seed % 2 == 0 {
            (0..vertices).map(|_| labels[random.below(3) as usize]).collect()
        } else {
            reference::solve(&graph, Convention::Normal)
                .iter()
                .map(|&(outcome, _)| outcome)
                .collect()
        };
        let moves = reference::moves(&graph);
        let expected = (0..claim.len()).find(|&v| breaks(&moves, &claim, v));
        let found = check_partition(&graph, Convention::Normal, &claim, &unlimited()).unwrap();
        assert_eq!(found.map(|(v, _)| v as usize), expected);
        if seed % 2 == 1 {
            assert_eq!(found, None);
        }
        right += usize::from(found.is_none());
    }
    assert!(right > 1500);
}

#[test]
fn every_way_to_break_a_claim_has_its_reason() {
    use Outcome::{D, L, N, P};
    let graph = Graph::from_arcs(4, [(1, 0), (2, 1), (2, 3), (3, 2)]).unwrap();
    let check = |claim: [Outcome; 4]| {
        check_partition(&graph, Convention::Normal, &claim, &unlimited()).unwrap()
    };
    assert_eq!(check([P, N, D, D]), None);
    assert_eq!(check([N, N, D, D]), Some((0, Breach::Terminal { expected: P })));
    assert_eq!(check([P, L, D, D]), Some((1, Breach::NoSuchLabel)));
    assert_eq!(check([P, P, D, D]), Some((1, Breach::MoveToNotN { to: 0 })));
    assert_eq!(check([P, D, D, D]), Some((1, Breach::MoveToP { to: 0 })));
    assert_eq!(check([P, N, N, D]), Some((2, Breach::NoMoveToP)));
    assert_eq!(check([P, N, D, N]), Some((2, Breach::NoMoveToD)));
    let misere = check_partition(&graph, Convention::Misere, &[N, P, N, P], &unlimited()).unwrap();
    assert_eq!(misere, None);
}

#[test]
fn a_second_labelling_is_found_exactly_when_there_is_one() {
    let mut found_some = 0;
    let mut found_none_though_drawn = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let vertices = 2 + random.below(7);
        let percent = 15 + random.below(35);
        let arcs = generate::small(vertices, percent, percent, &mut random);
        let graph = Graph::from_arcs(vertices, arcs).unwrap();
        let moves = reference::moves(&graph);
        let all: Vec<Vec<Outcome>> = (0..1u32 << vertices)
            .map(|bits| {
                (0..vertices).map(|v| [Outcome::N, Outcome::P][(bits >> v & 1) as usize]).collect()
            })
            .filter(|claim: &Vec<Outcome>| (0..claim.len()).all(|v| !breaks(&moves, claim, v)))
            .collect();
        let drawn =
            solve(&graph, Convention::Normal, 1, &unlimited()).unwrap().found.counts().d > 0;
        let mut claims = all.clone();
        claims.push(vec![Outcome::P; vertices as usize]);
        claims.push(vec![Outcome::D; vertices as usize]);
        for claim in claims {
            let second =
                second_partition(&graph, Convention::Normal, &claim, &unlimited()).unwrap();
            match second {
                Some(second) => {
                    assert!(second != claim && all.contains(&second));
                    found_some += 1;
                }
                None => {
                    assert!(all.iter().all(|other| *other == claim), "seed {seed} {claim:?}");
                    found_none_though_drawn += usize::from(drawn);
                }
            }
        }
    }
    assert!(found_some > 500 && found_none_though_drawn > 500);
}

#[test]
fn figure_6_has_two_labellings_and_is_drawn() {
    let graph = Graph::from_arcs(2, [(0, 1), (1, 0)]).unwrap();
    let claim = [Outcome::N, Outcome::P];
    assert_eq!(check_partition(&graph, Convention::Normal, &claim, &unlimited()).unwrap(), None);
    let second = second_partition(&graph, Convention::Normal, &claim, &unlimited()).unwrap();
    assert_eq!(second, Some(vec![Outcome::P, Outcome::N]));
    // An acyclic graph has no second labelling.
    let graph = Graph::from_arcs(2, [(0, 1)]).unwrap();
    assert_eq!(second_partition(&graph, Convention::Normal, &claim, &unlimited()).unwrap(), None);
}

#[test]
fn a_hard_search_ends_with_its_budget() {
    let graph = Graph::from_arcs(400, generate::random(400, 60, 3)).unwrap();
    let claim = vec![Outcome::N; 400];
    let budget = Budget::unlimited().with_steps(50_000);
    assert!(second_partition(&graph, Convention::Normal, &claim, &budget).is_err());
}
