//! `upstar graph draw`: a picture of a small graph.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use upstar::draw::svg;
use upstar::files::Output;

use super::{GraphFile, convention, show};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, picture};

/// Draw a graph: vertices coloured by outcome, best moves thick
///
/// The picture is SVG. For a large graph, --from draws the part that can be reached from a vertex.
#[derive(Debug, Args)]
pub(crate) struct Draw {
    #[command(flatten)]
    file: GraphFile,

    /// Draw only what can be reached from this vertex
    #[arg(long, value_name = "VERTEX")]
    from: Option<String>,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Write the picture to this file (.svg); `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = picture(&["svg"]))]
    output: PathBuf,

    /// A line above the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Print what was drawn as JSON; on standard error if standard output is in use
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Draw {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let graph = self.file.open(&progress, &budget)?;
        let start = self.from.as_deref().map(|name| graph.vertex(name)).transpose()?;
        let solved = graph.solve(convention(self.misere), self.budget.threads(), &budget)?;
        let solved = solved.complete()?;
        let scene = solved.scene(start, self.title)?;
        progress.clear();
        let mut output = Output::create(&self.output)?;
        output
            .write_all(svg(&scene).as_bytes())
            .map_err(|error| Failure::from(output.error(error)))?;
        output.finish()?;
        if self.json {
            let to_stderr = self.output == Path::new("-");
            show::print(&solved.analysis(start)?, true, to_stderr, show::for_a_person)?;
        }
        Ok(Answer::Yes)
    }
}
