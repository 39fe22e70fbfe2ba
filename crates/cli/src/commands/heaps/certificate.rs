//! Certificates of periods: what `upstar verify` checks with code of its own.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use upstar_files::{Compression, Output};
use upstar_heaps::{Class, Digests, Game, Periodicity, Summary, Theorem, Verdict};

use super::Found;
use crate::support::Failure;

/// What a certificate says of values.
pub(super) struct Values {
    /// Heaps and the digests of the values up to them.
    pub(super) digests: Digests,
    /// How many heaps are rare.
    pub(super) rares: u64,
}

/// Writes a certificate of a proved period.
pub(super) fn write(path: &Path, game: &Game, found: &Found) -> Result<(), Failure> {
    let Some(period) = &found.period else {
        return Err(Failure::input("there is no period to certify"));
    };
    let (Verdict::Proved, Some(theorem)) = (period.verdict, period.theorem) else {
        return Err(Failure::input(
            "the period is observed, not proved, so there is nothing to certify; compute further \
             with --to",
        ));
    };
    let (digests, class) = match &found.certified {
        Some(values) => (values.digests.clone(), period.class.map(|class| (class, values.rares))),
        None => of_values(game, period, &found.values),
    };
    let digests: Vec<Value> =
        digests.iter().map(|(heap, digest)| json!([heap, format!("{digest:016x}")])).collect();
    let mut certificate = json!({
        "kind": "upstar certificate",
        "version": 1,
        "subject": "period of a nim sequence",
        "code": game.code.to_string(),
        "preperiod": period.preperiod,
        "period": period.period,
        "saltus": period.saltus,
        "theorem": match theorem {
            Theorem::GuySmith => "guy-smith",
            Theorem::AllBut => "all-but",
            Theorem::SparseWindow => "sparse-window",
            Theorem::Arithmetic => "arithmetic",
        },
        "values_to": period.checked_to,
        "digests": digests,
        "mask": class.map(|(class, _)| class.mask & 0xffff),
        "by_position": class.map(|(class, _)| class.by_position),
        "rares": class.map(|(_, rares)| rares),
    });
    certificate["seal"] = Value::String(seal(&certificate));
    let mut output = Output::create_as(path, Compression::None)?;
    writeln!(output, "{certificate:#}").map_err(|error| output.error(error))?;
    output.finish()?;
    Ok(())
}

/// The digests of values that were kept, and a class with few rare values and how many there are:
/// it makes the check fast; its truth does not rest on it.
fn of_values(game: &Game, period: &Periodicity, values: &[u32]) -> (Digests, Option<(Class, u64)>) {
    let last = period.checked_to;
    let values = &values[..=last as usize];
    let mut digests = Digests::new();
    let mut summary = Summary::new(true);
    let mut next = 1000;
    for (heap, value) in (0..).zip(values) {
        summary.add(std::slice::from_ref(value));
        if heap == next || heap == last {
            digests.push((heap, summary.digest.unwrap_or_default()));
            next = next.saturating_mul(10);
        }
    }
    let class = match period.class {
        Some(class) => {
            let rares = (0..).zip(values).filter(|&(heap, &value)| class.is_rare(value, heap));
            Some((class, rares.count() as u64))
        }
        None => upstar_heaps::class_of(&game.code, values),
    };
    (digests, class)
}

/// A digest of all other fields, in the order of their names.
fn seal(certificate: &Value) -> String {
    let text = certificate.to_string();
    let digest = text
        .bytes()
        .fold(Summary::DIGEST, |h, byte| (h ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{digest:016x}")
}
