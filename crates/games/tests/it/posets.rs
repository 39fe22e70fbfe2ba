//! Poset games against the definition and against games of which they are generalisations.

use upstar_core::{Budget, Convention};
use upstar_engine::{Engine, Game, Settings};
use upstar_games::parse_game;
use upstar_values::Universe;

/// All orders of this many elements in which smaller ones are never above larger ones: for each
/// element those above it.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let relations = (0..1_usize << pairs.len()).map(|set| {
        let mut above = vec![0; count];
        for (at, (a, b)) in pairs.iter().enumerate() {
            above[*a] |= (set >> at & 1) << b;
        }
        above
    });
    let is_order = |above: &Vec<usize>| {
        let beyond = |v: usize| {
            let next = (0..count).filter(|u| above[v] >> u & 1 == 1);
            next.fold(0, |set, u| set | above[u])
        };
        (0..count).all(|v| beyond(v) & !above[v] == 0)
    };
    relations.filter(is_order).collect()
}

/// The Grundy values of what may be left, by the definition.
fn grundy(above: &[usize]) -> Vec<usize> {
    let mut values = Vec::new();
    for left in 0..1_usize << above.len() {
        let taken = (0..above.len()).filter(|v| left >> v & 1 == 1);
        let met: Vec<usize> = taken.map(|v| values[left & !(above[v] | 1 << v)]).collect();
        values.push((0..).find(|value| !met.contains(value)).unwrap());
    }
    values
}

fn text(above: &[usize]) -> String {
    let relations = above.iter().enumerate().flat_map(|(a, &set)| {
        let others = (0..above.len()).filter(move |b| set >> b & 1 == 1);
        others.map(move |b| format!("{}<{}", a + 1, b + 1))
    });
    format!("{}|{}", ".".repeat(above.len()), relations.collect::<Vec<_>>().join(","))
}

fn poset(text: &str) -> Game {
    parse_game(&format!("poset(\"{text}\")")).unwrap()
}

fn values(games: &[Game], settings: Settings) -> Vec<u64> {
    let universe = Universe::new();
    let engine = Engine::new(&universe, settings);
    let budget = Budget::unlimited();
    let value = |game: &Game| game.grundy(&engine, &budget).unwrap().into();
    games.iter().map(value).collect()
}

/// Every poset of up to five elements, with and without the theorem, symmetry and parts.
#[test]
fn small_posets_have_the_values_of_the_definition() {
    let (mut games, mut expected) = (Vec::new(), Vec::new());
    for above in (0..=5).flat_map(orders) {
        let game = poset(&text(&above));
        assert_eq!(poset(&game.position_text()), game);
        games.push(game);
        expected.push(*grundy(&above).last().unwrap() as u64);
    }
    assert_eq!(values(&games, Settings::default()), expected);
    let (symmetry, components, theorems) = (false, false, false);
    let plain = Settings { symmetry, components, theorems, ..Settings::default() };
    assert_eq!(values(&games, plain), expected);
}

/// Who wins in misere play too.
#[test]
fn small_posets_in_misere_play() {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for above in orders(4) {
        let mut wins: Vec<bool> = Vec::new();
        for left in 0..16_usize {
            let mut options = (0..4).filter(|v| left >> v & 1 == 1);
            let won = left == 0 || options.any(|v| !wins[left & !(above[v] | 1 << v)]);
            wins.push(won);
        }
        let found = poset(&text(&above))
            .outcome(&engine, Convention::Misere, &Budget::unlimited())
            .unwrap();
        assert_eq!(found.to_string(), if wins[15] { "N" } else { "P" }, "{above:?}");
    }
}

/// Chains side by side are Nim, products of two chains are Chomp with a square that may be eaten, and
/// trees with the root below are green Hackenbush.
#[test]
fn known_games_are_posets() {
    let nim = poset("............|1<2<3,4<5<6<7,8<9<10<11<12");
    assert_eq!(values(&[nim], Settings::default()), [3 ^ 4 ^ 5]);
    let (mut products, mut chomp) = (Vec::new(), Vec::new());
    for (rows, columns) in [(1, 5), (2, 3), (3, 3), (3, 4), (4, 4), (3, 6)] {
        products.push(poset(&format!("{rows}x{columns}")));
        let list = vec![columns.to_string(); rows].join(",");
        chomp.push(parse_game(&format!("chomp({list})")).unwrap());
    }
    let chomp = values(&chomp, Settings::default());
    let with_corner: Vec<u64> = chomp.iter().map(|value| value + 1).collect();
    assert_eq!(values(&products, Settings::default()), with_corner);
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    for (tree, edges) in [
        (".....|1<2<3,1<4<5", "0-1e,1-2e,2-3e,1-4e,4-5e"),
        (".......|1<2,1<3,3<4,3<5,3<6", "0-1e,1-2e,1-3e,3-4e,3-5e,3-6e,0-7e"),
    ] {
        let games = [poset(tree), parse_game(&format!("hackenbush(\"{edges}\")")).unwrap()];
        let found = games.map(|game| game.value(&engine, &Budget::unlimited()).unwrap());
        assert_eq!(found[0], found[1], "{tree}");
    }
}

/// Without the whole set, the sets of a set are worth 1: the rest, without the empty set, is lost
/// (Gale and Neyman, Nim-type games, 1982).
#[test]
fn subsets_are_taken_away() {
    for n in 2..=4 {
        let count = (1_usize << n) - 1;
        let above = |v: usize| (0..count).filter(move |u| *u != v && u & v == v);
        let above: Vec<usize> = (0..count).map(|v| above(v).fold(0, |s, u| s | 1 << u)).collect();
        assert_eq!(values(&[poset(&text(&above))], Settings::default()), [1], "{n}");
    }
}

/// 64 elements, in closed form where nothing like an N is in them.
#[test]
fn large_posets_are_played() {
    let sixteen: Vec<String> =
        (1..=64).step_by(4).map(|v| format!("{v}<{}<{}", v + 1, v + 2)).collect();
    let layers = format!("{}|{}", ".".repeat(64), sixteen.join(","));
    assert_eq!(
        values(&[poset(&layers), poset("64"), poset("1x64")], Settings::default()),
        [0, 64, 64]
    );
    for (text, part) in [
        ("23x23", "23x23 elements"),
        ("99999999999x99999999999", "too large"),
        ("99999x0", ""),
        ("...|1<2<1", "put 1 above 1"),
        ("...|1<4", "column 12: expected `a<b`"),
        ("...|1", "column 12: expected `a<b`"),
        ("..x|", "expected a vertex"),
        ("...", "expected elements and their order"),
    ] {
        match parse_game(&format!("poset(\"{text}\")")) {
            Ok(game) => assert_eq!((game.position_text().as_str(), part), ("|", "")),
            Err(error) => {
                let error = error.to_string();
                assert!(!part.is_empty() && error.contains(part), "{text}: {error}");
            }
        }
    }
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited().with_steps(10_000);
    assert!(poset("8x8").grundy(&engine, &budget).is_err());
}
