//! Certificates that a program without an engine can check.

use std::path::Path;

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Player};
use upstar_files::graph::{ArcSource, GraphView};
use upstar_files::{FileError, GraphDigest, Output};
use upstar_graphs::certificate::{
    OutcomeRow, ValueRow, certify_coloured, certify_outcomes, certify_values,
};
use upstar_graphs::{Graph, GraphSolution, LoopyValues};
use upstar_verify::Certificate;

use super::named::NamedGraph;
use crate::error::Result;

/// Writes a certificate of outcomes.
pub(super) fn outcomes(
    path: &Path,
    graph: &NamedGraph,
    solution: &GraphSolution,
    budget: &Budget,
) -> Result {
    let vertices = graph.graph().vertices();
    let row = |row: OutcomeRow| upstar_verify::outcomes::OutcomeRow {
        outcome: row.outcome,
        remoteness: row.remoteness,
        best: row.best,
    };
    let described = |error| graph.describe(error);
    let certificate = match solution {
        GraphSolution::Impartial(solution) => {
            let certificate =
                certify_outcomes(graph.graph(), solution, budget).map_err(described)?;
            let rows = (0..vertices).map(|v| row(certificate.row(v))).collect();
            Certificate::Outcomes { convention: certificate.convention(), rows }
        }
        GraphSolution::Coloured(solution) => {
            let certificate = certify_coloured(solution, budget).map_err(described)?;
            let rows = (0..vertices)
                .flat_map(|v| Player::BOTH.map(|player| row(certificate.row(v, player))))
                .collect();
            Certificate::Coloured { convention: certificate.convention(), rows }
        }
    };
    write(path, graph, &certificate, budget)
}

/// Writes a certificate of nimbers and loopy nimbers.
pub(super) fn values(
    path: &Path,
    graph: &NamedGraph,
    values: &LoopyValues,
    budget: &Budget,
) -> Result {
    use upstar_verify::values as checked;
    let certificate =
        certify_values(graph.graph(), values, budget).map_err(|error| graph.describe(error))?;
    let rows = (0..graph.graph().vertices())
        .map(|v| match certificate.row(v) {
            ValueRow::Nimber { value, rank } => checked::ValueRow::Nimber { value, rank },
            ValueRow::Infinite { members, witness } => {
                checked::ValueRow::Infinite { members: members.to_vec(), witness }
            }
        })
        .collect();
    write(path, graph, &Certificate::Values { rows }, budget)
}

/// Writes a certificate with the digest of its graph.
pub(super) fn write(
    path: &Path,
    graph: &NamedGraph,
    certificate: &Certificate,
    budget: &Budget,
) -> Result {
    let arcs = Arcs(graph.graph());
    let (names, terminals) = (graph.names(), graph.graph().results());
    let view = GraphView { names, arcs: &arcs, terminals, owners: graph.owners() };
    let digest = GraphDigest::of(&view, budget)?;
    let mut output = Output::create(path)?;
    upstar_verify::write(&mut output, certificate, graph.names(), digest)?;
    Ok(output.finish()?)
}

/// The arcs of a graph, for the digest.
struct Arcs<'a>(&'a Graph);

impl ArcSource for Arcs<'_> {
    fn arc_count(&self) -> u64 {
        self.0.arcs()
    }

    fn is_coloured(&self) -> bool {
        self.0.is_coloured()
    }

    fn for_each_arc(
        &self,
        visit: &mut dyn FnMut(u32, u32, Colour) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        for to in 0..self.0.vertices() {
            for (from, colour) in self.0.coloured_predecessors(to) {
                visit(from, to, colour)?;
            }
        }
        Ok(())
    }
}
