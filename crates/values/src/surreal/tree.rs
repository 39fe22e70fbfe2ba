//! The tree of finite stalks.

use upstar_core::Player;

use super::NormalForm;
use super::real_signs::real_of_word;
use crate::{Error, Result};

/// A node of the tree of values: a finite stalk and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The edges from the ground up.
    pub word: Vec<Player>,
    /// The value, a dyadic number.
    pub value: NormalForm,
}

/// The rows of the tree of finite stalks, from the empty stalk to those with `depth` edges. Each
/// row is in increasing order of values (R before L).
///
/// # Errors
///
/// [`Error::OverLimit`] for a depth above 20.
pub fn tree(depth: u32) -> Result<Vec<Vec<TreeNode>>> {
    if depth > 20 {
        return Err(Error::over_limit("the depth of the tree", "20"));
    }
    let mut rows = Vec::new();
    for level in 0..=depth {
        let mut row = Vec::with_capacity(1 << level);
        for index in 0..1u32 << level {
            let word: Vec<Player> = (0..level)
                .rev()
                .map(|bit| if index >> bit & 1 == 1 { Player::Left } else { Player::Right })
                .collect();
            let value = real_of_word(&word);
            row.push(TreeNode { word, value: value.into() });
        }
        rows.push(row);
    }
    Ok(rows)
}
