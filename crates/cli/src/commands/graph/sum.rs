//! `upstar graph sum`: tokens on one or several graphs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use clap::Args;
use upstar::graphs::{
    GraphError, Rules, Token, ValuedToken, annihilation_value, is_acyclic, loopy_values,
    solve_annihilation, solve_sum, sum_value, winning_moves,
};
use upstar::{Analysis, MoveResult, Play};
use upstar_core::arcs::TerminalResult;
use upstar_core::{Budget, Outcome as Label, Player};
use upstar_files::graph::GraphFormat;

use super::load::{Loaded, load};
use super::show::{count, line};
use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Who wins a sum: a player moves one token and leaves the others
///
/// Each token is written FILE:VERTEX; several may be on one graph, and on one
/// vertex. In normal play on uncoloured graphs the sum is solved by the values
/// of the parts, however large the graphs are. Coloured graphs and misère play
/// are solved by going through all positions that can be reached, within the
/// budget. Winning moves are printed as `token: vertex after`, tokens counted
/// from 1; with --annihilate as `vertex before: vertex after`.
#[derive(Debug, Args)]
pub(crate) struct Sum {
    /// Tokens, each FILE:VERTEX
    #[arg(required = true, value_name = "FILE:VERTEX")]
    tokens: Vec<String>,

    /// Two tokens that meet on a vertex of the one graph both vanish
    #[arg(long)]
    annihilate: bool,

    /// A player who cannot move wins instead of losing
    #[arg(long)]
    misere: bool,

    /// Go through all positions that can be reached even where values answer:
    /// gives the remoteness too
    #[arg(long)]
    product: bool,

    /// The format of the files, where neither their names nor their content
    /// tell
    #[arg(long, value_name = "FORMAT")]
    from_format: Option<GraphFormat>,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// A token: the index of its graph, and its vertex.
type Placed = (usize, u32);

impl Sum {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let (graphs, tokens) = self.load(&progress, &budget)?;
        progress.stage("solving", None, &budget);
        let mut analysis = Analysis::new(self.tokens.join(" + "));
        let rules = Rules { misere: self.misere };
        let by_value = !self.misere
            && graphs.iter().all(|loaded| {
                let lost = |&(_, result): &(u32, _)| result == TerminalResult::Loss;
                !loaded.graph.is_coloured() && loaded.graph.results().iter().all(lost)
            });
        if self.annihilate {
            self.annihilation(&graphs, &tokens, rules, by_value, &mut analysis, &budget)?;
        } else if by_value && !self.product {
            sum_by_values(&graphs, &tokens, number, &mut analysis, &budget)?;
        } else {
            self.sum_by_positions(&graphs, &tokens, rules, by_value, &mut analysis, &budget)?;
        }
        progress.clear();
        let text = if self.json { analysis.to_json() + "\n" } else { for_a_person(&analysis) };
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::output)?;
        Ok(Answer::Yes)
    }

    /// Every graph once, and the tokens.
    fn load(
        &self,
        progress: &Progress,
        budget: &Budget,
    ) -> Result<(Vec<Loaded>, Vec<Placed>), Failure> {
        let mut graphs: Vec<Loaded> = Vec::new();
        let mut paths: Vec<&str> = Vec::new();
        let mut tokens = Vec::new();
        for token in &self.tokens {
            let (path, vertex) = split(token)?;
            let index = match paths.iter().position(|known| *known == path) {
                Some(index) => index,
                None => {
                    paths.push(path);
                    graphs.push(load(path, self.from_format, progress, budget)?);
                    graphs.len() - 1
                }
            };
            tokens.push((index, graphs[index].vertex(vertex)?));
        }
        Ok((graphs, tokens))
    }

    fn sum_by_positions(
        &self,
        graphs: &[Loaded],
        tokens: &[Placed],
        rules: Rules,
        by_value: bool,
        analysis: &mut Analysis,
        budget: &Budget,
    ) -> Result<(), Failure> {
        if by_value {
            sum_by_values(graphs, tokens, number, analysis, budget)?;
            analysis.play.clear();
        }
        let placed: Vec<Token<'_>> = tokens
            .iter()
            .map(|&(index, vertex)| Token { graph: &graphs[index].graph, vertex })
            .collect();
        let solution = solve_sum(&placed, rules, self.budget.threads(), budget)
            .map_err(|error| describe(graphs, &error))?;
        analysis.outcome = Some(solution.outcome());
        analysis.properties.push(("positions solved".to_owned(), solution.positions().to_string()));
        for player in movers(graphs) {
            let (result, remoteness) = solution.result(player);
            let winning = solution
                .moves(player)?
                .into_iter()
                .filter(|m| m.result == TerminalResult::Win)
                .map(|m| {
                    let names = &graphs[tokens[m.token].0].names;
                    format!("{}: {}", number(m.token), names.get(m.to))
                })
                .collect();
            analysis.play.push(play(graphs, player, result, remoteness, winning));
        }
        Ok(())
    }

    fn annihilation(
        &self,
        graphs: &[Loaded],
        tokens: &[Placed],
        rules: Rules,
        by_value: bool,
        analysis: &mut Analysis,
        budget: &Budget,
    ) -> Result<(), Failure> {
        let [loaded] = graphs else {
            return Err(Failure::input("--annihilate is about tokens on one graph"));
        };
        let vertices: Vec<u32> = tokens.iter().map(|&(_, vertex)| vertex).collect();
        let described = |error: GraphError| loaded.describe(&error);
        if by_value && !self.product && is_acyclic(&loaded.graph, budget)? {
            // Without cycles the value is that of the sum, and so are the moves.
            let mut left = tokens.to_vec();
            left.sort_unstable();
            let left: Vec<Placed> = left
                .chunk_by(|a, b| a == b)
                .filter(|run| run.len() % 2 == 1)
                .map(|run| run[0])
                .collect();
            let name = |token: usize| loaded.names.get(left[token].1).to_string();
            return sum_by_values(graphs, &left, name, analysis, budget);
        }
        if by_value {
            let value = annihilation_value(&loaded.graph, &vertices, budget).map_err(described)?;
            analysis.value = Some(value.to_string());
        }
        let solution =
            solve_annihilation(&loaded.graph, &vertices, rules, self.budget.threads(), budget)
                .map_err(described)?;
        analysis.outcome = Some(solution.outcome());
        analysis.properties.push(("positions solved".to_owned(), solution.positions().to_string()));
        for player in movers(graphs) {
            let (result, remoteness) = solution.result(player);
            let winning = solution
                .moves(player)?
                .into_iter()
                .filter(|m| m.result == TerminalResult::Win)
                .map(|m| format!("{}: {}", loaded.names.get(m.from), loaded.names.get(m.to)))
                .collect();
            analysis.play.push(play(graphs, player, result, remoteness, winning));
        }
        Ok(())
    }
}

fn sum_by_values(
    graphs: &[Loaded],
    tokens: &[Placed],
    label: impl Fn(usize) -> String,
    analysis: &mut Analysis,
    budget: &Budget,
) -> Result<(), Failure> {
    let values = graphs
        .iter()
        .map(|loaded| loopy_values(&loaded.graph, budget).map_err(|error| loaded.describe(&error)))
        .collect::<Result<Vec<_>, _>>()?;
    let valued: Vec<ValuedToken<'_>> = tokens
        .iter()
        .map(|&(index, vertex)| ValuedToken {
            graph: &graphs[index].graph,
            values: &values[index],
            vertex,
        })
        .collect();
    let value = sum_value(&valued);
    let winning = winning_moves(&valued)?
        .into_iter()
        .map(|(token, to)| format!("{}: {}", label(token), graphs[tokens[token].0].names.get(to)))
        .collect();
    let result = match value.outcome() {
        Label::N => TerminalResult::Win,
        Label::P => TerminalResult::Loss,
        _ => TerminalResult::Draw,
    };
    analysis.value = Some(value.to_string());
    analysis.outcome = Some(value.outcome());
    analysis.play = vec![play(graphs, Player::Left, result, None, winning)];
    Ok(())
}

/// Who can be asked to move first: both, or in an impartial game anybody.
fn movers(graphs: &[Loaded]) -> Vec<Player> {
    if graphs.iter().any(|loaded| loaded.graph.is_coloured()) {
        Player::BOTH.to_vec()
    } else {
        vec![Player::Left]
    }
}

fn play(
    graphs: &[Loaded],
    player: Player,
    result: TerminalResult,
    remoteness: Option<u32>,
    winning_moves: Vec<String>,
) -> Play {
    Play {
        mover: if movers(graphs).len() > 1 { player.to_string() } else { String::new() },
        result: Some(match result {
            TerminalResult::Win => MoveResult::Win,
            TerminalResult::Loss => MoveResult::Loss,
            TerminalResult::Draw => MoveResult::Draw,
        }),
        remoteness: remoteness.map(u64::from),
        winning_moves,
        line: Vec::new(),
    }
}

/// Tokens are counted from 1.
fn number(token: usize) -> String {
    (token + 1).to_string()
}

/// An error of a sum names a vertex by its number; with one graph it has a name.
fn describe(graphs: &[Loaded], error: &GraphError) -> Failure {
    match graphs {
        [loaded] => loaded.describe(error),
        _ => match error {
            GraphError::Exhausted(exhausted) => Failure::Exhausted(*exhausted),
            other => Failure::input(other),
        },
    }
}

/// `FILE:VERTEX` at the first colon before which there is a file.
pub(super) fn split(token: &str) -> Result<(&str, &str), Failure> {
    token
        .match_indices(':')
        .map(|(at, _)| (&token[..at], &token[at + 1..]))
        .find(|(path, _)| *path == "-" || Path::new(path).is_file())
        .ok_or_else(|| {
            Failure::input(format!(
                "`{token}` is no token on a graph; write FILE:VERTEX with a file that is there"
            ))
        })
}

fn for_a_person(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(value) = &analysis.value {
        line(&mut text, &format!("value: {value}"));
    }
    if let Some(outcome) = analysis.outcome {
        line(&mut text, &format!("outcome: {outcome}"));
    }
    for play in &analysis.play {
        let mover = if play.mover.is_empty() { "the player" } else { &play.mover };
        let result = match play.result {
            Some(MoveResult::Win) => "wins",
            Some(MoveResult::Loss) => "loses",
            _ => "draws",
        };
        let mut words = format!("{mover} to move {result}");
        if let Some(remoteness) = play.remoteness {
            let _ = write!(words, " in {}", count(remoteness, "move", "moves"));
        }
        line(&mut text, &words);
        if !play.winning_moves.is_empty() {
            line(&mut text, "winning moves:");
            for winning in &play.winning_moves {
                line(&mut text, &format!("  {winning}"));
            }
        }
    }
    for (name, value) in &analysis.properties {
        line(&mut text, &format!("{name}: {value}"));
    }
    text
}
