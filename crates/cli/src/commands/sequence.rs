//! `upstar sequence`: the values of a game with one number, over a range.

use std::io::Write;

use clap::Args;
use upstar::heaps::FoundLaw;
use upstar::{Analysis, SequenceOf, sequence_of};
use upstar_core::{Budget, Exhausted, parse_u64};
use upstar_engine::Solver;
use upstar_files::table::{Column, Kind, Schema};
use upstar_games::Template;

use super::heaps::law_in_words;
use super::outcome::EngineArgs;
use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Table, TableArgs, and_saved, count, text_column,
};

/// List values of a game whose position is one number, such as `kayles 0..100`
///
/// Prints `n,value` lines, with Grundy values for impartial games. A position that contains `n`
/// works too: `'domineering("2xn")' 1..8`. `upstar table` has games of two numbers, and boards.
#[derive(Debug, Args)]
pub(crate) struct Sequence {
    /// The name of a game, or a position with `n` in place of a number
    #[arg(value_name = "GAME")]
    game: String,

    /// The numbers `A..B`, including both; `B` alone is `0..B`
    #[arg(value_name = "RANGE", value_parser = range, required_unless_present_any = ["to", "law"])]
    range: Option<(u64, u64)>,

    /// The numbers from 0 to N
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "range")]
    to: Option<u64>,

    /// List the genera of an impartial game: nim values in normal and misère play
    #[arg(long, conflicts_with = "misere_forms")]
    genus: bool,

    /// List the simplest forms of an impartial game in misère play
    #[arg(long)]
    misere_forms: bool,

    /// Find a law of the Grundy values from 0 on (to 1000, if nothing else is said): a period, a law
    /// by the digits of n, or one like G(2n) = n, G(2n+1) = G(n). Says whether the rules prove it
    #[arg(long, conflicts_with_all = ["genus", "misere_forms", "output"])]
    law: bool,

    #[command(flatten)]
    table: TableArgs,

    /// Print only the values, one on a line
    #[arg(long, conflicts_with_all = ["json", "output"])]
    plain: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "output")]
    json: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// Reads `A..B`, or `B` for `0..B`.
pub(super) fn range(text: &str) -> Result<(u64, u64), String> {
    let expected = || format!("`{text}` is not a range; write both ends, as in 0..100");
    let number = |text: &str| parse_u64(text.trim()).map_err(|_| expected());
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (number(from)?, number(to.trim_start_matches('='))?),
        None => (0, number(text)?),
    };
    if from > to {
        return Err(format!("`{text}` ends before it begins; write it as {to}..{from}"));
    }
    Ok((from, to))
}

impl Sequence {
    pub(crate) fn run(self) -> Outcome {
        let template = Template::read(&self.game)?;
        let (_progress, budget) = self.budget.start();
        let (from, to) = self.range();
        let solver = self.engine.solver(self.budget.threads(), &budget)?;
        if self.law {
            let to = self.range.map_or(self.to.unwrap_or(FoundLaw::VALUES), |(_, to)| to);
            let found = upstar::analyze_law(&solver, &template, to, &budget);
            let shown = found.map_err(Failure::from).map(|found| self.show_law(&found));
            return and_saved(shown, solver.save());
        }
        if self.json {
            let what = self.what();
            let found = upstar::analyze_sequence_of(what, &solver, &template, from, to, &budget);
            let saved = solver.save();
            let shown = found.map_err(Failure::from).map(|found| {
                say!("{}", crate::support::json(&found));
                Answer::of(&found)
            });
            return and_saved(shown, saved);
        }
        if let Some(table) = self.table.requested()? {
            let written = self.write_table(&table, &solver, &template, &budget);
            return and_saved(written, solver.save());
        }
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let what = self.what();
        // Not before there is a row.
        let mut header = (!self.plain).then(|| what.column(&template));
        let ended = sequence_of(what, &solver, &template, from, to, &budget, |n, value| {
            if let Some(column) = header.take() {
                writeln!(out, "n,{column}").map_err(Failure::output)?;
            }
            if self.plain {
                writeln!(out, "{value}").map_err(Failure::output)
            } else if value.contains([',', '"']) {
                writeln!(out, "{n},\"{value}\"").map_err(Failure::output)
            } else {
                writeln!(out, "{n},{value}").map_err(Failure::output)
            }
        });
        // What was found so far is shown.
        let shown = out.flush().map_err(Failure::output).and(ended);
        and_saved(shown.map(|()| Answer::Yes), solver.save())
    }

    fn show_law(&self, found: &Analysis) -> Answer {
        match found.sequence.as_deref() {
            Some(facts) if !self.json => say!("{}", law_in_words(facts, self.plain)),
            _ => say!("{}", crate::support::json(found)),
        }
        Answer::of(found)
    }

    /// The first and the last number.
    fn range(&self) -> (u64, u64) {
        self.range.unwrap_or((0, self.to.unwrap_or_default()))
    }

    /// What is listed.
    fn what(&self) -> SequenceOf {
        match (self.genus, self.misere_forms) {
            (true, _) => SequenceOf::Genus,
            (_, true) => SequenceOf::MisereForm,
            _ => SequenceOf::Value,
        }
    }

    /// The values as a table, as far as the budget goes.
    fn write_table(
        &self,
        table: &Table,
        solver: &Solver,
        template: &Template,
        budget: &Budget,
    ) -> Outcome {
        let what = self.what();
        let columns = [Column::new("n", Kind::U64), text_column(what.column(template))];
        let schema = Schema::new(columns);
        let metadata = [("game".to_owned(), self.game.clone())];
        let (from, to) = self.range();
        let mut stopped: Option<Exhausted> = None;
        table.write(&schema, &metadata, &Budget::unlimited(), |rows| {
            let ended = sequence_of(what, solver, template, from, to, budget, |n, value| {
                rows.row(|batch| {
                    batch.push_u64(0, n);
                    batch.push_text(1, value);
                })
            });
            match ended {
                Err(Failure::Exhausted(exhausted) | Failure::Unfinished(exhausted, _)) => {
                    stopped = Some(exhausted);
                    Ok(())
                }
                ended => ended,
            }
        })?;
        Ok(stopped.map_or(Answer::Yes, |exhausted| Answer::Partial(exhausted.reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends_or_begin_with_0() {
        assert_eq!(range("0..1e3"), Ok((0, 1000)));
        assert_eq!(range("20"), Ok((0, 20)));
        assert!(range("5..1").is_err() && range("five").is_err());
    }
}
