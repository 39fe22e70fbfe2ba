//! The table of all vertices as a folder: one Parquet file for each worker, and a manifest that
//! lists them when all are complete.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use upstar_core::names::{Name, Names};
use upstar_core::{Convention, Outcome};
use upstar_files::table::{Batch as Cells, Column, Format, Kind, RowWriter, Schema};
use upstar_files::{FileError, Output};

use super::labels::Labels;
use super::load::{Share, pack, unpack};
use super::moves::Moves;
use super::summary::outcome;
use crate::Result;
use crate::batch::{halves, joined};
use crate::error::ClusterError;
use crate::rounds::Rounds;

/// The name of the manifest. Readers of Parquet folders skip names that begin like this.
const MANIFEST: &str = "_manifest.json";

/// The contents of a folder of tables.
#[derive(Debug, Serialize)]
struct Manifest {
    /// The kind of the folder.
    upstar: String,
    version: u32,
    /// The subject of the tables.
    subject: String,
    /// `normal` or `misère`.
    play: String,
    columns: Vec<String>,
    rows: u64,
    parts: Vec<TableFile>,
}

/// One file of the folder.
#[derive(Debug, Serialize)]
struct TableFile {
    file: String,
    rows: u64,
    /// Its size in bytes.
    bytes: u64,
}

const KIND: &str = "tables";

pub(crate) fn part_name(worker: usize) -> String {
    format!("part-{worker:05}.parquet")
}

fn write_error(path: &Path, source: std::io::Error) -> ClusterError {
    FileError::Write { name: path.display().to_string(), source }.into()
}

/// Makes the folder, or empties it if it contains the table of an earlier run. Refuses any other
/// folder.
pub(crate) fn prepare(folder: &Path, rounds: &mut Rounds) -> Result {
    if rounds.index() == 0 {
        empty(folder)?;
    }
    rounds.finish(&[], &mut |_| Ok(()))?;
    // Processes on other machines may have their own disks.
    fs::create_dir_all(folder).map_err(|error| write_error(folder, error))
}

fn empty(folder: &Path) -> Result {
    if !folder.exists() {
        return fs::create_dir_all(folder).map_err(|error| write_error(folder, error));
    }
    let fail = |error| write_error(folder, error);
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        found.push(entry.map_err(fail)?.path());
    }
    let manifest = folder.join(MANIFEST);
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number = name.strip_prefix("part-").and_then(|rest| rest.strip_suffix(".parquet"));
        *path == manifest
            || number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if let Some(other) = found.iter().find(|path| !ours(path)) {
        let message =
            format!("the folder is not empty: {} is no part of a table of upstar", other.display());
        return Err(fail(std::io::Error::other(message)));
    }
    // The manifest goes first: without it the folder is not a table.
    found.sort_by_key(|path| *path != manifest);
    for path in found {
        fs::remove_file(&path).map_err(|error| write_error(&path, error))?;
    }
    Ok(())
}

/// Numbers whose names are requested.
const WANTED: u32 = 0;
/// The names, in the order of the requests.
const INTEGERS: u32 = 1;
const TEXTS: u32 = 2;

/// The number of rows that are written between two exchanges of names.
const ROWS: usize = 1 << 16;

/// Names of other workers' vertices, in the order of the requests.
pub(super) struct Named {
    names: Vec<Names>,
    next: Vec<u32>,
}

impl Named {
    fn next(&mut self, owner: usize) -> Name<'_> {
        let at = self.next[owner];
        self.next[owner] += 1;
        self.names[owner].get(at)
    }
}

/// The names of vertices from their owners, for all workers at once.
fn fetch(
    wanted: Vec<Vec<u32>>,
    names: &Names,
    more: bool,
    rounds: &mut Rounds,
) -> Result<(Named, bool)> {
    let workers = rounds.peers();
    for (to, numbers) in wanted.into_iter().enumerate() {
        if !numbers.is_empty() {
            rounds.send(to, WANTED, numbers);
        }
    }
    let mut asked = Vec::new();
    let said = rounds.finish(&[u64::from(more)], &mut |batch| {
        asked.push((batch.from as usize, batch.words));
        Ok(())
    })?;
    for (to, numbers) in asked {
        let mut words = Vec::with_capacity(2 * numbers.len());
        let integers = !matches!(names, Names::Text(_));
        for number in numbers {
            match names.get(number) {
                Name::Integer(n) => words.extend(halves(n)),
                Name::Text(text) => pack(text, &mut words),
            }
        }
        rounds.send(to, if integers { INTEGERS } else { TEXTS }, words);
    }
    let mut found: Vec<Names> = (0..workers).map(|_| Names::Dense(0)).collect();
    rounds.finish(&[], &mut |batch| {
        found[batch.from as usize] = if batch.kind == INTEGERS {
            let pairs = batch.words.chunks_exact(2);
            Names::Integers(pairs.map(|pair| joined(pair[0], pair[1])).collect())
        } else {
            let mut names = upstar_core::names::TextNames::new();
            let mut text = String::new();
            let mut rest = &batch.words[..];
            while let &[length, ref more @ ..] = rest {
                let (name, after) = more.split_at((length as usize).div_ceil(4));
                unpack(name, length as usize, &mut text)?;
                names.push(&text);
                rest = after;
            }
            Names::Text(names)
        };
        Ok(())
    })?;
    Ok((Named { names: found, next: vec![0; workers] }, said.sum(0) > 0))
}

/// Writes the outcomes, with the columns of a single machine's table. Each file is in order of
/// first appearance.
pub(super) fn outcomes(
    folder: &Path,
    share: &Share,
    labels: &Labels,
    moves: &Moves,
    convention: Convention,
    rounds: &mut Rounds,
) -> Result {
    let result = |name: &str| {
        [
            Column::new(format!("{name}_result"), Kind::Text),
            Column::nullable(format!("{name}_remoteness"), Kind::U64),
            Column::nullable(format!("{name}_move"), Kind::Text),
        ]
    };
    let mut columns = vec![Column::new("vertex", Kind::Text)];
    if share.coloured {
        columns.push(Column::new("class", Kind::Text));
        columns.extend(result("left"));
        columns.extend(result("right"));
    } else {
        columns.push(Column::new("outcome", Kind::Text));
        columns.push(Column::nullable("remoteness", Kind::U64));
        columns.push(Column::nullable("move", Kind::Text));
    }
    let per = if share.coloured { 2 } else { 1 };
    let wanted = |vertex: usize, wanted: &mut Vec<Vec<u32>>| {
        for state in vertex * per..(vertex + 1) * per {
            if let Some((owner, number)) = moves.get(state) {
                wanted[owner].push(number);
            }
        }
    };
    let row = |vertex: usize, cells: &mut Cells, named: &mut Named| {
        cells.push_display(0, &share.names.get(vertex as u32));
        cells.push_text(1, Outcome::name(outcome(labels, vertex, share.coloured)));
        let mut column = 2;
        for state in vertex * per..(vertex + 1) * per {
            if share.coloured {
                cells.push_display(column, &labels.result(state));
                column += 1;
            }
            cells.push_optional_u64(column, labels.remoteness(state));
            cells.push_optional(column + 1, moves.get(state).map(|(owner, _)| named.next(owner)));
            column += 2;
        }
    };
    write(folder, share, columns, convention, wanted, row, rounds)
}

/// Writes the tables of all workers and their manifest. `wanted` gives the vertices whose names a
/// row needs, and `row` fills the row.
pub(super) fn write(
    folder: &Path,
    share: &Share,
    columns: Vec<Column>,
    convention: Convention,
    wanted: impl Fn(usize, &mut Vec<Vec<u32>>),
    row: impl Fn(usize, &mut Cells, &mut Named),
    rounds: &mut Rounds,
) -> Result {
    let budget = rounds.budget().clone();
    let path = folder.join(part_name(rounds.index()));
    let schema = Schema::new(columns);
    let metadata = metadata(&share.graph, convention);
    let mut rows = RowWriter::create(&path, Format::Parquet, &schema, &metadata, &budget)?;
    let mut order: Vec<u32> = (0..share.places.len() as u32).collect();
    order.sort_unstable_by_key(|&vertex| share.places[vertex as usize]);
    let mut chunks = order.chunks(ROWS).peekable();
    loop {
        let chunk = chunks.next().unwrap_or_default();
        let mut numbers = vec![Vec::new(); rounds.peers()];
        for &vertex in chunk {
            wanted(vertex as usize, &mut numbers);
        }
        let (mut named, more) = fetch(numbers, &share.names, chunks.peek().is_some(), rounds)?;
        for &vertex in chunk {
            rows.row(|cells| row(vertex as usize, cells, &mut named))?;
        }
        if !more {
            break;
        }
    }
    rows.finish()?;
    finish(folder, &share.graph, convention, &schema, order.len() as u64, rounds)
}

/// The metadata of every file.
pub(crate) fn metadata(subject: &str, convention: Convention) -> [(String, String); 3] {
    [("upstar", env!("CARGO_PKG_VERSION")), ("graph", subject), ("play", convention.name())]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
}

/// Writes the manifest after all workers have written their files. `rows` is the number of rows of
/// this worker.
pub(crate) fn finish(
    folder: &Path,
    subject: &str,
    convention: Convention,
    schema: &Schema,
    own: u64,
    rounds: &mut Rounds,
) -> Result {
    let path = folder.join(part_name(rounds.index()));
    let bytes = fs::metadata(&path).map_or(0, |found| found.len());
    let said = rounds.finish(&[own, bytes], &mut |_| Ok(()))?;
    if rounds.index() != 0 {
        return Ok(());
    }
    let parts = said.0.iter().enumerate().map(|(worker, said)| TableFile {
        file: part_name(worker),
        rows: said[0],
        bytes: said[1],
    });
    let manifest = Manifest {
        upstar: KIND.to_owned(),
        version: 1,
        subject: subject.to_owned(),
        play: convention.name().to_owned(),
        columns: schema.columns().iter().map(|column| column.name.clone()).collect(),
        rows: said.sum(0),
        parts: parts.collect(),
    };
    let mut output = Output::create(&folder.join(MANIFEST))?;
    let text = serde_json::to_string_pretty(&manifest).expect("strings and integers are JSON");
    output
        .write_all(text.as_bytes())
        .and_then(|()| output.write_all(b"\n"))
        .map_err(|error| output.error(error))?;
    Ok(output.finish()?)
}
