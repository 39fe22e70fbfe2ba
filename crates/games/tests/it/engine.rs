//! The engine against the definition, on small positions of every game.

use crate::common::Graph;
use upstar_core::arcs::Colour;
use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Game, GraphForm, GraphOptions, Settings, Sum};
use upstar_games::parse_game;
use upstar_values::Universe;

/// Small positions. Positions of the whole catalogue are tested in `whole_catalogue.rs`.
const POSITIONS: &[&str] = &[
    "annihilation(\"0->2,2->0,1->1\"; 0,2)",
    "annihilation(\"0->1,1->2,0->2,2->3\"; 0,1)",
    "apples(4)",
    "nim_with_transfer(1,2)",
    "nim_with_transfer(2,1,1)",
    "omax(7)",
    "omax(8; \"2-5\")",
    "poker_nim(1,2; 2,1)",
    "tokens(\"a->b,b->c,a->c\"; \"a,a,b\")",
    "tokens(\"a->b,b->a,b->c\"; \"a,b\")",
    "treblecross(8)",
    "treblecross(\"..X.....\")",
    "amazons(\"x..|.o.\")",
    "amazons(\"x.|..|.o\")",
    "amazons(\"xo|..\")",
    "backsliding_toads_and_frogs(\"t.f\")",
    "backsliding_toads_and_frogs(\"tt..ff\")",
    "backsliding_toads_and_frogs(\"t.t.ff\")",
    "bandit(\"B..|...|..P\")",
    "bandit(\"#####|#B..#|#...#|#..P#|#####\")",
    "bandit(\"#######|#B.#P.#|#######\")",
    "clobber(\"xoxo|ox..\")",
    "clobber(\"xox|oxo|xo.\")",
    "clobber(\"xxo.xo.oxx\")",
    "col(\"path 6\")",
    "col(\"2x3\")",
    "col(\".-L-.(-R;-.-.)\")",
    "domineering(\"3x3\")",
    "domineering(\"2x5\")",
    "domineering(\"..#.|....|.#..\")",
    "domineering(\"1x9\")",
    "domineering(\"#.#|...|#.#|..#\")",
    "domineering(\"..#....#..|....##...#\")",
    "fission(\"...|.x.|...\")",
    "fission(\"....|.x..|....|..x.\")",
    "grim(7)",
    "grim(\"cycle 6\")",
    "grim(\"2x3\")",
    "hackenbush(\"lrle\")",
    "hackenbush(\"(lr;el;r:{a};l:{a}e)\")",
    "kayles(7,2)",
    "take_and_break(\"4.13\"; 6,3)",
    "konane(\"xo.x|ox.o|xoxo\")",
    "konane(\"xoxo.o.xo\")",
    "matches(9,3)",
    "nim(2,3,1)",
    "snort(\"path 6\")",
    "snort(\"2x3\")",
    "snort(\".-L-.(-R;-.-.)\")",
    "subtract_square(13)",
    "take_at_most(11,3)",
    "toads_and_frogs(\"tt.ff\")",
    "toads_and_frogs(\"tt..f.f\")",
    "toads_and_frogs(\"ft.tff.ttff.tf.f\")",
    "wythoff(4,6)",
    "kayles(7,2)",
    "dawson_kayles(9)",
    "crosses(8)",
    "grundy(9)",
    "james_bond(10)",
    "lasker(4,2)",
    "pawns(8)",
    "take_and_break(\"0.77\"; 5,2)",
    "cake(3,5,6)",
    "chomp(3,3,2)",
    "cram(\"2x3\")",
    "cram(\"..#|...|#..\")",
    "cutcake(3,4)",
    "euclid(3,11)",
    "knight(3,6)",
    "knight(5,7,6,8)",
    "maundy_cake(2,6)",
    "moore(2; 1,2,3)",
    "nimble(2,4,3)",
    "nimble2(2,5,8)",
    "nogo(\"2x3\")",
    "nogo(\"x..o.\")",
    "northcott(\"x.o|.xo\")",
    "ordered_nim(1,2,4)",
    "staircase(1,2,0,2)",
    "toppling_dominoes(\"lreerl\")",
    "triomino(\"2x4\")",
    "triomino(\"..#|...|#..\")",
    "turning_turtles(\"OXOO\")",
    "twins(\"OXOO\")",
];

fn settings() -> Vec<Settings> {
    let usual = Settings { table_bytes: 1 << 24, ..Settings::default() };
    vec![
        usual.clone(),
        Settings { symmetry: false, components: false, theorems: false, ..usual.clone() },
        Settings { components: false, ..usual.clone() },
        Settings { symmetry: false, ..usual.clone() },
        Settings { theorems: false, threads: 2, ..usual.clone() },
        // A table this small forgets nearly everything.
        Settings { table_bytes: 64 * 300, ..usual },
    ]
}

/// The winner from every vertex of a coloured graph, by the definition: `[Left first, Right
/// first]`, `None` for a draw.
fn winners(graph: &Graph, misere: bool) -> Vec<[Option<Player>; 2]> {
    let n = graph.names.len();
    let mut won = vec![[None; 2]; n];
    loop {
        let mut changed = false;
        for v in 0..n {
            for (index, player) in Player::BOTH.into_iter().enumerate() {
                if won[v][index].is_some() {
                    continue;
                }
                let moves = graph.arcs[v].iter().filter(|(_, colour)| colour.allows(player));
                let results: Vec<Option<Player>> =
                    moves.map(|&(to, _)| won[to as usize][1 - index]).collect();
                let result = if results.is_empty() {
                    Some(if misere { player } else { player.opponent() })
                } else if results.contains(&Some(player)) {
                    Some(player)
                } else if results.iter().all(|&result| result == Some(player.opponent())) {
                    Some(player.opponent())
                } else {
                    None
                };
                if result.is_some() {
                    won[v][index] = result;
                    changed = true;
                }
            }
        }
        if !changed {
            return won;
        }
    }
}

fn graph(game: &Game) -> Graph {
    let impartial = game.class().is_impartial();
    let form = if impartial { GraphForm::Plain } else { GraphForm::Coloured };
    Graph::of(game, GraphOptions { form: Some(form), first: None }).0
}

#[test]
fn outcomes_follow_the_definition() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    for text in POSITIONS {
        let game = parse_game(text).unwrap();
        let graph = graph(&game);
        for convention in [Convention::Normal, Convention::Misere] {
            let won = winners(&graph, convention == Convention::Misere)[0];
            let expected = Outcome::from_winners(won[0], won[1]);
            for settings in settings() {
                let engine = Engine::new(&universe, settings.clone());
                // Twice: the second answer comes from the table.
                for _ in 0..2 {
                    let outcome = game.outcome(&engine, convention, &budget).unwrap();
                    assert_eq!(outcome, expected, "{text} {convention:?} {settings:?}");
                }
            }
        }
    }
}

#[test]
fn grundy_values_follow_the_definition() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    for text in POSITIONS {
        let game = parse_game(text).unwrap();
        let engine = Engine::new(&universe, Settings::default());
        if !game.class().is_impartial() || game.class().loopy {
            assert!(game.grundy(&engine, &budget).is_err());
            continue;
        }
        let graph = graph(&game);
        let expected = graph.grundy()[graph.names[0].as_str()];
        for settings in settings() {
            let engine = Engine::new(&universe, settings.clone());
            assert_eq!(game.grundy(&engine, &budget).unwrap(), expected, "{text} {settings:?}");
        }
        let loopy = game.loopy_nimber(&engine, &budget).unwrap();
        assert_eq!(loopy.nimber(), Some(expected), "{text}");
    }
}

/// G - G = 0, and P + P = 0 in impartial games: recognized without search, and true.
#[test]
fn a_position_and_its_negative_are_mirror_images() {
    let (universe, budget) = (Universe::new(), Budget::unlimited());
    let engine = Engine::new(&universe, Settings::default());
    for text in POSITIONS {
        let game = parse_game(text).unwrap();
        let loopy = game.class().loopy;
        let sum = Sum::from(vec![game.clone(), game.clone().negative()]);
        assert_eq!(sum.is_mirrored().unwrap(), !loopy, "{text}");
        if !loopy {
            let outcome = sum.outcome(&engine, Convention::Normal, &budget).unwrap();
            assert_eq!(outcome, Outcome::P, "{text}");
        }
    }
}

/// Positions and their followers, up to a limit, are read back.
#[test]
fn positions_read_back() {
    for text in POSITIONS {
        let game = parse_game(text).unwrap();
        let mut open = vec![game];
        let mut seen = 0;
        while let Some(game) = open.pop() {
            let again = parse_game(&game.text()).unwrap();
            assert_eq!(again.text(), game.text(), "{text}");
            for player in Player::BOTH {
                let options = game.options(player).unwrap();
                let texts = |options: &[Game]| -> Vec<String> {
                    let mut texts: Vec<String> = options.iter().map(|o| o.text()).collect();
                    texts.sort();
                    texts
                };
                assert_eq!(texts(&options), texts(&again.options(player).unwrap()), "{text}");
                seen += options.len();
                if seen < 300 {
                    open.extend(options);
                }
            }
        }
    }
}

#[test]
fn impartial_games_have_the_same_moves_for_both() {
    for text in POSITIONS {
        let game = parse_game(text).unwrap();
        if game.class().is_impartial() {
            let form = Some(GraphForm::Coloured);
            let (graph, _) = Graph::of(&game, GraphOptions { form, first: None });
            assert!(graph.arcs.iter().flatten().all(|&(_, colour)| colour == Colour::Both));
        }
    }
}

#[test]
fn a_budget_stops_every_search() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for text in
        ["domineering(\"8x8\")", "amazons(\"x.....|......|......|.....o\")", "grim(\"5x5\")"]
    {
        let game = parse_game(text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let budget = Budget::unlimited().with_steps(20_000);
            let error = game.outcome(&engine, convention, &budget).unwrap_err();
            assert!(matches!(error, upstar_engine::RuleError::Exhausted(_)), "{text}: {error}");
        }
    }
}
