//! Sums of values and positions against play by the definition: who wins, and which moves win.

use std::collections::HashMap;

use proptest::prelude::*;
use upstar::core::{Budget, Convention, Outcome, Player};
use upstar::lang::Session;
use upstar::read_sum;
use upstar::rules::{Sum, Summand};
use upstar::values::{Style, Worker};

/// The pool of summands.
const TERMS: &[&str] = &[
    "0",
    "*",
    "*2",
    "*3",
    "1",
    "-1",
    "1/2",
    "-2",
    "^",
    "v*",
    "{1|-1}",
    "{2|-1}",
    "{1|*}",
    "{^|v}",
    "nim(0)",
    "nim(1)",
    "nim(2)",
    "nim(1,2)",
    "kayles(3)",
    "domineering(\"2x2\")",
    "domineering(\"1x3\")",
    "clobber(\"xo\")",
    "clobber(\"xox\")",
    "toads_and_frogs(\"t.f\")",
    "col(\".-.-.\")",
];

/// Play by the definition.
struct Play<'a> {
    worker: Worker<'a>,
    convention: Convention,
    known: HashMap<(String, Player), bool>,
}

impl Play<'_> {
    fn wins(&mut self, sum: &Sum, mover: Player) -> bool {
        let key = (sum.text(&mut self.worker, Style::Plain).unwrap(), mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let options = sum.options(&mut self.worker, mover).unwrap();
        let wins = if options.is_empty() {
            self.convention == Convention::Misere
        } else {
            options.iter().any(|option| !self.wins(option, mover.opponent()))
        };
        self.known.insert(key, wins);
        wins
    }

    /// The moves that win, as `summand: position after`.
    fn winning_moves(&mut self, sum: &Sum, mover: Player) -> Vec<String> {
        let mut found = Vec::new();
        for (at, term) in sum.summands().iter().enumerate() {
            for option in Sum::from(term.clone()).options(&mut self.worker, mover).unwrap() {
                let mut terms: Vec<Summand> = sum.summands().to_vec();
                terms[at] = option.summands()[0].clone();
                if !self.wins(&terms.into(), mover.opponent()) {
                    let after = option.text(&mut self.worker, Style::Plain).unwrap();
                    found.push(format!("{}: {after}", at + 1));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

fn agrees(terms: &[&str], convention: Convention) {
    let text = terms.join(" + ");
    let (session, budget) = (Session::new(), Budget::unlimited());
    let sum = read_sum(&session, &text, convention, &budget).unwrap();
    assert_eq!(sum.summands().len(), terms.len(), "{text}");
    let worker = session.universe().worker(&budget);
    let mut play = Play { worker, convention, known: HashMap::new() };
    let engine = session.solver().engine();
    let wins = Player::BOTH.map(|player| play.wins(&sum, player));
    let [left, right] = wins;
    let expected = match (left, right) {
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
        (false, false) => Outcome::P,
    };
    let found = sum.outcome(&engine, convention, &budget).unwrap();
    assert_eq!(found, expected, "{text}, {convention:?}");
    for player in Player::BOTH {
        let found = sum.winning_moves(&engine, player, convention, &budget).unwrap();
        let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
        found.sort();
        assert_eq!(found, play.winning_moves(&sum, player), "{text}, {convention:?}, {player}");
    }
    let mut with_zero = terms.to_vec();
    with_zero.push("nim(0)");
    let with_zero = read_sum(&session, &with_zero.join(" + "), convention, &budget).unwrap();
    assert_eq!(with_zero.outcome(&engine, convention, &budget).unwrap(), expected, "{text} + 0");
}

#[test]
fn summands_stay_as_they_are_written() {
    for terms in [&["*2", "*2"][..], &["1/2", "-1"], &["{1|-1}", "*"], &["{2|-1}", "{1|-1}"]] {
        for convention in [Convention::Normal, Convention::Misere] {
            agrees(terms, convention);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn sums_are_played_as_the_definition_says(
        terms in prop::collection::vec(prop::sample::select(TERMS), 1..5),
        misere in any::<bool>(),
    ) {
        agrees(&terms, Convention::of(misere));
    }
}
