//! Numbers as people write them on a command line.

use num_bigint::BigUint;
use num_traits::{One, Pow, ToPrimitive, Zero};

/// A text that is not a count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The text does not have the form that [`parse_count`] reads.
    #[error("`{0}` is not a count; write it like 1000, 1e6, 2^20, 10^30 or 2^35-1")]
    Malformed(String),
    /// The number needs more than a million bits, or is too large for its use.
    #[error("`{text}` is too large; at most {limit} here")]
    TooLarge {
        /// The text.
        text: String,
        /// The largest accepted count, in the usual notation.
        limit: &'static str,
    },
    /// A difference is negative.
    #[error("`{0}` is negative; a count is at least 0")]
    Negative(String),
}

/// Reads a natural number: digits (with `_` between them), `1e6`, `2^20`, products with `*`, and
/// sums and differences of these such as `2^35-1`.
///
/// # Errors
///
/// [`CountError`] if the text has another form, is negative, or needs more
/// than a million bits.
///
/// ```
/// use upstar_core::parse_count;
///
/// assert_eq!(parse_count("2^35-1").unwrap(), 34_359_738_367u64.into());
/// assert_eq!(parse_count("1e6").unwrap(), 1_000_000u32.into());
/// assert!(parse_count("lots").is_err());
/// ```
pub fn parse_count(text: &str) -> Result<BigUint, CountError> {
    let short = || text.chars().take(60).collect::<String>();
    let malformed = || CountError::Malformed(short());
    let trimmed = text.trim();
    if trimmed.is_empty() || trimmed.len() > 400_000 {
        return Err(malformed());
    }
    let mut total = BigUint::zero();
    let mut negative = BigUint::zero();
    let mut rest = trimmed;
    let mut subtract = false;
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let value = product(&rest[..end], text)?;
        if subtract {
            negative += value;
        } else {
            total += value;
        }
        match rest.as_bytes().get(end) {
            None => break,
            Some(sign) => subtract = *sign == b'-',
        }
        rest = &rest[end + 1..];
    }
    if negative > total {
        return Err(CountError::Negative(short()));
    }
    Ok(total - negative)
}

/// Reads a count that fits in 64 bits; see [`parse_count`].
///
/// # Errors
///
/// As [`parse_count`], and [`CountError::TooLarge`] above 2^64 - 1.
pub fn parse_u64(text: &str) -> Result<u64, CountError> {
    parse_count(text)?.to_u64().ok_or_else(|| CountError::TooLarge {
        text: text.chars().take(60).collect(),
        limit: "2^64-1",
    })
}

const BITS: u64 = 1_000_000;

fn product(text: &str, whole: &str) -> Result<BigUint, CountError> {
    let mut value = BigUint::one();
    for factor in text.split('*') {
        value *= power(factor.trim(), whole)?;
        if value.bits() > BITS {
            return Err(too_large(whole));
        }
    }
    Ok(value)
}

fn power(text: &str, whole: &str) -> Result<BigUint, CountError> {
    if let Some((base, exponent)) = text.split_once('^') {
        return raise(digits(base, whole)?, &digits(exponent, whole)?, whole);
    }
    if let Some((mantissa, exponent)) = text.split_once(['e', 'E']) {
        let scale = raise(BigUint::from(10u32), &digits(exponent, whole)?, whole)?;
        return Ok(digits(mantissa, whole)? * scale);
    }
    digits(text, whole)
}

fn raise(base: BigUint, exponent: &BigUint, whole: &str) -> Result<BigUint, CountError> {
    if base.bits() <= 1 {
        // 0^0 is 1, as everywhere in counting.
        return Ok(if exponent.is_zero() { BigUint::one() } else { base });
    }
    let exponent = exponent
        .to_u64()
        .filter(|&exponent| exponent.saturating_mul(base.bits() - 1) <= BITS)
        .ok_or_else(|| too_large(whole))?;
    Ok(base.pow(exponent))
}

fn digits(text: &str, whole: &str) -> Result<BigUint, CountError> {
    let malformed = || CountError::Malformed(whole.chars().take(60).collect());
    let text = text.trim();
    let plain: String = text.chars().filter(|&character| character != '_').collect();
    let valid = plain.bytes().all(|byte| byte.is_ascii_digit())
        && !text.starts_with('_')
        && !text.ends_with('_');
    if plain.is_empty() || !valid {
        return Err(malformed());
    }
    BigUint::parse_bytes(plain.as_bytes(), 10).ok_or_else(malformed)
}

fn too_large(whole: &str) -> CountError {
    CountError::TooLarge { text: whole.chars().take(60).collect(), limit: "2^1000000" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(text: &str) -> u64 {
        parse_u64(text).unwrap()
    }

    #[test]
    fn counts_as_people_write_them() {
        assert_eq!(small("0"), 0);
        assert_eq!(small("1_000"), 1000);
        assert_eq!(small("3*2^4+1"), 49);
        assert_eq!(small("2^20"), 1 << 20);
        assert_eq!(small("2^64-1"), u64::MAX);
        assert_eq!(small("0^0"), 1);
        assert_eq!(parse_count("10^30").unwrap().to_string(), format!("1{}", "0".repeat(30)));
    }

    #[test]
    fn anything_else_is_a_clear_error() {
        for text in
            ["", " ", "-1", "1-2", "1.5", "0x10", "1e", "^2", "2^", "1__", "_1", "1e6e6", "٣"]
        {
            assert!(parse_u64(text).is_err(), "{text}");
        }
        for text in ["2^64", "10^10^10", "9^999999999", "1e99999999999999999999", "2^1000000*4"] {
            assert!(parse_u64(text).is_err(), "{text}");
        }
        let message = parse_u64("lots").unwrap_err().to_string();
        assert!(message.contains("2^35-1"), "{message}");
    }
}
