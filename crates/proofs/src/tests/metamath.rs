//! Metamath files, checked by an independent verifier.

use std::sync::OnceLock;

use metamath_rs::database::{Database, DbOptions};
use upstar_core::{Budget, Convention, Outcome};
use upstar_engine::Solver;

use super::claims::{POSITIONS, sum};
use crate::{Proof, ProofError, Relation, Result, Statement, prove_metamath};

fn proof(statement: &Statement, words: &str) -> Result<Proof> {
    prove_metamath(statement, words, solver(), &Budget::unlimited())
}

/// Values are those of one solver.
fn solver() -> &'static Solver {
    static SOLVER: OnceLock<Solver> = OnceLock::new();
    SOLVER.get_or_init(Solver::default)
}

/// The errors that a verifier finds; empty for a correct file.
fn faults(text: &str) -> Vec<String> {
    let mut base = Database::new(DbOptions { jobs: 1, ..DbOptions::default() });
    base.parse("proof.mm".to_owned(), vec![("proof.mm".to_owned(), text.as_bytes().to_vec())]);
    base.scope_pass();
    base.verify_pass();
    base.diag_notations().into_iter().map(|(_, fault)| format!("{fault:?}")).collect()
}

/// A true claim of each kind about each position.
fn true_claims() -> Vec<(String, Statement)> {
    let (solver, budget) = (solver(), Budget::unlimited());
    let mut found = Vec::new();
    for text in POSITIONS {
        let outcome = solver.outcome(&sum(text), Convention::Normal, &budget).unwrap();
        let relations: &[Relation] = match outcome {
            Outcome::N => &[Relation::Confused, Relation::NotAtMost, Relation::NotAtLeast],
            Outcome::P => &[Relation::Equal, Relation::AtMost, Relation::AtLeast],
            Outcome::L => &[Relation::Greater],
            _ => &[Relation::Less],
        };
        for &relation in relations {
            let zero = Statement::Compare(sum(text), relation, sum("0"));
            found.push((format!("{text} {relation} 0"), zero));
            let both = sum(text).plus(sum("nim(1)"));
            let star = Statement::Compare(both, relation, sum("nim(1)"));
            found.push((format!("{text} + * {relation} *"), star));
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let outcome = solver.outcome(&sum(text), convention, &budget).unwrap();
            let words = format!("{text}: {outcome} in {convention:?} play");
            found.push((words, Statement::Outcome(sum(text), convention, outcome)));
        }
        let value = upstar_engine::Summand::Value(solver.value(&sum(text), &budget).unwrap());
        let equal = Statement::Compare(sum(text), Relation::Equal, value.into());
        found.push((format!("{text} is its value"), equal));
        if sum(text).class().is_impartial() {
            let value = solver.grundy(sum(text).single().unwrap(), &budget).unwrap();
            let words = format!("{text}.NimValue == {value}");
            found.push((words, Statement::NimValue(sum(text), value.into())));
        }
    }
    found
}

#[test]
fn true_claims_are_accepted() {
    let claims = true_claims();
    assert!(claims.len() > 80);
    for (words, statement) in claims {
        let proof = proof(&statement, &words).unwrap();
        assert_eq!(faults(&proof.text), Vec::<String>::new(), "{words}:\n{}", proof.text);
        assert!(proof.text[proof.claim..].contains("\nclaim.") && proof.facts > 0, "{words}");
    }
    let larger = Statement::Compare(sum("domineering(\"4x4\")"), Relation::Confused, sum("0"));
    assert_eq!(faults(&proof(&larger, "4x4").unwrap().text), Vec::<String>::new());
}

/// The axioms are the rules and nothing else: what a reader compares with the rules of the game.
#[test]
fn axioms_are_the_rules() {
    let claim = Statement::Outcome(sum("domineering(\".|.\")"), Convention::Normal, Outcome::L);
    let text = proof(&claim, "one upright domino $( is said $)").unwrap().text;
    let axioms: Vec<&str> =
        text.lines().filter(|line| line.contains("$a")).map(str::trim).collect();
    assert_eq!(
        axioms,
        [
            "b0 $a bit 0 $.",
            "b1 $a bit 1 $.",
            "L0.win $a |- wins Left 1 1 $. $}",
            "L0.yes $a |- answered L0 1 1 $. $}",
            "L0.no0 $a |- answered L0 0 x1 $.",
            "L0.no1 $a |- answered L0 x0 0 $.",
            "Left.lose $a |- loses Left x0 x1 $. $}",
            "Right.lose $a |- loses Right x0 x1 $. $}",
        ]
    );
    assert_eq!(faults(&text), Vec::<String>::new());
    assert!(text.contains("claim.Left $p |- wins Left 1 1 $="));
    assert!(text.contains("claim.Right $p |- loses Right 1 1 $="));
}

/// One letter of a proof, one digit of a fact, of the claim or of a rule that is used is altered.
#[test]
fn altered_files_are_refused() {
    let mut state = 27_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let mut altered = 0;
    for (words, statement) in true_claims() {
        let proof = proof(&statement, &words).unwrap();
        let (axioms, facts) = proof.text.split_at(proof.claim);
        // Letters stand in lines that begin with two spaces.
        let mut places = Vec::new();
        let mut from = 0;
        for line in facts.split_inclusive('\n') {
            if line.starts_with("  ") {
                places.extend((from + 2..from + line.len() - 1).map(|at| axioms.len() + at));
            }
            from += line.len();
        }
        for _ in 0..6 {
            let at = places[below(places.len())];
            let mut other = proof.text.clone().into_bytes();
            let letter = b'A' + below(25) as u8;
            if other[at] == letter {
                continue;
            }
            other[at] = letter;
            let other = String::from_utf8(other).unwrap();
            assert_ne!(faults(&other), Vec::<String>::new(), "{words}: letter {at}\n{other}");
            altered += 1;
        }
        // The claim is of another player, or of another position.
        let claim = facts.rfind("\nclaim.").unwrap() + axioms.len();
        for (old, new) in [
            (" wins ", " loses "),
            (" loses ", " wins "),
            (" Left ", " Right "),
            (" Right ", " Left "),
        ] {
            let other = proof.text[claim..].replacen(old, new, 1);
            if other != proof.text[claim..] {
                let other = proof.text[..claim].to_owned() + &other;
                assert_ne!(faults(&other), Vec::<String>::new(), "{words}: {new}");
                altered += 1;
            }
        }
        let row = claim + proof.text[claim..].find("$p").unwrap();
        let end = row + proof.text[row..].find("$=").unwrap();
        let digits: Vec<usize> =
            (row..end).filter(|&at| matches!(proof.text.as_bytes()[at], b'0' | b'1')).collect();
        if !digits.is_empty() {
            let at = digits[below(digits.len())];
            let mut other = proof.text.clone().into_bytes();
            other[at] ^= 1;
            let other = String::from_utf8(other).unwrap();
            assert_ne!(faults(&other), Vec::<String>::new(), "{words}: digit {at}");
            altered += 1;
        }
    }
    assert!(altered > 500, "{altered}");
}

#[test]
fn what_is_not_true_or_not_said_gives_no_file() {
    let (solver, budget) = (solver(), Budget::unlimited());
    for text in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            let right = solver.outcome(&sum(text), convention, &budget).unwrap();
            for claimed in [Outcome::N, Outcome::P, Outcome::L, Outcome::R] {
                let found = proof(&Statement::Outcome(sum(text), convention, claimed), "claim");
                assert_eq!(found.is_ok(), claimed == right, "{text} {convention:?} {claimed}");
            }
        }
    }
    let draw = Statement::Outcome(sum("nim(1)"), Convention::Normal, Outcome::D);
    assert!(matches!(proof(&draw, "claim"), Err(ProofError::False(_))));
    let value = solver.value(&sum("nim(1)"), &budget).unwrap();
    for statement in [
        Statement::Canonical(sum("nim(1)"), value),
        Statement::Outcome(sum("domineering(\"12x12\")"), Convention::Normal, Outcome::N),
        Statement::Outcome(sum("nim(200)"), Convention::Normal, Outcome::N),
        Statement::NimValue(sum("domineering(\"2x2\")"), 1),
    ] {
        assert!(matches!(proof(&statement, "claim"), Err(ProofError::Unsupported(_))));
    }
    let board = Statement::Compare(sum("domineering(\"8x8\")"), Relation::Equal, sum("0"));
    let few = Budget::unlimited().with_steps(1000);
    let found = prove_metamath(&board, "claim", solver, &few);
    assert!(matches!(found, Err(ProofError::Exhausted(_))));
}
