//! Tables, and the catalogue of games.

use serde::{Deserialize, Serialize};

/// A table of what is known of many positions. Cells are texts, numbers among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new<const N: usize>(columns: [&str; N]) -> Self {
        Table { columns: columns.map(str::to_owned).to_vec(), rows: Vec::new() }
    }
}

/// A game of the catalogue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogueEntry {
    /// The name, in lower case with underscores.
    pub name: String,
    /// Other names it is known by.
    pub aliases: Vec<String>,
    /// Impartial or partizan, loopy or with entailing moves, in words.
    pub class: String,
    /// How a position is written.
    pub usage: String,
    /// The rules.
    pub rules: String,
    /// Where the game comes from.
    pub source: String,
    /// A position.
    pub example: String,
    /// Its value or, after the word `outcome`, who wins it.
    pub answer: String,
}
