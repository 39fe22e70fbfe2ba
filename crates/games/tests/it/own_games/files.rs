//! Rules files: errors, line endings, the largest numbers and boards.

use upstar_core::Player;
use upstar_engine::{Arguments, Game};
use upstar_rewrite::CustomGame;

use super::{itself, options};

/// A message if a file is not refused at this place for this reason.
pub(super) fn not_refused(text: &str, line: u64, column: u64, part: &str) -> Option<String> {
    let message = match CustomGame::read_all(text) {
        Ok(_) => return Some(format!("{text:?} is read")),
        Err(error) => error.to_string(),
    };
    let place = format!("line {line}, column {column}: ");
    let right = message.starts_with(&place) && message.contains(part) && message.len() < 400;
    (!right).then(|| format!("{text:?}: {message}, not {place}{part}"))
}

/// The file is refused at this place for this reason.
fn refused(text: &str, line: u64, column: u64, part: &str) {
    assert_eq!(not_refused(text, line, column, part), None);
}

#[test]
fn faults_have_a_place_and_say_what_would_be_right() {
    refused("a on strip \"+-\"\nboth: ++ -> --", 2, 7, "expected `\\+`, which is the letter `+`");
    for (line, column, part) in [
        ("left x -> .", 6, "expected `:`"),
        ("lefty: x -> .", 1, "expected `left:`"),
        ("left: x -> y", 12, "expected a letter (`x`, `o`, `.`), found `y`"),
        ("left: z -> .", 7, "found `z`"),
        ("left: x", 8, "expected `->`"),
        ("left: x -> ", 12, "expected what becomes of the pattern, found nothing"),
        ("left: -> x", 7, "found `-`"),
        ("left: .* -> x*", 7, "may be of no cells"),
        ("left: | -> |", 7, "may be of no cells"),
        ("left: x. -> x", 13, "the pattern has 2 cells and its result has 1 cell"),
        ("left: x.+ -> .x", 14, "and a repetition of 1"),
        ("left: |x -> x.", 13, "nothing can stand off the board"),
        ("left: [x -> .", 9, "found ` `"),
        ("left: [] -> .", 7, "expected a letter at least"),
        ("left: (x -> .", 7, "no closing `)`"),
        ("left: x{0} -> .", 9, "from 1 on"),
        ("left: x{999999999999999999999} -> .", 9, "expected a number of at most 100"),
        ("left: x{2 -> ..", 11, "expected `}`, found `-`"),
        ("left: x\u{e9} -> ..", 8, "found `\u{e9}`"),
        ("left: x \u{2192} .", 9, "found `\u{2192}`"),
        ("left: (x)* -> (.)* x", 7, "may be of no cells"),
        ("left: x -> . in 3 directions", 17, "expected `2 directions`"),
        ("left: x -> . if no x", 21, "expected `beside`"),
        ("left: x -> . if no x around", 22, "expected `beside`"),
        ("left: x -> . if more x beside", 17, "expected `no`"),
        ("left: x -> . then drop", 14, "only edges drop"),
        ("left: x -> . mirorr", 14, "expected the end of the line, found `mirorr`"),
        ("left: ./. -> x/x", 7, "a strip has one row"),
        ("play: normal", 1, "expected `misere`"),
        ("pass: nobody", 7, "expected `left`, `right` or `both`"),
        ("left: x. -> .x mirror; ends", 24, "it is not proved that play ends"),
    ] {
        refused(&format!("a on strip \"xo.\"\n{line}"), 2, column, part);
    }
    for (text, column, part) in [
        ("", 1, "expected a game"),
        ("// nothing", 11, "expected a game"),
        ("# nothing", 1, "a comment begins with `//`"),
        ("left: x -> .", 1, "the name of a game and its board"),
        ("a on strip \"x.\"", 1, "has no rules"),
        ("a on board \"x\"", 6, "expected `strip`"),
        ("a on strip", 11, "the letters of the board in quotes"),
        ("a on strip \"x", 12, "no closing"),
        ("a on strip \"xx\"", 14, "twice"),
        ("a on strip \"x?\"", 14, "cannot be a letter"),
        ("a on strip \"x|\"", 14, "cannot be a letter"),
        ("a on strip \"\u{e9}\"", 13, "cannot be a letter"),
        ("a on vertices \"x1\"", 17, "cannot be letters"),
        ("1a on strip \"x\"", 1, "the name of a game"),
        ("a on strip \"x.\"; left: x -> .; a on heaps", 32, "an earlier game"),
        ("ab on strip \"x.\"; left: x -> .; a b on heaps", 33, "`_` does not tell games apart"),
        ("a on grid \"x.\"; left: x./x -> ?", 23, "rows of the same length"),
        ("a on grid \"x.\"; left: x+/x -> ?", 23, "one row only"),
        ("a on vertices \"x.\"; left: x+ -> ?+", 27, "a pattern is a path"),
        ("a on heaps; left: n", 20, "expected `->`"),
        ("a on heaps; left: n -> n-k for k in {}", 38, "expected a number"),
        ("a on heaps; left: n -> n-k for k in 1..m", 40, "not known here"),
        ("a on heaps; left: n -> n-k for k in k..n", 41, "not known there"),
        ("a on heaps; left: n -> (n", 26, "expected `)`"),
        ("a on heaps; left: n -> n-1 where n", 35, "expected `=`"),
    ] {
        refused(text, 1, column, part);
    }
    let deep = format!("a on heaps; left: n -> {}", "(".repeat(10_000));
    assert!(CustomGame::read_all(&deep).is_err());
    assert!(CustomGame::read_all(&"x".repeat(70_000)).is_err());
    assert!(CustomGame::read_all(&"a on heaps;left:n->n-1;".repeat(2000)).is_err());
}

/// Tabs, line endings of other systems, a byte order mark, blanks after repetitions.
#[test]
fn files_of_any_editor_are_read() {
    let texts = [
        "a on strip \"x.\"\nleft: x{2}. -> ..x",
        "\u{feff}a on strip \"x.\"\r\nleft: xx. -> ..x\r\n",
        "a\ton\tstrip \"x.\"\n\tleft:\txx. -> ..x",
        "a on strip \"x.\" ; left: x{2}.{1} -> .{2}x // twice",
    ];
    for text in texts {
        let games = CustomGame::read_all(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(games[0].name(), "a");
        let game = games[0].rules().make(&Arguments::of_text("xx.x")).unwrap();
        assert_eq!(options(&game, Player::Left, itself), ["..xx"], "{text:?}");
    }
}

/// Numbers at the limits.
#[test]
fn no_number_wraps() {
    let far = "(0-65536*65536*65536*65536)*(65536*65536*65536*32768)";
    for condition in [format!("{far} + a = 0"), format!("{far} - a = 1"), format!("a*{far} = n")] {
        let text = format!("a on heaps; both: n -> n-1 where {condition}");
        let game = CustomGame::read_all(&text).unwrap().remove(0);
        let game = game.rules().make(&Arguments::numbers(&[3])).unwrap();
        assert!(game.options(Player::Left).is_ok_and(|options| options.is_empty()), "{text}");
    }
    let far = format!("({far})");
    // An intermediate result beyond 128 bits may still give a small result.
    for (rule, expected) in [
        (format!("n -> n-1 where {far}*{far} > n"), "2"),
        (format!("n -> ({far}*{far}-1) % 2"), "1"),
        (format!("n -> {far}*{far}/{far}/{far}"), "1"),
        (format!("n -> n-k for k in {far}*{far}..n"), ""),
    ] {
        let game = CustomGame::read_all(&format!("a on heaps; left: {rule}")).unwrap().remove(0);
        let game = game.rules().make(&Arguments::numbers(&[3])).unwrap();
        let found: Vec<String> =
            game.options(Player::Left).unwrap().iter().map(Game::position_text).collect();
        assert_eq!(found.concat(), expected, "{rule}");
    }
    let rule = format!("a on heaps; left: n -> {far}*{far}");
    let game = CustomGame::read_all(&rule).unwrap().remove(0);
    assert!(game.rules().make(&Arguments::numbers(&[3])).unwrap().options(Player::Left).is_err());
}

/// A board without cells, and a strip that is too long.
#[test]
fn the_ends_of_boards() {
    let game = CustomGame::read_all("a on strip \"x.\"; left: x. -> .x").unwrap().remove(0);
    let none = game.rules().make(&Arguments::numbers(&[0])).unwrap();
    assert_eq!(none.text(), "a(\"\")");
    assert_eq!(game.rules().make(&Arguments::of_text("")).unwrap(), none);
    let long = game.rules().make(&Arguments::numbers(&[2001])).unwrap_err();
    assert!(long.to_string().contains("its length, from 0 to 2000"), "{long}");
    let text = "a on strip \"xo.\"; left: x*o*x*. -> .*.*.*x";
    let game = CustomGame::read_all(text).unwrap().remove(0);
    let long = game.rules().make(&Arguments::of_text("xo.".repeat(30))).unwrap_err();
    assert!(long.to_string().contains("at most 34 cells"), "{long}");
}
