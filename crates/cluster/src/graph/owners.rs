//! The owners of vertices.

use upstar_core::names::{Name, canonical_integer};
use xxhash_rust::xxh3::xxh3_64;

/// Mixes the bits of an integer (the finalizer of SplitMix64).
fn mixed(n: u64) -> u64 {
    let n = (n ^ (n >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let n = (n ^ (n >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ (n >> 31)
}

/// The worker for a hash.
fn share(hash: u64, workers: usize) -> usize {
    ((u128::from(hash) * workers as u128) >> 64) as usize
}

/// The worker that owns the vertex with a name. An integer and its usual decimal form are the
/// same name.
pub(super) fn owner(name: Name<'_>, workers: usize) -> usize {
    match name {
        Name::Integer(n) => share(mixed(n), workers),
        Name::Text(text) => match canonical_integer(text) {
            Some(n) => share(mixed(n), workers),
            None => share(xxh3_64(text.as_bytes()), workers),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_have_equal_shares_and_one_name_has_one_owner() {
        for workers in [1, 2, 3, 4, 7, 64] {
            for step in [1, 2, 64, 1 << 20, 10] {
                let mut counts = vec![0_u64; workers];
                for i in 0..64_000_u64 {
                    let of_integer = owner(Name::Integer(i * step), workers);
                    assert_eq!(of_integer, owner(Name::Text(&(i * step).to_string()), workers));
                    counts[of_integer] += 1;
                }
                let even = 64_000 / workers as u64;
                assert!(counts.iter().all(|&count| count > even / 2 && count < even * 2));
            }
        }
        assert_eq!(owner(Name::Text("é"), 1), 0);
    }
}
