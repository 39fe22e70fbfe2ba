//! All engines and kernels give the same values as each other and as earlier programs.

use upstar_core::Budget;
use upstar_heaps::{
    Code, EngineChoice, HeapRules, HeapsError, KernelChoice, Sequence, Settings, Summary, plain,
};

fn run(code: &Code, settings: Settings, to: u64) -> Vec<u32> {
    Sequence::new(code, settings).unwrap().collect(to, &Budget::unlimited()).unwrap()
}

/// A small generator with a fixed seed.
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
    for _ in 0..6 {
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

/// Hundreds of codes, to where the sparse and the fast engine have been in use for a while. The
/// same to 20,000 heaps is one of the release checks that the README names.
#[test]
fn hundreds_of_random_codes() {
    agree_on_codes(200, 1200);
}

#[test]
#[ignore = "a release check: some minutes"]
fn hundreds_of_random_codes_to_20000() {
    agree_on_codes(300, 20_000);
}

/// A game in which a tenth of the heaps are rare: the fast engine, if requested, restarts after
/// each.
#[test]
fn frequent_rare_heaps() {
    let code: Code = "4!.7!65".parse().unwrap();
    let [dense, fast] = [EngineChoice::Dense, EngineChoice::Fast]
        .map(|engine| run(&code, Settings { engine, ..Settings::default() }, 9_500));
    assert!(fast == dense);
}

/// At heap 2100 the least value that is not an option, 256, is rare and does not fit into the bytes
/// of the sparse engine.
#[test]
fn rare_values_that_do_not_fit() {
    let code: Code = "0.5!3!4!".parse().unwrap();
    let [dense, sparse] = [EngineChoice::Dense, EngineChoice::Sparse]
        .map(|engine| run(&code, Settings { engine, ..Settings::default() }, 2_300));
    assert_eq!((dense[2100], sparse[2100]), (256, 256));
    assert!(sparse == dense);
}

/// By the definition to at most heap 2000. Beyond that, the reference is the dense engine, which
/// tries every split too.
fn agree_on_codes(codes: u32, to: u64) {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut played = [0u32; 3];
    for number in 0..codes {
        let code = random.octal();
        let begun = std::time::Instant::now();
        let right = plain::values(&code, to.min(2000), &Budget::unlimited()).unwrap();
        let dense = run(&code, Settings { engine: EngineChoice::Dense, ..Settings::default() }, to);
        assert!(dense[..right.len()] == right, "{code}, dense");
        for (i, engine) in
            [EngineChoice::Sparse, EngineChoice::Fast, EngineChoice::Auto].into_iter().enumerate()
        {
            let settings = Settings { engine, ..Settings::default() };
            let values = Sequence::new(&code, settings)
                .and_then(|mut sequence| sequence.collect(to, &Budget::unlimited()));
            match values {
                Ok(values) => {
                    assert!(values == dense, "{code} {engine:?}");
                    played[i] += 1;
                }
                Err(error) => assert!(matches!(error, HeapsError::Engine { .. }), "{error}"),
            }
        }
        println!("{number}: {code} in {:.1} s", begun.elapsed().as_secs_f64());
    }
    assert!(played.iter().all(|&played| played >= codes / 4), "{played:?}");
}

/// Hexadecimal codes: only the plain engine plays them. The sums are written out.
#[test]
fn random_hexadecimal_codes_by_their_sums() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..30 {
        let digits: Vec<u64> = (0..1 + random.below(3)).map(|_| random.below(16)).collect();
        let text: String = digits.iter().map(|digit| format!("{digit:X}")).collect();
        let code: Code = format!("0.{text}").parse().unwrap();
        let values = run(&code, Settings::default(), 60);
        for n in 0..=60usize {
            let mut options = vec![];
            for (taken, digit) in (1..).zip(&digits).filter(|(taken, _)| *taken <= n) {
                let rest = n - taken;
                if digit & 1 != 0 && rest == 0 {
                    options.push(0);
                }
                if digit & 2 != 0 && rest > 0 {
                    options.push(values[rest]);
                }
                for a in 1..rest {
                    if digit & 4 != 0 {
                        options.push(values[a] ^ values[rest - a]);
                    }
                    for b in 1..rest - a {
                        if digit & 8 != 0 {
                            options.push(values[a] ^ values[b] ^ values[rest - a - b]);
                        }
                    }
                }
            }
            assert_eq!(values[n], upstar_core::mex(options), "{code}, heap {n}");
        }
    }
}

/// The mex over all splits, at random heaps far from the start and at a late rare value.
#[test]
fn the_definition_at_random_heaps() {
    let mut random = Random(0xfeed_beef_0bad_cafe);
    for (text, to) in
        [("0.6", 150_000u64), ("4!.0", 150_000), ("0.16", 400_000), ("0.106", 400_000)]
    {
        let code: Code = text.parse().unwrap();
        let values = run(&code, Settings::default(), to);
        let mut heaps: Vec<u64> = (0..6).map(|_| to - random.below(to / 2)).collect();
        // The last rare heaps of Officers, and early ones of Grundy's game.
        heaps.extend(match text {
            "0.6" => vec![20_627],
            "4!.0" => vec![82_860],
            _ => vec![],
        });
        for heap in heaps {
            let right = plain::value(&code, heap, &values, &Budget::unlimited()).unwrap();
            assert_eq!(values[heap as usize], right, "{text}, heap {heap}");
        }
    }
}

/// Heap 100330159 of Grim needs a split with a heap above 2^16 to show its rare value 242, so the
/// values in a snapshot must reach that far.
#[test]
#[ignore = "a release check: minutes"]
fn grim_goes_on_from_a_snapshot() {
    let code: Code = "0.6".parse().unwrap();
    let budget = Budget::unlimited();
    let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
    sequence.run(100_000_000, &budget, &mut |_, _| Ok(())).unwrap();
    let snapshot = sequence.snapshot().unwrap();
    let mut other =
        Sequence::restore(&code, Settings::default(), &snapshot, sequence.next_heap()).unwrap();
    let to = 100_400_000;
    assert!(other.collect(to, &budget).unwrap() == sequence.collect(to, &budget).unwrap());
}

/// Digests of 10^7 and 10^8 values, by an independent program, and the definition at the thirteen
/// late rare heaps of Grundy's game. `UPSTAR_CHECK_TO=100000000` sets the limit.
#[test]
#[ignore = "a release check: minutes"]
fn digests_of_many_values() {
    let most: u64 = std::env::var("UPSTAR_CHECK_TO").map_or(10_000_000, |to| to.parse().unwrap());
    for (text, digests) in [
        ("0.6", [(10_000_000, 0x0513_6d7d_e3d6_03b8u64), (100_000_000, 0x0a4a_3e70_4932_696f)]),
        ("4!.0", [(10_000_000, 0xcef7_e201_b5a4_f272), (100_000_000, 0x3b41_8eec_ab16_6a88)]),
        ("0.16", [(1_000_000, 0xc64c_8d66_5ee3_3745), (100_000_000, 0xe37e_5071_a96d_90b5)]),
        ("0.106", [(1_000_000, 0x4390_7cc6_39ef_c723), (100_000_000, 0xa2b1_c3cc_98cc_d0d5)]),
    ] {
        let code: Code = text.parse().unwrap();
        let mut sequence =
            Sequence::new(&code, Settings { threads: 2, ..Settings::default() }).unwrap();
        let mut summary = Summary::new(true);
        let mut kept: Vec<u32> = vec![];
        for (count, digest) in digests.into_iter().filter(|&(count, _)| count <= most) {
            // The reference values cover the heaps 0 to count.
            for last in [count - 1, count] {
                sequence
                    .run(last, &Budget::unlimited(), &mut |_, values| {
                        summary.add(values);
                        if text == "4!.0" {
                            kept.extend_from_slice(values);
                        }
                        Ok(())
                    })
                    .unwrap();
                println!("{text} to {last}: {:016x}", summary.digest.unwrap());
                if summary.digest == Some(digest) {
                    break;
                }
                assert!(last < count, "{text} to {count}");
            }
        }
        if text == "4!.0" && most >= 50_000_000 {
            for heap in [
                47_461_861u64,
                47_482_266,
                47_595_779,
                47_844_890,
                47_846_178,
                47_850_055,
                47_879_108,
                47_912_346,
                48_042_117,
                48_046_310,
                48_142_092,
                48_142_376,
                48_399_022,
            ] {
                let right = plain::value(&code, heap, &kept, &Budget::unlimited()).unwrap();
                assert_eq!(kept[heap as usize], right, "heap {heap}");
            }
        }
    }
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

/// Parallel stages, with goals between chunks and with stops, give the results of one thread.
#[test]
fn two_threads_go_on_where_they_stopped() {
    for (text, to) in [("0.106", 4_000_000), ("4!.0", 60_000)] {
        let code: Code = text.parse().unwrap();
        let whole = run(&code, Settings::default(), to);
        let settings = Settings { threads: 2, ..Settings::default() };
        let mut sequence = Sequence::new(&code, settings).unwrap();
        let mut parts = Vec::new();
        for goal in [10_000, 10_001, 33_003, 33_004, to / 2] {
            parts.extend(sequence.collect(goal, &Budget::unlimited()).unwrap());
        }
        // A budget that ends during the run: the values passed on before are correct.
        for steps in [1, 50_000, 1_500_000, 1] {
            let budget = Budget::unlimited().with_steps(steps);
            let mut take = |from: u64, values: &[u32]| {
                assert_eq!(from, parts.len() as u64, "{text}");
                parts.extend_from_slice(values);
                Ok(())
            };
            let stopped = sequence.run(to, &budget, &mut take).is_err();
            assert!(stopped || parts.len() as u64 > to, "{text}");
        }
        parts.extend(sequence.collect(to, &Budget::unlimited()).unwrap());
        assert!(parts == whole, "{text}");
    }
}

/// The digests of the first million values from an independent program, whose values were compared
/// with the definition at random heaps.
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
        let mut resumed =
            Sequence::resume(&HeapRules::Code(code.clone()), settings, kept.clone()).unwrap();
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
    // 0.3F against explicit sets of nim sums.
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
