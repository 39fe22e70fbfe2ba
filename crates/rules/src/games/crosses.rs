//! Crosses on strips: no two side by side (crosses), or three in a row win
//! (treblecross).

use upstar_core::{Budget, GrundyValue, Player};

use super::heaps::{NimSequence, few_enough, joined, numbers};
use crate::catalogue::Make;
use crate::{Arguments, Class, Game, Negated, Picture, Row, RuleError, Ruleset};

/// A strip of cells, some with a cross.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    /// How many cells it has.
    pub cells: u64,
    /// The cells with a cross, counted from 1, ascending.
    pub crosses: Vec<u64>,
}

/// The longest strip on which crosses are put.
const LONGEST: u64 = 10_000;

/// A move puts a cross on a cell that is more than `reach` cells away from every
/// cross.
///
/// With a reach of 1 these are the crosses of which no two are neighbours. With a
/// reach of 2 they are treblecross: who goes within two cells of a cross lets the
/// opponent make three in a row, so that nobody does.
#[derive(Debug)]
pub struct Strips {
    reach: u64,
    /// The nim sequence of the free cells between crosses.
    values: NimSequence,
}

impl Strips {
    fn new(reach: u64) -> Strips {
        let code = if reach == 1 { "0.137" } else { "0.007" };
        Strips { reach, values: NimSequence::of(code) }
    }

    /// The cells where a cross may go, as runs: the first cell and the length.
    fn runs<'s>(&self, strip: &'s Strip) -> impl Iterator<Item = (u64, u64)> + use<'s> {
        let reach = self.reach;
        let ends = strip.crosses.iter().map(move |&cross| cross.saturating_sub(reach));
        let starts = strip.crosses.iter().map(move |&cross| cross + reach + 1);
        std::iter::once(1)
            .chain(starts)
            .zip(ends.chain([strip.cells.saturating_add(1)]))
            .filter(|(start, end)| start < end)
            .map(|(start, end)| (start, end - start))
    }

    /// The heap of the code that a run of so many cells is.
    fn heap(&self, run: u64) -> Option<u64> {
        if self.reach == 1 { Some(run) } else { run.checked_add(2) }
    }

    fn read(&self, text: &str) -> Result<Vec<Strip>, RuleError> {
        let mut strips = Vec::new();
        let mut start = 0;
        for row in text.trim_end_matches(['\n', '\r']).split(['|', '\n']) {
            let mut crosses: Vec<u64> = Vec::new();
            let mut cells = 0u64;
            for (place, letter) in row.trim_end_matches('\r').char_indices() {
                cells += 1;
                let complain = |message: String| {
                    let place = start + place;
                    Err(RuleError::notation(text, place..place + letter.len_utf8(), message))
                };
                match letter {
                    '.' | '_' => {}
                    'X' | 'x' => {
                        if crosses.last().is_some_and(|last| cells - last <= self.reach) {
                            return complain(if self.reach == 1 {
                                "a cross beside a cross".into()
                            } else {
                                "this cross is within two cells of another: who moves next makes \
                                 three in a row and wins"
                                    .into()
                            });
                        }
                        crosses.push(cells);
                    }
                    other => {
                        return complain(format!(
                            "expected a cell (`.`) or a cross (`X`), found `{}`",
                            other.escape_default()
                        ));
                    }
                }
                if cells > LONGEST {
                    let size = format!("{} cells", row.len());
                    return Err(RuleError::too_large("the strip", size, LONGEST));
                }
            }
            strips.push(Strip { cells, crosses });
            start += row.len() + 1;
        }
        Ok(strips)
    }

    fn rows(strips: &[Strip]) -> Vec<String> {
        let row = |strip: &Strip| {
            let mut row = vec![b'.'; usize::try_from(strip.cells.min(LONGEST)).unwrap_or(0)];
            for &cross in &strip.crosses {
                row[cross as usize - 1] = b'X';
            }
            row.into_iter().map(char::from).collect()
        };
        strips.iter().map(row).collect()
    }
}

crate::position::ordered!(Vec<Strip>);

impl Ruleset for Strips {
    type Position = Vec<Strip>;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(
        &self,
        strips: &Vec<Strip>,
        _: Player,
        out: &mut Vec<Vec<Strip>>,
    ) -> Result<(), RuleError> {
        let cells = strips.iter().fold(0u64, |sum, strip| sum.saturating_add(strip.cells));
        few_enough(cells)?;
        for (index, strip) in strips.iter().enumerate() {
            if strip.cells > LONGEST {
                return Err(RuleError::too_large("the strip", strip.cells, LONGEST));
            }
            for (first, length) in self.runs(strip) {
                out.extend((first..first + length).map(|cell| {
                    let mut option = strips.clone();
                    let crosses = &mut option[index].crosses;
                    crosses.insert(crosses.partition_point(|&cross| cross < cell), cell);
                    option
                }));
            }
        }
        Ok(())
    }

    fn components(&self, strips: &Vec<Strip>, out: &mut Vec<Vec<Strip>>) -> Result<(), RuleError> {
        let runs = strips.iter().flat_map(|strip| self.runs(strip));
        out.extend(runs.map(|(_, cells)| vec![Strip { cells, crosses: Vec::new() }]));
        Ok(())
    }

    fn normalize(&self, strips: Vec<Strip>) -> (Vec<Strip>, Negated) {
        let runs = strips.iter().flat_map(|strip| self.runs(strip));
        let mut runs: Vec<Strip> =
            runs.map(|(_, cells)| Strip { cells, crosses: Vec::new() }).collect();
        runs.sort_unstable();
        (runs, Negated::No)
    }

    /// The cells that are left in a row are heaps of the octal game 0.137; with a reach of 2, n
    /// cells are a heap of n + 2 of the octal game 0.007.
    fn computed(
        &self,
        strips: &Vec<Strip>,
        budget: &Budget,
    ) -> Result<Option<GrundyValue>, RuleError> {
        let runs = strips.iter().flat_map(|strip| self.runs(strip));
        let heaps: Option<Vec<u64>> = runs.map(|(_, run)| self.heap(run)).collect();
        heaps.map_or(Ok(None), |heaps| self.values.sum(heaps, budget))
    }

    fn bytes(&self, strips: &Vec<Strip>) -> usize {
        let crosses: usize = strips.iter().map(|strip| strip.crosses.len()).sum();
        size_of::<Vec<Strip>>() + size_of::<Strip>() * strips.len() + 8 * crosses + 16
    }

    fn name(&self) -> &str {
        if self.reach == 1 { CROSSES.name } else { TREBLECROSS.name }
    }

    fn write(&self, strips: &Vec<Strip>) -> String {
        if strips.iter().all(|strip| strip.crosses.is_empty()) {
            return joined(&strips.iter().map(|strip| strip.cells).collect::<Vec<_>>());
        }
        Self::rows(strips).join("|")
    }

    fn parse(&self, text: &str) -> Result<Vec<Strip>, RuleError> {
        if text.contains(['.', '_', 'X', 'x', '|']) {
            return self.read(text);
        }
        let cells = numbers(text, None)?;
        Ok(cells.into_iter().map(|cells| Strip { cells, crosses: Vec::new() }).collect())
    }

    fn call(&self, strips: &Vec<Strip>) -> String {
        let text = self.write(strips);
        if strips.iter().all(|strip| strip.crosses.is_empty()) {
            format!("{}({text})", self.name())
        } else {
            format!("{}(\"{text}\")", self.name())
        }
    }

    fn picture(&self, strips: &Vec<Strip>) -> Picture {
        self.board(strips).map_or(Picture::Text, Picture::Signs)
    }

    fn board(&self, strips: &Vec<Strip>) -> Option<Vec<String>> {
        let short = strips.iter().all(|strip| strip.cells <= 200);
        (short && !strips.is_empty()).then(|| Self::rows(strips))
    }
}

/// `crosses(9)`, `crosses(3,4)` or `crosses("..X...")`; `least` cells at least.
fn make(call: &Arguments, reach: u64, least: u64) -> Result<Game, RuleError> {
    let rules = Strips::new(reach);
    call.expect(0..=usize::MAX, "a number of cells, or a strip such as `..X...`")?;
    if let (1, Ok(text)) = (call.len(), call.text(0)) {
        let strips = rules.read(&text).map_err(|error| call.within(0, error))?;
        return Ok(Game::new(rules, strips));
    }
    let cells = call.counts(0, u64::MAX - 2)?;
    if let Some(index) = cells.iter().position(|&cells| cells < least) {
        return Err(call.complain(index, format!("expected a number from {least} on")));
    }
    let strips = cells.into_iter().map(|cells| Strip { cells, crosses: Vec::new() }).collect();
    Ok(Game::new(rules, strips))
}

fn board(text: &str, reach: u64) -> Result<Game, RuleError> {
    let rules = Strips::new(reach);
    let strips = rules.read(text)?;
    Ok(Game::new(rules, strips))
}

pub(crate) const CROSSES: Row = Row {
    name: "crosses",
    aliases: &["dawsons_chess"],
    class: Class::IMPARTIAL,
    usage: "crosses(n) or crosses(\"..X...\")",
    rules: "A strip of n cells; a move puts a cross on a free cell without a cross beside\n\
            it. Octal code 0.137.",
    source: "e-maxx, Sprague-Grundy theory; Dawson (1935)",
    example: ("crosses(9)", "*3"),
    make: Make::Whole(|call| make(call, 1, 0)),
    board: Some(|text| board(text, 1)),
};

pub(crate) const TREBLECROSS: Row = Row {
    name: "treblecross",
    aliases: &["one_dimensional_tic_tac_toe", "three_in_a_row"],
    class: Class::IMPARTIAL,
    usage: "treblecross(n), n from 3 on, or treblecross(\"...X....\")",
    rules: "A strip of n cells; a move puts a cross on a free cell, and three crosses in a\n\
            row win. Nobody goes within two cells of a cross: a heap of n+2 of 0.007.",
    source: "Winning Ways, chapter 4",
    example: ("treblecross(7)", "*3"),
    make: Make::Whole(|call| make(call, 2, 3)),
    board: Some(|text| board(text, 2)),
};
