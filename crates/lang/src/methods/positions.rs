//! Methods of positions.

use upstar_core::Player;
use upstar_engine::{Convention, Variant};

use super::rulesets::{at, ruleset};
use super::{METHOD, Method, Of, number, players, stoppers};
use crate::calculator::Calculator;
use crate::fail::Fail;
use crate::value::{Answer, Value, list, mismatch};

pub(super) static TABLE: &[Method] = &[
    Method {
        name: "WinningMoves",
        usage: "g.WinningMoves or g.WinningMoves(Left)",
        about: "The winning moves, each as `summand: position after`, with summands counted from \
                1. Without a player, those of both, each with the player's name; in impartial \
                games both have the same. For a loopy game, its winning options. After a move \
                marked `and move again` the same player must move.",
        example: ("nim(2,3,5,7).WinningMoves", "[1: nim(1,3,5,7),1: nim(2,0,5,7),1: nim(2,3,5,4)]"),
        arguments: (0, 1),
        keeps_sums: true,
        run: |e, g, arguments| winning_moves(e, g, arguments, Convention::Normal),
        ..METHOD
    },
    Method {
        name: "MisereWinningMoves",
        usage: "g.MisereWinningMoves or g.MisereWinningMoves(Left)",
        about: "The winning moves in misère play, where a player who cannot move wins.",
        example: ("nim(1,2).MisereWinningMoves", "[1: nim(1,0)]"),
        arguments: (0, 1),
        not_loopy: Some(stoppers::NO_MISERE_PLAY),
        keeps_sums: true,
        run: |e, g, arguments| winning_moves(e, g, arguments, Convention::Misere),
        ..METHOD
    },
    Method {
        name: "MisereOutcome",
        aliases: &["MisereOutcomeClass"],
        about: "The outcome of a position in misère play, where a player who cannot move wins. \
                The position is searched as a whole, because values do not apply to misère play. \
                The summands of a sum are kept as they are \
                written, and a value is played in its canonical form.",
        example: ("nim(1,1).MisereOutcome", "N"),
        not_loopy: Some(stoppers::NO_MISERE_PLAY),
        keeps_sums: true,
        run: |e, g, _| Ok(Value::Outcome(e.outcome(g, Convention::Misere)?)),
        ..METHOD
    },
    Method {
        name: "Sgf",
        about: "A position of Go as a game record (SGF) that is read as the same board. The moves \
                that are best at some temperature are labelled, hottest first, and the comment \
                says count, gote, sente or reverse sente, and at which temperatures each is best.",
        example: (
            "go(\"X.O\").Sgf",
            "(;GM[1]FF[4]SZ[3:1]AB[aa]AW[ca]SQ[aa][ca]LB[ba:1]C[count 0, dame\n1: Left at 0 (gote, \
             count 0)\n1: Right at 0 (gote, count 0)])",
        ),
        run: |e, g, _| match e.go_record(g)? {
            Some(record) => Ok(Value::Text(record)),
            None => Err(mismatch("expected a position of Go with a board", g)),
        },
        ..METHOD
    },
    Method {
        name: "NimValue",
        aliases: &["GrundyValue"],
        about: "The Grundy value of an impartial position: the n of the nimber *n that it equals.",
        example: ("(kayles(9) + nim(3)).NimValue", "7"),
        not_loopy: Some(
            "this loopy game is not a nimber: a loopy impartial game has the value ∞ with the \
             nimbers it has as options",
        ),
        run: |e, g, _| {
            if let Value::Misere(form) = g {
                return Ok(number(e.misere.nim_value(*form)));
            }
            if let Value::Positions(sum) = g
                && let Some(value) = sum.large_grundy(e.budget)?
            {
                return Ok(number(value));
            }
            let id = e.id(g)?;
            match e.worker.as_nimber(id) {
                Some(value) => Ok(number(value)),
                None => Err(Fail::undefined("this game is not a nimber")),
            }
        },
        ..METHOD
    },
    Method {
        name: "ImpartialVariant",
        about: "The position in the game in which both players have the moves of both. This \
                changes the rules: positions of equal value may have variants of different \
                values.",
        example: ("domineering(\"2x3\").ImpartialVariant.NimValue", "1"),
        run: |e, g, _| e.variant(g, Variant::Impartial),
        ..METHOD
    },
    Method {
        name: "DicoticVariant",
        about: "The position in the game in which a player may move only while the opponent also \
                has a move.",
        example: ("hackenbush(\"lrl\").DicoticVariant.CanonicalForm", "^*"),
        run: |e, g, _| e.variant(g, Variant::Dicotic),
        ..METHOD
    },
    Method {
        name: "TwistedVariant",
        about: "The position in the game in which the players change sides after every move.",
        example: ("hackenbush(\"ll\").TwistedVariant.CanonicalForm", "1"),
        run: |e, g, _| e.variant(g, Variant::Twisted),
        ..METHOD
    },
    Method {
        name: "NimValueSequence",
        usage: "game.NimValueSequence(n)",
        about: "The Grundy values of an impartial game on heaps 1 to n. The game is a name, or a \
                name with parameters: subtraction([2,3,7]).NimValueSequence(20).",
        example: ("kayles.NimValueSequence(10)", "[1,2,3,1,4,3,2,1,4,2]"),
        arguments: (1, 1),
        run: sequence,
        ..METHOD
    },
    Method {
        name: "Grid.Empty",
        aliases: &["EmptyGrid"],
        usage: "Grid.Empty(rows, columns)",
        about: "A board of free cells, for games that are played on boards.",
        example: ("domineering(Grid.Empty(2,2))", "+-1"),
        arguments: (1, 1),
        of: Of::Argument,
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
        ..METHOD
    },
    Method {
        name: "Position",
        usage: "g.Position or game.Position(n)",
        about: "The position as text that can be typed in. With numbers: the position of a \
                ruleset with these heaps, or this pair.",
        example: ("domineering(\"2x2\").Position", "domineering(\"..|..\")"),
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
        ..METHOD
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
    let mut players = players(arguments)?;
    if impartial && arguments.is_empty() {
        players = vec![Player::Left];
    }
    let mut texts = Vec::new();
    for &player in &players {
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
