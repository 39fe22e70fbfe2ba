//! `upstar chess`: endgames of chess, solved.

use std::path::PathBuf;

use clap::Args;
use upstar::core::Player;
use upstar::{ChessEnding, ChessMoves, MoveResult, Play, SideToMove};

use crate::support::{Answer, BudgetArgs, Failure, Outcome, picture, write_picture};

/// Solve chess endgames with few pieces: result, number of moves to mate, best moves
///
/// For an endgame of three or four men without pawns (KRK, KBNK, KQKR), counts the positions by the
/// number of moves in which the first side mates. For a position in FEN, prints its result and the
/// winning moves. Checkmate loses; stalemate and insufficient material are draws; the fifty-move
/// rule is ignored.
#[derive(Debug, Args)]
pub(crate) struct Chess {
    /// An endgame such as KRK, KBNK or KQKR, or a position in FEN: '8/8/8/8/8/2k5/8/K2Q4 w - - 0 1'
    #[arg(value_name = "ENDGAME|FEN")]
    subject: String,

    /// Draw the position in FEN to this file
    #[arg(short, long, value_name = "FILE", value_parser = picture())]
    output: Option<PathBuf>,

    /// List all legal moves with their results, not only the best
    #[arg(long)]
    moves: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// The number of positions, or nothing where there cannot be any.
fn count(positions: u64) -> String {
    if positions == 0 { String::new() } else { positions.to_string() }
}

impl Chess {
    pub(crate) fn run(self) -> Outcome {
        let (progress, budget) = self.budget.start();
        progress.stage(&self.subject, None, &budget);
        let moves = if self.moves { ChessMoves::All } else { ChessMoves::Best };
        let threads = self.budget.threads();
        let analysis = upstar::analyze_chess(&self.subject, moves, threads, &budget)?;
        progress.clear();
        if let Some(file) = &self.output {
            let Some(scene) = upstar::chess_scene(&self.subject) else {
                return Err(Failure::input(
                    "-o draws a position in FEN, such as 8/8/8/8/8/2k5/8/K2Q4",
                ));
            };
            write_picture(file, &scene)?;
        }
        if self.json {
            say!("{}", crate::support::json(&analysis));
        } else if let Some(ending) = &analysis.ending {
            show_table(ending);
        } else if let Some(play) = analysis.play.first() {
            match &analysis.proved[..] {
                [why, ..] => say!("draw: {why}"),
                [] => show_position(play),
            }
        }
        Ok(Answer::Yes)
    }
}

fn show_table(ending: &ChessEnding) {
    let row = |name: &str, positions: &SideToMove| {
        say!("{name},{},{}", count(positions.strong_to_move), count(positions.lone_to_move));
    };
    say!("moves,strong_to_move,lone_to_move");
    for depth in &ending.mates {
        row(&depth.moves.to_string(), &depth.positions);
    }
    if ending.lost != SideToMove::default() {
        row("lost", &ending.lost);
    }
    row("draw", &ending.draws);
}

fn show_position(play: &Play) {
    let (mover, other) = match play.mover {
        Some(Player::Right) => ("Black", "White"),
        _ => ("White", "Black"),
    };
    // Moves of the side that mates.
    let moves = |plies: Option<u64>| plies.unwrap_or(0).div_ceil(2);
    let mate_in = moves(play.remoteness);
    match (play.result, play.remoteness) {
        (Some(MoveResult::Win), _) => say!("{mover} mates in {mate_in}"),
        (Some(MoveResult::Loss), Some(0)) => say!("{mover} is mated"),
        (Some(MoveResult::Loss), _) => say!("{other} mates in {mate_in}"),
        _ if play.moves.is_empty() => say!("draw: stalemate"),
        _ => say!("draw"),
    }
    for played in &play.moves {
        let (san, moves) = (&played.notation, moves(played.remoteness));
        match played.result {
            MoveResult::Win => say!("{san} wins in {moves}"),
            MoveResult::Draw => say!("{san} draws"),
            MoveResult::Loss => say!("{san} loses in {moves}"),
        }
    }
}
