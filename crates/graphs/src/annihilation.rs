//! Annihilation games: two tokens that meet on a vertex both vanish.

use upstar_core::arcs::TerminalResult;
use upstar_core::{Budget, Convention, Exhausted, GrundyValue, LoopyNimber, Outcome, Player};

use crate::Result;
use crate::graph::Graph;
use crate::grundy::grundy_values;
use crate::order::is_acyclic;
use crate::positions::{self, Explored, Options};

/// An annihilation game, solved by solving every set of vertices that can be reached.
#[derive(Debug)]
pub struct AnnihilationSolution<'a> {
    board: &'a Graph,
    tokens: Vec<u32>,
    explored: Explored,
}

/// A move in an annihilation game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnihilationMove {
    /// The vertex the token leaves.
    pub from: u32,
    /// The vertex it moves to. A token on that vertex vanishes with it.
    pub to: u32,
    /// The result for the player who moves.
    pub result: TerminalResult,
    /// The number of moves to the end, with this one, or `None` for a draw.
    pub remoteness: Option<u32>,
}

/// The tokens that are left when those on one vertex cancel in pairs, ascending.
fn cancelled(graph: &Graph, tokens: &[u32]) -> Result<Vec<u32>> {
    for &vertex in tokens {
        graph.check_vertex(vertex)?;
    }
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    Ok(tokens.chunk_by(|a, b| a == b).filter(|run| run.len() % 2 == 1).map(|run| run[0]).collect())
}

/// The set after moving the token on `from`, ascending. A move along a loop changes nothing.
fn after(tokens: &[u32], from: u32, to: u32) -> impl Iterator<Item = u32> + Clone {
    let stays = from == to;
    let meets = tokens.binary_search(&to).is_ok();
    let lower = tokens.iter().copied().filter(move |&v| stays || (v != from && v != to));
    let arrives = (!stays && !meets).then_some(to);
    let mut all: Vec<u32> = lower.chain(arrives).collect();
    all.sort_unstable();
    all.into_iter()
}

fn options(graph: &Graph, tokens: &[u32], out: &mut Options) -> Result {
    let successors = graph.successors()?;
    for &from in tokens {
        for (to, colour) in successors.coloured(from) {
            out.push(after(tokens, from, to), colour);
        }
    }
    Ok(())
}

/// Solves the annihilation game with `tokens` on `graph` exactly. It explores all sets of occupied
/// vertices that can be reached, under a budget. Tokens that begin on the same vertex cancel in
/// pairs. A player who cannot move loses (or wins, in misère play).
///
/// *Source:* Fraenkel and Yesha 1982; Stankevich, *Games on graphs*, exercise 17.
///
/// # Errors
/// If a vertex is not in the graph, the graph has terminals with results of
/// their own other than what `convention` says, or the budget is used up.
pub fn solve_annihilation<'a>(
    graph: &'a Graph,
    tokens: &[u32],
    convention: Convention,
    threads: usize,
    budget: &Budget,
) -> Result<AnnihilationSolution<'a>> {
    graph.check_results(convention)?;
    let tokens = cancelled(graph, tokens)?;
    let moves = |set: &[u32], out: &mut Options| options(graph, set, out);
    let explored = Explored::new(&tokens, moves, convention, threads, budget)?;
    Ok(AnnihilationSolution { board: graph, tokens, explored })
}

/// The value of the annihilation game with `tokens` on an impartial graph in normal play. On an
/// acyclic graph it is the nim-sum of the Grundy values of the tokens' vertices, found in O(V+E).
/// With cycles, the sets that can be reached are explored under the budget.
///
/// # Errors
/// If the arcs are coloured, a terminal is not lost for the player to move, a
/// vertex is not in the graph, or the budget is used up.
pub fn annihilation_value(graph: &Graph, tokens: &[u32], budget: &Budget) -> Result<LoopyNimber> {
    graph.check_normal_play()?;
    let tokens = cancelled(graph, tokens)?;
    if is_acyclic(graph, budget)? {
        let values = grundy_values(graph, budget)?;
        let sum: GrundyValue = tokens.iter().fold(0, |sum, &v| sum ^ values[v as usize]);
        return Ok(LoopyNimber::Nimber(sum));
    }
    positions::value(&tokens, |set: &[u32], out: &mut Options| options(graph, set, out), budget)
}

impl AnnihilationSolution<'_> {
    /// The vertices occupied at the start, after cancelling, ascending.
    pub fn tokens(&self) -> &[u32] {
        &self.tokens
    }

    /// The number of positions solved.
    pub fn positions(&self) -> u32 {
        self.explored.positions()
    }

    /// N, P or D if all arcs that matter are green, otherwise one of the nine outcomes.
    pub fn outcome(&self) -> Outcome {
        self.explored.outcome()
    }

    /// The result for `player` moving first, and the number of moves to the end if that is not a
    /// draw.
    pub fn result(&self, player: Player) -> (TerminalResult, Option<u32>) {
        self.explored.result(0, player)
    }

    /// All moves of `player` from the start, ascending.
    ///
    /// # Errors
    /// If there is no memory for the successors of the graph.
    pub fn moves(&self, player: Player) -> Result<Vec<AnnihilationMove>, Exhausted> {
        let mut moves: Vec<AnnihilationMove> = Vec::new();
        for &from in &self.tokens {
            for to in self.board.successors()?.of_player(from, player) {
                if moves.last().is_some_and(|last| (last.from, last.to) == (from, to)) {
                    continue;
                }
                let key: Vec<u32> = after(&self.tokens, from, to).collect();
                let (result, remoteness) = self.explored.after(&key, player);
                moves.push(AnnihilationMove { from, to, result, remoteness });
            }
        }
        Ok(moves)
    }

    /// The graph of all sets of occupied vertices; the start is vertex 0.
    pub fn graph(&self) -> &Graph {
        self.explored.graph()
    }
}
