//! Games by paths, cycles, moving rows and groups, against theorems and plain definitions.

use std::collections::BTreeSet;

use upstar_core::{Budget, Convention, Player};
use upstar_engine::{Arguments, Engine, Game, Settings};
use upstar_rewrite::CustomGame;
use upstar_values::Universe;

use super::{itself, options, texts};

fn at(rules: &str, position: &str) -> Game {
    let game = CustomGame::read_all(rules).unwrap().remove(0);
    game.rules().make(&Arguments::of_text(position)).unwrap()
}

fn wins(game: &Game) -> bool {
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let found = game.outcome(&engine, Convention::Normal, &Budget::unlimited()).unwrap();
    found.to_string() == "N"
}

/// All sets of pairs of this many vertices.
pub(super) fn graphs(count: usize) -> Vec<Vec<(usize, usize)>> {
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let sets = 0..1_usize << pairs.len();
    let chosen = |set: usize| (0..pairs.len()).filter(move |at| set >> at & 1 == 1);
    sets.map(|set| chosen(set).map(|at| pairs[at]).collect()).collect()
}

/// The most edges without a common end, none of which ends in `without`.
fn matching(edges: &[(usize, usize)], without: &[usize]) -> usize {
    let Some((&(a, b), rest)) = edges.split_first() else { return 0 };
    let left_out = matching(rest, without);
    if without.contains(&a) || without.contains(&b) {
        return left_out;
    }
    left_out.max(1 + matching(rest, &[without, &[a, b]].concat()))
}

/// A token that never returns: the first player wins if every largest matching covers its vertex
/// (Fraenkel, Scheinerman and Ullman, Undirected edge geography, 1993).
#[test]
fn geography_is_won_by_matchings() {
    let rules = "geography on vertices \".x#\"; both: x. -> #x; ends";
    for count in 1..=5 {
        for edges in graphs(count) {
            let text: Vec<String> =
                edges.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
            let position = format!("x{}|{}", ".".repeat(count - 1), text.join(","));
            let covered = matching(&edges, &[0]) < matching(&edges, &[]);
            assert_eq!(wins(&at(rules, &position)), covered, "{position}");
        }
    }
}

/// Whoever closes no cycle chooses a spanning forest in the end.
#[test]
fn cycles_are_avoided_until_there_is_a_forest() {
    let rules = "cycles on edges \"x.\"; both: . -> x leaving x without cycle";
    for edges in graphs(4) {
        let text: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}.")).collect();
        let mut first: Vec<usize> = (0..4).collect();
        for &(a, b) in edges.iter().chain(&edges).chain(&edges) {
            let least = first[a].min(first[b]);
            (first[a], first[b]) = (least, least);
        }
        let forest = 4 - first.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(wins(&at(rules, &text.join(","))), forest % 2 == 1, "{edges:?}");
    }
}

/// NoGo from free boards on, against the game in Rust.
#[test]
fn groups_keep_a_free_neighbour() {
    let free =
        "leaving every group of x with some . beside and every group of o with some . beside";
    let rules = format!("free on grid \".xo\"; left: . -> x {free}; right: . -> o {free}");
    for empty in [".....", "..|..", "...|..."] {
        let mut texts = BTreeSet::from([empty.to_owned()]);
        let mut left = vec![empty.to_owned()];
        while let Some(text) = left.pop() {
            let twin = upstar_games::parse_game(&format!("nogo(\"{text}\")")).unwrap();
            let game = at(&rules, &text);
            for player in Player::BOTH {
                let found = options(&game, player, itself);
                assert_eq!(found, options(&twin, player, itself), "{text}");
                left.extend(found.into_iter().filter(|text| texts.insert(text.clone())));
            }
        }
        assert!(texts.len() > 20);
    }
}

/// A piece moves to the left: pieces before it are pushed, up to a free cell or off the board, or
/// all cells before it are shoved.
#[test]
fn rows_are_pushed_and_shoved() {
    let push = "push on strip \"LR_\"; left: _[LR]*L -> \\1L_; left: |[LR][LR]*L -> |\\1L_; \
                left: |L -> |_; right: _[LR]*R -> \\1R_; right: |[LR][LR]*R -> |\\1R_; \
                right: |R -> |_; ends";
    let shove = "shove on strip \"LR_\"; left: |[LR]?*L -> |\\1L_; left: |_?*L -> |\\1L_; \
                 left: |L -> |_; right: |[LR]?*R -> |\\1R_; right: |_?*R -> |\\1R_; \
                 right: |R -> |_; ends";
    for (rules, pushes) in [(push, true), (shove, false)] {
        for text in (1..=5).flat_map(|length| texts("LR_", length)) {
            let game = at(rules, &text);
            for (player, own) in [(Player::Left, 'L'), (Player::Right, 'R')] {
                let cells: Vec<char> = text.chars().collect();
                let pieces = (0..cells.len()).filter(|&cell| cells[cell] == own);
                let moved = pieces.map(|piece| {
                    let free = cells[..piece].iter().rposition(|&cell| cell == '_');
                    let from = free.filter(|_| pushes).unwrap_or(0);
                    let mut after = cells.clone();
                    after[from..=piece].rotate_left(1);
                    after[piece] = '_';
                    after.into_iter().collect::<String>()
                });
                let expected: BTreeSet<String> = moved.collect();
                let found = options(&game, player, itself);
                assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{text} {player}");
            }
        }
    }
}
