//! Properties that follow from the rules of a game, with reasons.
//!
//! Nothing is assumed: a property that is not proved here is not used.

use super::placed_patterns::{Moves, Steps, standard};
use super::program::{Image, steps};
use super::spec::{Spec, Where};
use super::{measure, symmetry, theorems};
use upstar_engine::{Class, Convention, Negated, Result, RuleError, Sides};

/// A property that a game has or is not known to have, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The question: `sides`, `play`, `end`, `symmetries`, `values`, `parts`, `code`.
    pub question: &'static str,
    /// The result.
    pub answer: String,
    /// The reason.
    pub reason: String,
}

/// The derived properties.
pub(super) struct Derived {
    pub(super) class: Class,
    pub(super) splits: Result<(), String>,
    pub(super) images: Vec<Image>,
    pub(super) infinitesimal: bool,
    pub(super) findings: Vec<Finding>,
}

/// The result about the end of play for games in misère play, with the reason.
pub(super) const END_IN_MISERE: (&str, &str) =
    ("misère play", "a player who cannot move wins, as the rules say, and there are no values");

/// Derives the class, the symmetries and whether boards split.
pub(super) fn derive(spec: &Spec, moves: &Moves, text: &str) -> Result<Derived> {
    let mut findings = Vec::new();
    let mut find = |question, answer: &str, reason: String| {
        findings.push(Finding { question, answer: answer.to_owned(), reason });
    };
    let impartial = moves[0] == moves[1] && spec.passes[0] == spec.passes[1];
    if impartial {
        find("sides", "impartial", "the rules of Left and of Right are the same".to_owned());
    } else {
        let count = |moves: &[Steps], others: &[Steps]| {
            moves.iter().filter(|steps| !others.contains(steps)).count()
        };
        let reason = if spec.passes[0] == spec.passes[1] {
            format!(
                "with each rule counted in every direction, {} are for Left alone and {} for Right alone",
                count(&moves[0], &moves[1]),
                count(&moves[1], &moves[0])
            )
        } else {
            "one player alone may pass".to_owned()
        };
        find("sides", "partizan", reason);
    }
    let ends = measure::ends(spec, moves);
    let loopy = ends.is_err();
    match &ends {
        Ok(reason) => find("play", "always ends", reason.clone()),
        Err(reason) => {
            if let Some(span) = &spec.ends {
                let message = format!("it is not proved that play ends: {reason}");
                return Err(RuleError::notation(text, span.clone(), message));
            }
            find("play", "is taken to be loopy", reason.clone());
        }
    }
    let misere = spec.convention == Convention::Misere;
    if misere {
        let (answer, reason) = END_IN_MISERE;
        find("end", answer, reason.to_owned());
    }
    let sides = if impartial { Sides::Impartial } else { Sides::Partizan };
    let class = Class { sides, loopy, entailing: false };
    let mut images = symmetry::images(spec, moves, impartial);
    let (answer, reason) = symmetry::in_words(spec, &images, impartial);
    find("symmetries", &answer, reason);
    // The rest concerns values, which are those of normal play.
    if !loopy && !misere {
        let answers = if impartial { Negated::No } else { Negated::Yes };
        for image in images.iter_mut().filter(|image| image.negated == answers) {
            image.apart = theorems::pairings(spec, moves, image.symmetry);
        }
    }
    let infinitesimal = !impartial && !loopy && !misere && theorems::both_move(spec, moves);
    if let Some((answer, reason)) = theorems::in_words(infinitesimal, &images) {
        find("values", &answer, reason);
    }
    let splits = if misere && !impartial {
        Err("in misère play a sum of games of two players is searched whole".to_owned())
    } else {
        splits(spec, moves, loopy)
    };
    match &splits {
        Ok(()) => find(
            "parts",
            "boards are split",
            "a move depends only on the cells of its pattern and those next to it".to_owned(),
        ),
        Err(reason) => find("parts", "boards are not split", reason.clone()),
    }
    Ok(Derived { class, splits, images, infinitesimal, findings })
}

/// Whether cells that no match joins are independent of each other; otherwise the reason why not.
fn splits(spec: &Spec, moves: &Moves, loopy: bool) -> Result<(), String> {
    if spec.passes != [false; 2] {
        return Err("a pass is a move of the whole board".to_owned());
    }
    if loopy {
        return Err("in a loopy game the board is searched whole".to_owned());
    }
    let counts = steps(moves).any(|laid| laid.conditions.iter().any(|c| c.place == Where::Board));
    if counts {
        return Err("a rule counts letters on the whole board".to_owned());
    }
    if steps(moves).any(|laid| laid.after.is_of_the_board()) {
        return Err("a rule speaks of connected cells on the whole board".to_owned());
    }
    let marks = spec.mark_class();
    let far = moves.iter().flatten().any(|steps| {
        steps
            .iter()
            .skip(1)
            .flatten()
            .any(|laid| !laid.surely().iter().any(|class| class & !marks == 0))
    });
    if far {
        return Err(
            "a later step of a move need not touch the earlier: its pattern has no mark".to_owned()
        );
    }
    Ok(())
}

/// The moves of both players with letters, places or directions changed.
pub(super) fn changed(
    moves: &[Steps],
    change: impl Fn(&super::placed_patterns::PlacedPattern) -> super::placed_patterns::PlacedPattern,
) -> Vec<Steps> {
    let steps =
        |steps: &Steps| steps.iter().map(|step| step.iter().map(&change).collect()).collect();
    standard(moves.iter().map(steps).collect())
}

/// The image of a board that is itself.
pub(super) fn itself(spec: &Spec) -> Image {
    symmetry::image(spec, 0, (0..spec.letters.len() as u8).collect(), Negated::No)
}
