//! The same claims for a second kernel: Metamath files.
//!
//! A Metamath file has no theory and no computation. The rules of the position are its axioms, a
//! few lines each, and every fact is a separate theorem: the player who moves first wins, or loses,
//! in all positions that have certain digits. A verifier, of which there are many small ones, only
//! substitutes texts for variables.

mod facts;
mod joined;

use std::fmt::Write as _;

use upstar_core::{Budget, Convention, Player};
use upstar_engine::Solver;

use self::facts::Facts;
use self::joined::OneBoard;
use crate::Result;
use crate::board::Rule;
use crate::component::Side;
use crate::error::ProofError;
use crate::play::Goal;
use crate::rulesets::side_of;
use crate::statement::{Kernel, Proof, Statement, nimber, outcome_goals};

/// Writes a claim for Metamath verifiers; `words` is its text in the file. Claims are about the
/// outcome of a position, or of the difference of two, of all games that [`prove`](crate::prove)
/// supports.
///
/// The file does not prove that G and H are equal exactly if the first player loses G - H; the
/// files for Coq do.
///
/// # Errors
/// As [`prove`](crate::prove); [`ProofError::Unsupported`] for claims about canonical forms, and
/// for positions of more than 128 digits.
pub fn prove_metamath(
    statement: &Statement,
    words: &str,
    solver: &Solver,
    budget: &Budget,
) -> Result<Proof> {
    let (left, right, goals, misere) = match statement {
        Statement::Compare(left, relation, right) => {
            let sides = (side_of(left, solver, budget)?, side_of(right, solver, budget)?);
            (sides.0, sides.1, relation.goals().0.to_vec(), false)
        }
        Statement::Outcome(sum, convention, outcome) => {
            let goals = outcome_goals(*outcome);
            let goals = goals.ok_or_else(|| ProofError::False(format!("not true: {words}")))?;
            let misere = *convention == Convention::Misere;
            (side_of(sum, solver, budget)?, Side::default(), goals.to_vec(), misere)
        }
        Statement::NimValue(sum, value) => {
            let side = side_of(sum, solver, budget)?;
            let nimber = nimber(&side, *value)?;
            let goals = Player::BOTH.map(|player| (Goal::Lose, player)).to_vec();
            (side, nimber, goals, false)
        }
        Statement::Canonical(..) => {
            return Err(ProofError::unsupported(
                "Metamath files only prove outcomes, not canonical forms; write a file for Coq \
                 (-o proof.v)",
            ));
        }
    };
    let board = OneBoard::new(&left, &right, budget)?;
    let mut facts = Facts::new(&board, misere, budget)?;
    for &(goal, player) in &goals {
        if !facts.holds(goal, player)? {
            return Err(ProofError::False(format!("not true: {words}")));
        }
    }
    let mut text = head(&board, misere, words);
    let claim = text.len();
    for &(goal, player) in &goals {
        facts.show(goal, player)?;
    }
    facts.write(&goals, &mut text);
    Ok(Proof { kernel: Kernel::Metamath, claim, facts: facts.count(), text })
}

/// The word of a player.
fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

/// The word of a rule, and the beginning of the labels of its axioms.
fn rule_name(player: Player, index: usize) -> String {
    format!("{}{index}", &name(player)[..1])
}

/// The digits, each as text by `symbol`.
fn digits(n: usize, symbol: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |text, digit| text + " " + &symbol(digit))
}

/// A position before or after a rule is used: `1` where the rule requires one, else a variable.
fn used(n: usize, rule: &Rule, after: bool) -> String {
    digits(n, |digit| {
        let has = |bits: u128| bits >> digit & 1 == 1;
        match () {
            () if after && has(rule.put) => "1".to_owned(),
            () if after && has(rule.clear) => "0".to_owned(),
            () if has(rule.need) => "1".to_owned(),
            () => format!("x{digit}"),
        }
    })
}

/// The axioms.
fn head(board: &OneBoard, misere: bool, words: &str) -> String {
    let n = board.digits;
    let any = digits(n, |digit| format!("x{digit}"));
    let mut text = String::new();
    let words = words.replace('$', "");
    let _ = writeln!(
        text,
        "$( {words}\n\n   \
         Written by Upstar. What has to be read are the axioms: that they are the rules of the\n   \
         position. The rest is checked by any verifier of Metamath.\n\n   \
         A position is a row of digits:\n{}\n   \
         \"wins P x\" says that P, moving first from x, wins; \"loses P x\" that P loses. {}\n   \
         Each move has a name, and \"answered m x\" says that the opponent has an answer to m, or\n   \
         that there is no such move in x. $)\n",
        board.legend,
        if misere { "Who cannot move wins." } else { "Who cannot move loses." }
    );
    let rules = |player: Player| board.play.board.of(player).iter().enumerate();
    let mut names = String::new();
    for player in Player::BOTH {
        for (index, _) in rules(player) {
            let _ = write!(names, " {}", rule_name(player, index));
        }
    }
    let misere_words = if misere { " can blocked" } else { "" };
    let _ = writeln!(text, "$c |- bit 0 1 wins loses answered Left Right{misere_words}{names} $.");
    if n > 0 {
        let _ = writeln!(text, "$v{any} $.");
    }
    for digit in 0..n {
        let _ = writeln!(text, "f{digit} $f bit x{digit} $.");
    }
    text.push_str("b0 $a bit 0 $.\nb1 $a bit 1 $.\n");
    for player in Player::BOTH {
        let (me, you) = (name(player), name(player.opponent()));
        let _ = writeln!(text, "\n$( The moves of {me}. $)");
        let (mut premises, mut blocks) = (String::new(), String::new());
        for (index, rule) in rules(player) {
            let rule_name = rule_name(player, index);
            let (before, after) = (used(n, rule, false), used(n, rule, true));
            let _ = writeln!(
                text,
                "${{ {rule_name}.l $e |- loses {you}{after} $.\n   \
                 {rule_name}.win $a |- wins {me}{before} $. $}}\n\
                 ${{ {rule_name}.w $e |- wins {you}{after} $.\n   \
                 {rule_name}.yes $a |- answered {rule_name}{before} $. $}}"
            );
            for zero in (0..n).filter(|&digit| rule.need >> digit & 1 == 1) {
                let without = digits(n, |digit| match digit == zero {
                    true => "0".to_owned(),
                    false => format!("x{digit}"),
                });
                let word = if misere { "blocked" } else { "answered" };
                let _ = writeln!(text, "{rule_name}.no{zero} $a |- {word} {rule_name}{without} $.");
            }
            if misere {
                let _ = writeln!(
                    text,
                    "${{ {rule_name}.b $e |- blocked {rule_name}{any} $.\n   \
                     {rule_name}.stay $a |- answered {rule_name}{any} $. $}}\n\
                     {rule_name}.can $a |- can {me}{before} $."
                );
                let _ = writeln!(blocks, "   {me}.b{index} $e |- blocked {rule_name}{any} $.");
            }
            let _ = writeln!(premises, "   {me}.e{index} $e |- answered {rule_name}{any} $.");
        }
        if misere {
            let _ = writeln!(
                text,
                "${{\n{blocks}   {me}.stuck $a |- wins {me}{any} $. $}}\n\
                 ${{ {me}.c $e |- can {me}{any} $.\n{premises}   {me}.lose $a |- loses {me}{any} $. $}}"
            );
        } else {
            let _ = writeln!(text, "${{\n{premises}   {me}.lose $a |- loses {me}{any} $. $}}");
        }
    }
    text.push_str("\n$( What follows from them. $)\n");
    text
}
