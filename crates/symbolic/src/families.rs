//! Families of sets as zero-suppressed decision diagrams.
//!
//! The library `oxidd` stores the nodes and computes unions, intersections and differences. Other
//! operations take one pass through a diagram, with a table of results, and check the budget on the
//! way.

// Families are compared and hashed by their roots; the counters within take no part.
#![expect(clippy::mutable_key_type)]

use std::collections::HashMap;

use foldhash::fast::FixedState;
use oxidd::util::AllocResult;
use oxidd::zbdd::{ZBDDFunction, ZBDDManagerRef};
use oxidd::{BooleanFunction, BooleanVecSet, Function, HasLevel, Manager, ManagerRef, Node};
use upstar_core::{Budget, Exhausted, StopReason, Ticker};

use crate::Result;

/// A family of sets of numbers.
pub(crate) type Family = ZBDDFunction;

/// Results of operations, by the root of the diagram and a place in the game.
pub(crate) type Done<T> = HashMap<(Family, u32), T, FixedState>;

/// All families over the same numbers.
pub(crate) struct Families {
    manager: ZBDDManagerRef,
    /// The sets {v} of one number.
    single: Vec<Family>,
    /// The family without sets.
    pub(crate) none: Family,
    /// The family of the empty set alone.
    pub(crate) base: Family,
    ticker: Ticker,
    /// The largest number of nodes measured.
    most: usize,
}

/// Bytes for a node: 16, its place in the table of nodes, and its share of the tables of operations.
pub(crate) const BYTES_A_NODE: u64 = 48;

/// The largest number of nodes if nothing else bounds the memory: 3 GB.
const MOST_NODES: u64 = 1 << 26;

/// The smallest useful number of nodes.
const FEWEST_NODES: u64 = 1 << 12;

/// Operations are cut into pieces at this many levels from the top, so that the budget is checked
/// between them.
const CUT: u32 = 16;

/// An operation of the library.
type Operation = fn(&Family, &Family) -> AllocResult<Family>;

impl Families {
    /// Families of sets of numbers below `numbers`, in as much memory as the budget has.
    pub(crate) fn new(numbers: usize, budget: &Budget) -> Result<Self> {
        let bytes = budget.bytes_left().unwrap_or(MOST_NODES * BYTES_A_NODE);
        // Small boards need no large tables, which take time to allocate.
        let cells = numbers as u32 / 2;
        let enough = 3u64.saturating_pow(cells).saturating_mul(1 << 7).max(FEWEST_NODES);
        let nodes = (bytes / BYTES_A_NODE).min(MOST_NODES << 2).min(enough);
        if nodes < FEWEST_NODES {
            return Err(Exhausted { reason: StopReason::Memory, report: budget.report() });
        }
        let nodes = nodes as usize;
        let known = (1 << (8 + cells * 11 / 20).min(24)).min(nodes / 4);
        let manager = oxidd::zbdd::new_manager(nodes, known, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(numbers as u32));
        let ticker = budget.ticker();
        let made = manager.with_manager_shared(|manager| {
            let single = (0..numbers as u32).map(|number| Family::singleton(manager, number));
            Ok((single.collect::<AllocResult<_>>()?, Family::empty(manager), Family::base(manager)))
        });
        let (single, none, base) = made.map_err(|_: oxidd::util::OutOfMemory| Exhausted {
            reason: StopReason::Memory,
            report: budget.report(),
        })?;
        Ok(Families { manager, single, none, base, ticker, most: 0 })
    }

    /// The result, or an error if a table of nodes is full.
    fn made<T>(&self, made: AllocResult<T>) -> Result<T> {
        made.map_err(|_| Exhausted {
            reason: StopReason::Memory,
            report: self.ticker.budget().report(),
        })
    }

    pub(crate) fn tick(&mut self) -> Result {
        self.ticker.tick(1)
    }

    /// Counts the nodes, and removes unused ones if there are many.
    pub(crate) fn tidy(&mut self) {
        let nodes = self.manager.with_manager_shared(|manager| {
            let nodes = manager.num_inner_nodes();
            if nodes > 1 << 20 {
                manager.gc();
            }
            nodes
        });
        self.most = self.most.max(nodes);
    }

    /// The largest number of nodes measured.
    pub(crate) fn most_nodes(&self) -> u64 {
        self.most as u64
    }

    /// The least number in sets of the family, those that have it, without it, and the others.
    /// `None` of the two families that have no number.
    pub(crate) fn parts(&self, family: &Family) -> Option<(u32, Family, Family)> {
        family.with_manager_shared(|manager, edge| match manager.get_node(edge) {
            Node::Inner(node) => {
                let level = node.level();
                let (with, without) = Family::cofactors_edge(manager, edge)?;
                Some((
                    level,
                    Family::from_edge_ref(manager, with),
                    Family::from_edge_ref(manager, without),
                ))
            }
            Node::Terminal(_) => None,
        })
    }

    /// The sets with `number` and those without it, of a family without smaller numbers.
    pub(crate) fn split(&self, family: &Family, number: u32) -> (Family, Family) {
        match self.parts(family) {
            Some((least, with, without)) if least == number => (with, without),
            _ => (self.none.clone(), family.clone()),
        }
    }

    /// The sets of `with` with `number` added, and those of `without`; all numbers in them are
    /// greater.
    pub(crate) fn join(&self, number: u32, with: Family, without: Family) -> Result<Family> {
        if with == self.none {
            return Ok(without);
        }
        let made = self.manager.with_manager_shared(|manager| {
            let single = self.single[number as usize].as_edge(manager);
            let (with, without) = (with.into_edge(manager), without.into_edge(manager));
            let made = oxidd::zbdd::make_node(manager, single, with, without)?;
            Ok(Family::from_edge(manager, made))
        });
        self.made(made)
    }

    /// An operation of the library, cut into pieces near the root.
    fn cut(&mut self, operation: Operation, f: &Family, g: &Family) -> Result<Family> {
        self.tick()?;
        let (Some((a, f_with, f_without)), Some((b, g_with, g_without))) =
            (self.parts(f), self.parts(g))
        else {
            return self.made(operation(f, g));
        };
        let least = a.min(b);
        if least >= CUT {
            return self.made(operation(f, g));
        }
        let (f_with, f_without) =
            if a == least { (f_with, f_without) } else { (self.none.clone(), f.clone()) };
        let (g_with, g_without) =
            if b == least { (g_with, g_without) } else { (self.none.clone(), g.clone()) };
        let with = self.cut(operation, &f_with, &g_with)?;
        let without = self.cut(operation, &f_without, &g_without)?;
        self.join(least, with, without)
    }

    /// The union of two families.
    pub(crate) fn union(&mut self, f: &Family, g: &Family) -> Result<Family> {
        self.cut(Family::union, f, g)
    }

    /// The intersection of two families.
    pub(crate) fn common(&mut self, f: &Family, g: &Family) -> Result<Family> {
        self.cut(Family::intsec, f, g)
    }

    /// The difference of two families.
    pub(crate) fn difference(&mut self, f: &Family, g: &Family) -> Result<Family> {
        self.cut(Family::diff, f, g)
    }

    /// The sets that do not contain a number.
    pub(crate) fn without(&mut self, f: &Family, number: u32) -> Result<Family> {
        self.tick()?;
        self.made(f.subset0(number))
    }

    /// The sets that contain a number, with it removed.
    pub(crate) fn with(&mut self, f: &Family, number: u32) -> Result<Family> {
        self.tick()?;
        self.made(f.subset1(number))
    }

    /// Each set with a number added if it was missing, or removed if it was present.
    pub(crate) fn change(&mut self, f: &Family, number: u32) -> Result<Family> {
        self.tick()?;
        self.made(f.change(number))
    }

    /// The sets that do not contain all of `numbers`, which ascend.
    pub(crate) fn lacking(&mut self, f: &Family, numbers: &[u32]) -> Result<Family> {
        self.lacking_from(f, numbers, 0, &mut Done::default())
    }

    /// The same, where those before `from` are contained.
    fn lacking_from(
        &mut self,
        f: &Family,
        numbers: &[u32],
        from: u32,
        done: &mut Done<Family>,
    ) -> Result<Family> {
        let Some((least, with, without)) = self.parts(f) else { return Ok(f.clone()) };
        let wanted = numbers[from as usize];
        if least > wanted {
            return Ok(f.clone());
        }
        let key = (f.clone(), from);
        if let Some(known) = done.get(&key) {
            return Ok(known.clone());
        }
        self.tick()?;
        let found = if least < wanted {
            let with = self.lacking_from(&with, numbers, from, done)?;
            let without = self.lacking_from(&without, numbers, from, done)?;
            self.join(least, with, without)?
        } else if from as usize + 1 == numbers.len() {
            without
        } else {
            let with = self.lacking_from(&with, numbers, from + 1, done)?;
            self.join(least, with, without)?
        };
        done.insert(key, found.clone());
        Ok(found)
    }

    /// The number of sets of each size in a family. It is below 2^128, as there are at most 3^64
    /// boards.
    pub(crate) fn sizes(&mut self, f: &Family) -> Result<Vec<u128>> {
        self.sizes_of(f, &mut HashMap::default())
    }

    fn sizes_of(
        &mut self,
        f: &Family,
        done: &mut HashMap<Family, Vec<u128>, FixedState>,
    ) -> Result<Vec<u128>> {
        let Some((_, with, without)) = self.parts(f) else {
            return Ok(if *f == self.none { Vec::new() } else { vec![1] });
        };
        if let Some(known) = done.get(f) {
            return Ok(known.clone());
        }
        self.tick()?;
        let with = self.sizes_of(&with, done)?;
        let mut sizes = self.sizes_of(&without, done)?;
        sizes.resize(sizes.len().max(with.len() + 1), 0);
        for (size, count) in with.into_iter().enumerate() {
            sizes[size + 1] += count;
        }
        done.insert(f.clone(), sizes.clone());
        Ok(sizes)
    }

    /// The number of sets in a family.
    pub(crate) fn count(&mut self, f: &Family) -> Result<u128> {
        self.count_of(f, &mut HashMap::default())
    }

    fn count_of(
        &mut self,
        f: &Family,
        done: &mut HashMap<Family, u128, FixedState>,
    ) -> Result<u128> {
        let Some((_, with, without)) = self.parts(f) else {
            return Ok(u128::from(*f != self.none));
        };
        if let Some(&known) = done.get(f) {
            return Ok(known);
        }
        self.tick()?;
        let count = self.count_of(&with, done)? + self.count_of(&without, done)?;
        done.insert(f.clone(), count);
        Ok(count)
    }

    /// Whether a family contains a set, whose numbers ascend.
    pub(crate) fn has(&self, f: &Family, numbers: &[u32]) -> bool {
        let mut at = f.clone();
        for &number in numbers {
            loop {
                match self.parts(&at) {
                    Some((least, with, _)) if least == number => {
                        at = with;
                        break;
                    }
                    Some((least, _, without)) if least < number => at = without,
                    _ => return false,
                }
            }
        }
        while let Some((_, _, without)) = self.parts(&at) {
            at = without;
        }
        at == self.base
    }

    /// The family of one set.
    pub(crate) fn one(&mut self, numbers: &[u32]) -> Result<Family> {
        let mut family = self.base.clone();
        for &number in numbers {
            family = self.change(&family, number)?;
        }
        Ok(family)
    }

    /// The nodes of a family's diagram.
    pub(crate) fn nodes(&self, f: &Family) -> u64 {
        f.node_count() as u64
    }
}
