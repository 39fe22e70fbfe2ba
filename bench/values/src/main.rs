//! Short games beside the crate `cgt` 0.11 (with its faster hasher): the same work,
//! interleaved, process CPU time, medians.
//!
//! `bench-values [REPEATS]`; `bench-values ours JOB REPEATS` runs our side alone,
//! for a profiler.

use std::hint::black_box;

use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::total::TotalWrapper;
use upstar_core::Budget;
use upstar_lang::Session;
use upstar_values::{Id, Universe, Worker, thermography};

/// Process CPU time in milliseconds.
#[allow(unsafe_code)]
fn cpu() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = cpu();
    let result = black_box(work());
    (cpu() - start, result)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// All games born by day 3 for the peer, by antichain pairs.
fn peer_day(n: u32) -> Vec<CanonicalForm> {
    let mut games = vec![CanonicalForm::new_integer(0)];
    for _ in 0..n {
        let mut antichains: Vec<Vec<CanonicalForm>> = vec![vec![]];
        for game in &games {
            for i in 0..antichains.len() {
                let free = antichains[i]
                    .iter()
                    .all(|x| !CanonicalForm::leq(x, game) && !CanonicalForm::leq(game, x));
                if free {
                    let mut longer = antichains[i].clone();
                    longer.push(game.clone());
                    antichains.push(longer);
                }
            }
        }
        let mut next = std::collections::HashSet::new();
        for left in &antichains {
            for right in &antichains {
                let game = CanonicalForm::new_from_moves(left.clone(), right.clone());
                next.insert(TotalWrapper::new(game));
            }
        }
        games = next.into_iter().map(TotalWrapper::get).collect();
    }
    games
}

/// The same, without sorting.
fn our_day(worker: &mut Worker<'_>, n: u32) -> Vec<Id> {
    let mut games = vec![Id::ZERO];
    for _ in 0..n {
        let mut antichains: Vec<Vec<Id>> = vec![vec![]];
        for &game in &games {
            for i in 0..antichains.len() {
                let free = antichains[i]
                    .iter()
                    .all(|&x| !worker.le(x, game).unwrap() && !worker.le(game, x).unwrap());
                if free {
                    let mut longer = antichains[i].clone();
                    longer.push(game);
                    antichains.push(longer);
                }
            }
        }
        let mut next = std::collections::HashSet::new();
        for left in &antichains {
            for right in &antichains {
                next.insert(worker.game(left, right).unwrap());
            }
        }
        games = next.into_iter().collect();
    }
    games
}

fn our_le(worker: &mut Worker<'_>, games: &[Id]) -> u32 {
    let mut pairs = 0;
    for &g in games {
        for &h in games {
            pairs += u32::from(worker.le(g, h).unwrap());
        }
    }
    pairs
}

fn our_sums(worker: &mut Worker<'_>, games: &[Id]) {
    for i in 0..200 {
        for j in 0..200 {
            let (g, h) = (games[i * 7 % games.len()], games[(j * 5 + 3) % games.len()]);
            black_box(worker.add(g, h).unwrap());
        }
    }
}

/// Random forms of numbers and stars, as text.
fn random_forms(count: usize, depth: u32) -> Vec<String> {
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *state >> 33
    }
    fn form(state: &mut u64, depth: u32, out: &mut String) {
        if depth == 0 || next(state) % 8 == 0 {
            let leaves = ["0", "1", "-1", "2", "-2", "1/2", "-1/2", "*", "*2", "^", "v", "3/4"];
            out.push_str(leaves[next(state) as usize % leaves.len()]);
            return;
        }
        out.push('{');
        for side in 0..2 {
            for i in 0..1 + next(state) % 3 {
                if i > 0 {
                    out.push(',');
                }
                form(state, depth - 1, out);
            }
            out.push(if side == 0 { '|' } else { '}' });
        }
    }
    let mut state = 1;
    (0..count)
        .map(|_| {
            let mut text = String::new();
            form(&mut state, depth, &mut text);
            text
        })
        .collect()
}

fn our_forms(forms: &[String]) {
    let (mut session, budget) = (Session::new(), Budget::unlimited());
    for form in forms {
        black_box(session.evaluate(form, &budget).unwrap());
    }
}

fn our_thermographs(worker: &mut Worker<'_>, games: &[Id]) {
    for &g in games {
        black_box(thermography::thermograph(worker, g).unwrap());
    }
}

/// Runs `work` in a new universe that knows the games born by day 3.
fn ours(work: impl FnOnce(&mut Worker<'_>, &[Id])) -> f64 {
    let universe = Universe::new();
    let games = our_day(&mut universe.worker(&Budget::unlimited()), 3);
    // Caches of the worker that made the games are not taken over.
    let _kept = universe.worker(&Budget::unlimited());
    timed(|| work(&mut universe.worker(&Budget::unlimited()), &games)).0
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let forms = random_forms(5000, 3);
    if let [side, job, repeats] = &arguments[..]
        && side == "ours"
    {
        for _ in 0..repeats.parse().unwrap() {
            match job.as_str() {
                "day" => drop(our_day(&mut Universe::new().worker(&Budget::unlimited()), 3)),
                "le" => drop(ours(|w, games| assert_eq!(our_le(w, games), 654_647))),
                "sums" => drop(ours(our_sums)),
                "forms" => our_forms(&forms),
                "thermographs" => drop(ours(our_thermographs)),
                _ => panic!("day, le, sums, forms or thermographs"),
            }
        }
        return;
    }
    let repeats = arguments.first().map_or(7, |n| n.parse().unwrap());
    let peers = peer_day(3);
    let mut times: [[Vec<f64>; 2]; 5] = Default::default();
    for _ in 0..repeats {
        let mut note = |job: usize, peer: f64, own: f64| {
            times[job][0].push(peer);
            times[job][1].push(own);
        };
        let (peer, found) = timed(|| peer_day(3));
        assert_eq!(found.len(), 1474);
        let universe = Universe::new();
        let (own, found) = timed(|| our_day(&mut universe.worker(&Budget::unlimited()), 3));
        assert_eq!(found.len(), 1474);
        note(0, peer, own);

        let (peer, pairs) = timed(|| {
            let all = peers.iter().flat_map(|g| peers.iter().map(move |h| (g, h)));
            all.filter(|(g, h)| CanonicalForm::leq(g, h)).count()
        });
        assert_eq!(pairs, 654_647);
        let own = ours(|w, games| assert_eq!(our_le(w, games), 654_647));
        note(1, peer, own);

        let (peer, ()) = timed(|| {
            for i in 0..200 {
                for j in 0..200 {
                    let (g, h) = (&peers[i * 7 % 1474], &peers[(j * 5 + 3) % 1474]);
                    black_box(g + h);
                }
            }
        });
        note(2, peer, ours(our_sums));

        let (peer, ()) = timed(|| {
            for form in &forms {
                black_box(form.parse::<CanonicalForm>().unwrap());
            }
        });
        note(3, peer, timed(|| our_forms(&forms)).0);

        let (peer, ()) = timed(|| {
            for g in &peers {
                black_box(g.thermograph());
            }
        });
        note(4, peer, ours(our_thermographs));
    }
    println!("| work | cgt 0.11, ms | upstar, ms | ratio |\n|---|---|---|---|");
    let names = [
        "all games born by day 3",
        "all comparisons of day-3 games",
        "40,000 sums of day-3 games",
        "evaluate 5,000 random forms",
        "1,474 thermographs",
    ];
    for (name, [peer, own]) in names.iter().zip(times) {
        let (peer, own) = (median(peer), median(own));
        println!("| {name} | {peer:.2} | {own:.3} | {:.1} |", peer / own);
    }
}
