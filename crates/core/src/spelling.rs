//! Suggestions for mistyped names.

/// Longer names are not considered, because the comparison is quadratic.
const LONGEST: usize = 40;

/// The number of letters that must be changed, added, removed or exchanged with their neighbour to
/// turn one name into the other; `None` for names of more than 40 bytes.
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
