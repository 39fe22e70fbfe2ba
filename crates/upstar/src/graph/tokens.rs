//! Tokens on graphs: sums of positions, and comparisons.

use std::cell::OnceCell;
use std::path::Path;

use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Player};
use upstar_engine::GraphOptions;
use upstar_files::graph::ReadOptions;
use upstar_graphs::{
    Graph, GraphError, LoopyValues, SumMove, SumSolution, Token, ValuedToken, annihilation_value,
    is_acyclic, loopy_values, same_game, solve_annihilation, solve_sum, sum_value, winning_moves,
};

use super::named::NamedGraph;
use crate::analysis::{Analysis, Claim, Play, Property, WinningMove};
use crate::error::{Error, Result};
use crate::sums::read_positions;

/// Tokens, each on a vertex of a graph; several may be on one graph, and on one
/// vertex.
#[derive(Debug)]
pub struct Tokens {
    subject: String,
    /// The graphs, each once.
    graphs: Vec<NamedGraph>,
    tokens: Vec<Placed>,
    /// The values of each graph, once they are known.
    values: OnceCell<Vec<LoopyValues>>,
    /// Whether values decide sums in normal play, once that is known.
    has_values: OnceCell<bool>,
}

/// A token: the index of its graph, and its vertex.
type Placed = (usize, u32);

/// Options for playing and solving a sum of tokens.
#[derive(Clone, Copy, Debug)]
pub struct SumOptions {
    /// Normal or misère play.
    pub convention: Convention,
    /// Whether two tokens that meet on a vertex of the only graph both vanish.
    pub annihilation: bool,
    /// Whether to search all reachable positions even if values give the answer: this also finds
    /// the remoteness.
    pub all_positions: bool,
    /// The number of threads.
    pub threads: usize,
}

impl Default for SumOptions {
    fn default() -> Self {
        let convention = Convention::Normal;
        SumOptions { convention, annihilation: false, all_positions: false, threads: 1 }
    }
}

/// A kind of equality of two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// They are the same game: the parts reachable from them are isomorphic.
    SameGame,
    /// They are interchangeable in every sum of impartial games.
    InSums,
}

impl Tokens {
    /// Reads tokens written `FILE:VERTEX`, and every graph once. A token may also be a position of
    /// a named game, or a sum of such positions, on the graph of all positions reachable from it.
    ///
    /// # Errors
    ///
    /// [`Error::NoToken`], [`Error::NoVertex`], as [`NamedGraph::open`] and
    /// [`NamedGraph::of_sum`].
    pub fn open(
        tokens: &[impl AsRef<str>],
        options: &ReadOptions,
        budget: &Budget,
    ) -> Result<Self> {
        let mut paths: Vec<&str> = Vec::new();
        let texts: Vec<&str> = tokens.iter().map(AsRef::as_ref).collect();
        let mut found = Tokens::on(Vec::new());
        found.subject = texts.join(" + ");
        for token in texts {
            let (path, vertex) = match split(token) {
                Some((path, vertex)) => (path, Some(vertex)),
                None => (token, None),
            };
            let index = match paths.iter().position(|known| *known == path) {
                Some(index) => index,
                None => {
                    found.graphs.push(match vertex {
                        Some(_) => NamedGraph::open(path, options, budget)?,
                        None => of_position(token, budget)?,
                    });
                    paths.push(path);
                    paths.len() - 1
                }
            };
            let graph = &found.graphs[index];
            found.tokens.push((index, vertex.map_or(Ok(0), |vertex| graph.vertex(vertex))?));
        }
        Ok(found)
    }

    /// No tokens yet, on these graphs.
    pub(super) fn on(graphs: Vec<NamedGraph>) -> Self {
        let (values, has_values) = (OnceCell::new(), OnceCell::new());
        Tokens { subject: String::new(), graphs, tokens: Vec::new(), values, has_values }
    }

    /// Puts the tokens on these vertices of the first graph.
    pub(super) fn place(&mut self, vertices: &[u32]) {
        self.tokens.clear();
        self.tokens.extend(vertices.iter().map(|&vertex| (0, vertex)));
        let names: Vec<String> = vertices.iter().map(|&v| self.graphs[0].text(v)).collect();
        self.subject = names.join(" + ");
    }

    /// The name of the first graph.
    pub(super) fn graph_name(&self) -> &str {
        self.graphs.first().map_or("", NamedGraph::name)
    }

    /// Whether values decide the sum: in normal play, if the arcs have no colours and who cannot
    /// move loses.
    pub(super) fn has_values(&self, convention: Convention) -> bool {
        let lost = |&(_, result): &(u32, _)| result == MoveResult::Loss;
        let found = self.has_values.get_or_init(|| {
            !self.is_coloured()
                && self.graphs.iter().all(|graph| graph.graph().results().iter().all(lost))
        });
        convention == Convention::Normal && *found
    }

    /// The outcome and winning moves of the sum, in which a player moves one token and leaves the
    /// others.
    ///
    /// In normal play on uncoloured graphs the values of the parts solve the sum, however large the
    /// graphs are; otherwise all reachable positions are searched. Winning moves are written
    /// `token: vertex after`, tokens counted from 1; with annihilation `vertex before: vertex
    /// after`.
    ///
    /// # Errors
    ///
    /// [`Error::SeveralGraphs`] for annihilation on several graphs; [`Error::Graph`];
    /// the budget.
    pub fn sum(&self, options: &SumOptions, budget: &Budget) -> Result<Analysis> {
        let mut analysis = Analysis::new(&self.subject);
        let by_value = self.has_values(options.convention);
        if options.annihilation {
            self.annihilation(options, by_value, &mut analysis, budget)?;
        } else if by_value && !options.all_positions {
            self.by_values(&self.tokens, number, &mut analysis, budget)?;
        } else {
            self.by_positions(options, by_value, &mut analysis, budget)?;
        }
        Ok(analysis)
    }

    fn by_positions(
        &self,
        options: &SumOptions,
        by_value: bool,
        analysis: &mut Analysis,
        budget: &Budget,
    ) -> Result {
        if by_value {
            self.by_values(&self.tokens, number, analysis, budget)?;
            analysis.play.clear();
        }
        let placed: Vec<Token<'_>> = self
            .tokens
            .iter()
            .map(|&(index, vertex)| Token { graph: self.graphs[index].graph(), vertex })
            .collect();
        let solution = solve_sum(&placed, options.convention, options.threads, budget)
            .map_err(|error| self.describe(options.convention, error))?;
        let moved = |m: SumMove| number(m.token, self.graphs[self.tokens[m.token].0].text(m.to));
        self.solved(&solution, moved, analysis);
        Ok(())
    }

    /// Adds the outcome, and the winning moves of a sum of which all positions are solved.
    fn solved(
        &self,
        solution: &SumSolution,
        moved: impl Fn(SumMove) -> WinningMove,
        analysis: &mut Analysis,
    ) {
        analysis.outcome = Some(solution.outcome());
        analysis.properties.push(Property::PositionsSolved(solution.positions().into()));
        for &player in self.movers() {
            let (result, remoteness) = solution.result(player);
            let winning = solution.moves(player).into_iter();
            let winning = winning.filter(|m| m.result == MoveResult::Win).map(&moved).collect();
            analysis.play.push(self.play(player, result, remoteness, winning));
        }
    }

    fn annihilation(
        &self,
        options: &SumOptions,
        by_value: bool,
        analysis: &mut Analysis,
        budget: &Budget,
    ) -> Result {
        let [named] = &self.graphs[..] else { return Err(Error::SeveralGraphs) };
        let graph = named.graph();
        let vertices: Vec<u32> = self.tokens.iter().map(|&(_, vertex)| vertex).collect();
        let described = |error: GraphError| self.describe(options.convention, error);
        if by_value && !options.all_positions && is_acyclic(graph, budget)? {
            // Without cycles the value and the moves are those of the sum.
            let mut left = self.tokens.clone();
            left.sort_unstable();
            let left: Vec<Placed> = left
                .chunk_by(|a, b| a == b)
                .filter(|run| run.len() % 2 == 1)
                .map(|run| run[0])
                .collect();
            let moved = |token: usize, after| WinningMove {
                from: Some(named.text(left[token].1)),
                ..WinningMove::to(after)
            };
            return self.by_values(&left, moved, analysis, budget);
        }
        if by_value {
            let value = annihilation_value(graph, &vertices, budget).map_err(described)?;
            analysis.value = Some(value.to_string());
        }
        let solution =
            solve_annihilation(graph, &vertices, options.convention, options.threads, budget)
                .map_err(described)?;
        let moved = |m: SumMove| WinningMove {
            from: Some(named.text(m.from)),
            ..WinningMove::to(named.text(m.to))
        };
        self.solved(&solution, moved, analysis);
        Ok(())
    }

    fn by_values(
        &self,
        tokens: &[Placed],
        moved: impl Fn(usize, String) -> WinningMove,
        analysis: &mut Analysis,
        budget: &Budget,
    ) -> Result {
        if self.values.get().is_none() {
            let values = self.graphs.iter().map(|named| {
                loopy_values(named.graph(), budget).map_err(|error| named.describe(error))
            });
            let _ = self.values.set(values.collect::<Result<Vec<_>, _>>()?);
        }
        let values = self.values.get().map_or(&[][..], Vec::as_slice);
        let valued: Vec<ValuedToken<'_>> = tokens
            .iter()
            .map(|&(index, vertex)| ValuedToken {
                graph: self.graphs[index].graph(),
                values: &values[index],
                vertex,
            })
            .collect();
        let value = sum_value(&valued);
        let winning = winning_moves(&valued)?
            .into_iter()
            .map(|(token, to)| moved(token, self.graphs[tokens[token].0].text(to)))
            .collect();
        let result = MoveResult::of_outcome(value.outcome());
        analysis.value = Some(value.to_string());
        analysis.outcome = Some(value.outcome());
        analysis.play = vec![self.play(Player::Left, result, None, winning)];
        Ok(())
    }

    /// Whether two positions are equal; the [`Claim`] of the analysis gives the reason.
    ///
    /// # Errors
    ///
    /// [`Error::NotTwo`] unless there are two tokens; [`Error::Graph`] if values are requested and
    /// there are none; the budget.
    pub fn compare(&self, likeness: Likeness, budget: &Budget) -> Result<Analysis> {
        let &[(g, v), (h, w)] = &self.tokens[..] else {
            return Err(Error::NotTwo(self.tokens.len()));
        };
        let (first, second) = (&self.graphs[g], &self.graphs[h]);
        let (holds, reason) = match likeness {
            Likeness::SameGame => {
                let same = same_game((first.graph(), v), (second.graph(), w), budget)
                    .map_err(|error| first.describe(error))?;
                (same, if same { "the same game" } else { "different games" }.to_owned())
            }
            Likeness::InSums => {
                let a = first.values(budget)?.get(v).clone();
                let b = second.values(budget)?.get(w).clone();
                if a == b {
                    (true, format!("both are worth {a}"))
                } else {
                    (false, format!("they are worth {a} and {b}"))
                }
            }
        };
        let mut analysis = Analysis::new(self.subject.replacen(" + ", " = ", 1));
        analysis.claim = Some(Claim { holds, reason, ..Claim::default() });
        Ok(analysis)
    }

    pub(super) fn is_coloured(&self) -> bool {
        self.graphs.iter().any(|graph| graph.graph().is_coloured())
    }

    /// The possible first movers: both players, or in an impartial game either one.
    fn movers(&self) -> &'static [Player] {
        if self.is_coloured() { &Player::BOTH } else { &[Player::Left] }
    }

    fn play(
        &self,
        player: Player,
        result: MoveResult,
        remoteness: Option<u32>,
        winning_moves: Vec<WinningMove>,
    ) -> Play {
        Play {
            mover: self.is_coloured().then_some(player),
            result: Some(result),
            remoteness: remoteness.map(u64::from),
            winning_moves,
            ..Play::default()
        }
    }

    /// An error of a sum: of one of the graphs, or of the sum as a whole.
    fn describe(&self, convention: Convention, error: GraphError) -> Error {
        let of_sum = |message| Error::Graph { graph: self.subject.clone(), message };
        match error {
            GraphError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            GraphError::ResultInSum { vertex } => {
                let refused =
                    |graph: &Graph| graph.result(vertex).is_some_and(|r| r != convention.no_move());
                let mut graphs = self.tokens.iter().map(|&(index, _)| &self.graphs[index]);
                match graphs.find(|named| refused(named.graph())) {
                    Some(graph) => graph.describe(error),
                    None => of_sum(error.to_string()),
                }
            }
            // Here vertices are positions of the sum, which have no names.
            GraphError::DepthTooLarge { limit, .. } => {
                of_sum(format!("a position is more than {limit} moves from the end"))
            }
            other => of_sum(other.to_string()),
        }
    }
}

/// Tokens are counted from 1.
fn number(token: usize, after: String) -> WinningMove {
    WinningMove::within(token + 1, after)
}

/// Splits `FILE:VERTEX` at the first colon preceded by the name of an existing file.
fn split(token: &str) -> Option<(&str, &str)> {
    token
        .match_indices(':')
        .map(|(at, _)| (&token[..at], &token[at + 1..]))
        .find(|(path, _)| *path == "-" || Path::new(path).is_file())
}

/// The graph of a position such as `nim(3)`.
fn of_position(token: &str, budget: &Budget) -> Result<NamedGraph> {
    if !token.contains('(') {
        return Err(Error::NoToken(token.to_owned()));
    }
    let sum = read_positions(token, Convention::Normal, budget)?;
    NamedGraph::of_sum(&sum, GraphOptions::default(), budget)
}
