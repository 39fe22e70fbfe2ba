//! Plain versions of nim arithmetic, as references for tests.

use upstar_core::mex;

/// The nim product of words by the rule for Fermat powers, bit by bit.
///
/// Let `F = 2^(2^k)`. The product of `F` and a smaller nimber is the ordinary product, and `F ⊗ F =
/// 3F/2` (Conway, *On Numbers and Games*, chapter 6). The product of two powers of two is split by
/// these rules, and other products follow by distributivity. This is slow and meant for tests.
#[must_use]
pub fn product_of_words(a: u128, b: u128) -> u128 {
    let mut sum = 0;
    for i in (0..128).filter(|i| a >> i & 1 == 1) {
        for j in (0..128).filter(|j| b >> j & 1 == 1) {
            sum ^= product_of_powers(i, j);
        }
    }
    sum
}

/// `2^i ⊗ 2^j`.
fn product_of_powers(i: u32, j: u32) -> u128 {
    let (small, large) = (i.min(j), i.max(j));
    if small == 0 {
        return 1 << large;
    }
    // The greatest Fermat power 2^(2^k) that divides the greater factor.
    let fermat = 1u32 << large.ilog2();
    if small & fermat == 0 {
        // F ⊗ (2^(large - fermat) ⊗ 2^small), the bracket below F.
        return product_of_powers(large - fermat, small) << fermat;
    }
    // F ⊗ F ⊗ rest = F ⊗ rest + F/2 ⊗ rest.
    let rest = product_of_powers(large - fermat, small - fermat);
    rest << fermat ^ product_of_words(1 << (fermat - 1), rest)
}

/// The table of nim products below `size` by the definition
/// `a ⊗ b = mex { a'⊗b + a⊗b' + a'⊗b' }` over all `a' < a`, `b' < b`.
///
/// Takes `size^4 / 4` steps.
#[must_use]
pub fn products_by_definition(size: usize) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0u32; size]; size];
    for a in 0..size {
        for b in 0..=a {
            let value = mex((0..a).flat_map(|x| {
                let table = &table;
                (0..b).map(move |y| table[x][b] ^ table[a][y] ^ table[x][y])
            }));
            table[a][b] = value;
            table[b][a] = value;
        }
    }
    table
}
