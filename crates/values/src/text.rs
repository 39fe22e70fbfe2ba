//! Values as text.

use std::sync::atomic::Ordering::Relaxed;

use crate::error::Halt;
use crate::infinitesimal::UptimalExpansion;
use crate::infinitesimal::uptimal::expansion;
use crate::memo::Printed;
use crate::printed_order::sorted_options;
use crate::structure::tiny_argument;
use crate::{Error, Form, Id, Result, Style, Worker};

/// Above this number of bars, braces are used instead.
const MOST_BARS: u8 = 4;

/// Texts longer than this are refused.
const MOST_TEXT: usize = 1 << 30;

fn ups_text(ups: i64) -> String {
    let sign = if ups > 0 { "^" } else { "v" };
    match ups.unsigned_abs() {
        0 => String::new(),
        1 => sign.into(),
        2 => sign.repeat(2),
        n => format!("{sign}{n}"),
    }
}

fn nim_text(nim: u32) -> String {
    match nim {
        0 => String::new(),
        1 => "*".into(),
        n => format!("*{n}"),
    }
}

/// The name of a number-up-star, or of a unit power of up or a unit partial sum
/// with number and nimber; `None` for other uptimals.
fn name(expansion: &UptimalExpansion) -> Option<String> {
    let powers = match expansion.coefficients[..] {
        [] => String::new(),
        [ups] => ups_text(ups),
        _ => {
            let (sign, n, partial) = expansion.unit()?;
            let sign = if sign > 0 { '^' } else { 'v' };
            if partial { format!("{sign}[{n}]") } else { format!("{sign}<{n}>") }
        }
    };
    let rest = powers + &nim_text(expansion.nim);
    if expansion.number.is_zero() {
        return Some(if rest.is_empty() { "0".into() } else { rest });
    }
    let number = expansion.number.to_string();
    // 3*2 would be a product, 2^3 a power, -2^ the negative of 2^.
    let mut start = rest.chars();
    let product_or_power =
        matches!(start.next(), Some('*' | '^')) && start.next().is_some_and(|c| c.is_ascii_digit());
    let negated = number.starts_with('-') && !matches!(&rest[..], "" | "*");
    let plus = if product_or_power || negated { "+" } else { "" };
    Some(number + plus + &rest)
}

enum Piece {
    Value { id: u32, braces: bool },
    Text(&'static str),
}

/// The bars for a level.
fn bars_text(bars: u8) -> &'static str {
    ["|", "||", "|||", "||||"][usize::from(bars.clamp(1, MOST_BARS)) - 1]
}

fn printed(worker: &mut Worker<'_>, g: u32) -> Result<Printed, Halt> {
    if let Some(known) = worker.memo().printed.get(&g) {
        return Ok(known.clone());
    }
    if let Some(expansion) = expansion(worker, g)?
        && let Some(name) = name(&expansion)
    {
        return remember(worker, g, Printed::Name(name.into()));
    }
    if let Some((x, miny, argument)) = tiny_argument(worker, g)? {
        let mut prefix = String::new();
        if x != 0 {
            prefix = worker.number_of(x).to_string();
            if prefix.starts_with('-') {
                prefix.push('+');
            }
        }
        prefix += if miny { "Miny" } else { "Tiny" };
        return remember(worker, g, Printed::Tiny { prefix: prefix.into(), argument });
    }
    if worker.negate(g)? == g {
        return remember(worker, g, Printed::PlusMinus);
    }
    let (left, right) = worker.options(g)?;
    let mut bars = 1;
    for side in [left, right] {
        // Several options on a side: each stands in its own braces.
        if let [option] = side {
            let option = option.load(Relaxed);
            if let Printed::Braces { bars: inner } =
                worker.deeper(|worker| printed(worker, option))?
                && inner < MOST_BARS
            {
                bars = bars.max(inner + 1);
            }
        }
    }
    remember(worker, g, Printed::Braces { bars })
}

fn remember(worker: &mut Worker<'_>, g: u32, printed: Printed) -> Result<Printed, Halt> {
    worker.pay(64)?;
    worker.memo().printed.insert(g, printed.clone());
    Ok(printed)
}

impl Worker<'_> {
    /// The text of a value in the field's notation, which reads back as the same value: numbers,
    /// `^`, `v3*2`, `3+*2`, `^<2>`, `^[2]`, `Tiny(2)`, `+-{1,1*}`. Other values use as few braces
    /// as possible with `|`, `||`, `|||`, `||||`. Options stand in [printed order](Worker::sort).
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a text of more than 2^30 bytes,
    /// [`Error::Exhausted`].
    pub fn text(&mut self, g: Id, style: Style) -> Result<String> {
        self.trim_memo();
        let text = text_of(self, g.0, false).map_err(|halt| self.reason(halt))?;
        Ok(styled(text, style))
    }
}

fn text_of(worker: &mut Worker<'_>, g: u32, braces: bool) -> Result<String, Halt> {
    let mut text = String::new();
    write_value(worker, &mut text, g, braces)?;
    Ok(text)
}

fn write_value(
    worker: &mut Worker<'_>,
    text: &mut String,
    g: u32,
    braces: bool,
) -> Result<(), Halt> {
    let mut stack = vec![Piece::Value { id: g, braces: braces || is_braced(worker, g)? }];
    while let Some(piece) = stack.pop() {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Value { id, braces } => write_piece(worker, text, id, braces, &mut stack)?,
        }
        if text.len() > MOST_TEXT {
            return Err(worker.fail(Error::TooLarge { what: "the text", limit: "2^30 bytes" }));
        }
    }
    Ok(())
}

fn is_braced(worker: &mut Worker<'_>, g: u32) -> Result<bool, Halt> {
    Ok(matches!(printed(worker, g)?, Printed::Braces { .. }))
}

fn write_piece(
    worker: &mut Worker<'_>,
    text: &mut String,
    id: u32,
    braces: bool,
    stack: &mut Vec<Piece>,
) -> Result<(), Halt> {
    worker.step()?;
    match printed(worker, id)? {
        Printed::Name(name) => text.push_str(&name),
        Printed::Tiny { prefix, argument } => {
            text.push_str(&prefix);
            text.push('(');
            stack.push(Piece::Text(")"));
            stack.push(Piece::Value { id: argument, braces: is_braced(worker, argument)? });
        }
        Printed::PlusMinus => {
            text.push_str("+-");
            let (left, _) = sorted_options(worker, id)?;
            if let [only] = left[..] {
                let (open, braces) = match printed(worker, only)? {
                    Printed::Name(_) if worker.node(only).is_number() => (false, false),
                    Printed::Tiny { prefix, .. } if prefix.len() == 4 => (false, false),
                    Printed::Braces { .. } => (false, true),
                    _ => (true, false),
                };
                if open {
                    text.push('(');
                    stack.push(Piece::Text(")"));
                }
                stack.push(Piece::Value { id: only, braces });
            } else {
                text.push('{');
                stack.push(Piece::Text("}"));
                push_side(worker, &left, MOST_BARS, stack)?;
            }
        }
        Printed::Braces { bars } => {
            let (left, right) = sorted_options(worker, id)?;
            if braces {
                text.push('{');
                stack.push(Piece::Text("}"));
            }
            push_side(worker, &right, bars, stack)?;
            stack.push(Piece::Text(bars_text(bars)));
            push_side(worker, &left, bars, stack)?;
        }
    }
    Ok(())
}

/// Pushes the options of one side, last first. A single option has no braces if its bars are fewer
/// than the bars around it.
fn push_side(
    worker: &mut Worker<'_>,
    side: &[u32],
    bars: u8,
    stack: &mut Vec<Piece>,
) -> Result<(), Halt> {
    for (i, &id) in side.iter().enumerate().rev() {
        let braces = match printed(worker, id)? {
            Printed::Braces { bars: inner } => side.len() > 1 || inner >= bars,
            _ => false,
        };
        stack.push(Piece::Value { id, braces });
        if i > 0 {
            stack.push(Piece::Text(","));
        }
    }
    Ok(())
}

impl Form {
    /// The text of an unsimplified game, as in `'{*|*}'`. If the form is a value, this is the text
    /// of the value.
    ///
    /// # Errors
    ///
    /// As [`Worker::text`].
    pub fn text(&self, worker: &mut Worker<'_>, style: Style) -> Result<String> {
        if let Some(id) = self.as_value() {
            return worker.text(id, style);
        }
        let text = write_form(worker, self).map_err(|halt| worker.reason(halt))?;
        Ok(format!("'{}'", styled(text, style)))
    }
}

fn write_form(worker: &mut Worker<'_>, form: &Form) -> Result<String, Halt> {
    enum Part {
        Node(u32),
        Text(&'static str),
    }
    let mut text = String::new();
    let mut stack = vec![Part::Node(form.root())];
    while let Some(part) = stack.pop() {
        worker.step()?;
        let node = match part {
            Part::Text(piece) => {
                text.push_str(piece);
                continue;
            }
            Part::Node(node) => node,
        };
        if let Some(id) = form.value_at(node) {
            let braces = is_braced(worker, id.0)?;
            write_value(worker, &mut text, id.0, braces)?;
            continue;
        }
        text.push('{');
        stack.push(Part::Text("}"));
        let (left, right) = form.options_at(node);
        for (k, side) in [right, left].into_iter().enumerate() {
            for (i, &option) in side.iter().enumerate().rev() {
                stack.push(Part::Node(option));
                if i > 0 {
                    stack.push(Part::Text(","));
                }
            }
            if k == 0 {
                stack.push(Part::Text("|"));
            }
        }
        if text.len() > MOST_TEXT {
            return Err(worker.fail(Error::TooLarge { what: "the text", limit: "2^30 bytes" }));
        }
    }
    Ok(text)
}

/// `text` in another style. No name contains `v`, `^` or `*`.
fn styled(text: String, style: Style) -> String {
    match style {
        Style::Plain | Style::Ascii => text,
        Style::Unicode => text
            .replace("+-", "±")
            .chars()
            .map(|c| match c {
                '^' => '↑',
                'v' => '↓',
                '*' => '⋆',
                c => c,
            })
            .collect(),
    }
}
