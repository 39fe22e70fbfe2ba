//! Values from text, where the text is braces and plain values alone.
//!
//! This reads what most games are written as, and quickly: every game is simplified when its
//! brace is closed. The whole notation is the business of the expression language.

use crate::arena::Parts;
use crate::error::Halt;
use crate::worker::Worker;
use crate::{Error, Id, Rational};

/// A lossy table from plain values as they are written, of up to seven bytes, to ids.
#[derive(Debug)]
pub(crate) struct WordCache(Box<[(u64, u32)]>);

const SLOTS: usize = 1 << 8;

impl Default for WordCache {
    fn default() -> Self {
        // No text is the word 0.
        WordCache(vec![(0, 0); SLOTS].into())
    }
}

impl WordCache {
    #[inline]
    fn slot(word: u64) -> usize {
        (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
    }
}

/// A brace that is open: where its options begin, and Right's if the bar was read.
struct Open {
    left: usize,
    right: Option<usize>,
}

/// (number, ups, nim) of a plain value: a number, ups, a nimber, and sums of them that are
/// written without a plus.
fn plain(text: &str) -> Option<(Rational, i64, u32)> {
    let end = text.find(['^', 'v', '*']).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let end = rest.find('*').unwrap_or(rest.len());
    let (ups, nim) = rest.split_at(end);
    // `3*2` is a product and `2^3` a power; `-2^` is the negative of a sum.
    if !number.is_empty()
        && (rest.len() > 1 || number.starts_with('-') && !matches!(rest, "" | "*"))
    {
        return None;
    }
    let short = |digits: &str| -> Option<u32> {
        let plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    let x = if number.is_empty() { Rational::ZERO } else { number.parse().ok()? };
    let n = match ups.as_bytes() {
        [] => 0,
        [arrow, more @ ..] => {
            let sign = if *arrow == b'^' { 1 } else { -1 };
            let count = if more.iter().all(|byte| byte == arrow) {
                u32::try_from(ups.len()).ok()?
            } else {
                short(&ups[1..])?
            };
            sign * i64::from(count)
        }
    };
    let m = match nim {
        "" => 0,
        "*" => 1,
        nim => short(&nim[1..])?,
    };
    (!text.is_empty()).then_some((x, n, m))
}

impl Worker<'_> {
    /// The value of a game that is written with plain values (`3`, `-1/2`, `*2`, `^^`, `v3*`,
    /// `2*`), braces, single bars and commas alone, without blanks; `None` for any other text,
    /// which may be a game all the same. Braces may be as deep as memory allows.
    ///
    /// ```
    /// use upstar_core::Budget;
    /// use upstar_values::{Style, Universe};
    ///
    /// let universe = Universe::new();
    /// let mut worker = universe.worker(&Budget::unlimited());
    /// let g = worker.read("{2,1/2|{0,^*|},2}")?.unwrap();
    /// assert_eq!(worker.text(g, Style::Plain)?, "{2|1}");
    /// assert_eq!(worker.read("{1 + 1|0}")?, None);
    /// # Ok::<(), upstar_values::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn read(&mut self, text: &str) -> Result<Option<Id>, Error> {
        let mut options = self.buffer();
        let read = self.read_text(text, &mut options);
        self.return_buffer(options);
        read.map(|id| id.map(Id)).map_err(|halt| self.reason(halt))
    }

    fn read_text(&mut self, text: &str, options: &mut Vec<u32>) -> Result<Option<u32>, Halt> {
        if !text.starts_with('{') {
            return self.plain_value(text);
        }
        let bytes = text.as_bytes();
        let mut open: Vec<Open> = vec![];
        let mut at = 0;
        // Whether an option may stand here, and whether one must.
        let (mut may, mut must) = (true, true);
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'{' if may => {
                    open.push(Open { left: options.len(), right: None });
                    must = false;
                    continue;
                }
                b'|' if !must => {
                    let Some(Open { right: right @ None, .. }) = open.last_mut() else {
                        return Ok(None);
                    };
                    *right = Some(options.len());
                    may = true;
                    continue;
                }
                b',' if !may => {
                    (may, must) = (true, true);
                    continue;
                }
                b'}' if !must => {
                    let Some(Open { left, right: Some(right) }) = open.pop() else {
                        return Ok(None);
                    };
                    let made = self.make(&options[left..right], &options[right..])?;
                    options.truncate(left);
                    options.push(made);
                    if open.is_empty() {
                        return Ok((at == bytes.len()).then_some(made));
                    }
                }
                _ if may => {
                    let start = at - 1;
                    let mut word = 1 << 8 | u64::from(byte);
                    while let Some(&byte) = bytes.get(at)
                        && !matches!(byte, b',' | b'|' | b'}')
                    {
                        word = word << 8 | u64::from(byte);
                        at += 1;
                    }
                    let entry = self.words().0[WordCache::slot(word)];
                    if entry.0 == word && at - start <= 7 {
                        options.push(entry.1);
                    } else {
                        let Some(id) = self.plain_value(&text[start..at])? else {
                            return Ok(None);
                        };
                        options.push(id);
                    }
                }
                _ => return Ok(None),
            }
            (may, must) = (false, false);
        }
        Ok(None)
    }

    /// The id of a plain value.
    #[cold]
    fn plain_value(&mut self, text: &str) -> Result<Option<u32>, Halt> {
        if text.is_empty() || text.len() > 7 {
            return self.new_plain_value(text);
        }
        // The 1 before them tells how many bytes there are.
        let word = text.bytes().fold(1, |word, byte| word << 8 | u64::from(byte));
        let slot = WordCache::slot(word);
        let entry = self.words().0[slot];
        if entry.0 == word {
            return Ok(Some(entry.1));
        }
        let id = self.new_plain_value(text)?;
        if let Some(id) = id {
            self.words().0[slot] = (word, id);
        }
        Ok(id)
    }

    #[cold]
    fn new_plain_value(&mut self, text: &str) -> Result<Option<u32>, Halt> {
        let Some((x, ups, nim)) = plain(text) else { return Ok(None) };
        let number = self.number_id(&x)?;
        self.parts_id(Parts { number, ups, nim }).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use upstar_core::Budget;

    use super::*;
    use crate::{Style, Universe};

    #[test]
    fn plain_values_are_what_they_say() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        for text in
            ["0", "-3", "5/8", "-1/3", "*", "*12", "^", "vvv", "^7", "v3*2", "^*", "-1*", "3v"]
        {
            let id = worker.new_plain_value(text).unwrap().unwrap();
            let (x, ups, nim) = worker.as_number_up_star(Id(id)).unwrap();
            assert_eq!(plain(text), Some((x, ups, nim)), "{text}");
            // Twice, from the table too.
            for _ in 0..2 {
                assert_eq!(worker.plain_value(text).unwrap(), Some(id));
            }
        }
        assert_eq!(plain("v3*2"), Some((Rational::ZERO, -3, 2)));
        assert_eq!(plain("-1*"), Some((Rational::from(-1), 0, 1)));
        for text in [
            "",
            "-",
            "3*2",
            "2^3",
            "2^^",
            "-2^",
            "^v",
            "*-1",
            "1/0",
            "\u{0}1",
            "\0",
            "a",
            "1 ",
            "**",
            "*1a",
            "2^*",
            "^1234567890",
            "v*99999999999",
            "é",
            "123456789v*",
        ] {
            assert_eq!(worker.plain_value(text).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn braces_are_read_or_left_alone() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut read = |text: &str| {
            let id = worker.read(text).unwrap();
            id.map(|id| worker.text(id, Style::Plain).unwrap())
        };
        for (text, value) in [
            ("-3/4", "-3/4"),
            ("2*", "2*"),
            ("{|}", "0"),
            ("{0|}", "1"),
            ("{|0}", "-1"),
            ("{2,1,2|-1}", "{2|-1}"),
            ("{{1|}|{|-1,*}}", "+-2"),
            ("{0|{0|-2}}", "Tiny(2)"),
            ("{0|1/3}", "1/4"),
        ] {
            assert_eq!(read(text).as_deref(), Some(value), "{text}");
        }
        for text in [
            "",
            "{",
            "}",
            "{}",
            "{1}",
            "{1,2}",
            "{1|2",
            "{1|2}}",
            "{1|2}+1",
            "{,|}",
            "{1,|}",
            "{|,1}",
            "{1|2|3}",
            "{1||2}",
            "{{1|2}{1|2}|}",
            "{1{1|2}|}",
            "{{1|2}1|}",
            "{ 1|2}",
            "{1|2} ",
            "a{0|a}",
            "{1|x}",
            "{|}{|}",
            "{\0",
            "{\u{0}1|0}",
            "|",
            ",",
            "{1,,2|}",
            "'{*|*}'",
            "{1|2},",
            "{\u{2191}|0}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let deep = "{".repeat(100_000) + &"|}".repeat(100_000);
        assert_eq!(read(&deep).as_deref(), Some("99999"));
    }

    #[test]
    fn a_budget_stops_reading() {
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited().with_steps(3));
        let stopped = worker.read("{{{{{|}|}|}|}|}");
        assert!(matches!(stopped, Err(Error::Exhausted(_))));
        worker.set_budget(&Budget::unlimited());
        assert!(worker.read("{{|}|}").unwrap().is_some());
    }
}
