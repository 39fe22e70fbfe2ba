//! `upstar graph draw`: a picture of a small graph.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::Analysis;
use upstar::draw::Scene;

use super::{GraphFile, convention, show};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, picture, write_picture};

/// Draw a graph: vertices coloured by outcome, best moves thick
///
/// In a parity game the vertices of player 0 (Left) are round and those of player 1 (Right) square.
/// For a large graph, --from draws the part that can be reached from a vertex.
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

    /// Where to write the picture: SVG, PNG, PDF or TikZ (`.tex`), by the extension; `-` is standard
    /// output
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = picture())]
    output: PathBuf,

    /// The title above the picture
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
        let (progress, budget) = self.budget.start();
        let graph = self.file.open_with_owners(false, false, &progress, &budget)?;
        let start = self.from.as_deref().map(|name| graph.vertex(name)).transpose()?;
        let payoffs = !graph.payoffs().is_empty();
        if payoffs || !graph.owners().is_empty() {
            if self.misere {
                return Err(Failure::input(
                    "--misere is for graphs whose vertices have no owners and no payoffs",
                ));
            }
            if payoffs {
                let solved = graph.solve_payoffs(0, &budget)?;
                let scene = solved.scene(start, self.title.clone())?;
                return self.write(&scene, &solved.analysis(start, &budget)?);
            }
            let solved = graph.solve_owned(None, &[], &budget)?;
            return self.write(&solved.scene(start, self.title.clone())?, &solved.analysis(start));
        }
        let solved = graph.solve(convention(self.misere), self.budget.threads(), &budget)?;
        let solved = solved.complete()?;
        progress.clear();
        self.write(&solved.scene(start, self.title.clone())?, &solved.analysis(start)?)
    }

    fn write(&self, scene: &Scene, analysis: &Analysis) -> Outcome {
        write_picture(&self.output, scene)?;
        if self.json {
            let to_stderr = self.output == Path::new("-");
            show::print(analysis, true, to_stderr, show::for_a_person)?;
        }
        Ok(Answer::Yes)
    }
}
