//! What there is: names and games.

use std::sync::OnceLock;

use upstar::lang::{help, names};
use upstar::rules::{Picture, Row, catalogue, parse_game};

use crate::protocol::{Editor, Game, Name, PROTOCOL, View, Welcome};
use crate::sheet::SheetSettings;
use crate::views::{editor, view};

/// Letters that boards of some game have.
const LETTERS: &str = ".#xoXOTFtfLRBPbrleghw-^v*|/\\12345678KQNkqn";

/// The built-in games.
fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| catalogue().iter().map(game).collect())
}

/// Finds out what the welcome of the first page needs, which takes a moment: once in a process.
pub fn prepare() {
    games();
}

/// The welcome of a page.
pub(crate) fn welcome(settings: &SheetSettings) -> Welcome {
    let mut games = games().to_vec();
    games.extend(upstar::rules::added_games().into_iter().map(game));
    let names = names().filter_map(help).map(|help| Name {
        name: help.name.to_owned(),
        aliases: help.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        usage: help.usage.to_owned(),
        about: help.about.to_owned(),
        example: help.example.0.to_owned(),
        answer: help.example.1.to_owned(),
    });
    Welcome {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        names: names.collect(),
        games,
        sheet: settings.opened.clone(),
        limits: settings.limits,
    }
}

/// A row of the catalogue.
pub(crate) fn game(row: &'static Row) -> Game {
    let entry = upstar::analyze_catalogue(Some(row)).catalogue.swap_remove(0);
    let example = parse_game(row.example.0);
    // Signs belong to nobody.
    let signs = matches!(example.as_ref().map(|game| game.picture()), Ok(Picture::Signs(_)));
    let shown = example.map(|game| view(&game));
    let letters = match &shown {
        Ok(View::Board { rows }) => letters(row.example.0, rows),
        _ => Vec::new(),
    };
    let of = |whose| -> Vec<char> {
        let is_of = |letter: &char| !signs && upstar::piece(*letter, row.name) == whose;
        letters.iter().copied().filter(is_of).collect()
    };
    Game {
        left: of(upstar::Piece::Left),
        right: of(upstar::Piece::Right),
        entry,
        impartial: row.class.is_impartial(),
        loopy: row.class.loopy,
        letters,
        editor: shown.as_ref().map_or(Editor::Text, editor),
    }
}

/// The letters that a cell of a game's boards may have: those that stand for themselves when one of
/// the cells of the example has them, the most frequent of the example first.
fn letters(example: &str, rows: &[String]) -> Vec<char> {
    let mut found: Vec<char> = Vec::new();
    for letter in LETTERS.chars().chain(rows.iter().flat_map(|row| row.chars())) {
        let stands = rows.iter().any(|row| row.contains(letter))
            || (0..rows.len().min(3)).any(|at| {
                let cells = rows[at].chars().count();
                (0..cells.min(4)).any(|cell| {
                    let mut changed = rows.to_vec();
                    changed[at] = rows[at]
                        .chars()
                        .enumerate()
                        .map(|(index, old)| if index == cell { letter } else { old })
                        .collect();
                    crate::views::compose(example, &View::Board { rows: changed }).is_ok()
                })
            });
        if stands && !found.contains(&letter) {
            found.push(letter);
        }
    }
    found
}
