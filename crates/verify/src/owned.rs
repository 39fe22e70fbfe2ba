//! Games on graphs whose vertices have owners: who wins from each vertex, and by which moves.
//!
//! Vertices are won by Left or Right; her wish is the [`Objective`]. In every game, a region is
//! closed: from a vertex that its winner owns, the move of the row leads to a vertex of the same
//! winner, and where the loser moves, all moves do. At a terminal, the player who cannot move has
//! lost, unless the terminal has a result of its own.
//!
//! - **Reachability and safety.** Let the reacher be the player who wants to come to a target. Where
//!   he or she wins, the remoteness is 0 at targets and terminals, and elsewhere one more than the
//!   least of the successors if the reacher moves there (the move leads to such a one), or than the
//!   greatest if the opponent does. Remoteness falls along the strategy, so play ends. Elsewhere no
//!   play comes to a target, since the other region is closed and has none.
//! - **Parity, Büchi and co-Büchi.** If the winner keeps to the moves of the rows, no cycle in his
//!   or her region has a largest priority that the opponent likes. Strongly connected components
//!   show it: if the largest priority of one is liked by the winner, cycles through it are, and the
//!   others are in the components without the vertices above the largest priority that the opponent
//!   likes. Each level takes linear time; there are at most as many as priorities. For Büchi games
//!   targets have priority 2 and others 1, for co-Büchi games 1 and 0.

use upstar_core::arcs::Objective;
use upstar_core::{Budget, Convention, Player};

use crate::Result;
use crate::error::{First, VerifyError};
use crate::graph::Arcs;

/// One vertex of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedRow {
    /// Whether it is a target.
    pub target: bool,
    /// Who wins from here.
    pub winner: Player,
    /// The moves to the end, in reachability and safety games where the reacher wins.
    pub remoteness: Option<u32>,
    /// The move of the winner, if he or she moves here.
    pub best: Option<u32>,
}

/// Checks the winners and the strategies of both players. O(V+E) for reachability and safety; for
/// the others that for each level of priorities, of which few games have many.
///
/// # Errors
/// [`VerifyError::Rejected`] with the first vertex whose row is wrong, or that is on a cycle which
/// the loser likes; [`VerifyError::Graph`] if the graph has no owners or no priorities; the budget.
///
/// # Panics
/// If there are not as many rows as vertices.
pub fn check(graph: &Arcs, objective: Objective, rows: &[OwnedRow], budget: &Budget) -> Result {
    let vertices = graph.vertices as usize;
    assert_eq!(rows.len(), vertices, "rows");
    if graph.owners.players.len() != vertices {
        return Err(VerifyError::Graph("the vertices of the graph have no owners".to_owned()));
    }
    if objective.needs_priorities() && graph.owners.priorities.len() != vertices {
        return Err(VerifyError::Graph("the vertices of the graph have no priorities".to_owned()));
    }
    if graph.colours.iter().any(|&colour| colour != Default::default()) {
        return Err(VerifyError::Graph("the arcs of the graph have colours".to_owned()));
    }
    if let Some(v) = graph.terminal_with_arcs() {
        return Err(VerifyError::Graph(format!(
            "vertex number {v} has a result of its own, but there are moves from it"
        )));
    }
    let reacher = match objective {
        Objective::Reach => Some(Player::Left),
        Objective::Safety => Some(Player::Right),
        _ => None,
    };
    let check = Check { graph, objective, rows, reacher };
    let mut first = First::default();
    let (starts, successors) = graph.rows();
    let results = graph.results();
    let mut ticker = budget.ticker();
    for v in 0..graph.vertices {
        let row = &successors[starts[v as usize]..starts[v as usize + 1]];
        ticker.tick(row.len() as u64 + 1)?;
        let result = results[v as usize].unwrap_or(Convention::Normal.no_move());
        let ended = match (reacher, rows[v as usize].target) {
            (Some(reacher), true) => Some(Some(reacher)),
            _ => row.is_empty().then(|| result.winner(graph.owners.players[v as usize])),
        };
        let wrong = match ended {
            Some(winner) => check.end(v, winner),
            None => check.moves(v, row),
        };
        if let Some(reason) = wrong {
            first.add(v, || reason);
        }
    }
    first.into_result()?;
    if reacher.is_none() {
        Player::BOTH.into_iter().try_for_each(|player| check.cycles(player, budget))?;
    }
    Ok(())
}

struct Check<'a> {
    graph: &'a Arcs,
    objective: Objective,
    rows: &'a [OwnedRow],
    reacher: Option<Player>,
}

impl Check<'_> {
    /// What is wrong with a vertex where play ends.
    fn end(&self, v: u32, winner: Option<Player>) -> Option<String> {
        let row = &self.rows[v as usize];
        let Some(winner) = winner else {
            return Some("it is a draw, but one of the players wins every such game".to_owned());
        };
        if row.winner != winner {
            return Some(format!("play ends here and {winner} has won"));
        }
        if row.best.is_some() {
            return Some("a move where play has ended".to_owned());
        }
        let remoteness = (self.reacher == Some(winner)).then_some(0);
        (row.remoteness != remoteness).then(|| "play ends here, after 0 moves".to_owned())
    }

    /// What is wrong with a vertex from which there are moves.
    fn moves(&self, v: u32, successors: &[u32]) -> Option<String> {
        let row = &self.rows[v as usize];
        let winner = row.winner;
        let chooses = self.graph.owners.players[v as usize] == winner;
        let of = |w: u32| &self.rows[w as usize];
        match row.best {
            None if chooses => return Some(format!("{winner} wins and moves here, by no move")),
            Some(_) if !chooses => return Some(format!("a move where {winner} does not move")),
            Some(to) if !successors.contains(&to) => {
                return Some("its move is no arc of the graph".to_owned());
            }
            Some(to) if of(to).winner != winner => {
                return Some(format!("its move leads to where {winner} loses"));
            }
            None if successors.iter().any(|&w| of(w).winner != winner) => {
                return Some(format!("{winner} does not move here and can be led out"));
            }
            _ => {}
        }
        if self.reacher != Some(winner) {
            let wrong = row.remoteness.is_some();
            return wrong.then(|| "a remoteness where nobody reaches anything".to_owned());
        }
        // Where the other player wins there is none.
        let all = || successors.iter().filter_map(|&w| of(w).remoteness);
        let (wanted, word) =
            if chooses { (all().min(), "least") } else { (all().max(), "greatest") };
        let exact =
            row.remoteness.is_some() && row.remoteness == wanted.and_then(|k| k.checked_add(1));
        if !exact {
            return Some(format!(
                "its remoteness is not one more than the {word} of its successors"
            ));
        }
        let best = row.best.map(|to| of(to).remoteness);
        (best.is_some_and(|best| best != wanted))
            .then(|| "its move is not the shortest way".to_owned())
    }

    /// The priority of a vertex, so that the largest one counts; and who likes it.
    fn priority(&self, v: u32) -> (u32, Player) {
        let target = u32::from(self.rows[v as usize].target);
        let of_graph = || self.graph.owners.priorities[v as usize];
        let (rank, parity) = match self.objective {
            Objective::MaxParity => (of_graph(), of_graph()),
            Objective::MinParity => (u32::MAX - of_graph(), of_graph()),
            Objective::Buchi => (1 + target, 1 + target),
            _ => (target, target),
        };
        (rank, if parity % 2 == 0 { Player::Left } else { Player::Right })
    }

    /// Looks for a cycle in the region of a player, against the moves of the rows, that the opponent
    /// likes.
    fn cycles(&self, player: Player, budget: &Budget) -> Result {
        // The arcs that are left, by the player's moves and all of the opponent's.
        let kept = |&(from, to): &(u32, u32)| {
            let row = &self.rows[from as usize];
            row.winner == player && row.best.is_none_or(|best| best == to)
        };
        let arcs: Vec<(u32, u32)> = self.graph.arcs.iter().copied().filter(kept).collect();
        let within = Arcs { vertices: self.graph.vertices, arcs, ..Arcs::default() };
        let (starts, successors) = within.rows();
        let row = |v: u32| &successors[starts[v as usize]..starts[v as usize + 1]];
        let mut search = Search::new(within.vertices as usize, budget);
        let all = (0..within.vertices).filter(|&v| self.rows[v as usize].winner == player);
        let mut parts: Vec<Vec<u32>> = vec![all.collect()];
        while let Some(part) = parts.pop() {
            for component in search.components(&part, row)? {
                if component.len() == 1 && !row(component[0]).contains(&component[0]) {
                    continue;
                }
                let bad = |&&v: &&u32| self.priority(v).1 != player;
                let rank = |v: &u32| self.priority(*v).0;
                let Some(worst) = component.iter().filter(bad).map(rank).max() else { continue };
                let rest: Vec<u32> =
                    component.iter().copied().filter(|v| rank(v) <= worst).collect();
                if rest.len() < component.len() {
                    parts.push(rest);
                    continue;
                }
                let mut first = First::default();
                for &v in component.iter().filter(|v| rank(v) == worst) {
                    first.add(v, || {
                        let other = player.opponent();
                        format!(
                            "{other} can come here again and again against the moves of {player}"
                        )
                    });
                }
                return first.into_result();
            }
        }
        Ok(())
    }
}

/// Strongly connected components by two searches in depth (Kosaraju and Sharir).
struct Search<'b> {
    /// The part in which a vertex is, by number, and whether it was met in the second search.
    part: Vec<u32>,
    number: u32,
    budget: &'b Budget,
}

impl<'b> Search<'b> {
    fn new(vertices: usize, budget: &'b Budget) -> Self {
        Search { part: vec![0; vertices], number: 0, budget }
    }

    fn components<'g>(
        &mut self,
        vertices: &[u32],
        row: impl Fn(u32) -> &'g [u32],
    ) -> Result<Vec<Vec<u32>>> {
        let mut ticker = self.budget.ticker();
        // In the part, met by the first search, met by the second one.
        let [inside, met, done] = [1, 2, 3].map(|step| self.number + step);
        self.number = done;
        for &v in vertices {
            self.part[v as usize] = inside;
        }
        let mut order = Vec::with_capacity(vertices.len());
        let mut into: Vec<(u32, u32)> = Vec::new();
        let mut path: Vec<(u32, usize)> = Vec::new();
        for &root in vertices {
            if self.part[root as usize] != inside {
                continue;
            }
            self.part[root as usize] = met;
            path.push((root, 0));
            while let Some((v, next)) = path.last_mut() {
                ticker.tick(1)?;
                let Some(&w) = row(*v).get(*next) else {
                    order.push(*v);
                    path.pop();
                    continue;
                };
                *next += 1;
                if self.part[w as usize] == inside || self.part[w as usize] == met {
                    into.push((w, *v));
                }
                if self.part[w as usize] == inside {
                    self.part[w as usize] = met;
                    path.push((w, 0));
                }
            }
        }
        into.sort_unstable();
        let mut components = Vec::new();
        for &root in order.iter().rev() {
            if self.part[root as usize] != met {
                continue;
            }
            self.part[root as usize] = done;
            let mut component = vec![root];
            let mut head = 0;
            while let Some(&v) = component.get(head) {
                head += 1;
                let first = into.partition_point(|&(to, _)| to < v);
                for &(_, u) in into[first..].iter().take_while(|&&(to, _)| to == v) {
                    ticker.tick(1)?;
                    if self.part[u as usize] == met {
                        self.part[u as usize] = done;
                        component.push(u);
                    }
                }
            }
            components.push(component);
        }
        Ok(components)
    }
}
