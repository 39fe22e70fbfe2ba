//! Guards against libraries that panic on damaged data.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{FileError, Result};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a library whose panics become file errors. A program's panic hook asks
/// this so as to stay silent then.
///
/// ```
/// let hook = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |info| {
///     if !upstar_files::is_guarded() {
///         hook(info);
///     }
/// }));
/// ```
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Runs a call into a library that panics on damaged data. None if it panicked, which is an error
/// of the file and not of the program. Data that the call left half done must not be used again.
pub fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(before);
    result.ok()
}

/// Runs a reader of graphs that uses such a library.
pub(crate) fn guarded_reader(name: &str, expected: &str, read: impl FnOnce() -> Result) -> Result {
    guarded(read).unwrap_or_else(|| {
        let found = "a page that cannot be decoded";
        Err(FileError::malformed(name, 0, 0, found, expected))
    })
}

#[cfg(test)]
mod tests {
    use super::{guarded, guarded_reader, is_guarded};

    #[test]
    fn what_a_library_asserts_is_no_panic_of_the_program() {
        assert_eq!(guarded(|| assert!(!is_guarded(), "damaged")), None);
        assert!(!is_guarded());
        assert_eq!(guarded(|| guarded(|| 1).is_some() && is_guarded()), Some(true));
        let error = guarded_reader("g", "a whole file", || panic!("damaged"));
        let message = error.unwrap_err().to_string();
        assert_eq!(message, "g: a page that cannot be decoded; expected a whole file");
    }
}
