//! Toads and Frogs on a strip, also with sliding backwards.

use upstar_core::Player;

use crate::named::Call;
use crate::{AnyGame, Class, Negated, Notation, Placed, Row, RuleError, Ruleset};

/// A strip of cells: `t`, `f` or `.`.
type Strip = Vec<u8>;

/// Toads and Frogs: toads go right, frogs go left.
#[derive(Clone, Copy, Debug)]
pub struct ToadsAndFrogs {
    /// Whether they may also slide backwards.
    pub backsliding: bool,
}

const TOAD: u8 = b't';
const FROG: u8 = b'f';
const FREE: u8 = b'.';
const LONGEST: usize = 10_000;

fn reflected(strip: &[u8]) -> Strip {
    let exchanged = |&letter: &u8| match letter {
        TOAD => FROG,
        FROG => TOAD,
        other => other,
    };
    strip.iter().rev().map(exchanged).collect()
}

impl Ruleset for ToadsAndFrogs {
    type Position = Strip;

    fn class(&self) -> Class {
        if self.backsliding { Class::LOOPY_PARTIZAN } else { Class::PARTIZAN }
    }

    fn options(
        &self,
        strip: &Strip,
        player: Player,
        out: &mut Vec<Strip>,
    ) -> Result<(), RuleError> {
        let (own, enemy, ahead) = match player {
            Player::Left => (TOAD, FROG, 1isize),
            Player::Right => (FROG, TOAD, -1isize),
        };
        for (cell, _) in strip.iter().enumerate().filter(|&(_, &letter)| letter == own) {
            let at = |steps: isize| {
                cell.checked_add_signed(steps)
                    .filter(|&to| to < strip.len())
                    .map(|to| (to, strip[to]))
            };
            let mut go = |to: usize| {
                let mut option = strip.clone();
                option.swap(cell, to);
                out.push(option);
            };
            match (at(ahead), at(2 * ahead)) {
                (Some((to, FREE)), _) => go(to),
                (Some((_, letter)), Some((to, FREE))) if letter == enemy => go(to),
                _ => {}
            }
            if self.backsliding
                && let Some((to, FREE)) = at(-ahead)
            {
                go(to);
            }
        }
        Ok(())
    }

    fn components(&self, strip: &Strip, out: &mut Vec<Strip>) -> Result<(), RuleError> {
        if self.backsliding {
            out.push(strip.clone());
            return Ok(());
        }
        // In `ttff` nobody moves ever again, and nobody passes.
        let mut start = 0;
        let mut cell = 0;
        while cell <= strip.len() {
            let wall = strip[cell..].starts_with(b"ttff");
            if wall || cell == strip.len() {
                // Frogs at the left end and toads at the right end are stuck.
                let part = &strip[start..cell];
                let first = part.iter().position(|&c| c != FROG).unwrap_or(part.len());
                let last = part.iter().rposition(|&c| c != TOAD).map_or(0, |last| last + 1);
                if first < last && part[first..last].contains(&FREE) {
                    let part = &part[first..last];
                    if part.iter().any(|&c| c != FREE) {
                        out.push(part.to_vec());
                    }
                }
                cell += 4;
                start = cell.min(strip.len());
            } else {
                cell += 1;
            }
        }
        Ok(())
    }

    fn normalize(&self, strip: Strip) -> (Strip, Negated) {
        let other = reflected(&strip);
        if other < strip { (other, Negated::Yes) } else { (strip, Negated::No) }
    }

    fn bytes(&self, strip: &Strip) -> usize {
        size_of::<Strip>() + strip.len() + 16
    }
}

impl Notation for ToadsAndFrogs {
    fn name(&self) -> &'static str {
        if self.backsliding { "backsliding_toads_and_frogs" } else { "toads_and_frogs" }
    }

    fn write(&self, strip: &Strip) -> String {
        strip.iter().map(|&letter| char::from(letter)).collect()
    }

    fn parse(&self, text: &str) -> Result<Strip, RuleError> {
        let text_of = text.trim();
        if text_of.len() > LONGEST {
            return Err(RuleError::too_large(
                "the strip",
                format!("{} cells", text_of.len()),
                format!("{LONGEST} cells"),
            ));
        }
        text.trim_end()
            .char_indices()
            .filter(|(_, letter)| !letter.is_whitespace())
            .map(|(place, letter)| match letter {
                't' | 'T' => Ok(TOAD),
                'f' | 'F' => Ok(FROG),
                '.' | '_' => Ok(FREE),
                other => Err(RuleError::notation(
                    text,
                    place..place + other.len_utf8(),
                    format!(
                        "expected `t` (toad), `f` (frog) or `.` (free), found `{}`",
                        other.escape_default()
                    ),
                )),
            })
            .collect()
    }

    fn call(&self, strip: &Strip) -> String {
        format!("{}(\"{}\")", self.name(), self.write(strip))
    }

    fn board(&self, strip: &Strip) -> Option<Vec<String>> {
        Some(vec![self.write(strip)])
    }
}

fn make(rules: ToadsAndFrogs, call: &Call<'_>) -> Result<Box<dyn AnyGame>, RuleError> {
    call.expect(1..=1, &format!("{}(\"tt.ff\")", rules.name()))?;
    let strip = rules.parse(call.text(0)?).map_err(|error| call.within(0, error))?;
    Ok(Placed::specialized(rules, strip))
}

pub(crate) const ROW: Row = Row {
    name: "toads_and_frogs",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "toads_and_frogs(\"tt.ff\")",
    rules: "On a strip Left's toads (t) go right and Right's frogs (f) go left: one cell to a\n\
            free cell (. or _), or over one enemy to the free cell behind it.",
    source: "Winning Ways, chapter 1",
    example: ("toads_and_frogs(\"TT_FF\")", "*"),
    make: |call| make(ToadsAndFrogs { backsliding: false }, call),
    board: Some(|text| {
        let rules = ToadsAndFrogs { backsliding: false };
        Ok(Placed::specialized(rules, rules.parse(text)?))
    }),
};

pub(crate) const BACKSLIDING: Row = Row {
    name: "backsliding_toads_and_frogs",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "backsliding_toads_and_frogs(\"tt.ff\")",
    rules: "Toads and Frogs in which men may also slide one cell backwards to a free cell.",
    source: "Siegel, Combinatorial Game Theory",
    example: ("backsliding_toads_and_frogs(\"t.f\")", "outcome P"),
    make: |call| make(ToadsAndFrogs { backsliding: true }, call),
    board: Some(|text| {
        let rules = ToadsAndFrogs { backsliding: true };
        Ok(Placed::specialized(rules, rules.parse(text)?))
    }),
};
