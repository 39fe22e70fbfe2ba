//! Means and temperatures of loopy games.

use upstar_values::{Id, Rational, Worker, infinitesimal, thermography};

use crate::structure::{Stop, all_stops};
use crate::{Error, Loopy, Result};

impl Loopy {
    /// A short game to which a stopper is infinitesimally close.
    ///
    /// Positions close to numbers are replaced by these numbers. If the other positions do not lead
    /// back to themselves, a short game remains. In the difference of the stopper and that game,
    /// the second player answers each move by its counterpart until an infinitesimal is left. So
    /// the difference is smaller than every positive number (by number avoidance, which holds for
    /// stoppers: Siegel, "Reduced canonical forms of stoppers", 2006).
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper, [`Error::NoMean`] if play can stop in `on` or
    /// `off`, or return to a position that is not close to a number; a used-up budget.
    pub fn near_short_game(&self, worker: &mut Worker<'_>) -> Result<Id> {
        if !self.is_stopper() {
            return Err(Error::Sides("means and temperatures"));
        }
        let graph = self.onside().reached();
        let stops = all_stops(&graph, worker)?;
        let count = graph.nodes.len();
        let mut ids: Vec<Option<Id>> = vec![None; count];
        let mut waits = vec![0usize; count];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut ready = Vec::new();
        for node in 0..count {
            let [left, right] = [&stops[2 * node], &stops[2 * node + 1]];
            match (left.clone().strong(), right.clone().strong()) {
                (Stop::Number(x, _), Stop::Number(y, _)) if x == y => {
                    ids[node] = Some(worker.number(&x)?);
                    ready.push(node);
                }
                (Stop::On | Stop::Off, _) | (_, Stop::On | Stop::Off) => {}
                _ => {
                    for &option in graph.nodes[node].iter().flatten() {
                        users[option as usize].push(node);
                        waits[node] += 1;
                    }
                }
            }
        }
        while let Some(node) = ready.pop() {
            worker.tick(1)?;
            if ids[node].is_none() {
                let of = |side: &Vec<u32>| side.iter().filter_map(|&o| ids[o as usize]).collect();
                let [left, right]: [Vec<Id>; 2] =
                    [of(&graph.nodes[node][0]), of(&graph.nodes[node][1])];
                ids[node] = Some(worker.game(&left, &right)?);
            }
            for &user in &users[node] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.push(user);
                }
            }
        }
        ids[graph.root as usize].ok_or(Error::NoMean)
    }

    /// The simplest game that differs from a stopper by an infinitesimal: the reduced canonical
    /// form of an infinitesimally close short game (Siegel, "Reduced canonical forms of stoppers").
    ///
    /// # Errors
    /// [`Error::Sides`] if it is not a stopper, [`Error::NoReducedForm`] if no short game is found.
    pub fn reduced_canonical_form(&self, worker: &mut Worker<'_>) -> Result<Id> {
        if let Some(number) = self.near_number(worker)? {
            return Ok(worker.number(&number)?);
        }
        if !self.is_stopper() {
            return Err(Error::Sides("reduced canonical forms"));
        }
        match self.near_short_game(worker) {
            Ok(id) => Ok(infinitesimal::reduced_canonical_form(worker, id)?),
            Err(Error::NoMean) => Err(Error::NoReducedForm),
            Err(other) => Err(other),
        }
    }

    /// The mean: n copies of the game stay within a bounded distance of n times this number.
    ///
    /// # Errors
    /// As [`Loopy::near_short_game`].
    pub fn mean(&self, worker: &mut Worker<'_>) -> Result<Rational> {
        if let Some(number) = self.near_number(worker)? {
            return Ok(number);
        }
        let id = self.near_short_game(worker)?;
        Ok(thermography::mean(worker, id)?)
    }

    /// The temperature: that of an infinitesimally close short game if it is hot, and 0 if the game
    /// is infinitesimally close to a number.
    ///
    /// # Errors
    /// As [`Loopy::near_short_game`].
    pub fn temperature(&self, worker: &mut Worker<'_>) -> Result<Rational> {
        if self.near_number(worker)?.is_some() {
            return Ok(Rational::ZERO);
        }
        let id = self.near_short_game(worker)?;
        Ok(thermography::temperature(worker, id)?)
    }
}
