//! Code that the formats with vertices numbered from 1 share.
//!
//! Names that differ from these numbers are kept in special comments: `upstar-name NUMBER NAME`
//! after the comment sign of the format.

use std::io::Write;

use upstar_core::names::Name;

use super::collect::Collector;
use super::writer::Writer;
use crate::error::quoted;
use crate::scan::Scanner;
use crate::{Output, Result};

const MARK: &str = "upstar-name ";

/// Vertices `1..=count`: their names, and which of them were named.
pub(super) struct Numbered {
    count: Option<u32>,
    named: Vec<(u32, String)>,
}

impl Numbered {
    pub(super) fn new() -> Numbered {
        Numbered { count: None, named: Vec::new() }
    }

    pub(super) fn count(&self) -> Option<u32> {
        self.count
    }

    /// Takes a comment, without its sign, if it names a vertex. Names must come before the number
    /// of vertices.
    pub(super) fn comment(
        &mut self,
        scanner: &Scanner,
        comment: (usize, usize),
        expected: &str,
    ) -> Result {
        let text = &scanner.window()[comment.0..comment.1];
        let start = text.len() - text.trim_ascii_start().len();
        let Some(rest) = text[start..].strip_prefix(MARK.as_bytes()) else {
            return Ok(());
        };
        let at = comment.1 - rest.len();
        let wrong = || {
            scanner.error(
                at,
                format!("{} in a name of a vertex", quoted(rest)),
                format!("upstar-name NUMBER NAME with numbers 1, 2, 3, ... before {expected}"),
            )
        };
        let end = comment.1 - usize::from(rest.ends_with(b"\r"));
        let (number, name) = scanner.text(at, end)?.split_once(' ').ok_or_else(wrong)?;
        let next = self.named.len() as u32 + 1;
        if self.count.is_some() || number != next.to_string() {
            return Err(wrong());
        }
        self.named.push((next, name.to_owned()));
        Ok(())
    }

    /// Declares the vertices. Their number is at `at`.
    pub(super) fn declare(
        &mut self,
        scanner: &Scanner,
        at: usize,
        count: u64,
        arcs: u64,
        collector: &mut Collector<'_>,
    ) -> Result {
        // A header that announces far too many isolated vertices is damaged, so no memory may be
        // reserved for them.
        let most = arcs.saturating_mul(16).saturating_add(1 << 24).min(u64::from(u32::MAX));
        if count > most {
            return Err(scanner.error(
                at,
                format!("{count} vertices with {arcs} arcs"),
                format!("at most {most} vertices"),
            ));
        }
        let count = count as u32;
        if !self.named.is_empty() && self.named.len() != count as usize {
            return Err(scanner.error(
                at,
                format!("{count} vertices, of which {} have names", self.named.len()),
                "names for all or none",
            ));
        }
        self.count = Some(count);
        if self.named.is_empty() {
            for n in 1..=u64::from(count) {
                collector.integer(n)?;
                if n % 4096 == 0 {
                    collector.reserve()?;
                }
            }
        }
        for (number, name) in std::mem::take(&mut self.named) {
            if collector.vertex(&name)? != number - 1 {
                return Err(scanner.error(
                    at,
                    format!("two vertices named {name:?}"),
                    "different names",
                ));
            }
        }
        collector.reserve()
    }

    /// The vertex whose number is `word`.
    pub(super) fn vertex(&self, scanner: &Scanner, word: (usize, usize)) -> Result<u32> {
        let count = self.count.unwrap_or(0);
        let number = number(scanner, word, "the number of a vertex")?;
        if number == 0 || number > u64::from(count) {
            return Err(scanner.error(
                word.0,
                format!("vertex {number}"),
                format!("a vertex from 1 to {count}"),
            ));
        }
        Ok(number as u32 - 1)
    }
}

/// The number that a word represents.
pub(super) fn number(scanner: &Scanner, word: (usize, usize), expected: &str) -> Result<u64> {
    let bytes = &scanner.window()[word.0..word.1];
    let digits = bytes.iter().all(u8::is_ascii_digit) && !bytes.is_empty();
    let text = std::str::from_utf8(bytes).ok().filter(|_| digits);
    text.and_then(|text| text.parse().ok())
        .ok_or_else(|| scanner.error(word.0, quoted(bytes), expected))
}

/// Writes the names as comments, unless they are 1, 2, 3, ...
pub(super) fn write_names(writer: &Writer<'_>, output: &mut Output, sign: &str) -> Result {
    let names = writer.graph.names;
    if names.iter().enumerate().all(|(v, name)| name == Name::Integer(v as u64 + 1)) {
        return Ok(());
    }
    for (v, name) in names.iter().enumerate() {
        let name = name.to_string();
        if name.contains(['\n', '\r']) {
            return Err(writer.cannot(&format!("the name {name:?}")));
        }
        writeln!(output, "{sign}{MARK}{} {name}", v + 1).map_err(|e| writer.failed(e))?;
    }
    Ok(())
}
