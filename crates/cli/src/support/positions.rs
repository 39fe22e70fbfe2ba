//! Games solved by several processes together.

use std::path::Path;

use upstar::files::table::Format;
use upstar::{Analysis, Longest, MoveResult, Play, SolveOptions, SolvedFacts, SolvedTier, Verdict};
use upstar_cluster::{ClusterPositions, ClusterTiers, PositionGraph};
use upstar_core::{Outcome, Player, StopReason};
use upstar_rules::{Convention, Game, TierFacts};

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
        self.game.movers(self.first)
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
        let starts = found.starts.iter().map(|&(outcome, remoteness)| {
            let result = match outcome {
                Outcome::N => MoveResult::Win,
                Outcome::P => MoveResult::Loss,
                _ => MoveResult::Draw,
            };
            (result, remoteness)
        });
        add_starts(&mut analysis, &self.game, self.first, starts);
        analysis
    }
}

/// What was found of a game by tiers, as one process would tell it; with numbers of moves, if those
/// are kept.
pub(crate) fn tiers_analysis(
    game: &Game,
    found: &ClusterTiers,
    options: SolveOptions,
    counted: bool,
) -> Analysis {
    let mut analysis = Analysis::new(game.text());
    analysis.convention = Some(options.convention);
    analysis.stop = StopReason::Finished;
    let sum = |count: fn(&TierFacts) -> u64| found.tiers.iter().map(count).sum::<u64>();
    analysis.solved = Some(Box::new(SolvedFacts {
        positions: sum(TierFacts::positions),
        numbered: found.numbered,
        outcomes: vec![
            (Outcome::N, sum(|facts| facts.wins)),
            (Outcome::P, sum(|facts| facts.losses)),
            (Outcome::D, sum(|facts| facts.draws)),
        ],
        longest_win: found.longest_win.as_ref().map(|win| Longest {
            vertex: win.vertex.clone(),
            mover: win.mover,
            remoteness: u64::from(win.remoteness),
        }),
        tiers: found.tiers.len() as u64,
        solved: found
            .tiers
            .iter()
            .map(|facts| SolvedTier {
                tier: facts.tier,
                wins: facts.wins,
                losses: facts.losses,
                draws: facts.draws,
                longest: facts.longest.map(|(moves, _)| moves).filter(|_| counted),
            })
            .collect(),
        ..SolvedFacts::default()
    }));
    let starts = found.starts.iter().map(|&verdict| {
        let result = match verdict {
            Verdict::Win(_) => MoveResult::Win,
            Verdict::Loss(_) => MoveResult::Loss,
            Verdict::Draw => MoveResult::Draw,
        };
        (result, verdict.remoteness().filter(|_| counted))
    });
    add_starts(&mut analysis, game, options.first, starts);
    analysis
}

/// Adds who wins the game, given the result for each of its movers.
fn add_starts(
    analysis: &mut Analysis,
    game: &Game,
    first: Option<Player>,
    starts: impl Iterator<Item = (MoveResult, Option<u32>)>,
) {
    let impartial = game.class().is_impartial();
    let mut winners = Vec::new();
    for (mover, (result, remoteness)) in game.movers(first).into_iter().zip(starts) {
        winners.push(match result {
            MoveResult::Win => Some(mover),
            MoveResult::Loss => Some(mover.opponent()),
            MoveResult::Draw => None,
        });
        analysis.play.push(Play {
            mover: (!impartial).then_some(mover),
            result: Some(result),
            remoteness: remoteness.map(u64::from),
            ..Play::default()
        });
    }
    analysis.outcome = match winners[..] {
        [winner] if impartial => Some(match winner {
            Some(Player::Left) => Outcome::N,
            Some(Player::Right) => Outcome::P,
            None => Outcome::D,
        }),
        [left, right] => Some(Outcome::from_winners(left, right)),
        _ => None,
    };
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

/// The folder for a table that several processes write, if one is requested.
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
