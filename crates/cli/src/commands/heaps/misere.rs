//! Genera and misère forms of heaps.

use std::io::Write;

use upstar::heaps::HeapGame;
use upstar::{Analysis, MisereHeaps, analyze_misere_heaps};
use upstar_core::Budget;
use upstar_files::table::{Column, Kind, Schema};

use super::Heaps;
use crate::support::{Answer, Failure, Outcome, Progress, Result, Table, text_column};

pub(super) fn run(asked: &Heaps, game: &HeapGame, progress: &Progress, budget: &Budget) -> Outcome {
    let what = match (asked.genus, asked.forms) {
        (_, false) => MisereHeaps::Genera,
        (false, true) => MisereHeaps::Forms,
        (true, true) => MisereHeaps::GeneraAndForms,
    };
    progress.stage("heaps", asked.to, budget);
    let analysis = analyze_misere_heaps(game, asked.to.unwrap_or_default(), what, budget, |_| {})?;
    progress.clear();
    if let Some(table) = Table::requested(asked.output.as_deref(), asked.format)? {
        write_table(&table, asked, &analysis, budget)?;
        return Ok(Answer::of(&analysis));
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let done = if asked.json {
        writeln!(out, "{}", crate::support::json(&analysis))
    } else {
        text(asked, &analysis, &mut out)
    };
    done.and_then(|()| out.flush()).map_err(Failure::output)?;
    Ok(Answer::of(&analysis))
}

fn text(asked: &Heaps, analysis: &Analysis, out: &mut impl Write) -> std::io::Result<()> {
    let Some(table) = &analysis.table else { return Ok(()) };
    if !asked.plain {
        writeln!(out, "{}", table.columns.join(","))?;
    }
    for row in &table.rows {
        let cells = if asked.plain { &row[1..] } else { &row[..] };
        for (at, cell) in cells.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            // `6^(1,9,10,8)` contains commas.
            if cell.contains(',') && !(asked.plain && cells.len() == 1) {
                write!(out, "{comma}\"{cell}\"")?;
            } else {
                write!(out, "{comma}{cell}")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_table(table: &Table, asked: &Heaps, analysis: &Analysis, budget: &Budget) -> Result {
    let Some(found) = &analysis.table else { return Ok(()) };
    let mut columns = vec![Column::new("n", Kind::U64)];
    columns.extend(found.columns[1..].iter().map(|name| text_column(name)));
    let schema = Schema::new(columns);
    let metadata = [("game".to_owned(), asked.game.clone())];
    table.write(&schema, &metadata, budget, |rows| {
        found.rows.iter().try_for_each(|row| {
            rows.row(|batch| {
                batch.push_u64(0, row[0].parse().unwrap_or_default());
                for (at, cell) in row.iter().enumerate().skip(1) {
                    batch.push_text(at, cell);
                }
            })
        })
    })
}
