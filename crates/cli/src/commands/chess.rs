//! `upstar chess`: endgames of chess, solved.

use clap::Args;
use serde_json::json;
use upstar_chess::{ChessError, Ending, Found, Solved, Verdict};

use crate::support::{Answer, BudgetArgs, Failure, Outcome, Progress};

/// Chess endgames with few men: who mates, in how many moves, and by which
///
/// With the name of an endgame (KQK, KRK, KBBK, KBNK), how many positions there are in
/// which mate takes a number of moves. With a position in FEN, its result and the
/// winning moves. Checkmate loses, stalemate and too little material draw; the
/// fifty-move rule is left out.
#[derive(Debug, Args)]
pub(crate) struct Chess {
    /// KQK, KRK, KBBK, KBNK, or a position in FEN: '8/8/8/8/8/2k5/8/K2Q4 w - - 0 1'
    #[arg(value_name = "ENDGAME|FEN")]
    subject: String,

    /// List all legal moves with their results, not the best alone
    #[arg(long)]
    moves: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    budget: BudgetArgs,
}

impl From<ChessError> for Failure {
    fn from(error: ChessError) -> Self {
        match error {
            ChessError::Exhausted(exhausted) => exhausted.into(),
            other => Failure::input(other),
        }
    }
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// The number of positions, or nothing where there cannot be any.
fn count(positions: u64) -> String {
    if positions == 0 { String::new() } else { positions.to_string() }
}

impl Chess {
    pub(crate) fn run(self) -> Outcome {
        let progress = Progress::new();
        let budget = self.budget.budget(&progress);
        let solve = |ending: Ending| -> Result<Solved, Failure> {
            progress.stage(&ending.to_string(), None, &budget);
            let solved = Solved::new(ending, self.budget.threads(), &budget);
            progress.clear();
            Ok(solved?)
        };
        if !self.subject.contains('/') {
            let solved = solve(self.subject.parse()?)?;
            self.show_table(&solved);
            return Ok(Answer::Yes);
        }
        let found = match Ending::of_fen(&self.subject)? {
            Some(ending) => Some(solve(ending)?.position(&self.subject)?),
            None => None,
        };
        match found {
            Some(found) => self.show_position(&found),
            None if self.json => {
                say!("{}", json!({ "schema": 1, "position": self.subject, "result": "draw" }));
            }
            None => say!("draw: there is too little material to mate with"),
        }
        Ok(Answer::Yes)
    }

    fn show_table(&self, solved: &Solved) {
        let (depths, draws) = (solved.depths(), solved.draws());
        if self.json {
            let rows: Vec<_> = depths
                .iter()
                .enumerate()
                .map(|(moves, depth)| {
                    json!({ "moves": moves, "strong_to_move": depth.strong_to_move,
                            "lone_to_move": depth.lone_to_move })
                })
                .collect();
            say!(
                "{}",
                json!({ "schema": 1, "ending": solved.ending().to_string(),
                        "positions": solved.positions(), "longest_mate": solved.longest_mate(),
                        "mates": rows, "draws": { "strong_to_move": draws.strong_to_move,
                        "lone_to_move": draws.lone_to_move } })
            );
            return;
        }
        say!("moves,strong_to_move,lone_to_move");
        for (moves, depth) in depths.iter().enumerate() {
            say!("{moves},{},{}", count(depth.strong_to_move), count(depth.lone_to_move));
        }
        say!("draw,{},{}", count(draws.strong_to_move), count(draws.lone_to_move));
    }

    fn show_position(&self, found: &Found) {
        let best: Vec<_> = found
            .moves
            .iter()
            .filter(|played| self.moves || played.verdict == found.verdict)
            .filter(|played| {
                self.moves || found.verdict != Verdict::Win || played.plies == found.plies
            })
            .collect();
        let moves = |plies: u32| u64::from(plies.div_ceil(2));
        if self.json {
            let list: Vec<_> = best
                .iter()
                .map(|played| {
                    json!({ "move": played.san, "result": word(played.verdict),
                            "plies": (played.verdict != Verdict::Draw).then_some(played.plies) })
                })
                .collect();
            let decided = found.verdict != Verdict::Draw;
            say!(
                "{}",
                json!({ "schema": 1, "position": self.subject, "result": word(found.verdict),
                        "mate_in": decided.then(|| found.mate_in()),
                        "plies": decided.then_some(found.plies), "moves": list })
            );
            return;
        }
        let (mover, other) =
            if found.white_to_move { ("White", "Black") } else { ("Black", "White") };
        match (found.verdict, found.plies) {
            (Verdict::Win, _) => say!("{mover} mates in {}", found.mate_in()),
            (Verdict::Loss, 0) => say!("{mover} is mated"),
            (Verdict::Loss, _) => say!("{other} mates in {}", found.mate_in()),
            (Verdict::Draw, _) if found.moves.is_empty() => say!("draw: stalemate"),
            (Verdict::Draw, _) => say!("draw"),
        }
        for played in best {
            match played.verdict {
                Verdict::Win => say!("{} wins in {}", played.san, moves(played.plies)),
                Verdict::Draw => say!("{} draws", played.san),
                Verdict::Loss => say!("{} loses in {}", played.san, moves(played.plies)),
            }
        }
    }
}
