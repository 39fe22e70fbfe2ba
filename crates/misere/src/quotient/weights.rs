//! Integer weights of heaps whose totals determine who wins: quotients that are the integers.

use std::collections::HashMap;

use upstar_core::{Budget, Exhausted, Lease};
use upstar_heaps::HeapRule;

use super::Result;
use super::error::QuotientError;
use super::kind::Kind;
use super::totals::{TotalOutcomes, Weighted, gcd};

/// Integer weights of heaps, such that the total weight of a sum determines who wins it. Different
/// totals are not equivalent, so that the misère quotient is the group of the integers.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The weight of each heap from 0 on, as far as computed.
    pub weights: Vec<i64>,
    /// The outcome of each total.
    pub outcomes: TotalOutcomes,
    /// The period, if the weights are arithmetically periodic forever. Then the outcomes are those of
    /// the sums of all heaps.
    pub period: Option<WeightPeriod>,
    /// The options of each heap as heaps, of Left and of Right.
    options: Vec<[Vec<Vec<usize>>; 2]>,
}

/// Weights with `w(n + period) = w(n) + step` for all `n >= preperiod`; the theorem is that of
/// [`PretendingPeriod`](super::PretendingPeriod). The options of a later heap change the total as
/// those of the heap one period before do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightPeriod {
    /// The last exception + 1; 0 if there is none.
    pub preperiod: u64,
    /// The shortest period.
    pub period: u64,
    /// By how much the weight grows in a period.
    pub step: i64,
    /// The last heap that the theorem needs.
    pub checked_to: u64,
}

/// The most games whose weights are found together.
const MOST_GAMES: usize = 5;
/// The largest of these weights.
const MOST_FIRST: i64 = 3;
/// So many games of one kind are played together.
const MOST_MULTIPLE: usize = 18;
/// So many games of several kinds are played together.
const MOST_MIXED: usize = 4;
/// The largest weight.
const MOST_WEIGHT: i64 = 1 << 12;
/// By how much the weight of a heap may be larger than those of earlier heaps and of its options.
const MORE: i64 = 4;

impl Weights {
    /// The weights of the heaps up to `last`, and of no more, if some are found and proved.
    ///
    /// # Errors
    /// Errors of the rules, and the budget.
    pub(super) fn find(
        rules: [&dyn HeapRule; 2],
        last: usize,
        budget: &Budget,
    ) -> Result<Option<Weights>> {
        let mut options = Vec::new();
        for heap in 0..=last {
            options.push(options_of(rules, heap)?);
        }
        // Heaps with the same options have the same weight; those without options have the weight 0.
        let mut class: Vec<Option<usize>> = Vec::new();
        let mut games: Vec<[Vec<Vec<usize>>; 2]> = Vec::new();
        for of_heap in &options {
            let sides = of_heap.each_ref().map(|side| {
                let parts = |sum: &Vec<usize>| -> Vec<usize> {
                    let mut parts: Vec<usize> = sum.iter().filter_map(|&n| class[n]).collect();
                    parts.sort_unstable();
                    parts
                };
                let mut sums: Vec<Vec<usize>> = side.iter().map(parts).collect();
                sums.sort_unstable();
                sums.dedup();
                sums
            });
            if sides.iter().all(Vec::is_empty) {
                class.push(None);
                continue;
            }
            let known = games.iter().position(|game| *game == sides);
            class.push(Some(known.unwrap_or(games.len())));
            if known.is_none() {
                games.push(sides);
            }
        }
        if games.is_empty() || games.len() > MOST_GAMES {
            return Ok(None);
        }
        let mut search = First { outcomes: Played::new(&games).all(budget)?, weights: vec![] };
        let found = search.next(games.len(), budget, &mut |weights, outcomes| {
            let weights = class.iter().map(|game| game.map_or(0, |game| weights[game])).collect();
            let found = Weights { weights, outcomes, period: None, options: options.clone() };
            Ok(found.is_proved(budget)?.then_some(found))
        })?;
        Ok(found)
    }

    /// Finds the weight of the next heap. `false`, and no change, if there is none.
    ///
    /// # Errors
    /// Errors of the rules, and the budget.
    pub(super) fn push(&mut self, rules: [&dyn HeapRule; 2], budget: &Budget) -> Result<bool> {
        let heap = self.weights.len();
        let options = options_of(rules, heap)?;
        let totals = options.iter().flatten().map(|sum| self.total(sum).abs());
        let reach = totals.chain(self.weights.iter().map(|w| w.abs())).max().unwrap_or(0);
        // A heap without options is worth 0.
        let most = if options.iter().all(Vec::is_empty) { 0 } else { reach + MORE };
        self.options.push(options);
        for weight in (0..=most.min(MOST_WEIGHT)).flat_map(|w| [w, -w]) {
            self.weights.push(weight);
            let proved = self.is_proved(budget);
            if let Ok(true) = proved {
                return Ok(true);
            }
            self.weights.pop();
            if let Err(error) = proved {
                self.options.pop();
                return Err(error.into());
            }
        }
        self.options.pop();
        Ok(false)
    }

    /// Looks for a period that is proved, where `needed` is the last heap that the theorem needs for a
    /// preperiod and a period.
    pub(super) fn look_for_period(
        &mut self,
        needed: &dyn Fn(u64, u64) -> Option<u64>,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let weights = &self.weights;
        let count = weights.len();
        for period in 1..count {
            let step = weights[count - 1] - weights[count - 1 - period];
            let differs = |&n: &usize| weights[n + period] - weights[n] != step;
            let preperiod = (0..count - period).rev().find(differs).map_or(0, |n| n + 1) as u64;
            let period = period as u64;
            let checked_to = needed(preperiod, period).filter(|&last| last < count as u64);
            let Some(checked_to) = checked_to else { continue };
            let found = WeightPeriod { preperiod, period, step, checked_to };
            if step == 0 || self.outcomes.is_right(&self.games(Some(&found)), budget)? {
                self.period = Some(found);
                return Ok(());
            }
        }
        Ok(())
    }

    /// The weight of a heap, if it is known. A known period gives the weight of every heap.
    pub fn weight(&self, heap: u64) -> Option<i128> {
        let known = |heap: u64| {
            self.weights.get(usize::try_from(heap).ok()?).map(|&weight| i128::from(weight))
        };
        known(heap).or_else(|| {
            let period = self.period?;
            let beyond = heap.checked_sub(period.preperiod)?;
            let periods = i128::from(beyond / period.period);
            let first = known(period.preperiod + beyond % period.period)?;
            Some(first + periods * i128::from(period.step))
        })
    }

    fn total(&self, sum: &[usize]) -> i64 {
        sum.iter().map(|&heap| self.weights[heap]).sum()
    }

    /// Whether both signs occur, 1 is a total, and the outcomes are right.
    fn is_proved(&self, budget: &Budget) -> Result<bool, Exhausted> {
        let signs = [1, -1].map(|sign| self.weights.iter().any(|weight| weight * sign > 0));
        let whole = self.weights.iter().copied().fold(0, gcd) == 1;
        Ok(signs == [true; 2]
            && whole
            && !self.outcomes.is_periodic()
            && self.outcomes.is_right(&self.games(None), budget)?)
    }

    /// The heaps by their weights and differences, each kind once; with a period, all heaps.
    fn games(&self, period: Option<&WeightPeriod>) -> Vec<Weighted> {
        let game = |(heap, options): (usize, &[Vec<Vec<usize>>; 2])| {
            let weight = self.weights[heap];
            let differences = options.each_ref().map(|side| {
                let mut differences: Vec<i64> =
                    side.iter().map(|sum| self.total(sum) - weight).collect();
                differences.sort_unstable();
                differences.dedup();
                differences
            });
            // The heaps of the last period go on.
            let goes_on = |period: &&WeightPeriod| {
                let heap = heap as u64;
                heap <= period.checked_to && heap + period.period > period.checked_to
            };
            let step = period.filter(goes_on).map_or(0, |period| period.step);
            Weighted { weight, step, differences }
        };
        let mut games: Vec<Weighted> = self.options.iter().enumerate().map(game).collect();
        games.retain(|game| !game.differences.iter().all(Vec::is_empty));
        games.sort_unstable();
        games.dedup();
        games
    }
}

/// The options of a heap, of Left and of Right.
fn options_of(
    rules: [&dyn HeapRule; 2],
    heap: usize,
) -> Result<[Vec<Vec<usize>>; 2], QuotientError> {
    let mut found = [vec![], vec![]];
    let mut order = None;
    for (rule, found) in rules.into_iter().zip(&mut found) {
        rule.options(heap as u64, &mut |parts| {
            let part = |&part: &u64| usize::try_from(part).ok().filter(|&part| part < heap);
            match parts.iter().map(part).collect() {
                Some(parts) => found.push(parts),
                None => order = parts.iter().copied().find(|part| *part >= heap as u64),
            }
            Ok(())
        })?;
    }
    match order {
        Some(part) => Err(QuotientError::Order { game: heap, part }),
        None => Ok(found),
    }
}

/// Sums of games, each the ascending numbers of its games, with the values of their outcomes.
type Outcomes = Vec<(Vec<usize>, u8)>;

/// Outcomes by play.
struct Played<'a> {
    games: &'a [[Vec<Vec<usize>>; 2]],
    /// The values of sums.
    known: HashMap<Vec<usize>, u8>,
}

impl<'a> Played<'a> {
    fn new(games: &'a [[Vec<Vec<usize>>; 2]]) -> Played<'a> {
        Played { games, known: HashMap::new() }
    }

    /// The outcomes of small sums.
    fn all(mut self, budget: &Budget) -> Result<Outcomes, Exhausted> {
        let mut sums: Vec<Vec<usize>> = vec![vec![]];
        let mut last = sums.clone();
        for count in 1..=MOST_MULTIPLE {
            let mut longer = Vec::new();
            for sum in &last {
                let least = sum.last().copied().unwrap_or(0);
                for game in least..self.games.len() {
                    if count <= MOST_MIXED || sum.iter().all(|&other| other == game) {
                        longer.push(sum.iter().copied().chain([game]).collect::<Vec<usize>>());
                    }
                }
            }
            sums.extend(longer.iter().cloned());
            last = longer;
        }
        sums.into_iter().map(|sum| Ok((sum.clone(), self.value(sum, budget)?))).collect()
    }

    fn value(&mut self, sum: Vec<usize>, budget: &Budget) -> Result<u8, Exhausted> {
        let (mut ticker, mut lease) = (budget.ticker(), Lease::new(budget));
        let mut waiting = vec![sum];
        let mut last = 0;
        while let Some(sum) = waiting.last() {
            if let Some(&value) = self.known.get(sum) {
                last = value;
                waiting.pop();
                continue;
            }
            let (mut unknown, mut reached, mut ends) =
                (None, [false; 2], Kind::Partizan.no_moves());
            for (at, &game) in sum.iter().enumerate() {
                if at > 0 && sum[at - 1] == game {
                    continue;
                }
                for (side, options) in self.games[game].iter().enumerate() {
                    for option in options {
                        ticker.tick(1 + sum.len() as u64 / 4)?;
                        ends &= !(1 << side);
                        let mut next = [&sum[..at], &sum[at + 1..], option].concat();
                        next.sort_unstable();
                        match self.known.get(&next) {
                            // The plane in which Left moves is 1, and its target 0.
                            Some(value) => reached[1 - side] |= value >> side & 1 == 1,
                            None => unknown = Some(next),
                        }
                    }
                }
            }
            match unknown {
                Some(next) => waiting.push(next),
                None => {
                    lease.cover((self.known.len() * (64 + 16 * sum.len())) as u64, 1 << 20)?;
                    let value = Kind::Partizan.value(|plane| reached[plane], ends);
                    self.known.insert(sum.clone(), value);
                }
            }
        }
        Ok(last)
    }
}

/// The search for the weights of the first games: those with which totals determine the outcomes
/// that were played.
struct First {
    outcomes: Outcomes,
    weights: Vec<i64>,
}

/// Accepts weights of games with the outcomes of totals, or does not.
type Accept<'a> = dyn FnMut(&[i64], TotalOutcomes) -> Result<Option<Weights>> + 'a;

impl First {
    /// Tries the weights of the games from the next one on.
    fn next(
        &mut self,
        count: usize,
        budget: &Budget,
        accept: &mut Accept<'_>,
    ) -> Result<Option<Weights>> {
        let Some(totals) = self.totals(budget)? else { return Ok(None) };
        if self.weights.len() == count {
            let outcomes = TotalOutcomes::observed(|total| totals.get(&total).copied());
            return match outcomes {
                Some(outcomes) => accept(&self.weights, outcomes),
                None => Ok(None),
            };
        }
        // The first weight that is not 0 may be taken to be positive.
        let first = self.weights.iter().all(|&weight| weight == 0);
        for weight in (0..=MOST_FIRST).flat_map(|w| [w, -w]).skip(1).filter(|w| !first || *w >= 0) {
            self.weights.push(weight);
            let found = self.next(count, budget, accept)?;
            self.weights.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The values of totals of games with weights; `None` if sums with one total have several.
    fn totals(&self, budget: &Budget) -> Result<Option<HashMap<i64, u8>>, Exhausted> {
        let mut ticker = budget.ticker();
        let mut found = HashMap::new();
        for (sum, value) in &self.outcomes {
            ticker.tick(1)?;
            if sum.last().is_some_and(|&game| game >= self.weights.len()) {
                continue;
            }
            let total = sum.iter().map(|&game| self.weights[game]).sum();
            if *found.entry(total).or_insert(*value) != *value {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }
}
