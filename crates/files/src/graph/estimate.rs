//! Estimates the number of arcs of a file before it is read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use upstar_core::Budget;

use crate::graph::{GraphFormat, ReadOptions};
use crate::input::Source;
use crate::scan::Scanner;

/// Bytes of a file that are examined.
const SAMPLE_BYTES: u64 = 1 << 20;
/// Places in the file where these bytes are.
const SAMPLES: u64 = 16;

/// The content of a file of lines of at most a megabyte, or whole lines of a larger one. They come
/// from the beginning, the end and places between, because many files are sorted. Also returns the
/// size of the file in bytes.
///
/// # Errors
/// The error of the system.
pub fn sampled_lines(path: &Path) -> io::Result<(Vec<u8>, u64)> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut sample = Vec::new();
    if length <= SAMPLE_BYTES {
        file.take(SAMPLE_BYTES).read_to_end(&mut sample)?;
        return Ok((sample, length));
    }
    let piece = SAMPLE_BYTES / SAMPLES;
    for index in 0..SAMPLES {
        let start = u128::from(length - piece) * u128::from(index) / u128::from(SAMPLES - 1);
        let start = u64::try_from(start).unwrap_or(length);
        file.seek(SeekFrom::Start(start))?;
        let mut read = Vec::new();
        file.by_ref().take(piece).read_to_end(&mut read)?;
        // The first line began earlier, and the last one is not complete.
        let newline = |byte: &u8| *byte == b'\n';
        let after = |at: usize| at + 1;
        let first = if index == 0 { Some(0) } else { read.iter().position(newline).map(after) };
        let last = read.iter().rposition(newline).map(after);
        let last = if index + 1 == SAMPLES { Some(read.len()) } else { last };
        if let (Some(first), Some(last)) = (first, last) {
            sample.extend_from_slice(read.get(first..last).unwrap_or_default());
        }
    }
    Ok((sample, length))
}

/// An estimate of the number of arcs of a graph file: from the length of some lines, or in Parquet
/// from the number of rows. `None` if this gives no estimate: for compressed files, streams,
/// formats that are not one arc per line, and files that cannot be read.
#[must_use]
pub fn estimated_arcs(source: &Source, options: &ReadOptions) -> Option<u64> {
    let path = source.plain_path()?;
    let scanner =
        Scanner::new(source.open(&Budget::unlimited()).ok()?, options.longest_line).ok()?;
    if !scanner.is_plain() {
        return None;
    }
    let start = scanner.window();
    let format = match options.format {
        Some(format) => format,
        None => GraphFormat::recognise(source.file_name(), start).ok()?,
    };
    match format {
        GraphFormat::Parquet => super::parquet::rows(path),
        GraphFormat::Csv
        | GraphFormat::Tsv
        | GraphFormat::Edges
        | GraphFormat::Snap
        | GraphFormat::Contest
        | GraphFormat::Dimacs
        | GraphFormat::MatrixMarket => {
            let (sample, bytes) = sampled_lines(path).ok()?;
            let lines = memchr::memchr_iter(b'\n', &sample).count() as u64;
            let arcs = u128::from(bytes) * u128::from(lines) / sample.len().max(1) as u128;
            Some(u64::try_from(arcs).unwrap_or(u64::MAX))
        }
        _ => None,
    }
}

/// An upper bound on the number of vertices of a Parquet file whose names are integers from 0 on:
/// one more than the largest name, if the file states it.
#[must_use]
pub fn estimated_vertices(source: &Source) -> Option<u64> {
    super::parquet::largest_name(source.plain_path()?)?.checked_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_the_first_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.csv");
        let text: String = (0..100_000).map(|i| format!("{i},{}\n", i / 2)).collect();
        std::fs::write(&path, text).unwrap();
        let source = Source::Path(path);
        let arcs = estimated_arcs(&source, &ReadOptions::default()).unwrap();
        assert!((95_000..105_000).contains(&arcs), "{arcs}");
        assert_eq!(estimated_arcs(&Source::Stdin, &ReadOptions::default()), None);
        let absent = Source::Path(folder.path().join("none.csv"));
        assert_eq!(estimated_arcs(&absent, &ReadOptions::default()), None);
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn parquet_tells_its_largest_name() {
        use crate::graph::{EdgeList, GraphFormat, write_graph};
        use upstar_core::Budget;
        let folder = tempfile::tempdir().unwrap();
        let csv = folder.path().join("g.csv");
        let path = folder.path().join("g.parquet");
        for (text, expected) in [("5,70\n12,5\n", Some(71)), ("a,b\n", None)] {
            std::fs::write(&csv, text).unwrap();
            let budget = Budget::unlimited();
            let source = Source::Path(csv.clone());
            let (list, _) = EdgeList::read(&source, &ReadOptions::default(), &budget).unwrap();
            write_graph(&path, GraphFormat::Parquet, &list.view(), &budget).unwrap();
            assert_eq!(estimated_vertices(&Source::Path(path.clone())), expected);
            assert_eq!(estimated_vertices(&source), None);
        }
    }
}
