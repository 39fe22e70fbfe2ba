//! Values from text, where the text is braces and plain values alone.
//!
//! This reads what most games are written as, and quickly: every game is simplified when its
//! brace is closed. The whole notation is the business of the expression language.

use crate::arena::Parts;
use crate::error::Halt;
use crate::worker::Worker;
use crate::worker::option_keys::OptionKeys;
use crate::{Error, Id, Rational};

/// A lossy table from plain values as they are written, of up to seven bytes.
#[derive(Debug)]
pub(crate) struct WordCache(Box<[(u64, OptionKeys); SLOTS]>);

const SLOTS: usize = 1 << 8;

impl Default for WordCache {
    fn default() -> Self {
        // No text is the word 0.
        WordCache(Box::new([(0, OptionKeys::default()); SLOTS]))
    }
}

impl WordCache {
    #[inline]
    fn slot(word: u64) -> usize {
        (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as usize
    }
}

/// A text of up to seven bytes as a number: a 1 after them tells how many they are.
fn word_of(text: &str) -> Option<u64> {
    let mut word = [0; 8];
    let (bytes, rest) = word.split_at_mut_checked(text.len())?;
    bytes.copy_from_slice(text.as_bytes());
    *rest.first_mut()? = 1;
    Some(u64::from_le_bytes(word))
}

/// The first eight bytes, the first of them lowest; zeros after the end.
#[inline]
fn eight_bytes(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(&eight) => u64::from_le_bytes(eight),
        None => few_bytes(bytes),
    }
}

#[cold]
#[inline(never)]
fn few_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |eight, &byte| eight << 8 | u64::from(byte))
}

const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = ONES << 7;

/// The high bit of the first of eight bytes that ends a word (a comma, a bar, a closing brace)
/// is the lowest bit that is set; none is if there is no such byte.
#[inline]
fn word_end(eight: u64) -> u64 {
    let comma = eight ^ (ONES * b',' as u64);
    // A bar with its lowest bit set is a closing brace.
    let other = (eight | ONES) ^ (ONES * b'}' as u64);
    // A borrow can come only from a byte that is 0, so the lowest bit is right.
    let comma = comma.wrapping_sub(ONES) & !comma;
    let other = other.wrapping_sub(ONES) & !other;
    let ends = (comma | other) & HIGH;
    ends & ends.wrapping_neg()
}

/// A brace that is open: where its options begin, and Right's if the bar was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenBrace {
    left: usize,
    right: usize,
}

impl OpenBrace {
    const NO_BAR: usize = usize::MAX;

    #[inline]
    fn at(left: usize) -> Self {
        OpenBrace { left, right: Self::NO_BAR }
    }
}

/// The options of all braces that are open, those of the innermost last. What is above the top
/// is left from before: so an option is copied from where it stands to its place at once.
#[derive(Default, Debug)]
pub(crate) struct OptionStack {
    slots: Vec<OptionKeys>,
    top: usize,
}

impl OptionStack {
    #[inline]
    fn push(&mut self, option: &OptionKeys) {
        if self.top == self.slots.len() {
            self.grow();
        }
        self.slots[self.top] = *option;
        self.top += 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.slots.resize(2 * self.slots.len() + 32, OptionKeys::default());
    }
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
        let mut options = std::mem::take(&mut self.caches.read_options);
        let mut braces = std::mem::take(&mut self.caches.open_braces);
        options.top = 0;
        braces.clear();
        let read = if text.starts_with('{') {
            self.read_braces(text, &mut options, &mut braces)
        } else {
            self.plain_value(text)
        };
        self.caches.read_options = options;
        self.caches.open_braces = braces;
        read.map(|id| id.map(Id)).map_err(|halt| self.reason(halt))
    }

    /// Reads a text that begins with a brace. What is open beside the innermost brace is kept
    /// in `braces`.
    fn read_braces(
        &mut self,
        text: &str,
        options: &mut OptionStack,
        braces: &mut Vec<OpenBrace>,
    ) -> Result<Option<u32>, Halt> {
        let mut open = OpenBrace::at(0);
        let mut rest = &text.as_bytes()[1..];
        loop {
            // An option may stand here.
            let eight = eight_bytes(rest);
            if eight as u8 == b'{' {
                braces.push(open);
                open = OpenBrace::at(options.top);
                rest = &rest[1..];
                continue;
            }
            let end = word_end(eight);
            // The bytes before the end, and the 1 that tells how many they are.
            let word = eight & (end >> 7).wrapping_sub(1) | end >> 7;
            let entry = &self.words().0[WordCache::slot(word)];
            if entry.0 == word && end != 0 {
                options.push(&entry.1);
                rest = &rest[end.trailing_zeros() as usize / 8..];
            } else {
                match self.other_word(text, text.len() - rest.len(), options)? {
                    Some(after) => rest = &rest[after..],
                    None => return Ok(None),
                }
            }
            loop {
                let Some((&byte, after)) = rest.split_first() else { return Ok(None) };
                rest = after;
                if byte != b'}' {
                    let bar = byte == b'|';
                    if !bar && byte != b',' || bar && open.right != OpenBrace::NO_BAR {
                        return Ok(None);
                    }
                    open.right = if bar { options.top } else { open.right };
                    break;
                }
                if open.right == OpenBrace::NO_BAR {
                    return Ok(None);
                }
                let (left, right) =
                    options.slots[open.left..options.top].split_at(open.right - open.left);
                let made = self.make_from_keys(left, right)?;
                options.top = open.left;
                options.push(&self.option_keys(made));
                match braces.pop() {
                    Some(outer) => open = outer,
                    None => return Ok(rest.is_empty().then_some(made)),
                }
            }
        }
    }

    /// Reads what stands at byte `start` where an option may stand, and is not known: a plain
    /// value, or nothing. Returns how long it is, or `None` if it is neither.
    #[cold]
    fn other_word(
        &mut self,
        text: &str,
        start: usize,
        options: &mut OptionStack,
    ) -> Result<Option<usize>, Halt> {
        let bytes = text.as_bytes();
        let is_end = |byte: &&u8| matches!(byte, b',' | b'|' | b'}');
        let length = bytes[start..].iter().take_while(|byte| !is_end(byte)).count();
        if length == 0 {
            // Beside a comma there must be an option.
            let comma = Some(&b',');
            let none = bytes.get(start) == comma || start > 0 && bytes.get(start - 1) == comma;
            return Ok((!none).then_some(0));
        }
        let Some(id) = self.plain_value(&text[start..start + length])? else { return Ok(None) };
        options.push(&self.option_keys(id));
        Ok(Some(length))
    }

    /// The id of a plain value.
    #[cold]
    fn plain_value(&mut self, text: &str) -> Result<Option<u32>, Halt> {
        let Some(word) = word_of(text) else { return self.new_plain_value(text) };
        let slot = WordCache::slot(word);
        let entry = &self.words().0[slot];
        if entry.0 == word {
            return Ok(Some(entry.1.id));
        }
        let id = self.new_plain_value(text)?;
        if let Some(id) = id {
            let keys = self.option_keys(id);
            self.words().0[slot] = (word, keys);
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

    /// By recursion, a character at a time.
    fn plain_read(worker: &mut Worker<'_>, text: &str) -> Option<Id> {
        fn game(worker: &mut Worker<'_>, rest: &mut &str) -> Option<Id> {
            let Some(inside) = rest.strip_prefix('{') else {
                let end = rest.find([',', '|', '}']).unwrap_or(rest.len());
                let (x, ups, nim) = plain(&rest[..end])?;
                *rest = &rest[end..];
                return worker.up_star(&x, ups, nim).ok();
            };
            *rest = inside;
            let left = list(worker, rest, "|")?;
            let right = list(worker, rest, "}")?;
            worker.game(&left, &right).ok()
        }
        fn list(worker: &mut Worker<'_>, rest: &mut &str, end: &str) -> Option<Vec<Id>> {
            let mut games = vec![];
            loop {
                if let Some(after) = rest.strip_prefix(end) {
                    *rest = after;
                    return Some(games);
                }
                if !games.is_empty() {
                    *rest = rest.strip_prefix(',')?;
                }
                games.push(game(worker, rest)?);
            }
        }
        let mut rest = text;
        let read = game(worker, &mut rest)?;
        rest.is_empty().then_some(read)
    }

    #[test]
    fn random_texts_are_read_as_by_recursion() {
        fn write(below: &mut impl FnMut(usize) -> usize, depth: usize, text: &mut String) {
            let words = ["0", "1", "-1/2", "*", "v3*2", "^", "123/1024", "-1234567/16", "1*"];
            if depth == 0 || below(4) == 0 {
                return text.push_str(words[below(words.len())]);
            }
            for (open, end) in [("{", ""), ("|", "}")] {
                text.push_str(open);
                for i in 0..below(4) {
                    text.push_str(if i == 0 { "" } else { "," });
                    write(below, depth - 1, text);
                }
                text.push_str(end);
            }
        }
        let universe = Universe::new();
        let mut worker = universe.worker(&Budget::unlimited());
        let mut state = 1u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % bound
        };
        let mut games = 0;
        for round in 0..4000 {
            let mut text = String::new();
            write(&mut below, 1 + round % 3, &mut text);
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..round % 4 {
                let at = below(chars.len());
                match below(3) {
                    0 => chars.insert(at, ['{', '|', ',', '}', '1', 'é'][below(6)]),
                    1 if chars.len() > 1 => drop(chars.remove(at)),
                    _ => chars[at] = ['{', '|', ',', '}', '*', '-', ' '][below(7)],
                }
            }
            let text: String = chars.into_iter().collect();
            let read = worker.read(&text).unwrap();
            assert_eq!(read, plain_read(&mut worker, &text), "{text}");
            games += u32::from(read.is_some());
        }
        assert!((1000..3500).contains(&games), "{games}");
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
