//! Strategies as files: one line for the kind of file, one for the sum, and then one line for each
//! game, position, value and lost sum, or for each couple or board.

use serde_json::{Value, json};
use upstar_core::{Budget, Convention, Player};
use upstar_files::Envelope;

use super::{Signed, Strategy};
use crate::{Result, VerifyError};

const KIND: &str = "strategy";
/// The versions of files with boards, and with couples. Others have version 1.
const VERSION: u32 = 3;
const WITH_COUPLES: u32 = 2;
const SUBJECT: &str = "a strategy for a sum";

fn wrong(line: usize, message: impl std::fmt::Display) -> VerifyError {
    VerifyError::WrongStrategy(format!("line {line}: {message}"))
}

/// The 128-bit hash of Fowler, Noll and Vo, which detects accidental changes.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B)
    });
    format!("{hash:032x}")
}

/// Whether a text begins like a strategy file.
#[must_use]
pub fn is_strategy(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    Envelope::read("", line).is_ok_and(|envelope| envelope.kind == KIND)
}

/// The file of a strategy, as text.
#[must_use]
pub fn write(strategy: &Strategy) -> String {
    let mut body = String::new();
    let mut rows = 0_u64;
    let mut push = |row: Value| {
        body += &row.to_string();
        body.push('\n');
        rows += 1;
    };
    push(json!({
        "sum": strategy.sum,
        "convention": if strategy.convention == Convention::Misere { "misere" } else { "normal" },
        "first": strategy.first.to_string(),
        "winner": strategy.winner.to_string(),
    }));
    for (left, right) in &strategy.games {
        push(json!(["game", left, right]));
    }
    for text in &strategy.parts {
        push(json!(["part", text]));
    }
    for (part, game) in &strategy.values {
        push(json!(["value", part, game]));
    }
    for (parts, game) in &strategy.lost {
        // Numbered from 1, so that each number has a sign.
        let parts: Vec<i64> = parts
            .iter()
            .map(
                |&(part, negated)| if negated { -i64::from(part) - 1 } else { i64::from(part) + 1 },
            )
            .collect();
        push(json!(["lost", parts, game]));
    }
    for (text, nimber) in &strategy.couples {
        push(json!(["couple", text, nimber]));
    }
    for (text, integer) in &strategy.boards {
        push(json!(["board", text, integer]));
    }
    let envelope = Envelope {
        kind: KIND.to_owned(),
        version: match (&strategy.couples[..], &strategy.boards[..]) {
            ([], []) => 1,
            (_, []) => WITH_COUPLES,
            _ => VERSION,
        },
        subject: SUBJECT.to_owned(),
        digest: digest(&body),
        rows,
    };
    // Writing strings and integers cannot fail.
    let first = serde_json::to_string(&envelope).unwrap_or_default();
    format!("{first}\n{body}")
}

/// Reads the file of a strategy.
///
/// # Errors
/// [`VerifyError::WrongStrategy`] with the wrong line; the budget.
pub fn read(name: &str, text: &str, budget: &Budget) -> Result<Strategy> {
    let mut ticker = budget.ticker();
    let (line, body) = text.split_once('\n').unwrap_or((text, ""));
    let envelope = Envelope::read(name, line)?;
    envelope.expect(name, &[KIND], VERSION)?;
    if envelope.subject != SUBJECT {
        return Err(wrong(1, format!("expected the subject {SUBJECT:?}")));
    }
    if envelope.digest != digest(body) {
        return Err(wrong(1, "the file was changed: its digest is another one"));
    }
    let mut lines = body.lines().zip(2..);
    let Some((head, _)) = lines.next() else {
        return Err(wrong(2, "expected the sum and who wins"));
    };
    let head: Value = serde_json::from_str(head).map_err(|error| wrong(2, error))?;
    let field = |name: &str| {
        head[name].as_str().map(str::to_owned).ok_or_else(|| wrong(2, format!("no {name}")))
    };
    let player = |name: &str| match field(name)?.as_str() {
        "Left" => Ok(Player::Left),
        "Right" => Ok(Player::Right),
        other => Err(wrong(2, format!("expected Left or Right, found {other:?}"))),
    };
    let mut strategy = Strategy {
        sum: field("sum")?,
        convention: match field("convention")?.as_str() {
            "normal" => Convention::Normal,
            "misere" => Convention::Misere,
            other => return Err(wrong(2, format!("expected normal or misere, found {other:?}"))),
        },
        first: player("first")?,
        winner: player("winner")?,
        games: Vec::new(),
        parts: Vec::new(),
        values: Vec::new(),
        lost: Vec::new(),
        couples: Vec::new(),
        boards: Vec::new(),
    };
    let mut rows = 1;
    for (line, number) in lines {
        ticker.tick(1 + line.len() as u64 / 64)?;
        rows += 1;
        let row: Value = serde_json::from_str(line).map_err(|error| wrong(number, error))?;
        row_of(&row, &mut strategy).ok_or_else(|| {
            wrong(number, "expected a game, a part, a value, a lost sum, a couple or a board")
        })?;
    }
    if rows != envelope.rows {
        return Err(wrong(1, format!("{rows} rows follow, not {}", envelope.rows)));
    }
    Ok(strategy)
}

/// Adds a row; `None` if the text is not a row.
fn row_of(row: &Value, strategy: &mut Strategy) -> Option<()> {
    let number = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let numbers =
        |value: &Value| value.as_array()?.iter().map(number).collect::<Option<Vec<u32>>>();
    let signed = |value: &Value| -> Option<Signed> {
        let value = value.as_i64().filter(|&value| value != 0)?;
        Some((u32::try_from(value.unsigned_abs() - 1).ok()?, value < 0))
    };
    match &row.as_array()?[..] {
        [kind, left, right] if kind == "game" => {
            strategy.games.push((numbers(left)?, numbers(right)?));
        }
        [kind, text] if kind == "part" => strategy.parts.push(text.as_str()?.to_owned()),
        [kind, part, game] if kind == "value" => {
            strategy.values.push((number(part)?, number(game)?));
        }
        [kind, parts, game] if kind == "lost" => {
            let parts = parts.as_array()?.iter().map(signed).collect::<Option<_>>()?;
            strategy.lost.push((parts, number(game)?));
        }
        [kind, text, nimber] if kind == "couple" => {
            strategy.couples.push((text.as_str()?.to_owned(), number(nimber)?));
        }
        [kind, text, integer] if kind == "board" => {
            strategy.boards.push((text.as_str()?.to_owned(), integer.as_i64()?));
        }
        _ => return None,
    }
    Some(())
}
