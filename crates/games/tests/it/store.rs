//! Values stored for the next run: the stored value is the computed one.

use std::collections::BTreeMap;

use upstar_core::{Budget, Convention, Outcome};
use upstar_engine::{EachPosition, Engine, Game, Settings, Store, StoreError};
use upstar_games::{catalogue, parse_game};
use upstar_values::{Style, Universe};

#[derive(Default)]
struct InMemory {
    nodes: BTreeMap<(String, u64), Vec<u8>>,
    positions: BTreeMap<(String, Vec<u8>), u64>,
}

impl Store for InMemory {
    fn nodes(
        &self,
        ruleset: &str,
        each: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let own = self.nodes.iter().filter(|((name, _), _)| name == ruleset);
        own.enumerate().try_for_each(|(at, ((_, number), node))| {
            assert_eq!(at as u64, *number, "nodes are numbered from 0 on");
            each(node)
        })
    }

    fn positions(&self, ruleset: &str, each: &mut EachPosition<'_>) -> Result<(), StoreError> {
        let mut own = self.positions.iter().filter(|((name, _), _)| name == ruleset);
        own.try_for_each(|((_, position), &number)| each(position, number))
    }

    fn save(
        &mut self,
        ruleset: &str,
        first: u64,
        nodes: &[Vec<u8>],
        positions: &[(Vec<u8>, u64)],
    ) -> Result<(), StoreError> {
        for (number, node) in (first..).zip(nodes) {
            let old = self.nodes.insert((ruleset.to_owned(), number), node.clone());
            assert!(old.is_none(), "a node is never written twice");
        }
        for (position, number) in positions {
            self.positions.insert((ruleset.to_owned(), position.clone()), *number);
        }
        Ok(())
    }
}

/// The value of a position with a store, and the number of positions in the store.
fn valued(text: &str, store: &mut InMemory, budget: &Budget) -> (Option<String>, usize) {
    let universe = Universe::new();
    let settings = Settings { theorems: false, ..Settings::default() };
    let engine = Engine::new(&universe, settings);
    let game = parse_game(text).unwrap();
    let mut stored = game.rules().load(&engine, store, &Budget::unlimited()).unwrap();
    let before = stored.positions();
    let value = game.value(&engine, budget).ok();
    game.rules().save(&engine, store, &mut stored).unwrap();
    let mut worker = universe.worker(&Budget::unlimited());
    (value.map(|value| worker.text(value, Style::Plain).unwrap()), before)
}

#[test]
fn every_ruleset_comes_back() {
    for row in catalogue().iter().filter(|row| !row.class.loopy) {
        let (text, expected) = row.example;
        if expected.starts_with("outcome") {
            continue;
        }
        let mut store = InMemory::default();
        let (first, none) = valued(text, &mut store, &Budget::unlimited());
        assert_eq!(first.as_deref(), Some(expected), "{text}");
        assert_eq!(none, 0);
        let (nodes, positions) = (store.nodes.clone(), store.positions.clone());
        let (again, known) = valued(text, &mut store, &Budget::unlimited());
        assert_eq!(again, first, "{text}");
        assert_eq!(known, positions.len(), "{text}");
        // Nothing new was found, so nothing was stored.
        assert_eq!((store.nodes, store.positions), (nodes, positions), "{text}");
    }
}

/// What is stored of positions, after `ask`, with this number of threads.
fn asked(
    text: &str,
    (threads, components): (usize, bool),
    ask: impl Fn(&Game, &Engine<'_>) -> bool,
) -> (bool, BTreeMap<Vec<u8>, u64>) {
    let (universe, mut store) = (Universe::new(), InMemory::default());
    let settings = Settings { threads, components, theorems: false, ..Settings::default() };
    let engine = Engine::new(&universe, settings);
    let game = parse_game(text).unwrap();
    let mut stored = game.rules().load(&engine, &store, &Budget::unlimited()).unwrap();
    let answer = ask(&game, &engine);
    game.rules().save(&engine, &mut store, &mut stored).unwrap();
    // Nimbers are stored as numbers.
    assert!(store.nodes.is_empty(), "{text}");
    let positions = store.positions.into_iter();
    (answer, positions.map(|((_, position), value)| (position, value)).collect())
}

/// All values that four threads find while they look for who wins, against a table of all positions
/// by one thread.
#[test]
fn values_that_threads_find_are_right() {
    let own = [
        "cram(\"4x4\")",
        "cram(\"....#|.....|..#..|.....\")",
        "node_kayles(\"4x5\")",
        "node_kayles(\"path 14\")",
        "arc_kayles(\"3x4\")",
        "chomp(6,6,5,5,4)",
        "kayles(5,14,23)",
    ];
    let rows = catalogue().iter().filter(|row| row.class.is_impartial() && !row.class.loopy);
    let examples = rows.map(|row| row.example.0);
    let (mut compared, mut games) = (0, 0);
    for text in own.into_iter().chain(examples) {
        for components in [true, false] {
            let (zero, all) = asked(text, (1, components), |game, engine| {
                game.grundy(engine, &Budget::unlimited()).unwrap() == 0
            });
            let (lost, found) = asked(text, (4, components), |game, engine| {
                let outcome = game.outcome(engine, Convention::Normal, &Budget::unlimited());
                outcome.unwrap() == Outcome::P
            });
            assert_eq!(lost, zero, "{text}");
            let both =
                found.iter().filter_map(|(position, value)| Some((value, all.get(position)?)));
            let count =
                both.inspect(|(value, expected)| assert_eq!(value, expected, "{text}")).count();
            compared += count;
            games += usize::from(count > 0);
        }
    }
    assert!(compared > 10_000 && games > 40, "{compared} {games}");
}

#[test]
fn outcomes_in_misere_play_come_back() {
    let mut store = InMemory::default();
    let game = parse_game("sprouts(6)").unwrap();
    for steps in [1_000_000, 2_000] {
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let mut stored = game.rules().load(&engine, &store, &Budget::unlimited()).unwrap();
        let budget = Budget::unlimited().with_steps(steps);
        let found = game.outcome(&engine, Convention::Misere, &budget).unwrap();
        assert_eq!(found, Outcome::N);
        game.rules().save(&engine, &mut store, &mut stored).unwrap();
    }
    let universe = Universe::new();
    let engine = Engine::new(&universe, Settings::default());
    let budget = Budget::unlimited().with_steps(2_000);
    assert!(game.outcome(&engine, Convention::Misere, &budget).is_err());
}

#[test]
fn a_run_that_was_stopped_goes_on() {
    let text = "domineering(\"4x4\")";
    let mut store = InMemory::default();
    let mut runs = 0;
    let value = loop {
        runs += 1;
        assert!(runs < 10_000, "no progress");
        let budget = Budget::unlimited().with_steps(300);
        if let (Some(value), _) = valued(text, &mut store, &budget) {
            break value;
        }
    };
    assert!(runs > 2, "{runs}");
    assert_eq!(value, valued(text, &mut InMemory::default(), &Budget::unlimited()).0.unwrap());
}

#[test]
fn a_damaged_store_is_an_error() {
    let text = "clobber(\"xo|ox\")";
    let mut store = InMemory::default();
    valued(text, &mut store, &Budget::unlimited());
    for bad in
        [&b""[..], b"n1/0 0 0", b"n1", b"g\xff\xff\xff\xff", b"g\x01\0\0\0\x09\0\0\0\0\0\0\0"]
    {
        let key = store.nodes.keys().last().unwrap().clone();
        let good = store.nodes.insert(key.clone(), bad.to_vec()).unwrap();
        let universe = Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        let game = parse_game(text).unwrap();
        let error =
            game.rules().load(&engine, &store, &Budget::unlimited()).unwrap_err().to_string();
        assert!(error.contains("damaged"), "{error}");
        store.nodes.insert(key, good);
    }
}

/// A store whose disk is full for a while.
#[derive(Default)]
struct Full {
    store: InMemory,
    is_full: bool,
}

impl Store for Full {
    fn nodes(
        &self,
        ruleset: &str,
        each: &mut dyn FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.store.nodes(ruleset, each)
    }

    fn positions(&self, ruleset: &str, each: &mut EachPosition<'_>) -> Result<(), StoreError> {
        self.store.positions(ruleset, each)
    }

    fn save(
        &mut self,
        ruleset: &str,
        first: u64,
        nodes: &[Vec<u8>],
        positions: &[(Vec<u8>, u64)],
    ) -> Result<(), StoreError> {
        if self.is_full {
            return Err("the disk is full".into());
        }
        self.store.save(ruleset, first, nodes, positions)
    }
}

#[test]
fn what_could_not_be_saved_is_saved_the_next_time() {
    for text in ["domineering(\"3x3\")", "cram(\"3x3\")"] {
        let universe = Universe::new();
        let settings = Settings { theorems: false, ..Settings::default() };
        let engine = Engine::new(&universe, settings);
        let game = parse_game(text).unwrap();
        let mut full = Full { is_full: true, ..Full::default() };
        let budget = Budget::unlimited();
        let mut stored = game.rules().load(&engine, &full, &budget).unwrap();
        game.value(&engine, &budget).unwrap();
        let error = game.rules().save(&engine, &mut full, &mut stored).unwrap_err();
        assert!(error.to_string().contains("full"), "{error}");
        full.is_full = false;
        game.rules().save(&engine, &mut full, &mut stored).unwrap();
        let mut expected = InMemory::default();
        valued(text, &mut expected, &budget);
        assert_eq!(full.store.positions.len(), expected.positions.len(), "{text}");
        assert_eq!(full.store.nodes, expected.nodes, "{text}");
    }
}
