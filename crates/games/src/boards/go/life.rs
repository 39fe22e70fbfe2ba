//! Boards of Go on which one player gets every point, even if the opponent moves first.

use std::cmp::Reverse;
use std::sync::Arc;

use hashbrown::HashMap;
use upstar_core::{Budget, Lease, Ticker};

use super::super::field::{Field, places, sides_of_grid};
use super::super::grid::{FREE, Grid};
use super::stones::signed;
use super::{Go, Local};
use crate::prelude::*;

/// Finds positions of Go that are settled though stones can still live or die by the rules: one
/// player gets every open point even if the opponent moves first and may break the ban of every ko.
/// Their thermographs are masts, by area from temperature 0 up and by territory from -1 up, whoever
/// is komaster.
///
/// *Proof.* No play gives a player more than all open points. The player reaches them as follows,
/// at each temperature: he answers each move by a move that keeps the board won, and takes a coupon
/// whenever the opponent does; when coupons are worth nothing and the opponent passes, he passes too
/// if no stone of the opponent is left, and else moves on to capture them or to make his own stones
/// safe by Benson's theorem. Each of these moves leads to a board that was proved to be won before,
/// so that play comes to an end and no ban of a ko stops him: a ban would forbid the board on which
/// the opponent moved, which is proved by what follows.
#[derive(Debug)]
pub struct GoLife {
    field: Option<Arc<Field>>,
    /// For Left and for Right: whether the boards that were looked at are won. Boards that are being
    /// looked at count as not won, so that all that is won is proved.
    known: [HashMap<Board, bool>; 2],
    /// For Left and for Right, how often a stone on each point was the best move.
    successes: [[u32; 64]; 2],
    lease: Lease,
    ticker: Ticker,
}

/// The longest line of moves and answers that is looked at.
const DEPTH: usize = 500;

/// How many bytes a board takes in the table, which is half empty and is copied when it grows.
const BYTES: u64 = 3 * size_of::<(Board, bool)>() as u64;

/// A board of Go as sets of points. What is neither free nor a stone is outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Board {
    /// The stones of Left and of Right.
    stones: [u64; 2],
    /// The stones of both that cannot be captured.
    safe: u64,
    free: u64,
}

impl GoLife {
    /// Nothing is known yet. Boards that are looked at take memory from the budget.
    #[must_use]
    pub fn new(budget: &Budget) -> Self {
        let (lease, ticker) = (Lease::new(budget), budget.ticker());
        GoLife { field: None, known: Default::default(), successes: [[0; 64]; 2], lease, ticker }
    }

    /// The points of Left minus those of Right, if one player gets all open points even if the
    /// opponent moves first; `None` if this is not proved, of other games, and of boards of more than
    /// 40 points with their frame.
    ///
    /// # Errors
    /// A used-up budget.
    pub fn settled(&mut self, game: &Game) -> Result<Option<i64>> {
        if let Some(positive) = game.negative_of() {
            return Ok(self.settled(&positive)?.map(|count| -count));
        }
        let position: Option<&Local> = game.position();
        let Some(Local { board: Some(grid), count }) = position else { return Ok(None) };
        let sides = sides_of_grid(grid);
        if game.rules().downcast::<Go>().is_none() {
            return Ok(None);
        }
        let field = match &self.field {
            Some(field) if field.sides() == sides => Arc::clone(field),
            _ => {
                let Some(field) = Field::new(sides[0], sides[1]) else { return Ok(None) };
                self.known = Default::default();
                Arc::clone(self.field.insert(Arc::new(field)))
            }
        };
        let board = Board::of(grid);
        let mut found = None;
        for player in Player::BOTH {
            if found.is_none() && self.gets_all(&field, board, player, 0)? {
                let theirs = board.stones[player.opponent() as usize] & !board.safe;
                let worth = board.free.count_ones() + 2 * theirs.count_ones();
                found = Some(count + signed(player, worth.into()));
            }
        }
        Ok(found)
    }

    /// Whether a player is proved to get all open points if the opponent moves first.
    fn gets_all(
        &mut self,
        field: &Field,
        mut board: Board,
        player: Player,
        depth: usize,
    ) -> Result<bool> {
        board.find_safe(field);
        if let Some(ended) = board.ended(field, player) {
            return Ok(ended);
        }
        let table = &mut self.known[player as usize];
        if let Some(&known) = table.get(&board) {
            return Ok(known);
        }
        if depth == DEPTH {
            return Ok(false);
        }
        table.insert(board, false);
        self.lease.spend(BYTES, 1 << 16)?;
        for point in self.points(board.free, 0, player.opponent()) {
            let Some(next) = board.after(field, point, player.opponent()) else { continue };
            let mut answer = None;
            for at in self.points(next.free, field.beside(point), player) {
                self.ticker.tick(1)?;
                let Some(then) = next.after(field, at, player) else { continue };
                if self.gets_all(field, then, player, depth + 1)? {
                    answer = Some(at);
                    break;
                }
            }
            self.note_success(answer.map_or((player.opponent(), point), |at| (player, at)));
            if answer.is_none() {
                return Ok(false);
            }
        }
        // Without a stone of the opponent all open points count for the player, if both pass.
        let mut found = board.stones[player.opponent() as usize] & !board.safe == 0;
        for point in self.points(board.free, 0, player) {
            if found {
                break;
            }
            let Some(next) = board.after(field, point, player) else { continue };
            found = self.gets_all(field, next, player, depth + 1)?;
        }
        self.known[player as usize].insert(board, found);
        Ok(found)
    }

    /// Points, those of `near` first, for most threats are answered beside them, and then those that
    /// were often the best moves of a player.
    fn points(&self, points: u64, near: u64, player: Player) -> Vec<u64> {
        let mut found = Vec::with_capacity(points.count_ones() as usize);
        let mut rest = points;
        while rest != 0 {
            found.push(rest & rest.wrapping_neg());
            rest &= rest - 1;
        }
        let successes = &self.successes[player as usize];
        found.sort_by_key(|point| {
            (point & near == 0, Reverse(successes[point.trailing_zeros() as usize]))
        });
        found
    }

    fn note_success(&mut self, (player, point): (Player, u64)) {
        let count = &mut self.successes[player as usize][point.trailing_zeros() as usize];
        *count = count.saturating_add(1);
    }
}

impl Board {
    fn of(grid: &Grid) -> Board {
        let [left, right] =
            [b'x', b'o'].map(|man| [man, man.to_ascii_uppercase()].map(|cell| places(grid, cell)));
        Board {
            stones: [left[0] | left[1], right[0] | right[1]],
            safe: left[1] | right[1],
            free: places(grid, FREE),
        }
    }

    /// The board after a stone is placed on a free point, if the move is legal.
    fn after(&self, field: &Field, point: u64, player: Player) -> Option<Board> {
        let mut next = *self;
        next.free &= !point;
        next.stones[player as usize] |= point;
        let theirs = player.opponent() as usize;
        let mut beside = field.beside(point) & next.stones[theirs];
        while beside != 0 {
            let group = field.connected(beside & beside.wrapping_neg(), next.stones[theirs]);
            beside &= !group;
            if !next.breathes(field, group) {
                next.stones[theirs] &= !group;
                next.free |= group;
            }
        }
        let own = field.connected(point, next.stones[player as usize]);
        next.breathes(field, own).then_some(next)
    }

    /// Whether a group has a liberty, or needs none.
    fn breathes(&self, field: &Field, group: u64) -> bool {
        group & self.safe != 0 || field.beside(group) & self.free != 0
    }

    /// Marks the stones that are connected with safe stones, and those that are alive.
    fn find_safe(&mut self, field: &Field) {
        loop {
            for stones in self.stones {
                self.safe |= field.connected(stones & self.safe, stones);
            }
            let living = self.alive(field, 0) | self.alive(field, 1);
            if living == 0 {
                return;
            }
            self.safe |= living;
        }
    }

    /// The stones of a player that cannot be captured even if he always passes, and are not known to
    /// be safe (Benson, "Life in the game of Go", Information Sciences 10, 1976).
    fn alive(&self, field: &Field, player: usize) -> u64 {
        let mut groups: Vec<u64> = field.groups(self.stones[player] & !self.safe).collect();
        if groups.is_empty() {
            return 0;
        }
        let inside = self.free | self.stones[1 - player];
        let mut eyes: Vec<u64> = field.groups(inside).filter(|eye| eye & self.safe == 0).collect();
        loop {
            let lives = |&group: &u64| {
                let beside = field.beside(group);
                let is_eye = |eye: &&u64| **eye & beside != 0 && **eye & self.free & !beside == 0;
                eyes.iter().filter(is_eye).count() >= 2
            };
            let (living, dead): (Vec<u64>, Vec<u64>) = groups.into_iter().partition(lives);
            if dead.is_empty() {
                return living.iter().fold(0, |set, group| set | group);
            }
            groups = living;
            let dead = dead.iter().fold(0, |set, group| set | group);
            // What a group surrounds that may be captured is no eye of another.
            eyes.retain(|&eye| field.beside(eye) & dead == 0);
        }
    }

    /// Whether a player has all open points, if that is known: each is beside a safe stone of his,
    /// or one is beside a safe stone of the opponent.
    fn ended(&self, field: &Field, player: Player) -> Option<bool> {
        let open = (self.free | self.stones[0] | self.stones[1]) & !self.safe;
        let [own, theirs] = [player, player.opponent()]
            .map(|player| field.beside(self.stones[player as usize] & self.safe));
        if open & theirs != 0 {
            return Some(false);
        }
        (open & !own == 0).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::super::stones;
    use super::*;

    /// Boards as words against boards as letters: moves, captures, and what is settled.
    #[test]
    fn words_play_like_letters() {
        let mut seed = 11u64;
        let mut below = |bound: u64| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % bound
        };
        let (mut settled, mut captures, mut refused) = (0, 0, 0);
        for round in 0..4000 {
            let letters: &[u8] = if round % 2 == 0 { b"..xxxxX#" } else { b"...xxooXO#" };
            let (rows, columns) = (2 + below(4) as usize, 2 + below(4) as usize);
            let cells = |_| letters[below(letters.len() as u64) as usize];
            let grid =
                Grid::of_cells(rows, columns, (0..rows * columns).map(cells).collect::<Vec<u8>>())
                    .unwrap();
            if stones::breathless(&grid).is_some() {
                continue;
            }
            let field = Field::new(rows as u32, columns as u32).unwrap();
            let board = Board::of(&grid);
            for (point, player) in
                (0..rows * columns).flat_map(|point| Player::BOTH.map(|player| (point, player)))
            {
                if grid.cells()[point] != FREE {
                    continue;
                }
                let next = board.after(&field, 1 << point, player);
                let expected = stones::after(&grid, point, player);
                assert_eq!(next, expected.as_ref().map(|(next, _)| Board::of(next)), "{grid}");
                captures += expected.as_ref().map_or(0, |(_, captured)| *captured);
                refused += i32::from(expected.is_none());
            }
            let (mut letters, mut words) = (grid.clone(), board);
            stones::settle(&mut letters);
            words.find_safe(&field);
            let open = (words.free | words.stones[0] | words.stones[1]) & !words.safe;
            for player in Player::BOTH {
                let is_his = |at: usize| {
                    let after = letters.cells()[at];
                    after.is_ascii_uppercase() && stones::owner(after) == Some(player)
                };
                let all = (0..rows * columns).all(|at| open >> at & 1 == 0 || is_his(at));
                let found = words.ended(&field, player) == Some(true);
                assert_eq!(found, all, "{grid} {player}");
                settled += i32::from(all);
            }
        }
        assert!(settled > 100 && captures > 100 && refused > 100, "{settled} {captures} {refused}");
    }
}
