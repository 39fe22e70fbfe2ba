//! Games in which a share of a heap may be taken.

use super::{Law, LawFunction, Row};

/// The longest list of first values.
const MOST_FIRST: i64 = 10_000;

/// The game in which from 1 to `f(n)` tokens are taken from a heap of `n`, where
/// `f(n) = (times * n + plus) / by`, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeAtMost {
    /// The factor.
    pub times: u64,
    /// The constant.
    pub plus: i64,
    /// The divisor.
    pub by: u64,
}

impl TakeAtMost {
    /// The law of the game, for any `f` that grows with the heap and by at most 1 for each token; no
    /// law if `f` is constant or may grow by more.
    ///
    /// # Proof
    /// (Levine, Fractal sequences and restricted Nim, 2006.) Let `f(0) = 0`, and let `f(n+1)` be
    /// `f(n)` or `f(n) + 1`. If `f(n)` is above `f(n-1)` then `G(n) = f(n)`; otherwise
    /// `G(n) = G(n - f(n) - 1)`. By induction over `n`, the values of the `f(n) + 1` heaps from
    /// `n - f(n)` to `n` are `0, 1, ..., f(n)` in some order. This holds for `n = 0`. If `f(n+1)`
    /// is `f(n) + 1`, the options of `n + 1` are these heaps, so that its value is the next one,
    /// `f(n) + 1`. If it is `f(n)`, the options are the same heaps without the first, so that the
    /// value is that of the first, and takes its place.
    ///
    /// A heap has no more than its tokens, so `f(n)` stands for the largest number from 0 to `n`
    /// that is at most the quotient. It grows by at most 1 as well.
    pub fn law(self) -> Option<Law> {
        let (times, by) = (i64::try_from(self.times).ok()?, i64::try_from(self.by).ok()?);
        let plus = self.plus;
        if times < 1 || times > by || by > MOST_FIRST || plus.abs() > MOST_FIRST {
            return None;
        }
        if times == by && plus >= by {
            // Any number of tokens.
            return TakeAtMost { times: 1, plus: 0, by: 1 }.law();
        }
        let quotient = |heap: i64| (times * heap + plus).div_euclid(by);
        // From here on the quotient is from 0 to the heap.
        let mut from = (-plus).max(0).div_euclid(times) + 1;
        if times < by {
            from = from.max((plus - by).max(0).div_euclid(by - times) + 1);
        }
        if from > MOST_FIRST {
            return None;
        }
        let mut first: Vec<u32> = vec![0];
        let bounded = |heap: i64| quotient(heap).clamp(0, heap);
        for heap in 1..=from {
            let taken = bounded(heap);
            first.push(match taken > bounded(heap - 1) {
                true => u32::try_from(taken).ok()?,
                false => first[usize::try_from(heap - taken - 1).ok()?],
            });
        }
        let row = |residue: i64| match quotient(residue) > quotient(residue - 1) {
            true => Row::Line { times: self.times, plus: quotient(residue) },
            false => Row::Again {
                function: 0,
                times: self.by - self.times,
                plus: residue - quotient(residue) - 1,
                added: 0,
            },
        };
        let rows: Vec<Row> = (0..by).map(row).collect();
        let mut law = Law { base: self.by, functions: vec![LawFunction { first, rows }] };
        // Fewer first values may do.
        while !law.functions[0].first.is_empty() {
            let mut fewer = law.clone();
            let value = fewer.functions[0].first.pop();
            let heap = fewer.functions[0].first.len() as u64;
            if !fewer.is_sound() || fewer.small_value(heap) != value {
                break;
            }
            law = fewer;
        }
        law.is_sound().then_some(law)
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::{Budget, mex};

    use super::*;

    /// All quotients with small numbers, against the definition.
    #[test]
    fn laws_agree_with_the_definition() {
        let mut laws = 0;
        for (times, by) in (1..8).flat_map(|by| (0..=by + 1).map(move |times| (times, by))) {
            for plus in -9..=20 {
                let rule = TakeAtMost { times, plus, by };
                let Some(law) = rule.law() else {
                    assert!(times == 0 || times > by, "{rule:?}");
                    continue;
                };
                laws += 1;
                let mut values: Vec<u32> = Vec::new();
                for heap in 0..300_i64 {
                    let most = (times as i64 * heap + plus).div_euclid(by as i64).min(heap);
                    let options = (1..=most).map(|taken| values[(heap - taken) as usize]);
                    let value = mex(options);
                    assert_eq!(law.small_value(heap as u64), Some(value), "{rule:?} at {heap}");
                    values.push(value);
                }
                let far = law.value(&10_u64.pow(18).into(), &Budget::unlimited()).unwrap();
                assert!(far <= 10_u64.pow(18).into());
            }
        }
        assert!(laws > 800, "{laws}");
    }

    #[test]
    fn laws_in_words() {
        let text = |times, plus, by| TakeAtMost { times, plus, by }.law().unwrap().to_string();
        assert_eq!(text(1, 0, 2), "G(2n) = n, G(2n+1) = G(n)");
        assert_eq!(text(1, 0, 3), "G(3n) = n, G(3n+1) = G(2n), G(3n+2) = G(2n+1)");
        assert_eq!(text(1, 0, 1), "G(n+1) = G(n)+1");
    }
}
