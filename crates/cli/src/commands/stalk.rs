//! `upstar stalk`: stalks of bamboo, finite and infinite.

use std::path::PathBuf;

use clap::Args;
use upstar::core::{Budget, Outcome as Winner};
use upstar::values::Error;
use upstar::values::surreal::{Ordinal, Stalk as Word, tree};
use upstar::{
    Analysis, Property, WinningMove, analyze_stalk_text, analyze_stalk_tree, analyze_stalks,
    property, read_stalk,
};

use crate::support::{Answer, BudgetArgs, Failure, Outcome, picture, write_picture};

/// Compute values of bamboo stalks, and play on them
///
/// A stalk is written from the ground up: L and R, and groups with an exponent such as (LR)^w or
/// L^w R^(w^2). A number such as 22/7 stands for its stalk. For several stalks, prints who wins
/// their sum, and the winning cuts.
#[derive(Debug, Args)]
pub(crate) struct Stalk {
    /// Stalks or numbers
    stalks: Vec<String>,

    /// Cut the edge at a position (0 is the lowest; omega+1 is allowed)
    #[arg(long, value_name = "POSITION")]
    cut: Option<String>,

    /// Show the values of all stalks up to a number of edges
    #[arg(long, value_name = "EDGES", conflicts_with = "cut")]
    tree: Option<u32>,

    /// Draw the tree to this file, as SVG
    #[arg(long, value_name = "FILE", requires = "tree", value_parser = picture())]
    svg: Option<PathBuf>,

    /// Print one line for each stalk: the value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Exhausted(exhausted) => Failure::Exhausted(exhausted),
            error => Failure::input(error),
        }
    }
}

impl Stalk {
    pub(crate) fn run(self) -> Outcome {
        let (_progress, budget) = self.budget.start();
        if let Some(edges) = self.tree {
            return self.show_tree(edges, &budget);
        }
        let cut = match &self.cut {
            Some(position) => Some(Ordinal::parse_ordinary(position)?),
            None => None,
        };
        if cut.is_some() && self.stalks.len() > 1 {
            return Err(Failure::input("--cut cuts one stalk: give one, or leave out --cut"));
        }
        let one = |text: &str| -> Result<Analysis, String> {
            match analyze_stalk_text(text, cut.as_ref(), &budget) {
                Ok(Some(analysis)) => Ok(analysis),
                Ok(None) => {
                    let position = cut.as_ref().map(ToString::to_string).unwrap_or_default();
                    Err(format!("there is no edge at {position}"))
                }
                Err(error) => Err(error.to_string()),
            }
        };
        if self.plain {
            let mut answer = Answer::Yes;
            for text in &self.stalks {
                let value =
                    one(text).and_then(|found| found.value.ok_or_else(|| found.bounds.join(", ")));
                match value {
                    Ok(value) => say!("{value}"),
                    Err(error) => {
                        say!("error: {error}");
                        answer = Answer::No;
                    }
                }
            }
            return Ok(answer);
        }
        let analysis = match &self.stalks[..] {
            [] => {
                return Err(Failure::input("give a stalk such as (LR)^w, a number, or --tree N"));
            }
            [text] => {
                let found = analyze_stalk_text(text, cut.as_ref(), &budget)?;
                match found {
                    Some(analysis) => analysis,
                    None => return Err(Failure::input(one(text).err().unwrap_or_default())),
                }
            }
            texts => {
                let stalks = texts.iter().map(|text| read_stalk(text, &budget));
                let stalks = stalks.collect::<Result<Vec<_>, _>>()?;
                analyze_stalks(stalks, &budget)?
            }
        };
        if self.json {
            say!("{}", crate::support::json(&analysis));
            return Ok(Answer::Yes);
        }
        if analysis.play.is_empty() { show_stalk(&analysis) } else { Ok(show_sum(&analysis)) }
    }

    fn show_tree(&self, edges: u32, budget: &Budget) -> Outcome {
        if let Some(path) = &self.svg {
            let scene = upstar::tree_scene(edges)?;
            write_picture(path, &scene)?;
        } else if self.json {
            say!("{}", crate::support::json(&analyze_stalk_tree(edges, budget)?));
        } else {
            for node in tree(edges)?.into_iter().flatten() {
                let indent = "  ".repeat(node.word.len());
                say!("{indent}{} {}", Word::of_word(&node.word), node.value);
            }
        }
        Ok(Answer::Yes)
    }
}

fn show_stalk(analysis: &Analysis) -> Outcome {
    if let Some(player) = property!(analysis, CutBy) {
        say!("cut by: {player}");
    }
    say!("stalk: {}", analysis.subject);
    let Some(value) = &analysis.value else {
        return Err(Failure::input(analysis.bounds.join(", ")));
    };
    say!("value: {value}");
    let length = |p: &&Property| !matches!(p, Property::CutBy(_));
    for (name, value) in analysis.properties.iter().filter(length).map(Property::english) {
        say!("{name}: {value}");
    }
    Ok(Answer::Yes)
}

fn show_sum(analysis: &Analysis) -> Answer {
    say!("value: {}", analysis.value.as_deref().unwrap_or_default());
    if let Some(outcome) = analysis.outcome {
        say!("outcome: {outcome} ({})", winner(outcome));
    }
    for play in &analysis.play {
        let player = play.mover.map_or(String::new(), |mover| mover.to_string());
        for WinningMove { summand, from, after } in &play.winning_moves {
            let (stalk, edge) = (summand.unwrap_or(1), from.as_deref().unwrap_or_default());
            say!(
                "{player} wins with stalk {stalk}: a cut at its own edge {edge} or above; the lowest cut leaves {after}"
            );
        }
    }
    Answer::Yes
}

fn winner(outcome: Winner) -> &'static str {
    match outcome {
        Winner::L => "Left wins",
        Winner::R => "Right wins",
        Winner::P => "the second player wins",
        _ => "the first player wins",
    }
}
