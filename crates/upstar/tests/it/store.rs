//! Stores on disk: damage is reported, and nothing is lost.
#![cfg(feature = "store")]

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{env, fs, process};

use upstar::ValueStore;
use upstar::prelude::*;
use upstar::rules::{Store, StoreError, parse_game};

use crate::mutations::silence;

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("upstar-{name}-{}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const BOARDS: [&str; 3] = ["domineering(\"4x4\")", "kayles(30)", "toads_and_frogs(\"TTT__FFF\")"];

/// Computes with the values of a store and saves new ones.
fn use_store(path: &Path, boards: &[&str]) -> Result<Vec<String>, RuleError> {
    let budget = Budget::unlimited();
    let mut solver = Solver::default();
    solver.keep(Box::new(ValueStore::open(path).map_err(RuleError::Store)?));
    let mut values = Vec::new();
    for board in boards {
        let value = solver.value(&parse_sum(board)?, &budget)?;
        values.push(solver.worker(&budget).text(value, Style::Plain)?);
    }
    solver.save()?;
    Ok(values)
}

/// All that a store holds.
fn content(path: &Path) -> Result<Vec<(Vec<u8>, u64)>, StoreError> {
    let store = ValueStore::open(path)?;
    let mut all = Vec::new();
    for board in BOARDS {
        let key = parse_game(board).unwrap().rules().key();
        store.nodes(&key, &mut |node| {
            all.push((node.to_vec(), u64::MAX));
            Ok(())
        })?;
        store.positions(&key, &mut |position, number| {
            all.push((position.to_vec(), number));
            Ok(())
        })?;
    }
    Ok(all)
}

/// Numbers that look random, the same in every run (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Alters `rounds` copies of a store at one to three places, opens, reads and writes them.
fn mutate(rounds: u64, seed: u64) {
    silence();
    let folder = Folder::new(&format!("damaged-{seed}"));
    let path = folder.0.join("values");
    let values = use_store(&path, &BOARDS[..2]).unwrap();
    use_store(&path, &BOARDS[2..]).unwrap();
    let whole = fs::read(&path).unwrap();
    let expected = content(&path).unwrap();
    assert!(expected.len() > 100, "{}", expected.len());
    // Only where there is something: most of a small database is free.
    let places: Vec<usize> = (0..whole.len())
        .filter(|&at| at < 400 || whole[at.saturating_sub(16)..][..17].iter().any(|&b| b != 0))
        .collect();
    let (mut refused, mut state) = (0, seed);
    for round in 0..rounds {
        let mut bytes = whole.clone();
        let count = 1 + random(&mut state) % 3;
        for _ in 0..if round % 2 == 0 { 1 } else { count } {
            let at = random(&mut state) as usize;
            // The first page has the locations of all others.
            let at = if round % 4 == 3 { at % 400 } else { places[at % places.len()] };
            bytes[at] ^= 1 << (random(&mut state) % 8);
        }
        fs::write(&path, &bytes).unwrap();
        match content(&path) {
            Ok(found) => {
                assert!(found == expected, "round {round}: what is read has changed");
                assert_eq!(use_store(&path, &BOARDS[..2]).unwrap(), values);
                use_store(&path, &["domineering(\"3x5\")"]).unwrap();
                assert!(content(&path).unwrap().len() > expected.len(), "round {round}");
            }
            Err(error) => {
                refused += 1;
                let message = error.to_string();
                assert!(message.starts_with(&path.display().to_string()), "{message}");
                assert!(fs::read(&path).unwrap() == bytes, "round {round}: {message}: overwritten");
                let message = use_store(&path, &BOARDS[..1]).unwrap_err().to_string();
                assert!(message.contains(&path.display().to_string()), "{message}");
            }
        }
    }
    assert!(refused > rounds / 4, "{refused} of {rounds}");
    println!("{refused} of {rounds} refused, the others read whole");
}

#[test]
fn a_damaged_store_is_an_error_of_the_file() {
    mutate(300, 20_260_101);
}

#[test]
#[ignore = "long; before a release"]
fn many_damaged_stores() {
    mutate(100_000, 1);
}

/// Half of a search is saved while it is under way, and the whole takes fewer steps from there.
#[test]
fn a_search_that_is_cut_off_goes_on_from_what_it_saved() {
    let folder = Folder::new("cut-off");
    for (number, (text, convention)) in [
        ("sprouts(10)", Convention::Normal),
        ("sprouts(9)", Convention::Misere),
        ("domineering(\"7x8\")", Convention::Normal),
        ("clobber(\"xoxox|oxoxo|xoxox|oxoxo\")", Convention::Misere),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.0.join(number.to_string());
        let sum = parse_sum(text).unwrap();
        let ask = |save_after: Option<Duration>, budget: &Budget| {
            let mut solver = Solver::default();
            if let Some(time) = save_after {
                solver.keep_after(Box::new(ValueStore::open(&path).unwrap()), time);
            }
            solver.outcome(&sum, convention, budget)
        };
        let whole = Budget::unlimited();
        let outcome = ask(None, &whole).unwrap();
        let steps = whole.report().steps;
        // The solver is dropped without a last save.
        let half = Budget::unlimited().with_steps(steps / 2);
        assert!(ask(Some(Duration::ZERO), &half).is_err(), "{text}");
        let rest = Budget::unlimited();
        assert_eq!(ask(Some(Duration::MAX), &rest).unwrap(), outcome, "{text}");
        println!("{text}: {steps} steps, {} after half of them", rest.report().steps);
        assert!(rest.report().steps < steps, "{text}: {} of {steps}", rest.report().steps);
    }
}
