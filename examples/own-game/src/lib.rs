//! A game that rules of patterns cannot express, in Rust: Cutthroat on paths.
//!
//! What a move takes away depends on connectivity, which no pattern sees. All that a game
//! has to say is in one `impl Ruleset`; values, outcomes, winning moves and thermographs come from
//! the engine.

use upstar::prelude::*;

/// Cutthroat (McCurdy and Nowakowski, *Cutthroat, an all-small game on graphs*, Integers 5(2),
/// 2005) on paths: Left deletes a vertex `L`, Right a vertex `R`, with its edges; then every
/// connected component whose vertices all have one colour is deleted.
pub struct Cutthroat;

/// The paths that are left, each with both colours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Paths(Vec<String>);

impl Paths {
    /// The paths of these without those of one colour, in order.
    fn of(paths: impl IntoIterator<Item = String>) -> Self {
        let both = |path: &String| path.contains('L') && path.contains('R');
        let mut paths: Vec<String> = paths.into_iter().filter(both).collect();
        paths.sort();
        Paths(paths)
    }
}

impl Position for Paths {
    fn to_text(&self) -> String {
        self.0.join(",")
    }

    fn from_text(text: &str) -> Result<Self, RuleError> {
        if let Some(place) = text.find(|c| !"LR,".contains(c)) {
            let letter = text[place..].chars().next().map_or(0, char::len_utf8);
            let message = "expected paths of `L` and `R`, with commas between";
            return Err(RuleError::notation(text, place..place + letter, message));
        }
        Ok(Paths::of(text.split(',').map(str::to_owned)))
    }
}

impl Ruleset for Cutthroat {
    type Position = Paths;

    fn name(&self) -> &str {
        "cutthroat"
    }

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        paths: &Paths,
        player: Player,
        out: &mut Options<Paths>,
    ) -> Result<(), RuleError> {
        for (index, path) in paths.0.iter().enumerate() {
            for (at, _) in path.match_indices(self.letter(player)) {
                let mut after = paths.0.clone();
                after[index] = path[..at].to_owned();
                after.push(path[at + 1..].to_owned());
                out.push(Paths::of(after));
            }
        }
        Ok(())
    }

    /// Paths are summands.
    fn components(&self, paths: &Paths, out: &mut Vec<Paths>) -> Result<(), RuleError> {
        out.extend(paths.0.iter().map(|path| Paths(vec![path.clone()])));
        Ok(())
    }
}

/// The value of paths, as text.
///
/// ```
/// assert_eq!(own_game::value("LR")?, "*");
/// # Ok::<(), upstar::rules::RuleError>(())
/// ```
///
/// # Errors
/// What is wrong with the text.
pub fn value(paths: &str) -> Result<String, RuleError> {
    let (solver, budget) = (Solver::default(), Budget::unlimited());
    let game = Game::new(Cutthroat, Paths::from_text(paths)?);
    let value = solver.value(&game.into(), &budget)?;
    Ok(solver.worker(&budget).text(value, Style::Plain)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both players have moves or neither has: every value is all-small, as the paper proves; and
    /// the negative is found with the colours exchanged.
    #[test]
    fn values_are_all_small() {
        assert_eq!(value("LR,LR").unwrap(), "0");
        assert_eq!(value("LLR").unwrap(), "^*");
        assert_eq!(value("LRR").unwrap(), "v*");
        assert!(value("LXR").unwrap_err().to_string().contains("column 2"));
    }
}
