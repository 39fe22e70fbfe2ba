//! Proofs of laws by induction over the heap, decided by automata that read digits.
//!
//! The claim is that `L(n)` is the mex of the values `L` gives the options of `n`, for every `n`. By
//! induction `L` is then the Grundy function. A rule is a set of linear conditions on the digits of
//! the heap, of the numbers of the rule and of the heaps of the option (Büchi, Weak second-order
//! arithmetic and finite automata, 1960). An automaton reads the digits of the heap, the least
//! significant first, guesses the digits of all other numbers, and keeps the carry of each condition
//! and the state that the automaton of `L` has reached in each heap of the option. The sets of
//! states that the digits of a heap can lead to are finitely many. Each set is checked: with
//! further zeros of the heap, the options that are accepted have certain values, and the mex of
//! these has to be the value of the heap. Every heap leads to one of the sets, so this is a proof
//! for all of them.
//!
//! Values that grow without bound are read as a second number `u`, where `L(n)` is linear for each
//! residue of `n`: every `u` below `L(n)` has to be the value of an option, and `L(n)` none.

use std::collections::HashMap;

use upstar_core::{Budget, Exhausted, mex};

use super::automaton::{Automaton, Interned};
use super::linear::{Constraint, Linear, LinearRule, Sign};
use super::{Law, LawFunction, Recursion, Row};

/// The most states, sets of states, steps of a proof, and cases of a law.
const MOST_STATES: usize = 1 << 16;
const MOST_SETS: usize = 1 << 14;
const MOST_STEPS: u64 = 1 << 20;
const MOST_CASES: usize = 1 << 8;

/// Whether the rules prove the law. A proof that would be long is not found.
///
/// # Errors
/// A used-up budget.
pub(super) fn holds(law: &Law, rules: &[LinearRule], budget: &Budget) -> Result<bool, Exhausted> {
    let Law::Recursion(law) = law else { return Ok(false) };
    let base = match (law.as_period(), law.base) {
        (None, base) => base,
        (_, base @ (3 | 5 | 7)) => base,
        (_, base) if base % 2 == 1 && base % 3 == 0 => 3,
        _ => 2,
    };
    let proof = match Automaton::of(law, base) {
        Some(automaton) => Some((bounded(rules), base, automaton, 1)),
        None => {
            let alone = Automaton { next: vec![], value: vec![] };
            growing(law, rules).map(|cases| (cases, 2, alone, 2))
        }
    };
    let Some((cases, base, automaton, read)) = proof else { return Ok(false) };
    let mut proof = Proof {
        cases,
        base,
        automaton,
        read,
        states: Interned::default(),
        next: HashMap::new(),
        meanings: HashMap::new(),
        ticker: budget.ticker(),
        left: MOST_STEPS,
        guess: Vec::new(),
    };
    Ok(proof.run()? == Some(true))
}

/// What an accepted guess says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    /// The nim sum of the values of the heaps is that of an option (or `u` is).
    Option,
    /// The value of the heap is that of itself (or `u` is its value).
    Own,
    /// `u` is less than the value of the heap.
    Less,
    /// The rules are not defined for the heap.
    Fault,
}

/// Conditions on numbers, of which the first are read and the others guessed.
struct Case {
    numbers: usize,
    constraints: Vec<Constraint>,
    /// The numbers that are heaps whose values are asked of the automaton of the law.
    heaps: Vec<usize>,
    meaning: Meaning,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    case: usize,
    /// The carry of each condition; `None` if a sum has been found not to be 0.
    carries: Vec<Option<i64>>,
    /// The states of the automaton of the law.
    heaps: Vec<u32>,
}

struct Proof {
    cases: Vec<Case>,
    base: u64,
    automaton: Automaton,
    /// How many numbers are read.
    read: usize,
    states: Interned<State>,
    /// The states after each state and digits.
    next: HashMap<(u32, u64), Vec<u32>>,
    /// What each state means with further zeros.
    meanings: HashMap<u32, Vec<(Meaning, u32)>>,
    ticker: upstar_core::Ticker,
    left: u64,
    /// The digits that are guessed at.
    guess: Vec<u64>,
}

/// The heap itself and each rule, of a law with bounded values.
fn bounded(rules: &[LinearRule]) -> Vec<Case> {
    let own = Case { numbers: 1, constraints: vec![], heaps: vec![0], meaning: Meaning::Own };
    let options = rules.iter().map(|rule| Case {
        numbers: rule.numbers,
        constraints: rule.constraints.clone(),
        heaps: rule.parts.clone(),
        meaning: if rule.fault { Meaning::Fault } else { Meaning::Option },
    });
    std::iter::once(own).chain(options).collect()
}

/// The cases of a law that is linear for each residue, where number 1 is `u`; none for rules that
/// make two heaps.
fn growing(law: &Recursion, rules: &[LinearRule]) -> Option<Vec<Case>> {
    let [LawFunction { first, rows }] = &law.functions[..] else { return None };
    let base = i64::try_from(law.base).ok()?;
    let mut cases = Vec::new();
    let mut add = |rule: &LinearRule, heap: usize, meaning: Meaning| {
        // `u` is the value, or at least 1 below it.
        let (by, sign) = match meaning {
            Meaning::Less => (1, Sign::NotNegative),
            _ => (0, Sign::Zero),
        };
        let u = Linear::number(1);
        for (size, &value) in (0..).zip(first) {
            let mut case = rule.clone();
            case.require(Linear::number(heap).add(&Linear::constant(size), -1)?, Sign::Zero);
            case.require(Linear::constant(i64::from(value) - by).add(&u, -1)?, sign);
            cases.push((case, meaning));
        }
        for (residue, row) in (0..).zip(rows) {
            let Row::Line { times, plus } = *row else { return None };
            let mut case = rule.clone();
            let part = Linear::number(case.add_number());
            let size = part.scaled(base)?.add(&Linear::constant(residue), 1)?;
            case.require(Linear::number(heap).add(&size, -1)?, Sign::Zero);
            let least = Linear::constant(i64::try_from(first.len()).ok()?);
            case.require(Linear::number(heap).add(&least, -1)?, Sign::NotNegative);
            let value = part.scaled(i64::try_from(times).ok()?)?;
            let value = value.add(&Linear::constant(plus.checked_sub(by)?), 1)?;
            case.require(value.add(&u, -1)?, sign);
            cases.push((case, meaning));
        }
        (cases.len() <= MOST_CASES).then_some(())
    };
    let own = LinearRule::empty(2, vec![]);
    add(&own, 0, Meaning::Own)?;
    add(&own, 0, Meaning::Less)?;
    for rule in rules {
        // Number 1 is `u`, and those of the rule follow.
        let place = |number: usize| if number == 0 { 0 } else { number + 1 };
        let moved = |sum: &Linear| {
            let mut times = vec![0; sum.times.len() + 1];
            sum.times.iter().enumerate().for_each(|(at, &by)| times[place(at)] = by);
            Linear { times, plus: sum.plus }
        };
        let constraints = rule.constraints.iter();
        let constraints =
            constraints.map(|Constraint { sum, sign }| Constraint { sum: moved(sum), sign: *sign });
        let mut moved = LinearRule::empty(rule.numbers + 1, constraints.collect());
        match rule.parts[..] {
            _ if rule.fault => add(&moved, 0, Meaning::Fault)?,
            [] => {
                moved.require(Linear::number(1), Sign::Zero);
                let empty = moved.add_number();
                moved.require(Linear::number(empty), Sign::Zero);
                add(&moved, empty, Meaning::Option)?;
            }
            [part] => add(&moved, place(part), Meaning::Option)?,
            _ => return None,
        }
    }
    let case = |(rule, meaning): (LinearRule, Meaning)| Case {
        numbers: rule.numbers,
        constraints: rule.constraints,
        heaps: vec![],
        meaning,
    };
    Some(cases.into_iter().map(case).collect())
}

impl Proof {
    /// Checks all sets of states; `None` if there are too many.
    fn run(&mut self) -> Result<Option<bool>, Exhausted> {
        let mut start = Vec::new();
        for (case, Case { constraints, heaps, .. }) in self.cases.iter().enumerate() {
            let carries = constraints.iter().map(|one| Some(one.sum.plus)).collect();
            let state = State { case, carries, heaps: vec![0; heaps.len()] };
            match self.states.id(state, MOST_STATES) {
                Some(id) => start.push(id),
                None => return Ok(None),
            }
        }
        let letters = self.base.pow(self.read as u32);
        let mut sets = Interned::default();
        sets.id(start, 1);
        let mut at = 0;
        while let Some(set) = sets.list.get(at).cloned() {
            at += 1;
            let mut found = Vec::new();
            for &state in &set {
                let Some(more) = self.meaning(state)? else { return Ok(None) };
                found.extend_from_slice(more);
            }
            if !self.is_right(&found) {
                return Ok(Some(false));
            }
            for letter in 0..letters {
                let mut after = Vec::new();
                for &state in &set {
                    let Some(next) = self.after(state, letter)? else { return Ok(None) };
                    after.extend_from_slice(next);
                }
                after.sort_unstable();
                after.dedup();
                if !self.step(1 + after.len() as u64)? || sets.id(after, MOST_SETS).is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some(true))
    }

    /// Whether so many steps more are allowed.
    fn step(&mut self, count: u64) -> Result<bool, Exhausted> {
        self.ticker.tick(count)?;
        self.left = self.left.saturating_sub(count);
        Ok(self.left > 0)
    }

    /// Whether the values of the options make the value of the heap.
    fn is_right(&self, found: &[(Meaning, u32)]) -> bool {
        let of = |meaning| found.iter().filter(move |one| one.0 == meaning).map(|one| one.1);
        let has = |meaning| of(meaning).next().is_some();
        if has(Meaning::Fault) {
            return false;
        }
        if self.read == 1 {
            return of(Meaning::Own).all(|value| value == mex(of(Meaning::Option)));
        }
        let option = has(Meaning::Option);
        !(has(Meaning::Less) && !option || has(Meaning::Own) && option)
    }

    /// The states after a state and the digits that are read, as one number.
    fn after(&mut self, state: u32, letter: u64) -> Result<Option<&[u32]>, Exhausted> {
        if !self.next.contains_key(&(state, letter)) {
            let State { case, carries, heaps } = self.states.list[state as usize].clone();
            let Case { numbers, .. } = self.cases[case];
            self.guess.clear();
            self.guess.push(letter % self.base);
            if self.read == 2 {
                self.guess.push(letter / self.base);
            }
            let mut found = Vec::new();
            loop {
                if !self.step(1)? {
                    return Ok(None);
                }
                let fits = self.fits(case, &carries);
                if fits && self.guess.len() < numbers {
                    self.guess.push(0);
                    continue;
                }
                if fits {
                    let state = self.moved(case, &carries, &heaps);
                    match self.states.id(state, MOST_STATES) {
                        Some(id) => found.push(id),
                        None => return Ok(None),
                    }
                }
                // The next guess.
                while self.guess.len() > self.read && self.guess.last() == Some(&(self.base - 1)) {
                    self.guess.pop();
                }
                if self.guess.len() == self.read {
                    break;
                }
                if let Some(digit) = self.guess.last_mut() {
                    *digit += 1;
                }
            }
            found.sort_unstable();
            found.dedup();
            self.next.insert((state, letter), found);
        }
        Ok(self.next.get(&(state, letter)).map(Vec::as_slice))
    }

    /// The sum of a condition at the guess, with its carry.
    fn total(&self, sum: &Linear, carry: i64) -> i64 {
        let digits = self.guess.iter().zip(&sum.times);
        carry + digits.map(|(&digit, times)| digit as i64 * times).sum::<i64>()
    }

    /// Whether the equations whose numbers all have digits can hold with them.
    fn fits(&self, case: usize, carries: &[Option<i64>]) -> bool {
        let known = self.guess.len();
        self.cases[case].constraints.iter().zip(carries).all(|(Constraint { sum, sign }, carry)| {
            let whole = sum.times.iter().skip(known).all(|&times| times == 0);
            let Some(carry) = carry.filter(|_| whole && *sign == Sign::Zero) else { return true };
            self.total(sum, carry) % self.base as i64 == 0
        })
    }

    /// The state after the digits that were guessed.
    fn moved(&self, case: usize, carries: &[Option<i64>], heaps: &[u32]) -> State {
        let Case { constraints, heaps: numbers, .. } = &self.cases[case];
        let base = self.base as i64;
        let carries = constraints.iter().zip(carries).map(|(Constraint { sum, sign }, carry)| {
            let total = self.total(sum, (*carry)?);
            let unequal = *sign == Sign::NotZero && total % base != 0;
            (!unequal).then(|| total.div_euclid(base))
        });
        let heaps = numbers.iter().zip(heaps).map(|(&number, &state)| {
            self.automaton.next[state as usize][self.guess[number] as usize]
        });
        State { case, carries: carries.collect(), heaps: heaps.collect() }
    }

    /// What a state means if only zeros are read further.
    fn meaning(&mut self, state: u32) -> Result<Option<&[(Meaning, u32)]>, Exhausted> {
        if !self.meanings.contains_key(&state) {
            let mut reached = Interned::default();
            reached.id(state, 1);
            let mut at = 0;
            while let Some(&one) = reached.list.get(at) {
                at += 1;
                if !self.step(1)? {
                    return Ok(None);
                }
                let Some(next) = self.after(one, 0)? else { return Ok(None) };
                for &next in next {
                    reached.id(next, MOST_STATES);
                }
            }
            let mut found: Vec<(Meaning, u32)> =
                reached.list.iter().filter_map(|&state| self.accepted(state)).collect();
            found.sort_unstable();
            found.dedup();
            self.meanings.insert(state, found);
        }
        Ok(self.meanings.get(&state).map(Vec::as_slice))
    }

    /// What a state means, if all conditions hold.
    fn accepted(&self, state: u32) -> Option<(Meaning, u32)> {
        let State { case, carries, heaps } = &self.states.list[state as usize];
        let Case { constraints, meaning, .. } = &self.cases[*case];
        let holds = constraints.iter().zip(carries).all(|(one, carry)| match (one.sign, carry) {
            (Sign::Zero, carry) => *carry == Some(0),
            (Sign::NotZero, carry) => *carry != Some(0),
            (Sign::NotNegative, carry) => carry.is_some_and(|carry| carry >= 0),
        });
        let value = heaps.iter().fold(0, |sum, &heap| sum ^ self.automaton.value[heap as usize]);
        holds.then_some((*meaning, value))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use upstar_verify::VerifyError;
    use upstar_verify::laws::check_law;

    use super::*;
    use crate::certificate::{Certificate, LawCertificate};
    use crate::law::Choices;

    /// A rule in numbers: the heap times a factor and a constant, divided and rounded down, for each part;
    /// for the residues of the heap that are allowed; less a number from a range, in the first part.
    #[derive(Clone, Debug)]
    struct Plain {
        modulus: i64,
        residues: Vec<i64>,
        parts: Vec<(i64, i64, i64)>,
        taken: Option<(i64, i64)>,
    }

    impl Plain {
        /// The options by the definition.
        fn options(&self, heap: i64) -> Vec<Vec<usize>> {
            if heap == 0 || !self.residues.contains(&(heap % self.modulus)) {
                return vec![];
            }
            let parts =
                self.parts.iter().map(|&(by, plus, over)| (by * heap + plus).div_euclid(over));
            let parts: Vec<i64> = parts.collect();
            let taken = match self.taken {
                None => 0..=0,
                Some((from, share)) => from..=heap.div_euclid(share),
            };
            let options = taken.map(|taken| {
                let mut parts = parts.clone();
                parts[0] -= taken;
                parts
            });
            let natural = options.filter(|parts| parts.iter().all(|&part| part >= 0));
            natural.map(|parts| parts.into_iter().map(|part| part as usize).collect()).collect()
        }

        fn linear(&self) -> Vec<LinearRule> {
            let rule = |rule: &mut LinearRule, choices: &mut Choices, residue: i64| {
                let heap = Linear::number(0);
                let (_, left) = rule.divide(&heap, self.modulus, choices)?;
                rule.require(Linear::constant(left - residue), Sign::Zero);
                let mut less = Linear::default();
                if let Some((from, share)) = self.taken {
                    less = Linear::number(rule.add_number());
                    rule.require(less.add(&Linear::constant(from), -1)?, Sign::NotNegative);
                    let (most, _) = rule.divide(&heap, share, choices)?;
                    rule.require(most.add(&less, -1)?, Sign::NotNegative);
                }
                for &(by, plus, over) in &self.parts {
                    let sum = heap.scaled(by)?.add(&Linear::constant(plus), 1)?;
                    let (size, _) = rule.divide(&sum, over, choices)?;
                    rule.add_part(&size.add(&less, -1)?)?;
                    less = Linear::default();
                }
                Some(())
            };
            let residues = self.residues.iter();
            let all = residues.map(|&residue| {
                LinearRule::all(|one, choices| rule(one, choices, residue)).unwrap()
            });
            all.flatten().collect()
        }
    }

    fn values(rules: &[Plain], count: i64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for heap in 0..count {
            let options = rules.iter().flat_map(|rule| rule.options(heap));
            let sums = options.map(|parts| parts.iter().fold(0, |sum, &part| sum ^ values[part]));
            let value = mex(sums.collect::<Vec<u32>>());
            values.push(value);
        }
        values
    }

    fn proved(rules: &[Plain], values: &[u32]) -> Option<Law> {
        let linear: Vec<LinearRule> = rules.iter().flat_map(Plain::linear).collect();
        let budget = Budget::unlimited();
        let laws = Law::find(values, &budget).unwrap();
        laws.into_iter().find(|law| holds(law, &linear, &budget).unwrap())
    }

    /// Checks the certificate of a law.
    fn check(law: &Law, rules: &[Plain]) -> Result<(), VerifyError> {
        let linear = rules.iter().flat_map(Plain::linear).collect();
        let certificate = LawCertificate::new("random".to_owned(), linear, law.clone());
        check_law(&Certificate::Law(certificate).to_json(), &Budget::unlimited()).map(|_| ())
    }

    /// Laws that differ from this one in a value or a row.
    fn neighbours(law: &Law) -> Vec<Law> {
        let Law::Recursion(law) = law else { return vec![] };
        let mut others = Vec::new();
        for (at, function) in law.functions.iter().enumerate() {
            for heap in 0..function.first.len() {
                let mut other = law.clone();
                other.functions[at].first[heap] += 1;
                others.push(other);
            }
            for row in 0..function.rows.len() {
                let mut other = law.clone();
                match &mut other.functions[at].rows[row] {
                    Row::Line { plus, .. } => *plus += 1,
                    Row::Again { added, .. } => *added += 1,
                }
                others.push(other);
            }
        }
        others.into_iter().map(Law::Recursion).collect()
    }

    fn take(amount: i64) -> Plain {
        Plain { modulus: 1, residues: vec![0], parts: vec![(1, -amount, 1)], taken: None }
    }

    #[test]
    fn known_laws_are_proved() {
        let thirds =
            |modulus, residues| Plain { modulus, residues, parts: vec![(1, 0, 2); 3], taken: None };
        let any =
            Plain { modulus: 1, residues: vec![0], parts: vec![(1, 0, 1)], taken: Some((1, 1)) };
        let from_two = Plain { taken: Some((2, 1)), ..any.clone() };
        for (rules, text) in [
            (vec![take(1), take(2)], "G(n+3) = G(n)"),
            (vec![take(2), take(3), take(7)], "G(n+5) = G(n)"),
            (vec![any.clone()], "G(n+1) = G(n)+1"),
            (vec![from_two], "G(n+2) = G(n)+1"),
            (
                vec![take(1), thirds(2, vec![0])],
                "an automaton of 10 states that reads the digits of n in base 2, the least significant first",
            ),
        ] {
            let values = values(&rules, 800);
            let law = proved(&rules, &values);
            assert_eq!(law.as_ref().map(Law::to_string).as_deref(), Some(text), "{rules:?}");
            check(&law.unwrap(), &rules).unwrap();
        }
    }

    /// A law that is right as far as one looks, and wrong beyond, is not proved.
    #[test]
    fn wrong_laws_are_not_proved() {
        let rules = [take(1), take(2), Plain { parts: vec![(1, -150, 1)], ..take(1) }];
        let values = values(&rules, 700);
        assert_ne!(values[..150], values[150..300]);
        let law = Law::find(&values[..150], &Budget::unlimited()).unwrap().remove(0);
        assert_eq!(law.to_string(), "G(n+3) = G(n)");
        let linear: Vec<LinearRule> = rules.iter().flat_map(Plain::linear).collect();
        assert!(!holds(&law, &linear, &Budget::unlimited()).unwrap());
        let error = check(&law, &rules).unwrap_err().to_string();
        assert!(error.ends_with("an option has its value, 0"), "{error}");
        let law = Law::Recursion(Recursion::periodic(&[0, 1, 2], 0, 3, 1).unwrap());
        assert!(!holds(&law, &linear, &Budget::unlimited()).unwrap());
    }

    fn part() -> impl Strategy<Value = (i64, i64, i64)> {
        prop_oneof![
            (1..6_i64).prop_map(|taken| (1, -taken, 1)),
            (2..4_i64, 0..2_i64).prop_map(|(over, more)| (1, -more, over)),
        ]
    }

    fn rule() -> impl Strategy<Value = Plain> {
        let residues = (1..4_i64).prop_flat_map(|modulus| {
            (Just(modulus), prop::collection::btree_set(0..modulus, 1..=modulus as usize))
        });
        let taken = prop::option::of((1..4_i64, 1..4_i64));
        (residues, prop::collection::vec(part(), 1..3), taken).prop_map(
            |((modulus, residues), parts, taken)| Plain {
                modulus,
                residues: residues.into_iter().collect(),
                parts,
                taken,
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None,
            rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

        /// What is proved from few values holds of many: random rules against the definition.
        #[test]
        fn what_is_proved_goes_on(rules in prop::collection::vec(rule(), 1..4)) {
            // Two parts may be more than the heap, but each of them is less.
            let few = values(&rules, 260);
            if let Some(law) = proved(&rules, &few) {
                let many = values(&rules, 1500);
                for (heap, &value) in (0..).zip(&many) {
                    prop_assert_eq!(law.small_value(heap), Some(value), "{} at {}", law, heap);
                }
                // An independent check accepts the law, and none that differs from it.
                prop_assert!(check(&law, &rules).is_ok(), "{} {:?}", law, check(&law, &rules));
                for other in neighbours(&law).into_iter().take(4) {
                    let differs =
                        (0..1500).any(|heap| other.small_value(heap) != law.small_value(heap));
                    let checked = check(&other, &rules);
                    let wrong = matches!(checked, Err(VerifyError::WrongLaw(_)));
                    prop_assert!(wrong == differs, "{:?} {:?}", other, checked);
                }
            }
        }
    }
}
