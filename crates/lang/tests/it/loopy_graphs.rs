//! Loopy games made of numbers that look random: their sides, outcomes and texts. What is done with
//! them is what the fuzz target does.

#[path = "../../../../fuzz/src/loopy.rs"]
#[allow(unreachable_pub)] // a library of its own there
mod loopy;

/// Tries games of two to six positions with one or two options in the mean.
fn games(rounds: u64) {
    let mut state = 1u64;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    for round in 0..rounds {
        let size = 2 * (2 + round as usize % 5);
        let data: Vec<u8> = (0..size).map(|_| (next() & next() & 63) as u8).collect();
        loopy::loopy(&data);
    }
}

#[test]
fn a_few_loopy_games() {
    games(500);
}

#[test]
#[ignore = "minutes; before a release"]
fn many_loopy_games() {
    games(200_000);
}
