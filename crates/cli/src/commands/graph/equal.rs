//! `upstar graph equal`: are two positions the same, or worth the same?

use std::io::Write;

use clap::Args;
use upstar::graphs::{loopy_values, same_game};
use upstar_files::graph::GraphFormat;

use super::load::load;
use super::sum::split;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Are two positions the same game?
///
/// They are if what can be reached from the one looks like what can be reached
/// from the other (the graphs are isomorphic). With --in-sums the question is
/// whether they can stand for each other in every sum of impartial games: they
/// can if their values are equal. Exit code 1 if the answer is no.
#[derive(Debug, Args)]
pub(crate) struct Equal {
    /// The first position
    #[arg(value_name = "FILE:VERTEX")]
    first: String,

    /// The second position
    #[arg(value_name = "FILE:VERTEX")]
    second: String,

    /// Ask whether they are worth the same in every sum
    #[arg(long)]
    in_sums: bool,

    /// The format of the files, where neither their names nor their content
    /// tell
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<GraphFormat>,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Equal {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let mut games = Vec::new();
        for token in [&self.first, &self.second] {
            let (path, vertex) = split(token)?;
            let loaded = load(path, self.from_format, &progress, &budget)?;
            let vertex = loaded.vertex(vertex)?;
            games.push((loaded, vertex));
        }
        progress.stage("comparing", None, &budget);
        let [(first, v), (second, w)] = &games[..] else { unreachable!("two were pushed") };
        let (equal, words) = if self.in_sums {
            let value = |loaded: &super::load::Loaded, vertex: u32| {
                loopy_values(&loaded.graph, &budget)
                    .map(|values| values.get(vertex).clone())
                    .map_err(|error| loaded.describe(&error))
            };
            let (a, b) = (value(first, *v)?, value(second, *w)?);
            let relation = if a == b { "both are" } else { "they are" };
            let values = if a == b { a.to_string() } else { format!("{a} and {b}") };
            (a == b, format!("{relation} worth {values}"))
        } else {
            let equal = same_game((&first.graph, *v), (&second.graph, *w), &budget)
                .map_err(|error| first.describe(&error))?;
            let verdict = if equal { "the same game" } else { "different games" };
            (equal, verdict.to_owned())
        };
        progress.clear();
        let text = if self.json {
            format!("{{\"schema\": 1, \"equal\": {equal}, \"reason\": \"{words}\"}}\n")
        } else {
            format!("{}: {words}\n", if equal { "yes" } else { "no" })
        };
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        Ok(if equal { Answer::Yes } else { Answer::No })
    }
}
