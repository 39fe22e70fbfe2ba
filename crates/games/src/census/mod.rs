//! All positions of a game up to a size and up to symmetry, and random positions.

mod graphs;
mod random;
mod regions;
mod strands;

use std::collections::HashSet;

use upstar_core::{Budget, Lease};
use upstar_graphs::generate::Random;

use self::graphs::Graphs;
use self::strands::{Strand, Strands};
use crate::catalogue::varied;
use crate::{Row, named_game};
use upstar_engine::{Arguments, Convention, Game, Negated, Result, RuleError, Variant};

/// The positions of a game of the catalogue up to a size.
///
/// They depend on how positions of the game are written:
/// - numbers: all tuples of numbers up to those given;
/// - boards of free cells and walls, for one number: the connected boards with at most that many
///   free cells (polyominoes), up to reflections and, if they preserve the value, rotations by 90
///   degrees;
/// - graphs whose vertices have letters: all graphs with at most that many vertices, up to
///   isomorphism;
/// - graphs whose edges have letters (Hackenbush): all graphs connected to vertex 0 with at most that
///   many edges, up to isomorphism;
/// - other texts, and boards of a size: every letter in every place.
///
/// ```
/// use upstar_core::Budget;
/// use upstar_games::Positions;
///
/// let boards = Positions::of("cram", &[4], None)?;
/// let mut count = 0;
/// boards.each(&Budget::unlimited(), |_| {
///     count += 1;
///     Ok::<_, upstar_engine::RuleError>(true)
/// })?;
/// // One monomino, one domino, two trominoes, five tetrominoes.
/// assert_eq!(count, 9);
/// # Ok::<(), upstar_engine::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Positions {
    row: &'static Row,
    variant: Option<Variant>,
    shapes: Shapes,
    once: bool,
}

/// The texts that positions are made from.
#[derive(Clone, Debug)]
enum Shapes {
    Numbers(Vec<u64>),
    /// Connected boards with at most this many free cells, and whether rotations by 90 degrees
    /// preserve the value.
    Regions {
        squares: usize,
        turns: bool,
    },
    /// Rows of at most this many letters.
    Boards {
        rows: usize,
        columns: usize,
        letters: Vec<u8>,
    },
    Graphs(Graphs),
    Strands(Strands),
}

/// The data from which one position is made.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Draft {
    Numbers(Vec<u64>),
    Region(Vec<(i8, i8)>),
    /// The columns, and the cells row by row.
    Board(usize, Vec<u8>),
    /// The letters, and the set of arcs.
    Graph(Vec<u8>, u64),
    Strands(Vec<Strand>),
}

/// A position with the data that it was made from, so that similar positions can be made.
#[derive(Clone, Debug)]
pub struct Sample {
    draft: Draft,
    game: Game,
}

impl Sample {
    /// The position.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }
}

/// The letters that can form a position of one letter, in some game.
const LETTERS: &[u8] = b".#xoLREtfhlreOXTFS";

impl Positions {
    /// The largest number of rows, columns or letters of a row.
    pub const MOST: u64 = 100;

    /// The positions of the game with this name up to a size: one number, or several, as in `3x4`.
    /// `letters` are the letters of boards; by default all letters of the game.
    ///
    /// # Errors
    /// [`RuleError::UnknownGame`]; [`RuleError::NotApplicable`] if positions of the game are not of
    /// these kinds; [`RuleError::TooLarge`] for a size that is too large to enumerate.
    pub fn of(name: &str, size: &[u64], letters: Option<&str>) -> Result<Positions> {
        let Some((row, variant)) = varied(name) else {
            return Err(named_game(name).err().unwrap_or(RuleError::Usage));
        };
        let mut found =
            Positions { row, variant, shapes: Shapes::Numbers(size.to_vec()), once: false };
        let zeros_or_ones = [vec![0; size.len()], vec![1; size.len()]];
        if letters.is_none()
            && !row.boards
            && zeros_or_ones.into_iter().any(|numbers| found.make(&Draft::Numbers(numbers)).is_ok())
        {
            return Ok(found);
        }
        let most = |most: usize| move |n: &u64| usize::try_from(*n).ok().filter(|&n| n <= most);
        let too_large = |what: &str, most: usize| RuleError::TooLarge {
            what: what.to_owned(),
            size: size.iter().map(u64::to_string).collect::<Vec<_>>().join("x"),
            limit: most.to_string(),
        };
        let own = row.own().filter(|own| own.board() == "edges");
        let given = letters.or(own.is_none().then_some("lre")).map(str::as_bytes);
        let given = given.unwrap_or_else(|| own.map_or(&[], |own| own.letters()));
        // Letters that no rule uses are not edges.
        let is_edge = |letter: &&u8| {
            let one = found.make(&Draft::Strands(vec![(0, 1, **letter)]));
            one.is_ok_and(|game| !game.position_text().is_empty())
        };
        let edges: Vec<u8> = given.iter().filter(is_edge).copied().collect();
        if own.is_some() || (size.len() == 1 && !edges.is_empty()) {
            let letters = edges;
            let [n] = size else {
                return Err(RuleError::NotApplicable(format!(
                    "the size of a position of {} is one number, of edges",
                    row.name
                )));
            };
            let edges =
                most(Strands::MOST)(n).ok_or_else(|| too_large("the graph", Strands::MOST))?;
            found.shapes = Shapes::Strands(Strands { edges, letters });
            return Ok(found);
        }
        let letters = match letters {
            Some(letters) => letters.bytes().collect(),
            None => found.letters(),
        };
        if letters.is_empty() || !letters.is_ascii() {
            return Err(RuleError::NotApplicable(format!(
                "positions of {0} are written as {1}: not in letters that each may stand alone; say \
                 which letters stand in them (--letters)",
                row.name, row.usage
            )));
        }
        let graphs = [true, false].map(|directed| Graphs {
            vertices: 2,
            directed,
            letters: letters.clone(),
        });
        let graphs = graphs
            .into_iter()
            .find(|graphs| !row.boards && found.read(graphs.text(&[letters[0]; 2], 1)).is_ok());
        found.shapes = match (size, graphs) {
            ([n], Some(graphs)) => {
                let limit = graphs.most();
                let vertices = most(limit)(n).ok_or_else(|| too_large("the graph", limit))?;
                Shapes::Graphs(Graphs { vertices, ..graphs })
            }
            ([n], None) if row.boards && is_region(&letters) => {
                let limit = regions::MOST;
                let squares = most(limit)(n).ok_or_else(|| too_large("the board", limit))?;
                Shapes::Regions { squares, turns: found.turns() }
            }
            ([_], None) | ([_, _], None) => {
                let limit = Self::MOST as usize;
                let sides: Option<Vec<usize>> = size.iter().map(most(limit)).collect();
                let sides = sides.ok_or_else(|| too_large("the board", limit))?;
                let (rows, columns) =
                    if let [rows, columns] = sides[..] { (rows, columns) } else { (1, sides[0]) };
                Shapes::Boards { rows, columns, letters }
            }
            _ => {
                return Err(RuleError::NotApplicable(format!(
                    "a position of {} has no size of {} numbers",
                    row.name,
                    size.len()
                )));
            }
        };
        if size.contains(&0) {
            return Err(RuleError::NotApplicable("a size is 1 at least".to_owned()));
        }
        Ok(found)
    }

    /// The same, with a position and its negative (Left and Right exchanged) counted once.
    ///
    /// # Errors
    /// [`RuleError::NotApplicable`] for graphs, whose negatives are not computed.
    pub fn up_to_negation(mut self) -> Result<Self> {
        if let Shapes::Graphs(_) | Shapes::Strands(_) = self.shapes {
            return Err(RuleError::NotApplicable(
                "negatives of graphs are not looked for".to_owned(),
            ));
        }
        self.once = true;
        Ok(self)
    }

    /// The name of the game.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.row.name
    }

    /// Whether positions of the game have values in general. Loopy games and games of misère play
    /// have only outcomes.
    #[must_use]
    pub fn have_values(&self) -> bool {
        let class = self.row.class;
        let own = self.row.own().map_or(Convention::Normal, |own| own.rules().convention());
        (!class.loopy || class.entailing) && own == Convention::Normal
    }

    /// The letters that can each stand alone, without synonyms.
    fn letters(&self) -> Vec<u8> {
        let mut seen = Vec::new();
        let mut letters = Vec::new();
        // Games defined by rules declare their letters.
        let own = self.row.own().map_or(&[][..], |own| own.letters());
        for &letter in LETTERS.iter().chain(own) {
            if let Ok(game) = self.read(char::from(letter).to_string()) {
                let text = game.text();
                // A vertex whose letter no rule uses is removed, so this graph would be empty.
                if game.position_text() != "|" && !seen.contains(&text) {
                    seen.push(text);
                    letters.push(letter);
                }
            }
        }
        letters
    }

    /// Whether a quarter turn of a board preserves its value.
    fn turns(&self) -> bool {
        let normalized = |text: &str| self.read(text.to_owned()).map(|game| game.normalized());
        match (normalized("..|.#"), normalized("...|..."), normalized("..|..|..")) {
            (Ok(_), Ok(lying), Ok(standing)) => lying == standing,
            _ => false,
        }
    }

    fn read(&self, text: String) -> Result<Game> {
        self.with(&Arguments::of_text(text))
    }

    fn with(&self, arguments: &Arguments) -> Result<Game> {
        let game = self.row.make(arguments)?;
        Ok(match self.variant {
            Some(variant) => game.variant(variant),
            None => game,
        })
    }

    fn make(&self, draft: &Draft) -> Result<Game> {
        match (draft, &self.shapes) {
            (Draft::Numbers(numbers), _) => self.with(&Arguments::numbers(numbers)),
            (Draft::Region(cells), _) => self.read(regions::text(cells)),
            (Draft::Board(columns, cells), _) => self.read(rows_of(*columns, cells)),
            (Draft::Graph(letters, arcs), Shapes::Graphs(graphs)) => {
                self.read(graphs.text(letters, *arcs))
            }
            (Draft::Graph(..), _) => Err(RuleError::Usage),
            (Draft::Strands(edges), _) => self.read(strands::text(edges)),
        }
    }

    /// Calls `each` with every position, small positions first, until `each` returns false. Texts
    /// that are not positions are skipped. Takes time exponential in the size.
    ///
    /// # Errors
    /// The budget is used up, `each` fails, or [`RuleError::NotApplicable`] if no text was a
    /// position.
    pub fn each<E: From<RuleError>>(
        &self,
        budget: &Budget,
        mut each: impl FnMut(Game) -> Result<bool, E>,
    ) -> Result<(), E> {
        let mut ticker = budget.ticker();
        let mut seen: HashSet<(Game, bool)> = HashSet::new();
        let mut lease = Lease::new(budget);
        let mut fault = None;
        let mut any = false;
        let mut take = |draft: Draft| -> Result<bool, E> {
            ticker.tick(16).map_err(RuleError::from)?;
            let game = match self.make(&draft) {
                Ok(game) => game,
                Err(error) => {
                    fault = fault.take().or(Some(error));
                    return Ok(true);
                }
            };
            any = true;
            if let Draft::Graph(letters, _) = &draft
                && forgets_vertices(&game, letters)
            {
                return Ok(true);
            }
            let whole = matches!(
                self.shapes,
                Shapes::Regions { .. } | Shapes::Graphs(_) | Shapes::Strands(_)
            );
            if !whole {
                let (least, negated) = game.normalized();
                if !seen.insert((least, !self.once && negated == Negated::Yes)) {
                    return Ok(true);
                }
                // Each game has its own rules, and while a table grows, a table of twice its size
                // exists beside it.
                let bytes = 3 * size_of::<(Game, bool)>() + 128;
                lease.reserve(bytes as u64).map_err(RuleError::from)?;
            }
            each(game)
        };
        match &self.shapes {
            Shapes::Numbers(most) => numbers(most, &mut |numbers| take(Draft::Numbers(numbers)))?,
            Shapes::Regions { squares, turns } => {
                let (mut ticker, turns) = (budget.ticker(), *turns || self.once);
                for squares in 1..=*squares {
                    let mut tick = |steps| ticker.tick(steps).map_err(RuleError::from);
                    let go_on = regions::each(squares, turns, &mut tick, &mut |cells| {
                        take(Draft::Region(cells))
                    })?;
                    if !go_on {
                        break;
                    }
                }
            }
            Shapes::Boards { rows, columns, letters } => {
                'sizes: for rows in 1..=*rows {
                    for columns in 1..=*columns {
                        let go_on = words(rows * columns, letters, &mut |cells| {
                            take(Draft::Board(columns, cells))
                        })?;
                        if !go_on {
                            break 'sizes;
                        }
                    }
                }
            }
            Shapes::Graphs(graphs) => {
                let mut ticker = budget.ticker();
                graphs.each(
                    &mut |steps| ticker.tick(steps).map_err(RuleError::from),
                    &mut |letters, arcs| take(Draft::Graph(letters, arcs)),
                )?;
            }
            Shapes::Strands(strands) => {
                let mut ticker = budget.ticker();
                strands.each(
                    &mut |steps| ticker.tick(steps).map_err(RuleError::from),
                    &mut |edges| take(Draft::Strands(edges)),
                )?;
            }
        }
        match fault {
            Some(fault) if !any => Err(fault.into()),
            _ => Ok(()),
        }
    }

    /// A random position of a random size; `None` if the random text is not a position.
    #[must_use]
    pub fn random(&self, random: &mut Random) -> Option<Sample> {
        let draft = random::draft(&self.shapes, random);
        Some(Sample { game: self.make(&draft).ok()?, draft })
    }

    /// A position similar to another one: a cell, a letter, an arc or a number is changed. `None`
    /// if the changed text is not a position.
    #[must_use]
    pub fn near(&self, other: &Sample, random: &mut Random) -> Option<Sample> {
        let draft = random::changed(&self.shapes, &other.draft, random);
        Some(Sample { game: self.make(&draft).ok()?, draft })
    }
}

/// Whether a game has dropped vertices with some letters because they are dead. Then a smaller
/// graph gives the same position.
fn forgets_vertices(game: &Game, letters: &[u8]) -> bool {
    let text = game.position_text();
    let kept = text.split('|').next().unwrap_or_default();
    kept.len() < letters.len() && kept.bytes().all(|letter| letters.contains(&letter))
}

/// Whether boards have only free cells and walls.
fn is_region(letters: &[u8]) -> bool {
    letters.len() == 2 && letters.contains(&b'.') && letters.contains(&b'#')
}

/// Rows with `|` between them.
fn rows_of(columns: usize, cells: &[u8]) -> String {
    let rows: Vec<String> = cells
        .chunks(columns.max(1))
        .map(|row| row.iter().copied().map(char::from).collect())
        .collect();
    rows.join("|")
}

/// All words of a length.
fn words<E>(
    length: usize,
    letters: &[u8],
    each: &mut impl FnMut(Vec<u8>) -> Result<bool, E>,
) -> Result<bool, E> {
    let mut places = vec![0; length];
    loop {
        if !each(places.iter().map(|&place: &usize| letters[place]).collect())? {
            return Ok(false);
        }
        let Some(at) = places.iter().rposition(|&place| place + 1 < letters.len()) else {
            return Ok(true);
        };
        places[at] += 1;
        places[at + 1..].fill(0);
    }
}

/// All tuples of numbers up to some.
fn numbers<E>(most: &[u64], each: &mut impl FnMut(Vec<u64>) -> Result<bool, E>) -> Result<(), E> {
    let mut numbers = vec![0; most.len()];
    loop {
        if !each(numbers.clone())? {
            return Ok(());
        }
        let Some(at) = (0..most.len()).rev().find(|&at| numbers[at] < most[at]) else {
            return Ok(());
        };
        numbers[at] += 1;
        numbers[at + 1..].fill(0);
    }
}
