//! The outcome and remoteness of every position of this worker's part of a tier, by the method of
//! `upstar_engine`'s `solve/label`.

use upstar_core::{Exhausted, Lease, StopReason};
use upstar_engine::{Keys, Labels, PositionResult, TierMoves};

use super::positions::{Options, Tier};
use super::{Context, PartStore, code, decode};
use crate::Result;
use crate::batch::{Batch, halves, joined};
use crate::graph::outbox::{BATCH, Outbox};
use crate::graph::pack_bytes;
use crate::graph::rows::{ARC, Rows};
use crate::rounds::Rounds;

/// Questions about positions of lower tiers: for each the number of the asking position, the index
/// of the tier in the list, and the position.
const ASK: u32 = 0;
/// Answers to them: the number of the asking position, and the verdict in two words.
const ANSWER: u32 = 1;
/// Moves within the tier: the number of the start, and the end position.
const MOVE: u32 = 2;
/// Positions with a move to a lost one: their numbers, or their keys if the ruleset gives these.
const TO_LOST: u32 = 3;
/// Positions with a move to a won one.
const TO_WON: u32 = 4;
/// Questions about positions of this tier: for each the number of the asking position, and the
/// position.
const ASK_HERE: u32 = 5;

/// The number of bytes for a position: the label, the counter, and the result.
const A_POSITION: u64 = 4 + 2 + 1;
/// The number of bytes for a move within the tier: in transit, and in its row.
const A_MOVE: u64 = 12 + 6;
/// The number of bytes requested from the budget at a time.
const STEP: u64 = 1 << 20;
/// The number of words that are sent between two checks for arrived data.
const LOOK: usize = 8 * BATCH;

/// Results that arrive while moves are generated.
struct First<'t, 'c> {
    tier: &'t Tier<'c>,
    marks: Labels,
    /// Moves that end here, for [`Rows`], with their memory, and whether they are kept.
    arcs: Vec<Vec<u32>>,
    lease: Lease,
    keeps: bool,
    /// Whether any worker has moves within the tier.
    within: bool,
    /// Answers to other workers.
    answers: Vec<Vec<u32>>,
}

impl First<'_, '_> {
    fn take(&mut self, batch: &Batch) -> Result {
        let mut words = &batch.words[..];
        match batch.kind {
            ASK => {
                let answers = &mut self.answers[batch.from as usize];
                while let Some((&[asker, index], rest)) = words.split_first_chunk() {
                    words = rest;
                    let [low, high] = halves(code(Some(self.tier.below(index, &mut words)?)));
                    answers.extend([asker, low, high]);
                }
            }
            ANSWER => {
                while let Some((&[asker, low, high], rest)) = words.split_first_chunk() {
                    words = rest;
                    let verdict = decode(joined(low, high)).expect("answers are verdicts");
                    self.below(asker, verdict)?;
                }
            }
            _ => {
                while let Some((&from, rest)) = words.split_first() {
                    words = rest;
                    let to = self.tier.here(&mut words)?;
                    self.arc(to, from, batch.from)?;
                }
            }
        }
        Ok(())
    }

    fn below(&mut self, at: u32, verdict: PositionResult) -> Result {
        self.marks.below(at, verdict).map_err(|error| self.tier.context.error(error))
    }

    /// Stops keeping moves.
    fn forget(&mut self) {
        self.keeps = false;
        self.lease.release(A_MOVE * (BATCH / ARC * self.arcs.len()) as u64);
        self.arcs = Vec::new();
    }

    fn arc(&mut self, to: u32, from: u32, owner: u32) -> Result {
        if !self.keeps {
            return Ok(());
        }
        if self.arcs.last().is_none_or(|last| last.len() + ARC > BATCH) {
            match self.lease.reserve_spare(A_MOVE * (BATCH / ARC) as u64) {
                Ok(()) => {}
                Err(Exhausted { reason: StopReason::Memory, .. }) => {
                    self.forget();
                    return Ok(());
                }
                Err(error) => return Err(error.into()),
            }
            self.arcs.push(Vec::with_capacity(BATCH));
        }
        if let Some(last) = self.arcs.last_mut() {
            last.extend([to, from, owner]);
        }
        Ok(())
    }
}

/// Sends the answers to workers for which there are at least this many words.
fn answer(all: &mut [Vec<u32>], least: usize, rounds: &mut Rounds) {
    for (to, answers) in all.iter_mut().enumerate() {
        if !answers.is_empty() && answers.len() >= least {
            rounds.send(to, ANSWER, std::mem::take(answers));
        }
    }
}

/// The method for finding the predecessors of a position.
enum Before {
    /// The ruleset gives them.
    Predecessors,
    /// They follow from the moves that end here.
    Moves(Rows),
    /// There is none: at every level, undecided positions ask for the results of their moves.
    Asked,
}

/// Solves this worker's part of a tier, together with all others.
pub(super) fn label(
    context: &Context<'_>,
    index: usize,
    store: &PartStore,
    rounds: &mut Rounds,
) -> Result<Labels> {
    let tier = Tier::new(context, index, store)?;
    let mut moves = context.game.tier_moves();
    let given = gives_predecessors(&tier, &mut *moves)?;
    // Workers that know agree. The others say nothing.
    let say = [u64::from(given == Some(true)), u64::from(given == Some(false))];
    let said = rounds.finish(&say, &mut |_| Ok(()))?;
    let given = said.sum(0) > 0 && said.sum(1) == 0;
    let lease = Lease::of(&context.budget, STEP.max(u64::from(tier.len) * A_POSITION))?;
    let First { mut marks, arcs, keeps, lease: _lease, within, .. } =
        first_pass(&tier, given, &mut *moves, lease, rounds)?;
    if !within {
        marks.decide_all();
        return Ok(marks);
    }
    marks.settle();
    let before = match (given, keeps) {
        (true, _) => Before::Predecessors,
        (false, true) => Before::Moves(Rows::build(arcs, tier.len as usize, false, rounds)?),
        (false, false) => Before::Asked,
    };
    levels(&tier, &mut marks, &before, &mut *moves, rounds)?;
    Ok(marks)
}

/// Whether the ruleset gives predecessors, judged by the first position.
fn gives_predecessors(tier: &Tier<'_>, moves: &mut dyn TierMoves) -> Result<Option<bool>> {
    let Context { deal, part, .. } = *tier.context;
    let mut options = Vec::new();
    if let Some(keys) = &tier.keys {
        if keys.is_empty() {
            return Ok(None);
        }
        let known = moves.before_of_key(keys.key(0), &mut Keys::default());
        return known.map(Some).map_err(|error| tier.context.error(error));
    }
    for at in 0..u64::from(tier.len) {
        let number = deal.number(part, at);
        let there = moves.options(tier.tier, number, &mut options);
        if there.map_err(|error| tier.context.error(error))? {
            let known = moves.before(tier.tier, number, &mut Vec::new());
            return known.map(Some).map_err(|error| tier.context.error(error));
        }
    }
    Ok(None)
}

/// Generates the moves of every position, for the results of lower tiers and the moves that end
/// here.
fn first_pass<'t, 'c>(
    tier: &'t Tier<'c>,
    given: bool,
    moves: &mut dyn TierMoves,
    lease: Lease,
    rounds: &mut Rounds,
) -> Result<First<'t, 'c>> {
    let context = tier.context;
    let workers = rounds.peers();
    let mut first = First {
        tier,
        marks: Labels::new(tier.len),
        arcs: Vec::new(),
        lease,
        keeps: !given && context.keeps_moves,
        within: false,
        answers: vec![Vec::new(); workers],
    };
    let mut asks = Outbox::new(workers, ASK).within(&context.budget);
    let mut arcs = Outbox::new(workers, MOVE).within(&context.budget);
    let mut options = Options::default();
    let mut ticker = context.budget.ticker();
    let (mut at, mut within, mut words) = (0, 0, Vec::new());
    loop {
        let mut since = 0;
        while at < tier.len && !asks.is_full() && !arcs.is_full() {
            if !options.ask(tier, at, moves)? {
                first.marks.absent(at);
                at += 1;
                continue;
            }
            ticker.tick(1 + options.used as u64)?;
            let mut here = 0;
            for (part, below, position) in options.iter() {
                let own = *part == context.part;
                words.clear();
                words.push(at);
                if *below == tier.tier {
                    here += 1;
                    if !first.keeps {
                        continue;
                    }
                    if own {
                        let to = tier.here(&mut &position[..])?;
                        first.arc(to, at, context.part as u32)?;
                        continue;
                    }
                    words.extend_from_slice(position);
                    arcs.put(*part, &words, rounds);
                } else {
                    let index = context.index(*below)?;
                    if own {
                        let verdict = tier.below(index, &mut &position[..])?;
                        first.below(at, verdict)?;
                        continue;
                    }
                    words.push(index);
                    words.extend_from_slice(position);
                    asks.put(*part, &words, rounds);
                }
                since += words.len();
            }
            let stuck = options.used == 0;
            let begun = first.marks.begin(at, here, stuck, context.options.convention);
            begun.map_err(|error| context.error(error))?;
            within += here as u64;
            at += 1;
            if since >= LOOK {
                since = 0;
                rounds.poll(&mut |batch| first.take(&batch))?;
                answer(&mut first.answers, BATCH, rounds);
            }
        }
        asks.flush(rounds);
        arcs.flush(rounds);
        answer(&mut first.answers, 0, rounds);
        // Workers that were asked have to answer in the next round.
        let more = at < tier.len || asks.has_sent();
        let say = [u64::from(more), within, u64::from(first.keeps)];
        let said = rounds.finish(&say, &mut |batch| first.take(&batch))?;
        asks.reset();
        arcs.reset();
        // Either all workers keep moves, or none does.
        let all_keep = said.sum(2) == workers as u64;
        if !all_keep && first.keeps {
            first.forget();
        }
        if said.sum(0) == 0 {
            // A worker that could not keep the last moves has not reported it yet.
            let keeps = [u64::from(first.keeps)];
            first.keeps = rounds.finish(&keeps, &mut |_| Ok(()))?.sum(0) == workers as u64;
            first.within = said.sum(1) > 0;
            return Ok(first);
        }
    }
}

/// Processes the levels.
fn levels(
    tier: &Tier<'_>,
    marks: &mut Labels,
    before: &Before,
    moves: &mut dyn TierMoves,
    rounds: &mut Rounds,
) -> Result {
    let context = tier.context;
    let wrong = |error| context.error(error);
    let mut boxes =
        [TO_LOST, TO_WON].map(|kind| Outbox::new(rounds.peers(), kind).within(&context.budget));
    let (mut now, mut later, mut decided) = (Vec::new(), Vec::new(), Vec::new());
    let mut ticker = context.budget.ticker();
    let (mut earlier, mut keys, mut words) = (Vec::new(), Keys::default(), Vec::new());
    // A ruleset that gives predecessors knows their keys, but not their places on other workers.
    let by_keys = tier.keys.as_ref().filter(|_| matches!(before, Before::Predecessors));
    let mut level = 0;
    loop {
        decided.clear();
        if marks.next_due(level) == Some(level) {
            ticker.tick(u64::from(tier.len) / 64)?;
        }
        marks.decide(level, &mut now, &mut decided).map_err(wrong)?;
        let (mut at, mut sent) = (0, false);
        let next = loop {
            while at < decided.len() && !boxes.iter().any(Outbox::is_full) {
                let position = decided[at];
                at += 1;
                let won = marks.won(position) == Some(true);
                let mut tell =
                    |part: usize, place: Option<u32>, to: &[u32], rounds: &mut Rounds| {
                        if part != context.part {
                            sent = true;
                            boxes[usize::from(won)].put(part, to, rounds);
                            return Ok(());
                        }
                        // A position that was not found cannot be reached.
                        if let Some(one) = place
                            && marks.report(one, won, level)?
                        {
                            later.push(one);
                        }
                        Ok(())
                    };
                match (before, by_keys) {
                    (Before::Predecessors, Some(table)) => {
                        let key = table.key(u64::from(position));
                        moves.before_of_key(key, &mut keys).map_err(wrong)?;
                        ticker.tick(1 + keys.len())?;
                        for index in 0..keys.len() {
                            let key = keys.get(index);
                            words.clear();
                            pack_bytes(key, &mut words);
                            let part = context.deal.part_of(key);
                            let own = (part == context.part).then(|| table.find(key)).flatten();
                            tell(part, own, &words, rounds).map_err(wrong)?;
                        }
                    }
                    (Before::Moves(rows), _) => {
                        let range = rows.range(position as usize);
                        ticker.tick(1 + range.len() as u64)?;
                        for arc in range {
                            let own = || context.part;
                            let part = rows.owners.get(arc).map_or_else(own, |&o| usize::from(o));
                            let one = rows.targets[arc];
                            tell(part, Some(one), &[one], rounds).map_err(wrong)?;
                        }
                    }
                    (Before::Predecessors, None) => {
                        let number = context.deal.number(context.part, u64::from(position));
                        moves.before(tier.tier, number, &mut earlier).map_err(wrong)?;
                        ticker.tick(1 + earlier.len() as u64)?;
                        for &number in &earlier {
                            let (part, place) = context.deal.place(number);
                            let one = place as u32;
                            tell(part, Some(one), &[one], rounds).map_err(wrong)?;
                        }
                    }
                    (Before::Asked, _) => at = decided.len(),
                }
            }
            boxes.iter_mut().for_each(|outbox| outbox.flush(rounds));
            let more = at < decided.len();
            let after = u64::from(level) + 1;
            let asks = matches!(before, Before::Asked) && !decided.is_empty();
            let next = match sent || asks || !later.is_empty() {
                true => after,
                false => marks.next_due(level + 1).map_or(u64::MAX, u64::from),
            };
            let said = rounds.finish(&[u64::from(more), next], &mut |batch| {
                let mut words = &batch.words[..];
                while let Some((&one, rest)) = words.split_first() {
                    let one = if by_keys.is_some() {
                        let Some(one) = tier.found(&mut words)? else { continue };
                        one
                    } else {
                        words = rest;
                        one
                    };
                    if one >= tier.len {
                        return Err(context.nowhere());
                    }
                    if marks.report(one, batch.kind == TO_WON, level).map_err(wrong)? {
                        later.push(one);
                    }
                }
                Ok(())
            })?;
            boxes.iter_mut().for_each(Outbox::reset);
            if said.sum(0) == 0 {
                break said.0.iter().map(|said| said[1]).min().unwrap_or(u64::MAX);
            }
        };
        let Ok(next) = u32::try_from(next) else { return Ok(()) };
        // Positions decided by any worker may decide more positions at the next level.
        if matches!(before, Before::Asked) && next == level + 1 {
            ask_again(tier, marks, next, &mut later, moves, rounds)?;
        }
        level = next;
        std::mem::swap(&mut now, &mut later);
    }
}

/// Asks for the results of the moves within the tier of all undecided positions. Positions that
/// this decides at a level go into `ready`.
fn ask_again(
    tier: &Tier<'_>,
    marks: &mut Labels,
    level: u32,
    ready: &mut Vec<u32>,
    moves: &mut dyn TierMoves,
    rounds: &mut Rounds,
) -> Result {
    let context = tier.context;
    let wrong = |error| context.error(error);
    let mut asks = Outbox::new(rounds.peers(), ASK_HERE).within(&context.budget);
    let mut answers = vec![Vec::new(); rounds.peers()];
    let mut options = Options::default();
    let mut ticker = context.budget.ticker();
    let (mut at, mut words) = (0, Vec::new());
    loop {
        while at < tier.len && !asks.is_full() {
            let asker = at;
            at += 1;
            if !marks.ask_again(asker, level) {
                continue;
            }
            options.ask(tier, asker, moves)?;
            ticker.tick(1 + options.used as u64)?;
            for (part, _, position) in options.iter().filter(|(_, of, _)| *of == tier.tier) {
                if *part == context.part {
                    let to = tier.here(&mut &position[..])?;
                    marks.count_move(asker, marks.verdict(to), level).map_err(wrong)?;
                    continue;
                }
                words.clear();
                words.push(asker);
                words.extend_from_slice(position);
                asks.put(*part, &words, rounds);
            }
        }
        asks.flush(rounds);
        answer(&mut answers, 0, rounds);
        let more = at < tier.len || asks.has_sent();
        let said = rounds.finish(&[u64::from(more)], &mut |batch| {
            let mut words = &batch.words[..];
            if batch.kind == ASK_HERE {
                let answers = &mut answers[batch.from as usize];
                while let Some((&asker, rest)) = words.split_first() {
                    words = rest;
                    let to = tier.here(&mut words)?;
                    let [low, high] = halves(code(marks.verdict(to)));
                    answers.extend([asker, low, high]);
                }
                return Ok(());
            }
            for known in words.chunks_exact(3) {
                let verdict = decode(joined(known[1], known[2]));
                marks.count_move(known[0], verdict, level).map_err(wrong)?;
            }
            Ok(())
        })?;
        asks.reset();
        if said.sum(0) == 0 {
            marks.decided(level, ready);
            return Ok(());
        }
    }
}
