//! Custom games, from files of rules.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use upstar_core::Place;
use upstar_engine::RuleError;
use upstar_files::FileError;
use upstar_games::{Row, add_game};
use upstar_rewrite::CustomGame;

use crate::Error;

/// The maximum size of a rules file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a rules file and registers its games by name for the rest of the process; `-` is standard
/// input.
///
/// # Errors
///
/// [`Error::File`] if the file cannot be read; [`Error::Rules`] with the line, the column and the
/// expected text if the rules are invalid or a name is taken.
pub fn add_rules_file(path: &Path) -> Result<Vec<&'static Row>, Error> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = |bytes: &mut Vec<u8>| {
        if name == "-" {
            std::io::stdin().lock().take(MOST_BYTES).read_to_end(bytes)
        } else {
            File::open(path)?.take(MOST_BYTES).read_to_end(bytes)
        }
    };
    read(&mut bytes).map_err(|source| FileError::Read { name: name.clone(), source })?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let fault = RuleError::notation(&text, good..good + 1, "expected text in UTF-8");
            return Err(in_file(&name, fault).into());
        }
    };
    add_rules(&text).map_err(|error| in_file(&name, error).into())
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
