//! Games solved without a graph, against the graph.

use std::collections::HashMap;

use proptest::prelude::*;
use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_engine::{
    AnyPosition, Game, MemoryTiers, PositionResult, RuleError, SolveOptions, TierFacts, TierStore,
};
use upstar_games::{catalogue, parse_game};
use upstar_graphs::Graph;

/// The position, whatever its type.
fn at(game: &Game) -> &AnyPosition {
    game.position().unwrap()
}

/// All reachable positions with a player to move, and their moves, or `None` if there are too many.
fn explicit(
    game: &Game,
    first: Option<Player>,
    most: usize,
) -> Option<(Vec<(Game, Player)>, Graph)> {
    let impartial = game.class().is_impartial();
    let movers = match first {
        Some(first) => vec![first],
        None if impartial => vec![Player::Left],
        None => Player::BOTH.to_vec(),
    };
    let mut states: Vec<(Game, Player)> = Vec::new();
    let mut numbers: HashMap<(Game, Player), u32> = HashMap::new();
    for player in movers {
        numbers.insert((game.clone(), player), states.len() as u32);
        states.push((game.clone(), player));
    }
    let (mut arcs, mut next) = (Vec::new(), 0);
    while let Some((at, player)) = states.get(next).cloned() {
        let after = if impartial { player } else { player.opponent() };
        for option in at.options(player).ok()? {
            let new = states.len() as u32;
            let number = *numbers.entry((option.clone(), after)).or_insert(new);
            if number == new {
                states.push((option, after));
            }
            arcs.push((next as u32, number));
        }
        next += 1;
        if states.len() > most {
            return None;
        }
    }
    let graph = Graph::from_arcs(states.len() as u32, arcs).unwrap();
    Some((states, graph))
}

/// Checks that every solver agrees with the graph of the game. Returns the number of positions.
fn agrees(game: &Game, first: Option<Player>, most: usize) -> Option<usize> {
    let (states, graph) = explicit(game, first, most)?;
    for convention in [Convention::Normal, Convention::Misere] {
        let budget = Budget::unlimited();
        let solution = upstar_graphs::solve(&graph, convention, 1, &budget).unwrap().found;
        for (tiers, numbers, threads) in
            [(true, true, 1), (true, true, 3), (true, false, 1), (false, false, 2)]
        {
            let options = SolveOptions { convention, first, tiers, numbers, threads };
            let mut store = MemoryTiers::default();
            match game.solve(options, &mut store, &budget) {
                // Positions that cannot be read back cannot be stored.
                Err(RuleError::Store(error)) if error.to_string().contains("kept as bytes") => {
                    return None;
                }
                solved => solved.unwrap_or_else(|error| panic!("{}: {error}", game.text())),
            }
            for (vertex, (position, player)) in (0..).zip(&states) {
                let found = position.look_up(*player, options, &store).unwrap();
                let expected = match solution.outcome(vertex) {
                    Some(Outcome::N) => PositionResult::Win(solution.remoteness(vertex).unwrap()),
                    Some(Outcome::P) => PositionResult::Loss(solution.remoteness(vertex).unwrap()),
                    _ => PositionResult::Draw,
                };
                let what = format!("{} {player} {options:?}", position.text());
                assert_eq!(found, Some(expected), "{what}");
            }
            let found: u64 = store.solved().iter().map(TierFacts::positions).sum();
            if store.found().is_some() {
                assert_eq!(found, states.len() as u64, "{}", game.text());
            }
        }
    }
    Some(states.len())
}

#[test]
fn the_catalogue_agrees_with_its_graphs() {
    let mut solved = 0;
    for row in catalogue() {
        let Ok(game) = parse_game(row.example.0) else { continue };
        let first = game.class().is_impartial().then_some(Player::Left);
        solved += usize::from(agrees(&game, first, 3000).is_some());
    }
    assert!(solved > 80, "{solved} games were solved");
}

#[test]
fn numbers_are_those_of_the_positions() {
    for text in ["kalah(1,3)", "kalah(2,2)", "kalah(3,1)"] {
        let game = parse_game(text).unwrap();
        let tiers = game.tiers().unwrap();
        assert!(tiers.is_sorted());
        let mut positions = 0;
        for &(tier, size) in &tiers {
            for number in 0..size {
                let Some((position, player)) = game.unrank(tier, number) else { continue };
                positions += 1;
                let at = at(&position);
                assert_eq!(position.rules().tier(at), tier, "{}", position.text());
                assert_eq!(position.rules().rank(at, player), Some(number), "{}", position.text());
            }
            assert!(game.unrank(tier, size).is_none());
        }
        assert!(positions > 10, "{text}");
    }
}

#[test]
fn numbered_games_agree_with_their_graphs() {
    for text in ["kalah(1,3)", "kalah(2,2)", "kalah(3,1)", "kalah(\"0,2,1+1|1,0,2+0\")"] {
        let game = parse_game(text).unwrap();
        assert!(agrees(&game, None, 200_000).is_some(), "{text}");
    }
}

#[test]
fn predecessors_are_those_of_the_options() {
    for text in ["kalah(2,2)", "kalah(3,1)"] {
        let game = parse_game(text).unwrap();
        for (tier, size) in game.tiers().unwrap() {
            let (mut forward, mut back) = (Vec::new(), Vec::new());
            for number in 0..size {
                let Some((position, player)) = game.unrank(tier, number) else { continue };
                let rules = position.rules();
                let after = player.opponent();
                for option in position.options(player).unwrap() {
                    let at = at(&option);
                    if rules.tier(at) == tier {
                        forward.push((number, rules.rank(at, after).unwrap()));
                    }
                }
                let mut before = Vec::new();
                assert!(rules.unmoves(at(&position), after, &mut before).unwrap());
                for at in before {
                    back.push((rules.rank(&at, after).unwrap(), number));
                }
            }
            forward.sort_unstable();
            forward.dedup();
            back.sort_unstable();
            back.dedup();
            assert_eq!(forward, back, "{text}: tier {tier}");
        }
    }
}

/// All boards with these letters and row length.
fn boards(letters: &[char], rows: usize, columns: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    for cell in 0..rows * columns {
        let between = if cell > 0 && cell % columns == 0 { "|" } else { "" };
        let longer = |text: &String| {
            letters.iter().map(|letter| format!("{text}{between}{letter}")).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// For every board of a size, not only for reachable ones.
#[test]
fn predecessors_are_those_of_the_options_of_all_boards() {
    for (name, letters, rows, columns) in [
        ("dodgem(\"{}\")", "xo.", 3, 3),
        ("dodgem(\"{}\")", "xo.", 2, 4),
        ("tic_tac_toe(\"{}\")", "xo.", 3, 3),
        ("connect_k(3; \"{}\")", "xo.", 2, 4),
        ("northcott(\"{}\")", "xo.", 2, 4),
        ("backsliding_toads_and_frogs(\"{}\")", "tf.", 1, 7),
        ("toads_and_frogs(\"{}\")", "tf.", 1, 7),
        ("toads_and_frogs(\"{}\")", "tf.|", 1, 6),
    ] {
        let letters: Vec<char> = letters.chars().collect();
        let games = boards(&letters, rows, columns);
        let games = games.iter().filter_map(|board| parse_game(&name.replace("{}", board)).ok());
        let games: Vec<Game> = games.collect();
        for player in Player::BOTH {
            let (mut forward, mut back) = (Vec::new(), Vec::new());
            for game in &games {
                let here = || game.position_text();
                let rules = game.rules();
                for option in game.options(player).unwrap() {
                    if option.tier() == game.tier() {
                        forward.push((here(), option.position_text()));
                    }
                }
                let mut before = Vec::new();
                assert!(rules.unmoves(at(game), player, &mut before).unwrap(), "{}", game.text());
                for at in before {
                    assert_eq!(rules.tier(&at), game.tier(), "{}", game.text());
                    back.push((rules.write(&at), here()));
                }
            }
            forward.sort_unstable();
            forward.dedup();
            back.sort_unstable();
            back.dedup();
            assert!(!forward.is_empty() && forward == back, "{name} {player}");
        }
    }
}

/// A position of a game with tiers, small enough to be listed.
fn small_game() -> impl Strategy<Value = String> {
    let board = |letters: &'static str, rows: usize, columns: usize| {
        let letters: Vec<char> = letters.chars().collect();
        let cell = proptest::sample::select(letters);
        let row = proptest::collection::vec(cell, columns).prop_map(String::from_iter);
        proptest::collection::vec(row, rows).prop_map(|rows| rows.join("|"))
    };
    let named = |name: &'static str| move |board: String| format!("{name}(\"{board}\")");
    prop_oneof![
        board("xo.", 2, 5).prop_map(named("clobber")),
        board("xo.", 3, 3).prop_map(named("konane")),
        board("xo..", 2, 3).prop_map(named("nogo")),
        board("xo...#", 2, 3).prop_map(named("amazons")),
        board(".#", 3, 4).prop_map(named("domineering")),
        board(".#", 3, 4).prop_map(named("cram")),
        (0..4u8, 0..5u8, 0..5u8).prop_map(|(a, b, c)| format!("nim({a},{b},{c})")),
        proptest::collection::vec(0..3u8, 6).prop_map(|n| format!(
            "kalah(\"{},{}+{}|{},{}+{}\")",
            n[0], n[1], n[2], n[3], n[4], n[5]
        )),
        board("xo..", 3, 3)
            .prop_filter("a game without cars is none", |board| board.contains(['x', 'o']))
            .prop_map(named("dodgem")),
        board("tf..", 1, 8).prop_map(named("backsliding_toads_and_frogs")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Tiers, numbering and threads change no verdict.
    #[test]
    fn tiers_agree_with_graphs(text in small_game(), left in any::<bool>()) {
        let game = parse_game(&text).unwrap();
        agrees(&game, None, 3000);
        if !game.class().is_impartial() {
            agrees(&game, Some(if left { Player::Left } else { Player::Right }), 3000);
        }
    }
}

/// Large enough that every thread has something to do.
#[test]
fn threads_agree() {
    for (text, tiers) in
        [("kalah(4,2)", true), ("connect_four(\"4x4\")", true), ("kalah(3,2)", false)]
    {
        let game = parse_game(text).unwrap();
        let solve = |threads| {
            let options =
                SolveOptions { tiers, numbers: tiers, threads, ..SolveOptions::default() };
            let mut store = MemoryTiers::default();
            game.solve(options, &mut store, &Budget::unlimited()).unwrap();
            store
        };
        let (one, three) = (solve(1), solve(3));
        assert_eq!(one.solved(), three.solved(), "{text}");
        assert_eq!(one.found(), three.found(), "{text}");
        for facts in one.solved() {
            for number in 0..facts.size {
                let [first, second] =
                    [&one, &three].map(|store| store.verdict(facts.tier, number).unwrap());
                assert_eq!(first, second, "{text}: tier {}, number {number}", facts.tier);
            }
        }
    }
}

#[test]
fn passes_agree_with_arcs() {
    // So little memory that the arcs do not fit.
    let game = parse_game("hare_and_hounds(5)").unwrap();
    let options = SolveOptions::default();
    let mut with_arcs = MemoryTiers::default();
    let roomy = Budget::unlimited();
    game.solve(options, &mut with_arcs, &roomy).unwrap();
    let size = with_arcs.found().unwrap()[0].1;
    let mut keys = MemoryTiers::default();
    keys.keep_positions(0, with_arcs.positions(0).unwrap()).unwrap();
    keys.keep_found(&[(0, size)]).unwrap();
    let tight = (1..)
        .map(|step| Budget::unlimited().with_bytes(step * 100_000))
        .find(|budget| {
            let mut store = MemoryTiers::default();
            store.keep_positions(0, keys.positions(0).unwrap()).unwrap();
            store.keep_found(&[(0, size)]).unwrap();
            game.solve(options, &mut store, budget).is_ok_and(|()| {
                keys = store;
                true
            })
        })
        .unwrap();
    assert!(tight.report().peak_bytes + (1 << 20) <= roomy.report().peak_bytes);
    assert_eq!(keys.solved(), with_arcs.solved());
}

#[test]
fn a_used_up_budget_keeps_what_was_finished() {
    let game = parse_game("kalah(2,3)").unwrap();
    let mut store = MemoryTiers::default();
    let budget = Budget::unlimited().with_steps(4_000);
    let error = game.solve(SolveOptions::default(), &mut store, &budget).unwrap_err();
    assert!(matches!(error, RuleError::Exhausted(_)));
    let done = store.solved().len();
    assert!(done > 0 && done < game.tiers().unwrap().len());
    game.solve(SolveOptions::default(), &mut store, &Budget::unlimited()).unwrap();
    let mut whole = MemoryTiers::default();
    game.solve(SolveOptions::default(), &mut whole, &Budget::unlimited()).unwrap();
    assert_eq!(store.solved(), whole.solved());
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah* (2000): the result for the first player, as
/// quoted elsewhere.
#[test]
fn small_boards_of_kalah_as_published() {
    let published = [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWWWL")];
    for (pits, results) in published {
        let mut found = String::new();
        for seeds in 1..=results.len() as u64 {
            if pits * seeds > 9 {
                break;
            }
            let game = parse_game(&format!("kalah({pits},{seeds})")).unwrap();
            let mut store = MemoryTiers::default();
            game.solve(SolveOptions::default(), &mut store, &Budget::unlimited()).unwrap();
            let verdict = game.look_up(Player::Left, SolveOptions::default(), &store).unwrap();
            found.push(match verdict.unwrap() {
                PositionResult::Win(_) => 'W',
                PositionResult::Loss(_) => 'L',
                PositionResult::Draw => 'D',
            });
        }
        assert_eq!(found, results[..found.len()], "{pits} pits");
    }
}

/// The numbers of positions: all, won, lost and drawn. Tic-Tac-Toe: GamesmanOne 1.3; Connect Four
/// on 4 x 4 cells: Tromp, John's Connect Four Playground, the number of positions.
#[test]
fn published_counts() {
    let counts = |text: &str| {
        let mut store = MemoryTiers::default();
        let game = parse_game(text).unwrap();
        game.solve(SolveOptions::default(), &mut store, &Budget::unlimited()).unwrap();
        let sum = |count: fn(&TierFacts) -> u64| store.solved().iter().map(count).sum::<u64>();
        (
            sum(TierFacts::positions),
            [sum(|facts| facts.wins), sum(|facts| facts.losses), sum(|facts| facts.draws)],
        )
    };
    assert_eq!(counts("tic_tac_toe(\"3x3\")"), (5478, [2836, 1574, 1068]));
    assert_eq!(counts("connect_four(\"4x4\")").0, 161_029);
}
