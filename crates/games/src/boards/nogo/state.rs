//! Positions of NoGo as the player to move sees them, in a form in which what makes no difference is
//! left out.
//!
//! A player who may not place a stone on a free cell never may: the cell is the only liberty of an
//! enemy group, which gets another only by a stone on that very cell, or else the stone would have no
//! liberty, and the groups beside it have none but this cell.
//!
//! So a free cell on which neither may play is *dead*: it stays free. A group beside it always has a
//! liberty. It makes no difference any more but to its own player, who has *breath* beside it: a stone
//! there always has a liberty. The same is true of both players beside the dead cell, so dead cells and
//! such groups are left out, and the cells with breath are remembered. A group is left out as well if a
//! cell beside it is the own player's alone for want of a liberty for the enemy, and has breath for the
//! own player: as long as the cell is free it is a liberty, and afterwards the group has one.
//!
//! A free cell is *settled* if each player has breath there or may not play there. What happens beside
//! it does not change that. If nothing beside it depends on it either, it is left out. Where both may
//! play it is a star, and where one may it is a move of that player. Nothing beside it depends on it if
//! the free cells beside it are settled, and if there are no groups beside it. A group may be there that
//! has no other liberty, if the cell is its player's alone.

use super::field::Field;

/// A position and perhaps a star.
///
/// Of two sets the first is that of the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) free: u64,
    pub(super) stones: [u64; 2],
    /// Free cells where a player may play, and where her stone always has a liberty.
    pub(super) breath: [u64; 2],
    pub(super) star: bool,
}

/// The liberties of groups.
#[derive(Clone, Copy, Default)]
struct Liberties {
    /// Those of groups with one liberty.
    last: u64,
    /// Those of other groups.
    more: u64,
    /// Groups that always have a liberty.
    lasting: u64,
}

impl State {
    /// As the other player sees it.
    #[inline]
    pub(super) fn turned(self) -> Self {
        let [own, other] = self.stones;
        let [breath, other_breath] = self.breath;
        State { stones: [other, own], breath: [other_breath, breath], ..self }
    }

    /// The position after a stone of the player to move, and the stone if it always has a liberty.
    #[inline]
    pub(super) fn after(self, place: u64) -> (Self, u64) {
        let [own, other] = self.stones;
        let [breath, other_breath] = self.breath.map(|cells| cells & !place);
        let after = State {
            free: self.free & !place,
            stones: [own | place, other],
            breath: [breath, other_breath],
            ..self
        };
        (after, self.breath[0] & place)
    }

    /// Three planes of cells that determine the position but for its star.
    #[inline]
    pub(super) fn planes(self) -> [u64; 3] {
        let [own, other] = [0, 1].map(|side| self.stones[side] | self.breath[side]);
        [self.free, own, other]
    }
}

impl Field {
    /// The liberties of the groups of one player, of which those with `lasting` stones and those beside
    /// `dead` cells always have one. `None` if a group has no liberty.
    #[inline]
    fn liberties(&self, free: u64, stones: u64, lasting: u64, dead: u64) -> Option<Liberties> {
        let mut found = Liberties::default();
        for group in self.groups(stones) {
            let beside = self.beside(group);
            let liberties = beside & free;
            if group & lasting | beside & dead != 0 {
                found.lasting |= group;
            } else if liberties == 0 {
                return None;
            } else if liberties.is_power_of_two() {
                found.last |= liberties;
            } else {
                found.more |= liberties;
            }
        }
        Some(found)
    }

    /// Leaves out what makes no difference, given stones that always have a liberty. Returns the integer
    /// that is left out, and where each player may play; `None` if a group has no liberty.
    pub(super) fn settle(
        &self,
        state: &mut State,
        mut lasting: [u64; 2],
    ) -> Option<(i32, [u64; 2])> {
        let mut dead = 0;
        loop {
            let liberties =
                |side: usize| self.liberties(state.free, state.stones[side], lasting[side], dead);
            let found = [liberties(0)?, liberties(1)?];
            let beside_dead = self.beside(dead);
            for side in [0, 1] {
                state.stones[side] &= !found[side].lasting;
                state.breath[side] |= self.beside(found[side].lasting) | beside_dead;
            }
            let airy = self.beside(state.free);
            let breathes = [0, 1].map(|side| airy | found[side].more | state.breath[side]);
            let mut may = [0, 1].map(|side| state.free & breathes[side] & !found[1 - side].last);
            lasting = [0; 2];
            dead = state.free & !(may[0] | may[1]);
            state.free &= !dead;
            state.breath = [0, 1].map(|side| state.breath[side] & may[side]);
            if dead != 0 {
                continue;
            }
            for side in [0, 1] {
                let alone = state.breath[side] & !breathes[1 - side];
                lasting[side] = self.beside(alone) & state.stones[side];
            }
            if lasting != [0; 2] {
                continue;
            }
            let value = self.leave_out_settled(state, &mut may, found);
            return Some((value, may));
        }
    }

    /// Leaves out settled cells on which nothing depends. The integer that they are, beside stars.
    #[inline]
    fn leave_out_settled(
        &self,
        state: &mut State,
        may: &mut [u64; 2],
        [own, other]: [Liberties; 2],
    ) -> i32 {
        let settled = state.free & (state.breath[0] | !may[0]) & (state.breath[1] | !may[1]);
        let out = settled & !(own.more | other.more) & !self.beside(state.free & !settled);
        if out == 0 {
            return 0;
        }
        // Groups without another liberty. Such a cell is their player's alone.
        for (stones, last) in state.stones.iter_mut().zip([own.last, other.last]) {
            *stones &= !self.connected(self.beside(out & last) & *stones, *stones);
        }
        let both = may[0] & may[1];
        state.star ^= (out & both).count_ones() % 2 == 1;
        let value = [0, 1].map(|side| (out & may[side] & !both).count_ones() as i32);
        state.free &= !out;
        state.breath = state.breath.map(|cells| cells & !out);
        *may = may.map(|cells| cells & !out);
        value[0] - value[1]
    }

    /// An integer `n` such that a player, the one to move (`side` 0) or the other, wins the position and
    /// `-n`, moving second. If she moves `first`, she wins the position and `1 - n`.
    ///
    /// She never plays on some cells on which the opponent never may: those on which she may not play
    /// either, and beside each of her groups that has such cells one of them. So these are *kept*.
    ///
    /// A cell is *safe* if as long as it is free she may play there, whatever else happened. It is
    /// beside a kept cell, or a group that is, or she has breath there. No group of the opponent has it
    /// as the last liberty: those beside it have a kept one, and other stones of his beside it have
    /// breath or are beside a kept cell.
    ///
    /// She plays on safe cells only, and on those where the opponent may play first. Of these she gets
    /// every other one at least. The opponent has at most as many moves as there are cells on which he
    /// may play, without those that she took. In an area of such cells, beside which no other liberties
    /// are, he leaves one free.
    pub(super) fn lead(&self, state: &State, may: [u64; 2], side: usize, first: bool) -> i32 {
        let (own, other) = (side, 1 - side);
        let never = state.free & !may[other];
        let mut kept = never & !may[own];
        let mut lasting = 0;
        if never != 0 {
            // Groups with one such cell determine it.
            let mut choice = 0;
            for group in self.groups(state.stones[own]) {
                let beside = self.beside(group) & never;
                if beside & kept != 0 || beside.is_power_of_two() {
                    // If it is one cell, it is kept anyway.
                    kept |= if beside.is_power_of_two() { beside } else { 0 };
                    lasting |= group;
                } else if beside != 0 {
                    choice |= group;
                }
            }
            for group in self.groups(choice) {
                let beside = self.beside(group) & never;
                if beside & kept == 0 {
                    // A move that needs no group is better not kept.
                    let plain = beside & !state.breath[own];
                    let from = if plain == 0 { beside } else { plain };
                    kept |= from & from.wrapping_neg();
                }
                lasting |= group;
            }
        }
        let beside_kept = self.beside(kept);
        let breath = state.breath[own] | self.beside(lasting) | beside_kept;
        let mut safe = may[own] & !kept & breath;
        safe &= !self.beside(may[other] & !(state.breath[other] | beside_kept));
        if safe & self.beside(state.stones[other]) != 0 {
            for group in self.groups(state.stones[other]) {
                let beside = self.beside(group);
                if beside & kept == 0 {
                    safe &= !beside;
                }
            }
        }
        let shared = safe & may[other];
        let mut theirs = may[other].count_ones() as i32;
        for area in self.groups(may[other] | state.stones[other]) {
            let cells = area & may[other];
            theirs -= i32::from(
                self.beside(area) & never == 0
                    && area & state.breath[other] == 0
                    && cells & !shared != 0,
            );
        }
        let alone = (safe & !shared).count_ones() as i32;
        let star = i32::from(state.star);
        let shared = shared.count_ones() as i32 + star + i32::from(first);
        alone + shared / 2 * 2 - theirs - star
    }

    /// Whether the player to move wins the position and her integer, as far as bounds tell.
    #[inline]
    pub(super) fn decided(&self, state: &State, may: [u64; 2], integer: i32) -> Option<bool> {
        if self.lead(state, may, 0, true) + integer > 0 {
            Some(true)
        } else if self.lead(state, may, 1, false) >= integer {
            Some(false)
        } else {
            None
        }
    }
}
