//! The rows of certificates of games whose vertices have owners.

use std::io::Write;

use upstar_core::Player;
use upstar_core::arcs::{Owners, owner_number};
use upstar_core::names::Names;
use upstar_files::{FileError, Output};

use super::{Reader, field, optional, optional_name, shown};
use crate::owned::OwnedRow;

pub(super) const COLUMNS: &[&str] = &["vertex", "target", "winner", "remoteness", "move"];

pub(super) fn write(output: &mut Output, names: &Names, rows: &[OwnedRow]) -> std::io::Result<()> {
    assert_eq!(rows.len(), names.len() as usize, "rows");
    writeln!(output, "{}", COLUMNS.join(","))?;
    for (name, row) in names.iter().zip(rows) {
        field(output, name)?;
        write!(output, ",{},{}", u8::from(row.target), owner_number(row.winner))?;
        optional(output, row.remoteness)?;
        optional_name(output, names, row.best)?;
        output.write_all(b"\n")?;
    }
    Ok(())
}

/// Target, winner, remoteness, move; the move is left open.
pub(super) fn read(reader: &mut Reader) -> Result<OwnedRow, FileError> {
    let bit = |field: usize| match reader.records.text(field)?.as_ref() {
        "0" => Ok(false),
        "1" => Ok(true),
        other => Err(reader.records.error(field, shown(other), "0 or 1")),
    };
    let (target, right) = (bit(1)?, bit(2)?);
    let winner = if right { Player::Right } else { Player::Left };
    let remoteness = reader.remoteness(3)?;
    reader.reference(4)?;
    Ok(OwnedRow { target, winner, remoteness, best: None })
}

/// Owners and priorities of the vertices with their new numbers.
pub(super) fn renumbered(owners: &Owners, numbers: &[u32]) -> Owners {
    let mut renumbered = owners.clone();
    for (v, &number) in numbers.iter().enumerate() {
        if let Some(&player) = owners.players.get(v) {
            renumbered.players[number as usize] = player;
        }
        if let Some(&priority) = owners.priorities.get(v) {
            renumbered.priorities[number as usize] = priority;
        }
    }
    renumbered
}
