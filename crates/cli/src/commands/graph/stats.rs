//! `upstar graph stats`: figures about a graph.

use std::io::Write;

use clap::Args;
use upstar::graphs::{Order, stats, topological_order};

use super::load::{GraphFile, cycle_text};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Figures about a graph: vertices, arcs, terminals, degrees, a cycle if any
#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    file: GraphFile,

    /// Print the figures as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Stats {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let loaded = self.file.load(&progress, &budget)?;
        let stats = stats(&loaded.graph, &budget)?;
        let cycle = match stats.acyclic {
            true => None,
            false => match topological_order(&loaded.graph, &budget)? {
                Order::Cycle(cycle) => Some(cycle),
                Order::Acyclic(_) => None,
            },
        };
        progress.clear();
        let mut figures = vec![
            ("vertices", stats.vertices),
            ("arcs", stats.arcs),
            ("terminals", stats.terminals),
            ("terminals with a result of their own", stats.results),
            ("vertices without an arc into them", stats.sources),
            ("isolated vertices", stats.isolated),
            ("loops", stats.loops),
            ("repeated arcs", stats.parallel_arcs),
            ("largest out-degree", u64::from(stats.max_out_degree)),
            ("largest in-degree", stats.max_in_degree),
        ];
        if loaded.graph.is_coloured() {
            figures.extend([
                ("blue arcs", stats.blue),
                ("red arcs", stats.red),
                ("green arcs", stats.green),
            ]);
        }
        let cycle = cycle.map(|cycle| cycle_text(&loaded.names, &cycle));
        let text = if self.json {
            let mut object = serde_json::Map::new();
            object.insert("schema".to_owned(), 1.into());
            for (name, figure) in figures {
                object.insert(name.replace(' ', "_"), figure.into());
            }
            object.insert("acyclic".to_owned(), stats.acyclic.into());
            if let Some(cycle) = cycle {
                object.insert("cycle".to_owned(), cycle.into());
            }
            serde_json::to_string_pretty(&object).map_err(Failure::input)? + "\n"
        } else {
            let mut text = String::new();
            for (name, figure) in figures {
                text += &format!("{name:<38} {figure}\n");
            }
            text += &match cycle {
                Some(cycle) => format!("{:<38} {cycle}\n", "a cycle"),
                None => "acyclic\n".to_owned(),
            };
            text
        };
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        Ok(Answer::Yes)
    }
}
