//! What multiples of up say about the winner of a sum.
//!
//! If neither player has a move where the other has none, as in Clobber, all values are infinitesimal:
//! integers and temperatures say nothing, but multiples of up do. For a game G and a multiple
//! v = n^ + e*, where e is 0 or 1, Left wins G - v
//!
//! - moving second (G >= v) if she wins all G^R - v and all G - v^L, moving first;
//! - moving first if she wins some G^L - v or some G - v^R, moving second.
//!
//! With the bounds of the options of G this gives bounds of G, as every option of v is a multiple that
//! is nearer to 0. If an option is a sum, its bounds are sums of bounds of its terms: if G >= v, and Left
//! wins H - w, moving first or second, she wins G + H - (v + w) in the same way.

/// No multiple is known.
pub(crate) const NONE: i8 = i8::MIN;
/// No larger multiples are tried.
pub(crate) const MOST: i8 = 24;

/// Of a game G and e = 0 or 1: the largest n for which Left is known to win G - (n^ + e*). She wins it
/// with smaller ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Below {
    pub(crate) second: [i8; 2],
    pub(crate) first: [i8; 2],
}

impl Below {
    /// Of 0, as ^* and * are confused with 0 and ^ is not.
    const ZERO: Below = Below { second: [0, -2], first: [-1, 1] };

    /// Of a game, given the largest multiples with which Left wins some option of hers, moving second,
    /// and those with which she wins all of Right's, moving first.
    fn of(left: [i8; 2], right: [i8; 2]) -> Below {
        let mut found = Below { second: [NONE; 2], first: [NONE; 2] };
        // Whether she wins, moving second and first, with -MOST on.
        let mut wins = [[[false; 2]; 2]; 2 * MOST as usize + 1];
        let at = |n: i8| (n + MOST) as usize;
        for size in 0..=MOST {
            for n in [size, -size] {
                for e in [0, 1] {
                    // Where a player moves to in ^, or its negative, and in *.
                    let [mut second, mut first] = [n <= right[e], n <= left[e]];
                    if n != 0 {
                        let nearer = n - n.signum();
                        let [by_left, by_right] = if n > 0 { [e, 1 - e] } else { [1 - e, e] };
                        second &= wins[at(nearer)][by_left][1];
                        first |= wins[at(nearer)][by_right][0];
                    }
                    if e == 1 {
                        second &= wins[at(n)][0][1];
                        first |= wins[at(n)][0][0];
                    }
                    wins[at(n)][e] = [second, first];
                    if second {
                        found.second[e] = found.second[e].max(n);
                    }
                    if first {
                        found.first[e] = found.first[e].max(n);
                    }
                }
            }
        }
        // What holds of other multiples follows: the game and 0 add up to the game.
        found.plus(Below::ZERO)
    }

    #[inline]
    fn plus(self, other: Below) -> Below {
        let (one, two) = (both(self.second, other.first), both(self.first, other.second));
        Below {
            second: both(self.second, other.second),
            first: [one[0].max(two[0]), one[1].max(two[1])],
        }
    }
}

/// Sums of two multiples, the larger of those with a star and of those without.
#[inline]
fn both(a: [i8; 2], b: [i8; 2]) -> [i8; 2] {
    [add(a[0], b[0]).max(add(a[1], b[1])), add(a[0], b[1]).max(add(a[1], b[0]))]
}

/// What saturates downward is not known.
#[inline]
fn add(a: i8, b: i8) -> i8 {
    if a == NONE || b == NONE { NONE } else { a.saturating_add(b) }
}

/// What is known of a game and of its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ups {
    pub(crate) own: Below,
    pub(crate) negative: Below,
}

impl Ups {
    /// What is known of 0.
    pub const ZERO: Ups = Ups { own: Below::ZERO, negative: Below::ZERO };

    /// What holds of the multiple n^ + e*, where e is 1 if `star`.
    #[inline]
    #[must_use]
    pub fn multiple(n: i8, star: bool) -> Ups {
        let (a, b) = if star { (1, 0) } else { (0, 1) };
        let below = |n: i8| {
            let Below { second, first } = Below::ZERO;
            Below {
                second: [second[a].saturating_add(n), second[b].saturating_add(n)],
                first: [first[a].saturating_add(n), first[b].saturating_add(n)],
            }
        };
        Ups { own: below(n), negative: below(n.saturating_neg()) }
    }

    /// Of the negative, if `negated`.
    #[inline]
    #[must_use]
    pub fn signed(self, negated: bool) -> Ups {
        if negated { Ups { own: self.negative, negative: self.own } } else { self }
    }

    /// Of the sum.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Ups) -> Ups {
        Ups { own: self.own.plus(other.own), negative: self.negative.plus(other.negative) }
    }

    /// Whether Left wins, moving first, if that is known.
    #[inline]
    #[must_use]
    pub fn wins(self) -> Option<bool> {
        if self.own.first[0] >= 0 {
            Some(true)
        } else if self.negative.second[0] >= 0 {
            Some(false)
        } else {
            None
        }
    }

    /// The multiple n^ + e* that the game is, if it is seen to be one.
    #[inline]
    #[must_use]
    pub fn exact(self) -> Option<(i8, u32)> {
        let (own, negative) = (self.own.second, self.negative.second);
        let is_exact = |e: usize| own[e].checked_add(negative[e]) == Some(0);
        let e = if is_exact(0) { 0 } else { 1 };
        is_exact(e).then_some((own[e], e as u32))
    }
}

/// What is known of a game while its options are looked at one after another.
#[derive(Clone, Copy, Debug)]
pub struct OptionUps {
    /// The best of an option of Left's, and the worst of one of Right's, for the game; then for its
    /// negative, where the players change places.
    best: [[i8; 2]; 2],
    worst: [[i8; 2]; 2],
}

impl OptionUps {
    /// No option was looked at yet.
    pub const NEW: OptionUps = OptionUps { best: [[NONE; 2]; 2], worst: [[i8::MAX; 2]; 2] };

    /// Takes an option into account: of Left's, or with the players exchanged.
    pub fn take(&mut self, option: Ups, exchanged: bool) {
        let (own, other) = (usize::from(exchanged), usize::from(!exchanged));
        for e in [0, 1] {
            let (best, worst) = (&mut self.best[own][e], &mut self.worst[other][e]);
            *best = option.own.second[e].max(*best);
            *worst = option.negative.first[e].min(*worst);
        }
    }

    /// What is known of the game, all of whose options were looked at.
    #[must_use]
    pub fn found(self) -> Ups {
        let [own, negative] = [0, 1].map(|side| Below::of(self.best[side], self.worst[side]));
        Ups { own, negative }
    }
}
