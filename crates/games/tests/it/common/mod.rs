//! A graph in memory, and what the definitions imply for it.
#![allow(dead_code, unreachable_pub)] // each test program uses a part

pub mod boards;

use std::collections::{HashMap, HashSet};

use upstar_core::arcs::Colour;
use upstar_core::{Budget, Player};
use upstar_engine::{Game, GraphOptions, GraphSink, GraphSize, SinkError};

/// A graph as it is written.
#[derive(Default)]
pub struct Graph {
    pub names: Vec<String>,
    pub arcs: Vec<Vec<(u32, Colour)>>,
    pub leaves: Vec<u32>,
    last: u32,
}

impl GraphSink for Graph {
    fn vertex(&mut self, name: &str) -> Result<(), SinkError> {
        self.names.push(name.to_owned());
        self.arcs.push(Vec::new());
        Ok(())
    }

    fn arc(&mut self, from: u32, to: u32, colour: Colour) -> Result<(), SinkError> {
        assert!(from >= self.last, "arcs are grouped by their start");
        self.last = from;
        assert!((to as usize) < self.names.len(), "vertices come before their arcs");
        assert!(self.arcs[from as usize].iter().all(|&(other, _)| other != to), "arcs repeat");
        self.arcs[from as usize].push((to, colour));
        Ok(())
    }

    fn no_options(&mut self, vertex: u32) -> Result<(), SinkError> {
        self.leaves.push(vertex);
        Ok(())
    }
}

impl Graph {
    /// The graph of a game.
    pub fn of(game: &Game, options: GraphOptions) -> (Graph, GraphSize) {
        let mut graph = Graph::default();
        let size = game.graph(options, &mut graph, &Budget::unlimited()).unwrap();
        assert_eq!(size.vertices as usize, graph.names.len());
        assert_eq!(size.arcs, graph.arcs.iter().map(|arcs| arcs.len() as u64).sum::<u64>());
        let leaves = (0..size.vertices).filter(|&v| graph.arcs[v as usize].is_empty());
        assert!(leaves.eq(graph.leaves.iter().copied()));
        let distinct: HashSet<_> = graph.names.iter().collect();
        assert_eq!(distinct.len(), graph.names.len(), "names are distinct");
        (graph, size)
    }

    /// Grundy values by the definition. The graph must have no cycle.
    pub fn grundy(&self) -> HashMap<&str, u32> {
        fn value(graph: &Graph, v: u32, known: &mut Vec<Option<u32>>) -> u32 {
            if let Some(value) = known[v as usize] {
                return value;
            }
            let options: Vec<u32> =
                graph.arcs[v as usize].iter().map(|&(to, _)| value(graph, to, known)).collect();
            let value = (0..).find(|n| !options.contains(n)).unwrap();
            known[v as usize] = Some(value);
            value
        }
        let mut known = vec![None; self.names.len()];
        (0..self.names.len() as u32)
            .map(|v| (self.names[v as usize].as_str(), value(self, v, &mut known)))
            .collect()
    }

    /// Whether the player to move wins (`Some(true)`), loses, or draws, by repeating the definition
    /// until nothing changes. Arcs have no colour.
    pub fn winners(&self) -> Vec<Option<bool>> {
        let mut won = vec![None; self.names.len()];
        loop {
            let mut changed = false;
            for v in 0..self.names.len() {
                if won[v].is_some() {
                    continue;
                }
                let results = || self.arcs[v].iter().map(|&(to, _)| won[to as usize]);
                if results().any(|result| result == Some(false)) {
                    won[v] = Some(true);
                    changed = true;
                } else if results().all(|result| result == Some(true)) {
                    won[v] = Some(false);
                    changed = true;
                }
            }
            if !changed {
                return won;
            }
        }
    }

    /// The arcs by name, for one player.
    pub fn moves(&self, player: Player) -> Vec<(&str, &str)> {
        (0..self.names.len())
            .flat_map(|v| self.arcs[v].iter().map(move |&(to, colour)| (v, to, colour)))
            .filter(|(_, _, colour)| colour.allows(player))
            .map(|(v, to, _)| (self.names[v].as_str(), self.names[to as usize].as_str()))
            .collect()
    }
}

/// The Grundy value by the definition, from the options that the ruleset lists.
pub fn by_definition(game: &Game, known: &mut HashMap<String, u32>) -> u32 {
    let text = game.text();
    if let Some(&value) = known.get(&text) {
        return value;
    }
    let options = game.options(Player::Left).unwrap();
    let values: HashSet<u32> = options.iter().map(|game| by_definition(game, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(text, value);
    value
}

/// Pseudorandom numbers, the same in every run (Knuth's MMIX generator).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
