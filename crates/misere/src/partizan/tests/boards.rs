//! Boards by play, and games represented by simplest forms.

use upstar_core::Outcome;

use super::*;

/// The games born by day 2 as forms.
fn ids_of(small: &Small, forms: &mut Forms) -> Vec<Id> {
    let mut ids: Vec<Id> = Vec::new();
    for options in &small.options {
        let [left, right] =
            options.each_ref().map(|side| side.iter().map(|&x| ids[x]).collect::<Vec<Id>>());
        ids.push(forms.make(&left, &right).unwrap());
    }
    ids
}

/// A game is found for the simplest form of every game.
#[test]
fn games_of_simplest_forms_are_found() {
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let small = Small::new();
    let ids = ids_of(&small, &mut forms);
    let games: Vec<Id> =
        (0..ids.len()).filter(|&g| small.is_in(Universe::DeadEnding, g)).map(|g| ids[g]).collect();
    let mut with_tombstones = 0;
    for (i, &g) in games.iter().enumerate() {
        // Games of day 3: one option of day 2 for each player, more, or none.
        let [h, x] = [7 * i + 3, 11 * i + 5].map(|at| games[at % games.len()]);
        let sides = [(vec![g], vec![h]), (vec![g, Id::ZERO], vec![h]), (vec![g, h], vec![x])];
        let ends = [(vec![g, h], vec![]), (vec![], vec![g])];
        for (left, right) in sides.into_iter().chain(ends) {
            let made = forms.make(&left, &right).unwrap();
            if !forms.is_in(Universe::DeadEnding, made) {
                continue;
            }
            let simplest = forms.simplest(Universe::DeadEnding, made).unwrap();
            let text = forms.text(simplest, false).unwrap();
            let game = forms.stands_for(Universe::DeadEnding, simplest).unwrap();
            let game = game.unwrap_or_else(|| panic!("{text} has no game"));
            assert!(forms.is_tombstone_free(game) && forms.is_in(Universe::DeadEnding, game));
            assert_eq!(forms.simplest(Universe::DeadEnding, game).unwrap(), simplest);
            with_tombstones += usize::from(!forms.is_tombstone_free(simplest));
        }
    }
    assert!(with_tombstones > 10, "{with_tombstones}");
    let mut dicots = vec![Id::ZERO];
    for _ in 0..3 {
        dicots = next_day(Universe::Dicot, &mut forms, &dicots);
    }
    for simplest in dicots {
        let game = forms.stands_for(Universe::Dicot, simplest).unwrap().unwrap();
        assert_eq!(forms.simplest(Universe::Dicot, game).unwrap(), simplest);
    }
    // 0 with a tombstone is not a simplest form.
    let odd = forms.make_with_tombstones(&[], &[], [true, false]).unwrap();
    assert_eq!(forms.stands_for(Universe::Dicot, odd).unwrap(), None);
    assert_eq!(forms.stands_for(Universe::All, odd).unwrap(), None);
}

/// Whether Left wins a two-row Domineering board with these squares taken, in a sum with a game of
/// day 2.
fn left_wins(
    small: &Small,
    known: &mut HashMap<(u32, usize, bool), bool>,
    (columns, taken, g): (u32, u32, usize),
    left_begins: bool,
) -> bool {
    if let Some(&found) = known.get(&(taken, g, left_begins)) {
        return found;
    }
    let player = usize::from(!left_begins);
    let mut after: Vec<(u32, usize)> =
        small.options[g][player].iter().map(|&x| (taken, x)).collect();
    let free = moves_on(columns, taken, player).into_iter();
    after.extend(free.map(|next| (next, g)));
    let mut wins =
        |&(taken, g): &(u32, usize)| left_wins(small, known, (columns, taken, g), !left_begins);
    let found = match left_begins {
        true => after.is_empty() || after.iter().any(&mut wins),
        false => !after.is_empty() && after.iter().all(&mut wins),
    };
    known.insert((taken, g, left_begins), found);
    found
}

/// The boards after a vertical domino of Left or a horizontal one of Right. Square `2 c + r` is in
/// column c and row r.
fn moves_on(columns: u32, taken: u32, player: usize) -> Vec<u32> {
    let dominoes: Vec<u32> = match player {
        0 => (0..columns).map(|c| 0b11 << (2 * c)).collect(),
        _ => (0..2 * columns.saturating_sub(1)).map(|square| 0b101 << square).collect(),
    };
    dominoes.into_iter().filter(|domino| taken & domino == 0).map(|domino| taken | domino).collect()
}

fn board(forms: &mut Forms, columns: u32, taken: u32) -> Id {
    let [left, right] = [0, 1].map(|player| {
        let next = moves_on(columns, taken, player).into_iter();
        next.map(|next| board(forms, columns, next)).collect::<Vec<Id>>()
    });
    forms.make(&left, &right).unwrap()
}

/// The forms of 2 x n boards in Domineering have, beside all dead-ending games born by day 2, the
/// outcomes of the boards.
#[test]
fn boards_of_two_rows_by_play() {
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let small = Small::new();
    let ids = ids_of(&small, &mut forms);
    let expected = ["1", "{1|-1}", "{2,{1|-1}|{-1|Σ,0}}", "{{2,{1|-1}|0}|{{-1|Σ,0}|}}"];
    for (columns, text) in (1..).zip(expected) {
        let tree = board(&mut forms, columns, 0);
        let simplest = forms.simplest(Universe::DeadEnding, tree).unwrap();
        assert_eq!(forms.text(simplest, false).unwrap(), text);
        let mut known = HashMap::new();
        for g in (0..ids.len()).filter(|&g| small.is_in(Universe::DeadEnding, g)) {
            let played =
                [true, false].map(|left| left_wins(&small, &mut known, (columns, 0, g), left));
            let sum = forms.sum(simplest, ids[g]).unwrap();
            let outcome = match played {
                [true, true] => Outcome::L,
                [true, false] => Outcome::N,
                [false, true] => Outcome::P,
                [false, false] => Outcome::R,
            };
            assert_eq!(forms.outcome(sum), outcome, "{text} beside {g}");
        }
    }
}
