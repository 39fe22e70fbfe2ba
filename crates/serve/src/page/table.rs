//! The files of the page: made by the test beside it.

/// Names and contents.
#[rustfmt::skip]
pub(super) const FILES: &[(&str, &[u8])] = &[
    ("index.html", include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/page/index.html"))),
];
