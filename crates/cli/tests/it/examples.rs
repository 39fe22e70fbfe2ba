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

/// The book's list of games has each game of the catalogue, as the catalogue describes it.
#[test]
fn the_list_of_games_is_the_catalogue() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let page = fs::read_to_string(root.join("book/src/reference/games.md")).unwrap();
    let mut listed: Vec<&str> = page.lines().filter(|line| line.starts_with("| [`")).collect();
    listed.sort_unstable();
    let mut rows: Vec<String> = upstar_games::catalogue()
        .iter()
        .map(|row| {
            let (name, class) = (row.name, upstar::class_in_words(row));
            let also: Vec<String> = row.aliases.iter().map(|name| format!("`{name}`")).collect();
            let also = match also.join(", ") {
                names if names.is_empty() => names,
                names => format!(" (also {names})"),
            };
            let link = format!("[`{name}`](../pictures/gallery.md#{name})");
            format!("| {link}{also} | {class} | {} |", row.source)
        })
        .collect();
    rows.sort_unstable();
    assert_eq!(listed, rows);
}

/// The book's page of methods is written from the table of methods;
/// `PAGES=overwrite cargo test -p upstar-cli methods` writes it anew.
#[test]
fn the_page_of_methods_is_the_table() {
    let mut page = String::from(
        "# Methods and words\n\n\
         What the worksheet, `upstar eval` and the page understand, in alphabetical order. Case and\n\
         underscores do not matter. `upstar help NAME` prints one entry. Words such as `for` and `if`\n\
         are at the end.\n",
    );
    for name in upstar::lang::names().chain(upstar::lang::words()) {
        let help = upstar::lang::help(name).unwrap();
        let also: Vec<String> = help.aliases.iter().map(|name| format!("`{name}`")).collect();
        page += &format!("\n## {}\n\n", help.name);
        page += &format!("`{}`", help.usage);
        if !also.is_empty() {
            page += &format!(" (also {})", also.join(", "));
        }
        page += &format!("\n\n{}\n\n", help.about.replace('<', "&lt;").replace('|', "\\|"));
        page += &format!("```text\n{}\n{}\n```\n", help.example.0, help.example.1);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let file = root.join("book/src/reference/methods.md");
    if std::env::var_os("PAGES").is_some_and(|value| value == "overwrite") {
        fs::write(&file, &page).unwrap();
    }
    assert_eq!(fs::read_to_string(file).unwrap(), page, "write the page anew");
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
