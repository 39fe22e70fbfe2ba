//! The nim product of words against its definition: the product of a and b is the
//! least nimber that is no a'b + ab' + a'b' with a' < a and b' < b.
//!
//! For words of 32 bits the set has up to 2^64 members, so it is sampled. No member found is the
//! product. Every smaller nimber tried is a member: the pair (a', b') that shows it is found and
//! checked in the formula.

use upstar_values::nimber::{inverse_u64, product_u64};

/// A xorshift generator with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

fn member(a: u64, b: u64, smaller_a: u64, smaller_b: u64) -> u64 {
    product_u64(smaller_a, b) ^ product_u64(a, smaller_b) ^ product_u64(smaller_a, smaller_b)
}

#[test]
fn products_of_words_are_least_excluded_values() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for round in 0..3000u32 {
        let bits = 1 + round % 32;
        let a = 1 + random.below(((1u64 << bits) - 1).max(1));
        let b = 1 + random.below((1 << 32) - 1);
        let product = product_u64(a, b);
        for _ in 0..8 {
            let (smaller_a, smaller_b) = (random.below(a), random.below(b));
            assert_ne!(member(a, b, smaller_a, smaller_b), product, "{a} {b}");
        }
        if product == 0 {
            panic!("{a} and {b} are no divisors of zero");
        }
        for _ in 0..4 {
            // A member is ab + xy with x = a + a', y = b + b'. Try x at random.
            let wanted = random.below(product);
            let shown = (0..200_000).any(|_| {
                let smaller_a = random.below(a);
                let Some(inverse) = inverse_u64(a ^ smaller_a) else { return false };
                let smaller_b = b ^ product_u64(wanted ^ product, inverse);
                smaller_b < b && member(a, b, smaller_a, smaller_b) == wanted
            });
            assert!(shown, "{wanted} < {a}*{b} = {product} is not shown to be a member");
        }
    }
}

/// The facts that determine the product for all words, given Conway's theorems about the
/// definition: it distributes over the sum, and Fermat powers multiply by the rules below.
#[test]
fn fermat_powers_and_sums_determine_the_product() {
    for k in 0..6u32 {
        let fermat = 1u64 << (1 << k);
        assert_eq!(product_u64(fermat, fermat), fermat ^ (fermat >> 1), "2^2^{k}");
        for bit in 0..(1 << k) {
            assert_eq!(product_u64(fermat, 1 << bit), fermat << bit);
        }
    }
    let mut random = Random(99);
    for _ in 0..20_000 {
        let (a, b, c) = (random.next(), random.next(), random.next());
        let product = product_u64;
        assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
        assert_eq!(product(a, b), product(b, a));
        assert_eq!(product(product(a, b), c), product(a, product(b, c)));
    }
}
