//! A worker's share of a graph, and its labels, in files.

use std::time::Instant;

use upstar_core::arcs::MoveResult;
use upstar_core::label::Order;

use super::super::labels::Labels;
use super::super::load::Share;
use super::super::rows::Rows;
use super::{Reading, SHARE, Stage, Store, Writing};
use crate::Result;
use crate::rounds::Rounds;

impl Store {
    pub(in crate::graph) fn write_share(&mut self, share: &Share, rounds: &mut Rounds) -> Result {
        let vertices = share.places.len() as u64;
        let mut file = Writing::create(&self.share_path(), self.envelope_of(SHARE, vertices))?;
        let (total, arcs) = share.totals;
        file.longs([self.run, u64::from(share.coloured), total, arcs])?;
        file.names(&share.names)?;
        file.longs(share.places.iter().copied())?;
        file.words(&share.degrees)?;
        let results = share.results.iter();
        file.longs(results.map(|&(v, result)| u64::from(v) << 2 | result as u64))?;
        file.longs(share.rows.offsets.iter().copied())?;
        file.words(&share.rows.targets)?;
        file.halves(&share.rows.owners)?;
        file.finish()?;
        rounds.finish(&[], &mut |_| Ok(()))?;
        // All workers have their shares, so the search files are no longer needed.
        self.forget(Stage::Search, None)?;
        self.last = Instant::now();
        Ok(())
    }

    pub(super) fn read_share(&mut self, graph: &str) -> Result<Share> {
        let mut file = Reading::open(&self.share_path(), &self.envelope_of(SHARE, 0))?;
        let vertices = file.rows;
        let head = file.longs()?;
        let &[run, coloured, total, arcs] = &head[..] else { return Err(file.damaged()) };
        self.run = run;
        let coloured = coloured != 0;
        let names = file.names()?;
        let places = file.longs()?;
        let degrees = file.words()?;
        let results = file.longs()?.into_iter().map(|packed| {
            let result = match packed & 3 {
                0 => MoveResult::Win,
                1 => MoveResult::Loss,
                _ => MoveResult::Draw,
            };
            ((packed >> 2) as u32, result)
        });
        let results = results.collect();
        let offsets = file.longs()?;
        let targets = file.words()?;
        let rows = Rows { offsets, targets, owners: file.halves()? };
        let states = if coloured { 2 * places.len() } else { places.len() };
        let whole = names.len() as usize == places.len()
            && places.len() as u64 == vertices
            && degrees.len() == states
            && rows.offsets.len() == states + 1
            && rows.offsets.last() == Some(&(rows.targets.len() as u64));
        if !whole {
            return Err(file.damaged());
        }
        file.finish()?;
        let graph = graph.to_owned();
        Ok(Share { graph, names, places, coloured, degrees, results, rows, totals: (total, arcs) })
    }

    /// Writes the labels after a level.
    pub(in crate::graph) fn write_labels(
        &mut self,
        labels: &Labels,
        rounds: &mut Rounds,
    ) -> Result {
        let at = (Stage::Labels, labels.levels.len() as u64);
        let order = &labels.order;
        let fill = |file: &mut Writing| {
            file.longs([order.lost as u64, order.won as u64])?;
            file.longs(labels.levels.iter().flat_map(|&(lost, won)| [lost as u64, won as u64]))?;
            file.words(&labels.state)?;
            file.words(&order.places[..order.lost])?;
            file.words(&order.places[order.won + 1..])
        };
        self.write(at, labels.state.len() as u64, fill, rounds)
    }

    pub(in crate::graph) fn read_labels(&mut self, level: u64, states: usize) -> Result<Labels> {
        let mut file = self.read(Stage::Labels, level)?;
        let ends = file.longs()?;
        let levels = file.longs()?;
        let levels: Vec<(usize, usize)> =
            levels.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize)).collect();
        let state = file.words()?;
        let lost_vertices = file.words()?;
        let won_vertices = file.words()?;
        let &[lost, won] = &ends[..] else { return Err(file.damaged()) };
        let (lost, won) = (lost as usize, won as usize);
        let size = states + 2;
        let whole = state.len() == states
            && lost_vertices.len() == lost
            && won < size
            && won_vertices.len() == size - 1 - won
            && lost <= won
            && levels.len() as u64 == level
            && levels.iter().all(|&(l, w)| l <= lost && w >= won && w < size);
        if !whole {
            return Err(file.damaged());
        }
        file.finish()?;
        let mut places = vec![0; size];
        places[..lost].copy_from_slice(&lost_vertices);
        places[won + 1..].copy_from_slice(&won_vertices);
        Ok(Labels { state, order: Order { places, lost, won }, levels })
    }
}
