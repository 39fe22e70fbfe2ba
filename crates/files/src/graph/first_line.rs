//! A first line that may be an arc or a header: names of columns, or the numbers of vertices and of
//! arcs, as in contests. The other lines show which it is. If they do not, the line is an error and
//! not an arc.

use memchr::memrchr;

use crate::error::quoted;
use crate::scan::Scanner;
use crate::{FileError, Result};

/// The number of lines examined to see whether numbers follow.
const MOST: usize = 100;

/// The meaning of a first line as a header.
enum Kind {
    /// Names of columns, and whether they are usual names.
    Names { usual: bool },
    /// The numbers of vertices and of lines that follow.
    Counts { vertices: u64, lines: u64 },
}

/// A first line of two names that may turn out to be a header.
pub(super) struct FirstLine {
    kind: Kind,
    names: [String; 2],
    /// The character between the names.
    separator: char,
    line: u64,
    /// The number of later lines that are not blank and not comments.
    lines: u64,
    /// Whether all names in them are integers.
    integers: bool,
    /// Whether the line was read as a header because numbers follow.
    assumed: bool,
}

impl FirstLine {
    /// The line, if it may be a header: two names that are not integers, or two integers.
    pub(super) fn of(names: [&str; 2], separator: char, scanner: &Scanner) -> Option<FirstLine> {
        let is_integer = |name: &str| name.bytes().all(|b| b.is_ascii_digit());
        let kind = match names.map(|name| name.parse::<u64>()) {
            // Contests separate numbers by blanks.
            [Ok(vertices), Ok(lines)] if separator != ',' => Kind::Counts { vertices, lines },
            _ if names.iter().any(|name| name.is_empty() || is_integer(name)) => return None,
            _ => Kind::Names { usual: is_usual(names) },
        };
        Some(FirstLine {
            kind,
            names: names.map(str::to_owned),
            separator,
            line: scanner.line(),
            lines: 0,
            integers: true,
            assumed: false,
        })
    }

    /// Whether the line is a header because all complete lines in the window from `next` on are two
    /// integers.
    pub(super) fn is_above_numbers(&mut self, scanner: &Scanner, next: usize) -> bool {
        if !matches!(self.kind, Kind::Names { .. }) {
            return false;
        }
        let separator = self.separator;
        let is_pair = |line: &[u8]| {
            let mut fields = line.split(|&b| match separator {
                ' ' => b.is_ascii_whitespace(),
                d => char::from(b) == d,
            });
            let mut integer = || {
                let field = fields.by_ref().map(<[u8]>::trim_ascii).find(|f| !f.is_empty())?;
                field.iter().all(u8::is_ascii_digit).then_some(())
            };
            integer().and(integer()).is_some()
        };
        let rest = &scanner.window()[next..];
        let Some(end) = memrchr(b'\n', rest) else { return false };
        let mut lines = rest[..end].split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
        let lines = lines.by_ref().filter(|line| !line.is_empty() && line[0] != b'#').take(MOST);
        let (mut any, mut all) = (false, true);
        for line in lines {
            any = true;
            all &= is_pair(line);
        }
        self.assumed = any && all;
        self.assumed
    }

    /// The header in words, if it has not the names that say so.
    pub(super) fn text(&self) -> Option<String> {
        let names = self.names.each_ref().map(|name| name.to_ascii_lowercase());
        let says_so = NAMES.contains(&names.each_ref().map(String::as_str));
        (!says_so).then(|| self.names.join(", "))
    }

    /// Takes account of arcs between integers. Returns whether the first line may still be a
    /// header.
    pub(super) fn pairs(&mut self, pairs: &[(u64, u64)]) -> bool {
        self.lines += pairs.len() as u64;
        match self.kind {
            Kind::Names { .. } => true,
            Kind::Counts { vertices, lines } => {
                self.lines <= lines && pairs.iter().all(|&(a, b)| a.max(b) <= vertices)
            }
        }
    }

    /// Takes account of the names on another line. Returns whether the first line may still be a
    /// header.
    pub(super) fn line<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n str>,
        scanner: &Scanner,
    ) -> Result<bool> {
        self.lines += 1;
        for name in names {
            let integer = name.parse::<u64>().ok();
            self.integers &= integer.is_some() || name.is_empty();
            if self.assumed && !self.integers {
                let [from, to] = &self.names;
                return Err(scanner.error(
                    0,
                    format!(
                        "{}, after numbers alone below {:?} in line {}, which was read as a header",
                        quoted(name.as_bytes()),
                        format!("{from}{}{to}", self.separator),
                        self.line
                    ),
                    "numbers, or --no-header if the first line is an arc, or a header from,to",
                ));
            }
            let fits = match self.kind {
                // A name that occurs again is the name of a vertex.
                Kind::Names { usual } => {
                    let again = self.names.iter().any(|known| known == name)
                        // Among numbered vertices, the first line has two of them.
                        || numbered(&self.names[0]).is_some_and(|(stem, _)| {
                            numbered(name).is_some_and(|(other, _)| other == stem)
                        });
                    !again && (usual || self.integers)
                }
                Kind::Counts { vertices, lines } => {
                    self.lines <= lines && integer.is_some_and(|integer| integer <= vertices)
                }
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Refuses a first line whose meaning is undecided.
    pub(super) fn judge(self, scanner: &Scanner) -> Result {
        if self.assumed {
            return Ok(());
        }
        let FirstLine { names: [from, to], separator: d, line, .. } = self;
        let error = |found: String, expected: String| {
            Err(FileError::malformed(scanner.name(), line, 1, found, expected))
        };
        match self.kind {
            Kind::Counts { lines, .. } if self.lines == lines && lines > 0 => {
                Err(refused_counts(scanner.name(), line, [&from, &to], d))
            }
            Kind::Names { .. } if self.lines > 0 => {
                let found = format!("{from}{d}{to}");
                let columns = match d {
                    ' ' => format!("# {found}"),
                    _ => format!("from{d}to"),
                };
                error(
                    format!("{found:?}, two names that no other row has"),
                    format!("{columns} if they name the columns; --no-header if this is an arc"),
                )
            }
            _ => Ok(()),
        }
    }
}

/// The error of a first line that may be the numbers of vertices and of arcs.
pub(super) fn refused_counts(file: &str, line: u64, [from, to]: [&str; 2], d: char) -> FileError {
    let found = format!("{from}{d}{to}");
    FileError::malformed(
        file,
        line,
        1,
        format!("{found:?}, which may be {from} vertices and {to} arcs: as many lines follow"),
        "only arcs. If this line is a header, use --from-format contest; if it is an arc, use \
         --no-header. Lists of neighbours (METIS) are not read",
    )
}

/// Whether these are common names of columns; also `node_1` and `node_2`.
pub(super) fn is_usual(names: [&str; 2]) -> bool {
    if let [Some((first, "1")), Some((second, "2"))] = names.map(numbered)
        && first == second
    {
        return true;
    }
    let names = names.map(str::to_ascii_lowercase);
    USUAL.contains(&names.each_ref().map(String::as_str))
}

/// A name as a word and a number: `node_`, `1`.
fn numbered(name: &str) -> Option<(&str, &str)> {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((word, &name[word.len()..]))
        .filter(|(word, number)| !word.is_empty() && !number.is_empty())
}

/// Names that are always those of the columns of arcs.
pub(super) const NAMES: [[&str; 2]; 3] = [["from", "to"], ["source", "target"], ["src", "dst"]];

/// Common names of columns of edge lists that are not always names of columns. They may also be
/// vertices.
const USUAL: [[&str; 2]; 13] = [
    ["u", "v"],
    ["v", "w"],
    ["x", "y"],
    ["i", "j"],
    ["head", "tail"],
    ["tail", "head"],
    ["start", "end"],
    ["parent", "child"],
    ["origin", "destination"],
    ["position", "option"],
    ["from", "to"],
    ["source", "target"],
    ["src", "dst"],
];
