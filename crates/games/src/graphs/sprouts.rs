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
    use std::collections::HashMap;

    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use upstar_engine::{Engine, Settings, Solver, Sum};

    use super::*;
    use crate::Nim;

    type Boundary = Vec<u8>;
    type Region = Vec<Boundary>;
    type Known = HashMap<Vec<Region>, [u32; 2]>;

    fn sketch_of(regions: &[Region]) -> Sketch {
        let mut draft = Vec::new();
        for region in regions {
            for boundary in region {
                draft.extend(boundary);
                draft.push(DOT);
            }
            draft.push(BAR);
        }
        Sketch(Shaper::default().shaped(&draft))
    }

    fn value(sketch: &Sketch) -> u32 {
        let solver = Solver::default();
        solver.engine().grundy(&Sprouts, sketch, &Budget::unlimited()).unwrap()
    }

    /// How many more lines may end at a vertex, and the vertex when one more line ends there; `new` is
    /// an unused name. Only vertices of two lines are met twice, and named.
    fn after(vertex: u8, new: u8) -> u8 {
        match vertex {
            END => new,
            SPOT => unreachable!("a spot is alone"),
            _ => DEAD,
        }
    }

    /// The positions after one more line, as they are drawn: nothing is removed but vertices where
    /// no line may end.
    fn drawn(regions: &[Region]) -> Vec<Vec<Region>> {
        let new = regions.iter().flatten().flatten().max().map_or(FIRST, |&v| v.max(2) + 1);
        let mut found = Vec::new();
        for (index, region) in regions.iter().enumerate() {
            let mut push = |dead: [u8; 2], made: Vec<Region>| {
                let mut all = [&regions[..index], &regions[index + 1..], &made[..]].concat();
                let gone = |v: &u8| *v == DEAD || *v >= FIRST && dead.contains(v);
                all.iter_mut().flatten().for_each(|boundary| boundary.retain(|v| !gone(v)));
                all.iter_mut().for_each(|region| region.retain(|boundary| !boundary.is_empty()));
                all.retain(|region| !region.is_empty());
                all.sort_unstable();
                found.push(all);
            };
            for (which, one) in region.iter().enumerate() {
                let others: Vec<&Boundary> =
                    (0..region.len()).filter(|&at| at != which).map(|at| &region[at]).collect();
                let mut divide = |dead: [u8; 2], inner: Boundary, outer: Boundary| {
                    for set in 0..1 << others.len() {
                        let mut sides = vec![vec![inner.clone()], vec![outer.clone()]];
                        for (at, &other) in others.iter().enumerate() {
                            sides[set >> at & 1].push(other.clone());
                        }
                        push(dead, sides);
                    }
                };
                for i in 0..one.len() {
                    match one[i] {
                        SPOT => divide([DEAD; 2], vec![new, new + 1], vec![new, new + 1]),
                        END => {
                            let outer = [&one[..i], &[new], &one[i + 1..]].concat();
                            divide([DEAD; 2], vec![new], outer);
                        }
                        _ => {}
                    }
                    for j in i + 1..one.len() {
                        if one[i] >= FIRST && one[i] == one[j] {
                            continue;
                        }
                        let (x, y) = (after(one[i], new + 1), after(one[j], new + 2));
                        let inner = [&[x], &one[i + 1..j], &[y, new]].concat();
                        let outer = [&one[..i], &[x, new, y], &one[j + 1..]].concat();
                        divide([one[i], one[j]], inner, outer);
                    }
                }
                for other in which + 1..region.len() {
                    let second = &region[other];
                    for (i, j) in
                        (0..one.len()).flat_map(|i| (0..second.len()).map(move |j| (i, j)))
                    {
                        if one[i] >= FIRST && one[i] == second[j] {
                            continue;
                        }
                        let around = |boundary: &Boundary, at: usize, new: u8| match boundary[at] {
                            SPOT => vec![END],
                            vertex => {
                                let ends = [after(vertex, new)];
                                [&ends[..], &boundary[at + 1..], &boundary[..at], &ends].concat()
                            }
                        };
                        let (x, y) = (around(one, i, new + 1), around(second, j, new + 2));
                        let joined = [&x[..], &[new], &y, &[new]].concat();
                        let rest = (0..region.len()).filter(|&at| at != which && at != other);
                        let rest = rest.map(|at| region[at].clone());
                        push([one[i], second[j]], vec![rest.chain([joined]).collect()]);
                    }
                }
            }
        }
        found
    }

    /// The Grundy value of what is drawn and its misère nim value, by the definition: the sizes of the
    /// nim heaps beside which it is lost.
    fn plain_values(regions: &[Region], known: &mut Known) -> [u32; 2] {
        // Names in the order of appearance, or they would grow.
        let mut names: Vec<u8> = Vec::new();
        let mut named = regions.to_vec();
        for vertex in named.iter_mut().flatten().flatten().filter(|v| **v >= FIRST) {
            let at = names.iter().position(|name| name == vertex).unwrap_or(names.len());
            if at == names.len() {
                names.push(*vertex);
            }
            *vertex = FIRST + at as u8;
        }
        if let Some(&value) = known.get(&named) {
            return value;
        }
        let options: Vec<_> =
            drawn(&named).iter().map(|option| plain_values(option, known)).collect();
        let least = |play: usize| {
            (0..).find(|&value| options.iter().all(|option| option[play] != value)).unwrap()
        };
        let values = [least(0), if options.is_empty() { 1 } else { least(1) }];
        known.insert(named, values);
        values
    }

    /// Whatever can be drawn: two to four regions, with names that are met once or twice.
    fn sketches() -> impl Strategy<Value = Vec<Region>> {
        let vertex = prop_oneof![2 => Just(ONCE), 1 => Just(END), 8 => FIRST..FIRST + 4];
        let boundary = prop_oneof![
            1 => Just(vec![SPOT]),
            4 => proptest::collection::vec(vertex, 1..4)
        ];
        let region = proptest::collection::vec(boundary, 1..3);
        proptest::collection::vec(region, 1..4).prop_map(|mut regions| {
            let mut met = [0; 256];
            let mut lives = 0;
            for boundary in regions.iter_mut().flatten() {
                boundary.retain(|&vertex| {
                    let met = &mut met[usize::from(vertex)];
                    *met += 1;
                    let more = match vertex {
                        SPOT => 3,
                        END => 2,
                        ONCE => 1,
                        _ => u32::from(*met == 1),
                    };
                    // Few enough for the definition.
                    let keeps = lives + more <= 7 && (vertex < FIRST || *met < 3);
                    lives += if keeps { more } else { 0 };
                    keeps
                });
            }
            regions.iter_mut().for_each(|region| region.retain(|boundary| !boundary.is_empty()));
            regions.retain(|region| !region.is_empty());
            // A vertex met once has another place elsewhere, where nothing can be drawn.
            regions
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// The standard form keeps the values, and so do its options and parts and the searches.
        #[test]
        fn standard_forms_keep_the_values(regions in sketches(), nimber in 0u32..4) {
            let expected = plain_values(&regions, &mut Known::new());
            let sketch = sketch_of(&regions);
            prop_assert_eq!(value(&sketch), expected[0], "{}", sketch.to_text());
            let text = sketch.to_text();
            let heap = Game::new(Nim, vec![nimber.into()]);
            let sum = Sum::from(vec![Game::new(Sprouts, sketch), heap]);
            for (convention, expected) in [Convention::Normal, Convention::Misere].into_iter().zip(expected) {
                let outcome =
                    Solver::default().outcome(&sum, convention, &Budget::unlimited()).unwrap();
                prop_assert_eq!(outcome == Outcome::P, expected == nimber, "{} {:?}", text, convention);
            }
        }
    }

    /// Texts are read back, and forms nearly never depend on names, mirrors and turns.
    #[test]
    fn most_equal_sketches_have_one_form() {
        let mut runner = TestRunner::deterministic();
        let mut alike = 0;
        for case in 0..1000 {
            let mut regions = sketches().new_tree(&mut runner).unwrap().current();
            let sketch = sketch_of(&regions);
            assert_eq!(Sketch::from_text(&sketch.to_text()).unwrap(), sketch);
            let turn = case % 3;
            let shift = turn.min(regions.len());
            regions.rotate_left(shift);
            for region in &mut regions {
                region.reverse();
                for boundary in region {
                    let shift = turn.min(boundary.len());
                    boundary.rotate_left(shift);
                    if case % 2 == 0 {
                        boundary.reverse();
                    }
                    for vertex in boundary.iter_mut().filter(|v| **v >= FIRST) {
                        *vertex = FIRST + (*vertex - FIRST) * 5 % 7;
                    }
                }
            }
            alike += usize::from(sketch_of(&regions) == sketch);
        }
        assert!(alike > 980, "{alike}");
    }

    /// A strategy is checked by the texts of its positions: what they are read as has to be what
    /// play leads to, for parts as well.
    #[test]
    fn positions_of_play_stay_as_they_are_when_read() {
        let mut state = 1_u64;
        let mut below = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % count
        };
        for _ in 0..40 {
            let mut sketch = Sketch::start(8);
            loop {
                let options = Sprouts.all_options(&sketch, Player::Left).unwrap();
                for option in &options {
                    let mut parts = vec![option.clone()];
                    Sprouts.components(option, &mut parts).unwrap();
                    for part in parts {
                        assert_eq!(Sketch::from_text(&part.to_text()).unwrap(), part);
                    }
                }
                if options.is_empty() {
                    break;
                }
                sketch = options[below(options.len())].clone();
            }
        }
    }

    #[test]
    fn equal_texts_have_one_form() {
        let forms = ["0.A2|AB.B1", "1A.AB|B2.0", "0.2B|BA.1A"];
        let texts = forms.map(|text| Sketch::from_text(text).unwrap().to_text());
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
    }

    /// Names beyond the letters of English, and more of them than there are.
    #[test]
    fn many_names() {
        let chain = |names: u32| {
            let letter = |name: u32| {
                let english = LETTERS.get(name as usize).map(|&letter| char::from(letter));
                english.or(char::from_u32(MORE_LETTERS + name.saturating_sub(52))).unwrap()
            };
            let region = |name: u32| format!("11{}{}", letter(name), letter((name + 1) % names));
            (0..names).map(region).collect::<Vec<_>>().join("|")
        };
        for names in [3, 52, 53, 90] {
            let sketch = Sketch::from_text(&chain(names)).unwrap();
            assert_eq!(regions(&sketch.0).count(), names as usize);
            assert_eq!(Sketch::from_text(&sketch.to_text()).unwrap(), sketch);
            assert!(Sprouts.all_options(&sketch, Player::Left).unwrap().len() > 3);
        }
        let sketch = Sketch::from_text(&chain(250)).unwrap();
        let options = Sprouts.all_options(&sketch, Player::Left);
        assert!(matches!(options, Err(RuleError::TooLarge { .. })));
        assert!(Sketch::from_text(&chain(251)).is_err());
        let many = Sketch::start(100_000);
        assert_eq!(many.lives(), 300_000);
    }

    /// The player to move loses if the number of spots leaves 0, 1 or 2 modulo 6, as far as is known
    /// (Applegate, Jacobson and Sleator, 1991; Lemoine and Viennot, 2015), and the value is 0 or 1.
    #[test]
    fn the_winner_depends_on_the_spots_modulo_six() {
        let budget = Budget::unlimited();
        let universe = upstar_values::Universe::new();
        let engine = Engine::new(&universe, Settings::default());
        for spots in 0..=12 {
            let start = Game::new(Sprouts, Sketch::start(spots));
            let found = start.outcome(&engine, Convention::Normal, &budget).unwrap();
            let lost = [0, 1, 2].contains(&(spots % 6));
            assert_eq!(found, if lost { Outcome::P } else { Outcome::N }, "{spots}");
        }
        // In misère play the player to move wins if 0, 4 or 5 is left, but for 1 and 4 spots, as far as is
        // known (Lemoine and Viennot, Analysis of misère Sprouts game with reduced canonical trees, 2009).
        for spots in 0..=11 {
            let start = Game::new(Sprouts, Sketch::start(spots));
            let found = start.outcome(&engine, Convention::Misere, &budget).unwrap();
            let won = [0, 4, 5].contains(&(spots % 6)) != [1, 4].contains(&spots);
            assert_eq!(found, if won { Outcome::N } else { Outcome::P }, "{spots}");
        }
        for spots in 0..=6 {
            let start = Game::new(Sprouts, Sketch::start(spots));
            let grundy = start.grundy(&engine, &budget).unwrap();
            assert_eq!(grundy, u32::from(spots % 6 > 2), "{spots}");
        }
    }
}
