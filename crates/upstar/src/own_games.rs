//! Custom games, from files of rules.

use std::path::Path;

use upstar_core::{Budget, Place};
use upstar_engine::RuleError;
use upstar_files::Source;
use upstar_games::{Row, add_game};
use upstar_rewrite::CustomGame;

use crate::error::Result;

/// The maximum size of a rules file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a rules file and registers its games by name for the rest of the process; `-` is standard
/// input.
///
/// # Errors
///
/// [`Error::File`](crate::Error::File) if the file cannot be read within the budget;
/// [`Error::Rules`](crate::Error::Rules) with the line, the column and the expected text if the
/// rules are invalid or a name is taken.
pub fn add_rules_file(path: &Path, budget: &Budget) -> Result<Vec<&'static Row>> {
    Ok(read_rules_file(path, budget)?.0)
}

/// As [`add_rules_file`], with the text of the file.
///
/// # Errors
///
/// As [`add_rules_file`].
pub fn read_rules_file(path: &Path, budget: &Budget) -> Result<(Vec<&'static Row>, String)> {
    let source = match path.to_str() {
        Some(name) => Source::of_argument(name),
        None => Source::Path(path.to_owned()),
    };
    let text = source.read_text(MOST_BYTES, budget)?;
    let added = add_rules(&text).map_err(|error| in_file(&source.name(), error))?;
    Ok((added, text))
}

/// Reads rules and registers their games by name for the rest of the process. If one of them cannot
/// be added, none is.
///
/// ```
/// let added = upstar::add_rules("draughts jump on strip \"xo.\"; both: xo. -> ..x mirror")?;
/// assert_eq!(added[0].name, "draughts_jump");
/// assert_eq!(upstar::rules::parse_game("draughts_jump(\"xo.\")")?.text(), "draughts_jump(\"xo.\")");
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
///
/// [`RuleError::Notation`] with the line, the column and the expected text.
pub fn add_rules(text: &str) -> Result<Vec<&'static Row>, RuleError> {
    let games = CustomGame::read_all(text)?;
    for game in &games {
        let name = game.name();
        if upstar_lang::is_reserved(name) {
            return Err(RuleError::Notation {
                place: Box::new(game.name_place().clone()),
                message: format!(
                    "`{name}` is reserved in expressions; give this game another name, such as \
                     `{name}_game`"
                ),
            });
        }
        if upstar_games::find_game(name).is_none() && upstar_lang::is_function_name(name) {
            return Err(RuleError::Notation {
                place: Box::new(game.name_place().clone()),
                message: format!(
                    "`{name}` is a function of expressions; give this game another name, such as \
                     `{name}_game`"
                ),
            });
        }
    }
    let taken = games.iter().map(upstar_games::check_name);
    taken.collect::<Result<(), _>>()?;
    games.into_iter().map(add_game).collect()
}

fn in_file(name: &str, error: RuleError) -> RuleError {
    match error {
        RuleError::Notation { place, message } => {
            let place: Place = (*place).in_file(name);
            RuleError::Notation { place: Box::new(place), message }
        }
        RuleError::TooLarge { what, size, limit } => {
            RuleError::TooLarge { what: format!("{name}: {what}"), size, limit }
        }
        other => other,
    }
}
