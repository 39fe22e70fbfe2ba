//! The table of all positions, a file for each worker.

use std::path::Path;

use upstar_files::table::{Column, Format, Kind, RowWriter, Schema};

use super::{Context, PartStore};
use crate::Result;
use crate::graph::table::{finish, metadata, part_name};
use crate::rounds::Rounds;

pub(super) fn write(
    folder: &Path,
    context: &Context<'_>,
    store: &PartStore,
    rounds: &mut Rounds,
) -> Result {
    let impartial = context.game.class().is_impartial();
    let mut columns = vec![Column::new("position", Kind::Text)];
    if !impartial {
        columns.push(Column::new("mover", Kind::Text));
    }
    columns.push(Column::new("outcome", Kind::Text));
    columns.push(Column::nullable("remoteness", Kind::U64));
    let schema = Schema::new(columns);
    let subject = context.game.text();
    let convention = context.options.convention;
    let path = folder.join(part_name(rounds.index()));
    let metadata = metadata(&subject, convention);
    let mut rows = RowWriter::create(&path, Format::Parquet, &schema, &metadata, &context.budget)?;
    let counted = store.has_remoteness();
    let mut count = 0;
    for &(tier, _) in &context.tiers {
        let keys = match context.numbered {
            true => None,
            false => Some(store.positions(tier).map_err(|error| context.wrong(error))?),
        };
        let size = store.facts(tier).map_or(0, |facts| facts.size);
        for place in 0..size {
            let verdict = store.verdict(tier, place).map_err(|error| context.wrong(error))?;
            let Some(verdict) = verdict else { continue };
            let (game, mover) = match &keys {
                Some(keys) => {
                    let found = context.game.of_key(keys.get(place));
                    found.map_err(|error| context.error(error))?
                }
                None => {
                    let number = context.deal.number(context.part, place);
                    context.game.unrank(tier, number).ok_or_else(|| context.nowhere())?
                }
            };
            count += 1;
            rows.row(|cells| {
                cells.push_text(0, &game.position_text());
                if !impartial {
                    cells.push_display(1, &mover);
                }
                let column = 2 - usize::from(impartial);
                cells.push_text(column, verdict.result().outcome().name());
                cells.push_optional_u64(column + 1, verdict.remoteness().filter(|_| counted));
            })?;
        }
    }
    rows.finish()?;
    finish(folder, &subject, convention, &schema, count, rounds)
}
