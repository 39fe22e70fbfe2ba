//! Chess endgames.

use upstar_chess::{Depth, Ending, MoveFound, PositionResult, Solved};
use upstar_core::{Budget, Player};

use crate::analysis::{
    Analysis, ChessEnding, MateDepth, MoveResult, Play, PlayedMove, SideToMove, WinningMove,
};
use crate::error::Result;

/// Which moves of a position an analysis lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChessMoves {
    /// The best ones: the quickest wins, all draws of a drawn position, all moves of a lost one.
    Best,
    /// All legal moves, best first.
    All,
}

/// Solves an endgame of chess with three or four men and no pawns (`KRK`, `KBNK`, `KQKR`); of a
/// position in FEN, finds the winner, the number of moves (of either side) to mate, and the moves.
///
/// White is Left. Checkmate loses, stalemate and too little material draw; the
/// fifty-move rule is left out.
///
/// ```
/// use upstar::core::Budget;
/// use upstar::{ChessMoves, MoveResult};
///
/// let fen = "8/8/8/8/8/2k5/8/K2Q4 w - - 0 1";
/// let analysis = upstar::analyze_chess(fen, ChessMoves::Best, 1, &Budget::unlimited())?;
/// assert_eq!(analysis.play[0].result, Some(MoveResult::Win));
/// # Ok::<(), upstar::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Chess`](crate::Error::Chess) for the name or a position of another endgame; the budget.
pub fn analyze_chess(
    subject: &str,
    moves: ChessMoves,
    threads: usize,
    budget: &Budget,
) -> Result<Analysis> {
    let mut analysis = Analysis::new(subject);
    if !subject.contains('/') {
        let solved = Solved::new(subject.parse()?, threads, budget)?;
        analysis.subject = solved.ending().to_string();
        analysis.ending = Some(table(&solved));
        return Ok(analysis);
    }
    match Ending::of_fen(subject)? {
        Some(ending) => {
            let found = Solved::new(ending, threads, budget)?.position(subject)?;
            analysis.play = vec![play(&found, moves)];
        }
        None => {
            analysis.play = vec![Play { result: Some(MoveResult::Draw), ..Play::default() }];
            analysis.proved = vec!["there is too little material to mate with".to_owned()];
        }
    }
    Ok(analysis)
}

fn table(solved: &Solved) -> ChessEnding {
    let side = |depth: &Depth| SideToMove {
        strong_to_move: depth.strong_to_move,
        lone_to_move: depth.lone_to_move,
    };
    let mates = solved.depths();
    let mates = (0..).zip(&mates).map(|(moves, depth)| MateDepth { moves, positions: side(depth) });
    ChessEnding {
        positions: solved.positions(),
        longest_mate: u64::from(solved.longest_mate()),
        mates: mates.collect(),
        lost: side(&solved.lost()),
        draws: side(&solved.draws()),
    }
}

fn play(found: &PositionResult, moves: ChessMoves) -> Play {
    let best = |played: &&MoveFound| {
        played.verdict == found.verdict
            && (found.verdict != MoveResult::Win || played.plies == found.plies)
    };
    let mut winning: Vec<WinningMove> = found
        .moves
        .iter()
        .filter(|played| played.verdict == MoveResult::Win)
        .map(|played| WinningMove::to(&played.san))
        .collect();
    winning.sort_by(|a, b| a.after.cmp(&b.after));
    Play {
        mover: Some(if found.white_to_move { Player::Left } else { Player::Right }),
        result: Some(found.verdict),
        remoteness: remoteness(found.verdict, found.plies),
        winning_moves: winning,
        moves: found
            .moves
            .iter()
            .filter(|played| moves == ChessMoves::All || best(played))
            .map(|played| PlayedMove {
                notation: played.san.clone(),
                result: played.verdict,
                remoteness: remoteness(played.verdict, played.plies),
            })
            .collect(),
        line: Vec::new(),
        ..Play::default()
    }
}

fn remoteness(verdict: MoveResult, plies: u32) -> Option<u64> {
    (verdict != MoveResult::Draw).then_some(u64::from(plies))
}
