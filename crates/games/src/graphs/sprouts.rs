//! Sprouts, on the strings of Applegate, Jacobson and Sleator.

mod form;
mod moves;

use std::cmp::Ordering;

use crate::prelude::*;

use form::Shaper;
use moves::Drawing;

/// A spot without lines, a boundary of its own: three more lines may end there.
const SPOT: u8 = 0;
/// A vertex where one line ends: two more lines may end there.
const END: u8 = 1;
/// A vertex of two lines that is met once on live boundaries: one more line may end there.
const ONCE: u8 = 2;
/// The first name of a vertex of two lines that is met twice.
const FIRST: u8 = 3;
/// A vertex of a draft where no line may end any more; one above the last name.
const DEAD: u8 = 253;
/// The end of a boundary that is no spot.
const DOT: u8 = 254;
/// The end of a region.
const BAR: u8 = 255;

/// The letters of vertices that are met twice. When they are used up, those of Latin with marks
/// follow.
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The first of the letters with marks.
const MORE_LETTERS: u32 = 0x100;

/// The largest number of spots to start from.
const MOST_SPOTS: u64 = 1_000_000;

/// Sprouts: a move draws a line between two vertices, or from one to itself, that crosses nothing,
/// and places a new vertex on it. At most three lines end at a vertex.
#[derive(Clone, Copy, Debug)]
pub struct Sprouts;

/// A position of Sprouts: the regions in which something can still be drawn.
///
/// Each region is a string of spots and of boundaries, whose vertices stand in their cyclic order
/// with the region on the same side. Regions without common vertices stand apart, each group of
/// regions in its standard form, with names that follow those of the group before.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sketch(Box<[u8]>);

/// The regions of a sketch.
fn regions(sketch: &[u8]) -> impl Iterator<Item = &[u8]> {
    sketch.split_inclusive(|&byte| byte == BAR)
}

/// The boundaries of a region, spots among them.
fn boundaries(region: &[u8]) -> impl Iterator<Item = &[u8]> {
    let region = region.strip_suffix(&[BAR]).unwrap_or(region);
    let boundaries = region.split_inclusive(|&byte| byte == DOT || byte == SPOT);
    boundaries.map(|boundary| boundary.strip_suffix(&[DOT]).unwrap_or(boundary))
}

impl Sketch {
    fn start(spots: usize) -> Sketch {
        let mut draft = vec![SPOT; spots];
        draft.push(BAR);
        Sketch(Shaper::default().shaped(&draft))
    }

    /// The number of lines that may still end at vertices.
    fn lives(&self) -> u32 {
        // A vertex with a name is met twice.
        let sixths = self.0.iter().map(|&byte| match byte {
            SPOT => 6,
            END => 4,
            ONCE => 2,
            DOT | BAR => 0,
            _ => 1,
        });
        sixths.fold(0, u32::saturating_add) / 2
    }

    /// The text of each boundary of each region.
    fn texts(&self) -> Vec<Vec<String>> {
        let letter = |&vertex: &u8| match vertex {
            SPOT..=ONCE => char::from(b'0' + vertex),
            name => match LETTERS.get(usize::from(name - FIRST)) {
                Some(&letter) => letter.into(),
                None => {
                    let more = u32::from(name - FIRST) - LETTERS.len() as u32;
                    char::from_u32(MORE_LETTERS + more).unwrap_or('?')
                }
            },
        };
        let text = |boundary: &[u8]| boundary.iter().map(letter).collect();
        regions(&self.0).map(|region| boundaries(region).map(text).collect()).collect()
    }
}

/// The vertex of a letter or digit.
fn vertex_of(letter: char) -> Option<u8> {
    let name = match letter {
        '0'..='2' => return Some(letter as u8 - b'0'),
        _ => match LETTERS.iter().position(|&known| char::from(known) == letter) {
            Some(name) => name as u32,
            None => u32::from(letter).checked_sub(MORE_LETTERS)? + LETTERS.len() as u32,
        },
    };
    u8::try_from(name).ok()?.checked_add(FIRST).filter(|&name| name < DEAD)
}

impl Position for Sketch {
    fn to_text(&self) -> String {
        let regions = self.texts();
        regions.iter().map(|region| region.join(".")).collect::<Vec<_>>().join("|")
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Regions(self.texts())
    }

    fn from_text(text: &str) -> Result<Self> {
        let mut draft = Vec::with_capacity(text.len() + 2);
        let mut met = [0u32; 256];
        // The vertices of this boundary so far, and whether a spot is among them.
        let (mut length, mut spot) = (0, false);
        for (place, letter) in text.char_indices() {
            let complain = |message: &str| {
                Err(RuleError::notation(text, place..place + letter.len_utf8(), message))
            };
            if let '.' | '|' = letter {
                draft.push(DOT);
                draft.extend((letter == '|').then_some(BAR));
                (length, spot) = (0, false);
                continue;
            }
            let Some(vertex) = vertex_of(letter) else {
                return complain(
                    "expected `0` (a spot), `1` (an end), `2` or a letter (a vertex of two lines, met \
                     once or twice), `.` between boundaries or `|` between regions",
                );
            };
            met[usize::from(vertex)] += 1;
            if vertex >= FIRST && met[usize::from(vertex)] > 2 {
                return complain("this vertex is met a third time");
            }
            if length > 0 && (vertex == SPOT || spot) {
                return complain("a spot is a boundary of its own; `.` parts boundaries");
            }
            length += 1;
            spot |= vertex == SPOT;
            draft.push(vertex);
        }
        draft.extend([DOT, BAR]);
        Ok(Sketch(Shaper::default().shaped(&draft)))
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        // The allocator's own bytes are about sixteen.
        size_of::<Self>() + self.0.len() + 16
    }
}

impl Ruleset for Sprouts {
    type Position = Sketch;

    as_in!(ROW);

    fn options(&self, sketch: &Sketch, _: Player, out: &mut Options<Sketch>) -> Result {
        let mut shaper = Shaper::default();
        let mut start = 0;
        for region in regions(&sketch.0) {
            let end = start + region.len();
            Drawing::new(&sketch.0, start..end)?.each(&mut |draft| {
                out.push(Sketch(shaper.shaped(draft)));
                !out.is_stopped()
            })?;
            start = end;
            out.sort_unstable();
            out.dedup();
        }
        Ok(())
    }

    fn components(&self, sketch: &Sketch, out: &mut Vec<Sketch>) -> Result {
        let (mut start, mut met, mut used, mut last) = (0, 0, 0, 0);
        for (at, &byte) in sketch.0.iter().enumerate() {
            match byte {
                FIRST..DEAD => {
                    met += 1;
                    last = last.max(byte + 1 - FIRST);
                }
                // All names so far were met twice: no vertex is on a region that follows.
                BAR if met == 2 * usize::from(last) => {
                    let part = sketch.0[start..=at].iter();
                    let renamed = part.map(|&byte| match byte {
                        FIRST..DEAD => byte - used,
                        other => other,
                    });
                    out.push(Sketch(renamed.collect()));
                    (start, used) = (at + 1, last);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// By lives. Their number says more than the number of moves would, and weighs more.
    fn static_bounds(&self, sketch: &Sketch) -> Option<StaticBounds> {
        let lives = sketch.lives();
        let moves = lives.saturating_mul(lives).saturating_mul(8);
        let far = StaticBounds::FAR;
        Some(StaticBounds { moves: [moves; 2], low: -far, high: far })
    }

    fn position(&self, arguments: &Arguments) -> Result<Sketch> {
        match arguments.get(0) {
            _ if arguments.len() != 1 => Err(RuleError::Usage),
            Some(Argument::Integer(_)) => {
                let spots = arguments.count(0, MOST_SPOTS)?;
                Ok(Sketch::start(spots as usize))
            }
            _ => self.parse(&arguments.text(0)?).map_err(|error| arguments.within(0, error)),
        }
    }
}

pub(crate) const ROW: Row = Row {
    name: "sprouts",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "sprouts(n) for n spots, or sprouts(\"0.AB|AB\")",
    rules: "A move draws a line between two vertices, or a loop, that crosses nothing, with a new vertex on\n\
            it; at most 3 lines end at a vertex. Boundaries of regions list spots (0), ends (1) and vertices\n\
            of two lines: a letter if met twice, otherwise 2; `.` and `|` separate boundaries and regions.",
    source: "Conway and Paterson (1967); Applegate, Jacobson and Sleator (1991)",
    example: ("sprouts(3)", "*"),
    make: Make::Rules(|| Rules::new(Sprouts)),
    boards: false,
};

#[cfg(test)]
mod tests {
    use upstar_engine::Solver;

    use super::*;

    fn value(text: &str) -> u32 {
        let game = crate::parse_game(&format!("sprouts({text})")).unwrap();
        Solver::default().grundy(&game, &Budget::unlimited()).unwrap()
    }

    /// The Grundy value by the rules as they stand, without parts and forms: each region and each
    /// boundary stays as it is drawn.
    fn plain_value(regions: &[Region]) -> u32 {
        let sketch = Sketch { regions: regions.to_vec() };
        let mut options = Options::unlimited();
        for (index, region) in regions.iter().enumerate() {
            for first in 0..region.len() {
                sketch.divide(index, first, &mut options).unwrap();
                for second in first + 1..region.len() {
                    sketch.join(index, first, second, &mut options);
                }
            }
        }
        let values = options.into_vec().into_iter().map(|option| {
            let sum = option.regions.len();
            if sum == 0 { 0 } else { value(&format!("\"{}\"", option.to_text())) }
        });
        let values: Vec<u32> = values.collect();
        (0..).find(|value| !values.contains(value)).unwrap()
    }

    /// Sketches and what their standard form makes of them.
    #[test]
    fn standard_forms_keep_the_value() {
        let (a, b, c) = (FIRST, FIRST + 1, FIRST + 2);
        let sketches: [&[Region]; 7] = [
            // Bays.
            &[vec![vec![a, a, ONCE]]],
            &[vec![vec![a, END, a, a + 1, a + 1]]],
            &[vec![vec![SPOT], vec![b, b]]],
            // Regions with three lives or less.
            &[vec![vec![END], vec![ONCE]]],
            &[vec![vec![ONCE], vec![ONCE], vec![ONCE]]],
            &[vec![vec![a], vec![b]], vec![vec![a, b], vec![END]]],
            &[vec![vec![a, b], vec![c]], vec![vec![c, a, b], vec![SPOT]]],
        ];
        for sketch in sketches {
            let text = Sketch::of(sketch.to_vec()).to_text();
            assert_eq!(value(&format!("\"{text}\"")), plain_value(sketch), "{text}");
        }
    }

    #[test]
    fn equal_sketches_have_one_form() {
        let forms = ["0.A2|AB.B1", "1A.AB|B2.0", "0.2B|BA.1A"];
        let texts = forms.map(|text| Sketch::from_text(text).unwrap().to_text());
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
    }

    /// The player to move loses if the number of spots leaves 0, 1 or 2 modulo 6, as far as is known
    /// (Applegate, Jacobson and Sleator, 1991).
    #[test]
    fn the_winner_depends_on_the_spots_modulo_six() {
        let budget = Budget::unlimited();
        for spots in 0..=5 {
            let sum = crate::parse_sum(&format!("sprouts({spots})")).unwrap();
            let found = Solver::default().outcome(&sum, Convention::Normal, &budget).unwrap();
            let lost = [0, 1, 2].contains(&(spots % 6));
            assert_eq!(found, if lost { Outcome::P } else { Outcome::N }, "{spots}");
        }
    }
}
