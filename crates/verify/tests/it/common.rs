//! What several tests do with strategies.

use upstar_core::Budget;
use upstar_verify::strategy::{Strategy, read, write};

/// The strategy passes and is read back from its file; after each of the changes it does not pass.
pub(crate) fn only_as_it_is(
    right: &Strategy,
    passes: fn(&Strategy) -> bool,
    changes: &[fn(&mut Strategy)],
) {
    assert!(passes(right));
    assert_eq!(read("file", &write(right), &Budget::unlimited()).unwrap(), *right);
    for change in changes {
        let mut strategy = right.clone();
        change(&mut strategy);
        assert!(!passes(&strategy), "{strategy:?}");
    }
}
