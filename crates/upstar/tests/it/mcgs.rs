//! The expectations of MCGS's own test files, as one file in its notation.

use upstar::core::Budget;
use upstar::rules::Solver;
use upstar::{analyze_mcgs, read_mcgs};

/// Who wins, and Grundy values: by CGSuite, by solvers of one game (Taylor's of linear Clobber, the
/// one of the NoGo paper at ACG 2023, Dai and Chen's nimbers), by hand, and by MCGS 1.7 itself.
#[test]
fn the_facts_of_mcgs_hold() {
    let cases = read_mcgs(include_str!("data/mcgs.test")).unwrap();
    assert_eq!(cases.iter().map(|case| case.questions.len()).sum::<usize>(), 90);
    let found =
        analyze_mcgs("mcgs.test", &cases, &Solver::default(), &Budget::unlimited()).unwrap();
    let wrong: Vec<_> =
        found.table.unwrap().rows.into_iter().filter(|row| row[4] != "pass").collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(found.claim.unwrap().holds);
}
