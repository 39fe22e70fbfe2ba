//! Properties of a position, computed from those of its options when it is made.

/// The properties of a position. Pairs are for Left and Right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    /// Whether the player has no option or has a tombstone, and so counts as unable to move.
    pub(super) end_like: [bool; 2],
    /// Whether the player wins moving first.
    pub(super) wins_first: [bool; 2],
    /// Whether the player wins moving first in the sum with every nonzero dead end in which the
    /// player has no move: see [`endures`].
    pub(super) endures: [bool; 2],
    /// Whether the player has no option here and in all followers.
    pub(super) dead_end: [bool; 2],
    pub(super) dicot: bool,
    pub(super) dead_ending: bool,
    /// Whether the previous player wins neither this position nor any follower.
    pub(super) p_free: bool,
    pub(super) tombstone_free: bool,
}

/// The flags of a position, from those of its options and of their options.
pub(super) fn flags(
    options: [&[u32]; 2],
    tombstones: [bool; 2],
    of: impl Fn(u32) -> Flags,
    replies: impl Fn(u32, usize, &dyn Fn(u32) -> bool) -> bool,
) -> Flags {
    let all =
        |test: &dyn Fn(Flags) -> bool| options.iter().copied().flatten().all(|&x| test(of(x)));
    let mut found = Flags::default();
    let empty = options.map(<[u32]>::is_empty);
    for mover in [0, 1] {
        let other = 1 - mover;
        let end_like = empty[mover] || tombstones[mover];
        found.end_like[mover] = end_like;
        found.wins_first[mover] =
            end_like || options[mover].iter().any(|&x| !of(x).wins_first[other]);
        found.endures[mover] =
            end_like || options[mover].iter().any(|&x| endures(mover, x, &of, &replies));
        found.dead_end[mover] =
            empty[mover] && options[other].iter().all(|&x| of(x).dead_end[mover]);
    }
    found.dicot = empty[0] == empty[1] && all(&|x| x.dicot);
    found.dead_ending =
        [0, 1].iter().all(|&i| !empty[i] || found.dead_end[i]) && all(&|x| x.dead_ending);
    found.p_free = found.wins_first != [false; 2] && all(&|x| x.p_free);
    found.tombstone_free = tombstones == [false; 2] && all(&|x| x.tombstone_free);
    found
}

/// Whether the move to `option` is good for the mover against every dead end.
///
/// Suppose Left is to move in G + E, where E is a nonzero dead end in which only Right has moves.
/// In the worst E for her, Right can pass as often as he wants and stop at any time (Larsson,
/// Milley, Nowakowski, Renault and Santos call these perfect murders). After her move to G^L he can
/// end E at once, or pass, or move to a G^LR. She survives all of this if she wins G^L moving first
/// and endures in G^L and in every G^LR. By induction, the same moves then win G + E for every such
/// E, because Right's moves lead to G^L + E' and G^LR + E.
fn endures(
    mover: usize,
    option: u32,
    of: &impl Fn(u32) -> Flags,
    replies: &impl Fn(u32, usize, &dyn Fn(u32) -> bool) -> bool,
) -> bool {
    let here = of(option);
    here.wins_first[mover]
        && here.endures[mover]
        && replies(option, 1 - mover, &|reply| of(reply).endures[mover])
}
