//! Positions of a game that have a property, and censuses.

mod options;

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};

use upstar_core::{Budget, Convention, Outcome};
use upstar_engine::{Game, Result, RuleError, Solver};
use upstar_games::{Positions, Sample};
use upstar_graphs::generate::Random;
use upstar_values::structure::{Birthday, birthday};
use upstar_values::{Id, Rational, Style, Worker, thermography};

pub use self::options::{FindEnd, FindOptions, FoundRow, Measure};
use crate::analysis::{Analysis, Property, Table};

/// The result of [`find_positions`] as one answer.
///
/// # Errors
///
/// As [`find_positions`].
pub fn analyze_find(
    solver: &Solver,
    positions: &Positions,
    options: &FindOptions,
    budget: &Budget,
) -> Result<Analysis> {
    analysis_of(positions.name(), options.columns(positions), |each| {
        find_positions(solver, positions, options, budget, each)
    })
}

/// The analysis that lists what a search passes on.
fn analysis_of(
    name: &str,
    columns: Vec<&str>,
    search: impl FnOnce(&mut dyn FnMut(FoundRow) -> Result) -> Result<FindEnd>,
) -> Result<Analysis> {
    let mut analysis = Analysis::new(name);
    let columns = columns.into_iter().map(str::to_owned).collect();
    let mut table = Table { columns, rows: Vec::new() };
    let found = search(&mut |row| {
        table.rows.push(row.cells());
        Ok(())
    })?;
    if let Some(exhausted) = found.stop {
        analysis.stop = exhausted.reason;
    }
    analysis.properties.push(Property::PositionsLookedAt(found.looked_at));
    analysis.table = Some(table);
    Ok(analysis)
}

/// Searches all positions up to a size, or random ones, most of them variations of positions met
/// before. Each match goes to `each` as soon as it is known to match; matches found before the
/// budget ends count.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::rules::{Positions, Solver};
/// use upstar::{FindOptions, Measure, find_positions};
///
/// let positions = Positions::of("domineering", &[5], None)?;
/// let options = FindOptions { most: Some(Measure::Temperature), ..FindOptions::default() };
/// let mut found = Vec::new();
/// let budget = Budget::unlimited();
/// let end = find_positions(&Solver::default(), &positions, &options, &budget, |row| {
///     found.push(row.cells());
///     Ok::<_, upstar::rules::RuleError>(())
/// })?;
/// assert_eq!(end.looked_at, 36);
/// assert_eq!(found[0][..2], ["domineering(\"..|..\")", "+-1"]);
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
///
/// [`RuleError::NotApplicable`] if values are requested of games whose positions have none in
/// general, or if the greatest value or outcome is requested.
pub fn find_positions<E: From<RuleError>>(
    solver: &Solver,
    positions: &Positions,
    options: &FindOptions,
    budget: &Budget,
    each: impl FnMut(FoundRow) -> Result<(), E>,
) -> Result<FindEnd, E> {
    let by_outcome = options.is_by_outcome(positions.have_values());
    let mut search = FindSearch::new(solver, options, by_outcome, budget, each)?;
    let ended = match options.random {
        None => positions.each(budget, |game| {
            search.take(&game)?;
            Ok(search.goes_on())
        }),
        Some((tries, seed)) => search.at_random(positions, tries, seed),
    };
    search.end(ended)
}

/// As [`analyze_find`], among given positions: all of one custom ruleset, say. `name` says what they
/// are, and `have_values` whether they have canonical forms in general. A random search has no
/// positions to vary, so [`FindOptions::random`] is ignored.
///
/// # Errors
///
/// As [`find_positions`], and those of `games`.
pub fn analyze_find_among(
    solver: &Solver,
    (name, have_values): (&str, bool),
    games: impl IntoIterator<Item = Result<Game>>,
    options: &FindOptions,
    budget: &Budget,
) -> Result<Analysis> {
    let by_outcome = options.is_by_outcome(have_values);
    analysis_of(name, options.columns_of(by_outcome), |each| {
        let mut search = FindSearch::new(solver, options, by_outcome, budget, each)?;
        let mut ticker = budget.ticker();
        let among = || {
            for game in games {
                ticker.tick(16).map_err(RuleError::from)?;
                search.take(&game?)?;
                if !search.goes_on() {
                    break;
                }
            }
            Ok(())
        };
        let ended = among();
        search.end(ended)
    })
}

/// The reason a search ended.
enum Halt<E> {
    /// A position has no value, or the budget is used up.
    Rule(RuleError),
    /// The callback returned an error.
    Reader(E),
}

impl<E> From<RuleError> for Halt<E> {
    fn from(error: RuleError) -> Self {
        Halt::Rule(error)
    }
}

/// One class of a census.
struct Class {
    key: Key,
    count: u64,
    first: Game,
}

/// The key of a class of positions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Value(Id),
    Outcome(Outcome),
    Number(Rational),
    Day(Birthday),
}

struct FindSearch<'a, F> {
    solver: &'a Solver,
    options: &'a FindOptions,
    by_outcome: bool,
    budget: &'a Budget,
    each: F,
    facts: HashMap<Id, Facts>,
    /// The number of positions found.
    found: u64,
    best: Option<Key>,
    /// The positions with the greatest measure so far.
    kept: Vec<(Game, Id)>,
    census: Vec<Class>,
    places: BTreeMap<Key, usize>,
    /// The positions that random search has already found.
    listed: HashSet<Game>,
    looked_at: u64,
}

impl<'a, F> FindSearch<'a, F> {
    fn new(
        solver: &'a Solver,
        options: &'a FindOptions,
        by_outcome: bool,
        budget: &'a Budget,
        each: F,
    ) -> Result<Self> {
        if let Some(measure @ (Measure::Value | Measure::Outcome)) = options.most {
            return Err(RuleError::NotApplicable(format!(
                "there is no greatest {}; expected mean, temperature or birthday",
                measure.name()
            )));
        }
        if options.convention == Convention::Misere && !by_outcome {
            return Err(RuleError::NotApplicable(
                "values, means, temperatures and birthdays are those of normal play; in misère play \
                 positions are found by outcome"
                    .to_owned(),
            ));
        }
        Ok(FindSearch {
            solver,
            options,
            by_outcome,
            budget,
            each,
            facts: HashMap::new(),
            found: 0,
            best: None,
            kept: Vec::new(),
            census: Vec::new(),
            places: BTreeMap::new(),
            listed: HashSet::new(),
            looked_at: 0,
        })
    }

    /// Reports what is left after the last position was looked at, and how the search ended.
    fn end<E: From<RuleError>>(mut self, ended: Result<(), Halt<E>>) -> Result<FindEnd, E>
    where
        F: FnMut(FoundRow) -> Result<(), E>,
    {
        let stop = match ended {
            Ok(()) => None,
            Err(Halt::Rule(
                RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. },
            )) => Some(exhausted),
            Err(Halt::Rule(error)) => return Err(error.into()),
            Err(Halt::Reader(error)) => return Err(error),
        };
        self.finish()?;
        Ok(FindEnd { looked_at: self.looked_at, stop })
    }

    /// Whether the search continues.
    fn goes_on(&self) -> bool {
        self.options.most.is_some() || self.options.limit.is_none_or(|limit| self.found < limit)
    }

    /// Records a position; returns its value or outcome, unless the value is born too late.
    fn take<E>(&mut self, game: &Game) -> Result<Option<Key>, Halt<E>>
    where
        F: FnMut(FoundRow) -> Result<(), E>,
    {
        if self.by_outcome {
            return self.take_outcome(game).map(Some);
        }
        let value = self.solver.value(&game.clone().into(), self.budget)?;
        self.looked_at += 1;
        let options = self.options;
        if options.value.is_some_and(|wanted| wanted != value) {
            return Ok(Some(Key::Value(value)));
        }
        if !self.facts.contains_key(&value) {
            let facts = facts_of(&mut self.solver.worker(self.budget), value)?;
            self.facts.insert(value, facts);
        }
        let facts = &self.facts[&value];
        if options.born_by.is_some_and(|day| facts.birthday > Birthday::Finite(day.into())) {
            return Ok(None);
        }
        if options.outcome.is_some_and(|wanted| wanted != facts.outcome)
            || options.temperature.as_ref().is_some_and(|wanted| *wanted != facts.temperature)
        {
            return Ok(Some(Key::Value(value)));
        }
        if let Some(measure) = options.most {
            let key = facts.key(measure, value);
            match self.best.as_ref().map_or(Ordering::Greater, |best| key.cmp(best)) {
                Ordering::Less => return Ok(Some(Key::Value(value))),
                Ordering::Equal => {}
                Ordering::Greater => {
                    self.best = Some(key);
                    self.kept.clear();
                    self.census.clear();
                    self.places.clear();
                    self.listed.clear();
                }
            }
        }
        if let Some(measure) = options.census {
            let key = facts.key(measure, value);
            self.count(key, game);
        } else if options.random.is_none() || self.listed.insert(game.normalized().0) {
            if options.most.is_some() {
                self.kept.push((game.clone(), value));
            } else {
                self.show(game, value, self.budget)?;
            }
        }
        Ok(Some(Key::Value(value)))
    }

    /// As `take`, by outcomes alone.
    fn take_outcome<E>(&mut self, game: &Game) -> Result<Key, Halt<E>>
    where
        F: FnMut(FoundRow) -> Result<(), E>,
    {
        let sum = game.clone().into();
        let outcome = self.solver.outcome(&sum, self.options.convention, self.budget)?;
        self.looked_at += 1;
        let key = Key::Outcome(outcome);
        if self.options.outcome.is_none_or(|wanted| wanted == outcome) {
            if self.options.census.is_some() {
                self.count(key.clone(), game);
            } else if self.options.random.is_none() || self.listed.insert(game.normalized().0) {
                self.found += 1;
                (self.each)(FoundRow::Outcome { position: game.text(), outcome })
                    .map_err(Halt::Reader)?;
            }
        }
        Ok(key)
    }

    /// Counts a position in its class of the census.
    fn count(&mut self, key: Key, game: &Game) {
        let next = self.census.len();
        let place = *self.places.entry(key.clone()).or_insert(next);
        if place == next {
            self.census.push(Class { key, count: 0, first: game.clone() });
        }
        self.census[place].count += 1;
    }

    fn show<E>(&mut self, game: &Game, value: Id, budget: &Budget) -> Result<(), Halt<E>>
    where
        F: FnMut(FoundRow) -> Result<(), E>,
    {
        let text = self.solver.worker(budget).text(value, Style::default());
        let facts = &self.facts[&value];
        let row = FoundRow::Position {
            position: game.text(),
            value: text.map_err(RuleError::from)?,
            outcome: facts.outcome,
            mean: facts.mean.clone(),
            temperature: facts.temperature.clone(),
            birthday: facts.birthday.clone(),
        };
        self.found += 1;
        (self.each)(row).map_err(Halt::Reader)
    }

    fn at_random<E>(&mut self, positions: &Positions, tries: u64, seed: u64) -> Result<(), Halt<E>>
    where
        F: FnMut(FoundRow) -> Result<(), E>,
    {
        let mut random = Random::new(seed);
        let mut nearby = Nearby::default();
        let mut ticker = self.budget.ticker();
        for _ in 0..tries {
            ticker.tick(16).map_err(RuleError::from)?;
            let made = match nearby.choose(&mut random) {
                Some(one) if random.percent(90) => positions.near(one, &mut random),
                _ => positions.random(&mut random),
            };
            let Some(made) = made else { continue };
            if let Some(value) = self.take(made.game())? {
                nearby.keep(value, made, &mut random);
            }
            if !self.goes_on() {
                break;
            }
        }
        Ok(())
    }

    /// Reports results that had to wait for the end, even if the budget is used up.
    fn finish<E: From<RuleError>>(&mut self) -> Result<(), E>
    where
        F: FnMut(FoundRow) -> Result<(), E>,
    {
        let unlimited = Budget::unlimited();
        let limit =
            self.options.limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(usize::MAX));
        for (game, value) in std::mem::take(&mut self.kept).into_iter().take(limit) {
            self.show(&game, value, &unlimited).map_err(|halt| match halt {
                Halt::Rule(error) => error.into(),
                Halt::Reader(error) => error,
            })?;
        }
        if self.options.census != Some(Measure::Value) {
            self.census.sort_by(|a, b| a.key.cmp(&b.key));
        }
        let mut worker = self.solver.worker(&unlimited);
        for class in self.census.drain(..).take(limit) {
            let key = match class.key {
                Key::Value(id) => worker.text(id, Style::default()).map_err(RuleError::from)?,
                Key::Outcome(outcome) => outcome.name().to_owned(),
                Key::Number(number) => number.to_string(),
                Key::Day(day) => day.to_string(),
            };
            let position = class.first.text();
            (self.each)(FoundRow::Class { key, count: class.count, position })?;
        }
        Ok(())
    }
}

/// The positions that random search varies: one for each value or outcome, the last one met, so
/// that rare values are varied as often as common ones, and each time from another position.
#[derive(Debug, Default)]
struct Nearby {
    kept: Vec<SeedPosition>,
    places: BTreeMap<Key, usize>,
}

#[derive(Debug)]
struct SeedPosition {
    value: Key,
    specimen: Sample,
    /// The number of times the value was met.
    met: u64,
}

impl Nearby {
    /// The maximum number of positions kept.
    const MOST: usize = 4096;

    fn choose(&self, random: &mut Random) -> Option<&Sample> {
        let count = u32::try_from(self.kept.len()).ok().filter(|&count| count > 0)?;
        // The rarest of a few: rare values are often close to other rare ones.
        let among = 1 + random.below(4);
        let one = (0..among).map(|_| &self.kept[random.below(count) as usize]);
        one.min_by_key(|one| one.met).map(|one| &one.specimen)
    }

    fn keep(&mut self, value: Key, specimen: Sample, random: &mut Random) {
        if let Some(&place) = self.places.get(&value) {
            let kept = &mut self.kept[place];
            kept.met += 1;
            kept.specimen = specimen;
            return;
        }
        let new = SeedPosition { value: value.clone(), specimen, met: 1 };
        let place = if self.kept.len() < Self::MOST {
            self.kept.push(new);
            self.kept.len() - 1
        } else {
            let place = random.below(Self::MOST as u32) as usize;
            self.places.remove(&self.kept[place].value);
            self.kept[place] = new;
            place
        };
        self.places.insert(value, place);
    }
}

/// Facts about a value.
#[derive(Clone, Debug)]
struct Facts {
    outcome: Outcome,
    mean: Rational,
    temperature: Rational,
    birthday: Birthday,
}

impl Facts {
    fn key(&self, measure: Measure, value: Id) -> Key {
        match measure {
            Measure::Value => Key::Value(value),
            Measure::Outcome => Key::Outcome(self.outcome),
            Measure::Mean => Key::Number(self.mean.clone()),
            Measure::Temperature => Key::Number(self.temperature.clone()),
            Measure::Birthday => Key::Day(self.birthday.clone()),
        }
    }
}

fn facts_of(worker: &mut Worker<'_>, value: Id) -> Result<Facts> {
    Ok(Facts {
        outcome: worker.outcome(value)?,
        mean: thermography::mean(worker, value)?,
        temperature: thermography::temperature(worker, value)?,
        birthday: birthday(worker, value)?,
    })
}
