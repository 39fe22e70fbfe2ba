//! The catalogue of games as an answer.

use upstar_engine::Sides;
use upstar_games::{Row, catalogue};

use crate::analysis::{Analysis, CatalogueEntry};

/// The class of a game in words.
#[must_use]
pub fn class_in_words(row: &Row) -> &'static str {
    match (row.class.sides, row.class.loopy) {
        (Sides::Alternating, _) => "partizan, players alternate, draws",
        (Sides::Impartial, false) => "impartial",
        (Sides::Partizan, false) => "partizan",
        (Sides::Impartial, true) => "impartial, loopy",
        (Sides::Partizan, true) => "partizan, loopy",
    }
}

/// The games of the catalogue, or one of them.
///
/// ```
/// let found = upstar::analyze_catalogue(upstar::rules::find_game("nim"));
/// assert_eq!(found.catalogue[0].answer, "*3");
/// assert!(upstar::analyze_catalogue(None).catalogue.len() > 90);
/// ```
#[must_use]
pub fn analyze_catalogue(only: Option<&Row>) -> Analysis {
    let entry = |row: &Row| CatalogueEntry {
        name: row.name.to_owned(),
        aliases: row.aliases.iter().map(|&alias| alias.to_owned()).collect(),
        class: class_in_words(row).to_owned(),
        usage: row.usage.to_owned(),
        rules: row.rules.replace('\n', " "),
        source: row.source.to_owned(),
        example: row.example.0.to_owned(),
        answer: row.example.1.to_owned(),
    };
    let mut analysis = Analysis::new(only.map_or("the catalogue of games", |row| row.name));
    analysis.catalogue = match only {
        Some(row) => vec![entry(row)],
        None => catalogue().iter().copied().map(entry).collect(),
    };
    analysis
}
