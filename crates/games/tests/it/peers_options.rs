//! The options of games of CGSuite and MCGS against a second generator, written from the rules
//! without regard to speed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use upstar_core::Player;
use upstar_games::parse_game;

use crate::common::boards::{Cell, Rows, at, cells, put, text};

/// The options as the ruleset lists them.
fn listed(call: &str, player: Player) -> BTreeSet<String> {
    let options = parse_game(call).expect(call).options(player).unwrap();
    options.iter().map(|option| option.text()).collect()
}

/// The cells strictly between two cells of one row, column or diagonal.
fn between(a: Cell, b: Cell) -> Vec<Cell> {
    let (down, right) = (b.0 - a.0, b.1 - a.1);
    let length = down.abs().max(right.abs());
    (1..length).map(|i| (a.0 + down.signum() * i, a.1 + right.signum() * i)).collect()
}

fn naive_clobber(game: &str, board: &Rows, player: Player) -> BTreeSet<String> {
    let (own, enemy) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let mut found = BTreeSet::new();
    for a in cells(board) {
        for b in cells(board) {
            let (down, right) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
            let straight = (down == 0) != (right == 0);
            let diagonal = down == right && down > 0;
            let near = down.max(right) == 1;
            let fits = match game {
                "kings" => near,
                "knights" => down * right == 2,
                "rooks" => straight,
                "queens" => straight || diagonal,
                "diagonal_clobber" => near && diagonal,
                _ => near && straight,
            };
            let free =
                game == "knights" || between(a, b).iter().all(|&cell| at(board, cell) == Some('.'));
            if !fits || !free || at(board, a) != Some(own) {
                continue;
            }
            let target = at(board, b);
            match game {
                "anti_clobber" if target == Some('.') => {
                    found.insert(put(board, &[(a, enemy), (b, own)]));
                }
                "cannibal_clobber" if target == Some('x') || target == Some('o') => {
                    found.insert(put(board, &[(a, '.'), (b, own)]));
                }
                "anti_clobber" | "cannibal_clobber" => {}
                _ if target == Some(enemy) => {
                    found.insert(put(board, &[(a, '.'), (b, own)]));
                }
                _ => {}
            }
        }
    }
    found
}

fn board(letters: &'static str, rows: usize, columns: usize) -> impl Strategy<Value = Rows> {
    (1..=rows, 1..=columns).prop_flat_map(move |(rows, columns)| {
        let letters: Vec<char> = letters.chars().collect();
        let row = proptest::collection::vec(proptest::sample::select(letters), columns);
        proptest::collection::vec(row, rows)
    })
}

/// Slides and jumps, tried for every pair of cells.
fn naive_toads(strip: &[char], player: Player, limits: [usize; 4]) -> BTreeSet<String> {
    let [least, most, jump, friendly] = limits;
    let own = if player == Player::Left { 't' } else { 'f' };
    let mut found = BTreeSet::new();
    for (a, _) in strip.iter().enumerate().filter(|(_, c)| **c == own) {
        for (b, _) in strip.iter().enumerate().filter(|(_, c)| **c == '.') {
            if (player == Player::Left) != (a < b) {
                continue;
            }
            let way = &strip[a.min(b) + 1..a.max(b)];
            let slide = way.iter().all(|&c| c == '.') && (least..=most).contains(&(way.len() + 1));
            let jumps = !way.is_empty()
                && way.len() <= jump
                && way.iter().all(|&c| c != '.' && (friendly == 1 || c != own));
            if slide || jumps {
                let mut after = strip.to_vec();
                after.swap(a, b);
                found.insert(after.iter().collect());
            }
        }
    }
    found
}

/// All sets of coins that a turning code allows, with `last` the rightmost coin, by trying every
/// set.
fn naive_sets(code: &str, last: u32) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    for term in code.split(',') {
        let digits = term.find(|c: char| !c.is_ascii_digit()).unwrap_or(term.len());
        let least: u32 = term[..digits].parse().unwrap();
        let rest = &term[digits..];
        let (most, rest) = if let Some(rest) = rest.strip_prefix('+') {
            (99, rest)
        } else if let Some(rest) = rest.strip_prefix('-') {
            (rest[..1].parse().unwrap(), &rest[1..])
        } else {
            (least, rest)
        };
        let within = rest.find('(').map(|at| rest[at + 1..].trim_end_matches(')'));
        let within: Option<u32> = within.map(|n| n.parse().unwrap());
        let consecutive = rest.contains('C') && within.is_none();
        for set in 0u32..1 << (last - 1) {
            let coins: Vec<u32> =
                (1..last).filter(|c| set >> (c - 1) & 1 == 1).chain([last]).collect();
            let count = coins.len() as u32;
            let span = last - coins[0] + 1;
            let steps: BTreeSet<u32> = coins.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let mirrored: Vec<u32> = coins.iter().rev().map(|c| coins[0] + last - c).collect();
            if (least..=most).contains(&count)
                && within.is_none_or(|within| span <= within)
                && (!consecutive || span == count)
                && (!rest.contains('E') || steps.len() < 2)
                && (!rest.contains('S') || mirrored == coins)
                && (!rest.contains('F') || coins[0] == 1)
            {
                found.insert(coins[..coins.len() - 1].to_vec());
            }
        }
    }
    found
}

const CODES: [&str; 12] =
    ["1-2", "1-3", "3", "1+", "2+C", "1-3C(5)", "3E", "1+E", "4FS", "1+S", "1+FS", "2-3,4C,1F"];

#[test]
fn turning_codes_allow_the_sets_they_say() {
    for code in CODES {
        let mut values: Vec<u32> = vec![0];
        for last in 1..=10 {
            let sets = naive_sets(code, last);
            let lists = |set: &Vec<u32>| {
                let parts = if set.is_empty() { &vec![0] } else { set };
                let parts: Vec<String> = parts.iter().map(u32::to_string).collect();
                format!("spawning(\"{code}\"; {})", parts.join(","))
            };
            let expected: BTreeSet<String> = sets.iter().map(lists).collect();
            let call = format!("spawning(\"{code}\"; {last})");
            let code_shown = parse_game(&call).unwrap().text();
            let found = listed(&call, Player::Left);
            // `1+FS` and `1+SF` are one code.
            assert!(code_shown.starts_with("spawning("));
            assert_eq!(found.len(), expected.len(), "{call}");
            if code_shown == call {
                assert_eq!(found, expected, "{call}");
            }
            let reached =
                sets.iter().map(|set| set.iter().fold(0, |sum, &coin| sum ^ values[coin as usize]));
            values.push(upstar_core::mex(reached));
            // The strip with this one head, and the value found without listing sets.
            let strip: String = (1..=last).map(|c| if c == last { 'h' } else { 't' }).collect();
            let universe = upstar_values::Universe::new();
            let engine = upstar_engine::Engine::new(&universe, upstar_engine::Settings::default());
            let strip = parse_game(&format!("turning(\"{code}\"; \"{strip}\")")).unwrap();
            let budget = upstar_core::Budget::unlimited();
            let grundy = strip.grundy(&engine, &budget).unwrap();
            assert_eq!(grundy, values[last as usize], "{}", strip.text());
            assert_eq!(strip.options(Player::Left).unwrap().len(), sets.len());
        }
    }
}

fn herds(rows: &[Vec<i8>]) -> String {
    let row = |row: &Vec<i8>| row.iter().map(i8::to_string).collect::<Vec<_>>().join(",");
    rows.iter().map(row).collect::<Vec<_>>().join("|")
}

/// A graph on numbered vertices in the notation.
fn graph(letters: &str, edges: &BTreeSet<(usize, usize)>) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
    format!("{letters}|{}", edges.join(","))
}

/// The graph without some vertices.
fn without(letters: &str, edges: &BTreeSet<(usize, usize)>, gone: &BTreeSet<usize>) -> String {
    let kept: Vec<usize> = (0..letters.len()).filter(|v| !gone.contains(v)).collect();
    let place = |v: usize| kept.iter().position(|&k| k == v);
    let edges = edges.iter().filter_map(|&(a, b)| Some((place(a)?, place(b)?))).collect();
    let letters: String = kept.iter().map(|&v| &letters[v..=v]).collect();
    graph(&letters, &edges)
}

fn edges() -> impl Strategy<Value = (usize, BTreeSet<(usize, usize)>)> {
    (1usize..7).prop_flat_map(|n| {
        let pairs: Vec<(usize, usize)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        let edges = proptest::sample::subsequence(pairs.clone(), 0..=pairs.len());
        edges.prop_map(move |edges| (n, edges.into_iter().collect()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(5), ..ProptestConfig::default() })]

    #[test]
    fn clobbers_kin(board in board("..#xxoo", 4, 5)) {
        for game in ["kings", "knights", "rooks", "queens", "diagonal_clobber", "anti_clobber",
            "cannibal_clobber"]
        {
            for player in Player::BOTH {
                let expected: BTreeSet<String> = naive_clobber(game, &board, player)
                    .into_iter().map(|board| format!("{game}(\"{board}\")")).collect();
                let call = format!("{game}(\"{}\")", text(&board));
                prop_assert_eq!(listed(&call, player), expected, "{}", call);
            }
        }
    }

    #[test]
    fn king_dirt(board in board("...#xo", 3, 4), left in 0u64..3, right in 0u64..3, must: bool) {
        for player in Player::BOTH {
            let (own, hand) =
                if player == Player::Left { ('x', left) } else { ('o', right) };
            let hands = |put: u64| match player {
                Player::Left => (left - put, right),
                Player::Right => (left, right - put),
            };
            let named = |(left, right): (u64, u64), board: String| {
                format!("gen_king_dirt(\"{left},{right},{}:{board}\")", u8::from(must))
            };
            let mut expected = BTreeSet::new();
            for a in cells(&board) {
                if hand > 0 && at(&board, a) == Some('.') {
                    expected.insert(named(hands(1), put(&board, &[(a, own)])));
                }
                for b in cells(&board) {
                    let near = (a.0 - b.0).abs().max((a.1 - b.1).abs()) == 1;
                    if near && at(&board, a) == Some(own) && at(&board, b) == Some('.')
                        && !(must && hand > 0)
                    {
                        expected.insert(named(hands(0), put(&board, &[(a, '#'), (b, own)])));
                    }
                }
            }
            let call = named((left, right), text(&board));
            prop_assert_eq!(listed(&call, player), expected, "{}", call);
        }
    }

    #[test]
    fn herds_go_as_far_as_they_can(
        rows in (1usize..4, 1usize..5).prop_flat_map(|(rows, columns)| {
            let cell = prop_oneof![3 => Just(0i8), 2 => -3i8..=3];
            proptest::collection::vec(proptest::collection::vec(cell, columns), rows)
        }),
    ) {
        let get = |(row, column): Cell| -> Option<i8> {
            rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
        };
        for (player, sign) in [(Player::Left, 1), (Player::Right, -1)] {
            let mut expected = BTreeSet::new();
            for row in 0..rows.len() as i32 {
                for column in 0..rows[0].len() as i32 {
                    let herd = rows[row as usize][column as usize] * sign;
                    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                        let free = (1..).take_while(|i| {
                            get((row + i * down, column + i * right)) == Some(0)
                        }).count() as i32;
                        for gone in 1..herd.max(1) {
                            if free > 0 {
                                let mut after = rows.clone();
                                after[row as usize][column as usize] -= gone * sign;
                                let to = (row + free * down, column + free * right);
                                after[to.0 as usize][to.1 as usize] = gone * sign;
                                expected.insert(format!("sheep(\"{}\")", herds(&after)));
                            }
                        }
                    }
                }
            }
            let call = format!("sheep(\"{}\")", herds(&rows));
            prop_assert_eq!(listed(&call, player), expected, "{}", call);
        }
    }

    #[test]
    fn toads_slide_and_jump(
        strip in "[tf.]{0,10}", least in 1usize..3, more in 0usize..3, jump in 0usize..4,
        friendly in 0usize..2,
    ) {
        let letters: Vec<char> = strip.chars().collect();
        let limits = [least, least + more, jump, friendly];
        for player in Player::BOTH {
            let numbers: Vec<String> = limits.iter().map(usize::to_string).collect();
            let numbers = numbers.join(",");
            let expected: BTreeSet<String> = naive_toads(&letters, player, limits)
                .into_iter().map(|strip| format!("gen_toads(\"{numbers}:{strip}\")")).collect();
            let call = format!("gen_toads(\"{numbers}:{strip}\")");
            prop_assert_eq!(listed(&call, player), expected, "{}", call);
            let expected: BTreeSet<String> = naive_toads(&letters, player, [1, 1, 0, 0])
                .into_iter().map(|strip| format!("elephants_and_rhinos(\"{strip}\")")).collect();
            let call = format!("elephants_and_rhinos(\"{strip}\")");
            prop_assert_eq!(listed(&call, player), expected, "{}", call);
        }
    }

    #[test]
    fn skiers_slide_and_jump(board in board("...LRlr", 4, 4)) {
        for player in Player::BOTH {
            let (own, enemy, ahead) = if player == Player::Left {
                ("Ll", "Rr", 1)
            } else {
                ("Rr", "Ll", -1)
            };
            let mut expected = BTreeSet::new();
            let is = |cell, letters: &str| at(&board, cell).is_some_and(|c| letters.contains(c));
            for a in cells(&board).into_iter().filter(|&a| is(a, own)) {
                let skier = at(&board, a).unwrap();
                let to = |i: i32| (a.0, a.1 + i * ahead);
                let free = (1..).take_while(|&i| is(to(i), ".")).count() as i32;
                for i in 1..=free {
                    expected.insert(put(&board, &[(a, '.'), (to(i), skier)]));
                }
                if at(&board, to(free + 1)).is_none() {
                    expected.insert(put(&board, &[(a, '.')]));
                }
                let (over, land) = ((a.0 + 1, a.1), (a.0 + 2, a.1));
                if own.starts_with(skier) && is(over, enemy) && is(land, ".") {
                    let slower = enemy.chars().nth(1).unwrap();
                    expected.insert(put(&board, &[(a, '.'), (over, slower), (land, skier)]));
                }
            }
            let expected: BTreeSet<String> =
                expected.into_iter().map(|board| format!("ski_jumps(\"{board}\")")).collect();
            let call = format!("ski_jumps(\"{}\")", text(&board));
            prop_assert_eq!(listed(&call, player), expected, "{}", call);
        }
    }

    #[test]
    fn geese_go_down_and_the_fox_anywhere(
        geese in proptest::collection::btree_set((0i32..4, 0i32..3), 0..4), fox in (0i32..4, 0i32..3),
    ) {
        // The cells of one colour of a board of four rows and six columns.
        let cell = |(row, column): Cell| (row, 2 * column + (row + 1) % 2);
        let mut board: Rows = vec![vec!['.'; 6]; 4];
        for &goose in &geese {
            let (row, column) = cell(goose);
            board[row as usize][column as usize] = 'x';
        }
        let (row, column) = cell(fox);
        board[row as usize][column as usize] = 'o';
        // The fox is removed if no goose is above him.
        let shown = |mut board: Rows| {
            let row = |letter| board.iter().position(|row| row.contains(&letter));
            if row('o').is_some_and(|fox| row('x').is_none_or(|goose| goose >= fox)) {
                board.iter_mut().flatten().filter(|c| **c == 'o').for_each(|c| *c = '.');
            }
            text(&board)
        };
        for range in [1, 2] {
            let name = if range == 1 { "fox_and_geese" } else { "ceylonese_fox_and_geese" };
            let start = shown(board.clone());
            for player in Player::BOTH {
                let own = if player == Player::Left { 'x' } else { 'o' };
                let mut expected = BTreeSet::new();
                if player == Player::Right && !start.contains('o') {
                    expected.insert(start.clone());
                } else {
                    let here: Rows = start.split('|').map(|row| row.chars().collect()).collect();
                    for a in cells(&here).into_iter().filter(|&a| at(&here, a) == Some(own)) {
                        for b in cells(&here) {
                            let (down, right) = (b.0 - a.0, (b.1 - a.1).abs());
                            let reach = if own == 'x' { down == 1 } else { down.abs() <= range };
                            let free = between(a, b).iter().chain([&b])
                                .all(|&cell| at(&here, cell) == Some('.'));
                            if down != 0 && down.abs() == right && reach && free {
                                let mut after = here.clone();
                                after[a.0 as usize][a.1 as usize] = '.';
                                after[b.0 as usize][b.1 as usize] = own;
                                expected.insert(shown(after));
                            }
                        }
                    }
                }
                let expected: BTreeSet<String> =
                    expected.into_iter().map(|board| format!("{name}(\"{board}\")")).collect();
                let call = format!("{name}(\"{start}\")");
                prop_assert_eq!(listed(&call, player), expected, "{}", call);
            }
        }
    }

    #[test]
    fn kayles_on_graphs((n, edges) in edges(), weights in proptest::collection::vec(1usize..4, 7)) {
        let dots = ".".repeat(n);
        let near = |v: usize| -> BTreeSet<usize> {
            edges.iter().filter_map(|&(a, b)| if a == v { Some(b) } else if b == v { Some(a) } else { None })
                .chain([v]).collect()
        };
        let nodes: BTreeSet<String> = (0..n)
            .map(|v| format!("node_kayles(\"{}\")", without(&dots, &edges, &near(v)))).collect();
        let call = format!("node_kayles(\"{}\")", graph(&dots, &edges));
        prop_assert_eq!(listed(&call, Player::Left), nodes);
        let arcs: BTreeSet<String> = edges.iter()
            .map(|&(a, b)| format!("arc_kayles(\"{}\")", without(&dots, &edges, &[a, b].into())))
            .collect();
        let call = format!("arc_kayles(\"{}\")", graph(&dots, &edges));
        prop_assert_eq!(listed(&call, Player::Right), arcs);
        // Vertices without counters and isolated vertices are left out.
        let weighted = |weights: &[usize]| {
            let empty = |v: usize| weights[v] == 0;
            let gone = (0..n).filter(|&v| {
                empty(v) || near(v).iter().all(|&u| u == v || empty(u))
            }).collect();
            let digits: String = weights[..n].iter().map(usize::to_string).collect();
            format!("weighted_arc_kayles(\"{}\")", without(&digits, &edges, &gone))
        };
        let taken: BTreeSet<String> = edges.iter().map(|&(a, b)| {
            let mut after = weights.clone();
            after[a] -= 1;
            after[b] -= 1;
            weighted(&after)
        }).collect();
        prop_assert_eq!(listed(&weighted(&weights), Player::Left), taken);
    }

    #[test]
    fn fjords_and_placements((n, edges) in edges(), letters in "[.LRB]{6}", owners in "[LR]{6}") {
        let (letters, owners) = (&letters[..n], &owners[..n]);
        for (player, own) in [(Player::Left, 'L'), (Player::Right, 'R')] {
            let mut expected = BTreeSet::new();
            for v in (0..n).filter(|&v| [own, 'B'].contains(&letters.chars().nth(v).unwrap())) {
                let near = |u: usize| edges.contains(&(u.min(v), u.max(v)));
                let after: String = letters.chars().enumerate().map(|(u, letter)| {
                    match (near(u), letter) {
                        (true, '.') => own,
                        (true, other) if other != own => 'B',
                        (_, other) => other,
                    }
                }).collect();
                expected.insert(format!("fjords(\"{}\")", without(&after, &edges, &[v].into())));
            }
            let call = format!("fjords(\"{}\")", graph(letters, &edges));
            prop_assert_eq!(listed(&call, player), expected, "{}", call);

            // Arcs go from the smaller to the larger number.
            let arcs = |text: String| text.replace('-', ">");
            let mut expected = BTreeSet::new();
            for v in (0..n).filter(|&v| owners.chars().nth(v) == Some(own)) {
                let gone = edges.iter().filter(|(a, _)| *a == v).map(|&(_, b)| b).chain([v]).collect();
                let after = arcs(without(owners, &edges, &gone));
                expected.insert(format!("digraph_placement(\"{after}\")"));
            }
            let call = format!("digraph_placement(\"{}\")", arcs(graph(owners, &edges)));
            prop_assert_eq!(listed(&call, player), expected, "{}", call);
        }
    }

    /// A blue or a red edge may be cut if no other edge is disconnected, a green one always.
    #[test]
    fn childish_hackenbush(edges in proptest::collection::vec((0u32..4, 0u32..4, 0usize..3), 1..7)) {
        let shown = |edges: &[(u32, u32, usize)]| {
            format!("childish_hackenbush(\"{}\")", coloured(edges))
        };
        let standing = |edges: &[(u32, u32, usize)]| -> Vec<(u32, u32, usize)> {
            let mut on: BTreeSet<u32> = [0].into();
            for _ in edges {
                for &(a, b, _) in edges {
                    if on.contains(&a) || on.contains(&b) {
                        on.extend([a, b]);
                    }
                }
            }
            edges.iter().copied().filter(|(a, _, _)| on.contains(a)).collect()
        };
        if standing(&edges).len() == edges.len() {
            for (player, colour) in [(Player::Left, 0), (Player::Right, 1)] {
                let mut expected = BTreeSet::new();
                for i in 0..edges.len() {
                    let mut rest = edges.clone();
                    let (_, _, cut) = rest.remove(i);
                    let left = standing(&rest);
                    if cut == 2 || cut == colour && left.len() == rest.len() {
                        expected.insert(shown(&left));
                    }
                }
                prop_assert_eq!(listed(&shown(&edges), player), expected, "{}", shown(&edges));
            }
        }
    }

    #[test]
    fn partizan_arc_kayles(edges in proptest::collection::vec((0u32..5, 0u32..5, 0usize..3), 1..7)) {
        // Vertices are numbered from 0 without gaps.
        let shown = |edges: &[(u32, u32, usize)]| {
            let used: BTreeSet<u32> = edges.iter().flat_map(|&(a, b, _)| [a, b]).collect();
            let name = |v: u32| used.iter().position(|&u| u == v).unwrap() as u32;
            let edges: Vec<_> = edges.iter().map(|&(a, b, c)| (name(a), name(b), c)).collect();
            format!("partizan_arc_kayles(\"{}\")", coloured(&edges))
        };
        let edges: Vec<(u32, u32, usize)> = edges.into_iter().filter(|(a, b, _)| a != b).collect();
        for (player, colour) in [(Player::Left, 0), (Player::Right, 1)] {
            let mine = edges.iter().filter(|edge| edge.2 == colour || edge.2 == 2);
            let expected: BTreeSet<String> = mine.map(|&(a, b, _)| {
                let apart = |v: u32| v != a && v != b;
                let rest: Vec<_> =
                    edges.iter().copied().filter(|&(c, d, _)| apart(c) && apart(d)).collect();
                shown(&rest)
            }).collect();
            prop_assert_eq!(listed(&shown(&edges), player), expected, "{}", shown(&edges));
        }
    }
}

/// Edges as Hackenbush writes them.
fn coloured(edges: &[(u32, u32, usize)]) -> String {
    let mut edges: Vec<_> = edges.iter().map(|&(a, b, c)| (a.min(b), a.max(b), c)).collect();
    edges.sort_unstable();
    let shown = edges.iter().map(|&(a, b, c)| format!("{a}-{b}{}", ["l", "r", "e"][c]));
    shown.collect::<Vec<_>>().join(",")
}

/// Heaps: the options of every position up to 12, from the rules.
#[test]
fn heaps_and_pairs_of_numbers() {
    let set = |found: Vec<String>| found.into_iter().collect::<BTreeSet<String>>();
    for n in 0..=12u64 {
        let left =
            |amounts: &[u64]| amounts.iter().filter_map(|k| n.checked_sub(*k)).collect::<Vec<_>>();
        let expected = left(&[2, 3, 7]);
        let expected = expected.iter().map(|h| format!("subtraction(\"2,3,7\"; {h})")).collect();
        assert_eq!(listed(&format!("subtraction(\"7,2,3\"; {n})"), Player::Left), set(expected));
        let others: Vec<u64> = (1..=12).filter(|k| ![2, 3, 7].contains(k)).collect();
        let expected = left(&others);
        let expected =
            expected.iter().map(|h| format!("subtraction(\"allbut 2,3,7\"; {h})")).collect();
        let call = format!("subtraction(\"allbut 2,3,7\"; {n})");
        assert_eq!(listed(&call, Player::Left), set(expected));
        let mut split = Vec::new();
        for rest in left(&[1, 4]) {
            split.push(format!("splittles(\"1,4\"; {rest})"));
            split.extend((1..=rest / 2).map(|a| format!("splittles(\"1,4\"; {a},{})", rest - a)));
        }
        assert_eq!(listed(&format!("splittles(\"1,4\"; {n})"), Player::Left), set(split));
        for (player, amounts) in [(Player::Left, &[1, 3][..]), (Player::Right, &[2, 3])] {
            let name = "partizan_subtraction(\"1,3\",\"2,3\"; ";
            let expected = left(amounts).iter().map(|h| format!("{name}{h})")).collect();
            assert_eq!(listed(&format!("{name}{n})"), player), set(expected));
        }
        for k in 0..=12u64 {
            let pairs = |name: &str, taken: std::ops::RangeInclusive<u64>| {
                let pairs = taken.filter(|&j| j > 0 && j <= n);
                set(pairs.map(|j| format!("{name}{},{j})", n - j)).collect())
            };
            for (name, bound) in [
                ("fibonacci_nim(", 2 * k),
                ("take_away(\"3/2\"; ", 3 * k / 2),
                ("take_away(\"2k+1\"; ", 2 * k + 1),
            ] {
                let call = format!("{name}{n},{k})");
                assert_eq!(listed(&call, Player::Left), pairs(name, 1..=bound), "{call}");
            }
            assert_eq!(listed(&format!("mem({n},{k})"), Player::Left), pairs("mem(", k..=n));
            // Partizan Euclid: a smaller first number is its own remainder.
            for player in Player::BOTH {
                let mut expected = BTreeSet::new();
                if k > 0 && n % k > 0 {
                    let next = if player == Player::Left { n % k } else { k - n % k };
                    expected.insert(format!("partizan_euclid({k},{next})"));
                }
                assert_eq!(listed(&format!("partizan_euclid({n},{k})"), player), expected);
            }
            // Wythoff's game of order 3: from one heap, or nearly equal numbers from both.
            let mut expected = BTreeSet::new();
            for a in 0..=n {
                for b in 0..=k {
                    let (from_first, from_second) = (n - a, k - b);
                    let one = (from_first == 0) != (from_second == 0);
                    let both =
                        from_first.min(from_second) > 0 && from_first.abs_diff(from_second) < 3;
                    if one || both {
                        expected.insert(format!("gen_wythoff(3; {a},{b})"));
                    }
                }
            }
            assert_eq!(listed(&format!("gen_wythoff(3; {n},{k})"), Player::Left), expected);
        }
        // The first move of take-away must leave some.
        let first = (1..n).map(|j| format!("fibonacci_nim({},{j})", n - j)).collect();
        assert_eq!(listed(&format!("fibonacci_nim({n})"), Player::Left), set(first));
    }
    for hand in 0..12u64 {
        let back =
            [1, 5, 14].map(|step| format!("wind_up(12,\"1,5,14\"; {})", (hand + 24 - step) % 12));
        let expected = if hand == 0 { BTreeSet::new() } else { back.into_iter().collect() };
        assert_eq!(listed(&format!("wind_up(12,\"1,5,14\"; {hand})"), Player::Left), expected);
    }
}

/// Products: pieces of eatcake, and the products of Kayles with twins.
#[test]
fn products_of_games_on_heaps() {
    let shown = |name: &str, pieces: &[(u64, u64)]| match pieces {
        [(a, b)] => format!("{name}{a},{b})"),
        _ => {
            let pieces: Vec<String> = pieces.iter().map(|(a, b)| format!("{a}x{b}")).collect();
            format!("{name}\"{}\")", pieces.join(","))
        }
    };
    for rows in 0..6u64 {
        for columns in 0..6u64 {
            for turned in [false, true] {
                let name = if turned { "turn_and_eatcake(" } else { "eatcake(" };
                let (r, c) = if turned { (columns, rows) } else { (rows, columns) };
                for (player, side) in [(Player::Left, c), (Player::Right, r)] {
                    let mut expected = BTreeSet::new();
                    for eaten in 0..side {
                        let mut parts: Vec<u64> = vec![eaten, side - 1 - eaten];
                        parts.retain(|&part| part > 0);
                        parts.sort_unstable();
                        let piece = |&part: &u64| {
                            if player == Player::Left { (r, part) } else { (part, c) }
                        };
                        let pieces: Vec<(u64, u64)> = parts.iter().map(piece).collect();
                        expected.insert(shown(name, &pieces));
                    }
                    let call = format!("{name}{rows},{columns})");
                    assert_eq!(listed(&call, player), expected, "{call}");
                }
            }
            // Kayles takes one or two and may split the rest. Twins goes to any smaller non-empty
            // heap.
            let mut kayles: BTreeSet<Vec<u64>> = BTreeSet::new();
            for taken in 1..=rows.min(2) {
                let rest = rows - taken;
                kayles.insert(if rest == 0 { vec![] } else { vec![rest] });
                kayles.extend((1..=rest / 2).map(|part| vec![part, rest - part]));
            }
            let name = "acrostic_product(\"0.77\",\"2\"; ";
            let mut expected: BTreeSet<String> = kayles
                .iter()
                .map(|parts| shown(name, &parts.iter().map(|&a| (a, columns)).collect::<Vec<_>>()))
                .collect();
            expected.extend((1..columns).map(|b| shown(name, &[(rows, b)])));
            assert_eq!(listed(&format!("{name}{rows},{columns})"), Player::Left), expected);
            let name = "direct_product(\"0.77\",\"2\"; ";
            let mut expected = BTreeSet::new();
            for parts in &kayles {
                for b in 1..columns {
                    let mut pieces: Vec<(u64, u64)> = parts.iter().map(|&a| (a, columns)).collect();
                    pieces.push((rows, b));
                    pieces.extend(parts.iter().map(|&a| (a, b)));
                    expected.insert(shown(name, &pieces));
                }
            }
            assert_eq!(listed(&format!("{name}{rows},{columns})"), Player::Left), expected);
        }
        let name = "join(\"0.3\",\"0.07\"; ";
        let mut expected = BTreeSet::new();
        if rows > 0 {
            expected.insert(format!("{name}{})", rows - 1));
        }
        if rows > 1 {
            expected.insert(format!("{name}{})", rows - 2));
            expected.extend((1..=(rows - 2) / 2).map(|a| format!("{name}{a},{})", rows - 2 - a)));
        }
        assert_eq!(listed(&format!("{name}{rows})"), Player::Left), expected);
    }
}
