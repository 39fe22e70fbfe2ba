//! Order, simplest forms and inverses against their definitions, by playing sums.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use upstar_core::{Budget, Player};

use super::*;

mod boards;

const UNIVERSES: [Universe; 3] = Universe::EVERY;

/// All forms born by day 2 as plain lists of options, with options before their positions, and the
/// outcomes of the sums of two of them. These data are independent of the engine.
struct Small {
    options: Vec<[Vec<usize>; 2]>,
    /// Whether Left wins g + h, with Left moving first and with Right moving first.
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
            let left = moves(0).next().is_none() || moves(0).any(|(x, y)| small.left_wins[x][y][1]);
            let right =
                moves(1).next().is_none() || moves(1).any(|(x, y)| !small.left_wins[x][y][0]);
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

    /// Whether no game of the universe born by day 2 disproves g ≥ h.
    fn at_least(&self, universe: Universe, g: usize, h: usize) -> bool {
        (0..self.options.len())
            .filter(|&x| self.is_in(universe, x))
            .all(|x| (0..2).all(|first| self.left_wins[g][x][first] >= self.left_wins[h][x][first]))
    }

    fn add_to(&self, forms: &mut Forms) -> Vec<Id> {
        let mut ids: Vec<Id> = Vec::new();
        for [left, right] in &self.options {
            let of = |list: &[usize]| list.iter().map(|&x| ids[x]).collect::<Vec<Id>>();
            let (left, right) = (of(left), of(right));
            ids.push(forms.make(&left, &right).unwrap());
        }
        ids
    }
}

/// Whether Left wins the sum of forms with this first player, by playing it. The player to move
/// wins if he has no option or a tombstone in each summand.
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
        let games: Vec<usize> = (0..256).filter(|&g| small.is_in(universe, g)).collect();
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
        // All pairs if there are few, otherwise every seventh.
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

/// The forms of day 2, and random forms of day 3 over them, of the universe.
fn samples(universe: Universe, forms: &mut Forms, count: usize) -> Vec<Id> {
    let small = Small::new();
    let ids = small.add_to(forms);
    let games: Vec<usize> = (0..256).filter(|&g| small.is_in(universe, g)).collect();
    let mut found: Vec<Id> = games.iter().map(|&g| ids[g]).collect();
    let mut state = 1_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    while found.len() < games.len() + count {
        let mut side = || -> Vec<Id> {
            let options = 1 + random(2);
            (0..options).map(|_| ids[games[random(games.len())]]).collect()
        };
        let (left, right) = (side(), side());
        found.push(forms.make(&left, &right).unwrap());
    }
    found
}

#[test]
fn simplest_forms_keep_the_outcomes_of_all_sums() {
    let budget = Budget::unlimited();
    for universe in UNIVERSES {
        let mut forms = Forms::new(&budget).unwrap();
        let games = samples(universe, &mut forms, 60);
        let others: Vec<Form> = games
            .iter()
            .step_by(if universe == Universe::Dicot { 1 } else { 20 })
            .map(|&x| forms.form(x).unwrap())
            .collect();
        for g in games {
            let simplest = forms.simplest(universe, g).unwrap();
            assert_eq!(forms.simplest(universe, simplest).unwrap(), simplest);
            assert_eq!(forms.compare(universe, g, simplest).unwrap(), Some(Ordering::Equal));
            assert_eq!(forms.outcome(simplest), forms.outcome(g));
            let (g, simplest) = (forms.form(g).unwrap(), forms.form(simplest).unwrap());
            assert!(simplest.positions().len() <= g.positions().len() || g.has_tombstones());
            for x in &others {
                for first in Player::BOTH {
                    assert_eq!(left_wins(&[&g, x], first), left_wins(&[&simplest, x], first));
                }
            }
        }
    }
}

#[test]
fn equal_games_have_one_simplest_form() {
    let budget = Budget::unlimited();
    for universe in UNIVERSES {
        let mut forms = Forms::new(&budget).unwrap();
        let games = samples(universe, &mut forms, 60);
        for (i, &g) in games.iter().enumerate() {
            for &h in &games[i..] {
                let same = forms.simplest(universe, g) == forms.simplest(universe, h);
                let equal = forms.compare(universe, g, h).unwrap() == Some(Ordering::Equal);
                assert_eq!(same, equal);
            }
        }
    }
}

/// The sets of pairwise incomparable games.
fn antichains(universe: Universe, forms: &mut Forms, games: &[Id]) -> Vec<Vec<Id>> {
    let mut found: Vec<Vec<Id>> = vec![vec![]];
    for &g in games {
        for place in 0..found.len() {
            let apart = |&h: &Id| forms.compare(universe, g, h).unwrap().is_none();
            if found[place].iter().all(apart) {
                found.push(found[place].iter().copied().chain([g]).collect());
            }
        }
    }
    found
}

/// The classes of games born by the next day. Dominated options add nothing.
fn next_day(universe: Universe, forms: &mut Forms, today: &[Id]) -> Vec<Id> {
    let sets = antichains(universe, forms, today);
    let mut found = BTreeSet::new();
    for left in &sets {
        for right in &sets {
            if universe == Universe::Dicot && left.is_empty() != right.is_empty() {
                continue;
            }
            let g = forms.make(left, right).unwrap();
            found.insert(forms.simplest(universe, g).unwrap());
        }
    }
    found.into_iter().collect()
}

/// There are 2, 9 and 1268 dicots born by days 1, 2 and 3 (Dorbec, Renault, Siegel and Sopena,
/// "Dicots, and a taxonomic ranking for misère games"), and of all games 256 born by day 2 (Siegel,
/// "Misère canonical forms of partizan games").
#[test]
fn published_numbers_of_games_by_their_days() {
    let budget = Budget::unlimited();
    let mut counts = Vec::new();
    for (universe, days) in [(Universe::Dicot, 3), (Universe::All, 2)] {
        let mut forms = Forms::new(&budget).unwrap();
        let mut games = vec![Id::ZERO];
        for _ in 0..days {
            games = next_day(universe, &mut forms, &games);
            counts.push(games.len());
        }
    }
    assert_eq!(counts, [2, 9, 1268, 4, 256]);
}

#[test]
fn inverses_are_conjugates_and_nothing_else_is_one() {
    let budget = Budget::unlimited();
    let mut counts = Vec::new();
    for universe in UNIVERSES {
        let mut forms = Forms::new(&budget).unwrap();
        let mut games = samples(universe, &mut forms, 0);
        for g in &mut games {
            *g = forms.simplest(universe, *g).unwrap();
        }
        games.sort_unstable();
        games.dedup();
        let mut inverses = 0;
        for &g in &games {
            let conjugate = forms.conjugate(g).unwrap();
            assert_eq!(forms.conjugate(conjugate).unwrap(), g);
            let invertible = forms.is_invertible(universe, g).unwrap();
            let some = games.iter().step_by(if games.len() < 100 { 1 } else { 16 });
            for &h in some.chain([&conjugate]) {
                let sum = forms.sum(g, h).unwrap();
                let zero = forms.simplest(universe, sum).unwrap() == Id::ZERO;
                assert_eq!(zero, invertible && h == conjugate);
            }
            if universe == Universe::DeadEnding {
                // Milley and Renault, "The invertible elements of the monoid of dead-ending
                // misère games".
                assert_eq!(invertible, forms.is_p_free(g), "{}", forms.text(g, false).unwrap());
            }
            inverses += usize::from(invertible);
        }
        counts.push((universe.name(), games.len(), inverses));
    }
    assert_eq!(counts, [("dicot", 9, 8), ("dead-ending", 196, 46), ("all", 256, 1)]);
}

#[test]
fn sums_of_simplest_forms_are_those_of_the_games() {
    let budget = Budget::unlimited();
    for universe in UNIVERSES {
        let mut forms = Forms::new(&budget).unwrap();
        let games = samples(universe, &mut forms, 60);
        let pairs = games.iter().flat_map(|&g| games.iter().map(move |&h| (g, h)));
        let step = if universe == Universe::Dicot { 1 } else { 31 };
        for (g, h) in pairs.step_by(step) {
            let sum = forms.sum(g, h).unwrap();
            let expected = forms.simplest(universe, sum).unwrap();
            let (g, h) =
                (forms.simplest(universe, g).unwrap(), forms.simplest(universe, h).unwrap());
            let sum = forms.sum(g, h).unwrap();
            assert_eq!(forms.simplest(universe, sum).unwrap(), expected);
        }
    }
}

/// The form with * in place of every tombstone and of every empty side beside a non-empty one.
fn as_dicot(forms: &mut Forms, form: &Form) -> Id {
    let star = forms.make(&[Id::ZERO], &[Id::ZERO]).unwrap();
    let mut ids: Vec<Id> = Vec::new();
    for position in form.positions() {
        let end = position.options.iter().all(Vec::is_empty);
        let [left, right] = [0, 1].map(|player: usize| {
            let options = &position.options[player];
            let mut found: Vec<Id> = options.iter().map(|&x| ids[x as usize]).collect();
            if position.tombstones[player] || options.is_empty() && !end {
                found.push(star);
            }
            found
        });
        ids.push(forms.make(&left, &right).unwrap());
    }
    *ids.last().unwrap()
}

#[test]
fn tombstones_of_dicots_are_stars() {
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let mut games = vec![Id::ZERO];
    for _ in 0..3 {
        games = next_day(Universe::Dicot, &mut forms, &games);
    }
    for simplest in games {
        let form = forms.form(simplest).unwrap();
        let dicot = as_dicot(&mut forms, &form);
        assert!(forms.is_in(Universe::Dicot, dicot));
        assert_eq!(forms.simplest(Universe::Dicot, dicot).unwrap(), simplest);
    }
}

#[test]
fn texts_of_forms() {
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let star = forms.make(&[Id::ZERO], &[Id::ZERO]).unwrap();
    let one = forms.make(&[Id::ZERO], &[]).unwrap();
    let star_two = forms.make(&[star, Id::ZERO], &[Id::ZERO, star]).unwrap();
    let minus_two = {
        let two = forms.make(&[one], &[]).unwrap();
        forms.conjugate(two).unwrap()
    };
    let long = forms.make(&[star_two, star, one], &[minus_two]).unwrap();
    let ends = forms.make(&[minus_two], &[]).unwrap();
    for (id, text) in [
        (Id::ZERO, "0"),
        (star, "*"),
        (star_two, "*2"),
        (minus_two, "-2"),
        (long, "{*,1,*2|-2}"),
        (ends, "{-2|}"),
    ] {
        assert_eq!(forms.text(id, false).unwrap(), text);
    }
    let up = forms.make(&[Id::ZERO, star], &[star]).unwrap();
    let up = forms.simplest(Universe::Dicot, up).unwrap();
    assert_eq!(forms.text(up, false).unwrap(), "{Σ,0|*}");
    assert_eq!(forms.text(up, true).unwrap(), "{Sigma,0|*}");
}

/// An example in the tests of gemau, a library by Davies.
#[test]
fn published_simplest_form() {
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let star = forms.make(&[Id::ZERO], &[Id::ZERO]).unwrap();
    let minus_one = forms.make(&[], &[Id::ZERO]).unwrap();
    let g = forms.make(&[minus_one], &[Id::ZERO, star]).unwrap();
    let simplest = forms.simplest(Universe::DeadEnding, g).unwrap();
    assert_eq!(forms.text(simplest, false).unwrap(), "{-1|Σ,0}");
}

#[test]
fn deep_forms_are_refused_and_budgets_hold() {
    let budget = Budget::unlimited();
    let mut forms = Forms::new(&budget).unwrap();
    let (mut n, mut made) = (Id::ZERO, 0);
    while let Ok(next) = forms.make(&[n], &[]) {
        (n, made) = (next, made + 1);
    }
    assert_eq!(made, MOST_BIRTHDAY);
    for universe in UNIVERSES {
        let simplest = forms.simplest(universe, n).unwrap();
        assert!(forms.is_at_least(universe, Id::ZERO, simplest).is_ok());
    }
    assert_eq!(forms.sum(n, n), Err(Error::Birthday));
    let budget = Budget::unlimited().with_steps(100);
    let mut forms = Forms::new(&budget).unwrap();
    let mut n = Ok(Id::ZERO);
    for _ in 0..1000 {
        n = n.and_then(|n| forms.make(&[n, Id::ZERO], &[n]));
    }
    assert!(matches!(n, Err(Error::Exhausted(_))));
    drop(forms);
    let budget = Budget::unlimited().with_bytes(1 << 19);
    let mut forms = Forms::new(&budget).unwrap();
    let mut n = Ok(Id::ZERO);
    for _ in 0..900 {
        n = n.and_then(|n| forms.make(&[n], &[])).and_then(|n| {
            let conjugate = forms.conjugate(n)?;
            forms.sum(n, conjugate).map(|_| n)
        });
    }
    assert!(matches!(n, Err(Error::Exhausted(_))));
    drop(forms);
    assert_eq!(budget.report().bytes, 0);
}

#[derive(Clone, Debug)]
struct Tree([Vec<Tree>; 2]);

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree([vec![], vec![]]));
    leaf.prop_recursive(3, 16, 2, |inner| {
        let side = prop::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(left, right)| Tree([left, right]))
    })
}

fn add_tree(forms: &mut Forms, tree: &Tree) -> Id {
    let [left, right] = tree
        .0
        .each_ref()
        .map(|side| side.iter().map(|option| add_tree(forms, option)).collect::<Vec<Id>>());
    forms.make(&left, &right).unwrap()
}

proptest! {
    #[test]
    fn laws_of_the_order(g in tree(), h in tree(), x in tree()) {
        let budget = Budget::unlimited();
        let mut forms = Forms::new(&budget).unwrap();
        let [g, h, x] = [g, h, x].map(|tree| add_tree(&mut forms, &tree));
        for universe in UNIVERSES {
            if ![g, h, x].iter().all(|&id| forms.is_in(universe, id)) {
                continue;
            }
            let order = forms.compare(universe, g, h).unwrap();
            // Simplest forms in place of games, and conjugates with the order reversed.
            let simplest = [g, h].map(|id| forms.simplest(universe, id).unwrap());
            prop_assert_eq!(forms.compare(universe, simplest[0], simplest[1]).unwrap(), order);
            prop_assert_eq!(simplest[0] == simplest[1], order == Some(Ordering::Equal));
            let turned = [g, h].map(|id| forms.conjugate(id).unwrap());
            prop_assert_eq!(forms.compare(universe, turned[1], turned[0]).unwrap(), order);
            // Equality in a larger universe implies equality in a smaller one.
            for smaller in UNIVERSES {
                if (smaller as usize) < universe as usize && order.is_some() {
                    let found = forms.compare(smaller, g, h).unwrap();
                    prop_assert!(found == order || found == Some(Ordering::Equal));
                }
            }
            let stands = forms.stands_for(universe, simplest[0]).unwrap();
            prop_assert!(stands.is_some_and(|game| forms.is_in(universe, game)));
            // The order is transitive and is preserved by sums.
            let chain = [
                forms.is_at_least(universe, g, h).unwrap(),
                forms.is_at_least(universe, h, x).unwrap(),
                forms.is_at_least(universe, g, x).unwrap(),
            ];
            prop_assert!(chain[2] || !(chain[0] && chain[1]));
            if chain[0] {
                let sums = [g, h].map(|id| forms.sum(id, x).unwrap());
                prop_assert!(forms.is_at_least(universe, sums[0], sums[1]).unwrap());
            }
        }
    }
}
