//! The search for the positions of tiers by all workers together, from the highest tier down.

use std::collections::BTreeMap;

use upstar_engine::{KeyTable, Keys};

use super::{Context, PartStore};
use crate::Result;
use crate::batch::{Batch, halves, joined};
use crate::graph::outbox::{BATCH, Outbox};
use crate::graph::{pack_bytes, unpack_bytes};
use crate::rounds::Rounds;

/// Positions, each as its tier and its key.
const FOUND: u32 = 0;

/// The number of words that are sent between two checks for arrived data.
const LOOK: usize = 8 * BATCH;

/// The positions found: those of the current tier, and those of lower tiers.
struct DiscoveredPositions<'c> {
    context: &'c Context<'c>,
    tier: Option<u64>,
    here: KeyTable,
    waiting: BTreeMap<u64, KeyTable>,
}

impl DiscoveredPositions<'_> {
    fn add(&mut self, tier: u64, key: &[u8]) -> Result {
        let table = if self.tier == Some(tier) {
            &mut self.here
        } else {
            self.waiting.entry(tier).or_insert_with(|| KeyTable::new(&self.context.budget))
        };
        table.insert(key).map_err(|error| self.context.error(error))
    }

    fn take(&mut self, batch: &Batch) -> Result {
        let mut words = &batch.words[..];
        while let Some((&[low, high, length], rest)) = words.split_first_chunk() {
            let (key, rest) = rest.split_at((length as usize).div_ceil(4));
            self.add(joined(low, high), &unpack_bytes(key, length as usize))?;
            words = rest;
        }
        Ok(())
    }
}

/// Finds and stores the positions of this part, or uses the stores if all workers have them.
/// Returns the tiers of all workers with the numbers of positions of this part.
pub(super) fn search(
    context: &Context<'_>,
    store: &mut PartStore,
    rounds: &mut Rounds,
) -> Result<Vec<(u64, u64)>> {
    let before = store.found();
    let said = rounds.finish(&[u64::from(before.is_some())], &mut |_| Ok(()))?;
    if let Some(tiers) = before.filter(|_| said.sum(0) == rounds.peers() as u64) {
        return Ok(tiers);
    }
    let budget = &context.budget;
    let here = KeyTable::new(budget);
    let mut found = DiscoveredPositions { context, tier: None, here, waiting: BTreeMap::new() };
    for mover in context.game.movers(context.options.first) {
        let key = context.game.key(mover);
        // Checks that positions of these rules can be stored as bytes.
        context.game.of_key(&key).map_err(|error| context.error(error))?;
        if context.deal.part_of(&key) == context.part {
            found.add(context.game.tier(), &key)?;
        }
    }
    let mut outbox = Outbox::new(rounds.peers(), FOUND).within(budget);
    let mut moves = context.game.tier_moves();
    let (mut tiers, mut keys) = (Vec::new(), Keys::default());
    let mut all: Vec<(u64, u64)> = Vec::new();
    let mut ticker = budget.ticker();
    let (mut words, mut key) = (Vec::new(), Vec::new());
    loop {
        // The highest tier of all workers, plus one.
        let mine = found.waiting.last_key_value().map_or([0, 0], |(&tier, _)| [1, tier]);
        let said = rounds.finish(&mine, &mut |_| Ok(()))?;
        let tier = said.0.iter().filter(|said| said[0] == 1).map(|said| said[1]).max();
        let Some(tier) = tier else { break };
        let mut next = 0;
        found.tier = Some(tier);
        found.here = found.waiting.remove(&tier).unwrap_or_else(|| KeyTable::new(budget));
        loop {
            let mut since = 0;
            while next < found.here.len() && !outbox.is_full() {
                key.clear();
                key.extend_from_slice(found.here.key(next));
                next += 1;
                let asked = moves.options_of_key(tier, &key, &mut tiers, &mut keys);
                asked.map_err(|error| context.error(error))?;
                ticker.tick(1 + tiers.len() as u64)?;
                for (at, &below) in (0..).zip(&tiers) {
                    let option = keys.get(at);
                    let part = context.deal.part_of(option);
                    if part != context.part {
                        words.clear();
                        words.extend(halves(below));
                        pack_bytes(option, &mut words);
                        since += words.len();
                        outbox.put(part, &words, rounds);
                    } else {
                        found.add(below, option)?;
                    }
                }
                if since >= LOOK {
                    since = 0;
                    rounds.poll(&mut |batch| found.take(&batch))?;
                }
            }
            outbox.flush(rounds);
            let more = next < found.here.len() || outbox.has_sent();
            let said = rounds.finish(&[u64::from(more)], &mut |batch| found.take(&batch))?;
            outbox.reset();
            if said.sum(0) == 0 {
                break;
            }
        }
        let here = std::mem::replace(&mut found.here, KeyTable::new(budget));
        let sorted = here.into_sorted();
        all.push((tier, sorted.len()));
        store.keep_positions(tier, sorted).map_err(|error| context.wrong(error))?;
    }
    all.reverse();
    store.keep_found(&all).map_err(|error| context.wrong(error))?;
    Ok(all)
}
