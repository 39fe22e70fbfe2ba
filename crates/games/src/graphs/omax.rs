//! OMax: chords between points on a circle.

use std::cmp::Ordering;

use upstar_core::Budget;
use upstar_heaps::Code;

use crate::heaps::few_enough;
use crate::prelude::*;
use upstar_engine::positions::sequence::NimSequence;

/// Points on a circle, numbered from 1, with chords between them that do not meet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Circle {
    /// The number of points.
    pub points: u64,
    /// The chords as sorted pairs of the smaller end and the larger one.
    pub chords: Vec<(u64, u64)>,
}

/// OMax: a move joins two points by a chord that meets no other chord.
#[derive(Debug)]
pub struct OMax {
    values: NimSequence,
}

/// The largest number of points for which chords are drawn.
const MOST_POINTS: u64 = 4_000;

impl Circle {
    /// The free points of each region into which the chords divide the disc.
    fn regions(&self) -> Vec<Vec<u64>> {
        let mut regions: Vec<Vec<u64>> = vec![Vec::new()];
        // The open regions, the innermost last, and the ends of their chords.
        let mut open = vec![(0usize, u64::MAX)];
        let mut chords = self.chords.iter().peekable();
        for point in 1..=self.points {
            if let Some(&(_, end)) = chords.next_if(|chord| chord.0 == point) {
                regions.push(Vec::new());
                open.push((regions.len() - 1, end));
            } else if open.last().is_some_and(|&(_, end)| end == point) {
                open.pop();
            } else if let Some(&(region, _)) = open.last() {
                regions[region].push(point);
            }
        }
        regions
    }

    /// The number of free points of each region.
    fn sizes(&self) -> Vec<u64> {
        if self.chords.is_empty() {
            return vec![self.points];
        }
        self.regions().iter().map(|region| region.len() as u64).collect()
    }

    /// A circle with chords such as `2-5`. `complain` receives a wrong chord and the reason.
    fn with(
        points: u64,
        chords: &[&str],
        complain: impl Fn(usize, String) -> RuleError,
    ) -> Result<Circle> {
        if !chords.is_empty() && points > MOST_POINTS {
            return Err(RuleError::too_large("the circle", points, MOST_POINTS));
        }
        let mut found: Vec<(u64, u64)> = Vec::new();
        for (index, text) in chords.iter().enumerate() {
            let expected = || format!("expected a chord `a-b` between points 1 to {points}");
            let chord = chord(text, points).ok_or_else(|| complain(index, expected()))?;
            if let Some(first) = found.iter().position(|&other| meet(other, chord)) {
                let message = format!("chord {} meets chord {}", index + 1, first + 1);
                return Err(complain(index, message));
            }
            found.push(chord);
        }
        found.sort_unstable();
        Ok(Circle { points, chords: found })
    }

    fn plain(points: u64) -> Circle {
        Circle { points, chords: Vec::new() }
    }
}

impl Position for Circle {
    fn to_text(&self) -> String {
        if self.chords.is_empty() {
            return self.points.to_string();
        }
        let chords: Vec<String> =
            self.chords.iter().map(|(from, to)| format!("{from}-{to}")).collect();
        format!("{}; {}", self.points, chords.join(","))
    }

    fn from_text(text: &str) -> Result<Self> {
        let complain = |message: &str| RuleError::notation(text, 0..text.len(), message);
        let (points, list) = text.split_once(';').unwrap_or((text, ""));
        let points = points.trim().parse();
        let points = points.map_err(|_| complain("expected points and chords, as in `8; 1-4`"))?;
        let chords: Vec<&str> = list.split(',').filter(|_| !list.trim().is_empty()).collect();
        Circle::with(points, &chords, |_, message| complain(&message))
    }

    fn argument(&self, text: String) -> String {
        match text.split_once("; ") {
            Some((points, chords)) => format!("{points}; \"{chords}\""),
            None => text,
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 16 * self.chords.len() + 16
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Circle { points: self.points, chords: self.chords.clone() }
    }
}

impl OMax {
    fn new() -> Self {
        OMax { values: NimSequence::of("0.07") }
    }
}

impl Ruleset for OMax {
    type Position = Circle;

    as_in!(ROW);

    fn options(&self, circle: &Circle, _: Player, out: &mut Options<Circle>) -> Result {
        if circle.points > MOST_POINTS {
            return Err(RuleError::too_large("the circle", circle.points, MOST_POINTS));
        }
        few_enough(circle.points * circle.points / 2)?;
        for region in circle.regions() {
            for (index, &from) in region.iter().enumerate() {
                out.extend(region[index + 1..].iter().map(|&to| {
                    let mut option = circle.clone();
                    let chords = &mut option.chords;
                    chords.insert(chords.partition_point(|chord| *chord < (from, to)), (from, to));
                    option
                }));
            }
        }
        Ok(())
    }

    fn components(&self, circle: &Circle, out: &mut Vec<Circle>) -> Result {
        out.extend(circle.sizes().into_iter().filter(|&size| size > 1).map(Circle::plain));
        Ok(())
    }

    fn normalize(&self, circle: Circle) -> (Circle, Negated) {
        let sizes: Vec<u64> = circle.sizes().into_iter().filter(|&size| size > 1).collect();
        let standard = match sizes[..] {
            [] => Circle::plain(0),
            [size] => Circle::plain(size),
            _ => circle,
        };
        (standard, Negated::No)
    }

    /// The points in a region of the disc are a heap of the octal game 0.07.
    fn computed(&self, circle: &Circle, budget: &Budget) -> Result<Option<u64>> {
        self.values.sum(circle.sizes(), budget)
    }

    fn heap_code(&self) -> Option<Code> {
        Some(self.values.code().clone())
    }

    fn position(&self, arguments: &Arguments) -> Result<Circle> {
        let alone = arguments.len() == 1 && arguments.before_semicolon().is_none();
        if !alone && arguments.before_semicolon() != Some(1) {
            return Err(RuleError::Usage);
        }
        let points = arguments.count(0, u64::MAX)?;
        let texts: Result<Vec<_>, _> =
            (1..arguments.len()).map(|index| arguments.text_or_number(index)).collect();
        let texts = texts?;
        // Each chord, with the index of its argument.
        let chords =
            texts.iter().zip(1..).flat_map(|(text, at)| text.split(',').map(move |c| (c, at)));
        let (chords, places): (Vec<&str>, Vec<usize>) = chords.unzip();
        Circle::with(points, &chords, |chord, message| arguments.complain(places[chord], message))
    }
}

/// A chord `2-5`, among points 1 to `points`.
fn chord(text: &str, points: u64) -> Option<(u64, u64)> {
    let (from, to) = text.trim().split_once('-')?;
    let (from, to): (u64, u64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    let inside = |point| (1..=points).contains(&point);
    (inside(from) && inside(to) && from != to).then_some((from.min(to), from.max(to)))
}

/// Whether two chords share a point or cross.
fn meet(a: (u64, u64), b: (u64, u64)) -> bool {
    let inside = |point| a.0 < point && point < a.1;
    let shared = [a.0, a.1].iter().any(|&end| end == b.0 || end == b.1);
    shared || inside(b.0) != inside(b.1)
}

pub(crate) const ROW: Row = Row {
    name: "omax",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "omax(n) or omax(n; \"1-4,5-6\")",
    rules: "n points on a circle; a move joins two of them by a chord that meets no other\n\
            chord. Octal code 0.07.",
    source: "Stankevich, Games on graphs, example 8",
    example: ("omax(14)", "*4"),
    make: Make::Rules(|| Rules::new(OMax::new())),
    boards: false,
};
