//! Every operation against its definition, on games as trees: the games born by day 2, some of day
//! 3, and some larger ones.

use std::collections::{BTreeSet, HashMap};

use num_bigint::{BigInt, BigUint};
use upstar_core::{Budget, Outcome, Player};
use upstar_values::reference::Tree;
use upstar_values::{
    Birthday, Form, Id, Rational, Style, Universe, Worker, infinitesimal, structure, thermography,
};

type Sides = [Vec<Tree>; 2];

fn with_worker(work: impl FnOnce(&mut Worker<'_>)) {
    let universe = Universe::new();
    work(&mut universe.worker(&Budget::unlimited()));
}

fn ratio(p: i64, q: i64) -> Rational {
    Rational::ratio(p, q).unwrap()
}

/// The games born by day 2 and every `step`-th born by day 3.
fn games(w: &mut Worker<'_>, step: usize) -> Vec<(Id, Tree)> {
    let mut ids = structure::born_by(w, 2).unwrap();
    ids.extend(structure::born_by(w, 3).unwrap().into_iter().step_by(step));
    ids.sort();
    ids.dedup();
    ids.into_iter().map(|id| (id, Tree::of(w, id).unwrap())).collect()
}

fn sides(g: &Tree) -> [&[Tree]; 2] {
    [&g.left, &g.right]
}

fn tree(sides: Sides) -> Tree {
    let [left, right] = sides;
    Tree::new(left, right)
}

/// Does the player to move win, by searching all play?
fn wins(g: &Tree, player: Player) -> bool {
    let (own, other) = match player {
        Player::Left => (&g.left, Player::Right),
        Player::Right => (&g.right, Player::Left),
    };
    own.iter().any(|option| !wins(option, other))
}

#[test]
fn outcomes_and_multiples() {
    with_worker(|w| {
        for (id, g) in games(w, 40) {
            let outcome = match (wins(&g, Player::Left), wins(&g, Player::Right)) {
                (true, true) => Outcome::N,
                (true, false) => Outcome::L,
                (false, true) => Outcome::R,
                (false, false) => Outcome::P,
            };
            assert_eq!(w.outcome(id).unwrap(), outcome);
            let mut copies = Id::ZERO;
            for n in 0..5 {
                assert_eq!(w.multiple(&BigInt::from(n), id).unwrap(), copies);
                let minus = w.neg(copies).unwrap();
                assert_eq!(w.multiple(&BigInt::from(-n), id).unwrap(), minus);
                copies = w.add(copies, id).unwrap();
            }
        }
    });
}

fn height(g: &Tree) -> usize {
    sides(g).into_iter().flatten().map(|option| 1 + height(option)).max().unwrap_or(0)
}

fn lines_of_play(g: &Tree) -> BigUint {
    if g.is_number() {
        return 1u32.into();
    }
    sides(g).into_iter().flatten().map(lines_of_play).sum()
}

fn followers(g: &Tree, found: &mut BTreeSet<Tree>) {
    if found.insert(g.clone()) {
        sides(g).into_iter().flatten().for_each(|option| followers(option, found));
    }
}

/// All lengths of play, to the end or, with `numbers`, to a number.
fn lengths(g: &Tree, numbers: bool) -> BTreeSet<usize> {
    if sides(g).into_iter().flatten().next().is_none() || numbers && g.is_number() {
        return [0].into();
    }
    let below = sides(g).into_iter().flatten().flat_map(|option| lengths(option, numbers));
    below.map(|length| length + 1).collect()
}

#[test]
fn options_birthdays_counts_and_parities() {
    with_worker(|w| {
        for (id, g) in games(w, 11) {
            assert_eq!(structure::birthday(w, id).unwrap(), Birthday::Finite(height(&g).into()));
            assert_eq!(structure::stop_count(w, id).unwrap(), lines_of_play(&g));
            let mut found = BTreeSet::new();
            followers(&g, &mut found);
            assert_eq!(structure::follower_count(w, id).unwrap(), found.len().into());
            let mut ids: Vec<Id> = found.iter().map(|tree| tree.id(w).unwrap()).collect();
            w.sort(&mut ids).unwrap();
            assert_eq!(structure::followers(w, id).unwrap(), ids);
            for (options, listed) in sides(&g)
                .into_iter()
                .zip([w.left_options(id).unwrap(), w.right_options(id).unwrap()])
            {
                let mut ids: Vec<Id> = options.iter().map(|tree| tree.id(w).unwrap()).collect();
                w.sort(&mut ids).unwrap();
                assert_eq!(listed, ids);
            }
            let parity = |numbers, odd: usize| lengths(&g, numbers).iter().all(|n| n % 2 == odd);
            assert_eq!(structure::is_even(w, id).unwrap(), parity(false, 0), "{g:?}");
            assert_eq!(structure::is_odd(w, id).unwrap(), parity(false, 1));
            assert_eq!(structure::is_even_tempered(w, id).unwrap(), parity(true, 0));
            assert_eq!(structure::is_odd_tempered(w, id).unwrap(), parity(true, 1));
            let all_small = found.iter().all(|x| x.left.is_empty() == x.right.is_empty());
            assert_eq!(structure::is_all_small(w, id).unwrap(), all_small);
            assert_eq!(w.is_number(id), g.is_number());
            let (left, right) = g.stops();
            assert_eq!(structure::is_hot(w, id), left > right);
            assert_eq!(infinitesimal::is_numberish(w, id), left == right);
            assert_eq!(infinitesimal::is_infinitesimal(w, id), left == right && left.is_zero());
        }
    });
}

#[test]
fn stops_tell_who_is_to_move() {
    // The value and the player to move at the end. Left prefers the larger number, and of equal
    // numbers the one with Right to move. Right prefers the opposite.
    fn stop(g: &Tree, mover: Player) -> (Rational, bool) {
        if let Some(x) = g.as_number() {
            return (x, mover == Player::Right);
        }
        match mover {
            Player::Left => g.left.iter().map(|option| stop(option, Player::Right)).max().unwrap(),
            Player::Right => g.right.iter().map(|option| stop(option, Player::Left)).min().unwrap(),
        }
    }
    with_worker(|w| {
        for (id, g) in games(w, 9) {
            for (found, mover) in [
                (thermography::left_stop(w, id).unwrap(), Player::Left),
                (thermography::right_stop(w, id).unwrap(), Player::Right),
            ] {
                assert_eq!((found.value, found.to_move == Player::Right), stop(&g, mover), "{g:?}");
            }
        }
    });
}

#[test]
fn incentives() {
    with_worker(|w| {
        for (id, g) in games(w, 60) {
            let minus = g.neg();
            let mut all: [Vec<Id>; 2] = [vec![], vec![]];
            for (i, options) in sides(&g).into_iter().enumerate() {
                for option in options {
                    let gain = if i == 0 { option.add(&minus) } else { g.add(&option.neg()) };
                    all[i].push(gain.id(w).unwrap());
                }
            }
            let both = all.concat();
            let lists = [
                (structure::left_incentives(w, id).unwrap(), &all[0]),
                (structure::right_incentives(w, id).unwrap(), &all[1]),
                (structure::incentives(w, id).unwrap(), &both),
            ];
            for (found, all) in lists {
                let mut best = vec![];
                for &x in all {
                    if !all.iter().any(|&y| x != y && w.le(x, y).unwrap()) {
                        best.push(x);
                    }
                }
                w.sort(&mut best).unwrap();
                assert_eq!(found, best, "{g:?}");
            }
        }
    });
}

#[test]
fn confusion_intervals() {
    with_worker(|w| {
        for (id, g) in games(w, 50) {
            let interval = thermography::confusion_interval(w, id).unwrap();
            for eighths in -28..=28 {
                let x = Tree::dyadic(eighths, 3);
                let confused = !g.at_most(&x) && !x.at_most(&g);
                let x = ratio(eighths.into(), 8);
                let above = x > interval.low || x == interval.low && interval.low_closed;
                let below = x < interval.high || x == interval.high && interval.high_closed;
                assert_eq!(confused, above && below && !interval.is_empty(), "{g:?} {x}");
            }
        }
    });
}

/// Games that are cooled already. Cooling again gives the same result.
type Cooled = HashMap<(Id, i32), Id>;

/// g cooled by t/8 > -1, from the definition. Below 0 numbers are treated like other games, and
/// every game freezes at the first t at which it is infinitesimally close to a number. Temperatures
/// of day 3 are multiples of 1/8.
fn cooled(w: &mut Worker<'_>, known: &mut Cooled, g: &Tree, t: i32) -> Id {
    let id = g.id(w).unwrap();
    if let Some(&found) = known.get(&(id, t)) {
        return found;
    }
    let found = cooled_anew(w, known, g, id, t);
    known.insert((id, t), found);
    found
}

fn cooled_anew(w: &mut Worker<'_>, known: &mut Cooled, g: &Tree, id: Id, t: i32) -> Id {
    if w.is_integer(id) {
        return id;
    }
    for earlier in -7..t {
        let at = taxed(w, known, g, earlier);
        let (left, right) =
            (thermography::left_stop(w, at).unwrap(), thermography::right_stop(w, at).unwrap());
        if left.value == right.value {
            return w.number(&left.value).unwrap();
        }
    }
    taxed(w, known, g, t)
}

fn taxed(w: &mut Worker<'_>, known: &mut Cooled, g: &Tree, t: i32) -> Id {
    let tax = w.number(&ratio(t.into(), 8)).unwrap();
    let minus = w.neg(tax).unwrap();
    let [left, right] = [(&g.left, minus), (&g.right, tax)].map(|(options, tax)| {
        let options: Vec<Id> = options.iter().map(|option| cooled(w, known, option, t)).collect();
        options.into_iter().map(|option| w.add(option, tax).unwrap()).collect::<Vec<_>>()
    });
    w.game(&left, &right).unwrap()
}

#[test]
fn cooling_freezing_means_and_temperatures() {
    with_worker(|w| {
        for (id, g) in games(w, 150) {
            let mut temperature = None;
            let mut known = Cooled::new();
            for t in -7..=16 {
                let plain = cooled(w, &mut known, &g, t);
                assert_eq!(
                    thermography::cool(w, id, &ratio(t.into(), 8)).unwrap(),
                    plain,
                    "{g:?} by {t}/8"
                );
                let (left, right) = (
                    thermography::left_stop(w, plain).unwrap(),
                    thermography::right_stop(w, plain).unwrap(),
                );
                if temperature.is_none() && left.value == right.value {
                    temperature = Some((ratio(t.into(), 8), plain, left.value));
                }
            }
            let (t, frozen, mean) = temperature.unwrap();
            assert_eq!(thermography::mean(w, id).unwrap(), mean);
            if w.is_integer(id) {
                assert_eq!(thermography::temperature(w, id).unwrap(), ratio(-1, 1));
            } else {
                assert_eq!(thermography::temperature(w, id).unwrap(), t, "{g:?}");
            }
            assert_eq!(thermography::freeze(w, id).unwrap(), frozen);
            // n copies are worth n means, up to a bound independent of n.
            let copies = w.multiple(&BigInt::from(4), id).unwrap();
            let off = &thermography::left_stop(w, copies).unwrap().value - &(&mean * &ratio(4, 1));
            assert!(off.signum() >= 0 && off <= t.max(Rational::ZERO), "{g:?} {off}");
        }
    });
}

#[test]
fn heating_and_overheating() {
    with_worker(|w| {
        let one = w.integer(1).unwrap();
        let half = w.number(&ratio(1, 2)).unwrap();
        let star = w.nimber(1).unwrap();
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        let numbers = |w: &mut Worker<'_>, g: &Tree| g.is_number().then(|| g.id(w).unwrap());
        for (id, g) in games(w, 300) {
            for t in [one, half, star, up] {
                let plain = heated(w, &g, t, &numbers);
                assert_eq!(thermography::heat(w, id, t).unwrap(), plain, "{g:?}");
                for s in [one, half, up] {
                    let integers = |w: &mut Worker<'_>, g: &Tree| {
                        let id = g.id(w).unwrap();
                        let n = w.as_integer(id)?;
                        Some(w.multiple(&n, s).unwrap())
                    };
                    let plain = heated(w, &g, t, &integers);
                    assert_eq!(thermography::overheat(w, id, s, t).unwrap(), plain, "{g:?}");
                }
            }
        }
    });
}

/// Heating by the definition: t is added to Left's options and subtracted from Right's.
fn heated(
    w: &mut Worker<'_>,
    g: &Tree,
    t: Id,
    end: &impl Fn(&mut Worker<'_>, &Tree) -> Option<Id>,
) -> Id {
    if let Some(id) = end(w, g) {
        return id;
    }
    let minus = w.neg(t).unwrap();
    let mut sides = [vec![], vec![]];
    for (side, (options, gain)) in sides.iter_mut().zip([(&g.left, t), (&g.right, minus)]) {
        for option in options {
            let warm = heated(w, option, t, end);
            side.push(w.add(warm, gain).unwrap());
        }
    }
    w.game(&sides[0], &sides[1]).unwrap()
}

#[test]
fn norton_products() {
    fn product(w: &mut Worker<'_>, g: &Tree, unit: Id, incentives: &[Id]) -> Id {
        let id = g.id(w).unwrap();
        if let Some(n) = w.as_integer(id) {
            return w.multiple(&n, unit).unwrap();
        }
        let mut sides = [vec![], vec![]];
        for (i, options) in [&g.left, &g.right].into_iter().enumerate() {
            for option in options {
                let below = product(w, option, unit, incentives);
                for &incentive in incentives {
                    let step = w.add(unit, incentive).unwrap();
                    let step = if i == 0 { step } else { w.neg(step).unwrap() };
                    sides[i].push(w.add(below, step).unwrap());
                }
            }
        }
        w.game(&sides[0], &sides[1]).unwrap()
    }
    with_worker(|w| {
        let one = w.integer(1).unwrap();
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        let up_star = w.up_star(&Rational::ZERO, 1, 1).unwrap();
        let star = w.nimber(1).unwrap();
        let half_or_more = w.game(&[one], &[star]).unwrap();
        let two = w.integer(2).unwrap();
        let hot = w.game(&[two], &[one]).unwrap();
        for unit in [one, up, up_star, half_or_more, hot] {
            if !w.le(Id::ZERO, unit).unwrap() || unit == Id::ZERO {
                continue;
            }
            // All incentives, including dominated ones.
            let mut incentives = vec![];
            for option in w.left_options(unit).unwrap() {
                incentives.push(w.sub(option, unit).unwrap());
            }
            for option in w.right_options(unit).unwrap() {
                incentives.push(w.sub(unit, option).unwrap());
            }
            for (id, g) in games(w, 200) {
                let plain = product(w, &g, unit, &incentives);
                assert_eq!(thermography::norton_product(w, id, unit).unwrap(), plain, "{g:?}");
            }
        }
    });
}

fn conway(g: &Tree, h: &Tree) -> Tree {
    let mut product = [vec![], vec![]];
    for (i, own) in sides(g).into_iter().enumerate() {
        for (j, others) in sides(h).into_iter().enumerate() {
            for x in own {
                for y in others {
                    let option = conway(x, h).add(&conway(g, y)).add(&conway(x, y).neg());
                    product[(i + j) % 2].push(option.canonical());
                }
            }
        }
    }
    // g^L h + g h^L - g^L h^L and the same for Right's options are Left options.
    tree(product)
}

fn ordinal_sum(g: &Tree, h: &Tree) -> Tree {
    let side = |own: &[Tree], above: &[Tree]| {
        own.iter().cloned().chain(above.iter().map(|option| ordinal_sum(g, option))).collect()
    };
    Tree::new(side(&g.left, &h.left), side(&g.right, &h.right))
}

fn ordinal_product(g: &Tree, h: &Tree) -> Tree {
    let minus = g.neg();
    let mut product: Sides = [vec![], vec![]];
    for (base, options) in [(g, &h.left), (&minus, &h.right)] {
        for option in options {
            let below = ordinal_product(g, option);
            product[0].extend(base.left.iter().map(|top| ordinal_sum(&below, top)));
            product[1].extend(base.right.iter().map(|top| ordinal_sum(&below, top)));
        }
    }
    tree(product)
}

#[test]
fn products_and_sums_of_forms() {
    with_worker(|w| {
        let ids = structure::born_by(w, 2).unwrap();
        let games: Vec<(Form, Tree)> =
            ids.into_iter().map(|id| (Form::value(id), Tree::of(w, id).unwrap())).collect();
        for (f, g) in &games {
            for (e, h) in &games {
                let cases = [
                    (f.ordinal_sum(w, e).unwrap(), ordinal_sum(g, h)),
                    (f.ordinal_product(w, e).unwrap(), ordinal_product(g, h)),
                ];
                for (found, plain) in cases {
                    assert_eq!(found.canonical(w).unwrap(), plain.id(w).unwrap(), "{g:?} {h:?}");
                }
                let plain = conway(g, h).id(w).unwrap();
                assert_eq!(f.conway_product(w, e).unwrap(), plain, "{g:?} {h:?}");
            }
        }
    });
}

#[test]
fn subordinates() {
    with_worker(|w| {
        let ids = structure::born_by(w, 2).unwrap();
        for &base in &ids {
            let form = Form::value(base);
            for &above in &ids {
                // base:above over base is above (the colon principle for forms with one base:
                // unequal games give unequal sums).
                let over = Form::value(above);
                let sum = form.ordinal_sum(w, &over).unwrap();
                let g = sum.canonical(w).unwrap();
                assert_eq!(form.subordinate(w, g).unwrap(), above);
            }
            for &g in &ids {
                if let Ok(above) = form.subordinate(w, g) {
                    let over = Form::value(above);
                    let sum = form.ordinal_sum(w, &over).unwrap();
                    assert_eq!(sum.canonical(w).unwrap(), g);
                }
            }
        }
        // 1 has no Right options, so no game above it is less.
        let one = w.integer(1).unwrap();
        let form = Form::value(one);
        assert!(form.subordinate(w, Id::ZERO).is_err());
    });
}

#[test]
fn reduced_canonical_forms() {
    with_worker(|w| {
        let games: Vec<Id> = games(w, 30).into_iter().map(|(id, _)| id).collect();
        let mut reduced = vec![];
        for &g in &games {
            let r = infinitesimal::reduced_canonical_form(w, g).unwrap();
            let off = w.sub(g, r).unwrap();
            assert!(infinitesimal::is_infinitesimal(w, off));
            assert_eq!(infinitesimal::reduced_canonical_form(w, r).unwrap(), r);
            // It is the simplest: it is not born later, and no numberish follower is left.
            for follower in structure::followers(w, r).unwrap() {
                assert!(w.is_number(follower) || !infinitesimal::is_numberish(w, follower));
            }
            reduced.push(r);
        }
        // Equal exactly for games that are infinitesimally close to each other.
        for (&g, &r) in games.iter().zip(&reduced) {
            for (&h, &s) in games.iter().zip(&reduced) {
                let off = w.sub(g, h).unwrap();
                assert_eq!(infinitesimal::is_infinitesimal(w, off), r == s);
            }
        }
    });
}

#[test]
fn atomic_weights() {
    with_worker(|w| {
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        let star = w.nimber(1).unwrap();
        // All-small games, built from ups, stars and each other.
        let mut small = vec![Id::ZERO, star, up, w.nimber(2).unwrap()];
        for (i, j) in [(0, 1), (2, 0), (2, 1), (3, 2), (0, 2), (1, 3)] {
            let (a, b) = (small[i], small[j]);
            let minus = w.neg(b).unwrap();
            small.push(w.game(&[a], &[b]).unwrap());
            small.push(w.game(&[a, minus], &[b]).unwrap());
            small.push(w.game(&[a, b], &[minus, a]).unwrap());
        }
        // Born before day 8, so *8 and greater nimbers are remote from them.
        let (low, high) = (-1i64, 1i64);
        let bound = w.up_star(&Rational::ZERO, high, 64).unwrap();
        let below = w.up_star(&Rational::ZERO, low, 64).unwrap();
        let mut weights = vec![];
        for &g in &small {
            assert!(structure::is_all_small(w, g).unwrap());
            let weight = infinitesimal::atomic_weight(w, g).unwrap();
            // Within ^ and a remote star of w.^: the definition.
            let ups = thermography::norton_product(w, weight, up).unwrap();
            let off = w.sub(g, ups).unwrap();
            assert!(w.le(below, off).unwrap() && w.le(off, bound).unwrap());
            weights.push(weight);
        }
        for (&g, &a) in small.iter().zip(&weights) {
            for (&h, &b) in small.iter().zip(&weights) {
                let (sum, weight) = (w.add(g, h).unwrap(), w.add(a, b).unwrap());
                assert_eq!(infinitesimal::atomic_weight(w, sum).unwrap(), weight);
            }
        }
        for (n, weight) in [(5, 5), (0, 0), (-3, -3)] {
            let ups = w.up_star(&Rational::ZERO, n, 2).unwrap();
            let weight = w.integer(weight).unwrap();
            assert_eq!(infinitesimal::atomic_weight(w, ups).unwrap(), weight);
        }
        let one = w.integer(1).unwrap();
        assert!(
            infinitesimal::atomic_weight(w, one).is_err()
                && !infinitesimal::is_atomic(w, one).unwrap()
        );
        let hot = w.plus_minus(&[one]).unwrap();
        assert!(infinitesimal::atomic_weight(w, hot).is_err());
    });
}

#[test]
fn companions_and_powers() {
    fn companion(w: &mut Worker<'_>, g: &Tree) -> Id {
        let id = g.id(w).unwrap();
        if id == Id::ZERO {
            return w.nimber(1).unwrap();
        }
        if w.is_number(id) {
            return id;
        }
        let [mut left, mut right] = [&g.left, &g.right]
            .map(|side| side.iter().map(|option| companion(w, option)).collect::<Vec<_>>());
        match w.outcome(id).unwrap() {
            Outcome::L => left.push(Id::ZERO),
            Outcome::R => right.push(Id::ZERO),
            _ => {}
        }
        w.game(&left, &right).unwrap()
    }
    with_worker(|w| {
        for (id, g) in games(w, 20) {
            let plain = companion(w, &g);
            assert_eq!(infinitesimal::companion(w, id).unwrap(), plain, "{g:?}");
        }
        // g^n = {0|h - g->(n-1)} for g = {0|h}, and g->n is the sum of the first n.
        let star = w.nimber(1).unwrap();
        let two = w.integer(2).unwrap();
        let tiny = w.tiny(two).unwrap();
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        let mut threat = w.neg(two).unwrap();
        threat = w.game(&[Id::ZERO], &[threat]).unwrap();
        for (g, h) in [(up, star), (tiny, threat)] {
            let mut partial = Id::ZERO;
            for n in 1..6 {
                let left = w.sub(h, partial).unwrap();
                let power = w.game(&[Id::ZERO], &[left]).unwrap();
                assert_eq!(infinitesimal::pow(w, g, &ratio(n, 1)).unwrap(), power);
                partial = w.add(partial, power).unwrap();
                assert_eq!(infinitesimal::pow_to(w, g, &ratio(n, 1)).unwrap(), partial);
                // A power is smaller than every multiple of the power before.
                let next = infinitesimal::pow(w, g, &ratio(n + 1, 1)).unwrap();
                let many = w.multiple(&BigInt::from(20), next).unwrap();
                assert!(w.le(many, power).unwrap() && many != power);
            }
        }
    });
}

#[test]
fn uptimal_expansions() {
    with_worker(|w| {
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        for digits in 0..81i64 {
            // Powers 1 to 4 with coefficients -1, 0, 1, a star and a number.
            let (mut sum, mut text, mut rest) = (w.nimber(1).unwrap(), String::new(), digits);
            let (mut last, mut values) = (0, vec![]);
            for n in 1..=4 {
                let digit = rest % 3 - 1;
                rest /= 3;
                let power = infinitesimal::pow(w, up, &ratio(n, 1)).unwrap();
                let power = w.multiple(&BigInt::from(digit), power).unwrap();
                sum = w.add(sum, power).unwrap();
                values.push(digit);
                if digit != 0 {
                    last = values.len();
                }
            }
            for digit in &values[..last] {
                text += &digit.abs().to_string();
                if *digit < 0 {
                    text.push('-');
                }
            }
            assert!(infinitesimal::is_uptimal(w, sum).unwrap());
            let found = infinitesimal::uptimal_expansion(w, sum).unwrap().to_string();
            if last > 0 && values[..last].iter().all(|digit| *digit >= 0) {
                assert_eq!(found, format!("*.{text}"));
            }
            let printed = w.text(sum, Style::Plain).unwrap();
            assert!(found.starts_with('*') || last == 0, "{found} {printed}");
        }
        let one = w.integer(1).unwrap();
        let hot = w.plus_minus(&[one]).unwrap();
        assert!(
            !infinitesimal::is_uptimal(w, hot).unwrap()
                && infinitesimal::uptimal_expansion(w, hot).is_err()
        );
    });
}
