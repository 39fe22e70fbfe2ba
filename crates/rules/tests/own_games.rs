//! Published games by rules against their twins in Rust.

use std::collections::HashMap;

use upstar_core::{Budget, Convention, Player};
use upstar_rules::{Argument, Arguments, Engine, Game, OwnGame, Rules, Settings, find_game};
use upstar_values::Universe;

/// The game of a file in `games`.
fn own(name: &str) -> OwnGame {
    let path = format!("{}/games/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let games = OwnGame::read_all(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    games.into_iter().next().unwrap()
}

/// All texts of a length with these letters.
fn texts(letters: &str, length: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}")))
            .collect();
    }
    all
}

/// All boards of a size with these letters.
fn boards(letters: &str, rows: usize, columns: usize) -> Vec<String> {
    let cut = |text: String| {
        let rows: Vec<&str> =
            (0..rows).map(|row| &text[row * columns..(row + 1) * columns]).collect();
        rows.join("|")
    };
    texts(letters, rows * columns).into_iter().map(cut).collect()
}

fn options(game: &Game, player: Player, tidy: fn(&str) -> String) -> Vec<String> {
    let options = game.options(player).unwrap();
    let mut texts: Vec<String> =
        options.iter().map(|option| tidy(&option.position_text())).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// What answers, with all that was derived or with nothing.
struct Ask<'u> {
    universe: &'u Universe,
    derived: Engine<'u>,
    plain: Engine<'u>,
}

impl<'u> Ask<'u> {
    fn new(universe: &'u Universe) -> Self {
        let (symmetry, components, theorems) = (false, false, false);
        let plain = Settings { symmetry, components, theorems, ..Settings::default() };
        Ask {
            universe,
            derived: Engine::new(universe, Settings::default()),
            plain: Engine::new(universe, plain),
        }
    }

    /// The outcome or, where play ends, the value.
    fn answer(&self, game: &Game, derived: bool) -> String {
        let engine = if derived { &self.derived } else { &self.plain };
        let budget = Budget::unlimited();
        if game.class().loopy {
            return game.outcome(engine, Default::default(), &budget).unwrap().to_string();
        }
        let value = game.value(engine, &budget).unwrap();
        self.universe.worker(&budget).text(value, Default::default()).unwrap()
    }

    /// What the options of a game are worth, without repeats.
    fn worth(&self, game: &Game, player: Player) -> Vec<String> {
        let options = game.options(player).unwrap();
        let mut values: Vec<String> =
            options.iter().map(|option| self.answer(option, true)).collect();
        values.sort();
        values.dedup();
        values
    }
}

/// Options and answers by rules against those of the twin in Rust, and against those found
/// without anything that was derived.
fn agree(name: &str, positions: &[String], tidy: fn(&str) -> String) {
    let rules: Rules = own(name).rules().clone();
    let twin = find_game(name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(rules.class(), twin.class, "{name}");
    let universe = Universe::new();
    let ask = Ask::new(&universe);
    let every = 1.max(positions.len() / 150);
    for (index, text) in positions.iter().enumerate() {
        let arguments = Arguments::of_text(text.clone());
        let game = rules.make(&arguments).unwrap();
        let other = twin.make(&arguments).unwrap();
        for player in Player::BOTH {
            assert_eq!(
                options(&game, player, tidy),
                options(&other, player, tidy),
                "{name} {text} {player}"
            );
        }
        if index % every == 0 {
            let found = ask.answer(&game, true);
            assert_eq!(found, ask.answer(&other, true), "{name} {text}");
            assert_eq!(found, ask.answer(&game, false), "{name} {text}");
        }
    }
}

/// As [`agree`], of games whose positions are written otherwise by their twins: the values of
/// options are compared.
fn worth_the_same(name: &str, positions: impl IntoIterator<Item = (Arguments, Arguments)>) {
    let rules: Rules = own(name).rules().clone();
    let twin = find_game(name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(rules.class(), twin.class, "{name}");
    let universe = Universe::new();
    let ask = Ask::new(&universe);
    let mut compared = 0;
    for (arguments, others) in positions {
        let game = rules.make(&arguments).unwrap();
        // Some of the twins are played on one heap alone.
        let Ok(other) = twin.make(&others) else { continue };
        compared += 1;
        for player in Player::BOTH {
            assert_eq!(ask.worth(&game, player), ask.worth(&other, player), "{game:?} {player}");
        }
        let found = ask.answer(&game, true);
        assert_eq!(found, ask.answer(&other, true), "{game:?}");
        assert_eq!(found, ask.answer(&game, false), "{game:?}");
        // What is written is read again.
        if !game.position_text().is_empty() {
            assert_eq!(rules.read(&game.position_text()).unwrap(), game);
        }
    }
    assert!(compared > 0, "{name}");
}

fn itself(text: &str) -> String {
    text.to_owned()
}

#[test]
fn strips_agree() {
    let up_to = |letters: &str, most: usize| -> Vec<String> {
        (1..=most).flat_map(|length| texts(letters, length)).collect()
    };
    for name in ["toads_and_frogs", "elephants_and_rhinos", "backsliding_toads_and_frogs"] {
        agree(name, &up_to("tf.", 6), itself);
    }
    for name in ["twins", "turning_turtles"] {
        agree(name, &up_to("XO", 8), itself);
    }
    for name in ["mock_turtles", "triplets"] {
        agree(name, &up_to("ht", 7), itself);
    }
    let tidy =
        |text: &str| text.split('.').filter(|row| !row.is_empty()).collect::<Vec<_>>().join(".");
    agree("toppling_dominoes", &up_to("lre.", 5), tidy);
}

/// The player who completes three crosses has won: outcomes, against the twin, which moves within
/// two cells of a cross only where no other move is left.
#[test]
fn treblecross_agrees() {
    let (rules, twin) = (own("treblecross"), find_game("treblecross").unwrap());
    let universe = Universe::new();
    let ask = Ask::new(&universe);
    let outcome = |game: &Game| {
        let budget = Budget::unlimited();
        game.outcome(&ask.derived, Default::default(), &budget).unwrap()
    };
    for text in (3..=8).flat_map(|length| texts(".X", length)) {
        if text.contains("XXX") {
            continue;
        }
        let arguments = Arguments::of_text(text.clone());
        let game = rules.rules().make(&arguments).unwrap();
        assert_eq!(outcome(&game), outcome(&twin.make(&arguments).unwrap()), "{text}");
    }
}

#[test]
fn boards_agree() {
    let of = |letters: &str, sizes: &[(usize, usize)]| -> Vec<String> {
        sizes.iter().flat_map(|&(rows, columns)| boards(letters, rows, columns)).collect()
    };
    for name in ["domineering", "cram"] {
        agree(name, &of(".#", &[(1, 6), (2, 4), (3, 3)]), itself);
    }
    for name in ["clobber", "konane", "amazons", "knights"] {
        agree(name, &of("xo.", &[(1, 5), (2, 3), (3, 2)]), itself);
        let random = ["xo.#|.xoo|x.o.", "xoxo|#.ox|o.x.", "x.#o|..x.|o.#x"];
        let few: Vec<String> = random.iter().map(|text| (*text).to_owned()).collect();
        let few = if name == "amazons" { vec!["x.#o|.#..".to_owned()] } else { few };
        agree(name, &few, itself);
    }
    agree("fission", &of("x.", &[(1, 6), (3, 3)]), itself);
    let one_each: Vec<String> = of("xo.", &[(1, 4), (2, 3)])
        .into_iter()
        .filter(|board| {
            board
                .split('|')
                .all(|row| row.matches('x').count() == 1 && row.matches('o').count() == 1)
        })
        .collect();
    agree("northcott", &one_each, itself);
}

/// Games of the catalogue that are written in rules, against what their rules say in Rust: steps,
/// how far they go, and what they take and leave.
#[test]
fn games_of_the_house_agree() {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let slanting = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let all = [straight, slanting].concat();
    // Letters that are taken, by Left; what is left behind; whether over free cells.
    type Steps<'a> = &'a [(i32, i32)];
    let games: [(&str, Steps<'_>, &str, char, bool); 6] = [
        ("anti_clobber", &straight, ".", 'o', false),
        ("cannibal_clobber", &straight, "xo", '.', false),
        ("diagonal_clobber", &slanting, "o", '.', false),
        ("kings", &all, "o", '.', false),
        ("queens", &all, "o", '.', true),
        ("rooks", &straight, "o", '.', true),
    ];
    let mut random = Random(7);
    for (name, steps, takes, leaves, far) in games {
        let row = find_game(name).unwrap();
        for index in 0..300 {
            let (rows, columns) = [(3, 4), (2, 9), (5, 5), (9, 3)][index % 4];
            let cells: Vec<char> =
                random.cells(&["x", "o", ".", "#", "x", "o"], rows * columns).chars().collect();
            let text = |cells: &[char]| {
                let rows: Vec<String> =
                    cells.chunks(columns).map(|row| row.iter().collect()).collect();
                rows.join("|")
            };
            let game = row.make(&Arguments::of_text(text(&cells))).unwrap();
            for (player, [own, other]) in [(Player::Left, ['x', 'o']), (Player::Right, ['o', 'x'])]
            {
                let exchanged = |letter: char| match letter {
                    'x' => own,
                    'o' => other,
                    letter => letter,
                };
                let takes: String = takes.chars().map(exchanged).collect();
                let mut expected = Vec::new();
                for from in (0..cells.len()).filter(|&from| cells[from] == own) {
                    for &(down, right) in steps {
                        let (mut row, mut column) =
                            ((from / columns) as i32, (from % columns) as i32);
                        loop {
                            (row, column) = (row + down, column + right);
                            let on = (0..rows as i32).contains(&row)
                                && (0..columns as i32).contains(&column);
                            if !on {
                                break;
                            }
                            let to = row as usize * columns + column as usize;
                            if takes.contains(cells[to]) {
                                let mut after = cells.clone();
                                (after[from], after[to]) = (exchanged(leaves), own);
                                expected.push(text(&after));
                            }
                            if !far || cells[to] != '.' {
                                break;
                            }
                        }
                    }
                }
                expected.sort();
                expected.dedup();
                assert_eq!(options(&game, player, itself), expected, "{name} {game:?} {player}");
            }
        }
    }
    // Three free cells of a square of four.
    let triomino = find_game("triomino").unwrap();
    for board in boards(".#", 3, 3).into_iter().chain(boards(".#", 2, 5)) {
        let rows: Vec<&str> = board.split('|').collect();
        let free = |row: usize, column: usize| rows[row].as_bytes()[column] == b'.';
        let mut expected = Vec::new();
        for row in 1..rows.len() {
            for column in 1..rows[0].len() {
                let square =
                    [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
                for left_out in square {
                    let piece: Vec<_> =
                        square.into_iter().filter(|&cell| cell != left_out).collect();
                    if piece.iter().all(|&(row, column)| free(row, column)) {
                        let mut after: Vec<String> =
                            rows.iter().map(|row| (*row).to_owned()).collect();
                        for (row, column) in piece {
                            after[row].replace_range(column..=column, "#");
                        }
                        expected.push(after.join("|"));
                    }
                }
            }
        }
        expected.sort();
        expected.dedup();
        let game = triomino.make(&Arguments::of_text(board)).unwrap();
        assert_eq!(options(&game, Player::Left, itself), expected);
    }
}

#[test]
fn heaps_agree() {
    let heaps = |most: u64| {
        let one = (0..=most).map(|n| vec![n]);
        one.chain([vec![3, 4], vec![5, 1, 2], vec![0, 6]])
    };
    let same = |heaps: Vec<u64>| (Arguments::numbers(&heaps), Arguments::numbers(&heaps));
    for name in ["nim", "kayles", "dawson_kayles", "grundy", "lasker"] {
        worth_the_same(name, heaps(9).map(same));
    }
    worth_the_same("subtract_square", (0..30).map(|n| same(vec![n])));
    for (name, sets) in
        [("partizan_subtraction", ["1,3", "2,3"]), ("partizan_splittles", ["1", "2"])]
    {
        let with = |heaps: Vec<u64>| {
            let sets = sets.map(|set| Argument::Text(set.to_owned()));
            let numbers = heaps.iter().map(|&heap| Argument::Integer(heap.into()));
            let others = Arguments::new(sets.into_iter().chain(numbers).collect());
            (Arguments::numbers(&heaps), others.with_semicolon(2))
        };
        worth_the_same(name, heaps(9).map(with));
    }
}

/// All graphs on so many vertices, by the sets of their edges.
fn graphs(vertices: usize) -> Vec<Vec<(usize, usize)>> {
    let pairs: Vec<(usize, usize)> =
        (1..=vertices).flat_map(|a| (a + 1..=vertices).map(move |b| (a, b))).collect();
    let chosen = |set: usize| {
        let edges = pairs.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        edges.map(|(_, &edge)| edge).collect()
    };
    (0..1usize << pairs.len()).map(chosen).collect()
}

fn same_text(text: String) -> (Arguments, Arguments) {
    (Arguments::of_text(text.clone()), Arguments::of_text(text))
}

#[test]
fn graphs_agree() {
    let text = |letters: &str, edges: &[(usize, usize)]| {
        let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        format!("{letters}|{}", edges.join(","))
    };
    for name in ["node_kayles", "arc_kayles", "grim"] {
        let small = (1..=4).flat_map(|n| graphs(n).into_iter().map(move |edges| (n, edges)));
        worth_the_same(name, small.map(|(n, edges)| same_text(text(&".".repeat(n), &edges))));
        let families = ["path 7", "cycle 6", "complete 4", "3x3"];
        worth_the_same(name, families.map(|family| same_text(family.to_owned())));
    }
    let fjords = texts(".LRB", 4).into_iter().flat_map(|letters| {
        [
            vec![(1, 2), (2, 3), (3, 4)],
            vec![(1, 2), (1, 3), (1, 4)],
            vec![(1, 2), (3, 4), (2, 4), (1, 3)],
        ]
        .map(|edges| same_text(text(&letters, &edges)))
    });
    worth_the_same("fjords", fjords);
    for name in ["snort", "col"] {
        let small = texts(".LR", 3)
            .into_iter()
            .flat_map(|letters| graphs(3).into_iter().map(move |edges| (letters.clone(), edges)));
        worth_the_same(name, small.map(|(letters, edges)| same_text(text(&letters, &edges))));
        let families = ["path 5", "cycle 5", "complete 4", "2x3"];
        worth_the_same(name, families.map(|family| same_text(family.to_owned())));
    }
}

#[test]
fn edges_agree() {
    let letters = texts("lre", 3);
    let shapes = [["0-1", "1-2", "2-3"], ["0-1", "1-2", "1-3"], ["0-1", "0-2", "1-2"]];
    let edges = |shape: &[&str; 3], letters: &str| {
        let edges = shape.iter().zip(letters.chars());
        edges.map(|(ends, letter)| format!("{ends}{letter}")).collect::<Vec<_>>().join(",")
    };
    for name in ["hackenbush", "partizan_arc_kayles"] {
        let all = shapes
            .iter()
            .flat_map(|shape| letters.iter().map(move |letters| same_text(edges(shape, letters))));
        worth_the_same(name, all);
    }
    let bushes = ["0-1e,1-2l,2-0r,1-1e", "0-1l,0-1r,1-2e,2-3l,0-4e"];
    worth_the_same("hackenbush", bushes.map(|bush| same_text(bush.to_owned())));
}

/// Where and why a file is refused.
fn refused(text: &str, line: u64, column: u64, part: &str) {
    match OwnGame::read_all(text) {
        Ok(_) => panic!("{text:?} is read"),
        Err(error) => {
            let message = error.to_string();
            let place = format!("line {line}, column {column}: ");
            assert!(message.starts_with(&place), "{text:?}: {message}");
            assert!(message.contains(part), "{text:?}: {message}");
            assert!(message.len() < 400, "{message}");
        }
    }
}

#[test]
fn faults_have_a_place_and_say_what_would_be_right() {
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
        ("left: x. -> x", 13, "the pattern is 2 cells, and this is 1 cell"),
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
        ("misere", 1, "--misere"),
        ("pass: nobody", 7, "expected `left`, `right` or `both`"),
        ("left: x. -> .x mirror; ends", 24, "it is not proved that play ends"),
    ] {
        refused(&format!("a on strip \"xo.\"\n{line}"), 2, column, part);
    }
    for (text, column, part) in [
        ("", 1, "expected a game"),
        ("// nothing", 11, "expected a game"),
        ("left: x -> .", 1, "the name of a game and its board"),
        ("a on strip \"x.\"", 1, "has no rules"),
        ("a on board \"x\"", 6, "expected `strip`"),
        ("a on strip", 11, "the letters of the board in quotes"),
        ("a on strip \"x", 12, "no closing"),
        ("a on strip \"xx\"", 14, "twice"),
        ("a on strip \"x?\"", 14, "cannot be a letter"),
        ("a on strip \"\u{e9}\"", 13, "cannot be a letter"),
        ("a on vertices \"x1\"", 17, "cannot be letters"),
        ("1a on strip \"x\"", 1, "the name of a game"),
        ("a on strip \"x.\"; left: x -> .; a on heaps", 32, "an earlier game"),
        ("ab on strip \"x.\"; left: x -> .; a b on heaps", 33, "`_` does not tell games apart"),
        ("a on grid \"x.\"; left: x./x -> ?", 23, "rows of the same length"),
        ("a on grid \"x.\"; left: x+/x -> ?", 23, "one row only"),
        ("a on vertices \"x.\"; left: xxxx -> ????", 27, "at most 3"),
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
    assert!(OwnGame::read_all(&deep).is_err());
    assert!(OwnGame::read_all(&"x".repeat(70_000)).is_err());
    assert!(OwnGame::read_all(&"a on heaps;left:n->n-1;".repeat(2000)).is_err());
}

/// Tabs, ends of lines as on other systems, a mark of the byte order, blanks after repetitions.
#[test]
fn files_of_any_editor_are_read() {
    let texts = [
        "a on strip \"x.\"\nleft: x{2}. -> ..x",
        "\u{feff}a on strip \"x.\"\r\nleft: xx. -> ..x\r\n",
        "a\ton\tstrip \"x.\"\n\tleft:\txx. -> ..x",
        "a on strip \"x.\" ; left: x{2}.{1} -> .{2}x // twice",
    ];
    for text in texts {
        let games = OwnGame::read_all(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(games[0].name(), "a");
        let game = games[0].rules().make(&Arguments::of_text("xx.x")).unwrap();
        assert_eq!(options(&game, Player::Left, itself), ["..xx"], "{text:?}");
    }
}

/// Numbers that are as large as numbers get.
#[test]
fn no_number_wraps() {
    let far = "(0-65536*65536*65536*65536)*(65536*65536*65536*32768)";
    for condition in [format!("{far} + a = 0"), format!("{far} - a = 1"), format!("a*{far} = n")] {
        let text = format!("a on heaps; both: n -> n-1 where {condition}");
        let game = OwnGame::read_all(&text).unwrap().remove(0);
        let game = game.rules().make(&Arguments::numbers(&[3])).unwrap();
        assert!(game.options(Player::Left).is_ok_and(|options| options.is_empty()), "{text}");
    }
}

/// A board without cells, and a strip that is too long.
#[test]
fn the_ends_of_boards() {
    let game = OwnGame::read_all("a on strip \"x.\"; left: x. -> .x").unwrap().remove(0);
    let none = game.rules().make(&Arguments::numbers(&[0])).unwrap();
    assert_eq!(none.text(), "a(\"\")");
    assert_eq!(game.rules().make(&Arguments::of_text("")).unwrap(), none);
    let long = game.rules().make(&Arguments::numbers(&[2001])).unwrap_err();
    assert!(long.to_string().contains("its length, from 0 to 2000"), "{long}");
    let text = "a on strip \"xo.\"; left: x*o*x*. -> .*.*.*x";
    let game = OwnGame::read_all(text).unwrap().remove(0);
    let long = game.rules().make(&Arguments::of_text("xo.".repeat(30))).unwrap_err();
    assert!(long.to_string().contains("at most 34 cells"), "{long}");
}

/// Numbers that look random, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % most
    }

    fn pick(&mut self, from: &[&'static str]) -> &'static str {
        from[self.below(from.len())]
    }

    fn cells(&mut self, from: &[&'static str], count: usize) -> String {
        (0..count).map(|_| self.pick(from)).collect()
    }

    /// A game with rules that nobody chose.
    fn game(&mut self, board: &str) -> String {
        let mut text = format!("g on {board} \"xo.#\"\n");
        for _ in 0..1 + self.below(3) {
            let graph = board == "vertices";
            let count = 1 + self.below(3);
            let letters = ["x", "o", ".", "x", "o", ".", "[xo]", "[.#]", "[^x]", "?"];
            let mut pattern = self.cells(&letters, count);
            let mut result = self.cells(&["x", "o", ".", ".", "#", "?"], count);
            if !graph && self.below(4) == 0 {
                let kind = self.pick(&["*", "+", "**", "++"]);
                pattern += &format!("{}{kind}", self.pick(&["x", ".", "[xo]"]));
                if self.below(2) == 0 {
                    pattern += self.pick(&["x", ".", "|"]);
                    result += &format!(".{kind}{}", if pattern.ends_with('|') { "|" } else { "x" });
                } else {
                    result += &format!(".{kind}");
                }
            }
            let player = self.pick(&["left", "right", "both"]);
            let ways = match board {
                "grid" => ["in 4 directions", "mirror", "in 8 directions", ""],
                "strip" => ["mirror", "", "", ""],
                _ => [""; 4],
            };
            let way = ways[self.below(4)];
            let class = self.pick(&["x", "o", "[x.]", "#"]);
            let conditions = ["if no", "if some", "if 1", "if at most 1"];
            let condition = match self.below(4) {
                0 => format!("{} {class} beside", self.pick(&conditions)),
                1 => format!("beside {class} -> {}", self.pick(&["#", ".", "o"])),
                _ => String::new(),
            };
            text += &format!("{player}: {pattern} -> {result} {way} {condition}\n");
            if self.below(3) == 0 {
                // The same for the other player, with x and o exchanged.
                let exchanged =
                    |text: &str| text.replace('x', "O").replace('o', "x").to_lowercase();
                let other = match player {
                    "left" => "right",
                    "right" => "left",
                    both => both,
                };
                let rest = condition.replace("on", "ON").replace("some", "SOME");
                let rest = exchanged(&rest.replace("most", "MOST"));
                let (pattern, result) = (exchanged(&pattern), exchanged(&result));
                text += &format!("{other}: {pattern} -> {result} {way} {rest}\n");
            }
        }
        text
    }
}

/// What is derived from rules that nobody chose changes no answer.
#[test]
fn random_rules_are_answered_as_without_anything_derived() {
    let mut random = Random(7);
    let (mut ends, mut loopy, mut impartial, mut negative, mut parts) = (0, 0, 0, 0, 0);
    for round in 0..240 {
        let board = ["strip", "grid", "vertices"][round % 3];
        let text = random.game(board);
        let game = match OwnGame::read_all(&text) {
            Ok(games) => games.into_iter().next().unwrap(),
            Err(error) => {
                assert!(error.to_string().contains("column"), "{text}: {error}");
                continue;
            }
        };
        let universe = Universe::new();
        let engine = |symmetry, components| {
            let settings = Settings { symmetry, components, ..Settings::default() };
            Engine::new(&universe, settings)
        };
        let all = [(true, true), (true, false), (false, true), (false, false)];
        let engines = all.map(|(symmetry, components)| engine(symmetry, components));
        let class = game.rules().class();
        ends += usize::from(!class.loopy);
        loopy += usize::from(class.loopy);
        impartial += usize::from(class.is_impartial());
        for _ in 0..4 {
            let cells = |random: &mut Random, count| random.cells(&["x", "o", ".", "#"], count);
            let position = match board {
                "strip" => cells(&mut random, 6),
                "grid" => format!("{}|{}", cells(&mut random, 3), cells(&mut random, 3)),
                _ => {
                    let edges = ["1-2,2-3,3-4", "1-2,2-3,3-1,3-4", "1-2,1-3,1-4", "1-2,3-4"];
                    format!("{}|{}", cells(&mut random, 4), random.pick(&edges))
                }
            };
            let at = game.rules().make(&Arguments::of_text(position.clone())).unwrap();
            let (_, sign) = at.normalized();
            negative += usize::from(sign == upstar_rules::Negated::Yes);
            parts += usize::from(at.components().unwrap().len() > 1);
            let budget = Budget::unlimited().with_steps(50_000);
            let answers = engines.each_ref().map(|engine| {
                if class.loopy {
                    return at
                        .outcome(engine, Default::default(), &budget)
                        .ok()
                        .map(|o| o.to_string());
                }
                let value = at.value(engine, &budget).ok()?;
                universe.worker(&budget).text(value, Default::default()).ok()
            });
            let mut found = answers.iter().flatten();
            if let Some(first) = found.next() {
                assert!(found.all(|other| other == first), "{text}{position}: {answers:?}");
            }
        }
    }
    let seen = [ends, loopy, impartial, negative, parts];
    assert!(seen.iter().all(|&count| count > 8), "{seen:?}");
}

impl Random {
    /// As [`Random::game`], with steps, marks, groups, passes and counts of the whole board, and
    /// on graphs too.
    fn wilder_game(&mut self, board: &str) -> String {
        let marks = if matches!(board, "strip" | "grid") { " marks \"X\"" } else { "" };
        let mut text = format!("g on {board} \"xo.#\"{marks}\n");
        for _ in 0..1 + self.below(3) {
            let player = self.pick(&["left", "right", "both", "both"]);
            let rule = match (board, self.below(6)) {
                ("strip" | "grid", 0) => {
                    let from = self.pick(&["x", "o", "[xo]"]);
                    let first = [".+ -> .+X", ". -> .X", ". -> #X", ".? -> x.X"];
                    let then = ["X.*. -> x.*#", "X. -> x#", "?X -> .o", "X -> .", "@X? -> x."];
                    let (first, then) = (self.pick(&first), self.pick(&then));
                    let way = self.pick(&["mirror", ""]);
                    format!("{from}{first} {way} then {then} {way}")
                }
                ("strip" | "grid", 1) => {
                    let one = self.pick(&[
                        "(x.)+o -> (.x)+.",
                        "x(o.)+ -> (..)+x",
                        "@x.** -> ..**",
                        "o[x.]*| -> .?*|",
                    ]);
                    format!("{one} {}", self.pick(&["mirror", ""]))
                }
                ("edges", 0..3) => format!(
                    "{} -> {} then drop",
                    self.pick(&["x", "o", "[xo]", "[^#]"]),
                    self.pick(&["#", "."])
                ),
                _ => {
                    let count = 1 + self.below(2);
                    let pattern = self.cells(&["x", "o", ".", "[xo]", "[^x]", "?"], count);
                    let result = self.cells(&["x", "o", ".", "#", "#", "?"], count);
                    let around = if board == "grid" { "around" } else { "beside" };
                    let place = self.pick(&["beside", around, "on board"]);
                    let kinds = ["if no", "if some", "if 1", "if at most 1", "if at least 2"];
                    let kind = self.pick(&kinds);
                    let class = self.pick(&["x", "o", "[x.]", "#"]);
                    let condition = match self.below(3) {
                        0 => String::new(),
                        1 => format!("{kind} {class} {place}"),
                        _ => format!("{kind} {class} {place} beside x -> o, o -> ."),
                    };
                    format!("{pattern} -> {result} {condition}")
                }
            };
            text += &format!("{player}: {rule}\n");
        }
        if self.below(12) == 0 {
            text += &format!("pass: {}\n", self.pick(&["left", "right", "both"]));
        }
        text
    }

    /// A small position of such a game.
    fn position(&mut self, board: &str) -> Arguments {
        let letters = ["x", "o", ".", "#"];
        match board {
            "strip" => Arguments::of_text(self.cells(&letters, 6)),
            "grid" => {
                let rows = [self.cells(&letters, 3), self.cells(&letters, 3)];
                Arguments::of_text(rows.join("|"))
            }
            "vertices" => {
                let edges = ["1-2,2-3,3-4", "1-2,2-3,3-1,3-4", "1-2,1-3,1-4", "1-2,3-4"];
                let edges = self.pick(&edges);
                Arguments::of_text(format!("{}|{edges}", self.cells(&letters, 4)))
            }
            _ => {
                let shapes = [
                    ["0-1", "1-2", "2-3", "0-4"],
                    ["0-1", "1-2", "2-0", "1-1"],
                    ["0-1", "0-1", "1-2", "3-4"],
                ];
                let shape =
                    shapes[self.below(3)].map(|ends| format!("{ends}{}", self.pick(&letters)));
                Arguments::of_text(shape.join(","))
            }
        }
    }
}

/// The positions that can be reached, as far as they are few, and the options of Left and of Right.
fn reached(start: &Game, most: usize) -> (Vec<Game>, Vec<[Vec<usize>; 2]>, bool) {
    let mut games = vec![start.clone()];
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut arcs: Vec<[Vec<usize>; 2]> = Vec::new();
    while arcs.len() < games.len().min(most) {
        let at = games[arcs.len()].clone();
        arcs.push(Player::BOTH.map(|player| {
            let number = |option: Game| {
                *known.entry(option).or_insert_with_key(|option| {
                    games.push(option.clone());
                    games.len() - 1
                })
            };
            at.options(player).unwrap().into_iter().map(number).collect()
        }));
    }
    let all = arcs.len() == games.len();
    (games, arcs, all)
}

/// What is claimed of rules that nobody chose is so on every position that can be reached: that play
/// ends, that both players have the same moves; and outcomes in normal and misère play are those
/// that follow from the definition.
#[test]
fn what_is_claimed_of_random_rules_holds_by_definition() {
    let mut random = Random(11);
    let boards = ["strip", "grid", "vertices", "edges"];
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for round in 0..400 {
        let board = boards[round % 4];
        let text = random.wilder_game(board);
        let game = match OwnGame::read_all(&text) {
            Ok(mut games) => games.remove(0),
            Err(error) => {
                assert!(error.to_string().contains("column"), "{text}: {error}");
                *seen.entry(format!("refused {board}")).or_default() += 1;
                continue;
            }
        };
        let class = game.rules().class();
        let universe = Universe::new();
        let ask = Ask::new(&universe);
        for _ in 0..3 {
            let start = game.rules().make(&random.position(board)).unwrap();
            let (games, arcs, all) = reached(&start, 100);
            if class.is_impartial() {
                assert!(arcs.iter().all(|[left, right]| left == right), "{text}{start:?}");
            }
            // Who wins with Left to move and with Right to move, in normal and misère play, from
            // the ends back; what is left goes round.
            let mut wins = vec![[[None; 2]; 2]; arcs.len()];
            loop {
                let mut more = false;
                for at in 0..arcs.len() {
                    for (mover, misere) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let options = &arcs[at][mover];
                        if wins[at][mover][misere].is_some()
                            || options.iter().any(|&to| to >= arcs.len())
                        {
                            continue;
                        }
                        let then = |&to: &usize| -> Option<bool> { wins[to][1 - mover][misere] };
                        let found = if options.is_empty() {
                            Some(misere == 1)
                        } else if options.iter().any(|to| then(to) == Some(false)) {
                            Some(true)
                        } else if options.iter().all(|to| then(to) == Some(true)) {
                            Some(false)
                        } else {
                            None
                        };
                        if found.is_some() {
                            wins[at][mover][misere] = found;
                            more = true;
                        }
                    }
                }
                if !more {
                    break;
                }
            }
            if all && !class.loopy {
                let known = wins.iter().flatten().flatten().all(Option::is_some);
                assert!(known && !goes_round(&arcs), "{text}{start:?}");
            }
            for (misere, convention) in [(0, Convention::Normal), (1, Convention::Misere)] {
                let budget = Budget::unlimited().with_steps(10_000);
                let Some(found) = start.outcome(&ask.derived, convention, &budget).ok() else {
                    continue;
                };
                let expected = match [0, 1].map(|mover| wins[0][mover][misere]) {
                    [Some(true), Some(true)] => "N",
                    [Some(true), Some(false)] => "L",
                    [Some(false), Some(true)] => "R",
                    [Some(false), Some(false)] => "P",
                    _ => continue,
                };
                assert_eq!(found.to_string(), expected, "{text}{start:?} {convention:?}");
                let kind = if class.loopy { "loopy" } else { "ends" };
                *seen.entry(format!("{kind} {board}")).or_default() += 1;
                if class.is_impartial() {
                    *seen.entry(format!("impartial {board}")).or_default() += 1;
                }
            }
            *seen.entry(format!("positions {board}")).or_default() += games.len() as u32;
        }
    }
    for board in boards {
        let count = |kind: &str| seen.get(&format!("{kind} {board}")).copied().unwrap_or(0);
        assert!(count("ends") > 20 && count("impartial") > 20, "{seen:?}");
    }
}

/// Whether play can come back to a position.
fn goes_round(arcs: &[[Vec<usize>; 2]]) -> bool {
    let mut left: Vec<usize> = (0..arcs.len()).collect();
    let mut gone = vec![false; arcs.len()];
    loop {
        let before = left.len();
        left.retain(|&at| {
            gone[at] = arcs[at].iter().flatten().all(|&to| gone[to]);
            !gone[at]
        });
        if left.len() == before {
            return !left.is_empty();
        }
    }
}
