//! Closed forms: numbers, and numbers plus ups plus nimbers.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::Worker;
use crate::arena::Parts;
use crate::error::Halt;
use crate::node::Tag;
use crate::{Error, Id, Rational, Result, key};

/// Lossy tables from numbers and parts to ids, to avoid the shared tables.
#[derive(Debug)]
pub(super) struct NumberCache {
    numbers: Box<[(i64, u32)]>,
    parts: Box<[(Parts, u32)]>,
}

const SLOTS: usize = 1 << 9;

impl Default for NumberCache {
    fn default() -> Self {
        let parts = Parts { number: u32::MAX, ups: 0, nim: 0 };
        NumberCache {
            numbers: vec![(key::HIGHEST, 0); SLOTS].into(),
            parts: vec![(parts, 0); SLOTS].into(),
        }
    }
}

impl NumberCache {
    /// A cache without slots, which replaces a cache that is given away. It must not be used.
    pub(super) fn given_away() -> Self {
        NumberCache { numbers: Box::default(), parts: Box::default() }
    }
}

/// An end of an interval of numbers: the number, and whether it is included.
type End = Option<(Rational, bool)>;

/// The simplest dyadic number in a non-empty interval; `None` if there is none (then both ends are
/// the same number, which is not dyadic).
///
/// The simplest number is the one born first: 0, then the integers by absolute value, then the
/// fractions by denominator (Siegel, II.3).
pub(crate) fn simplest(low: &End, high: &End) -> Option<Rational> {
    let above =
        |x: &Rational| low.as_ref().is_none_or(|(a, closed)| if *closed { a <= x } else { a < x });
    let below =
        |x: &Rational| high.as_ref().is_none_or(|(b, closed)| if *closed { x <= b } else { x < b });
    if above(&Rational::ZERO) && below(&Rational::ZERO) {
        return Some(Rational::ZERO);
    }
    if !below(&Rational::ZERO) && !above(&Rational::ZERO) {
        return None;
    }
    if !below(&Rational::ZERO) {
        // The whole interval is negative.
        let turned = |end: &End| end.as_ref().map(|(x, closed)| (-x, *closed));
        return simplest(&turned(high), &turned(low)).map(|x| -x);
    }
    let (a, closed) = low.as_ref()?;
    // The least multiple of 2^-k in the interval, if one is in it.
    let fits = |k: u64| {
        let scaled = a * &Rational::from(BigInt::one() << k);
        let mut units = scaled.floor();
        if !(*closed && scaled.is_integer()) {
            units += 1;
        }
        let x = Rational::new(units, BigInt::one() << k)?;
        below(&x).then_some(x)
    };
    if let Some(x) = fits(0) {
        return Some(x);
    }
    let (b, _) = high.as_ref()?;
    let width = b - a;
    if width.is_zero() {
        return a.is_dyadic().then(|| a.clone());
    }
    // If 2^-k is below the width, the interval contains a multiple of it. If it works for k, it
    // works for k + 1, so bisection finds the least k.
    let mut enough = width.denom().bits().saturating_sub(width.numer().bits()) + 2;
    let mut too_few = 0;
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if fits(middle).is_some() {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    fits(enough)
}

/// The same for ends in units of 2^-30, if the result is a multiple of the unit.
pub(super) fn simplest_units(low: i64, high: i64) -> Option<i64> {
    const ONE: i64 = 1 << key::FRACTION;
    if low > high {
        return None;
    }
    if low <= 0 && high >= 0 {
        return Some(0);
    }
    if high < 0 {
        return simplest_units(-high, -low).map(|x| -x);
    }
    let up = (low + ONE - 1) & -ONE;
    if up <= high {
        return Some(up);
    }
    // The highest bit in which low - 1 and high differ determines the step.
    let step = 1i64 << (63 - ((low - 1) ^ high).leading_zeros());
    Some(high & -step)
}

/// The key of the simplest number above the largest Right stop `left` and below the smallest Left
/// stop `right`, if the keys determine it. Both stops are exact or beyond all stops.
pub(super) fn simplest_key(left: i64, right: i64) -> Option<i64> {
    // Ends beyond all stops are beyond all numbers in units too.
    let low = key::units(left).wrapping_add(left & key::RIGHT);
    let high = key::units(right) - (right & key::RIGHT ^ key::RIGHT);
    simplest_units(low, high).and_then(key::of_units)
}

impl Worker<'_> {
    #[inline]
    pub(super) fn number_with_key(&mut self, key: i64) -> Result<u32, Halt> {
        let slot = ((key >> 2) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55;
        let entry = self.caches.numbers.numbers[slot as usize];
        if entry.0 == key {
            return Ok(entry.1);
        }
        let made = self.universe.arena.number_with_key(key);
        let id = made.map_err(|error| self.fail(error))?;
        self.caches.numbers.numbers[slot as usize] = (key, id);
        Ok(id)
    }

    pub(crate) fn number_id(&mut self, x: &Rational) -> Result<u32, Halt> {
        let key = key::of(x);
        if key::is_exact(key) {
            return self.number_with_key(key);
        }
        self.universe.arena.number(x).map_err(|error| self.fail(error))
    }

    #[inline]
    pub(crate) fn parts_id(&mut self, parts: Parts) -> Result<u32, Halt> {
        if parts.ups == 0 && parts.nim == 0 {
            return Ok(parts.number);
        }
        let word = (parts.ups as u64) << 40 ^ u64::from(parts.number) << 16 ^ u64::from(parts.nim);
        let slot = (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 55) as usize;
        let entry = self.caches.numbers.parts[slot];
        if entry.0 == parts {
            return Ok(entry.1);
        }
        let made = self.universe.arena.number_up_star(parts);
        let id = made.map_err(|error| self.fail(error))?;
        self.caches.numbers.parts[slot] = (parts, id);
        Ok(id)
    }

    /// The parts of a number-up-star or of a number.
    #[inline]
    pub(crate) fn parts(&mut self, id: u32) -> Parts {
        let node = self.node(id);
        if node.is_number() {
            Parts { number: id, ups: 0, nim: 0 }
        } else {
            Parts { number: node.left_number(), ups: node.ups(), nim: node.nim() }
        }
    }

    /// The sum of two numbers by id.
    #[inline]
    pub(crate) fn add_numbers(&mut self, x: u32, y: u32) -> Result<u32, Halt> {
        if x == 0 {
            return Ok(y);
        }
        if y == 0 {
            return Ok(x);
        }
        let (a, b) = (self.node(x).left_stop(), self.node(y).left_stop());
        if key::is_exact(a)
            && key::is_exact(b)
            && let Some(key) = key::of_units(key::units(a) + key::units(b))
        {
            return self.number_with_key(key);
        }
        let sum = &self.number_of(x) + &self.number_of(y);
        self.number_id(&sum)
    }

    pub(crate) fn negate_number(&mut self, x: u32) -> Result<u32, Halt> {
        let key = self.node(x).left_stop();
        if key::is_exact(key) {
            return self.number_with_key(-key);
        }
        let negative = -self.number_of(x);
        self.number_id(&negative)
    }

    /// The canonical Left and Right options of a dyadic number.
    pub(crate) fn dyadic_options(x: &Rational) -> (Option<Rational>, Option<Rational>) {
        if x.is_integer() {
            return match x.signum() {
                0 => (None, None),
                1 => (Some(x - &Rational::ONE), None),
                _ => (None, Some(x + &Rational::ONE)),
            };
        }
        let step = Rational::power_of_half(x.dyadic_exponent().unwrap_or(0));
        (Some(x - &step), Some(x + &step))
    }

    /// Stores the options of a number-up-star and returns their place.
    #[cold]
    pub(super) fn write_options(&mut self, g: u32) -> Result<u32, Halt> {
        let node = self.node(g);
        let (mut l, mut r) = (vec![], vec![]);
        match node.tag() {
            Tag::General => {}
            Tag::Atom => {
                let number = self.number_of(g).to_string();
                let operation = "taking options";
                return Err(self.fail(Error::NoOptions { operation, number }));
            }
            Tag::Dyadic => {
                let number = self.number_of(g);
                // A thermograph needs as many of them as the denominator has bits.
                let steps = self.ticker.tick((number.bits() >> 6).saturating_sub(2));
                steps.map_err(|exhausted| self.fail(exhausted.into()))?;
                let (left, right) = Self::dyadic_options(&number);
                for (option, list) in [(left, &mut l), (right, &mut r)] {
                    if let Some(x) = option {
                        list.push(self.number_id(&x)?);
                    }
                }
            }
            Tag::NumberUpStar => {
                let Parts { number, ups, nim } = self.parts(g);
                if ups == 0 {
                    for n in 0..nim {
                        self.step()?;
                        l.push(self.parts_id(Parts { number, ups: 0, nim: n })?);
                    }
                    r.clone_from(&l);
                } else {
                    let sign = ups.signum();
                    let (mut near, mut far) = (vec![number], vec![]);
                    if ups == sign && nim == 1 {
                        near.push(self.parts_id(Parts { number, ups: 0, nim: 1 })?);
                        far.push(number);
                    } else {
                        let rest = Parts { number, ups: ups - sign, nim: nim ^ 1 };
                        far.push(self.parts_id(rest)?);
                    }
                    (l, r) = if sign > 0 { (near, far) } else { (far, near) };
                }
            }
        }
        l.sort_unstable();
        r.sort_unstable();
        let written = self.universe.arena.write_options(&l, &r);
        let at = written.map_err(|error| self.fail(error))?;
        self.keys(g).set_options(at);
        Ok(at)
    }

    /// The integer `n`.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn integer(&mut self, n: i64) -> Result<Id> {
        if n.unsigned_abs() < 1 << 30 {
            let id = self.number_with_key(n << (key::FRACTION + 2));
            return id.map(Id).map_err(|halt| self.reason(halt));
        }
        self.number(&Rational::from(n))
    }

    /// A number. One that is not dyadic is an atom: a number in which nobody
    /// needs to move.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn number(&mut self, x: &Rational) -> Result<Id> {
        self.number_id(x).map(Id).map_err(|halt| self.reason(halt))
    }

    /// The nimber *n = {0,*1,...,*(n-1)|0,*1,...,*(n-1)}.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn nimber(&mut self, n: u32) -> Result<Id> {
        self.up_star(&Rational::ZERO, 0, n)
    }

    /// x + `ups` * ^ + *`nim`, where ^ = {0|*}.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn up_star(&mut self, x: &Rational, ups: i64, nim: u32) -> Result<Id> {
        let number = if x.is_zero() { 0 } else { self.number(x)?.0 };
        self.parts_id(Parts { number, ups, nim }).map(Id).map_err(|halt| self.reason(halt))
    }

    /// `n` copies of g, or of -g if n is negative.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] if the ups do not fit 64 bits, [`Error::Exhausted`].
    pub fn multiple(&mut self, n: &BigInt, g: Id) -> Result<Id> {
        if n.sign() == num_bigint::Sign::Minus {
            let negative = self.neg(g)?;
            return self.multiple(&-n, negative);
        }
        if let Some((x, ups, nim)) = self.as_number_up_star(g) {
            let ups = i64::try_from(n * ups).map_err(|_| TOO_MANY_UPS)?;
            let x = &x * &Rational::from(n.clone());
            return self.up_star(&x, ups, if n.bit(0) { nim } else { 0 });
        }
        // Doubling keeps the number of distinct games in the sums small.
        let (mut total, mut power, mut rest) = (Id::ZERO, g, n.clone());
        while !rest.is_zero() {
            if rest.bit(0) {
                total = self.add(total, power)?;
            }
            rest >>= 1;
            if !rest.is_zero() {
                power = self.add(power, power)?;
            }
        }
        Ok(total)
    }
}

pub(super) const TOO_MANY_UPS: Error =
    Error::TooLarge { what: "the multiple of up", limit: "2^63" };

#[cfg(test)]
mod tests {
    use super::*;

    /// The number born first, from the definition of simplicity.
    fn first_born(low: i64, high: i64) -> i64 {
        let size = |units: i64| {
            let steps = 1i64 << key::FRACTION;
            let zeros =
                if units == 0 { key::FRACTION } else { units.trailing_zeros().min(key::FRACTION) };
            (key::FRACTION - zeros, (units / steps).abs(), units)
        };
        (low..=high).min_by_key(|&x| size(x)).unwrap()
    }

    #[test]
    fn units_agree_with_fractions_and_with_birthdays() {
        let one = 1i64 << key::FRACTION;
        let mut starts = vec![-3, -1, 0, 1, 5, one - 2, one, one + 1, 3 * one / 2, 7 * one / 8 - 1];
        starts.extend(starts.clone().iter().map(|x| -x));
        for &low in &starts {
            for width in [0, 1, 2, 3, 10] {
                let high = low + width;
                let units = simplest_units(low, high).unwrap();
                let x = |n: i64| Rational::ratio(n, one).unwrap();
                let slow = simplest(&Some((x(low), true)), &Some((x(high), true)));
                assert_eq!(slow, Some(x(units)), "{low} {high}");
                assert_eq!(units, first_born(low, high), "{low} {high}");
                let open = simplest(&Some((x(low - 1), false)), &Some((x(high + 1), false)));
                assert_eq!(open, Some(x(units)), "{low} {high}");
            }
        }
        assert_eq!(simplest_units(-5, 7), Some(0));
    }

    #[test]
    fn simplest_between_far_and_fine_numbers() {
        let x = |text: &str| text.parse::<Rational>().unwrap();
        let open = |a: &str, b: &str| {
            simplest(&Some((x(a), false)), &Some((x(b), false))).unwrap().to_string()
        };
        assert_eq!(open("1/3", "1/2"), "3/8");
        assert_eq!(open("-1/2", "-1/3"), "-3/8");
        assert_eq!(open("0", "1/1099511627776"), "1/2199023255552");
        assert_eq!(open("5/2", "1000000000000000000000000"), "3");
        let third = Some((x("1/3"), true));
        assert_eq!(simplest(&third, &third), None);
        assert_eq!(simplest(&None, &Some((x("-7/2"), true))), Some(x("-4")));
    }
}
