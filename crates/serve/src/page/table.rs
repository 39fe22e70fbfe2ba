//! The files of the page: made by the test beside it.

/// Names and contents.
#[rustfmt::skip]
pub(super) const FILES: &[(&str, &[u8])] = &[
    ("assets/index.css", include_bytes!("../../page/assets/index.css")),
    ("assets/index.js", include_bytes!("../../page/assets/index.js")),
    ("assets/names.js", include_bytes!("../../page/assets/names.js")),
    ("assets/pl.faults.js", include_bytes!("../../page/assets/pl.faults.js")),
    ("assets/pl.help.js", include_bytes!("../../page/assets/pl.help.js")),
    ("assets/pl.js", include_bytes!("../../page/assets/pl.js")),
    ("assets/pl.rules.js", include_bytes!("../../page/assets/pl.rules.js")),
    ("assets/ru.faults.js", include_bytes!("../../page/assets/ru.faults.js")),
    ("assets/ru.help.js", include_bytes!("../../page/assets/ru.help.js")),
    ("assets/ru.js", include_bytes!("../../page/assets/ru.js")),
    ("assets/ru.rules.js", include_bytes!("../../page/assets/ru.rules.js")),
    ("favicon.svg", include_bytes!("../../page/favicon.svg")),
    ("index.html", include_bytes!("../../page/index.html")),
    ("licenses.txt", include_bytes!("../../page/licenses.txt")),
];
