//! Grundy values and outcomes computed from a ruleset, each with a table that all positions of the
//! ruleset share.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use upstar_core::arcs::Colour;
use upstar_core::{Budget, GrundyValue, LoopyNimber, Outcome, Player};
use upstar_graphs::{Graph, GraphBuilder, GraphError, loopy_values};
use upstar_misere::Forms;
use upstar_values::{Id, Universe};

use crate::algebra::{Ending, Grundy, Of, Short, kind_of};
use crate::couples::CoupleSearch;
use crate::error::small_value;
use crate::graph::explore;
use crate::search::{Search, Signed, Stop, Use};
use crate::table::Table;
use crate::{
    Convention, Entailed, Fact, GraphForm, GraphOptions, GraphSink, Known, Options, Result,
    RuleError, Rules, Ruleset, SinkError,
};

mod forward;
mod outcomes;

/// Settings of the engine. They do not change answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether positions that are images of each other are computed once.
    pub symmetry: bool,
    /// Whether positions are split into independent parts.
    pub components: bool,
    /// Whether closed forms are used.
    pub theorems: bool,
    /// How many threads work on one position.
    pub threads: usize,
    /// About how many bytes one table may take. A search for who wins may take half of the memory that
    /// the budget has left, if this is more.
    pub table_bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let (symmetry, components, theorems) = (true, true, true);
        Settings { symmetry, components, theorems, threads: 1, table_bytes: 2 << 30 }
    }
}

/// Values and outcomes of positions. Results are kept for later questions.
pub struct Engine<'u> {
    universe: &'u Universe,
    settings: Settings,
    memory: Memory,
}

/// Tables by what they hold and the parameters of the ruleset.
type Tables = HashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>;

/// Results that the engines of one universe have computed. They outlive the engines, so that the
/// next engine continues from them; copies share them.
#[derive(Clone, Default)]
pub struct Memory {
    /// Where the misère forms of positions live.
    forms: Arc<Forms>,
    /// The number of the universe whose ids are in the tables, and the tables.
    tables: Arc<Mutex<(u64, Tables)>>,
    /// The last rules that stood for those of a game with entailing moves.
    last_plain: Arc<Mutex<Option<Rules>>>,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

impl Memory {
    /// A memory whose misère forms take their space from `budget`.
    #[must_use]
    pub fn with_budget(budget: &Budget) -> Self {
        Memory { forms: Arc::new(Forms::with_budget(budget.clone())), ..Self::default() }
    }

    /// Where the misère forms of positions live.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// Keeps the tables of rules that stand for those of a game with entailing moves until others do:
    /// there may be some for each position.
    fn keep_last_plain(&self, rules: &Rules) {
        let last = {
            let mut last = self.last_plain.lock().unwrap_or_else(PoisonError::into_inner);
            if last.as_ref() == Some(rules) { None } else { last.replace(rules.clone()) }
        };
        if let Some(last) = last {
            self.forget(&*last);
        }
    }

    /// Drops the tables of a ruleset and of its negative.
    pub(crate) fn forget<R: Ruleset + ?Sized>(&self, rules: &R) {
        let kinds = [kind_of(rules), format!("{} -{}", rules.name(), rules.parameters())];
        let is_own = |key: &str| {
            kinds.iter().any(|kind| {
                key.strip_prefix(kind).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })
        };
        let forgotten: Vec<_> = {
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.1.extract_if(|(_, key), _| is_own(key)).collect()
        };
        // Whatever the tables hold is dropped after the lock is released.
        drop(forgotten);
    }
}

/// The number of positions that are valued before the search for a Grundy value tries one value
/// after another. Most questions need no more.
const SOME_POSITIONS: u64 = 20_000;
/// Positions of more bytes take longer, in proportion to the square. Fewer of them are valued before
/// that, and one value after another is tried unless the next turn is likely to find all options.
const SMALL: u64 = 512;
/// The number of positions that the search for who wins looks at before it tries the other way.
const A_FEW_POSITIONS: u64 = 1000;
/// The factor by which the number of positions grows from turn to turn.
const MORE: u64 = 8;
/// If fewer than one in this many options have a value, the search tries one value after another.
const LEAST_VALUED: u64 = 100;

impl<'u> Engine<'u> {
    /// An engine that has not computed anything yet and whose values live in `universe`.
    #[must_use]
    pub fn new(universe: &'u Universe, settings: Settings) -> Self {
        Self::with_memory(universe, settings, Memory::default())
    }

    /// An engine that knows what earlier engines with this memory have computed.
    /// A memory of another universe is emptied: its values would mean nothing here.
    #[must_use]
    pub fn with_memory(universe: &'u Universe, settings: Settings, memory: Memory) -> Self {
        {
            let mut tables = memory.tables.lock().unwrap_or_else(PoisonError::into_inner);
            if tables.0 != universe.number() {
                *tables = (universe.number(), Tables::new());
            }
        }
        Engine { universe, settings, memory }
    }

    /// Where the values live.
    #[must_use]
    pub fn universe(&self) -> &'u Universe {
        self.universe
    }

    /// How the engine works.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where the misère forms of positions live.
    #[must_use]
    pub fn forms(&self) -> &Forms {
        &self.memory.forms
    }

    pub(crate) fn uses(&self) -> Use {
        Use {
            symmetry: self.settings.symmetry,
            components: self.settings.components,
            theorems: self.settings.theorems,
        }
    }

    /// The table of the kind `Kind` for a ruleset with these parameters.
    pub(crate) fn table<Kind: 'static, K, V>(&self, parameters: String) -> Arc<Table<K, V>>
    where
        K: Hash + Eq + Send + Sync + 'static,
        V: Copy + Send + Sync + 'static,
    {
        let mut memory = self.memory.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let tables = &mut memory.1;
        let new = || -> Arc<dyn Any + Send + Sync> {
            Arc::new(Table::<K, V>::new(self.settings.table_bytes))
        };
        let table = tables.entry((TypeId::of::<Kind>(), parameters)).or_insert_with(new).clone();
        match table.downcast() {
            Ok(table) => table,
            Err(_) => unreachable!("a kind of table has one type"),
        }
    }

    /// Lets several threads work on one question; the first answer counts.
    pub(crate) fn race<V: Send>(
        &self,
        work: impl Fn(usize, &AtomicBool) -> Result<V, Stop> + Sync,
    ) -> Result<V> {
        let finished = AtomicBool::new(false);
        let run = |thread| {
            let result = work(thread, &finished);
            finished.store(true, Ordering::Relaxed);
            result
        };
        let mut results: Vec<Result<V, Stop>> = Vec::new();
        if self.settings.threads <= 1 {
            results.push(run(0));
        } else {
            std::thread::scope(|scope| {
                let run = &run;
                let others: Vec<_> =
                    (1..self.settings.threads).map(|t| scope.spawn(move || run(t))).collect();
                results.push(run(0));
                for other in others {
                    match other.join() {
                        Ok(result) => results.push(result),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
            });
        }
        let mut failure = None;
        for result in results {
            match result {
                Ok(value) => return Ok(value),
                Err(Stop::Failed(error)) => failure = failure.or(Some(error)),
                Err(Stop::Overtaken) => {}
            }
        }
        Err(failure.unwrap_or_else(|| unreachable!("one thread has finished or failed")))
    }

    /// The Grundy value of a position of an impartial ruleset whose play ends.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for other rulesets; a used-up budget.
    pub fn grundy<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<GrundyValue> {
        let class = rules.class();
        if !class.is_impartial() || (class.loopy && !class.entailing) {
            return Err(RuleError::NotApplicable(format!(
                "a position of {} has no Grundy value in general: the game is {}",
                rules.name(),
                if class.is_impartial() { "loopy" } else { "partizan" }
            )));
        }
        if let Some(found) = rules.entailed(position, budget) {
            return match found? {
                Entailed::Nimber(value) => Ok(value),
                value if value.is_loony() => Err(RuleError::NotApplicable(format!(
                    "{} is loony: the player to move wins, and it equals no nimber",
                    rules.call(position)
                ))),
                value => Err(RuleError::NotApplicable(format!(
                    "{} equals no nimber: its value is {value}",
                    rules.call(position)
                ))),
            };
        }
        // Preparing a search takes a while, which many short questions do not need.
        if let Some(value) = self.by_theorem(rules, position, budget)? {
            return Ok(value);
        }
        let table = self.table::<Of<R, Grundy>, _, _>(kind_of(rules));
        let (mut search, mut by_values) = self.impartial_searches(rules, &table, budget);
        let size = rules.bytes(position) as u64;
        let times = size.saturating_mul(size) / (SMALL * SMALL);
        let least_valued = if times > 0 { MORE } else { LEAST_VALUED };
        let (mut most, mut before) = ((SOME_POSITIONS / (1 + times)).max(MORE), 0);
        loop {
            if let Some(value) = self.value_by_table(position, &mut search, most)? {
                return Ok(value);
            }
            // While the share of the options with values grows as the number of positions does, the
            // end is near, and a table of all positions costs least. Else both ways take turns, so
            // that the question costs a small multiple of what the better one does.
            let (valued, options) = self.valued_options(rules, position, &table, budget)?;
            if valued * least_valued < options || 2 * valued < before * MORE {
                by_values.give_up_after(most);
                if let Some(value) = finished(by_values.value(position))? {
                    return Ok(value);
                }
            }
            before = valued;
            most = most.saturating_mul(MORE);
        }
    }

    /// The search by a table of all positions, and the one that tries one value after another.
    fn impartial_searches<'s, R: Ruleset + ?Sized>(
        &self,
        rules: &'s R,
        table: &'s Table<R::Position, Signed<GrundyValue>>,
        budget: &'s Budget,
    ) -> (Search<'s, R, Grundy>, CoupleSearch<'s, R>) {
        let search = Search::new(rules, Grundy::new(), table, self.uses(), budget.ticker());
        let bytes = self.search_bytes(budget) / 2;
        let by_values = CoupleSearch::new(rules, self.uses(), table, budget, bytes);
        (search, by_values.in_threads(self.settings.threads.max(1)))
    }

    /// Whether the player to move loses a position of an impartial ruleset in normal play. The
    /// conditions of [`Engine::grundy`] hold, and no theorem gives the value.
    fn is_lost<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<bool> {
        let table = self.table::<Of<R, Grundy>, _, _>(kind_of(rules));
        let (mut search, mut by_values) = self.impartial_searches(rules, &table, budget);
        let mut most = A_FEW_POSITIONS;
        loop {
            // One winning move is enough, so this goes first and further.
            by_values.give_up_after(most);
            if let Some(lost) = finished(by_values.is_zero(position))? {
                return Ok(lost);
            }
            let value = self.value_by_table(position, &mut search, most / MORE)?;
            if let Some(value) = value {
                return Ok(value == 0);
            }
            most = most.saturating_mul(MORE);
        }
    }

    /// The value of a position, by a table of all positions, unless it takes more than `most` of them.
    fn value_by_table<R: Ruleset + ?Sized>(
        &self,
        position: &R::Position,
        search: &mut Search<'_, R, Grundy>,
        most: u64,
    ) -> Result<Option<GrundyValue>> {
        let threads = self.settings.threads as u64;
        if threads <= 1 || most < A_FEW_POSITIONS {
            search.give_up_after(most);
            return finished(search.value(position));
        }
        let found = OnceLock::new();
        self.race(|thread, finished| {
            let mut search = search.fork(Grundy::new()).in_thread(thread, finished);
            search.give_up_after(most / threads);
            match search.value(position) {
                Ok(value) => drop(found.set(value)),
                Err(Stop::Overtaken) => {}
                Err(failed) => return Err(failed),
            }
            Ok(())
        })?;
        Ok(found.into_inner())
    }

    /// The number of options whose parts are all in the table, and the number of all options.
    fn valued_options<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        table: &Table<R::Position, Signed<GrundyValue>>,
        budget: &Budget,
    ) -> Result<(u64, u64)> {
        let (mut options, mut parts, mut valued) = (Options::within(budget), Vec::new(), 0);
        options.list(rules, position, Player::Left)?;
        for option in &options {
            parts.clear();
            self.uses().components(rules, option, &mut parts)?;
            let known = |part: R::Position| {
                let key = if self.settings.symmetry { rules.normalize(part).0 } else { part };
                table.get(&key, table.hash(&key)).is_some()
            };
            valued += u64::from(parts.drain(..).all(known));
        }
        Ok((valued, options.len() as u64))
    }

    /// The Grundy value in normal play, if a theorem or a nim sequence gives it.
    fn by_theorem<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>> {
        if !self.settings.theorems {
            return Ok(None);
        }
        match rules.known(position, Convention::Normal) {
            Some(Known { fact: Fact::Grundy(value), .. }) => Ok(Some(value)),
            _ => rules.computed(position, budget)?.map(small_value).transpose(),
        }
    }

    /// The value of a position, in normal play: its canonical form.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for loopy rulesets; a used-up budget.
    pub fn value<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<Id> {
        let class = rules.class();
        if class.loopy && !class.entailing {
            return Err(RuleError::NotApplicable(format!(
                "play of {} need not end, so that a position has no canonical form of a short game",
                rules.name()
            )));
        }
        if class.is_impartial() {
            let value = self.grundy(rules, position, budget)?;
            return Ok(self.universe.worker(budget).nimber(value)?);
        }
        let table = self.table::<Of<R, Short<'static>>, _, _>(kind_of(rules));
        self.race(|thread, finished| {
            let algebra = Short::new(self.universe.worker(budget));
            Search::new(rules, algebra, &table, self.uses(), budget.ticker())
                .in_thread(thread, finished)
                .value(position)
        })
    }

    /// The value of a position of a partizan ruleset whose play need not end, if play from this
    /// position does. Other positions on the way are found by searching, until one repeats.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn ending_value<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<Option<Id>> {
        let table = self.table::<Of<R, Ending<'static>>, _, _>(kind_of(rules));
        let algebra = Ending(Short::new(self.universe.worker(budget)));
        let mut search = Search::new(rules, algebra, &table, self.uses(), budget.ticker());
        match search.value(position) {
            Ok(value) => Ok(value),
            Err(Stop::Failed(error)) => Err(error),
            Err(Stop::Overtaken) => unreachable!("one thread searches, and to the end"),
        }
    }

    /// The loopy nimber of a position of an impartial ruleset in which positions
    /// may recur.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for partizan rulesets; a used-up budget.
    pub fn loopy_nimber<R: Ruleset + ?Sized>(
        &self,
        rules: &R,
        position: &R::Position,
        budget: &Budget,
    ) -> Result<LoopyNimber> {
        if !rules.class().is_impartial() {
            return Err(RuleError::NotApplicable(format!("{} is partizan", rules.name())));
        }
        if let Some(found) = rules.entailed(position, budget) {
            return match found? {
                Entailed::Nimber(value) => Ok(LoopyNimber::Nimber(value)),
                Entailed::Infinite { exits, kept } if kept.is_empty() => {
                    Ok(LoopyNimber::infinite(exits))
                }
                value => Err(RuleError::NotApplicable(format!(
                    "{} equals no loopy nimber: its value is {value}",
                    rules.call(position)
                ))),
            };
        }
        let graph = explicit(rules, position, budget)?;
        let values = loopy_values(&graph, budget)?;
        Ok(values.get(0).clone())
    }
}

/// Who wins a nim heap.
fn outcome_of(value: GrundyValue) -> Outcome {
    if value == 0 { Outcome::P } else { Outcome::N }
}

/// Games with entailing moves have no rule for misère play.
fn no_misere(name: &str) -> RuleError {
    RuleError::NotApplicable(format!("{name} is played in normal play only"))
}

impl From<GraphError> for RuleError {
    fn from(error: GraphError) -> Self {
        match error {
            GraphError::Exhausted(exhausted) => RuleError::Exhausted(exhausted),
            other => RuleError::Graph(other),
        }
    }
}

/// Receives a graph without its names.
struct Arcs(GraphBuilder);

impl GraphSink for Arcs {
    fn vertex(&mut self, _: &str) -> Result<(), SinkError> {
        Ok(())
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        Ok(self.0.coloured_arc(from, to, colour)?)
    }
}

/// The result of a search; `None` if it was given up.
fn finished<T>(found: Result<T, Stop>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stop::Overtaken) => Ok(None),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// The graph of all positions that can be reached.
fn explicit<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    budget: &Budget,
) -> Result<Graph> {
    let form = if rules.class().is_impartial() { GraphForm::Plain } else { GraphForm::Coloured };
    let mut arcs = Arcs(GraphBuilder::with_budget(budget));
    let options = GraphOptions { form: Some(form), first: None };
    let size = explore(rules, position, options, &mut arcs, budget).map_err(RuleError::of_graph)?;
    arcs.0.vertices(size.vertices);
    Ok(arcs.0.finish()?)
}
