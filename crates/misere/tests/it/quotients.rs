//! Misère quotients against published ones, and against play.

use std::collections::HashMap;

use proptest::prelude::*;
use upstar_core::Budget;
use upstar_heaps::{Code, HeapGame, HeapRule};
use upstar_misere::quotient::{ClosedGames, Element, HeapQuotient, QuotientError, Solver};

fn quotient(code: &str, to: Option<u64>) -> HeapQuotient {
    let game = HeapGame::find(code).unwrap();
    let (found, stopped) =
        HeapQuotient::of(game.code().unwrap(), to, &Budget::unlimited(), |_, _| {}).unwrap();
    assert!(stopped.is_none());
    found
}

/// `|Q|, |P|, period, preperiod`.
fn numbers(code: &str) -> (usize, usize, u64, u64) {
    let found = quotient(code, None);
    let period = found.period.unwrap();
    (found.monoid.len(), found.monoid.p_portion().len(), period.period, period.preperiod)
}

#[test]
fn published_quotients() {
    assert_eq!(numbers("0.77"), (40, 9, 12, 71));
    assert_eq!(numbers("0.75"), (8, 2, 2, 8));
    assert_eq!(numbers("0.123"), (20, 5, 5, 5));
    assert_eq!(numbers("0.144"), (30, 5, 10, 12));
    assert_eq!(numbers("4.0"), (2, 1, 2, 1));
    assert_eq!(quotient("4.0", None).monoid.tame(), Some(1));
    assert_eq!(quotient("0.77", None).monoid.tame(), None);
}

#[test]
fn presentations() {
    let of = |code: &str| {
        let monoid = quotient(code, None).monoid;
        format!("{} {}", monoid.presentation(), monoid.p_name())
    };
    assert_eq!(of("0.75"), "<a,b,c | a2=1,b3=b,bc=ab,c2=b2> {a,b2}");
    assert_eq!(
        of("0.123"),
        "<a,b,c,d | a2=1,b4=b2,b2c=b3,c2=1,b2d=d,cd=bd,d3=ad2> {a,b2,ac,bd,d2}"
    );
    // The orders are published (Plambeck and Siegel); the relations are those of this program.
    let kayles = "<a,b,c,d,e,f,g | a2=1,b3=b,bc2=b,c3=c,bd=bc,cd=b2,d3=d,be=bc,ce=b2,e2=de,bf=ab,\
                  cf=ab2c,d2f=f,f2=b2,b2g=g,c2g=g,dg=cg,eg=cg,fg=ag,g2=b2> \
                  {a,b2,ac,ac2,d,ad2,e,ade,adf}";
    assert_eq!(of("0.77"), kayles);
}

#[test]
fn partial_quotients() {
    for (to, elements, p) in [(9, 18, 6), (12, 24, 8), (25, 32, 9), (27, 40, 9)] {
        let found = quotient("0.77", Some(to)).monoid;
        assert_eq!((found.len(), found.p_portion().len()), (elements, p), "0.77 to {to}");
    }
    let code = HeapGame::find("0.07").unwrap().code().unwrap().clone();
    let mut solver = Solver::new(&code);
    let mut found = Vec::new();
    for _ in 0..=33 {
        solver.push(&Budget::unlimited()).unwrap();
        found.push((solver.monoid().len(), solver.monoid().p_portion().len()));
    }
    let published = [(27, 176, 28), (30, 360, 65), (31, 520, 89), (32, 552, 93), (33, 638, 109)];
    for (to, elements, p) in published {
        assert_eq!(found[to], (elements, p), "0.07 to {to}");
    }
}

#[test]
fn games_of_no_theorem_need_a_last_heap() {
    let nim = HeapGame::find("nim").unwrap().code().unwrap().clone();
    let refused = HeapQuotient::of(&nim, None, &Budget::unlimited(), |_, _| {});
    assert!(matches!(refused, Err(QuotientError::NoTheorem(_))));
    for (to, n) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4)] {
        assert_eq!(quotient("nim", Some(to)).monoid.tame(), Some(n), "{to}");
    }
}

/// Whether the player to move loses a sum of heaps, ascending, by the definition.
fn is_p(code: &Code, sum: Vec<u64>, known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&p) = known.get(&sum) {
        return p;
    }
    let mut options = Vec::new();
    for at in 0..sum.len() {
        code.options(sum[at], &mut |parts| {
            let rest = sum[..at].iter().chain(&sum[at + 1..]);
            let mut option: Vec<u64> = rest.chain(parts).copied().filter(|&n| n > 0).collect();
            option.sort_unstable();
            options.push(option);
            Ok(())
        })
        .unwrap();
    }
    let p = !options.is_empty() && !options.into_iter().any(|option| is_p(code, option, known));
    known.insert(sum, p);
    p
}

/// All sums of at most `count` heaps from 1 to `to`, ascending.
fn sums(count: usize, to: u64) -> Vec<Vec<u64>> {
    let mut found = vec![vec![]];
    let mut begin = 0;
    for _ in 0..count {
        let end = found.len();
        for at in begin..end {
            for heap in found[at].last().copied().unwrap_or(1)..=to {
                let mut longer = found[at].clone();
                longer.push(heap);
                found.push(longer);
            }
        }
        begin = end;
    }
    found
}

/// Compares the outcomes of all sums of at most `count` heaps with play, and also the answers for
/// sums with unknown heaps.
fn agrees_with_play(code: &Code, to: u64, count: usize, budget: &Budget) -> bool {
    let (found, stopped) = HeapQuotient::of(code, Some(to), budget, |_, _| {}).unwrap();
    if stopped.is_some() {
        return false;
    }
    let monoid = &found.monoid;
    let mut known = HashMap::new();
    for sum in sums(count, to) {
        let element = found.sum(sum.iter().copied()).unwrap();
        assert_eq!(monoid.is_p(element), is_p(code, sum.clone(), &mut known), "{code}: {sum:?}");
    }
    // No two elements are equivalent.
    for x in 0..monoid.len() as Element {
        for y in 0..x {
            let apart = |z| monoid.is_p(monoid.product(x, z)) != monoid.is_p(monoid.product(y, z));
            assert!((0..monoid.len() as Element).any(apart), "{code}: {x} and {y}");
        }
    }
    true
}

#[test]
fn quotients_agree_with_play() {
    let unlimited = Budget::unlimited();
    for (code, to, count) in [
        ("0.77", 12, 4),
        ("0.75", 10, 4),
        ("0.123", 11, 4),
        ("0.144", 10, 4),
        ("0.07", 16, 3),
        ("4.0", 7, 3),
        ("0.4F", 8, 3),
        ("4.7", 5, 3),
        ("0.333", 8, 4),
        ("grundy", 11, 3),
        ("{2+}!.0", 9, 3),
    ] {
        let code = HeapGame::find(code).unwrap().code().unwrap().clone();
        assert!(agrees_with_play(&code, to, count, &unlimited), "{code}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn quotients_of_random_codes_agree_with_play(
        first in prop::sample::select(vec![0u8, 0, 0, 4]),
        digits in prop::collection::vec(0u8..8, 1..=4),
        to in 4u64..=11,
    ) {
        let digits: String = digits.iter().map(u8::to_string).collect();
        let code: Code = format!("{first}.{digits}").parse().unwrap();
        let budget = Budget::unlimited().with_steps(3_000_000);
        agrees_with_play(&code, to, 3, &budget);
    }

    #[test]
    fn moves_of_sums_agree_with_play(
        heaps in prop::collection::vec(0u64..=12, 0..=4),
        to in 4u64..=12,
    ) {
        let code = HeapGame::find("0.77").unwrap().code().unwrap().clone();
        let found = quotient("0.77", Some(to));
        let played = found.play(&code, &heaps, &Budget::unlimited()).unwrap();
        let mut known = HashMap::new();
        let sorted = |heaps: &[u64]| {
            let mut sorted: Vec<u64> = heaps.iter().copied().filter(|&n| n > 0).collect();
            sorted.sort_unstable();
            sorted
        };
        prop_assert_eq!(played.is_p, is_p(&code, sorted(&heaps), &mut known));
        let mut winning = Vec::new();
        for at in 0..heaps.len() {
            code.options(heaps[at], &mut |parts| {
                let mut rest = heaps.clone();
                rest.remove(at);
                rest.extend(parts);
                if is_p(&code, sorted(&rest), &mut known) {
                    winning.push((at, sorted(parts)));
                }
                Ok(())
            })
            .unwrap();
        }
        winning.sort();
        winning.dedup();
        prop_assert_eq!(played.winning, winning);
        prop_assert_eq!(played.element.is_some(), heaps.iter().all(|&n| n <= to));
    }
}

#[test]
fn structure_of_known_quotients() {
    // T_2, the quotient of Nim with heaps to 3.
    let nim = quotient("nim", Some(3)).monoid;
    assert_eq!(nim.presentation(), "<a,b | a2=1,b3=b>");
    assert_eq!(nim.kernel().name(), "Z2^2");
    let groups: Vec<String> = nim.maximal_subgroups().iter().map(|group| group.name()).collect();
    assert_eq!(groups, ["Z2", "Z2^2"]);
    // The kernel is the group of normal play: nim values to 15, some of which do not occur.
    let kayles = quotient("0.77", None).monoid;
    assert_eq!((kayles.kernel().elements.len(), kayles.kernel().name()), (16, "Z2^4".to_owned()));
    let budget = Budget::unlimited();
    for code in ["0.77", "0.75", "0.123", "0.144"] {
        let one = quotient(code, None).monoid;
        let map = one.isomorphism(&one, &budget).unwrap().unwrap();
        for x in 0..one.len() as Element {
            for y in 0..one.len() as Element {
                let image = one.product(map[usize::from(x)], map[usize::from(y)]);
                assert_eq!(map[usize::from(one.product(x, y))], image);
            }
        }
        assert_eq!(one.isomorphism(&nim, &budget).unwrap(), None);
    }
    // Two codes with the same quotient: nim with heaps to 3 in two forms.
    let other = quotient("subtraction(1,2,3)", None).monoid;
    assert!(other.isomorphism(&nim, &budget).unwrap().is_some());
}

#[test]
fn a_budget_leaves_what_was_found() {
    let code = HeapGame::find("0.07").unwrap().code().unwrap().clone();
    let budget = Budget::unlimited().with_steps(2_000_000);
    let (found, stopped) = HeapQuotient::of(&code, None, &budget, |_, _| {}).unwrap();
    assert!(matches!(stopped, Some(QuotientError::Exhausted(_))));
    assert!(found.period.is_none());
    let to = found.map.len() as u64 - 1;
    let again = quotient("0.07", Some(to));
    assert_eq!((found.monoid, found.map), (again.monoid, again.map));
}

/// Whether the player to move loses a sum of games, ascending, by the definition.
fn is_lost(games: &[Vec<Vec<u64>>], sum: Vec<u64>, known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&p) = known.get(&sum) {
        return p;
    }
    let (mut moves, mut lost) = (false, true);
    for at in 0..sum.len() {
        for option in &games[sum[at] as usize] {
            let rest = sum[..at].iter().chain(&sum[at + 1..]);
            let mut option: Vec<u64> = rest.chain(option).copied().collect();
            option.sort_unstable();
            moves = true;
            lost &= !is_lost(games, option, known);
        }
    }
    known.insert(sum, moves && lost);
    moves && lost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn quotients_of_random_games_agree_with_play(
        // Options by fractions of the earlier games.
        drawn in prop::collection::vec(
            prop::collection::vec(prop::collection::vec(0.0..1.0f64, 0..=2), 1..=3),
            1..=6,
        ),
    ) {
        let mut games = vec![vec![]];
        for options in drawn {
            let before = games.len() as f64;
            let part = |at: f64| (at * before) as u64;
            let options: Vec<Vec<u64>> =
                options.into_iter().map(|o| o.into_iter().map(part).collect()).collect();
            games.push(options);
        }
        let mut closed = ClosedGames::default();
        for options in &games {
            closed.add(options);
        }
        let budget = Budget::unlimited().with_steps(2_000_000);
        // The budget ends the search for an infinite quotient.
        if let Ok((monoid, elements)) = closed.quotient(&budget) {
            let mut known = HashMap::new();
            for sum in sums(3, games.len() as u64 - 1) {
                let element = sum
                    .iter()
                    .fold(0, |x, &game| monoid.product(x, elements[game as usize]));
                prop_assert_eq!(monoid.is_p(element), is_lost(&games, sum, &mut known));
            }
        }
    }
}

/// For every set of elements as options of one additional game, the mex form agrees with the
/// quotient of the larger set of games.
#[test]
fn mex_forms_are_those_of_larger_quotients() {
    let budget = Budget::unlimited();
    for (code, to) in [("nim", 3), ("kayles", 5), ("0.75", 8)] {
        let code = HeapGame::find(code).unwrap().code().unwrap().clone();
        let (found, _) = HeapQuotient::of(&code, Some(to), &budget, |_, _| {}).unwrap();
        let monoid = &found.monoid;
        let rows = monoid.mex_form(&code, &found.map, &budget).unwrap();
        assert_eq!(rows.len(), monoid.len());
        for row in &rows {
            // By definition.
            for y in 0..monoid.len() as Element {
                let all = 0..monoid.len() as Element;
                let meet = all.into_iter().any(|z| {
                    monoid.is_p(monoid.product(row.element, z)) && monoid.is_p(monoid.product(y, z))
                });
                assert_eq!(row.meximal.contains(&y), !meet);
            }
            assert!(row.options.iter().all(|x| row.meximal.contains(x)));
        }
        let sets: Vec<u32> = match monoid.len() {
            6 => (1..1 << 6).collect(),
            size => (1..=20u32).map(|n| n.wrapping_mul(0x9e37_79b1) % (1 << size)).collect(),
        };
        for bits in sets {
            let options: Vec<Element> =
                (0..monoid.len() as Element).filter(|&x| bits >> x & 1 == 1).collect();
            let mex = match monoid.mex(&code, &found.map, &options, &budget) {
                Err(QuotientError::TooLarge(_)) => None,
                mex => mex.unwrap(),
            };
            for row in &rows {
                let within = options.iter().all(|x| row.meximal.contains(x));
                let holds = row.options.iter().all(|x| options.contains(x));
                if within && holds && !options.is_empty() {
                    assert_eq!(mex, Some(row.element), "{options:?}");
                } else if mex == Some(row.element) {
                    assert!(within, "{options:?}");
                }
            }
        }
        // The games themselves.
        for row in rows.iter().filter(|row| !row.options.is_empty()) {
            let mex = monoid.mex(&code, &found.map, &row.options, &budget).unwrap();
            assert_eq!(mex, Some(row.element));
        }
        assert_eq!(monoid.mex(&code, &found.map, &[], &budget).unwrap(), Some(0));
        for x in 0..monoid.len() as Element {
            assert_eq!(monoid.element(&monoid.name(x)), Some(x));
        }
    }
}
