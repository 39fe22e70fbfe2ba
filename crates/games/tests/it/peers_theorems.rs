//! Published theorems and tables about games of CGSuite and MCGS.

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Settings, Variant};
use upstar_games::parse_game;
use upstar_values::nimber::product_u64;
use upstar_values::{Universe, structure};

struct Fixture {
    universe: Universe,
    theorems: bool,
}

impl Fixture {
    fn new() -> Self {
        Fixture { universe: Universe::new(), theorems: true }
    }

    /// Values by search alone.
    fn plain() -> Self {
        Fixture { universe: Universe::new(), theorems: false }
    }

    fn engine(&self) -> Engine<'_> {
        let settings = Settings { theorems: self.theorems, ..Settings::default() };
        Engine::new(&self.universe, settings)
    }

    fn grundy(&self, text: &str) -> u32 {
        let game = parse_game(text).expect(text);
        game.grundy(&self.engine(), &Budget::unlimited()).expect(text)
    }

    fn value(&self, text: &str) -> String {
        let game = parse_game(text).expect(text);
        let value = game.value(&self.engine(), &Budget::unlimited()).expect(text);
        self.universe.game(value).to_string()
    }

    fn outcome(&self, text: &str) -> Outcome {
        let game = parse_game(text).expect(text);
        game.outcome(&self.engine(), Convention::Normal, &Budget::unlimited()).expect(text)
    }
}

/// Whinihan: the second player wins Fibonacci nim exactly if the heap is a Fibonacci number.
/// Schwenk: with any nondecreasing bound, exactly if the heap is in the sequence that begins with 1
/// and continues from h with h plus the first member whose bound is at least h.
#[test]
fn take_away_is_lost_on_the_numbers_of_schwenk() {
    let fixture = Fixture::new();
    let fibonacci = [1, 2, 3, 5, 8, 13, 21, 34];
    for n in 1..=40 {
        let lost = fixture.outcome(&format!("fibonacci_nim({n})")) == Outcome::P;
        assert_eq!(lost, fibonacci.contains(&n), "{n}");
    }
    type Bound = fn(u64) -> u64;
    let bounds: [(&str, Bound); 5] = [
        ("1", |k| k),
        ("3", |k| 3 * k),
        ("3/2", |k| 3 * k / 2),
        ("2k+1", |k| 2 * k + 1),
        ("k+2", |k| k + 2),
    ];
    for (text, bound) in bounds {
        let mut lost = vec![1u64];
        while *lost.last().unwrap() < 40 {
            let last = *lost.last().unwrap();
            let next = lost.iter().find(|&&h| bound(h) >= last).unwrap();
            lost.push(last + next);
        }
        for n in 1..=40 {
            let found = fixture.outcome(&format!("take_away(\"{text}\"; {n})")) == Outcome::P;
            assert_eq!(found, lost.contains(&n), "{text}: {n}");
        }
    }
}

/// Fraenkel: the P-positions of Wythoff's game of order r are (floor(ka), floor(kb)) with
/// a = (2 - r + sqrt(r^2 + 4))/2 and b = a + r.
#[test]
fn general_wythoff_is_lost_where_fraenkel_says() {
    let fixture = Fixture::new();
    for r in 1..=5i64 {
        let mut lost = vec![];
        for k in 0..=12i64 {
            // The root is irrational for k > 0, so its floor is enough.
            let root = (k * k * (r * r + 4)).unsigned_abs().isqrt() as i64;
            let a = (k * (2 - r) + root).div_euclid(2);
            lost.push((a, a + k * r));
        }
        for a in 0..=12 {
            for b in a..=12 {
                let found = fixture.grundy(&format!("gen_wythoff({r}; {a},{b})")) == 0;
                assert_eq!(found, lost.contains(&(a, b)), "{r}: {a}, {b}");
            }
        }
    }
}

/// Winning Ways, chapter 14: single heads on cells counted from 0.
#[test]
fn coin_turning_games_have_the_values_of_winning_ways() {
    let fixture = Fixture::new();
    for (name, values) in [
        ("mock_turtles", "1,2,4,7,8,11,13,14,16,19,21,22,25,26,28,31"),
        ("moebius", "1,2,4,8,16,31,32,64,103,128,171,213,256,301,342,439,475,494"),
        ("triplets", "0,0,1,2,4,7,8,11,13,14,16"),
        ("ruler", "1,2,1,4,1,2,1,8,1,2,1,4,1,2,1,16"),
        ("motley", "1,2,4,8,16,32,64,128,256,512"),
        ("grunt", "0,0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2,4,3,0"),
    ] {
        for (cell, expected) in values.split(',').enumerate() {
            let strip = format!("{}h", "t".repeat(cell));
            let found = fixture.grundy(&format!("{name}(\"{strip}\")"));
            assert_eq!(found.to_string(), expected, "{name} {cell}");
        }
    }
    // Turning turtles and twins, in the two notations.
    for bits in 0..64u32 {
        let strip = |head, tail| -> String {
            (0..6).map(|i| if bits >> i & 1 == 1 { head } else { tail }).collect()
        };
        for (name, code) in [("turning_turtles", "1-2"), ("twins", "2")] {
            let coins = fixture.grundy(&format!("turning(\"{code}\"; \"{}\")", strip('h', 't')));
            let noughts = fixture.grundy(&format!("{name}(\"{}\")", strip('O', 'X')));
            assert_eq!(coins, noughts, "{name} {bits:b}");
        }
    }
}

/// Winning Ways, chapter 14: acrostic twins add, turning corners (twins times twins)
/// multiplies; and the Tartan theorem against search, for codes of every kind.
#[test]
fn products_of_games_on_heaps_follow_the_tartan_theorem() {
    let plain = Fixture::plain();
    for a in 1..=6u64 {
        for b in 1..=6u64 {
            let sum = plain.grundy(&format!("acrostic_product(\"2\",\"2\"; {a},{b})"));
            assert_eq!(u64::from(sum), (a - 1) ^ (b - 1), "{a}, {b}");
            let product = plain.grundy(&format!("direct_product(\"2\",\"2\"; {a},{b})"));
            assert_eq!(u64::from(product), product_u64(a - 1, b - 1), "{a}, {b}");
        }
    }
    let fixture = Fixture::new();
    for (first, second) in [("0.77", "2"), ("1-3", "0.3"), ("4!.0", "1+C"), ("0.77", "0.07")] {
        for a in 0..=4 {
            for b in 0..=4 {
                let text = format!("direct_product(\"{first}\",\"{second}\"; {a},{b})");
                assert_eq!(fixture.grundy(&text), plain.grundy(&text), "{text}");
            }
        }
    }
    assert_eq!(fixture.grundy("direct_product(\"2\",\"2\"; 17,17)"), 24);
}

/// A join plays both games: nim is the join of nim and a game whose moves nim already has.
#[test]
fn joins_and_partizan_codes_of_one_game_are_that_game() {
    let fixture = Fixture::new();
    for n in 0..=14 {
        let kayles = fixture.grundy(&format!("kayles({n})"));
        assert_eq!(fixture.grundy(&format!("join(\"0.77\",\"0.07\"; {n})")), kayles);
        assert_eq!(fixture.grundy(&format!("join(\"0.7\",\"0.07\"; {n})")), kayles);
        assert_eq!(fixture.grundy(&format!("splittles(\"1,2\"; {n})")), kayles);
        let partizan = fixture.value(&format!("partizan_take_and_break(\"0.77\",\"0.77\"; {n})"));
        assert_eq!(partizan, fixture.value(&format!("kayles({n})")));
        let partizan = fixture.value(&format!("partizan_splittles(\"1,2\",\"1,2\"; {n})"));
        assert_eq!(partizan, fixture.value(&format!("kayles({n})")));
    }
}

/// Winning Ways, chapter 4: Node Kayles on a path is Dawson's chess (0.137), Arc Kayles is
/// Dawson's Kayles; on a complete graph one move takes everything, or two vertices.
#[test]
fn kayles_on_graphs_has_the_published_values() {
    let fixture = Fixture::new();
    for n in 1..=16 {
        let nodes = fixture.grundy(&format!("node_kayles(\"path {n}\")"));
        assert_eq!(nodes, fixture.grundy(&format!("take_and_break(\"0.137\"; {n})")), "{n}");
        let arcs = fixture.grundy(&format!("arc_kayles(\"path {n}\")"));
        assert_eq!(arcs, fixture.grundy(&format!("dawson_kayles({n})")), "{n}");
        let ones = vec!["1"; n].join("-");
        assert_eq!(arcs, fixture.grundy(&format!("weighted_arc_kayles(\"{ones}\")")), "{n}");
        assert_eq!(fixture.grundy(&format!("node_kayles(\"complete {n}\")")), 1);
        assert_eq!(fixture.grundy(&format!("arc_kayles(\"complete {n}\")")), n as u32 / 2 % 2);
        assert_eq!(fixture.grundy(&format!("arc_kayles(\"star {n}\")")), u32::from(n > 1));
        if n >= 3 {
            let rest = fixture.grundy(&format!("take_and_break(\"0.137\"; {})", n - 3));
            let cycle = fixture.grundy(&format!("node_kayles(\"cycle {n}\")"));
            assert_eq!(cycle, u32::from(rest == 0), "{n}");
        }
    }
    // Two vertices with a and b counters: min(a,b) moves, one after the other.
    for a in 1..=6 {
        for b in 1..=6 {
            let found = fixture.grundy(&format!("weighted_arc_kayles(\"{a}-{b}\")"));
            assert_eq!(found, a.min(b) % 2, "{a}, {b}");
        }
    }
}

/// Clow and McKay: Domineering is a game of digraph placement. Its moves are the vertices, and arcs
/// in both directions join moves that share a cell.
#[test]
fn domineering_is_a_digraph_placement() {
    let fixture = Fixture::new();
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5)] {
        let cell = |row: usize, column: usize| row * columns + column;
        let mut moves: Vec<(char, usize, usize)> = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if row + 1 < rows {
                    moves.push(('L', cell(row, column), cell(row + 1, column)));
                }
                if column + 1 < columns {
                    moves.push(('R', cell(row, column), cell(row, column + 1)));
                }
            }
        }
        let owners: String = moves.iter().map(|m| m.0).collect();
        let mut arcs = Vec::new();
        for (i, a) in moves.iter().enumerate() {
            for (j, b) in moves.iter().enumerate().take(i) {
                if [a.1, a.2].iter().any(|cell| [b.1, b.2].contains(cell)) {
                    arcs.push(format!("{}-{}", j + 1, i + 1));
                }
            }
        }
        let placement = format!("digraph_placement(\"{owners}|{}\")", arcs.join(","));
        let domineering = format!("domineering(\"{rows}x{columns}\")");
        assert_eq!(fixture.value(&placement), fixture.value(&domineering), "{placement}");
    }
    // Left's vertex removes Right's, and Right's leaves her one move: {0|1}.
    assert_eq!(fixture.value("digraph_placement(\"LR|1>2\")"), "1/2");
    assert_eq!(fixture.value("digraph_placement(\"LR|1-2\")"), "*");
}

/// Winning Ways, chapter 1: the value of a skier with a free path is the number of moves to the end
/// of the slope, and skiers who do not meet add up.
#[test]
fn skiers_are_worth_their_way() {
    let fixture = Fixture::new();
    for length in 1..=6usize {
        for place in 0..length {
            let row = |skier: char| -> String {
                (0..length).map(|i| if i == place { skier } else { '.' }).collect()
            };
            let way = (length - place) as i64;
            assert_eq!(fixture.value(&format!("ski_jumps(\"{}\")", row('L'))), way.to_string());
            let back = -(place as i64 + 1);
            assert_eq!(fixture.value(&format!("ski_jumps(\"{}\")", row('r'))), back.to_string());
            let both = format!("ski_jumps(\"{}|{}|{}\")", row('l'), row('.'), row('r'));
            assert_eq!(fixture.value(&both), (way + back).to_string());
        }
    }
}

/// A clock whose hand goes back by a number that is prime to the number of hours: the number of
/// moves is known. With a common factor the hand never reaches 0 from some hours.
#[test]
fn a_clock_is_wound_up_in_so_many_moves() {
    let fixture = Fixture::new();
    for (hours, step) in [(12u64, 1u64), (12, 5), (5, 2), (7, 3)] {
        for hand in 0..hours {
            let moves = (0..hours).find(|moves| (moves * step) % hours == hand).unwrap();
            let game = parse_game(&format!("wind_up({hours},\"{step}\"; {hand})")).unwrap();
            let found = game.loopy_nimber(&fixture.engine(), &Budget::unlimited()).unwrap();
            assert_eq!(found.to_string(), format!("*{}", moves % 2), "{}", game.text());
        }
    }
    assert_eq!(fixture.outcome("wind_up(4,\"2\"; 1)"), Outcome::D);
}

/// The impartial variant of Domineering is Cram. The dicotic variant of any short game is
/// all-small. In the twisted variant of a game with moves for only one player, both players move in
/// turn.
#[test]
fn variants_are_what_they_are_called() {
    let fixture = Fixture::new();
    for board in ["2x2", "2x3", "3x3", "1x7", "..#|...|#.."] {
        let cram = fixture.grundy(&format!("cram(\"{board}\")"));
        let game = parse_game(&format!("game.grid.Domineering(\"{board}\")")).unwrap();
        let varied = game.variant(Variant::Impartial);
        let found = varied.grundy(&fixture.engine(), &Budget::unlimited()).unwrap();
        assert_eq!(found, cram, "{board}");
    }
    for game in [
        "domineering(\"3x3\")",
        "hackenbush(\"lrlr\")",
        "toads_and_frogs(\"tt..ff\")",
        "clobber(\"xoxo|oxox\")",
        "eatcake(3,4)",
    ] {
        let dicotic = parse_game(&format!("dicotic_{game}")).unwrap();
        let value = dicotic.value(&fixture.engine(), &Budget::unlimited()).unwrap();
        let mut worker = fixture.universe.worker(&Budget::unlimited());
        assert!(structure::is_all_small(&mut worker, value).unwrap(), "{game}");
    }
    for n in 0..8 {
        // n moves of Left alone. Twisted, the players make them in turn, and the first player has
        // Left's role.
        let stalk = "l".repeat(n);
        let twisted = parse_game(&format!("twisted_hackenbush(\"{stalk}\")")).unwrap();
        let naive = twisted_value(n as i32);
        let value = twisted.value(&fixture.engine(), &Budget::unlimited()).unwrap();
        assert_eq!(fixture.universe.game(value).to_string(), naive.to_string(), "{n}");
    }
}

/// T(n) = {-T(0), ..., -T(n-1)|}, computed as the simplest number above all options.
fn twisted_value(n: i32) -> i32 {
    (0..n).map(|k| 1 - twisted_value(k)).max().unwrap_or(0).max(0)
}

/// Conway: Sprouts from n spots ends after at least 2n and at most 3n - 1 moves. Applegate,
/// Jacobson and Sleator: the second player wins with 1 or 2 spots, the first with 3, 4 and 5;
/// Lemoine and Viennot: the values are 0 and 1.
#[test]
fn sprouts_has_the_published_outcomes() {
    let fixture = Fixture::new();
    for (spots, expected) in [0, 0, 0, 1, 1].into_iter().enumerate() {
        assert_eq!(fixture.grundy(&format!("sprouts({spots})")), expected, "{spots} spots");
    }
    // In misère play, by the table of Applegate, Jacobson and Sleator.
    for (spots, expected) in "NNPPPN".chars().enumerate() {
        let game = parse_game(&format!("sprouts({spots})")).unwrap();
        let budget = Budget::unlimited();
        let found = game.outcome(&fixture.engine(), Convention::Misere, &budget).unwrap();
        assert_eq!(found.to_string(), expected.to_string(), "{spots} spots");
    }
    let mut seed = 1u64;
    for spots in 1..=6 {
        for _ in 0..20 {
            let mut game = parse_game(&format!("sprouts({spots})")).unwrap();
            let mut moves = 0;
            loop {
                let mut options = game.options(Player::Left).unwrap();
                if options.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game = options.swap_remove((seed >> 33) as usize % options.len());
                moves += 1;
            }
            assert!((2 * spots..3 * spots).contains(&moves), "{spots} spots, {moves} moves");
        }
    }
}
