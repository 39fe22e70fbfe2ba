//! Who wins, and the script that tells a checker by which moves.
//!
//! [`Writer`] is the twin of the checker `prove` in `theory/play.v`: it goes through the same
//! positions in the same order, and writes down a choice wherever the checker will read one.

use std::hash::Hash;

use hashbrown::HashMap;
use upstar_core::{Budget, Exhausted, Player, Ticker};

/// What play is about: the twin of a `ruleset` and a `method` of the theory.
pub(crate) trait Play {
    /// A position.
    type Position: Clone + Eq + Hash;

    /// Appends the options of `player`, in the order of the theory's `moves`.
    fn moves(&self, player: Player, position: &Self::Position, out: &mut Vec<Self::Position>);

    /// The theory's `simpler`: a position in which the same player wins.
    fn simpler(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The theory's `parts`, of a position that is as simple as it gets; empty if there is one part
    /// or none.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        let _ = position;
        Vec::new()
    }

    /// How good a position looks for the player who has just moved to it.
    fn promise(&self, player: Player, position: &Self::Position) -> i64 {
        let _ = (player, position);
        0
    }

    /// About how many bytes a position has beyond itself.
    fn bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }
}

/// What is to be shown of a position: that the player who moves first wins, or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Whoever moves first wins.
    Win,
    /// Whoever moves first loses.
    Lose,
}

/// What is known of positions, counted in a budget.
struct Table<P> {
    known: HashMap<P, bool, foldhash::fast::FixedState>,
    /// Of the slots, and of what positions hold elsewhere.
    bytes: [u64; 2],
}

impl<P: Eq + Hash> Table<P> {
    fn new() -> Self {
        Table { known: HashMap::default(), bytes: [0; 2] }
    }

    fn get(&self, position: &P) -> Option<bool> {
        self.known.get(position).copied()
    }

    /// Adds a position that holds `heap` bytes elsewhere.
    fn insert(
        &mut self,
        position: P,
        value: bool,
        heap: usize,
        budget: &Budget,
    ) -> Result<(), Exhausted> {
        let capacity = self.known.capacity();
        if self.known.len() == capacity {
            // Twice the slots, of which seven in eight are used, beside the old ones.
            let slots = 2 * (capacity + capacity / 7 + 1).next_power_of_two().max(4) as u64;
            let bytes = slots * (size_of::<(P, bool)>() as u64 + 1);
            budget.reserve(bytes)?;
            self.known.reserve(1);
            budget.release(self.bytes[0]);
            self.bytes[0] = bytes;
        }
        budget.reserve(heap as u64)?;
        self.bytes[1] += heap as u64;
        self.known.insert(position, value);
        Ok(())
    }

    /// Gives the bytes back that were counted.
    fn release(&mut self, budget: &Budget) {
        budget.release(self.bytes[0] + self.bytes[1]);
        self.bytes = [0; 2];
    }
}

fn side(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// Below this much stack a new one is begun: the depth follows the input.
const RED_ZONE: usize = 128 << 10;
const NEW_STACK: usize = 4 << 20;

/// Who wins, by search with a table.
pub(crate) struct Search<'b, S: Play> {
    play: &'b S,
    misere: bool,
    known: [Table<S::Position>; 2],
    ticker: Ticker,
}

impl<'b, S: Play> Search<'b, S> {
    pub(crate) fn new(play: &'b S, misere: bool, budget: &Budget) -> Self {
        Search { play, misere, known: [Table::new(), Table::new()], ticker: budget.ticker() }
    }

    /// Whether `player`, who moves first, wins.
    pub(crate) fn wins(
        &mut self,
        player: Player,
        position: &S::Position,
    ) -> Result<bool, Exhausted> {
        let position = self.play.simpler(position);
        if let Some(known) = self.known[side(player)].get(&position) {
            return Ok(known);
        }
        let won = stacker::maybe_grow(RED_ZONE, NEW_STACK, || self.search(player, &position))?;
        let bytes = self.play.bytes(&position);
        self.known[side(player)].insert(position, won, bytes, self.ticker.budget())?;
        Ok(won)
    }

    fn search(&mut self, player: Player, position: &S::Position) -> Result<bool, Exhausted> {
        let mut options = Vec::new();
        self.play.moves(player, position, &mut options);
        self.ticker.tick(1 + options.len() as u64)?;
        if options.is_empty() {
            return Ok(self.misere);
        }
        if !self.misere {
            let parts = self.play.parts(position);
            if parts.len() > 1 {
                if self.all_lose(player, &parts, usize::MAX)? {
                    return Ok(false);
                }
                if self.winning_part(player, &parts)?.is_some() {
                    return Ok(true);
                }
            }
        }
        options.sort_by_cached_key(|option| -self.play.promise(player, option));
        for option in &options {
            if !self.wins(player.opponent(), option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether `player` loses each of the parts but one.
    fn all_lose(
        &mut self,
        player: Player,
        parts: &[S::Position],
        but: usize,
    ) -> Result<bool, Exhausted> {
        for (index, part) in parts.iter().enumerate() {
            if index != but && self.wins(player, part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A part that `player` wins, moving first, where the opponent, moving first, loses the others.
    fn winning_part(
        &mut self,
        player: Player,
        parts: &[S::Position],
    ) -> Result<Option<usize>, Exhausted> {
        for (index, part) in parts.iter().enumerate() {
            if self.wins(player, part)? && self.all_lose(player.opponent(), parts, index)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

impl<S: Play> Drop for Search<'_, S> {
    fn drop(&mut self) {
        self.known.iter_mut().for_each(|table| table.release(self.ticker.budget()));
    }
}

/// A script, and what it is known to need.
pub(crate) struct Script {
    /// The letters.
    pub(crate) letters: String,
    /// How deep the checker's recursion goes.
    pub(crate) fuel: usize,
    /// How many positions, with who moves first, are decided.
    pub(crate) facts: usize,
}

/// Writes a script.
pub(crate) struct Writer<'b, S: Play> {
    search: Search<'b, S>,
    noted: [Table<S::Position>; 2],
    letters: String,
    depth: usize,
    deepest: usize,
    facts: usize,
}

impl<S: Play> Drop for Writer<'_, S> {
    fn drop(&mut self) {
        self.noted.iter_mut().for_each(|table| table.release(self.search.ticker.budget()));
    }
}

/// The letters of a number: one, after a `~` for each 91.
pub(crate) fn write_number(mut number: usize, out: &mut String) {
    while number >= 91 {
        out.push('~');
        number -= 91;
    }
    out.push(char::from(b'#' + number as u8));
}

impl<'b, S: Play> Writer<'b, S> {
    pub(crate) fn new(play: &'b S, misere: bool, budget: &Budget) -> Self {
        Writer {
            search: Search::new(play, misere, budget),
            noted: [Table::new(), Table::new()],
            letters: String::new(),
            depth: 0,
            deepest: 0,
            facts: 0,
        }
    }

    /// Whether `player`, who moves first, wins.
    pub(crate) fn wins(
        &mut self,
        player: Player,
        position: &S::Position,
    ) -> Result<bool, Exhausted> {
        self.search.wins(player, position)
    }

    /// Adds what shows the goal, which must be true.
    pub(crate) fn show(
        &mut self,
        goal: Goal,
        player: Player,
        position: &S::Position,
    ) -> Result<(), Exhausted> {
        self.prove(goal, false, player, position)
    }

    /// What was written.
    pub(crate) fn script(mut self) -> Script {
        let letters = std::mem::take(&mut self.letters);
        Script { letters, fuel: self.deepest + 1, facts: self.facts }
    }

    fn prove(
        &mut self,
        goal: Goal,
        by_parts: bool,
        player: Player,
        position: &S::Position,
    ) -> Result<(), Exhausted> {
        let play = self.search.play;
        let position = play.simpler(position);
        self.deepest = self.deepest.max(self.depth + 1);
        if self.noted[side(player)].get(&position).is_some() {
            return Ok(());
        }
        self.depth += 1;
        let shown = stacker::maybe_grow(RED_ZONE, NEW_STACK, || match goal {
            Goal::Win => self.win(player, &position),
            Goal::Lose if by_parts => {
                let parts = play.parts(&position);
                parts.iter().try_for_each(|part| self.prove(Goal::Lose, false, player, part))
            }
            Goal::Lose => {
                let mut options = Vec::new();
                play.moves(player, &position, &mut options);
                let opponent = player.opponent();
                options.iter().try_for_each(|y| self.prove(Goal::Win, false, opponent, y))
            }
        });
        self.depth -= 1;
        shown?;
        self.search.ticker.tick(1)?;
        let bytes = play.bytes(&position);
        let budget = self.search.ticker.budget();
        self.noted[side(player)].insert(position, goal == Goal::Win, bytes, budget)?;
        self.facts += 1;
        Ok(())
    }

    fn win(&mut self, player: Player, position: &S::Position) -> Result<(), Exhausted> {
        let play = self.search.play;
        let mut options = Vec::new();
        play.moves(player, position, &mut options);
        if options.is_empty() {
            return Ok(());
        }
        let opponent = player.opponent();
        // A position that is shown to be lost already costs nothing.
        let noted = options.iter().position(|option| {
            self.noted[side(opponent)].get(&play.simpler(option)) == Some(false)
        });
        if noted.is_none() && !self.search.misere {
            let parts = play.parts(position);
            if parts.len() > 1
                && let Some(index) = self.search.winning_part(player, &parts)?
            {
                write_number(0, &mut self.letters);
                write_number(index, &mut self.letters);
                self.prove(Goal::Win, false, player, &parts[index])?;
                for (other, part) in parts.iter().enumerate() {
                    if other != index {
                        self.prove(Goal::Lose, false, opponent, part)?;
                    }
                }
                return Ok(());
            }
        }
        let chosen = match noted {
            Some(index) => index,
            None => self.choose(player, &options)?,
        };
        let child = play.simpler(&options[chosen]);
        let mut by_parts = false;
        if noted.is_none() && !self.search.misere {
            let parts = play.parts(&child);
            by_parts = parts.len() > 1 && self.search.all_lose(opponent, &parts, usize::MAX)?;
        }
        write_number(1 + 2 * chosen + usize::from(by_parts), &mut self.letters);
        self.prove(Goal::Lose, by_parts, opponent, &options[chosen])
    }

    /// A winning move: the first in the order of the search.
    fn choose(&mut self, player: Player, options: &[S::Position]) -> Result<usize, Exhausted> {
        let play = self.search.play;
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(|&index| -play.promise(player, &options[index]));
        for &index in &order {
            if !self.search.wins(player.opponent(), &options[index])? {
                return Ok(index);
            }
        }
        unreachable!("a goal that is not true")
    }
}
