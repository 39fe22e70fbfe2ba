//! A position of several heaps: its value and the moves that win.

use std::io::Write;

use serde_json::json;
use upstar_core::Budget;
use upstar_heaps::{Game, Sequence, position};

use super::{Heaps, failure};
use crate::support::{Answer, Failure, Outcome, Progress};

pub(super) fn run(asked: &Heaps, game: &Game, progress: &Progress, budget: &Budget) -> Outcome {
    let heaps = asked
        .heaps
        .iter()
        .map(|&size| game.heap(size))
        .collect::<Result<Vec<u64>, _>>()
        .map_err(failure)?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    progress.stage("heaps", Some(largest), budget);
    budget.reserve(largest.saturating_mul(4))?;
    let mut sequence = Sequence::new(&game.code, asked.settings()).map_err(failure)?;
    let mut values = Vec::new();
    sequence
        .run(largest, budget, &mut |_, segment| {
            values.extend_from_slice(segment);
            Ok(())
        })
        .map_err(failure)?;
    let found = position(&game.code, &heaps, &values, budget).map_err(failure)?;
    progress.clear();
    let outcome = if found.value == 0 { "P" } else { "N" };
    let size = |heap: u64| -> u64 {
        let (scale, shift) = game.named.map_or((1, 0), |named| (named.scale, named.shift));
        heap.checked_add_signed(-shift).map_or(heap, |size| size / scale)
    };
    let direct = game.named.is_none_or(|named| named.scale == 1 && named.shift == 0);
    let after = |parts: &[u64]| -> String {
        let parts: Vec<String> = parts
            .iter()
            .map(|&part| if direct { part.to_string() } else { size(part).to_string() })
            .collect();
        if parts.is_empty() { "0".to_owned() } else { parts.join("+") }
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let write = |out: &mut dyn Write| -> std::io::Result<()> {
        if asked.json {
            let moves: Vec<_> = found
                .winning
                .iter()
                .map(|(index, parts)| json!({ "summand": index + 1, "after": parts }))
                .collect();
            let object = json!({
                "schema": 1,
                "code": game.code.to_string(),
                "heaps": heaps,
                "values": found.values,
                "grundy_value": found.value,
                "outcome": outcome,
                "winning_moves": moves,
            });
            return writeln!(out, "{object:#}");
        }
        let value = match found.value {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            value => format!("*{value}"),
        };
        if asked.plain {
            return writeln!(out, "{value}");
        }
        writeln!(out, "value: {value}")?;
        writeln!(out, "outcome: {outcome}")?;
        if !found.winning.is_empty() {
            writeln!(out, "winning moves:")?;
        }
        for (index, parts) in &found.winning {
            writeln!(out, "{}: {}", index + 1, after(parts))?;
        }
        Ok(())
    };
    write(&mut out).and_then(|()| out.flush()).map_err(Failure::output)?;
    Ok(Answer::Yes)
}
