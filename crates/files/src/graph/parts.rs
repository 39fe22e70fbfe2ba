//! A file that several readers share. Each reader reads one part.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use memchr::{memchr, memchr_iter};
use upstar_core::Budget;
use upstar_core::arcs::Colour;

use super::collect::{Collector, Target};
use super::delimited::{self, Columns};
use super::first_line::refused_counts;
use super::format::GraphFormat;
use super::options::{Header, ReadOptions};
use super::read::read_graph;
use super::sink::{GraphPiece, PieceSink};
use super::{parquet, spaced};
use crate::fields::Fields;
use crate::input::open_range;
use crate::scan::Scanner;
use crate::{Compression, FileError, Result, Source};

/// Bytes examined at once.
const WINDOW: usize = 256 << 10;

/// A graph file cut into parts, so that each process of a cluster reads only its own part.
///
/// Parquet is cut between row groups, and lists of arcs (CSV, TSV, lines of two names) at line
/// ends. A file that cannot be read from the middle (other formats, compressed files) is the first
/// part as a whole, and the other parts are empty.
///
/// A line feed within quotes does not end a row. [`has_quotes`](GraphParts::has_quotes) tells
/// whether a part may contain such line feeds, and [`cut_at_rows`](GraphParts::cut_at_rows) then
/// corrects the cuts.
///
/// ```no_run
/// use upstar_core::Budget;
/// use upstar_files::graph::{GraphParts, GraphPiece, ReadOptions};
/// let parts = GraphParts::new("g.csv".as_ref(), &ReadOptions::default(), 4)?;
/// let mut arcs = 0;
/// let mut sink = |piece: GraphPiece| {
///     arcs += piece.arcs.len();
///     Ok(())
/// };
/// parts.read(2, &mut sink, &Budget::unlimited())?;
/// # Ok::<(), upstar_files::FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GraphParts {
    path: PathBuf,
    format: GraphFormat,
    options: ReadOptions,
    /// The columns of CSV or TSV, which the first row determines.
    columns: Option<Columns>,
    cuts: Cuts,
}

#[derive(Clone, Debug)]
enum Cuts {
    /// Where each part begins and the last one ends, in bytes.
    Bytes(Vec<u64>),
    /// The row groups of each part, and the number of its first row.
    Groups(Vec<(Range<usize>, u64)>),
    /// The first of this many parts is the whole file.
    Whole(usize),
}

impl GraphParts {
    /// Cuts the file at `path` into `parts` parts. Every process cuts the same file in the same
    /// way.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be read or is damaged.
    ///
    /// # Panics
    /// If there are no parts.
    pub fn new(path: &Path, options: &ReadOptions, parts: usize) -> Result<Self> {
        assert!(parts > 0, "a file has at least one part");
        let name = path.display().to_string();
        let fail = |error| FileError::read(&name, error);
        let mut file = File::open(path).map_err(fail)?;
        let found = file.metadata().map_err(fail)?;
        if found.is_dir() {
            return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        if !found.is_file() {
            let message = "several readers need a file that can be read from any place";
            return Err(fail(io::Error::other(message)));
        }
        let mut start = Vec::new();
        (&mut file).take(4096).read_to_end(&mut start).map_err(fail)?;
        let format = match options.format {
            Some(format) => format,
            None => GraphFormat::recognise(path, &start)?,
        };
        let packed = Compression::of_content(&start) != Compression::None;
        let (path, options, cuts) = (path.to_owned(), options.clone(), Cuts::Whole(parts));
        let mut cut = GraphParts { path, format, options, columns: None, cuts };
        if packed {
            return Ok(cut);
        }
        if let Some(delimiter) = cut.delimiter() {
            let mut scanner = cut.scanner(0, found.len())?;
            let columns = delimited::columns(&mut scanner, delimiter, &cut.options)?;
            // What several rows say of a vertex is compared by one reader.
            if columns.describe_vertices() {
                return Ok(cut);
            }
            cut.columns = Some(columns);
        }
        match format {
            GraphFormat::Csv => {}
            GraphFormat::Tsv | GraphFormat::Edges | GraphFormat::Snap => {
                if parts > 1 && cut.options.header == Header::Guess {
                    let counts = counts(&cut.path, &start, found.len()).map_err(fail)?;
                    counts.map_or(Ok(()), Err)?;
                }
            }
            GraphFormat::Parquet => {
                cut.cuts = Cuts::Groups(group_cuts(&parquet::row_groups(&cut.path)?, parts));
                return Ok(cut);
            }
            _ => return Ok(cut),
        }
        cut.cuts = Cuts::Bytes(line_cuts(&mut file, found.len(), parts).map_err(fail)?);
        Ok(cut)
    }

    /// What stands between the fields of a row of CSV or TSV.
    fn delimiter(&self) -> Option<u8> {
        match self.format {
            GraphFormat::Csv => Some(b','),
            GraphFormat::Tsv => Some(b'\t'),
            _ => None,
        }
    }

    /// The format of the file.
    pub fn format(&self) -> GraphFormat {
        self.format
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        match &self.cuts {
            Cuts::Bytes(cuts) => cuts.len() - 1,
            Cuts::Groups(groups) => groups.len(),
            Cuts::Whole(parts) => *parts,
        }
    }

    /// Whether a part has a quote, so that rows may span several lines and a cut may be within a
    /// row. This reads the part at the speed of the disk.
    ///
    /// # Errors
    /// [`FileError::Read`]; a budget that is used up.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn has_quotes(&self, part: usize, budget: &Budget) -> Result<bool> {
        let Cuts::Bytes(cuts) = &self.cuts else { return Ok(false) };
        if !matches!(self.format, GraphFormat::Csv | GraphFormat::Tsv) {
            return Ok(false);
        }
        let mut input = open_range(&self.path, cuts[part], cuts[part + 1])?;
        let mut window = vec![0; WINDOW];
        loop {
            budget.check()?;
            let read = input.read(&mut window).map_err(|e| input.error(e, 0, 0))?;
            if read == 0 {
                return Ok(false);
            }
            if memchr(b'"', &window[..read]).is_some() {
                return Ok(true);
            }
        }
    }

    /// Cuts the file again, between rows. A row may span several lines if fields are quoted. This
    /// reads everything before the last part.
    ///
    /// # Errors
    /// [`FileError`]; a budget that is used up.
    pub fn cut_at_rows(&mut self, budget: &Budget) -> Result {
        let Some(delimiter) = self.delimiter() else { return Ok(()) };
        let Cuts::Bytes(cuts) = &mut self.cuts else { return Ok(()) };
        let (last, size) = (cuts.len() - 1, cuts[cuts.len() - 1]);
        let mut scanner = self.scanner(0, size)?;
        let Cuts::Bytes(cuts) = &mut self.cuts else { return Ok(()) };
        let mut fields = Fields::new(delimiter);
        // A byte order mark before the first row is skipped.
        let mut at = scanner.skipped();
        let mut part = 1;
        let mut ticker = budget.ticker();
        while part < last {
            ticker.tick(1)?;
            let Some(length) = fields.next(&mut scanner)? else { break };
            scanner.consume(length);
            at = (at + length as u64).min(size);
            while part < last && at >= cuts[part] {
                cuts[part] = at;
                part += 1;
            }
        }
        for cut in &mut cuts[part..last] {
            *cut = size;
        }
        Ok(())
    }

    /// Reads a part and passes its pieces to `sink`.
    ///
    /// # Errors
    /// [`FileError`]: malformed content with its place, a used-up budget, or an error of the sink.
    ///
    /// # Panics
    /// If there is no such part.
    pub fn read(&self, part: usize, sink: &mut dyn PieceSink, budget: &Budget) -> Result {
        let name = self.path.display().to_string();
        match &self.cuts {
            Cuts::Whole(_) if part == 0 => self.read_whole(sink, budget),
            Cuts::Whole(_) => Ok(()),
            Cuts::Groups(groups) => {
                let (groups, row) = &groups[part];
                // A row has at most two names.
                let target = Target::Pieces(sink, 2 * row);
                let mut collector = Collector::with_target(&name, target, &self.options, budget);
                parquet::read_groups(&self.path, groups.clone(), &mut collector)?;
                collector.finish_pieces()
            }
            Cuts::Bytes(cuts) => {
                let (from, to) = (cuts[part], cuts[part + 1]);
                if from == to {
                    return Ok(());
                }
                // A name takes at least two bytes, and the second one ends it.
                let target = Target::Pieces(sink, from);
                let mut collector = Collector::with_target(&name, target, &self.options, budget);
                let read = self.read_lines(from, to, &mut collector);
                let read = read.and_then(|()| collector.finish_pieces());
                read.map_err(|error| match (&error, from) {
                    (FileError::Malformed(_), 1..) => match lines_before(&self.path, from) {
                        Ok(lines) => error.below(lines),
                        Err(_) => error,
                    },
                    _ => error,
                })
            }
        }
    }

    fn scanner(&self, from: u64, to: u64) -> Result<Scanner> {
        let mut scanner =
            Scanner::new(open_range(&self.path, from, to)?, self.options.longest_line)?;
        scanner.accept_returns();
        Ok(scanner)
    }

    fn read_lines(&self, from: u64, to: u64, collector: &mut Collector<'_>) -> Result {
        let mut scanner = self.scanner(from, to)?;
        if let Some(delimiter) = self.delimiter() {
            let columns = self.columns.filter(|_| from > 0);
            return delimited::read(&mut scanner, delimiter, &self.options, columns, collector);
        }
        let mut options = self.options.clone();
        if from > 0 {
            options.header = Header::Absent;
        }
        spaced::read(&mut scanner, &options, collector)
    }

    /// Reads a file that only one reader can read, as one piece.
    fn read_whole(&self, sink: &mut dyn PieceSink, budget: &Budget) -> Result {
        let (mut arcs, mut colours) = (Vec::new(), Vec::new());
        let mut collect = |batch: &[(u32, u32)], some: &[Colour]| {
            if !some.is_empty() || !colours.is_empty() {
                colours.resize(arcs.len(), Colour::Both);
                colours.extend_from_slice(some);
                colours.resize(arcs.len() + batch.len(), Colour::Both);
            }
            budget.check()?;
            arcs.extend_from_slice(batch);
            Ok(())
        };
        let options = ReadOptions { format: Some(self.format), ..self.options.clone() };
        let source = Source::Path(self.path.clone());
        let summary = read_graph(&source, &options, &mut collect, budget)?;
        summary.refuse_owners(&self.path.display().to_string())?;
        let (names, terminals) = (summary.names, summary.terminals);
        sink.piece(GraphPiece { names, place: 0, arcs, colours, terminals })
    }
}

/// The error of a file whose first line may be the numbers of vertices and of arcs, because this
/// number of lines follows. The parts do not show that.
fn counts(path: &Path, start: &[u8], size: u64) -> io::Result<Option<FileError>> {
    let mut lines = start.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty()).and_then(|line| std::str::from_utf8(line).ok());
    let words: Vec<&str> = first.unwrap_or_default().split_ascii_whitespace().collect();
    let [from, to] = words[..] else { return Ok(None) };
    let (Ok(_), Ok(promised)) = (from.parse::<u64>(), to.parse::<u64>()) else { return Ok(None) };
    // An arc takes at least four bytes, and two numbers of 64 bits take 42.
    if promised == 0 || promised.saturating_mul(4) > size || promised.saturating_mul(50) < size {
        return Ok(None);
    }
    let lines = filled_lines(path)?;
    if lines != promised.saturating_add(1) {
        return Ok(None);
    }
    Ok(Some(refused_counts(&path.display().to_string(), 1, [from, to], ' ')))
}

/// The number of lines of a file that are not blank.
fn filled_lines(path: &Path) -> io::Result<u64> {
    let mut file = File::open(path)?;
    let mut window = vec![0; WINDOW];
    let (mut lines, mut filled) = (0, false);
    loop {
        let read = file.read(&mut window)?;
        if read == 0 {
            return Ok(lines + u64::from(filled));
        }
        for &byte in &window[..read] {
            lines += u64::from(filled && byte == b'\n');
            filled = byte != b'\n' && (filled || !byte.is_ascii_whitespace());
        }
    }
}

/// The cuts of a file of lines. Each is at the beginning of a line, at or after its share of the
/// bytes.
fn line_cuts(file: &mut File, size: u64, parts: usize) -> io::Result<Vec<u64>> {
    let mut cuts = vec![0];
    for part in 1..parts as u64 {
        let share = (u128::from(size) * u128::from(part) / parts as u128) as u64;
        let last = cuts[cuts.len() - 1];
        cuts.push(if share <= last { last } else { line_start(file, share, size)? });
    }
    cuts.push(size);
    Ok(cuts)
}

/// The beginning of the first line at or after a place, which is not the beginning of the file.
fn line_start(file: &mut File, from: u64, size: u64) -> io::Result<u64> {
    let mut at = from - 1;
    file.seek(SeekFrom::Start(at))?;
    let mut window = vec![0; 4096];
    while at < size {
        let read = file.read(&mut window)?;
        if read == 0 {
            break;
        }
        if let Some(end) = memchr(b'\n', &window[..read]) {
            return Ok(at + end as u64 + 1);
        }
        at += read as u64;
    }
    Ok(size)
}

/// The row groups of each part. The parts have about equally many rows.
fn group_cuts(rows: &[u64], parts: usize) -> Vec<(Range<usize>, u64)> {
    let total: u64 = rows.iter().sum();
    let (mut next, mut before) = (0, 0);
    (1..=parts as u64)
        .map(|part| {
            let (first, row) = (next, before);
            let share = (u128::from(total) * u128::from(part) / parts as u128) as u64;
            // A group belongs to the part that contains its middle.
            while next < rows.len() && (part == parts as u64 || before + rows[next] / 2 < share) {
                before += rows[next];
                next += 1;
            }
            (first..next, row)
        })
        .collect()
}

/// The number of lines that end before a place in a file.
fn lines_before(path: &Path, end: u64) -> io::Result<u64> {
    let mut file = File::open(path)?.take(end);
    let mut window = vec![0; WINDOW];
    let mut lines = 0;
    loop {
        let read = file.read(&mut window)?;
        if read == 0 {
            return Ok(lines);
        }
        lines += memchr_iter(b'\n', &window[..read]).count() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use upstar_core::arcs::MoveResult;

    type Arcs = Vec<(String, String, Colour)>;
    type Terminals = Vec<(String, MoveResult)>;

    /// The arcs of all parts in order, the names by their places, and the terminals.
    fn read(path: &Path, parts: usize) -> Result<(Arcs, Vec<String>, Terminals)> {
        let budget = Budget::unlimited();
        let mut cut = GraphParts::new(path, &ReadOptions::default(), parts)?;
        assert_eq!(cut.parts(), parts);
        let quotes: Vec<bool> =
            (0..parts).map(|part| cut.has_quotes(part, &budget)).collect::<Result<_, _>>()?;
        if quotes.contains(&true) {
            cut.cut_at_rows(&budget)?;
        }
        let (mut arcs, mut names, mut terminals) = (Vec::new(), Vec::new(), Vec::new());
        for part in 0..parts {
            let mut sink = |piece: GraphPiece| {
                let name = |v: u32| piece.names.get(v).to_string();
                for (i, &(from, to)) in piece.arcs.iter().enumerate() {
                    let colour = piece.colours.get(i).copied().unwrap_or_default();
                    arcs.push((name(from), name(to), colour));
                }
                names.extend((0..piece.names.len()).map(|v| (piece.place + u64::from(v), name(v))));
                terminals.extend(piece.terminals.iter().map(|&(v, result)| (name(v), result)));
                Ok(())
            };
            cut.read(part, &mut sink, &budget)?;
        }
        assert!(names.is_sorted_by(|a, b| a.0 < b.0), "places ascend");
        let mut seen = std::collections::HashSet::new();
        let names = names.into_iter().map(|(_, name)| name);
        Ok((arcs, names.filter(|name| seen.insert(name.clone())).collect(), terminals))
    }

    fn check(name: &str, content: &[u8]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        let one = read(&path, 1).unwrap();
        let source = Source::Path(path.clone());
        let (list, _) =
            super::super::EdgeList::read(&source, &ReadOptions::default(), &Budget::unlimited())
                .unwrap();
        let all: Vec<String> = list.names.iter().map(|name| name.to_string()).collect();
        assert_eq!(one.1, all, "{name}");
        assert_eq!(one.0.len(), list.arcs.len());
        for parts in 2..20 {
            assert_eq!(read(&path, parts).unwrap(), one, "{name} in {parts} parts");
        }
    }

    #[test]
    fn parts_are_the_whole() {
        let mut csv = String::from("from,to,colour\n");
        for i in 0..60_u32 {
            csv += &format!("{},{}\n", i * 7 % 31, i * 5 % 17);
            if i % 9 == 0 {
                csv += &format!("v{i},\nt{i},,W\nv{i},v{},blue\r\n\n", i / 2);
            }
        }
        check("g.csv", csv.as_bytes());
        check("unended.csv", csv.trim_end().as_bytes());
        check("g.tsv", csv.replace(',', "\t").as_bytes());
        check("mark.csv", &[b"\xef\xbb\xbf".as_slice(), csv.as_bytes()].concat());
        let edges: String = (0..50).map(|i| format!("{i} {}\n# note\n", i * i % 50)).collect();
        check("g.edges", edges.as_bytes());
        check("g.gr", b"p sp 3 2\na 1 2 1\na 2 3 1\n");
        check("g.dot", b"digraph { a -> b -> c }");
    }

    #[test]
    fn heads_are_those_of_the_whole_file() {
        let rows: String = (0..60).map(|i| format!("{i},{},{}\n", i % 7, i * i)).collect();
        check("g.csv", format!("id,target,source\n{rows}").as_bytes());
        let pairs: String = (0..60).map(|i| format!("{} {}\n", i % 9 + 1, i % 7 + 1)).collect();
        check("g.txt", format!("a b\n{pairs}").as_bytes());
        check("arcs.txt", format!("9 61\n{pairs}").as_bytes());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.txt");
        std::fs::write(&path, format!("9 60\n\n{pairs}")).unwrap();
        for parts in 1..9 {
            let message = read(&path, parts).unwrap_err().to_string();
            assert!(message.contains("which may be 9 vertices and 60 arcs"), "{message}");
        }
    }

    #[test]
    fn a_header_with_more_columns_is_for_one_reader() {
        let rows = "a,b,blue,\nb,,,W\nc,a,,\n".repeat(5);
        check("g.csv", format!("from,to,colour,result\n{rows}").as_bytes());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.csv");
        std::fs::write(&path, "from,to,owner\na,b,0\nb,a,1\n").unwrap();
        for parts in 1..5 {
            let message = read(&path, parts).unwrap_err().to_string();
            assert!(message.contains("the vertices have owners"), "{message}");
        }
    }

    #[test]
    fn contest_files_are_for_one_reader() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.txt");
        std::fs::write(&path, "3 2\n1 2\n2 3\n").unwrap();
        let options = ReadOptions::with_format(GraphFormat::Contest);
        for parts in 1..5 {
            let cut = GraphParts::new(&path, &options, parts).unwrap();
            let mut arcs = 0;
            let mut sink = |piece: GraphPiece| {
                arcs += piece.arcs.len();
                Ok(())
            };
            for part in 0..parts {
                cut.read(part, &mut sink, &Budget::unlimited()).unwrap();
            }
            assert_eq!(arcs, 2, "{parts}");
        }
    }

    #[test]
    fn a_quoted_line_feed_ends_no_row() {
        let mut csv = String::from("from,to\n");
        for i in 0..40 {
            csv += &format!("\"a\nb{i}\nc,\"\"\n\",x{}\n", i % 7);
        }
        check("g.csv", csv.as_bytes());
        check("mark.csv", &[b"\xef\xbb\xbf".as_slice(), csv.as_bytes()].concat());
        check("one.csv", "\"a\n\n\n\n\n\n\n\n\nb\",c".as_bytes());
    }

    #[test]
    fn errors_name_the_line_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("g.csv");
        let mut csv: String = (0..90).map(|i| format!("{i},{}\n", i + 1)).collect();
        csv += "lonely\n";
        csv += &"1,2\n".repeat(9);
        std::fs::write(&path, csv).unwrap();
        for parts in 1..12 {
            let message = read(&path, parts).unwrap_err().to_string();
            assert!(message.contains("g.csv:91:1: one field"), "{message}");
        }
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn row_groups_are_shared_out() {
        assert_eq!(group_cuts(&[10, 10, 10, 10], 2), [(0..2, 0), (2..4, 20)]);
        assert_eq!(group_cuts(&[100], 3), [(0..0, 0), (0..1, 0), (1..1, 100)]);
        assert_eq!(group_cuts(&[], 2), [(0..0, 0), (0..0, 0)]);
        for rows in [vec![5, 0, 7, 1, 1, 1, 90], vec![1; 13]] {
            for parts in 1..9 {
                let cuts = group_cuts(&rows, parts);
                let all: Vec<usize> = cuts.iter().flat_map(|(groups, _)| groups.clone()).collect();
                assert_eq!(all, (0..rows.len()).collect::<Vec<_>>());
            }
        }
    }
}
