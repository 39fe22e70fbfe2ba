//! A small game for each construct of the notation, with options written by hand from the book's
//! page on rules files, and the errors for wrong use.

use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_engine::{Arguments, Engine, Game, Settings, Sum};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use super::files::not_refused;
use super::{itself, options};

/// The first game of a file, at a position: heaps, or a board in quotes.
fn at(rules: &str, position: &str) -> Game {
    let game =
        CustomGame::read_all(rules).unwrap_or_else(|error| panic!("{rules}: {error}")).remove(0);
    let arguments = match game.board() {
        "heaps" => {
            let heaps: Vec<u64> = position.split(',').map(|heap| heap.parse().unwrap()).collect();
            Arguments::numbers(&heaps)
        }
        _ => Arguments::of_text(position),
    };
    game.rules().make(&arguments).unwrap_or_else(|error| panic!("{rules} {position}: {error}"))
}

/// Heaps in order, without those of 0.
fn in_order(text: &str) -> String {
    let mut heaps: Vec<u64> = text.split(',').filter_map(|heap| heap.parse().ok()).collect();
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// Games are on `BOARD` with the letters x, o and . unless they say otherwise. Options are
/// separated by blanks and sorted by text.
fn check(board: &str, rows: &[(&str, &str, &str, &str)]) {
    let mut faults = Vec::new();
    for &(rules, position, left, right) in rows {
        let text = if rules.starts_with("g on ") {
            rules.to_owned()
        } else {
            format!("g on {board}; {rules}")
        };
        let game = at(&text, position);
        for (player, expected) in [(Player::Left, left), (Player::Right, right)] {
            let tidy = if board == "heaps" { in_order } else { itself };
            let found = options(&game, player, tidy);
            let mut expected: Vec<&str> = expected.split_whitespace().collect();
            expected.sort_unstable();
            let expected: Vec<&str> = expected
                .into_iter()
                .map(|option| if option == "-" { "" } else { option })
                .collect();
            if found != expected {
                faults.push(format!("{text}\n{position} {player}: {found:?}, not {expected:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn on_strips() {
    check(
        "strip \"xo.\"",
        &[
            // The player who may move.
            ("left: x -> .", "xo", ".o", ""),
            ("right: x -> .", "xo", "", ".o"),
            ("both: x -> .", "xo", ".o", ".o"),
            ("left: x -> .; left: o -> .", "xo", ".o x.", ""),
            // Letters, in their places.
            ("left: xo -> .x", "xoxo", ".xxo xo.x", ""),
            ("left: xo -> .x", "ox", "", ""),
            // Any letter, classes, and the previous content.
            ("left: x? -> .?", "xox", ".ox", ""),
            ("left: [xo] -> .", "xo.", ".o. x..", ""),
            ("left: [^x] -> x", "xo.", "xox xx.", ""),
            ("left: [xo]. -> .?", "x.o", "..o", ""),
            // The end of the board.
            ("left: x| -> .|", "xx", "x.", ""),
            ("left: |x -> |.", "xx", ".x", ""),
            ("left: |x| -> |o|", "xx", "", ""),
            ("left: |x| -> |o|", "x", "o", ""),
            // Repetition: each length is a match of its own.
            ("left: x.+ -> .+x", "x..", ".x. ..x", ""),
            ("left: x.*o -> ..*x", "x..o", "...x", ""),
            ("left: x.*o -> ..*x", "xo", ".x", ""),
            ("left: x.+o -> ..+x", "xo", "", ""),
            ("left: xo* -> .o*", "xoo", ".oo", ""),
            ("left: xo+ -> ..+", "xoo", "..o ...", ""),
            // Only the longest match.
            ("left: xo++ -> ..++", "xoo", "...", ""),
            ("left: xo** -> ..**", "x.o", "..o", ""),
            ("left: x.++o -> ..++x", "x..o", "...x", ""),
            // Groups, and a fixed number of repetitions.
            ("left: x(o.)+ -> (..)+x", "xo.o.", "..xo. ....x", ""),
            ("left: x(o.)++ -> (..)++x", "xo.o.", "....x", ""),
            ("left: x.{2} -> .{2}x", "x..", "..x", ""),
            ("left: (xo){2} -> ....", "xoxox", "....x", ""),
            // Two repetitions, each as long as in the pattern.
            ("left: x+o* -> .+o*", "xxo", ".xo x.o ..o", ""),
            // Directions.
            ("left: xo -> .x mirror", "oxo", "x.o o.x", ""),
            ("left: xo -> .x in 2 directions", "oxo", "x.o o.x", ""),
            // Conditions.
            ("left: x -> . if no o beside", "xxo", ".xo", ""),
            ("left: x -> . if some o beside", "xxo", "x.o", ""),
            ("left: x -> . if 2 [xo] beside", "xxo", "x.o", ""),
            ("left: x -> . if at least 1 x beside", "xxox", ".xox x.ox", ""),
            ("left: x -> . if at most 1 [xo] beside", "xxox", ".xox xxo.", ""),
            ("left: x -> . if 1 o on board", "xox", ".ox xo.", ""),
            ("left: x -> . if 1 o on board", "xoxo", "", ""),
            ("left: x -> . if no o beside and 2 x on board", "xxo", ".xo", ""),
            // Conditions refer to the marked cell, or to the first one if none is marked.
            ("left: x. -> .x if some o beside", "x.o", "", ""),
            ("left: x@. -> .x if some o beside", "x.o", ".xo", ""),
            // What neighbours outside the pattern become.
            ("left: o -> . beside x -> o, . -> x", "xo.", "o.x", ""),
            ("left: ox -> .. beside x -> o", "xox", "o..", ""),
            ("left: @ox -> .. beside x -> o", "xox", "o..", ""),
            ("left: o@x -> .. beside x -> o", "xox", "x..", ""),
            // Steps of one move.
            ("left: x -> . then o -> .", "xo", "..", ""),
            ("left: x -> . then o -> .", "xx", "", ""),
            ("g on strip \"xo.\" marks \"X\"; left: x. -> .X then X. -> .x", "x..", "..x", ""),
            // A move that leaves a mark is not a move.
            ("g on strip \"xo.\" marks \"X\"; left: x. -> .X", "x.", "", ""),
            // Passes.
            ("left: x -> .; pass: both", "x", ". x", "x"),
            ("left: x -> .; pass: left", "x", ". x", ""),
            ("left: x -> .; pass: right", "x", ".", "x"),
            ("left: x. -> .x mirror", "x.", ".x", ""),
            // Comments, and several lines in one.
            ("left: x -> . // a comment", "x", ".", ""),
            // A line begins off the board, as far as it has cells there.
            ("left: ||x+ -> ||.+", "xx", ".x ..", ""),
            // The first replacement that fits.
            ("left: x -> . beside [xo] -> ., . -> o, o -> x", "oxo", "...", ""),
            // Signs as letters.
            ("g on strip \"+-\"; left: \\+\\+ -> --; right: [\\+]- -> -\\+", "++-", "---", "+-+"),
            (
                "g on strip \"+*(\"; left: \\++ -> \\*+; right: \\( -> \\+",
                "++(",
                "*+( **( +*(",
                "+++",
            ),
            // The letters of the repetition move.
            ("left: .[xo]*x -> \\1x.", "x.ox", "xox.", ""),
            ("left: |[xo]?*x -> |\\1x.", "ox.ox", "x.ox. x..ox", ""),
            ("left: x(?.)+ -> \\1x", "xo.x.", "o.xx. o.x.x", ""),
            // Groups without a neighbour; they are those that are left by the step.
            ("left: . -> x then groups of o without . -> .", ".o.oo", "xo.oo .ox..", ""),
            // The board that a step leaves.
            ("left: x -> . leaving x connected", "xxx", ".xx xx.", ""),
            ("left: . -> x leaving every x with some . beside", "..x", "x.x", ""),
            (
                "left: . -> x leaving every group of x with some . beside",
                "...x",
                "x..x .x.x ..xx",
                "",
            ),
            ("left: . -> x leaving x connected and every x with at most 1 x beside", "x.x", "", ""),
            ("left: x -> . ;; right: o -> .", "xo", ".o", "x."),
        ],
    );
}

#[test]
fn on_grids() {
    check(
        "grid \"xo.\"",
        &[
            // Along the row, to the right, by default.
            ("left: xo -> .x", "xo|ox", ".x|ox", ""),
            ("left: x/o -> ./x", "xo|ox", ".o|xx", ""),
            ("left: x?/?o -> .?/?x", "xo|oo", ".o|ox", ""),
            ("left: |x -> |.", "xx|ox", ".x|ox", ""),
            ("left: x/| -> ./|", "xx|ox", "xx|o.", ""),
            ("left: xo -> .x in 4 directions", "oxo|.o.", "x.o|.o. o.x|.o. o.o|.x.", ""),
            ("left: xo -> .x in 4 diagonals", "xo|oo", ".o|ox", ""),
            ("left: xo -> .x in 8 directions", "xo|oo", ".x|oo .o|xo .o|ox", ""),
            ("left: x.+ -> .+x in 4 directions", "x..|.o.", ".x.|.o. ..x|.o. ...|xo.", ""),
            ("left: x?/.? -> .?/x? in 4 directions", "x.|..", "..|x.", ""),
            ("left: x?/?o -> .?/?x mirror", "xx|oo", ".x|ox x.|xo", ""),
            ("left: x -> . if no o beside", "xo|.x", "", ""),
            ("left: x -> . if no o beside", "x.|.o", "..|.o", ""),
            ("left: x -> . if no o around", "x.|.o", "", ""),
            ("left: x -> . if at least 2 o around", "xo|.o|..", ".o|.o|..", ""),
            ("left: x -> . if 2 o on board", "xo|..|.o", ".o|..|.o", ""),
            ("left: x -> . beside o -> x", "xo|oo", ".x|xo", ""),
            // The whole board counts.
            ("left: o.** -> x.** if no x on board", "o.|x.", "", ""),
            ("left: . -> x leaving x without cycle", "xx|..", "xx|x. xx|.x", ""),
            ("left: . -> x leaving x without cycle", "xx|x.", "", ""),
            ("left: . -> x leaving x connected", "x.|..", "xx|.. x.|x.", ""),
            ("left: . -> x then groups of o without . -> .", "oo|.x", "..|xx", ""),
            ("left: . -> x leaving every x with no x around", "x..|...", "x.x|... x..|..x", ""),
            (
                "g on grid \"xo.\" marks \"X\"; left: x. -> oX in 4 directions then X. -> x. mirror",
                "x..|o..",
                "ox.|o..",
                "",
            ),
            (
                "g on grid \"x.#\"; left: ./. -> #/#; right: .. -> ##",
                "..|..",
                "#.|#. .#|.#",
                "##|.. ..|##",
            ),
        ],
    );
}

#[test]
fn on_graphs() {
    check(
        "vertices \"xo.\"",
        &[
            // A vertex whose letter no rule uses is left out.
            ("left: x -> o; right: o -> o", "xx.|1-2,2-3", "ox|1-2 xo|1-2", ""),
            ("left: x -> o", "xx.|1-2,2-3", "x|", ""),
            // A path of different vertices, each joined to the next, in either direction.
            ("left: x. -> .x; right: o -> .", "xo.|1-2,1-3", ".ox|1-2,1-3", "x..|1-2,1-3"),
            ("left: x.o -> o.x; right: x -> x", "x.o|1-2,2-3", "o.x|1-2,2-3", "x.o|1-2,2-3"),
            ("left: x.o -> o.x; right: x -> x", "x.o|1-2,1-3", "", "x.o|1-2,1-3"),
            (
                "left: x -> . if no o beside; both: o -> o",
                "xxo|1-2,2-3",
                "xo|1-2 xxo|1-2,2-3",
                "xxo|1-2,2-3",
            ),
            (
                "left: x -> . if 2 o beside; both: o -> o",
                "xoo|1-2,1-3",
                "oo| xoo|1-2,1-3",
                "xoo|1-2,1-3",
            ),
            (
                "left: x -> . beside o -> x; right: . -> .",
                "xo.|1-2,1-3",
                ".x.|1-2,1-3",
                "xo.|1-2,1-3",
            ),
        ],
    );
    check(
        "edges \"xo\"",
        &[
            ("left: x -> o; right: o -> x", "0-1x,1-2o", "0-1o,1-2o", "0-1x,1-2x"),
            // Edges that share an end.
            (
                "left: xo -> ox; both: x -> o",
                "0-1x,1-2o,2-3o",
                "0-1o,1-2o,2-3o 0-1o,1-2x,2-3o",
                "0-1o,1-2o,2-3o",
            ),
            // Edges that are no longer connected to the ground are removed.
            (
                "g on edges \"xo.\"; left: x -> . then drop; right: o -> . then drop",
                "0-1x,1-2o,0-3x",
                "0-3x 0-1x,1-2o",
                "0-1x,0-3x",
            ),
            // Three edges with a common end are no cycle.
            (
                "left: o -> x leaving x without cycle; right: x -> o leaving x connected",
                "0-1x,1-2x,1-3o,0-2o,2-3x",
                "",
                "0-1o,0-2o,1-2x,1-3o,2-3x 0-1x,0-2o,1-2x,1-3o,2-3o",
            ),
            (
                "left: o -> x leaving x without cycle; right: o -> o",
                "0-1x,0-2x,0-3o,1-2o",
                "0-1x,0-2x,0-3x,1-2o",
                "0-1x,0-2x,0-3o,1-2o",
            ),
        ],
    );
    // Removed edges leave the others as they were.
    check(
        "edges \"xo.\"",
        &[(
            "left: x -> . then drop then groups of x without o -> . leaving o connected",
            "0-1x,0-2x,2-3o,0-3o",
            "0-2x,0-3o,2-3o 0-1x,0-3o,2-3o",
            "",
        )],
    );
}

#[test]
fn on_heaps() {
    check(
        "heaps",
        &[
            ("left: n -> n-1", "3", "2", ""),
            // Heaps of 0 are removed, and a negative heap is not a move.
            ("left: n -> n-2", "2", "-", ""),
            ("left: n -> n-2", "1", "", ""),
            ("left: n -> n-2", "2,1", "1", ""),
            // The name of the heap is free.
            ("left: pile -> pile-1; right: b -> b - 2", "3", "2", "1"),
            // Numbers from a list and from a range, which may refer to earlier numbers.
            ("left: n -> n-k for k in {2,3,5}", "4", "1 2", ""),
            ("left: n -> n-k for k in 1..n", "3", "- 1 2", ""),
            ("left: n -> n-k for k in 1..n-2", "4", "2 3", ""),
            ("left: n -> n-k-j for k in 1..2, j in 0..k", "4", "- 1 2 3", ""),
            // Arithmetic.
            ("left: n -> n-k*k for k in 1..n", "5", "1 4", ""),
            ("left: n -> n/2", "5", "2", ""),
            ("left: n -> n-n%3", "5", "3", ""),
            ("left: n -> (n+1)/2 where n > 1", "5", "3", ""),
            ("left: n -> n/(n-3)", "3", "", ""),
            ("left: n -> 1 where n % (n-3) = 0", "3", "", ""),
            // Quotients are rounded down, also below 0. Remainders have the sign of the divisor.
            ("left: n -> (n+n/(1-3))", "5", "2", ""),
            ("left: n -> 0 - n / -2", "5", "3", ""),
            ("left: n -> -(n / -2)", "5", "3", ""),
            ("left: n -> (n + n % -3)", "4", "2", ""),
            ("left: n -> (n-(0-n)%3)", "4", "2", ""),
            ("left: n -> (n-k) for k in {1,2} where n%(0-k) = 0-1", "3", "1", ""),
            ("left: n -> (n-6) % 3 + 3", "5", "2,3", ""),
            ("left: n -> ((n-6) % 3 + 1)", "4", "2", ""),
            ("left: n -> (n-8)/k for k in {-2}", "3", "2", ""),
            ("left: n -> (n-8)/2", "7", "", ""),
            ("left: n -> (n-8)/2", "8", "-", ""),
            ("left: n -> n - -k for k in -2..-1", "5", "3 4", ""),
            ("left: n -> n-k for k in 1..n where k = -(2-n)", "5", "2", ""),
            ("left: n -> k/n where k = -n", "5", "", ""),
            // Conditions.
            ("left: n -> n-k for k in 1..n where k != 2", "3", "- 2", ""),
            ("left: n -> n-k for k in 1..n where n % k = 0", "6", "- 3 4 5", ""),
            ("left: n -> n-k for k in 1..n where k < 2", "3", "2", ""),
            ("left: n -> n-k for k in 1..n where k <= 2", "3", "1 2", ""),
            ("left: n -> n-k for k in 1..n where k > 2", "3", "-", ""),
            ("left: n -> n-k for k in 1..n where k >= 2 and k < n", "3", "1", ""),
            // Splitting: numbers without a condition add up to the heap.
            ("left: n -> a + b", "4", "1,3 2,2", ""),
            ("left: n -> a + b where a != b", "4", "1,3", ""),
            ("left: n -> a + b where a + b = n-1", "4", "1,2", ""),
            ("left: n -> a + b + c", "4", "1,1,2", ""),
            ("left: n -> (n-1) + (n-2)", "3", "1,2", ""),
            ("left: n -> a where a < n and a > 1", "4", "2 3", ""),
            ("left: n -> a + b for a in {1} where a + b = n", "4", "1,3", ""),
            ("both: n -> n-1; pass: right", "2", "1", "1 2"),
            // A heap may grow. Play is then loopy.
            ("left: n -> (n+1)", "2", "3", ""),
            // A plus outside parentheses separates heaps.
            ("left: n -> n+1", "2", "1,2", ""),
        ],
    );
}

/// An empty board is written as a point, a line below, or the first letter.
#[test]
fn empty_boards() {
    for (letters, size, expected) in [
        ("grid \"xo.\"", "2x3", "...|..."),
        ("grid \"x_o\"", "2x2", "__|__"),
        ("grid \"ab\"", "1x2", "aa"),
    ] {
        let rules = format!("g on {letters}; both: {0} -> {0}", &letters[6..7]);
        assert_eq!(at(&rules, size).position_text(), expected);
    }
    let strip = CustomGame::read_all("g on strip \"ab_\"; both: a -> b").unwrap().remove(0);
    assert_eq!(strip.rules().make(&Arguments::numbers(&[4])).unwrap().position_text(), "____");
}

/// For each relevant construct: whether play ends, and who may move where.
#[test]
fn loops_are_found() {
    for (rules, loopy) in [
        ("strip \"x.\"; both: x. -> .x; ends", false),
        ("strip \"x.\"; both: x. -> .x mirror", true),
        ("strip \"x.\"; both: x -> .; pass: left", true),
        ("grid \"x.\"; both: x. -> .. in 4 directions; ends", false),
        ("vertices \"x.\"; both: x. -> .x", true),
        ("edges \"x.\"; both: x -> .; ends", false),
        ("heaps; both: n -> n-1; ends", false),
        ("heaps; both: n -> n+1", true),
        // A quotient by a negative number may be negative, so the result may exceed the heap.
        ("heaps; both: n -> n - (n / k + 1) for k in {-3,2}", true),
        ("heaps; both: n -> n - (n / k + 1) for k in {2,3}; ends", false),
        ("heaps; both: n -> a + b where a + b = n; ends", false),
        // A condition says that the heap is smaller.
        ("heaps; both: n -> k for k in 0..sqrt(n) where k^4 >= n and k < n; ends", false),
        ("heaps; both: n -> k + j for k in 0..n, j in 0..n where n-1 >= k+j; ends", false),
        ("heaps; both: n -> k for k in 0..n where k <= n", true),
        ("heaps; both: n -> k for k in 0..n where k > n-2", true),
        ("heaps; both: n -> k + j for k in 0..n, j in 0..n where k < n and j < n; ends", false),
        ("heaps; both: n -> k for k in 0..n where k < n+1", true),
    ] {
        let game = CustomGame::read_all(&format!("g on {rules}")).unwrap().remove(0);
        assert_eq!(game.rules().class().loopy, loopy, "{rules}");
    }
}

/// Games with misère rules always use misère play and have no values.
#[test]
fn misere_rules() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited();
    let boards = [
        ("strip \"xo.\"; both: x. -> .x; both: o -> .", "x.xo..o"),
        ("strip \"xo.\"; left: x. -> .x; right: .o -> o.; both: xo -> ..", "x.xo..o"),
        ("strip \"xo.\"; left: x. -> .x mirror; right: o -> .", "x.xo"),
        ("grid \"x.\"; both: x -> . beside x -> .", "xx.|x.x|xxx"),
        ("vertices \"x.\"; both: x -> . beside x -> .", "xxxxx|1-2,2-3,3-4,4-5,2-5"),
        ("edges \"x.\"; both: x -> . then drop", "0-1x,1-2x,0-3x"),
        ("heaps; both: n -> n-k for k in {1,2}; both: n -> a + b where a + b = n-2", "5,4,1"),
        ("heaps; left: n -> n-1; right: n -> n-2", "5,4,1"),
    ];
    let (normal, misere) = (Convention::Normal, Convention::Misere);
    for (rules, position) in boards {
        let usual = at(&format!("g on {rules}"), position);
        let game = at(&format!("g on {rules}; misere"), position);
        let expected = usual.outcome(&engine, misere, &budget).unwrap();
        for asked in [normal, misere] {
            assert_eq!(game.outcome(&engine, asked, &budget).unwrap(), expected, "{rules}");
            let (sum, other) = (Sum::from(game.clone()), Sum::from(usual.clone()));
            assert_eq!(sum.convention(asked).unwrap(), misere);
            assert_eq!(sum.outcome(&engine, asked, &budget).unwrap(), expected, "{rules}");
            for player in Player::BOTH {
                let moves = sum.winning_moves(&engine, player, asked, &budget).unwrap();
                let others = other.winning_moves(&engine, player, misere, &budget).unwrap();
                assert_eq!(moves, others, "{rules} {player}");
                let winner = sum.winner(&engine, player, asked, &budget).unwrap();
                assert_eq!(winner, expected.winner(player), "{rules} {player}");
            }
            let line = sum.best_line(&engine, Player::Left, asked, &budget).unwrap();
            assert_eq!(
                line.positions,
                other.best_line(&engine, Player::Left, misere, &budget).unwrap().positions
            );
        }
        // The negative has the same convention.
        assert_eq!(game.negative().outcome(&engine, normal, &budget).unwrap(), expected.negate());
        let refusals = [
            game.value(&engine, &budget).err(),
            game.grundy(&engine, &budget).err(),
            game.stops_and_walls(&engine, &budget).err(),
            game.bounds(&engine, &budget).err(),
            game.loopy_nimber(&engine, &budget).err(),
            Sum::from(game.clone()).value(&engine, &budget).err(),
        ];
        for refusal in refusals {
            let message = refusal.unwrap().to_string();
            assert!(message.starts_with("g is played in misère play"), "{message}");
        }
        assert_eq!(
            game.misere_form(&engine, &budget).is_ok(),
            usual.misere_form(&engine, &budget).is_ok()
        );
        // One sum has one convention.
        let both = Sum::from(vec![game.clone(), usual.clone()]);
        let error = both.outcome(&engine, normal, &budget).unwrap_err().to_string();
        assert!(error.contains("a sum has one convention: g is of misère play"), "{error}");
        let twice = Sum::from(vec![usual.clone(), usual]);
        assert_eq!(
            both.outcome(&engine, misere, &budget).unwrap(),
            twice.outcome(&engine, misere, &budget).unwrap(),
            "{rules}"
        );
    }
    // Nim, by hand: with heaps of 1, the player who leaves an odd number of them wins.
    let nim = "g on heaps; both: n -> n-k for k in 1..n; misere";
    for (heaps, expected) in
        [("1", Outcome::P), ("1,1", Outcome::N), ("2", Outcome::N), ("2,2", Outcome::P)]
    {
        let game = at(nim, heaps);
        assert_eq!(game.outcome(&engine, normal, &budget).unwrap(), expected, "{heaps}");
    }
}

/// Powers and roots, beside moves that are listed. The values of subtracting a square are OEIS
/// A014586, and the multiples of the golden ratio A000201.
#[test]
fn powers_and_roots() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited();
    let values = |rules: &str| -> Vec<u64> {
        let value = |n: u64| {
            let game = at(&format!("g on heaps; {rules}"), &n.to_string());
            game.grundy(&engine, &budget).unwrap().to_string().parse().unwrap()
        };
        (0..60).map(value).collect()
    };
    let squares = values("both: n -> n-k^2 for k in 1..sqrt(n)");
    let known = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 2];
    assert_eq!(squares[..known.len()], known);
    for (rules, same) in [
        ("both: n -> n-k^2 for k in 1..sqrt(n)", "both: n -> n-k for k in {1,4,9,16,25,36,49}"),
        ("both: n -> n-2^k for k in 0..n", "both: n -> n-k for k in {1,2,4,8,16,32}"),
        ("both: n -> n-2^k^2 for k in {0,1,2}", "both: n -> n-k for k in {1,2,16}"),
        ("both: n -> n-k^3 for k in 1..3", "both: n -> n-k for k in {1,8,27}"),
        ("both: n -> n-(k+sqrt(5*k^2))/2 for k in 1..5", "both: n -> n-k for k in {1,3,4,6,8}"),
        ("both: n -> n-1^k for k in {0,4000000000}", "both: n -> n-1"),
        // No power and no root: no move.
        ("both: n -> n-2^k for k in {-1,0,1}", "both: n -> n-k for k in {1,2}"),
        ("both: n -> n-(1+sqrt(n-7))", "both: n -> n-(1+sqrt(n-7)) where n > 6"),
        ("both: n -> n-k for k in 1..-2^2+n where -k^2 < 0", "both: n -> n-k for k in 1..n-4"),
        ("both: n -> n-1 where 3^n^n^n > n", "both: n -> n-1 where 3^n^n^n > n and n < 4"),
    ] {
        let (found, expected) = (values(rules), values(same));
        assert_eq!(found, expected, "{rules}");
    }
}

/// Wrong use of each construct: the place of the error, and what would be right.
#[test]
fn wrong_uses_have_a_place() {
    let mut faults = Vec::new();
    for (board, line, column, part) in [
        ("strip \"x.\"", "both x -> .", 6, "expected `:` after `both`"),
        ("strip \"x.\"", "both: \"x\" -> .", 7, "`.`; patterns have no quotes), found `\"`"),
        ("strip \"x.\"", "none: x -> .", 1, "expected `left:`, `right:`, `both:`"),
        ("strip \"x.\"", "pass left", 6, "expected `:` after `pass`"),
        ("strip \"x.\"", "pass: left right", 12, "expected the end of the line, found `right`"),
        ("strip \"x.\"", "misere play", 8, "expected the end of the line, found `play`"),
        ("strip \"x.\"", "mis\u{e8}re", 1, "expected `misere`"),
        ("strip \"x.\"", "normal", 1, "or no such line"),
        ("strip \"x.\"", "ends soon", 6, "expected the end of the line"),
        ("strip \"x.\"", "left: [^x.] -> x", 7, "expected a letter at least"),
        ("strip \"x.\"", "left: [x?] -> x", 9, "expected a letter"),
        ("strip \"x.\"", "left: () -> x", 7, "expected cells between these parentheses"),
        ("strip \"x.\"", "left: (x.", 7, "no closing `)`"),
        ("strip \"x.\"", "left: x{} -> x", 9, "a number of times"),
        ("strip \"x.\"", "left: x{101} -> x", 9, "at most 100"),
        ("strip \"x.\"", "left: x{99}.. -> x", 13, "at most 100 cells"),
        ("strip \"x.\"", "left: xx*.*x*.* -> xx*.*x*.*", 7, "at most three repetitions"),
        ("strip \"x.\"", "left: x@.@. -> ...", 10, "one `@` at most"),
        ("strip \"><_\"", "both: [><]**< -> _**_", 7, "never matches"),
        ("strip \"x.\"", "left: (x.)++x. -> (..)++..", 7, "never matches"),
        ("strip \"x.\"", "left: x(@.)+ -> .(.)+", 7, "neither `@` nor `|` can be repeated"),
        ("strip \"x.\"", "left: x -> [x.]", 12, "a class is no letter"),
        ("strip \"x.\"", "left: x -> @.", 12, "expected a letter"),
        ("strip \"x.\"", "left: x. -> .x in 4 directions", 19, "`2 directions`"),
        ("strip \"x.\"", "left: x. -> .x in directions", 19, "`2 directions`"),
        ("strip \"x.\"", "left: x -> . if x beside", 17, "expected `no`, `some`, a number"),
        ("strip \"x.\"", "left: x -> . if at few x beside", 20, "expected `least` or `most`"),
        ("strip \"x.\"", "left: x -> . if at least x beside", 26, "expected a number"),
        (
            "strip \"x.\"",
            "left: x -> . if no x near",
            22,
            "expected `beside`, `around` or `on board`",
        ),
        ("strip \"x.\"", "left: x -> . if no x on table", 22, "expected `beside`"),
        ("strip \"x.\"", "left: x -> . if no x beside and", 32, "expected `no`"),
        ("strip \"x.\"", "left: x -> . beside x .", 23, "expected `->`"),
        ("strip \"x.\"", "left: x -> . beside x -> y", 26, "expected a letter"),
        ("strip \"x.\"", "left: x -> . then", 18, "expected a pattern"),
        ("strip \"x.\"", "left: x -> . then x", 20, "expected `->`"),
        ("strip \"x.\"", "left: x+ -> .+ if no x beside", 19, "a cell that is not repeated"),
        ("strip \"x.\"", "left: x+ -> .+ beside . -> x", 16, "a cell that is not repeated"),
        ("strip \"x.\"", "left: @x{2} -> ..", 7, "expected no `{` after it"),
        ("strip \"x.\"", "left: x. -> \\1x", 13, "a pattern with one repetition"),
        ("strip \"x.\"", "left: x+.* -> \\1.*", 15, "a pattern with one repetition"),
        ("strip \"x.\"", "left: \\1. -> ..", 7, "stands in the result"),
        ("strip \"x.\"", "left: |x*. -> \\1.|", 15, "nothing can stand off the board"),
        ("strip \"x.\"", "left: x -> . leaving x", 23, "`connected` or `without cycle`"),
        ("strip \"x.\"", "left: x -> . leaving every x", 29, "expected `with`"),
        (
            "strip \"x.\"",
            "left: x -> . leaving every x with 1 x on board",
            35,
            "`beside` or `around`",
        ),
        ("strip \"x.\"", "left: x -> . then groups x", 26, "expected `of`"),
        ("strip \"x.\"", "left: x -> . then groups of x", 30, "expected `without`"),
        ("strip \"x.\"", "left: x -> . then groups of x without .", 40, "expected `->`"),
        ("grid \"x.\"", "left: x./.x -> ../.. in 8 directions", 25, "`4 directions`"),
        ("grid \"x.\"", "left: x./.x -> ../.. in 4 diagonals", 25, "`4 directions`"),
        ("grid \"x.\"", "left: x -> . in 2 directions", 17, "`8 directions`"),
        ("grid \"x.\"", "left: x/ -> .", 9, "expected a pattern"),
        ("grid \"x.\"", "left: x/x -> .", 14, "the pattern has"),
        ("vertices \"x.\"", "left: x. -> .x in 4 directions", 19, "no directions"),
        ("vertices \"x.\"", "left: x. -> .x mirror", 16, "graphs have no directions"),
        ("vertices \"x.\"", "left: x| -> .|", 7, "a graph has no border"),
        ("vertices \"x.\"", "left: x/x -> ./.", 7, "a pattern is a path"),
        ("vertices \"x.\"", "left: x -> . if no x around", 22, "expected `beside`"),
        ("vertices \"x.\"", "left: x -> . then drop", 14, "only edges drop"),
        ("edges \"x.\"", "left: x* -> .*", 7, "a pattern is a path"),
        ("heaps", "left: 3 -> n", 7, "a name for the heap"),
        ("heaps", "left: n -> n - ", 16, "expected"),
        ("heaps", "left: n -> n-k for 3 in {1}", 20, "the name of a number"),
        ("heaps", "left: n -> n-k for k = 1", 22, "expected `in`"),
        ("heaps", "left: n -> n-k for k in {1;2}", 27, "expected `,` or `}`"),
        ("heaps", "left: n -> n-k for k in 1-n", 28, "expected `..`"),
        ("heaps", "left: n -> n-k for n in {1}", 20, "`n` is something already"),
        ("heaps", "left: n -> n-k where k", 23, "expected `=`"),
        ("heaps", "left: n -> a + b + c + d + e + f + g + h + i", 28, "at most 4 numbers"),
        ("heaps", "left: n -> n + n + n + n + n + n + n + n + n", 12, "at most 8 heaps"),
        ("heaps", "left: n -> n-1 in 4 directions", 16, "expected the end of the line"),
        ("heaps", "left: n -> n-99999999999999999999", 14, "expected"),
    ] {
        faults.extend(not_refused(&format!("g on {board}\n{line}"), 2, column, part));
    }
    for (line, column, part) in [
        ("g on heaps \"x\"; both: n -> n-1", 12, "expected the end of the line"),
        ("g on strip x; both: x -> x", 12, "in quotes"),
        ("g on strip \"\"; both: x -> x", 12, "expected a letter at least"),
        ("g on strip \"x.\" mark \"X\"; both: x -> .", 17, "`marks` or the end of the line"),
        ("g on strip \"x.\" marks X; both: x -> .", 23, "in quotes"),
        ("g on strip \"x.\" marks \"x\"; both: x -> .", 24, "twice"),
        ("g on vertices \"xX\"; both: x -> X", 17, "case does not tell letters apart"),
        ("g on edges \"x-\"; both: x -> -", 14, "cannot be letters"),
        ("g on ring \"x\"; both: x -> x", 6, "expected `strip`, `grid`, `heaps`"),
    ] {
        faults.extend(not_refused(line, 1, column, part));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
