//! Thermographs of kos: what is published of them, and boards of Go against play with coupons.

use std::collections::HashMap;

use upstar_core::{Budget, Player};
use upstar_engine::{Engine, Game, Settings};
use upstar_games::{GoLife, parse_game};
use upstar_lang::{Session, Style};
use upstar_stoppers::{Error, KoGame, Komaster, Play};
use upstar_values::{Rational, Thermograph, Universe, Worker, thermography};

fn answer(text: &str) -> String {
    let found = Session::new().line(text, Style::Plain, &Budget::unlimited());
    found.unwrap_or_else(|error| error.to_string())
}

/// Mean and temperature with neither player, Left, and Right as komaster.
fn masts(game: &str) -> [String; 3] {
    ["neither", "Left", "Right"].map(|komaster| {
        let thermograph = format!("{game}.Thermograph(komaster: \"{komaster}\")");
        format!(
            "{} {}",
            answer(&format!("{thermograph}.Mean")),
            answer(&format!("{thermograph}.Temperature"))
        )
    })
}

/// Kos of the catalogue of TR-96-030 that can be told as graphs: a simple ko has its masts at
/// thirds of the swing, one of k stages at (k + 1)-ths, whoever is komaster.
#[test]
fn placid_kos_have_equal_steps() {
    for (game, expected) in [
        ("a{1||a|0}", "2/3 1/3"),
        ("a{0|a||-1}", "-2/3 1/3"),
        ("a{10||a|-5}", "5 5"),
        ("a{12|m{a|c{m|0}}}", "9 3"),
        ("a{60||b{a||c{b|0}}}", "45 15"),
    ] {
        assert_eq!(masts(&format!("({game})")), [expected; 3], "{game}");
    }
    // By area each move is a point more.
    assert_eq!(masts("go(\"#XO#|X.xO|#XO#\")"), ["-1/3 1/3"; 3]);
    assert_eq!(masts("go_area(\"#XO#|X.xO|#XO#\")"), ["2/3 4/3"; 3]);
    // Without a ko.
    for (game, mean, temperature) in [("go", "0", "0"), ("go_area", "0", "1")] {
        assert_eq!(answer(&format!("{game}(\"X.O\").Mean")), mean);
        assert_eq!(answer(&format!("{game}(\"X.O\").Temperature")), temperature);
    }
}

/// Kos of n steps: White takes n times before he can win, Black wins with one move. By Sensei's
/// Library ("Three Step Ko", "Smallest Kos", 2002 to 2016, Spight and others) three steps between 3
/// and -4 have the count 8/5 and moves of 7/5, and the smallest ko of n steps, of 3n - 2 points, has
/// moves of (3n - 2)/(n + 2): 1/3, 1, 7/5.
#[test]
fn kos_of_several_steps_have_their_published_counts() {
    let steps = |n: usize, black: i64, white: i64| {
        let names: Vec<char> = "abcdefgh".chars().collect();
        let mut text = String::new();
        for step in 0..n {
            let back = if step == 0 { black.to_string() } else { names[step - 1].to_string() };
            text += &format!("{}{{{back}|", names[step]);
        }
        // White has taken all: Black may take back, White wins.
        text + &format!("{{{}|{white}}}", names[n - 1]) + &"}".repeat(n)
    };
    assert_eq!(steps(1, 1, 0), "a{1|{a|0}}");
    assert_eq!(masts(&format!("({})", steps(3, 3, -4))), ["8/5 7/5"; 3]);
    for n in 1..=6 {
        let points = 3 * n as i64 - 2;
        let game = format!("({})", steps(n, 0, -points));
        let step: Rational = format!("{points}/{}", n + 2).parse().unwrap();
        assert_eq!(masts(&game), [format!("{} {step}", -step.clone()).as_str(); 3], "{game}");
    }
}

/// An approach ko (Sensei's Library, "Komaster", 2002, Spight): Black wins it with one move, 15
/// points; White must take, make an approach move and win, -12 points, four moves that make a
/// difference of 27. With White as komaster its count is 8 1/4 and a move is worth 6 3/4; with Black as
/// komaster White's approach move is sente, and the count is 14.
#[test]
fn the_approach_ko_has_its_published_counts() {
    let [_, left, right] = masts("(a{15||a|b{c{14|b}|-12}})");
    assert_eq!(left.split(' ').next(), Some("14"), "{left}");
    assert_eq!(right, "33/4 27/4");
}

/// A ko at the end of the game by area scoring: the count is 2/3 and a move is worth 4/3 if it is
/// open for Black, the negative if for White (Jasiek, "Count of Basic Ko and Dame",
/// lifein19x19.com, 2012; 1/3 by territory, where a ko is a{0||a|-1}).
#[test]
fn the_basic_ko_has_its_published_counts() {
    assert_eq!(masts("go_area(\"#XO#|X.xO|#XO#\")"), ["2/3 4/3"; 3]);
    assert_eq!(masts("go_area(\"#OX#|O.oX|#OX#\")"), ["-2/3 4/3"; 3]);
    assert_eq!(masts("go(\"#XO#|X.xO|#XO#\")"), ["-1/3 1/3"; 3]);
    assert_eq!(masts("go(\"#OX#|O.oX|#OX#\")"), ["1/3 1/3"; 3]);
    // Black has lost a stone, and he may take it back.
    assert_eq!(masts("go(\"#XO#|Xo.O|#XO# -1\")"), ["-2/3 1/3"; 3]);
    assert_eq!(masts("(a{0||a|-1})"), ["-1/3 1/3"; 3]);
    assert_eq!(masts("(a{1|a||0})"), ["1/3 1/3"; 3]);
}

/// Where a player must approach the ko first it is hyperactive.
#[test]
fn the_mean_of_a_hyperactive_ko_depends_on_the_komaster() {
    let game = "(a{12||a|b{c{12|b}|0}})";
    let [neither, left, right] = masts(game);
    assert_eq!([&*left, &*right], ["12 0", "9 3"], "{neither}");
    let error = answer(&format!("{game}.Mean"));
    assert!(error.contains("depends on who is komaster"), "{error}");
    let error = answer(&format!("{game}.Thermograph"));
    assert!(error.contains("depend on who is komaster"), "{error}");
    for (text, part) in [
        ("on.Thermograph", "need not end"),
        ("(a{1||a|0}+a{1||a|0}).Mean", "only the two sides"),
        ("(a{1||a|0}).Thermograph(komaster: 3)", "expected a komaster"),
    ] {
        let error = answer(text);
        assert!(error.contains(part), "{text}: {error}");
    }
    // Stoppers without kos, and games without loops, need no komaster.
    assert_eq!(answer("over.Mean"), "0");
    assert_eq!(answer("{5|pass}.Temperature"), "0");
    assert_eq!(answer("{2|-1}.Thermograph(komaster => \"Left\")"), answer("{2|-1}.Thermograph"));
}

/// Go by area with coupons of 1/2, 1, ...: the players pass by taking one; without coupons two passes end.
struct Coupons {
    endless: i64,
    known: HashMap<At, Rational>,
}

/// A position, how many coupons are left, who moves, where he may not go, whether the opponent has
/// passed, and how many moves are looked at.
type At = (String, usize, Player, Option<String>, bool, usize);

/// The most moves in a row between two coupons that are looked at.
const DEPTH: usize = 14;

impl Coupons {
    fn score(
        &mut self,
        game: &Game,
        coupons: usize,
        mover: Player,
        ban: Option<&Game>,
        passed: bool,
        depth: usize,
    ) -> Rational {
        let count = game.count().map(Rational::from);
        let integer = || Rational::from(game.position_text().parse::<i64>().unwrap());
        if let (None, 0) = (&count, coupons) {
            return integer();
        }
        let key = (game.text(), coupons, mover, ban.map(Game::text), passed, depth);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if depth == 0 {
            return Rational::from(self.endless);
        }
        let mut results = Vec::new();
        let mut banned = false;
        if count.is_some() {
            for option in game.options(mover).unwrap() {
                if Some(&option) == ban {
                    banned = true;
                    continue;
                }
                let other = mover.opponent();
                results.push(self.score(&option, coupons, other, Some(game), false, depth - 1));
            }
        }
        let other = mover.opponent();
        if coupons > 0 {
            let coupon = Rational::from(coupons as i64).half();
            let coupon = if mover == Player::Left { coupon } else { -coupon };
            results.push(&coupon + &self.score(game, coupons - 1, other, None, false, DEPTH));
        } else if passed {
            results.push(count.unwrap());
        } else {
            results.push(self.score(game, 0, other, None, !banned, depth - 1));
        }
        let found = match mover {
            Player::Left => results.into_iter().max(),
            Player::Right => results.into_iter().min(),
        };
        let found = found.unwrap();
        self.known.insert(key, found.clone());
        found
    }
}

#[test]
fn walls_of_boards_are_those_of_play_with_coupons() {
    let boards = [
        "X.O",
        "X..O",
        "#XO#|X.xO|#XO#",
        "X.o.O",
        "#XO#|X.xO|#X.O",
        "XX#|X.o|O.O",
        "Xo.|X.O|#XO",
        "X.x.O|##.##",
        "#OX#|O.oX|#OX#",
    ];
    for board in boards {
        let text = format!("go_area(\"{board}\")");
        let walls = format!("{text}.Thermograph(komaster: \"neither\")");
        let game = parse_game(&text).unwrap();
        let mut plays = [-1000, 1000].map(|endless| Coupons { endless, known: HashMap::new() });
        for coupons in 0..8 {
            for (player, name, sign) in [(Player::Left, "Left", -1), (Player::Right, "Right", 1)] {
                let scores = plays
                    .each_mut()
                    .map(|play| play.score(&game, coupons, player, None, false, DEPTH));
                assert_eq!(scores[0], scores[1], "{text}");
                let t = Rational::from(coupons as i64).half();
                let expected = &scores[0] + &(&t.half() * &Rational::from(sign));
                let wall = answer(&format!("{walls}.Wall({name}).ValueAt({t})"));
                let wall: Rational = wall.parse().unwrap_or_else(|_| panic!("{text}: {wall}"));
                let off = &wall - &expected;
                let most = Rational::from(2);
                assert!(
                    off <= most && -off <= most,
                    "{text} at {t}: {wall}, play gives {expected}"
                );
            }
        }
    }
}

/// The moves by area of a position, where each move counts a point more and both players may pass.
/// All of them are looked at, but for those in positions that are known to be `settled`.
fn moves_by_area(
    game: &Game,
    settled: &mut dyn FnMut(&Game) -> Option<i64>,
    worker: &mut Worker<'_>,
) -> KoGame {
    let [_, by_area] = game.scorings().unwrap();
    let moves = KoGame::explore(by_area, [], worker, |at, worker| {
        if let Some(count) = settled(at) {
            let id = worker.integer(count)?;
            return Ok(Play::Known(thermography::thermograph(worker, id)?));
        }
        if at.count().is_none() {
            let id = worker.integer(at.position_text().parse().unwrap())?;
            return Ok::<_, Error>(Play::Known(thermography::thermograph(worker, id)?));
        }
        let options = Player::BOTH.map(|player| at.options(player).unwrap());
        Ok(Play::Open(options, at.count()))
    });
    moves.unwrap()
}

/// The thermograph by area of a position, all of whose moves are looked at.
fn by_area(game: &Game, worker: &mut Worker<'_>) -> Thermograph {
    let moves = moves_by_area(game, &mut |_| None, worker);
    let found = moves.thermograph(Komaster::Named(None), worker).unwrap();
    found.with_moves_worth(-1)
}

/// On boards in a frame of one player, walls are the same if moves in settled positions are not looked
/// at, whoever is komaster.
#[test]
fn settled_positions_have_masts() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let mut worker = universe.worker(&budget);
    let (mut pruned, mut hot) = ([0, 0], 0);
    for board in [
        "...oX|ooooX|XXXXX",
        "..xoX|ooooX|XXXXX",
        "..oX|.ooX|ooXX|XXXX",
        ".ooX|..oX|oo#X|XXXX",
        "...xO|xxxxO|OOOOO",
        "....oX|oooooX|XXXXXX",
        "..oX|ooXX|.oX#|ooX#|XX##",
    ] {
        let text = format!("go(\"{board}\")");
        let game = parse_game(&text).unwrap();
        let all = moves_by_area(&game, &mut |_| None, &mut worker);
        let mut life = GoLife::new(&budget);
        let mut settled = |at: &Game| {
            let found = life.settled(at).unwrap();
            if let Some(count) = found {
                pruned[usize::from(count < 0)] += 1;
            }
            found
        };
        let some = moves_by_area(&game, &mut settled, &mut worker);
        for komaster in [None, Some(Player::Left), Some(Player::Right)] {
            let [all, some] = [&all, &some]
                .map(|moves| moves.thermograph(Komaster::Named(komaster), &mut worker));
            // Positions that nobody reaches may have no walls.
            let Ok(all) = all else { continue };
            hot += i32::from(*all.temperature() > Rational::from(0));
            assert_eq!(some.unwrap(), all, "{text} {komaster:?}");
        }
    }
    assert!(pruned[0] > 40 && pruned[1] > 5 && hot > 10, "{pruned:?} {hot}");
}

/// The score of whole boards for the player who moves first, as published for rules with other bans of
/// repetition (Weninger and Hayward, Exploring Positional Linear Go, 2017; van der Werf, van den Herik
/// and Uiterwijk, Solving Go on small boards, ICGA Journal 26, 2003).
#[test]
fn small_boards_have_their_published_scores() {
    for (board, score) in
        [("1x3", 3), ("1x4", 4), ("1x5", 0), ("1x6", 1), ("1x7", 2), ("2x3", 0), ("2x4", 8)]
    {
        let found = parse_game(&format!("go_area(\"{board}\")")).unwrap();
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let moves = moves_by_area(&found, &mut |_| None, &mut worker);
        let walls = moves.thermograph(Komaster::Named(None), &mut worker).unwrap();
        assert_eq!(walls.wall(Player::Left).at(&Rational::ZERO), Rational::from(score), "{board}");
    }
}

/// The carpenter's square without liberties outside: the vital point is the second point from the
/// corner on the diagonal, where Right lives and Left begins a ko (Sensei's Library, Carpenter's
/// Square).
#[test]
fn the_square_of_the_carpenter_is_a_ko() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let mut worker = universe.worker(&budget);
    let square = parse_game("go(\"...oX|...oX|...oX|ooooX|XXXXX\")").unwrap();
    let mut life = GoLife::new(&budget);
    let moves = moves_by_area(&square, &mut |at| life.settled(at).unwrap(), &mut worker);
    let mast = |komaster| {
        let found = moves.thermograph(Komaster::Named(komaster), &mut worker).unwrap();
        let by_territory = found.with_moves_worth(-1);
        format!("{} {}", by_territory.mean(), by_territory.temperature())
    };
    let masts = [None, Some(Player::Left), Some(Player::Right)].map(mast);
    assert_eq!(masts, ["-15/4 17/4", "-1 7", "-9/2 7/2"]);
    assert_eq!(answer("go(\"...oX|.o.oX|...oX|ooooX|XXXXX\").Mean"), "-8");
}

/// On 1,000 random boards without loops the canonical form by territory, where passing is not
/// possible, has the walls of play by area with passes, one degree higher.
#[test]
fn both_scorings_have_the_same_walls() {
    let universe = Universe::new();
    let budget = Budget::unlimited();
    let engine = Engine::new(&universe, Settings::default());
    let mut worker = universe.worker(&budget);
    let mut seed = 7u64;
    let mut below = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let (mut compared, mut hot) = (0, 0);
    while compared < 1000 {
        let columns = 1 + below(4) as usize;
        let rows = (0..4).map(|row| {
            let cells = (0..columns + 2).map(|column| {
                let inside = (1..3).contains(&row) && (1..=columns).contains(&column);
                let letters: &[u8] = if inside { b"....xo#" } else { b"XXO#" };
                char::from(letters[below(letters.len() as u64) as usize])
            });
            cells.collect::<String>()
        });
        let text = format!("go(\"{}\")", rows.collect::<Vec<_>>().join("|"));
        let Ok(game) = parse_game(&text) else { continue };
        let Some(id) = game.ending_value(&engine, &budget).unwrap() else { continue };
        let territory = thermography::thermograph(&mut worker, id).unwrap();
        let area = by_area(&game, &mut worker);
        for player in Player::BOTH {
            for t in 0..24 {
                let t = Rational::ratio(t, 4).unwrap();
                let [a, b] = [&territory, &area].map(|found| found.wall(player).at(&t));
                assert_eq!(a, b, "{text} {player:?} at {t}: {territory}, by area {area}");
            }
        }
        assert_eq!(answer(&format!("{text}.Mean")), answer(&format!("{text}.CanonicalForm.Mean")));
        compared += 1;
        hot += i32::from(*territory.temperature() > Rational::from(0));
    }
    assert!(hot > 100, "{hot}");
}

/// A game record is the same position.
#[test]
fn game_records_are_read() {
    let frame = "SQ[ba][ab][bc][ca][db][cc]DD[aa][da][ac][dc]";
    let stones = "AB[ba][ab][cb][bc]AW[ca][db][cc]";
    let board = parse_game("go(\"#XO#|X.xO|#XO#\")").unwrap().text();
    let record = |inside: &str| format!("go(\"(;FF[4]SZ[4:3]{inside}C[a (b]{frame})\")");
    assert_eq!(parse_game(&record(stones)).unwrap().text(), board);
    // White takes, Black takes back.
    let played = record(&format!("{stones};W[bb];B[cb]"));
    assert_eq!(parse_game(&played).unwrap().text(), board);
    for (text, part) in [
        (record("AB[zz]"), "expected a point"),
        (record(&format!("{stones};W[cb]")), "not allowed"),
        ("go(\"(;SZ[99])\")".to_owned(), "expected a size"),
        ("go(\"(;AB[aa\")".to_owned(), "expected properties"),
        ("go(\"xO\")".to_owned(), "no liberty"),
        ("go(\"20x20\")".to_owned(), "too large"),
        ("go(\"XYO\")".to_owned(), "expected `.`"),
    ] {
        let error = parse_game(&text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
