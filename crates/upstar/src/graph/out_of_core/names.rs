//! The names of vertices on disk.

use std::fmt;
use std::ops::Range;

use upstar_core::Budget;
use upstar_core::names::{Name, Names};
use upstar_graphs::external::{ExternalError, PAGE, PageReader, PagedFile, Storage, push_varint};

/// The names of the vertices.
#[derive(Debug)]
pub(super) struct StoredNames {
    count: u32,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// Vertex `v` has the name `v`.
    Dense,
    /// Integers in eight bytes.
    Integers(PagedFile),
    /// Concatenated texts, with the end of each in eight bytes.
    Text { text: PagedFile, ends: PagedFile },
}

const WINDOW: usize = 1 << 20;

impl StoredNames {
    /// Writes names to disk.
    pub(super) fn store(
        names: Names,
        storage: &dyn Storage,
        budget: &Budget,
    ) -> Result<Self, ExternalError> {
        let count = names.len();
        let mut ticker = budget.ticker();
        let form = match names {
            Names::Dense(_) => Form::Dense,
            Names::Integers(numbers) => {
                let mut file = PagedFile::create(storage, "names", PAGE)?;
                for n in numbers {
                    ticker.tick(1)?;
                    file.append(&n.to_le_bytes())?;
                }
                Form::Integers(file)
            }
            Names::Text(names) => {
                let mut text = PagedFile::create(storage, "names", PAGE)?;
                let mut ends = PagedFile::create(storage, "names-ends", PAGE)?;
                for v in 0..names.len() {
                    ticker.tick(1)?;
                    text.append(names.get(v).as_bytes())?;
                    ends.append(&text.len().to_le_bytes())?;
                }
                Form::Text { text, ends }
            }
        };
        Ok(StoredNames { count, form })
    }

    /// The data needed to [open](StoredNames::open) them again.
    pub(super) fn save(&mut self) -> Result<Vec<u8>, ExternalError> {
        let parts = match &mut self.form {
            Form::Dense => Vec::new(),
            Form::Integers(file) => vec![file.save()?],
            Form::Text { text, ends } => vec![text.save()?, ends.save()?],
        };
        let mut bytes = self.count.to_le_bytes().to_vec();
        for part in parts {
            bytes.extend((part.len() as u64).to_le_bytes());
            bytes.extend(part);
        }
        Ok(bytes)
    }

    pub(super) fn open(storage: &dyn Storage, saved: &[u8]) -> Result<Self, ExternalError> {
        let damaged = || ExternalError::Damaged { file: "names".to_owned() };
        let (count, mut rest) = saved.split_first_chunk::<4>().ok_or_else(damaged)?;
        let mut parts = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk::<8>() {
            let length = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
            let (part, after) = after.split_at_checked(length).ok_or_else(damaged)?;
            parts.push(part);
            rest = after;
        }
        let form = match &parts[..] {
            [] => Form::Dense,
            [file] => Form::Integers(PagedFile::open(storage, "names", file)?),
            [text, ends] => Form::Text {
                text: PagedFile::open(storage, "names", text)?,
                ends: PagedFile::open(storage, "names-ends", ends)?,
            },
            _ => return Err(damaged()),
        };
        Ok(StoredNames { count: u32::from_le_bytes(*count), form })
    }

    /// The number of names.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Their size in memory, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.form {
            Form::Dense => 0,
            Form::Integers(file) => file.len(),
            Form::Text { text, ends } => text.len() + ends.len(),
        }
    }

    /// The names from vertex `v` on, in order.
    pub(super) fn from(&self, v: u32) -> Result<NameReader<'_>, ExternalError> {
        let mut reader = NameReader {
            names: self,
            next: v,
            text: PageReader::new(WINDOW, PAGE),
            ends: PageReader::new(WINDOW, PAGE),
            end: 0,
        };
        match &self.form {
            Form::Dense => {}
            Form::Integers(file) => reader.ends.seek(file, 8 * u64::from(v)),
            Form::Text { text, ends } => {
                if let Some(before) = v.checked_sub(1) {
                    reader.ends.seek(ends, 8 * u64::from(before));
                    reader.end = number(&mut reader.ends, ends)?;
                }
                reader.text.seek(text, reader.end);
            }
        }
        Ok(reader)
    }

    /// The name of vertex `v`.
    pub(super) fn get(&self, v: u32) -> Result<String, ExternalError> {
        Ok(self.from(v)?.next()?.to_string())
    }

    /// The vertex called `name`.
    pub(super) fn find(&self, name: &str, budget: &Budget) -> Result<Option<u32>, ExternalError> {
        let mut ticker = budget.ticker();
        let integer = upstar_core::names::canonical_integer(name);
        let wanted = integer.map_or(Name::Text(name), Name::Integer);
        let mut reader = self.from(0)?;
        for v in 0..self.count {
            ticker.tick(1)?;
            let found = reader.next()?;
            if found == wanted || found == Name::Text(name) {
                return Ok(Some(v));
            }
        }
        Ok(None)
    }

    /// Ranges of vertices whose names take at most about `bytes` bytes.
    pub(super) fn parts(&self, bytes: u64) -> Vec<Range<u32>> {
        let parts = self.bytes().div_ceil(bytes.max(1)).clamp(1, 4096);
        let size = u64::from(self.count).div_ceil(parts).max(1);
        (0..u64::from(self.count))
            .step_by(size as usize)
            .map(|start| start as u32..(start + size).min(u64::from(self.count)) as u32)
            .collect()
    }

    /// The names of a range of vertices, in memory.
    pub(super) fn part(&self, range: Range<u32>) -> Result<NamePart, ExternalError> {
        let mut part = NamePart {
            start: range.start,
            integers: Vec::new(),
            text: String::new(),
            ends: Vec::new(),
        };
        if matches!(self.form, Form::Dense) {
            return Ok(part);
        }
        let mut reader = self.from(range.start)?;
        for _ in range {
            match reader.next()? {
                Name::Integer(n) => part.integers.push(n),
                Name::Text(text) => {
                    part.text.push_str(text);
                    part.ends.push(part.text.len());
                }
            }
        }
        Ok(part)
    }
}

fn number(reader: &mut PageReader, file: &PagedFile) -> Result<u64, ExternalError> {
    let bytes = reader.need(file, 8)?;
    let number = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    reader.consume(8);
    Ok(number)
}

/// A reader of consecutive names.
#[derive(Debug)]
pub(super) struct NameReader<'a> {
    names: &'a StoredNames,
    next: u32,
    text: PageReader,
    ends: PageReader,
    end: u64,
}

impl NameReader<'_> {
    /// The next name, which must exist.
    pub(super) fn next(&mut self) -> Result<Name<'_>, ExternalError> {
        let v = self.next;
        self.next += 1;
        match &self.names.form {
            Form::Dense => Ok(Name::Integer(u64::from(v))),
            Form::Integers(file) => Ok(Name::Integer(number(&mut self.ends, file)?)),
            Form::Text { text, ends } => {
                // The previous name was borrowed until now.
                self.text.seek(text, self.end);
                let end = number(&mut self.ends, ends)?;
                let length = end.checked_sub(self.end).and_then(|n| usize::try_from(n).ok());
                let length = length.ok_or_else(|| ends.damaged())?;
                self.end = end;
                let bytes = self.text.need(text, length)?;
                std::str::from_utf8(bytes).map(Name::Text).map_err(|_| text.damaged())
            }
        }
    }
}

/// Some names in memory.
#[derive(Debug)]
pub(super) struct NamePart {
    start: u32,
    integers: Vec<u64>,
    text: String,
    ends: Vec<usize>,
}

impl NamePart {
    /// The name of vertex `v`, which must be in the range.
    pub(super) fn get(&self, v: u32) -> Name<'_> {
        let i = (v - self.start) as usize;
        if let Some(&end) = self.ends.get(i) {
            let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
            return Name::Text(&self.text[start..end]);
        }
        Name::Integer(self.integers.get(i).copied().unwrap_or(u64::from(v)))
    }
}

/// The names of vertices of one part, in the order in which they are requested.
struct Answers {
    file: PagedFile,
    reader: PageReader,
    /// The length of the last answer, which is skipped at the next request.
    lent: usize,
}

/// Names of vertices in any order, looked up one part of the names at a time before they are
/// needed: first all queries in any order, then all answers in the same order.
pub(super) struct Lookups {
    parts: Vec<Range<u32>>,
    /// If there is only one part.
    whole: Option<NamePart>,
    answers: Vec<Answers>,
}

impl Lookups {
    /// Looks up the names of all vertices that `questions` passes to its argument, each time in the
    /// same order.
    pub(super) fn new(
        names: &StoredNames,
        storage: &dyn Storage,
        memory: u64,
        questions: impl Fn(
            &mut dyn FnMut(u32) -> Result<(), ExternalError>,
        ) -> Result<(), ExternalError>,
    ) -> Result<Self, ExternalError> {
        let parts = names.parts(memory);
        let mut lookups = Lookups { parts, whole: None, answers: Vec::new() };
        if lookups.parts.len() <= 1 {
            lookups.whole = Some(names.part(0..names.count())?);
            return Ok(lookups);
        }
        let window = (memory / lookups.parts.len() as u64).clamp(PAGE as u64, WINDOW as u64);
        for (i, range) in lookups.parts.iter().enumerate() {
            let part = names.part(range.clone())?;
            let mut file = PagedFile::create(storage, &format!("answers-{i}"), PAGE)?;
            let mut bytes = Vec::new();
            let mut text = String::new();
            questions(&mut |v| {
                if range.contains(&v) {
                    use fmt::Write as _;
                    text.clear();
                    write!(text, "{}", part.get(v)).expect("a string takes everything");
                    bytes.clear();
                    push_varint(&mut bytes, text.len() as u64);
                    bytes.extend(text.as_bytes());
                    file.append(&bytes)?;
                }
                Ok(())
            })?;
            let reader = PageReader::new(window as usize, PAGE);
            lookups.answers.push(Answers { file, reader, lent: 0 });
        }
        Ok(lookups)
    }

    /// The answer to the next query, which was for `v`.
    pub(super) fn next(&mut self, v: u32) -> Result<Name<'_>, ExternalError> {
        if let Some(whole) = &self.whole {
            return Ok(whole.get(v));
        }
        let size = self.parts[0].len() as u32;
        let Answers { file, reader, lent } = &mut self.answers[(v / size) as usize];
        reader.consume(std::mem::take(lent));
        let length = usize::try_from(reader.varint(file)?).map_err(|_| file.damaged())?;
        *lent = length;
        let bytes = reader.need(file, length)?;
        std::str::from_utf8(bytes).map(Name::Text).map_err(|_| file.damaged())
    }

    /// Removes the files.
    pub(super) fn finish(self, storage: &dyn Storage) -> Result<(), ExternalError> {
        for i in 0..self.answers.len() {
            storage.remove(&format!("answers-{i}"))?;
        }
        Ok(())
    }
}
