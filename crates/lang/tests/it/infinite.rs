//! Operations that act on stalks and on infinite numbers, against those on short games.

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn lines(expressions: &[String]) -> Vec<String> {
    let mut session = Session::new();
    expressions
        .iter()
        .map(|line| match session.line(line, Style::Plain, &Budget::unlimited()) {
            Ok(found) => found,
            Err(error) => format!("error: {error}"),
        })
        .collect()
}

/// All words of L and R up to a length, the empty one left out.
fn words(length: u32) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..length {
        last =
            last.iter().flat_map(|word| ["L", "R"].map(|edge| format!("{word}{edge}"))).collect();
        all.extend(last.clone());
    }
    all.split_off(1)
}

/// The ordinal sum of two numbers as forms is the number of one stalk on the other.
#[test]
fn stalks_on_stalks_are_ordinal_sums_of_forms() {
    for below in words(4) {
        for top in words(3) {
            let found = lines(&[
                format!("x := stalk(\"{below}\"):stalk(\"{top}\")"),
                format!("stalk(\"{below}{top}\") == x"),
                format!(
                    "x.CanonicalForm == (stalk(\"{below}\").CanonicalForm:stalk(\"{top}\").CanonicalForm)"
                ),
            ]);
            assert_eq!(found[1..], ["true", "true"], "{below} {top}: {found:?}");
        }
    }
}

#[test]
fn ordinary_and_natural_operations_on_ordinals() {
    let rows = [
        ("1:omega", "ω"),
        ("omega:1", "ω+1"),
        ("1 + omega", "ω+1"),
        ("(omega+1):(omega+1)", "ω×2+1"),
        ("2 OrdinalProduct omega", "ω"),
        ("omega OrdinalProduct 2", "ω×2"),
        ("2*omega", "ω×2"),
        ("(omega+1) OrdinalProduct (omega+1)", "ω^2+ω+1"),
        ("(omega+1)*(omega+1)", "ω^2+ω×2+1"),
        ("(omega:-1).Signs", "L^w R"),
        ("omega.SignExpansion", "L^w"),
        ("(2/3).SignExpansion", "(LR)^w"),
        ("3.SignExpansion", "LLL"),
    ];
    let expressions: Vec<String> = rows.iter().map(|row| row.0.to_owned()).collect();
    for (row, found) in rows.iter().zip(lines(&expressions)) {
        assert_eq!(found, row.1, "{}", row.0);
    }
    let found = lines(&["(1/omega) OrdinalProduct omega".to_owned()]);
    assert!(found[0].contains("1/ω is none"), "{found:?}");
}

/// Irrational numbers of one root are computed with; what is printed is read back as the same.
#[test]
fn roots() {
    for (text, expected) in [
        ("sqrt(2)+1", "1+sqrt(2)"),
        ("2^(1/3)", "2^(1/3)"),
        ("4^(1/3) + 1/2", "1/2+2^(2/3)"),
        ("sqrt(8) - 3*sqrt(2)", "-sqrt(2)"),
        ("sqrt(2)*sqrt(8)", "4"),
        ("sqrt(2)*sqrt(3)", "sqrt(6)"),
        ("1/(sqrt(2)-1)", "1+sqrt(2)"),
        ("sqrt(2)^-3", "1/4×sqrt(2)"),
        ("(1/2)^(1/2)", "1/2×sqrt(2)"),
        ("4^(3/2)", "8"),
        ("-sqrt(2)", "-sqrt(2)"),
        ("((1+sqrt(5))/2)^2 - (1+sqrt(5))/2", "1"),
        ("sqrt(2) < 3/2", "true"),
        ("sqrt(2) <= sqrt(3)", "true"),
        ("sqrt(8) == 2*sqrt(2)", "true"),
        ("sqrt(2).Decimal(10)", "1.4142135623"),
        ("(-1/3).Decimal(5)", "-0.33333"),
        ("(-sqrt(2)).Floor", "-2"),
        ("(-sqrt(2)).Abs", "sqrt(2)"),
        ("sqrt(2).Signs(12)", "LLRRLLRLRLRR ..."),
        ("sqrt(2).Birthday", "ω"),
        ("(1-sqrt(2)).Outcome", "R"),
        ("sqrt(2).IsNumber", "true"),
        ("[2,sqrt(2),1,inf,2^(1/3)].Sorted", "[1,2^(1/3),sqrt(2),2,inf]"),
        ("sqrt(sqrt(4))", "sqrt(2)"),
    ] {
        let found = lines(&[text.to_owned()]).remove(0);
        assert_eq!(found, expected, "{text}");
        if !["Signs", "Decimal", "Outcome"].iter().any(|name| text.contains(name)) {
            assert_eq!(lines(&[found]), [expected], "{text}");
        }
    }
    for (text, part) in [
        ("sqrt(2)+3^(1/3)", "no root generates both"),
        ("sqrt(2)+omega", "an irrational and an infinite number"),
        ("sqrt(2)+*", "beside an irrational number"),
        ("sqrt(-2)", "is not defined here"),
        ("sqrt(sqrt(2))", "is not defined here"),
        ("2^(1/101)", "at most 100"),
        ("sqrt(2)^(10^9)", "too large"),
        ("sqrt(2).Mean", "expected a game"),
    ] {
        let found = lines(&[text.to_owned()]).remove(0);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
}
