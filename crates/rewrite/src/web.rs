//! Games defined by rules on graphs: cells that are joined, vertices by edges or edges by their
//! ends.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;
use upstar_core::{Budget, Player};

use super::after::Joined;
use super::cells::without_repeats;
use super::neighbours::Neighbours;
use super::placed_patterns::{Form, PlacedCell, PlacedPattern, Steps};
use super::program::Program;
use super::spec::{Class, Where, only};
use upstar_engine::positions::graphs::ones;
use upstar_engine::{
    Class as Kind, Convention, Negated, Options, Picture, Position, Result, RuleError, Ruleset,
};

/// The maximum number of cells, since sets of cells are sets of bits.
pub(super) const MOST_CELLS: usize = 64;

/// A position on a graph.
pub(super) trait Web: Position {
    /// The code of the letter of each cell.
    fn letters(&self) -> &[u8];
    /// The neighbours of each cell, as sets of bits.
    fn around(&self) -> Cow<'_, [u64]>;
    /// The subgraph of a set of cells with new letters, of which there is one for each cell of this
    /// position.
    fn changed(&self, letters: &[u8], cells: u64) -> Self;
    /// The subgraph of a set of cells.
    fn keep(&self, cells: u64) -> Self {
        self.changed(self.letters(), cells)
    }
    /// The subgraph of a set of cells; only the connections in `joined` are needed.
    fn part(&self, cells: u64, joined: &[u64]) -> Self;
    /// The ends of the cells, if they are edges.
    fn ends(&self) -> Option<&[(u16, u16)]> {
        None
    }
    /// The cells that are connected to the ground.
    fn standing(&self) -> u64;
    /// The sets of cells that are connected without the ground.
    fn above_ground(&self) -> Vec<u64>;
    /// The same graph with its cells in a standard order.
    fn standard(&self) -> Self;
    fn read(program: &Program, text: &str) -> Result<Self>;
    fn text(&self, program: &Program) -> String;
    fn drawn(&self, program: &Program) -> Picture;
}

/// The neighbours of each cell, and the ends of edges.
struct Near<'p> {
    around: Cow<'p, [u64]>,
    ends: Option<&'p [(u16, u16)]>,
}

impl Joined for Near<'_> {
    fn near(&self, cell: usize, _: bool) -> Vec<usize> {
        ones(self.around[cell]).collect()
    }

    fn ends(&self) -> Option<&[(u16, u16)]> {
        self.ends
    }
}

/// A game defined by rules on the vertices or edges of a graph.
#[derive(Debug)]
pub(super) struct WebGame<P> {
    program: Arc<Program>,
    /// The letters that no rule looks at: such cells are taken off the graph.
    inert: Class,
    /// Whether some rule drops what is no longer connected to the ground.
    drops: bool,
    /// Whether some rule looks at more than one cell.
    far: bool,
    /// Whether some pattern has more than three cells.
    long: bool,
    /// Facts about neighbours that follow from their letters; `None` where they do not suffice to
    /// split a graph.
    neighbours: Option<Neighbours>,
    positions: std::marker::PhantomData<fn() -> P>,
}

/// The set of this many cells.
pub(super) fn all(count: usize) -> u64 {
    if count >= MOST_CELLS { u64::MAX } else { (1 << count) - 1 }
}

/// Cells with the letters that they have or may ever have.
struct LabelledCells<'a> {
    letters: &'a [Class],
    around: &'a [u64],
    /// Whether cells may have several letters.
    open: bool,
    /// For long paths.
    budget: Option<&'a Budget>,
}

impl LabelledCells<'_> {
    /// Calls `each` with the cells of every match, and the marked one.
    fn matches(
        &self,
        laid: &PlacedPattern,
        each: &mut impl FnMut(&[usize], Option<usize>) -> Result,
    ) -> Result {
        let Form::Block(pattern) = &laid.form else { return Ok(()) };
        let sight = |cell: &PlacedCell| (cell.class, cell.to, cell.marked);
        let same =
            pattern.len() > 1 && pattern.iter().map(sight).eq(pattern.iter().rev().map(sight));
        let mut path = Vec::with_capacity(pattern.len());
        self.walk(laid, pattern, same, &mut path, each)
    }

    /// A pattern that is the `same` from either end is read from one end only.
    fn walk(
        &self,
        laid: &PlacedPattern,
        pattern: &[PlacedCell],
        same: bool,
        path: &mut Vec<usize>,
        each: &mut impl FnMut(&[usize], Option<usize>) -> Result,
    ) -> Result {
        let Some(next) = pattern.get(path.len()) else {
            if same && path.first() > path.last() {
                return Ok(());
            }
            let marked = pattern.iter().position(|cell| cell.marked).map(|index| path[index]);
            if self.open || self.holds(laid, marked) {
                each(path, marked)?;
            }
            return Ok(());
        };
        if !path.is_empty()
            && path.len().is_multiple_of(3)
            && let Some(budget) = self.budget
        {
            budget.check()?;
        }
        let among = path.last().map_or(all(self.letters.len()), |&last| self.around[last]);
        for cell in ones(among) {
            if self.letters[cell] & next.class != 0 && !path.contains(&cell) {
                path.push(cell);
                self.walk(laid, pattern, same, path, each)?;
                path.pop();
            }
        }
        Ok(())
    }

    /// The cells beside a cell; with `via` those beyond one of these letters.
    fn beyond(&self, cell: usize, via: Class) -> u64 {
        if via == 0 {
            return self.around[cell];
        }
        let on_the_way = self.having(self.around[cell], via);
        ones(on_the_way).fold(0, |set, way| set | self.around[way]) & !(1 << cell)
    }

    /// Those of some cells that have one of these letters.
    fn having(&self, cells: u64, class: Class) -> u64 {
        let having = ones(cells).filter(|&cell| self.letters[cell] & class != 0);
        having.fold(0, |set, cell| set | 1 << cell)
    }

    /// Whether the conditions hold.
    fn holds(&self, laid: &PlacedPattern, marked: Option<usize>) -> bool {
        laid.conditions.iter().all(|condition| {
            let cells = match condition.place {
                Where::Board => all(self.letters.len()),
                _ => marked.map_or(0, |cell| self.beyond(cell, condition.via)),
            };
            condition.holds(ones(cells).map(|cell| self.letters[cell]))
        })
    }

    /// The neighbours of the marked cell that an effect changes, with their results.
    fn beside<'b>(
        &'b self,
        laid: &'b PlacedPattern,
        path: &'b [usize],
        marked: Option<usize>,
    ) -> impl Iterator<Item = (usize, u8)> + 'b {
        laid.effects.iter().flat_map(move |effect| {
            let among = marked.map_or(0, |cell| self.beyond(cell, effect.via));
            let fits = ones(self.having(among, effect.class));
            fits.filter(|cell| !path.contains(cell)).map(move |cell| (cell, effect.to))
        })
    }

    /// The neighbours that conditions and effects look at.
    fn looked_at(&self, laid: &PlacedPattern, marked: Option<usize>) -> u64 {
        let Some(marked) = marked else { return 0 };
        let conditions =
            laid.conditions.iter().filter(|condition| condition.place == Where::Beside);
        let conditions = conditions.map(|condition| (condition.via, condition.class));
        let effects = laid.effects.iter().map(|effect| (effect.via, effect.class));
        conditions.chain(effects).fold(0, |all, (via, class)| match via {
            0 => all | self.around[marked],
            _ => {
                let on_the_way = self.having(self.around[marked], via);
                all | on_the_way | self.having(self.beyond(marked, via), class)
            }
        })
    }
}

impl<P: Web> WebGame<P> {
    pub(super) fn new(program: Arc<Program>) -> Self {
        let steps = || super::program::steps(&program.moves);
        let mut looked = program.spec.mark_class();
        for laid in steps() {
            looked |= laid.cells().iter().fold(0, |all, (class, _)| all | class);
            looked |= laid.conditions.iter().fold(0, |all, other| all | other.class | other.via);
            looked |= laid.effects.iter().fold(0, |all, effect| all | effect.class | effect.via);
            looked |= laid.after.classes();
        }
        let inert = program.spec.any() & !looked;
        let drops = steps().any(|laid| laid.after.drop);
        let far = steps().any(|laid| {
            laid.cells().len() > 1
                || !laid.effects.is_empty()
                || laid.conditions.iter().any(|condition| condition.place != Where::Board)
        });
        let neighbours = Neighbours::new(&program);
        let long = steps().any(|laid| laid.cells().len() > 3);
        WebGame {
            inert,
            drops,
            far,
            long,
            neighbours,
            program,
            positions: std::marker::PhantomData,
        }
    }

    /// The cells with a letter that some rule may look at.
    fn looked_at(&self, letters: &[u8]) -> u64 {
        let alive = letters.iter().map(|&letter| self.inert & only(letter) == 0);
        (0..).zip(alive).fold(0, |set, (cell, alive)| set | u64::from(alive) << cell)
    }

    fn step(
        &self,
        laid: &[PlacedPattern],
        position: &P,
        budget: Option<&Budget>,
        out: &mut Vec<P>,
    ) -> Result {
        let before = position.letters();
        let letters: SmallVec<[Class; MOST_CELLS]> =
            before.iter().map(|&code| only(code)).collect();
        let around = position.around();
        let cells = LabelledCells { letters: &letters, around: &around, open: false, budget };
        let mut after: SmallVec<[u8; MOST_CELLS]> = SmallVec::new();
        for laid in laid {
            let Form::Block(pattern) = &laid.form else { continue };
            cells.matches(laid, &mut |path, marked| {
                after.clear();
                after.extend_from_slice(before);
                for (&cell, laid) in path.iter().zip(pattern) {
                    after[cell] = laid.to.unwrap_or(after[cell]);
                }
                for (cell, to) in cells.beside(laid, path, marked) {
                    after[cell] = to;
                }
                let mut after = position.changed(&after, self.looked_at(&after));
                if laid.after.drop {
                    let standing = after.standing();
                    if standing != all(after.letters().len()) {
                        after = after.keep(standing);
                    }
                }
                if laid.after.is_of_the_board() {
                    let mut letters = after.letters().to_vec();
                    let board = Near { around: after.around(), ends: after.ends() };
                    if !laid.after.play(&board, &mut letters) {
                        return Ok(());
                    }
                    after = after.changed(&letters, self.looked_at(&letters));
                }
                out.push(after);
                few_enough(out.len())
            })?;
        }
        Ok(())
    }

    fn play(&self, steps: &Steps, position: &P, out: &mut Options<P>) -> Result {
        let budget = if self.long { out.budget().cloned() } else { None };
        let budget = budget.as_ref();
        if let [only] = &steps[..]
            && self.program.spec.marks == 0
        {
            return self.step(only, position, budget, out);
        }
        let mut positions = vec![position.clone()];
        for laid in steps {
            let mut next = Vec::new();
            for position in &positions {
                self.step(laid, position, budget, &mut next)?;
            }
            positions = next;
        }
        let marks = self.program.spec.mark_class();
        let played = |position: &P| position.letters().iter().all(|&code| only(code) & marks == 0);
        out.extend(positions.into_iter().filter(played));
        Ok(())
    }

    /// The sets of cells of parts that no move ever joins; as on boards, see
    /// [`CellGame`](super::cells::CellGame).
    fn parts(&self, position: &P) -> Result<Vec<u64>> {
        let around = position.around();
        let mut letters: Vec<Class> = position.letters().iter().map(|&code| only(code)).collect();
        let steps: Vec<&PlacedPattern> = super::program::steps(&self.program.moves).collect();
        let longest = steps.iter().map(|laid| laid.cells().len()).max().unwrap_or(0);
        // The number of walks from each cell.
        let walks = (1..longest).fold(vec![1_usize; letters.len()], |walks, _| {
            let from =
                |set: &u64| ones(*set).fold(0, |sum: usize, at| sum.saturating_add(walks[at]));
            around.iter().map(from).collect()
        });
        let looks = walks.iter().fold(0, |sum: usize, walks| sum.saturating_add(*walks));
        if looks.saturating_mul(steps.len()) > MOST_LOOKS_FOR_PARTS {
            return Ok(vec![all(letters.len())]);
        }
        loop {
            let cells =
                LabelledCells { letters: &letters, around: &around, open: true, budget: None };
            let mut more = letters.clone();
            for laid in &steps {
                let Form::Block(pattern) = &laid.form else { continue };
                cells.matches(laid, &mut |path, marked| {
                    for (&cell, laid) in path.iter().zip(pattern) {
                        more[cell] |= laid.to.map_or(0, only);
                    }
                    for (cell, to) in cells.beside(laid, path, marked) {
                        more[cell] |= only(to);
                    }
                    Ok(())
                })?;
            }
            if more == letters {
                break;
            }
            letters = more;
        }
        let varies = (0..letters.len()).filter(|&cell| letters[cell].count_ones() > 1);
        let varies = varies.fold(0u64, |set, cell| set | 1 << cell);
        // The cells that matches examine; matches without a cell that may change are no moves.
        let cells = LabelledCells { letters: &letters, around: &around, open: true, budget: None };
        let mut parts: Vec<u64> = Vec::new();
        for laid in &steps {
            cells.matches(laid, &mut |path, marked| {
                let mut joined = path.iter().fold(0, |set, &cell| set | 1 << cell);
                joined |= cells.looked_at(laid, marked);
                if joined & varies == 0 {
                    return Ok(());
                }
                parts.retain(|&part| {
                    let meets = part & joined & varies != 0;
                    joined |= if meets { part } else { 0 };
                    !meets
                });
                parts.push(joined);
                Ok(())
            })?;
        }
        Ok(parts)
    }
}

/// About the maximum number of cells that are examined to find the parts of a graph. Larger graphs
/// are not split.
const MOST_LOOKS_FOR_PARTS: usize = 300_000;
/// The maximum number of options that are listed.
const MOST_OPTIONS: usize = 100_000;

fn few_enough(options: usize) -> Result {
    if options <= MOST_OPTIONS {
        return Ok(());
    }
    let size = format!("more than {MOST_OPTIONS}");
    Err(RuleError::too_large("the number of moves", size, MOST_OPTIONS))
}

impl<P: Web> Ruleset for WebGame<P> {
    type Position = P;

    fn name(&self) -> &str {
        &self.program.spec.name
    }

    fn class(&self) -> Kind {
        self.program.class
    }

    fn convention(&self) -> Convention {
        self.program.spec.convention
    }

    fn options(&self, position: &P, player: Player, out: &mut Options<P>) -> Result {
        let index = usize::from(player == Player::Right);
        let first = out.len();
        for steps in &self.program.moves[index] {
            self.play(steps, position, out)?;
        }
        if self.program.spec.passes[index] {
            out.push(position.clone());
        }
        without_repeats(out, first);
        Ok(())
    }

    fn components(&self, position: &P, out: &mut Vec<P>) -> Result {
        // Edges that are not connected to the ground fall with every cut.
        let falls = self.drops && position.standing() != all(position.letters().len());
        if self.program.splits.is_err() || (self.drops && self.far) || falls {
            out.push(position.clone());
        } else if self.drops {
            out.extend(position.above_ground().into_iter().map(|part| position.keep(part)));
        } else if let Some(neighbours) = &self.neighbours {
            neighbours.parts(position, out);
        } else {
            out.extend(self.parts(position)?.into_iter().map(|part| position.keep(part)));
        }
        Ok(())
    }

    fn parts_slowly(&self) -> bool {
        self.neighbours.is_none()
    }

    fn normalize(&self, position: P) -> (P, Negated) {
        let letters = position.letters();
        let images = self.program.images.iter().map(|image| {
            let codes: Vec<u8> =
                letters.iter().map(|&code| image.codes[usize::from(code)]).collect();
            let changes = codes != letters;
            let moved = changes.then(|| position.changed(&codes, all(codes.len())));
            (moved.as_ref().unwrap_or(&position).standard(), image.negated)
        });
        let least = images.reduce(
            |least, image| {
                if image.0.order(&least.0).is_lt() { image } else { least }
            },
        );
        least.unwrap_or((position.clone(), Negated::No))
    }

    fn parse(&self, text: &str) -> Result<P> {
        let position = P::read(&self.program, text)?;
        Ok(position.keep(self.looked_at(position.letters())))
    }

    fn write(&self, position: &P) -> String {
        position.text(&self.program)
    }

    fn parameters(&self) -> String {
        self.program.digest.clone()
    }

    fn call(&self, position: &P) -> String {
        format!("{}(\"{}\")", self.name(), self.write(position))
    }

    fn picture(&self, position: &P) -> Picture {
        position.drawn(&self.program)
    }
}
