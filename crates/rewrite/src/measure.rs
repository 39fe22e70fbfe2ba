//! Whether play always ends: numbers that every move lowers.
//!
//! A measure gives every letter a whole number, and a board the sum of the numbers of its cells,
//! or that sum with every number times the place of the cell. A board is finite, so that a
//! measure takes finitely many values; if every move lowers it, no position recurs. Several
//! measures one after another do as well (lexicographically): each lowers some of the moves and
//! raises none of those that are left. A measure may also read the board as a word, from an end
//! on, its letters ordered by their numbers: a move lowers it if the first cell that changes does.

use super::pattern::expanded;
use super::placed_patterns::{Form, Moves, PlacedCell, PlacedPattern};
use super::spec::{Board, Class, Pattern, Piece, Replacement, Spec, only};

/// The maximum number of sums that are formed in the search for measures.
const MOST_WORK: u64 = 20_000_000;

/// The maximum number of cells of patterns, where repetitions of different lengths count
/// separately.
const MOST_CELLS: usize = 500_000;

/// The changes of some cells, for the measure of letters and for that of places.
type Change = Vec<Changed>;

/// A cell whose letter changes, or comes to another cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Changed {
    down: i32,
    right: i32,
    /// The letters that it may have.
    class: Class,
    /// The letter that it gets from the rule.
    to: Option<u8>,
    /// Whether its letter goes.
    leaves: bool,
    /// The cell to which its letter comes.
    comes_to: Option<(i32, i32)>,
}

/// The effects of a step on a measure.
#[derive(Debug, Default)]
struct Effect {
    /// The step lowers a measure if all of these do.
    changes: Vec<Change>,
    /// For each repetition: the change with one more of it lowers no less than the other.
    slopes: Vec<(Change, Change)>,
    /// Changes of neighbours, of any number of them.
    beside: Vec<(Class, u8)>,
}

/// The weight of places in a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Places {
    /// No weight.
    Nothing,
    /// Each cell counts times a multiple of its row plus a multiple of its column.
    Times(i64, i64),
    /// The board is a word, that begins where the row and the column times these are greatest,
    /// rows before columns.
    Word(i32, i32),
}

/// A measure.
struct Measure {
    weights: Vec<i64>,
    places: Places,
}

impl Measure {
    /// The maximum increase for a cell; `None` if places count and the increase varies.
    fn cell(&self, class: Class, to: u8) -> Option<i64> {
        let codes = (0..self.weights.len()).filter(|code| class >> code & 1 == 1);
        let mut all = codes.map(|code| self.weights[usize::from(to)] - self.weights[code]);
        if !matches!(self.places, Places::Times(..)) {
            return Some(all.max().unwrap_or(0));
        }
        let first = all.next().unwrap_or(0);
        all.all(|other| other == first).then_some(first)
    }

    /// The maximum increase of the measure by a change.
    fn change(&self, change: &Change) -> Option<i64> {
        if let Places::Word(row, column) = self.places {
            let first = change.iter().max_by_key(|cell| (row * cell.down, column * cell.right));
            let Some(first) = first else { return Some(0) };
            let raised = self.cell(first.class, first.to?)?;
            return (raised < 0).then_some(-1);
        }
        let (mut sum, mut moved) = (0, 0);
        for cell in change {
            let place = |(down, right): (i32, i32)| match self.places {
                Places::Times(row, column) => row * i64::from(down) + column * i64::from(right),
                _ => 1,
            };
            let here = place((cell.down, cell.right));
            // How often its letter is there more, and by how much that counts.
            let more = i64::from(cell.comes_to.is_some()) - i64::from(cell.leaves);
            let counts = cell.comes_to.map_or(0, place) - if cell.leaves { here } else { 0 };
            let codes = (0..self.weights.len()).filter(|code| cell.class >> code & 1 == 1);
            let weights = || codes.clone().map(|code| self.weights[code]);
            moved += weights().map(|weight| weight * counts).max().unwrap_or(0);
            sum += weights().next().unwrap_or(0) * more;
            // The change must not depend on the place of the pattern.
            let places = matches!(self.places, Places::Times(..));
            if places && more != 0 && weights().min() != weights().max() {
                return None;
            }
            if let Some(to) = cell.to {
                sum += self.weights[usize::from(to)];
                moved += self.weights[usize::from(to)] * here;
            }
        }
        match self.places {
            Places::Times(..) if sum != 0 => None,
            _ => Some(moved),
        }
    }

    /// The maximum increase of the measure by a step; `None` if there is no bound.
    fn step(&self, effect: &Effect) -> Option<i64> {
        for &(class, to) in &effect.beside {
            let more = self.cell(class, to)?;
            if more > 0 || (self.places != Places::Nothing && more != 0) {
                return None;
            }
        }
        for (more, less) in &effect.slopes {
            if self.change(more)? > self.change(less)? {
                return None;
            }
        }
        let mut most = i64::MIN;
        for change in &effect.changes {
            most = most.max(self.change(change)?);
        }
        Some(most)
    }

    fn in_words(&self, spec: &Spec) -> String {
        let letters = spec.letters.iter().zip(&self.weights);
        let list: Vec<String> =
            letters.map(|(&letter, weight)| format!("{}={weight}", char::from(letter))).collect();
        let sum = match self.places {
            Places::Nothing => "the sum of weights",
            Places::Times(0, _) => "the sum of column times weight",
            Places::Times(_, 0) => "the sum of row times weight",
            Places::Times(_, 1) => "the sum of row plus column times weight",
            Places::Times(..) => "the sum of row minus column times weight",
            Places::Word(_, 1) => "the board as a word read from its end",
            Places::Word(..) => "the board as a word read from its beginning",
        };
        format!("{sum}, with {}", list.join(", "))
    }
}

/// The reason why play always ends, or why that is not known.
pub(super) fn ends(spec: &Spec, moves: &Moves) -> Result<String, String> {
    if spec.passes != [false; 2] {
        return Err("a player may pass".to_owned());
    }
    let all: Vec<_> = moves.iter().flatten().collect();
    let mut left: Vec<Vec<Effect>> = Vec::new();
    let mut size = 0;
    for steps in all {
        let effects: Option<Vec<Effect>> = steps.iter().map(|step| effect(step)).collect();
        let effects = effects.ok_or("a pattern has too many repetitions to look through")?;
        size += effects
            .iter()
            .flat_map(|step| &step.changes)
            .map(|change| 1 + change.len())
            .sum::<usize>();
        if size > MOST_CELLS {
            return Err("the rules are too many to look through".to_owned());
        }
        left.push(effects);
    }
    let all_places = [
        Places::Nothing,
        Places::Times(0, 1),
        Places::Times(1, 0),
        Places::Times(1, 1),
        Places::Times(1, -1),
        Places::Word(1, 1),
        Places::Word(-1, -1),
    ];
    let mut found: Vec<String> = Vec::new();
    let mut work = 0;
    while !left.is_empty() {
        let mut best: Option<(usize, Measure)> = None;
        // On a graph there are no rows and columns.
        let count = if matches!(spec.board, Board::Strip | Board::Grid) { 7 } else { 1 };
        for &places in &all_places[..count] {
            let mut weights = vec![0i64; spec.letters.len()];
            while next(&mut weights) {
                let measure = Measure { weights: weights.clone(), places };
                let raised: Option<Vec<i64>> = left
                    .iter()
                    .map(|steps| {
                        let size = steps.iter().flat_map(|step| &step.changes).map(Vec::len);
                        work += 1 + size.sum::<usize>() as u64;
                        let raised = steps.iter().map(|step| measure.step(step));
                        raised.sum::<Option<i64>>().filter(|&raised| raised <= 0)
                    })
                    .collect();
                if work > MOST_WORK {
                    return Err("no measure that every move lowers was found in time".to_owned());
                }
                let Some(raised) = raised else { continue };
                let lowered = raised.iter().filter(|&&raised| raised < 0).count();
                if lowered > best.as_ref().map_or(0, |best| best.0) {
                    best = Some((lowered, measure));
                }
                if lowered == left.len() {
                    break;
                }
            }
            if best.as_ref().is_some_and(|best| best.0 == left.len()) {
                break;
            }
        }
        let Some((_, measure)) = best else {
            return Err("no measure was found that every move lowers".to_owned());
        };
        let lowers = |steps: &Vec<Effect>| {
            let raised = steps.iter().map(|step| measure.step(step)).sum::<Option<i64>>();
            raised.is_some_and(|raised| raised < 0)
        };
        left.retain(|steps| !lowers(steps));
        found.push(measure.in_words(spec));
    }
    Ok(format!("every move lowers {}", found.join(", or keeps that and lowers ")))
}

/// The next list of small numbers; false after the last.
fn next(weights: &mut [i64]) -> bool {
    let most = match weights.len() {
        0..=3 => 6,
        4 => 5,
        5 => 4,
        6 => 3,
        7..=9 => 2,
        _ => 1,
    };
    for weight in weights.iter_mut() {
        if *weight < most {
            *weight += 1;
            return true;
        }
        *weight = 0;
    }
    false
}

/// The effects of a step in all its variants; `None` if there are too many.
fn effect(step: &[PlacedPattern]) -> Option<Effect> {
    let mut effect = Effect::default();
    for laid in step {
        effect.beside.extend(laid.effects.iter().map(|beside| (beside.class, beside.to)));
        let groups = laid.after.groups.iter();
        effect.beside.extend(groups.map(|groups| (groups.taken, groups.to)));
        match &laid.form {
            Form::Block(cells) => effect.changes.push(really(cells)),
            Form::Line { step, pattern, result, moved } => {
                let laid = |counts: &[usize]| {
                    let cells = expanded(pattern, counts).into_iter().zip(expanded(result, counts));
                    let cells = cells.enumerate().map(|(index, (cell, to))| PlacedCell {
                        down: step.0 * index as i32,
                        right: step.1 * index as i32,
                        class: cell.class,
                        to,
                        marked: false,
                    });
                    let cells: Vec<PlacedCell> = cells.collect();
                    match moved {
                        true => moved_by(pattern, result, &cells),
                        false => really(&cells),
                    }
                };
                let least: Vec<usize> = pattern
                    .iter()
                    .filter_map(|piece| match piece {
                        Piece::Many { least, .. } => Some(usize::from(*least)),
                        Piece::One(_) => None,
                    })
                    .collect();
                // Once a repetition is longer than the cells that stand alone, one more of it
                // changes the same cells again: from there on changes are linear.
                let most = pattern.len() - least.len() + 2;
                if most.pow(least.len() as u32) > 400 {
                    return None;
                }
                let mut counts = vec![0; least.len()];
                loop {
                    let now: Vec<usize> = counts.iter().zip(&least).map(|(a, b)| a + b).collect();
                    effect.changes.push(laid(&now));
                    for (index, count) in counts.iter().enumerate() {
                        if *count == most {
                            let mut more = now.clone();
                            more[index] += 1;
                            effect.slopes.push((laid(&more), laid(&now)));
                        }
                    }
                    let Some(low) = counts.iter().position(|&count| count < most) else { break };
                    counts[low] += 1;
                    counts[..low].fill(0);
                }
            }
        }
    }
    effect.changes.sort_unstable();
    effect.changes.dedup();
    Some(effect)
}

/// The cells that may change.
fn really(cells: &[PlacedCell]) -> Change {
    let changes = cells.iter().filter(|cell| cell.to.is_some_and(|to| cell.class != only(to)));
    changes
        .map(|cell| Changed {
            down: cell.down,
            right: cell.right,
            class: cell.class,
            to: cell.to,
            leaves: true,
            comes_to: None,
        })
        .collect()
}

/// The cells that may change, where the letters of the repetition move.
fn moved_by(pattern: &Pattern, result: &Replacement, cells: &[PlacedCell]) -> Change {
    let from = pattern.iter().take_while(|piece| matches!(piece, Piece::One(_))).count();
    let to = result.iter().take_while(|piece| matches!(piece, Piece::One(_))).count();
    let length = cells.len() + 1 - pattern.len();
    let changes = cells.iter().enumerate().filter_map(|(index, cell)| {
        let comes_to = (from..from + length).contains(&index).then(|| {
            let cell = &cells[index - from + to];
            (cell.down, cell.right)
        });
        let gets = (to..to + length).contains(&index);
        let leaves = gets || cell.to.is_some();
        (leaves || comes_to.is_some()).then_some(Changed {
            down: cell.down,
            right: cell.right,
            class: cell.class,
            to: cell.to.filter(|_| !gets),
            leaves,
            comes_to,
        })
    });
    changes.collect()
}
