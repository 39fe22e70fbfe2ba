//! `upstar graph stats`: figures about a graph.

use clap::Args;
use upstar::Analysis;

use super::GraphFile;
use super::show::print;
use crate::support::{Answer, BudgetArgs, Outcome};

/// Print statistics of a graph: vertices, arcs, terminals, degrees, a cycle if any
#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    file: GraphFile,

    /// Print the statistics as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Stats {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        let analysis = self.file.open(&progress, &budget)?.stats(&budget)?;
        progress.clear();
        print(&analysis, self.json, false, for_a_person)?;
        Ok(Answer::Yes)
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let Some(facts) = &analysis.graph else { return String::new() };
    let stats = facts.stats.clone().unwrap_or_default();
    let mut figures = vec![
        ("vertices", facts.vertices),
        ("arcs", facts.arcs),
        ("terminals", stats.terminals),
        ("terminals with a result of their own", stats.results),
        ("vertices without an arc into them", stats.sources),
        ("isolated vertices", stats.isolated),
        ("loops", stats.loops),
        ("repeated arcs", stats.parallel_arcs),
        ("largest out-degree", stats.max_out_degree),
        ("largest in-degree", stats.max_in_degree),
    ];
    if facts.coloured {
        figures.extend([
            ("blue arcs", stats.blue),
            ("red arcs", stats.red),
            ("green arcs", stats.green),
        ]);
    }
    let mut text = String::new();
    for (name, figure) in figures {
        text += &format!("{name:<38} {figure}\n");
    }
    text += &match stats.cycle {
        Some(cycle) => format!("{:<38} {cycle}\n", "a cycle"),
        None => "acyclic\n".to_owned(),
    };
    text
}
