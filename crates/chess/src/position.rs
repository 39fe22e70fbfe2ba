//! One position: its result, the number of moves to mate, and the best moves.

use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Square};
use upstar_core::Outcome;
use upstar_core::arcs::MoveResult;

use crate::men::{PIECES, is_light};
use crate::solved::men_of;
use crate::{ChessError, Ending, Solved};

/// A legal move and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFound {
    /// The move in standard algebraic notation: `Qb3+`.
    pub san: String,
    /// The result for the player who makes it.
    pub verdict: MoveResult,
    /// The plies from before this move until mate; 0 if it is a draw.
    pub plies: u32,
}

/// The result and moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionResult {
    /// Whether White is to move.
    pub white_to_move: bool,
    /// The result for the player to move.
    pub verdict: MoveResult,
    /// The plies (moves of either side) until mate; 0 if it is a draw.
    pub plies: u32,
    /// The legal moves, best first: quick wins, then draws, then slow losses.
    pub moves: Vec<MoveFound>,
}

impl PositionResult {
    /// The moves of the winner until mate.
    #[must_use]
    pub fn mate_in(&self) -> u32 {
        self.plies.div_ceil(2)
    }
}

/// The board with the colours of the men exchanged and turned round, so that rules and
/// value stay the same.
fn reversed(board: &Board) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for square in Square::ALL {
        builder.board[square as usize ^ 56] = board
            .piece_on(square)
            .zip(board.color_on(square))
            .map(|(piece, color)| (piece, !color));
    }
    builder.side_to_move = !board.side_to_move();
    builder.build().ok()
}

impl Ending {
    /// The endgame that a position in FEN belongs to; `None` if there is too little
    /// material to mate with.
    ///
    /// # Errors
    /// [`ChessError::Fen`]; [`ChessError::OtherMaterial`] if it is none of those solved
    /// here.
    pub fn of_fen(fen: &str) -> Result<Option<Ending>, ChessError> {
        Ok(read(fen)?.1)
    }
}

/// Reads a position: the board with the stronger side white, the endgame, and whether
/// the colours were exchanged.
fn read(fen: &str) -> Result<(Board, Option<Ending>, bool), ChessError> {
    let complain = |reason: &str| ChessError::Fen {
        fen: fen.chars().take(100).collect(),
        reason: reason.to_owned(),
    };
    let mut words: Vec<&str> = fen.split_whitespace().take(8).collect();
    for default in ["w", "-", "-", "0", "1"].iter().skip(words.len().saturating_sub(1)) {
        words.push(default);
    }
    // The fifty-move rule is ignored, so the clock does not matter.
    if let Some(clock) = words.get_mut(4) {
        *clock = "0";
    }
    let board = Board::from_fen(&words.join(" "), false)
        .map_err(|error| complain(error.to_string().trim_end_matches('.')))?;
    let castling = Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    });
    if castling {
        let message = "castling is ignored in these endgames; write `-` for the castling rights";
        return Err(ChessError::OtherMaterial(message.to_owned()));
    }
    let kinds = |color| -> Result<Vec<u8>, ChessError> {
        let other = || {
            let message = "expected two kings and one or two pieces, queens, rooks, bishops or \
                           knights, without pawns";
            ChessError::OtherMaterial(message.to_owned())
        };
        let mut kinds = Vec::new();
        for square in board.colors(color) {
            let piece = board.piece_on(square).unwrap_or(Piece::King);
            if piece != Piece::King {
                let kind = PIECES.iter().position(|&(known, _)| known == piece);
                kinds.push(kind.ok_or_else(other)? as u8);
            }
        }
        Ok(kinds)
    };
    let (white, black) = (kinds(Color::White)?, kinds(Color::Black)?);
    let bishops: Vec<bool> =
        board.pieces(Piece::Bishop).into_iter().map(|square| is_light(square as u8)).collect();
    let only_bishops =
        bishops.len() == white.len() + black.len() && (white.is_empty() || black.is_empty());
    // Bishops that all stand on squares of one colour cannot mate.
    if only_bishops && bishops.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok((board, None, false));
    }
    let Some((ending, exchanged)) = Ending::of(&white, &black) else {
        return match white.len() + black.len() {
            ..=1 => Ok((board, None, false)),
            _ => Err(ChessError::OtherMaterial(
                "expected two kings and one or two pieces; these are more".to_owned(),
            )),
        };
    };
    let board = if exchanged { reversed(&board) } else { Some(board) };
    let board = board.ok_or_else(|| complain("the position is not legal"))?;
    Ok((board, Some(ending), exchanged))
}

impl Solved {
    /// The result of a position and of every legal move.
    ///
    /// Either colour may have the pieces. The castling rights must be `-`, and the
    /// clock is ignored.
    ///
    /// # Errors
    /// [`ChessError::Fen`]; [`ChessError::OtherMaterial`] if it belongs to another
    /// endgame.
    pub fn position(&self, fen: &str) -> Result<PositionResult, ChessError> {
        let (board, ending, exchanged) = read(fen)?;
        if ending != Some(self.ending()) {
            let ending = ending.map_or("drawn".to_owned(), |ending| ending.to_string());
            let message = format!("the position is {ending}, not {}", self.ending());
            return Err(ChessError::OtherMaterial(message));
        }
        let men = men_of(&board, self.ending());
        let illegal = || ChessError::OtherMaterial("the position is not legal".to_owned());
        let (outcome, plies) = self.result(self.ending(), &men).ok_or_else(illegal)?;
        let mut moves = Vec::new();
        board.generate_moves(|piece_moves| {
            for chosen in piece_moves {
                let after = men.after(self.ending(), chosen.from, chosen.to);
                let result = after.and_then(|(ending, men)| self.result(ending, &men));
                let (verdict, plies) = match result {
                    Some((Outcome::P, plies)) => (MoveResult::Win, plies + 1),
                    Some((Outcome::N, plies)) => (MoveResult::Loss, plies + 1),
                    _ => (MoveResult::Draw, 0),
                };
                moves.push(MoveFound { san: san(&board, chosen, exchanged), verdict, plies });
            }
            false
        });
        let key = |found: &MoveFound| match found.verdict {
            MoveResult::Win => (0, found.plies),
            MoveResult::Draw => (1, found.plies),
            MoveResult::Loss => (2, u32::MAX - found.plies),
        };
        moves.sort_by(|a, b| (key(a), &a.san).cmp(&(key(b), &b.san)));
        let verdict = MoveResult::of_outcome(outcome);
        let white_to_move = men.strong_moves != exchanged;
        let plies = if verdict == MoveResult::Draw { 0 } else { plies };
        Ok(PositionResult { white_to_move, verdict, plies, moves })
    }
}

/// The move in standard algebraic notation.
fn san(board: &Board, chosen: Move, exchanged: bool) -> String {
    let piece = board.piece_on(chosen.from).unwrap_or(Piece::King);
    let letter = PIECES.iter().find(|&&(known, _)| known == piece).map_or('K', |&(_, c)| c);
    let shown = |square: Square| {
        Square::index(square as usize ^ if exchanged { 56 } else { 0 }).to_string()
    };
    // Other men of the kind that could go there are distinguished by file, by rank, or by both.
    let mut others = Vec::new();
    board.generate_moves(|moves| {
        let mut moves = moves.into_iter();
        others.extend(moves.find(|other| {
            other.to == chosen.to
                && other.from != chosen.from
                && board.piece_on(other.from) == Some(piece)
        }));
        false
    });
    let from = shown(chosen.from);
    let same = |part: fn(Square) -> usize| {
        others.iter().any(|other| part(other.from) == part(chosen.from))
    };
    let from = match (others.is_empty(), same(|square| square.file() as usize)) {
        (true, _) => "",
        (false, false) => &from[..1],
        (false, true) if !same(|square| square.rank() as usize) => &from[1..],
        (false, true) => &from[..],
    };
    let takes = if board.color_on(chosen.to).is_some() { "x" } else { "" };
    let to = shown(chosen.to);
    let mut after = board.clone();
    after.play_unchecked(chosen);
    let check = match (after.checkers().is_empty(), after.generate_moves(|_| true)) {
        (true, _) => "",
        (false, true) => "+",
        (false, false) => "#",
    };
    format!("{letter}{from}{takes}{to}{check}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::men::Men;

    /// The men after a move are those that are read off the board after it, with the number of the
    /// endgame that this then is.
    #[test]
    fn moves_of_men_are_those_of_the_board() {
        let mut seen = [0; 3];
        for ending in Ending::all() {
            for number in (0..ending.numbers() as u32).step_by((ending.numbers() / 3001) | 1) {
                let men = Men::of_number(number, ending);
                let Some(board) = men.board(ending) else { continue };
                assert_eq!(men_of(&board, ending).number(ending), men.number(ending));
                board.generate_moves(|moves| {
                    for chosen in moves {
                        let mut after = board.clone();
                        after.play(chosen);
                        let found = men.after(ending, chosen.from, chosen.to);
                        let found = found.map(|(ending, men)| (ending, men.number(ending)));
                        let (turned, left, _) = read(&after.to_string()).unwrap();
                        let expected = left.map(|left| (left, men_of(&turned, left).number(left)));
                        assert_eq!(found, expected, "{board} {chosen}");
                        seen[match expected {
                            None => 0,
                            Some((left, _)) if left == ending => 1,
                            Some(_) => 2,
                        }] += 1;
                    }
                    false
                });
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn moves_are_told_apart() {
        for (fen, from, to, expected) in [
            ("4k3/8/8/8/8/8/K7/Q6Q w - - 0 1", Square::A1, Square::D1, "Qad1"),
            ("8/7k/Q7/8/8/8/8/Q3K3 w - - 0 1", Square::A6, Square::A3, "Q6a3"),
            ("8/7k/8/8/8/8/8/N1N1K3 w - - 0 1", Square::A1, Square::B3, "Nab3"),
            ("8/7k/8/8/8/8/8/N1N1K3 w - - 0 1", Square::A1, Square::C2, "Nc2"),
            ("8/7k/r7/8/8/8/r7/4K3 b - - 0 1", Square::A6, Square::A4, "R6a4"),
        ] {
            let (board, _, exchanged) = read(fen).unwrap();
            let turned =
                |square: Square| Square::index(square as usize ^ if exchanged { 56 } else { 0 });
            let chosen = Move { from: turned(from), to: turned(to), promotion: None };
            assert_eq!(san(&board, chosen, exchanged), expected, "{fen}");
        }
    }
}
