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

/// Sensible lines lead to the options of the canonical form, each once: so the game of their ends
/// is the position, and no end could be left out. They alternate as play does.
#[test]
fn sensible_lines_lead_to_canonical_options() {
    let mut session = Session::new();
    let mut line = |text: &str| session.line(text, Style::Plain, &Budget::unlimited()).unwrap();
    let mut longest = 0;
    for game in [
        "domineering(\"2x4\")",
        "domineering(\"...|.#.|..#\")",
        "clobber(\"xoxox|o.x.o\")",
        "clobber(\"xxo|oxo\")",
        "hackenbush(\"(lre;e(l;r))\")",
        "snort(\"path 5\")",
        "toads_and_frogs(\"tt..tf.ff\")",
        "amazons(\"x..|..o\")",
        "kayles(9)",
        "toppling_dominoes(\"lrrel\")",
        "nim(3,5)",
        "-fission(\"...|.x.|...\")",
    ] {
        line(&format!("g := {game}"));
        for side in ["Left", "Right"] {
            line(&format!("{side}Lines := g.SensibleLines({side})"));
            line(&format!("{side}Ends := [l[l.Size].CanonicalForm for l in {side}Lines]"));
            let sizes = [format!("{side}Ends.Size"), format!("g.CanonicalForm.{side}Options.Size")];
            assert_eq!(line(&sizes[0]), line(&sizes[1]), "{game}");
            let moves = format!("[g.Options({side}).Contains(l[1]) for l in {side}Lines]");
            assert!(!line(&moves).contains("false"), "{game}");
            for digit in line(&format!("[l.Size for l in {side}Lines]")).split(['[', ',', ']']) {
                longest = longest.max(digit.parse().unwrap_or(0));
            }
        }
        assert_eq!(line("{LeftEnds|RightEnds} == g"), "true", "{game}");
    }
    assert!(longest >= 3, "no reversible move was met");
}

/// Lists made by a rule: ranges up and down, conditions, lists in lists, errors with their place.
#[test]
fn lists_are_made_by_rules() {
    let mut session = Session::new();
    let mut line = |text: &str| match session.line(text, Style::Plain, &Budget::unlimited()) {
        Ok(found) => found,
        Err(error) => format!("error: {}", error.render(text)),
    };
    for (text, expected) in [
        ("[n for n from 1 to 4]", "[1,2,3,4]"),
        ("[n^2 for n from 1 to 9 by 3]", "[1,16,49]"),
        ("[n for n from 3 to 1 by -1]", "[3,2,1]"),
        ("[n for n from 3 to 1]", "[]"),
        ("[n for n from 5 to 5 by -2]", "[5]"),
        ("[n for n from 1 to 10 where n % 3 == 0]", "[3,6,9]"),
        ("[[m*n for m from 1 to n] for n from 1 to 3]", "[[1],[2,4],[3,6,9]]"),
        ("[[a for a in b where a > 1].Sum for b in [[1,2,3],[4,5],[]]]", "[5,9,0]"),
        ("[g.Mean for g in {*,1,+-3}]", "[1,0,0]"),
        ("[x+1 for x in [1..3]].Sum", "9"),
        ("{n^2 for n from -2 to 2}", "{0,1,4}"),
        ("{g.CanonicalForm for g in domineering(\"2x2\").Options(Left) where g == 1}", "{1}"),
        ("[{m*n for m from 1 to 2} for n from 1 to 2]", "[{1,2},{2,4}]"),
        ("{{n for n from 1 to 3}|0}", "{3|0}"),
        ("[kayles(n) + nim(n) for n from 1 to 2]", "[kayles(1) + nim(1),kayles(2) + nim(2)]"),
        ("n := 7", "7"),
        ("[n for n from 1 to n]", "[1,2,3,4,5,6,7]"),
        ("n", "7"),
        ("[{n|-n} for n from 0 to 2]", "[*,+-1,+-2]"),
        (
            "game.heap.Subtraction([2,3,7], allbut => true).CheckPeriodicity(200)",
            "Periodicity(Period => 4, Preperiod => 0, Saltus => 2)",
        ),
        ("grundy.CheckPeriodicity(200)", "Nothing"),
        (
            "[partizan_subtraction(\"1,2\",\"1,3\"; n).Outcome for n from 0 to 60].CheckPeriodicity",
            "Periodicity(Period => 1, Preperiod => 4, Saltus => 0)",
        ),
        (
            "[*, ^, *, ^, *, ^].CheckPeriodicity",
            "Periodicity(Period => 2, Preperiod => 0, Saltus => 0)",
        ),
        ("[*, ^, *, 0, *, ^].CheckPeriodicity", "Nothing"),
        (
            "subtraction([2,3,7]).CheckPeriodicity(100)",
            "Periodicity(Period => 5, Preperiod => 0, Saltus => 0)",
        ),
        ("domineering(Grid.Empty(2,3))", "{2|-1/2}"),
        ("FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, (2,6))", "3*"),
        ("clobber(\"xo\").Followers", "[clobber(\"xo\"),clobber(\".x\"),clobber(\"o.\")]"),
        ("clobber(\"xo\").FollowerCount", "3"),
        ("tokens(\"a->b,b->v\"; b,v).NimValue", "1"),
        ("tokens(\"a->b,a->c\"; \"a\").NimValue", "1"),
        ("tokens(\"a->a,a->b\"; a) + nim(2)", "∞{2}"),
        ("tokens(\"a->b,b->a,b->x\"; b) + nim(2)", "*3"),
        ("tokens(\"a->a,a->b\"; a) + *2 + tokens(\"a->a,a->b\"; a)", "∞{}"),
        ("*(omega^(omega^2))*2", "0"),
        ("3 * *omega", "*ω"),
        ("*5 * 2^40", "0"),
        ("*(2^70) * 3", "*1180591620717411303424"),
    ] {
        assert_eq!(line(text), expected, "{text}");
    }
    for (text, part) in [
        ("[n for 3 from 1 to 4]", "expected a name after `for`"),
        ("[n for left from 1 to 4]", "has a meaning of its own"),
        ("[n for n of 1]", "expected `from` or `in`"),
        ("[n for n from 1]", "expected `to`"),
        ("[n, 2 for n from 1 to 2]", "no method is called `for`"),
        ("[n for n from 1 to 2, 3]", "expected `]`"),
        ("{n for n from 1 to 2, 3}", "expected `}`"),
        ("{n for n from 1 to 2|3}", "expected `}`"),
        ("{n for n from 1}", "expected `to`"),
        ("{1, n for n from 1 to 2}", "no method is called `for`"),
        ("{1|n for n from 1 to 2}", "no method is called `for`"),
        ("[1 % (n-2) for n from 1 to 4]", "division by zero"),
        ("[n for n from 1 to 10^9]", "too long"),
        ("[n for n from 1 to 4 by 0]", "a step cannot be 0"),
        ("[n for n in 5]", "expected a list or a set"),
        ("[n for n from 1 to 3 where n]", "true or false"),
        ("[m for k from 1 to 3]", "no variable is called `m`"),
        ("kayles.CheckPeriodicity(10^9)", "at most"),
        ("wythoff.CheckPeriodicity(10)", "wythoff is not played on one heap"),
        ("*(omega^2)*(1/2)", "only an integer multiplies a nimber"),
        ("Grid.Empty(0,4)", "a side of a board"),
    ] {
        let found = line(text);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
    // Rules within rules: bounded in depth, never a stack overflow.
    let deep = format!("{}1{}", "[".repeat(40), " for i from 1 to 1]".repeat(40));
    assert!(line(&deep).contains("at most 30 deep"));
    let open = "[1 for n from ".repeat(20_000);
    assert!(line(&open).starts_with("error"));
}
