//! What a search knows of couples.

use hashbrown::{HashMap, HashTable};
use upstar_core::Budget;

use super::lister::{Listed, ListedPart, Lister, Numbered};
use super::{BITS, Parts, Sum};
use crate::proof::{Moves, NEVER, Room, Work};
use crate::search::Stop;
use crate::{Negated, Result, Ruleset};

/// With so much memory at most, parts are numbered in 32 bits.
const MOST_BYTES: u64 = 1 << 38;

/// A position that does not split, in its standard form.
pub(super) struct Part<P> {
    pub(super) position: P,
    pub(super) hash: u64,
    /// A bit for each nimber below [`BITS`] that is not the value.
    pub(super) excluded: u64,
    /// About how many moves there are.
    pub(super) moves: u32,
    /// The nimber of a couple whose options were looked at, and the work left of it, which is lost if
    /// the value is known; before, [`NONE`] and a guess. Other couples of the part are in
    /// [`CoupleTable::work`].
    first: u32,
    first_work: Work,
    /// The options, once they are listed: for each the number of its parts without a value, the sum
    /// of the other parts, and the numbers of these parts, those with the fewest moves first.
    options: Option<Box<[u32]>>,
}

impl<P> Part<P> {
    pub(super) fn value(&self) -> Option<u32> {
        (self.first_work == Work::LOST).then_some(self.first)
    }

    /// Sets the value, or forgets it.
    pub(super) fn set_value(&mut self, value: Option<u32>) {
        (self.first, self.first_work) = match value {
            Some(value) => (value, Work::LOST),
            None => (NONE, Work::guess(self.moves)),
        };
    }
}

/// About how many bytes a part takes with its number.
fn part_bytes<R: Ruleset + ?Sized>(rules: &R, position: &R::Position) -> u64 {
    let part = size_of::<Part<R::Position>>();
    (rules.bytes(position) + part + part / 2 + 12) as u64
}

/// About how many bytes a list of options takes.
fn list_bytes(list: &[u32]) -> u64 {
    size_of_val(list) as u64 + 16
}

/// In [`Part::first`], for a part no couple of which was looked at.
const NONE: u32 = u32::MAX;
/// How much more work a couple counts that another thread searches.
const MORE_WORK: u32 = 2;

/// What a look at a state shows.
pub(super) enum Action {
    /// Nothing is to be done here.
    Leave,
    /// The search goes on with another state, so far.
    Enter(Sum, Work),
    /// The options of a part are to be listed first.
    List(u32),
    /// The work for a couple.
    Found(CoupleWork),
}

/// The work for a couple, to be noted.
pub(super) struct CoupleWork {
    part: u32,
    nimber: u32,
    /// The nimbers of options, which are not the value of the part.
    excluded: u64,
    work: Work,
    /// How many steps were taken.
    pub(super) ticks: u64,
    /// Where the search goes on, and how far.
    next: Option<(Sum, Work)>,
}

/// Parts by numbers, and the work left for couples.
pub(super) struct CoupleTable<P> {
    pub(super) parts: Vec<Part<P>>,
    /// The numbers of parts by their positions.
    numbers: HashTable<u32>,
    /// The work left of other couples whose options were looked at, by part and nimber.
    work: HashMap<(u32, u32), Work>,
    pub(super) room: Room,
    /// The number of positions whose options were listed.
    pub(super) positions: u64,
    /// The search is given up after this many positions.
    pub(super) most: u64,
    /// With several threads: the couples that they are searching, by how many of them do so.
    under_way: HashMap<(u32, u32), u32>,
    /// The parts whose options threads are listing.
    listing: Vec<u32>,
}

impl<P: crate::Position> CoupleTable<P> {
    pub(super) fn new(budget: &Budget, most_bytes: u64) -> Self {
        CoupleTable {
            parts: Vec::new(),
            numbers: HashTable::new(),
            work: HashMap::new(),
            room: Room::new(budget, most_bytes.min(MOST_BYTES)),
            positions: 0,
            most: u64::MAX,
            under_way: HashMap::new(),
            listing: Vec::new(),
        }
    }

    pub(super) fn find(&self, listed_part: &ListedPart<P>) -> Option<u32> {
        let is_it = |&at: &u32| self.parts[at as usize].position == listed_part.position;
        self.numbers.find(listed_part.hash, is_it).copied()
    }

    /// Finds the parts that have numbers.
    pub(super) fn find_all(&self, listed: &mut Listed<P>) {
        for listed_part in &mut listed.unnumbered {
            listed_part.number = self.find(listed_part);
        }
    }

    /// Gives numbers to parts without one, and tells what is known of all.
    pub(super) fn number_all<R>(&mut self, rules: &R, listed: &mut Listed<P>)
    where
        R: Ruleset<Position = P> + ?Sized,
    {
        for listed_part in listed.unnumbered.drain(..) {
            let number = match listed_part.number.or_else(|| self.find(&listed_part)) {
                Some(number) => number,
                None => self.add(rules, listed_part),
            };
            let part = &self.parts[number as usize];
            let (value, moves) = (part.value(), part.moves);
            listed.numbered.push(Numbered { number, value, moves });
        }
    }

    /// Gives numbers to all parts that were listed.
    pub(super) fn number<R>(&mut self, lister: &Lister<'_, R>, listed: &mut Listed<P>) -> Result
    where
        R: Ruleset<Position = P> + ?Sized,
    {
        self.find_all(listed);
        lister.complete_all(listed)?;
        self.number_all(lister.rules, listed);
        Ok(())
    }

    /// Adds a part that has no number yet.
    pub(super) fn add<R>(&mut self, rules: &R, listed_part: ListedPart<P>) -> u32
    where
        R: Ruleset<Position = P> + ?Sized,
    {
        self.room.spend(part_bytes(rules, &listed_part.position));
        let ListedPart { position, hash, value, moves, .. } = listed_part;
        let (first, first_work, excluded, options) = (NONE, Work::WON, 0, None);
        let mut part = Part { position, hash, excluded, moves, first, first_work, options };
        part.set_value(value);
        self.insert(part)
    }

    fn insert(&mut self, part: Part<P>) -> u32 {
        let (number, hash) = (self.parts.len() as u32, part.hash);
        self.parts.push(part);
        self.numbers.insert_unique(hash, number, |&at| self.parts[at as usize].hash);
        number
    }

    /// Forgets all but the nimbers that are excluded.
    pub(super) fn forget<R: Ruleset<Position = P> + ?Sized>(&mut self, rules: &R) {
        self.work = HashMap::new();
        self.numbers = HashTable::new();
        let parts = std::mem::take(&mut self.parts);
        let excluding: Vec<_> =
            parts.into_iter().filter(|part| part.value().is_none() && part.excluded != 0).collect();
        // Where excluded nimbers fill the memory, they go too.
        let bytes = excluding.iter().map(|part| part_bytes(rules, &part.position)).sum();
        let kept = bytes <= self.room.most() / 2;
        self.room.shrink(if kept { bytes } else { 0 });
        for part in excluding.into_iter().filter(|_| kept) {
            let mut part = Part { options: None, ..part };
            part.set_value(None);
            self.insert(part);
        }
    }

    /// What is known of a couple.
    pub(super) fn work_of(&self, part: u32, nimber: u32) -> Work {
        let known = &self.parts[part as usize];
        match known.value() {
            Some(value) if value == nimber => return Work::LOST,
            Some(_) => return Work::WON,
            None => {}
        }
        if nimber < BITS && known.excluded >> nimber & 1 == 1 {
            return Work::WON;
        }
        if known.first == nimber || known.first == NONE {
            return known.first_work;
        }
        let found = self.work.get(&(part, nimber)).copied();
        found.unwrap_or_else(|| Work::guess(known.moves))
    }

    /// Notes the work for a couple. Whether it was known to be won.
    fn set_work(&mut self, part: u32, nimber: u32, work: Work) -> bool {
        let known = &mut self.parts[part as usize];
        // The place of a couple that is excluded is free.
        if known.first < BITS && known.excluded >> known.first & 1 == 1 {
            known.first = nimber;
            known.first_work = self.work.remove(&(part, nimber)).unwrap_or(work);
        } else if known.first == NONE {
            known.first = nimber;
        }
        if known.first == nimber {
            let won = known.first_work == Work::WON;
            if !won {
                known.first_work = work;
            }
            return won;
        }
        match self.work.insert((part, nimber), work) {
            None => self.room.spend(40),
            Some(Work::WON) => {
                self.work.insert((part, nimber), Work::WON);
                return true;
            }
            Some(_) => {}
        }
        false
    }

    /// Forgets what is known of a couple but the value of its part.
    pub(super) fn forget_couple(&mut self, part: u32, nimber: u32) {
        let known = &mut self.parts[part as usize];
        if nimber < BITS {
            known.excluded &= !(1 << nimber);
        }
        if known.first == nimber {
            known.first_work = Work::guess(known.moves);
        }
        self.work.remove(&(part, nimber));
    }

    /// The work for a couple that was not looked at.
    fn guess(&self, part: u32) -> Work {
        Work::guess(self.parts[part as usize].moves)
    }

    /// What is known of a sum, with the parts that have values by now added to the nimber.
    fn work_of_sum(&self, parts: &[u32], nimber: u32) -> (Parts, u32, Work) {
        let mut sum = nimber;
        let mut open = Parts::new();
        for &part in parts {
            match self.parts[part as usize].value() {
                Some(value) => sum ^= value,
                None => open.push(part),
            }
        }
        let work = match open[..] {
            [] if sum == 0 => Work::LOST,
            [] => Work::WON,
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
        let mut n = self.parts[open[0] as usize].excluded.trailing_ones();
        while self.work_of(open[0], n) == Work::WON {
            n += 1;
        }
        let rest =
            open[1..].iter().map(|&part| self.guess(part)).map(|work| work.win.min(work.loss));
        (n, self.work_of(open[0], n), rest.fold(0, u32::saturating_add))
    }

    /// Looks at a state from which the search goes on within `most`.
    pub(super) fn action(&self, (parts, nimber): &Sum, most: Work) -> Action {
        if let [part] = parts[..] {
            return self.action_at_couple(part, *nimber, most);
        }
        let (open, _, work) = self.work_of_sum(parts, *nimber);
        if open.len() < 2 || !work.is_within(most) {
            return Action::Leave;
        }
        // A part is valued, whoever wins it.
        let (n, least, rest) = self.next_value(&open);
        let limit = most.win.min(most.loss).saturating_sub(rest);
        let most = if least.win <= least.loss {
            Work { win: limit, loss: NEVER }
        } else {
            Work { win: NEVER, loss: limit }
        };
        Action::Enter((Parts::from_slice(&open[..1]), n), most)
    }

    fn action_at_couple(&self, part: u32, nimber: u32, most: Work) -> Action {
        if self.work_of(part, nimber).is_done() {
            return Action::Leave;
        }
        let Some(options) = &self.parts[part as usize].options else { return Action::List(part) };
        let mut moves = Moves::new();
        let mut excluded = 0u64;
        let count = self.each_move(part, nimber, options, |open, sum, work| {
            if open.is_empty() && (sum ^ nimber) < BITS {
                excluded |= 1 << (sum ^ nimber);
            }
            moves.add(work, (open, sum));
        });
        let work = moves.work();
        let is_open = !work.is_done() && work.is_within(most);
        let mut next = if is_open { moves.next(most) } else { None };
        if let Some(((parts, sum), _)) = &next
            && !self.under_way.is_empty()
            && self.is_under_way(parts, *sum)
        {
            next = self.another(part, nimber, options, most);
        }
        Action::Found(CoupleWork { part, nimber, excluded, work, ticks: 1 + (count >> 6), next })
    }

    /// Calls `each` with the sums to which moves from a couple lead, and with what is known of them.
    /// Returns the number of options.
    #[inline]
    fn each_move(
        &self,
        part: u32,
        nimber: u32,
        options: &[u32],
        mut each: impl FnMut(Parts, u32, Work),
    ) -> u64 {
        let (mut count, mut at) = (0, 0);
        while at < options.len() {
            let to = at + 2 + options[at] as usize;
            let (open, sum, work) =
                self.work_of_sum(&options[at + 2..to], nimber ^ options[at + 1]);
            each(open, sum, work);
            at = to;
            count += 1;
        }
        for smaller in 0..nimber {
            each(Parts::from_slice(&[part]), smaller, self.work_of(part, smaller));
        }
        count
    }

    /// The couple that is searched next for a sum.
    fn couple_of(&self, parts: &[u32], sum: u32) -> (u32, u32) {
        match *parts {
            [part] => (part, sum),
            _ => (parts[0], self.next_value(parts).0),
        }
    }

    fn is_under_way(&self, parts: &[u32], sum: u32) -> bool {
        !parts.is_empty() && self.under_way.contains_key(&self.couple_of(parts, sum))
    }

    /// Where one of several threads goes on, as another one searches the most promising move: that
    /// move counts as more work, which changes where this thread goes, and nothing that is noted.
    fn another(&self, part: u32, nimber: u32, options: &[u32], most: Work) -> Option<(Sum, Work)> {
        let mut moves = Moves::new();
        self.each_move(part, nimber, options, |open, sum, work| {
            let mut as_if = work;
            if !work.is_done() && work.loss >= most.win {
                as_if.loss = NEVER - 1;
            } else if !work.is_done() && self.is_under_way(&open, sum) {
                as_if.loss = match self.listing.contains(&open[0]) {
                    true => NEVER - 2,
                    false => work.loss + MORE_WORK,
                };
            }
            moves.add(as_if, (open, sum));
        });
        moves.next(most)
    }

    /// Notes what was found. Returns where the search goes on, and how far.
    pub(super) fn note<R>(
        &mut self,
        lister: &Lister<'_, R>,
        found: CoupleWork,
    ) -> Option<(Sum, Work)>
    where
        R: Ruleset<Position = P> + ?Sized,
    {
        let CoupleWork { part, nimber, excluded, work, next, .. } = found;
        let known = &mut self.parts[part as usize];
        if known.value().is_some() {
            // By another thread.
            return None;
        }
        known.excluded |= excluded;
        if work.win == 0 {
            if nimber < BITS {
                known.excluded |= 1 << nimber;
                if known.first != nimber {
                    self.work.remove(&(part, nimber));
                }
            } else {
                self.set_work(part, nimber, Work::WON);
            }
            return None;
        }
        if work.loss == 0 {
            self.value_found(lister, part, nimber);
            return None;
        }
        // Unless another thread knows more.
        let excluded = nimber < BITS && known.excluded >> nimber & 1 == 1;
        if excluded || self.set_work(part, nimber, work) { None } else { next }
    }

    fn value_found<R>(&mut self, lister: &Lister<'_, R>, part: u32, value: u32)
    where
        R: Ruleset<Position = P> + ?Sized,
    {
        let found = &mut self.parts[part as usize];
        let first = found.first;
        found.set_value(Some(value));
        let bytes = lister.rules.bytes(&found.position);
        lister.table.insert(found.position.clone(), found.hash, (value, Negated::No), bytes);
        if let Some(options) = found.options.take() {
            self.room.free(list_bytes(&options));
        }
        for n in (0..=value).filter(|&n| n != first) {
            self.work.remove(&(part, n));
        }
    }

    /// Counts a position whose options are to be listed.
    pub(super) fn count_position(&mut self) -> Result<(), Stop> {
        if self.positions >= self.most {
            return Err(Stop::Overtaken);
        }
        self.positions += 1;
        Ok(())
    }

    /// Keeps the options of a part.
    pub(super) fn set_options(&mut self, part: u32, list: Box<[u32]>) {
        let part = &mut self.parts[part as usize];
        if part.value().is_none() && part.options.is_none() {
            self.room.spend(list_bytes(&list));
            part.options = Some(list);
        }
    }

    /// Notes that a thread begins to search a state.
    pub(super) fn begin(&mut self, (parts, nimber): &Sum) {
        if let [part] = parts[..] {
            *self.under_way.entry((part, *nimber)).or_default() += 1;
        }
    }

    /// Notes that a thread no longer searches a state.
    pub(super) fn end(&mut self, (parts, nimber): &Sum) {
        if let [part] = parts[..]
            && let Some(count) = self.under_way.get_mut(&(part, *nimber))
        {
            *count -= 1;
            if *count == 0 {
                self.under_way.remove(&(part, *nimber));
            }
        }
    }

    /// Notes that a thread lists the options of a part, unless another one does.
    pub(super) fn begin_listing(&mut self, part: u32) -> Result<bool, Stop> {
        if self.listing.contains(&part) {
            return Ok(false);
        }
        self.count_position()?;
        self.listing.push(part);
        Ok(true)
    }

    /// Keeps the options that a thread has listed.
    pub(super) fn end_listing(&mut self, part: u32, list: Box<[u32]>) {
        self.listing.retain(|&other| other != part);
        self.set_options(part, list);
    }

    /// Whether the work for a state is still within `most`.
    pub(super) fn is_promising(&self, (parts, nimber): &Sum, most: Work) -> bool {
        self.work_of_sum(parts, *nimber).2.is_within(most)
    }

    /// Notes that no thread searches any longer.
    pub(super) fn end_all(&mut self) {
        self.under_way.clear();
        self.listing.clear();
    }
}
