//! Facts and the steps of their proofs.

use std::fmt::Write as _;

use hashbrown::HashMap;
use upstar_core::{Budget, Exhausted, Lease, Player, Room};

use super::joined::OneBoard;
use super::{name, rule_name};
use crate::board::Rule;
use crate::play::{Goal, Play};
use crate::search::Search;

/// A step of a proof, in reverse Polish notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// A digit that is a variable.
    Variable(usize),
    /// A digit.
    Digit(bool),
    /// A winning rule.
    Win(Player, usize),
    /// A rule with an answer.
    Yes(Player, usize),
    /// A rule that cannot be used, because a digit is missing.
    No(Player, usize, usize),
    /// Such a rule needs no answer, in misère play.
    Stay(Player, usize),
    /// A rule that can be used, in misère play.
    Can(Player, usize),
    /// All rules are answered.
    Lose(Player),
    /// No rule can be used, in misère play.
    Stuck(Player),
    /// An earlier fact.
    Fact(usize),
}

impl Step {
    fn label(self) -> String {
        match self {
            Step::Variable(digit) => format!("f{digit}"),
            Step::Digit(one) => format!("b{}", u8::from(one)),
            Step::Win(player, rule) => rule_name(player, rule) + ".win",
            Step::Yes(player, rule) => rule_name(player, rule) + ".yes",
            Step::No(player, rule, digit) => format!("{}.no{digit}", rule_name(player, rule)),
            Step::Stay(player, rule) => rule_name(player, rule) + ".stay",
            Step::Can(player, rule) => rule_name(player, rule) + ".can",
            Step::Lose(player) => format!("{}.lose", name(player)),
            Step::Stuck(player) => format!("{}.stuck", name(player)),
            Step::Fact(fact) => format!("t{fact}"),
        }
    }
}

/// A fact: a player wins, or loses, moving first, in all positions with certain digits.
struct Fact {
    goal: Goal,
    player: Player,
    /// The relevant digits and their values.
    care: u128,
    value: u128,
    steps: Vec<Step>,
}

/// Facts, each after those it needs.
pub(super) struct Facts<'b> {
    board: &'b OneBoard,
    misere: bool,
    search: Search<'b, crate::board::BoardPlay>,
    facts: Vec<Fact>,
    /// The facts about positions with these live digits.
    known: [HashMap<u128, Vec<usize>>; 2],
    budget: &'b Budget,
    lease: Lease,
}

impl<'b> Facts<'b> {
    pub(super) fn new(
        board: &'b OneBoard,
        misere: bool,
        budget: &'b Budget,
    ) -> Result<Self, Exhausted> {
        budget.check()?;
        Ok(Facts {
            board,
            misere,
            search: Search::new(&board.play, misere, budget),
            facts: Vec::new(),
            known: [HashMap::new(), HashMap::new()],
            budget,
            lease: Lease::new(budget),
        })
    }

    /// Whether the goal holds for the start.
    pub(super) fn holds(&mut self, goal: Goal, player: Player) -> Result<bool, Exhausted> {
        Ok(self.search.wins(player, &self.board.start)? == (goal == Goal::Win))
    }

    /// The number of facts.
    pub(super) fn count(&self) -> usize {
        self.facts.len()
    }

    /// Proves the goal, which must be true, for the start.
    pub(super) fn show(&mut self, goal: Goal, player: Player) -> Result<(), Exhausted> {
        self.fact(goal, player, self.board.start).map(|_| ())
    }

    fn rules(&self, player: Player) -> &'b [Rule] {
        self.board.play.board.of(player)
    }

    /// A known fact that states the goal.
    fn find(&self, goal: Goal, player: Player, x: u128) -> Option<usize> {
        let among = self.known[player as usize].get(&self.board.play.simpler(&x))?;
        let says = |&fact: &usize| {
            let fact: &Fact = &self.facts[fact];
            fact.goal == goal && x & fact.care == fact.value
        };
        among.iter().copied().find(says)
    }

    fn fact(&mut self, goal: Goal, player: Player, x: u128) -> Result<usize, Exhausted> {
        if let Some(fact) = self.find(goal, player, x) {
            return Ok(fact);
        }
        let room = Room::ask(self.budget)?;
        let (care, steps) = room.run(|| match goal {
            Goal::Win => self.won(player, x),
            Goal::Lose => self.lost(player, x),
        })?;
        room.give_back(self.budget);
        let bytes = (size_of::<Fact>() + 128 + steps.len() * (size_of::<Step>() + 4)) as u64;
        self.lease.reserve(bytes)?;
        let fact = self.facts.len();
        self.facts.push(Fact { goal, player, care, value: x & care, steps });
        let live = self.board.play.simpler(&x);
        self.known[player as usize].entry(live).or_default().push(fact);
        Ok(fact)
    }

    fn after(rule: &Rule, x: u128) -> u128 {
        x & !rule.clear | rule.put
    }

    /// The digits of the position that must have fixed values for the fact to apply to the position
    /// after the rule.
    fn care_before(&self, rule: &Rule, fact: usize) -> u128 {
        rule.need | self.facts[fact].care & !(rule.clear | rule.put)
    }

    /// The steps of the digits in `which`.
    fn digits(&self, x: u128, care: u128, which: impl Fn(usize) -> bool, out: &mut Vec<Step>) {
        out.extend((0..self.board.digits).filter(|&digit| which(digit)).map(|digit| {
            match care >> digit & 1 {
                0 => Step::Variable(digit),
                _ => Step::Digit(x >> digit & 1 == 1),
            }
        }));
    }

    /// The steps to the fact about the position after a rule.
    fn by_fact(&self, rule: &Rule, x: u128, care: u128, fact: usize, out: &mut Vec<Step>) {
        let theirs = self.facts[fact].care;
        let care = care | rule.clear | rule.put;
        self.digits(Self::after(rule, x), care, |digit| theirs >> digit & 1 == 0, out);
        out.push(Step::Fact(fact));
    }

    fn won(&mut self, player: Player, x: u128) -> Result<(u128, Vec<Step>), Exhausted> {
        let opponent = player.opponent();
        let mut open: Vec<(usize, &Rule)> =
            self.rules(player).iter().enumerate().filter(|(_, r)| x & r.need == r.need).collect();
        self.search.ticker.tick(1 + open.len() as u64)?;
        let mut steps = Vec::new();
        if open.is_empty() {
            let care = self.blocking(player, x, 0);
            for index in 0..self.rules(player).len() {
                self.blocked(player, index, x, care, &mut steps);
            }
            // The digits first.
            let mut all = Vec::new();
            self.digits(x, care, |_| true, &mut all);
            all.append(&mut steps);
            all.push(Step::Stuck(player));
            return Ok((care, all));
        }
        open.sort_by_cached_key(|(_, rule)| {
            let after = Self::after(rule, x);
            let known = self.find(Goal::Lose, opponent, after).is_some();
            (!known, -self.board.play.promise(player, &after))
        });
        for (index, rule) in open {
            let after = Self::after(rule, x);
            if self.search.wins(opponent, &after)? {
                continue;
            }
            let fact = self.fact(Goal::Lose, opponent, after)?;
            let care = self.care_before(rule, fact);
            self.digits(x, care, |digit| rule.need >> digit & 1 == 0, &mut steps);
            self.by_fact(rule, x, care, fact, &mut steps);
            steps.push(Step::Win(player, index));
            return Ok((care, steps));
        }
        unreachable!("the goal is true")
    }

    /// The digits that block all unusable rules, besides those that matter anyway.
    fn blocking(&self, player: Player, x: u128, mut care: u128) -> u128 {
        for rule in self.rules(player).iter().filter(|rule| x & rule.need != rule.need) {
            let zeros = rule.need & !x;
            if zeros & care == 0 {
                care |= zeros & zeros.wrapping_neg();
            }
        }
        care
    }

    /// The steps that prove a rule to be blocked.
    fn blocked(&self, player: Player, index: usize, x: u128, care: u128, out: &mut Vec<Step>) {
        let zero = (self.rules(player)[index].need & !x & care).trailing_zeros() as usize;
        self.digits(x, care, |digit| digit != zero, out);
        out.push(Step::No(player, index, zero));
    }

    fn lost(&mut self, player: Player, x: u128) -> Result<(u128, Vec<Step>), Exhausted> {
        let rules = self.rules(player);
        self.search.ticker.tick(1 + rules.len() as u64)?;
        let mut answers = Vec::new();
        let mut care = 0;
        for rule in rules {
            let answer = match x & rule.need == rule.need {
                true => Some(self.fact(Goal::Win, player.opponent(), Self::after(rule, x))?),
                false => None,
            };
            if let Some(fact) = answer {
                care |= self.care_before(rule, fact);
            }
            answers.push(answer);
        }
        let care = self.blocking(player, x, care);
        let mut steps = Vec::new();
        self.digits(x, care, |_| true, &mut steps);
        if self.misere
            && let Some(can) = answers.iter().position(Option::is_some)
        {
            self.digits(x, care, |digit| rules[can].need >> digit & 1 == 0, &mut steps);
            steps.push(Step::Can(player, can));
        }
        for (index, (rule, answer)) in rules.iter().zip(answers).enumerate() {
            match answer {
                Some(fact) => {
                    self.digits(x, care, |digit| rule.need >> digit & 1 == 0, &mut steps);
                    self.by_fact(rule, x, care, fact, &mut steps);
                    steps.push(Step::Yes(player, index));
                }
                None if self.misere => {
                    self.digits(x, care, |_| true, &mut steps);
                    self.blocked(player, index, x, care, &mut steps);
                    steps.push(Step::Stay(player, index));
                }
                None => self.blocked(player, index, x, care, &mut steps),
            }
        }
        steps.push(Step::Lose(player));
        Ok((care, steps))
    }

    /// All facts, and the goals of the start itself.
    pub(super) fn write(&self, goals: &[(Goal, Player)], out: &mut String) {
        for (index, fact) in self.facts.iter().enumerate() {
            self.theorem(&format!("t{index}"), fact, out);
        }
        out.push_str("\n$( The claim. $)\n");
        let all = if self.board.digits == 128 { u128::MAX } else { (1 << self.board.digits) - 1 };
        let start = self.board.start;
        for &(goal, player) in goals {
            let Some(fact) = self.find(goal, player, start) else { continue };
            let mut steps = Vec::new();
            let theirs = self.facts[fact].care;
            self.digits(start, all, |digit| theirs >> digit & 1 == 0, &mut steps);
            steps.push(Step::Fact(fact));
            let claim = Fact { goal, player, care: all, value: start, steps };
            self.theorem(&format!("claim.{}", name(player)), &claim, out);
        }
    }

    /// A theorem with its proof in the short form of Metamath's book, appendix B.
    fn theorem(&self, label: &str, fact: &Fact, out: &mut String) {
        let goal = if fact.goal == Goal::Win { "wins" } else { "loses" };
        let statement = super::digits(self.board.digits, |digit| {
            match (fact.care >> digit & 1, fact.value >> digit & 1) {
                (0, _) => format!("x{digit}"),
                (_, one) => one.to_string(),
            }
        });
        // The variables of the statement have the first letters.
        let mut numbers: HashMap<Step, usize> = HashMap::new();
        for digit in (0..self.board.digits).filter(|&digit| fact.care >> digit & 1 == 0) {
            let next = numbers.len();
            numbers.insert(Step::Variable(digit), next);
        }
        let (mut labels, mut letters) = (String::new(), String::new());
        for &step in &fact.steps {
            let next = numbers.len();
            let number = *numbers.entry(step).or_insert_with(|| {
                let _ = write!(labels, " {}", step.label());
                next
            });
            letter(number, &mut letters);
        }
        let _ =
            writeln!(out, "{label} $p |- {goal} {}{statement} $= ({labels} )", name(fact.player));
        let mut rest = letters.as_str();
        while !rest.is_empty() {
            let (line, more) = rest.split_at(rest.len().min(76));
            let _ = writeln!(out, "  {line}");
            rest = more;
        }
        out.push_str("$.\n");
    }
}

/// The letters of a step: the last is one of twenty, those before it one of five.
fn letter(number: usize, out: &mut String) {
    let mut rest = number / 20;
    let mut before = Vec::new();
    while rest > 0 {
        before.push(char::from(b'U' + ((rest - 1) % 5) as u8));
        rest = (rest - 1) / 5;
    }
    out.extend(before.into_iter().rev());
    out.push(char::from(b'A' + (number % 20) as u8));
}
