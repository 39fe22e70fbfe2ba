//! Values as text.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::error::Halt;
use crate::uptimal::UptimalExpansion;
use crate::worker::Worker;
use crate::{Error, Form, Id};

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// ASCII; ω, × and ∞ where they occur.
    #[default]
    Plain,
    /// ASCII alone.
    Ascii,
    /// ↑ ↓ ⋆ ± as well.
    Unicode,
}

/// How a value is printed.
#[derive(Clone, Debug)]
pub(crate) enum Printed {
    /// By a name of its own.
    Name(Arc<str>),
    /// As `prefix`Tiny(argument) (or Miny).
    Tiny { prefix: Arc<str>, argument: u32 },
    /// As +-{options}.
    PlusMinus,
    /// As {left|right} with this many bars, 1 to 4.
    Braces { bars: u8 },
}

/// More bars than this are not used: braces are put around instead.
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

impl Worker<'_> {
    /// (x, is Miny, G), if g is x + Tiny(G) or x + Miny(G) with the Right stop of
    /// G above 0.
    pub(crate) fn tiny_argument(&mut self, g: u32) -> Result<Option<(u32, bool, u32)>, Halt> {
        let node = self.node(g);
        let x = node.left_number();
        if !node.is_general() || x != node.right_number() {
            return Ok(None);
        }
        for miny in [false, true] {
            let (left, right) = self.options(g)?;
            let (near, far) = if miny { (right, left) } else { (left, right) };
            let ([near], [far]) = (near, far) else { continue };
            let (near, far) = (near.load(Relaxed), far.load(Relaxed));
            if near != x || !self.node(far).is_general() {
                continue;
            }
            let (left, right) = self.options(far)?;
            let (back, threat) = if miny { (right, left) } else { (left, right) };
            let ([back], [threat]) = (back, threat) else { continue };
            let (back, threat) = (back.load(Relaxed), threat.load(Relaxed));
            if back != x {
                continue;
            }
            // Tiny: threat = x - G; miny: threat = x + G.
            let (sign_of, other) = if miny { (threat, x) } else { (x, threat) };
            let negative = self.negate(other)?;
            let argument = self.sum(sign_of, negative)?;
            let stop = self.node(argument);
            if self.cmp_stops((stop.right(), stop.right_number()), (1, 0)).is_gt() {
                return Ok(Some((x, miny, argument)));
            }
        }
        Ok(None)
    }

    fn printed(&mut self, g: u32) -> Result<Printed, Halt> {
        if let Some(known) = self.memo().printed.get(&g) {
            return Ok(known.clone());
        }
        if let Some(expansion) = self.expansion(g)?
            && let Some(name) = name(&expansion)
        {
            return self.remember(g, Printed::Name(name.into()));
        }
        if let Some((x, miny, argument)) = self.tiny_argument(g)? {
            let mut prefix = String::new();
            if x != 0 {
                prefix = self.number_of(x).to_string();
                if prefix.starts_with('-') {
                    prefix.push('+');
                }
            }
            prefix += if miny { "Miny" } else { "Tiny" };
            return self.remember(g, Printed::Tiny { prefix: prefix.into(), argument });
        }
        if self.negate(g)? == g {
            return self.remember(g, Printed::PlusMinus);
        }
        let (left, right) = self.options(g)?;
        let mut bars = 1;
        for side in [left, right] {
            // Several options on a side: each stands in braces of its own.
            if let [option] = side {
                let option = option.load(Relaxed);
                if let Printed::Braces { bars: inner } =
                    self.deeper(|worker| worker.printed(option))?
                    && inner < MOST_BARS
                {
                    bars = bars.max(inner + 1);
                }
            }
        }
        self.remember(g, Printed::Braces { bars })
    }

    fn remember(&mut self, g: u32, printed: Printed) -> Result<Printed, Halt> {
        self.pay(64)?;
        self.memo().printed.insert(g, printed.clone());
        Ok(printed)
    }

    /// The text of a value in the field's notation, which reads back as the same
    /// value: numbers, `^`, `v3*2`, `3+*2`, `^<2>`, `^[2]`, `Tiny(2)`, `+-{1,1*}`,
    /// and otherwise fewest braces with `|`, `||`, `|||`, `||||`. Options stand in
    /// [printed order](Worker::printed_cmp).
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a text of more than 2^30 bytes,
    /// [`Error::Exhausted`].
    pub fn text(&mut self, g: Id, style: Style) -> Result<String, Error> {
        self.trim_memo();
        let text = self.text_of(g.0, false).map_err(|halt| self.reason(halt))?;
        Ok(styled(text, style))
    }

    fn text_of(&mut self, g: u32, braces: bool) -> Result<String, Halt> {
        let mut text = String::new();
        self.write_value(&mut text, g, braces)?;
        Ok(text)
    }

    fn write_value(&mut self, text: &mut String, g: u32, braces: bool) -> Result<(), Halt> {
        let mut stack = vec![Piece::Value { id: g, braces: braces || self.is_braced(g)? }];
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value { id, braces } => self.write_piece(text, id, braces, &mut stack)?,
            }
            if text.len() > MOST_TEXT {
                return Err(self.fail(Error::TooLarge { what: "the text", limit: "2^30 bytes" }));
            }
        }
        Ok(())
    }

    fn is_braced(&mut self, g: u32) -> Result<bool, Halt> {
        Ok(matches!(self.printed(g)?, Printed::Braces { .. }))
    }

    fn write_piece(
        &mut self,
        text: &mut String,
        id: u32,
        braces: bool,
        stack: &mut Vec<Piece>,
    ) -> Result<(), Halt> {
        self.step()?;
        match self.printed(id)? {
            Printed::Name(name) => text.push_str(&name),
            Printed::Tiny { prefix, argument } => {
                text.push_str(&prefix);
                text.push('(');
                stack.push(Piece::Text(")"));
                stack.push(Piece::Value { id: argument, braces: self.is_braced(argument)? });
            }
            Printed::PlusMinus => {
                text.push_str("+-");
                let (left, _) = self.sorted_options(id)?;
                if let [only] = left[..] {
                    let (open, braces) = match self.printed(only)? {
                        Printed::Name(_) if self.node(only).is_number() => (false, false),
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
                    self.push_side(&left, MOST_BARS, stack)?;
                }
            }
            Printed::Braces { bars } => {
                let (left, right) = self.sorted_options(id)?;
                if braces {
                    text.push('{');
                    stack.push(Piece::Text("}"));
                }
                self.push_side(&right, bars, stack)?;
                stack.push(Piece::Text(bars_text(bars)));
                self.push_side(&left, bars, stack)?;
            }
        }
        Ok(())
    }

    /// Pushes the options of one side, last first; a single one goes without
    /// braces if its bars are fewer than those around it.
    fn push_side(&mut self, side: &[u32], bars: u8, stack: &mut Vec<Piece>) -> Result<(), Halt> {
        for (i, &id) in side.iter().enumerate().rev() {
            let braces = match self.printed(id)? {
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

    /// The text of an unsimplified game, as in `'{*|*}'`; of a value that stands
    /// for its canonical form, the text of the value.
    ///
    /// # Errors
    ///
    /// As [`Worker::text`].
    pub fn text_of_form(&mut self, form: &Form, style: Style) -> Result<String, Error> {
        if let Some(id) = form.as_value() {
            return self.text(id, style);
        }
        let text = self.write_form(form).map_err(|halt| self.reason(halt))?;
        Ok(format!("'{}'", styled(text, style)))
    }

    fn write_form(&mut self, form: &Form) -> Result<String, Halt> {
        enum Part {
            Node(u32),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut stack = vec![Part::Node(form.root())];
        while let Some(part) = stack.pop() {
            self.step()?;
            let node = match part {
                Part::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Part::Node(node) => node,
            };
            if let Some(id) = form.value_at(node) {
                let braces = self.is_braced(id.0)?;
                self.write_value(&mut text, id.0, braces)?;
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
                return Err(self.fail(Error::TooLarge { what: "the text", limit: "2^30 bytes" }));
            }
        }
        Ok(text)
    }
}

/// `text` in another style. No name has a `v`, `^` or `*` in it.
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
