//! `bench-serve PROGRAM [PAGES] [HOSTILE] [SECONDS]`: a public server under load (Linux).

#[path = "../../../crates/cli/tests/it/load.rs"]
mod load;

use std::path::PathBuf;
use std::time::Duration;

use load::{Load, PublicServer, Use};

fn show(when: &str, found: Use) {
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    println!(
        "{when}: {} threads, {} processes, server {:.1} MB, sheets {:.1} MB",
        found.threads,
        found.processes,
        megabytes(found.memory),
        megabytes(found.memory_of_sheets),
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some(program) = words.first().map(PathBuf::from) else {
        eprintln!("bench-serve PROGRAM [PAGES] [HOSTILE] [SECONDS]");
        std::process::exit(2);
    };
    let number = |at: usize, usual: usize| {
        words.get(at).map_or(usual, |word| word.parse().expect("a whole number"))
    };
    let load = Load {
        pages: number(1, 200),
        hostile: number(2, 20),
        time: Duration::from_secs(number(3, 600) as u64),
        pause: Duration::from_secs(1),
        frozen_above: 40_000_000,
    };
    let server = PublicServer::start(&program, load.pages + load.hostile, &[]);
    let figures = load::put(&server, load);
    let part = |thousandths: usize| figures.times[(figures.times.len() - 1) * thousandths / 1000];
    println!(
        "{} pages, {} of them hostile, {} s: {} answers, median {:.1?}, p99 {:.1?}, p99.9 {:.1?}, \
         longest {:.1?}; {} questions of hostile pages ended, {} processes frozen",
        load.pages,
        load.hostile,
        load.time.as_secs(),
        figures.times.len(),
        part(500),
        part(990),
        part(999),
        part(1000),
        figures.hostile_questions,
        figures.frozen,
    );
    show("before", figures.before);
    show("most", figures.most);
    show("after", figures.after);
}
