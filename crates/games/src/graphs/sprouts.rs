//! Sprouts, on the strings of Applegate, Jacobson and Sleator.

mod form;

use std::cmp::Ordering;

use crate::heaps::few_enough;
use crate::prelude::*;

use form::{compared_regions, least_region, looks, without_bays};

/// The vertices along a boundary of a region, in their cyclic order: [`SPOT`], [`END`],
/// [`ONCE`], or from [`FIRST`] on a vertex that is met twice.
type Boundary = Vec<u8>;
/// The boundaries of a region, each with the region on the same side.
type Region = Vec<Boundary>;

/// A spot without lines: three more lines may end there.
const SPOT: u8 = 0;
/// A vertex where one line ends: two more lines may end there.
const END: u8 = 1;
/// A vertex of two lines that is met once on live boundaries: one more line may end there.
const ONCE: u8 = 2;
/// The first name of a vertex of two lines that is met twice.
const FIRST: u8 = 3;

/// The letters of vertices that are met twice.
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// With this many spots there are enough letters: 4n - 1 vertices in all.
const MOST_SPOTS: u64 = 13;

/// The largest number of other boundaries in a region that a line divides.
const MOST_BOUNDARIES: usize = 20;

/// Sprouts: a move draws a line between two vertices, or from one to itself, that crosses nothing,
/// and places a new vertex on it. At most three lines end at a vertex.
#[derive(Clone, Copy, Debug)]
pub struct Sprouts;

/// A position of Sprouts: the regions in which something can still be drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sketch {
    regions: Vec<Region>,
}

/// The number of lines that may still end at vertices.
fn lives<'a>(vertices: impl Iterator<Item = &'a u8>) -> u32 {
    let mut seen = [false; 256];
    let mut sum = 0;
    for &vertex in vertices {
        sum += match vertex {
            SPOT => 3,
            END => 2,
            ONCE => 1,
            name => u32::from(!std::mem::replace(&mut seen[usize::from(name)], true)),
        };
    }
    sum
}

impl Sketch {
    /// Removes dead parts and gives the rest standard names.
    fn of(mut regions: Vec<Region>) -> Sketch {
        loop {
            regions.iter_mut().for_each(|region| region.retain(|boundary| !boundary.is_empty()));
            regions.retain(|region| lives(region.iter().flatten()) > 1);
            for boundary in regions.iter_mut().flatten() {
                while without_bays(boundary) {}
            }
            let mut met = [0u32; 256];
            regions.iter().flatten().flatten().for_each(|&v| met[usize::from(v)] += 1);
            let mut changed = false;
            for vertex in regions.iter_mut().flatten().flatten() {
                if *vertex >= FIRST && met[usize::from(*vertex)] == 1 {
                    *vertex = ONCE;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        // In a region with three lives no more than two lines are drawn. The second one starts at the
        // vertex on the first, and its other end is on the same side, or can be. So it does not
        // matter how the vertices are spread over boundaries.
        for region in regions.iter_mut().filter(|region| region.len() > 1) {
            let met: Boundary = region.iter().flatten().copied().collect();
            let once = |at: usize| met[at] < FIRST || !met[..at].contains(&met[at]);
            if lives(met.iter()) <= 3 && (0..met.len()).all(once) {
                *region = vec![met];
            }
        }
        Sketch::named(regions)
    }

    /// Sorts regions and boundaries, and gives names in the order of appearance.
    fn named(regions: Vec<Region>) -> Sketch {
        let looks = looks(&regions);
        let mut regions: Vec<Region> =
            regions.into_iter().map(|region| least_region(region, &looks)).collect();
        regions.sort_by(|a, b| compared_regions(a, b, &looks));
        let mut names = [0u8; 256];
        let mut next = FIRST;
        for vertex in regions.iter_mut().flatten().flatten().filter(|v| **v >= FIRST) {
            let name = &mut names[usize::from(*vertex)];
            if *name == 0 {
                *name = next;
                next += 1;
            }
            *vertex = *name;
        }
        Sketch { regions }
    }

    fn start(spots: u64) -> Sketch {
        Sketch::of(vec![(0..spots).map(|_| vec![SPOT]).collect()])
    }

    /// An unused name for a vertex. The next name is unused too.
    fn fresh(&self) -> u8 {
        let names = self.regions.iter().flatten().flatten();
        names.copied().max().unwrap_or(FIRST).max(FIRST - 1) + 1
    }

    /// The position with region `index` replaced by other regions, and without the vertices `dead`.
    fn after(&self, index: usize, parts: Vec<Region>, dead: &[u8]) -> Sketch {
        let mut regions = self.regions.clone();
        regions.splice(index..=index, parts);
        for boundary in regions.iter_mut().flatten() {
            boundary.retain(|vertex| !dead.contains(vertex));
        }
        Sketch::of(regions)
    }

    /// Lines within one boundary: the region is divided.
    fn divide(&self, index: usize, which: usize, out: &mut Options<Sketch>) -> Result {
        let region = &self.regions[index];
        let boundary = &region[which];
        let others: Vec<&Boundary> = region
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != which)
            .map(|(_, b)| b)
            .collect();
        if others.len() > MOST_BOUNDARIES {
            let size = format!("{} boundaries", others.len() + 1);
            return Err(RuleError::too_large("a region", size, MOST_BOUNDARIES + 1));
        }
        // Of equal boundaries the first ones go to the inner side.
        let equal = (1..others.len()).filter(|&at| others[at] == others[at - 1]);
        let equal: u32 = equal.map(|at| 1 << at).sum();
        let new = self.fresh();
        for i in 0..boundary.len() {
            for j in i..boundary.len() {
                let (a, b) = (boundary[i], boundary[j]);
                if i == j && a > END || i != j && a == b && a >= FIRST {
                    // Only one more line may end there.
                    continue;
                }
                // A vertex that gets one more line is met on both sides of the new line, if it is
                // still live. Ends and spots get names for this.
                let mut dead = Vec::new();
                let mut name = |vertex: u8, fresh: u8| match vertex {
                    SPOT | END => fresh,
                    ONCE => u8::MAX,
                    named => {
                        dead.push(named);
                        named
                    }
                };
                let (inner, outer);
                if i == j {
                    // A loop: a spot stays live, an end does not.
                    let vertex = if a == SPOT { new + 1 } else { u8::MAX };
                    inner = vec![vertex, new];
                    outer = [&boundary[..i], &[vertex, new], &boundary[i + 1..]].concat();
                } else {
                    let (x, y) = (name(a, new + 1), name(b, new + 2));
                    inner = [&[x], &boundary[i + 1..j], &[y, new]].concat();
                    outer = [&boundary[..i], &[x, new, y], &boundary[j + 1..]].concat();
                }
                dead.push(u8::MAX);
                few_enough((out.len() as u64).saturating_add(1 << others.len()))?;
                for set in 0u32..1 << others.len() {
                    if out.is_stopped() {
                        return Ok(());
                    }
                    if set & equal & !(set << 1) != 0 {
                        continue;
                    }
                    let side = |inside: bool| {
                        let others = others.iter().enumerate();
                        others
                            .filter(move |(k, _)| (set >> k & 1 == 1) == inside)
                            .map(|(_, &boundary)| boundary.clone())
                    };
                    let one: Region = std::iter::once(inner.clone()).chain(side(true)).collect();
                    let two: Region = std::iter::once(outer.clone()).chain(side(false)).collect();
                    out.push(self.after(index, vec![one, two], &dead));
                }
            }
        }
        Ok(())
    }

    /// Lines between two boundaries of a region, which join them into one.
    fn join(&self, index: usize, first: usize, second: usize, out: &mut Options<Sketch>) {
        let region = &self.regions[index];
        let others = region.iter().enumerate();
        let others = others.filter(|(other, _)| *other != first && *other != second);
        let others: Region = others.map(|(_, boundary)| boundary.clone()).collect();
        let new = self.fresh();
        // The boundary from a vertex once around and back to it. The vertex is met twice, unless it
        // was a spot.
        let around = |boundary: &Boundary, at: usize, fresh: u8, dead: &mut Vec<u8>| -> Boundary {
            let rest = [&boundary[at + 1..], &boundary[..at]].concat();
            let vertex = match boundary[at] {
                SPOT => return vec![END],
                END => fresh,
                ONCE => u8::MAX,
                named => {
                    dead.push(named);
                    named
                }
            };
            [&[vertex][..], &rest, &[vertex]].concat()
        };
        for (i, &a) in region[first].iter().enumerate() {
            for (j, &b) in region[second].iter().enumerate() {
                if a == b && a >= FIRST {
                    continue;
                }
                let mut dead = vec![u8::MAX];
                let x = around(&region[first], i, new + 1, &mut dead);
                let y = around(&region[second], j, new + 2, &mut dead);
                let joined = [&x[..], &[new], &y, &[new]].concat();
                let region = others.iter().cloned().chain([joined]).collect();
                out.push(self.after(index, vec![region], &dead));
            }
        }
    }
}

/// The letters of the vertices of a boundary.
fn letters(boundary: &Boundary) -> String {
    let letter = |&vertex: &u8| match vertex {
        SPOT..=ONCE => char::from(b'0' + vertex),
        name => LETTERS.get(usize::from(name - FIRST)).map_or('?', |&letter| letter.into()),
    };
    boundary.iter().map(letter).collect()
}

impl Position for Sketch {
    fn to_text(&self) -> String {
        let region = |region: &Region| region.iter().map(letters).collect::<Vec<_>>().join(".");
        self.regions.iter().map(region).collect::<Vec<_>>().join("|")
    }

    fn picture(&self, _: &str) -> Picture {
        let region = |region: &Region| region.iter().map(letters).collect();
        Picture::Regions(self.regions.iter().map(region).collect())
    }

    fn from_text(text: &str) -> Result<Self> {
        let mut regions: Vec<Region> = vec![vec![vec![]]];
        let mut met = [0u32; 256];
        for (place, letter) in text.char_indices() {
            let complain = |message: &str| {
                Err(RuleError::notation(text, place..place + letter.len_utf8(), message))
            };
            let Some(region) = regions.last_mut() else { break };
            let vertex = match letter {
                '|' => {
                    regions.push(vec![vec![]]);
                    continue;
                }
                '.' => {
                    region.push(vec![]);
                    continue;
                }
                '0'..='2' => letter as u8 - b'0',
                _ => match LETTERS.iter().position(|&known| char::from(known) == letter) {
                    Some(name) => FIRST + name as u8,
                    None => {
                        return complain(
                            "expected `0` (a spot), `1` (an end), `2` or a letter (a vertex of two \
                             lines, met once or twice), `.` between boundaries or `|` between \
                             regions",
                        );
                    }
                },
            };
            met[usize::from(vertex)] += 1;
            if vertex >= FIRST && met[usize::from(vertex)] > 2 {
                return complain("this vertex is met a third time");
            }
            if let Some(boundary) = region.last_mut() {
                if !boundary.is_empty() && (vertex == SPOT || boundary.contains(&SPOT)) {
                    return complain("a spot is a boundary of its own; `.` parts boundaries");
                }
                boundary.push(vertex);
            }
        }
        let vertices: usize = regions.iter().flatten().map(Vec::len).sum();
        if vertices > 4 * MOST_SPOTS as usize {
            return Err(RuleError::too_large("the position", vertices, 4 * MOST_SPOTS));
        }
        Ok(Sketch::of(regions))
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        let boundaries: usize = self.regions.iter().map(Vec::len).sum();
        let vertices: usize = self.regions.iter().flatten().map(Vec::len).sum();
        size_of::<Self>() + 24 * self.regions.len() + 40 * boundaries + vertices + 16
    }
}

impl Ruleset for Sprouts {
    type Position = Sketch;

    as_in!(ROW);

    fn options(&self, sketch: &Sketch, _: Player, out: &mut Options<Sketch>) -> Result {
        for (index, region) in sketch.regions.iter().enumerate() {
            for first in 0..region.len() {
                // Equal boundaries give the same moves.
                if region[..first].contains(&region[first]) {
                    continue;
                }
                sketch.divide(index, first, out)?;
                for second in first + 1..region.len() {
                    if !region[first + 1..second].contains(&region[second]) {
                        sketch.join(index, first, second, out);
                    }
                }
            }
            out.sort_unstable();
            out.dedup();
        }
        Ok(())
    }

    fn components(&self, sketch: &Sketch, out: &mut Vec<Sketch>) -> Result {
        // Regions with a common vertex belong together.
        let count = sketch.regions.len();
        let mut part: Vec<usize> = (0..count).collect();
        let meets = |a: &Region, b: &Region| {
            let named = a.iter().flatten().filter(|v| **v >= FIRST);
            named.into_iter().any(|v| b.iter().any(|boundary| boundary.contains(v)))
        };
        for i in 0..count {
            for j in 0..i {
                if part[i] != part[j] && meets(&sketch.regions[i], &sketch.regions[j]) {
                    let (from, to) = (part[i].max(part[j]), part[i].min(part[j]));
                    part.iter_mut().filter(|p| **p == from).for_each(|p| *p = to);
                }
            }
        }
        if part.iter().all(|&name| name == 0) {
            if count > 0 {
                out.push(sketch.clone());
            }
            return Ok(());
        }
        for name in 0..count {
            let together = (0..count).filter(|&i| part[i] == name);
            let regions: Vec<Region> = together.map(|i| sketch.regions[i].clone()).collect();
            if !regions.is_empty() {
                out.push(Sketch::named(regions));
            }
        }
        Ok(())
    }

    /// By lives. Their number says more than the number of moves would, and weighs more.
    fn static_bounds(&self, sketch: &Sketch) -> Option<StaticBounds> {
        let lives = lives(sketch.regions.iter().flatten().flatten());
        let moves = 8 * lives * lives;
        let far = StaticBounds::FAR;
        Some(StaticBounds { moves: [moves; 2], low: -far, high: far })
    }

    fn position(&self, arguments: &Arguments) -> Result<Sketch> {
        match arguments.get(0) {
            _ if arguments.len() != 1 => Err(RuleError::Usage),
            Some(Argument::Integer(_)) => Ok(Sketch::start(arguments.count(0, MOST_SPOTS)?)),
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
