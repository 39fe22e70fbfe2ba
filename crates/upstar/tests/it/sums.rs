//! Sums as the worksheet reads them.

use std::collections::BTreeMap;

use upstar::core::{Budget, Convention};
use upstar::lang::{Session, Style};
use upstar::read_sum;
use upstar::rules::{Result, Sum};

fn read(text: &str) -> Result<Sum> {
    read_sum(&Session::new(), text, Convention::Normal, &Budget::unlimited())
}

#[test]
fn sums_of_positions_and_values_are_read() {
    for (text, summands) in [
        ("nim(2,3) + kayles(7)", 2),
        ("kayles(7) + {2||1|0}", 2),
        ("{2||1|0} + kayles(7) - kayles(5)", 3),
        ("2*clobber(\"xo\") + w", 3),
        ("{5|1} + {4|-2} + {9|-9}", 3),
        ("*2 + *2", 2),
        ("1/2 + -1 - (2 - 3*(^ + *))", 9),
        ("{1|0} + {2|1} - *2 - kayles(7)", 4),
        ("{1|0} - {1|0} + kayles(7)", 3),
        ("kayles(7) + {1|0} - {1|0}", 3),
        ("3", 1),
        ("domineering('2x3') + domineering(\"..\n..\")", 2),
    ] {
        assert_eq!(read(text).unwrap().summands().len(), summands, "{text}");
    }
}

/// The sum is the one that the worksheet evaluates.
#[test]
fn outcomes_are_those_of_expressions() {
    let (session, budget) = (Session::new(), Budget::unlimited());
    for text in [
        "domineering(\"3x3\") + kayles(7) + {2||1|0}",
        "{2|-1} + clobber(\"xoxo\")",
        "*3 + nim(3)",
        "2*domineering(\"2x3\") - 1/2",
        "^ + clobber(\"xox\")",
        "{4|1} + {3|-2} - 2",
        "0",
        "stalk(\"LR\") - 1/2",
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            if convention == Convention::Misere && text.contains("stalk") {
                continue;
            }
            let sum = read_sum(&session, text, convention, &budget).unwrap();
            let found = session.solver().outcome(&sum, convention, &budget).unwrap();
            let method = match convention {
                Convention::Normal => "Outcome",
                Convention::Misere => "MisereOutcome",
            };
            let expected = session
                .evaluate_with(&BTreeMap::new(), &format!("({text}).{method}"), &budget)
                .and_then(|value| session.text(&value, Style::Plain, &budget));
            assert_eq!(found.to_string(), expected.unwrap(), "{text}, {convention:?}");
        }
    }
}

#[test]
fn errors_name_their_place() {
    let error = |text| read(text).unwrap_err().to_string();
    for (text, expected) in [
        ("nim(2) + kayls(7)", "line 1, column 10: unknown game `kayls`"),
        ("{1|0} + kayls(7)", "line 1, column 9: unknown game `kayls`"),
        ("nim(2) + kayles(x)", "line 1, column 17: no variable is called `x`"),
        ("pish", "line 1, column 1: no variable is called `pish`"),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected), "{found}");
    }
    assert!(error("nim(1) + over").contains("loop"), "{}", error("nim(1) + over"));
    for text in ["", "x := 3", "[1, 2]", "kayles", "\"3x3\"", "1 == 2", "{1|"] {
        assert!(read(text).is_err(), "{text}");
    }
}
