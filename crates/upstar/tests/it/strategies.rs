//! Strategies: found, checked, played against all replies, and refused when altered.

use std::collections::HashSet;

use upstar::core::{Budget, Convention, Player};
use upstar::lang::Session;
use upstar::rules::{Settings, Solver, Sum, catalogue, parse_sum};
use upstar::{StrategyPlay, find_strategy, read_sum, verify_strategy};
use upstar_graphs::generate::Random;
use upstar_values::Style;
use upstar_verify::strategy::{Strategy, read, write};

fn strategy(sum: &str, first: Player, convention: Convention) -> (Player, String) {
    let (session, budget) = (Session::new(), Budget::unlimited());
    let text = sum;
    let sum = read_sum(&session, text, convention, &budget).unwrap();
    let found = find_strategy(session.solver(), &sum, first, convention, &budget).unwrap();
    let other = Session::new();
    let sum = read_sum(&other, text, convention, &budget).unwrap();
    let outcome = other.solver().outcome(&sum, convention, &budget).unwrap();
    assert_eq!(outcome.winner(first), Some(found.winner));
    (found.winner, found.text)
}

fn holds(text: &str) -> bool {
    verify_strategy("file", text, &Budget::unlimited()).unwrap().claim.unwrap().holds
}

/// Plays a strategy against every reply in the sum itself, and counts the replies that need the
/// search: a position that is its own negative has two names, and only one may be in the rows.
fn play_all(sum: &str, first: Player, convention: Convention) -> u32 {
    let (winner, text) = strategy(sum, first, convention);
    let budget = Budget::unlimited();
    let mut play = StrategyPlay::read("file", &text, &budget).unwrap();
    assert_eq!((play.winner(), play.first(), play.sum()), (winner, first, sum));
    let session = Session::new();
    let mut worker = session.universe().worker(&budget);
    let mut open = vec![(read_sum(&session, sum, convention, &budget).unwrap(), first)];
    let (mut met, mut misses) = (HashSet::new(), 0);
    while let Some((sum, mover)) = open.pop() {
        let text = sum.text(&mut worker, Style::Plain).unwrap();
        if !met.insert((text.clone(), mover)) {
            continue;
        }
        let options = sum.sorted_options(&mut worker, mover).unwrap();
        if mover != winner {
            assert!(convention == Convention::Normal || !options.is_empty(), "{text}");
            open.extend(options.into_iter().map(|(_, after)| (after, winner)));
            continue;
        }
        if options.is_empty() && convention == Convention::Misere {
            continue;
        }
        let by_rows = options.iter().find(|(after, _)| play.is_lost(after).unwrap());
        misses += u32::from(by_rows.is_none());
        let wins = |sum: &Sum| {
            session.solver().winner(sum, winner.opponent(), convention, &budget).unwrap()
                == Some(winner)
        };
        let after = match by_rows {
            Some((_, after)) => after,
            None => &options.iter().find(|(_, after)| wins(after)).expect(&text).1,
        };
        assert!(wins(after), "{text}");
        open.push((after.clone(), winner.opponent()));
    }
    misses
}

#[test]
fn strategies_win_against_all_replies() {
    for sum in [
        "domineering(\"...|...|...\")",
        "domineering(\"..#.|....|.#..\") + domineering(\"...|..#\")",
        "clobber(\"xoxoxoxo\")",
        "clobber(\"xox|oxo\") + clobber(\"xxo\")",
        "nogo(\"...|...\")",
        "amazons(\"x..|..o\")",
        "konane(\"xo.x|ox.o\") + domineering(\"..|..\")",
        "nim(1,2,3) + kayles(4)",
        "cram(\"....|..#.|....\") + kayles(5)",
        "sprouts(\"0.0.0\") + *2",
        "toppling_dominoes(\"lrre\") + clobber(\"xo\")",
        "domineering(\"...|...|...\") + kayles(3) + {2||1|0}",
        "{3|-1} + clobber(\"xoxo\") + -1/2",
        "domineering(\"...|...\") + {2|-1} + ^*",
        "domineering(\"....|....|....|....\")",
        "domineering(\"#...|....|...#|.#..\") + 1",
        "domineering(\"...|#..|...|..#\") + -2",
    ] {
        for first in Player::BOTH {
            assert_eq!(play_all(sum, first, Convention::Normal), 0, "{sum}");
        }
    }
    for sum in [
        "domineering(\"...|...\") + kayles(3)",
        "clobber(\"xoxox\")",
        "nim(2,2)",
        "clobber(\"xoxo|ox..\") + nim(1)",
        "domineering(\"..|..\") + {2||1|0} + *2",
        "{3/2|-1/2}",
    ] {
        for first in Player::BOTH {
            assert_eq!(play_all(sum, first, Convention::Misere), 0, "{sum}");
        }
    }
}

#[test]
fn strategies_of_random_sums_win_against_all_replies() {
    let sum = "clobber(\"xxo.xo\") + clobber(\"oxo|x#x\")";
    assert_eq!(play_all(sum, Player::Left, Convention::Misere), 0);
    let mut misses = 0;
    let mut random = Random::new(48);
    let mut board = |cells: &[&str]| -> String {
        let columns = 3 + random.below(3);
        let rows = if columns > 4 { 1 } else { 2 };
        let mut row = || -> String {
            (0..columns).map(|_| cells[random.below(cells.len() as u32) as usize]).collect()
        };
        (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
    };
    for index in 0..60 {
        let (first, second) = match index % 3 {
            0 => ("clobber", "clobber"),
            1 => ("nogo", "domineering"),
            _ => ("clobber", "domineering"),
        };
        let mut game = |name: &str| {
            let cells = if name == "clobber" { ["x", "o", "."] } else { [".", ".", "#"] };
            format!("{name}(\"{}\")", board(&cells))
        };
        let sum = format!("{} + {}", game(first), game(second));
        for convention in [Convention::Normal, Convention::Misere] {
            misses += play_all(&sum, Player::BOTH[index % 2], convention);
        }
    }
    assert!(misses < 100, "{misses}");
}

#[test]
fn large_sums_have_strategies_that_pass() {
    let sums = ["domineering(\"......|......|......|......|......|......\")".to_owned(), {
        format!("clobber(\"{}\")", "xo".repeat(20))
    }];
    for sum in sums {
        let (winner, text) = strategy(&sum, Player::Left, Convention::Normal);
        assert_eq!(winner, Player::Left);
        assert!(holds(&text));
    }
}

/// However many threads there are, and however often it is asked for, the certificate is the same.
#[test]
fn certificates_are_always_the_same() {
    let (convention, budget) = (Convention::Normal, Budget::unlimited());
    for text in ["domineering(\"5x5\")", "sprouts(6)"] {
        let sum = parse_sum(text).unwrap();
        let [one, three] = [1, 3].map(|threads| {
            let solver = Solver::new(Settings { threads, ..Settings::default() });
            solver.outcome(&sum, convention, &budget).unwrap();
            find_strategy(&solver, &sum, Player::Left, convention, &budget).unwrap()
        });
        let (_, fresh) = strategy(text, Player::Left, convention);
        assert_eq!(three.text, fresh);
        assert_eq!((one.winner, one.lost > 0), (three.winner, true));
    }
}

/// A certificate of an impartial game as older versions wrote it.
#[test]
fn older_certificates_pass() {
    let old = r#"{"upstar":"strategy","version":1,"subject":"a strategy for a sum","digest":"fc6fa97ba9c5924e7800bfc0dfbeb9a8","rows":13}
{"convention":"normal","first":"Left","sum":"sprouts(\"0.0.0\")","winner":"Left"}
["game",[],[]]
["part","sprouts(\"0.AB|0.AB\")"]
["part","sprouts(\"0.2\")"]
["part","sprouts(\"AB|AB\")"]
["part","sprouts(\"0\")"]
["part","sprouts(\"12\")"]
["part","sprouts(\"22\")"]
["lost",[1],0]
["lost",[2,3],0]
["lost",[4,5],0]
["lost",[5],0]
["lost",[3,6],0]
"#;
    assert!(holds(old));
    let mut strategy = read("file", old, &Budget::unlimited()).unwrap();
    strategy.lost.remove(1);
    assert!(!holds(&write(&strategy)));
}

/// Changes one thing in a strategy.
fn alter(strategy: &mut Strategy, random: &mut Random) {
    let mut below = |count: usize| random.below(count.max(1) as u32) as usize;
    match below(7) {
        0 if !strategy.lost.is_empty() => {
            let at = below(strategy.lost.len());
            strategy.lost.remove(at);
        }
        1 if !strategy.lost.is_empty() => {
            let at = below(strategy.lost.len());
            strategy.lost[at].1 = below(strategy.games.len()) as u32;
        }
        2 if !strategy.lost.is_empty() => {
            let at = below(strategy.lost.len());
            let signed = (below(strategy.parts.len()) as u32, below(2) == 1);
            strategy.lost[at].0.push(signed);
        }
        3 if !strategy.values.is_empty() => {
            let at = below(strategy.values.len());
            strategy.values[at].1 = below(strategy.games.len()) as u32;
        }
        4 if !strategy.values.is_empty() => {
            let at = below(strategy.values.len());
            strategy.values.remove(at);
        }
        5 => strategy.winner = strategy.winner.opponent(),
        _ if !strategy.parts.is_empty() => {
            let at = below(strategy.parts.len());
            strategy.parts.swap_remove(at);
        }
        _ => strategy.first = strategy.first.opponent(),
    }
}

#[test]
fn altered_couples_are_refused() {
    let budget = Budget::unlimited();
    for (sum, first) in [
        ("sprouts(4)", Player::Left),
        ("cram(\"4x4\")", Player::Right),
        ("node_kayles(\"path 9\") + kayles(5)", Player::Left),
        ("grundy(14) + dawson_kayles(9) + *2", Player::Left),
    ] {
        let (_, text) = strategy(sum, first, Convention::Normal);
        assert!(holds(&text));
        let right = read("file", &text, &budget).unwrap();
        assert_eq!(write(&right), text);
        assert!(right.couples.len() > 3, "{sum}");
        let mut needed = 0;
        for at in 0..right.couples.len() {
            let mut altered = right.clone();
            altered.couples.remove(at);
            needed += usize::from(!holds(&write(&altered)));
            // A position has one value.
            for value in (0..6).filter(|&value| value != right.couples[at].1) {
                let mut altered = right.clone();
                altered.couples[at].1 = value;
                assert!(!holds(&write(&altered)), "{sum}: {:?}", altered.couples[at]);
            }
        }
        assert!(4 * needed > 3 * right.couples.len(), "{sum}: {needed} are needed");
        let mut altered = right.clone();
        altered.couples.reverse();
        assert!(!holds(&write(&altered)));
        altered = right.clone();
        altered.winner = right.winner.opponent();
        assert!(!holds(&write(&altered)));
    }
}

#[test]
fn altered_boards_are_refused() {
    let budget = Budget::unlimited();
    for (sum, first) in [
        ("domineering(\"6x6\")", Player::Right),
        ("domineering(\"5x5\")", Player::Left),
        ("domineering(\"5x6\")", Player::Left),
    ] {
        let (winner, text) = strategy(sum, first, Convention::Normal);
        let right = read("file", &text, &budget).unwrap();
        assert_eq!(write(&right), text);
        assert!(right.boards.len() > 20 && right.lost.is_empty() && right.games.is_empty());
        let better = if winner == Player::Left { -1 } else { 1 };
        let (mut needed, mut refused) = (0, 0);
        for at in 0..right.boards.len() {
            let mut altered = right.clone();
            altered.boards.remove(at);
            needed += usize::from(!holds(&write(&altered)));
            let mut altered = right.clone();
            altered.boards[at].1 += 2 * better;
            refused += usize::from(!holds(&write(&altered)));
            altered.boards[at].1 += 20 * better;
            assert!(!holds(&write(&altered)), "{sum}: {:?}", altered.boards[at]);
        }
        let most = right.boards.len();
        assert!(4 * needed > 3 * most && 4 * refused > 3 * most, "{needed} {refused} of {most}");
        let mut altered = right.clone();
        altered.winner = winner.opponent();
        assert!(!holds(&write(&altered)));
    }
}

#[test]
fn few_boards_are_enough() {
    let boards =
        [("5x6", 2, 100), ("6x6", 1, 100), ("6x7", 1, 1500), ("4x9", 1, 1000), ("3x14", 1, 1000)];
    for (board, players, most) in boards {
        for first in Player::BOTH.into_iter().take(players) {
            let sum = format!("domineering(\"{board}\")");
            let (_, text) = strategy(&sum, first, Convention::Normal);
            assert!(holds(&text));
            let boards = read("file", &text, &Budget::unlimited()).unwrap().boards.len();
            assert!((1..=most).contains(&boards), "{board}: {boards}");
        }
    }
    let few = Budget::unlimited().with_bytes(1 << 20);
    let (solver, sum) = (Solver::default(), parse_sum("domineering(\"6x7\")").unwrap());
    let found = find_strategy(&solver, &sum, Player::Right, Convention::Normal, &few);
    assert!(matches!(found, Err(upstar::rules::RuleError::Exhausted(_))));
}

/// Boards with holes and integers, and their negatives.
#[test]
fn random_boards_have_lists_that_pass() {
    let mut random = Random::new(11);
    for index in 0..150 {
        let (rows, columns) = [(4, 5), (5, 5), (3, 7), (6, 4), (9, 3)][index % 5];
        let mut row = || -> String {
            (0..columns).map(|_| if random.below(5) == 0 { '#' } else { '.' }).collect()
        };
        let board = (0..rows).map(|_| row()).collect::<Vec<_>>().join("|");
        let integer = random.below(7) as i32 - 3;
        for first in Player::BOTH {
            let sum = format!("domineering(\"{board}\") + {integer}");
            let (winner, text) = strategy(&sum, first, Convention::Normal);
            assert!(holds(&text), "{sum}");
            let found = read("file", &text, &Budget::unlimited()).unwrap();
            assert!(!found.boards.is_empty() && found.lost.is_empty(), "{sum}");
            let negative = format!("-domineering(\"{board}\") + {}", -integer);
            let (other, text) = strategy(&negative, first.opponent(), Convention::Normal);
            assert!(holds(&text) && other == winner.opponent(), "{negative}");
        }
    }
}

#[test]
fn few_couples_are_enough() {
    for (spots, most) in [(3, 10), (4, 30), (5, 50), (6, 60), (7, 90), (8, 170)] {
        let sum = format!("sprouts({spots})");
        let (winner, text) = strategy(&sum, Player::Left, Convention::Normal);
        assert_eq!(winner == Player::Left, spots % 6 > 2);
        assert!(holds(&text));
        let couples = read("file", &text, &Budget::unlimited()).unwrap().couples.len();
        assert!(couples <= most, "{sum}: {couples}");
    }
}

/// Positions that are met in random play of every impartial game of the catalogue that ends.
#[test]
fn impartial_positions_have_couples_that_pass() {
    let mut random = Random::new(7);
    let mut checked = 0;
    let is_such =
        |class: upstar::rules::Class| class.is_impartial() && !class.loopy && !class.entailing;
    for row in catalogue().iter().filter(|row| is_such(row.class)) {
        for _ in 0..3 {
            let budget = Budget::unlimited().with_steps(20_000_000);
            let session = Session::with_budget(&budget);
            let convention = Convention::Normal;
            let mut sum = read_sum(&session, row.example.0, convention, &budget).unwrap();
            if sum.convention(convention).unwrap() == Convention::Misere {
                continue;
            }
            for _ in 0..random.below(4) {
                let mut worker = session.universe().worker(&budget);
                let options = sum.sorted_options(&mut worker, Player::Left).unwrap();
                if !options.is_empty() {
                    let at = random.below(options.len() as u32) as usize;
                    sum = options[at].1.clone();
                }
            }
            let first = Player::BOTH[random.below(2) as usize];
            let found = find_strategy(session.solver(), &sum, first, convention, &budget).unwrap();
            assert!(holds(&found.text), "{}", found.text);
            let strategy = read("file", &found.text, &budget).unwrap();
            assert!(strategy.lost.is_empty() && strategy.values.is_empty(), "{}", strategy.sum);
            let winner = session.solver().winner(&sum, first, convention, &budget).unwrap();
            assert_eq!(winner, Some(found.winner), "{}", strategy.sum);
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// An altered certificate that passes is still true; most do not pass.
#[test]
fn altered_strategies_are_refused() {
    let mut random = Random::new(1);
    let budget = Budget::unlimited();
    for sum in [
        "domineering(\"....|....|....\") + clobber(\"xoxo\")",
        "nogo(\"...|...\")",
        "clobber(\"xox|oxo|xox\")",
    ] {
        for first in Player::BOTH {
            let (_, text) = strategy(sum, first, Convention::Normal);
            assert!(holds(&text));
            let right = read("file", &text, &budget).unwrap();
            assert_eq!(write(&right), text);
            let mut refused = 0;
            for _ in 0..60 {
                let mut altered = right.clone();
                alter(&mut altered, &mut random);
                let passes = holds(&write(&altered));
                refused += u32::from(!passes);
                if passes {
                    let outcome = Solver::default().outcome(
                        &parse_sum(sum).unwrap(),
                        Convention::Normal,
                        &budget,
                    );
                    assert_eq!(outcome.unwrap().winner(altered.first), Some(altered.winner));
                }
            }
            assert!(refused >= 20, "{sum}: {refused} of 60 refused");
            // A letter of the file.
            for _ in 0..60 {
                let at = random.below(text.len() as u32) as usize;
                if !text.is_char_boundary(at) || !text.is_char_boundary(at + 1) {
                    continue;
                }
                let other = if &text[at..=at] == "7" { "8" } else { "7" };
                let altered = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                assert!(altered == text || !holds(&altered), "{at}");
            }
        }
    }
}

#[test]
fn what_has_no_strategy_is_refused() {
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    for sum in ["bandit(\"B..|...|..P\")", "hackenbush_stalk(\"LR\")"] {
        let Ok(sum) = parse_sum(sum) else { continue };
        let found = find_strategy(&solver, &sum, Player::Left, Convention::Normal, &budget);
        assert!(found.is_err());
    }
    assert!(!holds("") && !holds("{\"upstar\":\"strategy\"}\n"));
}

/// Every game of the catalogue that ends has strategies, alone and beside another.
#[test]
fn games_of_the_catalogue_have_strategies() {
    let (mut checked, mut failed) = (0, Vec::new());
    for row in catalogue().iter().filter(|row| !row.class.loopy && !row.class.entailing) {
        for sum in [row.example.0.to_owned(), format!("{} + nim(1)", row.example.0)] {
            for convention in [Convention::Normal, Convention::Misere] {
                for first in Player::BOTH {
                    let budget = Budget::unlimited().with_steps(20_000_000);
                    let session = Session::with_budget(&budget);
                    let found = read_sum(&session, &sum, convention, &budget)
                        .map_err(|error| error.to_string())
                        .and_then(|sum| {
                            find_strategy(session.solver(), &sum, first, convention, &budget)
                                .map_err(|error| error.to_string())
                        });
                    match found {
                        Ok(found) if holds(&found.text) => checked += 1,
                        Ok(_) => failed.push(format!("{sum}, {first}, {convention:?}: refused")),
                        Err(error) => {
                            failed.push(format!("{sum}, {first}, {convention:?}: {error}"));
                        }
                    }
                }
            }
        }
    }
    assert!(failed.is_empty(), "{checked} checked\n{}", failed.join("\n"));
}
