//! Maps, variables that change, loops, and smaller things that worksheets of CGSuite use.

use std::collections::BTreeMap;

use upstar_core::Budget;
use upstar_lang::{LangError, Session, Style, is_incomplete, line_names};

fn check(session: &mut Session, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let found = match session.line(text, Style::Plain, &Budget::unlimited()) {
            Ok(found) => found,
            Err(error) => format!("error: {}", error.render(text)),
        };
        match expected.strip_prefix("error: ") {
            Some(part) => {
                assert!(found.starts_with("error: ") && found.contains(part), "{text}: {found}");
            }
            None => assert_eq!(found, *expected, "{text}"),
        }
    }
}

#[test]
fn maps() {
    check(
        &mut Session::new(),
        &[
            ("m := {7 => 9, 4 => ^, \"k\" => 1/2}", "{4 => ^, 7 => 9, \"k\" => 1/2}"),
            ("m[4]", "^"),
            ("m[2+2] + m[\"k\"]", "1/2^"),
            ("m[{3|5}]", "^"),
            ("m.Size", "3"),
            ("m.Keys", "{4,7,k}"),
            ("m.Values", "[^,9,1/2]"),
            ("m.Updated(4, 0)[4]", "0"),
            ("m[4]", "^"),
            ("m.ContainsKey(5)", "false"),
            ("[e.Key for e in m where e.Value > 1/4]", "[7,k]"),
            ("{e.Value => e.Key for e in m}", "{1/2 => \"k\", 9 => 7, ^ => 4}"),
            ("m.Filter(e -> e.Value == 9)", "{7 => 9}"),
            ("m.Filter(e -> false) == {=>}", "true"),
            ("{=>}.Updated(1, 2)", "{1 => 2}"),
            ("{1 => 2, 1+0 => 3}", "{1 => 3}"),
            ("{1/3 => 1, 2/6 => 2, (1,2) => 3}", "{(1,2) => 3, 1/3 => 2}"),
            ("x := 3; {x => x^2, x + 1 => x}", "{3 => 9, 4 => 3}"),
            (
                "{x => {y => x*y for y from 1 to 2} for x from 1 to 2}",
                "{1 => {1 => 1, 2 => 2}, 2 => {1 => 2, 2 => 4}}",
            ),
            ("{1 => 2, 3 => *} == {3 => *, 1 => 2}", "true"),
            ("{1 => 2} == {1 => 3}", "false"),
            ("(k -> {k => -k})(5)", "{5 => -5}"),
            ("m is Map and m is Collection and not (m is Set)", "true"),
            ("m[5]", "error: no key 5"),
            ("{1 => 2, 3}", "error: entries `key => value` only"),
            ("{1 => 2|3}", "error: an entry of a map"),
            ("{1 => 2 => 3}", "error: expected an operator"),
            ("{1 => }", "error: expected an expression"),
            ("{a => 1}", "error: no variable is called `a`"),
            ("[1 => 2]", "error: expected an operator"),
            ("1.Keys", "error: expected a map"),
            ("m + 1", "error: "),
        ],
    );
}

#[test]
fn blocks_and_loops() {
    let mut session = Session::new();
    check(
        &mut session,
        &[
            ("begin var s := 4; while s < 348 do s := s+s+1; end; s end", "639"),
            ("begin 1; 2; 3 end", "3"),
            ("begin 1; 2; end", "2"),
            ("begin end", "Nothing"),
            ("2 * begin var x := 3; x + 1 end", "8"),
            (
                "f(n) := begin var a := 1; for k from 2 to n do a := a*k end; a end; f(20)",
                "2432902008176640000",
            ),
            (
                "collatz(n) := begin var c := 0; while n != 1 do if n.IsEven then n := n/2; else n := 3*n+1 \
                 end; c := c + 1; end; c end; collatz(27)",
                "111",
            ),
            (
                "s := 0; for x in [1,2,3] for y from x to 3 where x != y do s := s + x*y end; s",
                "11",
            ),
            ("t := 1; while t < 100 do t := 2*t end; t", "128"),
            ("t", "128"),
            ("var u := 5", "5"),
            ("begin u := u + 1; var u := 0; u := 7 end", "7"),
            ("u", "6"),
            ("begin var g := x -> x + 1; g(2) end", "3"),
            ("begin if 1 < 2 then var p := 1; p + 1 else 0 end end", "2"),
            (
                "begin var m := {=>}; for k from 1 to 3 do m := m.Updated(k, *k) end; m end",
                "{1 => *, 2 => *2, 3 => *3}",
            ),
            (
                "HeapRuleset(h -> begin var l := []; var k := 1; while k <= h do l := l Concat [[h-k]]; k := 2*k; end; l end).NimValueSequence(7)",
                "[1,2,0,1,2,0,1]",
            ),
            ("while 2 < 1 do end", "Nothing"),
            ("if 1 < 2 then end", "Nothing"),
            ("if 1 < 2 then 3 else 4; 5", "5"),
            ("let a := 2 in begin var b := a; b := b + a; b end", "4"),
            // What fails has no effect.
            ("begin t := 0; 1/0 - 1/0 end", "error: "),
            ("t", "128"),
            ("while true do 1", "error: expected `end`"),
            ("while true", "error: expected `do`"),
            ("while 3 do 1 end", "error: after `while` is true or false"),
            ("begin var s := 1; s", "error: expected `end`"),
            ("begin var s; s end", "error: expected a name and `:=` after `var`"),
            ("begin if := 3; 2 end", "error: "),
            ("h(x) := begin y := x; y end; h(2)", "error: `y` is not a variable of this function"),
            ("for n from 1 do n end", "error: this list has no end"),
            ("begin 1 end end", "error: "),
            ("end", "error: "),
            ("while := 3", "error: reserved"),
            ("begin (1; 2) end", "error: `;` is not allowed here"),
            ("[begin var q := 2; q^2 end, 3]", "[4,3]"),
        ],
    );
    let deep = format!("{}1{}", "begin ".repeat(40), " end".repeat(40));
    check(&mut session, &[(deep.as_str(), "error: at most 30 deep")]);
    let open = "begin ".repeat(20_000);
    assert!(session.line(&open, Style::Plain, &Budget::unlimited()).is_err());
}

#[test]
fn loops_obey_the_budget() {
    for text in ["while true do end", "begin var x := 0; while true do x := x + 1; end end"] {
        let budget = Budget::unlimited().with_steps(100_000);
        let found = Session::new().line(text, Style::Plain, &budget);
        assert!(matches!(found, Err(LangError::Exhausted(_))), "{text}: {found:?}");
    }
}

#[test]
fn lines_know_what_loops_change() {
    let names = line_names("begin var s := 0; for k in m do s := s + k; t := s end end").unwrap();
    assert_eq!(names.defines.into_iter().collect::<Vec<_>>(), ["t"]);
    assert!(names.uses.contains("m"));
    let (session, budget) = (Session::new(), Budget::unlimited());
    let text = "a := 1; while a < 9 do a := a + a; b := a end";
    let found = session.evaluate_line(&BTreeMap::new(), text, 1, &budget).unwrap();
    let names: Vec<&str> = found.defined.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(session.evaluate_with(&BTreeMap::new(), "begin a := 1 end", &budget).is_err());
    for text in
        ["begin 1;", "while a do", "begin var x := 1", "for x in [1] do", "begin if a then b"]
    {
        assert!(is_incomplete(text), "{text}");
    }
    for text in ["begin 1 end", "begin )", "while true do end", "x := 1"] {
        assert!(!is_incomplete(text), "{text}");
    }
}

#[test]
fn lists_pairs_and_kinds() {
    check(
        &mut Session::new(),
        &[
            ("[3,4,5].Tail", "[4,5]"),
            ("[3].Tail", "[]"),
            ("[].Tail", "error: empty list"),
            ("[[1,2],[[3]],4,(5,6),{7}].Flattened", "[1,2,[3],4,(5,6),7]"),
            ("\"a.b.c\".Replace(\".\", \"->\")", "a->b->c"),
            ("[1,*,1].Replace(1, ^)", "[^,*,^]"),
            ("(1,8).Swap", "(8,1)"),
            ("Coordinates.Southeast", "(1,1)"),
            ("(3,4) + Coordinates.North + Coordinates.West", "(2,3)"),
            ("{1,2} is Collection and [1] is Collection and not ((1,2) is Map)", "true"),
            ("over is Pseudonumber and 3 is Pseudonumber and not (^ is Pseudonumber)", "true"),
            ("^*3 is Uptimal and not ({2|1} is Uptimal)", "true"),
            ("omega is GeneralizedOrdinal and not (1/omega is GeneralizedOrdinal)", "true"),
            ("(on + off) is StopperSidedValue and not ((on + off) is CanonicalStopper)", "true"),
            ("(1,2) is Coordinates and not ([1,2] is Coordinates)", "true"),
            ("NimSum(1,2,3)", "0"),
            ("NimSum([5,9])", "12"),
            ("NimSum(*2,*4,*)", "*7"),
            ("'0'", "0"),
            ("'0':* == *", "true"),
            ("'1", "error: expected `{` after the quote"),
        ],
    );
}

#[test]
fn infinity() {
    check(
        &mut Session::new(),
        &[
            ("-6/0", "-inf"),
            ("6/0", "inf"),
            ("(1/3)/0 + 5", "inf"),
            ("omega/0", "inf"),
            ("sqrt(2)/0", "inf"),
            ("1/0 - 1/0", "error: not defined"),
            ("0/0", "error: 0/0 has no value"),
            ("5 % 0", "error: division by zero"),
            ("5.Div(0)", "error: division by zero"),
            ("*2 / 0", "error: division by zero"),
            ("inf.OutcomeClass", "L"),
            ("(-inf).OutcomeClass", "R"),
            ("(-inf).Abs + inf.Sign", "inf"),
            ("inf > omega", "true"),
        ],
    );
}

#[test]
fn rulesets_are_joined() {
    check(
        &mut Session::new(),
        &[
            ("r := subtraction([1]).Join(subtraction([3,4]))", "join(\"0.3\",\"0.0033\")"),
            ("r.NimValueSequence(12) == subtraction([1,3,4]).NimValueSequence(12)", "true"),
            ("kayles.Join(nim)(3) + r(2)", "*3"),
            (
                "s := kayles.Join(HeapRuleset(n -> [n-k for k in [5] where k <= n]))",
                "HeapRuleset(h -> kayles.HeapOptions(h) Concat HeapRuleset(n -> [n-k for k in [5] where \
                 k <= n]).HeapOptions(h))",
            ),
            ("s.HeapOptions(5)", "[[4],[1,3],[2,2],[3],[1,2],[]]"),
            ("kayles.Join(3)", "error: expected the name of a game"),
            ("kayles.Join(domineering)", "error: impartial game on heaps"),
        ],
    );
}

/// The parts, heated, make up the game.
#[test]
fn thermal_dissociation() {
    let mut session = Session::new();
    check(
        &mut session,
        &[
            ("(1 + v.Heat(1) + (*).Heat(2)).ThermalDissociation", "[(*,2),(v,1)]"),
            ("(1 + v.Heat(1) + (*).Heat(2)).Mean", "1"),
            ("3.ThermalDissociation", "[]"),
            ("(^ + *2).ThermalDissociation", "[(^*2,0)]"),
            ("over.ThermalDissociation", "error: short games only"),
        ],
    );
    for game in [
        "{3||2|1}",
        "{5|2||-1|{-2|-9}}",
        "+-{3,{4|1}}",
        "{2|*}",
        "{7|3||2,{5|^}|||-4}",
        "+-1+{3|^}",
    ] {
        let parts = format!("({game}).ThermalDissociation");
        let text = format!(
            "({game}).Mean + Sum(p[1].Heat(p[2]) for p in {parts}) == {game} and \
             {parts}.Filter(p -> not p[1].IsInfinitesimal).Size == 0"
        );
        check(&mut session, &[(text.as_str(), "true")]);
    }
}
