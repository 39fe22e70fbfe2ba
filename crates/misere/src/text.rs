//! Forms as text: `*[2[3]20]`.
//!
//! The options stand side by side, starting with the last in the order of [`Worker::options`]. A
//! digit is a nim heap. `#` after a game makes the game whose only option it is. Digits in brackets
//! after a game are added, and those with a minus are subtracted: `2[#2#]` is {{2} + 2}. A game of
//! several options among others stands in parentheses, and so does a nim heap above nine, with a
//! star: `(*12)`.

use hashbrown::HashMap;

use crate::worker::Open;
use crate::{Error, Form, Result, Worker};

/// The longest text of a form, in bytes.
pub const MOST_BYTES: usize = 1 << 28;

/// A suffix that makes another game of the game before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suffix {
    /// The game with the game before as its only option.
    Sharp,
    /// Adds a nim heap.
    Plus(u32),
    /// Subtracts a nim heap.
    Minus(u32),
}

/// The written form of a game: its beginning, and the suffixes after it.
#[derive(Clone, Debug)]
struct Written {
    base: Form,
    /// From the last to the first.
    suffixes: Vec<Suffix>,
}

/// The next item to print.
enum Task {
    Game(Form),
    Text(String),
}

impl Worker<'_> {
    /// The game as text.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`]; [`Error::TooLarge`] for a text longer than [`MOST_BYTES`].
    pub fn text(&mut self, form: Form) -> Result<String> {
        let mut open = self.open();
        if let Some(n) = form.heap() {
            let digits = n.to_string();
            return Ok(if is_options(&digits) { format!("*[(*{n})]") } else { format!("*[{n}]") });
        }
        let ranks = open.ranks(&[form])?;
        let mut known: HashMap<Form, Written> = HashMap::new();
        let mut text = "*[".to_owned();
        let mut tasks = vec![Task::Text("]".to_owned()), Task::Game(form)];
        let mut inside = false;
        while let Some(task) = tasks.pop() {
            let form = match task {
                Task::Text(piece) => {
                    open.ticker.tick(1 + piece.len() as u64)?;
                    text += &piece;
                    if text.len() > MOST_BYTES {
                        return Err(Error::TooLarge("the text of this misère form is too long"));
                    }
                    continue;
                }
                Task::Game(form) => form,
            };
            let written = match known.get(&form) {
                Some(written) => written.clone(),
                None => {
                    let written = open.written(form)?;
                    known.insert(form, written.clone());
                    written
                }
            };
            let suffixes = suffixes_text(&written.suffixes);
            let grouped = inside || !suffixes.is_empty();
            inside = true;
            tasks.push(Task::Text(suffixes));
            match written.base.heap() {
                Some(n) if n < 10 => tasks.push(Task::Text(n.to_string())),
                Some(n) => tasks.push(Task::Text(format!("(*{n})"))),
                None => {
                    let mut options = open.listed(written.base)?;
                    open.sort_by(&mut options, &ranks);
                    if grouped {
                        tasks.push(Task::Text(")".to_owned()));
                    }
                    tasks.extend(options.into_iter().map(Task::Game));
                    if grouped {
                        tasks.push(Task::Text("(".to_owned()));
                    }
                }
            }
        }
        Ok(text)
    }
}

/// Whether a single number in brackets is read as options and not as one nim heap. If its digits
/// are strictly decreasing and at least 2, it is options.
pub(crate) fn is_options(digits: &str) -> bool {
    let digits = digits.as_bytes();
    digits.len() > 1 && digits.is_sorted_by(|a, b| a > b) && digits.iter().all(|&d| d >= b'2')
}

fn suffixes_text(suffixes: &[Suffix]) -> String {
    let number = |n: u32| if n < 10 { n.to_string() } else { format!("({n})") };
    let pieces = suffixes.iter().rev().map(|suffix| match suffix {
        Suffix::Sharp => "#".to_owned(),
        Suffix::Plus(n) => number(*n),
        Suffix::Minus(n) => format!("-{}", number(*n)),
    });
    let text: String = pieces.collect();
    let plain = suffixes.iter().all(|&suffix| suffix == Suffix::Sharp);
    if plain { text } else { format!("[{text}]") }
}

impl Open<'_> {
    /// The written form of a game.
    fn written(&mut self, mut form: Form) -> Result<Written> {
        let mut suffixes = Vec::new();
        loop {
            if form.heap().is_some() {
                return Ok(Written { base: form, suffixes });
            }
            // An added 1 is combined with whatever else is added or subtracted.
            let odd = u32::from(form.is_odd());
            form = form.even();
            let mut next = None;
            if self.store.count(form) == 1 {
                self.store.each_option(form, |option| next = Some((Suffix::Sharp, option)));
            } else if let Some(found) = self.shifted(form)? {
                next = Some(found);
            }
            match next {
                Some((Suffix::Plus(n), of)) => {
                    suffixes.push(Suffix::Plus(n + odd));
                    form = of;
                }
                Some((Suffix::Minus(n), of)) => {
                    suffixes.push(Suffix::Minus(n + odd));
                    form = of;
                }
                found => {
                    if odd == 1 {
                        suffixes.push(Suffix::Plus(1));
                    }
                    let Some((suffix, of)) = found else {
                        return Ok(Written { base: form, suffixes });
                    };
                    suffixes.push(suffix);
                    form = of;
                }
            }
        }
    }

    /// The least nim heap that gives this even game when added to a simpler game or, failing that,
    /// when subtracted from one.
    fn shifted(&mut self, form: Form) -> Result<Option<(Suffix, Form)>> {
        let value = self.store.nim_values(form).0;
        let mut near: Vec<(u32, Form)> = Vec::new();
        for option in self.listed(form)? {
            // Then both the simpler game and its partner are options.
            if !option.is_odd() && self.store.has_option(form, option.partner()) {
                let n = value ^ self.store.nim_values(option).0;
                if n >= 2 && n.is_multiple_of(2) {
                    near.push((n, option));
                }
            }
        }
        near.sort_unstable();
        for &(n, option) in &near {
            if self.add(option, Form::heap_of(n))? == form {
                return Ok(Some((Suffix::Plus(n), option)));
            }
        }
        for &(n, option) in &near {
            if self.add(form, Form::heap_of(n))? == option {
                return Ok(Some((Suffix::Minus(n), option)));
            }
        }
        Ok(None)
    }
}
