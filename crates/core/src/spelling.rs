//! Suggestions for mistyped names.

/// Longer names are no slips, and the comparison is quadratic.
const LONGEST: usize = 40;

/// How many letters must be changed, added, left out or exchanged with their neighbour to
/// make one name of the other; `None` for names of more than 40 bytes.
///
/// ```
/// use upstar_core::edits;
///
/// assert_eq!(edits("kitten", "sitting"), Some(3));
/// assert_eq!(edits("kalyes", "kayles"), Some(1));
/// assert_eq!(edits(&"k".repeat(100_000), "kayles"), None);
/// ```
#[must_use]
pub fn edits(a: &str, b: &str) -> Option<usize> {
    (a.len().max(b.len()) <= LONGEST).then(|| strsim::osa_distance(a, b))
}
