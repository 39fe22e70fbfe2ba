//! The misère quotients of partizan games on heaps.

use upstar_core::{Budget, Outcome, Player};
use upstar_heaps::{HeapRule, HeapRules, Periodicity};

use super::Result;
use super::build::Solver;
use super::error::QuotientError;
use super::heaps::{HeapQuotient, PretendingPeriod};
use super::weights::Weights;

/// The misère quotient of the heaps of a partizan game.
#[derive(Clone, Debug)]
pub enum PartizanQuotient {
    /// A finite quotient.
    Finite(HeapQuotient),
    /// The quotient is the group of the integers.
    Weights(Weights),
}

/// Steps for a quotient before integer weights are tried.
const FIRST_STEPS: u64 = 2_000_000;
/// Steps for the quotient with one more heap, if no time is given: some seconds.
const MOST_STEPS: u64 = 200_000_000;

/// The last heap that Plambeck and Siegel's theorem needs for a preperiod and a period, if both
/// players move by codes to which it applies.
fn needed(rules: &[HeapRules; 2], preperiod: u64, period: u64) -> Option<u64> {
    let of = |rules: &HeapRules| Periodicity::needed(rules.code()?, preperiod, period);
    Some(of(&rules[0])?.max(of(&rules[1])?))
}

impl PartizanQuotient {
    /// The quotient of the heaps up to `to`, where Left and Right move by rules of their own. Without
    /// `to`, it is the quotient of enough heaps to prove that it is the quotient of all. If the work
    /// stops, the answer is what is known by then, with the reason. `name` is that of the game.
    ///
    /// # Errors
    /// [`QuotientError::NoTheorem`] if `to` is not given and the theorem does not apply to the rules;
    /// [`QuotientError::Heaps`], [`QuotientError::Order`].
    ///
    /// ```
    /// use upstar_core::{Budget, Outcome};
    /// use upstar_heaps::HeapRules;
    /// use upstar_misere::quotient::PartizanQuotient;
    ///
    /// // Partizan Kayles: Left takes one pin, and Right two.
    /// let rules = ["0.7", "0.07"].map(|code| HeapRules::Code(code.parse().unwrap()));
    /// let budget = Budget::unlimited();
    /// let (kayles, _) = PartizanQuotient::of(&rules, "kayles", None, &budget, |_, _| {})?;
    /// let PartizanQuotient::Weights(found) = &kayles else { panic!("it is infinite") };
    /// assert_eq!(found.weights[..7], [0, 1, -1, 0, 1, -1, 0]);
    /// assert!(found.period.is_some_and(|period| (period.period, period.step) == (3, 0)));
    /// assert_eq!(kayles.outcome(&[2, 5, 1_000_000_001]), Some(Outcome::N));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        rules: &[HeapRules; 2],
        name: &str,
        to: Option<u64>,
        budget: &Budget,
        mut progress: impl FnMut(u64, usize),
    ) -> Result<(PartizanQuotient, Option<QuotientError>)> {
        if to.is_none() && needed(rules, 1, 1).is_none() {
            return Err(QuotientError::NoTheorem(name.to_owned()));
        }
        let needed = |preperiod, period| needed(rules, preperiod, period);
        let sides = [&rules[0] as &dyn HeapRule, &rules[1]];
        let mut solver = Solver::partizan(sides);
        let mut weights: Option<Weights> = None;
        let (mut period, mut stopped) = (None, None);
        let mut look = 4;
        for heap in 0..=to.unwrap_or(u64::MAX) {
            progress(heap, solver.monoid().len());
            if let Err(error) = push(&mut solver, &mut weights, sides, heap, budget) {
                stopped = Some(error);
                break;
            }
            if heap == look || Some(heap) == to {
                look += 1 + look / 16;
                match &mut weights {
                    None => period = PretendingPeriod::find(&needed, solver.map()),
                    Some(weights) => weights.look_for_period(&needed, budget)?,
                }
                if period.is_some() || weights.as_ref().is_some_and(|w| w.period.is_some()) {
                    break;
                }
            }
        }
        let is_wrong =
            |e: &mut _| matches!(e, QuotientError::Heaps(_) | QuotientError::Order { .. });
        if let Some(error) = stopped.take_if(is_wrong) {
            return Err(error);
        }
        if let Some(weights) = weights {
            return Ok((PartizanQuotient::Weights(weights), stopped));
        }
        let followed = solver.followed();
        let (monoid, map) = solver.into_parts(&Budget::unlimited())?;
        let found = HeapQuotient { monoid, map, period, followed };
        Ok((PartizanQuotient::Finite(found), stopped))
    }

    /// The number of heaps whose elements or weights were computed.
    pub fn computed(&self) -> u64 {
        match self {
            PartizanQuotient::Finite(found) => found.map.len() as u64,
            PartizanQuotient::Weights(found) => found.weights.len() as u64,
        }
    }

    /// Who wins a sum of heaps, if all of them are known.
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        match self {
            PartizanQuotient::Finite(found) => {
                found.sum(heaps.iter().copied()).map(|x| found.monoid.outcome(x))
            }
            PartizanQuotient::Weights(found) => {
                self.total(heaps).map(|total| found.outcomes.outcome(total))
            }
        }
    }

    /// The total weight of a sum of heaps, if there are weights and all of them are known.
    pub fn total(&self, heaps: &[u64]) -> Option<i128> {
        let PartizanQuotient::Weights(found) = self else { return None };
        heaps.iter().try_fold(0_i128, |total, &heap| total.checked_add(found.weight(heap)?))
    }

    /// Every winning move of a player in a sum of heaps, all of them known: the index of the heap, and
    /// the positive parts that replace it, ascending. Sorted.
    ///
    /// # Errors
    /// [`QuotientError::Heaps`]; [`QuotientError::Exhausted`] if the budget ends.
    pub fn winning_moves(
        &self,
        rules: &[HeapRules; 2],
        heaps: &[u64],
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(usize, Vec<u64>)>> {
        let mut ticker = budget.ticker();
        let mut found = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            let mut sum = heaps.to_vec();
            sum.remove(index);
            let rest = sum.len();
            rules[usize::from(player == Player::Right)].options(heap, &mut |parts| {
                ticker.tick(1 + heaps.len() as u64)?;
                sum.truncate(rest);
                sum.extend(parts);
                let outcome = self.outcome(&sum);
                let wins = outcome.and_then(|outcome| outcome.winner(player.opponent()));
                if wins == Some(player) {
                    let mut parts: Vec<u64> =
                        parts.iter().copied().filter(|&part| part > 0).collect();
                    parts.sort_unstable();
                    found.push((index, parts));
                }
                Ok(())
            })?;
        }
        found.sort();
        found.dedup();
        Ok(found)
    }
}

/// Adds the next heap: to the weights or, as long as there are none, to the finite quotient.
fn push(
    solver: &mut Solver<'_>,
    weights: &mut Option<Weights>,
    sides: [&dyn HeapRule; 2],
    heap: u64,
    budget: &Budget,
) -> Result {
    budget.check()?;
    let within = |steps: u64| budget.clone().with_steps_left(steps);
    let limited = budget.time_left().is_some();
    let more = if limited { budget.clone() } else { within(MOST_STEPS) };
    if let Some(weights) = weights {
        return match weights.push(sides, &more) {
            Ok(true) => Ok(()),
            Ok(false) => Err(QuotientError::NoWeight(heap)),
            Err(error) => budget.check().map_err(QuotientError::from).and(Err(error)),
        };
    }
    let is_large =
        |e: &QuotientError| matches!(e, QuotientError::Exhausted(_) | QuotientError::TooLarge(_));
    match solver.push(&within(FIRST_STEPS)) {
        Err(error) if is_large(&error) => budget.check()?,
        other => return other,
    }
    match Weights::find(sides, heap as usize, &more.part(1, 2)) {
        Ok(Some(found)) => {
            *weights = Some(found);
            return Ok(());
        }
        Ok(None) => {}
        Err(error) if is_large(&error) => budget.check()?,
        Err(error) => return Err(error),
    }
    match solver.push(&more) {
        Err(error) if is_large(&error) => {
            budget.check()?;
            Err(QuotientError::NotFound(heap))
        }
        other => other,
    }
}
