//! Checkpoints: the state of a computation in a file.

use std::borrow::Cow;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use upstar::heaps::{
    Checkpoint, HeapGame, HeapsError, KnownValues, Question, SavedWindows, Search, Settings,
    Snapshot, Summary,
};
use upstar_core::Budget;
use upstar_files::{FileLock, Output, Source};

use crate::support::{Failure, Result};

const KIND: &str = "upstar heaps checkpoint";
const WINDOWS_KIND: &str = "upstar heaps windows";

/// The maximum size of a checkpoint in bytes, uncompressed.
const MOST_BYTES: u64 = 1 << 33;

/// Locks the checkpoint file against other processes, and checks that no data would be lost.
pub(super) fn begin(path: &Path, resume: bool) -> Result<FileLock> {
    let name = path.display();
    let Some(lock) = FileLock::of(path)? else {
        return Err(Failure::input(format!("{name}: another process uses this checkpoint")));
    };
    let kept = [path.to_owned(), windows_path(path)];
    let full = |path: &PathBuf| std::fs::metadata(path).is_ok_and(|found| found.len() > 0);
    match kept.iter().find(|path| full(path)) {
        Some(kept) if !resume => Err(Failure::input(format!(
            "{}: this file already exists; add --resume to continue from it, or give another name",
            kept.display()
        ))),
        _ => Ok(lock),
    }
}

/// Resumes from a checkpoint.
pub(super) fn resume(
    path: &Path,
    game: &HeapGame,
    settings: Settings,
    question: Question,
    budget: &Budget,
) -> Result<Search> {
    let windows = question.needs_period().then(|| read_windows(path, &game.rules_text())).flatten();
    let checkpoint = Checkpoint { known: read(path, &game.rules_text())?, windows };
    Search::resume(game, settings, question, checkpoint, budget).map_err(|error| {
        let name = path.display();
        match error {
            HeapsError::NotKept(_) => {
                Failure::input(format!("{name}: {error}; begin without --resume"))
            }
            HeapsError::ValuesNotKept { .. } => {
                Failure::input(format!("{name}: {error}, or begin without --resume"))
            }
            error => error.into(),
        }
    })
}

/// Writes a checkpoint.
pub(super) fn write(path: &Path, game: &HeapGame, checkpoint: &Checkpoint<'_>) -> Result {
    let code = &game.rules_text();
    match &checkpoint.known {
        KnownValues::Values(values) => write_values(path, code, values)?,
        KnownValues::State(summary, snapshot) => write_state(path, code, summary, snapshot)?,
    }
    match &checkpoint.windows {
        Some(windows) => write_windows(path, code, windows),
        None => Ok(()),
    }
}

/// Writes all values: a line of JSON that describes them, then four bytes for each, least
/// significant first.
fn write_values(path: &Path, code: &str, values: &[u32]) -> Result {
    let head = json!({
        "kind": KIND,
        "version": 1,
        "code": code,
        "count": values.len(),
        "digest": digest(Summary::DIGEST, values),
    });
    write_cells(path, &head, &[values], 4)
}

/// Writes a state: a line of JSON with the other data, then the values of the first and of the last
/// heaps in two bytes each: the fast engine has no larger ones.
fn write_state(path: &Path, code: &str, summary: &Summary, snapshot: &Snapshot) -> Result {
    let mut head = json!({
        "kind": KIND,
        "version": 2,
        "code": code,
        "count": summary.count,
        "first": snapshot.head.len(),
        "last": snapshot.tail.len(),
        "summary": summary,
        "state": snapshot,
    });
    head["digest"] =
        json!(digest(text_digest(&head), &[&snapshot.head[..], &snapshot.tail].concat()));
    write_cells(path, &head, &[&snapshot.head, &snapshot.tail], 2)
}

/// The digest of the text of a value without its field `digest`, to be continued.
fn text_digest(head: &Value) -> u64 {
    let mut head = head.clone();
    if let Some(object) = head.as_object_mut() {
        object.remove("digest");
    }
    head.to_string().bytes().fold(Summary::DIGEST, |h, byte| Summary::mix(h, byte.into()))
}

fn digest(from: u64, values: &[u32]) -> String {
    format!("{:016x}", values.iter().fold(from, |h, &value| Summary::mix(h, value.into())))
}

/// Writes the line and the lowest `width` bytes of each value.
fn write_cells(path: &Path, head: &Value, parts: &[&[u32]], width: usize) -> Result {
    let mut output = Output::create(path)?;
    let mut bytes = Vec::with_capacity(1 << 16);
    let mut done = writeln!(output, "{head}");
    for chunk in parts.iter().flat_map(|part| part.chunks(1 << 14)) {
        bytes.clear();
        chunk.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()[..width]));
        done = done.and_then(|()| output.write_all(&bytes));
    }
    done.map_err(|error| output.error(error))?;
    Ok(output.finish()?)
}

/// The line of JSON and the cells of a file of this kind.
fn parts<'a>(bytes: &'a [u8], kind: &str) -> Option<(Value, &'a [u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    let head: Value = serde_json::from_slice(&bytes[..end]).ok()?;
    (head["kind"] == kind).then_some((head, &bytes[end + 1..]))
}

/// The values in cells of that many bytes; `None` if the last one is cut off.
fn read_cells(cells: &[u8], width: usize) -> Option<Vec<u32>> {
    let value = |cell: &[u8]| cell.iter().rev().fold(0, |v, &byte| v << 8 | u32::from(byte));
    cells.len().is_multiple_of(width).then(|| cells.chunks_exact(width).map(value).collect())
}

/// Reads the known values from a checkpoint of this code.
fn read(path: &Path, code: &str) -> Result<KnownValues<'static>> {
    decode(path, &Source::Path(path.to_owned()).read_whole(MOST_BYTES, &Budget::unlimited())?, code)
}

/// Decodes the bytes of a checkpoint file.
fn decode(path: &Path, bytes: &[u8], code: &str) -> Result<KnownValues<'static>> {
    let name = path.display();
    let wrong = |what: &str| Failure::input(format!("{name}: {what}"));
    let (head, cells) =
        parts(bytes, KIND).ok_or_else(|| wrong("this is not a checkpoint of upstar heaps"))?;
    if head["version"] != 1 && head["version"] != 2 {
        return Err(wrong("this checkpoint has a version that this program does not know"));
    }
    if head["code"] != code {
        return Err(wrong(&format!("this is a checkpoint of {}, not of {code}", head["code"])));
    }
    let width = if head["version"] == 1 { 4 } else { 2 };
    let mut values =
        read_cells(cells, width).ok_or_else(|| wrong("the checkpoint is truncated"))?;
    let damaged = || wrong("the checkpoint is damaged: its digest does not agree");
    if head["version"] == 1 {
        if head["count"] != values.len() || head["digest"] != digest(Summary::DIGEST, &values) {
            return Err(damaged());
        }
        return Ok(KnownValues::Values(Cow::Owned(values)));
    }
    if head["digest"] != digest(text_digest(&head), &values) {
        return Err(damaged());
    }
    let count = |name: &str| head[name].as_u64().and_then(|count| usize::try_from(count).ok());
    let (Some(first), Some(last)) = (count("first"), count("last")) else { return Err(damaged()) };
    if first.checked_add(last) != Some(values.len()) {
        return Err(damaged());
    }
    let summary: Summary =
        serde_json::from_value(head["summary"].clone()).map_err(|_| damaged())?;
    let mut snapshot: Snapshot =
        serde_json::from_value(head["state"].clone()).map_err(|_| damaged())?;
    snapshot.tail = values.split_off(first);
    snapshot.head = values;
    Ok(KnownValues::State(Cow::Owned(summary), Box::new(snapshot)))
}

/// The file for the windows and states of a period search, separate from the checkpoint: they are
/// large, and resuming is possible without them.
fn windows_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".windows");
    name.into()
}

/// Writes the windows and states of a period search.
fn write_windows(path: &Path, code: &str, saved: &SavedWindows) -> Result {
    let cells: Vec<u32> = saved.cells.iter().map(|&cell| cell.into()).collect();
    let mut head = json!({
        "kind": WINDOWS_KIND,
        "version": 1,
        "code": code,
        "search": saved,
    });
    head["digest"] = json!(digest(text_digest(&head), &cells));
    write_cells(&windows_path(path), &head, &[&cells], 2)
}

/// Reads the windows and states of a period search, if they exist and are intact.
fn read_windows(path: &Path, code: &str) -> Option<SavedWindows> {
    let bytes = std::fs::read(windows_path(path)).ok()?;
    let (head, cells) = parts(&bytes, WINDOWS_KIND)?;
    if head["version"] != 1 || head["code"] != code {
        return None;
    }
    let cells = read_cells(cells, 2)?;
    if head["digest"] != digest(text_digest(&head), &cells) {
        return None;
    }
    let mut saved: SavedWindows = serde_json::from_value(head["search"].clone()).ok()?;
    saved.cells = cells.iter().map(|&cell| cell as u16).collect();
    Some(saved)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Alters `rounds` copies of checkpoints in one to three places: each is read unchanged, or
    /// rejected with an error that names the file.
    fn mutate(rounds: u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c");
        let budget = Budget::unlimited();
        let game = HeapGame::find("0.106").unwrap();
        let mut samples = Vec::new();
        for digest in [false, true] {
            let to = Some(200);
            let values = !digest;
            let question =
                Question { to, values, digest, checkpoints: true, ..Question::default() };
            let mut search = Search::new(&game, Settings::default(), question).unwrap();
            search.run(&budget).unwrap();
            write(&path, &game, &search.checkpoint()).unwrap();
            samples.push(std::fs::read(&path).unwrap());
            assert!(read(&path, &game.rules_text()).is_ok());
        }
        let mut state = 1u64;
        let mut random = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut refused = 0;
        for _ in 0..rounds {
            let whole = &samples[random(samples.len())];
            let mut bytes = whole.clone();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] = random(256) as u8,
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b'9'),
                    _ => bytes[at] ^= 1 << random(8),
                }
            }
            match decode(&path, &bytes, &game.rules_text()) {
                Err(Failure::Input(message)) => {
                    refused += 1;
                    assert!(message.starts_with(&path.display().to_string()), "{message}");
                }
                Err(other) => panic!("{other:?}"),
                Ok(_) => {}
            }
        }
        assert!(refused > rounds / 2, "{refused} of {rounds}");
        println!("{refused} of {rounds} refused");
    }

    #[test]
    fn a_damaged_checkpoint_is_an_error_of_the_file() {
        mutate(300);
    }

    #[test]
    #[ignore = "a minute; before a release"]
    fn many_damaged_checkpoints() {
        mutate(100_000);
    }
}
