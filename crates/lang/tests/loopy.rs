//! Loopy games in the worksheet.

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn line(session: &mut Session, text: &str) -> String {
    match session.line(text, Style::Plain, &Budget::unlimited()) {
        Ok(found) => found,
        Err(error) => format!("error: {error}"),
    }
}

/// What is printed is read back as the same; the values are those of Winning Ways, chapter 11, and of
/// Siegel, chapter VI.
#[test]
fn loopy_games_are_read_and_written() {
    let mut session = Session::new();
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("over", "over"),
        ("a{0|a}", "over"),
        ("{0|pass}", "over"),
        ("x{x|0} + 3/2", "3/2under"),
        ("{pass|*}", "^[on]"),
        ("upon + *", "^[on]*"),
        ("v[on]* + 4", "4v[on]*"),
        ("{0||0|0,pass}", "^<on>"),
        ("2 + ^<on>", "2^<on>"),
        ("on + off", "dud"),
        ("dud + dud", "dud"),
        ("over - over", "over & under"),
        ("over & under", "over & under"),
        ("over + 1/4 + *2 + ^", "1/4over"),
        ("3*over", "over"),
        ("-2*over", "under"),
        ("Tiny(on)", "Tiny(on)"),
        ("1 + Miny(on)", "1Miny(on)"),
        ("{0||0|off}", "Tiny(on)"),
        ("a{0||||0|||a|*||*}", "a{0||||0|||a|*||*}"),
        ("a{b{a|b}|0}", "under"),
        ("a{{|a}|}", "1 & 0"),
        ("[over,{1|on}]", "[over,2]"),
        ("g := {on|1}", "{on|1}"),
        ("-g", "{-1|off}"),
        ("+-{on|0}", "0"),
        ("on - on", "dud"),
        ("g == {on|1}", "true"),
        ("over > ^", "true"),
        ("upon < over", "true"),
        ("upon <> *", "true"),
        ("dud <> 0", "true"),
        ("over.Outcome", "L"),
        ("(on + off).Outcome", "D"),
        ("(on & 0).Outcome", "PHat"),
        ("dud.Onside", "on"),
        ("(over & v).Offside", "v"),
        ("dud.IsStopper", "false"),
        ("a{1||a|0}.IsStopper", "false"),
        ("{0|over}.IsStopper", "true"),
        ("^.Pow(on)", "^<on>"),
        ("v.PowTo(on)", "v[on]"),
        ("[{x|pass} for x in [0,1]]", "[over,1over]"),
        ("a{0,a|0}", "^[on]*"),
        ("*:over", "{0,*|0,pass}"),
        ("*:on", "^[on]*"),
        ("1:off", "over"),
        ("over.Subordinate(1)", "off"),
        ("(upon+*).Subordinate(*)", "on"),
        ("{0,*|0,pass}.Subordinate(*)", "over"),
        ("^^.Pow(on)", "^<on>"),
        ("{*,pass|v}", "{*,pass|v}"),
        ("({0||0|-2,pass}).Degree", "{0||0|-2,pass}"),
        ("{0|pass} & {0|0}", "over & *"),
        ("backsliding_toads_and_frogs(\"t.f\")", "0"),
    ] {
        let found = line(&mut session, text);
        if found != expected {
            wrong.push(format!("{text}: {found}, not {expected}"));
        }
        let again = line(&mut session, &found);
        if !found.starts_with("error") && !text.ends_with("Outcome") && again != found {
            wrong.push(format!("{text}: {found} is read as {again}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (text, part) in [
        ("pass", "stands among the options"),
        ("pass + 1", "by themselves among the options"),
        ("a{a+1|0}", "by themselves among the options"),
        ("a{0,1}", "needs a bar"),
        ("left{0|left}", "cannot be a label"),
        ("'{b{0|b}|0}'", "has no labels"),
        ("over.Mean", "games without loops"),
        ("over.MisereOutcome", "games without loops"),
        ("^^.Pow(off)", "an exponent must be"),
        ("{1|0}.Pow(on)", "form {0|h}"),
        ("over.Pow(on)", "games without loops"),
        ("2000*upon", "at most 1000 copies"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
    // Labels are nested as deep as one likes, and what is too large is said to be.
    let deep = format!("{}0{}", "a{0|".repeat(300), "}".repeat(300));
    assert_eq!(line(&mut session, &deep).len(), line(&mut session, &deep.replace('a', "")).len());
}

/// Rows of CGSuite's tests that have no answer here: an error, and never another value.
#[test]
fn what_is_not_there_yet_is_an_error() {
    let mut session = Session::new();
    let mut rows = 0;
    for row in include_str!("data/not_yet.tsv").lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [_, expression, value, why] = cells[..] else { panic!("{row}") };
        let found = line(&mut session, expression);
        assert!(found.starts_with("error"), "{expression}: {found} ({value}; {why})");
        rows += 1;
    }
    assert!(rows > 0);
}
