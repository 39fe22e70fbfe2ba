//! Short games in canonical form, by the definitions: only what the check of a strategy needs.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use upstar_core::{Exhausted, Ticker};

/// The largest height of a game. Higher games are refused, because they would need much stack.
pub(super) const MOST_HEIGHT: u32 = 1000;

/// Canonical forms without repeats. Number 0 is 0.
pub(super) struct Games {
    games: Vec<Game>,
    index: HashMap<(Vec<u32>, Vec<u32>), u32, FixedState>,
    order: HashMap<(u32, u32), bool, FixedState>,
    sums: HashMap<(u32, u32), u32, FixedState>,
    negatives: HashMap<u32, u32, FixedState>,
    ticker: Ticker,
}

struct Game {
    left: Vec<u32>,
    right: Vec<u32>,
    height: u32,
}

/// The reason why there is no answer.
pub(super) enum Stop {
    High,
    Exhausted(Exhausted),
}

impl From<Exhausted> for Stop {
    fn from(exhausted: Exhausted) -> Self {
        Stop::Exhausted(exhausted)
    }
}

impl Games {
    pub(super) fn new(ticker: Ticker) -> Self {
        let zero = Game { left: Vec::new(), right: Vec::new(), height: 0 };
        let index = HashMap::from_iter([((Vec::new(), Vec::new()), 0)]);
        Games {
            games: vec![zero],
            index,
            order: HashMap::default(),
            sums: HashMap::default(),
            negatives: HashMap::default(),
            ticker,
        }
    }

    pub(super) fn options(&self, g: u32, left: bool) -> &[u32] {
        let game = &self.games[g as usize];
        if left { &game.left } else { &game.right }
    }

    /// g <= h unless some g^L >= h or some h^R <= g.
    pub(super) fn le(&mut self, g: u32, h: u32) -> Result<bool, Stop> {
        if g == h {
            return Ok(true);
        }
        if let Some(&known) = self.order.get(&(g, h)) {
            return Ok(known);
        }
        self.ticker.tick(1)?;
        let found = self.le_by_options(g, h)?;
        self.order.insert((g, h), found);
        Ok(found)
    }

    fn le_by_options(&mut self, g: u32, h: u32) -> Result<bool, Stop> {
        let (mut at, mut other) = (0, 0);
        while let Some(&option) = self.games[g as usize].left.get(at) {
            if self.le(h, option)? {
                return Ok(false);
            }
            at += 1;
        }
        while let Some(&option) = self.games[h as usize].right.get(other) {
            if self.le(option, g)? {
                return Ok(false);
            }
            other += 1;
        }
        Ok(true)
    }

    /// Whether {left|right} <= h.
    fn form_le(&mut self, left: &[u32], right: &[u32], h: u32) -> Result<bool, Stop> {
        self.ticker.tick(1)?;
        for &option in left {
            if self.le(h, option)? {
                return Ok(false);
            }
        }
        let mut at = 0;
        while let Some(&option) = self.games[h as usize].right.get(at) {
            if self.le_form(option, left, right)? {
                return Ok(false);
            }
            at += 1;
        }
        Ok(true)
    }

    /// Whether g <= {left|right}.
    fn le_form(&mut self, g: u32, left: &[u32], right: &[u32]) -> Result<bool, Stop> {
        self.ticker.tick(1)?;
        for &option in right {
            if self.le(option, g)? {
                return Ok(false);
            }
        }
        let mut at = 0;
        while let Some(&option) = self.games[g as usize].left.get(at) {
            if self.form_le(left, right, option)? {
                return Ok(false);
            }
            at += 1;
        }
        Ok(true)
    }

    /// The canonical form of {left|right}: reversible options are bypassed and dominated ones
    /// removed (Siegel, Combinatorial Game Theory, II.2).
    pub(super) fn make(&mut self, left: Vec<u32>, right: Vec<u32>) -> Result<u32, Stop> {
        let (mut left, mut right) = (left, right);
        'again: loop {
            left = self.best(left, true)?;
            right = self.best(right, false)?;
            for at in 0..left.len() {
                for answer in self.games[left[at] as usize].right.clone() {
                    if self.le_form(answer, &left, &right)? {
                        left.swap_remove(at);
                        left.extend_from_slice(&self.games[answer as usize].left);
                        continue 'again;
                    }
                }
            }
            for at in 0..right.len() {
                for answer in self.games[right[at] as usize].left.clone() {
                    if self.form_le(&left, &right, answer)? {
                        right.swap_remove(at);
                        right.extend_from_slice(&self.games[answer as usize].right);
                        continue 'again;
                    }
                }
            }
            break;
        }
        let heights = left.iter().chain(&right).map(|&g| self.games[g as usize].height + 1);
        let height = heights.max().unwrap_or(0);
        if height > MOST_HEIGHT {
            return Err(Stop::High);
        }
        let next = self.games.len() as u32;
        let number = *self.index.entry((left.clone(), right.clone())).or_insert(next);
        if number == next {
            self.games.push(Game { left, right, height });
        }
        Ok(number)
    }

    /// The options that are not dominated.
    fn best(&mut self, mut options: Vec<u32>, left: bool) -> Result<Vec<u32>, Stop> {
        options.sort_unstable();
        options.dedup();
        let mut kept = Vec::new();
        for &g in &options {
            let mut dominated = false;
            for &h in &options {
                if g != h && if left { self.le(g, h)? } else { self.le(h, g)? } {
                    dominated = true;
                    break;
                }
            }
            if !dominated {
                kept.push(g);
            }
        }
        Ok(kept)
    }

    pub(super) fn add(&mut self, g: u32, h: u32) -> Result<u32, Stop> {
        if g == 0 || h == 0 {
            return Ok(g | h);
        }
        let key = (g.min(h), g.max(h));
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(sum);
        }
        self.ticker.tick(1)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for (one, other) in [(g, h), (h, g)] {
                for option in self.options(one, left).to_vec() {
                    side.push(self.add(option, other)?);
                }
            }
        }
        let [left, right] = sides;
        let sum = self.make(left, right)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    pub(super) fn negative(&mut self, g: u32) -> Result<u32, Stop> {
        if let Some(&known) = self.negatives.get(&g) {
            return Ok(known);
        }
        self.ticker.tick(1)?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, left) in sides.iter_mut().zip([false, true]) {
            for option in self.options(g, left).to_vec() {
                side.push(self.negative(option)?);
            }
        }
        let [left, right] = sides;
        let negative = self.make(left, right)?;
        self.negatives.insert(g, negative);
        Ok(negative)
    }
}
