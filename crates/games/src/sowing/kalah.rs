//! Kalah.

use super::{MOST_PITS, Sown, arrange, arrangements, rank_of, side};
use crate::prelude::*;

/// Kalah: seeds are sown into the pits and the player's own store. A last seed in the store gives
/// another move. A last seed in an empty pit of the player captures it and the opposite seeds.
pub(crate) struct Kalah;

/// The result of sowing.
enum Sowing {
    /// The opponent is to move, or play is over.
    Over(Sown),
    /// The last seed fell into the player's store.
    Again(Sown),
}

impl Sown {
    /// If a player has no seeds in pits, the remaining seeds are collected. If a player has more
    /// than half of the seeds, he gets all of them, because nothing can change any more.
    fn settled(mut self) -> Sown {
        let (m, total) = (self.m(), self.total());
        let seeds = |side: usize| self.row(side).iter().sum::<u8>();
        let rows = [seeds(0), seeds(1)];
        if rows.contains(&0) {
            self.stores[0] += rows[0];
            self.stores[1] += rows[1];
            self.board[..2 * m].fill(0);
        }
        if let Some(winner) = (0..2).find(|&side| 2 * u32::from(self.stores[side]) > total) {
            self.board[..2 * m].fill(0);
            self.stores = [0; 2];
            self.stores[winner] = total as u8;
        }
        self
    }

    /// Sows a pit of a player, which is not empty.
    fn sow(&self, mover: usize, pit: usize) -> Sowing {
        let m = self.m();
        let mut after = *self;
        let from = mover * m + pit;
        let mut hand = after.board[from];
        after.board[from] = 0;
        // Places around the board: the mover's pits, the store as `m`, the opponent's pits.
        let mut place = pit;
        while hand > 0 {
            place = (place + 1) % (2 * m + 1);
            hand -= 1;
            if place == m {
                after.stores[mover] += 1;
            } else {
                let own = place < m;
                let index = if own { mover * m + place } else { (1 - mover) * m + place - m - 1 };
                after.board[index] += 1;
            }
        }
        if place == m {
            let settled = after.settled();
            return if settled.on_board() == 0 {
                Sowing::Over(settled)
            } else {
                Sowing::Again(settled)
            };
        }
        if place < m && after.board[mover * m + place] == 1 {
            let opposite = (1 - mover) * m + m - 1 - place;
            if after.board[opposite] > 0 {
                after.stores[mover] += 1 + after.board[opposite];
                after.board[mover * m + place] = 0;
                after.board[opposite] = 0;
            }
        }
        Sowing::Over(after.settled())
    }
}

/// The parts of a tier: pits, all seeds of the game, and seeds in pits.
fn of_tier(tier: u64) -> Option<(u8, usize, usize)> {
    let (pits, total, seeds) = ((tier >> 16) as usize, tier >> 8 & 255, tier & 255);
    (tier >> 24 == 0 && pits <= MOST_PITS).then_some((pits as u8, total as usize, seeds as usize))
}

fn tier_of(pits: u8, total: usize, seeds: usize) -> u64 {
    (pits as u64) << 16 | (total as u64) << 8 | seeds as u64
}

/// The least number of seeds in the store of the player to move, and the number of possible values,
/// if nobody has more than half.
fn stores(total: usize, seeds: usize) -> (usize, usize) {
    let (half, stored) = (total / 2, total - seeds);
    let least = stored.saturating_sub(half);
    (least, half.min(stored) + 1 - least)
}

/// The number of positions of a tier.
fn numbers(pits: u8, total: usize, seeds: usize) -> u64 {
    match seeds {
        // Left has all seeds, Right has all, or both have half.
        0 if total > 0 => 3,
        0 => 1,
        _ => {
            arrangements(seeds, 2 * usize::from(pits)).saturating_mul(stores(total, seeds).1 as u64)
        }
    }
}

impl Ruleset for Kalah {
    type Position = Sown;

    as_in!(ROW);

    fn options(&self, at: &Sown, player: Player, out: &mut Options<Sown>) -> Result {
        let mover = side(player);
        if at.on_board() == 0 {
            let (own, other) = (at.stores[mover], at.stores[1 - mover]);
            // The player with more seeds makes the last move. In a draw nobody does.
            match own.cmp(&other) {
                std::cmp::Ordering::Greater => out.push(Sown::empty(at.pits)),
                std::cmp::Ordering::Equal if own > 0 => out.push(*at),
                _ => {}
            }
            return Ok(());
        }
        let first = out.len();
        let mut again = vec![*at];
        let mut next = 0;
        while let Some(&position) = again.get(next) {
            next += 1;
            for pit in 0..position.m() {
                if position.row(mover)[pit] == 0 {
                    continue;
                }
                match position.sow(mover, pit) {
                    Sowing::Over(after) => out.push(after),
                    Sowing::Again(after) if again.contains(&after) => {}
                    Sowing::Again(after) => again.push(after),
                }
            }
        }
        // Turns of several moves often have equal results.
        if next > 1 {
            let found = &mut out[first..];
            found.sort_unstable_by(Position::order);
            out.dedup();
        }
        Ok(())
    }

    fn normalize(&self, at: Sown) -> (Sown, Negated) {
        let turned = at.turned();
        if turned.order(&at).is_lt() { (turned, Negated::Yes) } else { (at, Negated::No) }
    }

    fn tier(&self, at: &Sown) -> u64 {
        let seeds = at.on_board() as usize;
        tier_of(at.pits, at.total() as usize, seeds)
    }

    fn tiers(&self, start: &Sown) -> Option<Vec<(u64, u64)>> {
        let total = start.total() as usize;
        let mut tiers = vec![(tier_of(start.pits, 0, 0), 1)];
        let seeds = start.on_board() as usize;
        if total > 0 {
            tiers.extend((0..=seeds).map(|seeds| {
                (tier_of(start.pits, total, seeds), numbers(start.pits, total, seeds))
            }));
        }
        Some(tiers)
    }

    fn rank(&self, at: &Sown, player: Player) -> Option<u64> {
        let (mover, seeds, total) = (side(player), at.on_board() as usize, at.total() as usize);
        if seeds == 0 {
            return Some(match at.stores[mover].cmp(&at.stores[1 - mover]) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal if total > 0 => 2,
                std::cmp::Ordering::Equal => 0,
            });
        }
        let (least, _) = stores(total, seeds);
        let own = usize::from(at.stores[mover]).checked_sub(least)? as u64;
        let m = at.m();
        let board: [u8; 2 * MOST_PITS] = if mover == 0 { at.board } else { at.turned().board };
        let number = rank_of(board[..2 * m].iter().copied(), seeds);
        Some(own * arrangements(seeds, 2 * m) + number)
    }

    fn unrank(&self, tier: u64, rank: u64) -> Option<(Sown, Player)> {
        let (pits, total, seeds) = of_tier(tier)?;
        if rank >= numbers(pits, total, seeds) {
            return None;
        }
        let mut at = Sown::empty(pits);
        if seeds == 0 {
            let half = (total / 2) as u8;
            at.stores = match rank {
                _ if total == 0 => [0, 0],
                0 => [total as u8, 0],
                1 => [0, total as u8],
                _ if total % 2 == 0 => [half, half],
                _ => return None,
            };
            return Some((at, Player::Left));
        }
        let m = at.m();
        let each = arrangements(seeds, 2 * m);
        let (least, _) = stores(total, seeds);
        let own = least + (rank / each) as usize;
        at.stores = [own as u8, (total - seeds - own) as u8];
        arrange(rank % each, seeds, &mut at.board[..2 * m]);
        // If a player has no seeds in pits, play is over.
        let both = [0, 1].iter().all(|&side| at.row(side).iter().any(|&seeds| seeds > 0));
        both.then_some((at, Player::Left))
    }

    /// Moves within a tier end before the store and capture nothing.
    fn unmoves(&self, at: &Sown, player: Player, out: &mut Vec<Sown>) -> Result<bool> {
        let (m, mover) = (at.m(), side(player));
        if at.on_board() == 0 {
            // A draw stays as it is forever.
            if at.stores[0] == at.stores[1] && at.stores[0] > 0 {
                out.push(*at);
            }
            return Ok(true);
        }
        let (own, other) = (mover * m, (1 - mover) * m);
        for from in 0..m {
            if at.board[own + from] > 0 {
                continue;
            }
            let mut before = *at;
            for last in from + 1..m {
                if at.board[own + last] == 0 {
                    break;
                }
                before.board[own + last] -= 1;
                before.board[own + from] += 1;
                // A last seed in an empty pit would have captured.
                if before.board[own + last] > 0 || at.board[other + m - 1 - last] == 0 {
                    out.push(before);
                }
            }
        }
        Ok(true)
    }

    fn position(&self, arguments: &Arguments) -> Result<Sown> {
        if arguments.len() == 1
            && let Ok(text) = arguments.text(0)
        {
            return self.parse(&text).map_err(|error| arguments.within(0, error));
        }
        let numbers = arguments.counts(0, u64::MAX)?;
        let [pits, seeds] = numbers[..] else { return Err(RuleError::Usage) };
        Sown::start(pits, seeds).map(Sown::settled).ok_or_else(|| {
            RuleError::too_large(
                "the board",
                format!("{pits} pits a player with {seeds} seeds each"),
                format!("{MOST_PITS} pits a player and {} seeds in all", super::MOST_SEEDS),
            )
        })
    }

    fn parse(&self, text: &str) -> Result<Sown> {
        Ok(Sown::from_text(text)?.settled())
    }

    fn encode(&self, at: &Sown) -> Vec<u8> {
        at.bytes_of()
    }

    fn decode(&self, bytes: &[u8]) -> Option<Sown> {
        Sown::of_bytes(bytes)
    }
}

pub(crate) const ROW: Row = Row {
    name: "kalah",
    aliases: &[],
    class: Class::LOOPY_PARTIZAN,
    usage: "kalah(pits,seeds) or kalah(\"4,4,4+0|4,4,4+0\")",
    rules: "A pit is sown over the player's pits, his store and the opponent's pits. A last seed in the store\n\
            gives another move; in an empty own pit opposite to seeds, it and these are captured. When a\n\
            player has no seeds, each keeps his own. More than half wins, half draws (play then stands still).",
    source: "Irving, Donkers and Uiterwijk, Solving Kalah (2000)",
    example: ("kalah(3,2)", "outcome N"),
    make: Make::Rules(|| Rules::compiled_for_tiers(Kalah)),
    boards: false,
};
