//! `upstar heaps survey`: all short octal codes, which have a proved period, and which agree.

use std::io::Write;

use serde_json::json;
use upstar_files::table::{Column, Kind, Schema};
use upstar_heaps::{Survey, SurveyRow};

use super::{Heaps, failure};
use crate::support::{Answer, Failure, Outcome, Progress, Table};

pub(super) fn run(asked: &Heaps) -> Outcome {
    let progress = Progress::new();
    let budget = asked.budget.budget(&progress);
    let to = asked.to.unwrap_or(1 << 17);
    let codes = Survey::codes(asked.places);
    progress.stage("codes", Some(codes.len() as u64 * (to + 1)), &budget);
    let mut survey = Survey::new(to);
    let mut stop = None;
    for code in codes {
        let each = asked.each.clone().unwrap_or_default().within(&budget);
        match survey.add(code, asked.settings(), &each) {
            Ok(()) => {}
            Err(upstar_heaps::HeapsError::Exhausted(exhausted)) => {
                stop = Some(exhausted.reason);
                break;
            }
            Err(error) => return Err(failure(error)),
        }
        if let Err(exhausted) = budget.check() {
            stop = Some(exhausted.reason);
            break;
        }
    }
    let rows = survey.rows();
    progress.clear();
    if let Some(table) = Table::requested(asked.output.as_deref(), asked.format)? {
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
        table.write(&schema, &metadata, &budget, |out| {
            rows.iter().try_for_each(|row| {
                out.row(|batch| {
                    batch.push_text(0, &row.code);
                    batch.push_text(1, row.status);
                    match row.period {
                        Some((preperiod, period)) => {
                            batch.push_u64(2, preperiod);
                            batch.push_u64(3, period);
                        }
                        None => {
                            batch.push_null(2);
                            batch.push_null(3);
                        }
                    }
                    batch.push_u64(4, u64::from(row.maximum));
                    batch.push_u64(5, row.values_to);
                    batch.push_text(6, &row.same_as);
                    batch.push_text(7, row.sameness);
                })
            })
        })?;
    } else {
        show(&rows, asked.json).map_err(Failure::output)?;
    }
    match stop {
        None => Ok(Answer::Yes),
        Some(stop) => Ok(Answer::Partial(stop)),
    }
}

fn show(rows: &[SurveyRow], as_json: bool) -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if as_json {
        writeln!(out, "{:#}", json!({ "schema": 1, "games": rows }))?;
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
            row.code, row.status, row.maximum, row.values_to, row.same_as, row.sameness
        )?;
    }
    out.flush()
}
