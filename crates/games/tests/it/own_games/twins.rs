//! Published games defined by rules against their twins in Rust.

use proptest::prop_assert_eq;
use proptest::test_runner::{Config as ProptestConfig, RngSeed, TestRunner};
use upstar_core::{Budget, Player};
use upstar_engine::{Argument, Arguments, Game, Rules};
use upstar_games::{LargeNoGo, find_game, parse_game};
use upstar_values::Universe;

use super::{Ask, boards, itself, options, own, texts};

/// Options and answers by rules files, against those of the twin in Rust and those found without
/// derived facts.
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

/// As [`agree`], for games whose twins write positions differently. The values of options are
/// compared, and the options themselves if `tidy` makes both texts equal.
fn worth_the_same(
    name: &str,
    tidy: Option<fn(&str) -> String>,
    positions: impl IntoIterator<Item = (Arguments, Arguments)>,
) {
    let rules: Rules = own(name).rules().clone();
    let twin = find_game(name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(rules.class(), twin.class, "{name}");
    let universe = Universe::new();
    let ask = Ask::new(&universe);
    let mut compared = 0;
    for (arguments, others) in positions {
        let game = rules.make(&arguments).unwrap();
        // Some twins are played on only one heap.
        let Ok(other) = twin.make(&others) else { continue };
        compared += 1;
        for player in Player::BOTH {
            assert_eq!(ask.worth(&game, player), ask.worth(&other, player), "{game:?} {player}");
            if let Some(tidy) = tidy {
                let [found, expected] = [&game, &other].map(|game| options(game, player, tidy));
                assert_eq!(found, expected, "{game:?} {player}");
            }
        }
        let found = ask.answer(&game, true);
        assert_eq!(found, ask.answer(&other, true), "{game:?}");
        assert_eq!(found, ask.answer(&game, false), "{game:?}");
        // The text is read back.
        if !game.position_text().is_empty() {
            assert_eq!(rules.read(&game.position_text()).unwrap(), game);
        }
    }
    assert!(compared > 0, "{name}");
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

/// A player who completes three crosses wins. Outcomes are compared with the twin, which moves
/// within two cells of a cross only if there is no other move.
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

/// Random boards, of three rows and four columns with their values, and of five and eight. Sets of
/// bits are compared with the rules file or, for NoGo, with cell lists.
#[test]
fn random_boards_agree() {
    let universe = Universe::new();
    let ask = Ask::new(&universe);
    for (name, small, large) in [
        (
            "amazons",
            "[.#]{3}x\\|[xo#][#.]{3}\\|#[#xo]##",
            "([.#]{8}\\|){2}[.#xo]{8}\\|([.#]{8}\\|)[.#xo]{8}",
        ),
        ("clobber", "[.xo]{2}[xo#.]{2}\\|[.#xo][xo]{3}\\|[xo]{4}", "([.#xo]{8}\\|){4}[xo]{8}"),
        ("cram", "([.#]{4}\\|){2}[.#]{4}", "([.#]{8}\\|){4}[.#]{8}"),
        ("domineering", "([.#]{4}\\|){2}[.#]{4}", "([.#]{8}\\|){4}[.#]{8}"),
        (
            "konane",
            "[xo.]{4}\\|[xo.]{4}\\|[xo#.]{4}",
            "[xo.]{8}\\|[xo.]{8}\\|[xo#.]{8}\\|[xo.]{8}\\|[xo.]{8}",
        ),
        ("nogo", "[.xo#]{4}\\|[xo]{3}[.#]\\|x[.xo]{2}o", "([.#xo]{3}[.xo]{5}\\|){4}[.xo]{8}"),
    ] {
        let cells = match name {
            "nogo" => Rules::new(LargeNoGo),
            _ => own(name).rules().clone(),
        };
        let config = ProptestConfig {
            cases: 200,
            failure_persistence: None,
            rng_seed: RngSeed::Fixed(5),
            ..ProptestConfig::default()
        };
        let found = TestRunner::new(config).run(&(small, large), |(small, large)| {
            for (text, value) in [(small, true), (large, false)] {
                let bits = parse_game(&format!("{name}(\"{text}\")")).unwrap();
                let cells = cells.read(&text).unwrap();
                prop_assert_eq!(bits.position_text(), &*text);
                for player in Player::BOTH {
                    let [bits, cells] = [&bits, &cells].map(|game| options(game, player, itself));
                    prop_assert_eq!(bits, cells, "{} {}", name, text);
                }
                if value {
                    let values = [ask.answer(&bits, true), ask.answer(&cells, false)];
                    prop_assert_eq!(&values[0], &values[1], "{} {}", name, text);
                }
            }
            Ok(())
        });
        if let Err(error) = found {
            panic!("{error}");
        }
    }
}

/// The heaps in order, without heaps of 0.
fn sorted(text: &str) -> String {
    let mut heaps: Vec<u64> = text.split(',').filter_map(|heap| heap.parse().ok()).collect();
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    format!("{heaps:?}")
}

#[test]
fn heaps_agree() {
    let heaps = |most: u64| {
        let one = (0..=most).map(|n| vec![n]);
        one.chain([vec![3, 4], vec![5, 1, 2], vec![0, 6]])
    };
    let same = |heaps: Vec<u64>| (Arguments::numbers(&heaps), Arguments::numbers(&heaps));
    for name in ["nim", "kayles", "dawson_kayles", "grundy", "lasker"] {
        worth_the_same(name, Some(sorted), heaps(9).map(same));
    }
    worth_the_same("subtract_square", Some(sorted), (0..30).map(|n| same(vec![n])));
    for (name, sets) in
        [("partizan_subtraction", ["1,3", "2,3"]), ("partizan_splittles", ["1", "2"])]
    {
        let with = |heaps: Vec<u64>| {
            let sets = sets.map(|set| Argument::Text(set.to_owned()));
            let numbers = heaps.iter().map(|&heap| Argument::Integer(heap.into()));
            let others = Arguments::new(sets.into_iter().chain(numbers).collect());
            (Arguments::numbers(&heaps), others.with_semicolon(2))
        };
        worth_the_same(name, Some(sorted), heaps(9).map(with));
    }
}

/// All graphs on this number of vertices, as sets of edges.
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
    // The twin leaves out vertices without edges.
    let small = (1..=4).flat_map(|n| graphs(n).into_iter().map(move |edges| (n, edges)));
    let positions = small.map(|(n, edges)| same_text(text(&".".repeat(n), &edges)));
    worth_the_same("grim", None, positions);
    let families = ["path 7", "cycle 6", "complete 4", "3x3"];
    worth_the_same("grim", None, families.map(|family| same_text(family.to_owned())));
    for name in ["snort", "col"] {
        let small = texts(".LR", 3)
            .into_iter()
            .flat_map(|letters| graphs(3).into_iter().map(move |edges| (letters.clone(), edges)));
        worth_the_same(name, None, small.map(|(letters, edges)| same_text(text(&letters, &edges))));
        let families = ["path 5", "cycle 5", "complete 4", "2x3"];
        worth_the_same(name, None, families.map(|family| same_text(family.to_owned())));
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
        // The twin renumbers the remaining vertices.
        let tidy: Option<fn(&str) -> String> = (name == "hackenbush").then_some(itself);
        worth_the_same(name, tidy, all);
    }
    let bushes = ["0-1e,1-2l,2-0r,1-1e", "0-1l,0-1r,1-2e,2-3l,0-4e"];
    worth_the_same("hackenbush", None, bushes.map(|bush| same_text(bush.to_owned())));
}
