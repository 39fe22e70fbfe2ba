//! `upstar graph pursuit`: cops and robbers.

use clap::Args;
use upstar::{Analysis, Property, PursuitRules};

use super::GraphFile;
use super::show::{line, print};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, TableArgs};

/// Cops and robbers: how many cops catch the robber, and how soon
///
/// The cops choose their vertices, then the robber chooses one. Then both sides move in turn: all cops
/// along an arc each, or the robber along an arc; a piece may also stay. The cops win if one of them is
/// where the robber is. Tries 1, 2, ... cops up to --cops, and prints the cop number, the capture time (the
/// moves of the cops with best play) and a line of best play. The exit code is 1 if that many cops cannot
/// catch the robber. -o writes a table of all positions with the last number of cops tried: who moves (0
/// for the cops), who wins, in how many moves of both sides, and the winner's move. --undirected reads each
/// line of the file as an edge.
#[derive(Debug, Args)]
pub(crate) struct Pursuit {
    #[command(flatten)]
    file: GraphFile,

    /// The largest number of cops to try
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    cops: u32,

    /// The robber makes the first move
    #[arg(long)]
    robber_first: bool,

    /// A piece must move if it can
    #[arg(long)]
    no_stay: bool,

    #[command(flatten)]
    table: TableArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Pursuit {
    pub(crate) fn run(self) -> Outcome {
        let table = self.table.requested()?;
        let (progress, budget) = self.budget.start();
        let graph = self.file.open(&progress, &budget)?;
        let arcs = graph.graph();
        let returns = |v: u32| {
            let back = |&u: &u32| u != v && arcs.predecessors(u).contains(&v);
            arcs.predecessors(v).iter().any(back)
        };
        if arcs.arcs() > 0 && !(0..arcs.vertices()).any(returns) {
            progress.clear();
            tell!("upstar: no arc leads back; if lines are edges, --undirected reads them as such");
        }
        progress.stage("solving", None, &budget);
        let Pursuit { cops, robber_first, no_stay, .. } = self;
        let rules = PursuitRules { cops, robber_first, stay: !no_stay };
        let analysis = graph.pursue(rules, &budget, |solved| match &table {
            Some(table) => {
                Ok::<_, Failure>(solved.write_table(&table.path, table.format, &budget)?)
            }
            None => Ok(()),
        });
        progress.clear();
        let analysis = analysis?;
        print(&analysis, self.json, self.table.is_standard_output(), for_a_person)?;
        if Answer::to(&analysis) == Answer::No && !self.json {
            tell!("upstar: `--cops {}` tries one more", u64::from(cops) + 1);
        }
        Ok(Answer::to(&analysis))
    }
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(claim) = &analysis.claim {
        line(&mut text, &claim.reason);
    }
    for (name, value) in analysis.properties.iter().map(Property::english) {
        line(&mut text, &format!("{name}: {value}"));
    }
    for play in &analysis.play {
        line(&mut text, "best play (cops | robber):");
        for position in &play.line {
            line(&mut text, &format!("  {position}"));
        }
    }
    text
}
