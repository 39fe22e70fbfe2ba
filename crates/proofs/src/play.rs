//! The outcome, and the script that gives the checker the winning moves.
//!
//! [`Writer`] is the twin of the checker `prove` in `theory/play.v`: it visits the same positions
//! in the same order, and writes a choice wherever the checker will read one.

use std::collections::BTreeSet;
use std::hash::Hash;

use upstar_core::{Budget, Exhausted, Player, Room};

use crate::search::{Search, Table, what_is_left};

/// A game to search: the twin of a `ruleset` and a `method` of the theory.
pub(crate) trait Play {
    /// A position.
    type Position: Clone + Eq + Hash;

    /// Appends the options of `player`, in the order of the theory's `moves`.
    fn moves(&self, player: Player, position: &Self::Position, out: &mut Vec<Self::Position>);

    /// The theory's `simpler`: a position in which the same player wins.
    fn simpler(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The theory's `parts`, for a position that is fully simplified.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// The number of other positions that are images, in all play.
    fn images(&self) -> usize {
        0
    }

    /// The number of other positions that remain after parts cancel, in normal play.
    fn pairings(&self) -> usize {
        0
    }

    /// The theory's `another`: a position whose winner is known if the winner of this one is, by
    /// its number: images first, then positions after cancelling.
    fn another(
        &self,
        number: usize,
        player: Player,
        position: &Self::Position,
    ) -> Option<(Player, Self::Position)> {
        let _ = (number, player, position);
        None
    }

    /// A heuristic score of a position for the player who has just moved to it.
    fn promise(&self, player: Player, position: &Self::Position) -> i64 {
        let _ = (player, position);
        0
    }

    /// The approximate number of bytes of a position on the heap.
    fn bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }
}

/// A goal for a position: the player who moves first wins, or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The first player wins.
    Win,
    /// The first player loses.
    Lose,
}

/// A script, and its requirements.
pub(crate) struct Script {
    /// The letters.
    pub(crate) letters: String,
    /// The recursion depth of the checker.
    pub(crate) fuel: usize,
    /// The number of positions decided, each with the first player.
    pub(crate) facts: usize,
    /// The numbers of the images and pairings used.
    pub(crate) named: Vec<usize>,
}

/// An entry of a script.
enum Letter {
    Number(u32),
    /// The number of another position, among those named.
    Another(u32),
}

/// The way a position is proved to be lost.
#[derive(Clone)]
enum Lost<P> {
    /// By a reply to every move.
    ByMoves,
    /// In each part.
    ByParts,
    /// As in another position.
    As(usize, Player, P),
}

impl<P> Lost<P> {
    /// The number used by the checker.
    fn number(&self) -> usize {
        match self {
            Lost::ByMoves => 0,
            Lost::ByParts => 1,
            Lost::As(..) => 2,
        }
    }
}

/// Writes a script.
pub(crate) struct Writer<'b, S: Play> {
    search: Search<'b, S>,
    noted: [Table<S::Position>; 2],
    letters: Vec<Letter>,
    depth: usize,
    deepest: usize,
    facts: usize,
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
            noted: [Table::new(budget), Table::new(budget)],
            letters: Vec::new(),
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

    /// Adds the proof of the goal, which must be true.
    pub(crate) fn show(
        &mut self,
        goal: Goal,
        player: Player,
        position: &S::Position,
    ) -> Result<(), Exhausted> {
        match goal {
            Goal::Win => self.win(player, position),
            Goal::Lose => self.said(player, position),
        }
    }

    /// The finished script.
    pub(crate) fn script(mut self) -> Script {
        let letters = std::mem::take(&mut self.letters);
        let others = letters.iter().filter_map(|letter| match letter {
            Letter::Another(number) => Some(*number as usize),
            Letter::Number(_) => None,
        });
        let named: Vec<usize> = others.collect::<BTreeSet<usize>>().into_iter().collect();
        let mut text = String::new();
        for letter in letters {
            let number = match letter {
                Letter::Number(number) => number as usize,
                Letter::Another(number) => {
                    named.binary_search(&(number as usize)).unwrap_or_default()
                }
            };
            write_number(number, &mut text);
        }
        Script { letters: text, fuel: self.deepest + 1, facts: self.facts, named }
    }

    fn write(&mut self, number: usize) {
        self.letters.push(Letter::Number(number as u32));
    }

    /// A call of the checker: returns the position as it looks it up, unless it is already noted.
    fn enter(&mut self, player: Player, position: &S::Position) -> Option<S::Position> {
        let position = self.search.play.simpler(position);
        self.deepest = self.deepest.max(self.depth + 1);
        self.noted[player as usize].get(&position).is_none().then_some(position)
    }

    fn deeper(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), Exhausted>,
    ) -> Result<(), Exhausted> {
        self.depth += 1;
        let room = Room::ask(self.search.ticker.budget())?;
        let done = room.run(|| work(self));
        room.give_back(self.search.ticker.budget());
        self.depth -= 1;
        done
    }

    fn note(&mut self, won: bool, player: Player, position: S::Position) -> Result<(), Exhausted> {
        self.search.ticker.tick(1)?;
        let bytes = self.search.play.bytes(&position);
        self.noted[player as usize].insert(position, won, bytes)?;
        self.facts += 1;
        Ok(())
    }

    /// The checker's goal `LoseSaid`.
    fn said(&mut self, player: Player, position: &S::Position) -> Result<(), Exhausted> {
        let Some(position) = self.enter(player, position) else { return Ok(()) };
        let how = self.how_lost(player, &position)?;
        self.write(how.number());
        self.deeper(|writer| writer.lose(how, player, &position))
    }

    /// The goals `Lose`, `LoseByParts` and `LoseAs`.
    fn lose(
        &mut self,
        how: Lost<S::Position>,
        player: Player,
        position: &S::Position,
    ) -> Result<(), Exhausted> {
        let Some(position) = self.enter(player, position) else { return Ok(()) };
        let play = self.search.play;
        self.deeper(|writer| match how {
            Lost::ByMoves => {
                let mut options = Vec::new();
                play.moves(player, &position, &mut options);
                let opponent = player.opponent();
                options.iter().try_for_each(|option| writer.win(opponent, option))
            }
            Lost::ByParts => {
                let parts = play.parts(&position);
                parts.iter().try_for_each(|part| writer.said(player, part))
            }
            Lost::As(number, player, other) => {
                writer.letters.push(Letter::Another(number as u32));
                writer.said(player, &other)
            }
        })?;
        self.note(false, player, position)
    }

    /// The goal `Win`.
    fn win(&mut self, player: Player, position: &S::Position) -> Result<(), Exhausted> {
        let Some(position) = self.enter(player, position) else { return Ok(()) };
        self.deeper(|writer| writer.win_new(player, &position))?;
        self.note(true, player, position)
    }

    /// An image already noted with this result.
    fn noted_image(
        &self,
        won: bool,
        player: Player,
        position: &S::Position,
    ) -> Option<(usize, Player, S::Position)> {
        let play = self.search.play;
        (0..play.images()).find_map(|number| {
            let (other, image) = play.another(number, player, position)?;
            let known = self.noted[other as usize].get(&play.simpler(&image));
            (known == Some(won)).then_some((number, other, image))
        })
    }

    /// The best way to prove that the player, moving first, loses.
    fn how_lost(
        &mut self,
        player: Player,
        position: &S::Position,
    ) -> Result<Lost<S::Position>, Exhausted> {
        let play = self.search.play;
        if let Some((number, player, image)) = self.noted_image(false, player, position) {
            return Ok(Lost::As(number, player, image));
        }
        if !self.search.misere {
            if let Some((number, player, rest)) = what_is_left(play, player, position) {
                return Ok(Lost::As(number, player, rest));
            }
            let parts = play.parts(position);
            if parts.len() > 1 && self.search.all_lose(player, &parts, usize::MAX)? {
                return Ok(Lost::ByParts);
            }
        }
        Ok(Lost::ByMoves)
    }

    fn win_new(&mut self, player: Player, position: &S::Position) -> Result<(), Exhausted> {
        let play = self.search.play;
        let mut options = Vec::new();
        play.moves(player, position, &mut options);
        if options.is_empty() {
            return Ok(());
        }
        let opponent = player.opponent();
        // A position already proved to be lost costs nothing.
        let noted = options.iter().position(|option| {
            self.noted[opponent as usize].get(&play.simpler(option)) == Some(false)
        });
        if let Some(chosen) = noted {
            self.write(2 + 3 * chosen);
            return self.lose(Lost::ByMoves, opponent, &options[chosen]);
        }
        let mut another = self.noted_image(true, player, position);
        if another.is_none() && !self.search.misere {
            another = what_is_left(play, player, position);
        }
        if let Some((number, player, other)) = another {
            self.write(1);
            self.letters.push(Letter::Another(number as u32));
            return self.win(player, &other);
        }
        if !self.search.misere {
            let parts = play.parts(position);
            if parts.len() > 1
                && let Some(index) = self.search.winning_part(player, &parts)?
            {
                self.write(0);
                self.write(index);
                self.win(player, &parts[index])?;
                for (other, part) in parts.iter().enumerate() {
                    if other != index {
                        self.said(opponent, part)?;
                    }
                }
                return Ok(());
            }
        }
        let (chosen, how) = self.choose(player, &options)?;
        self.write(2 + 3 * chosen + how.number());
        self.lose(how, opponent, &options[chosen])
    }

    /// A winning move: to a position with a cheap proof, or the first in the order of the search.
    fn choose(
        &mut self,
        player: Player,
        options: &[S::Position],
    ) -> Result<(usize, Lost<S::Position>), Exhausted> {
        let play = self.search.play;
        let opponent = player.opponent();
        for (index, option) in options.iter().enumerate() {
            let option = play.simpler(option);
            if let Some((number, player, image)) = self.noted_image(false, opponent, &option) {
                return Ok((index, Lost::As(number, player, image)));
            }
        }
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(|&index| -play.promise(player, &options[index]));
        for &index in &order {
            if !self.search.wins(opponent, &options[index])? {
                let how = self.how_lost(opponent, &play.simpler(&options[index]))?;
                return Ok((index, how));
            }
        }
        unreachable!("a goal that is not true")
    }
}
