//! Lists chosen greedily: each choice is the one that adds most.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The limits of a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// The largest number of choices.
    pub(crate) most: usize,
    /// The number of trials for each choice.
    pub(crate) trials: usize,
    /// The least gain that is worth a choice; at least 1.
    pub(crate) least: u32,
}

/// Chooses some of `count` items in order. Each is the best, among those tried, beyond the earlier
/// choices. `gain` is what an item adds to `left`, and `take` removes it from there. Gains only
/// decrease, so the items with the best earlier gains are tried.
pub(crate) fn greedy<L>(
    count: usize,
    choice: Choice,
    left: &mut L,
    gain: impl Fn(usize, &L) -> u32,
    take: impl Fn(usize, &mut L),
) -> Vec<usize> {
    let mut best: BinaryHeap<(u32, Reverse<usize>)> =
        (0..count).map(|index| (gain(index, left), Reverse(index))).collect();
    let mut chosen = Vec::new();
    let mut tried: Vec<(u32, Reverse<usize>)> = Vec::with_capacity(choice.trials);
    while chosen.len() < choice.most {
        while tried.len() < choice.trials
            && let Some((_, index)) = best.pop()
        {
            let shown = gain(index.0, left);
            if shown > 0 {
                tried.push((shown, index));
            }
            if best.peek() <= tried.iter().max() {
                break;
            }
        }
        tried.sort_unstable();
        let Some((_, Reverse(index))) = tried.pop().filter(|tried| tried.0 >= choice.least) else {
            break;
        };
        best.extend(tried.drain(..));
        take(index, left);
        chosen.push(index);
    }
    chosen
}
