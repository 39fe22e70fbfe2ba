//! What has been computed, in a file.

use std::io::Write;
use std::path::Path;

use serde_json::json;
use upstar_files::Output;
use upstar_heaps::{Code, Summary};

use crate::support::Failure;

const KIND: &str = "upstar heaps checkpoint";

/// Writes the values: a line of JSON that says what they are, then four bytes for each, least
/// significant first.
pub(super) fn write(path: &Path, code: &Code, values: &[u32]) -> Result<(), Failure> {
    let mut output = Output::create_as(path, upstar_files::Compression::None)?;
    let mut summary = Summary::new(true);
    summary.add(values);
    let head = json!({
        "kind": KIND,
        "version": 1,
        "code": code.to_string(),
        "count": values.len(),
        "digest": format!("{:016x}", summary.digest.unwrap_or_default()),
    });
    let mut bytes = Vec::with_capacity(1 << 16);
    let mut done = writeln!(output, "{head}");
    for chunk in values.chunks(1 << 14) {
        bytes.clear();
        chunk.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        done = done.and_then(|()| output.write_all(&bytes));
    }
    done.map_err(|error| output.error(error))?;
    Ok(output.finish()?)
}

/// Reads the values of a checkpoint of this code.
pub(super) fn read(path: &Path, code: &Code) -> Result<Vec<u32>, Failure> {
    let name = path.display();
    let wrong = |what: &str| Failure::input(format!("{name}: {what}"));
    let bytes = std::fs::read(path).map_err(|error| wrong(&error.to_string()))?;
    let end = bytes.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or_else(|| wrong("this is no checkpoint of upstar heaps"))?;
    let head: serde_json::Value = serde_json::from_slice(&bytes[..end])
        .map_err(|_| wrong("this is no checkpoint of upstar heaps"))?;
    if head["kind"] != KIND {
        return Err(wrong("this is no checkpoint of upstar heaps"));
    }
    if head["version"] != 1 {
        return Err(wrong("this checkpoint has a version that this program does not know"));
    }
    if head["code"] != code.to_string() {
        return Err(wrong(&format!("this is a checkpoint of {}, not of {code}", head["code"])));
    }
    let values: Vec<u32> = bytes[end + 1..]
        .chunks(4)
        .map(|cell| cell.try_into().map(u32::from_le_bytes))
        .collect::<Result<_, _>>()
        .map_err(|_| wrong("the checkpoint is cut off"))?;
    let mut summary = Summary::new(true);
    // A value is at most the number of options; anything else is damage, not a value.
    if values.iter().all(|&value| u64::from(value) <= 1 << 32) {
        summary.add(&values[..0]);
    }
    let digest = values
        .iter()
        .fold(Summary::DIGEST, |h, &value| (h ^ u64::from(value)).wrapping_mul(0x0100_0000_01b3));
    if head["count"] != values.len() || head["digest"] != format!("{digest:016x}") {
        return Err(wrong("the checkpoint is damaged: its digest does not agree"));
    }
    Ok(values)
}
