//! Graphs in the format of contests: a line `VERTICES ARCS`, then an arc `FROM TO` on each line.
//! Vertices are numbered from 1, or from 0 if one of them is 0. A third number on the first line is
//! the vertex where play starts.
//!
//! Sums may follow, as questions: a line with their number, then a line for each, `TOKENS VERTEX
//! ... VERTEX`.

use upstar_core::arcs::Colour;

use super::collect::Collector;
use super::dimacs::finish;
use super::numbered::number;
use super::spaced::split;
use crate::Result;
use crate::error::quoted;
use crate::scan::Scanner;

const SUM: &str = "a sum: the number of its tokens, then as many vertices";
const HEADER: &str = "VERTICES ARCS, or VERTICES ARCS START";

/// Reads a graph whose first vertex is `base`, if it is known.
pub(super) fn read(
    scanner: &mut Scanner,
    base: Option<u64>,
    collector: &mut Collector<'_>,
) -> Result {
    scanner.refuse_binary("contest")?;
    let mut header: Option<[u64; 2]> = None;
    // The largest vertex so far, and whether vertex 0 occurs.
    let (mut found, mut largest, mut zero) = (0_u64, 0_u64, base == Some(0));
    let mut start = None;
    // The number of sums announced, and of those read.
    let (mut promised, mut sums) = (None, 0_u64);
    while let Some(end) = scanner.line_end(0)? {
        let mut words = [(0, 0); 4];
        let count = split(&scanner.window()[..end], &mut words);
        let line = || quoted(scanner.window()[..end].trim_ascii());
        let mut vertex = |word: (usize, usize), most: u64| {
            let vertex = number(scanner, word, "the number of a vertex")?;
            (largest, zero) = (largest.max(vertex), zero || vertex == 0);
            if vertex == 0 && base == Some(1) {
                return Err(scanner.error(word.0, "vertex 0", "vertices numbered from 1"));
            }
            if largest > most - u64::from(zero) {
                let first = u64::from(!zero);
                return Err(scanner.error(
                    word.0,
                    format!("vertex {vertex}, where vertices are numbered from {first}"),
                    format!("{most} vertices, as the first line says"),
                ));
            }
            Ok(vertex)
        };
        match (header, count) {
            (_, 0) => {}
            (None, 2 | 3) => {
                let vertices = number(scanner, words[0], HEADER)?;
                let arcs = number(scanner, words[1], HEADER)?;
                header = Some([vertices, arcs]);
                if vertices == 0 {
                    return Err(scanner.error(words[0].0, "no vertices", HEADER));
                }
                let number = |count: u64, one: &str, many: &str| {
                    format!("{count} {}", if count == 1 { one } else { many })
                };
                let (v, a) = (number(vertices, "vertex", "vertices"), number(arcs, "arc", "arcs"));
                let mut text = format!("{v}, {a}");
                if count == 3 {
                    let first = vertex(words[2], vertices)?;
                    text += &format!(", start {first}");
                    start = Some(first);
                }
                collector.header = Some(text);
            }
            (Some([vertices, arcs]), 2) if found < arcs => {
                let from = vertex(words[0], vertices)?;
                let to = vertex(words[1], vertices)?;
                let (from, to) = (collector.integer(from)?, collector.integer(to)?);
                collector.arc(from, to, Colour::Both)?;
                found += 1;
            }
            (None, _) => return Err(scanner.error(words[0].0, line(), HEADER)),
            (Some([_, arcs]), _) if found < arcs => {
                return Err(scanner.error(words[0].0, line(), "FROM TO"));
            }
            (Some(_), 1) if promised.is_none() => {
                promised = Some(number(scanner, words[0], "the number of sums")?);
            }
            (Some([vertices, _]), _) if promised.is_some_and(|promised| sums < promised) => {
                let count = number(scanner, words[0], SUM)?;
                let mut tokens = Vec::new();
                let mut at = words[0].1;
                while let Some(word) = next_word(&scanner.window()[..end], at) {
                    tokens.push(collector.integer(vertex(word, vertices)?)?);
                    at = word.1;
                }
                if count != tokens.len() as u64 {
                    let found = format!("{}: {} vertices after {count}", line(), tokens.len());
                    return Err(scanner.error(words[0].0, found, SUM));
                }
                collector.sum(tokens)?;
                sums += 1;
            }
            (Some([_, arcs]), _) => {
                let expected = match promised {
                    None => {
                        format!(
                            "after {arcs} arcs the end of the file, or the number of sums alone"
                        )
                    }
                    Some(promised) => format!("the end of the file after {promised} sums"),
                };
                return Err(scanner.error(words[0].0, line(), expected));
            }
        }
        scanner.consume(end + 1);
    }
    let [vertices, arcs] = header.unwrap_or_default();
    finish(scanner, header.is_some(), HEADER, arcs, found)?;
    if promised.is_some_and(|promised| sums < promised) {
        let expected = format!("{}, as the line after the arcs says", promised.unwrap_or_default());
        return Err(scanner.error(0, format!("{sums} sums"), expected));
    }
    // A header that announces far too many isolated vertices is damaged.
    let most = arcs.saturating_mul(16).saturating_add(1 << 24).min(u64::from(u32::MAX));
    if vertices > most {
        let found = format!("{vertices} vertices with {arcs} arcs");
        return Err(scanner.error(0, found, format!("at most {most} vertices")));
    }
    for vertex in 0..vertices {
        collector.integer(vertex + u64::from(!zero))?;
        if vertex % 4096 == 0 {
            collector.reserve()?;
        }
    }
    if let Some(start) = start {
        collector.start = Some(collector.integer(start)?);
    }
    if let (Some(sums), Some(header)) = (promised, &mut collector.header) {
        *header += &format!(", {sums} sums");
    }
    Ok(())
}

/// The next word of a line from `at` on.
fn next_word(line: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = at + line[at..].iter().position(|b| !b.is_ascii_whitespace())?;
    let length = line[start..].iter().position(u8::is_ascii_whitespace);
    Some((start, length.map_or(line.len(), |length| start + length)))
}
