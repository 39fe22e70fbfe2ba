//! `--certify`: answers that a program without an engine can check.

use std::path::Path;

use upstar::Solved;
use upstar::graphs::certificate::{ValueRow, certify_coloured, certify_outcomes, certify_values};
use upstar::graphs::{Graph, LoopyValues, Rules};
use upstar_core::arcs::Colour;
use upstar_core::{Budget, Player};
use upstar_files::graph::{ArcSource, GraphView};
use upstar_files::{FileError, GraphDigest, Output};
use upstar_verify::Certificate;
use upstar_verify::outcomes::OutcomeRow;

use super::load::Loaded;
use crate::support::Failure;

/// Writes a certificate of outcomes.
pub(super) fn outcomes(
    path: &Path,
    loaded: &Loaded,
    solved: &Solved,
    budget: &Budget,
) -> Result<(), Failure> {
    let vertices = loaded.graph.vertices();
    let row = |row: upstar::graphs::certificate::OutcomeRow| OutcomeRow {
        outcome: row.outcome,
        remoteness: row.remoteness,
        best: row.best,
    };
    let described = |error| loaded.describe(&error);
    let certificate = match solved {
        Solved::Impartial(solution) => {
            let certificate =
                certify_outcomes(&loaded.graph, solution, budget).map_err(described)?;
            let rows = (0..vertices).map(|v| row(certificate.row(v))).collect();
            Certificate::Outcomes { rules: rules(certificate.rules()), rows }
        }
        Solved::Coloured(solution) => {
            let certificate = certify_coloured(solution, budget).map_err(described)?;
            let rows = (0..vertices)
                .flat_map(|v| Player::BOTH.map(|player| row(certificate.row(v, player))))
                .collect();
            Certificate::Coloured { rules: rules(certificate.rules()), rows }
        }
    };
    write(path, loaded, &certificate, budget)
}

/// Writes a certificate of nimbers and loopy nimbers.
pub(super) fn values(
    path: &Path,
    loaded: &Loaded,
    values: &LoopyValues,
    budget: &Budget,
) -> Result<(), Failure> {
    let certificate =
        certify_values(&loaded.graph, values, budget).map_err(|error| loaded.describe(&error))?;
    let rows = (0..loaded.graph.vertices())
        .map(|v| match certificate.row(v) {
            ValueRow::Nimber { value, rank } => {
                upstar_verify::values::ValueRow::Nimber { value, rank }
            }
            ValueRow::Infinite { members, witness } => {
                upstar_verify::values::ValueRow::Infinite { members: members.to_vec(), witness }
            }
        })
        .collect();
    write(path, loaded, &Certificate::Values { rows }, budget)
}

fn rules(rules: Rules) -> upstar_verify::outcomes::Rules {
    if rules.misere {
        upstar_verify::outcomes::Rules::Misere
    } else {
        upstar_verify::outcomes::Rules::Normal
    }
}

fn write(
    path: &Path,
    loaded: &Loaded,
    certificate: &Certificate,
    budget: &Budget,
) -> Result<(), Failure> {
    let arcs = Arcs(&loaded.graph);
    let view = GraphView { names: &loaded.names, arcs: &arcs, terminals: loaded.graph.results() };
    let digest = GraphDigest::of(&view, budget)?;
    let mut output = Output::create(path)?;
    upstar_verify::write(&mut output, certificate, &loaded.names, digest)?;
    Ok(output.finish()?)
}

/// The arcs of a solved graph, for the digest.
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
