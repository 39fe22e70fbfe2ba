//! The games of CGSuite and MCGS: the values and outcomes of these programs.

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Settings};
use upstar_games::parse_game;
use upstar_values::{Universe, infinitesimal};

fn value(engine: &Engine<'_>, text: &str) -> String {
    let value = parse_game(text).expect(text).value(engine, &Budget::unlimited()).expect(text);
    engine.universe().game(value).to_string()
}

fn outcome(engine: &Engine<'_>, text: &str) -> Outcome {
    let game = parse_game(text).expect(text);
    game.outcome(engine, Convention::Normal, &Budget::unlimited()).expect(text)
}

/// The values of positions with 0, 1, 2, ... in place of `n`, from `first` on.
fn check_row(engine: &Engine<'_>, template: &str, first: u64, expected: &str) {
    for (n, expected) in (first..).zip(expected.split(", ")) {
        let text = template.replace("#", &n.to_string());
        assert_eq!(value(engine, &text), expected, "{text}");
    }
}

/// Rows of nimbers are written without their stars.
fn check_nimbers(engine: &Engine<'_>, template: &str, first: u64, expected: &str) {
    for (n, expected) in (first..).zip(expected.split(',')) {
        let text = template.replace("#", &n.to_string());
        let game = parse_game(&text).expect(&text);
        let grundy = game.grundy(engine, &Budget::unlimited()).expect(&text);
        assert_eq!(grundy.to_string(), expected, "{text}");
    }
}

#[test]
fn games_on_heaps_have_the_values_of_cgsuite() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for (template, expected) in [
        ("game.heap.Subtraction([2,3,7])(#)", "0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0,0,1,1,2,0"),
        (
            "game.heap.Subtraction([2,3,7], allbut => true)(#)",
            "0,1,0,1,2,3,2,3,4,5,4,5,6,7,6,7,8,9,8,9,10",
        ),
        ("take_and_break(\"0.3F\"; #)", "0,1,2,0,1,2,3,4,5,3,4,5,6,7,8,6,7,8,9,10,11"),
        (
            "game.heap.Spawning(\"1-3\")(#)",
            "0,1,2,4,7,8,11,13,14,16,19,21,22,25,26,28,31,32,35,37,38",
        ),
        (
            "game.heap.Spawning(\"1-9\")(#)",
            "0,1,2,4,8,16,32,64,128,256,511,512,1024,2048,4096,7711,8192,16384,26215,32768,43691",
        ),
        ("game.heap.Spawning(\"3\")(#)", "0,0,0,1,2,4,7,8,11,13,14,16,19,21,22,25,26,28,31,32,35"),
        ("game.heap.Spawning(\"1+C\")(#)", "0,1,2,1,4,1,2,1,8,1,2,1,4,1,2,1,16,1,2,1,4"),
        ("game.heap.Spawning(\"1-3C(5)\")(#)", "0,1,2,4,7,8,1,2,4,7,8,1,2,4,7,8,1,2,4,7,8"),
        ("game.heap.Spawning(\"3C(5)\")(#)", "0,0,0,1,2,4,0,0,1,2,4,0,0,1,2,4,0,0,1,2,4"),
        ("game.heap.Spawning(\"1-5C\")(#)", "0,1,2,1,4,1,2,1,4,1,2,1,4,1,2,1,4,1,2,1,4"),
        ("game.heap.Spawning(\"3E\")(#)", "0,0,0,1,0,0,1,2,2,1,0,0,1,0,0,1,2,2,1,4,4"),
        ("game.heap.Spawning(\"4FS\")(#)", "0,0,0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2,4,3"),
        (
            "game.heap.Spawning(\"1+S\")(#)",
            "0,1,2,4,3,6,7,8,16,18,25,32,11,64,31,128,10,256,5,512,28",
        ),
        ("game.heap.Wythoff((10,#))", "10,11,9,8,13,12,0,15,16,17,14,18,7,6,2,3,1,4,5,23,28"),
        (
            "game.heap.GenWythoff(2)((10,#))",
            "10,11,12,13,0,14,9,17,18,19,20,21,22,23,24,25,26,15,28,29,30",
        ),
        ("game.heap.FibonacciNim((10,#))", "0,2,2,2,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5,5"),
        ("game.heap.TakeAway(3)((10,#))", "0,2,2,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6"),
        ("game.heap.Mem((10,#))", "3,3,3,3,2,2,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0"),
    ] {
        check_nimbers(&engine, template, 0, expected);
    }
    for (template, expected) in [
        ("game.heap.Cutcake(8,#)", "-7, -3, -3, -1, -1, -1, -1, 0"),
        ("game.heap.MaundyCake(8,#)", "-7, -3, -3, -1, -3, -1, -3, 0"),
        ("cake_product(\"4.0\",\"4.0\"; 8,#)", "-7, -3, -3, -1, -1, -1, -1, 0"),
        ("cake_product(\"{2+}=.0\",\"{2+}=.0\"; 8,#)", "-7, -3, -3, -1, -3, -1, -3, 0"),
        (
            "game.heap.Eatcake((8,#))",
            "^, {^|||^*|v||0}, {^^|*}, {^^|*||0,{0|vv*}}, {^3|^*||*}, \
             {^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}}, {0||^^*|0|||*}, *",
        ),
        ("game.heap.TurnAndEatcake((8,#))", "v, 0, v, 0, v<3>, 0, v, 0"),
        (
            "turned_cake_product(\"{2+}=.0\",\"{2+}=.0\"; 8,#)",
            "1, {8|-2}, {8|-3}, {8|-6}, {8|-5}, {8|-6,{-4|-14}}, {10|-7}, +-12",
        ),
        ("game.heap.PartizanEuclid((8,#))", "0, 0, v, 0, 0, ^, ^5, 0"),
    ] {
        check_row(&engine, template, 1, expected);
    }
    for (text, expected) in [
        ("game.heap.Eatcake((8,0))", "-8"),
        ("turn_and_eatcake(8,0)", "0"),
        ("game.heap.PartizanEuclid((8,0))", "0"),
        ("game.heap.PartizanSubtraction([1,3],[2,3])(6)", "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}"),
        ("game.strip.Turning(\"1-3\")(\"htththtth\")", "*29"),
    ] {
        assert_eq!(value(&engine, text), expected, "{text}");
    }
}

/// The number of options by CGSuite.
#[test]
fn heaps_have_as_many_options_as_in_cgsuite() {
    for (text, expected) in [
        ("take_and_break(\"0.3F\"; 20)", 38),
        ("subtraction(\"2,3,7\"; 20)", 3),
        ("subtraction(\"allbut 2,3,7\"; 20)", 17),
        ("spawning(\"1-3\"; 20)", 191),
        ("spawning(\"1-9\"; 20)", 169_766),
        ("spawning(\"3\"; 20)", 171),
        ("spawning(\"1+C\"; 20)", 20),
        ("spawning(\"1-3C(5)\"; 20)", 11),
        ("spawning(\"3C(5)\"; 20)", 6),
        ("spawning(\"1-5C\"; 20)", 5),
        ("spawning(\"3E\"; 20)", 9),
        ("spawning(\"4FS\"; 20)", 9),
        ("spawning(\"1+S\"; 20)", 2046),
        ("gen_wythoff(2; 10,10)", 48),
        ("fibonacci_nim(10,10)", 10),
        ("take_away(\"3\"; 10,10)", 10),
        ("mem(10,10)", 1),
    ] {
        let options = parse_game(text).unwrap().options(Player::Left).unwrap();
        assert_eq!(options.len(), expected, "{text}");
    }
}

#[test]
fn boards_strips_and_graphs_have_the_values_of_cgsuite() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for (text, expected) in [
        ("game.grid.Kings(\"xox|ox.\")", "{^^*|*,v[2]}"),
        ("game.grid.Rooks(\"xox|ox.\")", "{^^*|0,*}"),
        ("game.grid.Queens(\"xox|ox.\")", "^"),
        ("game.grid.AntiClobber(\"xoxo|oo..\")", "{*|-1}"),
        ("diagonal_clobber(\"xoxo|oox.|xxx.\")", "{0,v*|vv}"),
        ("gen_toads(\"1,1,2,0:tttt..fff\")", "{1/2*|v}"),
        (
            "gen_toads(\"1,1,1,0:ttttt..fffff\")",
            "+-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}\
             |||v<2>|-1/2||-1*}|||0}}",
        ),
        ("game.graph.ChildishHackenbush(\"l(l;rl)\")", "2"),
        ("game.graph.ChildishHackenbush(\":{ground}llllllrrrr:{ground}\")", "{4|-2}"),
        ("game.graph.ChildishHackenbush(\"r(l:T;r(l:T;r(l:T;r(l:T;rl:T))))\")", "15/16"),
        ("game.graph.ChildishHackenbush(\"(e:B;e:Bllllllrrr:B)\")", "{0|^[4]*||vv}"),
    ] {
        assert_eq!(value(&engine, text), expected, "{text}");
    }
    let text = "game.graph.ChildishHackenbush(\"(e:B;e:B;e:Blllllllllrr:B)\")";
    let id = parse_game(text).unwrap().value(&engine, &Budget::unlimited()).unwrap();
    let mut worker = universe.worker(&Budget::unlimited());
    let weight = infinitesimal::atomic_weight(&mut worker, id).unwrap();
    assert_eq!(universe.game(weight).to_string(), "3/2");
}

/// CGSuite's values are {4*|7/2}, {9||...}, {6over|5*} and a table of values above 0: Left wins
/// them all.
#[test]
fn the_geese_win_where_cgsuite_says_so() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for (text, expected) in [
        ("game.grid.FoxAndGeese({(4,2),(4,4),(4,6),(4,8)}, (1,1))", Outcome::L),
        ("game.grid.CeyloneseFoxAndGeese({(4,2),(4,4),(4,6),(4,8)}, (1,1))", Outcome::L),
        ("fox_and_geese(\"x.x.x.x.x.|..........|........o.\")", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (1,1))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (1,3))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (1,5))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (1,7))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,2))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,4))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,6))", Outcome::L),
        ("fox_and_geese({(3,1),(3,3),(3,5),(3,7)}, (2,8))", Outcome::L),
        // Without geese above him the fox is free, and Left runs out of moves.
        ("fox_and_geese({(2,2),(2,4)}, (2,6))", Outcome::R),
    ] {
        assert_eq!(outcome(&engine, text), expected, "{text}");
    }
}

/// Test files of MCGS, with winners from CGSuite or MCGS.
#[test]
fn mcgs_gives_the_same_winners() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let mut seen = 0;
    for line in include_str!("data/mcgs_peers.tsv").lines().skip(1) {
        let (text, expected) = line.split_once('\t').unwrap();
        assert_eq!(outcome(&engine, text).to_string(), expected, "{text}");
        seen += 1;
    }
    assert!(seen > 60);
}

/// And the nimbers of impartial variants.
#[test]
fn impartial_variants_have_the_nimbers_of_mcgs() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for (text, expected) in [
        ("impartial_clobber_1xn(\"XO\")", 1),
        ("impartial clobber_1xn(\"XOXOXOXO\")", 2),
        ("impartial_clobber(\"XOXOX|OXOXO\")", 0),
        ("impartial_domineering(\"##..|....|....|..#.\")", 2),
        ("impartial_amazons(\".O.|#.#|O..\")", 3),
        ("impartial_fission(\".X..X|...#.|...X.|.....|..#..\")", 2),
        ("impartial_elephants(\"X.......O.....XO.O.....X..OO.X.O.OOXO...\")", 1),
        ("impartial_elephants(\"X..X........O....X....O...O.......XO.X..\")", 1),
        ("impartial_elephants(\".......X.....O..X.....O.......\")", 0),
        ("impartial_elephants(\".OXO...O.O..O.X.X......X...X..OO..X....X\")", 0),
        ("impartial_elephants(\"....OXO.....X......X.XOX..O...O...O.XXO.\")", 1),
    ] {
        let game = parse_game(text).expect(text);
        let grundy = game.grundy(&engine, &Budget::unlimited()).expect(text);
        assert_eq!(grundy, expected, "{text}");
    }
}

/// Values of Fox and Geese that are short games: CGSuite's table of the geese on row 3, and its
/// test position on row 4. Where the table has `over`, there is no short value.
#[test]
fn the_geese_have_the_values_of_cgsuite() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let geese = "game.grid.FoxAndGeese({(3,1),(3,3),(3,5),(3,7)}, ";
    for (fox, expected) in [("(2,4)", "2"), ("(2,6)", "3*"), ("(1,5)", "{4|3||2}")] {
        assert_eq!(value(&engine, &format!("{geese}{fox})")), expected, "{fox}");
    }
    for fox in ["(2,2)", "(1,1)"] {
        let game = parse_game(&format!("{geese}{fox})")).unwrap();
        let error = game.value(&engine, &Budget::unlimited()).unwrap_err().to_string();
        assert!(error.contains("need not end"), "{error}");
    }
    let text = "game.grid.FoxAndGeese({(4,2),(4,4),(4,6),(4,8)}, (1,1))";
    assert_eq!(value(&engine, text), "{4*|7/2}");
}
