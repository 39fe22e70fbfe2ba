//! Readers made of libraries that panic.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::FileError;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a reader made of a library whose panics become
/// errors of the file. A program's panic hook asks this to stay silent then.
///
/// ```
/// let hook = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |info| {
///     if !upstar_files::graph::is_guarded() {
///         hook(info);
///     }
/// }));
/// ```
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Runs a reader made of a library that asserts what damaged data break: that is
/// an error of the file, not of the program. What `read` leaves behind is
/// dropped with the error.
pub(super) fn guarded(
    name: &str,
    expected: &str,
    read: impl FnOnce() -> Result<(), FileError>,
) -> Result<(), FileError> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(before);
    result.unwrap_or_else(|_| {
        let found = "a page that cannot be decoded";
        Err(FileError::malformed(name, 0, 0, found, expected))
    })
}

#[cfg(test)]
mod tests {
    use super::{guarded, is_guarded};

    #[test]
    fn what_a_library_asserts_is_an_error_of_the_file() {
        let error = guarded("g", "a whole file", || {
            assert!(!is_guarded(), "damaged");
            Ok(())
        });
        let message = error.unwrap_err().to_string();
        assert_eq!(message, "g: a page that cannot be decoded; expected a whole file");
        assert!(!is_guarded());
    }
}
