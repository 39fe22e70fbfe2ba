//! Graphs in files.

use upstar::NamedGraph;
use upstar::core::arcs::Colour as ArcColour;
use upstar::draw::svg;
use upstar::files::Source;
use upstar::files::graph::ReadOptions;
use upstar::graphs::GraphSolution;
use upstar_core::{Budget, Convention, Outcome, Player};

use crate::faults::Failure;
use crate::protocol::{Colour, GraphEdge, GraphRequest, SolvedFile, SolvedVertex};

/// The maximum number of vertices and arcs listed individually.
const MOST: u64 = 20_000;
/// The maximum number of vertices in the table.
const MOST_ROWS: u64 = 500_000;

/// Solves the graph of a file.
pub(crate) fn solve(request: &GraphRequest, budget: &Budget) -> Result<SolvedFile, Failure> {
    // The name is displayed and its extension gives the format; no file is opened.
    let source = Source::bytes(request.name.clone(), request.text.clone().into_bytes());
    let graph = NamedGraph::read_with_owners(&source, &ReadOptions::default(), budget)?;
    if !graph.owners().is_empty() {
        return solve_owned(&graph, budget);
    }
    let convention = Convention::of(request.misere);
    let solved = graph.solve(convention, 1, budget)?.complete()?;
    let mut found = SolvedFile {
        analysis: solved.analysis(None)?,
        vertices: Vec::new(),
        arcs: Vec::new(),
        svg: None,
        table: None,
    };
    let impartial = matches!(solved.solution(), GraphSolution::Impartial(_));
    let (vertices, arcs) = (u64::from(graph.graph().vertices()), graph.graph().arcs());
    if vertices <= MOST_ROWS {
        found.table = Some(solved.table_text(budget)?);
    }
    if vertices > MOST || arcs > MOST {
        return Ok(found);
    }
    found.svg = solved.scene(None, None).ok().map(|scene| svg(&scene));
    let places = solved.places().unwrap_or_default();
    // Positions without nimbers (coloured arcs, special results) have no values.
    let values = if impartial && !request.misere { graph.values(budget).ok() } else { None };
    budget.check()?;
    let name = |v: u32| graph.names().get(v).to_string();
    let successors = graph.graph().successors().map_err(upstar::Error::from)?;
    for v in 0..graph.graph().vertices() {
        let remoteness =
            Player::BOTH.map(|player| solved.solution().remoteness(v, player).map(u64::from));
        let mut best = [None; 2];
        for (best, player) in best.iter_mut().zip(Player::BOTH) {
            *best = solved.best_move(v, player)?;
        }
        let Some(outcome) = solved.solution().outcome(v) else { continue };
        let (x, y) = places.get(v as usize).copied().unwrap_or_default();
        for (to, colour) in successors.coloured(v) {
            let colour = match colour {
                _ if impartial => None,
                ArcColour::Left => Some(Colour::Blue),
                ArcColour::Right => Some(Colour::Red),
                ArcColour::Both => Some(Colour::Green),
            };
            found.arcs.push(GraphEdge { from: v, to, colour });
        }
        found.vertices.push(SolvedVertex {
            name: name(v),
            outcome,
            value: values.as_ref().map(|values| values.get(v).to_string()),
            remoteness,
            best,
            owner: None,
            priority: None,
            x,
            y,
        });
    }
    Ok(found)
}

/// Solves the parity game of a file.
fn solve_owned(graph: &NamedGraph, budget: &Budget) -> Result<SolvedFile, Failure> {
    let solved = graph.solve_owned(None, &[], budget)?;
    let mut found = SolvedFile {
        analysis: solved.analysis(None),
        vertices: Vec::new(),
        arcs: Vec::new(),
        svg: None,
        table: None,
    };
    let (vertices, arcs) = (u64::from(graph.graph().vertices()), graph.graph().arcs());
    if vertices <= MOST_ROWS {
        found.table = Some(solved.table_text(budget)?);
    }
    if vertices > MOST || arcs > MOST {
        return Ok(found);
    }
    found.svg = solved.scene(None, None).ok().map(|scene| svg(&scene));
    let places = solved.places().unwrap_or_default();
    let name = |v: u32| graph.names().get(v).to_string();
    let successors = graph.graph().successors().map_err(upstar::Error::from)?;
    for v in 0..graph.graph().vertices() {
        let (owner, winner) = (graph.owners().players[v as usize], solved.solution().winner(v));
        let best = solved.solution().best_move(v);
        let arcs = successors.of(v).iter();
        found.arcs.extend(arcs.map(|&to| GraphEdge { from: v, to, colour: None }));
        let (x, y) = places.get(v as usize).copied().unwrap_or_default();
        let (outcome, best) = match winner {
            Player::Left => (Outcome::L, [best, None]),
            Player::Right => (Outcome::R, [None, best]),
        };
        found.vertices.push(SolvedVertex {
            name: name(v),
            outcome,
            value: None,
            remoteness: [None; 2],
            best,
            owner: Some(owner),
            priority: graph.owners().priorities.get(v as usize).map(|&priority| priority.into()),
            x,
            y,
        });
    }
    Ok(found)
}
