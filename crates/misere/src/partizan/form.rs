//! Forms outside a store.

/// A form: the tree of a game, stored as a graph in which each position occurs once.
///
/// It is made by [`Forms::form`](super::Forms::form), or by [`Form::new`] from known positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    positions: Vec<Position>,
}

/// A position of a [`Form`]: its options are places of earlier positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// Left's options and Right's.
    pub options: [Vec<u32>; 2],
    /// Whether Left has a tombstone, and whether Right has one. A player with a tombstone counts as
    /// having no move: the player to move wins if this holds in every summand. (Siegel, "On the
    /// general dead-ending universe of partizan games", Definition 5.1.)
    pub tombstones: [bool; 2],
}

impl Form {
    /// A form from its positions, options first. The last position is the form itself. `None` if
    /// there is no position, or if an option does not come before its position.
    #[must_use]
    pub fn new(positions: Vec<Position>) -> Option<Form> {
        let earlier = |(place, position): (usize, &Position)| {
            position.options.iter().flatten().all(|&option| (option as usize) < place)
        };
        let whole = !positions.is_empty() && positions.iter().enumerate().all(earlier);
        whole.then_some(Form { positions })
    }

    /// Its positions, options first. The last position is the form itself.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Whether a position has a tombstone.
    #[must_use]
    pub fn has_tombstones(&self) -> bool {
        self.positions.iter().any(|position| position.tombstones != [false; 2])
    }
}
