//! `upstar graph make`: the explicit graph of a position.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar::files::graph::GraphFormat;
use upstar::{Analysis, read_positions};
use upstar_core::{Budget, Convention};
use upstar_engine::{GraphForm, GraphOptions, RuleError, Sum};
use upstar_files::{MOST_TEXT, Source};
use upstar_games::parse_board;

use super::show::print;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Result, counted};

/// Write the graph of all positions that can be reached from a position
///
/// `upstar graph make 'wythoff(20,20)' -o g.csv` or, for a game played on a
/// board, `upstar graph make bandit board.txt -o g.csv`. The graph of a sum,
/// 'nim(1) + kayles(2)', is the product of the graphs of its summands.
#[derive(Debug, Args)]
pub(crate) struct Make {
    /// A position such as `nim(2,3)`, a sum of positions, or the name of a game
    /// with a board
    #[arg(value_name = "GAME")]
    game: String,

    /// The board, as rows of text; `-` is standard input
    #[arg(value_name = "BOARD")]
    board: Option<PathBuf>,

    /// Who moves first, if that is part of the vertex: `B` or `P` for the
    /// bandit and the policeman, `Left` or `Right` elsewhere
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// For a partizan game, make one vertex for each position and player to move, instead of
    /// colouring the arcs
    #[arg(long)]
    alternating: bool,

    /// Write the graph to this file, in the format given by its extension (.csv,
    /// .parquet, .dot, .json and so on, as `graph convert`); `-` is CSV on
    /// standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// The format to write, if the name does not determine it
    #[arg(long, value_name = "FORMAT")]
    to_format: Option<GraphFormat>,

    /// Print what was written as JSON; on standard error if standard output is in use
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Make {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        let sum = self.sum(&budget)?;
        let first = self.first.as_deref().map(|name| player(&sum, name)).transpose()?;
        let form = self.alternating.then_some(GraphForm::Alternating);
        progress.stage("positions", None, &budget);
        let options = GraphOptions { form, first };
        let made = upstar::write_positions(&sum, options, &self.output, self.to_format, &budget)?;
        progress.clear();
        let to_stderr = self.output == Path::new("-");
        if self.json || !to_stderr {
            print(&made, self.json, to_stderr, for_a_person)?;
        }
        Ok(Answer::Yes)
    }

    fn sum(&self, budget: &Budget) -> Result<Sum> {
        let Some(path) = &self.board else {
            return Ok(read_positions(&self.game, Convention::Normal, budget)?);
        };
        let name = path.display();
        let source = Source::of_argument(&name.to_string());
        let text = source.read_text(MOST_TEXT, budget)?;
        let game = parse_board(&self.game, &text)
            .map_err(|error| Failure::input(format!("{name}: {error}")))?;
        Ok(game.into())
    }
}

fn for_a_person(made: &Analysis) -> String {
    let Some(facts) = &made.graph else { return String::new() };
    format!(
        "{}: {}, {}\n",
        made.subject,
        counted(facts.vertices, "vertex", "vertices"),
        counted(facts.arcs, "arc", "arcs")
    )
}

/// The player with this name in the rules, or with a standard name.
fn player(sum: &Sum, name: &str) -> Result<upstar_core::Player, RuleError> {
    let game = sum.single().or_else(|| sum.games().next());
    let game = game.ok_or_else(|| RuleError::NotApplicable("a sum of nothing".to_owned()))?;
    game.rules().player(name)
}
