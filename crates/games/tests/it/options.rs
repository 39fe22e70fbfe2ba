//! The options of every ruleset against a second generator, written from the rules without regard
//! to speed.

use std::collections::BTreeSet;

use proptest::prelude::*;
use upstar_core::Player;
use upstar_engine::{Edge, Edges, Ruleset};
use upstar_games::{Hackenbush, parse_game};

use crate::common::boards::{Rows, at, cells, put, rows, text};

/// The cells strictly between two cells on a common queen's line.
fn between(a: (i32, i32), b: (i32, i32)) -> Option<Vec<(i32, i32)>> {
    let (down, right) = (b.0 - a.0, b.1 - a.1);
    let length = down.abs().max(right.abs());
    let straight = down == 0 || right == 0 || down.abs() == right.abs();
    (length > 0 && straight)
        .then(|| (1..length).map(|i| (a.0 + down.signum() * i, a.1 + right.signum() * i)).collect())
}

fn naive(game: &str, board: &Rows, player: Player) -> BTreeSet<String> {
    let (own, enemy) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let left = player == Player::Left;
    let mut found = BTreeSet::new();
    let all = cells(board);
    let is = |cell, letter| at(board, cell) == Some(letter);
    for &a in &all {
        for &b in &all {
            let (down, right) = (b.0 - a.0, b.1 - a.1);
            match game {
                "domineering" => {
                    if (down, right) == if left { (1, 0) } else { (0, 1) }
                        && is(a, '.')
                        && is(b, '.')
                    {
                        found.insert(put(board, &[(a, '#'), (b, '#')]));
                    }
                }
                "clobber" => {
                    if down.abs() + right.abs() == 1 && is(a, own) && is(b, enemy) {
                        found.insert(put(board, &[(a, '.'), (b, own)]));
                    }
                }
                "fission" => {
                    let apart = if left { (2, 0) } else { (0, 2) };
                    let middle = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
                    if (down, right) == apart && is(a, '.') && is(b, '.') && is(middle, 'x') {
                        found.insert(put(board, &[(a, 'x'), (b, 'x'), (middle, '.')]));
                    }
                }
                "konane" => {
                    let Some(way) = between(a, b) else { continue };
                    let straight = down == 0 || right == 0;
                    let fits = way
                        .iter()
                        .enumerate()
                        .all(|(i, &cell)| is(cell, if i % 2 == 0 { enemy } else { '.' }));
                    if straight && way.len() % 2 == 1 && fits && is(a, own) && is(b, '.') {
                        let mut changes = vec![(a, '.'), (b, own)];
                        changes.extend(way.iter().map(|&cell| (cell, '.')));
                        found.insert(put(board, &changes));
                    }
                }
                "amazons" => {
                    if !is(a, own) || !is(b, '.') {
                        continue;
                    }
                    let Some(way) = between(a, b) else { continue };
                    if !way.iter().all(|&cell| is(cell, '.')) {
                        continue;
                    }
                    for &shot in &all {
                        let free = |cell: (i32, i32)| is(cell, '.') && cell != b || cell == a;
                        let Some(flight) = between(b, shot) else { continue };
                        if free(shot) && flight.iter().all(|&cell| free(cell)) {
                            found.insert(put(board, &[(a, '.'), (b, own), (shot, '#')]));
                        }
                    }
                }
                "toads_and_frogs" | "backsliding_toads_and_frogs" => {
                    let (own, enemy, ahead) = if left { ('t', 'f', 1) } else { ('f', 't', -1) };
                    let middle = (0, a.1 + ahead);
                    let slides = right == ahead;
                    let jumps = right == 2 * ahead && is(middle, enemy);
                    let backs = right == -ahead && game.starts_with("back");
                    if is(a, own) && is(b, '.') && (slides || jumps || backs) {
                        found.insert(put(board, &[(a, '.'), (b, own)]));
                    }
                }
                other => panic!("{other}"),
            }
        }
    }
    found
}

fn compare(game: &str, board: &str) {
    let position = parse_game(&format!("{game}(\"{board}\")")).unwrap();
    for player in Player::BOTH {
        let options = position.options(player).unwrap();
        let found: BTreeSet<String> = options.iter().map(|option| option.position_text()).collect();
        assert_eq!(found, naive(game, &rows(board), player), "{game} {board} {player}");
    }
}

/// A board of some rows with the given letters.
fn board(letters: &'static str, most_rows: usize) -> impl Strategy<Value = String> {
    (1..=most_rows, 1usize..6).prop_flat_map(move |(rows, columns)| {
        let letters: Vec<char> = letters.chars().collect();
        let row = proptest::collection::vec(proptest::sample::select(letters), columns);
        proptest::collection::vec(row, rows).prop_map(|rows| text(&rows))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn boards(
        walls in board("..#", 5), men in board(".xo#", 4), full in board("xo.", 4),
        stones in board("..x#", 5), queens in board("...xo#", 3), strip in board("tf.", 1),
    ) {
        compare("domineering", &walls);
        compare("clobber", &men);
        compare("clobber", &full);
        compare("konane", &full);
        compare("konane", &men);
        compare("fission", &stones);
        compare("amazons", &queens);
        compare("toads_and_frogs", &strip);
        compare("backsliding_toads_and_frogs", &strip);
    }

    /// Snort, Col and Grim on random graphs: the position after a move has the winner of the full
    /// colouring.
    #[test]
    fn colourings(
        n in 1usize..6,
        edges in proptest::collection::vec((0usize..5, 0usize..5), 0..8),
    ) {
        let edges: BTreeSet<(usize, usize)> = edges.into_iter()
            .filter(|&(a, b)| a < b && b < n).collect();
        let list: Vec<String> = edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
        let graph = format!("{}|{}", ".".repeat(n), list.join(","));
        let universe = upstar_values::Universe::new();
        let engine = upstar_engine::Engine::new(&universe, upstar_engine::Settings::default());
        for game in ["snort", "col", "grim"] {
            let position = parse_game(&format!("{game}(\"{graph}\")")).unwrap();
            for convention in [upstar_engine::Convention::Normal, upstar_engine::Convention::Misere] {
                let found = position
                    .outcome(&engine, convention, &upstar_core::Budget::unlimited()).unwrap();
                let misere = convention == upstar_engine::Convention::Misere;
                for player in Player::BOTH {
                    let wins = colouring_wins(game, &edges, &mut vec![None; n], player, misere);
                    let winner = if wins { player } else { player.opponent() };
                    prop_assert_eq!(found.winner(player), Some(winner), "{} {}", game, graph);
                }
            }
        }
    }
}

/// Whether `player`, moving next, wins; `taken[v]` is the player who has coloured vertex `v`.
fn colouring_wins(
    game: &str,
    edges: &BTreeSet<(usize, usize)>,
    taken: &mut Vec<Option<Player>>,
    player: Player,
    misere: bool,
) -> bool {
    let mut moved = false;
    for v in 0..taken.len() {
        let neighbours: Vec<usize> = edges
            .iter()
            .filter_map(|&(a, b)| if a == v { Some(b) } else { (b == v).then_some(a) })
            .collect();
        let legal = taken[v].is_none()
            && match game {
                "snort" => neighbours.iter().all(|&u| taken[u] != Some(player.opponent())),
                "col" => neighbours.iter().all(|&u| taken[u] != Some(player)),
                _ => neighbours.iter().any(|&u| taken[u].is_none()),
            };
        if legal {
            moved = true;
            taken[v] = Some(player);
            let wins = !colouring_wins(game, edges, taken, player.opponent(), misere);
            taken[v] = None;
            if wins {
                return true;
            }
        }
    }
    !moved && misere
}

/// The edges that stand after a cut, by repeating "an edge stands if one of its ends is the ground
/// or an end of a standing edge" until nothing changes.
fn hackenbush_cuts(edges: &[(u32, u32, Edge)], player: Player) -> BTreeSet<Edges> {
    let mine = |edge: Edge| match edge {
        Edge::Blue => player == Player::Left,
        Edge::Red => player == Player::Right,
        Edge::Green => true,
    };
    let mut found = BTreeSet::new();
    for cut in (0..edges.len()).filter(|&cut| mine(edges[cut].2)) {
        let rest: Vec<_> = (0..edges.len()).filter(|&i| i != cut).map(|i| edges[i]).collect();
        let mut reached = BTreeSet::from([0]);
        loop {
            let more: BTreeSet<u32> = rest
                .iter()
                .filter(|(a, b, _)| reached.contains(a) || reached.contains(b))
                .flat_map(|&(a, b, _)| [a, b])
                .chain(reached.iter().copied())
                .collect();
            if more == reached {
                break;
            }
            reached = more;
        }
        let mut left: Edges = rest.into_iter().filter(|(a, _, _)| reached.contains(a)).collect();
        left.sort();
        found.insert(left);
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hackenbush_options_are_cuts(
        edges in proptest::collection::vec((0u32..6, 0u32..6, 0usize..3), 0..10),
    ) {
        let colours = [Edge::Blue, Edge::Red, Edge::Green];
        let mut edges: Edges =
            edges.into_iter().map(|(a, b, c)| (a.min(b), a.max(b), colours[c])).collect();
        edges.sort();
        for player in Player::BOTH {
            let options = Hackenbush.all_options(&edges, player).unwrap();
            let options: BTreeSet<Edges> = options.into_iter().collect();
            prop_assert_eq!(&options, &hackenbush_cuts(&edges, player));
        }
    }
}

/// The ways to split `n` into `parts` non-empty heaps, each in descending order.
fn splits(n: u32, parts: u32, most: u32) -> Vec<Vec<u32>> {
    match parts {
        0 => {
            if n == 0 {
                vec![Vec::new()]
            } else {
                Vec::new()
            }
        }
        _ => (1..=n.min(most))
            .flat_map(|first| {
                splits(n - first, parts - 1, first).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect(),
    }
}

/// The moves in heaps by an octal code, from the meaning of its digits: if digit d_k has the bit
/// 2^j, a player may take k and leave the rest in j heaps.
fn octal_moves(digits: &[u32], heaps: &[u32]) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    for (index, &heap) in heaps.iter().enumerate() {
        for (taken, &digit) in digits.iter().enumerate().filter(|(k, _)| *k as u32 <= heap) {
            for parts in (0..3).filter(|parts| digit >> parts & 1 == 1) {
                for split in splits(heap - taken as u32, parts, heap) {
                    let mut after: Vec<u32> = heaps.to_vec();
                    after.remove(index);
                    after.extend(split);
                    after.sort();
                    found.insert(after);
                }
            }
        }
    }
    found
}

#[test]
fn heap_games_move_as_their_codes_say() {
    // Name, digits from d0 on, the heaps.
    let rows: &[(&str, &[u32], &[u32])] = &[
        ("kayles({})", &[0, 7, 7], &[7, 3, 2]),
        ("dawson_kayles({})", &[0, 0, 7], &[9]),
        ("take_and_break(\"0.137\"; {})", &[0, 1, 3, 7], &[9]),
        ("james_bond({})", &[0, 0, 0, 7], &[11]),
        ("lasker({})", &[4, 3, 3, 3, 3, 3, 3, 3], &[6, 2, 2]),
        ("nim({})", &[0, 3, 3, 3, 3, 3, 3, 3], &[6, 4, 4, 1]),
        ("take_and_break(\"0.6\"; {})", &[0, 6], &[8, 5]),
        ("take_and_break(\"4.13\"; {})", &[4, 1, 3], &[6, 3]),
        ("take_and_break(\"0.016\"; {})", &[0, 0, 1, 6], &[9, 4]),
    ];
    for (name, digits, heaps) in rows {
        let text = |heaps: &[u32]| {
            let heaps: Vec<String> = heaps.iter().map(u32::to_string).collect();
            name.replace("{}", &heaps.join(","))
        };
        let game = parse_game(&text(heaps)).unwrap();
        let found: BTreeSet<Vec<u32>> = game
            .options(Player::Left)
            .unwrap()
            .iter()
            .map(|option| {
                let text = option.position_text();
                let numbers =
                    text.rsplit(';').next().unwrap().trim_matches(|c| c == '(' || c == ')');
                let mut heaps: Vec<u32> = numbers
                    .split(',')
                    .map(|number| number.trim().parse().unwrap_or_else(|_| panic!("{text}")))
                    .filter(|&heap| heap > 0)
                    .collect();
                heaps.sort();
                heaps
            })
            .collect();
        assert_eq!(found, octal_moves(digits, heaps), "{}", text(heaps));
    }
}

/// A turn of Kalah by the rules, place by place around the board: the mover's pits, his store, the
/// opponent's pits, the opponent's store.
fn sow_kalah(places: &[u32], pit: usize, ends: &mut BTreeSet<Vec<u32>>) {
    let m = places.len() / 2 - 1;
    let (store, other_store) = (m, 2 * m + 1);
    let mut places = places.to_vec();
    let mut at = pit;
    let hand = std::mem::take(&mut places[pit]);
    for _ in 0..hand {
        at = (at + 1) % places.len();
        if at == other_store {
            at = 0;
        }
        places[at] += 1;
    }
    if at < m && places[at] == 1 && places[2 * m - at] > 0 {
        places[store] += 1 + std::mem::take(&mut places[2 * m - at]);
        places[at] = 0;
    }
    let seeds = |from: usize| places[from..from + m].iter().sum::<u32>();
    let rows = [seeds(0), seeds(m + 1)];
    let all: u32 = places.iter().sum();
    let over = rows.contains(&0);
    if over {
        places[store] += rows[0];
        places[other_store] += rows[1];
    }
    let won = [store, other_store].into_iter().find(|&place| 2 * places[place] > all);
    if over || won.is_some() {
        let stores = match won {
            Some(place) if place == store => [all, 0],
            Some(_) => [0, all],
            None => [places[store], places[other_store]],
        };
        places.fill(0);
        (places[store], places[other_store]) = (stores[0], stores[1]);
        ends.insert(places);
    } else if at == store {
        for pit in (0..m).filter(|&pit| places[pit] > 0) {
            sow_kalah(&places, pit, ends);
        }
    } else {
        ends.insert(places);
    }
}

proptest! {
    #[test]
    fn kalah_follows_the_definition(
        m in 1usize..5,
        seeds in prop::collection::vec(0u32..7, 10),
        stores in prop::array::uniform2(0u32..4),
        right in any::<bool>(),
    ) {
        let row = |from: usize, store: u32| {
            let pits: Vec<String> = seeds[from..from + m].iter().map(u32::to_string).collect();
            format!("{}+{store}", pits.join(","))
        };
        let position = format!("kalah(\"{}|{}\")", row(0, stores[0]), row(m, stores[1]));
        let game = parse_game(&position).unwrap();
        // If play is over, nothing can be sown.
        prop_assume!(!game.position_text().replace("0,", "").starts_with("0+"));
        let sides = [&seeds[..m], &seeds[m..2 * m]];
        prop_assume!(sides.iter().all(|pits| pits.iter().any(|&pit| pit > 0)));
        let (own, other) = if right { (1, 0) } else { (0, 1) };
        let mut places = sides[own].to_vec();
        places.push(stores[own]);
        places.extend_from_slice(sides[other]);
        places.push(stores[other]);
        let mut ends = BTreeSet::new();
        for pit in (0..m).filter(|&pit| places[pit] > 0) {
            sow_kalah(&places, pit, &mut ends);
        }
        let expected: BTreeSet<String> = ends
            .iter()
            .map(|places| {
                let text = |from: usize| {
                    let pits: Vec<String> =
                        places[from..from + m].iter().map(u32::to_string).collect();
                    format!("{}+{}", pits.join(","), places[from + m])
                };
                let (mine, theirs) = (text(0), text(m + 1));
                if right { format!("{theirs}|{mine}") } else { format!("{mine}|{theirs}") }
            })
            .collect();
        let player = if right { Player::Right } else { Player::Left };
        let found: BTreeSet<String> =
            game.options(player).unwrap().iter().map(|option| option.position_text()).collect();
        prop_assert_eq!(found, expected, "{}", position);
    }
}
