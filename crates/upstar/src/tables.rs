//! Sequences and tables: values of positions with one or two parameters.

use upstar_core::{Budget, Convention, Outcome, Player};
use upstar_engine::{Arguments, Game, Result, RuleError, Rules, Solver};
use upstar_games::{Row, Template, find_game};
use upstar_heaps::FoundLaw;
use upstar_values::{Style, thermography};

use crate::analysis::{Analysis, SequenceFacts, Table};

/// The quantity listed in a sequence of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SequenceOf {
    /// Grundy values in impartial games, else canonical forms.
    #[default]
    Value,
    /// The genus, in impartial games.
    Genus,
    /// The simplest form under misère play, in impartial games.
    MisereForm,
    /// Who wins.
    Outcome,
}

impl SequenceOf {
    /// The property to list: outcomes instead of values for games with misère rules.
    fn of(self, rules: &Rules) -> SequenceOf {
        match (self, rules.convention()) {
            (SequenceOf::Value, Convention::Misere) => SequenceOf::Outcome,
            _ => self,
        }
    }

    /// The name of the property that a sequence lists for the positions of a template.
    #[must_use]
    pub fn column(self, template: &Template) -> &'static str {
        let outcomes = |game: Game| self.of(game.rules()) == SequenceOf::Outcome;
        if template.game(1).is_ok_and(outcomes) { "outcome" } else { "value" }
    }
}

/// A property of the positions with a number left open, for the numbers `from` to `to` in order. `each`
/// gets every value as soon as it is known. [`Solver::save`] keeps the results in the solver's store,
/// however this ends.
///
/// ```
/// use upstar::SequenceOf;
/// use upstar::core::Budget;
/// use upstar::rules::{RuleError, Solver, Template};
///
/// let (solver, template) = (Solver::default(), Template::read("kayles")?);
/// let mut values = Vec::new();
/// upstar::sequence_of(SequenceOf::Value, &solver, &template, 0, 4, &Budget::unlimited(), |_, value| {
///     values.push(value.to_owned());
///     Ok::<(), RuleError>(())
/// })?;
/// assert_eq!(values, ["0", "1", "2", "3", "1"]);
/// # Ok::<(), RuleError>(())
/// ```
///
/// # Errors
///
/// An invalid position, an exhausted budget, an error of `each`; [`RuleError::NotApplicable`] for a
/// genus or a misère form of a game that has none.
pub fn sequence_of<E: From<RuleError>>(
    what: SequenceOf,
    solver: &Solver,
    template: &Template,
    from: u64,
    to: u64,
    budget: &Budget,
    mut each: impl FnMut(u64, &str) -> Result<(), E>,
) -> Result<(), E> {
    let mut ticker = budget.ticker();
    for n in from..=to {
        // Each value takes at least a part of a microsecond.
        ticker.tick(16).map_err(RuleError::from)?;
        let game = position(template, n)?;
        each(n, &property(what, solver, game, budget)?)?;
    }
    Ok(())
}

/// The position with a number, or an error that says which command lists a game of two numbers.
fn position(template: &Template, n: u64) -> Result<Game> {
    let two_numbers = || {
        let row = find_game(template.text().strip_suffix("(n)")?)?;
        let table = TableOfPositions::of(row).ok().filter(|_| template.game(4).is_err())?;
        let what = if table.boards { "boards of a size" } else { "pairs of numbers" };
        Some(RuleError::NotApplicable(format!(
            "positions of {name} are {what}: `upstar table {name} --max 4` lists their values",
            name = row.name
        )))
    };
    template.game(n).map_err(|error| two_numbers().unwrap_or(error))
}

/// The same as one answer, as far as the budget reaches.
///
/// # Errors
///
/// As [`sequence_of`]; an exhausted budget is no error.
pub fn analyze_sequence_of(
    what: SequenceOf,
    solver: &Solver,
    template: &Template,
    from: u64,
    to: u64,
    budget: &Budget,
) -> Result<Analysis> {
    let mut table = Table::new(["n", what.column(template)]);
    let take = |n: u64, value: &str| {
        table.rows.push(vec![n.to_string(), value.to_owned()]);
        Ok::<(), RuleError>(())
    };
    let ended = sequence_of(what, solver, template, from, to, budget, take);
    let mut analysis = Analysis::new(template.text());
    // Grundy values are numbers, as those of heaps are.
    if what == SequenceOf::Value && template.game(from).is_ok_and(|g| g.class().is_impartial()) {
        let values = table.rows.iter().map(|row| row[1].parse());
        if let Ok(values) = values.collect::<Result<Vec<u32>, _>>() {
            let name = Some(template.text().to_owned());
            let to = (values.len() as u64).checked_sub(1).map(|more| from + more);
            let first = Some(from);
            analysis.sequence =
                Some(Box::new(SequenceFacts { name, to, first, values, ..Default::default() }));
        }
    }
    match ended {
        Ok(()) => {}
        Err(RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. }) => {
            analysis.stop = exhausted.reason;
        }
        Err(error) => return Err(error),
    }
    analysis.table = Some(table);
    Ok(analysis)
}

/// The law of the Grundy values of a template for the numbers 0 to `to`, as far as the budget
/// reaches. It is proved if the positions are heaps and their rules prove it.
///
/// # Errors
///
/// As [`sequence_of`]; an exhausted budget is no error. [`RuleError::NotApplicable`] for a partizan
/// game.
pub fn analyze_law(
    solver: &Solver,
    template: &Template,
    to: u64,
    budget: &Budget,
) -> Result<Analysis> {
    let mut analysis = Analysis::new(template.text());
    let (mut values, mut ticker) = (Vec::new(), budget.ticker());
    let mut facts = SequenceFacts { name: Some(template.text().to_owned()), ..Default::default() };
    for n in 0..=to {
        let value = ticker.tick(16).map_err(RuleError::from);
        match value.and_then(|()| solver.grundy(&position(template, n)?, budget)) {
            Ok(value) => values.push(value),
            Err(RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. }) => {
                analysis.stop = exhausted.reason;
                break;
            }
            Err(error) => return Err(error),
        }
    }
    facts.to = (values.len() as u64).checked_sub(1);
    // The position of a number is the heap of this number, or else nothing is known of its rules.
    let heap = |n: u64| {
        let game = template.game(n).ok()?;
        (game.position::<Vec<u64>>()? == &[n]).then(|| game.rules().heap_rules()).flatten()
    };
    let found = match heap(5).filter(|rules| heap(8).as_ref() == Some(rules)) {
        Some(rules) => FoundLaw::of_game(&rules, &values, budget),
        None => FoundLaw::find(None, &values, budget),
    };
    match found {
        Ok(law) => facts.law = law,
        Err(exhausted) => analysis.stop = exhausted.reason,
    }
    if let Some(law) = facts.law.as_ref().filter(|law| law.is_proved()) {
        analysis.proved.push(law.to_string());
    }
    analysis.sequence = Some(Box::new(facts));
    Ok(analysis)
}

/// A property of a position.
fn property(what: SequenceOf, solver: &Solver, game: Game, budget: &Budget) -> Result<String> {
    match what.of(game.rules()) {
        SequenceOf::Value => return plain_value(solver, &game, budget),
        SequenceOf::Outcome => {
            let outcome = solver.outcome(&game.into(), Convention::Normal, budget)?;
            return Ok(outcome.name().to_owned());
        }
        SequenceOf::Genus | SequenceOf::MisereForm => {}
    }
    let form = solver.misere_form(&game.into(), budget)?;
    let mut worker = solver.forms().worker(budget);
    match what {
        SequenceOf::Genus => Ok(worker.genus(form).to_string()),
        _ => Ok(worker.text(form)?),
    }
}

/// A Grundy value, or a canonical form.
fn plain_value(solver: &Solver, game: &Game, budget: &Budget) -> Result<String> {
    if game.class().is_impartial() {
        return Ok(solver.grundy(game, budget)?.to_string());
    }
    let value = solver.value(&game.clone().into(), budget)?;
    Ok(solver.worker(budget).text(value, Style::default())?)
}

/// The positions of a game with two parameters: boards of a size, or pairs of numbers.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::rules::{Solver, find_game};
///
/// let positions = upstar::TableOfPositions::of(find_game("domineering").unwrap())?;
/// let cell = positions.cell(&Solver::default(), 2, 3, &Budget::unlimited())?;
/// assert_eq!((cell.value.as_str(), cell.mean.as_str()), ("{2|-1/2}", "3/4"));
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
#[derive(Clone, Copy)]
pub struct TableOfPositions {
    row: &'static Row,
    /// Whether they are boards of a size; otherwise two numbers.
    boards: bool,
    from: u64,
}

/// The row of a table for one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The canonical form.
    pub value: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
}

impl TableOfPositions {
    /// The positions of a game of the catalogue.
    ///
    /// # Errors
    ///
    /// [`RuleError::NotApplicable`] if they are neither boards of a size nor two numbers, or if
    /// neither player can move on a board that is given by its size.
    pub fn of(row: &'static Row) -> Result<Self> {
        let forms = [(true, 1), (false, 0), (false, 1)];
        let form = |(boards, from)| TableOfPositions { row, boards, from };
        // Some games have a first position and no second, or the other way round.
        let fits = |form: &Self| {
            form.game(form.from, form.from).is_ok() && form.game(form.from, form.from + 1).is_ok()
        };
        let found = forms.into_iter().map(form).find(fits);
        if found.is_some_and(|form| form.game(4, 4).is_ok_and(|game| game.is_bare_board())) {
            return Err(RuleError::NotApplicable(format!(
                "nobody can move on an empty board of {}: a position is written as {}",
                row.name, row.usage
            )));
        }
        found.ok_or_else(|| {
            let name = row.name;
            RuleError::NotApplicable(match row.make(&Arguments::numbers(&[4])) {
                // An empty strip of another game.
                Ok(game) if Player::BOTH.iter().all(|&p| game.options(p).is_ok_and(|o| o.is_empty())) => {
                    format!(
                        "nobody can move on an empty board of {name}: `upstar find {name} --max 4` \
                         lists all positions up to a size"
                    )
                }
                Ok(_) => format!(
                    "the size of a position of {name} is one number: `upstar sequence {name} 0..9` \
                     lists values, `upstar find {name} --max 4` all positions up to a size"
                ),
                Err(_) => format!(
                    "positions of {name} are neither boards of a size nor two numbers; \
                     `upstar games {name}` says how they are written, and `upstar find {name} --max 4` \
                     lists all up to a size"
                ),
            })
        })
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.row.name
    }

    /// The least value of both numbers.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The same table without the positions in which a number is below `least`.
    #[must_use]
    pub fn starting_at(self, least: u64) -> Self {
        TableOfPositions { from: self.from.max(least), ..self }
    }

    /// The names of the two numbers.
    #[must_use]
    pub fn columns(&self) -> [&'static str; 2] {
        if self.boards { ["rows", "columns"] } else { ["a", "b"] }
    }

    /// The position with these numbers.
    ///
    /// # Errors
    ///
    /// [`RuleError::Argument`] if there is no such position.
    pub fn game(&self, a: u64, b: u64) -> Result<Game> {
        self.row.make(&if self.boards {
            Arguments::size(a, b)
        } else {
            Arguments::numbers(&[a, b])
        })
    }

    /// The table row for the position with these numbers. [`Solver::save`] keeps the results in the
    /// solver's store, even if the budget ended before the value was found.
    ///
    /// # Errors
    ///
    /// An exhausted budget, or a position without a value.
    pub fn cell(&self, solver: &Solver, a: u64, b: u64, budget: &Budget) -> Result<Cell> {
        budget.check()?;
        let value = solver.value(&self.game(a, b)?.into(), budget)?;
        let mut worker = solver.worker(budget);
        Ok(Cell {
            value: worker.text(value, Style::default())?,
            outcome: worker.outcome(value)?,
            mean: thermography::mean(&mut worker, value)?.to_string(),
            temperature: thermography::temperature(&mut worker, value)?.to_string(),
        })
    }

    /// The value alone: a Grundy value, or a canonical form.
    ///
    /// # Errors
    ///
    /// As [`TableOfPositions::cell`].
    pub fn value(&self, solver: &Solver, a: u64, b: u64, budget: &Budget) -> Result<String> {
        budget.check()?;
        plain_value(solver, &self.game(a, b)?, budget)
    }

    /// The columns listed for a position, after those of the two numbers.
    #[must_use]
    pub fn columns_of(&self, what: SequenceOf) -> &'static [&'static str] {
        match self.what(what) {
            SequenceOf::Outcome => &["outcome"],
            SequenceOf::Value => &["value", "outcome", "mean", "temperature"],
            SequenceOf::Genus => &["genus"],
            SequenceOf::MisereForm => &["form"],
        }
    }

    /// The property listed for this request.
    fn what(&self, asked: SequenceOf) -> SequenceOf {
        self.row.own().map_or(asked, |own| asked.of(own.rules()))
    }

    /// The cells listed for the position with these numbers; see [`TableOfPositions::columns_of`].
    ///
    /// # Errors
    ///
    /// As [`TableOfPositions::cell`] and [`sequence_of`].
    pub fn cells(
        &self,
        what: SequenceOf,
        solver: &Solver,
        a: u64,
        b: u64,
        budget: &Budget,
    ) -> Result<Vec<String>> {
        if self.what(what) != SequenceOf::Value {
            return Ok(vec![self.property(what, solver, a, b, budget)?]);
        }
        let cell = self.cell(solver, a, b, budget)?;
        Ok(vec![cell.value, cell.outcome.name().to_owned(), cell.mean, cell.temperature])
    }

    /// One property of the position with these numbers.
    ///
    /// # Errors
    ///
    /// As [`sequence_of`].
    pub fn property(
        &self,
        what: SequenceOf,
        solver: &Solver,
        a: u64,
        b: u64,
        budget: &Budget,
    ) -> Result<String> {
        budget.check()?;
        property(what, solver, self.game(a, b)?, budget)
    }

    /// The whole table as one answer, as far as the budget reaches: both numbers from the least to
    /// `most`, with the second running faster. [`Solver::save`] keeps the results.
    ///
    /// # Errors
    ///
    /// An invalid position.
    pub fn analyze(&self, solver: &Solver, most: (u64, u64), budget: &Budget) -> Result<Analysis> {
        self.analyze_of(SequenceOf::Value, solver, most, budget)
    }

    /// As [`TableOfPositions::analyze`], for another property of the positions.
    ///
    /// # Errors
    ///
    /// As [`sequence_of`]; an exhausted budget is no error.
    pub fn analyze_of(
        &self,
        what: SequenceOf,
        solver: &Solver,
        most: (u64, u64),
        budget: &Budget,
    ) -> Result<Analysis> {
        let mut analysis = Analysis::new(self.name());
        let columns = self.columns().into_iter().chain(self.columns_of(what).iter().copied());
        let columns = columns.map(str::to_owned).collect();
        let mut table = Table { columns, rows: Vec::new() };
        let sizes = (self.from..=most.0).flat_map(|a| (self.from..=most.1).map(move |b| (a, b)));
        for (a, b) in sizes {
            match self.cells(what, solver, a, b, budget) {
                Ok(cells) => table
                    .rows
                    .push([a.to_string(), b.to_string()].into_iter().chain(cells).collect()),
                Err(RuleError::Exhausted(exhausted) | RuleError::Unfinished { exhausted, .. }) => {
                    analysis.stop = exhausted.reason;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        analysis.table = Some(table);
        Ok(analysis)
    }
}
