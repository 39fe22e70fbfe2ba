//! The text of the answers of `upstar heaps`.

use std::io::Write;
use std::path::Path;

use upstar::heaps::{Certificate, HeapGame, SplitCounts};
use upstar::{Analysis, RareHeaps, SequenceFacts};
use upstar_files::{Compression, Output};

use super::Heaps;
use crate::support::{Answer, Failure, Outcome, Result};

/// The sizes of positions with their values.
pub(super) fn sizes(facts: &SequenceFacts) -> impl Iterator<Item = (u64, u32)> {
    (facts.first.unwrap_or_default()..).zip(facts.values.iter().copied())
}

pub(super) fn explain(game: &HeapGame, json: bool) -> Outcome {
    let mut out = std::io::stdout().lock();
    let analysis = upstar::explain_heap_game(game)?;
    let facts = analysis.sequence.as_deref();
    let done = match facts {
        Some(facts) if !json => {
            let name = facts.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
            writeln!(out, "{}{name}", facts.code)
                .and_then(|()| facts.rules.iter().try_for_each(|line| writeln!(out, "{line}")))
        }
        _ => writeln!(out, "{}", crate::support::json(&analysis)),
    };
    done.map_err(Failure::output)?;
    Ok(Answer::Yes)
}

/// Writes a certificate to a file.
pub(super) fn certificate(path: &Path, certificate: &Certificate) -> Result {
    write_text(path, &(certificate.to_json() + "\n"))
}

/// Writes a text to a file.
pub(crate) fn write_text(path: &Path, text: &str) -> Result {
    let mut output = Output::create_as(path, Compression::None)?;
    output.write_all(text.as_bytes()).map_err(|error| output.error(error))?;
    Ok(output.finish()?)
}

/// Shows the results.
pub(super) fn analysis(asked: &Heaps, analysis: &Analysis) -> Result {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = match analysis.sequence.as_deref() {
        Some(facts) if !asked.json => text(asked, analysis, facts, &mut out),
        _ => writeln!(out, "{}", crate::support::json(analysis)),
    };
    done.and_then(|()| out.flush()).map_err(Failure::output)
}

fn text(
    asked: &Heaps,
    analysis: &Analysis,
    facts: &SequenceFacts,
    out: &mut impl Write,
) -> std::io::Result<()> {
    if asked.rares {
        rares(facts.rares.as_ref(), out)?;
    }
    if asked.tries {
        tries(asked, facts.tries.as_ref(), out)?;
    }
    if let Some(at) = &asked.at {
        match analysis.value.as_deref().map(grundy_value) {
            Some(value) if asked.plain => writeln!(out, "{value}")?,
            Some(value) => {
                writeln!(out, "G({at}) = {value}")?;
                if facts.law.is_some() && !asked.law {
                    writeln!(out, "{}", law_in_words(facts, asked.plain))?;
                }
            }
            None => {
                tell!("upstar: the value of {at} is not known: no period or law is proved so far")
            }
        }
        if !(asked.period || asked.law) {
            return Ok(());
        }
    }
    if asked.period || asked.certify.is_some() {
        period(asked, facts, out)?;
    }
    if asked.law {
        writeln!(out, "{}", law_in_words(facts, asked.plain))?;
    }
    if asked.period || asked.law || asked.certify.is_some() {
        return Ok(());
    }
    if let Some(maximum) = facts.maximum.filter(|_| asked.max) {
        writeln!(out, "maximum: {} at {}", maximum.value, maximum.heap)?;
    }
    if let Some(digest) = &facts.digest {
        writeln!(out, "digest: {digest}")?;
    }
    if asked.histogram {
        writeln!(out, "value,count")?;
        for (value, &count) in facts.histogram.iter().enumerate().filter(|(_, c)| **c > 0) {
            writeln!(out, "{value},{count}")?;
        }
    }
    if let Some(width) = asked.table {
        return rows(facts, usize::from(width), out);
    }
    if let Some(zeros) = facts.zeros.as_ref().filter(|_| asked.output.is_none()) {
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
        for (size, value) in sizes(facts) {
            if asked.plain {
                writeln!(out, "{value}")?;
            } else {
                writeln!(out, "{size},{value}")?;
            }
        }
    }
    Ok(())
}

/// The number of a nimber.
fn grundy_value(nimber: &str) -> &str {
    match nimber.strip_prefix('*') {
        Some("") => "1",
        Some(number) => number,
        None => nimber,
    }
}

fn tries(asked: &Heaps, tries: Option<&SplitCounts>, out: &mut impl Write) -> std::io::Result<()> {
    let Some(tries) = tries else {
        tell!("upstar: no rare and common values are known for this game so far");
        return Ok(());
    };
    let (whole, part) = (tries.mean_hundredths() / 100, tries.mean_hundredths() % 100);
    if asked.plain {
        return writeln!(out, "{whole}.{part:02}");
    }
    writeln!(out, "mean tries: {whole}.{part:02} of {} heaps", tries.heaps)
}

fn rares(rares: Option<&RareHeaps>, out: &mut impl Write) -> std::io::Result<()> {
    let Some(RareHeaps { class, heaps }) = rares else {
        tell!("upstar: no rare and common values are known for this game so far");
        return Ok(());
    };
    tell!(
        "upstar: {} rare heaps; rare: an even number of bits in common with {:#x}{}",
        heaps.len(),
        class.mask & 0xffff,
        if class.by_position { ", odd at every other heap" } else { "" }
    );
    writeln!(out, "n,value")?;
    heaps.iter().try_for_each(|(heap, value)| writeln!(out, "{heap},{value}"))
}

fn period(asked: &Heaps, facts: &SequenceFacts, out: &mut impl Write) -> std::io::Result<()> {
    let Some(period) = &facts.period else {
        writeln!(out, "no period found up to {}", facts.to.unwrap_or_default())?;
        let more = facts.law.is_some() && !asked.law && !asked.plain;
        return if more { writeln!(out, "{}", law_in_words(facts, false)) } else { Ok(()) };
    };
    if asked.plain {
        return writeln!(out, "{},{},{}", period.preperiod, period.period, period.saltus);
    }
    match &facts.name {
        Some(name) if facts.code.is_empty() => writeln!(out, "game: {name}")?,
        _ => writeln!(out, "code: {}", facts.code)?,
    }
    writeln!(out, "preperiod: {}", period.preperiod)?;
    writeln!(out, "period: {}", period.period)?;
    writeln!(out, "saltus: {}", period.saltus)?;
    writeln!(out, "verdict: {}", period.verdict.in_words(period.theorem, period.checked_to))?;
    writeln!(out, "values used: 0 to {}", period.checked_to)
}

/// The law and how certain it is.
pub(crate) fn law_in_words(facts: &SequenceFacts, plain: bool) -> String {
    match &facts.law {
        None => format!("no law found up to {}", facts.to.unwrap_or_default()),
        Some(law) if plain => law.to_string(),
        Some(law) => {
            let verdict = law.verdict.in_words(law.theorem, law.checked_to);
            format!("law: {}\nverdict: {verdict}", law.text)
        }
    }
}

/// Values in rows, each with its first size.
fn rows(facts: &SequenceFacts, width: usize, out: &mut impl Write) -> std::io::Result<()> {
    let all: Vec<(u64, u32)> = sizes(facts).collect();
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
