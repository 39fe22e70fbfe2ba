//! Methods for the moves of a position: parts, and sensible moves.

use std::collections::HashSet;

use upstar_core::Player;
use upstar_engine::Game;
use upstar_values::Id;

use super::{METHOD, Method, player, players};
use crate::calculator::Calculator;
use crate::fail::{Fail, Result};
use crate::value::{Answer, Value, list, mismatch};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "SensibleOptions",
        usage: "g.SensibleOptions(Left)",
        about: "The moves of a player that the canonical form of a position keeps: the first \
                moves of its sensible lines. Without a player, the moves of both.",
        example: ("domineering(\"1x4\").SensibleOptions(Right)", "[domineering(\"..##\")]"),
        arguments: (0, 1),
        run: |e, g, arguments| sensible_options(e, g, &players(arguments)?),
        ..METHOD
    },
    Method {
        name: "SensibleLeftOptions",
        about: "Left's moves that the canonical form of a position keeps.",
        example: ("toads_and_frogs(\"tt.ff\").SensibleLeftOptions", "[toads_and_frogs(\"t.tff\")]"),
        run: |e, g, _| sensible_options(e, g, &[Player::Left]),
        ..METHOD
    },
    Method {
        name: "SensibleRightOptions",
        about: "Right's moves that the canonical form of a position keeps.",
        example: (
            "toads_and_frogs(\"tt.ff\").SensibleRightOptions",
            "[toads_and_frogs(\"ttf.f\")]",
        ),
        run: |e, g, _| sensible_options(e, g, &[Player::Right]),
        ..METHOD
    },
    Method {
        name: "SensibleLines",
        usage: "g.SensibleLines(Left)",
        about: "The lines of play that lead to the options of the canonical form, one for each: a \
                move that is not reversible, or a reversible move, a move that reverses it, and \
                so on.",
        example: ("hackenbush(\"le\").SensibleLines(Left)", "[[hackenbush(\"0-1l\")]]"),
        arguments: (1, 1),
        run: |e, g, arguments| {
            let lines = sensible_lines(e, position(g)?, player(&arguments[0])?)?;
            let lines = lines.into_iter().map(|line| list(line.into_iter().map(wrap).collect()));
            list(lines.collect::<Result<_, _>>()?)
        },
        ..METHOD
    },
    Method {
        name: "Decomposition",
        aliases: &["Components"],
        about: "The independent parts of a position, whose sum has the same value. Parts without \
                moves may be omitted.",
        example: ("toads_and_frogs(\"t.tf.f\").Decomposition.Size", "1"),
        run: |_, g, _| list(position(g)?.components()?.into_iter().map(wrap).collect()),
        ..METHOD
    },
    Method {
        name: "GridString",
        about: "The board of a position, row by row.",
        example: ("domineering(\"2x2\").GridString", "..|.."),
        run: |_, g, _| match position(g)?.board() {
            Some(rows) => Ok(Value::Text(rows.join("|"))),
            None => Err(mismatch("expected a position on a board", g)),
        },
        ..METHOD
    },
];

/// Moves of a line that reverse each other.
const MOST_REVERSALS: usize = 1000;

/// The one position that a value is.
fn position(g: &Value) -> Result<&Game> {
    match g {
        Value::Positions(sum) => sum.single(),
        _ => None,
    }
    .ok_or_else(|| mismatch("expected one position of a named game", g))
}

fn wrap(game: Game) -> Value {
    Value::Positions(game.into())
}

fn sensible_options(e: &mut Calculator<'_>, g: &Value, players: &[Player]) -> Answer {
    let game = position(g)?;
    let mut options: Vec<Game> = Vec::new();
    for &player in players {
        for line in sensible_lines(e, game, player)? {
            let first = line.into_iter().next();
            options.extend(first.filter(|first| !options.contains(first)));
        }
    }
    list(options.into_iter().map(wrap).collect())
}

/// The lines of play from a position to the options of its canonical form, one for each option:
/// those without reversible moves first (Siegel, II.2: reversible moves are bypassed).
fn sensible_lines(e: &mut Calculator<'_>, game: &Game, player: Player) -> Result<Vec<Vec<Game>>> {
    let whole = game.value(&e.engine, e.budget)?;
    let mut wanted: HashSet<Id> = match player {
        Player::Left => e.worker.left_options(whole)?,
        Player::Right => e.worker.right_options(whole)?,
    }
    .into_iter()
    .collect();
    let mut lines = Vec::new();
    let mut seen = HashSet::from([game.clone()]);
    // Level by level, so that the shortest line to an option is found.
    let mut level = vec![(game.clone(), Vec::new())];
    while !wanted.is_empty() && !level.is_empty() {
        let mut next = Vec::new();
        for (from, line) in level {
            for option in from.options_within(player, e.budget)? {
                e.tick(1)?;
                let value = option.value(&e.engine, e.budget)?;
                let mut played: Vec<Game> = line.clone();
                played.push(option.clone());
                if wanted.remove(&value) {
                    lines.push(played);
                    continue;
                }
                if let Some(reversing) = reversing(e, &option, player, whole)?
                    && seen.insert(reversing.clone())
                {
                    played.push(reversing.clone());
                    next.push((reversing, played));
                }
            }
        }
        if next.first().is_some_and(|(_, line)| line.len() > MOST_REVERSALS) {
            return Err(Fail::Limit(format!("a line has at most {MOST_REVERSALS} moves")));
        }
        level = next;
    }
    Ok(lines)
}

/// A move of the opponent that reverses `option`: to what is for the opponent at least as good as
/// the `whole`.
fn reversing(
    e: &mut Calculator<'_>,
    option: &Game,
    player: Player,
    whole: Id,
) -> Result<Option<Game>> {
    for response in option.options_within(player.opponent(), e.budget)? {
        e.tick(1)?;
        let value = response.value(&e.engine, e.budget)?;
        let reverses = match player {
            Player::Left => e.worker.le(value, whole)?,
            Player::Right => e.worker.le(whole, value)?,
        };
        if reverses {
            return Ok(Some(response));
        }
    }
    Ok(None)
}
