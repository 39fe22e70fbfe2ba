//! The tower of quadratic extensions above the field of 2^64 elements.
//!
//! An element of 2^k words (least significant first) is `x1·D + x0` with
//! `D⊗D = D + h`, where `h` is the greatest power of two of the field below.
//! [`Leaf`] is arithmetic in the field of 2^64 elements, in any basis.

use super::carryless::Kernel;
use super::word;

/// Arithmetic in the field of 2^64 elements.
pub(crate) trait Leaf: Copy {
    /// The element of a nimber.
    fn enter(self, nimber: u64) -> u64;
    /// The nimber of an element.
    fn leave(self, element: u64) -> u64;
    /// The product.
    fn product(self, a: u64, b: u64) -> u64;
    /// The product with the nimber 2^63.
    fn times_half(self, a: u64) -> u64;
}

/// The nimbers themselves, by tables.
#[derive(Clone, Copy)]
pub(crate) struct Tables;

impl Leaf for Tables {
    fn enter(self, nimber: u64) -> u64 {
        nimber
    }
    fn leave(self, element: u64) -> u64 {
        element
    }
    fn product(self, a: u64, b: u64) -> u64 {
        word::product_64_by_tables(a, b)
    }
    fn times_half(self, a: u64) -> u64 {
        word::times_half_64_by_tables(a)
    }
}

impl Leaf for Kernel {
    #[inline]
    fn enter(self, nimber: u64) -> u64 {
        self.polynomial_of(nimber)
    }
    #[inline]
    fn leave(self, element: u64) -> u64 {
        self.nimber_of(element)
    }
    #[inline]
    fn product(self, a: u64, b: u64) -> u64 {
        Kernel::product(self, a, b)
    }
    #[inline]
    fn times_half(self, a: u64) -> u64 {
        Kernel::times_half(self, a)
    }
}

fn add_to(sum: &mut [u64], x: &[u64]) {
    for (sum, x) in sum.iter_mut().zip(x) {
        *sum ^= x;
    }
}

fn is_zero(x: &[u64]) -> bool {
    x.iter().all(|&word| word == 0)
}

/// `out = a ⊗ b`, all with the same number of words, a power of two.
///
/// Karatsuba: three products of half the size at each level, so `O(n^1.59)` leaf products.
/// `scratch` has at least three times as many words.
pub(crate) fn product<L: Leaf>(
    leaf: L,
    a: &[u64],
    b: &[u64],
    out: &mut [u64],
    scratch: &mut [u64],
) {
    let n = a.len();
    if n == 1 {
        out[0] = leaf.product(a[0], b[0]);
        return;
    }
    let half = n / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (low, high) = out.split_at_mut(half);
    // An operand from the field below has no upper half.
    match (is_zero(a1), is_zero(b1)) {
        (true, true) => {
            high.fill(0);
            return product(leaf, a0, b0, low, scratch);
        }
        (true, false) => {
            product(leaf, a0, b0, low, scratch);
            return product(leaf, a0, b1, high, scratch);
        }
        (false, true) => {
            product(leaf, a0, b0, low, scratch);
            return product(leaf, a1, b0, high, scratch);
        }
        (false, false) => {}
    }
    let (mine, scratch) = scratch.split_at_mut(3 * half);
    let (top, sums) = mine.split_at_mut(half);
    let (sum_a, sum_b) = sums.split_at_mut(half);
    sum_a.copy_from_slice(a1);
    add_to(sum_a, a0);
    sum_b.copy_from_slice(b1);
    add_to(sum_b, b0);
    product(leaf, a0, b0, low, scratch);
    product(leaf, a1, b1, top, scratch);
    product(leaf, sum_a, sum_b, high, scratch);
    add_to(high, low);
    times_half(leaf, top);
    add_to(low, top);
}

/// `x = x ⊗ 2^(bits - 1)`.
pub(crate) fn times_half<L: Leaf>(leaf: L, x: &mut [u64]) {
    if x.len() == 1 {
        x[0] = leaf.times_half(x[0]);
        return;
    }
    if is_zero(x) {
        return;
    }
    // (x1 D + x0) ⊗ (h D) = ((x1 + x0) ⊗ h) D + x1 ⊗ h ⊗ h
    let (low, high) = x.split_at_mut(x.len() / 2);
    add_to(low, high);
    times_half(leaf, low);
    times_half(leaf, high);
    times_half(leaf, high);
    low.swap_with_slice(high);
}

/// `x = x ⊗ x`, a linear map, so no Karatsuba is needed.
pub(crate) fn square<L: Leaf>(leaf: L, x: &mut [u64]) {
    if x.len() == 1 {
        x[0] = leaf.product(x[0], x[0]);
        return;
    }
    let (low, high) = x.split_at_mut(x.len() / 2);
    square(leaf, low);
    if is_zero(high) {
        return;
    }
    square(leaf, high);
    let mut folded = high.to_vec();
    times_half(leaf, &mut folded);
    add_to(low, &folded);
}

/// Replaces the nimber `x` (words of the nimber itself) by its square root.
pub(crate) fn square_root(x: &mut [u64]) {
    if x.len() == 1 {
        x[0] = word::square_root_u64(x[0]);
        return;
    }
    let (low, high) = x.split_at_mut(x.len() / 2);
    let mut folded = high.to_vec();
    times_half(Tables, &mut folded);
    add_to(low, &folded);
    square_root(low);
    square_root(high);
}

/// The inverse of a nonzero element.
pub(crate) fn inverse<L: Leaf>(leaf: L, x: &[u64]) -> Vec<u64> {
    let n = x.len();
    if n == 1 {
        let inverse = word::inverse_u64(leaf.leave(x[0])).expect("the element is not zero");
        return vec![leaf.enter(inverse)];
    }
    let half = n / 2;
    let (x0, x1) = x.split_at(half);
    let mut scratch = vec![0; 3 * half];
    // The conjugate of x1 D + x0 is x1 D + (x1 + x0); the norm is in the field below.
    let mut conjugate = x0.to_vec();
    add_to(&mut conjugate, x1);
    let mut norm = vec![0; half];
    product(leaf, x0, &conjugate, &mut norm, &mut scratch);
    let mut folded = x1.to_vec();
    square(leaf, &mut folded);
    times_half(leaf, &mut folded);
    add_to(&mut norm, &folded);
    let inverse = inverse(leaf, &norm);
    let mut out = vec![0; n];
    let (low, high) = out.split_at_mut(half);
    product(leaf, &conjugate, &inverse, low, &mut scratch);
    product(leaf, x1, &inverse, high, &mut scratch);
    out
}

/// Replaces `a` by a solution `x` of `x⊗x + x = a`. The nimber `a` must have trace 0 in its field,
/// that is, its greatest bit is clear.
pub(crate) fn solve_quadratic(a: &mut [u64]) {
    if a.len() == 1 {
        a[0] = solve_quadratic_word(a[0], 64);
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    solve_quadratic(high);
    let mut folded = high.to_vec();
    square(Tables, &mut folded);
    times_half(Tables, &mut folded);
    add_to(low, &folded);
    // Of the two solutions above, exactly one leaves an equation of trace 0 below.
    let last = low.len() - 1;
    if low[last] >> 63 == 1 {
        high[0] ^= 1;
        low[last] ^= 1 << 63;
    }
    solve_quadratic(low);
}

/// The same within the field of `2^bits` elements, `bits` a power of two up to 64.
pub(crate) fn solve_quadratic_word(a: u64, bits: u32) -> u64 {
    if bits == 1 {
        return 0;
    }
    let half = bits / 2;
    let mut high = solve_quadratic_word(a >> half, half);
    let top = 1u64 << (half - 1);
    let mut low = a & (top | (top - 1));
    low ^= word::product_u64(word::square_u64(high), top);
    if low & top != 0 {
        high ^= 1;
        low ^= top;
    }
    high << half | solve_quadratic_word(low, half)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn product_of<L: Leaf>(leaf: L, a: &[u64], b: &[u64]) -> Vec<u64> {
        let enter = |x: &[u64]| x.iter().map(|&w| leaf.enter(w)).collect::<Vec<_>>();
        let mut out = vec![0; a.len()];
        product(leaf, &enter(a), &enter(b), &mut out, &mut vec![0; 3 * a.len()]);
        out.iter().map(|&w| leaf.leave(w)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_two_leaves_agree(a in vec(any::<u64>(), 8), b in vec(any::<u64>(), 8)) {
            let Some(kernel) = Kernel::detect() else { return Ok(()) };
            prop_assert_eq!(product_of(Tables, &a, &b), product_of(kernel, &a, &b));
        }

        #[test]
        fn the_tower_agrees_with_the_plain_version(i in 0u32..128, j in 0u32..128, k in 0u32..128) {
            let (a, b) = (1 << i | 1 << k, 1 << i | 1 << j);
            let words = |x: u128| [x as u64, (x >> 64) as u64];
            let expected = super::super::reference::product_of_words(a, b);
            prop_assert_eq!(product_of(Tables, &words(a), &words(b)), words(expected));
        }
    }
}
