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

/// The name in small letters and without underscores: how names are compared.
#[must_use]
pub fn plain_name(name: &str) -> String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

/// The entry of `known` that is nearest to `name`, if it is near enough to be a slip: at most one
/// letter in three is wrong, missing, extra or exchanged.
///
/// ```
/// use upstar_core::nearest;
///
/// let known = ["Temperature", "Mean", "LeftStop"];
/// assert_eq!(nearest("left_stpo", known), Some("LeftStop"));
/// assert_eq!(nearest("x", known), None);
/// ```
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = plain_name(name);
    known
        .into_iter()
        .filter_map(|other| Some((edits(&plain, &plain_name(other))?, other)))
        .filter(|&(edits, other)| edits * 3 <= other.len().max(plain.len()) && edits < plain.len())
        .min_by_key(|&(edits, other)| (edits, other.len(), other))
        .map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_find_what_was_meant() {
        let near = |name| nearest(name, ["Temperature", "Mean", "LeftStop", "Cool"]);
        assert_eq!(near("temprature"), Some("Temperature"));
        assert_eq!(near("men"), Some("Mean"));
    }
}
