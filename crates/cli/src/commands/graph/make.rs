//! `upstar graph make`: the explicit graph of a position.

use std::path::{Path, PathBuf};

use clap::Args;
use upstar_core::arcs::Colour;
use upstar_files::table::{Column, Format, Kind, Schema};
use upstar_rules::{Game, GraphForm, GraphOptions, GraphSink, SinkError, parse_board, parse_game};

use super::show::count;
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress, Rows, Table};

/// Write the graph of all positions that can be reached from a position
///
/// `upstar graph make 'wythoff(20,20)' -o g.csv` or, for a game played on a
/// board, `upstar graph make bandit board.txt -o g.csv`.
#[derive(Debug, Args)]
pub(crate) struct Make {
    /// A position such as `nim(2,3)`, or the name of a game with a board
    #[arg(value_name = "GAME")]
    game: String,

    /// The board, as rows of text; `-` is standard input
    #[arg(value_name = "BOARD")]
    board: Option<PathBuf>,

    /// Who moves first, where that is part of the vertex: `B` or `P` for the
    /// bandit and the policeman, `Left` or `Right` elsewhere
    #[arg(long, value_name = "PLAYER")]
    first: Option<String>,

    /// Make a vertex of a position and who is to move, for a game in which Left
    /// and Right have different moves, instead of colouring the arcs
    #[arg(long)]
    alternating: bool,

    /// Write the edge list to this file (.csv or .parquet); `-` is standard
    /// output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl Make {
    pub(crate) fn run(self) -> Outcome {
        let table = Table::requested(Some(&self.output), None)?
            .filter(|table| table.format != Format::Json)
            .ok_or_else(|| {
                Failure::input("an edge list is written as .csv or .parquet, not as .json")
            })?;
        let game = self.game()?;
        let first = self
            .first
            .as_deref()
            .map(|name| game.rules().player(name))
            .transpose()
            .map_err(rule_error)?;
        let form = self.alternating.then_some(GraphForm::Alternating);
        let options = GraphOptions { form, first };
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        progress.stage("positions", None, &budget);
        let coloured = form.unwrap_or_else(|| game.graph_form()) == GraphForm::Coloured;
        let mut columns = vec![Column::new("from", Kind::Text), Column::nullable("to", Kind::Text)];
        if coloured {
            columns.push(Column::nullable("colour", Kind::Text));
        }
        let metadata = [("game".to_owned(), game.text())];
        let mut size = None;
        table.write(&Schema::new(columns), &metadata, &budget, |rows| {
            let mut sink = Edges { rows, names: Vec::new(), coloured, failure: None };
            let made = game.graph(options, &mut sink, &budget);
            match (made, sink.failure.take()) {
                (_, Some(failure)) => Err(failure),
                (Err(error), None) => Err(rule_error(error)),
                (Ok(made), None) => {
                    size = Some(made);
                    Ok(())
                }
            }
        })?;
        progress.clear();
        if let Some(size) = size
            && self.output != Path::new("-")
        {
            say!(
                "{}: {}, {}",
                self.output.display(),
                count(u64::from(size.vertices), "vertex", "vertices"),
                count(size.arcs, "arc", "arcs")
            );
        }
        Ok(Answer::Yes)
    }

    fn game(&self) -> Result<Game, Failure> {
        let Some(path) = &self.board else { return parse_game(&self.game).map_err(rule_error) };
        let name = path.display();
        let text = if path == Path::new("-") {
            std::io::read_to_string(std::io::stdin())
        } else {
            std::fs::read_to_string(path)
        };
        let text = text.map_err(|error| Failure::input(format!("{name}: {error}")))?;
        parse_board(&self.game, &text).map_err(|error| Failure::input(format!("{name}: {error}")))
    }
}

/// Rows of an edge list, made as the positions are found.
struct Edges<'a> {
    rows: &'a mut Rows,
    names: Vec<String>,
    coloured: bool,
    failure: Option<Failure>,
}

impl Edges<'_> {
    fn push(&mut self, from: u32, to: Option<u32>, colour: Colour) -> Result<(), SinkError> {
        let Edges { rows, names, coloured, failure } = self;
        rows.row(|batch| {
            batch.push_text(0, &names[from as usize]);
            match to {
                Some(to) => batch.push_text(1, &names[to as usize]),
                None => batch.push_null(1),
            }
            if *coloured {
                match to {
                    Some(_) => batch.push_display(2, &colour),
                    None => batch.push_null(2),
                }
            }
        })
        .map_err(|error| {
            *failure = Some(error);
            SinkError::from("the edge list could not be written")
        })
    }
}

impl GraphSink for Edges<'_> {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        self.names.push(name.to_owned());
        Ok(())
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        self.push(from, Some(to), colour)
    }

    fn no_options(&mut self, vertex: u32) -> Result<(), SinkError> {
        // Any other vertex is named by the arc that led to it.
        if vertex == 0 { self.push(vertex, None, Colour::Both) } else { Ok(()) }
    }
}

fn rule_error(error: upstar_rules::RuleError) -> Failure {
    match error {
        upstar_rules::RuleError::Exhausted(exhausted) => Failure::Exhausted(exhausted),
        other => Failure::input(other),
    }
}
