//! Questions whose answer is an analysis, as JSON: quotients, solved games, plans, proofs,
//! certificates, endgames of chess.

use std::path::PathBuf;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use upstar::core::Convention;
use upstar::files::Source;
use upstar::files::graph::ReadOptions;
use upstar::files::table::Format;
use upstar::plan::{Known, Rates, Work, analyze_plan, size_of_file, size_of_game};
use upstar::rules::Game;
use upstar::{
    Analysis, ChessMoves, ClusterSolve, Database, Error, OutcomeOptions, RecordKind, SolveOptions,
    Solved,
};

use crate::convert::player_of;
use crate::graph::Graph;
use crate::position::{Position, convention};
use crate::whole::{Together, join};
use crate::work::{Failure, Object, run};

/// The misère quotient of positions, and whether it is that of others.
#[pyfunction]
#[pyo3(name = "_quotient")]
pub(crate) fn quotient(
    py: Python<'_>,
    positions: &Position,
    same_as: Option<&Position>,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let found = run(py, budget, |budget| match same_as {
        Some(other) => upstar::misere_quotients_agree(positions.sum(), other.sum(), budget),
        None => Ok(upstar::misere_quotient_of(positions.sum(), budget)?.0),
    })?;
    Ok(found.to_json())
}

fn single(py: Python<'_>, position: &Position) -> PyResult<Game> {
    let mut games = position.sum().games();
    match (games.next(), games.next(), position.sum().summands().len()) {
        (Some(game), None, 1) => Ok(game.clone()),
        _ => {
            // A sum of positions is one position of a compound.
            let text = position.text(py)?;
            run(py, None, |budget| upstar::read_game(&text, Convention::Normal, budget))
        }
    }
}

/// All positions that can be reached from a position, solved; the results in a folder, or in memory
/// alone, and as a table in a file.
#[pyfunction]
#[pyo3(name = "_solve")]
#[expect(clippy::too_many_arguments, reason = "the options of a question, given by name in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    misere: bool,
    first: Option<&str>,
    folder: Option<PathBuf>,
    outcomes_only: bool,
    table: Option<PathBuf>,
    threads: usize,
    together: Option<Together>,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let game = single(py, position)?;
    let first = first.map(player_of).transpose()?;
    if outcomes_only && folder.is_none() {
        return Err(PyValueError::new_err("outcomes_only= says what is kept in a folder="));
    }
    let options = SolveOptions {
        convention: game.convention(convention(misere || position.is_misere())),
        first,
        numbers: first.is_none(),
        threads,
        ..SolveOptions::default()
    };
    let kept = if outcomes_only { RecordKind::Outcome } else { RecordKind::Remoteness };
    if let Some(together) = together {
        // Of a single tier that is found by search, the moves are kept while positions are found.
        let single = game.tier() == 0 && !(options.numbers && game.tiers().is_some());
        let tiers = folder.is_some() || !single;
        let options = SolveOptions { tiers, ..options };
        let subject = format!("{} by {options:?}", game.text());
        let solve = ClusterSolve { options, kept, folder, output: table, checkpoint: None };
        let found = run(py, budget, |budget| {
            let cluster = join(&together, subject, threads, budget)?;
            solve.run(cluster, &game, |_, _| (), budget)
        })?;
        return Ok(found.to_json());
    }
    let found = run(py, budget, |budget| -> Result<Analysis, Error> {
        let Some(folder) = folder else {
            let solved = Solved::in_memory(&game, options, budget)?;
            if let Some(table) = table {
                solved.write_table(&table, Format::of_name(&table)?, budget)?;
            }
            return solved.analysis();
        };
        let database = Database::begin(&folder, &game, options, kept)?;
        let solved = Solved::within(&game, options, database, budget)?;
        if let Some(table) = table {
            solved.write_table(&table, Format::of_name(&table)?, budget)?;
        }
        solved.analysis()
    })?;
    Ok(found.to_json())
}

/// A position of a solved game in a folder; `None` if it is not there.
#[pyfunction]
#[pyo3(name = "_look_up")]
pub(crate) fn look_up(
    py: Python<'_>,
    folder: PathBuf,
    position: &Position,
    first: Option<&str>,
) -> PyResult<Option<String>> {
    let game = single(py, position)?;
    let line = first.map(player_of).transpose()?;
    let found = run(py, None, |_| {
        let database = Database::open(&folder)?;
        let convention = database.options().convention;
        database.analyze(&game, OutcomeOptions { convention, winning_moves: true, line })
    })?;
    Ok(found.map(|found| found.to_json()))
}

/// What solving a game, or a graph of a file or of a size, would need.
#[pyfunction]
#[pyo3(name = "_plan")]
#[expect(clippy::too_many_arguments, reason = "the options of a question, given by name in Python")]
pub(crate) fn plan(
    py: Python<'_>,
    subject: Option<&Object<'_>>,
    graph: Option<(u128, u128)>,
    game: Option<(u128, u128, Option<u128>)>,
    machines: u64,
    threads: u64,
    measure: bool,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let position = subject.and_then(|subject| subject.cast::<Position>().ok());
    let position = position.map(|position| single(py, position.get())).transpose()?;
    let file: Option<PathBuf> = match (subject, &position) {
        (Some(subject), None) => Some(subject.extract()?),
        _ => None,
    };
    let found = run(py, budget, |budget| -> Result<Analysis, Error> {
        let rates = if measure { Rates::measure(budget)? } else { Rates::default() };
        let (name, size) = if let Some(position) = position {
            (position.text(), size_of_game(&position, budget)?)
        } else if let Some(file) = file {
            (file.display().to_string(), size_of_file(&file, budget)?)
        } else if let Some((positions, moves, largest)) = game {
            let largest_tier = largest.unwrap_or(positions).min(positions);
            let work = Work::Positions { positions, moves, largest_tier, key: 0 };
            ("a game".to_owned(), (work, Known::Exactly))
        } else {
            let (vertices, arcs) = graph.unwrap_or_default();
            ("a graph".to_owned(), (Work::Graph { vertices, arcs }, Known::Exactly))
        };
        Ok(analyze_plan(&name, size, machines, threads, &rates))
    })?;
    Ok(found.to_json())
}

/// The text of a proof of a claim, about games or a graph.
#[pyfunction]
#[pyo3(name = "_prove")]
pub(crate) fn prove(
    py: Python<'_>,
    claim: &str,
    graph: Option<&Bound<'_, Graph>>,
    metamath: bool,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    if metamath && graph.is_some() {
        return Err(PyTypeError::new_err("proofs about graphs are for Coq alone"));
    }
    let graph = graph.map(|graph| graph.get().vertices_of());
    let proof = run(py, budget, |budget| {
        if let Some(graph) = graph {
            return upstar::prove_graph(claim, &graph, budget);
        }
        let mut session = upstar::lang::Session::with_budget(budget);
        if metamath {
            upstar::prove_metamath(claim, &mut session, budget)
        } else {
            upstar::prove(claim, &mut session, budget)
        }
    })?;
    Ok(proof.text)
}

/// Checks a certificate: of a graph that is in a file or a text, or of a period, a quotient or a
/// strategy.
#[pyfunction]
#[pyo3(name = "_verify")]
pub(crate) fn verify(
    py: Python<'_>,
    certificate: PathBuf,
    graph: Option<PathBuf>,
    arcs: Option<String>,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let found = run(py, budget, |budget| {
        let graph = match (graph, arcs) {
            (Some(path), _) => Source::Path(path),
            (None, Some(text)) => Source::bytes("graph.csv", text),
            (None, None) => return upstar::verify_period(&certificate, budget),
        };
        let certificate = Source::Path(certificate);
        upstar::verify_graph(&certificate, &graph, &ReadOptions::default(), budget)
    })?;
    Ok(found.to_json())
}

/// An endgame of chess, or a position of one in FEN.
#[pyfunction]
#[pyo3(name = "_chess")]
pub(crate) fn chess(
    py: Python<'_>,
    subject: &str,
    all_moves: bool,
    threads: usize,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let moves = if all_moves { ChessMoves::All } else { ChessMoves::Best };
    let found =
        run(py, budget, |budget| upstar::analyze_chess(subject, moves, threads.max(1), budget))?;
    Ok(found.to_json())
}

/// All codes with some digits, their periods as far as they are found.
#[pyfunction]
#[pyo3(name = "_survey")]
pub(crate) fn survey(
    py: Python<'_>,
    places: u8,
    to: u64,
    steps: u64,
    budget: Option<&Object<'_>>,
) -> PyResult<String> {
    let found = run(py, budget, |budget| {
        let each = || budget.clone().with_steps_left(steps);
        upstar::survey_of_codes(places, to, upstar::heaps::Settings::default(), each, budget)
            .map_err(Failure::from)
    })?;
    Ok(found.to_json())
}
