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
pub(super) use upstar_engine::positions::vertex_set::MOST_VERTICES as MOST_CELLS;
use upstar_engine::positions::vertex_set::VertexSet;
use upstar_engine::{
    Class as Kind, Convention, Negated, Options, Picture, Position, Result, RuleError, Ruleset,
    with_sets,
};

/// A position on a graph.
pub(super) trait Web: Position {
    /// The code of the letter of each cell.
    fn letters(&self) -> &[u8];
    /// The neighbours of each cell.
    fn around<S: VertexSet>(&self) -> Cow<'_, [S]>;
    /// The subgraph of a set of cells with new letters, of which there is one for each cell of this
    /// position.
    fn changed<S: VertexSet>(&self, letters: &[u8], cells: S) -> Self;
    /// The subgraph of a set of cells.
    fn keep<S: VertexSet>(&self, cells: S) -> Self {
        self.changed(self.letters(), cells)
    }
    /// The subgraph of a set of cells; only the connections in `joined` are needed.
    fn part<S: VertexSet>(&self, cells: S, joined: &[S]) -> Self;
    /// The ends of the cells, if they are edges.
    fn ends(&self) -> Option<&[(u16, u16)]> {
        None
    }
    /// The cells that are connected to the ground.
    fn standing<S: VertexSet>(&self) -> S;
    /// The sets of cells that are connected without the ground.
    fn above_ground<S: VertexSet>(&self) -> Vec<S>;
    /// The same graph with its cells in a standard order.
    fn standard(&self) -> Self;
    fn read(program: &Program, text: &str) -> Result<Self>;
    fn text(&self, program: &Program) -> String;
    fn drawn(&self, program: &Program) -> Picture;
}

/// The neighbours of each cell, and the ends of edges.
struct Near<'p, S: VertexSet> {
    around: Cow<'p, [S]>,
    ends: Option<&'p [(u16, u16)]>,
}

impl<S: VertexSet> Joined for Near<'_, S> {
    fn near(&self, cell: usize, _: bool) -> Vec<usize> {
        self.around[cell].ones().collect()
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

/// What is called with the cells of a match, and the marked one. Not a type parameter: for each the search
/// for matches would be compiled again.
type EachMatch<'a> = dyn FnMut(&[usize], Option<usize>) -> Result + 'a;

/// Cells with the letters that they have or may ever have.
struct LabelledCells<'a, S> {
    letters: &'a [Class],
    around: &'a [S],
    /// Whether cells may have several letters.
    open: bool,
    /// For long paths.
    budget: Option<&'a Budget>,
}

impl<S: VertexSet> LabelledCells<'_, S> {
    /// Calls `each` with the cells of every match, and the marked one.
    fn matches(&self, laid: &PlacedPattern, each: &mut EachMatch<'_>) -> Result {
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
        each: &mut EachMatch<'_>,
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
        let among = path.last().map_or(S::all_of(self.letters.len()), |&last| self.around[last]);
        for cell in among.ones() {
            if self.letters[cell] & next.class != 0 && !path.contains(&cell) {
                path.push(cell);
                self.walk(laid, pattern, same, path, each)?;
                path.pop();
            }
        }
        Ok(())
    }

    /// The cells beside a cell; with `via` those beyond one of these letters.
    fn beyond(&self, cell: usize, via: Class) -> S {
        if via == 0 {
            return self.around[cell];
        }
        let on_the_way = self.having(self.around[cell], via);
        on_the_way.ones().fold(S::default(), |set, way| set | self.around[way]) & !S::one(cell)
    }

    /// Those of some cells that have one of these letters.
    fn having(&self, cells: S, class: Class) -> S {
        S::of(cells.ones().filter(|&cell| self.letters[cell] & class != 0))
    }

    /// Whether the conditions hold.
    fn holds(&self, laid: &PlacedPattern, marked: Option<usize>) -> bool {
        laid.conditions.iter().all(|condition| {
            let cells = match condition.place {
                Where::Board => S::all_of(self.letters.len()),
                _ => marked.map_or(S::default(), |cell| self.beyond(cell, condition.via)),
            };
            condition.holds(cells.ones().map(|cell| self.letters[cell]))
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
            let among = marked.map_or(S::default(), |cell| self.beyond(cell, effect.via));
            let fits = self.having(among, effect.class).ones();
            fits.filter(|cell| !path.contains(cell)).map(move |cell| (cell, effect.to))
        })
    }

    /// The neighbours that conditions and effects look at.
    fn looked_at(&self, laid: &PlacedPattern, marked: Option<usize>) -> S {
        let Some(marked) = marked else { return S::default() };
        let conditions =
            laid.conditions.iter().filter(|condition| condition.place == Where::Beside);
        let conditions = conditions.map(|condition| (condition.via, condition.class));
        let effects = laid.effects.iter().map(|effect| (effect.via, effect.class));
        conditions.chain(effects).fold(S::default(), |all, (via, class)| match via {
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
    fn looked_at<S: VertexSet>(&self, letters: &[u8]) -> S {
        S::of((0..letters.len()).filter(|&cell| self.inert & only(letters[cell]) == 0))
    }

    fn step(
        &self,
        laid: &[PlacedPattern],
        position: &P,
        budget: Option<&Budget>,
        out: &mut Options<P>,
    ) -> Result {
        let cells = position.letters().len();
        with_sets!(cells, S => self.step_in::<S>(laid, position, budget, out))
    }

    fn step_in<S: VertexSet>(
        &self,
        laid: &[PlacedPattern],
        position: &P,
        budget: Option<&Budget>,
        out: &mut Options<P>,
    ) -> Result {
        let before = position.letters();
        let letters: SmallVec<[Class; 64]> = before.iter().map(|&code| only(code)).collect();
        let around = position.around::<S>();
        let cells = LabelledCells { letters: &letters, around: &around, open: false, budget };
        let mut after: SmallVec<[u8; 64]> = SmallVec::new();
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
                let mut after = position.changed(&after, self.looked_at::<S>(&after));
                if laid.after.drop {
                    let standing = after.standing::<S>();
                    if standing != S::all_of(after.letters().len()) {
                        after = after.keep(standing);
                    }
                }
                if laid.after.is_of_the_board() {
                    let mut letters = after.letters().to_vec();
                    let board = Near { around: after.around::<S>(), ends: after.ends() };
                    if !laid.after.play(&board, &mut letters) {
                        return Ok(());
                    }
                    after = after.changed(&letters, self.looked_at::<S>(&letters));
                }
                out.push(after);
                out.check()?;
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
            positions = out.of_type(|next| {
                positions.iter().try_for_each(|position| self.step(laid, position, budget, next))
            })?;
        }
        let marks = self.program.spec.mark_class();
        let played = |position: &P| position.letters().iter().all(|&code| only(code) & marks == 0);
        out.extend(positions.into_iter().filter(played));
        Ok(())
    }

    /// The sets of cells of parts that no move ever joins; as on boards, see
    /// [`CellGame`](super::cells::CellGame).
    fn parts<S: VertexSet>(&self, position: &P) -> Result<Vec<S>> {
        let letters = position.letters().iter().map(|&code| only(code)).collect();
        parts_of(&self.program, letters, &position.around::<S>())
    }
}

/// The parts of [`WebGame::parts`], given the letters and the neighbours of each cell.
fn parts_of<S: VertexSet>(
    program: &Program,
    mut letters: Vec<Class>,
    around: &[S],
) -> Result<Vec<S>> {
    let steps: Vec<&PlacedPattern> = super::program::steps(&program.moves).collect();
    let longest = steps.iter().map(|laid| laid.cells().len()).max().unwrap_or(0);
    // The number of walks from each cell.
    let walks = (1..longest).fold(vec![1_usize; letters.len()], |walks, _| {
        let from = |set: &S| set.ones().fold(0, |sum: usize, at| sum.saturating_add(walks[at]));
        around.iter().map(from).collect()
    });
    let looks = walks.iter().fold(0, |sum: usize, walks| sum.saturating_add(*walks));
    if looks.saturating_mul(steps.len()) > MOST_LOOKS_FOR_PARTS {
        return Ok(vec![S::all_of(letters.len())]);
    }
    loop {
        let cells = LabelledCells { letters: &letters, around, open: true, budget: None };
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
    let varies = S::of(varies);
    // The cells that matches examine; matches without a cell that may change are no moves.
    let cells = LabelledCells { letters: &letters, around, open: true, budget: None };
    let mut parts: Vec<S> = Vec::new();
    for laid in &steps {
        cells.matches(laid, &mut |path, marked| {
            let mut joined = S::of(path.iter().copied());
            joined |= cells.looked_at(laid, marked);
            if (joined & varies).is_empty() {
                return Ok(());
            }
            parts.retain(|&part| {
                let meets = !(part & joined & varies).is_empty();
                joined |= if meets { part } else { S::default() };
                !meets
            });
            parts.push(joined);
            Ok(())
        })?;
    }
    Ok(parts)
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
        without_repeats(out.unmetered(), first);
        Ok(())
    }

    fn components(&self, position: &P, out: &mut Vec<P>) -> Result {
        let cells = position.letters().len();
        with_sets!(cells, S => {
            // Edges that are not connected to the ground fall with every cut.
            let falls = || self.drops && position.standing::<S>() != S::all_of(cells);
            if self.program.splits.is_err() || (self.drops && self.far) || falls() {
                out.push(position.clone());
            } else if self.drops {
                let parts = position.above_ground::<S>().into_iter();
                out.extend(parts.map(|part| position.keep(part)));
            } else if let Some(neighbours) = &self.neighbours {
                neighbours.parts::<P, S>(position, out);
            } else {
                let parts = self.parts::<S>(position)?.into_iter();
                out.extend(parts.map(|part| position.keep(part)));
            }
        });
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
            let moved = changes.then(
                || with_sets!(codes.len(), S => position.changed(&codes, S::all_of(codes.len()))),
            );
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
        let letters = position.letters();
        Ok(with_sets!(letters.len(), S => position.keep(self.looked_at::<S>(letters))))
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
