//! The cells of a sheet: the names they define and use, and which of them must be recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use upstar::lang::{LineNames, Session, Value, line_names};
use upstar_core::Budget;

use crate::answers::answer;
use crate::faults::Failure;
use crate::lines::{rules_in, statements};
use crate::protocol::{Answer, Cell, CellState, CellUpdate, Fault};

/// The maximum number of cells of a sheet, and the maximum length of a cell.
const MOST_CELLS: usize = 2000;
const MOST_SOURCE: usize = 200_000;

/// The names that a text defines and uses.
#[derive(Debug, Default)]
struct Names(LineNames);

impl Names {
    /// The names in all statements, in order; statements that cannot be parsed are skipped.
    fn of(source: &str) -> Self {
        let mut all = LineNames::default();
        for statement in statements(source) {
            if let Some(rules) = rules_in(statement.text) {
                all.defines.extend(games_in(&rules));
                continue;
            }
            let Ok(names) = line_names(statement.text) else { continue };
            all.uses.extend(names.uses.into_iter().filter(|name| !all.defines.contains(name)));
            all.defines.extend(names.defines);
        }
        Names(all)
    }
}

/// The names of custom games: the texts before `on`.
fn games_in(rules: &str) -> impl Iterator<Item = String> {
    rules.lines().filter_map(|line| {
        let (name, _) = line.split_once(" on ")?;
        let words = name.split_whitespace().map(str::to_lowercase);
        Some(words.collect::<Vec<_>>().join("_"))
    })
}

/// The result of a cell.
#[derive(Clone, Debug)]
struct Worked {
    /// The names used, each with the number of the computation that defined it.
    needed: Vec<(String, Option<u64>)>,
    /// The unique number of this computation.
    number: u64,
    defined: BTreeMap<String, Value>,
    answers: Vec<Answer>,
    fault: Option<Fault>,
    state: CellState,
    seconds: f64,
}

/// A cell that is known.
#[derive(Debug)]
struct Known {
    id: String,
    source: String,
    names: Arc<Names>,
    worked: Option<Worked>,
}

impl Known {
    fn news(&self, state: CellState) -> CellUpdate {
        let mut uses: Vec<String> = self.names.0.uses.iter().cloned().collect();
        uses.retain(|name| !name.is_empty());
        CellUpdate {
            cell: self.id.clone(),
            state,
            answers: Vec::new(),
            fault: None,
            defines: self.names.0.defines.iter().cloned().collect(),
            uses,
            seconds: None,
        }
    }

    /// The state of the cell, if it was computed.
    fn result(&self) -> Option<CellUpdate> {
        let worked = self.worked.as_ref()?;
        let mut news = self.news(worked.state);
        news.answers.clone_from(&worked.answers);
        news.fault.clone_from(&worked.fault);
        news.seconds = Some(worked.seconds);
        Some(news)
    }
}

/// The cells of a sheet, from the top.
#[derive(Debug, Default)]
pub(crate) struct SheetCells {
    cells: Vec<Known>,
    /// The cells that define a name, from the top.
    definers: BTreeMap<String, Vec<usize>>,
    /// The number of computations so far.
    works: u64,
}

impl SheetCells {
    /// Adopts the texts and the order of the current sheet.
    ///
    /// # Errors
    ///
    /// The sheet is too large.
    pub(crate) fn arrange(&mut self, cells: &[Cell]) -> Result<(), Failure> {
        if cells.len() > MOST_CELLS {
            return Err(Failure::new(format!("a sheet has at most {MOST_CELLS} cells")));
        }
        if cells.iter().any(|cell| cell.source.len() > MOST_SOURCE) {
            return Err(Failure::new(format!("a cell has at most {MOST_SOURCE} bytes")));
        }
        let mut before: BTreeMap<String, Known> =
            self.cells.drain(..).map(|known| (known.id.clone(), known)).collect();
        self.cells = cells
            .iter()
            .map(|cell| match before.remove(&cell.cell) {
                Some(known) if known.source == cell.source => known,
                _ => Known {
                    id: cell.cell.clone(),
                    source: cell.source.clone(),
                    names: Arc::new(Names::of(&cell.source)),
                    worked: None,
                },
            })
            .collect();
        self.definers.clear();
        for (at, known) in self.cells.iter().enumerate() {
            for name in &known.names.0.defines {
                self.definers.entry(name.clone()).or_default().push(at);
            }
        }
        Ok(())
    }

    /// Discards the results of all cells: their values belong to a session that has ended.
    pub(crate) fn forget(&mut self) {
        for known in &mut self.cells {
            known.worked = None;
        }
    }

    /// The last cell above `end` that defines a name.
    fn definer(&self, name: &str, end: usize) -> Option<usize> {
        let all = self.definers.get(name)?;
        let above = all.partition_point(|&at| at < end);
        above.checked_sub(1).map(|last| all[last])
    }

    /// All names that a text at the place `end` may need, directly or through functions, each with
    /// the defining cell above.
    fn closure(&self, names: &LineNames, end: usize) -> BTreeMap<String, Option<usize>> {
        let mut found = BTreeMap::new();
        let mut open: Vec<String> = names.uses.iter().cloned().collect();
        while let Some(name) = open.pop() {
            if found.contains_key(&name) {
                continue;
            }
            let at = self.definer(&name, end);
            if let Some(at) = at {
                open.extend(self.cells[at].names.0.uses.iter().cloned());
            }
            found.insert(name, at);
        }
        found
    }

    /// The values of names at the place `end`.
    fn values(&self, names: &BTreeMap<String, Option<usize>>) -> BTreeMap<String, Value> {
        let value = |(name, at): (&String, &Option<usize>)| {
            let worked = self.cells[(*at)?].worked.as_ref()?;
            Some((name.clone(), worked.defined.get(name)?.clone()))
        };
        names.iter().filter_map(value).collect()
    }

    /// The values of the names that an expression after the cell `id` needs, computed if necessary.
    /// Without a cell there are no names.
    ///
    /// # Errors
    ///
    /// A limit was reached.
    pub(crate) fn scope(
        &mut self,
        id: Option<&str>,
        subject: &str,
        session: &Session,
        budget: &Budget,
        rules: bool,
    ) -> Result<BTreeMap<String, Value>, Failure> {
        let end = id.and_then(|id| self.cells.iter().position(|known| known.id == id));
        let (Some(end), Ok(names)) = (end, line_names(subject)) else {
            return Ok(BTreeMap::new());
        };
        let needed = self.closure(&names, end + 1);
        let definers: BTreeSet<usize> = needed.values().copied().flatten().collect();
        let run: Vec<String> = definers.iter().map(|&at| self.cells[at].id.clone()).collect();
        self.run(Some(&run), session, budget, rules, &mut |_| ())?;
        Ok(self.values(&needed))
    }

    /// Computes cells: those of `run`, those above that they need, and computed cells whose names
    /// have changed. `Err` with the last failure if memory is used up or the work was stopped:
    /// later cells were not computed.
    pub(crate) fn run(
        &mut self,
        run: Option<&[String]>,
        session: &Session,
        budget: &Budget,
        rules: bool,
        tell: &mut dyn FnMut(CellUpdate),
    ) -> Result<(), Failure> {
        let asked: BTreeSet<&str> = run.into_iter().flatten().map(String::as_str).collect();
        let is_asked = |known: &Known| run.is_none() || asked.contains(known.id.as_str());
        // What was stopped is computed again only if it is asked for.
        let is_known = |known: &Known| {
            known.worked.as_ref().is_some_and(|worked| worked.state != CellState::Stopped)
        };
        let mut wanted: Vec<bool> =
            self.cells.iter().map(|known| is_asked(known) || is_known(known)).collect();
        let needs: Vec<BTreeMap<String, Option<usize>>> = (0..self.cells.len())
            .map(|at| self.closure(&self.cells[at].names.clone().0, at))
            .collect();
        for at in (0..self.cells.len()).rev().filter(|&at| wanted[at]).collect::<Vec<_>>() {
            let mut open = vec![at];
            while let Some(at) = open.pop() {
                for definer in needs[at].values().flatten() {
                    if !std::mem::replace(&mut wanted[*definer], true) {
                        open.push(*definer);
                    }
                }
            }
        }
        for known in self.cells.iter().filter(|known| is_asked(known)) {
            tell(known.news(CellState::Queued));
        }
        for at in 0..self.cells.len() {
            if !wanted[at] {
                continue;
            }
            let number = |at: &usize| self.cells[*at].worked.as_ref().map(|worked| worked.number);
            let needed: Vec<(String, Option<u64>)> = needs[at]
                .iter()
                .map(|(name, at)| (name.clone(), at.as_ref().and_then(number)))
                .collect();
            let valid = self.cells[at].worked.as_ref().is_some_and(|worked| {
                worked.state != CellState::Stopped && worked.needed == needed
            });
            let mut failure = None;
            if !valid {
                tell(self.cells[at].news(CellState::Running));
                let names = self.values(&needs[at]);
                self.works += 1;
                let (worked, stopped) =
                    work(&self.cells[at].source, names, self.works, session, budget, rules);
                self.cells[at].worked = Some(Worked { needed, ..worked });
                failure = stopped;
            }
            if let Some(news) =
                self.cells[at].result().filter(|_| !valid || is_asked(&self.cells[at]))
            {
                tell(news);
            }
            if let Some(failure) = failure {
                return Err(failure);
            }
        }
        Ok(())
    }
}

/// Computes one cell; with the failure if a limit was reached.
fn work(
    source: &str,
    mut names: BTreeMap<String, Value>,
    number: u64,
    session: &Session,
    budget: &Budget,
    rules: bool,
) -> (Worked, Option<Failure>) {
    let before = budget.report().elapsed;
    let mut worked = Worked {
        needed: Vec::new(),
        number,
        defined: BTreeMap::new(),
        answers: Vec::new(),
        fault: None,
        state: CellState::Done,
        seconds: 0.0,
    };
    let mut stopped = None;
    for (index, statement) in statements(source).into_iter().enumerate() {
        // Numbers are unique to each line, so that functions of different lines differ.
        let line = number.wrapping_mul(1 << 20).wrapping_add(index as u64);
        let found = match rules_in(statement.text) {
            Some(_) if !rules => Err(Failure::new(
                "this server accepts no custom rules: run your own `upstar serve`",
            )),
            Some(text) => upstar::add_rules(&text).map_err(Failure::from).map(|rows| {
                worked.answers.extend(rows.into_iter().map(crate::answers::added));
            }),
            None => (|| {
                let found = session.evaluate_line(&names, statement.text, line, budget)?;
                for (name, value) in found.defined {
                    names.insert(name.clone(), value.clone());
                    worked.defined.insert(name, value);
                }
                if let Some(value) = &found.value {
                    let answer = answer(session, value, found.name, statement.text, budget)?;
                    worked.answers.push(answer);
                }
                Ok(())
            })(),
        };
        if let Err(failure) = found {
            let exhausted = failure.is_stop();
            worked.state = if exhausted { CellState::Stopped } else { CellState::Wrong };
            stopped = exhausted.then(|| failure.clone());
            worked.fault = Some(failure.within(source, statement.start));
            break;
        }
    }
    worked.seconds = budget.report().elapsed.saturating_sub(before).as_secs_f64();
    (worked, stopped)
}
