//! Rules of games on heaps.

use super::cursor::Cursor;
use crate::RuleError;

/// A rule of a game on heaps.
#[derive(Clone, Debug)]
pub(super) struct HeapRule {
    pub(super) players: [bool; 2],
}

/// Reads a rule.
pub(super) fn read(cursor: &mut Cursor<'_>, players: [bool; 2]) -> Result<HeapRule, RuleError> {
    let _ = HeapRule { players };
    Err(cursor.expected("nothing yet"))
}
