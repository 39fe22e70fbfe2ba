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

/// How many vertices a file of Parquet has at most, if their names are integers from 0 on: one more
/// than the largest, where the file tells that.
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
        assert!((80_000..150_000).contains(&arcs), "{arcs}");
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
