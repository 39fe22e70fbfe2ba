//! `upstar outcome`: who wins a position, and by which moves.

mod lines;
#[cfg(feature = "mcgs")]
mod mcgs;

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use upstar::lang::Session;
use upstar::{
    Analysis, CertificateFacts, Database, OutcomeOptions, Play, Property, analyze_outcome, read_sum,
};
use upstar_core::{Budget, Player};
use upstar_engine::{Convention, RuleError, Settings, Solver, Summand};

use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Result, and_saved, player, result_in_words, to_move,
};

/// Find who wins a position, or a sum of positions and values
///
/// Prints N (the first player wins), P (the second), L (Left) or R (Right); in games that may never
/// end also D, PHat, PCheck, NHat, NCheck.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("begins").args(["line", "certificate"]).multiple(true)))]
pub(crate) struct OutcomeOf {
    /// A position, or a sum of positions and values: 'domineering("5x6")', 'nim(2,3) + kayles(9) +
    /// {2||1|0}'; `-` reads positions from standard input
    #[arg(value_name = "POSITION", required_unless_present_any = ["mcgs", "file"])]
    position: Option<String>,

    /// Read positions from a file, one per line, and print one line for each: the outcome, or
    /// `error: ...`; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["position", "mcgs", "value", "line", "database", "certificate"])]
    file: Option<String>,

    /// Answer the questions of a test file of the solver MCGS (`{B win, W loss}`, `{N 3}`, winning
    /// moves and thermographs after sums of games); shows unexpected answers and counts the
    /// expected ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "misere", "moves", "line", "certificate"])]
    mcgs: Option<PathBuf>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Also print the genus and the simplest form in misère play of impartial games
    #[arg(long, requires = "misere")]
    value: bool,

    /// Also list the winning moves, as `summand: position after the move`
    #[arg(long)]
    moves: bool,

    /// Also show a line of best play: the winner hurries, the loser delays
    #[arg(long)]
    line: bool,

    /// Look the position up in the database of a solved game, written by `upstar solve --database`;
    /// missing positions are computed
    #[arg(long, value_name = "DIR", conflicts_with_all = ["mcgs", "value", "certificate"])]
    database: Option<PathBuf>,

    /// Write a strategy of the winner to this file: an answer to every reply, which `upstar verify`
    /// checks and `upstar play --certificate` plays
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Who begins in the line of best play and in the certificate
    #[arg(long, value_parser = player(), ignore_case = true, default_value = "left", requires = "begins")]
    first: Player,

    /// Print one JSON object; with --file, or with --jsonl, each on one line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// How the engine works; none of it changes an answer.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineArgs {
    /// Do not use the symmetries of boards
    #[arg(long)]
    no_symmetry: bool,

    /// Do not split positions into independent parts
    #[arg(long)]
    no_components: bool,

    /// Do not use closed forms
    #[arg(long)]
    no_theorems: bool,

    /// Use what is stored in this file, and store what is found: at the end, and during long searches
    /// every few minutes, so that a search that was killed goes on
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl EngineArgs {
    /// The solver, with the values of the given file.
    pub(crate) fn solver(&self, threads: usize, budget: &Budget) -> Result<Solver> {
        #[cfg(not(feature = "store"))]
        if self.store.is_some() {
            return Err(crate::support::absent("`--store`", "store"));
        }
        #[cfg_attr(not(feature = "store"), allow(unused_mut))]
        let mut solver = Solver::with_budget(self.settings(threads), budget);
        #[cfg(feature = "store")]
        if let Some(path) = &self.store {
            solver.keep(Box::new(upstar::ValueStore::open(path).map_err(Failure::input)?));
        }
        Ok(solver)
    }

    fn settings(&self, threads: usize) -> Settings {
        Settings {
            symmetry: !self.no_symmetry,
            components: !self.no_components,
            theorems: !self.no_theorems,
            threads,
            ..Settings::default()
        }
    }
}

impl OutcomeOf {
    pub(crate) fn run(self) -> Outcome {
        if let Some(file) = &self.mcgs {
            return self.answer_file(file);
        }
        let dash = self.position.as_ref().filter(|position| *position == "-");
        if let Some(file) = self.file.as_ref().or(dash) {
            return self.answer_lines(file);
        }
        let Some(position) = &self.position else {
            return Err(Failure::input("expected a position"));
        };
        let (progress, budget) = self.budget.start();
        progress.stage("positions", None, &budget);
        let session = Session::with_solver(self.engine.solver(self.budget.threads(), &budget)?);
        let asked = Convention::of(self.misere);
        let (solver, sum) = (session.solver(), read_sum(&session, position, asked, &budget)?);
        let convention = sum.convention(asked)?;
        let first = self.first;
        let options = OutcomeOptions {
            convention,
            winning_moves: self.moves,
            line: self.line.then_some(first),
        };
        if let Some(folder) = &self.database {
            let database = Database::open(folder)?;
            // A sum that is not a position is in no database.
            let game = sum.game(&mut solver.worker(&budget)).ok();
            let found = game.map(|game| database.analyze(&game, options)).transpose()?.flatten();
            if let Some(found) = found {
                progress.clear();
                if let (None, [play]) = (found.outcome, &found.play[..])
                    && let Some(mover) = play.mover
                {
                    tell!(
                        "upstar: {position} is in {} with {mover} to move alone",
                        folder.display()
                    );
                }
                return self.show_found(&found, options);
            }
            tell!("upstar: {position} is not in {}; it is computed", folder.display());
        }
        for summand in sum.summands() {
            if let Summand::Position(game) = summand
                && game.is_bare_board()
            {
                tell!("upstar: nobody can move on this empty board of {}", game.name());
            }
        }
        let mut found = analyze_outcome(solver, &sum, options, &budget);
        // If the budget ends, the outcome is shown before the message.
        let mut valued = Ok(());
        if self.value
            && let Ok(found) = &mut found
        {
            valued = upstar::add_misere_value(solver, &sum, &budget, found);
            if let Err(RuleError::Exhausted(exhausted)) = &valued {
                found.stop = exhausted.reason;
            }
        }
        if let (Ok(found), Some(path)) = (&mut found, &self.certificate) {
            valued = valued.and_then(|()| {
                let strategy =
                    upstar::find_strategy(solver, &sum, first, options.convention, &budget)?;
                std::fs::write(path, &strategy.text).map_err(|error| {
                    RuleError::Store(format!("{}: {error}", path.display()).into())
                })?;
                found.properties.push(Property::Certificate(CertificateFacts {
                    file: path.display().to_string(),
                    first,
                    winner: strategy.winner,
                    lost: strategy.lost,
                    values: strategy.values,
                }));
                Ok(())
            });
            if let Err(RuleError::Exhausted(exhausted)) = &valued {
                found.stop = exhausted.reason;
            }
        }
        // Before any output, because a closed pipe ends the program.
        let saved = solver.save();
        progress.clear();
        let shown = found.map_err(Failure::from).and_then(|found| self.show(&found, options));
        and_saved(shown.and_then(|answer| valued.map(|()| answer).map_err(Failure::from)), saved)
    }

    #[cfg(not(feature = "mcgs"))]
    fn answer_file(&self, _: &std::path::Path) -> Outcome {
        Err(crate::support::absent("`--mcgs`", "mcgs"))
    }

    /// The answer of a database.
    fn show_found(&self, found: &Analysis, options: OutcomeOptions) -> Outcome {
        if self.json {
            say!("{}", crate::support::json(found));
            return Ok(Answer::Yes);
        }
        self.show(found, options)?;
        for play in &found.play {
            say!("{} {}", to_move(play.mover), result_in_words(play));
        }
        Ok(Answer::Yes)
    }

    fn show(&self, found: &Analysis, options: OutcomeOptions) -> Outcome {
        if self.json {
            say!("{}", crate::support::json(found));
            return Ok(Answer::Yes);
        }
        if let Some(outcome) = found.outcome {
            say!("{outcome}");
        }
        for (name, text) in found.properties.iter().map(Property::english) {
            say!("{name}: {text}");
        }
        for play in &found.play {
            for winning in &play.winning_moves {
                match play.mover {
                    None => say!("{winning}"),
                    Some(player) => say!("{player} {winning}"),
                }
            }
        }
        for play in found.play.iter().filter(|play| !play.line.is_empty()) {
            write_best_line(play, options.convention);
        }
        Ok(Answer::Yes)
    }
}

/// One line for each move, and the end of play.
fn write_best_line(play: &Play, convention: Convention) {
    let name = |index: usize| match (play.mover, index % 2) {
        (None, 0) => "the first player".to_owned(),
        (None, _) => "the second player".to_owned(),
        (Some(first), 0) => first.to_string(),
        (Some(first), _) => first.opponent().to_string(),
    };
    // A drawn line ends at the first repeated position.
    let (last, before) = match play.line.split_last() {
        Some((last, before)) => (last, before),
        None => return,
    };
    let repeats_from = before.iter().position(|position| position == last);
    let shown = if repeats_from.is_some() { before } else { &play.line[..] };
    for (index, position) in shown.iter().enumerate().skip(1) {
        match play.mover {
            None => say!("  {index:>3}  {position}"),
            Some(_) => say!("  {index:>3}  {:<5}  {position}", name(index - 1)),
        }
    }
    let last = shown.len() - 1;
    match repeats_from {
        Some(from) => {
            let mover = name(last);
            say!("{mover} moves back to the position after move {from}: nobody wins");
        }
        None => {
            let end = if convention == Convention::Misere { "wins" } else { "loses" };
            say!("{} cannot move and {end}", name(last));
        }
    }
}

impl From<upstar_engine::RuleError> for Failure {
    fn from(error: upstar_engine::RuleError) -> Self {
        match error {
            upstar_engine::RuleError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
            upstar_engine::RuleError::Unfinished { exhausted, known } => {
                Failure::Unfinished(exhausted, known)
            }
            other => Failure::input(other),
        }
    }
}
