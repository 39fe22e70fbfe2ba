//! Every console example of the READMEs and of the book, run and compared.

use std::fs;
use std::path::Path;

/// The examples run in a folder of their own that holds a copy of `examples/`,
/// so that what they write does not land in the repository.
#[test]
fn readme_and_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("examples"), &folder.path().join("examples"));
    std::env::set_current_dir(folder.path()).unwrap();
    let pages = ["README.md", "crates/cli/README.md", "book/src/**/*.md"];
    let cases = trycmd::TestCases::new();
    for page in pages {
        cases.case(root.join(page));
    }
    cases.run();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
