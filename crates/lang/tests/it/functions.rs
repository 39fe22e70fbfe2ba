//! Functions, arguments with names, pairs, graphs, games by themselves.

use std::collections::BTreeMap;

use upstar_core::Budget;
use upstar_lang::{Session, Style};

pub(crate) fn line(session: &mut Session, text: &str) -> String {
    match session.line(text, Style::Plain, &Budget::unlimited().with_steps(2_000_000)) {
        Ok(found) => found,
        Err(error) => format!("error: {}", error.render(text)),
    }
}

/// What repeats at the end of the values of a game is no period of it.
#[test]
fn games_without_a_period_have_none() {
    let mut session = Session::new();
    for options in [
        "[k for k in [n-1,n/2] where k.IsInteger and k >= 0 and k < n]",
        "[k for k in [n-1,n.Div(2)] where k >= 0 and k < n]",
        "[k for k in [n-n.Div(2)] where k < n]",
        "[k for k in [n-1,n-2,n.Div(2)] where k >= 0 and k < n]",
        "[k for k in [n.Div(2),n.Div(3)] where k < n]",
        "[k for k in [n-1,n.Div(3)] where k >= 0 and k < n]",
    ] {
        for heaps in [10, 30, 50, 100, 200, 300] {
            let text = format!("HeapRuleset(n -> {options}).CheckPeriodicity({heaps})");
            assert_eq!(line(&mut session, &text), "Nothing", "{text}");
        }
    }
    let text = "HeapRuleset(n -> [n-k for k in [2,3,7] where k^2 <= n^2]).CheckPeriodicity(60)";
    let found = line(&mut session, text);
    assert_eq!(found, "Periodicity(Period => 5, Preperiod => 0, Saltus => 0, ObservedTo => 60)");
    assert_eq!(line(&mut session, &found), found);
    assert_eq!(line(&mut session, &format!("({found}).Observed")), "true");
    let proved = "subtraction([2,3,7]).CheckPeriodicity(100)";
    assert_eq!(line(&mut session, &format!("({proved}).Observed")), "false");
    assert_eq!(line(&mut session, &format!("({proved}) == ({found})")), "false");
}

#[test]
fn laws_say_what_they_are() {
    let mut session = Session::new();
    for (text, expected) in [
        ("kayles.Law", "G(n+12) = G(n) for n >= 71; proved (Guy-Smith)"),
        (
            "HeapRuleset(n -> [n-k for k from 1 to n.Div(2)]).Law(300)",
            "G(2n) = n, G(2n+1) = G(n); proved (a share of the heap may be taken, Levine 2006)",
        ),
        ("[n % 5 + n.Div(5) for n from 0 to 99].Law", "G(n+5) = G(n)+1; observed to 99"),
        ("[n^2 for n from 0 to 99].Law", "Nothing"),
        ("wythoff.Law", "error: wythoff is not an impartial game in normal play"),
    ] {
        let found = line(&mut session, text);
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn functions_are_called_and_remember_what_is_around_them() {
    let mut session = Session::new();
    for (text, expected) in [
        ("k -> k^2", "k -> k^2"),
        ("(k -> k^2)(5)", "25"),
        ("((a, b) -> a - b)(5, 3)", "2"),
        ("((a, b) -> a - b)(b => 5, a => 3)", "-2"),
        ("(() -> 7)()", "7"),
        ("(x -> y -> x + y)(3)(4)", "7"),
        ("f := k -> k^2 + 1", "k -> k^2 + 1"),
        ("f(4)", "17"),
        ("f(k => 2)", "5"),
        ("[f(n) for n from 1 to 3]", "[2,5,10]"),
        ("[1..3].Apply(f)", "[2,5,10]"),
        ("Apply([1..3], f)", "[2,5,10]"),
        ("{1,2}.Apply(x -> x + *)", "{1*,2*}"),
        ("[1..9].Filter(n -> n % 3 == 0)", "[3,6,9]"),
        ("[1..9].Count(n -> n > 4 and n < 8)", "3"),
        ("[*,^,1,{1|0}].Count(g -> g > 0)", "2"),
        // What a name is called within a function is its own.
        ("k := 10", "10"),
        ("[k + g(1) for g in [k -> k + 1, (x -> k + x)]]", "[12,21]"),
        // Names around a function keep their values, variables have those of the call.
        ("adders := [x -> x + n for n from 1 to 3]", "[x -> x + n,x -> x + n,x -> x + n]"),
        ("[a(10) for a in adders]", "[11,12,13]"),
        ("above := x -> x + k", "x -> x + k"),
        ("k := 20", "20"),
        ("above(1)", "21"),
        ("twice := (h, x) -> h(h(x))", "(h, x) -> h(h(x))"),
        ("twice(f, 1)", "5"),
        ("twice(x -> x + *2, 0)", "0"),
        ("kayles.NimValueSequence(5).Apply(u -> [u]).Size", "5"),
        ("domineering(\"2x2\").Options(Left).Apply(g -> g.CanonicalForm)", "[1,1]"),
    ] {
        assert_eq!(line(&mut session, text), expected, "{text}");
    }
    for (text, part) in [
        ("f(1, 2)", "takes 1 argument, found 2"),
        ("f(m => 2)", "no argument `m`"),
        ("((a, b) -> a)(1, a => 2)", "no argument `a` that is still free"),
        ("(1/2)(3)", "a function or a game without a position is called"),
        ("f()", "takes 1 argument, found 0"),
        ("(left -> 1)", "cannot be an argument"),
        ("((a, a) -> 1)", "two arguments are called `a`"),
        ("3 -> 4", "before `->` stands a name"),
        ("a => 3", "`=>` gives an argument of a call by its name"),
        ("[1,2].Apply(3)", "expected a function"),
        ("[1,2].Filter(x -> x)", "a condition must be true or false"),
        ("k -> ", "expected an expression"),
        ("f := 1 + (x -> x)", "found a function"),
        ("Mean(g => 1)", "have no names"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
}

/// An error in a function of another line is shown at its call.
#[test]
fn errors_in_functions_have_a_place() {
    let mut session = Session::new();
    line(&mut session, "inverse := k -> 1 % (k - 2)");
    let found = line(&mut session, "1 + inverse(2)");
    assert!(found.contains("division by zero\n  1 + inverse(2)\n      ^^^^^^^"), "{found}");
    let found = line(&mut session, "(k -> 1 % (k - 2))(2)");
    assert!(found.contains("\n  (k -> 1 % (k - 2))(2)\n        ^"), "{found}");
}

/// Functions within functions, and such that call themselves: bounded in depth, never a stack
/// overflow.
#[test]
fn functions_do_not_go_on_for_ever() {
    let mut session = Session::new();
    line(&mut session, "f := k -> f(k + 1)");
    assert!(line(&mut session, "f(0)").contains("at most 10000 deep"));
    line(&mut session, "g := k -> g(k) + g(k)");
    assert!(line(&mut session, "g(0)").starts_with("error"));
    line(&mut session, "h := k -> [h(i) for i in [k,k]]");
    assert!(line(&mut session, "h(0)").starts_with("error"));
    let deep = format!("{}1", "k -> ".repeat(40));
    assert!(line(&mut session, &deep).contains("at most 30 deep"));
    let open = "(k -> ".repeat(20_000);
    assert!(line(&mut session, &open).starts_with("error"));
    for text in [
        format!("[1{}]", " for a in [1]".repeat(50_000)),
        format!("{}1{}", "(a ? ".repeat(50_000), ") -> 1".repeat(50_000)),
        format!("{}1", "if true then ".repeat(50_000)),
        format!("{}1", "if ".repeat(50_000)),
        format!("if true then 1 {}", "else if true then 1 ".repeat(50_000)),
        format!("{}1", "let a := 1 in ".repeat(50_000)),
        format!("{}1", "let a := ".repeat(50_000)),
        format!("{}1", "for a in ".repeat(50_000)),
    ] {
        assert!(line(&mut session, &text).starts_with("error"), "{}", &text[..20]);
    }
    let chain = format!("if false then 0 {}else 7", "elseif false then 1 ".repeat(50_000));
    assert_eq!(line(&mut session, &chain), "7");
    // A function that remembers a function that remembers a function.
    line(&mut session, "wrap := h -> (x -> h)");
    line(&mut session, "g := wrap(1)");
    let mut last = String::new();
    for _ in 0..60 {
        last = line(&mut session, "g := wrap(g)");
    }
    assert!(last.contains("at most 50 deep"), "{last}");
}

#[test]
fn conditions_names_and_lists_within_lists() {
    let mut session = Session::new();
    for (text, expected) in [
        ("f(n) := if n == 0 then 1 else n*f(n-1); f(20)", "2432902008176640000"),
        ("depth(n) := if n == 0 then 0 else 1 + depth(n-1) end; depth(3000)", "3000"),
        ("def g(x, y ? x + 1) := [x,y]; [g(1), g(1,5), g(y => 2, x => 7)]", "[[1,2],[1,5],[7,2]]"),
        ("g", "(x, y ? x + 1) -> [x,y]"),
        ("[if n < 3 then 0 elseif n == 3 then * else n for n from 2 to 4]", "[0,*,4]"),
        // `else` and `end` belong to the innermost `if`.
        ("if 1 < 2 then if 2 < 1 then 5 else 6 end else 7 end", "6"),
        ("if 2 < 1 then if 1 < 2 then 5 else 6 end else 7", "7"),
        ("1 + (if 2 < 1 then 3)*0", "error: expected a number"),
        ("let x := 3 in let y := x + 1 in x*y", "12"),
        ("[let q := n^2 in q + q for n from 1 to 3]", "[2,8,18]"),
        ("[x*y for x from 1 to 3 where x != 2 for y in [1,2]]", "[1,2,3,6]"),
        ("[n for n from 1 while n^2 < 20 where n.IsOdd]", "[1,3]"),
        ("{x+y for x in {0,*} for y in {0,^}}", "{0,*,^,^*}"),
        ("Sum(n^2 for n from 1 to 4)", "30"),
        ("Max(n % 3 for n from 1 to 4)", "2"),
        ("for x from 1 to 3 yield x yield -x end", "[1,-1,2,-2,3,-3]"),
        (
            "[3 is Integer, 1/2 is Integer, 1/3 is CanonicalShortGame, over is CanonicalStopper]",
            "[true,false,false,true]",
        ),
        ("h(n as Integer) := n + 1; h(4)", "5"),
        ("a := 1; b := a + 1; a + b", "3"),
        ("[3,1,2].Min + Max([4,9])", "10"),
        ("[5,6,7,8].Sublist(2,3) Concat [*]", "[6,7,*]"),
        ("(4,-2) - (6,9)", "(-2,-11)"),
    ] {
        let found = line(&mut session, text);
        match expected.strip_prefix("error: ") {
            Some(_) => assert!(found.starts_with("error: "), "{text}: {found}"),
            None => assert_eq!(found, expected, "{text}"),
        }
    }
    for (text, expected) in [
        ("h(1/2)", "`n` must be of the kind Integer, found a number"),
        ("if 1 then 2", "what stands after `if` is true or false"),
        ("if 1 < 2", "expected `then`"),
        ("let x := 2", "expected `in`"),
        ("for n from 1 to 3 yield n", "expected `end`"),
        ("[n for n from 1]", "expected `to`"),
        ("[n for n from 1 where n > 2]", "expected `to`"),
        ("1 is Foo", "the kinds are Integer"),
        ("f(x, x) := 1", "two arguments are called `x`"),
        ("f(x ? 1, y) := 1", "`y` needs a value too"),
        ("if := 3", "is reserved"),
        ("def f := 3", "expected a name and its arguments"),
        ("Error(\"no such heap\")", "no such heap"),
    ] {
        let found = line(&mut session, text);
        assert!(found.contains(expected), "{text}: {found}");
    }
    // Of a line with an error nothing is kept.
    assert!(line(&mut session, "a := 7; nonsense").starts_with("error"));
    assert_eq!(line(&mut session, "a"), "1");
}

/// Games made of functions are the games that they describe.
#[test]
fn games_made_of_functions() {
    let mut session = Session::new();
    let kayles =
        "HeapRuleset(n -> [[k,n-1-k] for k from 0 to n-1] Concat [[k,n-2-k] for k from 0 to n-2])";
    line(&mut session, &format!("made := {kayles}"));
    for question in ["NimValueSequence(40)", "GameValueSequence(12)", "HeapNimValue(17)"] {
        let found = line(&mut session, &format!("made.{question}"));
        assert_eq!(found, line(&mut session, &format!("kayles.{question}")), "{question}");
    }
    assert_eq!(line(&mut session, "made(7) + kayles(7)"), "0");
    let misere = "[made(n).Genus for n from 0 to 12] == [kayles(n).Genus for n from 0 to 12]";
    assert_eq!(line(&mut session, misere), "true");
    let wythoff = "CoordinateRuleset((a,b) -> [(k,b) for k from 0 to a-1] Concat [(a,k) for k from 0 to \
                   b-1] Concat [(a-k,b-k) for k from 1 to a Min b])";
    let table = line(&mut session, &format!("{wythoff}.NimValueTable(9,9)"));
    assert_eq!(table, line(&mut session, "wythoff.NimValueTable(9,9)"));
    let partizan = "PartizanHeapRuleset(n -> [n-k for k in [1,2] where k <= n], n -> [n-k for k in [1,3] where k <= n])";
    let sequence = line(&mut session, &format!("{partizan}.GameValueSequence(12)"));
    let known = "partizan_subtraction(\"1,2\",\"1,3\").GameValueSequence(12)";
    assert_eq!(sequence, line(&mut session, known));
    // The text of a position is read back, with what the function uses.
    line(&mut session, "s := {1,3}");
    line(&mut session, "r := HeapRuleset(n -> [n-k for k in s where k <= n])");
    line(&mut session, "s := {2}");
    assert_eq!(line(&mut session, "r.NimValueSequence(4)"), "[1,0,1,0]");
    // Positions have the name of the variable, and the game has its functions.
    let text = line(&mut session, "[r(5)]");
    assert_eq!(text, "[r(5)]");
    let text = line(&mut session, "r").replace(')', ")(5)");
    assert_eq!(text, "HeapRuleset(let s := [1,3] in n -> [n-k for k in s where k <= n])(5)");
    let text = line(&mut session, &format!("[{text}]"));
    assert_eq!(text, "[HeapRuleset(let s := [1,3] in n -> [n-k for k in s where k <= n])(5)]");
    assert_eq!(line(&mut session, &text), text);
    line(&mut session, "c := 2; f(n) := [n-c, \"x\", n]; few(n) := f(n).Sublist(1,1)");
    let text = line(&mut session, "[HeapRuleset(n -> few(n).Filter(k -> k >= 0))(5)]");
    assert!(text.contains("let c := 2 in let f := n -> "), "{text}");
    assert_eq!(line(&mut session, &text), text);
    assert_eq!(line(&mut session, &format!("{text}[1].NimValue")), "0");
    let found =
        line(&mut session, "HeapRuleset(n -> [n-k for k in s where k <= n]).NimValueSequence(4)");
    assert_eq!(found, "[0,1,1,0]");
    assert_eq!(
        line(&mut session, "r.CheckPeriodicity(40)"),
        "Periodicity(Period => 2, Preperiod => 0, Saltus => 0, ObservedTo => 40)"
    );
    for (text, expected) in [
        ("HeapRuleset(n -> [n])(3).NimValue", "heaps must get smaller"),
        ("HeapRuleset(n -> [[]])(0).Options", "a heap of 0 has none"),
        ("HeapRuleset(n -> [n-9])(3).NimValue", "from 0 to"),
        ("HeapRuleset(n -> n)(3).NimValue", "expected a list of options"),
        ("HeapRuleset(n -> [m])(3).NimValue", "no variable is called `m`"),
        ("HeapRuleset((a,b) -> [a])", "a function of 1 number"),
        ("t := *; HeapRuleset(n -> [t])", "`t` is a game"),
        ("CoordinateRuleset((a,b) -> [(b,a)])((1,2)).NimValue", "play might not end"),
        ("CoordinateRuleset((a,b,c) -> [(b,c,a)])(1,2,3).NimValue", "play might not end"),
        ("CoordinateRuleset((a,b,c) -> [(a,b)])(1,2,3).NimValue", "a list of 3 numbers"),
        ("CoordinateRuleset((a,b,c) -> [])(1,2).NimValue", "has 3 numbers, not 2"),
        ("CoordinateRuleset((a,b,c,d,e,f,g,h,i) -> [])", "a function of 2 numbers"),
        ("PartizanCoordinateRuleset((a,b,c) -> [], (a,b) -> [])", "a function of 3 numbers"),
        ("HeapRuleset(n -> [Sum(k for k from 1 to 10^7)])(3).NimValue", "step budget"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(expected), "{text}: {found}");
    }
}

/// Games on three numbers against the definition of the Grundy value.
#[test]
fn games_on_three_numbers() {
    type Moves = fn([i64; 3]) -> Vec<[i64; 3]>;
    let nim: Moves = |[a, b, c]| {
        let first = (0..a).map(|x| [x, b, c]).chain((0..b).map(|y| [a, y, c]));
        first.chain((0..c).map(|z| [a, b, z])).collect()
    };
    let two_of_three: Moves = |[a, b, c]| {
        let ways = [[a - 1, b - 1, c], [a - 1, b, c - 1], [a, b - 1, c - 1]];
        ways.into_iter().filter(|way| way.iter().all(|&n| n >= 0)).collect()
    };
    // Here the last number grows, and the first two fall in turn.
    let growing: Moves = |[a, b, c]| {
        let first = (a > 0).then_some([a - 1, b + 1, c + 1]);
        first
            .into_iter()
            .chain((b > 0).then(|| [a, b - 1, c + 2]))
            .chain((0..c).map(|z| [a, b, z]))
            .collect()
    };
    for (rules, moves) in [
        (
            "(a,b,c) -> [(x,b,c) for x from 0 to a-1] Concat [(a,x,c) for x from 0 to b-1] Concat [(a,b,x) for x from 0 to c-1]",
            nim,
        ),
        (
            "(a,b,c) -> [(a-x,b-y,c-z) for x from 0 to Min(a,1) for y from 0 to Min(b,1) for z from 0 to Min(c,1) where x+y+z == 2]",
            two_of_three,
        ),
        (
            "(a,b,c) -> [(a-1,b+1,c+1) for k from 1 to Min(a,1)] Concat [(a,b-1,c+2) for k from 1 to Min(b,1)] Concat [(a,b,z) for z from 0 to c-1]",
            growing,
        ),
    ] {
        fn grundy(at: [i64; 3], moves: Moves, known: &mut BTreeMap<[i64; 3], i64>) -> i64 {
            if let Some(&value) = known.get(&at) {
                return value;
            }
            let values: Vec<i64> =
                moves(at).into_iter().map(|to| grundy(to, moves, known)).collect();
            let value = (0..).find(|n| !values.contains(n)).unwrap();
            known.insert(at, value);
            value
        }
        let mut session = Session::new();
        line(&mut session, &format!("g := CoordinateRuleset({rules})"));
        let mut known = BTreeMap::new();
        for at in (0..64).map(|n| [n % 4, n / 4 % 4, n / 16]) {
            let [a, b, c] = at;
            let found = line(&mut session, &format!("g({a},{b},{c}).NimValue"));
            assert_eq!(found, grundy(at, moves, &mut known).to_string(), "{rules}: {at:?}");
        }
        let text = line(&mut session, "[g(1,1,1)]");
        assert_eq!(line(&mut session, &text), text);
    }
    let mut session = Session::new();
    // Left lowers the first number, Right the other two: integers.
    let partizan = "PartizanCoordinateRuleset((a,b,c) -> [(x,b,c) for x from 0 to a-1], (a,b,c) -> [(a,x,c) for x from 0 to b-1] Concat [(a,b,x) for x from 0 to c-1])";
    assert_eq!(line(&mut session, &format!("{partizan}(5,2,1).CanonicalForm")), "2");
}

/// A period of values that is proved from a few heaps holds for more.
#[test]
fn periods_of_partizan_values_go_on() {
    let mut session = Session::new();
    let sets = ["1", "2", "3", "1,2", "1,3", "2,3"];
    let games = sets.iter().flat_map(|left| sets.iter().map(move |right| (left, right)));
    let subtraction =
        games.map(|(left, right)| format!("partizan_subtraction(\"{left}\",\"{right}\")"));
    let codes = ["0.1", "0.2", "0.3", "0.5", "0.7"];
    let games = codes.iter().flat_map(|left| codes.iter().map(move |right| (left, right)));
    let octal =
        games.map(|(left, right)| format!("partizan_take_and_break(\"{left}\",\"{right}\")"));
    let mut proved = 0;
    for game in subtraction.chain(octal) {
        line(&mut session, &format!("g := {game}"));
        let found = line(&mut session, "g.CheckPeriodicity(16)");
        if found == "Nothing" || found.contains("ObservedTo") {
            continue;
        }
        proved += 1;
        line(&mut session, &format!("p := {found}"));
        let holds =
            "{g(n).CanonicalForm == g(n + p.Period).CanonicalForm for n from p.Preperiod to 30}";
        assert_eq!(line(&mut session, holds), "{true}", "{game}: {found}");
    }
    assert!(proved > 10, "{proved}");
}

#[test]
fn games_by_themselves_are_values() {
    let mut session = Session::new();
    for (text, expected) in [
        ("subtraction([1,3])", "subtraction(\"1,3\")"),
        ("r := game.heap.Subtraction([1,3])", "subtraction(\"1,3\")"),
        ("r(4)", "0"),
        ("r((4)).Position", "subtraction(\"1,3\"; 4)"),
        ("r.NimValueSequence(4)", "[1,0,1,0]"),
        ("take_away(k -> 2*k)", "take_away(\"2\")"),
        ("take_away(3/2)", "take_away(\"3/2\")"),
        ("take_away(k -> k^2)(4, 2).Position", "take_away(\"k^2\"; 4,2)"),
        ("a := 3", "3"),
        ("take_away(k -> a*k + 1)", "take_away(\"3k+1\")"),
        ("take_away(k -> Max(k, 5))", "take_away(\"max(k,5)\")"),
        ("gen_wythoff(k -> k + 1)(3, 5) == wythoff(3, 5)", "true"),
        ("gen_wythoff(k -> k + 2)((7,4)) == gen_wythoff(2; 7, 4)", "true"),
        ("gen_mem((m, j) -> j >= m)(7, 2) == mem(7, 2)", "true"),
        ("gen_mem((m, j) -> not j.IsEven)(3, 0).Position", "gen_mem(\"1-(j%2==0)\"; 3,0)"),
        ("k := nim", "nim"),
        ("k(3, 5)", "*6"),
        ("direct_product(kayles, kayles)(2, 2)", "*3"),
        ("kayles.DirectProduct(kayles)(2, 2)", "*3"),
        ("(wythoff)((3,5)) == wythoff(3,5)", "true"),
        ("gen_clobber(directions => Coordinates.Orthogonal)(\"xo\")", "*"),
        ("gen_clobber(directions => [(0,1)])(\"x|o\")", "0"),
        ("gen_clobber(directions => [(1,0)])(\"x|o\")", "1"),
        ("subtraction([1,2], allbut => true)(5).NimValue", "1"),
        ("[subtraction([n], allbut => true)(5).NimValue for n from 1 to 2]", "[2,3]"),
        ("Coordinates.Diagonal", "[(-1,1),(1,1),(1,-1),(-1,-1)]"),
        ("(1,2)", "(1,2)"),
        ("(1,2)[2]", "2"),
        ("(1,2) == [1,2]", "false"),
        ("{(1,2),(3,4),(1,2)}", "{(1,2),(3,4)}"),
        ("subtraction([1,3])()", "0"),
        ("[subtraction(\"1,3\"; )]", "[subtraction(\"1,3\"; )]"),
        ("{N,[1,[*]]}", "{1,*,N}"),
        ("{N,P,N}", "{N,P}"),
        ("{g.Outcome for g in [1,*,2]}", "{L,N}"),
        ("{1,2} == {2,1,1}", "true"),
        ("[N,P].Contains(P)", "true"),
        ("[1,2,2] Union [5,1]", "{1,2,5}"),
        ("{(1,2)} Union {(1,2),(3,4)}", "{(1,2),(3,4)}"),
        ("{1,2,N} Intersection {N,2,3}", "{2,N}"),
        ("{1,2} Intersection {3}", "{}"),
        ("[3,1,2].Sorted(x -> -x)", "[3,2,1]"),
        ("[{1|0},*,5,^].Sorted(g -> g.Mean)", "[*,^,{1|0},5]"),
        ("[(1,3),(2,1)].Sort((p,q) -> p.Col - q.Col)", "[(2,1),(1,3)]"),
        ("[\"b\",\"a\"].Sorted(x -> x)", "[a,b]"),
        ("Path(3) == Graph.Path(3)", "true"),
        ("Cycle(4) == FromEdges([(1,2),(2,3),(3,4),(4,1)])", "true"),
        ("Grid(2,2) == FromAdjacencyList([[2,3],[4],[4],[]])", "true"),
        ("Star(3) == Complete(3)", "false"),
        ("col(Graph.Path(3)).CanonicalForm == col(\"path 3\").CanonicalForm", "true"),
        ("Graph(\"cycle 4\") == Graph.Cycle(4)", "true"),
        (
            "[1,2,3,1,2,3,1,2,3].CheckPeriodicity",
            "Periodicity(Period => 3, Preperiod => 0, Saltus => 0)",
        ),
        (
            "[5,0,2,3,5,6,8].CheckPeriodicity",
            "Periodicity(Period => 2, Preperiod => 1, Saltus => 3)",
        ),
        ("[1,5,2].CheckPeriodicity", "Nothing"),
        ("kayles.CheckPeriodicity(200).Period", "12"),
    ] {
        assert_eq!(line(&mut session, text), expected, "{text}");
    }
    for (text, part) in [
        ("take_away(k -> kayles(k))", "not a formula"),
        ("take_away((a, b) -> a)", "a function of 1 number, found one of 2"),
        ("nim(k -> k)", "not made with a function"),
        ("take_away(k -> q)", "`q` is not a number"),
        ("r(1; 2)", "already has parameters"),
        ("partizan_euclid.CoordinateOptions((5,3))", "options of Left and Right differ"),
        ("Graph.Cycle(2)", "3 vertices or more"),
        ("[1,2].Sorted(3)", "expected a function"),
        ("[0,*].Sorted(x -> x)", "neither is less"),
        ("5 Union 3", "expected a list or a set"),
        ("Path(2,3)", "it is written Graph.Path(n) or Path(n)"),
        ("Graph.Path(10^9)", "at most 1000 vertices"),
        ("Graph.FromAdjacencyList([[3],[1]])", "two different vertices"),
        ("Graph(\"Q\")", "expected"),
        ("grundy.CheckPeriodicity(100).Period", "no period was found"),
        ("gen_fox_and_geese(boardHeight => 4; {(3,1)}, (1,1))", "boardWidth"),
        ("Periodicity(Period => 0, Preperiod => 0, Saltus => 0)", "positive"),
        ("(1,2) + 1", "found a pair"),
        ("{(1,2)|0}", "found a pair"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(part), "{text}: {found}");
    }
}

/// Numbers with more positions than there is time for, where all of them are asked for.
#[test]
fn large_numbers_are_refused_as_graphs() {
    let mut session = Session::new();
    for text in ["{10^30|pass}", "10^30 + over == over", "(nim(2) + 10^30).MisereWinningMoves"] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error"), "{text}: {found}");
    }
}

/// Winning Ways, chapter 11: {0|tisn} and {tis|0} are negatives of each other. A variable hides the
/// name.
#[test]
fn games_that_alternate_have_names() {
    let mut session = Session::new();
    for (text, expected) in [
        ("-tis == tisn", "true"),
        ("tis == {0|tisn}", "true"),
        ("tisn == {tis|0}", "true"),
        ("tis == a{0||a|0}", "true"),
        ("[tis,tisn]", "[1 & {0|-1},{1|0} & -1]"),
        ("stalk(\"\") == 0", "true"),
        ("stalk(\"\")", "0"),
        ("tis := 3", "3"),
        ("-tis", "-3"),
    ] {
        assert_eq!(line(&mut session, text), expected, "{text}");
    }
}

/// A slider is the number that is written in it; the page only rewrites it.
#[test]
fn a_slider_is_a_number_of_its_range() {
    let mut session = Session::new();
    assert_eq!(line(&mut session, "n := slider(1..20)"), "1");
    assert_eq!(line(&mut session, "n := slider(1..20, 7)"), "7");
    assert_eq!(line(&mut session, "*n"), "*7");
    assert_eq!(line(&mut session, "(-3..3).Slider(-2)"), "-2");
    for (text, message) in [
        ("slider(1..20, 21)", "the value of a slider must be an item of its list"),
        ("slider([])", "the list of a slider is empty"),
        ("slider(5)", "expected a list or a set"),
    ] {
        let found = line(&mut session, text);
        assert!(found.starts_with("error") && found.contains(message), "{text}: {found}");
    }
}

/// Quotients of partizan games made of functions, and of positions: finite, integers, or refused.
#[test]
fn misere_quotients_of_partizan_games() {
    let mut session = Session::new();
    let mut say = |text: &str| match session.line(text, Style::Plain, &Budget::unlimited()) {
        Ok(found) => found,
        Err(error) => format!("error: {error}"),
    };
    let take = |k: u64| format!("n -> [n-k for k in [{k}] where n >= k]");
    say(&format!("g := PartizanHeapRuleset({}, {})", take(1), take(2)));
    let weights = "integers: weights 0,1,-1,0,-2,-1,-3; totals from -2 R,P,N,R, periods 3 and 1";
    assert_eq!(say("q := quotient(g,6)"), weights);
    assert_eq!(say("q.Element(g(3,4), 6)"), "-5");
    assert_eq!(say("q.OutcomeOf([2,2])"), say("g(2,2).MisereOutcome"));
    assert!(say("q.Element(7)").contains("weights are known of the heaps to 6"));
    assert!(say("q.Order").contains("it is the group of the integers"));
    assert!(say("q.Element(kayles(2))").contains("has no weight here"));
    assert!(say("quotient(g)").contains("no theorem says when"));
    say(&format!("h := PartizanHeapRuleset({}, {})", take(1), take(1)));
    assert_eq!(say("quotient(h,4)"), "<a | a2=1> {a} L {} R {}");
    assert_eq!(say("quotient(h,4).IsIsomorphic(quotient(kayles(1)))"), "true");
    assert_eq!(say("quotient(h,4).Element(h(1,2,3))"), "1");
    assert!(say("quotient(h,4).MexForm").contains("impartial games"));
    let strips = "p := quotient(domineering(\"1x4\"), domineering(\"3x1\"))";
    assert_eq!(say(strips), "integers: totals from -1 R,N,L, periods 1 and 1");
    assert_eq!(say("p.Element(domineering(\"1x2\") + domineering(\"2x1\"))"), "0");
    assert!(
        say("quotient(domineering(\"2x2\"))").contains("no finite quotient of these positions")
    );
}
