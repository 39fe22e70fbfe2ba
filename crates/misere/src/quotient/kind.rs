//! What the elements of a quotient distinguish: outcomes of impartial or of partizan games, or misère
//! nim values.

use upstar_core::Outcome;

use super::bits::Bits;

/// What the elements of a monoid distinguish.
///
/// Each element has a *value*, which says to which of some sets of elements, the *planes*, it
/// belongs. A sum belongs to a plane if the player who moves cannot move to another plane, the
/// *target*.
///
/// | kind | plane | player who moves | target |
/// |---|---|---|---|
/// | outcomes of impartial games | the sums that the player who moves loses | anyone | the same |
/// | nim values | value 0, value 1, ... | anyone | the same |
/// | partizan | 0: the sums that Left wins if Right begins | Right | plane 1 |
/// | | 1: the sums that Right wins if Left begins | Left | plane 0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Impartial games: so many misère nim values are distinguished from all larger ones. It is 1
    /// in a misère quotient, which distinguishes only 0 from the others. For more see
    /// [`super::values`].
    Values(usize),
    /// Who wins sums of partizan games. The sides are Left and Right.
    Partizan,
}

impl Kind {
    /// The number of planes.
    pub(super) fn planes(self) -> usize {
        match self {
            Kind::Values(planes) => planes,
            Kind::Partizan => 2,
        }
    }

    /// The number of sides with moves of their own.
    pub(super) fn sides(self) -> usize {
        match self {
            Kind::Values(_) => 1,
            Kind::Partizan => 2,
        }
    }

    /// The side that moves in the sums of a plane.
    pub(super) fn mover(self, plane: usize) -> usize {
        match self {
            Kind::Values(_) => 0,
            Kind::Partizan => 1 - plane,
        }
    }

    /// The plane to which that side has no move.
    pub(super) fn target(self, plane: usize) -> usize {
        match self {
            Kind::Values(_) => plane,
            Kind::Partizan => 1 - plane,
        }
    }

    /// Whether the planes that a sum needs a move to do not follow from those that it is in.
    pub(super) fn has_needs(self) -> bool {
        matches!(self, Kind::Values(2..))
    }

    /// The ends of the sum without moves: see [`Moves::ends`].
    pub(super) fn no_moves(self) -> u8 {
        (1 << self.sides()) - 1
    }

    /// The value of a sum, by the planes whose targets it has a move to, and by its ends.
    pub(super) fn value(self, reaches: impl Fn(usize) -> bool, ends: u8) -> u8 {
        match self {
            // The value of the empty sum is 1.
            Kind::Values(_) if ends != 0 => 1,
            Kind::Values(planes) => {
                (0..planes).find(|&plane| !reaches(plane)).unwrap_or(planes) as u8
            }
            Kind::Partizan => (0..2)
                .filter(|&plane| ends >> self.mover(plane) & 1 == 0 && !reaches(plane))
                .fold(0, |value, plane| value | 1 << plane),
        }
    }

    /// The planes to which the sums with a value belong.
    pub(super) fn planes_of(self, value: u8) -> impl Iterator<Item = usize> {
        (0..self.planes()).filter(move |&plane| match self {
            Kind::Values(_) => usize::from(value) == plane,
            Kind::Partizan => value >> plane & 1 == 1,
        })
    }

    /// The value of the sums that belong to these planes.
    pub(super) fn value_of_planes(self, belongs: impl Fn(usize) -> bool) -> u8 {
        match self {
            Kind::Values(planes) => {
                (0..planes).find(|&plane| belongs(plane)).unwrap_or(planes) as u8
            }
            Kind::Partizan => {
                (0..2).fold(0, |value, plane| value | u8::from(belongs(plane)) << plane)
            }
        }
    }

    /// The planes to whose targets a sum with this value must have a move, unless the side that
    /// would make it has no move at all.
    pub(super) fn needed(self, value: u8) -> impl Iterator<Item = usize> {
        (0..self.planes()).filter(move |&plane| match self {
            Kind::Values(_) => plane < usize::from(value),
            Kind::Partizan => value >> plane & 1 == 0,
        })
    }

    /// Who wins the sums with a value.
    pub(super) fn outcome(self, value: u8) -> Outcome {
        match (self, value) {
            (Kind::Values(_), 0) | (Kind::Partizan, 3) => Outcome::P,
            (Kind::Partizan, 1) => Outcome::L,
            (Kind::Partizan, 2) => Outcome::R,
            _ => Outcome::N,
        }
    }
}

/// The moves of a sum, as far as others depend on them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Moves {
    /// For each plane the elements beside which the side that moves can move to its target.
    pub(super) beside: Bits,
    /// The sides that have no move, as bits.
    pub(super) ends: u8,
}

impl Moves {
    /// Whether these moves are among the others, and the same sides have no move.
    pub(super) fn is_within(&self, other: &Moves) -> bool {
        self.ends == other.ends && self.beside.is_within(&other.beside)
    }
}
