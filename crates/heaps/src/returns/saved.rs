//! The windows and states of a search for a period, saved so that it can be resumed.

use serde::{Deserialize, Serialize};

use super::{CHOICE, Mark, Returns, State};
use crate::class::Class;
use crate::fast::Snapshot;
use crate::sequence::Sequence;

/// The state of a search for a period. Everything except the cells can be written as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedWindows {
    /// The next heap of the search.
    pub next: u64,
    window: u64,
    class: Class,
    choice_from: u64,
    spacing: u64,
    /// The number of values of the first heaps.
    head: usize,
    /// Windows: their first heaps, the number of known values, and the number of matching last
    /// values.
    marks: Vec<(u64, usize, usize)>,
    /// States: the next heap, the rest, and the number of values.
    states: Vec<(u64, Snapshot, usize)>,
    /// The values of the first heaps, of the windows and of the states, one after another.
    #[serde(skip)]
    pub cells: Vec<u16>,
}

impl Returns {
    /// The data needed to resume; `None` if a period is found or a value is above 65535.
    pub(crate) fn save(&self) -> Option<SavedWindows> {
        if self.round.is_some() {
            return None;
        }
        let windows = self.marks.iter().flat_map(|mark| &mark.values);
        let narrow: Result<Vec<u16>, _> =
            self.head.iter().chain(windows).map(|&value| u16::try_from(value)).collect();
        let mut cells = narrow.ok()?;
        self.states.iter().for_each(|state| cells.extend_from_slice(&state.tail));
        let marks = self.marks.iter().map(|mark| (mark.start, mark.values.len(), mark.matched));
        let states = &self.states;
        Some(SavedWindows {
            next: self.next,
            window: self.lasting.window,
            class: self.lasting.class,
            choice_from: self.choice_from,
            spacing: self.spacing,
            head: self.head.len(),
            marks: marks.collect(),
            states: states.iter().map(|s| (s.next, s.rest.clone(), s.tail.len())).collect(),
            cells,
        })
    }

    /// The saved search, for a sequence that continues at the same heap. `None` if they are
    /// inconsistent.
    pub(crate) fn restore(sequence: &Sequence, saved: SavedWindows) -> Option<Returns> {
        let mut returns = Returns::new(sequence)?;
        let (lasting, window) = (returns.lasting, returns.lasting.window as usize);
        if (saved.next, saved.window, saved.class)
            != (sequence.next_heap(), lasting.window, lasting.class)
        {
            return None;
        }
        let mut cells = &saved.cells[..];
        let mut take = |count: usize| -> Option<&[u16]> {
            let (taken, rest) = cells.split_at_checked(count)?;
            cells = rest;
            Some(taken)
        };
        let wide = |cells: &[u16]| cells.iter().map(|&cell| u32::from(cell)).collect::<Vec<u32>>();
        let head = wide(take(saved.head)?);
        let mut marks = Vec::new();
        for (start, count, matched) in saved.marks {
            let seen = saved.next.checked_sub(start)?.min(lasting.window);
            if count as u64 != seen || matched >= window {
                return None;
            }
            let values = wide(take(count)?);
            let mut mark = Mark::new(start);
            // The values of a window against itself, as when they were read.
            if mark.add(start, &values, lasting).is_some() {
                return None;
            }
            if saved.next > mark.next {
                (mark.next, mark.matched) = (saved.next, matched);
            }
            marks.push(mark);
        }
        let mut states = Vec::new();
        for (next, rest, count) in saved.states {
            states.push(State { next, rest, tail: take(count)?.to_vec() });
        }
        if !cells.is_empty() || !states.is_sorted_by(|a, b| a.next < b.next) {
            return None;
        }
        // The state that `new` has stored is the last one.
        states.retain(|state| state.next < saved.next);
        states.append(&mut returns.states);
        if returns.head.len() < head.len() {
            returns.head = head;
        }
        returns.states = states;
        returns.marks = marks;
        // An unfinished choice is replaced by one a little later.
        returns.choice_from = saved.choice_from.max(saved.next.next_multiple_of(CHOICE as u64));
        returns.spacing = saved.spacing.max(1);
        Some(returns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, Settings};
    use upstar_core::Budget;

    /// A search that stops and resumes finds the same period as one without a stop.
    #[test]
    fn a_search_goes_on() {
        let budget = Budget::unlimited();
        let code: Code = "0.16".parse().unwrap();
        let mut sequence = Sequence::new(&code, Settings::default()).unwrap();
        sequence.run(20_000, &budget, &mut |_, _| Ok(())).unwrap();
        let mut returns = Returns::new(&sequence).unwrap();
        let mut saves = 0;
        while !returns.found(&sequence) {
            let next = sequence.next_heap();
            assert!(next < 900_000, "nothing returned");
            let mut run = |sequence: &mut Sequence| {
                let take = &mut |_, values: &[u32]| {
                    returns.add(values);
                    Ok(())
                };
                sequence.run(next + 60_000, &budget, take).unwrap();
            };
            run(&mut sequence);
            if let Some(saved) = returns.save() {
                saves += 1;
                let text = serde_json::to_string(&saved).unwrap();
                let mut again: SavedWindows = serde_json::from_str(&text).unwrap();
                again.cells = saved.cells.clone();
                assert!(again == saved);
                let (snapshot, next) = (sequence.snapshot().unwrap(), sequence.next_heap());
                let settings = Settings::default();
                sequence = Sequence::restore(&code, settings, &snapshot, next).unwrap();
                let mut bad = saved.clone();
                bad.cells.pop();
                assert!(Returns::restore(&sequence, bad).is_none());
                let bad = SavedWindows { next: saved.next - 1, ..saved.clone() };
                assert!(Returns::restore(&sequence, bad).is_none());
                returns = Returns::restore(&sequence, saved).unwrap();
            }
        }
        assert!(saves > 5, "saved {saves} times");
        let period = returns.period(&budget).unwrap().unwrap();
        assert_eq!((period.preperiod, period.period), (105_351, 149_459));
        assert!(returns.states.len() < 5 || returns.states[0].next > 20_000);
    }
}
