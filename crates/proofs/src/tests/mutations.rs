//! One altered letter, option, number or board is refused, in every kind of proof.

use upstar_core::{Budget, Convention, LoopyNimber, Outcome, Player};
use upstar_engine::Solver;

use super::claims::{POSITIONS, figure_7, loops, of_graph, proof, sum, true_claims};
use super::reader::accepts;
use super::{all_accepted, coq, header, importing, run_importing, words};
use crate::component::{Side, SumPlay};
use crate::joined::Joined;
use crate::play::Goal;
use crate::rulesets::side_of;
use crate::statement::{first_parenthesis, shown};
use crate::{GraphClaim, Proof, Relation, Statement, prove, prove_period};

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Whether the reversed claim with this proof is refused. `None` without a proof by computation.
fn refused(claim: &str) -> Option<String> {
    if let Some((before, _)) = claim.split_once("Lemma checked") {
        let lemma = claim[before.len()..].lines().next()?;
        return Some(format!("{before}{lemma}\nProof. Fail (vm_compute; reflexivity). Abort.\n"));
    }
    let (before, rest) = claim.split_once("Theorem claim")?;
    let (theorem, rest) = rest.split_once("\nProof.")?;
    let steps: Vec<&str> = rest
        .lines()
        .filter_map(|line| line.trim().trim_start_matches("- ").strip_prefix("refine "))
        .map(|step| step.trim_end_matches('.'))
        .collect();
    // What is computed before is asked again.
    let (mut text, mut first) = (String::new(), String::new());
    let mut rest = before;
    while let Some((start, lemma)) = rest.split_once("Lemma ") {
        let (lemma, end) = lemma.split_once("\nProof. vm_compute. reflexivity. Qed.\n")?;
        text += &format!("{start}Axiom {lemma}\n");
        let (_, computed) = lemma.split_once(" : ")?;
        let computed = computed.trim_end_matches('.');
        first += &format!("assert ({computed}) by (vm_compute; reflexivity); ");
        rest = end;
    }
    let before = text + rest;
    let tactic = match &steps[..] {
        [one] => format!("refine {one}; vm_compute; reflexivity"),
        [one, two] => format!(
            "split; [refine {one}; vm_compute; reflexivity | refine {two}; vm_compute; reflexivity]"
        ),
        _ => return None,
    };
    Some(format!("{before}Theorem claim{theorem}\nProof. Fail ({first}{tactic}). Abort.\n"))
}

/// All of them are refused, in one run; and the first alone, as a file.
fn all_refused(mutants: &[(String, String)]) {
    let mut by_library = [("Play", String::new()), ("Graphs", String::new())];
    for (index, (what, claim)) in mutants.iter().enumerate() {
        let place = by_library.iter_mut().find(|(library, _)| claim.starts_with(&header(library)));
        let (library, text) = place.unwrap();
        let body = &claim[header(library).len()..];
        let turned = refused(body).unwrap();
        let what = what.replace("(*", "").replace("*)", "").replace('"', "'");
        *text += &format!("(* {what} *)\nModule Mutant{index}.\n{turned}End Mutant{index}.\n");
    }
    let folder = tempfile::tempdir().unwrap();
    for (library, text) in by_library.iter().filter(|(_, text)| !text.is_empty()) {
        let output = run_importing(folder.path(), &(header(library) + text));
        assert!(output.status.success(), "{}", words(&output));
    }
    let whole = run_importing(folder.path(), &mutants[0].1);
    assert!(!whole.status.success());
}

/// The places of the letters of the scripts.
fn letters(claim: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut inside = false;
    let mut quoted = false;
    for (place, letter) in claim.bytes().enumerate() {
        if !quoted && claim[place..].starts_with(": list script := ") {
            inside = true;
        }
        match letter {
            b'"' if inside => quoted = !quoted,
            b'%' if inside && !quoted => inside = false,
            _ if quoted => found.push(place),
            _ => {}
        }
    }
    found
}

#[test]
fn altered_letters_are_refused() {
    if !coq() {
        return;
    }
    let mut random = Random(20_260_101);
    let mut mutants = Vec::new();
    for (words, proof) in true_claims() {
        let claim = importing(&proof);
        let places = letters(&claim);
        let Some(&last) = places.last() else { continue };
        for _ in 0..3 {
            // A move that does not exist.
            let place = places[random.below(places.len())];
            let mut other = claim.clone();
            other.replace_range(place..=place, "}");
            if other != claim {
                mutants.push((format!("{words}: letter at {place}"), other));
            }
            // One letter too many, or one too few at the end.
            let mut more = claim.clone();
            more.insert(last + 1, char::from(b'#' + random.below(91) as u8));
            mutants.push((format!("{words}: one more"), more));
            let mut less = claim.clone();
            less.remove(last);
            mutants.push((format!("{words}: one less"), less));
        }
    }
    assert!(mutants.len() > 200);
    all_refused(&mutants);
}

/// The text with one part replaced by another. The part must occur.
fn with(claim: &str, old: &str, new: &str) -> String {
    assert!(claim.contains(old), "{old} in {claim}");
    claim.replace(old, new)
}

#[test]
fn altered_claims_are_refused() {
    if !coq() {
        return;
    }
    let mut mutants = Vec::new();
    for (words, proof) in true_claims() {
        let claim = importing(&proof);
        for from in ["N", "P", "L", "R"] {
            let theorem = format!("Theorem claim : outcome_{from} ");
            if !claim.contains(&theorem) {
                continue;
            }
            for to in ["N", "P", "L", "R"].into_iter().filter(|&to| to != from) {
                let other = with(&claim, &theorem, &format!("Theorem claim : outcome_{to} "));
                let other = with(&other, &format!("check_{from} "), &format!("check_{to} "));
                mutants.push((format!("{words}: {to}"), other));
            }
        }
        let relations = [
            ("equal G H.", "_equal ", "less G H.", "_less "),
            ("le G H.", "_le ", "nle G H.", "_nle "),
            ("le H G.", "_ge ", "nle H G.", "_nge "),
            ("nle G H.", "_nle ", "le G H.", "_le "),
            ("nle H G.", "_nge ", "le H G.", "_ge "),
            ("less G H.", "_less ", "confused G H.", "_confused "),
            ("less H G.", "_greater ", "equal G H.", "_equal "),
            ("confused G H.", "_confused ", "less H G.", "_greater "),
        ];
        for (old, lemma, new, other_lemma) in relations {
            let theorem = format!("Theorem claim : {old}");
            if claim.contains(&theorem) {
                let other = with(&claim, &theorem, &format!("Theorem claim : {new}"));
                mutants.push((format!("{words}: {new}"), with(&other, lemma, other_lemma)));
            }
        }
    }
    assert!(mutants.len() > 100);
    all_refused(&mutants);
}

/// Positions of one ruleset, with different outcomes.
const OTHER_BOARDS: &[(&str, &str)] = &[
    ("domineering(\"...|...\")", "domineering(\"..#|...\")"),
    ("domineering(\"..#|...|#..\")", "domineering(\"...|...|#..\")"),
    ("cram(\"...|...\")", "cram(\"..#|...\")"),
    ("clobber(\"xo|ox\")", "clobber(\"xo|o.\")"),
    ("toads_and_frogs(\"tt.ff\")", "toads_and_frogs(\"tt.f.\")"),
    ("col(\".-.-.\")", "col(\".-.-R\")"),
    ("snort(\".-.-.-.\")", "snort(\".-L-.-.\")"),
    ("hackenbush(\"lrr\")", "hackenbush(\"rll\")"),
    ("nim(1,2,3)", "nim(1,2,2)"),
    ("kayles(3,3)", "kayles(3,2)"),
    ("subtraction(\"1,2\"; 6)", "subtraction(\"1,2\"; 5)"),
];

#[test]
fn altered_boards_are_refused() {
    if !coq() {
        return;
    }
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let mut mutants = Vec::new();
    let form = |text: &str, value| {
        prove(&Statement::Canonical(sum(text), value), "form", &solver, &budget).unwrap()
    };
    let game = |text: &str| crate::rulesets::side_of(&sum(text), &solver, &budget).unwrap().coq();
    // One board replaced by the other, with its rules.
    let moved = |claim: &str, a: &str, b: &str| {
        let (a, b) = (game(a), game(b));
        with(claim, &a, &b).replace(first_parenthesis(&a), first_parenthesis(&b))
    };
    for &(one, other) in OTHER_BOARDS {
        for (a, b) in [(one, other), (other, one)] {
            for convention in [Convention::Normal, Convention::Misere] {
                let outcome = solver.outcome(&sum(a), convention, &budget).unwrap();
                if outcome == solver.outcome(&sum(b), convention, &budget).unwrap() {
                    continue;
                }
                let statement = Statement::Outcome(sum(a), convention, outcome);
                let claim = importing(&proof(&statement, "board").unwrap());
                mutants.push((format!("{b} for {a}"), moved(&claim, a, b)));
            }
            let value = solver.value(&sum(a), &budget).unwrap();
            if value != solver.value(&sum(b), &budget).unwrap() {
                let claim = importing(&form(a, value));
                mutants.push((format!("{b} for {a}: form"), moved(&claim, a, b)));
            }
        }
    }
    let star = importing(&form("nim(1)", solver.value(&sum("nim(1)"), &budget).unwrap()));
    for (old, new) in [
        ("([1], [1])]", "([1], [])]"),
        ("([1], [1])]", "([], [1])]"),
        ("heaps nim [1]", "heaps nim [2]"),
    ] {
        mutants.push((new.to_owned(), with(&star, old, new)));
    }
    let up = Statement::Compare(sum("nim(3)"), Relation::Equal, sum("nim(3)"));
    let up = importing(&proof(&up, "nim").unwrap());
    mutants.push((
        "nim".to_owned(),
        with(&up, "H : game := heaps nim [3]", "H : game := heaps nim [2]"),
    ));
    assert!(mutants.len() > 40);
    all_refused(&mutants);
}

/// Claims whose scripts name images of boards, or pairs of parts that cancel.
const SYMMETRIC: &[(&str, &str)] = &[
    ("domineering(\"4x4\")", "domineering(\"4x4\")"),
    ("domineering(\"3x5\") + domineering(\"5x3\")", "0"),
    ("cram(\"3x3\")", "0"),
    ("cram(\"6x6\") + nim(2)", "nim(2)"),
    ("col(\".-.-.-.\")", "0"),
    ("clobber(\"xox|oxo\")", "0"),
    ("toads_and_frogs(\"tt..ff\")", "0"),
];

#[test]
fn altered_maps_are_refused() {
    if !coq() {
        return;
    }
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let mut random = Random(40);
    let (mut mutants, mut accepted, mut maps) = (Vec::new(), Vec::new(), 0);
    for &(text, right) in SYMMETRIC {
        let outcome = solver.outcome(&sum(text), Convention::Normal, &budget).unwrap();
        let relation = match outcome {
            _ if right != "0" => Relation::Equal,
            Outcome::N => Relation::Confused,
            Outcome::P => Relation::Equal,
            Outcome::L => Relation::Greater,
            _ => Relation::Less,
        };
        let statement = Statement::Compare(sum(text), relation, sum(right));
        let claim = importing(&proof(&statement, text).unwrap());
        for (place, _) in claim.match_indices("to_images [") {
            maps += 1;
            let images = &claim[place..];
            let images = &images[..images.find(']').unwrap()];
            let count = images.matches(';').count() + 1;
            // Two digits map to one, or one maps to a digit without rules.
            for _ in 0..2 {
                let other = one_larger(&claim[place..], "to_images [", random.below(count));
                mutants.push((format!("{text}: {images}"), claim[..place].to_owned() + &other));
            }
            // The map of another board.
            let other = claim[place..].replacen("to_images [", "to_images [0; ", 1);
            mutants.push((format!("{text}: longer"), claim[..place].to_owned() + &other));
        }
        for (place, _) in claim.match_indices("(true, to_images") {
            if !sum(text).class().is_impartial() {
                let other = claim[place..].replacen("true", "false", 1);
                mutants.push((format!("{text}: players"), claim[..place].to_owned() + &other));
            }
        }
        if claim.contains("apart_at ") {
            let mut wrong = claim.clone();
            for n in [15, 16] {
                for word in ["apart_at", "sum_of"] {
                    wrong = wrong.replace(&format!("{word} {n} "), &format!("{word} {} ", n - 1));
                }
            }
            if wrong != claim {
                mutants.push((format!("{text}: apart"), wrong));
            }
        }
        accepted.push(claim);
    }
    assert!(maps > 8 && mutants.len() > 24, "{maps} {}", mutants.len());
    all_refused(&mutants);
    let folder = tempfile::tempdir().unwrap();
    all_accepted(folder.path(), "Play", accepted.iter().map(String::as_str));
}

/// The text with the number after `label`, or the `index`-th in brackets after it, made one larger.
fn one_larger(claim: &str, label: &str, index: usize) -> String {
    let start = claim.find(label).unwrap() + label.len();
    let mut place = start;
    let mut seen = 0;
    let bytes = claim.as_bytes();
    loop {
        while !bytes[place].is_ascii_digit() {
            place += 1;
        }
        let end = place + bytes[place..].iter().take_while(|c| c.is_ascii_digit()).count();
        if seen == index {
            let number: u64 = claim[place..end].parse().unwrap();
            return format!("{}{}{}", &claim[..place], number + 1, &claim[end..]);
        }
        seen += 1;
        place = end;
    }
}

#[test]
fn altered_numbers_are_refused() {
    if !coq() {
        return;
    }
    let mut mutants: Vec<(String, String)> = Vec::new();
    let mut random = Random(7);
    let claim = |proof: &Proof| importing(proof);
    let kayles = claim(&prove_period("kayles", 12, "kayles", &Budget::unlimited()).unwrap());
    for _ in 0..20 {
        let index = random.below(83);
        let other = one_larger(&kayles, "values : list N := ", index);
        mutants.push((format!("kayles: value {index}"), other));
    }
    for (old, new) in [
        ("71 12", "70 12"),
        ("71 12", "72 12"),
        ("71 12", "71 24"),
        ("71 12", "71 6"),
        ("[0; 7; 7]", "[0; 7; 3]"),
        ("[0; 7; 7]", "[4; 7; 7]"),
        ("[0; 7; 7]", "[0; 7; 7; 7]"),
    ] {
        mutants.push((format!("kayles: {new}"), with(&kayles, old, new)));
    }
    for graph in [figure_7(), loops()] {
        let outcomes = claim(&of_graph(&graph, GraphClaim::Outcomes).unwrap());
        let labels: Vec<&str> = ["Won 1", "Lost 0", "Lost 2", "Drawn"]
            .into_iter()
            .filter(|label| outcomes.contains(label))
            .collect();
        for old in &labels {
            for new in ["Won 1", "Won 2", "Won 3", "Lost 0", "Lost 1", "Lost 2", "Drawn"] {
                if old != &new {
                    mutants.push((format!("{old}: {new}"), outcomes.replacen(old, new, 1)));
                }
            }
        }
        let values = claim(&of_graph(&graph, GraphClaim::NimValues).unwrap());
        for old in ["Nimber 0", "Nimber 1", "Loopy [0]", "Loopy []", "Loopy [0; 1]"] {
            for new in ["Nimber 0", "Nimber 1", "Nimber 2", "Loopy [0]", "Loopy [1]", "Loopy []"] {
                if old != new && values.contains(old) {
                    mutants.push((format!("{old}: {new}"), values.replacen(old, new, 1)));
                }
            }
        }
    }
    // One arc more or fewer.
    let outcomes = claim(&of_graph(&figure_7(), GraphClaim::Outcomes).unwrap());
    let values = claim(&of_graph(&figure_7(), GraphClaim::NimValues).unwrap());
    let arcs = "[[2; 3]; []; [1]]";
    for other in [
        "[[3]; []; [1]]",
        "[[2; 3]; [1]; [1]]",
        "[[2; 3]; []; []]",
        "[[2; 3]; []; [3]]",
        "[[2; 3]; []; [1; 2]]",
    ] {
        mutants.push((other.to_owned(), with(&outcomes, arcs, other)));
        // The value of z is the same if z cannot move.
        if other != "[[2; 3]; []; []]" {
            mutants.push((other.to_owned(), with(&values, arcs, other)));
        }
    }
    assert!(mutants.len() > 80);
    all_refused(&mutants);
    // The number in a claim about one vertex.
    let folder = tempfile::tempdir().unwrap();
    for (right, old, new) in [
        (GraphClaim::Remoteness(0, 1), "won_in graph 1 1", "won_in graph 1 2"),
        (GraphClaim::Outcome(0, Outcome::N), ": won graph 1", ": lost graph 1"),
        (
            GraphClaim::NimValue(0, LoopyNimber::Nimber(1)),
            "graph 1 (Nimber 1)",
            "graph 1 (Nimber 2)",
        ),
    ] {
        let other = with(&claim(&of_graph(&figure_7(), right).unwrap()), old, new);
        assert!(!run_importing(folder.path(), &other).status.success(), "{new}");
    }
}

/// Replaces any letter by any other: the kernel agrees with the twin of its checker.
#[test]
fn letters_at_random_are_read_alike() {
    if !coq() {
        return;
    }
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let mut random = Random(2013);
    let (mut refused, mut accepted) = (Vec::new(), Vec::new());
    for text in POSITIONS {
        for convention in [Convention::Normal, Convention::Misere] {
            let outcome = solver.outcome(&sum(text), convention, &budget).unwrap();
            let proof = proof(&Statement::Outcome(sum(text), convention, outcome), text).unwrap();
            let claim = importing(&proof);
            let places = letters(&claim);
            let side = side_of(&sum(text), &solver, &budget).unwrap();
            let goal = |player| {
                let won = outcome.winner(player) == Some(player);
                (if won { Goal::Win } else { Goal::Lose }, player)
            };
            let goals = Player::BOTH.map(goal);
            let misere = convention == Convention::Misere;
            let joined = Joined::new(&side, &Side::default(), &budget).unwrap();
            let joined = joined.filter(|joined| !joined.is_sum()).map(|joined| {
                let script =
                    shown(&joined.play, &joined.start, &goals, misere, text, &budget).unwrap();
                (joined, script.named)
            });
            let before = claim.split_once(" moves_that_win _").unwrap().0;
            let fuel = before.rsplit_once(' ').unwrap().1.parse().unwrap();
            for _ in 0..if places.is_empty() { 0 } else { 12 } {
                let mut other = claim.clone();
                let place = places[random.below(places.len())];
                let letter = char::from(b'#' + random.below(12) as u8);
                other.replace_range(place..=place, &letter.to_string());
                let script: Vec<u8> = places.iter().map(|&at| other.as_bytes()[at]).collect();
                let accepts = match &joined {
                    Some((joined, named)) => {
                        let start = joined.start;
                        accepts(&joined.play, misere, &start, &goals, (fuel, &script, named))
                    }
                    None => {
                        let play = SumPlay::of(&side);
                        accepts(&play, misere, &side.start(), &goals, (fuel, &script, &[]))
                    }
                };
                if accepts {
                    accepted.push(other);
                } else {
                    refused.push((format!("{text}: {letter} at {place}"), other));
                }
            }
        }
    }
    assert!(refused.len() > 100, "{}", refused.len());
    all_refused(&refused);
    let folder = tempfile::tempdir().unwrap();
    all_accepted(folder.path(), "Play", accepted.iter().map(String::as_str));
}
