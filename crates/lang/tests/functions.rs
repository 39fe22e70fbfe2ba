//! Functions, arguments with names, pairs, graphs, games by themselves.

use upstar_core::Budget;
use upstar_lang::{Session, Style};

fn line(session: &mut Session, text: &str) -> String {
    match session.line(text, Style::Plain, &Budget::unlimited().with_steps(2_000_000)) {
        Ok(found) => found,
        Err(error) => format!("error: {}", error.render(text)),
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
        ("[1,2].Filter(x -> x)", "a condition is true or false"),
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
    line(&mut session, "inverse := k -> 1/(k - 2)");
    let found = line(&mut session, "1 + inverse(2)");
    assert!(found.contains("division by zero\n  1 + inverse(2)\n      ^^^^^^^"), "{found}");
    let found = line(&mut session, "(k -> 1/(k - 2))(2)");
    assert!(found.contains("\n  (k -> 1/(k - 2))(2)\n        ^"), "{found}");
}

/// Functions within functions, and such that call themselves: bounded in depth, never a stack
/// overflow.
#[test]
fn functions_do_not_go_on_for_ever() {
    let mut session = Session::new();
    line(&mut session, "f := k -> f(k + 1)");
    assert!(line(&mut session, "f(0)").contains("at most 50 deep"));
    line(&mut session, "g := k -> g(k) + g(k)");
    assert!(line(&mut session, "g(0)").starts_with("error"));
    line(&mut session, "h := k -> [h(i) for i in [k,k]]");
    assert!(line(&mut session, "h(0)").starts_with("error"));
    let deep = format!("{}1", "k -> ".repeat(40));
    assert!(line(&mut session, &deep).contains("at most 30 deep"));
    let open = "(k -> ".repeat(20_000);
    assert!(line(&mut session, &open).starts_with("error"));
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
        ("take_away(k -> kayles(k))", "no formula"),
        ("take_away((a, b) -> a)", "a function of 1 number, found one of 2"),
        ("nim(k -> k)", "not made with a function"),
        ("take_away(k -> q)", "`q` is no number"),
        ("r(1; 2)", "parameters already"),
        ("partizan_euclid.CoordinateOptions((5,3))", "options of Left and Right differ"),
        ("Graph.Cycle(2)", "3 vertices or more"),
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
