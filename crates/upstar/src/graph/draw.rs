//! Pictures of small graphs.

use std::collections::{HashMap, HashSet};

use upstar_core::arcs::Colour;
use upstar_core::{Outcome, Player};
use upstar_draw::diagram::{Arc, Diagram, MOST_VERTICES, Mark, Vertex, outcome_fill};
use upstar_draw::{Rgb, Scene};
use upstar_graphs::{Graph, GraphSolution};

use super::named::NamedGraph;
use super::owned::{OwnedAnswer, outcome};
use super::payoffs::PayoffAnswer;
use super::solve::SolvedGraph;
use crate::error::{Error, Result};

impl SolvedGraph<'_> {
    /// A picture with vertices coloured by outcome, their remoteness, and thick best moves. With
    /// `from`, of the vertices reachable from it; with a title, a line above it. Vertices that a
    /// stopped run did not reach are white.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyToDraw`]; [`Error::Draw`] for too many arcs.
    pub fn scene(&self, from: Option<u32>, title: Option<String>) -> Result<Scene> {
        drawn(self.graph(), from, title, |vertices| self.diagram(vertices, from))
    }

    /// The centre of each vertex in the picture of the whole graph, in pixels from the corner of
    /// the upper left vertex.
    ///
    /// # Errors
    ///
    /// As [`SolvedGraph::scene`].
    pub fn places(&self) -> Result<Vec<(f64, f64)>> {
        Ok(self.diagram(&shown(self.graph().graph(), None)?, None)?.places()?)
    }

    fn diagram(&self, vertices: &[u32], start: Option<u32>) -> Result<Diagram> {
        let named = self.graph();
        let facts = named.facts();
        let is_coloured = facts.coloured;
        let place = numbered(vertices);
        let successors = named.graph().successors()?;
        let mut diagram = Diagram::default();
        let mut outcomes = Vec::new();
        let mut colours = Vec::new();
        for &vertex in vertices {
            let outcome = self.solution().outcome(vertex);
            outcomes.extend(outcome);
            diagram.vertices.push(Vertex {
                label: named.text(vertex),
                note: self.note(vertex),
                id: Some(named.text(vertex)),
                fill: outcome.map_or(Rgb::WHITE, outcome_fill),
                bold: start == Some(vertex),
                square: false,
            });
            // A best move is drawn thick once, however many parallel arcs there are.
            let mut thick_left = self.best_moves(vertex)?;
            for (to, colour) in successors.coloured(vertex) {
                let best = thick_left.iter().position(|&(player, best)| {
                    best == to && player.is_none_or(|player| colour.allows(player))
                });
                if let Some(index) = best {
                    thick_left.swap_remove(index);
                }
                colours.push(colour);
                diagram.arcs.push(Arc {
                    from: place[&vertex],
                    to: place[&to],
                    colour: rgb(colour, is_coloured),
                    thick: best.is_some(),
                    label: String::new(),
                });
            }
        }
        for outcome in Outcome::ALL {
            if outcomes.contains(&outcome) {
                let words = format!("{outcome}: {}", facts.meaning(outcome));
                diagram.legend.push((Mark::Fill(outcome_fill(outcome)), words));
            }
        }
        if is_coloured {
            for (colour, words) in [
                (Colour::Left, "Left moves"),
                (Colour::Right, "Right moves"),
                (Colour::Both, "both"),
            ] {
                if colours.contains(&colour) {
                    diagram.legend.push((Mark::Line(rgb(colour, true)), words.to_owned()));
                }
            }
        }
        if diagram.arcs.iter().any(|arc| arc.thick) {
            diagram.legend.push((Mark::Thick(Rgb::BLACK), "best move".to_owned()));
        }
        Ok(diagram)
    }

    /// The remoteness in words.
    fn note(&self, vertex: u32) -> String {
        let number = |player| {
            let remoteness = self.solution().remoteness(vertex, player);
            remoteness.map_or("∞".to_owned(), |remoteness| remoteness.to_string())
        };
        match self.solution() {
            GraphSolution::Impartial(_) => number(Player::Left),
            GraphSolution::Coloured(_) => {
                format!("{} | {}", number(Player::Left), number(Player::Right))
            }
        }
    }

    /// The best move of each mover; `None` for the mover in an impartial game.
    fn best_moves(&self, vertex: u32) -> Result<Vec<(Option<Player>, u32)>> {
        Ok(match self.solution() {
            GraphSolution::Impartial(_) => {
                self.best_move(vertex, Player::Left)?.map(|to| (None, to)).into_iter().collect()
            }
            GraphSolution::Coloured(_) => {
                let mut best = Vec::new();
                for player in Player::BOTH {
                    best.extend(self.best_move(vertex, player)?.map(|to| (Some(player), to)));
                }
                best
            }
        })
    }
}

impl OwnedAnswer<'_> {
    /// A picture: Left's vertices are round and Right's square, the colour is that of the winner,
    /// and the winner's moves are thick. Below the name stand the priority and, for reachability
    /// and safety, the remoteness. With `from`, of the vertices reachable from it; with a title, a
    /// line above it.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyToDraw`]; [`Error::Draw`] for too many arcs.
    pub fn scene(&self, from: Option<u32>, title: Option<String>) -> Result<Scene> {
        drawn(self.graph(), from, title, |vertices| self.diagram(vertices, from))
    }

    /// The centre of each vertex in the picture of the whole graph, as [`SolvedGraph::places`].
    ///
    /// # Errors
    ///
    /// As [`OwnedAnswer::scene`].
    pub fn places(&self) -> Result<Vec<(f64, f64)>> {
        Ok(self.diagram(&shown(self.graph().graph(), None)?, None)?.places()?)
    }

    fn diagram(&self, vertices: &[u32], start: Option<u32>) -> Result<Diagram> {
        let (named, solution) = (self.graph(), self.solution());
        let successors = named.graph().successors()?;
        let place = numbered(vertices);
        let mut diagram = Diagram::default();
        for &vertex in vertices {
            let priority = named.owners().priorities.get(vertex as usize);
            let priority = priority.map(|priority| format!("priority {priority}"));
            let remoteness = solution.remoteness(vertex).map(|remoteness| remoteness.to_string());
            diagram.vertices.push(Vertex {
                label: named.text(vertex),
                note: priority.or(remoteness).unwrap_or_default(),
                id: Some(named.text(vertex)),
                fill: outcome_fill(outcome(solution.winner(vertex))),
                bold: start == Some(vertex),
                square: self.owner(vertex) == Player::Right,
            });
            let best = solution.best_move(vertex);
            push_arcs(&mut diagram, &place, vertex, successors.of(vertex), best);
        }
        for player in Player::BOTH {
            let words = format!("{player} wins");
            diagram.legend.push((Mark::Fill(outcome_fill(outcome(player))), words));
        }
        diagram.legend.push((Mark::Fill(Rgb::WHITE), SHAPES.to_owned()));
        diagram.legend.push((Mark::Thick(Rgb::BLACK), "the winner's move".to_owned()));
        Ok(diagram)
    }
}

impl PayoffAnswer<'_> {
    /// A picture: below the name of a vertex stands its payoff under best play, and best moves are thick. A
    /// positive payoff is coloured as a win of Left (or of the player to move), a negative one as a loss.
    /// With owners Left's vertices are round and Right's square.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyToDraw`]; [`Error::Draw`] for too many arcs.
    pub fn scene(&self, from: Option<u32>, title: Option<String>) -> Result<Scene> {
        let (named, solution) = (self.graph(), self.solution());
        let owners = &named.owners().players;
        let [won, lost] =
            if owners.is_empty() { [Outcome::N, Outcome::P] } else { [Outcome::L, Outcome::R] };
        let successors = named.graph().successors()?;
        drawn(named, from, title, |vertices| {
            let place = numbered(vertices);
            let mut diagram = Diagram::default();
            for &vertex in vertices {
                let payoff = solution.payoff(vertex);
                diagram.vertices.push(Vertex {
                    label: named.text(vertex),
                    note: payoff.to_string(),
                    id: Some(named.text(vertex)),
                    fill: outcome_fill(match payoff.signum() {
                        1 => won,
                        -1 => lost,
                        _ => Outcome::D,
                    }),
                    bold: from == Some(vertex),
                    square: owners.get(vertex as usize) == Some(&Player::Right),
                });
                let best = solution.best_move(vertex);
                push_arcs(&mut diagram, &place, vertex, successors.of(vertex), best);
            }
            if !owners.is_empty() {
                diagram.legend.push((Mark::Fill(Rgb::WHITE), SHAPES.to_owned()));
            }
            diagram.legend.push((Mark::Thick(Rgb::BLACK), "best move".to_owned()));
            Ok(diagram)
        })
    }
}

/// What the shapes of vertices mean.
const SHAPES: &str = "round: Left moves; square: Right";

/// Adds the arcs from a vertex, one of them thick.
fn push_arcs(
    diagram: &mut Diagram,
    place: &HashMap<u32, u32>,
    vertex: u32,
    successors: &[u32],
    mut best: Option<u32>,
) {
    for &to in successors {
        let thick = best.take_if(|best| *best == to).is_some();
        let (from, to, colour) = (place[&vertex], place[&to], Rgb::BLACK);
        diagram.arcs.push(Arc { from, to, colour, thick, label: String::new() });
    }
}

/// The numbers of the vertices in a picture.
fn numbered(vertices: &[u32]) -> HashMap<u32, u32> {
    vertices.iter().enumerate().map(|(index, &vertex)| (vertex, index as u32)).collect()
}

/// The picture of the vertices to draw.
fn drawn(
    graph: &NamedGraph,
    from: Option<u32>,
    title: Option<String>,
    diagram: impl FnOnce(&[u32]) -> Result<Diagram>,
) -> Result<Scene> {
    let diagram = diagram(&shown(graph.graph(), from)?)?;
    Ok(Diagram { title, ..diagram }.scene()?)
}

/// The vertices to draw: all, or the reachable ones.
fn shown(graph: &Graph, from: Option<u32>) -> Result<Vec<u32>> {
    let too_many = |found| Error::TooManyToDraw { found, most: MOST_VERTICES };
    let Some(start) = from else {
        let count = graph.vertices();
        if count as usize > MOST_VERTICES {
            return Err(too_many(count as usize));
        }
        return Ok((0..count).collect());
    };
    let successors = graph.successors()?;
    let mut seen = HashSet::from([start]);
    let mut order = vec![start];
    let mut head = 0;
    while let Some(&vertex) = order.get(head) {
        head += 1;
        order.extend(successors.of(vertex).iter().filter(|&&next| seen.insert(next)));
        if order.len() > MOST_VERTICES {
            return Err(too_many(order.len()));
        }
    }
    order.sort_unstable();
    Ok(order)
}

fn rgb(colour: Colour, coloured: bool) -> Rgb {
    match colour {
        _ if !coloured => Rgb::BLACK,
        Colour::Left => Rgb::BLUE,
        Colour::Right => Rgb::RED,
        Colour::Both => Rgb::GREEN,
    }
}
