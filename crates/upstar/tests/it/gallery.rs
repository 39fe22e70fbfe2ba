//! The gallery of the book: a picture of an example of every game of the catalogue.
//!
//! `GALLERY=overwrite cargo test -p upstar gallery` draws it anew.

use std::fs;
use std::path::Path;

use upstar::rules::{Game, Picture, Row, catalogue, parse_game};

const INTRODUCTION: &str = "# A gallery of games

A position of every game of the catalogue, drawn by `upstar picture`. Left is blue, Right is
red, and both players' parts are green or grey. The value of the position, or its outcome, is
given below the picture. `upstar games NAME` explains how positions are written and where the
game comes from.
";

fn drawn(row: &Row) -> String {
    let game = parse_game(row.example.0).unwrap();
    upstar_draw::svg(&upstar::position_scene(&[&game]))
}

fn section(row: &Row) -> String {
    let (position, answer) = row.example;
    let answer = match answer.strip_prefix("outcome ") {
        Some(outcome) => format!("`{position}` has outcome {outcome}."),
        None => format!("`{position}` = `{answer}`."),
    };
    let rules = row.rules.replace('\n', " ");
    let name = row.name;
    format!("\n## {name}\n\n{rules}\n\n![{name}](gallery/{name}.svg)\n\n{answer}\n")
}

#[test]
fn pictures_in_the_book_are_those_that_are_drawn() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/pictures");
    let folder = book.join("gallery");
    if std::env::var_os("GALLERY").is_some_and(|value| value == "overwrite") {
        fs::create_dir_all(&folder).unwrap();
        for file in fs::read_dir(&folder).unwrap() {
            fs::remove_file(file.unwrap().path()).unwrap();
        }
        for row in catalogue() {
            fs::write(folder.join(format!("{}.svg", row.name)), drawn(row)).unwrap();
        }
        let sections: String = catalogue().iter().copied().map(section).collect();
        fs::write(book.join("gallery.md"), INTRODUCTION.to_owned() + &sections).unwrap();
    }
    let page = fs::read_to_string(book.join("gallery.md")).unwrap();
    for row in catalogue() {
        let picture = fs::read_to_string(folder.join(format!("{}.svg", row.name)));
        let picture =
            picture.unwrap_or_else(|_| panic!("{}: no picture; draw the gallery anew", row.name));
        assert_eq!(picture, drawn(row), "{}: draw the gallery anew", row.name);
        assert!(page.contains(&section(row)), "{}: draw the gallery anew", row.name);
    }
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap().file_name();
        let name = file.to_str().unwrap().strip_suffix(".svg").unwrap().to_owned();
        assert!(catalogue().iter().any(|row| row.name == name), "{name} is in no catalogue");
    }
}

/// Every game of the catalogue has something to be seen.
#[test]
fn every_game_has_a_picture() {
    for row in catalogue() {
        let game = parse_game(row.example.0).unwrap();
        assert!(!matches!(game.picture(), Picture::Text), "{}", row.name);
        assert!(drawn(row).contains("</svg>"));
        // LaTeX knows letters of many languages, but no signs without a package.
        let tikz = upstar_draw::tikz(&upstar::position_scene(&[&game]));
        assert!(tikz.chars().all(|c| c.is_ascii() || c.is_alphabetic()), "{}", row.name);
    }
}

#[test]
fn dots_stand_for_what_has_no_end() {
    let vertices = |text: &str| {
        let game = parse_game(&format!("stalk(\"{text}\")")).unwrap();
        upstar_draw::svg(&upstar::position_scene(&[&game])).matches("<circle").count()
    };
    // Four vertices of the period shown twice, and three dots.
    assert_eq!(vertices("(LR)^w"), 4 + 3);
    assert_eq!(vertices("LRR"), 3);
    assert_eq!(vertices("L^w R^w"), 7 + 6);
}

/// Positions too large to be drawn are words; sums and negatives are put together.
#[test]
fn large_positions_and_sums_are_drawn() {
    let svg = |texts: &[&str]| {
        let games: Vec<_> = texts.iter().map(|text| parse_game(text).unwrap()).collect();
        let games: Vec<&Game> = games.iter().collect();
        upstar_draw::svg(&upstar::position_scene(&games))
    };
    for text in [
        "nim(1000000000000,3)",
        "kayles(1000)",
        "omax(1000000)",
        "crosses(1000000000)",
        "knight(1000000000,1)",
        "nimble(1000000000)",
        "cutcake(1000000000,3)",
        "grim(1000000000)",
        "chomp(1000000000,3)",
        "cake(1,2,1000000000)",
        "staircase(1,99)",
        "hackenbush(\"0-0l,0-1r,0-1g,1-1b,1-2r,2-3l,3-1r\")",
        "nim()",
        "crosses()",
        "omax(0)",
        "grim(\"complete 12\")",
        "snort(\"8x8\")",
        "tokens(\"a->a,a->b,b->a\"; \"a,a\")",
    ] {
        let drawn = svg(&[text]);
        assert!(drawn.len() < 200_000 && !drawn.contains("NaN"), "{text}");
    }
    let sum = svg(&["clobber(\"xo\")", "domineering(\"2x2\")"]);
    assert!(sum.contains("1-r1c1") && sum.contains("2-r2c2") && sum.contains(">+<"));
}
