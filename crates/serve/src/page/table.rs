//! The files of the page: made by the test beside it.

/// Names and contents.
#[rustfmt::skip]
pub(super) const FILES: &[(&str, &[u8])] = &[
    ("assets/index.css", include_bytes!("../../page/assets/index.css")),
    ("assets/index.js", include_bytes!("../../page/assets/index.js")),
    ("assets/pl.js", include_bytes!("../../page/assets/pl.js")),
    ("assets/ru.js", include_bytes!("../../page/assets/ru.js")),
    ("favicon.svg", include_bytes!("../../page/favicon.svg")),
    ("index.html", include_bytes!("../../page/index.html")),
    ("licenses.txt", include_bytes!("../../page/licenses.txt")),
];
