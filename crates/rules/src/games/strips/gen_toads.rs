//! Toads and Frogs in general: slides and jumps of any length; Elephants and Rhinos.

use upstar_core::Player;

use super::toads::{FREE, FROG, TOAD, reflected};
use super::{Alphabet, Cells};
use crate::catalogue::Make;
use crate::{Arguments, Class, Game, Negated, Row, RuleError, Rules, Ruleset};

const ALPHABET: Alphabet = Alphabet {
    letters: &["tTxX", "fFoO", "._"],
    expected: "`t` (Left's, goes right), `f` (Right's, goes left) or `.` (free)",
    blanks: true,
    ..Alphabet::USUAL
};

/// Toads go right and frogs go left: a man who is not blocked slides between
/// `least_slide` and `most_slide` cells; one who is blocked jumps over up to `most_jump`
/// men in a row to the free cell behind them.
#[derive(Clone, Copy, Debug)]
pub struct GeneralToads {
    name: &'static str,
    least_slide: usize,
    most_slide: usize,
    most_jump: usize,
    /// Whether one may jump over men of one's own.
    friendly: bool,
    /// Whether these numbers stand before the strip, as in `1,2,1,0:tt..ff`.
    written: bool,
}

/// Slides of one cell and no jumps.
const ELEPHANTS: GeneralToads = GeneralToads {
    name: "elephants_and_rhinos",
    least_slide: 1,
    most_slide: 1,
    most_jump: 0,
    friendly: false,
    written: false,
};

/// The rules of Toads and Frogs, unless other numbers stand before the strip.
const ANY: GeneralToads =
    GeneralToads { name: "gen_toads", most_jump: 1, written: true, ..ELEPHANTS };

impl GeneralToads {
    /// Reads the numbers in `1,2,1,1:`: the least and the most slide, the longest jump, and
    /// whether own men may be jumped over; and gives where the strip begins.
    fn read(text: &str) -> Result<(Self, usize), RuleError> {
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
                    GeneralToads { least_slide, most_slide, most_jump, friendly, ..ANY },
                    colon + 1,
                ))
            }
            _ => Err(wrong(colon)),
        }
    }
}

impl Ruleset for GeneralToads {
    type Position = Cells;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        strip: &Cells,
        player: Player,
        out: &mut Vec<Cells>,
    ) -> Result<(), RuleError> {
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
                        letter != FREE && (self.friendly || letter != own)
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

    fn components(&self, strip: &Cells, out: &mut Vec<Cells>) -> Result<(), RuleError> {
        if self.most_jump > 0 {
            out.push(strip.clone());
            return Ok(());
        }
        // Without jumps nobody passes anybody: after a frog, whom a toad follows or the end,
        // the strip is parted, and between a toad and the frog beside him.
        let mut start = 0;
        for cell in 0..strip.len() {
            let next = strip[cell + 1..].iter().position(|&letter| letter != FREE);
            let next = next.map(|gap| (gap, strip[cell + 1 + gap]));
            let ends = match (strip[cell], next) {
                (FROG, None | Some((_, TOAD))) | (TOAD, Some((0, FROG))) => true,
                _ => cell + 1 == strip.len(),
            };
            if !ends {
                continue;
            }
            let part = &strip[start..=cell];
            start = cell + 1;
            // Frogs see no wall but their part's first cell, toads none but its last.
            if part.iter().any(|&letter| letter != FREE) && part.contains(&FREE) {
                out.push(part.to_vec());
            }
        }
        Ok(())
    }

    fn normalize(&self, strip: Cells) -> (Cells, Negated) {
        let other = reflected(&strip);
        Negated::least(strip, other)
    }

    fn name(&self) -> &str {
        self.name
    }

    fn parse(&self, text: &str) -> Result<Cells, RuleError> {
        ALPHABET.read(text)
    }

    fn game(&self, rules: &Rules, arguments: &Arguments) -> Result<Game, RuleError> {
        if !self.written {
            return Ok(rules.at(self.position(arguments)?));
        }
        if arguments.len() != 1 {
            return Err(RuleError::Usage);
        }
        let text = arguments.text(0)?;
        let read = Self::read(&text)
            .and_then(|(own, from)| Ok(Game::new(own, ALPHABET.read_from(&text, from)?)));
        read.map_err(|error| arguments.within(0, error))
    }

    fn parameters(&self) -> String {
        let friendly = u8::from(self.friendly);
        format!("{},{},{},{friendly}", self.least_slide, self.most_slide, self.most_jump)
    }

    fn call(&self, strip: &Cells) -> String {
        let numbers = if self.written { self.parameters() + ":" } else { String::new() };
        format!("{}(\"{numbers}{}\")", self.name, self.write(strip))
    }
}

pub(crate) const GENERAL: Row = Row {
    name: ANY.name,
    aliases: &["gen_toads_and_frogs"],
    class: Class::PARTIZAN,
    usage: "gen_toads(\"1,2,1,0:tt..ff\")",
    rules: "Toads (t) go right, frogs (f) left. The numbers: the least and the most cells of a slide;\n\
            over how many men in a row one jumps who is blocked, to the free cell behind them;\n\
            and 1 if one may jump over men of one's own, or 0.",
    source: "CGSuite and MCGS",
    example: ("gen_toads(\"1,1,2,0:tttt..fff\")", "{1/2*|v}"),
    make: Make::Rules(|| Rules::new(ANY)),
    board: Some(|text| Rules::new(ANY).make(&Arguments::of_text(text))),
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
    board: Some(|text| Rules::new(ELEPHANTS).make(&Arguments::of_text(text))),
};
