//! Generalized Toads and Frogs: slides and jumps of any length. Elephants and Rhinos are special
//! cases.

use super::{Alphabet, LONGEST, Strip};
use crate::prelude::*;

pub(super) const TOAD: u8 = b't';
pub(super) const FROG: u8 = b'f';
pub(super) const FREE: u8 = b'.';
/// The separator of strips.
pub(super) const WALL: u8 = b'|';

const ALPHABET: Alphabet = Alphabet {
    letters: &["tTxX", "fFoO", "._", "|\n"],
    expected: "`t` (Left's, goes right), `f` (Right's, goes left), `.` (free) or `|` (between \
               strips)",
    blanks: true,
    ..Alphabet::USUAL
};

/// A strip as a game of faster rules, if these can play it.
type Faster = fn(&[u8]) -> Option<Game>;

/// Toads go right and frogs go left. A man who is not blocked slides between `least_slide` and
/// `most_slide` cells. A blocked man jumps over up to `most_jump` men in a row to the free cell
/// behind them.
#[derive(Clone, Copy, Debug)]
pub struct GeneralToads {
    pub(super) name: &'static str,
    pub(super) alphabet: &'static Alphabet,
    pub(super) least_slide: usize,
    pub(super) most_slide: usize,
    pub(super) most_jump: usize,
    /// Whether a man may jump over men of his own player.
    pub(super) friendly: bool,
    /// Whether a man may also slide one cell backwards.
    pub(super) backsliding: bool,
    /// The same game by faster rules, for short strips.
    pub(super) faster: Option<Faster>,
    /// Whether the numbers stand before the strip, as in `1,2,1,0:tt..ff`.
    pub(super) written: bool,
    /// Whether the numbers were given apart from the strip.
    pub(super) given: bool,
}

/// Slides of one cell and jumps over one enemy, unless the strip is preceded by other numbers.
pub(super) const JUMPS: GeneralToads = GeneralToads {
    name: "gen_toads",
    alphabet: &ALPHABET,
    least_slide: 1,
    most_slide: 1,
    most_jump: 1,
    friendly: false,
    backsliding: false,
    faster: None,
    written: true,
    given: false,
};

/// Slides of one cell and no jumps.
const ELEPHANTS: GeneralToads =
    GeneralToads { name: "elephants_and_rhinos", most_jump: 0, written: false, ..JUMPS };

impl GeneralToads {
    /// Reads the numbers in `1,2,1,1:`: the smallest and largest slide, the longest jump, and
    /// whether a man may jump over his own side. Also returns where the strip begins.
    fn read(text: &str) -> Result<(Self, usize)> {
        let wrong = |end| {
            RuleError::notation(
                text,
                0..end,
                "expected the least and the most cells of a slide, the most men of a jump, \
                 and 1 or 0 for jumps over own men, as in `1,2,1,0:tt..ff`",
            )
        };
        let colon = text.find(':').ok_or_else(|| wrong(text.len()))?;
        let numbers: Option<Vec<usize>> =
            text[..colon].split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[least_slide, most_slide, most_jump, friendly])
                if 0 < least_slide && least_slide <= most_slide && friendly < 2 =>
            {
                let friendly = friendly == 1;
                Ok((
                    GeneralToads { least_slide, most_slide, most_jump, friendly, ..JUMPS },
                    colon + 1,
                ))
            }
            _ => Err(wrong(colon)),
        }
    }

    /// The rules from the text before the `;`: the largest number of men in a jump, or all four
    /// numbers, or some with CGSuite's names, as in `maxJump => 2`.
    pub(super) fn from_parameters(parameters: &Arguments) -> Result<Self> {
        let mut rules = GeneralToads { given: true, ..JUMPS };
        for (index, parameter) in parameters.values().iter().enumerate() {
            let (name, number) = match parameter {
                Argument::Integer(_) => {
                    let names = ["minSlide", "maxSlide", "maxJump", "allowFriendlyJump"];
                    let name = if parameters.len() == 1 { "maxJump" } else { names[index % 4] };
                    (name, parameters.count(index, LONGEST as u64)?)
                }
                Argument::Word(word) => {
                    let named = word.split_once("=>").map(|(name, number)| {
                        let number = match number.trim() {
                            "true" => Ok(1),
                            "false" => Ok(0),
                            number => number.parse(),
                        };
                        (name.trim(), number)
                    });
                    let Some((name, Ok(number))) = named else { return Err(RuleError::Usage) };
                    (name, number)
                }
                _ => return Err(RuleError::Usage),
            };
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            match name {
                "minSlide" if number > 0 => rules.least_slide = number,
                "maxSlide" => rules.most_slide = number,
                "maxJump" => rules.most_jump = number,
                "allowFriendlyJump" if number < 2 => rules.friendly = number == 1,
                _ => {
                    let message = "expected minSlide (from 1 on), maxSlide, maxJump or \
                                   allowFriendlyJump (true or false)";
                    return Err(parameters.complain(index, message));
                }
            }
        }
        let plain = |argument: &Argument| matches!(argument, Argument::Integer(_));
        let wrong = match parameters.values().iter().filter(|&value| plain(value)).count() {
            0 => parameters.is_empty(),
            _ => ![1, 4].contains(&parameters.len()),
        };
        if wrong || rules.least_slide > rules.most_slide {
            return Err(RuleError::Usage);
        }
        Ok(rules)
    }

    /// Reads strips.
    fn strips(&self, text: &str, from: usize) -> Result<Strip> {
        Ok(tidy(&self.alphabet.read_in(text, from..text.len())?))
    }
}

/// The strips.
fn strips(cells: &[u8]) -> impl Iterator<Item = &[u8]> {
    cells.split(|&letter| letter == WALL).filter(|strip| !strip.is_empty())
}

/// The strips, with one wall between neighbours.
fn tidy(cells: &[u8]) -> Strip {
    strips(cells).collect::<Vec<_>>().join(&WALL)
}

/// A row for each strip.
pub(super) fn rows(text: &str) -> Vec<String> {
    text.split('|').map(str::to_owned).collect()
}

impl Ruleset for GeneralToads {
    type Position = Strip;

    fn class(&self) -> Class {
        if self.backsliding { Class::LOOPY_PARTIZAN } else { Class::PARTIZAN }
    }

    fn options(&self, strip: &Strip, player: Player, out: &mut Options<Strip>) -> Result {
        let (own, ahead) = match player {
            Player::Left => (TOAD, 1isize),
            Player::Right => (FROG, -1isize),
        };
        for (from, _) in strip.iter().enumerate().filter(|&(_, &letter)| letter == own) {
            let at = |steps: usize| {
                let to = from.checked_add_signed(ahead.checked_mul(steps.try_into().ok()?)?)?;
                Some((to, *strip.get(to)?))
            };
            let mut go = |to: usize| {
                let mut option = strip.clone();
                option.swap(from, to);
                out.push(option);
            };
            let behind = from.checked_add_signed(-ahead);
            if let Some(to) = behind.filter(|&to| self.backsliding && strip.get(to) == Some(&FREE))
            {
                go(to);
            }
            let free = (1..=self.most_slide.min(strip.len()))
                .take_while(|&steps| at(steps).is_some_and(|(_, letter)| letter == FREE))
                .count();
            for (to, _) in (self.least_slide..=free).filter_map(at) {
                go(to);
            }
            if free > 0 {
                continue;
            }
            let over = (1..=self.most_jump.min(strip.len()))
                .take_while(|&steps| {
                    at(steps).is_some_and(|(_, letter)| {
                        letter != FREE && letter != WALL && (self.friendly || letter != own)
                    })
                })
                .count();
            if over > 0
                && let Some((to, FREE)) = at(over + 1)
            {
                go(to);
            }
        }
        Ok(())
    }

    fn components(&self, cells: &Strip, out: &mut Vec<Strip>) -> Result {
        for strip in strips(cells) {
            match self.most_jump {
                0 => parts_without_jumps(strip, out),
                1 if !self.friendly && !self.backsliding => parts_between_walls(strip, out),
                _ => out.push(strip.to_vec()),
            }
        }
        Ok(())
    }

    fn normalize(&self, strip: Strip) -> (Strip, Negated) {
        let other = reflected(&strip);
        Negated::least(strip, other)
    }

    fn name(&self) -> &str {
        self.name
    }

    fn parse(&self, text: &str) -> Result<Strip> {
        self.strips(text, 0)
    }

    fn board(&self, strip: &Strip) -> Option<Vec<String>> {
        Some(rows(&self.write(strip)))
    }

    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game> {
        if !self.written {
            let strip = self.position(arguments)?;
            let faster = self.faster.and_then(|faster| faster(&strip));
            return Ok(faster.unwrap_or_else(|| rules.at(strip)));
        }
        if arguments.before_semicolon().is_some() {
            let (parameters, strip) = arguments.split();
            let own = Self::from_parameters(&parameters)?;
            return Ok(Game::new(own, own.position(&strip)?));
        }
        if arguments.len() != 1 {
            return Err(RuleError::Usage);
        }
        let text = arguments.text(0)?;
        if self.given && !text.contains(':') {
            return Ok(rules.at(self.position(arguments)?));
        }
        let read =
            Self::read(&text).and_then(|(own, from)| Ok(Game::new(own, own.strips(&text, from)?)));
        read.map_err(|error| arguments.within(0, error))
    }

    fn parameters(&self) -> String {
        let friendly = u8::from(self.friendly);
        format!("{},{},{},{friendly}", self.least_slide, self.most_slide, self.most_jump)
    }

    fn call(&self, strip: &Strip) -> String {
        let numbers = if self.written { self.parameters() + ":" } else { String::new() };
        format!("{}(\"{numbers}{}\")", self.name, self.write(strip))
    }
}

/// The strip as the opponent sees it: reversed, with toads and frogs exchanged.
pub(super) fn reflected(strip: &[u8]) -> Strip {
    let exchanged = |&letter: &u8| match letter {
        TOAD => FROG,
        FROG => TOAD,
        other => other,
    };
    strip.iter().rev().map(exchanged).collect()
}

/// Appends the parts of a strip, if men jump over at most one enemy and do not slide back.
fn parts_between_walls(strip: &[u8], out: &mut Vec<Strip>) {
    // The men of `ttff` never move, and nobody passes them.
    let (mut start, mut cell) = (0, 0);
    while cell <= strip.len() {
        if !strip[cell..].starts_with(b"ttff") && cell < strip.len() {
            cell += 1;
            continue;
        }
        // Frogs at the left end and toads at the right end cannot move.
        let part = &strip[start..cell];
        let first = part.iter().position(|&c| c != FROG).unwrap_or(part.len());
        let last = part.iter().rposition(|&c| c != TOAD).map_or(0, |last| last + 1);
        out.extend(part.get(first..last).filter(|part| can_move(part)).map(<[u8]>::to_vec));
        cell += 4;
        start = cell.min(strip.len());
    }
}

/// Appends the parts of a strip if nobody jumps, so that nobody passes anybody. The strip splits
/// after a frog that is followed by a toad or the end, and between a toad and the frog next to him.
fn parts_without_jumps(strip: &[u8], out: &mut Vec<Strip>) {
    let mut start = 0;
    for cell in 0..strip.len() {
        let next = strip[cell + 1..].iter().position(|&letter| letter != FREE);
        let next = next.map(|gap| (gap, strip[cell + 1 + gap]));
        let ends = match (strip[cell], next) {
            (FROG, None | Some((_, TOAD))) | (TOAD, Some((0, FROG))) => true,
            _ => cell + 1 == strip.len(),
        };
        if ends {
            // For frogs the only wall is the first cell of their part, for toads the last.
            let part = &strip[start..=cell];
            out.extend(can_move(part).then(|| part.to_vec()));
            start = cell + 1;
        }
    }
}

/// Whether there are men and free cells.
fn can_move(part: &[u8]) -> bool {
    part.contains(&FREE) && part.iter().any(|&letter| letter != FREE)
}

pub(crate) const GENERAL: Row = Row {
    name: JUMPS.name,
    aliases: &["gen_toads_and_frogs"],
    class: Class::PARTIZAN,
    usage: "gen_toads(\"1,2,1,0:tt..ff\"), or gen_toads(2; \"tt..ff\") by the longest jump",
    rules: "Toads (t) go right, frogs (f) left. The numbers: the smallest and largest length of a\n\
            slide; the number of men in a row that a blocked man may jump over, to the free cell\n\
            behind them; and 1 if he may jump over his own side, or 0.",
    source: "CGSuite and MCGS",
    example: ("gen_toads(\"1,1,2,0:tttt..fff\")", "{1/2*|v}"),
    make: Make::With(|parameters| {
        let rules =
            if parameters.is_empty() { JUMPS } else { GeneralToads::from_parameters(parameters)? };
        Ok(Rules::new(rules))
    }),
    boards: true,
};

pub(crate) const ELEPHANTS_AND_RHINOS: Row = Row {
    name: ELEPHANTS.name,
    aliases: &["elephants"],
    class: Class::PARTIZAN,
    usage: "elephants_and_rhinos(\"tt..ff\")",
    rules: "Left's elephants (t) go right and Right's rhinos (f) go left, one cell to a free cell;\n\
            nobody jumps.",
    source: "Albert, Nowakowski and Wolfe, Lessons in Play (2007)",
    example: ("elephants_and_rhinos(\"t.f\")", "*"),
    make: Make::Rules(|| Rules::new(ELEPHANTS)),
    boards: true,
};
