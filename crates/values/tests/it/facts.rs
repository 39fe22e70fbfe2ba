//! Published and computed facts, row by row.

use crate::common;

use upstar_values::Universe;

/// Answers of CGSuite (2.2) for short games: topic, expression, answer, and the place in its tests.
#[test]
fn cgsuite_answers() {
    let universe = Universe::new();
    let mut rows = 0;
    let mut wrong = vec![];
    for line in include_str!("data/cgsuite.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, expression, expected, _] = fields[..] else { panic!("{line}") };
        let found = common::answer(&universe, expression);
        let same = match expected.strip_prefix("!!") {
            Some(_) => found.starts_with("!!"),
            None => found == expected,
        };
        if !same {
            wrong.push(format!("{expression}: {found}, expected {expected}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows > 60, "{rows}");
}
