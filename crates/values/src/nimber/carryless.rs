//! Nim products through carry-less multiplication.
//!
//! The field of nimbers below 2^64 is the field of binary polynomials modulo `x^64 + x^4 + x^3 +
//! x + 1` in another basis. The change of basis is linear: eight table look-ups each way. A product
//! of polynomials is one `pclmulqdq` and a reduction.

use std::sync::LazyLock;

use super::word;

/// The least root, among the nimbers, of `x^64 + x^4 + x^3 + x + 1`.
///
/// A test checks that it is a root. The polynomial is irreducible because the matrix of its powers
/// is invertible.
const ROOT: u64 = 0x4028_84ca_01f7_c6b2;

/// A linear map of 64-bit words, as a table for each byte.
struct Linear(Box<[[u64; 256]; 8]>);

impl Linear {
    fn new(columns: &[u64; 64]) -> Self {
        let mut tables = Box::new([[0u64; 256]; 8]);
        for (byte, table) in tables.iter_mut().enumerate() {
            for index in 1..256usize {
                let low = index.trailing_zeros() as usize;
                table[index] = table[index & (index - 1)] ^ columns[8 * byte + low];
            }
        }
        Linear(tables)
    }

    #[inline]
    fn apply(&self, x: u64) -> u64 {
        let bytes = x.to_le_bytes();
        let mut sum = 0;
        for (table, byte) in self.0.iter().zip(bytes) {
            sum ^= table[usize::from(byte)];
        }
        sum
    }
}

struct Bases {
    to_polynomial: Linear,
    to_nimber: Linear,
    /// The nimber 2^63 as a polynomial.
    half: u64,
}

static BASES: LazyLock<Bases> = LazyLock::new(|| {
    let mut columns = [0u64; 64];
    let mut power = 1;
    for column in &mut columns {
        *column = power;
        power = word::product_64_by_tables(power, ROOT);
    }
    let to_polynomial = Linear::new(&invert(&columns));
    let half = to_polynomial.apply(1 << 63);
    Bases { to_polynomial, to_nimber: Linear::new(&columns), half }
});

/// The inverse of a matrix over the field of two elements, given by columns.
fn invert(columns: &[u64; 64]) -> [u64; 64] {
    let mut rows = *columns;
    let mut inverse: [u64; 64] = std::array::from_fn(|i| 1 << i);
    for bit in 0..64 {
        let pivot = (bit..64)
            .find(|&row| rows[row] >> bit & 1 == 1)
            .expect("the powers of the root are a basis");
        rows.swap(bit, pivot);
        inverse.swap(bit, pivot);
        for row in (0..64).filter(|&row| row != bit) {
            if rows[row] >> bit & 1 == 1 {
                rows[row] ^= rows[bit];
                inverse[row] ^= inverse[bit];
            }
        }
    }
    inverse
}

/// Permission to use carry-less multiplication. It exists only where the processor has it.
#[derive(Clone, Copy)]
pub(crate) struct Kernel(());

impl Kernel {
    /// The kernel, if this processor has carry-less multiplication.
    #[inline]
    pub(crate) fn detect() -> Option<Kernel> {
        intrinsic::available().then_some(Kernel(()))
    }

    /// The product of two polynomials.
    #[inline]
    pub(crate) fn product(self, a: u64, b: u64) -> u64 {
        reduce(intrinsic::multiply(self, a, b), |x| intrinsic::multiply(self, x, 0b1_1011))
    }

    /// The polynomial of a nimber below 2^64.
    #[inline]
    pub(crate) fn polynomial_of(self, nimber: u64) -> u64 {
        BASES.to_polynomial.apply(nimber)
    }

    /// The nimber of a polynomial.
    #[inline]
    pub(crate) fn nimber_of(self, polynomial: u64) -> u64 {
        BASES.to_nimber.apply(polynomial)
    }

    /// The product of a polynomial and that of the nimber 2^63.
    #[inline]
    pub(crate) fn times_half(self, a: u64) -> u64 {
        self.product(a, BASES.half)
    }

    /// The nim product of two nimbers below 2^64.
    #[inline]
    pub(crate) fn nim_product(self, a: u64, b: u64) -> u64 {
        self.nimber_of(self.product(self.polynomial_of(a), self.polynomial_of(b)))
    }

    /// The nim product of two nimbers below 2^128.
    pub(crate) fn nim_product_u128(self, a: u128, b: u128) -> u128 {
        let polynomials =
            |x: u128| (self.polynomial_of((x >> 64) as u64), self.polynomial_of(x as u64));
        let (a1, a0) = polynomials(a);
        let (b1, b0) = polynomials(b);
        let low = self.product(a0, b0);
        let cross = self.product(a1 ^ a0, b1 ^ b0);
        let high = self.product(a1, b1);
        u128::from(self.nimber_of(cross ^ low)) << 64
            | u128::from(self.nimber_of(low ^ self.times_half(high)))
    }
}

/// A polynomial of degree up to 127 modulo `x^64 + x^4 + x^3 + x + 1`.
#[inline]
fn reduce(product: u128, fold: impl Fn(u64) -> u128) -> u64 {
    let folded = fold((product >> 64) as u64);
    // The part above degree 63 has degree below 4, so one small fold ends it.
    let over = (folded >> 64) as u64;
    product as u64 ^ folded as u64 ^ over ^ over << 1 ^ over << 3 ^ over << 4
}

/// Carry-less multiplication by the processor.
///
/// `unsafe` is needed because `pclmulqdq` may run only where the processor has it. It is sound
/// because every call takes a [`Kernel`], which [`Kernel::detect`] makes only after asking the
/// processor.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod intrinsic {
    use std::arch::x86_64::{
        _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64,
    };

    #[inline]
    pub(super) fn available() -> bool {
        is_x86_feature_detected!("pclmulqdq")
    }

    #[inline]
    pub(super) fn multiply(_: super::Kernel, a: u64, b: u64) -> u128 {
        // SAFETY: a `Kernel` exists only if the processor has `pclmulqdq`.
        unsafe { pclmulqdq(a, b) }
    }

    #[target_feature(enable = "pclmulqdq")]
    #[inline]
    fn pclmulqdq(a: u64, b: u64) -> u128 {
        let product = _mm_clmulepi64_si128::<0>(
            _mm_cvtsi64_si128(a.cast_signed()),
            _mm_cvtsi64_si128(b.cast_signed()),
        );
        let low = _mm_cvtsi128_si64(product).cast_unsigned();
        let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product)).cast_unsigned();
        u128::from(high) << 64 | u128::from(low)
    }
}

/// On other processors the tables are used.
#[cfg(not(target_arch = "x86_64"))]
mod intrinsic {
    pub(super) fn available() -> bool {
        false
    }

    pub(super) fn multiply(_: super::Kernel, _: u64, _: u64) -> u128 {
        unreachable!("no kernel exists on this processor")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Carry-less multiplication by shifts: the twin of the processor's instruction.
    fn shift_and_add(a: u64, b: u64) -> u128 {
        (0..64).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ u128::from(a) << i)
    }

    #[test]
    fn the_root_is_a_root() {
        let power = |n: u32| (0..n).fold(1, |x, _| word::product_64_by_tables(x, ROOT));
        assert_eq!(power(64) ^ power(4) ^ power(3) ^ power(1) ^ 1, 0);
    }

    proptest! {
        #[test]
        fn the_change_of_basis_carries_products(a: u64, b: u64) {
            let bases = &*BASES;
            prop_assert_eq!(bases.to_nimber.apply(bases.to_polynomial.apply(a)), a);
            let product = reduce(
                shift_and_add(bases.to_polynomial.apply(a), bases.to_polynomial.apply(b)),
                |x| shift_and_add(x, 0b1_1011),
            );
            prop_assert_eq!(bases.to_nimber.apply(product), word::product_64_by_tables(a, b));
        }

        #[test]
        fn the_processor_agrees_with_shifts(a: u64, b: u64) {
            let Some(kernel) = Kernel::detect() else {
                eprintln!("skipped: no pclmulqdq");
                return Ok(());
            };
            prop_assert_eq!(intrinsic::multiply(kernel, a, b), shift_and_add(a, b));
            prop_assert_eq!(kernel.nim_product(a, b), word::product_64_by_tables(a, b));
            prop_assert_eq!(
                kernel.nimber_of(kernel.times_half(kernel.polynomial_of(a))),
                word::times_half_64_by_tables(a)
            );
        }
    }
}
