//! Where the men stand, up to the symmetries of the board.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};

use crate::ChessError;

/// An endgame: a king and one or two pieces against a bare king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// King and queen against king.
    Kqk,
    /// King and rook against king.
    Krk,
    /// King and two bishops, on squares of different colours, against king.
    Kbbk,
    /// King, bishop and knight against king.
    Kbnk,
}

impl Ending {
    /// All endgames that are solved here.
    pub const ALL: [Ending; 4] = [Ending::Kqk, Ending::Krk, Ending::Kbbk, Ending::Kbnk];

    /// The pieces beside the king.
    pub(crate) fn pieces(self) -> &'static [Piece] {
        match self {
            Ending::Kqk => &[Piece::Queen],
            Ending::Krk => &[Piece::Rook],
            Ending::Kbbk => &[Piece::Bishop, Piece::Bishop],
            Ending::Kbnk => &[Piece::Bishop, Piece::Knight],
        }
    }

    /// How many numbers [`Men::number`] gives out at most.
    pub(crate) fn numbers(self) -> usize {
        2 * TRIANGLE.len() * 64usize.pow(self.pieces().len() as u32 + 1)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Kqk => "KQK",
            Ending::Krk => "KRK",
            Ending::Kbbk => "KBBK",
            Ending::Kbnk => "KBNK",
        })
    }
}

impl FromStr for Ending {
    type Err = ChessError;

    fn from_str(text: &str) -> Result<Ending, ChessError> {
        let name = text.trim();
        Ending::ALL
            .into_iter()
            .find(|ending| ending.to_string().eq_ignore_ascii_case(name))
            .ok_or_else(|| ChessError::UnknownEnding { name: name.chars().take(40).collect() })
    }
}

/// The squares a1, b1, b2, c1, ..., d4: each square of the board is the image of one.
const TRIANGLE: [u8; 10] = [0, 1, 9, 2, 10, 18, 3, 11, 19, 27];

/// The men of one position. Squares are numbers: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// Whether the side with the pieces is to move.
    pub(crate) strong_moves: bool,
    pub(crate) king: u8,
    pub(crate) lone: u8,
    /// The pieces, in the order of [`Ending::pieces`]; the second is unused if there
    /// is only one. Of two bishops the one on light squares comes first.
    pub(crate) men: [u8; 2],
}

/// Square `s` under one of the eight symmetries of the board.
fn image(s: u8, symmetry: u8) -> u8 {
    let mut s = s;
    if symmetry & 1 != 0 {
        s ^= 7;
    }
    if symmetry & 2 != 0 {
        s ^= 56;
    }
    if symmetry & 4 != 0 {
        s = s >> 3 | (s & 7) << 3;
    }
    s
}

/// Whether a square is a light one; a1 is dark.
pub(crate) fn is_light(square: u8) -> bool {
    (square ^ square >> 3) & 1 == 1
}

impl Men {
    /// The position under a symmetry of the board.
    pub(crate) fn image(&self, ending: Ending, symmetry: u8) -> Men {
        let mut men = self.men.map(|square| image(square, symmetry));
        if ending == Ending::Kbbk && is_light(men[1]) {
            men.swap(0, 1);
        }
        Men {
            strong_moves: self.strong_moves,
            king: image(self.king, symmetry),
            lone: image(self.lone, symmetry),
            men,
        }
    }

    /// The number of the position as it stands, if its king is in the triangle.
    fn own_number(&self, ending: Ending) -> Option<u32> {
        let place = TRIANGLE.iter().position(|&square| square == self.king)? as u32;
        let mut number = place << 6 | u32::from(self.lone);
        for &square in &self.men[..ending.pieces().len()] {
            number = number << 6 | u32::from(square);
        }
        Some(number << 1 | u32::from(self.strong_moves))
    }

    /// A number that exactly the images of the position under the eight symmetries
    /// share.
    pub(crate) fn number(&self, ending: Ending) -> u32 {
        let images = (0..8).filter_map(|symmetry| self.image(ending, symmetry).own_number(ending));
        images.min().unwrap_or(0)
    }

    /// The position of a number; not every one is legal, or the least of its images.
    pub(crate) fn of_number(number: u32, ending: Ending) -> Men {
        let square = |shift: usize| (number >> (1 + 6 * shift) & 63) as u8;
        let pieces = ending.pieces().len();
        let men = if pieces == 2 { [square(1), square(0)] } else { [square(0), 0] };
        let place = (number >> (1 + 6 * (pieces + 1))) as usize;
        Men { strong_moves: number & 1 == 1, king: TRIANGLE[place], lone: square(pieces), men }
    }

    /// The board, with the pieces white; `None` if no game of chess can get there with
    /// this side to move: two men on one square, kings side by side, or the side that
    /// has just moved in check. Bishops must stand on squares of different colours.
    pub(crate) fn board(&self, ending: Ending) -> Option<Board> {
        let pieces = ending.pieces();
        let distance = |a: u8, b: u8| (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3));
        if distance(self.king, self.lone) <= 1 {
            return None;
        }
        if ending == Ending::Kbbk && (!is_light(self.men[0]) || is_light(self.men[1])) {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        let mut put = |square: u8, piece, color| {
            let cell = &mut builder.board[usize::from(square)];
            cell.is_none().then(|| *cell = Some((piece, color)))
        };
        put(self.king, Piece::King, Color::White)?;
        put(self.lone, Piece::King, Color::Black)?;
        for (&piece, &square) in pieces.iter().zip(&self.men) {
            put(square, piece, Color::White)?;
        }
        builder.side_to_move = if self.strong_moves { Color::White } else { Color::Black };
        builder.build().ok()
    }

    /// The position after a move that takes nothing.
    pub(crate) fn after(&self, ending: Ending, from: Square, to: Square) -> Men {
        let (from, to) = (from as u8, to as u8);
        let mut after = Men { strong_moves: !self.strong_moves, ..*self };
        let pieces = ending.pieces().len();
        for square in [&mut after.king, &mut after.lone].into_iter().chain(&mut after.men[..pieces])
        {
            if *square == from {
                *square = to;
            }
        }
        after
    }
}
