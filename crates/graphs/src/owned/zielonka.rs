//! Zielonka's algorithm for parity games, without recursion on the thread's stack.
//!
//! *Source:* W. Zielonka, *Infinite games on finitely coloured graphs with applications to automata
//! on infinite trees* (1998); shortcuts as in O. Friedmann and M. Lange, *Solving parity games in
//! practice* (2009), and T. van Dijk, *Oink* (2018).
//!
//! The largest priorities of the same parity form one class, which compresses priorities in every
//! subgame. A subgame is not copied. Each vertex has a *level*: the subgame of frame `i` is the
//! vertices with a level of `i` or more, and to take a vertex out of it is to lower its level.

use upstar_core::{Budget, Exhausted, Lease, Player, Ticker, prefetch};

use super::components::Components;
use super::{OwnedGame, parity_winner};
use crate::Result;
use crate::graph::{Adjacency, LOOK_AHEAD, NONE};

/// Solved.
pub(super) const SOLVED: u32 = 0;
/// Not solved yet, and not in the component that is being solved.
const WAITING: u32 = 1;
/// The level of the first frame.
const FIRST: u32 = 2;
/// In the subgame of the last frame, and not attracted.
const ACTIVE: u32 = NONE;

pub(super) struct Zielonka<'g> {
    pub(super) reverse: &'g Adjacency,
    pub(super) forward: &'g Adjacency,
    pub(super) owners: &'g [Player],
    pub(super) priorities: Vec<u32>,
    pub(super) level: Vec<u32>,
    pub(super) winners: Vec<Player>,
    pub(super) moves: Vec<u32>,
    /// Where in the row of its successors a vertex found its last escape.
    hint: Vec<u32>,
    /// The next vertex of the same list.
    next: Vec<u32>,
    /// What frames have attracted, one after the other; its end is the queue of an attractor.
    pub(super) stack: Vec<u32>,
    /// Vertices by falling priority: those of the component, then those of small subgames.
    order: Vec<u32>,
    frames: Vec<Frame>,
    pub(super) components: Components,
    pub(super) ticker: Ticker,
}

/// A subgame to be solved: its vertices are the active ones of a part of the order.
struct Call {
    at: usize,
    end: usize,
    /// The length of the order without what this call adds.
    order_base: usize,
    /// What is known to be won in the subgame besides the active vertices.
    won: [List; 2],
}

/// A call that waits for what its subgame is without the vertices that were attracted.
struct Frame {
    call: Call,
    /// Who likes the largest priorities of the subgame.
    player: Player,
    /// Where the attracted vertices begin on the stack. Those of the largest priorities come
    /// first; they are `tops` many.
    base: usize,
    tops: usize,
}

/// What follows when a frame has the answer that it waited for.
enum Step {
    /// The frame is solved.
    Up([List; 2]),
    /// The opponent has won a part, and the rest is to be solved.
    Again(Call),
}

/// Vertices linked by `next`.
#[derive(Clone, Copy)]
struct List {
    head: u32,
    tail: u32,
    len: u32,
}

const EMPTY: List = List { head: NONE, tail: NONE, len: 0 };

impl<'g> Zielonka<'g> {
    pub(super) fn new(
        game: &OwnedGame<'g>,
        priorities: Vec<u32>,
        lease: &mut Lease,
        budget: &Budget,
    ) -> Result<Self> {
        let vertices = game.graph.vertices() as usize;
        // For the lists of components and of parts of the graph.
        lease.reserve(16 * vertices as u64)?;
        let mut engine = Zielonka {
            reverse: &game.graph.reverse,
            forward: game.graph.successors()?.rows,
            owners: game.owners,
            priorities,
            level: lease.filled(WAITING, vertices)?,
            winners: lease.filled(Player::Left, vertices)?,
            moves: lease.filled(NONE, vertices)?,
            hint: lease.filled(0, vertices)?,
            next: lease.filled(NONE, vertices)?,
            stack: lease.with_capacity(2 * vertices)?,
            order: lease.with_capacity(2 * vertices)?,
            frames: Vec::new(),
            components: Components::new(vertices, lease)?,
            ticker: budget.ticker(),
        };
        for v in game.graph.terminals() {
            let winner = game.terminal_winner(v)?;
            engine.settle(winner, &[v])?;
        }
        Ok(engine)
    }

    /// The winners, and the moves of the winner from his or her vertices.
    pub(super) fn solve(mut self) -> Result<(Vec<Player>, Vec<u32>), Exhausted> {
        self.loops()?;
        self.winning_cycles()?;
        self.solve_rest()
    }

    fn solve_rest(mut self) -> Result<(Vec<Player>, Vec<u32>), Exhausted> {
        let vertices = self.level.len() as u32;
        let rest: Vec<u32> = (0..vertices).filter(|&v| self.level[v as usize] != SOLVED).collect();
        let (mut found, mut ends) = (Vec::with_capacity(rest.len()), Vec::new());
        let lists = (&mut found, &mut ends);
        self.components.list(self.forward, &rest, lists, &mut self.ticker)?;
        drop(rest);
        let mut begin = 0;
        for end in ends {
            self.solve_component(&found[begin..end])?;
            begin = end;
        }
        for v in 0..vertices as usize {
            if self.winners[v] != self.owners[v] {
                self.moves[v] = NONE;
            }
        }
        Ok((self.winners, self.moves))
    }

    /// Solves what is not solved of a component from which all arcs lead to it or to solved vertices.
    fn solve_component(&mut self, component: &[u32]) -> Result<(), Exhausted> {
        self.order.clear();
        for &v in component {
            if self.level[v as usize] != SOLVED {
                self.level[v as usize] = ACTIVE;
                self.order.push(v);
            }
        }
        if self.order.is_empty() {
            return Ok(());
        }
        self.ticker.tick(self.order.len() as u64)?;
        sort_by_priority(&mut self.order, &self.priorities);
        let won = self.subgames()?;
        // One region after the other: what one player is attracted to must not count as lost for
        // the other. Both regions are closed, so neither attracts a vertex of the other.
        for player in Player::BOTH {
            self.each(won[player as usize], |engine, v| {
                engine.level[v as usize] = SOLVED;
                engine.stack.push(v);
            });
            self.attract(player, SOLVED, 0)?;
            for &v in &self.stack {
                self.winners[v as usize] = player;
            }
            self.stack.clear();
        }
        Ok(())
    }

    /// Makes `vertices` won by `player`, and all that he or she attracts to them.
    pub(super) fn settle(&mut self, player: Player, vertices: &[u32]) -> Result<(), Exhausted> {
        let begin = self.stack.len();
        self.stack.extend_from_slice(vertices);
        for &v in vertices {
            self.level[v as usize] = SOLVED;
        }
        self.attract(player, SOLVED, begin)?;
        for &v in &self.stack[begin..] {
            self.winners[v as usize] = player;
        }
        self.stack.truncate(begin);
        Ok(())
    }

    /// Adds to the stack, from `begin` on, all vertices from which `player` can force the play to
    /// those that are there already, among the vertices of a level above `level`. They come to
    /// that level.
    fn attract(&mut self, player: Player, level: u32, begin: usize) -> Result<(), Exhausted> {
        let mut head = begin;
        while let Some(&v) = self.stack.get(head) {
            head += 1;
            if let Some(&ahead) = self.stack.get(head + 4) {
                prefetch(&self.reverse.offsets, ahead as usize);
            }
            let row = self.reverse.range(v);
            self.ticker.tick(row.len() as u64 + 1)?;
            for arc in row {
                if let Some(&ahead) = self.reverse.targets.get(arc + LOOK_AHEAD / 2) {
                    prefetch(&self.level, ahead as usize);
                }
                let u = self.reverse.targets[arc];
                if self.level[u as usize] <= level {
                    continue;
                }
                if self.owners[u as usize] == player {
                    self.moves[u as usize] = v;
                } else if self.escapes(u, level) {
                    continue;
                }
                self.level[u as usize] = level;
                self.stack.push(u);
            }
        }
        Ok(())
    }

    /// Whether `u` has a successor of a level above `level`. The search begins where it last ended,
    /// so that all searches of one attractor pass over the row twice at most.
    #[inline]
    fn escapes(&mut self, u: u32, level: u32) -> bool {
        let row = self.forward.row(u);
        let from = self.hint[u as usize] as usize;
        let after = row[from..].iter().position(|&w| self.level[w as usize] > level);
        let found = match after {
            Some(steps) => Some(from + steps),
            None => row[..from].iter().position(|&w| self.level[w as usize] > level),
        };
        if let Some(place) = found {
            // A degree is less than 2^32.
            self.hint[u as usize] = place as u32;
        }
        found.is_some()
    }

    /// Solves the active vertices, which stand in the order.
    fn subgames(&mut self) -> Result<[List; 2], Exhausted> {
        let end = self.order.len();
        let mut call = Call { at: 0, end, order_base: end, won: [EMPTY; 2] };
        loop {
            // Down: one frame after the other, until nothing is left.
            let mut won = loop {
                match self.begin(call)? {
                    Ok(next) => call = next,
                    Err(won) => break won,
                }
            };
            // Up: what is left of the subgame of the last frame is solved.
            call = loop {
                let Some(frame) = self.frames.pop() else { return Ok(won) };
                match self.finish(frame, won)? {
                    Step::Up(found) => won = found,
                    Step::Again(call) => break call,
                }
            };
        }
    }

    /// Takes the largest priorities of one parity out of a subgame, with what is attracted to them.
    /// Gives the call for the rest, or what is won if the subgame has no active vertex.
    fn begin(&mut self, call: Call) -> Result<Result<Call, [List; 2]>, Exhausted> {
        let part = &self.order[call.at..call.end];
        let first = part.iter().position(|&v| self.level[v as usize] == ACTIVE);
        let Some(first) = first else {
            self.ticker.tick(part.len() as u64)?;
            self.order.truncate(call.order_base);
            return Ok(Err(call.won));
        };
        let level = FIRST + self.frames.len() as u32;
        let base = self.stack.len();
        let player = parity_winner(self.priorities[part[first] as usize]);
        let mut last = call.end;
        for (place, &v) in (call.at + first..).zip(&part[first..]) {
            if self.level[v as usize] == ACTIVE {
                if parity_winner(self.priorities[v as usize]) != player {
                    last = place;
                    break;
                }
                self.level[v as usize] = level;
                self.stack.push(v);
            }
        }
        self.ticker.tick((last - call.at) as u64)?;
        let tops = self.stack.len() - base;
        self.attract(player, level, base)?;
        let order_base = self.order.len();
        let rest = Call { at: last, end: call.end, order_base, won: [EMPTY; 2] };
        let call = Call { at: call.at + first, ..call };
        self.frames.push(Frame { call, player, base, tops });
        Ok(Ok(rest))
    }

    /// Goes on with a frame when the rest of its subgame is won as `found` says.
    fn finish(&mut self, frame: Frame, mut found: [List; 2]) -> Result<Step, Exhausted> {
        let Frame { mut call, player, base, tops } = frame;
        let level = FIRST + self.frames.len() as u32;
        let (own, other) = (player as usize, player.opponent() as usize);
        let middle = self.stack.len();
        let lost = found[other];
        self.each(lost, |engine, v| {
            engine.level[v as usize] = level - 1;
            engine.stack.push(v);
        });
        self.attract(player.opponent(), level - 1, middle)?;
        let attracted = self.stack.len() - middle;
        self.ticker.tick((middle - base + attracted) as u64)?;
        if attracted == lost.len as usize {
            // The opponent wins no more than that. From the largest priorities the player stays in
            // the rest.
            for place in base..middle {
                let v = self.stack[place];
                if place < base + tops && self.owners[v as usize] == player {
                    let row = self.forward.row(v);
                    let stay = row.iter().find(|&&w| self.level[w as usize] >= level);
                    self.moves[v as usize] = stay.copied().unwrap_or(NONE);
                }
                self.link(&mut found[own], v);
            }
            for (won, found) in call.won.iter_mut().zip(found) {
                self.concatenate(won, found);
            }
            self.stack.truncate(base);
            self.order.truncate(call.order_base);
            return Ok(Step::Up(call.won));
        }
        let rest = middle - base + found[own].len as usize + lost.len as usize - attracted;
        // The order is made anew if passing over it would take longer.
        let anew = rest < (call.end - call.at) / 2;
        if anew {
            self.order.truncate(call.order_base);
            call.at = self.order.len();
        }
        let restore = |engine: &mut Self, v: u32| {
            if engine.level[v as usize] >= level {
                engine.level[v as usize] = ACTIVE;
                if anew {
                    engine.order.push(v);
                }
            }
        };
        for place in base..middle {
            restore(self, self.stack[place]);
        }
        self.each(found[own], restore);
        self.ticker.tick(rest as u64)?;
        for place in middle..self.stack.len() {
            self.link(&mut call.won[other], self.stack[place]);
        }
        self.stack.truncate(base);
        if anew {
            sort_by_priority(&mut self.order[call.at..], &self.priorities);
            call.end = self.order.len();
        }
        Ok(Step::Again(call))
    }

    fn each(&mut self, list: List, mut with: impl FnMut(&mut Self, u32)) {
        let mut v = list.head;
        while v != NONE {
            let next = self.next[v as usize];
            with(self, v);
            v = next;
        }
    }

    fn link(&mut self, list: &mut List, v: u32) {
        self.next[v as usize] = NONE;
        self.concatenate(list, List { head: v, tail: v, len: 1 });
    }

    fn concatenate(&mut self, list: &mut List, more: List) {
        if more.len == 0 {
            return;
        }
        if list.len == 0 {
            *list = more;
        } else {
            self.next[list.tail as usize] = more.head;
            *list = List { head: list.head, tail: more.tail, len: list.len + more.len };
        }
    }
}

/// Largest priorities first; vertices of the same priority in their own order.
fn sort_by_priority(vertices: &mut [u32], priorities: &[u32]) {
    vertices.sort_unstable_by_key(|&v| (std::cmp::Reverse(priorities[v as usize]), v));
}

#[cfg(test)]
mod tests {
    use upstar_core::arcs::Objective;

    use super::*;
    use crate::generate::Random;
    use crate::{GraphBuilder, winners_by_measures};

    /// Shortcuts solve most small games, so they are left out here.
    #[test]
    fn the_algorithm_alone_agrees_with_measures() {
        let budget = Budget::unlimited();
        for seed in 0..4_000 {
            let mut random = Random::new(seed);
            let vertices = 1 + random.below(if seed % 10 == 0 { 120 } else { 24 });
            let mut builder = GraphBuilder::new();
            for v in 0..vertices {
                for _ in 0..1 + random.below(3) {
                    builder.arc(v, random.below(vertices)).unwrap();
                }
            }
            let graph = builder.finish().unwrap();
            let owners: Vec<Player> =
                (0..vertices).map(|_| Player::BOTH[random.below(2) as usize]).collect();
            let most = 1 + random.below(9);
            let priorities: Vec<u32> = (0..vertices).map(|_| random.below(most)).collect();
            let game = OwnedGame {
                graph: &graph,
                owners: &owners,
                priorities: &priorities,
                targets: &[],
                objective: Objective::MaxParity,
            };
            let mut lease = Lease::new(&budget);
            let engine = Zielonka::new(&game, priorities.clone(), &mut lease, &budget).unwrap();
            let (winners, moves) = engine.solve_rest().unwrap();
            assert_eq!(winners, winners_by_measures(&game, &budget).unwrap(), "{seed}");
            for v in 0..vertices as usize {
                assert_eq!(moves[v] != NONE, winners[v] == owners[v], "{seed} {v}");
            }
        }
    }
}
