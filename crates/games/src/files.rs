//! The games of the catalogue that are defined by rules files, `rules/NAME.game`.
//!
//! Comments at the head of a file give its catalogue entries: `aliases` (if any), `usage`, `rules`,
//! `source` and `example`. An indented line continues the previous one. A file without such a head
//! shows the rules of a game that has a ruleset in Rust.

use std::sync::{LazyLock, OnceLock};

use upstar_engine::{Class, Game, Rules, Sides};
use upstar_rewrite::{CustomGame, OnSmallBoards};

use crate::boards::amazons::Amazons;
use crate::boards::bits::{SmallBoard, small_size};
use crate::boards::cram::Cram;
use crate::boards::domineering::{Domineering, WideDomineering};
use crate::boards::konane::Konane;
use crate::catalogue::{Make, Row};

/// The names and the texts of all files.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules_files.rs"));

/// The ruleset in Rust for small boards of a game.
fn on_small_boards(name: &str) -> Option<OnSmallBoards> {
    Some(match name {
        "amazons" => |rules, grid| {
            let size = small_size(rules, grid, 1)?;
            Some(Game::on_small_board(Amazons(size), SmallBoard::of(grid)))
        },
        // Strips use the rules file, so that all strips in a sum have the same kind.
        "cram" => |rules, grid| {
            let size = small_size(rules, grid, 2)?;
            Some(Rules::compiled(Cram(size)).at(SmallBoard::of(grid).free()))
        },
        "domineering" => |rules, grid| match small_size(rules, grid, 1) {
            Some(size) => Some(Rules::compiled(Domineering(size)).at(SmallBoard::of(grid).free())),
            None => WideDomineering::game_at(rules, grid),
        },
        "konane" => |rules, grid| {
            let size = small_size(rules, grid, 1)?;
            Some(Game::on_small_board(Konane(size), SmallBoard::of(grid)))
        },
        _ => return None,
    })
}

/// A game that is read from its file on first use.
#[derive(Debug)]
pub(crate) struct RulesFile {
    name: &'static str,
    text: &'static str,
    rules: OnceLock<Rules>,
}

impl RulesFile {
    pub(crate) fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| {
            let game = CustomGame::built_in(self.name, self.text, on_small_boards(self.name));
            game.unwrap_or_else(|error| unreachable!("{}: {error}", self.name)).rules().clone()
        })
    }
}

/// The catalogue rows from the heads of files.
pub(crate) fn rows() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> =
        LazyLock::new(|| FILES.iter().filter_map(|&(name, text)| row(name, text)).collect());
    &ROWS
}

/// The row that the head of a file describes.
///
/// A game is impartial if none of its rules is for only one player. The file says whether play
/// ends, and this is proved when the game is made.
fn row(name: &'static str, text: &'static str) -> Option<Row> {
    let usage = entry(text, "usage")?;
    let has = |word: &str| text.lines().any(|line| line.starts_with(word));
    let sides = if has("left:") || has("right:") { Sides::Partizan } else { Sides::Impartial };
    let first = text.lines().find(|line| !line.starts_with("//"))?;
    let aliases: Vec<&str> =
        entry(text, "aliases").map_or_else(Vec::new, |names| names.split(", ").collect());
    Some(Row {
        name,
        aliases: aliases.leak(),
        class: Class { sides, loopy: !has("ends"), entailing: false },
        usage,
        rules: entry(text, "rules")?,
        source: entry(text, "source")?,
        example: entry(text, "example")?.rsplit_once(" = ")?,
        make: Make::File(Box::new(RulesFile { name, text, rules: OnceLock::new() })),
        boards: [" on strip ", " on grid "].iter().any(|board| first.contains(board)),
    })
}

/// The text in the head of a file after a word and a colon.
fn entry(text: &'static str, word: &str) -> Option<&'static str> {
    let mut lines = text.lines().map_while(|line| line.strip_prefix("// "));
    let first = lines.find_map(|line| line.strip_prefix(word)?.strip_prefix(": "))?;
    let more: Vec<&str> =
        lines.take_while(|line| line.starts_with(' ')).map(str::trim_start).collect();
    if more.is_empty() {
        return Some(first);
    }
    Some(format!("{first}\n{}", more.join("\n")).leak())
}
