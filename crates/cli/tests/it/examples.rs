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

/// The cells of the rows of all tables of a page, without the heads.
fn rows(page: &str) -> impl Iterator<Item = Vec<String>> {
    let lines: Vec<&str> = page.lines().collect();
    let is_head = |next: Option<&&str>| next.is_some_and(|line| line.starts_with("|---"));
    let rows = lines
        .iter()
        .enumerate()
        .filter(|&(i, line)| line.starts_with("| ") && !is_head(lines.get(i + 1)));
    let cells = |line: &str| {
        let line = line.replace("\\|", "\0");
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().trim_matches('`').replace('\0', "|")).collect()
    };
    rows.map(move |(_, line)| cells(line)).collect::<Vec<Vec<String>>>().into_iter()
}

/// The book's page of tasks: each command succeeds, and its answer has what the page says.
#[cfg(unix)]
#[test]
fn tasks_and_commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("examples"), &folder.path().join("examples"));
    let program = Path::new(env!("CARGO_BIN_EXE_upstar")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let page = fs::read_to_string(root.join("book/src/first-hour/tasks.md")).unwrap();
    let (mut count, mut wrong) = (0, String::new());
    for row in rows(&page) {
        let [task, command, part] = &row[..] else { panic!("{row:?}") };
        let output = std::process::Command::new("sh")
            .args(["-c", command])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let answer = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() || !answer.contains(part.as_str()) {
            let error = String::from_utf8_lossy(&output.stderr);
            wrong += &format!("{task}\n  {command}\n{answer}{error}\n");
        }
        count += 1;
    }
    assert!(wrong.is_empty() && count > 70, "{count} tasks\n{wrong}");
}

/// The links of all pages lead to files and headings.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut pages = Vec::new();
    for name in ["README.md", "ARCHITECTURE.md", "DESIGN.md", "CHANGELOG.md", "CONTRIBUTING.md"] {
        pages.push(root.join(name));
    }
    let mut folders = vec![root.join("book/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                None => folders.push(path),
                Some("md") => pages.push(path),
                _ => {}
            }
        }
    }
    let (mut links, mut wrong) = (0, Vec::new());
    for page in &pages {
        let text = prose(&fs::read_to_string(page).unwrap());
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let (file, heading) = link.0.split_once('#').unwrap_or((link.0, ""));
            if file.contains("://") {
                continue;
            }
            links += 1;
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            let target = page.parent().unwrap().join(target);
            let there = target.exists()
                && (heading.is_empty() || headings(&target).any(|found| found == heading));
            if !there {
                wrong.push(format!("{}: {}", page.display(), link.0));
            }
        }
    }
    assert!(wrong.is_empty() && links > 300, "{links} links\n{}", wrong.join("\n"));
}

/// A page without its blocks of code and what is quoted as code.
fn prose(text: &str) -> String {
    let mut blocks = text.split("```");
    let outside = std::iter::from_fn(|| {
        let block = blocks.next();
        blocks.next();
        block
    });
    outside.flat_map(|block| block.split('`').step_by(2)).collect()
}

/// The names that links give the headings of a page.
fn headings(page: &Path) -> impl Iterator<Item = String> {
    let text = fs::read_to_string(page).unwrap_or_default();
    let lines: Vec<String> =
        text.lines().filter(|line| line.starts_with('#')).map(String::from).collect();
    lines.into_iter().map(|line| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
    })
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
