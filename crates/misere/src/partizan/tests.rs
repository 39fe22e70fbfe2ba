//! Order, simplest forms and inverses against their definitions, by playing sums.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use upstar_core::{Budget, Outcome, Player};

use super::*;

const UNIVERSES: [Universe; 3] = Universe::EVERY;

/// All forms born by day 2 as plain lists of options, options before what they are options of, and
/// who wins the sums of two of them: nothing of this is the engine's.
struct Small {
    options: Vec<[Vec<usize>; 2]>,
    /// Whether Left wins g + h, with Left to begin and with Right to begin.
    left_wins: Vec<Vec<[bool; 2]>>,
}

impl Small {
    fn new() -> Small {
        let mut options: Vec<[Vec<usize>; 2]> = vec![[vec![], vec![]]];
        for day in 1..=2 {
            let earlier = if day == 1 { 1_usize } else { 4 };
            let subset = |bits: usize| (0..earlier).filter(|&i| bits >> i & 1 == 1).collect();
            for bits in 0..1_usize << (2 * earlier) {
                let form = [subset(bits % (1 << earlier)), subset(bits >> earlier)];
                if !options.contains(&form) {
                    options.push(form);
                }
            }
        }
        let count = options.len();
        let mut small = Small { options, left_wins: vec![vec![[false; 2]; count]; count] };
        let mut pairs: Vec<(usize, usize)> =
            (0..count).flat_map(|g| (0..count).map(move |h| (g, h))).collect();
        pairs.sort_by_key(|&(g, h)| g + h);
        for (g, h) in pairs {
            let moves = |player: usize| {
                let in_g = small.options[g][player].iter().map(move |&x| (x, h));
                in_g.chain(small.options[h][player].iter().map(move |&x| (g, x)))
            };
            let left = moves(0).next().is_none()
                || moves(0).any(|(x, y)| small.left_wins[x][y][1]);
            let right = moves(1).next().is_none()
                || moves(1).any(|(x, y)| !small.left_wins[x][y][0]);
            small.left_wins[g][h] = [left, !right];
        }
        small
    }

    fn is_dead_end(&self, g: usize, player: usize) -> bool {
        self.options[g][player].is_empty()
            && self.options[g][1 - player].iter().all(|&x| self.is_dead_end(x, player))
    }

    fn is_in(&self, universe: Universe, g: usize) -> bool {
        let [left, right] = &self.options[g];
        let here = match universe {
            Universe::Dicot => left.is_empty() == right.is_empty(),
            Universe::DeadEnding => {
                (!left.is_empty() || self.is_dead_end(g, 0))
                    && (!right.is_empty() || self.is_dead_end(g, 1))
            }
            Universe::All => true,
        };
        here && left.iter().chain(right).all(|&x| self.is_in(universe, x))
    }

    /// Whether no game of the universe that is born by day 2 tells against g ≥ h.
    fn at_least(&self, universe: Universe, g: usize, h: usize) -> bool {
        (0..self.options.len()).filter(|&x| self.is_in(universe, x)).all(|x| {
            (0..2).all(|first| self.left_wins[g][x][first] >= self.left_wins[h][x][first])
        })
    }

    fn add_to(&self, forms: &mut Forms<'_>) -> Vec<Id> {
        let mut ids: Vec<Id> = Vec::new();
        for [left, right] in &self.options {
            let of = |list: &[usize]| list.iter().map(|&x| ids[x]).collect::<Vec<Id>>();
            let (left, right) = (of(left), of(right));
            ids.push(forms.make(&left, &right).unwrap());
        }
        ids
    }
}

/// Whether Left wins the sum of forms with this player to begin, by playing it: who is to move
/// wins if in each summand there is no option or a tombstone.
fn left_wins(forms: &[&Form; 2], first: Player) -> bool {
    type Memo = HashMap<(u32, u32, Player), bool>;
    fn play(forms: &[&Form; 2], at: [u32; 2], mover: Player, memo: &mut Memo) -> bool {
        if let Some(&known) = memo.get(&(at[0], at[1], mover)) {
            return known;
        }
        let player = usize::from(mover == Player::Right);
        let positions = [0, 1].map(|i| &forms[i].positions()[at[i] as usize]);
        let mut wins = positions
            .iter()
            .all(|position| position.options[player].is_empty() || position.tombstones[player]);
        for (i, position) in positions.iter().enumerate() {
            for &option in &position.options[player] {
                let mut next = at;
                next[i] = option;
                let left = play(forms, next, mover.opponent(), memo);
                wins = wins || left == (mover == Player::Left);
            }
        }
        let left = wins == (mover == Player::Left);
        memo.insert((at[0], at[1], mover), left);
        left
    }
    let roots = forms.map(|form| form.positions().len() as u32 - 1);
    play(forms, roots, first, &mut HashMap::new())
}

/// Whether a form without tombstones is a game of the universe.
fn is_game_of(universe: Universe, form: &Form) -> bool {
    let positions = form.positions();
    let mut dead_end = Vec::new();
    for position in positions {
        dead_end.push([0, 1].map(|player: usize| {
            position.options[player].is_empty()
                && position.options[1 - player]
                    .iter()
                    .all(|&x| (dead_end[x as usize] as [bool; 2])[player])
        }));
    }
    !form.has_tombstones()
        && positions.iter().zip(&dead_end).all(|(position, dead)| match universe {
            Universe::Dicot => position.options[0].is_empty() == position.options[1].is_empty(),
            Universe::DeadEnding => {
                (0..2).all(|player| !position.options[player].is_empty() || dead[player])
            }
            Universe::All => true,
        })
}

#[test]
fn order_of_day_2_is_that_of_the_definition() {
    let small = Small::new();
    assert_eq!(small.options.len(), 256);
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let ids = small.add_to(&mut forms);
    for universe in UNIVERSES {
        let games: Vec<usize> =
            (0..256).filter(|&g| small.is_in(universe, g)).collect();
        for &g in &games {
            assert!(forms.is_in(universe, ids[g]));
            for &h in &games {
                let found = forms.is_at_least(universe, ids[g], ids[h]).unwrap();
                if found {
                    assert!(small.at_least(universe, g, h), "{universe} {g} {h}");
                }
            }
        }
    }
}

#[test]
fn games_that_tell_apart_do_so() {
    let small = Small::new();
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let ids = small.add_to(&mut forms);
    let alone: Vec<Form> = ids.iter().map(|&id| forms.form(id).unwrap()).collect();
    for universe in UNIVERSES {
        let games: Vec<usize> = (0..256).filter(|&g| small.is_in(universe, g)).collect();
        // All pairs where they are few, else every seventh.
        let step = if games.len() < 100 { 1 } else { 7 };
        let pairs = games.iter().flat_map(|&g| games.iter().map(move |&h| (g, h)));
        for (g, h) in pairs.step_by(step) {
            match forms.distinguish(universe, ids[g], ids[h]).unwrap() {
                None => assert!(forms.is_at_least(universe, ids[g], ids[h]).unwrap()),
                Some(x) => {
                    let x = forms.form(x).unwrap();
                    assert!(is_game_of(universe, &x));
                    let wins = |g: &Form| Player::BOTH.map(|first| left_wins(&[g, &x], first));
                    let (g, h) = (wins(&alone[g]), wins(&alone[h]));
                    assert!((0..2).any(|first| h[first] && !g[first]), "{universe}");
                }
            }
        }
    }
}
