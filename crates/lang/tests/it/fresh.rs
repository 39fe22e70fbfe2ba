//! What CGSuite answers to expressions of ours, made for this: predicates, powers, arithmetic,
//! questions to stoppers, positions and their methods.
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

/// A table as the list of its rows; `None` of what is no table.
fn rows(expected: &str) -> Option<String> {
    let lines: Vec<&str> = expected.split("\\n").collect();
    let rule = |line: &&str| line.bytes().all(|byte| b"-+".contains(&byte));
    if !lines.iter().any(rule) {
        return None;
    }
    let row = |line: &&str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        format!("[{}]", cells.join(","))
    };
    let rows: Vec<String> = lines.iter().filter(|line| !rule(line)).map(row).collect();
    Some(format!("[{}]", rows.join(",")))
}

/// Positions as they are written here, of the game that an expression asks about:
/// `GenClobber.Position("xo")` is `Clobber("xo")`. Lists of positions in sets as lists.
fn positions(expression: &str, expected: &str) -> Option<String> {
    let name = expression.split("game.").nth(1)?.split('.').nth(1)?.split('(').next()?;
    let mut parts = expected.split(".Position(");
    let mut typed = parts.next()?.to_owned();
    for part in parts {
        let start = typed.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |at| at + 1);
        typed.truncate(start);
        typed += name;
        typed.push('(');
        typed += part;
    }
    Some(typed.replace("{[", "[").replace("]}", "]").replace('{', "[").replace('}', "]"))
}

/// Whether both texts are of lists of positions with the same values: in another order, or an equal
/// move that is left out, they are the same moves.
fn same_positions(session: &mut Session, expression: &str, found: &str, expected: &str) -> bool {
    if !expected.contains(".Position(") {
        // No positions: a list here, a set there.
        return (found, expected) == ("[]", "{}");
    }
    let Some(typed) = positions(expression, expected) else { return false };
    let found = found.replace("[[", "[").replace("]]", "]");
    let values = |list: &str| format!("{{g.CanonicalForm for g in {list}}}");
    line(session, &format!("{} == {}", values(&found), values(&typed))) == "true"
}

/// Whether both texts are of the same value, or both of errors.
fn same(session: &mut Session, expression: &str, found: &str, expected: &str) -> bool {
    if let Some(rows) = rows(expected) {
        if found.contains('\n') {
            return found == expected.replace("\\n", "\n");
        }
        return line(session, &format!("{found} == {rows}")) == "true";
    }
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
        || same_positions(session, expression, found, expected)
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
        let right = same(&mut session, expression, &found, expected);
        let count = topics.entry(topic).or_default();
        count.0 += usize::from(right);
        count.1 += 1;
        match differs.get(expression) {
            Some(&(ours, who)) => {
                listed += 1;
                // By the definition both are right, or we are.
                count.0 += usize::from(!who.starts_with("CGSuite"));
                // Of what is an error here, the message may change.
                let same = found == ours || ours == "!!" && found.starts_with("!!");
                if !same || right && !who.starts_with("both") {
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
        assert!(right * 100 >= all * 98, "{topic}: {right} of {all}");
    }
}
