//! A game as several processes solve it together.

use std::path::Path;

use upstar::files::table::Format;
use upstar::{Analysis, Longest, MoveResult, Play, SolvedFacts};
use upstar_cluster::{ClusterPositions, PositionGraph};
use upstar_core::{Outcome, Player, StopReason};
use upstar_rules::{Convention, Game};

/// The positions of a game by their keys, each byte a character.
pub(crate) struct Positions {
    pub(crate) game: Game,
    /// Who makes the first move; either, if nobody is named.
    pub(crate) first: Option<Player>,
}

fn text_of(key: &[u8]) -> String {
    key.iter().map(|&byte| char::from(byte)).collect()
}

impl Positions {
    fn at(&self, text: &str) -> Result<(Game, Player), String> {
        let key: Result<Vec<u8>, _> = text.chars().map(|c| u8::try_from(u32::from(c))).collect();
        let key = key.map_err(|_| format!("{text:?} is no key of a position"))?;
        self.game.of_key(&key).map_err(|error| error.to_string())
    }

    fn movers(&self) -> Vec<Player> {
        match (self.game.class().is_impartial(), self.first) {
            (true, _) => vec![Player::Left],
            (false, Some(first)) => vec![first],
            (false, None) => Player::BOTH.to_vec(),
        }
    }

    /// What was found, as one process would tell it.
    pub(crate) fn analysis(&self, found: &ClusterPositions, convention: Convention) -> Analysis {
        let impartial = self.game.class().is_impartial();
        let mut analysis = Analysis::new(self.game.text());
        analysis.convention = Some(convention);
        analysis.stop = StopReason::Finished;
        let longest = found.summary.longest_win.as_ref().map(|win| {
            let (vertex, mover) = self.at(&win.vertex).map_or_else(
                |_| (win.vertex.clone(), None),
                |(game, mover)| (game.position_text(), (!impartial).then_some(mover)),
            );
            Longest { vertex, mover, remoteness: u64::from(win.remoteness) }
        });
        analysis.solved = Some(Box::new(SolvedFacts {
            positions: found.summary.vertices,
            outcomes: found.summary.outcomes.clone(),
            longest_win: longest,
            tiers: 1,
            ..SolvedFacts::default()
        }));
        let mut winners = Vec::new();
        for (mover, &(outcome, remoteness)) in self.movers().into_iter().zip(&found.starts) {
            let (result, winner) = match outcome {
                Outcome::N => (MoveResult::Win, Some(mover)),
                Outcome::P => (MoveResult::Loss, Some(mover.opponent())),
                _ => (MoveResult::Draw, None),
            };
            winners.push(winner);
            analysis.play.push(Play {
                mover: (!impartial).then_some(mover),
                result: Some(result),
                remoteness: remoteness.map(u64::from),
                ..Play::default()
            });
        }
        analysis.outcome = match winners[..] {
            [_] if impartial => found.starts.first().map(|&(outcome, _)| outcome),
            [left, right] => Some(Outcome::from_winners(left, right)),
            _ => None,
        };
        analysis
    }
}

impl PositionGraph for Positions {
    fn name(&self) -> String {
        self.game.text()
    }

    fn starts(&self) -> Result<Vec<String>, String> {
        let texts = self.movers().into_iter().map(|mover| text_of(&self.game.key(mover)));
        let texts: Vec<String> = texts.collect();
        // Whether positions of these rules can be kept as bytes.
        texts.iter().try_for_each(|text| self.at(text).map(|_| ()))?;
        Ok(texts)
    }

    fn options(&self, position: &str, out: &mut Vec<String>) -> Result<(), String> {
        let (game, mover) = self.at(position)?;
        let options = game.options(mover).map_err(|error| error.to_string())?;
        out.extend(options.iter().map(|option| text_of(&option.key(mover.opponent()))));
        Ok(())
    }

    fn shown(&self, position: &str) -> Result<(String, Option<String>), String> {
        let (game, mover) = self.at(position)?;
        let mover = self.has_movers().then(|| mover.to_string());
        Ok((game.position_text(), mover))
    }

    fn has_movers(&self) -> bool {
        !self.game.class().is_impartial()
    }
}

/// The folder for a table that several processes write, if one is asked for.
pub(crate) fn table_folder(
    output: Option<&Path>,
    format: Option<Format>,
) -> Result<Option<&Path>, super::Failure> {
    let Some(path) = output else { return Ok(None) };
    let named = Format::of_name(path).ok().filter(|_| !path.is_dir());
    if path == Path::new("-") || named.or(format).is_some_and(|format| format != Format::Parquet) {
        return Err(super::Failure::input(
            "several processes write a folder of Parquet, a file each: give the name of one",
        ));
    }
    Ok(Some(path))
}
