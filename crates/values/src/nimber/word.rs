//! Nim arithmetic in the fields of 2^16, 2^32, 2^64 and 2^128 elements, in machine words.
//!
//! The basis is a pair of logarithm tables for the field of 65536 elements. Above it, `x = x1·D +
//! x0` with `D = 2^(bits/2)`, where `D⊗D = D + h` and `h = 2^(bits/2 - 1)`. Each level costs three
//! products of half the size.

use std::sync::LazyLock;

use super::carryless;

/// Logarithms and powers of a generator of the 65535 nonzero nimbers below 2^16.
struct Logarithms {
    log: Box<[u16]>,
    /// Two cycles long, so that a sum of two logarithms needs no reduction.
    power: Box<[u16]>,
}

/// The least generator of the multiplicative group of nimbers below 2^16.
const GENERATOR: u32 = 258;

static TABLES: LazyLock<Logarithms> = LazyLock::new(|| {
    // Multiplication by the generator is linear: a row for each bit is enough.
    let rows: Vec<u16> = (0..16)
        .map(|bit| super::reference::product_of_words(GENERATOR.into(), 1 << bit) as u16)
        .collect();
    let mut log = vec![0u16; 1 << 16].into_boxed_slice();
    let mut power = vec![0u16; 2 * 65535].into_boxed_slice();
    let mut x = 1u16;
    for i in 0..65535usize {
        power[i] = x;
        power[i + 65535] = x;
        log[usize::from(x)] = i as u16;
        x = (0..16).filter(|bit| x >> bit & 1 == 1).fold(0, |sum, bit| sum ^ rows[bit]);
    }
    Logarithms { log, power }
});

#[inline]
fn product_16_with(tables: &Logarithms, a: u16, b: u16) -> u16 {
    if a == 0 || b == 0 {
        return 0;
    }
    tables.power[usize::from(tables.log[usize::from(a)]) + usize::from(tables.log[usize::from(b)])]
}

#[inline]
fn product_32_with(tables: &Logarithms, a: u32, b: u32) -> u32 {
    let (a1, a0) = ((a >> 16) as u16, a as u16);
    let (b1, b0) = ((b >> 16) as u16, b as u16);
    let low = product_16_with(tables, a0, b0);
    let cross = product_16_with(tables, a1 ^ a0, b1 ^ b0);
    let high = product_16_with(tables, a1, b1);
    u32::from(cross ^ low) << 16 | u32::from(low ^ product_16_with(tables, high, 1 << 15))
}

#[inline]
fn times_half_32_with(tables: &Logarithms, a: u32) -> u32 {
    let (a1, a0) = ((a >> 16) as u16, a as u16);
    let high = product_16_with(tables, a1 ^ a0, 1 << 15);
    let low = product_16_with(tables, product_16_with(tables, a1, 1 << 15), 1 << 15);
    u32::from(high) << 16 | u32::from(low)
}

/// The nim product of words below 2^64 by tables alone, on any processor.
#[must_use]
pub(crate) fn product_64_by_tables(a: u64, b: u64) -> u64 {
    let tables = &*TABLES;
    let (a1, a0) = ((a >> 32) as u32, a as u32);
    let (b1, b0) = ((b >> 32) as u32, b as u32);
    let low = product_32_with(tables, a0, b0);
    let cross = product_32_with(tables, a1 ^ a0, b1 ^ b0);
    let high = product_32_with(tables, a1, b1);
    u64::from(cross ^ low) << 32 | u64::from(low ^ times_half_32_with(tables, high))
}

/// `a ⊗ 2^63` for `a` below 2^64, by tables alone.
#[must_use]
pub(crate) fn times_half_64_by_tables(a: u64) -> u64 {
    let tables = &*TABLES;
    let (a1, a0) = ((a >> 32) as u32, a as u32);
    let high = times_half_32_with(tables, a1 ^ a0);
    let low = times_half_32_with(tables, times_half_32_with(tables, a1));
    u64::from(high) << 32 | u64::from(low)
}

/// The nim product of two nimbers below 2^32.
///
/// ```
/// use upstar_values::nimber;
///
/// assert_eq!(nimber::product_u32(8, 16), 128);
/// assert_eq!(nimber::product_u32(65536, 65536), 98304);
/// ```
#[must_use]
pub fn product_u32(a: u32, b: u32) -> u32 {
    product_32_with(&TABLES, a, b)
}

/// The nim product of two nimbers below 2^64.
///
/// Uses carry-less multiplication where the processor has it.
#[must_use]
pub fn product_u64(a: u64, b: u64) -> u64 {
    if (a | b) >> 32 == 0 {
        return product_u32(a as u32, b as u32).into();
    }
    match carryless::Kernel::detect() {
        Some(kernel) => kernel.nim_product(a, b),
        None => product_64_by_tables(a, b),
    }
}

/// The nim product of two nimbers below 2^128.
#[must_use]
pub fn product_u128(a: u128, b: u128) -> u128 {
    let (a1, a0) = ((a >> 64) as u64, a as u64);
    let (b1, b0) = ((b >> 64) as u64, b as u64);
    if a1 | b1 == 0 {
        return product_u64(a0, b0).into();
    }
    if let Some(kernel) = carryless::Kernel::detect() {
        return kernel.nim_product_u128(a, b);
    }
    let low = product_64_by_tables(a0, b0);
    let cross = product_64_by_tables(a1 ^ a0, b1 ^ b0);
    let high = product_64_by_tables(a1, b1);
    u128::from(cross ^ low) << 64 | u128::from(low ^ times_half_64_by_tables(high))
}

/// The nim square of a nimber below 2^64.
#[must_use]
pub fn square_u64(a: u64) -> u64 {
    let tables = &*TABLES;
    fn square_16(tables: &Logarithms, a: u16) -> u16 {
        product_16_with(tables, a, a)
    }
    fn square_32(tables: &Logarithms, a: u32) -> u32 {
        let (high, low) = (square_16(tables, (a >> 16) as u16), square_16(tables, a as u16));
        u32::from(high) << 16 | u32::from(low ^ product_16_with(tables, high, 1 << 15))
    }
    let (high, low) = (square_32(tables, (a >> 32) as u32), square_32(tables, a as u32));
    u64::from(high) << 32 | u64::from(low ^ times_half_32_with(tables, high))
}

/// The inverse of a nimber below 2^64, `None` for 0.
///
/// ```
/// use upstar_values::nimber;
///
/// assert_eq!(nimber::inverse_u64(16), Some(170));
/// assert_eq!(nimber::inverse_u64(0), None);
/// ```
#[must_use]
pub fn inverse_u64(a: u64) -> Option<u64> {
    let tables = &*TABLES;
    let inverse_16 =
        |a: u16| -> u16 { tables.power[65535 - usize::from(tables.log[usize::from(a)])] };
    // 1/a = conjugate(a) / norm(a), and the norm lies in the subfield.
    let inverse_32 = |a: u32| -> u32 {
        let (a1, a0) = ((a >> 16) as u16, a as u16);
        let product = |x, y| product_16_with(tables, x, y);
        let norm = product(a0, a0 ^ a1) ^ product(product(a1, a1), 1 << 15);
        let inverse = inverse_16(norm);
        u32::from(product(a1, inverse)) << 16 | u32::from(product(a0 ^ a1, inverse))
    };
    if a == 0 {
        return None;
    }
    let (a1, a0) = ((a >> 32) as u32, a as u32);
    let product = |x, y| product_32_with(tables, x, y);
    let norm = product(a0, a0 ^ a1) ^ times_half_32_with(tables, product(a1, a1));
    let inverse = inverse_32(norm);
    Some(u64::from(product(a1, inverse)) << 32 | u64::from(product(a0 ^ a1, inverse)))
}

/// The nim square root of a nimber below 2^64; every nimber has exactly one.
#[must_use]
pub fn square_root_u64(a: u64) -> u64 {
    let tables = &*TABLES;
    fn root_16(tables: &Logarithms, a: u16) -> u16 {
        if a == 0 {
            return 0;
        }
        let log = u32::from(tables.log[usize::from(a)]);
        let half = if log % 2 == 0 { log / 2 } else { (log + 65535) / 2 };
        tables.power[half as usize]
    }
    fn root_32(tables: &Logarithms, a: u32) -> u32 {
        let high = (a >> 16) as u16;
        let low = a as u16 ^ product_16_with(tables, high, 1 << 15);
        u32::from(root_16(tables, high)) << 16 | u32::from(root_16(tables, low))
    }
    let high = (a >> 32) as u32;
    let low = a as u32 ^ times_half_32_with(tables, high);
    u64::from(root_32(tables, high)) << 32 | u64::from(root_32(tables, low))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference;
    use super::*;

    #[test]
    fn the_table_of_logarithms_covers_the_field() {
        let tables = &*TABLES;
        let mut powers = tables.power[..65535].to_vec();
        powers.sort_unstable();
        assert!(powers.iter().copied().eq(1..=65535), "258 generates");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn products_agree_with_the_plain_version(a: u32, b: u32) {
            prop_assert_eq!(
                u128::from(product_u32(a, b)),
                reference::product_of_words(a.into(), b.into())
            );
        }

        #[test]
        fn wide_products_agree_with_the_plain_version(i in 0u32..128, j in 0u32..128, k in 0u32..128) {
            let (a, b) = (1 << i | 1 << k, 1 << i | 1 << j);
            prop_assert_eq!(product_u128(a, b), reference::product_of_words(a, b));
            let (a, b) = (a as u64, b as u64);
            prop_assert_eq!(u128::from(product_u64(a, b)), reference::product_of_words(a.into(), b.into()));
            prop_assert_eq!(product_64_by_tables(a, b), product_u64(a, b));
            prop_assert_eq!(times_half_64_by_tables(a), product_u64(a, 1 << 63));
        }

        #[test]
        fn squares_roots_and_inverses_undo_each_other(a: u64) {
            prop_assert_eq!(square_u64(a), product_u64(a, a));
            prop_assert_eq!(square_root_u64(square_u64(a)), a);
            if a != 0 {
                prop_assert_eq!(product_u64(a, inverse_u64(a).unwrap()), 1);
            }
        }
    }
}
