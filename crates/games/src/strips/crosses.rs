//! Crosses on strips: no two side by side (crosses), or three in a row win
//! (treblecross).

use std::cmp::Ordering;
use std::ops::{Deref, DerefMut};

use upstar_core::Budget;
use upstar_heaps::Code;

use super::{Alphabet, LONGEST, at_least};
use crate::heaps::{few_enough, joined, numbers};
use crate::prelude::*;
use upstar_engine::positions::sequence::NimSequence;

const ALPHABET: Alphabet = Alphabet {
    letters: &["._", "Xx"],
    expected: "a cell (`.`) or a cross (`X`)",
    ..Alphabet::USUAL
};

/// A strip of cells, some with a cross.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip {
    /// The number of cells.
    pub cells: u64,
    /// The cells with a cross, counted from 1, ascending.
    pub crosses: Vec<u64>,
}

/// A move puts a cross on a cell that is more than `reach` cells away from every cross.
///
/// With a reach of 1, this is the game in which no two crosses are neighbours. With a reach of 2,
/// it is treblecross: a cross within two cells of another lets the opponent make three in a row, so
/// nobody places it.
#[derive(Debug)]
pub struct Crosses {
    name: &'static str,
    reach: u64,
    /// The shortest strip that has the cells of the game.
    least: u64,
    /// The nim sequence of the free cells between crosses.
    values: NimSequence,
}

impl Crosses {
    fn crosses() -> Rules {
        let values = NimSequence::of("0.137");
        Rules::new(Crosses { name: CROSSES.name, reach: 1, least: 0, values })
    }

    fn treblecross() -> Rules {
        let values = NimSequence::of("0.007");
        Rules::new(Crosses { name: TREBLECROSS.name, reach: 2, least: 3, values })
    }

    /// The runs of cells where a cross may go: the first cell and the length.
    fn runs<'s>(&self, strip: &'s Strip) -> impl Iterator<Item = (u64, u64)> + use<'s> {
        let reach = self.reach;
        let lasts = strip.crosses.iter().map(move |&cross| cross.saturating_sub(reach + 1));
        let firsts = strip.crosses.iter().map(move |&cross| cross + reach + 1);
        std::iter::once(1)
            .chain(firsts)
            .zip(lasts.chain([strip.cells]))
            .filter(|(first, last)| first <= last)
            .map(|(first, last)| (first, last - first + 1))
    }

    /// The runs of all strips, each as a separate strip.
    fn free<'s>(&self, strips: &'s [Strip]) -> impl Iterator<Item = Strip> + use<'s, '_> {
        strips.iter().flat_map(|strip| self.runs(strip)).map(|(_, cells)| self.run(cells))
    }

    /// The strip in which crosses can go as in a run of this length within a longer strip. A very
    /// short strip of treblecross is not the same game as such a run, so it gets a cross at its
    /// end.
    fn run(&self, cells: u64) -> Strip {
        match cells < self.least {
            true => Strip { cells: cells + self.reach + 1, crosses: vec![1] },
            false => Strip::free(cells),
        }
    }

    /// Whether the next player makes three in a row and wins.
    fn is_won(&self, strips: &[Strip]) -> bool {
        // Two crosses with a cell beside them or between them.
        let third_fits = |strip: &Strip| strip.cells >= 3 && strip.near(2).is_some();
        self.reach == 2 && strips.iter().any(third_fits)
    }

    /// The heap of the code for a run of this length.
    fn heap(&self, run: u64) -> Option<u64> {
        if self.reach == 1 { Some(run) } else { run.checked_add(2) }
    }

    fn read(&self, text: &str) -> Result<Strips> {
        let mut strips = Vec::new();
        let mut start = 0;
        for row in text.trim_end_matches(['\n', '\r']).split(['|', '\n']) {
            let cells = ALPHABET.read_in(text, start..start + row.trim_end_matches('\r').len())?;
            let crosses = (1..).zip(&cells).filter(|(_, letter)| **letter == b'X');
            let crosses: Vec<u64> = crosses.map(|(cell, _)| cell).collect();
            let strip = Strip { cells: cells.len() as u64, crosses };
            if self.reach == 1
                && let Some(cross) = strip.near(1)
            {
                let place = start + cross as usize - 1;
                return Err(RuleError::notation(text, place..place + 1, "a cross beside a cross"));
            }
            strips.push(strip);
            start += row.len() + 1;
        }
        Ok(Strips(strips))
    }
}

impl Strip {
    /// A strip without crosses.
    fn free(cells: u64) -> Self {
        Strip { cells, crosses: Vec::new() }
    }

    /// A cross that is at most this many cells after another.
    fn near(&self, reach: u64) -> Option<u64> {
        self.crosses.windows(2).find(|pair| pair[1] - pair[0] <= reach).map(|pair| pair[1])
    }

    /// Whether there are three in a row.
    fn is_over(&self) -> bool {
        self.crosses.windows(3).any(|three| three[2] - three[0] == 2)
    }

    fn row(&self) -> String {
        let mut row = vec![b'.'; self.cells.min(LONGEST as u64) as usize];
        for &cross in &self.crosses {
            row[cross as usize - 1] = b'X';
        }
        row.into_iter().map(char::from).collect()
    }
}

/// Strips, each played independently.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strips(pub Vec<Strip>);

impl Deref for Strips {
    type Target = Vec<Strip>;

    fn deref(&self) -> &Vec<Strip> {
        &self.0
    }
}

impl DerefMut for Strips {
    fn deref_mut(&mut self) -> &mut Vec<Strip> {
        &mut self.0
    }
}

impl Position for Strips {
    fn to_text(&self) -> String {
        if self.iter().all(|strip| strip.crosses.is_empty()) {
            return joined(&self.iter().map(|strip| strip.cells).collect::<Vec<_>>());
        }
        self.iter().map(Strip::row).collect::<Vec<_>>().join("|")
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        Some(Strips(numbers.iter().copied().map(Strip::free).collect()))
    }

    fn argument(&self, text: String) -> String {
        if text.contains('X') { format!("\"{text}\"") } else { text }
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        let crosses: usize = self.iter().map(|strip| strip.crosses.len()).sum();
        size_of::<Self>() + size_of_val(&self[..]) + 8 * crosses + 16
    }

    fn rows(&self) -> Option<Vec<String>> {
        let short = self.iter().all(|strip| strip.cells <= 200);
        (short && !self.is_empty()).then(|| self.iter().map(Strip::row).collect())
    }

    fn picture(&self, _: &str) -> Picture {
        self.rows().map_or(Picture::Text, Picture::Signs)
    }
}

impl Ruleset for Crosses {
    type Position = Strips;

    as_in!(self.name, Class::IMPARTIAL);

    fn options(&self, strips: &Strips, _: Player, out: &mut Options<Strips>) -> Result {
        let cells = strips.iter().fold(0u64, |sum, strip| sum.saturating_add(strip.cells));
        few_enough(cells)?;
        if self.reach == 2 && strips.iter().any(Strip::is_over) {
            return Ok(());
        }
        let won = self.is_won(strips);
        for (index, strip) in strips.iter().enumerate() {
            if strip.cells > LONGEST as u64 {
                return Err(RuleError::too_large("the strip", strip.cells, LONGEST));
            }
            let all = vec![(1, strip.cells)];
            for (first, length) in if won { all } else { self.runs(strip).collect() } {
                let free = |cell: &u64| strip.crosses.binary_search(cell).is_err();
                out.extend((first..first + length).filter(free).map(|cell| {
                    let mut option = strips.clone();
                    let crosses = &mut option[index].crosses;
                    crosses.insert(crosses.partition_point(|&cross| cross < cell), cell);
                    option
                }));
                // Options of very many strips are large, and each is made before it is refused.
                out.check()?;
            }
        }
        Ok(())
    }

    fn components(&self, strips: &Strips, out: &mut Vec<Strips>) -> Result {
        if self.is_won(strips) {
            return Err(RuleError::NotApplicable(
                "three crosses in a row end the game: this position has an outcome and no value"
                    .to_owned(),
            ));
        }
        out.extend(self.free(strips).map(|strip| Strips(vec![strip])));
        Ok(())
    }

    /// In normal play, a cross that lets the opponent complete three is not a move.
    fn parts_in_misere(&self) -> bool {
        self.reach != 2
    }

    fn normalize(&self, strips: Strips) -> (Strips, Negated) {
        let mut runs: Vec<Strip> = self.free(&strips).collect();
        runs.sort_unstable();
        (Strips(runs), Negated::No)
    }

    fn known(&self, strips: &Strips, convention: Convention) -> Option<Known> {
        let over = self.reach == 2 && strips.iter().any(Strip::is_over);
        let theorem = "three crosses in a row win";
        let lost = Known::lost_if(convention, over, theorem);
        lost.filter(|_| over || self.is_won(strips))
    }

    /// The remaining runs of cells are heaps of the octal game 0.137. With a reach of 2, n cells
    /// are a heap of n + 2 of the octal game 0.007.
    fn computed(&self, strips: &Strips, budget: &Budget) -> Result<Option<u64>> {
        if self.is_won(strips) {
            return Ok(None);
        }
        let runs = strips.iter().flat_map(|strip| self.runs(strip));
        let heaps: Option<Vec<u64>> = runs.map(|(_, run)| self.heap(run)).collect();
        heaps.map_or(Ok(None), |heaps| self.values.sum(heaps, budget))
    }

    /// In crosses a strip is the heap with equally many tokens. In treblecross the heap is larger.
    fn heap_code(&self) -> Option<Code> {
        (self.reach == 1).then(|| self.values.code().clone())
    }

    fn position(&self, arguments: &Arguments) -> Result<Strips> {
        if let (1, Ok(text)) = (arguments.len(), arguments.text(0)) {
            return self.parse(&text).map_err(|error| arguments.within(0, error));
        }
        let message = format!("expected a number from {} on", self.least);
        let cells = at_least(arguments, self.least, &message)?;
        Ok(Strips(cells.into_iter().map(Strip::free).collect()))
    }

    fn parse(&self, text: &str) -> Result<Strips> {
        if text.contains(['.', '_', 'X', 'x', '|']) {
            return self.read(text);
        }
        Ok(Strips(numbers(text, None)?.into_iter().map(Strip::free).collect()))
    }
}

pub(crate) const CROSSES: Row = Row {
    name: "crosses",
    aliases: &["dawsons_chess"],
    class: Class::IMPARTIAL,
    usage: "crosses(n) or crosses(\"..X...\")",
    rules: "A strip of n cells; a move puts a cross on a free cell that has no cross next to it.\n\
            Octal code 0.137.",
    source: "e-maxx, Sprague-Grundy theory; Dawson (1935)",
    example: ("crosses(9)", "*3"),
    make: Make::Rules(Crosses::crosses),
    boards: true,
};

pub(crate) const TREBLECROSS: Row = Row {
    name: "treblecross",
    aliases: &["one_dimensional_tic_tac_toe", "three_in_a_row"],
    class: Class::IMPARTIAL,
    usage: "treblecross(n), n from 3 on, or treblecross(\"...X....\")",
    rules: "A strip of n cells; a move puts a cross on a free cell, and three crosses in a row win.\n\
            Nobody plays within two cells of a cross if it can be avoided: a heap of n+2 of 0.007.",
    source: "Winning Ways, chapter 4",
    example: ("treblecross(7)", "*3"),
    make: Make::Rules(Crosses::treblecross),
    boards: true,
};
