//! All engines and kernels give the same values, and those of earlier programs.

use upstar_core::Budget;
use upstar_heaps::{
    Code, EngineChoice, HeapsError, KernelChoice, Sequence, Settings, Summary, plain,
};

fn run(code: &Code, settings: Settings, to: u64) -> Vec<u32> {
    Sequence::new(code, settings).unwrap().collect(to, &Budget::unlimited()).unwrap()
}

/// A small generator with a fixed beginning.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn octal(&mut self) -> Code {
        let first = ["0", "4", "4!"][self.below(3) as usize];
        let digits: String = (0..1 + self.below(3))
            .map(|_| {
                let relation = ["", "", "", "!"][self.below(4) as usize];
                format!("{}{relation}", self.below(8))
            })
            .collect();
        format!("{first}.{digits}").parse().unwrap()
    }
}

#[test]
fn dense_sparse_and_fast_agree_on_random_codes() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut fast = 0;
    for _ in 0..10 {
        let code = random.octal();
        let dense =
            run(&code, Settings { engine: EngineChoice::Dense, ..Settings::default() }, 10_000);
        assert_eq!(
            dense[..=800],
            plain::values(&code, 800, &Budget::unlimited()).unwrap(),
            "{code}"
        );
        for engine in [EngineChoice::Sparse, EngineChoice::Fast] {
            match Sequence::new(&code, Settings { engine, ..Settings::default() }) {
                Ok(mut sequence) => match sequence.collect(10_000, &Budget::unlimited()) {
                    Ok(values) => {
                        assert!(values == dense, "{code} {engine:?}");
                        fast += usize::from(sequence.engine() == "fast");
                    }
                    Err(error) => assert!(matches!(error, HeapsError::Engine { .. }), "{error}"),
                },
                Err(error) => assert!(matches!(error, HeapsError::Engine { .. }), "{error}"),
            }
        }
    }
    assert!(fast >= 2, "the fast engine played only {fast} codes");
}

#[test]
fn kernels_and_threads_agree() {
    for code in ["0.6", "0.106", "0.37"] {
        let code: Code = code.parse().unwrap();
        let right =
            run(&code, Settings { engine: EngineChoice::Dense, ..Settings::default() }, 30_000);
        for (name, kernel) in KernelChoice::NAMES {
            for threads in [1, 2, 3] {
                match Sequence::new(&code, Settings { kernel, threads, ..Settings::default() }) {
                    Ok(mut sequence) => {
                        let values = sequence.collect(30_000, &Budget::unlimited()).unwrap();
                        assert!(values == right, "{code} {name} {threads}");
                    }
                    Err(HeapsError::Kernel(missing)) => println!("skipped: no {missing}"),
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
}

/// The digests of the first million values that a program written apart found, whose values
/// were compared with the definition at random heaps.
#[test]
fn digests_of_a_million_values() {
    for (code, digest) in [("0.16", 0xc64c_8d66_5ee3_3745u64), ("0.106", 0x4390_7cc6_39ef_c723)] {
        let code: Code = code.parse().unwrap();
        let mut summary = Summary::new(true);
        Sequence::new(&code, Settings::default())
            .unwrap()
            .run(999_999, &Budget::unlimited(), &mut |_, values| {
                summary.add(values);
                Ok(())
            })
            .unwrap();
        assert_eq!(summary.digest, Some(digest), "{code}");
    }
}

#[test]
fn a_sequence_goes_on_where_it_stopped() {
    let code: Code = "0.16".parse().unwrap();
    let whole = run(&code, Settings::default(), 40_000);
    let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
    let mut parts = Vec::new();
    for to in [0, 10, 9000, 9001, 20_000, 40_000] {
        parts.extend(sequence.collect(to, &Budget::unlimited()).unwrap());
    }
    assert!(parts == whole);
    let kept = whole[..15_000].to_vec();
    for kernel in [KernelChoice::Auto, KernelChoice::Portable] {
        let settings = Settings { kernel, ..Settings::default() };
        let mut resumed = Sequence::resume(&code, settings, kept.clone()).unwrap();
        assert!(resumed.collect(40_000, &Budget::unlimited()).unwrap() == whole[15_000..]);
    }
}

#[test]
fn a_budget_stops_it() {
    let code: Code = "0.6".parse().unwrap();
    let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
    let budget = Budget::unlimited().with_steps(50_000);
    assert!(matches!(sequence.collect(1_000_000, &budget), Err(HeapsError::Exhausted(_))));
}

#[test]
fn hexadecimal_codes_agree_with_their_expansion() {
    // 0.3F against the sets of nim sums written out.
    let code: Code = "0.3F".parse().unwrap();
    let values = plain::values(&code, 120, &Budget::unlimited()).unwrap();
    for n in 2..=120usize {
        let mut options = vec![values[n - 1], values[n - 2]];
        let rest = n - 2;
        for a in 1..rest {
            let b = rest - a;
            options.push(values[a] ^ values[b]);
            for c in 1..b {
                options.push(values[a] ^ values[c] ^ values[b - c]);
            }
        }
        if n == 2 {
            options = vec![values[1], 0];
        }
        assert_eq!(values[n], upstar_core::mex(options), "heap {n}");
    }
}
