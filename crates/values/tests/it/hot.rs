//! Sums of hot games: against exhaustive play, and at sizes beyond exhaustive play.

use num_bigint::BigInt;
use upstar_core::{Budget, Player};
use upstar_values::reference::Tree;
use upstar_values::{
    FormalSum, HotMove, Id, Rational, Strategy, Style, Universe, Worker, structure, thermography,
};

fn with_worker(work: impl FnOnce(&mut Worker<'_>)) {
    let universe = Universe::new();
    work(&mut universe.worker(&Budget::unlimited()));
}

fn ratio(p: i64, q: i64) -> Rational {
    Rational::ratio(p, q).unwrap()
}

/// Repeatable random numbers below `n`.
fn random(state: &mut u64, n: u64) -> i64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*state >> 33) % n) as i64
}

/// {a|b} for numbers a > b.
fn switch(w: &mut Worker<'_>, a: &Rational, b: &Rational) -> Id {
    let (a, b) = (w.number(a).unwrap(), w.number(b).unwrap());
    w.game(&[a], &[b]).unwrap()
}

/// A game whose ends are numbers of any kind, to be played out.
#[derive(Clone, Debug)]
enum Play {
    End(Rational),
    Moves(Vec<Play>, Vec<Play>),
}

impl Play {
    fn id(&self, w: &mut Worker<'_>) -> Id {
        match self {
            Play::End(x) => w.number(x).unwrap(),
            Play::Moves(left, right) => {
                let [left, right] = [left, right]
                    .map(|side| side.iter().map(|option| option.id(w)).collect::<Vec<_>>());
                w.game(&left, &right).unwrap()
            }
        }
    }
}

/// The stop of a sum by exhaustive play. Nobody moves in a number while there is another game
/// (number avoidance).
fn stop(terms: &[Play], mover: Player) -> Rational {
    let mut best: Option<Rational> = None;
    for (after, _) in moves(terms, mover) {
        let value = stop(&after, mover.opponent());
        let better = best.as_ref().is_none_or(|most| match mover {
            Player::Left => value > *most,
            Player::Right => value < *most,
        });
        if better {
            best = Some(value);
        }
    }
    best.unwrap_or_else(|| {
        terms.iter().fold(Rational::ZERO, |sum, term| match term {
            Play::End(x) => &sum + x,
            Play::Moves(..) => unreachable!("a game without moves that is no number"),
        })
    })
}

/// The moves of a player: the sum after the move, and the index and option.
fn moves(terms: &[Play], mover: Player) -> Vec<(Vec<Play>, (usize, Play))> {
    let mut found = vec![];
    for (i, term) in terms.iter().enumerate() {
        let Play::Moves(left, right) = term else { continue };
        for option in if mover == Player::Left { left } else { right } {
            let mut after = terms.to_vec();
            after[i] = option.clone();
            found.push((after, (i, option.clone())));
        }
    }
    found
}

/// {a|b}, {a||b|c} or {a|b||c} with a > b > c, hot in every follower.
fn hot_game(state: &mut u64, denominator: i64) -> Play {
    let c = random(state, 9) - 6;
    let b = c + 1 + random(state, 6);
    let a = b + 1 + random(state, 6);
    let [a, b, c] = [a, b, c].map(|x| Play::End(ratio(x, denominator)));
    let pair = |x: &Play, y: &Play| Play::Moves(vec![x.clone()], vec![y.clone()]);
    match random(state, 3) {
        0 => pair(&a, &c),
        1 => pair(&a, &pair(&b, &c)),
        _ => pair(&pair(&a, &b), &c),
    }
}

#[test]
fn stops_losses_and_strategies_against_exhaustive_play() {
    with_worker(|w| {
        let mut state = 7;
        let mut losses = [0; 3];
        for round in 0..150 {
            let denominator = [1, 2, 3][round % 3];
            let terms: Vec<Play> = (0..3).map(|_| hot_game(&mut state, denominator)).collect();
            let ids: Vec<Id> = terms.iter().map(|term| term.id(w)).collect();
            let sum = FormalSum::of(w, &ids).unwrap();
            for mover in [Player::Left, Player::Right] {
                let best = stop(&terms, mover);
                let found = match mover {
                    Player::Left => sum.left_stop(w).unwrap().value,
                    Player::Right => sum.right_stop(w).unwrap().value,
                };
                assert_eq!(found, best, "{terms:?}");
                let last = Some(round % 3);
                let mut ambient = ratio(1, 2);
                if round % 2 == 0 {
                    ambient = thermography::temperature(w, ids[0]).unwrap();
                }
                let strategies = [
                    Strategy::Hotstrat,
                    Strategy::Thermostrat,
                    Strategy::Sentestrat { ambient: ambient.clone(), last },
                    Strategy::Optimal,
                ];
                for (i, strategy) in strategies.iter().enumerate() {
                    let chosen = thermography::hot_move(w, &ids, mover, strategy).unwrap().unwrap();
                    // The chosen move costs what exhaustive play says.
                    let (after, _) = moves(&terms, mover)
                        .into_iter()
                        .find(|(_, (term, option))| {
                            *term == chosen.term && option.id(w) == chosen.option
                        })
                        .expect("a move that there is");
                    let value = stop(&after, mover.opponent());
                    let loss = if mover == Player::Left { &best - &value } else { &value - &best };
                    assert!(loss.signum() >= 0);
                    assert_eq!(
                        thermography::hot_loss(w, &ids, mover, chosen).unwrap(),
                        loss,
                        "{terms:?}"
                    );
                    if i < 3 {
                        losses[i] += i32::from(loss.signum() > 0);
                    } else {
                        assert!(loss.is_zero(), "{terms:?}");
                    }
                    check_choice(w, &ids, mover, strategy, chosen);
                }
            }
        }
        // The rules of thumb are not optimal, but they are good.
        assert!(losses.iter().all(|&n| (1..100).contains(&n)), "{losses:?}");
    });
}

/// Is the term the one that the definition of the strategy selects?
fn check_choice(
    w: &mut Worker<'_>,
    ids: &[Id],
    mover: Player,
    strategy: &Strategy,
    chosen: HotMove,
) {
    let temperatures: Vec<Rational> =
        ids.iter().map(|&g| thermography::temperature(w, g).unwrap()).collect();
    let hottest = temperatures.iter().max().unwrap();
    match strategy {
        Strategy::Hotstrat => assert_eq!(temperatures[chosen.term], *hottest),
        Strategy::Sentestrat { ambient, last } => match last {
            Some(last) if temperatures[*last] > *ambient => assert_eq!(chosen.term, *last),
            _ => assert_eq!(temperatures[chosen.term], *hottest),
        },
        Strategy::Thermostrat => {
            // The best promise over a fine grid of temperatures occurs at some temperature at which
            // the chosen term is the widest.
            let mut promises: Vec<(Rational, bool)> = vec![];
            for twelfths in 0..=12 * 20 {
                let t = ratio(twelfths, 12);
                let mut total = Rational::ZERO;
                let mut widths = vec![];
                for &g in ids {
                    let thermograph = thermography::thermograph(w, g).unwrap();
                    let walls = [thermograph.wall(mover), thermograph.wall(mover.opponent())];
                    let [own, other] = walls.map(|wall| wall.at(&t));
                    widths.push(if mover == Player::Left { &own - &other } else { &other - &own });
                    total = if mover == Player::Left { &total + &other } else { &total - &other };
                }
                let widest = widths.iter().max().unwrap();
                promises.push((&total + widest, widths[chosen.term] == *widest));
            }
            let most = promises.iter().map(|(promise, _)| promise).max().unwrap().clone();
            assert!(promises.iter().any(|(promise, widest)| *promise == most && *widest));
        }
        _ => {}
    }
}

#[test]
fn the_best_move_in_a_sum_of_switches_is_the_hottest() {
    with_worker(|w| {
        let mut state = 3;
        for _ in 0..60 {
            let mut sizes: Vec<i64> = (0..5).map(|_| 1 + random(&mut state, 30)).collect();
            let shift = random(&mut state, 40) - 20;
            let terms: Vec<Id> =
                sizes.iter().map(|&a| switch(w, &ratio(a, 3), &ratio(-a, 3))).collect();
            let mut sum = FormalSum::of(w, &terms).unwrap();
            let number = w.number(&ratio(shift, 7)).unwrap();
            let one = FormalSum::of(w, &[number]).unwrap();
            sum = sum.plus(w, &one).unwrap();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            // z + a - b + c - ... and z - a + b - c + ... for a >= b >= c ...
            let mut swing = Rational::ZERO;
            for (i, &a) in sizes.iter().enumerate() {
                swing = if i % 2 == 0 { &swing + &ratio(a, 3) } else { &swing - &ratio(a, 3) };
            }
            let z = ratio(shift, 7);
            assert_eq!(sum.left_stop(w).unwrap().value, &z + &swing);
            assert_eq!(sum.right_stop(w).unwrap().value, &z - &swing);
            let chosen = thermography::hot_move(w, &terms, Player::Left, &Strategy::Hotstrat)
                .unwrap()
                .unwrap();
            assert!(thermography::hot_loss(w, &terms, Player::Left, chosen).unwrap().is_zero());
        }
    });
}

/// Sums against the canonical form of the whole, term after term.
fn check_sum(w: &mut Worker<'_>, terms: &[Id]) {
    let sum = FormalSum::of(w, terms).unwrap();
    let whole = terms.iter().fold(Id::ZERO, |whole, &term| w.add(whole, term).unwrap());
    assert_eq!(sum.outcome(w).unwrap(), w.outcome(whole).unwrap());
    assert_eq!(sum.left_stop(w).unwrap(), thermography::left_stop(w, whole).unwrap());
    assert_eq!(sum.right_stop(w).unwrap(), thermography::right_stop(w, whole).unwrap());
    assert_eq!(sum.canonical(w).unwrap(), whole);
    assert_eq!(sum.thermograph(w).unwrap(), thermography::thermograph(w, whole).unwrap());
}

#[test]
fn switches_with_ups_and_nimbers() {
    with_worker(|w| {
        let mut state = 11;
        for _ in 0..400 {
            let mut terms: Vec<Id> = (0..random(&mut state, 5))
                .map(|_| {
                    let low = ratio(random(&mut state, 17) - 12, 2);
                    let high = &low + &ratio(1 + random(&mut state, 9), 2);
                    switch(w, &high, &low)
                })
                .collect();
            let number = ratio(random(&mut state, 9) - 4, 2);
            let (ups, nim) = (random(&mut state, 7) - 3, random(&mut state, 4) as u32);
            terms.push(w.up_star(&number, ups, nim).unwrap());
            check_sum(w, &terms);
        }
    });
}

#[test]
fn outcomes_of_hot_sums_near_0_and_far_from_it() {
    with_worker(|w| {
        let (mut state, mut told) = (5, 0);
        for _ in 0..300 {
            let mut terms: Vec<Id> = (0..3).map(|_| hot_game(&mut state, 2).id(w)).collect();
            let number = ratio(random(&mut state, 41) - 20, 2);
            terms.push(w.number(&number).unwrap());
            check_sum(w, &terms);
            let by_temperature = FormalSum::of(w, &terms).unwrap().winners_by_temperature(w);
            told += by_temperature.unwrap().iter().flatten().count();
        }
        assert!((100..600).contains(&told), "{told}");
    });
}

/// Sums far from 0 are decided without adding anything, for any number of terms.
#[test]
fn thousands_of_hot_games() {
    with_worker(|w| {
        let mut state = 3;
        let steps = Budget::unlimited().with_steps(1_000_000);
        let universe = Universe::new();
        let mut worker = universe.worker(&steps);
        let games: Vec<Id> = (0..2000).map(|_| hot_game(&mut state, 2).id(&mut worker)).collect();
        let mean = games.iter().fold(Rational::ZERO, |sum, &game| {
            &sum + &thermography::mean(&mut worker, game).unwrap()
        });
        let far = worker.number(&(&ratio(1000, 1) - &mean)).unwrap();
        let sum = FormalSum::of(&mut worker, &[&games[..], &[far]].concat()).unwrap();
        assert_eq!(sum.outcome(&mut worker).unwrap(), upstar_core::Outcome::L);
        // Switches and an up, where the mean is 0.
        let mut sum = switches(w, 2000);
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        sum.push(w, up, &BigInt::from(1)).unwrap();
        assert_eq!(sum.mean(w).unwrap(), Rational::ZERO);
        assert_eq!(sum.outcome(w).unwrap(), upstar_core::Outcome::N);
    });
}

#[test]
fn bounds_by_masts_are_strict_up_to_any_number() {
    with_worker(|w| {
        let mut state = 11;
        for _ in 0..60 {
            let terms: Vec<Id> =
                (0..3).map(|_| hot_game(&mut state, 1)).map(|game| game.id(w)).collect();
            let bounds = thermography::sum_bounds(w, &terms).unwrap();
            let sum = FormalSum::of(w, &terms).unwrap().canonical(w).unwrap();
            assert_eq!(thermography::mean(w, sum).unwrap(), bounds.mean);
            assert!(thermography::temperature(w, sum).unwrap() <= bounds.temperature);
            let little = ratio(1, 1 << 20);
            let low = w.number(&(&bounds.low() - &little)).unwrap();
            let high = w.number(&(&bounds.high() + &little)).unwrap();
            assert!(w.le(low, sum).unwrap() && w.le(sum, high).unwrap());
        }
        // Without e > 0 they do not hold: {1|-1} is confused with 1.
        let one = switch(w, &ratio(1, 1), &ratio(-1, 1));
        let bounds = thermography::sum_bounds(w, &[one]).unwrap();
        let high = w.number(&bounds.high()).unwrap();
        assert!(!w.le(one, high).unwrap() && !w.le(high, one).unwrap());
    });
}

/// ±1 + ... + ±n.
fn switches(w: &mut Worker<'_>, n: i64) -> FormalSum {
    let terms: Vec<Id> = (1..=n).map(|a| switch(w, &ratio(a, 1), &ratio(-a, 1))).collect();
    FormalSum::of(w, &terms).unwrap()
}

#[test]
fn a_game_less_itself_is_zero_at_once() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited().with_steps(2_000_000));
    let w = &mut worker;
    let g = switches(w, 12);
    let nothing = g.minus(w, &g).unwrap();
    assert_eq!(nothing.canonical(w).unwrap(), Id::ZERO);
    // The canonical forms, subtracted.
    let form = g.canonical(w).unwrap();
    assert_eq!(w.sub(form, form).unwrap(), Id::ZERO);
    // A small hot game in the sum does not hide the pairs.
    let small = switch(w, &ratio(-1, 1 << 20), &ratio(-1, 1 << 19));
    let small = FormalSum::of(w, &[small]).unwrap();
    let h = g.plus(w, &small).unwrap();
    let rest = h.minus(w, &g).unwrap();
    assert_eq!(rest.canonical(w).unwrap(), small.canonical(w).unwrap());
    assert_eq!(h.compare(w, &g).unwrap().to_string(), "<");
    let whole = h.canonical(w).unwrap();
    assert_eq!(w.compare(whole, form).unwrap().to_string(), "<");
}

#[test]
fn thermographs_of_24_switches() {
    let universe = Universe::new();
    let mut worker = universe.worker(&Budget::unlimited().with_steps(1_000_000));
    let w = &mut worker;
    let g = switches(w, 24);
    // 24 - 23 + ... + 2 - 1 = 12 at most is gained by moving first. The mast is at 0 from 24 on.
    assert_eq!(g.mean(w).unwrap(), Rational::ZERO);
    assert_eq!(g.temperature(w).unwrap(), ratio(24, 1));
    assert_eq!(g.left_stop(w).unwrap().value, ratio(12, 1));
    let thermograph = g.thermograph(w).unwrap();
    for t in 0..24 {
        // Cooling by t subtracts t from each switch and keeps the hotter ones.
        let swing: i64 = (t + 1..=24)
            .rev()
            .enumerate()
            .map(|(i, a)| if i % 2 == 0 { a - t } else { t - a })
            .sum();
        assert_eq!(thermograph.wall(Player::Left).at(&ratio(t, 1)), ratio(swing, 1), "{t}");
        assert_eq!(thermograph.wall(Player::Right).at(&ratio(t, 1)), ratio(-swing, 1));
    }
    let mut state = 5;
    for _ in 0..5 {
        let mut terms = vec![];
        let mut ends = vec![];
        for _ in 0..24 {
            let (p, q) = (random(&mut state, 200) - 100, 1 + random(&mut state, 30));
            let high =
                &ratio(p, q) + &ratio(1 + random(&mut state, 100), 1 + random(&mut state, 9));
            terms.push(switch(w, &high, &ratio(p, q)));
            ends.push((high, ratio(p, q)));
        }
        let g = FormalSum::of(w, &terms).unwrap();
        // The same by sorting: half widths, the widest first.
        let mut halves: Vec<Rational> = ends.iter().map(|(x, y)| (x - y).half()).collect();
        let mean = ends.iter().fold(Rational::ZERO, |sum, (x, y)| &sum + &(x + y).half());
        halves.sort_by(|a, b| b.cmp(a));
        let swing = halves.iter().enumerate().fold(Rational::ZERO, |sum, (i, half)| {
            if i % 2 == 0 { &sum + half } else { &sum - half }
        });
        assert_eq!(g.mean(w).unwrap(), mean);
        assert_eq!(g.temperature(w).unwrap(), halves[0]);
        assert_eq!(g.left_stop(w).unwrap().value, &mean + &swing);
        assert_eq!(g.right_stop(w).unwrap().value, &mean - &swing);
        assert_eq!(g.thermograph(w).unwrap().mean(), &mean);
    }
}

#[test]
fn numbers_of_any_size_among_options() {
    with_worker(|w| {
        let x = |text: &str| text.parse::<Rational>().unwrap();
        let fine = x("1/1099511627776");
        let text = |w: &mut Worker<'_>, g: Id| w.text(g, Style::Plain).unwrap();
        let small = w.number(&fine).unwrap();
        let half = w.game(&[Id::ZERO], &[small]).unwrap();
        assert_eq!(text(w, half), "1/2199023255552");
        let hot = switch(w, &ratio(2, 1), &ratio(1, 1));
        let sum = w.add(small, hot).unwrap();
        let plain = switch(w, &(&fine + &ratio(2, 1)), &(&fine + &ratio(1, 1)));
        assert_eq!(sum, plain);
        let minus = w.neg(small).unwrap();
        let threat = w.game(&[Id::ZERO], &[minus]).unwrap();
        let tiny = w.game(&[Id::ZERO], &[threat]).unwrap();
        assert_eq!(text(w, tiny), "Tiny(1/1099511627776)");
        assert_eq!(tiny, w.tiny(small).unwrap());
        // Positive, and less than every positive number.
        let finest =
            w.number(&Rational::new(BigInt::from(1), BigInt::from(1) << 200).unwrap()).unwrap();
        assert!(w.le(Id::ZERO, tiny).unwrap() && w.le(tiny, finest).unwrap());
        let huge = w.number(&Rational::from(BigInt::from(1) << 100)).unwrap();
        let hot = switch(w, &ratio(3, 1), &ratio(1, 1));
        let sum = w.add(huge, hot).unwrap();
        assert_eq!(
            text(w, sum),
            "{1267650600228229401496703205379|1267650600228229401496703205377}"
        );
        let product = w.multiple(&BigInt::from(3), huge).unwrap();
        assert_eq!(w.as_integer(product), Some(BigInt::from(3) << 100));
        // Sums of the same games scaled to large dyadics agree with small ones.
        for (p, q) in [(1, 2), (3, 4)] {
            let scale = Rational::new(BigInt::from(1), BigInt::from(1) << 70).unwrap();
            let a = switch(w, &(&ratio(p, q) * &scale), &(&ratio(-p, 1) * &scale));
            assert_eq!(thermography::temperature(w, a).unwrap(), &ratio(p + p * q, 2 * q) * &scale);
        }
    });
}

/// Leaves for the twin of rational ends: thirds, fifths and quarters.
fn leaf(state: &mut u64) -> (Rational, Tree) {
    let q = [1, 3, 4, 5][random(state, 4) as usize];
    let p = random(state, 4 * q as u64 + 1) - 2 * q;
    let x = ratio(p, q);
    // A dyadic number so near that no number of these games lies between.
    let near = if x.is_dyadic() { x.clone() } else { nearby(&x) };
    (x, dyadic(&near))
}

fn nearby(x: &Rational) -> Rational {
    &Rational::from((x * &ratio(512, 1)).floor()) * &ratio(1, 512)
}

fn dyadic(x: &Rational) -> Tree {
    let exponent = x.denom().bits() as u32 - 1;
    Tree::dyadic(i32::try_from(x.numer()).unwrap(), exponent)
}

fn rational_game(w: &mut Worker<'_>, state: &mut u64, depth: u32) -> (Id, Tree) {
    if depth == 0 || random(state, 4) == 0 {
        let (x, tree) = leaf(state);
        return (w.number(&x).unwrap(), tree);
    }
    let mut ids = [vec![], vec![]];
    let mut trees = [vec![], vec![]];
    for side in 0..2 {
        for _ in 0..1 + random(state, 2) {
            let (id, tree) = rational_game(w, state, depth - 1);
            ids[side].push(id);
            trees[side].push(tree);
        }
    }
    let id = w.game(&ids[0], &ids[1]).unwrap();
    let [left, right] = trees;
    (id, Tree::new(left, right).canonical())
}

/// The canonical form with rational ends, each replaced by its dyadic stand-in.
fn written_out(w: &mut Worker<'_>, g: Id) -> Tree {
    if let Some(x) = w.as_number(g) {
        return if x.is_dyadic() { dyadic(&x) } else { dyadic(&nearby(&x)) };
    }
    let mut sides = [w.left_options(g).unwrap(), w.right_options(g).unwrap()].map(|options| {
        options.into_iter().map(|option| written_out(w, option)).collect::<Vec<_>>()
    });
    sides.iter_mut().for_each(|side| side.sort());
    let [left, right] = sides;
    Tree::new(left, right)
}

#[test]
fn rational_ends_are_as_near_dyadic_ones() {
    with_worker(|w| {
        let mut state = 1;
        let mut games = vec![];
        for _ in 0..250 {
            let (id, tree) = rational_game(w, &mut state, 2);
            assert_eq!(written_out(w, id), tree);
            games.push((id, tree));
        }
        for pair in games.windows(2) {
            let [(g, a), (h, b)] = pair else { unreachable!() };
            assert_eq!(w.le(*g, *h).unwrap(), a.at_most(b), "{a:?} {b:?}");
            assert_eq!(w.le(*h, *g).unwrap(), b.at_most(a), "{a:?} {b:?}");
        }
    });
}

#[test]
fn what_is_not_defined_with_rational_ends_is_an_error() {
    with_worker(|w| {
        let third = w.number(&ratio(1, 3)).unwrap();
        assert!(w.left_options(third).is_err() && structure::followers(w, third).is_err());
        assert_eq!(structure::birthday(w, third).unwrap().to_string(), "ω");
        assert!(thermography::temperature(w, third).unwrap().is_zero());
        let g = switch(w, &ratio(1, 3), &ratio(-1, 5));
        assert!(thermography::cool(w, g, &ratio(-1, 2)).is_err());
        let cooled = thermography::cool(w, g, &ratio(1, 5)).unwrap();
        let plain = switch(w, &ratio(2, 15), &Rational::ZERO);
        assert_eq!(cooled, plain);
        let up = w.up_star(&Rational::ZERO, 1, 0).unwrap();
        assert!(thermography::norton_product(w, g, up).is_err());
        assert!(thermography::overheat(w, g, up, up).is_err());
        let between = w.number(&ratio(1, 2)).unwrap();
        let simplest = w.game(&[third], &[between]).unwrap();
        assert_eq!(w.as_number(simplest), Some(ratio(3, 8)));
        // Between an atom and itself there is no simplest number.
        let hot = w.game(&[third], &[third]).unwrap();
        let star = w.up_star(&ratio(1, 3), 0, 1).unwrap();
        assert_eq!(hot, star);
    });
}

#[test]
fn huge_numbers_are_stored_in_time() {
    // A linear search for each of them would take hundreds of millions of steps.
    with_worker(|w| {
        let huge = Rational::from(BigInt::from(1) << 100);
        let mut x = huge.clone();
        for _ in 0..20_000 {
            w.number(&x).unwrap();
            x = &x + &Rational::ONE;
        }
        let found = w.number(&huge).unwrap();
        assert_eq!(w.as_number(found), Some(huge));
    });
}

#[test]
fn tables_are_paid_for() {
    let budget = Budget::unlimited().with_bytes(600_000);
    let universe = Universe::with_budget(budget.clone());
    let mut worker = universe.worker(&Budget::unlimited());
    let w = &mut worker;
    // Thermographs and birthdays of many numbers: the numbers alone would fit.
    let stopped = (0..20_000).find_map(|n| {
        let x = w.number(&Rational::ratio(2 * n + 1, 4).unwrap()).ok()?;
        thermography::thermograph(w, x).and_then(|_| structure::birthday(w, x)).err()
    });
    let used = budget.report().bytes;
    assert!(stopped.is_some() || used <= 600_000, "{used}");
    assert!(used > 300_000);
    drop(worker);
    drop(universe);
    assert_eq!(budget.report().bytes, 0);
}
