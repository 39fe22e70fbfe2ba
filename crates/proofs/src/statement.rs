//! Claims and their proofs.

use std::fmt;

use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_engine::{Solver, Sum};
use upstar_values::Id;

use crate::Result;
use crate::component::{Component, Kind, Need, Piece, Side, SumPlay, both};
use crate::error::ProofError;
use crate::heaps::HeapRules;
use crate::joined::Joined;
use crate::play::{Goal, Play, Script, Writer};
use crate::rulesets::{side_of, value_of};
use crate::theory::{self, Needed};

upstar_core::words! {
    /// The claimed relation between two games.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Relation {
        /// `G == H`
        Equal = "==",
        /// `G <= H`
        AtMost = "<=",
        /// `G >= H`
        AtLeast = ">=",
        /// `G < H`
        Less = "<",
        /// `G > H`
        Greater = ">",
        /// `G <> H`: neither is at least the other.
        Confused = "<>",
        /// `G |> H`: not `G <= H`.
        NotAtMost = "|>",
        /// `G <| H`: not `G >= H`.
        NotAtLeast = "<|",
    }
    /// The symbol used in a claim.
    pub const fn symbol
}

impl Relation {
    /// The goals for the difference, and the last word of the theorem's lemma.
    pub(crate) fn goals(self) -> (&'static [(Goal, Player)], &'static str) {
        const LOSE: Goal = Goal::Lose;
        const WIN: Goal = Goal::Win;
        const LEFT: Player = Player::Left;
        const RIGHT: Player = Player::Right;
        match self {
            Relation::Equal => (&[(LOSE, LEFT), (LOSE, RIGHT)], "equal"),
            Relation::AtMost => (&[(LOSE, LEFT)], "le"),
            Relation::AtLeast => (&[(LOSE, RIGHT)], "ge"),
            Relation::Less => (&[(LOSE, LEFT), (WIN, RIGHT)], "less"),
            Relation::Greater => (&[(LOSE, RIGHT), (WIN, LEFT)], "greater"),
            Relation::Confused => (&[(WIN, LEFT), (WIN, RIGHT)], "confused"),
            Relation::NotAtMost => (&[(WIN, LEFT)], "nle"),
            Relation::NotAtLeast => (&[(WIN, RIGHT)], "nge"),
        }
    }

    fn theorem(self) -> &'static str {
        match self {
            Relation::Equal => "equal G H",
            Relation::AtMost => "le G H",
            Relation::AtLeast => "le H G",
            Relation::Less => "less G H",
            Relation::Greater => "less H G",
            Relation::Confused => "confused G H",
            Relation::NotAtMost => "nle G H",
            Relation::NotAtLeast => "nle H G",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.symbol())
    }
}

/// A claim about short games.
#[derive(Clone, Debug)]
pub enum Statement {
    /// How two sums compare.
    Compare(Sum, Relation, Sum),
    /// The outcome of a sum: N, P, L or R.
    Outcome(Sum, Convention, Outcome),
    /// The Grundy value of an impartial sum in normal play: it equals a nim heap.
    NimValue(Sum, u64),
    /// The canonical form of a sum is a value.
    Canonical(Sum, Id),
}

/// The kernel that checks a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// The proof assistant Coq.
    Coq,
    /// Any verifier of Metamath.
    Metamath,
}

/// A file to be checked by a kernel.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The kernel.
    pub kernel: Kernel,
    /// The file: the theory or the axioms, and the claim with its proof.
    pub text: String,
    /// The offset of the claim in the text, after the theory or the axioms.
    pub claim: usize,
    /// The number of facts used: positions with the first player, or vertices, or heaps.
    pub facts: usize,
}

impl Proof {
    pub(crate) fn new(theory: String, claim: &str, facts: usize) -> Proof {
        let line = "\n(* ---- The claim ------------------------------------------------------------------ *)\n\n";
        Proof { kernel: Kernel::Coq, claim: theory.len(), text: theory + line + claim, facts }
    }
}

/// Writes the proof of a claim; `words` is its text in the file.
///
/// # Errors
/// [`ProofError::False`] if it is not true; [`ProofError::Unsupported`] for games whose rules are
/// not in the theory; an exhausted budget. The search is exponential in general.
pub fn prove(
    statement: &Statement,
    words: &str,
    solver: &Solver,
    budget: &Budget,
) -> Result<Proof> {
    match statement {
        Statement::Compare(left, relation, right) => {
            let (left, right) = (side_of(left, solver, budget)?, side_of(right, solver, budget)?);
            compare(&left, *relation, &right, words, budget)
        }
        Statement::Outcome(sum, convention, outcome) => {
            let side = side_of(sum, solver, budget)?;
            outcome_of(&side, *convention, *outcome, words, budget)
        }
        Statement::NimValue(sum, value) => {
            let side = side_of(sum, solver, budget)?;
            let nimber = nimber(&side, *value)?;
            /// No position in the theory has a larger Grundy value.
            const LARGEST: u64 = 10_000;
            if *value > LARGEST {
                return Err(ProofError::False(format!("no Grundy value here is above {LARGEST}")));
            }
            compare(&side, Relation::Equal, &nimber, words, budget)
        }
        Statement::Canonical(sum, id) => {
            let side = side_of(sum, solver, budget)?;
            let value = value_of(&mut solver.worker(budget), *id, budget)?;
            canonical(&side, value, words, budget)
        }
    }
}

/// The nim heap claimed to equal a side; rejects sides that are not impartial.
pub(crate) fn nimber(side: &Side, value: u64) -> Result<Side> {
    if !side.terms.iter().all(|term| term.component.is_impartial()) {
        return Err(ProofError::unsupported(
            "only games in which both players have the same moves have Grundy values",
        ));
    }
    Ok(Side::one(Component {
        kind: Kind::Heaps(HeapRules::Nim),
        start: Piece::Heaps(vec![value]),
        coq: format!("nimber {value}"),
        needs: vec![Need::Heaps],
    }))
}

/// The goals for an outcome; `None` if it includes a draw.
pub(crate) fn outcome_goals(outcome: Outcome) -> Option<[(Goal, Player); 2]> {
    let goal = |player| {
        let wins = outcome.winner(player)? == player;
        Some((if wins { Goal::Win } else { Goal::Lose }, player))
    };
    Some([goal(Player::Left)?, goal(Player::Right)?])
}

/// The same claim for games in the representation of the theory.
fn compare(
    left: &Side,
    relation: Relation,
    right: &Side,
    words: &str,
    budget: &Budget,
) -> Result<Proof> {
    let (goals, lemma) = relation.goals();
    let mut file = File::new(left, right);
    file.line("Definition G : game := ", &left.coq());
    file.line("Definition H : game := ", &right.coq());
    let is_zero = right.is_zero();
    let joined = Joined::new(left, right, budget)?;
    let zero = Side::one(zero());
    let right = if is_zero { &zero } else { right };
    let left = if left.is_zero() { &zero } else { left };
    let play = SumPlay::difference(left, right);
    let start = [left.start(), right.start()].concat();
    match searched(&play, &start, joined, goals, false, words, budget)? {
        Searched::Plain(script) => {
            file.add(&difference_method(left, right));
            let how = format!(
                "(compare_{lemma} (rules G) (rules H) (place G) (place H) {})",
                by_difference(script.fuel, "moves_that_win")
            );
            file.claim(words, relation.theorem(), &script, &how);
            Ok(file.proof(script.facts))
        }
        Searched::Joined(joined, script) => {
            file.join(&joined, &script);
            let games = match is_zero {
                true => format!("zero_{lemma} (rules G) (place G)"),
                false => format!("compare_{lemma} (rules G) (rules H) (place G) (place H)"),
            };
            let how = format!("({games} {})", joined.facts(false, script.fuel));
            file.claim(words, relation.theorem(), &script, &how);
            Ok(file.proof(script.facts))
        }
    }
}

/// The method of the search, and the script.
enum Searched {
    /// As a sum of positions, without images and parts.
    Plain(Script),
    /// As one board.
    Joined(Box<Joined>, Script),
}

/// The kernel needs as long for a fact of one board as for this many of a sum; the theory of sums
/// as one board costs as much as that many more facts; and the steps allowed for counting the facts
/// of a sum.
const SUM_FACTS: usize = 5;
const THEORY_FACTS: usize = 20_000;
const FEW_STEPS: u64 = 2_000_000;

/// A script that proves the goals, of one board where this is possible and pays off.
fn searched(
    play: &SumPlay,
    start: &Vec<Piece>,
    joined: Option<Joined>,
    goals: &[(Goal, Player)],
    misere: bool,
    words: &str,
    budget: &Budget,
) -> Result<Searched> {
    let Some(joined) = joined else {
        return Ok(Searched::Plain(shown(play, start, goals, misere, words, budget)?));
    };
    let mut plain = None;
    if joined.is_sum() {
        let few = budget.part(1, 1).with_steps_left(FEW_STEPS);
        match shown(play, start, goals, misere, words, &few) {
            Ok(script) if script.facts <= THEORY_FACTS => return Ok(Searched::Plain(script)),
            Ok(script) => plain = Some(script),
            Err(ProofError::Exhausted(_)) => budget.check()?,
            Err(other) => return Err(other),
        }
    }
    let script = shown(&joined.play, &joined.start, goals, misere, words, budget)?;
    if let Some(plain) = plain
        && plain.facts <= THEORY_FACTS + SUM_FACTS * script.facts
    {
        return Ok(Searched::Plain(plain));
    }
    Ok(Searched::Joined(Box::new(joined), script))
}

/// The facts about a difference, from a script.
fn by_difference(fuel: usize, script: &str) -> String {
    format!(
        "(by_script false (difference (rules G) (rules H)) how (place G, place H) {fuel} {script} _)"
    )
}

fn outcome_of(
    side: &Side,
    convention: Convention,
    outcome: Outcome,
    words: &str,
    budget: &Budget,
) -> Result<Proof> {
    let goals = outcome_goals(outcome).ok_or_else(|| {
        ProofError::unsupported("proofs are of short games, whose outcome is N, P, L or R")
    })?;
    let zero = Side::one(zero());
    let side = if side.is_zero() { &zero } else { side };
    let misere = convention == Convention::Misere;
    let mut file = File::new(side, &Side::default());
    file.line("Definition G : game := ", &side.coq());
    let joined = Joined::new(side, &Side::default(), budget)?;
    let play = SumPlay::of(side);
    let (script, facts) =
        match searched(&play, &side.start(), joined, &goals, misere, words, budget)? {
            Searched::Joined(joined, script) => {
                file.join(&joined, &script);
                let facts = joined.facts(misere, script.fuel);
                (script, facts)
            }
            Searched::Plain(script) => {
                let (key, once) = side.key();
                file.add(&format!(
                    "Definition how : method (rules G) := plain (rules G) {key} {once}.\n"
                ));
                let fuel = script.fuel;
                let facts =
                    format!("(by_script {misere} (rules G) how (place G) {fuel} moves_that_win _)");
                (script, facts)
            }
        };
    let theorem = format!("outcome_{outcome} {misere} G");
    let how = format!("(check_{outcome} (rules G) (place G) {misere} {facts})");
    file.claim(words, &theorem, &script, &how);
    Ok(file.proof(script.facts))
}

fn canonical(side: &Side, value: Component, words: &str, budget: &Budget) -> Result<Proof> {
    let Kind::Listed(rows) = value.kind.clone() else {
        return Err(ProofError::unsupported("no value"));
    };
    let Piece::Node(top) = value.start else { return Err(ProofError::unsupported("no value")) };
    let zero_side = Side::one(zero());
    let side = if side.is_zero() { &zero_side } else { side };
    let right = Side::one(value);
    let goals = [(Goal::Lose, Player::Left), (Goal::Lose, Player::Right)];
    let play = SumPlay::difference(side, &right);
    let start = [side.start(), right.start()].concat();
    let same = shown(&play, &start, &goals, false, words, budget)?;
    // Nothing is dominated, nothing is reversible.
    let form = SumPlay::difference(&right, &right);
    let mut writer = Writer::new(&form, false, budget);
    for (a, b) in canonical_goals(&rows) {
        let pair = vec![Piece::Node(a), Piece::Node(b)];
        if !writer.wins(Player::Left, &pair)? {
            return Err(ProofError::False(format!("not true: {words}; the form is not canonical")));
        }
        writer.show(Goal::Win, Player::Left, &pair)?;
    }
    let simple = writer.script();
    let mut file = File::new(side, &right);
    file.needed.canonical = true;
    let list = right.coq();
    let list = list.trim_start_matches("node (rows ");
    let list = list.rsplit_once(')').map_or(list, |(list, _)| list);
    file.line("Definition form : list (list positive * list positive) := ", list);
    file.line("Definition G : game := ", &side.coq());
    file.line("Definition H : game := ", &format!("node (rows form) {top}"));
    file.add(&difference_method(side, &right));
    file.add(&theory::script("moves_that_win", &same.letters));
    file.add(&theory::script("moves_for_canonical", &simple.letters));
    file.add(&format!(
        "\n(* {} *)\nTheorem claim : equal G H /\\ canonical H.\nProof.\n  split.\n  \
         - refine (compare_equal (rules G) (rules H) (place G) (place H) {}).\n    \
         vm_cast_no_check (eq_refl true).\n  \
         - refine (canonical_by_check form {} moves_for_canonical _ {top}).\n    \
         vm_cast_no_check (eq_refl true).\nQed.\nPrint Assumptions claim.\n",
        comment(words),
        by_difference(same.fuel, "moves_that_win"),
        simple.fuel,
    ));
    Ok(file.proof(same.facts + simple.facts))
}

/// The pairs whose first must not be at most the second, in the order of the theory.
fn canonical_goals(rows: &[[Vec<u32>; 2]]) -> Vec<(u32, u32)> {
    let mut goals = Vec::new();
    for (index, [left, right]) in rows.iter().enumerate() {
        let x = index as u32 + 1;
        for options in [left, right] {
            for &a in options {
                goals.extend(options.iter().filter(|&&b| b != a).map(|&b| (a, b)));
            }
        }
        for &a in left {
            goals.extend(rows[a as usize - 1][1].iter().map(|&b| (b, x)));
        }
        for &a in right {
            goals.extend(rows[a as usize - 1][0].iter().map(|&b| (x, b)));
        }
    }
    goals
}

fn zero() -> Component {
    Component {
        kind: Kind::Listed(vec![[Vec::new(), Vec::new()]]),
        start: Piece::Node(1),
        coq: "zero".to_owned(),
        needs: Vec::new(),
    }
}

/// A script that proves the goals, or an error if one of them is false.
pub(crate) fn shown<S: Play>(
    play: &S,
    start: &S::Position,
    goals: &[(Goal, Player)],
    misere: bool,
    words: &str,
    budget: &Budget,
) -> Result<Script> {
    let mut writer = Writer::new(play, misere, budget);
    for &(goal, player) in goals {
        if writer.wins(player, start)? != (goal == Goal::Win) {
            return Err(ProofError::False(format!("not true: {words}")));
        }
    }
    for &(goal, player) in goals {
        writer.show(goal, player, start)?;
    }
    Ok(writer.script())
}

pub(crate) fn first_parenthesis(text: &str) -> &str {
    let open = text.find('(').unwrap_or(0);
    let mut depth = 0;
    for (index, letter) in text[open..].char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[open..=open + index];
        }
    }
    text
}

fn difference_method(left: &Side, right: &Side) -> String {
    let (key, once) = both(&left.key(), &right.key());
    format!(
        "Definition how : method (difference (rules G) (rules H)) :=\n  \
         plain (difference (rules G) (rules H)) {key} {once}.\n"
    )
}

/// A text that is valid in a comment.
pub(crate) fn comment(words: &str) -> String {
    words.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
}

/// A file under construction.
struct File {
    needed: Needed,
    body: String,
}

impl File {
    fn new(left: &Side, right: &Side) -> File {
        let terms = left.terms.iter().chain(&right.terms);
        let rulesets = terms.flat_map(|term| term.component.needs.clone()).collect();
        File { needed: Needed { rulesets, ..Needed::default() }, body: String::new() }
    }

    /// Adds the search of the board.
    fn join(&mut self, joined: &Joined, script: &Script) {
        self.needed.symmetry = true;
        self.needed.taking = joined.is_taking();
        self.needed.joined = joined.is_sum();
        self.needed.stalks = joined.stalks;
        self.add(&joined.method(script));
    }

    fn add(&mut self, text: &str) {
        self.body.push_str(text);
    }

    fn line(&mut self, before: &str, text: &str) {
        self.body.push_str(before);
        self.body.push_str(text);
        self.body.push_str(".\n");
    }

    /// The script, and the theorem by what leaves a computation to do.
    fn claim(&mut self, words: &str, theorem: &str, script: &Script, how: &str) {
        self.add(&theory::script("moves_that_win", &script.letters));
        self.add(&format!(
            "\n(* {} *)\nTheorem claim : {theorem}.\nProof.\n  refine {how}.\n  \
             vm_cast_no_check (eq_refl true).\nQed.\nPrint Assumptions claim.\n",
            comment(words),
        ));
    }

    fn proof(self, facts: usize) -> Proof {
        Proof::new(theory::by_play(&self.needed), &self.body, facts)
    }
}
