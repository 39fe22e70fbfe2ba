//! Nim products and products of normal forms, side by side.
//!
//! `cargo run --profile dist -p bench-numbers` prints a table; `cargo run --profile dist -p bench-numbers --
//! excess 3 131` computes the excess of the primes in a range from the definition.

use std::hint::black_box;
use std::time::Instant;

use num_rational::BigRational;
use upstar_core::Budget;
use upstar_values::nimber::{self, Nimber};
use upstar_values::surreal::NormalForm;

/// Products per second: repeats for about half a second.
fn rate(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut count = 0u64;
    while start.elapsed().as_millis() < 500 || count == 0 {
        run();
        count += 1;
    }
    count as f64 / start.elapsed().as_secs_f64()
}

/// A nimber of exactly so many bits, from a fixed generator.
fn random(bits: u32, seed: &mut u64) -> Nimber {
    let mut number = num_bigint::BigUint::from(1u32);
    while number.bits() < u64::from(bits) {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        number = (number << 1u32) + (*seed >> 63);
    }
    Nimber::from(&number)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.get(1).is_some_and(|word| word == "excess") {
        let bound = |i: usize| arguments.get(i).and_then(|text| text.parse().ok()).unwrap_or(3u64);
        for prime in bound(2)..=bound(3) {
            let budget = Budget::unlimited().with_time(std::time::Duration::from_secs(60));
            let start = Instant::now();
            match nimber::excess_by_definition(prime, &budget) {
                Err(upstar_values::Error::NoSuchNumber { .. }) => {}
                result => println!("{prime} {result:?} {:.2} s", start.elapsed().as_secs_f64()),
            }
        }
        return;
    }
    let mut seed = 1;
    println!("| nim products per second | ours | tables alone | crate nimber |");
    println!("|---|---|---|---|");
    for bits in [64u32, 128, 300, 4096] {
        let (a, b) = (random(bits, &mut seed), random(bits, &mut seed));
        let ours = match (u64::try_from(a.to_biguint()), u128::try_from(a.to_biguint())) {
            (Ok(_), _) => {
                let word = |x: &Nimber| u64::try_from(x.to_biguint()).unwrap();
                let (x, y) = (word(&a), word(&b));
                rate(|| {
                    for _ in 0..1000 {
                        black_box(nimber::product_u64(black_box(x), black_box(y)));
                    }
                }) * 1000.0
            }
            (_, Ok(_)) => {
                let word = |x: &Nimber| u128::try_from(x.to_biguint()).unwrap();
                let (x, y) = (word(&a), word(&b));
                rate(|| {
                    for _ in 0..1000 {
                        black_box(nimber::product_u128(black_box(x), black_box(y)));
                    }
                }) * 1000.0
            }
            _ => rate(|| {
                black_box(black_box(&a).product(black_box(&b)));
            }),
        };
        let tables = rate(|| {
            black_box(black_box(&a).product_by_tables(black_box(&b)));
        });
        let number = |x: &Nimber| ::nimber::FiniteNimber::from(x.to_biguint().to_u64_digits());
        let (x, y) = (number(&a), number(&b));
        assert_eq!((x.clone() * &y).as_slice(), a.product(&b).to_biguint().to_u64_digits());
        let peer = rate(|| {
            black_box(black_box(x.clone()) * black_box(&y));
        });
        println!("| {bits} bits | {ours:.0} | {tables:.0} | {peer:.0} |");
    }
    let all_ones = Nimber::from(&((num_bigint::BigUint::from(1u32) << 300u32) - 1u32));
    println!(
        "(2^300-1) times itself: {:.1} us",
        1e6 / rate(|| {
            black_box(all_ones.product(black_box(&all_ones)));
        })
    );
    let form = |shift: i64| {
        (0..100).fold(NormalForm::zero(), |sum, i| {
            let exponent = BigRational::new((i * 7 + shift).into(), 3.into());
            sum.sum(
                &NormalForm::monomial(exponent.into(), BigRational::new((i + 1).into(), 5.into()))
                    .unwrap(),
            )
        })
    };
    let (x, y) = (form(0), form(1));
    println!(
        "products of normal forms of 100 terms: {:.0} per second",
        rate(|| {
            black_box(x.product(&y).unwrap());
        })
    );
}
