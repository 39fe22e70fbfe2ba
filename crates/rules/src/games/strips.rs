//! Toads and Frogs in general: slides and jumps of any length; Elephants and Rhinos.

use upstar_core::Player;

use crate::catalogue::Make;
use crate::{Arguments, Class, Game, Negated, Row, RuleError, Ruleset};

/// A strip of cells: `t`, `f` or `.`.
type Strip = Vec<u8>;

const TOAD: u8 = b't';
const FROG: u8 = b'f';
const FREE: u8 = b'.';
const LONGEST: usize = 10_000;

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
}

const ELEPHANTS: GeneralToads = GeneralToads {
    name: "elephants_and_rhinos",
    least_slide: 1,
    most_slide: 1,
    most_jump: 0,
    friendly: false,
};

fn reflected(strip: &[u8]) -> Strip {
    let exchanged = |&letter: &u8| match letter {
        TOAD => FROG,
        FROG => TOAD,
        other => other,
    };
    strip.iter().rev().map(exchanged).collect()
}

impl GeneralToads {
    /// Reads `1,2,1,1:`, the least and the most slide, the longest jump, and whether own
    /// men may be jumped over; and gives where the strip begins.
    fn parameters_of(text: &str) -> Result<(Self, usize), RuleError> {
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
                let name = GENERAL.name;
                Ok((GeneralToads { name, least_slide, most_slide, most_jump, friendly }, colon + 1))
            }
            _ => Err(wrong(colon)),
        }
    }

    fn read(text: &str, from: usize) -> Result<Strip, RuleError> {
        if text.len() - from > LONGEST {
            let found = format!("{} cells", text.len() - from);
            return Err(RuleError::too_large("the strip", found, format!("{LONGEST} cells")));
        }
        let cells = text.char_indices().filter(|&(place, c)| place >= from && !c.is_whitespace());
        cells
            .map(|(place, letter)| match letter {
                't' | 'T' | 'x' | 'X' => Ok(TOAD),
                'f' | 'F' | 'o' | 'O' => Ok(FROG),
                '.' | '_' => Ok(FREE),
                other => Err(RuleError::notation(
                    text,
                    place..place + other.len_utf8(),
                    format!(
                        "expected `t` (Left's, goes right), `f` (Right's, goes left) or `.` \
                         (free), found `{}`",
                        other.escape_default()
                    ),
                )),
            })
            .collect()
    }
}

impl Ruleset for GeneralToads {
    type Position = Strip;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        strip: &Strip,
        player: Player,
        out: &mut Vec<Strip>,
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

    fn components(&self, strip: &Strip, out: &mut Vec<Strip>) -> Result<(), RuleError> {
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

    fn normalize(&self, strip: Strip) -> (Strip, Negated) {
        let other = reflected(&strip);
        if other < strip { (other, Negated::Yes) } else { (strip, Negated::No) }
    }

    fn bytes(&self, strip: &Strip) -> usize {
        size_of::<Strip>() + strip.len() + 16
    }

    fn name(&self) -> &str {
        self.name
    }

    fn write(&self, strip: &Strip) -> String {
        strip.iter().map(|&letter| char::from(letter)).collect()
    }

    fn parse(&self, text: &str) -> Result<Strip, RuleError> {
        Self::read(text, 0)
    }

    fn call(&self, strip: &Strip) -> String {
        if self.name == GENERAL.name {
            format!("{}(\"{}:{}\")", self.name, self.parameters(), self.write(strip))
        } else {
            format!("{}(\"{}\")", self.name, self.write(strip))
        }
    }

    fn parameters(&self) -> String {
        let friendly = u8::from(self.friendly);
        format!("{},{},{},{friendly}", self.least_slide, self.most_slide, self.most_jump)
    }

    fn board(&self, strip: &Strip) -> Option<Vec<String>> {
        Some(vec![self.write(strip)])
    }
}

fn general(text: &str) -> Result<Game, RuleError> {
    let (rules, from) = GeneralToads::parameters_of(text)?;
    Ok(Game::new(rules, GeneralToads::read(text, from)?))
}

pub(crate) const GENERAL: Row = Row {
    name: "gen_toads",
    aliases: &["gen_toads_and_frogs"],
    class: Class::PARTIZAN,
    usage: "gen_toads(\"1,2,1,0:tt..ff\")",
    rules: "Toads (t) go right, frogs (f) left. The numbers: the least and the most cells of a slide;\n\
            over how many men in a row one jumps who is blocked, to the free cell behind them;\n\
            and 1 if one may jump over men of one's own, or 0.",
    source: "CGSuite and MCGS",
    example: ("gen_toads(\"1,1,2,0:tttt..fff\")", "{1/2*|v}"),
    make: Make::Whole(|call: &Arguments| {
        call.expect(1..=1, "gen_toads(\"1,2,1,0:tt..ff\")")?;
        general(&call.text(0)?).map_err(|error| call.within(0, error))
    }),
    board: Some(general),
};

pub(crate) const ELEPHANTS_AND_RHINOS: Row = Row {
    name: "elephants_and_rhinos",
    aliases: &["elephants"],
    class: Class::PARTIZAN,
    usage: "elephants_and_rhinos(\"tt..ff\")",
    rules: "Left's elephants (t) go right and Right's rhinos (f) go left, one cell to a free cell;\n\
            nobody jumps.",
    source: "Albert, Nowakowski and Wolfe, Lessons in Play (2007)",
    example: ("elephants_and_rhinos(\"t.f\")", "*"),
    make: Make::Whole(|call: &Arguments| {
        call.expect(1..=1, "elephants_and_rhinos(\"tt..ff\")")?;
        let strip = ELEPHANTS.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
        Ok(Game::new(ELEPHANTS, strip))
    }),
    board: Some(|text| Ok(Game::new(ELEPHANTS, ELEPHANTS.parse(text)?))),
};
