//! How many arcs a file has, before it is read.

use crate::graph::{GraphFormat, ReadOptions};
use crate::input::Source;
use crate::scan::Scanner;

/// About how many arcs a graph file has: by the length of its first lines, in Parquet by
/// the number of rows. `None` where that does not tell: compressed files, streams, formats
/// that are not a line an arc, and files that cannot be read.
#[must_use]
pub fn estimated_arcs(source: &Source, options: &ReadOptions) -> Option<u64> {
    let path = source.plain_path()?;
    let bytes = std::fs::metadata(path).ok()?.len();
    let scanner = Scanner::new(source.open().ok()?, options.longest_line).ok()?;
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
        | GraphFormat::Dimacs
        | GraphFormat::MatrixMarket => {
            let lines = memchr::memchr_iter(b'\n', start).count() as u64;
            let arcs = u128::from(bytes) * u128::from(lines) / start.len().max(1) as u128;
            Some(u64::try_from(arcs).unwrap_or(u64::MAX))
        }
        _ => None,
    }
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
        assert!((80_000..150_000).contains(&arcs), "{arcs}");
        assert_eq!(estimated_arcs(&Source::Stdin, &ReadOptions::default()), None);
        let absent = Source::Path(folder.path().join("none.csv"));
        assert_eq!(estimated_arcs(&absent, &ReadOptions::default()), None);
    }
}
