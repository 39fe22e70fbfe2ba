//! The squares of the men, up to the symmetries of the board.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{Board, BoardBuilder, Color, Piece, Square};

use crate::ChessError;

/// The pieces that endgames have, by strength, with their letters.
pub(crate) const PIECES: [(Piece, char); 4] =
    [(Piece::Queen, 'Q'), (Piece::Rook, 'R'), (Piece::Bishop, 'B'), (Piece::Knight, 'N')];

/// An endgame of two kings and one or two pieces, without pawns: `KQK`, `KBNK`, `KQKR`. The first
/// side is the stronger one, with more pieces or a stronger one.
///
/// ```
/// use upstar_chess::Ending;
///
/// let ending: Ending = "krkq".parse()?;
/// assert_eq!(ending.to_string(), "KQKR");
/// # Ok::<(), upstar_chess::ChessError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending {
    /// The pieces of both sides as places in [`PIECES`], those of the first side first.
    kinds: [u8; 2],
    /// The number of pieces of the first side, and of the other.
    strong: u8,
    weak: u8,
}

impl Ending {
    /// The endgame with these pieces, and whether the second side is the stronger one; `None` if
    /// there is none, or neither side can mate.
    pub(crate) fn of(first: &[u8], second: &[u8]) -> Option<(Ending, bool)> {
        let sorted = |kinds: &[u8]| {
            let mut kinds = kinds.to_vec();
            kinds.sort_unstable();
            kinds
        };
        let (first, second) = (sorted(first), sorted(second));
        let exchanged =
            second.len() > first.len() || (second.len() == first.len() && second < first);
        let (strong, weak) = if exchanged { (second, first) } else { (first, second) };
        let mates = match (&strong[..], &weak[..]) {
            (&[one], []) => one <= 1,
            ([_, _], []) | ([_], [_]) => true,
            _ => false,
        };
        let mut kinds = [0; 2];
        kinds.iter_mut().zip(strong.iter().chain(&weak)).for_each(|(to, &kind)| *to = kind);
        let ending = Ending { kinds, strong: strong.len() as u8, weak: weak.len() as u8 };
        mates.then_some((ending, exchanged))
    }

    /// All endgames that are solved here.
    #[must_use]
    pub fn all() -> Vec<Ending> {
        let mut all: Vec<Ending> =
            (0..2).filter_map(|kind| Some(Ending::of(&[kind], &[])?.0)).collect();
        let pairs = || (0..4u8).flat_map(|first| (first..4).map(move |second| [first, second]));
        all.extend(pairs().filter_map(|pair| Some(Ending::of(&pair, &[])?.0)));
        all.extend(pairs().filter_map(|[one, other]| Some(Ending::of(&[one], &[other])?.0)));
        all
    }

    /// The pieces beside the kings, with their places in [`PIECES`] and sides.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (u8, Color)> {
        (0..self.men()).map(move |place| {
            let color = if place < usize::from(self.strong) { Color::White } else { Color::Black };
            (self.kinds[place], color)
        })
    }

    /// The number of pieces beside the kings.
    pub(crate) fn men(self) -> usize {
        usize::from(self.strong + self.weak)
    }

    /// Whether both pieces are of one kind and one side, so that they cannot be distinguished.
    fn has_twins(self) -> bool {
        self.strong == 2 && self.kinds[0] == self.kinds[1]
    }

    /// Whether it is that of two bishops, which must stand on squares of different colours.
    fn has_two_bishops(self) -> bool {
        self.has_twins() && PIECES[usize::from(self.kinds[0])].0 == Piece::Bishop
    }

    /// The largest possible number of results of [`Men::number`].
    pub(crate) fn numbers(self) -> usize {
        2 * TRIANGLE.len() * 64usize.pow(self.men() as u32 + 1)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |side| {
            let own = self.pieces().filter(move |&(_, color)| color == side);
            own.map(|(kind, _)| PIECES[usize::from(kind)].1).collect::<String>()
        };
        write!(f, "K{}K{}", letters(Color::White), letters(Color::Black))
    }
}

impl FromStr for Ending {
    type Err = ChessError;

    fn from_str(text: &str) -> Result<Ending, ChessError> {
        let unknown = || ChessError::UnknownEnding { name: text.trim().chars().take(40).collect() };
        let name = text.trim().to_ascii_uppercase();
        let (first, second) =
            name.strip_prefix('K').and_then(|rest| rest.split_once('K')).ok_or_else(unknown)?;
        let kinds = |letters: &str| -> Option<Vec<u8>> {
            let kind = |c| PIECES.iter().position(|&(_, letter)| letter == c).map(|k| k as u8);
            letters.chars().take(3).map(kind).collect()
        };
        let (first, second) = kinds(first).zip(kinds(second)).ok_or_else(unknown)?;
        Ending::of(&first, &second).map(|(ending, _)| ending).ok_or_else(unknown)
    }
}

/// The squares a1, b1, b2, c1, ..., d4: each square of the board is the image of one.
const TRIANGLE: [u8; 10] = [0, 1, 9, 2, 10, 18, 3, 11, 19, 27];

/// The men of one position. Squares are numbers: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    /// Whether the first side is to move.
    pub(crate) strong_moves: bool,
    pub(crate) king: u8,
    /// The king of the other side.
    pub(crate) other: u8,
    /// The pieces, in the order of [`Ending::pieces`]; the second is unused if there
    /// is only one. Of two like ones of one side the one on the lesser square comes first; of two
    /// bishops the one on light squares.
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
    /// The same position with like pieces in order.
    pub(crate) fn ordered(mut self, ending: Ending) -> Men {
        let wrong = if ending.has_two_bishops() {
            is_light(self.men[1])
        } else {
            ending.has_twins() && self.men[1] < self.men[0]
        };
        if wrong {
            self.men.swap(0, 1);
        }
        self
    }

    /// The position under a symmetry of the board.
    pub(crate) fn image(&self, ending: Ending, symmetry: u8) -> Men {
        let men = Men {
            strong_moves: self.strong_moves,
            king: image(self.king, symmetry),
            other: image(self.other, symmetry),
            men: self.men.map(|square| image(square, symmetry)),
        };
        men.ordered(ending)
    }

    /// The number of the position as it stands, if its king is in the triangle.
    fn own_number(&self, ending: Ending) -> Option<u32> {
        let place = TRIANGLE.iter().position(|&square| square == self.king)? as u32;
        let mut number = place << 6 | u32::from(self.other);
        for &square in &self.men[..ending.men()] {
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
        let pieces = ending.men();
        let men = if pieces == 2 { [square(1), square(0)] } else { [square(0), 0] };
        let place = (number >> (1 + 6 * (pieces + 1))) as usize;
        Men { strong_moves: number & 1 == 1, king: TRIANGLE[place], other: square(pieces), men }
    }

    /// The board, with the first side white; `None` if no game of chess can get there with
    /// this side to move: two men on one square, kings side by side, or the side that
    /// has just moved in check. Two bishops must stand on squares of different colours.
    pub(crate) fn board(&self, ending: Ending) -> Option<Board> {
        let distance = |a: u8, b: u8| (a & 7).abs_diff(b & 7).max((a >> 3).abs_diff(b >> 3));
        if distance(self.king, self.other) <= 1 {
            return None;
        }
        if ending.has_two_bishops() && (!is_light(self.men[0]) || is_light(self.men[1])) {
            return None;
        }
        let mut builder = BoardBuilder::empty();
        let mut put = |square: u8, piece, color| {
            let cell = &mut builder.board[usize::from(square)];
            cell.is_none().then(|| *cell = Some((piece, color)))
        };
        put(self.king, Piece::King, Color::White)?;
        put(self.other, Piece::King, Color::Black)?;
        for ((kind, color), &square) in ending.pieces().zip(&self.men) {
            put(square, PIECES[usize::from(kind)].0, color)?;
        }
        builder.side_to_move = if self.strong_moves { Color::White } else { Color::Black };
        builder.build().ok()
    }

    /// The position after a move, and its endgame; `None` if the remaining pieces cannot mate.
    pub(crate) fn after(&self, ending: Ending, from: Square, to: Square) -> Option<(Ending, Men)> {
        let (from, to) = (from as u8, to as u8);
        let mut after = Men { strong_moves: !self.strong_moves, ..*self };
        let pieces = &self.men[..ending.men()];
        let taken = pieces.iter().position(|&square| square == to);
        let moved = |square: u8| if square == from { to } else { square };
        after.king = moved(after.king);
        after.other = moved(after.other);
        after.men = after.men.map(moved);
        let Some(taken) = taken else { return Some((ending, after.ordered(ending))) };
        let left = ending.pieces().zip(after.men).enumerate();
        let left: Vec<_> = left.filter(|&(place, _)| place != taken).map(|(_, man)| man).collect();
        let of = |side| -> Vec<u8> {
            left.iter()
                .filter(|((_, color), _)| *color == side)
                .map(|((kind, _), _)| *kind)
                .collect()
        };
        let (ending, exchanged) = Ending::of(&of(Color::White), &of(Color::Black))?;
        let men = [left.first().map_or(0, |&(_, square)| square), 0];
        let turned = |square: u8| if exchanged { square ^ 56 } else { square };
        let (king, other) =
            if exchanged { (after.other, after.king) } else { (after.king, after.other) };
        let men = Men {
            strong_moves: after.strong_moves != exchanged,
            king: turned(king),
            other: turned(other),
            men: men.map(turned),
        };
        Some((ending, men))
    }
}
