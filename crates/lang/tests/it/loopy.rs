//! Loopy games in the worksheet.

use proptest::prelude::*;
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
        ("a{pass,{|{|},a}|{|*0}}", "(-1+^[on]*) & -1under"),
        ("over.Subordinate(1)", "off"),
        ("(upon+*).Subordinate(*)", "on"),
        ("{0,*|0,pass}.Subordinate(*)", "over"),
        ("^^.Pow(on)", "^<on>"),
        ("{*,pass|v}", "{*,pass|v}"),
        ("({0||0|-2,pass}).Degree", "{0||0|-2,pass}"),
        ("{0|pass} & {0|0}", "over & *"),
        ("backsliding_toads_and_frogs(\"t.f\")", "0"),
        ("{0||0|under}", "Tiny(over)"),
        ("{on|0||0} + 1/2", "1/2Miny(on)"),
        ("1 + Tiny({pass|7})", "1Tiny(7under)"),
        ("(1/2:upon).Miny", "Miny(1/2^[on])"),
        ("{0||0|over}", "over"),
        ("+-{0|pass}", "+-over"),
        ("+-on", "+-on"),
        ("+-{5|pass}", "+-(5over)"),
        ("{0|^<on>||v<on>}.Variety", "{^[on]*,^<on>||v<on>|0}"),
        ("a{0,{1|1,{*,{1*|1*,a}|*}}|0} + 1 - 1", "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}"),
        ("-a{0,{1|1,{*,{1*|1*,a}|*}}|0}", "a{0|0,{*||a|-1*|||-1}} & a{0||-1,{*||a|-1*}|-1}"),
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
        ("pass + 1", "must be options by themselves"),
        ("a{a+1|0}", "must be options by themselves"),
        ("a{0,1}", "needs a bar"),
        ("left{0|left}", "cannot be a label"),
        ("'{b{0|b}|0}'", "has no labels"),
        ("on.Mean", "has no mean"),
        ("over.MisereOutcome", "games without loops"),
        ("^^.Pow(off)", "an exponent must be"),
        ("{1|0}.Pow(on)", "form {0|h}"),
        ("over.Pow(on)", "has no loops"),
        ("2000*upon", "at most 1000 copies"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
    // Labels are nested as deep as one likes, and what is too large is said to be.
    let deep = format!("{}0{}", "a{0|".repeat(300), "}".repeat(300));
    assert_eq!(line(&mut session, &deep).len(), line(&mut session, &deep.replace('a', "")).len());
}

/// What is asked of short games is asked of stoppers: by the definitions, worked out by hand; what
/// is not defined says why.
#[test]
fn stoppers_answer_what_short_games_answer() {
    let mut session = Session::new();
    line(&mut session, "carousel := a{0,{1|1,{*,{1*|1*,a}|*}}|0}");
    for (text, expected) in [
        ("[x.IsAllSmall for x in [over, upon, on, {0||0|under}]]", "[true,true,false,true]"),
        (
            "[x.IsHot for x in [over, {2over|-1under}, {on|0}, {1|1under}]]",
            "[false,true,true,false]",
        ),
        ("[x.IsEven for x in [over, upon]]", "[false,false]"),
        ("{2over|-1under}.ConfusionInterval", "[-1,2]"),
        ("{on|-1}.ConfusionInterval", "[-1,inf)"),
        ("over.ConfusionInterval", "(0,0)"),
        ("over.Incentives", "{over & under}"),
        ("[x.Mean for x in [over, upon, 1/2:over, {2over|-1under}]]", "[0,0,1/2,1/2]"),
        ("[x.Temperature for x in [over, upon, {2over|-1under}]]", "[0,0,3/2]"),
        ("(over - over).Mean", "0"),
        ("{4over||1|-3under}.Mean", "3/2"),
        ("{4over||1|-3under}.Temperature", "5/2"),
        ("upon.LeftIncentives", "{^<on> & v<on>}"),
        ("upon.RightIncentives", "{^[on]*}"),
        ("{2over|-1under}.ReducedCanonicalForm", "{2|-1}"),
        ("{4over||1^|-3under}.RCF", "{4||1|-3}"),
        ("[x.RCF for x in [over, upon, 1/2:over, over - over]]", "[0,0,1/2,0]"),
        ("{on|-1}.WinningMoves", "[Left 1: on,Right 1: -1]"),
        ("over.WinningMoves", "[Left 1: 0]"),
        ("{1over|1under}.WinningMoves(Left)", "[1: 1over]"),
        ("{pass|pass}.WinningMoves", "[]"),
        ("a{1||a|0}.WinningMoves", "[Left 1: 1]"),
        ("carousel.WinningMoves(Left)", "[1: 0,1: a{1|1,{1*||a|0|||*}} & a{1||||1*||0,a|0|||*}]"),
        ("carousel.IsStopperSided", "false"),
        ("carousel.IsInfinitesimal", "false"),
        ("carousel.IsIdempotent", "false"),
        ("carousel.IsPlumtree", "false"),
        ("carousel.Outcome", "N"),
        ("carousel <> 0", "true"),
        ("carousel < 2", "true"),
        ("carousel - carousel == 0", "false"),
        ("carousel + 1 > carousel", "true"),
        ("2*carousel == carousel + carousel", "true"),
        ("{carousel|-2} |> -2", "true"),
    ] {
        assert_eq!(line(&mut session, text), expected, "{text}");
    }
    let mut wrong = Vec::new();
    for (text, part) in [
        ("over.Birthday", "has no birthday"),
        ("over.StopCount", "infinitely many"),
        ("over.AtomicWeight", "for short games only"),
        ("over.LeftStopMover", "play continues"),
        ("{0,pass|0,pass}.NimValue", "not a nimber"),
        ("over.LeftWall", "below temperature 0"),
        ("over.NortonProduct(2)", "from the end of play backwards"),
        ("over.IsDicot", "does not determine misère play"),
        ("over.Freeze", "short games only"),
        ("{on|-1}.Mean", "has no mean"),
        ("({2|1} & -2*).Mean", "two sides"),
        ("{on|-1}.ReducedCanonicalForm", "no short game was found that differs"),
        ("dud.ReducedCanonicalForm", "two sides"),
        ("(over & ^).WinningMoves", "two sides"),
        ("dud.WinningMoves", "two sides"),
        ("over.MisereWinningMoves", "games without loops"),
        ("dud.LeftStop", "two sides"),
        ("(over & 0).Options", "two sides"),
        ("carousel.Degree", "asked of stoppers"),
        ("carousel.Onside", "the onside of this loopy game equals no stopper"),
        ("carousel.Offside", "the offside of this loopy game equals no stopper"),
    ] {
        let found = line(&mut session, text);
        if !found.starts_with("error") || !found.contains(part) {
            wrong.push(format!("{text}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Values of Fox and Geese: those of CGSuite's table for geese on row 3; the tiniest game of all, which
/// appears at height 8, that is the sum of the geese's ranks counted from 0 (Siegel, "Fox and Geese
/// Museum", 2003; Winning Ways, chapter 20).
#[test]
fn geese_have_the_published_values() {
    let mut session = Session::new();
    let row = "(3,1),(3,3),(3,5),(3,7)";
    for (geese, fox, expected) in [
        (row, "2,4", "2"),
        (row, "2,6", "3*"),
        (row, "1,5", "{4|3||2}"),
        ("(1,1),(3,5),(4,6),(4,8)", "3,7", "Tiny(on)"),
        ("(1,3),(3,5),(4,2),(4,4)", "3,3", "Tiny(on)"),
    ] {
        let text = format!("fox_and_geese({{{geese}}}, ({fox})).GameValue");
        assert_eq!(line(&mut session, &text), expected, "{text}");
    }
}

/// Loopy nimbers, and copies of up as Winning Ways writes them, are read.
#[test]
fn what_others_write_is_read() {
    let mut session = Session::new();
    for (text, expected) in [
        ("∞{0} == {0,pass|0,pass}", "true"),
        ("∞{0,2}+*3 == {0,*2,pass|0,*2,pass}+*3", "true"),
        ("∞{} == dud", "true"),
        ("3.^", "^3"),
        ("2.^*", "^^*"),
        ("-3.v*2", "^3*2"),
    ] {
        assert_eq!(line(&mut session, text), expected, "{text}");
    }
    for (text, part) in [
        ("∞{0|1}", "same options for both"),
        ("∞{^}", "must be a number"),
        ("on{0}", "cannot be a label"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
}

/// Random games with loops as text.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3_i32..4).prop_map(|n| n.to_string()),
        (-5_i32..6).prop_map(|m| format!("({m}/2)")),
        (0_u32..4).prop_map(|n| format!("*{n}")),
        Just("^".to_owned()),
        Just("v*".to_owned()),
        Just("pass".to_owned()),
        Just("a".to_owned()),
        Just("over".to_owned()),
        Just("on".to_owned()),
    ];
    let inner = leaf.prop_recursive(3, 12, 3, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..3).prop_map(|items| items.join(","));
        (side(), side()).prop_map(|(left, right)| format!("{{{left}|{right}}}"))
    });
    let side = move || prop::collection::vec(inner.clone(), 0..3).prop_map(|v| v.join(","));
    (side(), side()).prop_map(|(left, right)| format!("a{{{left}|{right}}}"))
}

/// A random hot game of switches, with numbers and what is infinitesimally close to them at the ends,
/// all between these two; and the same with the numbers alone.
fn hot(low: i32, high: i32, depth: u32) -> BoxedStrategy<(String, String)> {
    let leaf = (low..=high, 0..6usize).prop_map(|(n, kind)| {
        let beside = ["{#|pass}", "{pass|#}", "#", "(#+*)", "(#+upon)", "(#+Tiny(over))"][kind];
        (beside.replace('#', &format!("({n})")), format!("({n})"))
    });
    if depth == 0 {
        return leaf.boxed();
    }
    let half = (low + high) / 2;
    let inner = (hot(half + 1, high, depth - 1), hot(low, half - 1, depth - 1));
    let node = inner.prop_map(|(left, right)| {
        (format!("{{{}|{}}}", left.0, right.0), format!("{{{}|{}}}", left.1, right.1))
    });
    prop_oneof![1 => leaf, 3 => node].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The mean is that of its copies: four of them stay within the width of the game of four times
    /// the mean. Mean and temperature are those of the game in which numbers stand in place of
    /// what is infinitesimally close to them, and the temperature that of a short game if it is hot.
    #[test]
    fn means_are_those_of_copies((loopy, short) in hot(-8, 8, 3)) {
        let mut session = Session::new();
        line(&mut session, &format!("g := {loopy}"));
        line(&mut session, &format!("h := {short}"));
        let mean = line(&mut session, "g.Mean");
        prop_assert_eq!(&mean, &line(&mut session, "h.Mean"), "{}", loopy);
        if line(&mut session, "g.IsNumberish") == "false" {
            prop_assert_eq!(line(&mut session, "g.Temperature"), line(&mut session, "h.Temperature"));
        }
        let within = format!("4*g < 4*({mean}) + 20 and 4*g > 4*({mean}) - 20");
        let budget = Budget::unlimited().with_steps(300_000);
        if let Ok(found) = session.line(&within, Style::Plain, &budget) {
            prop_assert_eq!(found, "true", "{}", loopy);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is printed is read back as the same value; sums and ordinal sums of it too.
    #[test]
    fn printed_loopy_values_read_back(first in expression(), second in expression()) {
        let mut session = Session::new();
        let budget = Budget::unlimited().with_steps(3_000_000);
        for source in [
            first.clone(),
            format!("{first} + {second}"),
            format!("({first}):({second})"),
            format!("*:({second})"),
            format!("({first}).Onside.LeftOptions"),
            format!("({first}).Offside.Followers"),
        ] {
            let Ok(Some(value)) = session.evaluate(&source, &budget) else { continue };
            let mut texts = Vec::new();
            for style in [Style::Plain, Style::Ascii, Style::Unicode] {
                let Ok(found) = session.text(&value, style, &budget) else { continue };
                if texts.contains(&found) {
                    continue;
                }
                let again = session.line(&found, style, &Budget::unlimited());
                let again = again.unwrap_or_else(|error| error.to_string());
                prop_assert_eq!(&again, &found, "{}", source);
                texts.push(found);
            }
        }
    }

    /// An ordinal sum with a loopy top is that of the definition, on both sides: a move in the
    /// base ends the top. The base has the options that its canonical form has.
    #[test]
    fn ordinal_sums_are_those_of_the_graphs(top in expression(), base in 0..6usize) {
        let mut session = Session::new();
        let budget = Budget::unlimited().with_steps(3_000_000);
        let (base, left, right) = [
            ("*", "0", "0"),
            ("1", "0", ""),
            ("^", "0", "*"),
            ("+-1", "1", "-1"),
            ("*2", "0,*", "0,*"),
            ("{on|0}", "on", "0"),
        ][base];
        let Ok(found) = session.line(&format!("({base}):({top})"), Style::Plain, &budget) else {
            return Ok(());
        };
        // The same graph by hand: every position of the top gets the options of the base.
        let mut by_hand = String::new();
        for (at, letter) in top.char_indices() {
            by_hand.push(letter);
            let next = top[at + 1..].chars().next();
            let more = match letter {
                '{' => left,
                '|' => right,
                _ => continue,
            };
            by_hand += more;
            if !more.is_empty() && !matches!(next, Some('|' | '}')) {
                by_hand.push(',');
            }
        }
        // Only where all that the top is made of is written in braces.
        if top.chars().any(|c| "0123456789*^voern(/".contains(c)) {
            return Ok(());
        }
        let expected = session.line(&by_hand, Style::Plain, &budget);
        if let Ok(expected) = expected {
            prop_assert_eq!(found, expected, "({}):({}) by hand {}", base, top, by_hand);
        }
    }
}

/// A sum is the same in either order, also where a position stands beside a loopy value.
#[test]
fn sums_of_positions_and_loopy_values() {
    let mut session = Session::new();
    for (text, expected) in [
        ("on + kayles(3)", "on"),
        ("kayles(3) + on", "on"),
        ("over + kayles(3) + kayles(2)", "over"),
        ("(on + kayles(3)).Outcome", "L"),
        ("nim(1) + nim(1) == 0", "true"),
        ("nim(1) + nim(1) === 0", "false"),
        ("nim(1) + nim(1) === '{*|*}'", "true"),
        ("(nim(1) + nim(1)):*", "*2"),
        ("(game.grid.Domineering(\"..|..|.#|.#\") ConjunctiveSum *2).CanonicalForm", "{1|0,*}"),
    ] {
        assert_eq!(line(&mut session, text), expected, "{text}");
    }
}
