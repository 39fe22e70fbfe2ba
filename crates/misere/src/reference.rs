//! Misère play by the definition: games as trees, and the winner of sums by trying all moves.

use std::collections::HashMap;

/// A game as an unsimplified tree of options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Tree(pub Vec<Tree>);

impl Tree {
    /// A nim heap.
    #[must_use]
    pub fn heap(size: usize) -> Tree {
        Tree((0..size).map(Tree::heap).collect())
    }
}

/// Sums with known results.
#[derive(Debug, Default)]
pub struct Plays(HashMap<Vec<Tree>, bool>);

impl Plays {
    /// Whether the player to move loses a sum. A player who cannot move wins.
    pub fn is_lost(&mut self, sum: &[Tree]) -> bool {
        let mut sum: Vec<Tree> = sum.iter().filter(|tree| !tree.0.is_empty()).cloned().collect();
        sum.sort();
        if let Some(&lost) = self.0.get(&sum) {
            return lost;
        }
        let mut lost = !sum.is_empty();
        'moves: for (at, tree) in sum.iter().enumerate() {
            for option in &tree.0 {
                let mut next = sum.clone();
                next[at] = option.clone();
                if self.is_lost(&next) {
                    lost = false;
                    break 'moves;
                }
            }
        }
        self.0.insert(sum, lost);
        lost
    }

    /// The size of the nim heap beside which the player to move loses.
    pub fn misere_nim_value(&mut self, sum: &[Tree]) -> u32 {
        let mut sum = sum.to_vec();
        let mut size = 0;
        loop {
            sum.push(Tree::heap(size as usize));
            if self.is_lost(&sum) {
                return size;
            }
            sum.pop();
            size += 1;
        }
    }
}
