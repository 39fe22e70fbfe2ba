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

use smallvec::SmallVec;

use super::super::field::Field;

/// If more areas than that would be needed, they are not counted.
const MOST_AREAS: i32 = 4;

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

/// A group of stones.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    stones: u64,
    liberties: u64,
}

/// The groups of one player. There are seldom more.
type Groups = SmallVec<[Group; 8]>;

/// Takes out the groups with some of these liberties: their stones, and all their liberties.
#[inline]
fn take(groups: &mut Groups, liberties: u64) -> Group {
    let mut taken = Group::default();
    groups.retain(|group| {
        let kept = group.liberties & liberties == 0;
        if !kept {
            taken.stones |= group.stones;
            taken.liberties |= group.liberties;
        }
        kept
    });
    taken
}

/// The liberties of groups with one liberty, and those of others.
#[inline]
fn last_and_more(groups: &Groups) -> [u64; 2] {
    let mut found = [0; 2];
    for group in groups {
        found[usize::from(!group.liberties.is_power_of_two())] |= group.liberties;
    }
    found
}

/// A position with its groups, and where each player may play.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub(super) state: State,
    pub(super) may: [u64; 2],
    groups: [Groups; 2],
}

impl State {
    /// As the other player sees it.
    #[inline]
    #[must_use]
    pub(super) fn turned(self) -> Self {
        let [own, other] = self.stones;
        let [breath, other_breath] = self.breath;
        State { stones: [other, own], breath: [other_breath, breath], ..self }
    }

    /// Three planes of cells that determine the position but for its star.
    #[inline]
    pub(super) fn planes(self) -> [u64; 3] {
        let [own, other] = [0, 1].map(|side| self.stones[side] | self.breath[side]);
        [self.free, own, other]
    }
}

impl Field {
    /// A position with its groups, without what makes no difference, and the integer that is left out.
    /// `None` if a group has no liberty.
    pub(super) fn settled(&self, state: State) -> Option<(Settled, i32)> {
        let mut settled = Settled { state, may: [0; 2], groups: [Groups::new(), Groups::new()] };
        for (groups, stones) in settled.groups.iter_mut().zip(state.stones) {
            for stones in self.groups(stones) {
                let liberties = self.beside(stones) & state.free;
                if liberties == 0 {
                    return None;
                }
                groups.push(Group { stones, liberties });
            }
        }
        let value = self.settle(&mut settled);
        Some((settled, value))
    }

    /// The position after a stone of the player to move where she may play, and the integer that is left
    /// out.
    #[inline]
    pub(super) fn after(&self, settled: &Settled, place: u64) -> (Settled, i32) {
        let State { free, stones: [own, other], breath, star } = settled.state;
        let (free, breathes) = (free & !place, breath[0] & place != 0);
        let breath = breath.map(|cells| cells & !place);
        let mut state = State { free, stones: [own | place, other], breath, star };
        let [mut own, mut other] = [Groups::new(), Groups::new()];
        let mut joined = Group { stones: place, liberties: self.beside(place) };
        for &group in &settled.groups[0] {
            if group.liberties & place == 0 {
                own.push(group);
            } else {
                joined.stones |= group.stones;
                joined.liberties |= group.liberties;
            }
        }
        joined.liberties &= free;
        if breathes {
            state.stones[0] &= !joined.stones;
            state.breath[0] |= joined.liberties;
        } else {
            own.push(joined);
        }
        for &Group { stones, liberties } in &settled.groups[1] {
            other.push(Group { stones, liberties: liberties & !place });
        }
        let mut after = Settled { state, may: [0; 2], groups: [own, other] };
        let value = self.settle(&mut after);
        (after, value)
    }

    /// Leaves out what makes no difference, and finds where each player may play. Returns the integer that
    /// is left out.
    #[inline]
    fn settle(&self, settled: &mut Settled) -> i32 {
        let Settled { state, may, groups } = settled;
        loop {
            let [own, other] = [last_and_more(&groups[0]), last_and_more(&groups[1])];
            let airy = self.beside(state.free);
            let breathes = [airy | own[1] | state.breath[0], airy | other[1] | state.breath[1]];
            *may = [breathes[0] & !other[0], breathes[1] & !own[0]].map(|cells| cells & state.free);
            let dead = state.free & !(may[0] | may[1]);
            state.free &= !dead;
            state.breath = [state.breath[0] & may[0], state.breath[1] & may[1]];
            let alone = [state.breath[0] & !breathes[1], state.breath[1] & !breathes[0]];
            let beside_dead = if dead == 0 { 0 } else { self.beside(dead) & state.free };
            let mut left_out = dead != 0;
            for side in [0, 1] {
                let lasting = take(&mut groups[side], dead | alone[side]);
                state.stones[side] &= !lasting.stones;
                state.breath[side] |= lasting.liberties & state.free | beside_dead;
                left_out |= lasting.stones != 0;
            }
            if !left_out {
                return self.leave_out_settled(settled, [own, other]);
            }
        }
    }

    /// Leaves out settled cells on which nothing depends. The integer that they are, beside stars.
    #[inline]
    fn leave_out_settled(&self, settled: &mut Settled, liberties: [[u64; 2]; 2]) -> i32 {
        let Settled { state, may, groups } = settled;
        let fixed = state.free & (state.breath[0] | !may[0]) & (state.breath[1] | !may[1]);
        let open = state.free & !fixed;
        let out = fixed & !(liberties[0][1] | liberties[1][1]) & !self.beside(open);
        if out == 0 {
            return 0;
        }
        for (stones, groups) in state.stones.iter_mut().zip(groups) {
            // They have no other liberty. The cell is their player's alone.
            *stones &= !take(groups, out).stones;
        }
        let both = may[0] & may[1];
        state.star ^= (out & both).count_ones() % 2 == 1;
        let [own, other] = may.map(|cells| (out & cells & !both).count_ones() as i32);
        state.free &= !out;
        state.breath = state.breath.map(|cells| cells & !out);
        *may = may.map(|cells| cells & !out);
        own - other
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
    /// are, he leaves one free. These are counted only if that may make the bound as large as `wanted`.
    pub(super) fn lead(&self, settled: &Settled, side: usize, first: bool, wanted: i32) -> i32 {
        let Settled { state, may, groups } = settled;
        let (own, other) = (side, 1 - side);
        let never = state.free & !may[other];
        let mut kept = never & !may[own];
        let mut lasting = 0;
        if never != 0 {
            // Groups with one such cell determine it.
            for group in &groups[own] {
                let cells = group.liberties & never;
                kept |= if cells.is_power_of_two() { cells } else { 0 };
            }
            for group in &groups[own] {
                let cells = group.liberties & never;
                if cells & kept == 0 {
                    // A move that needs no group is better not kept.
                    let plain = cells & !state.breath[own];
                    let from = if plain == 0 { cells } else { plain };
                    kept |= from & from.wrapping_neg();
                }
                lasting |= if cells == 0 { 0 } else { group.liberties };
            }
        }
        let beside_kept = self.beside(kept);
        let mut safe = may[own] & !kept & (state.breath[own] | lasting | beside_kept);
        safe &= !self.beside(may[other] & !(state.breath[other] | beside_kept));
        for group in &groups[other] {
            if group.liberties & kept == 0 {
                safe &= !group.liberties;
            }
        }
        let shared = safe & may[other];
        let alone = (safe & !shared).count_ones() as i32;
        let star = i32::from(state.star);
        let turns = shared.count_ones() as i32 + star + i32::from(first);
        let mut lead = alone + turns / 2 * 2 - may[other].count_ones() as i32 - star;
        if lead >= wanted || wanted - lead > MOST_AREAS {
            return lead;
        }
        for area in self.groups(may[other] | state.stones[other]) {
            let cells = area & may[other];
            let leaves_one = self.beside(area) & never == 0
                && area & state.breath[other] == 0
                && cells & !shared != 0;
            lead += i32::from(leaves_one);
        }
        lead
    }

    /// Whether the player to move (`side` 0) or the other, moving first, wins the position and an integer
    /// of hers, as far as bounds tell.
    #[inline]
    pub(super) fn decided(&self, settled: &Settled, side: usize, integer: i32) -> Option<bool> {
        if self.lead(settled, side, true, 1 - integer) + integer > 0 {
            Some(true)
        } else if self.lead(settled, 1 - side, false, integer) >= integer {
            Some(false)
        } else {
            None
        }
    }
}

impl Settled {
    /// As the other player sees it.
    #[inline]
    #[must_use]
    pub(super) fn turned(self) -> Self {
        let (state, [may, other_may], [own, other]) = (self.state, self.may, self.groups);
        Settled { state: state.turned(), may: [other_may, may], groups: [other, own] }
    }

    /// The same without the star, which is played.
    #[inline]
    #[must_use]
    pub(super) fn without_star(&self) -> Self {
        Settled { state: State { star: false, ..self.state }, ..self.clone() }
    }
}
