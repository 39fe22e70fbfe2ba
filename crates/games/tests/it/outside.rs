//! At least one fact from outside this project for every game of the catalogue.

use std::collections::BTreeSet;

use upstar_core::Budget;
use upstar_engine::{Convention, Engine, Entailed, RuleError, Settings};
use upstar_games::{catalogue, parse_game, parse_sum};
use upstar_values::Universe;

/// A position, what is known of it, and the source. `outcome X` is the outcome, `misere X` the
/// outcome in misère play, `loopy X` a loopy nimber, `options N` the number of moves.
///
/// Winning Ways is that of Berlekamp, Conway and Guy. Stankevich, e-maxx, Delta and Dehornoy are
/// the sources of the book's exercises.
const FACTS: &[(&str, &str, &str)] = &[
    (
        "acrostic_product(\"2\",\"2\"; 11,7)",
        "*12",
        "Bouton 1901: two heaps of nim, their places from 1",
    ),
    ("adjoin(\"wythoff\",\"euclid\"; 10,13)", "*6", "CGSuite: Wythoff((10,13))"),
    (
        "amazons(\"x...|o...\")",
        "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}",
        "CGSuite, GameGridTest",
    ),
    (
        "annihilation(\"a->b,b->c,a->c\"; \"a,b\")",
        "*3",
        "Stankevich, exercise 17: the winner of the sum, *2 + *",
    ),
    ("anti_clobber(\"xoxo|oo..\")", "{*|-1}", "CGSuite, GameGridTest"),
    ("apples(4)", "*4", "Dehornoy, section 2.3"),
    ("arc_kayles(\"path 8\")", "*", "CGSuite, GameGraphTest: Graph.Path(8)"),
    ("backsliding_toads_and_frogs(\"t.f\")", "misere N", "CGSuite"),
    (
        "bandit(\"B..|...|..P\")",
        "outcome L",
        "by hand, by Stankevich's rules: he steps off the edge before the policeman is near",
    ),
    ("cake(3,5,7)", "*0", "Stankevich, exercise 15: ((odd part of n) - 1)/2 = 1, 2, 3"),
    ("cake_product(\"{2+}=.0\",\"{2+}=.0\"; 8,6)", "-1", "CGSuite: MaundyCake((8,6))"),
    ("cannibal_clobber(\"XOX|O.X|OXO\")", "outcome P", "MCGS, test files"),
    ("carry_on(\"1->1,1->0\"; 1)", "loopy ∞{0}", "Stankevich, the graph `Save`: no arc carries on"),
    (
        "ceylonese_fox_and_geese({(4,2),(4,4),(4,6),(4,8)}, (1,1))",
        "outcome L",
        "CGSuite, GameGridTest: a value above 0",
    ),
    ("chess_pawns(5)", "misere N", "Dawson 1935: his problem, by search on the board"),
    ("childish_hackenbush(\":{ground}llllllrrrr:{ground}\")", "{4|-2}", "CGSuite, GameGraphTest"),
    ("chomp(5,5,5)", "outcome N", "Gale 1974: the first player wins on every rectangle but 1x1"),
    ("clobber(\"xoxo|ox..\")", "{^^*|v*}", "CGSuite, the tutorial"),
    ("col(\"R-.-R-.-L-.-R-.-R-.\")", "7/8", "CGSuite, GameGraphTest"),
    (
        "connect_four(\"4x4\")",
        "outcome D",
        "Tromp, John's Connect Four Playground: a draw; so is 4x5, and 4x6 is lost",
    ),
    (
        "connect_k(4; \"4x4\")",
        "outcome D",
        "Tromp, John's Connect Four Playground: it is Connect Four on 4 x 4 cells",
    ),
    ("cram(\"4x4\")", "*0", "Winning Ways, chapter 15: even boards are symmetric"),
    ("crosses(9)", "*3", "CGSuite: Dawson's Kayles with one more"),
    ("cutcake(2,5)", "1", "Winning Ways, chapter 2"),
    ("dawson_kayles(20)", "*3", "CGSuite: DawsonsKayles.NimValueSequence(20)"),
    ("diagonal_clobber(\"xoxo|oox.|xxx.\")", "{0,v*|vv}", "CGSuite, GameGridTest"),
    (
        "poset(\"......|1<4,2<4,1<5,3<5,2<6,3<6\")",
        "outcome P",
        "Gale and Neyman 1982: Subset Takeaway with three elements",
    ),
    ("digraph_placement(\"LR|1-2\")", "*", "Clow and McKay: Domineering's moves as vertices"),
    (
        "direct_product(\"2\",\"2\"; 17,17)",
        "*24",
        "Conway: 16 times 16 is 24 among nimbers; the Tartan theorem",
    ),
    ("dodgem(3)", "outcome N", "Winning Ways, chapter 22: the first player wins"),
    ("domineering(\"4x4\")", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}", "CGSuite, GameGridTest"),
    ("eatcake(8,3)", "{^^|*}", "CGSuite: Eatcake((8,3))"),
    (
        "elephants_and_rhinos(\"X..X........O....X....O...O.......XO.X..\")",
        "outcome L",
        "MCGS, test files",
    ),
    ("euclid(3,11)", "*3", "Nivasch 2006: floor(|3/11 - 11/3|)"),
    ("fibonacci_nim(34)", "outcome P", "Whinihan 1963: a Fibonacci number"),
    ("fission(\"...|..x|...\")", "outcome L", "MCGS, test files"),
    // By hand: Left takes the vertex next to her, and then the other one, which is then next to
    // her. A player who takes a vertex of L-R leaves the other to both players, {*|*}.
    ("fjords(\"L-.\")", "2", "by hand"),
    ("fjords(\"L-R\")", "0", "by hand"),
    ("toppling_dominoes(\"l.r\")", "0", "by hand: dominoes do not fall across a gap"),
    ("toppling_dominoes(\"eel.lrl\")", "{3/2,{3/2|1/2}|1/2,1/2*}", "by brute force"),
    ("anti_clobber(\"x.\")", "1", "by hand: Left moves to the free cell"),
    ("anti_clobber(\"x..x\")", "2", "by hand: one move for each man"),
    ("anti_clobber(\"xo.\")", "-1", "by hand"),
    ("anti_clobber(\"xoxo|oo..\")", "{*|-1}", "by brute force"),
    ("fox_and_geese({(4,2),(4,4),(4,6),(4,8)}, (1,1))", "{4*|7/2}", "CGSuite, GameGridTest"),
    (
        "gen_col(\".R\",\".L\"; \"R-.-R-.-L-.-R-.-R-.\")",
        "7/8",
        "CGSuite, GameGraphTest: its Col is GenCol([Nothing, Right], [Nothing, Left])",
    ),
    (
        "gen_clobber(\"compass\"; \".oo|x.o\")",
        "vv*",
        "CGSuite: GenClobber(directions => Coordinates.Compass)",
    ),
    (
        "gen_fox_and_geese(boardWidth => 4; {(5,1),(5,3)}, (1,3))",
        "outcome L",
        "CGSuite: over, which is positive",
    ),
    ("gen_mem(\"j%3!=m\"; 6,2)", "*4", "CGSuite: its options have the nimbers 0 to 3"),
    ("gen_king_dirt(\"1,1,1:...|.o.|.o.\")", "outcome R", "MCGS, test files"),
    ("gen_toads(\"1,1,2,0:tttt..fff\")", "{1/2*|v}", "CGSuite, GameStripTest"),
    ("gen_wythoff(2; 10,5)", "*14", "CGSuite: GenWythoff(2)((10,5))"),
    ("go(\"XXXX|X..O|XXXX\")", "{1|*}", "Sensei's Library, Corridor: it chills to 1/2"),
    ("go_area(\"XXXX|X..X|XXXX\")", "2", "by hand"),
    ("grim(20)", "*0", "Delta: the zeros of Grim"),
    ("grundy(18)", "*4", "CGSuite: GrundysGame.NimValueSequence(20)"),
    ("grunt(\"ttttttttttttttttttth\")", "*3", "Winning Ways, chapter 14: Grundy's game"),
    ("hackenbush(\"lrlerrr\")", "3/4v[3]*", "CGSuite, GameGraphTest"),
    (
        "hare_and_hounds(5)",
        "outcome L",
        "Annunziata, A study of Hare and Hounds, 2024, by search: the hounds win whoever begins",
    ),
    ("james_bond(9)", "*3", "Guy and Smith 1956: the values of 0.007"),
    ("join(\"0.7\",\"0.07\"; 9)", "*4", "Guy and Smith 1956: Kayles is 0.77"),
    (
        "kalah(2,2)",
        "outcome P",
        "Irving, Donkers and Uiterwijk 2000: 2 pits with 2 seeds are a loss for the first player",
    ),
    ("kayles(20)", "*", "CGSuite: Kayles.NimValueSequence(20)"),
    ("k_in_a_row(3; \"3x4\")", "outcome N", "Winning Ways, chapter 22: three in a row on 3 x 4"),
    ("kings(\"xox|ox.\")", "{^^*|*,v[2]}", "CGSuite, GameGridTest"),
    ("knight(3,6)", "*2", "Dehornoy, section 2.3: with 4 apples *6"),
    (
        "knights(\"x..|..o\")",
        "*",
        "Winning Ways, chapter 1: two men who can take each other are {0|0}",
    ),
    ("konane(\"xo.\")", "outcome L", "Ernst 1995: a jump that only Left has is 1"),
    ("lasker(3)", "*4", "e-maxx: n + 1 for n = 3 mod 4"),
    ("matches(21,3)", "outcome N", "Stankevich, introduction: lost at multiples of 4"),
    ("maundy_cake(8,6)", "-1", "CGSuite: MaundyCake((8,6))"),
    ("mem(10,4)", "*2", "CGSuite: Mem((10,4))"),
    ("mock_turtle_fives(\"ttttth\")", "*", "CGSuite: Spawning(\"1-3C(5)\")"),
    ("mock_turtles(\"tttttttttth\")", "*21", "Winning Ways, chapter 14: odious numbers"),
    ("moebius(\"ttttttttttttttttth\")", "*494", "Winning Ways, chapter 14"),
    (
        "mogul(\"ttttttth\")",
        "*127",
        "Winning Ways, chapter 14: the sums of six of 1, 2, ..., 64 are others",
    ),
    ("moidores(\"ttttttttttth\")", "*1024", "CGSuite: Spawning(\"1-9\")"),
    ("moore(2; 1,2,3)", "outcome N", "Moore 1910: the columns of binary digits are not 0 mod 3"),
    ("motley(\"hth\")", "*5", "Winning Ways, chapter 14: nim with powers of 2"),
    ("nim(2,3,5,7)", "*3", "Bouton 1901; Stankevich, example 7"),
    ("nim_with_transfer(1,1)", "outcome P", "Stankevich, introduction"),
    ("nimble(3,5,2)", "*7", "e-maxx: xor of a - 1"),
    ("nimble2(2,5,7)", "*0", "e-maxx: staircase nim of the gaps"),
    ("nimstring(\"0-1,1-2,2-3,3-0\")", "0", "Winning Ways, chapter 16: long chains are worth 0"),
    ("node_kayles(\"path 9\")", "*3", "Winning Ways, chapter 4: 0.137"),
    ("nogo(\"..x.|....|.o..|xo..\")", "outcome N", "MCGS, test files"),
    ("northcott(\"x..o|x.o.\")", "outcome N", "e-maxx: xor of the gaps"),
    ("omax(14)", "*4", "Stankevich, example 8: 0.07"),
    ("ordered_nim(2,3,3,5)", "*3", "Stankevich, exercise 16: xor of alternate differences"),
    ("partizan_arc_kayles(\"0-1l\")", "1", "Winning Ways, chapter 1: one move of Left alone"),
    ("partizan_euclid(8,7)", "^5", "CGSuite: PartizanEuclid((8,7))"),
    ("partizan_splittles(\"1,2\",\"1,2\"; 9)", "*4", "Guy and Smith 1956: Kayles"),
    (
        "partizan_subtraction(\"1,3\",\"2,3\"; 6)",
        "{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}",
        "CGSuite, GameHeapTest",
    ),
    ("partizan_take_and_break(\"0.77\",\"0.77\"; 12)", "*4", "Guy and Smith 1956: Kayles"),
    ("pawns(8)", "misere N", "Dawson 1935"),
    ("poker_nim(3,5)", "outcome N", "Dehornoy, proposition 2.3: who wins nim"),
    ("queens(\"xox|ox.\")", "^", "CGSuite, GameGridTest"),
    ("rooks(\"xox|ox.\")", "{^^*|0,*}", "CGSuite, GameGridTest"),
    ("ruler(\"ttttttttttttttth\")", "*16", "Winning Ways, chapter 14"),
    ("ruler_fives(\"ttttttth\")", "*4", "CGSuite: Spawning(\"1-5C\")"),
    ("sheep(\"-4,0,8,0|0,0,-1,0|0,0,0,-2|0,0,0,0\")", "outcome L", "MCGS, test files"),
    ("ski_jumps(\"L...\")", "4", "Winning Ways, chapter 1: the way to the end of the slope"),
    ("snort(\".-.-.(-.;-.)\")", "+-{3|2}", "CGSuite, GameGraphTest"),
    ("spawning(\"1-3\"; 20)", "*38", "CGSuite: Spawning(\"1-3\").NimValueSequence(20)"),
    ("splittles(\"1,2\"; 11)", "*6", "Guy and Smith 1956: Kayles"),
    (
        "sprouts(4)",
        "*",
        "Applegate, Jacobson and Sleator 1991: the first player wins with 3, 4 and 5 spots",
    ),
    ("stalk(\"LRR\")", "1/4", "Dehornoy, section 1.5"),
    ("staircase(9,4,5,3)", "*7", "e-maxx: xor of every second step"),
    ("subtract_square(34)", "outcome P", "Golomb 1966; Stankevich, table 1"),
    ("subtraction(\"allbut 2,3,7\"; 20)", "*10", "CGSuite: Subtraction([2,3,7], allbut => true)"),
    ("sym(\"tttttttth\")", "*18", "CGSuite: Spawning(\"1+S\")"),
    ("sympler(\"hth\")", "*", "Winning Ways, chapter 14"),
    ("take_and_break(\"0.3F\"; 20)", "*11", "CGSuite: TakeAndBreak(\"0.3F\")"),
    ("take_at_most(12,3)", "outcome P", "Stankevich, introduction: the lowest bit of 12 is 4"),
    (
        "take_away(\"3\"; 40)",
        "outcome P",
        "Schwenk 1970: 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, ...",
    ),
    ("tic_tac_toe()", "outcome D", "Winning Ways, chapter 22: a draw"),
    ("toads_and_frogs(\"TT_FF\")", "*", "Dehornoy, section 3.2"),
    ("tokens(\"a->b,b->c,a->c\"; \"a,a\")", "*0", "Stankevich, lemma 4: A + A is lost"),
    ("toppling_dominoes(\"lrrlrrl\")", "Tiny(1/2)", "CGSuite, GameStripTest"),
    ("treblecross(9)", "outcome N", "Winning Ways, chapter 4: 0.007"),
    ("triomino(\"......|......\")", "*", "e-maxx: heap 2n of 0.007"),
    ("triplet_fives(\"tttth\")", "*4", "CGSuite: Spawning(\"3C(5)\")"),
    ("triplets(\"tttttttttth\")", "*16", "Winning Ways, chapter 14"),
    ("turn_and_eatcake(8,5)", "v<3>", "CGSuite: TurnAndEatcake((8,5))"),
    ("turned_cake_product(\"{2+}=.0\",\"{2+}=.0\"; 8,8)", "+-12", "CGSuite, GameHeapTest"),
    ("turning(\"1-3\"; \"htththtth\")", "*29", "CGSuite, GameStripTest"),
    ("turning_turtles(\"OXOOX\")", "*6", "e-maxx: xor of the places 1, 3, 4"),
    ("turnips(\"tttttth\")", "*2", "CGSuite: Spawning(\"3E\")"),
    ("twins(\"OXOOX\")", "*", "e-maxx: xor of the places 0, 2, 3"),
    ("weighted_arc_kayles(\"1-1-1-1-1-1-1-1\")", "*", "Winning Ways, chapter 4: Dawson's Kayles"),
    // No published values of this game were found. By hand, after Smith (1966): 0 has no moves and
    // is *0. From 1 and 2 a player moves to 0 or to the other. Neither can be labelled *1: the
    // other would have to move back to a position of value *1. So both are loopy with the one
    // labelled option 0, and the player to move wins.
    ("wind_up(3,\"1,2\"; 1)", "loopy ∞{0}", "by hand, after Smith 1966"),
    ("wythoff(10,20)", "*28", "CGSuite: Wythoff((10,20))"),
];

fn found(engine: &Engine<'_>, text: &str, kind: &str) -> Result<String, RuleError> {
    let budget = Budget::unlimited();
    let outcome = |convention| parse_sum(text)?.outcome(engine, convention, &budget);
    Ok(match kind {
        "outcome" => format!("outcome {}", outcome(Convention::Normal)?),
        "misere" => format!("misere {}", outcome(Convention::Misere)?),
        "loopy" => format!("loopy {}", parse_game(text)?.loopy_nimber(engine, &budget)?),
        _ => {
            let game = parse_game(text)?;
            match game.entailed(&budget) {
                Some(Ok(Entailed::Nimber(value))) => value.to_string(),
                _ => engine.universe().game(game.value(engine, &budget)?).to_string(),
            }
        }
    })
}

#[test]
fn every_game_has_a_fact_from_outside() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let mut named = BTreeSet::new();
    let mut wrong = Vec::new();
    for &(text, expected, source) in FACTS {
        named.insert(text.split('(').next().unwrap_or_default());
        let kind = expected.split_once(' ').map_or("", |(kind, _)| kind);
        let found = found(&engine, text, kind).unwrap_or_else(|error| error.to_string());
        if found != expected.replace("*0", "0") {
            wrong.push(format!("{text}: {found}, but {expected} by {source}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let without: Vec<&str> =
        catalogue().iter().map(|row| row.name).filter(|name| !named.contains(name)).collect();
    assert!(without.is_empty(), "without a fact from outside: {}", without.join(", "));
}
