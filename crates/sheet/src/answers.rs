//! Answers that cells show.

use upstar::lang::{List, Session, Style, Value};
use upstar::rules::Row;
use upstar_core::Budget;

use crate::faults::Failure;
use crate::protocol::Answer;
use crate::views::views_of;

/// The maximum length of a displayed value, in bytes.
const MOST_TEXT: usize = 1 << 20;
/// The maximum length of a text typeset as a formula.
const MOST_LATEX: usize = 4000;
/// The maximum number of rows of a table, and of numbers of a plotted list.
const MOST_ROWS: usize = 100_000;

/// A text for LaTeX's math mode, if it is short enough to typeset.
pub(crate) fn formula(text: &str) -> Option<String> {
    (text.len() <= MOST_LATEX).then(|| upstar::latex_with_macros(text))
}

/// Whether a value has options and can be described further.
pub(crate) fn is_game(value: &Value) -> bool {
    matches!(
        value,
        Value::Number(_)
            | Value::Game(_)
            | Value::Sum(_)
            | Value::Form(_)
            | Value::Positions(_)
            | Value::Loopy(_)
            | Value::LoopyNimber(_)
    )
}

/// The kind of a value in words, without an article.
fn kind(value: &Value) -> String {
    let kind = value.kind();
    let bare = kind.strip_prefix("an ").or_else(|| kind.strip_prefix("a "));
    bare.unwrap_or(kind).to_owned()
}

/// The answer of a statement whose value is known.
pub(crate) fn answer(
    session: &Session,
    value: &Value,
    name: Option<String>,
    statement: &str,
    budget: &Budget,
) -> Result<Answer, Failure> {
    let text = session.text(value, Style::Plain, budget)?;
    if text.len() > MOST_TEXT {
        return Err(Failure::new(format!(
            "the value is written with {} letters, and at most {MOST_TEXT} are shown: ask for a \
             part of it, or end the line with `;`",
            text.len()
        )));
    }
    let subject = match &name {
        Some(name) => name.clone(),
        None => statement.trim().to_owned(),
    };
    let plain = matches!(value, Value::Text(_) | Value::Table(_) | Value::Function(_));
    let mut answer = Answer {
        subject,
        name,
        latex: if plain { None } else { formula(&text) },
        text,
        kind: kind(value),
        game: is_game(value),
        position: None,
        views: Vec::new(),
        table: None,
        numbers: None,
    };
    match value {
        Value::Positions(sum) => {
            answer.position = Some(session.written(value, Style::Plain, budget)?);
            answer.views = views_of(sum);
        }
        Value::Table(rows) if rows.items().len() <= MOST_ROWS => {
            answer.table = Some(table(session, rows, budget)?);
        }
        Value::List(list) if !list.is_pair() => answer.numbers = numbers(list),
        _ => {}
    }
    Ok(answer)
}

/// The cells of a table as texts.
fn table(session: &Session, rows: &List, budget: &Budget) -> Result<Vec<Vec<String>>, Failure> {
    let text = |cell: &Value| match cell {
        Value::Text(text) => Ok(text.clone()),
        cell => session.text(cell, Style::Plain, budget),
    };
    let mut table = Vec::with_capacity(rows.items().len());
    for row in rows.items() {
        table.push(match row {
            Value::List(row) => row.items().iter().map(text).collect::<Result<_, _>>()?,
            cell => vec![text(cell)?],
        });
    }
    Ok(table)
}

/// The numbers of a list of integers.
fn numbers(list: &List) -> Option<Vec<i64>> {
    let items = list.items();
    if items.len() < 2 || items.len() > MOST_ROWS {
        return None;
    }
    let number = |item: &Value| match item {
        Value::Number(number) if number.is_integer() => i64::try_from(number.numer()).ok(),
        _ => None,
    };
    items.iter().map(number).collect()
}

/// The answer that describes a new custom game.
pub(crate) fn added(row: &Row) -> Answer {
    Answer {
        subject: row.name.to_owned(),
        name: Some(row.name.to_owned()),
        text: row.usage.to_owned(),
        latex: None,
        kind: "ruleset".to_owned(),
        game: false,
        position: None,
        views: Vec::new(),
        table: None,
        numbers: None,
    }
}
