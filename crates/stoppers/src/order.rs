//! The order of loopy games.

use upstar_core::{Budget, Lease, Ticker};

use crate::graph::Options;
use crate::{Error, Result};

/// The winner of infinite play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left: the onside.
    On,
    /// Right: the offside.
    Off,
}

impl Side {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Side::On => "onside",
            Side::Off => "offside",
        }
    }
}

/// The largest number of positions that are compared with each other.
const MOST_COMPARED: usize = 3000;

/// The order among the positions of a graph.
pub(crate) struct Order {
    count: usize,
    /// Whether Right, moving first in G - H, wins: by G and H.
    lost: Vec<bool>,
}

impl Order {
    /// Whether G >= H.
    pub(crate) fn at_least(&self, g: u32, h: u32) -> bool {
        !self.lost[g as usize * self.count + h as usize]
    }

    pub(crate) fn equal(&self, g: u32, h: u32) -> bool {
        self.at_least(g, h) && self.at_least(h, g)
    }

    /// Compares all positions of a graph with each other. `side` gives the winner of infinite play.
    ///
    /// G >= H if Left, moving second, does not lose G - H. On the onside Left wins if there are
    /// infinitely many moves in G only, Right wins if there are infinitely many in H only, and play
    /// is drawn if there are infinitely many in both. So Left loses if she cannot move, or if all
    /// moves are in H from some time on. On the offside it is the other way round. This is a game
    /// with a Büchi condition. Right wins exactly the positions from which he forces one of three
    /// results: Left cannot move, play reaches a position that he wins, or play stays with the
    /// moves that are bad for her. The computation repeats this until nothing changes.
    ///
    /// # Complexity
    /// The square of the number of positions plus moves, times the number of rounds, which is
    /// small.
    pub(crate) fn of(nodes: &[Options], side: Side, budget: &Budget) -> Result<Order> {
        let count = nodes.len();
        if count > MOST_COMPARED {
            return Err(Error::TooLarge { limit: MOST_COMPARED });
        }
        let mut before: [Vec<Vec<u32>>; 2] = [vec![Vec::new(); count], vec![Vec::new(); count]];
        for (node, options) in nodes.iter().enumerate() {
            for (player, side) in options.iter().enumerate() {
                for &option in side {
                    before[player][option as usize].push(node as u32);
                }
            }
        }
        let states = 2 * count * count;
        // Won states, open states, and, during the search, the inner states and their support.
        let _lease = Lease::of(budget, states as u64 * 10)?;
        let mut search = Search {
            nodes,
            before,
            count,
            first_is_good: side == Side::On,
            won: vec![false; states],
            open: Vec::with_capacity(states),
            ticker: budget.ticker(),
        };
        search.run()?;
        let lost = (0..count * count).map(|pair| search.won[2 * pair + 1]).collect();
        Ok(Order { count, lost })
    }
}

/// The states are G - H with Left (0) or Right (1) to move.
struct Search<'a> {
    nodes: &'a [Options],
    /// The positions from which a player has a move to each position.
    before: [Vec<Vec<u32>>; 2],
    count: usize,
    /// Whether Left wants to make moves in G forever.
    first_is_good: bool,
    /// The states that Right wins.
    won: Vec<bool>,
    /// For states with Left to move: the number of her moves to states not yet won by Right.
    open: Vec<u32>,
    ticker: Ticker,
}

impl Search<'_> {
    fn state(&self, g: usize, h: usize, mover: usize) -> usize {
        2 * (g * self.count + h) + mover
    }

    fn parts(&self, state: usize) -> (usize, usize, usize) {
        (state / 2 / self.count, state / 2 % self.count, state % 2)
    }

    /// The moves in G and those in H, as the resulting positions.
    fn moves(&self, state: usize) -> (&[u32], &[u32]) {
        let (g, h, mover) = self.parts(state);
        (&self.nodes[g][mover], &self.nodes[h][1 - mover])
    }

    /// Calls `each` with the predecessors of `state`, and whether the move is in G.
    fn earlier(&self, state: usize, mut each: impl FnMut(usize, bool)) {
        let (g, h, mover) = self.parts(state);
        let mover = 1 - mover;
        for &from in &self.before[mover][g] {
            each(self.state(from as usize, h, mover), true);
        }
        for &from in &self.before[1 - mover][h] {
            each(self.state(g, from as usize, mover), false);
        }
    }

    fn run(&mut self) -> Result {
        let states = self.won.len();
        let mut fresh = Vec::new();
        for state in 0..states {
            let (first, second) = self.moves(state);
            let moves = first.len() + second.len();
            self.open.push(moves as u32);
            if state % 2 == 0 && moves == 0 {
                self.won[state] = true;
                fresh.push(state);
            }
        }
        loop {
            self.attract(fresh)?;
            fresh = self.trapped()?;
            if fresh.is_empty() {
                return Ok(());
            }
            for &state in &fresh {
                self.won[state] = true;
            }
        }
    }

    /// Adds the states from which Right forces play into those he wins.
    fn attract(&mut self, mut fresh: Vec<usize>) -> Result {
        let mut found = Vec::new();
        while let Some(state) = fresh.pop() {
            self.ticker.tick(1)?;
            found.clear();
            self.earlier(state, |from, _| found.push(from));
            for &from in &found {
                if self.won[from] {
                    continue;
                }
                if from % 2 == 0 {
                    self.open[from] -= 1;
                    if self.open[from] > 0 {
                        continue;
                    }
                }
                self.won[from] = true;
                fresh.push(from);
            }
        }
        Ok(())
    }

    /// The states not yet won from which Right can force that all moves are bad for Left or lead to
    /// states that he wins. Computed by removing states from all.
    fn trapped(&mut self) -> Result<Vec<usize>> {
        let states = self.won.len();
        let mut inside: Vec<bool> = self.won.iter().map(|won| !won).collect();
        // For states with Right to move: the number of his bad moves that stay inside.
        let mut support = vec![0u32; states];
        let mut out = Vec::new();
        for state in 0..states {
            if !inside[state] {
                continue;
            }
            self.ticker.tick(1)?;
            let (g, h, mover) = self.parts(state);
            let (first, second) = self.moves(state);
            let good = if self.first_is_good { first } else { second };
            let bad = if self.first_is_good { second } else { first };
            let leaves = if mover == 0 {
                // Left has a good move to a state that is not won.
                good.iter().any(|&to| {
                    let to = to as usize;
                    let state = if self.first_is_good {
                        self.state(to, h, 1)
                    } else {
                        self.state(g, to, 1)
                    };
                    !self.won[state]
                })
            } else {
                support[state] = bad.len() as u32;
                bad.is_empty()
            };
            if leaves {
                inside[state] = false;
                out.push(state);
            }
        }
        let mut found = Vec::new();
        while let Some(state) = out.pop() {
            self.ticker.tick(1)?;
            found.clear();
            self.earlier(state, |from, in_first| {
                if in_first != self.first_is_good {
                    found.push(from);
                }
            });
            for &from in &found {
                if !inside[from] {
                    continue;
                }
                if from % 2 == 1 {
                    support[from] -= 1;
                    if support[from] > 0 {
                        continue;
                    }
                }
                inside[from] = false;
                out.push(from);
            }
        }
        Ok((0..states).filter(|&state| inside[state]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::reference;

    /// The order of all positions of 30,000 random graphs, on both sides, is that of the
    /// definition on the product graph.
    #[test]
    fn the_order_is_that_of_the_definition() {
        let mut state = 7u64;
        let mut below = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        let mut related = 0;
        for round in 0..30_000 {
            let count = 2 + round % 4;
            let mut side = || -> Vec<u32> { (0..below(3)).map(|_| below(count) as u32).collect() };
            let nodes: Vec<Options> = (0..count).map(|_| [side(), side()]).collect();
            for kind in [Side::On, Side::Off] {
                let order = Order::of(&nodes, kind, &Budget::unlimited()).unwrap();
                let [g, h] = [0, (round / 4 % count) as u32];
                let [first, second] = [g, h].map(|root| Graph::with(nodes.clone(), root));
                let expected = reference::at_least(&first, &second, kind);
                assert_eq!(order.at_least(g, h), expected, "{nodes:?} {g} {h} {kind:?}");
                related += usize::from(expected);
            }
        }
        assert!((6_000..54_000).contains(&related), "{related}");
    }
}
