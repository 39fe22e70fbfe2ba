//! The values that a search meets, with the properties that the search needs.

use hashbrown::HashMap;
use upstar_core::Player;
use upstar_values::structure::follower_count;
use upstar_values::thermography::left_stop;
use upstar_values::{Id, Worker};

use super::heat::Heat;
use super::parts::FAR;
use crate::{OptionUps, Result, Ups};

/// One value.
#[derive(Clone, Debug)]
struct Value {
    id: Id,
    /// The number of its negative.
    negative: Option<u32>,
    /// The least integer with which Left, moving first, wins the sum of both.
    least: Option<Option<i32>>,
    /// Left's options, as numbers of values: from and to.
    options: Option<(u32, u32)>,
    /// About twice its worth to Left.
    estimate: Option<i32>,
    /// The number of values that can be reached from it, at most [`LARGE`].
    size: Option<u32>,
    heat: Option<Heat>,
    ups: Option<Ups>,
}

/// Values with this many followers are added only to numbers and similar values.
const LARGE: u32 = 4000;

/// Sums of values are made if the product of their sizes is at most this: no sum has more
/// followers.
const MOST_FOLLOWERS: u64 = 20_000;

/// All values; number 0 is 0.
#[derive(Debug)]
pub(super) struct Values {
    values: Vec<Value>,
    index: HashMap<Id, u32>,
    sums: HashMap<(u32, u32), u32>,
    options: Vec<u32>,
}

/// The number of 0.
pub(super) const ZERO: u32 = 0;

impl Values {
    pub(super) fn new() -> Self {
        let mut values = Values {
            values: Vec::new(),
            index: HashMap::new(),
            sums: HashMap::new(),
            options: Vec::new(),
        };
        values.number(Id::ZERO);
        values
    }

    /// The number of a value.
    pub(super) fn number(&mut self, id: Id) -> u32 {
        let values = &mut self.values;
        *self.index.entry(id).or_insert_with(|| {
            values.push(Value {
                id,
                negative: None,
                least: None,
                options: None,
                estimate: None,
                size: None,
                heat: None,
                ups: None,
            });
            values.len() as u32 - 1
        })
    }

    #[inline]
    pub(super) fn id(&self, at: u32) -> Id {
        self.values[at as usize].id
    }

    /// The negative.
    pub(super) fn negative(&mut self, at: u32, worker: &mut Worker<'_>) -> Result<u32> {
        if let Some(negative) = self.values[at as usize].negative {
            return Ok(negative);
        }
        let id = worker.neg(self.id(at))?;
        let negative = self.number(id);
        self.values[at as usize].negative = Some(negative);
        self.values[negative as usize].negative = Some(at);
        Ok(negative)
    }

    /// The sum of two values, if it is small enough to be computed.
    pub(super) fn sum(&mut self, a: u32, b: u32, worker: &mut Worker<'_>) -> Result<Option<u32>> {
        if a == ZERO || b == ZERO {
            return Ok(Some(a | b));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&sum) = self.sums.get(&key) {
            return Ok(Some(sum));
        }
        if self.negative(a, worker)? == b {
            return Ok(Some(ZERO));
        }
        let (x, y) = (self.id(a), self.id(b));
        if worker.as_number_up_star(x).is_none()
            && worker.as_number_up_star(y).is_none()
            && u64::from(self.size(a, worker)?) * u64::from(self.size(b, worker)?) > MOST_FOLLOWERS
        {
            return Ok(None);
        }
        let id = worker.add(x, y)?;
        let sum = self.number(id);
        if self.sums.len() > 1 << 22 {
            self.sums.clear();
        }
        self.sums.insert(key, sum);
        Ok(Some(sum))
    }

    /// The number of values that can be reached from it, at most [`LARGE`].
    pub(super) fn size(&mut self, at: u32, worker: &mut Worker<'_>) -> Result<u32> {
        if let Some(size) = self.values[at as usize].size {
            return Ok(size);
        }
        let count = follower_count(worker, self.id(at))?;
        let size = u32::try_from(count).unwrap_or(LARGE).min(LARGE);
        self.values[at as usize].size = Some(size);
        Ok(size)
    }

    /// Bounds of its mean and temperature.
    pub(super) fn heat(&mut self, at: u32, worker: &mut Worker<'_>) -> Result<Heat> {
        if let Some(heat) = self.values[at as usize].heat {
            return Ok(heat);
        }
        let heat = Heat::of(self.id(at), worker)?;
        self.values[at as usize].heat = Some(heat);
        Ok(heat)
    }

    /// Bounds by multiples of up, unless the value is large.
    pub(super) fn ups(&mut self, at: u32, worker: &mut Worker<'_>) -> Result<Option<Ups>> {
        if self.values[at as usize].ups.is_none() && self.size(at, worker)? == LARGE {
            return Ok(None);
        }
        let mut open = vec![at];
        let mut options = Vec::new();
        while let Some(&top) = open.last() {
            let negative = self.negative(top, worker)?;
            let mut looking = OptionUps::NEW;
            let before = open.len();
            for (value, exchanged) in [(top, false), (negative, true)] {
                if self.values[top as usize].ups.is_some() {
                    break;
                }
                options.clear();
                self.left_options(value, worker, &mut options)?;
                for &option in &options {
                    match self.values[option as usize].ups {
                        Some(ups) => looking.take(ups, exchanged),
                        None => open.push(option),
                    }
                }
            }
            if open.len() == before {
                open.pop();
                let ups = *self.values[top as usize].ups.get_or_insert_with(|| looking.found());
                self.values[negative as usize].ups = Some(ups.signed(true));
            }
        }
        Ok(self.values[at as usize].ups)
    }

    /// Whether the value is a number.
    pub(super) fn is_number(&self, at: u32, worker: &mut Worker<'_>) -> bool {
        worker.is_number(self.id(at))
    }

    /// The least integer whose sum with the value Left wins, moving first. She wins with every
    /// larger one. `None` if it is far from 0.
    pub(super) fn least(&mut self, at: u32, worker: &mut Worker<'_>) -> Result<Option<i32>> {
        if let Some(least) = self.values[at as usize].least {
            return Ok(least);
        }
        let id = self.id(at);
        let stop = left_stop(worker, id)?.value;
        // Left wins from just above the negative of the Left stop on.
        let mut least = i32::try_from((-stop).floor()).ok().filter(|floor| floor.abs() < FAR);
        while let Some(integer) = &mut least {
            let sum = worker.integer((*integer).into())?;
            let sum = worker.add(id, sum)?;
            if worker.outcome(sum)?.winner(Player::Left) == Some(Player::Left) {
                break;
            }
            *integer += 1;
        }
        self.values[at as usize].least = Some(least);
        Ok(least)
    }

    /// About twice the worth of the value to Left; used only to order moves.
    pub(super) fn estimate(&mut self, at: u32, worker: &mut Worker<'_>) -> Result<i32> {
        if let Some(estimate) = self.values[at as usize].estimate {
            return Ok(estimate);
        }
        let left = self.least(at, worker)?.unwrap_or(0);
        let negative = self.negative(at, worker)?;
        let right = self.least(negative, worker)?.unwrap_or(0);
        let estimate = right - left;
        self.values[at as usize].estimate = Some(estimate);
        Ok(estimate)
    }

    /// Appends the numbers of Left's options.
    pub(super) fn left_options(
        &mut self,
        at: u32,
        worker: &mut Worker<'_>,
        out: &mut Vec<u32>,
    ) -> Result {
        let (from, to) = match self.values[at as usize].options {
            Some(range) => range,
            None => {
                let options = worker.left_options(self.id(at))?;
                let from = self.options.len() as u32;
                for option in options {
                    let option = self.number(option);
                    self.options.push(option);
                }
                let range = (from, self.options.len() as u32);
                self.values[at as usize].options = Some(range);
                range
            }
        };
        out.extend_from_slice(&self.options[from as usize..to as usize]);
        Ok(())
    }
}
