//! Methods of positions.

use upstar_core::Player;
use upstar_engine::{Convention, Variant};
use upstar_values::Rational;

use super::rulesets::{at, ruleset};
use super::{Method, Of};
use crate::calculator::Calculator;
use crate::fail::{Answer, Fail, list, mismatch};
use crate::value::Value;

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "WinningMoves",
        aliases: &[],
        usage: "g.WinningMoves or g.WinningMoves(Left)",
        about: "The winning moves, each as `summand: position after`, with summands counted from \
                1. Without a player, those of both, each with the player's name; in impartial \
                games both have the same. For a loopy game, its winning options. After a move \
                marked `and move again` the same player must move.",
        example: ("nim(2,3,5,7).WinningMoves", "[1: nim(1,3,5,7),1: nim(2,0,5,7),1: nim(2,3,5,4)]"),
        of: Of::Value,
        arguments: (0, 1),
        run: |e, g, arguments| winning_moves(e, g, arguments, Convention::Normal),
    },
    Method {
        name: "MisereWinningMoves",
        aliases: &[],
        usage: "g.MisereWinningMoves or g.MisereWinningMoves(Left)",
        about: "The winning moves in misère play, where a player who cannot move wins.",
        example: ("nim(1,2).MisereWinningMoves", "[1: nim(1,0)]"),
        of: Of::Value,
        arguments: (0, 1),
        run: |e, g, arguments| winning_moves(e, g, arguments, Convention::Misere),
    },
    Method {
        name: "MisereOutcome",
        aliases: &["MisereOutcomeClass"],
        usage: "g.MisereOutcome",
        about: "The outcome of a position in misère play, where a player who cannot move wins. \
                The position is searched as a whole, because values do not apply to misère play. \
                A value is played in its canonical form.",
        example: ("nim(1,1).MisereOutcome", "N"),
        of: Of::Value,
        arguments: (0, 0),
        run: |e, g, _| Ok(Value::Outcome(e.outcome(g, Convention::Misere)?)),
    },
    Method {
        name: "NimValue",
        aliases: &["GrundyValue"],
        usage: "g.NimValue",
        about: "The Grundy value of an impartial position: the n of the nimber *n that it equals.",
        example: ("(kayles(9) + nim(3)).NimValue", "7"),
        of: Of::Value,
        arguments: (0, 0),
        run: |e, g, _| {
            let id = e.id(g)?;
            match e.worker.as_nimber(id) {
                Some(value) => Ok(Value::Number(Rational::from(i64::from(value)))),
                None => Err(Fail::Undefined("this game is not a nimber".to_owned(), None)),
            }
        },
    },
    Method {
        name: "ImpartialVariant",
        aliases: &[],
        usage: "g.ImpartialVariant",
        about: "The position in the game in which both players have the moves of both. This \
                changes the rules: positions of equal value may have variants of different \
                values.",
        example: ("domineering(\"2x3\").ImpartialVariant.NimValue", "1"),
        of: Of::Value,
        arguments: (0, 0),
        run: |e, g, _| e.variant(g, Variant::Impartial),
    },
    Method {
        name: "DicoticVariant",
        aliases: &[],
        usage: "g.DicoticVariant",
        about: "The position in the game in which a player may move only while the opponent also \
                has a move.",
        example: ("hackenbush(\"lrl\").DicoticVariant.CanonicalForm", "^*"),
        of: Of::Value,
        arguments: (0, 0),
        run: |e, g, _| e.variant(g, Variant::Dicotic),
    },
    Method {
        name: "TwistedVariant",
        aliases: &[],
        usage: "g.TwistedVariant",
        about: "The position in the game in which the players change sides after every move.",
        example: ("hackenbush(\"ll\").TwistedVariant.CanonicalForm", "1"),
        of: Of::Value,
        arguments: (0, 0),
        run: |e, g, _| e.variant(g, Variant::Twisted),
    },
    Method {
        name: "NimValueSequence",
        aliases: &[],
        usage: "game.NimValueSequence(n)",
        about: "The Grundy values of an impartial game on heaps 1 to n. The game is a name, or a \
                name with parameters: subtraction([2,3,7]).NimValueSequence(20).",
        example: ("kayles.NimValueSequence(10)", "[1,2,3,1,4,3,2,1,4,2]"),
        of: Of::Value,
        arguments: (1, 1),
        run: sequence,
    },
    Method {
        name: "Grid.Empty",
        aliases: &["EmptyGrid"],
        usage: "Grid.Empty(rows, columns)",
        about: "A board of free cells, for games that are played on boards.",
        example: ("domineering(Grid.Empty(2,2))", "+-1"),
        of: Of::Value,
        arguments: (1, 1),
        run: |e, rows, arguments| {
            let mut side = |value: &Value| {
                let side = e.integer(value, "a side of a board")?;
                u8::try_from(&side).ok().filter(|&side| (1..=100).contains(&side)).ok_or_else(
                    || Fail::Limit(format!("a side of a board is from 1 to 100, not {side}")),
                )
            };
            let (rows, columns) = (side(rows)?, side(&arguments[0])?);
            let row = ".".repeat(columns.into());
            Ok(Value::Text(vec![row; rows.into()].join("|")))
        },
    },
    Method {
        name: "Position",
        aliases: &[],
        usage: "g.Position or game.Position(n)",
        about: "The position as text that can be typed in. With numbers: the position of a \
                ruleset with these heaps, or this pair.",
        example: ("domineering(\"2x2\").Position", "domineering(\"..|..\")"),
        of: Of::Value,
        arguments: (0, 2),
        run: |e, g, arguments| match g {
            _ if !arguments.is_empty() => {
                let mut numbers = Vec::new();
                for number in arguments {
                    numbers.push(e.whole(number, "a number of a position")?);
                }
                Ok(Value::Positions(at(&ruleset(g)?, &numbers)?.into()))
            }
            Value::Positions(positions) => {
                Ok(Value::Text(e.positions_text(positions, crate::Style::Plain)?))
            }
            other => Err(mismatch("expected a position", other)),
        },
    },
];

/// The values of heaps 1 to n.
fn sequence(e: &mut Calculator<'_>, g: &Value, arguments: &[Value]) -> Answer {
    let most = e.integer(&arguments[0], "the largest heap")?;
    let most = u64::try_from(&most).ok().filter(|&most| most <= MOST_HEAPS).ok_or_else(|| {
        Fail::Limit(format!("a sequence has at most the heaps 1 to {MOST_HEAPS}"))
    })?;
    list(super::rulesets::nim_values(e, &ruleset(g)?, 1..=most)?)
}

/// The most values of a sequence.
const MOST_HEAPS: u64 = 100_000;

fn winning_moves(
    e: &mut Calculator<'_>,
    g: &Value,
    arguments: &[Value],
    convention: Convention,
) -> Answer {
    let impartial = matches!(g, Value::Positions(positions) if positions.class().is_impartial());
    let players: &[Player] = match arguments {
        [Value::Player(player)] => &[*player],
        [other, ..] => return Err(mismatch("expected Left or Right", other)),
        [] if impartial => &[Player::Left],
        [] => &Player::BOTH,
    };
    let mut texts = Vec::new();
    for &player in players {
        for found in e.winning_moves(g, player, convention)? {
            texts.push(Value::Text(if players.len() == 1 {
                found.to_string()
            } else {
                format!("{player} {found}")
            }));
        }
    }
    list(texts)
}
