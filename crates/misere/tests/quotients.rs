//! Misère quotients against published ones, and against play.

use upstar_core::Budget;
use upstar_heaps::HeapGame;
use upstar_misere::quotient::{HeapQuotient, QuotientError, Solver};

fn quotient(code: &str, to: Option<u64>) -> HeapQuotient {
    let game = HeapGame::find(code).unwrap();
    let (found, stopped) =
        HeapQuotient::of(&game.code, to, &Budget::unlimited(), |_, _| {}).unwrap();
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
    // Plambeck and Siegel, figure 7.
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
    let code = HeapGame::find("0.07").unwrap().code;
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
    let nim = HeapGame::find("nim").unwrap().code;
    let refused = HeapQuotient::of(&nim, None, &Budget::unlimited(), |_, _| {});
    assert!(matches!(refused, Err(QuotientError::NoTheorem(_))));
    for (to, n) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4)] {
        assert_eq!(quotient("nim", Some(to)).monoid.tame(), Some(n), "{to}");
    }
}
