//! A fast reader for lines that hold two plain integers, eight digits at a time.

use crate::scan::PADDING;

/// Reads lines `integer separator integer` from the beginning of `window[..length]` into `pairs`
/// (cleared first), at most `most` lines. It stops before the first line that is different: one
/// with other text, leading zeros or more than 16 digits, or an incomplete line. Returns the number
/// of bytes read.
///
/// [`PADDING`] bytes must follow the first `length` bytes.
#[inline]
pub(crate) fn integer_pairs(
    window: &[u8],
    length: usize,
    most: usize,
    pairs: &mut Vec<(u64, u64)>,
    is_separator: impl Fn(u8) -> bool,
) -> usize {
    debug_assert!(window.len() >= length + PADDING);
    pairs.clear();
    let mut at = 0;
    while pairs.len() < most {
        let Some((from, digits)) = integer(window, at) else { break };
        let separator = at + digits;
        if separator >= length || !is_separator(window[separator]) {
            break;
        }
        let Some((to, digits)) = integer(window, separator + 1) else { break };
        let mut end = separator + 1 + digits;
        if end >= length {
            break;
        }
        if window[end] == b'\r' {
            end += 1;
        }
        if end >= length || window[end] != b'\n' {
            break;
        }
        pairs.push((from, to));
        at = end + 1;
    }
    at
}

/// The integer of 1 to 16 digits at `at`, and its number of digits. None if there is no integer, or
/// it has leading zeros or more digits.
#[inline]
fn integer(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let (value, digits) = eight(word(bytes, at)?)?;
    if bytes[at] == b'0' && digits > 1 {
        return None;
    }
    if digits < 8 {
        return Some((value, digits));
    }
    match eight(word(bytes, at + 8)?) {
        None => Some((value, 8)),
        Some((low, 8)) => {
            let more = word(bytes, at + 16).is_some_and(|w| eight(w).is_some());
            (!more).then(|| (value * 100_000_000 + low, 16))
        }
        Some((low, digits)) => Some((value * 10_u64.pow(digits as u32) + low, 8 + digits)),
    }
}

#[inline]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at + 8)?;
    Some(u64::from_le_bytes(eight.try_into().expect("eight bytes")))
}

/// The number that the leading digits among eight bytes represent, and how many digits there are.
/// None if there are none.
///
/// Fewer than eight digits are shifted up, so that zeros stand before them. Then neighbouring
/// digits, pairs and fours are combined in parallel.
#[inline]
fn eight(bytes: u64) -> Option<(u64, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let digits = bytes ^ (EACH * 0x30);
    // The top bit of each byte that is not a digit, that is, above 9 after the xor.
    let others = (((digits & (EACH * 0x7f)) + EACH * 0x76) | digits) & (EACH * 0x80);
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 {
        return None;
    }
    let n = digits << (64 - 8 * count);
    // No product or sum carries into a byte group that is kept.
    let n = n.wrapping_mul(10).wrapping_add(n >> 8);
    let high = (n & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
    let low = ((n >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
    Some((high.wrapping_add(low) >> 32, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn padded(text: &str) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        // Digits after the text must not be read as part of it.
        bytes.extend_from_slice(&[b'7'; PADDING]);
        bytes
    }

    /// The simple twin: line by line with the standard library.
    fn plain(text: &str) -> (Vec<(u64, u64)>, usize) {
        let mut pairs = Vec::new();
        let mut read = 0;
        for line in text.split_inclusive('\n') {
            let Some(row) = line.strip_suffix('\n') else { break };
            let row = row.strip_suffix('\r').unwrap_or(row);
            let number = |s: &str| {
                let n: u64 = s.parse().ok()?;
                (n.to_string() == s && s.len() <= 16).then_some(n)
            };
            let Some((a, b)) = row.split_once(',') else { break };
            let (Some(a), Some(b)) = (number(a), number(b)) else { break };
            pairs.push((a, b));
            read += line.len();
        }
        (pairs, read)
    }

    fn check(text: &str) {
        let mut pairs = Vec::new();
        let read = integer_pairs(&padded(text), text.len(), usize::MAX, &mut pairs, |b| b == b',');
        assert_eq!((pairs, read), plain(text), "{text:?}");
    }

    #[test]
    fn every_length_of_number() {
        for digits in 1..=20 {
            for first in ["1", "9", "0"] {
                let number = format!("{first}{}", "1234567890123456789".get(..digits - 1).unwrap());
                check(&format!("{number},5\n1,2\n"));
                check(&format!("5,{number}\n1,2\n"));
                check(&format!("5,{number}"));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn agrees_with_the_plain_twin(text in "([0-9]{1,18},[0-9]{1,18}\r?\n|[0-9]{1,9}[,\n/:x ]{1,2}){0,8}") {
            check(&text);
        }
    }
}
