//! Published values, row by row.
//!
//! `data/cgsuite.tsv`: values printed by CGSuite 2.2 (topic, expression, value,
//! the name of the CGSuite test that states it). `data/source.tsv`: statements
//! about hot games and small values in P. Dehornoy's *Combinatorial game
//! theory*, some of them corrected (the last column says how).

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn check(table: &str, columns: usize) -> usize {
    let mut session = Session::new();
    let mut rows = 0;
    let mut wrong = Vec::new();
    for line in table.lines().skip(1).filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), columns, "{line}");
        let (expression, expected) = (cells[1], cells[2]);
        let found = session.line(expression, Style::Plain, &Budget::unlimited());
        let good = match (&found, expected.strip_prefix("!!")) {
            (Err(error), Some(message)) => error.to_string().contains(message),
            (Ok(found), None) => found == expected,
            _ => false,
        };
        if !good {
            wrong.push(format!("{expression}: expected {expected}, found {found:?}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{} of {rows} rows:\n{}", wrong.len(), wrong.join("\n"));
    rows
}

#[test]
fn values_of_cgsuite() {
    assert!(check(include_str!("data/cgsuite.tsv"), 4) >= 60);
}

#[test]
fn statements_of_the_source() {
    assert!(check(include_str!("data/source.tsv"), 4) >= 60);
}
