//! True claims of every kind are accepted, and rest on no axioms; false ones are not written.

use upstar_core::{Budget, Convention, LoopyNimber, Outcome};
use upstar_engine::{Game, Solver, Sum};
use upstar_games::parse_sum;
use upstar_graphs::Graph;

use super::{CLOSED, all_accepted, coq, importing, run, theory, words};
use crate::{
    GraphClaim, GraphStatement, Proof, ProofError, Relation, Result, Statement, prove, prove_graph,
    prove_period,
};

pub(super) fn sum(text: &str) -> Sum {
    if text == "0" { Sum::from(Vec::<Game>::new()) } else { parse_sum(text).unwrap() }
}

pub(super) fn proof(statement: &Statement, words: &str) -> Result<Proof> {
    prove(statement, words, &Solver::default(), &Budget::unlimited())
}

pub(super) const POSITIONS: &[&str] = &[
    "domineering(\"2x3\")",
    "domineering(\"..#|...|#..\")",
    "domineering(\"3x3\")",
    "cram(\"2x3\")",
    "clobber(\"xo|ox\")",
    "toads_and_frogs(\"tt.ff\")",
    "col(\"path 3\")",
    "col(\".-L-.-R\")",
    "snort(\"path 4\")",
    "hackenbush(\"lr(l;r)\")",
    "hackenbush(\"e(el;r)\")",
    "nim(1,2)",
    "kayles(3,1)",
    "subtraction(\"1,2\"; 5)",
    "take_and_break(\"4.3\"; 4)",
    "domineering(\"2x2\") + nim(2)",
];

/// Figure 7 of the sources: y is won by moving to x.
pub(super) fn figure_7() -> Graph {
    Graph::from_arcs(3, [(0, 1), (0, 2), (2, 0)]).unwrap()
}

/// A graph with draws and loopy values.
pub(super) fn loops() -> Graph {
    Graph::from_arcs(6, [(0, 0), (0, 1), (2, 0), (3, 2), (2, 3), (4, 1), (5, 4), (5, 3)]).unwrap()
}

pub(super) fn of_graph(graph: &Graph, claim: GraphClaim) -> Result<Proof> {
    let names = (0..graph.vertices()).map(|v| format!("v{v} \"(* *)\"")).collect();
    let words = format!("{claim:?}");
    prove_graph(&GraphStatement { graph, names, claim }, &words, &Budget::unlimited())
}

/// A true claim of each kind about each position.
pub(super) fn true_claims() -> Vec<(String, Proof)> {
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let mut found = Vec::new();
    for text in POSITIONS {
        let mut add = |words: String, statement: Statement| {
            let proof = prove(&statement, &words, &solver, &budget).unwrap();
            found.push((words, proof));
        };
        let outcome = solver.outcome(&sum(text), Convention::Normal, &budget).unwrap();
        let relations: &[Relation] = match outcome {
            Outcome::N => &[Relation::Confused, Relation::NotAtMost, Relation::NotAtLeast],
            Outcome::P => &[Relation::Equal, Relation::AtMost, Relation::AtLeast],
            Outcome::L => &[Relation::Greater],
            _ => &[Relation::Less],
        };
        for &relation in relations {
            add(format!("{text} {relation} 0"), Statement::Compare(sum(text), relation, sum("0")));
            // The same by a difference.
            let star = sum("nim(1)");
            let both = sum(text).plus(star.clone());
            add(format!("{text} + * {relation} *"), Statement::Compare(both, relation, star));
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let outcome = solver.outcome(&sum(text), convention, &budget).unwrap();
            let words = format!("{text}: {outcome} in {convention:?} play");
            add(words, Statement::Outcome(sum(text), convention, outcome));
        }
        let value = solver.value(&sum(text), &budget).unwrap();
        add(format!("{text}.CanonicalForm"), Statement::Canonical(sum(text), value));
        if sum(text).class().is_impartial() {
            let game = sum(text);
            let value = solver.grundy(game.single().unwrap(), &budget).unwrap();
            add(format!("{text}.NimValue"), Statement::NimValue(game, value.into()));
        }
    }
    for (game, period) in
        [("kayles", 12), ("0.3", 2), ("dawsons_chess", 34), ("subtraction(1,2)", 3)]
    {
        let words = format!("{game}.Period == {period}");
        found.push((words.clone(), prove_period(game, period, &words, &budget).unwrap()));
    }
    for graph in [figure_7(), loops()] {
        for claim in [GraphClaim::Outcomes, GraphClaim::NimValues] {
            found.push((format!("{claim:?}"), of_graph(&graph, claim).unwrap()));
        }
    }
    for claim in [
        GraphClaim::Outcome(0, Outcome::N),
        GraphClaim::Outcome(1, Outcome::P),
        GraphClaim::Remoteness(0, 1),
        GraphClaim::Remoteness(2, 2),
        GraphClaim::NimValue(0, LoopyNimber::Nimber(1)),
    ] {
        found.push((format!("{claim:?}"), of_graph(&figure_7(), claim).unwrap()));
    }
    for claim in
        [GraphClaim::Outcome(2, Outcome::D), GraphClaim::NimValue(0, LoopyNimber::infinite([0]))]
    {
        found.push((format!("{claim:?}"), of_graph(&loops(), claim).unwrap()));
    }
    found
}

#[test]
fn true_claims_are_accepted_and_rest_on_no_axioms() {
    if !coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let claims: Vec<String> = true_claims().iter().map(|(_, proof)| importing(proof)).collect();
    for library in ["Play", "Graphs"] {
        let claims = claims.iter().map(String::as_str);
        let claims = claims.filter(|claim| claim.starts_with(&super::header(library)));
        all_accepted(folder.path(), library, claims);
        let check = std::process::Command::new("coqchk")
            .current_dir(folder.path())
            .args(["-silent", "-norec", "Importing", "-R", ".", "", "-R"])
            .args([theory().as_os_str(), "".as_ref()])
            .output()
            .unwrap();
        assert!(check.status.success(), "{}", words(&check));
    }
}

#[test]
fn files_stand_alone() {
    if !coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let statement = Statement::Compare(sum("domineering(\"2x2\")"), Relation::Confused, sum("0"));
    let claims = [
        proof(&statement, "a (* comment *) \"with\" (* marks").unwrap(),
        prove_period("kayles", 12, "kayles", &Budget::unlimited()).unwrap(),
        of_graph(&figure_7(), GraphClaim::NimValues).unwrap(),
        of_graph(&figure_7(), GraphClaim::Outcomes).unwrap(),
    ];
    for (index, proof) in claims.iter().enumerate() {
        let name = format!("proof_{index}");
        let output = run(folder.path(), &name, &proof.text);
        assert!(output.status.success(), "{}", words(&output));
        assert!(words(&output).contains(CLOSED), "{}", words(&output));
        let check = std::process::Command::new("coqchk")
            .current_dir(folder.path())
            .args(["-silent", "-norec", &name, "-R", ".", ""])
            .output()
            .unwrap();
        assert!(check.status.success(), "{}", words(&check));
    }
}

#[test]
#[ignore = "takes a minute"]
fn larger_boards() {
    if !coq() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let solver = Solver::default();
    let budget = Budget::unlimited();
    let value = solver.value(&sum("domineering(\"4x4\")"), &budget).unwrap();
    for statement in [
        Statement::Compare(sum("domineering(\"5x5\")"), Relation::Equal, sum("0")),
        Statement::Canonical(sum("domineering(\"4x4\")"), value),
        Statement::Compare(sum("domineering(\"6x6\")"), Relation::NotAtMost, sum("0")),
    ] {
        let proof = prove(&statement, "a larger board", &solver, &budget).unwrap();
        let output = run(folder.path(), "larger", &proof.text);
        assert!(words(&output).contains(CLOSED), "{}", words(&output));
    }
}

#[test]
fn false_claims_are_not_written() {
    let solver = Solver::default();
    let budget = Budget::unlimited();
    for text in POSITIONS {
        let outcome = solver.outcome(&sum(text), Convention::Normal, &budget).unwrap();
        let (left, right) = (
            outcome.winner(upstar_core::Player::Left) == Some(upstar_core::Player::Left),
            outcome.winner(upstar_core::Player::Right) == Some(upstar_core::Player::Right),
        );
        for relation in Relation::ALL {
            let holds = match relation {
                Relation::Equal => !left && !right,
                Relation::AtMost => !left,
                Relation::AtLeast => !right,
                Relation::Less => !left && right,
                Relation::Greater => left && !right,
                Relation::Confused => left && right,
                Relation::NotAtMost => left,
                Relation::NotAtLeast => right,
            };
            let found = proof(&Statement::Compare(sum(text), relation, sum("0")), "claim");
            match found {
                Ok(_) => assert!(holds, "{text} {relation} 0"),
                Err(ProofError::False(_)) => assert!(!holds, "{text} {relation} 0"),
                Err(other) => panic!("{other}"),
            }
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let right = solver.outcome(&sum(text), convention, &budget).unwrap();
            for claimed in [Outcome::N, Outcome::P, Outcome::L, Outcome::R] {
                let found = proof(&Statement::Outcome(sum(text), convention, claimed), "claim");
                assert_eq!(found.is_ok(), claimed == right, "{text} {convention:?} {claimed}");
            }
        }
    }
    assert!(proof(&Statement::NimValue(sum("nim(1,2)"), 2), "claim").is_err());
    assert!(proof(&Statement::NimValue(sum("domineering(\"2x2\")"), 1), "claim").is_err());
    assert!(prove_period("kayles", 6, "claim", &budget).is_err());
    assert!(prove_period("kayles", 24, "claim", &budget).is_err());
    assert!(prove_period("grundy", 3, "claim", &budget).is_err());
    for claim in [
        GraphClaim::Outcome(0, Outcome::P),
        GraphClaim::Outcome(0, Outcome::D),
        GraphClaim::Outcome(0, Outcome::L),
        GraphClaim::Remoteness(0, 2),
        GraphClaim::NimValue(0, LoopyNimber::Nimber(2)),
    ] {
        assert!(of_graph(&figure_7(), claim).is_err());
    }
    assert!(of_graph(&loops(), GraphClaim::Remoteness(2, 0)).is_err());
}

#[test]
fn what_the_theory_does_not_say_is_refused() {
    for text in
        ["wythoff(1,2)", "grundy(5)", "hackenbush(\"0-1l,0-1l\")", "subtraction(\"allbut 1\"; 3)"]
    {
        let found = proof(&Statement::Outcome(sum(text), Convention::Normal, Outcome::N), "claim");
        assert!(matches!(found, Err(ProofError::Unsupported(_))), "{text}");
    }
    let large = Statement::Outcome(sum("domineering(\"12x12\")"), Convention::Normal, Outcome::N);
    assert!(matches!(proof(&large, "claim"), Err(ProofError::Unsupported(_))));
}

#[test]
fn work_stops_with_the_budget() {
    let budget = Budget::unlimited().with_steps(1000);
    let board = Statement::Compare(sum("domineering(\"8x8\")"), Relation::Equal, sum("0"));
    let found = prove(&board, "claim", &Solver::default(), &budget);
    assert!(matches!(found, Err(ProofError::Exhausted(_))));
    assert!(matches!(prove_period("0.106", 9, "claim", &budget), Err(ProofError::Exhausted(_))));
}
