//! What CGSuite answers to expressions of ours, made for this: predicates, powers, arithmetic,
//! questions to stoppers.
//!
//! `data/cgsuite_fresh.tsv`: topic, expression, what CGSuite (state of 2026) prints, `!!` before
//! an error. `data/cgsuite_differs.tsv`: the rows that print something else here, what they
//! print, and who is right.

use std::collections::BTreeMap;

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn line(session: &mut Session, text: &str) -> String {
    match session.line(text, Style::Plain, &Budget::unlimited()) {
        Ok(found) => found,
        Err(error) => format!("!!{error}"),
    }
}

/// The items of a set as texts, or the whole.
fn items(text: &str) -> Vec<&str> {
    let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return vec![text];
    };
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            '|' if depth == 0 => return vec![text],
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    parts.sort_unstable();
    parts
}

/// Whether both texts are of the same value, or both of errors.
fn same(session: &mut Session, found: &str, expected: &str) -> bool {
    if found.starts_with("!!") || expected.starts_with("!!") {
        return found.starts_with("!!") && expected.starts_with("!!");
    }
    // `-1^*` and `1/2*2` are sums; typed, a sign belongs to all of what follows, and the product
    // would be taken.
    let mut typed = String::new();
    let mut sum = false;
    for letter in expected.chars() {
        if sum && "^v*".contains(letter) {
            typed.push('+');
        }
        sum = "-/".contains(letter) || sum && letter.is_ascii_digit();
        typed.push(letter);
    }
    let plain = |text: &str| text.replace(['(', ')'], "");
    let nimber = |text: &str| text.starts_with('*') && text.contains('ω');
    if nimber(found) && nimber(expected) {
        return plain(found) == plain(expected);
    }
    items(found) == items(expected)
        || items(found) == items(&typed)
        || line(session, &format!("({found}) == ({typed})")) == "true"
}

#[test]
fn answers_of_cgsuite() {
    let mut session = Session::new();
    let differs: BTreeMap<&str, (&str, &str)> = include_str!("data/cgsuite_differs.tsv")
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<&str> = row.split('\t').collect();
            let [_, expression, _, ours, who] = cells[..] else { panic!("{row}") };
            assert!(!who.is_empty(), "{row}");
            (expression, (ours, who))
        })
        .collect();
    let mut topics: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut wrong, mut listed) = (Vec::new(), 0);
    for row in include_str!("data/cgsuite_fresh.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [topic, expression, expected, _] = cells[..] else { panic!("{row}") };
        let found = line(&mut session, expression);
        let right = same(&mut session, &found, expected);
        let count = topics.entry(topic).or_default();
        count.0 += usize::from(right);
        count.1 += 1;
        match differs.get(expression) {
            Some(&(ours, who)) => {
                listed += 1;
                // By the definition both are right, or we are.
                count.0 += usize::from(!who.starts_with("CGSuite"));
                if found != ours || right {
                    wrong.push(format!("{expression}: {found}, listed as {ours}"));
                }
            }
            None if !right => {
                wrong.push(format!("{topic}\t{expression}\t{expected}\t{found}\tours"));
            }
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{} rows, {topics:?}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(listed, differs.len());
    for (topic, (right, all)) in topics {
        assert!(right * 100 >= all * 97, "{topic}: {right} of {all}");
    }
}
