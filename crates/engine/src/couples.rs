//! Who wins the sum of a position and a nimber, by proof numbers.
//!
//! A *couple* is a position that does not split, with a nimber beside it. It is lost for the player to
//! move if and only if the nimber is the Grundy value of the position, so that a lost couple is a
//! value, and a won couple excludes one (Lemoine and Viennot, Nimbers are inevitable, Theoretical
//! Computer Science, 2012). Of an option that splits, all parts but the one with the most moves
//! get their values first, and what is left is a couple again.

mod certificate;

use std::rc::Rc;

use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;
use upstar_core::{Budget, Ticker};

use crate::error::small_value;
use crate::proof::{Moves, NEVER, ProofSearch, Room, Work, about_moves, options_of};
use crate::search::{Stop, Use, steps_for};
use crate::table::Table;
use crate::{Convention, Fact, Negated, Result, RuleError, Ruleset};

/// With so much memory at most, parts are numbered in 32 bits.
const MOST_BYTES: u64 = 1 << 38;
/// So many positions at least are looked at between two times when room is made.
const LEAST_POSITIONS: u64 = 1000;

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
type Sum = (Parts, u32);

/// About how many bytes a part takes with its number.
fn part_bytes<R: Ruleset + ?Sized>(rules: &R, position: &R::Position) -> u64 {
    let part = size_of::<Part<R::Position>>();
    (rules.bytes(position) + part + part / 2 + 12) as u64
}

/// About how many bytes a list of options takes.
fn list_bytes(list: &[u32]) -> u64 {
    size_of_val(list) as u64 + 16
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
    room: Room,
    /// The number of positions when there was last made room.
    cleared: u64,
    split: Vec<R::Position>,
    positions: u64,
    /// The search is given up after this many positions.
    most: u64,
    /// For a certificate, in which all parts keep their numbers and even those that theorems value
    /// have one: the options of parts, each by all of its parts.
    lists: Option<HashMap<u32, Rc<[Parts]>>>,
}

impl<'a, R: Ruleset + ?Sized> CoupleSearch<'a, R> {
    pub(crate) fn new(
        rules: &'a R,
        uses: Use,
        table: &'a Table<R::Position, (u32, Negated)>,
        budget: &'a Budget,
        most_bytes: u64,
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
            room: Room::new(budget, most_bytes.min(MOST_BYTES)),
            cleared: 0,
            split: Vec::new(),
            positions: 0,
            most: u64::MAX,
            lists: None,
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
            sum ^= self.part_value(&part)?;
        }
        Ok(sum)
    }

    /// Whether the Grundy value of a position is 0: whether it is lost for the player to move.
    pub(crate) fn is_zero(&mut self, position: &R::Position) -> Result<bool, Stop> {
        let (mut sum, mut open) = self.parts_of(position)?;
        let Some(last) = open.pop() else { return Ok(sum == 0) };
        for part in open {
            sum ^= self.part_value(&part)?;
        }
        self.is(&last, sum)
    }

    fn part_value(&mut self, part: &R::Position) -> Result<u32, Stop> {
        let mut n = 0;
        while !self.is(part, n)? {
            n += 1;
        }
        Ok(n)
    }

    /// The parts of a position: the sum of those whose values are known, and the others.
    fn parts_of(&mut self, position: &R::Position) -> Result<(u32, Vec<R::Position>), Stop> {
        self.split.clear();
        self.uses.components(self.rules, position, &mut self.split)?;
        let (sum, open) = self.name_split()?;
        Ok((sum, open.iter().map(|&part| self.parts[part as usize].position.clone()).collect()))
    }

    /// Names the positions in `split`: the sum of those whose values are known, and the others, those
    /// with the fewest moves first. Equal ones cancel.
    fn name_split(&mut self) -> Result<(u32, Parts)> {
        let mut sum = 0;
        let mut open = Parts::new();
        let mut split = std::mem::take(&mut self.split);
        for part in split.drain(..) {
            self.ticker.tick(steps_for(self.rules.bytes(&part)))?;
            if self.lists.is_none()
                && let Some(value) = self.by_theorem(&part)?
            {
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
        self.room.spend(part_bytes(self.rules, &position));
        let mut value = self.table.get(&position, hash).map(|(value, _)| value);
        if value.is_none() && self.lists.is_some() {
            value = self.by_theorem(&position)?;
        }
        let moves = about_moves(self.rules, &position);
        self.parts.push(Part { position, hash, value, excluded: 0, moves, options: None });
        self.numbers.insert_unique(hash, number, |&at| self.parts[at as usize].hash);
        Ok(number)
    }

    /// Forgets all but the nimbers that are excluded. Values are in the table.
    fn make_room(&mut self) -> Result {
        if self.lists.is_some() || self.positions < self.cleared.saturating_add(LEAST_POSITIONS) {
            // There is too little room to get anywhere.
            return self.room.grow();
        }
        self.cleared = self.positions;
        self.work = HashMap::new();
        self.numbers = HashTable::new();
        let parts = std::mem::take(&mut self.parts);
        let excluding: Vec<_> =
            parts.into_iter().filter(|part| part.value.is_none() && part.excluded != 0).collect();
        let size = |part: &Part<R::Position>| part_bytes(self.rules, &part.position);
        // Where excluded nimbers fill the memory, they go too.
        let bytes = excluding.iter().map(size).sum();
        let kept = bytes <= self.room.most() / 2;
        self.room.shrink(if kept { bytes } else { 0 });
        for part in excluding.into_iter().filter(|_| kept) {
            let number = self.parts.len() as u32;
            self.parts.push(Part { options: None, ..part });
            self.numbers.insert_unique(part.hash, number, |&at| self.parts[at as usize].hash);
        }
        Ok(())
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

    /// Whether the value of a part, in its standard form, is `nimber`.
    fn is(&mut self, position: &R::Position, nimber: u32) -> Result<bool, Stop> {
        loop {
            let part = self.name(position.clone())?;
            self.search((Parts::from_slice(&[part]), nimber))?;
            match self.work_of(part, nimber) {
                Work::LOST => return Ok(true),
                Work::WON => return Ok(false),
                // The memory is full, and the search begins anew.
                _ => self.make_room()?,
            }
        }
    }

    /// What is known of a couple.
    fn work_of(&self, part: u32, nimber: u32) -> Work {
        let known = &self.parts[part as usize];
        match known.value {
            Some(value) if value == nimber => return Work::LOST,
            Some(_) => return Work::WON,
            None => {}
        }
        if nimber < BITS && known.excluded >> nimber & 1 == 1 {
            return Work::WON;
        }
        self.work.get(&(part, nimber)).copied().unwrap_or_else(|| self.guess(part))
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
            match self.parts[part as usize].value {
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

    fn look_at_couple(
        &mut self,
        part: u32,
        nimber: u32,
        most: Work,
    ) -> Result<Option<(Sum, Work)>, Stop> {
        if self.work_of(part, nimber).is_done() {
            return Ok(None);
        }
        let options = match self.parts[part as usize].options.take() {
            Some(options) => options,
            None => self.list_options(part)?,
        };
        let found = self.look_at_options(part, nimber, most, &options);
        if self.parts[part as usize].value.is_none() {
            self.parts[part as usize].options = Some(options);
        } else {
            self.room.free(list_bytes(&options));
        }
        found
    }

    fn look_at_options(
        &mut self,
        part: u32,
        nimber: u32,
        most: Work,
        options: &[u32],
    ) -> Result<Option<(Sum, Work)>, Stop> {
        let mut moves = Moves::new();
        let mut excluded = 0u64;
        let mut count = 0;
        let mut at = 0;
        while at < options.len() {
            let to = at + 2 + options[at] as usize;
            let (open, sum, work) =
                self.work_of_sum(&options[at + 2..to], nimber ^ options[at + 1]);
            at = to;
            count += 1;
            if open.is_empty() && (sum ^ nimber) < BITS {
                excluded |= 1 << (sum ^ nimber);
            }
            moves.add(work, (open, sum));
        }
        for smaller in 0..nimber {
            moves.add(self.work_of(part, smaller), (Parts::from_slice(&[part]), smaller));
        }
        self.ticker.tick(1 + (count >> 6)).map_err(RuleError::from)?;
        self.parts[part as usize].excluded |= excluded;
        let work = moves.work();
        if work.win == 0 {
            if nimber < BITS {
                self.parts[part as usize].excluded |= 1 << nimber;
                self.work.remove(&(part, nimber));
            } else {
                self.work.insert((part, nimber), Work::WON);
            }
            return Ok(None);
        }
        if work.loss == 0 {
            self.value_found(part, nimber);
            return Ok(None);
        }
        if self.work.insert((part, nimber), work).is_none() {
            self.room.spend(40);
        }
        Ok(if work.is_within(most) { moves.next(most) } else { None })
    }

    fn value_found(&mut self, part: u32, value: u32) {
        let found = &mut self.parts[part as usize];
        found.value = Some(value);
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
        let options = options_of(self.rules, &position, &mut self.ticker)?;
        let mut found: Vec<(u64, Parts, u32)> = Vec::with_capacity(options.len());
        for option in options {
            self.split.clear();
            self.uses.components_of_option(self.rules, &position, option, &mut self.split)?;
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
        self.room.spend(list_bytes(&list));
        Ok(list.into_boxed_slice())
    }
}

impl<R: Ruleset + ?Sized> ProofSearch for CoupleSearch<'_, R> {
    /// A couple, or a sum of which a part is to be valued.
    type State = Sum;

    fn look(&mut self, (parts, nimber): &Sum, most: Work) -> Result<Option<(Sum, Work)>, Stop> {
        if let [part] = parts[..] {
            return self.look_at_couple(part, *nimber, most);
        }
        let (open, _, work) = self.work_of_sum(parts, *nimber);
        if open.len() < 2 || !work.is_within(most) {
            return Ok(None);
        }
        // A part is valued, whoever wins it.
        let (n, least, rest) = self.next_value(&open);
        let limit = most.win.min(most.loss).saturating_sub(rest);
        let most = if least.win <= least.loss {
            Work { win: limit, loss: NEVER }
        } else {
            Work { win: NEVER, loss: limit }
        };
        Ok(Some(((Parts::from_slice(&open[..1]), n), most)))
    }

    fn is_full(&self) -> bool {
        self.room.is_full()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap as Known;

    use proptest::prelude::*;
    use upstar_core::Player;

    use super::*;
    use crate::{Class, Options, Position};

    /// Rows of pins: up to `takes` neighbours are taken, or half of a row is left. A row stands alone.
    pub(crate) struct Rows {
        pub(crate) takes: u32,
    }

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub(crate) struct Pins(pub(crate) Vec<u32>);

    impl Position for Pins {}

    impl Ruleset for Rows {
        type Position = Pins;

        fn name(&self) -> &str {
            "rows"
        }

        fn class(&self) -> Class {
            Class::IMPARTIAL
        }

        fn options(&self, Pins(rows): &Pins, _: Player, out: &mut Options<Pins>) -> Result {
            for (index, &row) in rows.iter().enumerate() {
                let after = |new: &[u32]| {
                    let others = [&rows[..index], &rows[index + 1..], new].concat();
                    let mut others: Vec<u32> = others.into_iter().filter(|&row| row > 0).collect();
                    others.sort_unstable();
                    Pins(others)
                };
                for taken in 1..=self.takes.min(row) {
                    out.extend((0..=row - taken).map(|left| after(&[left, row - taken - left])));
                }
                out.push(after(&[row / 2]));
            }
            Ok(())
        }

        fn components(&self, Pins(rows): &Pins, out: &mut Vec<Pins>) -> Result {
            out.extend(rows.iter().map(|&row| Pins(vec![row])));
            Ok(())
        }
    }

    /// The value by the definition.
    fn plain(rules: &Rows, pins: &Pins, known: &mut Known<Pins, u32>) -> u32 {
        if let Some(&value) = known.get(pins) {
            return value;
        }
        let options = rules.all_options(pins, Player::Left).unwrap();
        let values: Vec<u32> = options.iter().map(|option| plain(rules, option, known)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        known.insert(pins.clone(), value);
        value
    }

    pub(crate) fn uses(components: bool) -> Use {
        Use { symmetry: true, components, theorems: true }
    }

    proptest! {
        /// With parts and without, with much memory and with little, in one go and in pieces.
        #[test]
        fn values_agree_with_the_definition(
            takes in 1u32..4,
            mut rows in proptest::collection::vec(1u32..9, 0..4),
            components: bool,
            bytes in prop_oneof![Just(0), Just(1 << 12), Just(1 << 30)],
            pieces in 1u64..50,
        ) {
            rows.sort_unstable();
            let (rules, pins) = (Rows { takes }, Pins(rows));
            let expected = plain(&rules, &pins, &mut Known::new());
            let budget = Budget::unlimited();
            let table = Table::new(1 << 24);
            let mut search = CoupleSearch::new(&rules, uses(components), &table, &budget, bytes);
            let zero = loop {
                search.give_up_after(pieces);
                match search.is_zero(&pins) {
                    Ok(zero) => break zero,
                    Err(Stop::Overtaken) => {}
                    Err(Stop::Failed(error)) => panic!("{error}"),
                }
            };
            prop_assert_eq!(zero, expected == 0);
            search.give_up_after(u64::MAX);
            prop_assert!(matches!(search.value(&pins), Ok(value) if value == expected));
        }
    }

    proptest! {
        /// The values in a list of couples, and who wins; that they prove it is tested where lists
        /// are checked.
        #[test]
        fn couples_have_the_values_of_the_definition(
            takes in 1u32..4,
            mut rows in proptest::collection::vec(1u32..9, 0..4),
            nimber in 0u32..5,
            bytes in prop_oneof![Just(0), Just(1 << 12), Just(1 << 30)],
        ) {
            rows.sort_unstable();
            let rules = Rows { takes };
            let budget = Budget::unlimited();
            let table = Table::new(1 << 24);
            let mut search = CoupleSearch::new(&rules, uses(true), &table, &budget, bytes);
            let mut known = Known::new();
            let sum = plain(&rules, &Pins(rows.clone()), &mut known) ^ nimber;
            let positions: Vec<Pins> = rows.into_iter().map(|row| Pins(vec![row])).collect();
            let Ok((wins, couples)) = search.couples(&positions, nimber) else {
                panic!("the budget has no end")
            };
            prop_assert_eq!(wins, sum != 0);
            for (part, value) in couples {
                let pins = search.parts[part as usize].position.clone();
                prop_assert_eq!(value, plain(&rules, &pins, &mut known));
            }
        }
    }

    /// A heap of nim, whose values are beyond the bits for those that are excluded.
    struct Heap;

    impl Ruleset for Heap {
        type Position = Pins;

        fn name(&self) -> &str {
            "heap"
        }

        fn class(&self) -> Class {
            Class::IMPARTIAL
        }

        fn options(&self, Pins(heaps): &Pins, _: Player, out: &mut Options<Pins>) -> Result {
            for (index, &heap) in heaps.iter().enumerate() {
                out.extend((0..heap).map(|left| {
                    let mut heaps = heaps.clone();
                    heaps[index] = left;
                    Pins(heaps)
                }));
            }
            Ok(())
        }
    }

    #[test]
    fn large_values_and_small_budgets() {
        let budget = Budget::unlimited();
        let table = Table::new(1 << 24);
        let mut search = CoupleSearch::new(&Heap, uses(true), &table, &budget, 1 << 24);
        for heaps in [vec![70], vec![67, 3], vec![65, 66, 3], vec![6, 5]] {
            let expected = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let found = search.value(&Pins(heaps));
            assert!(matches!(found, Ok(value) if value == expected), "{expected}");
        }
        // Memory that ends: an error, or the value.
        for bytes in [1000, 100_000, 3_000_000] {
            let budget = Budget::unlimited().with_bytes(bytes);
            let table = Table::new(1 << 24);
            let mut search = CoupleSearch::new(&Heap, uses(true), &table, &budget, 1 << 24);
            match search.value(&Pins(vec![40, 30])) {
                Ok(value) => assert_eq!(value, 40 ^ 30),
                Err(stop) => assert!(matches!(stop, Stop::Failed(RuleError::Exhausted(_)))),
            }
        }
    }
}
