//! `upstar quotient`: the misère quotient of positions.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::misere::quotient::QuotientError;
use upstar::{QuotientFacts, SubgroupFacts, WeightFacts, read_positions};
use upstar_core::Budget;
use upstar_engine::Convention;
use upstar_files::table::{Column, Format, Kind, Schema};

use crate::support::{
    Answer, BudgetArgs, Failure, Outcome, Result, Table, and_saved, picture, write_picture,
};

/// Compute the misère quotient of positions and everything reachable from them
///
/// The quotient determines the outcomes in misère play of all sums of these positions. Their play
/// must always end: 'kayles(7)', 'cram("3x4") + nim(2)', 'domineering("2x2")'. For all heaps of a
/// take-and-break game use `upstar heaps GAME --quotient`.
#[derive(Debug, Args)]
pub(crate) struct QuotientOf {
    /// A position, or several separated by `+`
    #[arg(value_name = "POSITIONS")]
    positions: String,

    /// Test whether it is isomorphic to the quotient of these positions, and show how the
    /// generators correspond
    #[arg(long, value_name = "POSITIONS", conflicts_with_all = ["plot", "output"])]
    isomorphic: Option<String>,

    /// Draw the elements as a picture (.svg, .png, .pdf or .tex)
    #[arg(long, value_name = "FILE", value_parser = picture())]
    plot: Option<PathBuf>,

    /// Write the elements to this file (.csv, .json, .parquet or .tex); `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The format of the table, if the file name does not determine it
    #[arg(long, value_name = "FORMAT", requires = "output")]
    format: Option<Format>,

    /// Print only the orders of the quotient and of its P-portion: `40,9`; of partizan games also the
    /// numbers of elements that Left and that Right wins
    #[arg(long)]
    plain: bool,

    /// Print JSON
    #[arg(long, conflicts_with = "plain")]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl From<QuotientError> for Failure {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
            QuotientError::Heaps(error) => error.into(),
            other => Failure::input(other),
        }
    }
}

impl QuotientOf {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        let read = |text: &str| read_positions(text, Convention::Misere, &budget);
        let positions = read(&self.positions)?;
        let other = self.isomorphic.as_deref().map(read).transpose()?;
        progress.stage("positions", None, &budget);
        if let Some(other) = other {
            let analysis = upstar::misere_quotients_agree(&positions, &other, &budget)?;
            progress.clear();
            match &analysis.claim {
                Some(claim) if !self.json => say!("{}", claim.reason),
                _ => say!("{}", crate::support::json(&analysis)),
            }
            return Ok(Answer::to(&analysis));
        }
        let (analysis, _) = upstar::misere_quotient_of(&positions, &budget)?;
        progress.clear();
        let Some(facts) = analysis.quotient.as_deref() else { return Ok(Answer::Yes) };
        expect_finite(facts, [self.plot.is_some(), self.output.is_some()])?;
        if let Some(path) = &self.plot {
            write_picture(path, &upstar::quotient_scene(facts))?;
        }
        let written =
            write_table(self.output.as_deref(), self.format, &self.positions, facts, &budget);
        if self.output.as_deref().is_some_and(is_standard_output) {
            return written.map(|()| Answer::Yes);
        }
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let done = match (self.json, self.plain) {
            (true, _) => writeln!(out, "{}", crate::support::json(&analysis)),
            (_, true) => writeln!(out, "{}", orders(facts)),
            _ => text(facts, &mut out),
        };
        let shown = done.and_then(|()| out.flush()).map_err(Failure::output);
        and_saved(shown.map(|()| Answer::Yes), written)
    }
}

/// Whether a table is written where the answer would be.
pub(crate) fn is_standard_output(output: &Path) -> bool {
    output == Path::new("-")
}

fn text(facts: &QuotientFacts, out: &mut dyn Write) -> std::io::Result<()> {
    match &facts.weights {
        Some(found) => {
            totals(found, out)?;
            writeln!(out, "position,weight")?;
        }
        None => {
            counts(facts, out)?;
            structure(facts, out)?;
            writeln!(out, "position,element")?;
        }
    }
    facts.positions.iter().try_for_each(|(name, element)| {
        writeln!(out, "\"{}\",{element}", name.replace('"', "\"\""))
    })
}

/// The order of a quotient and the numbers of elements by who wins, with commas.
pub(crate) fn orders(facts: &QuotientFacts) -> String {
    match &facts.partizan {
        None if facts.weights.is_some() => "infinite".to_owned(),
        None => format!("{},{}", facts.order, facts.p_order),
        Some(found) => {
            format!("{},{},{},{}", facts.order, facts.p_order, found.left.len(), found.right.len())
        }
    }
}

/// The same as lines of text.
pub(crate) fn counts(facts: &QuotientFacts, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "order: {}", facts.order)?;
    writeln!(out, "P-positions: {}", facts.p_order)?;
    if let Some(found) = &facts.partizan {
        writeln!(out, "L-positions: {}", found.left.len())?;
        writeln!(out, "R-positions: {}", found.right.len())?;
    }
    Ok(())
}

/// The quotient that is the integers: the outcomes of totals.
pub(crate) fn totals(facts: &WeightFacts, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "order: infinite")?;
    writeln!(out, "Q = the integers: the total of weights determines the outcome")?;
    let to = facts.from + facts.outcomes.len() as i64 - 1;
    let outcomes: Vec<String> = facts.outcomes.iter().map(ToString::to_string).collect();
    writeln!(out, "outcomes of totals from {} to {to}: {}", facts.from, outcomes.join(","))?;
    let returns = |count: u64| match count {
        1 => "the same for all".to_owned(),
        count => format!("period {count}"),
    };
    writeln!(out, "below: {}", returns(facts.period_below))?;
    writeln!(out, "above: {}", returns(facts.period_above))
}

/// Refuses a table or a picture of a quotient without a table of its elements.
pub(crate) fn expect_finite(facts: &QuotientFacts, files: [bool; 2]) -> Result {
    match facts.weights.is_some() && files.contains(&true) {
        true => Err(Failure::input("the quotient is infinite: there is no table of its elements")),
        false => Ok(()),
    }
}

/// The structure of a quotient as text.
pub(crate) fn structure(facts: &QuotientFacts, out: &mut dyn Write) -> std::io::Result<()> {
    write!(out, "Q = {}; P = {{{}}}", facts.presentation, facts.p_portion.join(","))?;
    if let Some(found) = &facts.partizan {
        write!(out, "; L = {{{}}}; R = {{{}}}", found.left.join(","), found.right.join(","))?;
    }
    writeln!(out)?;
    let generators: Vec<String> =
        facts.generators.iter().map(|(name, heap)| format!("{name} is heap {heap}")).collect();
    if !generators.is_empty() {
        writeln!(out, "generators: {}", generators.join(", "))?;
    }
    writeln!(out, "tame: {}", facts.tame.as_deref().unwrap_or("no"))?;
    if let Some(kernel) = &facts.kernel {
        writeln!(out, "kernel: {}", group(kernel))?;
    }
    writeln!(out, "maximal subgroups:")?;
    facts.subgroups.iter().try_for_each(|subgroup| writeln!(out, "{}", group(subgroup)))
}

/// A subgroup: its structure, its order, its identity.
fn group(facts: &SubgroupFacts) -> String {
    format!("{}, order {}, identity {}", facts.group, facts.order, facts.identity)
}

/// Writes the elements: name, outcome, and the product with each generator.
pub(crate) fn write_table(
    output: Option<&Path>,
    format: Option<Format>,
    game: &str,
    facts: &QuotientFacts,
    budget: &Budget,
) -> Result {
    let (Some(table), Some(elements)) = (Table::requested(output, format)?, &facts.elements) else {
        return Ok(());
    };
    let schema = Schema::new(elements.columns.iter().map(|name| Column::new(name, Kind::Text)));
    let metadata = [("game".to_owned(), game.to_owned())];
    table.write(&schema, &metadata, budget, |rows| {
        elements.rows.iter().try_for_each(|row| {
            rows.row(|batch| {
                row.iter().enumerate().for_each(|(at, cell)| batch.push_text(at, cell));
            })
        })
    })
}
