//! `upstar heaps survey`: which short octal codes have a proved period, and which have equal
//! values.

use std::io::Write;

use upstar::Analysis;
use upstar::heaps::{PeriodStatus, Survey, SurveyRow};
use upstar_files::table::{Column, Kind, Schema};

use super::Heaps;
use crate::support::{Answer, Failure, Outcome, Table, and_saved};

pub(super) fn run(asked: &Heaps) -> Outcome {
    let (progress, budget) = asked.budget.start();
    let to = asked.to.unwrap_or(1 << 17);
    let codes = Survey::codes(asked.places).len() as u64;
    progress.stage("codes", Some(codes * (to + 1)), &budget);
    let each = || asked.each.clone().unwrap_or_default().within(&budget);
    let analysis = upstar::survey_of_codes(asked.places, to, asked.settings(), each, &budget)?;
    progress.clear();
    let rows = analysis.sequence.as_ref().map_or(&[][..], |facts| &facts.survey);
    let mut written = Ok(());
    let table = Table::requested(asked.output.as_deref(), asked.format)?;
    if let Some(table) = &table {
        let schema = Schema::new([
            Column::new("code", Kind::Text),
            Column::new("status", Kind::Text),
            Column::nullable("preperiod", Kind::U64),
            Column::nullable("period", Kind::U64),
            Column::new("maximum", Kind::U64),
            Column::new("values_to", Kind::U64),
            Column::new("same_as", Kind::Text),
            Column::new("sameness", Kind::Text),
        ]);
        let metadata = [("to".to_owned(), to.to_string())];
        written = table.write(&schema, &metadata, &budget, |out| {
            rows.iter().try_for_each(|row| {
                out.row(|batch| {
                    batch.push_text(0, &row.code);
                    batch.push_text(1, &row.status.to_string());
                    batch.push_optional_u64(2, row.period.map(|(preperiod, _)| preperiod));
                    batch.push_optional_u64(3, row.period.map(|(_, period)| period));
                    batch.push_u64(4, u64::from(row.maximum));
                    batch.push_u64(5, row.values_to);
                    batch.push_text(6, &row.same_as);
                    batch.push_text(7, &sameness(row.sameness));
                })
            })
        });
    }
    // If the table cannot be written, the answer is still shown.
    let shown = match table {
        Some(_) if written.is_ok() => Ok(()),
        _ => show(&analysis, rows, asked.json).map_err(Failure::output),
    };
    and_saved(shown.map(|()| Answer::of(&analysis)), written)
}

/// Empty for the first game of its kind.
fn sameness(sameness: Option<PeriodStatus>) -> String {
    sameness.map(|verdict| verdict.to_string()).unwrap_or_default()
}

fn show(analysis: &Analysis, rows: &[SurveyRow], as_json: bool) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if as_json {
        writeln!(out, "{}", crate::support::json(analysis))?;
        return out.flush();
    }
    writeln!(out, "code,status,preperiod,period,maximum,values_to,same_as,sameness")?;
    for row in rows {
        let (preperiod, period) = match row.period {
            Some((preperiod, period)) => (preperiod.to_string(), period.to_string()),
            None => (String::new(), String::new()),
        };
        writeln!(
            out,
            "{},{},{preperiod},{period},{},{},{},{}",
            row.code,
            row.status,
            row.maximum,
            row.values_to,
            row.same_as,
            sameness(row.sameness)
        )?;
    }
    out.flush()
}
