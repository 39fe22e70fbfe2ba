//! One position: who wins, in how many moves, and by which.

use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Square};
use upstar_core::Outcome;

use crate::men::is_light;
use crate::solved::men_of;
use crate::{ChessError, Ending, Solved};

/// What becomes of a position for the player who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// He mates.
    Win,
    /// Nobody does.
    Draw,
    /// He is mated.
    Loss,
}

/// A legal move and what comes of it for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFound {
    /// The move in standard algebraic notation: `Qb3+`.
    pub san: String,
    /// What becomes of the game.
    pub verdict: Verdict,
    /// The plies from before this move until mate; 0 if it is a draw.
    pub plies: u32,
}

/// What is found of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Whether White is to move.
    pub white_to_move: bool,
    /// What becomes of it for the player who is to move.
    pub verdict: Verdict,
    /// The plies (moves of either side) until mate; 0 if it is a draw.
    pub plies: u32,
    /// The legal moves, best first: quick wins, then draws, then slow losses.
    pub moves: Vec<MoveFound>,
}

impl Found {
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

/// Reads a position: the board with the strong side white, the endgame, and whether
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
    // The fifty-move rule is left out, and so the clock does not matter.
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
        let message = "castling is left out of these endgames; write `-` for the castling rights";
        return Err(ChessError::OtherMaterial(message.to_owned()));
    }
    let exchanged = board.colors(Color::White).len() == 1 && board.colors(Color::Black).len() > 1;
    let board = if exchanged { reversed(&board) } else { Some(board) };
    let board = board.ok_or_else(|| complain("the position is not legal"))?;
    let other = || {
        ChessError::OtherMaterial(
            "expected a king with a queen, a rook, two bishops on squares of different colours, or \
             a bishop and a knight, against a bare king"
                .to_owned(),
        )
    };
    if board.colors(Color::Black).len() > 1 {
        return Err(other());
    }
    let count = |piece| board.pieces(piece).len();
    let counts = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn].map(count);
    let bishops: Vec<bool> =
        board.pieces(Piece::Bishop).into_iter().map(|square| is_light(square as u8)).collect();
    let same_colour = bishops.windows(2).all(|pair| pair[0] == pair[1]);
    let ending = match counts {
        [1, 0, 0, 0, 0] => Some(Ending::Kqk),
        [0, 1, 0, 0, 0] => Some(Ending::Krk),
        [0, 0, 2, 0, 0] if !same_colour => Some(Ending::Kbbk),
        [0, 0, 1, 1, 0] => Some(Ending::Kbnk),
        // Nothing but bishops on squares of one colour, or one knight, mates nobody.
        [0, 0, _, 0, 0] if same_colour => None,
        [0, 0, 0, 1, 0] => None,
        _ => return Err(other()),
    };
    Ok((board, ending, exchanged))
}

impl Solved {
    /// What becomes of a position, and of every legal move.
    ///
    /// Either colour may have the pieces. The castling rights must be `-`, and the
    /// clock is ignored.
    ///
    /// # Errors
    /// [`ChessError::Fen`]; [`ChessError::OtherMaterial`] if it belongs to another
    /// endgame.
    pub fn position(&self, fen: &str) -> Result<Found, ChessError> {
        let (board, ending, exchanged) = read(fen)?;
        if ending != Some(self.ending()) {
            let ending = ending.map_or("drawn".to_owned(), |ending| ending.to_string());
            let message = format!("the position is {ending}, not {}", self.ending());
            return Err(ChessError::OtherMaterial(message));
        }
        let men = men_of(&board, self.ending());
        let illegal = || ChessError::OtherMaterial("the position is not legal".to_owned());
        let (outcome, plies) = self.result(&men).ok_or_else(illegal)?;
        let mut moves = Vec::new();
        board.generate_moves(|piece_moves| {
            for chosen in piece_moves {
                let taken = board.color_on(chosen.to).is_some();
                let after = men.after(self.ending(), chosen.from, chosen.to);
                let result = if taken { None } else { self.result(&after) };
                let (verdict, plies) = match result {
                    Some((Outcome::P, plies)) => (Verdict::Win, plies + 1),
                    Some((Outcome::N, plies)) => (Verdict::Loss, plies + 1),
                    _ => (Verdict::Draw, 0),
                };
                moves.push(MoveFound { san: san(&board, chosen, exchanged), verdict, plies });
            }
            false
        });
        let key = |found: &MoveFound| match found.verdict {
            Verdict::Loss => u32::MAX - found.plies,
            _ => found.plies,
        };
        moves.sort_by(|a, b| (a.verdict, key(a), &a.san).cmp(&(b.verdict, key(b), &b.san)));
        let verdict = match outcome {
            Outcome::N => Verdict::Win,
            Outcome::P => Verdict::Loss,
            _ => Verdict::Draw,
        };
        let white_to_move = men.strong_moves != exchanged;
        let plies = if verdict == Verdict::Draw { 0 } else { plies };
        Ok(Found { white_to_move, verdict, plies, moves })
    }
}

/// The move in standard algebraic notation. No two men of one kind can reach the same
/// square here: two bishops stand on squares of different colours.
fn san(board: &Board, chosen: Move, exchanged: bool) -> String {
    let letter = match board.piece_on(chosen.from) {
        Some(Piece::Queen) => "Q",
        Some(Piece::Rook) => "R",
        Some(Piece::Bishop) => "B",
        Some(Piece::Knight) => "N",
        _ => "K",
    };
    let takes = if board.color_on(chosen.to).is_some() { "x" } else { "" };
    let to = Square::index(chosen.to as usize ^ if exchanged { 56 } else { 0 });
    let mut after = board.clone();
    after.play_unchecked(chosen);
    let check = match (after.checkers().is_empty(), after.generate_moves(|_| true)) {
        (true, _) => "",
        (false, true) => "+",
        (false, false) => "#",
    };
    format!("{letter}{takes}{to}{check}")
}
