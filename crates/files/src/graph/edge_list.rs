//! A graph as a plain list of arcs in memory.

use upstar_core::Budget;
use upstar_core::arcs::{Colour, MoveResult, Owners};
use upstar_core::names::Names;

use super::format::GraphFormat;
use super::options::ReadOptions;
use super::read::read_graph;
use super::sink::{ArcSink, GraphSummary};
use super::writer::{ArcSource, GraphView};
use crate::input::Source;
use crate::{FileError, Result};

/// A graph as a list of arcs in the order of the file. It takes 8 bytes per arc, and one more if
/// any arc is blue or red.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeList {
    /// The names of the vertices.
    pub names: Names,
    /// The arcs (from, to).
    pub arcs: Vec<(u32, u32)>,
    /// The colours of the arcs; empty if all of them are [`Colour::Both`].
    pub colours: Vec<Colour>,
    /// The vertices with results of their own, ascending.
    pub terminals: Vec<(u32, MoveResult)>,
    /// Owners and priorities of the vertices, if there are any.
    pub owners: Owners,
}

/// Collects arcs, within a budget.
struct Gather<'a> {
    arcs: Vec<(u32, u32)>,
    colours: Vec<Colour>,
    budget: &'a Budget,
    reserved: u64,
}

impl ArcSink for Gather<'_> {
    fn arcs(&mut self, arcs: &[(u32, u32)], colours: &[Colour]) -> Result {
        // Reserves the size that the vectors will have before they grow.
        let needed = (self.arcs.len() + arcs.len()) as u64;
        let wanted = needed.next_power_of_two() * 9;
        if wanted > self.reserved {
            self.budget.reserve(wanted - self.reserved)?;
            self.reserved = wanted;
        }
        if !colours.is_empty() || !self.colours.is_empty() {
            self.colours.resize(self.arcs.len(), Colour::Both);
            self.colours.extend_from_slice(colours);
            self.colours.resize(self.arcs.len() + arcs.len(), Colour::Both);
        }
        self.arcs.extend_from_slice(arcs);
        Ok(())
    }
}

impl EdgeList {
    /// Reads a whole graph; see [`read_graph`].
    ///
    /// # Errors
    /// As [`read_graph`]; [`FileError::Unsupported`] if vertices have payoffs, which it cannot hold.
    pub fn read(
        source: &Source,
        options: &ReadOptions,
        budget: &Budget,
    ) -> Result<(EdgeList, GraphFormat)> {
        let mut gather = Gather { arcs: Vec::new(), colours: Vec::new(), budget, reserved: 0 };
        let summary = read_graph(source, options, &mut gather, budget)?;
        let GraphSummary { names, terminals, owners, format, payoffs, .. } = summary;
        if !payoffs.is_empty() {
            return Err(FileError::payoffs(&source.name()));
        }
        let Gather { arcs, colours, .. } = gather;
        Ok((EdgeList { names, arcs, colours, terminals, owners }, format))
    }

    /// The colour of arc number `i`.
    pub fn colour(&self, i: usize) -> Colour {
        self.colours.get(i).copied().unwrap_or_default()
    }

    /// A view of the graph for a writer.
    pub fn view(&self) -> GraphView<'_> {
        GraphView {
            names: &self.names,
            arcs: self,
            terminals: &self.terminals,
            owners: &self.owners,
        }
    }
}

impl ArcSource for EdgeList {
    fn arc_count(&self) -> u64 {
        self.arcs.len() as u64
    }

    fn is_coloured(&self) -> bool {
        self.colours.iter().any(|&colour| colour != Colour::Both)
    }

    fn for_each_arc(&self, visit: &mut dyn FnMut(u32, u32, Colour) -> Result) -> Result {
        for (i, &(from, to)) in self.arcs.iter().enumerate() {
            visit(from, to, self.colour(i))?;
        }
        Ok(())
    }
}
