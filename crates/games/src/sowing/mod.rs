//! Sowing games: seeds in pits, with a row of pits and a store for each player.

pub(crate) mod kalah;

use std::sync::LazyLock;

use crate::prelude::*;

/// The rulesets of this family.
pub(super) static RULESETS: &[Row] = &[kalah::ROW];

/// The largest number of pits of a player.
pub(crate) const MOST_PITS: usize = 8;

/// The largest number of seeds of a game.
pub(crate) const MOST_SEEDS: u64 = 128;

/// Seeds: each player's pits, in sowing order, and the stores.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Sown {
    /// The number of pits of a player.
    pub(crate) pits: u8,
    /// The pits of Left, then those of Right. The rest is 0.
    pub(crate) board: [u8; 2 * MOST_PITS],
    /// Left's and Right's stores.
    pub(crate) stores: [u8; 2],
}

impl std::fmt::Debug for Sown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// The index of a player in lists of two.
#[inline]
pub(crate) fn side(player: Player) -> usize {
    usize::from(player == Player::Right)
}

impl Sown {
    /// A board without seeds.
    pub(crate) fn empty(pits: u8) -> Self {
        Sown { pits, board: [0; 2 * MOST_PITS], stores: [0; 2] }
    }

    /// Equally many seeds in each pit.
    pub(crate) fn start(pits: u64, seeds: u64) -> Option<Self> {
        let m = usize::try_from(pits).ok().filter(|m| (1..=MOST_PITS).contains(m))?;
        if 2 * pits * seeds.min(MOST_SEEDS) > MOST_SEEDS || seeds > MOST_SEEDS {
            return None;
        }
        let mut start = Sown::empty(m as u8);
        start.board[..2 * m].fill(seeds as u8);
        Some(start)
    }

    #[inline]
    pub(crate) fn m(&self) -> usize {
        usize::from(self.pits)
    }

    /// The pits of a player.
    #[inline]
    pub(crate) fn row(&self, side: usize) -> &[u8] {
        let m = self.m();
        &self.board[side * m..side * m + m]
    }

    /// The number of seeds in pits.
    #[inline]
    pub(crate) fn on_board(&self) -> u32 {
        self.board.iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// The number of all seeds.
    #[inline]
    pub(crate) fn total(&self) -> u32 {
        self.on_board() + u32::from(self.stores[0]) + u32::from(self.stores[1])
    }

    /// The same with Left and Right exchanged.
    pub(crate) fn turned(&self) -> Self {
        let m = self.m();
        let mut turned = *self;
        turned.board[..m].copy_from_slice(self.row(1));
        turned.board[m..2 * m].copy_from_slice(self.row(0));
        turned.stores.swap(0, 1);
        turned
    }

    /// The position as bytes: the number of pits of a player, all pits, the stores.
    pub(crate) fn bytes_of(&self) -> Vec<u8> {
        let mut bytes = vec![self.pits];
        bytes.extend_from_slice(&self.board[..2 * self.m()]);
        bytes.extend_from_slice(&self.stores);
        bytes
    }

    /// Reads what [`Sown::bytes_of`] writes.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let (&pits, rest) = bytes.split_first()?;
        let m = usize::from(pits);
        if !(1..=MOST_PITS).contains(&m) || rest.len() != 2 * m + 2 {
            return None;
        }
        let mut sown = Sown::empty(pits);
        sown.board[..2 * m].copy_from_slice(&rest[..2 * m]);
        sown.stores.copy_from_slice(&rest[2 * m..]);
        let total: u64 = rest.iter().map(|&seeds| u64::from(seeds)).sum();
        (total <= MOST_SEEDS).then_some(sown)
    }
}

impl Position for Sown {
    /// `4,4,4+0|4,4,4+0`: Left's pits and store, then Right's.
    fn to_text(&self) -> String {
        let row = |side: usize| {
            let pits: Vec<String> = self.row(side).iter().map(u8::to_string).collect();
            format!("{}+{}", pits.join(","), self.stores[side])
        };
        format!("{}|{}", row(0), row(1))
    }

    fn from_text(text: &str) -> Result<Self> {
        let wrong = |span, message: String| RuleError::notation(text, span, message);
        let expected = "expected Left's pits and store and Right's, as in `4,4,4+0|4,4,4+0`";
        let Some((left, right)) = text.split_once('|') else {
            return Err(wrong(0..text.len(), expected.to_owned()));
        };
        let (mut rows, mut stores) = ([Vec::new(), Vec::new()], [0; 2]);
        for (side, (part, from)) in [(left, 0), (right, left.len() + 1)].into_iter().enumerate() {
            let span = from..from + part.len();
            let (pits, store) = part.split_once('+').unwrap_or((part, "0"));
            let number = |digits: &str| {
                digits.trim().parse::<u8>().map_err(|_| {
                    let message =
                        format!("`{}` is not a number of seeds: {expected}", digits.trim());
                    wrong(span.clone(), message)
                })
            };
            stores[side] = number(store)?;
            rows[side] = pits.split(',').map(number).collect::<Result<_, _>>()?;
        }
        let [left, right] = rows;
        let m = left.len();
        if m != right.len() || m > MOST_PITS {
            let message = format!(
                "found {m} pits of Left and {} of Right; expected equally many, at most {MOST_PITS}",
                right.len()
            );
            return Err(wrong(0..text.len(), message));
        }
        let mut sown = Sown::empty(m as u8);
        sown.board[..m].copy_from_slice(&left);
        sown.board[m..2 * m].copy_from_slice(&right);
        sown.stores = stores;
        if u64::from(sown.total()) > MOST_SEEDS {
            let message = format!("{} seeds; at most {MOST_SEEDS} can be handled", sown.total());
            return Err(wrong(0..text.len(), message));
        }
        Ok(sown)
    }

    fn from_numbers(numbers: &[u64]) -> Option<Self> {
        match *numbers {
            [pits, seeds] => Sown::start(pits, seeds),
            _ => None,
        }
    }

    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let key = |sown: &Sown| (sown.pits, sown.board, sown.stores);
        key(self).cmp(&key(other))
    }

    fn picture(&self, _: &str) -> Picture {
        // The board as the players see it: Right's pits above, from right to left, and the stores
        // at the ends.
        let side = |side: usize| self.row(side).iter().map(|&seeds| seeds as i8);
        let mut above: Vec<i8> = side(1).map(|seeds| -seeds).rev().collect();
        let mut below: Vec<i8> = side(0).collect();
        above.insert(0, -(self.stores[1] as i8));
        below.insert(0, 0);
        above.push(0);
        below.push(self.stores[0] as i8);
        Picture::Herds(vec![above, below])
    }
}

/// The largest sum of seeds and pits for which arrangements are counted.
const ROWS: usize = MOST_SEEDS as usize + 2 * MOST_PITS + 1;

/// Binomial coefficients, saturated at the largest number.
static CHOICES: LazyLock<Vec<[u64; 2 * MOST_PITS + 1]>> = LazyLock::new(|| {
    let mut rows = vec![[0u64; 2 * MOST_PITS + 1]; ROWS];
    for n in 0..ROWS {
        rows[n][0] = 1;
        for k in 1..=(2 * MOST_PITS).min(n) {
            let (less, same) = (rows[n - 1][k - 1], rows[n - 1][k]);
            rows[n][k] = less.saturating_add(same);
        }
    }
    rows
});

/// The number of ways to distribute seeds over pits.
#[inline]
pub(crate) fn arrangements(seeds: usize, pits: usize) -> u64 {
    match pits {
        0 => u64::from(seeds == 0),
        _ => CHOICES[seeds + pits - 1][pits - 1],
    }
}

/// The index of an arrangement, in lexicographic order, among those with equally many seeds and
/// pits.
#[inline]
pub(crate) fn rank_of(pits: impl ExactSizeIterator<Item = u8>, seeds: usize) -> u64 {
    let (mut rank, mut left, mut open) = (0, seeds, pits.len());
    for here in pits {
        // All arrangements with fewer seeds in this pit, as a difference of two counts.
        rank += arrangements(left, open) - arrangements(left - usize::from(here), open);
        left -= usize::from(here);
        open -= 1;
    }
    rank
}

/// The arrangement with a number; see [`rank_of`].
#[inline]
pub(crate) fn arrange(mut rank: u64, seeds: usize, pits: &mut [u8]) {
    let (mut left, mut open) = (seeds, pits.len());
    for pit in pits {
        open -= 1;
        let mut here = 0;
        if open == 0 {
            here = left;
        } else {
            loop {
                let with = arrangements(left - here, open);
                if rank < with || here == left {
                    break;
                }
                rank -= with;
                here += 1;
            }
        }
        *pit = here as u8;
        left -= here;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_have_the_numbers_from_0_on() {
        assert_eq!(arrangements(3, 12), 364);
        for (seeds, count) in [(0, 5), (1, 4), (4, 6), (7, 3), (5, 1)] {
            let mut last = None;
            for rank in 0..arrangements(seeds, count) {
                let mut pits = vec![0u8; count];
                arrange(rank, seeds, &mut pits);
                assert_eq!(pits.iter().map(|&pit| usize::from(pit)).sum::<usize>(), seeds);
                assert!(last.is_none_or(|last| last < pits), "{pits:?}");
                assert_eq!(rank_of(pits.iter().copied(), seeds), rank);
                last = Some(pits);
            }
        }
    }
}
