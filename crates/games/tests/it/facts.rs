//! Facts published or computed by others: values by CGSuite, outcomes from the test files of MCGS,
//! figures and examples of the sources.

use upstar_core::{Budget, Outcome, Player};
use upstar_engine::{Convention, Engine, Game, Settings, Sum};
use upstar_games::{catalogue, parse_game, parse_sum};
use upstar_values::{Style, Universe};

fn value(engine: &Engine<'_>, text: &str) -> String {
    let value = parse_game(text).unwrap().value(engine, &Budget::unlimited()).unwrap();
    engine.universe().game(value).to_string()
}

fn outcome(engine: &Engine<'_>, text: &str, convention: Convention) -> Outcome {
    parse_sum(text).unwrap().outcome(engine, convention, &Budget::unlimited()).unwrap()
}

#[test]
fn cgsuite_gives_the_same_values() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for line in include_str!("data/cgsuite.tsv").lines().skip(1) {
        let (expression, expected) = line.split_once('\t').unwrap();
        assert_eq!(value(&engine, expression), expected, "{expression}");
    }
    // Dawson's Kayles, Kayles and Grundy's game from n = 1 on.
    for (name, values) in [
        ("kayles", "1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1"),
        ("dawsons_kayles", "0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,5,2,2,3,3"),
        ("grundys_game", "0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2,4,3,0"),
    ] {
        for (index, expected) in values.split(',').enumerate() {
            let game = parse_game(&format!("{name}({})", index + 1)).unwrap();
            let grundy = game.grundy(&engine, &Budget::unlimited()).unwrap();
            assert_eq!(grundy.to_string(), expected, "{name}({})", index + 1);
        }
    }
    let row = "10,11,9,8,13,12,0,15,16,17,14,18,7,6,2,3,1,4,5,23,28";
    for (n, expected) in row.split(',').enumerate() {
        let game = parse_game(&format!("game.heap.Wythoff(10,{n})")).unwrap();
        let grundy = game.grundy(&engine, &Budget::unlimited()).unwrap();
        assert_eq!(grundy.to_string(), expected, "wythoff(10,{n})");
    }
}

#[test]
fn mcgs_gives_the_same_winners() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let mut seen = 0;
    for line in include_str!("data/mcgs.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [position, first, winner, nimber, class, _] = fields[..] else { panic!("{line}") };
        let found = outcome(&engine, position, Convention::Normal);
        let player = |letter| if letter == "B" { Player::Left } else { Player::Right };
        if first == "any" {
            assert_eq!(found, if winner == "first" { Outcome::N } else { Outcome::P }, "{line}");
            let game = parse_game(position).unwrap();
            let grundy = game.grundy(&engine, &Budget::unlimited()).unwrap();
            assert_eq!(grundy.to_string(), nimber, "{line}");
        } else {
            assert_eq!(found.winner(player(first)), Some(player(winner)), "{line}");
        }
        assert!(class.is_empty() || found.to_string() == class, "{line}");
        seen += 1;
    }
    assert!(seen > 20);
}

#[test]
fn the_examples_of_the_catalogue_have_their_answers() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let mut wrong = Vec::new();
    for row in catalogue() {
        let (expression, answer) = row.example;
        let found = match answer.strip_prefix("outcome ") {
            Some(_) => format!("outcome {}", outcome(&engine, expression, Convention::Normal)),
            None => value(&engine, expression),
        };
        if found != answer {
            wrong.push(format!("{expression} is {found}, not {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Dehornoy: values in Toads and Frogs, Hackenbush and Domineering.
#[test]
fn the_sources_give_the_same_values() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for (position, expected) in [
        ("toads_and_frogs(\"TT_FF\")", "*"),
        ("toads_and_frogs(\"T_TFF\")", "^"),
        ("hackenbush(\"LR\")", "1/2"),
        ("hackenbush(\"LRR\")", "1/4"),
        ("hackenbush(\"GB\")", "^*"),
        ("domineering(\"2x2\")", "+-1"),
        ("domineering(\"2x3\")", "{2|-1/2}"),
        ("domineering(\"3x2\")", "{1/2|-2}"),
        ("domineering(\"5x5\")", "0"),
    ] {
        assert_eq!(value(&engine, position), expected, "{position}");
    }
    // Delta: Grim on chains.
    let grim = "0,0,1,2,0,1,2,3,1,2,3,4,0,3,4,2,1,3,2,1,0,2,1,4,5,1,4,5,1,2,0";
    for (n, expected) in grim.split(',').enumerate() {
        let game = parse_game(&format!("grim({n})")).unwrap();
        let grundy = game.grundy(&engine, &Budget::unlimited()).unwrap();
        assert_eq!(grundy.to_string(), expected, "grim({n})");
    }
}

/// Values do not depend on symmetries, components, threads or the cache.
#[test]
fn settings_do_not_change_values() {
    let usual = Settings { table_bytes: 1 << 24, ..Settings::default() };
    for position in [
        "domineering(\"4x4\")",
        "domineering(\".#...|..#..|.....|#...#\")",
        "domineering(\"2x9\")",
        "clobber(\"xoxo|oxox|xoxo\")",
        "toads_and_frogs(\"ttt..fff\")",
        "snort(\"path 7\")",
        "col(\"3x3\")",
        "amazons(\"x..|...|..o\")",
        "konane(\"xo.xo|oxoxo|xo.xo\")",
        "fission(\"....|.x..|..x.|....\")",
        "hackenbush(\"(lr;el;r:{a};l:{a}e)\")",
    ] {
        let universe = Universe::new();
        let engine = Engine::new(&universe, usual.clone());
        let expected = value(&engine, position);
        for settings in [
            Settings { symmetry: false, ..usual.clone() },
            Settings { components: false, ..usual.clone() },
            Settings { theorems: false, symmetry: false, components: false, ..usual.clone() },
            Settings { threads: 3, ..usual.clone() },
            Settings { table_bytes: 64 * 500, ..usual.clone() },
        ] {
            let engine = Engine::new(&universe, settings.clone());
            assert_eq!(value(&engine, position), expected, "{position} {settings:?}");
        }
        // The outcome by search equals the outcome of the value.
        let id = parse_game(position).unwrap().value(&engine, &Budget::unlimited()).unwrap();
        let by_value = universe.worker(&Budget::unlimited()).outcome(id).unwrap();
        assert_eq!(outcome(&engine, position, Convention::Normal), by_value, "{position}");
    }
}

#[test]
fn sums_and_their_winning_moves() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited();
    let moves = |text: &str, player, convention| -> Vec<String> {
        let sum = parse_sum(text).unwrap();
        let moves = sum.winning_moves(&engine, player, convention, &budget).unwrap();
        moves.iter().map(ToString::to_string).collect()
    };
    let expected = ["1: nim(1,3,5,7)", "1: nim(2,0,5,7)", "1: nim(2,3,5,4)"];
    assert_eq!(moves("nim(2,3,5,7)", Player::Left, Convention::Normal), expected);
    let expected = ["1: nim(0,3,5,6)", "1: nim(1,2,5,6)", "1: nim(1,3,4,6)"];
    assert_eq!(moves("nim(1,3,5,6)", Player::Right, Convention::Normal), expected);
    assert!(moves("nim(1,3,5,7)", Player::Left, Convention::Normal).is_empty());
    let mixed = "nim(2,3,5,7) + kayles(9) + domineering(\"4x4\")";
    assert_eq!(parse_sum(mixed).unwrap().value(&engine, &budget).unwrap(), {
        let mut worker = universe.worker(&budget);
        let parts = ["nim(2,3,5,7)", "kayles(9)", "domineering(\"4x4\")"];
        let values = parts.map(|part| parse_game(part).unwrap().value(&engine, &budget).unwrap());
        let sum = worker.add(values[0], values[1]).unwrap();
        worker.add(sum, values[2]).unwrap()
    });
    // Sums as one game against sums of values, and winning moves against both.
    for text in [
        "nim(1,2) + kayles(3)",
        "domineering(\"2x2\") + domineering(\"2x3\") + nim(1)",
        "clobber(\"xo\") + toads_and_frogs(\"t.f\") + snort(\"path 2\")",
        "hackenbush(\"lr\") + hackenbush(\"rl\") + matches(2,1)",
    ] {
        let sum = parse_sum(text).unwrap();
        let written = |sum: &Sum| sum.text(&mut universe.worker(&budget), Style::Plain).unwrap();
        assert_eq!(written(&parse_sum(&written(&sum)).unwrap()), written(&sum));
        for convention in [Convention::Normal, Convention::Misere] {
            let found = sum.outcome(&engine, convention, &budget).unwrap();
            let naive = |player| naive_wins(&sum, player, convention == Convention::Misere);
            let winner =
                |player: Player| Some(if naive(player) { player } else { player.opponent() });
            let expected = Outcome::from_winners(winner(Player::Left), winner(Player::Right));
            assert_eq!(found, expected, "{text} {convention:?}");
            for player in Player::BOTH {
                let some = !moves(text, player, convention).is_empty();
                let any_move = sum.games().any(|part| !part.options(player).unwrap().is_empty());
                assert_eq!(some, naive(player) && any_move, "{text} {convention:?} {player}");
            }
        }
    }
    // CGSuite: the misère outcome of a loopy game.
    let text = "backsliding_toads_and_frogs(\"t.f\")";
    assert_eq!(outcome(&engine, text, Convention::Misere), Outcome::N);
    // The value is {on||0|-1/2} & {1/2|0||off}: drawn, whoever moves first.
    let text = "backsliding_toads_and_frogs(\"ttt..fff\")";
    assert_eq!(outcome(&engine, text, Convention::Normal), Outcome::D);
    // A loopy summand: the bandit walks to and fro, so no player runs out of moves.
    let text = "bandit(\"#######|#B.#P.#|#######\") + nim(1)";
    assert_eq!(outcome(&engine, text, Convention::Normal), Outcome::D);
    for (text, part) in [
        ("nim(1) + ", "line 1, column 9"),
        ("nim(1) + wytoff(2,3)", "line 1, column 10: unknown game"),
        ("nim(1) + domineering(\"x+y\")", "line 1, column 23: expected a cell"),
    ] {
        let error = parse_sum(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// Whether the player to move wins, by exhaustive search.
fn naive_wins(sum: &Sum, player: Player, misere: bool) -> bool {
    let mut moved = false;
    for (index, game) in sum.games().enumerate() {
        for option in game.options(player).unwrap() {
            moved = true;
            let mut after: Vec<Game> = sum.games().cloned().collect();
            after[index] = option;
            if !naive_wins(&Sum::from(after), player.opponent(), misere) {
                return true;
            }
        }
    }
    !moved && misere
}

/// Rows with gaps and positions of several strips are sums, also when searched as a whole.
#[test]
fn strips_and_rows_add_up() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let whole = Settings { components: false, theorems: false, ..Settings::default() };
    let whole = Engine::new(&universe, whole);
    let mut worker = universe.worker(&Budget::unlimited());
    for (together, apart) in [
        ("toppling_dominoes(\"eel.lrl\")", "toppling_dominoes"),
        ("toppling_dominoes(\"..le..r.e\")", "toppling_dominoes"),
        ("toads_and_frogs(\"tt.ff|t..f\")", "toads_and_frogs"),
        ("toads_and_frogs(\"t.|.f|t.f.\")", "toads_and_frogs"),
        ("elephants_and_rhinos(\"t..f|t.tf\")", "elephants_and_rhinos"),
    ] {
        let parts = together.split('"').nth(1).unwrap();
        let between = if apart == "toppling_dominoes" { '.' } else { '|' };
        let mut sum = upstar_values::Id::ZERO;
        for part in parts.split(between).filter(|part| !part.is_empty()) {
            let part = parse_game(&format!("{apart}(\"{part}\")")).unwrap();
            let value = part.value(&engine, &Budget::unlimited()).unwrap();
            sum = worker.add(sum, value).unwrap();
        }
        for engine in [&engine, &whole] {
            let found = parse_game(together).unwrap().value(engine, &Budget::unlimited()).unwrap();
            assert_eq!(found, sum, "{together}");
        }
        // Bit sets and cell lists play alike: a strip too long for bits.
        if apart == "toads_and_frogs" {
            let long = format!("{apart}(\"{parts}|{}\")", ".".repeat(70));
            let found = parse_game(&long).unwrap().value(&engine, &Budget::unlimited()).unwrap();
            assert_eq!(found, sum, "{long}");
        }
    }
    // A move in one row keeps the other.
    let options = parse_game("toppling_dominoes(\"l.r\")").unwrap().options(Player::Left).unwrap();
    let options: Vec<String> = options.iter().map(Game::text).collect();
    assert_eq!(options, ["toppling_dominoes(\"r\")"]);
    let game = parse_game("toads_and_frogs(\"t.f|f.\")").unwrap();
    assert_eq!(game.board().unwrap(), ["t.f", "f."]);
}

/// Toads and Frogs with CGSuite's parameters.
#[test]
fn toads_are_read_by_their_parameters() {
    let text = |text: &str| parse_game(text).unwrap().text();
    let general = "gen_toads(\"1,1,2,0:tttt..fff\")";
    assert_eq!(text(general), general);
    assert_eq!(text("gen_toads(2; \"tttt..fff\")"), general);
    assert_eq!(text("game.strip.GenToadsAndFrogs(2)(\"tttt..fff\")"), general);
    assert_eq!(text("gen_toads(maxJump => 2)(\"tttt..fff\")"), general);
    assert_eq!(text("gen_toads(1,1,2,0; \"tttt..fff\")"), general);
    assert_eq!(
        text("gen_toads(maxSlide => 3, allowFriendlyJump => true; \"t..f\")"),
        "gen_toads(\"1,3,1,1:t..f\")"
    );
    for (wrong, part) in [
        ("gen_toads(1,2; \"t.f\")", "expected"),
        ("gen_toads(jump => 2; \"t.f\")", "column 11: expected minSlide"),
        ("gen_toads(2; \"t.x.y\")", "column 19: expected `t`"),
        ("gen_toads(maxSlide => 0; \"t.f\")", "expected"),
        ("toads_and_frogs(\"t.f|t-f\")", "column 23: expected `t`"),
    ] {
        let error = parse_game(wrong).unwrap_err().to_string();
        assert!(error.contains(part), "{wrong}: {error}");
    }
}
