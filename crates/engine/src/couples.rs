//! Who wins the sum of a position and a nimber, by proof numbers.
//!
//! A *couple* is a position that does not split, with a nimber beside it. It is lost for the player to
//! move if and only if the nimber is the Grundy value of the position, so that a lost couple is a
//! value, and a won couple excludes one (Lemoine and Viennot, Nimbers are inevitable, Theoretical
//! Computer Science, 2012). Of an option that splits, all parts but the one with the most moves
//! get their values first, and what is left is a couple again.
//!
//! The couples are searched depth first by proof numbers (Nagai, 2002): each has an estimate of the
//! work that is left to show that it is won, and that it is lost. The search goes on where the
//! least of it is left, until others promise more.

use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;
use upstar_core::{Budget, Lease, Player, Ticker};

use crate::error::small_value;
use crate::search::{Stop, Use, steps_for};
use crate::table::Table;
use crate::{Convention, Fact, Negated, Options, Result, RuleError, Ruleset};

/// The work left for something that is not so.
const NEVER: u32 = u32::MAX / 4;

/// The work that is left to show that the player to move wins, and that he or she loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Work {
    win: u32,
    loss: u32,
}

const WON: Work = Work { win: 0, loss: NEVER };
const LOST: Work = Work { win: NEVER, loss: 0 };

/// The greatest nimber for which `excluded` has a bit.
const BITS: u32 = 64;

/// A position that does not split, in its standard form.
struct Part<P> {
    position: P,
    hash: u64,
    value: Option<u32>,
    /// A bit for each nimber below [`BITS`] that is not the value.
    excluded: u64,
    /// About how many moves there are.
    moves: u32,
    /// The options, once they are listed: for each the number of its parts without a value, the sum
    /// of the other parts, and the numbers of these parts, those with the fewest moves first.
    options: Option<Box<[u32]>>,
}

/// A sum whose winner is looked for: parts whose values were unknown, and a nimber.
type Parts = SmallVec<[u32; 4]>;

/// A couple, or a sum of which a part is to be valued, on the way to what is looked at.
struct Frame {
    parts: Parts,
    nimber: u32,
    /// The search goes on elsewhere when this much work is left.
    most: Work,
}

/// What is found by looking at a frame.
enum Look {
    Known(Work),
    Descend(Frame),
}

/// One search. Values go into the table that is shared with other searches.
pub(crate) struct CoupleSearch<'a, R: Ruleset + ?Sized> {
    rules: &'a R,
    uses: Use,
    table: &'a Table<R::Position, (u32, Negated)>,
    budget: &'a Budget,
    ticker: Ticker,
    parts: Vec<Part<R::Position>>,
    /// The numbers of parts by their positions.
    numbers: HashTable<u32>,
    /// The work left of couples whose options were looked at, by part and nimber.
    work: HashMap<(u32, u32), Work>,
    stack: Vec<Frame>,
    lease: Lease,
    bytes: u64,
    split: Vec<R::Position>,
    positions: u64,
    /// The search is given up after this many positions.
    most: u64,
}

impl<'a, R: Ruleset + ?Sized> CoupleSearch<'a, R> {
    pub(crate) fn new(
        rules: &'a R,
        uses: Use,
        table: &'a Table<R::Position, (u32, Negated)>,
        budget: &'a Budget,
    ) -> Self {
        CoupleSearch {
            rules,
            uses,
            table,
            budget,
            ticker: budget.ticker(),
            parts: Vec::new(),
            numbers: HashTable::new(),
            work: HashMap::new(),
            stack: Vec::new(),
            lease: Lease::new(budget),
            bytes: 0,
            split: Vec::new(),
            positions: 0,
            most: u64::MAX,
        }
    }

    /// Makes the next search end with [`Stop::Overtaken`] after this many positions. Its results
    /// are kept for the search that follows.
    pub(crate) fn give_up_after(&mut self, positions: u64) {
        self.most = self.positions.saturating_add(positions);
    }

    /// The Grundy value of a position.
    pub(crate) fn value(&mut self, position: &R::Position) -> Result<u32, Stop> {
        let (mut sum, open) = self.parts_of(position)?;
        for part in open {
            sum ^= self.part_value(part)?;
        }
        Ok(sum)
    }

    /// Whether the Grundy value of a position is 0: whether it is lost for the player to move.
    pub(crate) fn is_zero(&mut self, position: &R::Position) -> Result<bool, Stop> {
        let (mut sum, mut open) = self.parts_of(position)?;
        let Some(last) = open.pop() else { return Ok(sum == 0) };
        for part in open {
            sum ^= self.part_value(part)?;
        }
        self.is(last, sum)
    }

    fn part_value(&mut self, part: u32) -> Result<u32, Stop> {
        let mut n = 0;
        while !self.is(part, n)? {
            n += 1;
        }
        Ok(n)
    }

    /// The parts of a position: the sum of those whose values are known, and the others.
    fn parts_of(&mut self, position: &R::Position) -> Result<(u32, Parts), Stop> {
        self.split.clear();
        if self.uses.components {
            self.rules.components(position, &mut self.split)?;
        } else {
            self.split.push(position.clone());
        }
        Ok(self.name_split()?)
    }

    /// Names the positions in `split`: the sum of those whose values are known, and the others, those
    /// with the fewest moves first. Equal ones cancel.
    fn name_split(&mut self) -> Result<(u32, Parts)> {
        let mut sum = 0;
        let mut open = Parts::new();
        let mut split = std::mem::take(&mut self.split);
        for part in split.drain(..) {
            self.ticker.tick(steps_for(self.rules.bytes(&part)))?;
            if let Some(value) = self.by_theorem(&part)? {
                sum ^= value;
                continue;
            }
            let part = self.name(part)?;
            match self.parts[part as usize].value {
                Some(value) => sum ^= value,
                None => match open.iter().position(|&other| other == part) {
                    Some(at) => drop(open.swap_remove(at)),
                    None => open.push(part),
                },
            }
        }
        self.split = split;
        open.sort_unstable_by_key(|&part| (self.parts[part as usize].moves, part));
        Ok((sum, open))
    }

    /// The number of the standard form of a position.
    fn name(&mut self, position: R::Position) -> Result<u32> {
        let position = if self.uses.symmetry { self.rules.normalize(position).0 } else { position };
        let hash = self.table.hash(&position);
        let found = self.numbers.find(hash, |&at| self.parts[at as usize].position == position);
        if let Some(&found) = found {
            return Ok(found);
        }
        let number = self.parts.len() as u32;
        let bytes = self.rules.bytes(&position);
        self.spend((bytes + size_of::<Part<R::Position>>() + 12) as u64)?;
        let value = self.table.get(&position, hash).map(|(value, _)| value);
        let moves = match self.rules.static_bounds(&position) {
            Some(bounds) => bounds.moves[0],
            None => u32::try_from(bytes).unwrap_or(u32::MAX),
        };
        self.parts.push(Part { position, hash, value, excluded: 0, moves, options: None });
        self.numbers.insert_unique(hash, number, |&at| self.parts[at as usize].hash);
        Ok(number)
    }

    fn spend(&mut self, bytes: u64) -> Result {
        self.bytes += bytes;
        Ok(self.lease.cover(self.bytes, 1 << 20)?)
    }

    fn by_theorem(&self, part: &R::Position) -> Result<Option<u32>> {
        if !self.uses.theorems {
            return Ok(None);
        }
        if let Some(known) = self.rules.known(part, Convention::Normal)
            && let Fact::Grundy(value) = known.fact
        {
            return Ok(Some(value));
        }
        self.rules.computed(part, self.budget)?.map(small_value).transpose()
    }

    /// Whether the value of a part is `nimber`.
    fn is(&mut self, part: u32, nimber: u32) -> Result<bool, Stop> {
        self.stack.clear();
        let most = Work { win: NEVER, loss: NEVER };
        self.stack.push(Frame { parts: Parts::from_slice(&[part]), nimber, most });
        while let Some(frame) = self.stack.pop() {
            match self.look(&frame)? {
                Look::Known(_) => {}
                Look::Descend(next) => self.stack.extend([frame, next]),
            }
        }
        if std::env::var("STAT").is_ok() { eprintln!("positions {} parts {} work {} bytes {}", self.positions, self.parts.len(), self.work.len(), self.bytes); }
        Ok(self.work_of(part, nimber) == LOST)
    }

    /// What is known of a couple.
    fn work_of(&self, part: u32, nimber: u32) -> Work {
        let known = &self.parts[part as usize];
        match known.value {
            Some(value) if value == nimber => return LOST,
            Some(_) => return WON,
            None => {}
        }
        if nimber < BITS && known.excluded >> nimber & 1 == 1 {
            return WON;
        }
        self.work.get(&(part, nimber)).copied().unwrap_or_else(|| self.guess(part))
    }

    /// The work for a couple that was not looked at.
    fn guess(&self, part: u32) -> Work {
        let _ = part;
        Work { win: 1, loss: 1 }
    }

    /// What is known of a sum, with the parts that have values by now added to the nimber.
    fn work_of_sum(&self, parts: &[u32], nimber: u32) -> (Parts, u32, Work) {
        let mut sum = nimber;
        let mut open = Parts::new();
        for &part in parts {
            match self.parts[part as usize].value {
                Some(value) => sum ^= value,
                None => open.push(part),
            }
        }
        let work = match open[..] {
            [] if sum == 0 => LOST,
            [] => WON,
            [part] => self.work_of(part, sum),
            _ => {
                let (_, least, rest) = self.next_value(&open);
                let work = least.win.min(least.loss).saturating_add(rest).min(NEVER - 1);
                Work { win: work, loss: work }
            }
        };
        (open, sum, work)
    }

    /// The nimber that is tried next as the value of the first part, the work for this couple, and
    /// for the parts that follow.
    fn next_value(&self, open: &[u32]) -> (u32, Work, u32) {
        let n = self.parts[open[0] as usize].excluded.trailing_ones();
        let mut n = n;
        while self.work_of(open[0], n) == WON {
            n += 1;
        }
        let rest = open[1..].iter().map(|&part| self.guess(part)).map(|work| work.win.min(work.loss));
        (n, self.work_of(open[0], n), rest.fold(0, u32::saturating_add))
    }

    /// Looks at a couple or a sum: what is known of it, or where the search goes on.
    fn look(&mut self, frame: &Frame) -> Result<Look, Stop> {
        let Frame { parts, nimber, most } = frame;
        if let [part] = parts[..] {
            return self.look_at_couple(part, *nimber, *most);
        }
        let (open, _, work) = self.work_of_sum(parts, *nimber);
        if open.len() < 2 || work.win >= most.win || work.loss >= most.loss {
            return Ok(Look::Known(work));
        }
        // A part is valued, whoever wins it.
        let (n, least, rest) = self.next_value(&open);
        let limit = most.win.min(most.loss).saturating_sub(rest);
        let most = if least.win <= least.loss {
            Work { win: limit, loss: NEVER }
        } else {
            Work { win: NEVER, loss: limit }
        };
        Ok(Look::Descend(Frame { parts: Parts::from_slice(&open[..1]), nimber: n, most }))
    }

    fn look_at_couple(&mut self, part: u32, nimber: u32, most: Work) -> Result<Look, Stop> {
        let known = self.work_of(part, nimber);
        if known == WON || known == LOST {
            return Ok(Look::Known(known));
        }
        let options = match self.parts[part as usize].options.take() {
            Some(options) => options,
            None => self.list_options(part)?,
        };
        let found = self.look_at_options(part, nimber, most, &options);
        self.parts[part as usize].options = Some(options);
        found
    }

    fn look_at_options(
        &mut self,
        part: u32,
        nimber: u32,
        most: Work,
        options: &[u32],
    ) -> Result<Look, Stop> {
        let mut all = 0u32;
        let mut best: Option<(Work, Parts, u32)> = None;
        let mut second = NEVER;
        let mut excluded = 0u64;
        let mut count = 0;
        let mut at = 0;
        let mut seen = |work: Work, parts: Parts, sum: u32| {
            all = all.saturating_add(work.win).min(NEVER);
            match &best {
                Some((least, ..)) if (work.loss, work.win) >= (least.loss, least.win) => {
                    second = second.min(work.loss);
                }
                other => {
                    if let Some((least, ..)) = other {
                        second = second.min(least.loss);
                    }
                    best = Some((work, parts, sum));
                }
            }
        };
        while at < options.len() {
            let to = at + 2 + options[at] as usize;
            let (open, sum, work) = self.work_of_sum(&options[at + 2..to], nimber ^ options[at + 1]);
            at = to;
            count += 1;
            if open.is_empty() && (sum ^ nimber) < BITS {
                excluded |= 1 << (sum ^ nimber);
            }
            seen(work, open, sum);
        }
        for smaller in 0..nimber {
            seen(self.work_of(part, smaller), Parts::from_slice(&[part]), smaller);
        }
        self.ticker.tick(1 + (count >> 6)).map_err(RuleError::from)?;
        self.parts[part as usize].excluded |= excluded;
        let work = match &best {
            None => LOST,
            Some((best, ..)) => Work { win: best.loss, loss: all },
        };
        if work.win == 0 {
            if nimber < BITS {
                self.parts[part as usize].excluded |= 1 << nimber;
                self.work.remove(&(part, nimber));
            } else {
                self.work.insert((part, nimber), WON);
            }
            return Ok(Look::Known(WON));
        }
        if work.loss == 0 {
            self.value_found(part, nimber);
            return Ok(Look::Known(LOST));
        }
        if self.work.insert((part, nimber), work).is_none() {
            self.spend(32)?;
        }
        if work.win >= most.win || work.loss >= most.loss {
            return Ok(Look::Known(work));
        }
        let Some((best, parts, sum)) = best else { return Ok(Look::Known(work)) };
        let most = Work {
            win: most.loss.saturating_sub(work.loss - best.win).min(NEVER),
            loss: most.win.min(second.saturating_add(1)),
        };
        Ok(Look::Descend(Frame { parts, nimber: sum, most }))
    }

    fn value_found(&mut self, part: u32, value: u32) {
        let found = &mut self.parts[part as usize];
        found.value = Some(value);
        found.options = None;
        let bytes = self.rules.bytes(&found.position);
        self.table.insert(found.position.clone(), found.hash, (value, Negated::No), bytes);
        for n in 0..=value {
            self.work.remove(&(part, n));
        }
    }

    /// Lists the options of a part, and names their parts.
    fn list_options(&mut self, part: u32) -> Result<Box<[u32]>, Stop> {
        if self.positions >= self.most {
            return Err(Stop::Overtaken);
        }
        self.positions += 1;
        let position = self.parts[part as usize].position.clone();
        let mut options = Options::within(self.ticker.budget());
        self.rules.list_options(&position, Player::Left, &mut options)?;
        let cost = 1 + options.len() as u64 + self.rules.step_cost(&position);
        self.ticker.tick(cost).map_err(RuleError::from)?;
        let mut found: Vec<(u64, Parts, u32)> = Vec::with_capacity(options.len());
        for option in options {
            self.split.clear();
            if self.uses.components {
                self.rules.components_of_option(&position, &option, &mut self.split)?;
            } else {
                self.split.push(option);
            }
            let (sum, open) = self.name_split()?;
            let moves = open.iter().map(|&part| u64::from(self.parts[part as usize].moves)).sum();
            found.push((moves, open, sum));
        }
        found.sort_unstable();
        found.dedup();
        let words = found.iter().map(|(_, open, _)| open.len() + 2).sum();
        let mut list = Vec::with_capacity(words);
        for (_, open, sum) in &found {
            list.push(open.len() as u32);
            list.push(*sum);
            list.extend_from_slice(open);
        }
        self.spend(4 * words as u64)?;
        Ok(list.into_boxed_slice())
    }
}
