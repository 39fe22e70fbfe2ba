//! Who wins the sum of a position and a nimber, by proof numbers.
//!
//! A *couple* is a position that does not split, with a nimber beside it. It is lost for the player to
//! move if and only if the nimber is the Grundy value of the position, so that a lost couple is a
//! value, and a won couple excludes one (Lemoine and Viennot, Nimbers are inevitable, Theoretical
//! Computer Science, 2012). Of an option that splits, all parts but the one with the most moves
//! get their values first, and what is left is a couple again.

mod certificate;
mod known;
mod lister;
mod threads;

use std::rc::Rc;

use hashbrown::HashMap;
use smallvec::SmallVec;
use upstar_core::Budget;

use self::known::{Action, CoupleTable};
use self::lister::Lister;
use crate::proof::{ProofSearch, Work};
use crate::search::{Stop, Use};
use crate::table::Table;
use crate::{Negated, Result, RuleError, Ruleset};

/// So many positions at least are looked at between two times when room is made.
const LEAST_POSITIONS: u64 = 1000;

/// So many positions are looked at by one thread before others help.
const ALONE: u64 = 30;

/// The greatest nimber for which `excluded` has a bit.
const BITS: u32 = 64;

/// A sum whose winner is looked for: parts whose values were unknown, and a nimber.
type Parts = SmallVec<[u32; 4]>;
type Sum = (Parts, u32);

/// One search. Values go into the table that is shared with other searches.
pub(crate) struct CoupleSearch<'a, R: Ruleset + ?Sized> {
    lister: Lister<'a, R>,
    known: CoupleTable<R::Position>,
    /// The number of threads, and how many positions one of them looks at before the others help.
    threads: usize,
    alone: u64,
    /// The number of positions when there was last made room.
    cleared: u64,
    /// For a certificate, in which all parts keep their numbers: the options of parts, each by all of
    /// its parts.
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
            lister: Lister::new(rules, uses, table, budget),
            known: CoupleTable::new(budget, most_bytes),
            threads: 1,
            alone: ALONE,
            cleared: 0,
            lists: None,
        }
    }

    /// The same search by several threads.
    pub(crate) fn in_threads(self, threads: usize) -> Self {
        CoupleSearch { threads, ..self }
    }

    /// Makes the next search end with [`Stop::Overtaken`] after this many positions. Its results
    /// are kept for the search that follows.
    pub(crate) fn give_up_after(&mut self, positions: u64) {
        self.known.most = self.known.positions.saturating_add(positions);
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
    fn parts_of(&mut self, position: &R::Position) -> Result<(u32, Vec<R::Position>)> {
        let mut listed = self.lister.parts_of(position)?;
        self.known.number(&self.lister, &mut listed)?;
        let (_, open, sum) = listed.options().next().unwrap_or_default();
        let open = open.iter().map(|&part| self.known.parts[part as usize].position.clone());
        Ok((sum, open.collect()))
    }

    /// The number of the standard form of a position.
    fn name(&mut self, position: R::Position) -> Result<u32> {
        let mut listed_part = self.lister.standard_part(position);
        if let Some(found) = self.known.find(&listed_part) {
            return Ok(found);
        }
        self.lister.complete(&mut listed_part)?;
        Ok(self.known.add(self.lister.rules, listed_part))
    }

    /// Forgets all but the nimbers that are excluded. Values are in the table.
    fn make_room(&mut self) -> Result {
        let positions = self.known.positions;
        if self.lists.is_some() || positions < self.cleared.saturating_add(LEAST_POSITIONS) {
            // There is too little room to get anywhere.
            return self.known.room.grow();
        }
        self.cleared = positions;
        self.known.forget(self.lister.rules);
        Ok(())
    }

    /// Whether the value of a part, in its standard form, is `nimber`.
    fn is(&mut self, position: &R::Position, nimber: u32) -> Result<bool, Stop> {
        loop {
            let part = self.name(position.clone())?;
            let sum = (Parts::from_slice(&[part]), nimber);
            if self.threads == 1 {
                self.search(sum)?;
            } else {
                self.search_in_threads(sum)?;
            }
            match self.known.work_of(part, nimber) {
                Work::LOST => return Ok(true),
                Work::WON => return Ok(false),
                // The memory is full, and the search begins anew.
                _ => self.make_room()?,
            }
        }
    }
}

impl<R: Ruleset + ?Sized> ProofSearch for CoupleSearch<'_, R> {
    /// A couple, or a sum of which a part is to be valued.
    type State = Sum;

    fn look(&mut self, state: &Sum, most: Work) -> Result<Option<(Sum, Work)>, Stop> {
        loop {
            match self.known.action(state, most) {
                Action::Leave => return Ok(None),
                Action::Enter(next, most) => return Ok(Some((next, most))),
                Action::Found(found) => {
                    self.lister.ticker.tick(found.ticks).map_err(RuleError::from)?;
                    return Ok(self.known.note(&self.lister, found));
                }
                Action::List(part) => {
                    self.known.count_position()?;
                    let position = self.known.parts[part as usize].position.clone();
                    let known = &mut self.known;
                    let number = |lister: &_, listed: &mut _| known.number(lister, listed);
                    let listed = self.lister.options_of(&position, number)?;
                    self.known.set_options(part, listed.into_list());
                }
            }
        }
    }

    fn is_full(&self) -> bool {
        self.known.room.is_full()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;

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
    fn plain(rules: &Rows, pins: &Pins, known: &mut HashMap<Pins, u32>) -> u32 {
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

    /// Whether the value of a position is 0, searched so many positions at a time.
    fn is_zero_in_pieces(search: &mut CoupleSearch<'_, Rows>, pins: &Pins, pieces: u64) -> bool {
        loop {
            search.give_up_after(pieces);
            match search.is_zero(pins) {
                Ok(zero) => return zero,
                Err(Stop::Overtaken) => {}
                Err(Stop::Failed(error)) => panic!("{error}"),
            }
        }
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
            let expected = plain(&rules, &pins, &mut HashMap::new());
            let budget = Budget::unlimited();
            let table = Table::new(1 << 24);
            let mut search = CoupleSearch::new(&rules, uses(components), &table, &budget, bytes);
            prop_assert_eq!(is_zero_in_pieces(&mut search, &pins, pieces), expected == 0);
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
            let mut known = HashMap::new();
            let sum = plain(&rules, &Pins(rows.clone()), &mut known) ^ nimber;
            let positions: Vec<Pins> = rows.into_iter().map(|row| Pins(vec![row])).collect();
            let Ok((wins, couples)) = search.couples(&positions, nimber) else {
                panic!("the budget has no end")
            };
            prop_assert_eq!(wins, sum != 0);
            for (part, value) in couples {
                let pins = search.known.parts[part as usize].position.clone();
                prop_assert_eq!(value, plain(&rules, &pins, &mut known));
            }
        }
    }

    proptest! {
        /// Everything that threads note against the definition, with much memory and with little, in
        /// one go and in pieces.
        #[test]
        fn threads_note_what_is_so(
            takes in 1u32..4,
            mut rows in proptest::collection::vec(1u32..9, 1..4),
            components: bool,
            bytes in prop_oneof![Just(0), Just(1 << 12), Just(1 << 30)],
            pieces in prop_oneof![1u64..50, Just(u64::MAX)],
        ) {
            rows.sort_unstable();
            let (rules, pins) = (Rows { takes }, Pins(rows));
            let mut values = HashMap::new();
            let expected = plain(&rules, &pins, &mut values);
            let budget = Budget::unlimited();
            let table = Table::new(1 << 24);
            let search = CoupleSearch::new(&rules, uses(components), &table, &budget, bytes);
            let mut search = CoupleSearch { alone: 0, ..search.in_threads(4) };
            prop_assert_eq!(is_zero_in_pieces(&mut search, &pins, pieces), expected == 0);
            for (number, part) in search.known.parts.iter().enumerate() {
                let value = plain(&rules, &part.position, &mut values);
                for n in 0..20 {
                    match search.known.work_of(number as u32, n) {
                        Work::LOST => prop_assert_eq!(value, n),
                        Work::WON => prop_assert!(value != n),
                        _ => {}
                    }
                }
            }
            table
                .each(|position, (value, _)| {
                    prop_assert_eq!(value, plain(&rules, position, &mut values));
                    Ok(())
                })?;
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
