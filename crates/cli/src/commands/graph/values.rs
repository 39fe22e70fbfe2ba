//! `upstar graph values`: the Grundy value or loopy nimber of every vertex.

use clap::Args;
use upstar::values::Style;
use upstar::{Analysis, GraphTask};

use super::whole::{Question, WholeGraph};
use crate::support::{Outcome, counted};

/// Find the value of every vertex in sums: a nimber or, with cycles, ∞{K}
///
/// Every vertex equals a nimber `*n` or, in a graph with cycles, may have a value `∞{K}`, where K
/// is the set of nimbers among its options. Prints the number of vertices with each value; -o
/// writes a table vertex,value.
///
/// With --processes or --hosts, several processes work on one graph together, as in `graph solve`.
#[derive(Debug, Args)]
pub(crate) struct Values {
    /// Print only the value of this vertex; may be given several times
    #[arg(long, value_name = "VERTEX")]
    from: Vec<String>,

    /// Write `inf` for ∞
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    graph: WholeGraph,
}

impl Values {
    pub(crate) fn run(self) -> Outcome {
        let task = GraphTask::Values(if self.ascii { Style::Ascii } else { Style::Plain });
        let (words, more) = (for_a_person, for_a_person);
        self.graph.run(&Question { task, owned: None, from: &self.from, words, more })
    }
}

/// The value of a vertex, or the number of vertices with each value.
fn for_a_person(analysis: &Analysis) -> String {
    if let Some(value) = &analysis.value {
        return format!("{value}\n");
    }
    let Some(facts) = &analysis.graph else { return String::new() };
    let mut text = counted(facts.vertices, "vertex", "vertices") + "\n";
    let width = facts.values.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
    let digits = facts.values.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
    for (value, count) in &facts.values {
        text += &format!("  {value:<width$}  {count:>digits$}\n");
    }
    text
}
