//! Analyses of games given as an explicit digraph.

use upstar_core::arcs::TerminalResult;
use upstar_core::names::Names;
use upstar_core::{Budget, Exhausted, Outcome, Player, Run, StopReason};
use upstar_graphs::{
    ColouredSolution, Graph, GraphError, Line, Rules, Solution, solve, solve_coloured,
};

use crate::analysis::{Analysis, GraphFacts, Longest, MoveResult, Play};

/// A solved graph: impartial, or with coloured arcs.
#[derive(Debug)]
pub enum Solved {
    /// Both players have the same moves.
    Impartial(Solution),
    /// Blue arcs are Left's, red ones Right's, green ones both players'.
    Coloured(Box<ColouredSolution>),
}

/// Solves every vertex of a graph, by colours if it has any.
///
/// O(V+E); see [`solve`] and [`solve_coloured`].
///
/// # Errors
///
/// As those.
///
/// ```
/// use upstar::core::{Budget, Outcome, names::Names};
/// use upstar::graphs::{Graph, Rules};
///
/// let graph = Graph::from_arcs(3, [(1, 0), (1, 2), (2, 1)])?;
/// let run = upstar::solve_graph(&graph, Rules::NORMAL, 1, &Budget::unlimited())?;
/// let analysis = run.found.analyze("g.csv", &graph, &Names::Dense(3), Some(1))?;
/// assert_eq!(analysis.outcome, Some(Outcome::N));
/// assert_eq!(analysis.play[0].line, ["1", "0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_graph(
    graph: &Graph,
    rules: Rules,
    threads: usize,
    budget: &Budget,
) -> Result<Run<Solved>, GraphError> {
    Ok(if graph.is_coloured() {
        solve_coloured(graph, rules, threads, budget)?
            .map(|solution| Solved::Coloured(Box::new(solution)))
    } else {
        solve(graph, rules, threads, budget)?.map(Solved::Impartial)
    })
}

impl Solved {
    /// Everything that is known of the graph called `subject`, and of the
    /// vertex `from` if one is asked for.
    ///
    /// # Errors
    ///
    /// If there is no memory for the arcs in forward direction, which a line
    /// of play needs.
    pub fn analyze(
        &self,
        subject: &str,
        graph: &Graph,
        names: &Names,
        from: Option<u32>,
    ) -> Result<Analysis, Exhausted> {
        let mut analysis = Analysis::new(subject);
        analysis.graph = Some(self.facts(graph, names));
        if let Some(unknown) = analysis.graph.as_ref().map(|facts| facts.unknown)
            && unknown > 0
        {
            analysis.stop = StopReason::Cancelled;
        }
        let Some(v) = from else { return Ok(analysis) };
        analysis.subject = format!("{subject}, vertex {}", names.get(v));
        match self {
            Solved::Impartial(solution) => {
                analysis.outcome = solution.outcome(v);
                let result = solution.outcome(v).map(|outcome| match outcome {
                    Outcome::N => MoveResult::Win,
                    Outcome::P => MoveResult::Loss,
                    _ => MoveResult::Draw,
                });
                let wins = |w| solution.outcome(w) == Some(Outcome::P);
                let successors = graph.successors()?.of(v).iter().copied();
                analysis.play.push(Play {
                    mover: String::new(),
                    result,
                    remoteness: solution.remoteness(v).map(u64::from),
                    winning_moves: moves(names, successors.filter(|&w| wins(w))),
                    line: line(names, &solution.line(graph, v)?),
                });
            }
            Solved::Coloured(solution) => {
                analysis.outcome = solution.outcome(v);
                for player in Player::BOTH {
                    let wins =
                        |w| solution.result(w, player.opponent()) == Some(TerminalResult::Loss);
                    let successors = graph.successors()?.of_player(v, player);
                    analysis.play.push(Play {
                        mover: player.to_string(),
                        result: solution.result(v, player).map(|result| match result {
                            TerminalResult::Win => MoveResult::Win,
                            TerminalResult::Loss => MoveResult::Loss,
                            TerminalResult::Draw => MoveResult::Draw,
                        }),
                        remoteness: solution.remoteness(v, player).map(u64::from),
                        winning_moves: moves(names, successors.filter(|&w| wins(w))),
                        line: line(names, &solution.line(v, player)?),
                    });
                }
            }
        }
        Ok(analysis)
    }

    fn facts(&self, graph: &Graph, names: &Names) -> GraphFacts {
        let mut facts = GraphFacts {
            vertices: u64::from(graph.vertices()),
            arcs: graph.arcs(),
            coloured: graph.is_coloured(),
            ..GraphFacts::default()
        };
        match self {
            Solved::Impartial(solution) => {
                let counts = solution.counts();
                facts.misere = solution.rules().misere;
                facts.unknown = counts.unknown;
                facts.outcomes =
                    vec![(Outcome::N, counts.n), (Outcome::P, counts.p), (Outcome::D, counts.d)];
                facts.longest_win = solution.longest(Outcome::N).map(|(v, remoteness)| Longest {
                    vertex: names.get(v).to_string(),
                    mover: String::new(),
                    remoteness: u64::from(remoteness),
                });
            }
            Solved::Coloured(solution) => {
                let (counts, unknown) = solution.counts();
                let (_, pairs) = solution.pairs();
                facts.misere = pairs.rules().misere;
                facts.unknown = unknown;
                facts.outcomes = Outcome::ALL.into_iter().zip(counts).collect();
                facts.longest_win = pairs.longest(Outcome::N).map(|(pair, remoteness)| Longest {
                    vertex: names.get(pair / 2).to_string(),
                    mover: Player::BOTH[pair as usize % 2].to_string(),
                    remoteness: u64::from(remoteness),
                });
            }
        }
        facts
    }
}

/// Names of vertices, in order of first appearance in the input, each once.
fn moves(names: &Names, vertices: impl Iterator<Item = u32>) -> Vec<String> {
    let mut vertices: Vec<u32> = vertices.collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices.into_iter().map(|v| names.get(v).to_string()).collect()
}

/// A line of play; a drawn one ends with the vertex that comes back.
fn line(names: &Names, line: &Line) -> Vec<String> {
    let again = line.repeats_from.map(|index| line.vertices[index]);
    line.vertices.iter().copied().chain(again).map(|v| names.get(v).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_core::arcs::Colour;
    use upstar_graphs::GraphBuilder;

    #[test]
    fn a_coloured_graph_is_shown_for_both_players() {
        // Only Left can move, once.
        let mut builder = GraphBuilder::new();
        builder.coloured_arc(0, 1, Colour::Left).unwrap();
        let graph = builder.finish().unwrap();
        let run = solve_graph(&graph, Rules::NORMAL, 1, &Budget::unlimited()).unwrap();
        let analysis = run.found.analyze("g", &graph, &Names::Dense(2), Some(0)).unwrap();
        assert_eq!(analysis.outcome, Some(Outcome::L));
        assert_eq!(analysis.play[0].winning_moves, ["1"]);
        assert_eq!(analysis.play[1].result, Some(MoveResult::Loss));
        let facts = analysis.graph.unwrap();
        assert!(facts.coloured && facts.outcomes.contains(&(Outcome::L, 1)));
    }

    #[test]
    fn a_drawn_line_ends_where_it_began_to_repeat() {
        let graph = Graph::from_arcs(2, [(0, 1), (1, 0)]).unwrap();
        let run = solve_graph(&graph, Rules::NORMAL, 1, &Budget::unlimited()).unwrap();
        let analysis = run.found.analyze("g", &graph, &Names::Dense(2), Some(1)).unwrap();
        assert_eq!(analysis.play[0].line, ["1", "0", "1"]);
        assert_eq!(analysis.play[0].result, Some(MoveResult::Draw));
        assert_eq!(analysis.play[0].remoteness, None);
    }
}
