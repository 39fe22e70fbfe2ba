//! Reserved words.

use upstar_core::plain_name;

/// The variable that is the last value of a worksheet.
pub(crate) const LAST: &str = "_";
/// Names that are not variables.
pub(crate) const CONSTANTS: [&str; 4] = ["left", "right", "true", "false"];
pub(crate) const LOOPY: [&str; 7] = ["on", "off", "over", "under", "upon", "dud", "pass"];
/// Loopy games that a variable of the name hides.
pub(crate) const ALTERNATING: [&str; 2] = ["tis", "tisn"];
pub(crate) const OMEGA: [&str; 3] = ["omega", "w", "ω"];
pub(crate) const INFINITE: [&str; 3] = ["inf", "∞", "infinity"];
pub(crate) const NOTHING: &str = "nothing";
/// Siegel's tombstone among the options of a form in misère play, unless a variable has the name.
pub(crate) const TOMBSTONE: [&str; 2] = ["Σ", "Sigma"];
/// Names before a point that belong to what follows it: `Graph.Path(3)`.
pub(crate) const PACKAGES: [&str; 3] = ["Graph", "Grid", "Coordinates"];
const WORDS: [&str; 15] = [
    "and", "or", "not", "is", "if", "then", "else", "elseif", "end", "let", "def", "begin", "do",
    "var", "while",
];

/// Whether a name has a meaning of its own, so that it can be neither a variable nor a game.
///
/// ```
/// assert!(upstar_lang::is_reserved("omega") && upstar_lang::is_reserved("if"));
/// assert!(!upstar_lang::is_reserved("x"));
/// ```
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    let plain = plain_name(name);
    let plain = plain.as_str();
    CONSTANTS.contains(&plain)
        || LOOPY.contains(&plain)
        || OMEGA.contains(&plain)
        || INFINITE.contains(&plain)
        || WORDS.contains(&plain)
        || plain == NOTHING
        || PACKAGES.contains(&name)
}
