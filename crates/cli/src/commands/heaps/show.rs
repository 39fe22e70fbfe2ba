//! How the answers of `upstar heaps` look.

use std::io::Write;

use serde_json::json;
use upstar_heaps::{Game, Sequence, Verdict};

use super::{Found, Heaps};
use crate::support::{Answer, Failure, Outcome};

/// The sizes of positions with their values.
pub(super) fn sizes<'a>(
    game: &'a Game,
    values: &'a [u32],
) -> impl Iterator<Item = (u64, u32)> + 'a {
    (game.least()..).map_while(|size| {
        let heap = usize::try_from(game.heap(size).ok()?).ok()?;
        Some((size, *values.get(heap)?))
    })
}

pub(super) fn explain(game: &Game, json: bool) -> Outcome {
    let mut out = std::io::stdout().lock();
    let lines = game.code.explain();
    let done = if json {
        let mut object = json!({ "schema": 1, "code": game.code.to_string(), "rules": lines });
        if let Some(named) = game.named {
            object["name"] = json!(named.name);
        }
        writeln!(out, "{object:#}")
    } else {
        let name = game.named.map(|named| format!(" ({})", named.name)).unwrap_or_default();
        writeln!(out, "{}{name}", game.code).and_then(|()| {
            if let Some(named) = game.named {
                writeln!(out, "{}", named.rules)?;
            }
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))
        })
    };
    done.map_err(Failure::output)?;
    Ok(Answer::Yes)
}

pub(super) fn rares(sequence: &Sequence, json: bool) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let done = match sequence.rares() {
        None if json => writeln!(out, "{}", json!({ "schema": 1, "rares": null })),
        None => {
            eprintln!("upstar: no rare and common values are known for this game this far");
            Ok(())
        }
        Some((class, heaps)) if json => {
            writeln!(out, "{}", json!({ "schema": 1, "class": class, "rares": heaps }))
        }
        Some((class, heaps)) => {
            let bits = class.mask & 0xffff;
            eprintln!(
                "upstar: {} rare heaps; rare: an even number of bits in common with {bits:#x}{}",
                heaps.len(),
                if class.by_position { ", odd at every other heap" } else { "" }
            );
            writeln!(out, "n,value").and_then(|()| {
                heaps.iter().try_for_each(|(heap, value)| writeln!(out, "{heap},{value}"))
            })
        }
    };
    done.map_err(Failure::output)
}

/// Shows what was computed.
pub(super) fn found(asked: &Heaps, game: &Game, found: &Found) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = if asked.json {
        object(asked, game, found, &mut out)
    } else {
        text(asked, game, found, &mut out)
    };
    done.and_then(|()| out.flush()).map_err(Failure::output)
}

fn text(asked: &Heaps, game: &Game, found: &Found, out: &mut impl Write) -> std::io::Result<()> {
    if let Some(at) = &asked.at {
        let heap = heap_of(game, at);
        match heap.and_then(|heap| value_at(found, &heap)) {
            Some(value) if asked.plain => writeln!(out, "{value}")?,
            Some(value) => writeln!(out, "G({at}) = {value}")?,
            None => {
                eprintln!("upstar: the value of {at} is not known: no period is proved this far")
            }
        }
        if !asked.period {
            return Ok(());
        }
    }
    if asked.period || asked.certify.is_some() {
        match &found.period {
            None => writeln!(out, "no period found up to {}", found.summary.count - 1)?,
            Some(period) if asked.plain => {
                writeln!(out, "{},{},{}", period.preperiod, period.period, period.saltus)?;
            }
            Some(period) => {
                writeln!(out, "code: {}", game.code)?;
                writeln!(out, "preperiod: {}", period.preperiod)?;
                writeln!(out, "period: {}", period.period)?;
                writeln!(out, "saltus: {}", period.saltus)?;
                match (period.verdict, period.theorem) {
                    (Verdict::Proved, Some(theorem)) => {
                        writeln!(out, "verdict: proved ({})", theorem.name())?;
                    }
                    _ => writeln!(out, "verdict: observed")?,
                }
                writeln!(out, "values used: 0 to {}", period.checked_to)?;
            }
        }
        return Ok(());
    }
    if asked.max {
        writeln!(out, "maximum: {} at {}", found.summary.maximum, found.summary.maximum_at)?;
    }
    if asked.digest {
        writeln!(out, "digest: {:016x}", found.summary.digest.unwrap_or_default())?;
    }
    if asked.histogram {
        writeln!(out, "value,count")?;
        for (value, &count) in found.summary.histogram.iter().enumerate().filter(|(_, c)| **c > 0) {
            writeln!(out, "{value},{count}")?;
        }
    }
    if let Some(width) = asked.table {
        return rows(game, &found.values, usize::from(width), out);
    }
    if asked.zeros && asked.output.is_none() {
        let zeros: Vec<u64> = zeros(game, found).collect();
        if asked.plain {
            let words: Vec<String> = zeros.iter().map(u64::to_string).collect();
            return writeln!(out, "{}", words.join(" "));
        }
        writeln!(out, "n,value")?;
        return zeros.iter().try_for_each(|heap| writeln!(out, "{heap},0"));
    }
    if asked.shows_values() {
        if !asked.plain {
            writeln!(out, "n,value")?;
        }
        for (size, value) in sizes(game, &found.values) {
            if asked.plain {
                writeln!(out, "{value}")?;
            } else {
                writeln!(out, "{size},{value}")?;
            }
        }
    }
    Ok(())
}

/// The sizes of value 0.
fn zeros<'a>(game: &'a Game, found: &'a Found) -> impl Iterator<Item = u64> + 'a {
    let (scale, shift) = game.named.map_or((1, 0), |named| (named.scale, named.shift));
    found.summary.zeros.iter().filter_map(move |&heap| {
        let size = heap.checked_add_signed(-shift)?;
        (size.is_multiple_of(scale) && size / scale >= game.least()).then_some(size / scale)
    })
}

/// Values in rows, each with its first size.
fn rows(game: &Game, values: &[u32], width: usize, out: &mut impl Write) -> std::io::Result<()> {
    let all: Vec<(u64, u32)> = sizes(game, values).collect();
    let Some(&(last, _)) = all.last() else { return Ok(()) };
    let left = last.to_string().len();
    let wide = all.iter().map(|(_, value)| value.to_string().len()).max().unwrap_or(1);
    for row in all.chunks(width) {
        write!(out, "{:>left$}:", row[0].0)?;
        for (_, value) in row {
            write!(out, " {value:>wide$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The heap of a size, of any size.
pub(super) fn heap_of(game: &Game, size: &num_bigint::BigUint) -> Option<num_bigint::BigUint> {
    let Some(named) = game.named else { return Some(size.clone()) };
    if *size < named.least.into() {
        return None;
    }
    let scaled = size * named.scale;
    let by = named.shift.unsigned_abs();
    if named.shift >= 0 { Some(scaled + by) } else { (scaled >= by.into()).then(|| scaled - by) }
}

fn value_at(found: &Found, heap: &num_bigint::BigUint) -> Option<num_bigint::BigUint> {
    if found.at.is_some() {
        return found.at.clone();
    }
    if let Some(period) = &found.period {
        return period.value_at(heap, &found.values);
    }
    let heap = usize::try_from(heap).ok()?;
    found.values.get(heap).map(|&value| value.into())
}

fn object(asked: &Heaps, game: &Game, found: &Found, out: &mut impl Write) -> std::io::Result<()> {
    let mut object = json!({
        "schema": 1,
        "code": game.code.to_string(),
        "to": found.summary.count.saturating_sub(1),
        "stopped": if found.stop == upstar_core::StopReason::Finished { None } else { Some(found.stop.to_string()) },
        "maximum": { "value": found.summary.maximum, "at": found.summary.maximum_at },
    });
    if let Some(named) = game.named {
        object["name"] = json!(named.name);
    }
    if let Some(digest) = found.summary.digest.filter(|_| asked.digest) {
        object["digest"] = json!(format!("{digest:016x}"));
    }
    if asked.zeros {
        object["zeros"] = json!(zeros(game, found).collect::<Vec<u64>>());
    }
    if asked.histogram {
        object["histogram"] = json!(found.summary.histogram);
    }
    if asked.period || asked.certify.is_some() || asked.at.is_some() {
        object["period"] = json!(found.period);
    }
    if let Some(at) = &asked.at {
        let value = heap_of(game, at).and_then(|heap| value_at(found, &heap));
        object["at"] = json!({ "n": at.to_string(), "value": value.map(|v| v.to_string()) });
    }
    if asked.shows_values() && !asked.zeros {
        let values: Vec<u32> = sizes(game, &found.values).map(|(_, value)| value).collect();
        object["first"] = json!(game.least());
        object["values"] = json!(values);
    }
    writeln!(out, "{object:#}")
}
