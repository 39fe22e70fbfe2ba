//! `upstar stalk`: stalks of bamboo, finite and infinite.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use upstar_core::{Budget, Outcome as Winner, Player};
use upstar_draw::svg;
use upstar_files::Output;
use upstar_values::surreal::{Ordinal, Stalk as Word, StalkSum, SumMove, Surreal, tree};
use upstar_values::{Error, Id, Universe};

use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Values of bamboo stalks, and play on them
///
/// A stalk is written from the ground up: L and R, groups with an exponent such as (LR)^w or
/// L^w R^(w^2); a number such as 22/7 stands for its stalk. Several stalks are a sum: who wins,
/// and which cuts do.
#[derive(Debug, Args)]
pub(crate) struct Stalk {
    /// Stalks or numbers
    stalks: Vec<String>,

    /// Cut the edge at a position (0 is the one on the ground; omega+1 is allowed)
    #[arg(long, value_name = "POSITION")]
    cut: Option<String>,

    /// Show the values of all stalks up to a number of edges
    #[arg(long, value_name = "EDGES", conflicts_with = "cut")]
    tree: Option<u32>,

    /// Draw the tree into this file, as SVG
    #[arg(long, value_name = "FILE", requires = "tree")]
    svg: Option<PathBuf>,

    /// One line for each stalk: the value, or `error: ...`
    #[arg(long, conflicts_with = "json")]
    plain: bool,

    /// JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// How a failed computation ends the command.
pub(super) fn failure(error: Error) -> Failure {
    match error {
        Error::Exhausted(exhausted) => Failure::Exhausted(exhausted),
        error => Failure::input(error),
    }
}

/// A stalk, or the stalk of a number.
fn read(text: &str, budget: &Budget) -> Result<Word, Error> {
    if text.contains(['L', 'R']) {
        text.parse()
    } else {
        Word::of(&Surreal::parse(text, budget)?, budget)
    }
}

impl Stalk {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        if let Some(depth) = self.tree {
            return self.show_tree(depth);
        }
        if self.plain {
            let mut answer = Answer::Yes;
            for text in &self.stalks {
                match read(text, &budget).and_then(|stalk| stalk.value()) {
                    Ok(value) => say!("{value}"),
                    Err(error) => {
                        say!("error: {error}");
                        answer = Answer::No;
                    }
                }
            }
            return Ok(answer);
        }
        let stalks = self
            .stalks
            .iter()
            .map(|text| read(text, &budget))
            .collect::<Result<Vec<_>, _>>()
            .map_err(failure)?;
        let [stalk] = &stalks[..] else {
            if stalks.is_empty() {
                return Err(Failure::input("give a stalk such as (LR)^w, a number, or --tree N"));
            }
            return self.show_sum(stalks, &budget);
        };
        let stalk = match &self.cut {
            None => stalk.clone(),
            Some(position) => {
                let position = Ordinal::parse_ordinary(position).map_err(failure)?;
                match stalk.edge(&position).map_err(failure)? {
                    None => return Err(Failure::input(format!("there is no edge at {position}"))),
                    Some(player) if !self.json => say!("cut by: {player}"),
                    Some(_) => {}
                }
                stalk.below(&position).map_err(failure)?
            }
        };
        let value = stalk.value();
        let length = stalk.length();
        if self.json {
            let value = value.as_ref().ok().map(ToString::to_string);
            say!(
                "{}",
                json!({ "stalk": stalk.to_string(), "value": value, "birthday": length.to_string(),
                        "finite": stalk.is_finite() })
            );
            return Ok(Answer::Yes);
        }
        say!("stalk: {stalk}");
        say!("value: {}", value.map_err(failure)?);
        say!("birthday: {length}");
        say!("finite: {}", if stalk.is_finite() { "yes" } else { "no" });
        Ok(Answer::Yes)
    }

    fn show_tree(&self, depth: u32) -> Outcome {
        if let Some(path) = &self.svg {
            let scene = upstar::tree_scene(depth).map_err(failure)?;
            let mut output = Output::create(path)?;
            output
                .write_all(svg(&scene).as_bytes())
                .map_err(|error| Failure::from(output.error(error)))?;
            output.finish()?;
            return Ok(Answer::Yes);
        }
        for row in tree(depth).map_err(failure)? {
            for node in row {
                let word = Word::of_word(&node.word);
                if self.json {
                    say!(
                        "{}",
                        json!({ "stalk": word.to_string(), "value": node.value.to_string() })
                    );
                } else {
                    say!("{}{word} {}", "  ".repeat(node.word.len()), node.value);
                }
            }
        }
        Ok(Answer::Yes)
    }

    fn show_sum(&self, stalks: Vec<Word>, budget: &Budget) -> Outcome {
        let universe = Universe::new();
        let mut worker = universe.worker(budget);
        let sum = StalkSum::new(stalks, Id::ZERO).map_err(failure)?;
        let outcome = sum.outcome(&mut worker).map_err(failure)?;
        let mut moves = Vec::new();
        for player in [Player::Left, Player::Right] {
            for found in sum.winning_moves(player, &mut worker).map_err(failure)? {
                if let SumMove::Cut { stalk, position, below } = found {
                    moves.push((player, stalk + 1, position, below));
                }
            }
        }
        if self.json {
            let moves: Vec<_> = moves
                .iter()
                .map(|(player, stalk, position, below)| {
                    json!({ "player": player.to_string(), "stalk": stalk,
                            "lowest": position.to_string(), "after": below.to_string() })
                })
                .collect();
            say!(
                "{}",
                json!({ "value": sum.number().to_string(), "outcome": outcome.to_string(),
                        "winning_moves": moves })
            );
            return Ok(Answer::Yes);
        }
        say!("value: {}", sum.number());
        say!("outcome: {outcome} ({})", winner(outcome));
        for (player, stalk, position, below) in moves {
            say!(
                "{player} wins with stalk {stalk}: any own edge from {position} up; the lowest leaves {below}"
            );
        }
        Ok(Answer::Yes)
    }
}

fn winner(outcome: Winner) -> &'static str {
    match outcome {
        Winner::L => "Left wins",
        Winner::R => "Right wins",
        Winner::P => "who moves second wins",
        _ => "who moves first wins",
    }
}
