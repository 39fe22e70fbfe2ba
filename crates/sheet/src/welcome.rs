//! The welcome: names and games.

use std::sync::OnceLock;

use upstar::lang::{help, names, words};
use upstar::rules::{Picture, Row, catalogue, on_board, parse_game};
use upstar_core::Budget;

use crate::desk::SheetSettings;
use crate::protocol::{Editor, Game, Name, PROTOCOL, View, Welcome};
use crate::views::{editor, is_seen, letters, view};

/// The built-in games.
fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| catalogue().iter().copied().map(game).collect())
}

/// The welcome for a page, for a sheet with these settings. The first call in a process takes a
/// moment to find out how positions of each game are set up.
#[must_use]
pub fn welcome(settings: &SheetSettings) -> Welcome {
    let mut games = games().to_vec();
    games.extend(upstar::rules::added_games().into_iter().map(game));
    let names = names().chain(words()).filter_map(help).map(|help| Name {
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
    // Signs belong to neither player.
    let signs = matches!(example.as_ref().map(|game| game.picture()), Ok(Picture::Signs(_)));
    let shown = example.as_ref().map(view);
    // Games on graphs may be played on boards too.
    let board = on_board(&format!("{}(\"2x3\")", row.name));
    let board = board.as_ref().or(example.as_ref().ok());
    let letters = match board.map(|board| (board, view(board))) {
        Some((board, View::Board { rows })) => letters(board, &rows),
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
        editor: match (&example, &shown) {
            (Ok(example), Ok(shown)) if is_seen(example, &Budget::unlimited()) => editor(shown),
            _ => Editor::Text,
        },
    }
}
