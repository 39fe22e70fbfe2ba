//! Lists chosen one by one, each time what adds most.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How a list is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// How many are chosen at most.
    pub(crate) most: usize,
    /// How many are tried for each.
    pub(crate) trials: usize,
    /// What adds less is not chosen; at least 1.
    pub(crate) least: u32,
}

/// Chooses some of `count` in order: each is the one, of some tried, that adds most to those before
/// it. `gain` says what one adds to what is `left`, `take` takes it away. What one adds only
/// becomes less, so those are tried that would be the best by what they added before.
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
