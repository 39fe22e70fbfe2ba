//! The store of canonical forms: interned lists of options, and the known results for each form.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use upstar_core::{Budget, Lease, Ticker};

use crate::genus::{Genera, Genus, GenusId};
use crate::tame::Kind;
use crate::{Error, Form, Result};

/// The data of an even form that is not a nim heap. They determine the data of its odd partner.
#[derive(Debug)]
pub(crate) struct Node {
    /// The place of its options in the pool.
    start: usize,
    length: u32,
    pub(crate) birthday: u32,
    pub(crate) genus: GenusId,
}

/// The number of bytes that are reserved at a time.
const PIECE: u64 = 1 << 16;

/// The forms, and the results computed for them.
#[derive(Debug)]
pub(crate) struct Store {
    nodes: Vec<Node>,
    /// The options of each node, ascending.
    pool: Vec<Form>,
    /// Nodes by their options.
    names: HashTable<u32>,
    hasher: FixedState,
    pub(crate) genera: Genera,
    /// Sums of even forms, the lesser first.
    pub(crate) sums: HashMap<(Form, Form), Form, FixedState>,
    /// Mates of even forms that are not nim heaps.
    pub(crate) mates: HashMap<Form, Form, FixedState>,
    /// Differences of forms, or `None` if there is none.
    pub(crate) differences: HashMap<(Form, Form), Option<Form>, FixedState>,
    /// Kinds of forms that are not nim heaps.
    pub(crate) kinds: HashMap<Form, Kind, FixedState>,
    lease: Lease,
}

impl Store {
    pub(crate) fn new(budget: Budget) -> Self {
        let hasher = FixedState::default();
        Store {
            nodes: Vec::new(),
            pool: Vec::new(),
            names: HashTable::new(),
            hasher: hasher.clone(),
            genera: Genera::default(),
            sums: HashMap::with_hasher(hasher.clone()),
            mates: HashMap::with_hasher(hasher.clone()),
            differences: HashMap::with_hasher(hasher.clone()),
            kinds: HashMap::with_hasher(hasher),
            lease: Lease::new(&budget),
        }
    }

    /// The number of stored even forms that are not nim heaps.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Pays for an entry of this many bytes.
    pub(crate) fn pay(&mut self, bytes: usize) -> Result {
        // A table doubles, so it may be half full.
        Ok(self.lease.spend(2 * bytes as u64 + 16, PIECE)?)
    }

    /// The node of a form that is not a nim heap, or of its partner.
    pub(crate) fn node(&self, form: Form) -> &Node {
        &self.nodes[form.index()]
    }

    /// The options of the even form among a form and its partner, which must not be nim heaps.
    fn even_options(&self, form: Form) -> &[Form] {
        let node = self.node(form);
        &self.pool[node.start..node.start + node.length as usize]
    }

    /// The number of options of a form.
    pub(crate) fn count(&self, form: Form) -> usize {
        match form.heap() {
            Some(n) => n as usize,
            None => self.node(form).length as usize + usize::from(form.is_odd()),
        }
    }

    /// Visits the options of a form in the order of the store. The options of an odd form are its
    /// even partner and the partners of that partner's options.
    pub(crate) fn each_option(&self, form: Form, mut each: impl FnMut(Form)) {
        match form.heap() {
            Some(n) => (0..n).for_each(|k| each(Form::heap_of(k))),
            None if form.is_odd() => {
                each(form.partner());
                self.even_options(form).iter().for_each(|option| each(option.partner()));
            }
            None => self.even_options(form).iter().for_each(|&option| each(option)),
        }
    }

    /// The options of a form, ascending.
    pub(crate) fn options(&self, form: Form) -> Vec<Form> {
        let mut options = Vec::with_capacity(self.count(form));
        self.each_option(form, |option| options.push(option));
        options.sort_unstable();
        options
    }

    /// Whether `option` is an option of `form`.
    pub(crate) fn has_option(&self, form: Form, option: Form) -> bool {
        match form.heap() {
            Some(n) => option.heap().is_some_and(|k| k < n),
            None if form.is_odd() => {
                option == form.partner()
                    || self.even_options(form).binary_search(&option.partner()).is_ok()
            }
            None => self.even_options(form).binary_search(&option).is_ok(),
        }
    }

    pub(crate) fn birthday(&self, form: Form) -> u32 {
        match form.heap() {
            Some(n) => n,
            None => self.node(form).birthday + u32::from(form.is_odd()),
        }
    }

    /// The normal and the misère nim value.
    pub(crate) fn nim_values(&self, form: Form) -> (u32, u32) {
        match form.heap() {
            Some(n) => (n, if n < 2 { n ^ 1 } else { n }),
            None => {
                let genus = self.genera.get(self.node(form).genus);
                let odd = u32::from(form.is_odd());
                (genus.normal() ^ odd, genus.misere() ^ odd)
            }
        }
    }

    /// The genus.
    pub(crate) fn genus(&self, form: Form) -> Genus {
        match form.heap() {
            Some(n) => Genus::of_heap(n),
            None if form.is_odd() => self.genera.get(self.node(form).genus).plus_one(),
            None => self.genera.get(self.node(form).genus).clone(),
        }
    }

    /// The form with these options after reversible ones are removed: Conway's simplest form (*On
    /// Numbers and Games*, chapter 12). It modifies the list.
    pub(crate) fn make(&mut self, options: &mut Vec<Form>, ticker: &mut Ticker) -> Result<Form> {
        options.sort_unstable();
        options.dedup();
        ticker.tick(1 + options.len() as u64)?;
        if options.is_empty() {
            return Ok(Form::ZERO);
        }
        if let Some(form) = self.reversed(options, ticker)? {
            return Ok(form);
        }
        if let Some(form) = self.odd(options) {
            return Ok(form);
        }
        self.intern(options, ticker)
    }

    /// The form that is left when reversible options are removed from options that may contain
    /// them. It is one of the options of every removed option. If all are reversible through 0,
    /// the proviso applies: some option must be lost for the player to move.
    fn reversed(&self, options: &[Form], ticker: &mut Ticker) -> Result<Option<Form>> {
        let mut normal: Vec<u32> = Vec::with_capacity(options.len());
        let mut misere: Vec<u32> = Vec::with_capacity(options.len());
        let (mut latest, mut day) = (options[0], 0);
        for &option in options {
            let (n, m) = self.nim_values(option);
            normal.push(n);
            misere.push(m);
            // Removed options are born later than the rest, so the last option of all is removed if
            // any is.
            let birthday = self.birthday(option);
            if birthday > day || birthday == day && self.count(option) < self.count(latest) {
                (latest, day) = (option, birthday);
            }
        }
        // Reversible options do not change the nim values, except beside 0 in misère play.
        let values = (mex(&mut normal), mex(&mut misere));
        if options.iter().all(|option| option.heap().is_some()) {
            // Theorem 72: the least nim heap that is not an option, if it is not 0 or if 1 is an
            // option.
            let reduces = values.0 > 0 || options.contains(&Form::ONE);
            return Ok(reduces.then_some(Form::heap_of(values.0)));
        }
        let is_left = |rest: Form| {
            if self.nim_values(rest) != values || self.birthday(rest) >= day {
                return false;
            }
            let mut kept = 0;
            for &option in options {
                if self.has_option(rest, option) {
                    kept += 1;
                } else if !self.has_option(option, rest) {
                    return false;
                }
            }
            kept == self.count(rest)
        };
        if let Some(n) = latest.heap() {
            let rest = Form::heap_of(values.0);
            return Ok((values.0 < n && is_left(rest)).then_some(rest));
        }
        let mut found = None;
        ticker.tick(self.count(latest) as u64)?;
        self.each_option(latest, |rest| {
            if found.is_none() && is_left(rest) {
                found = Some(rest);
            }
        });
        Ok(found)
    }

    /// The odd form with these options, if they are the options of the sum of an even form and 1.
    fn odd(&self, options: &[Form]) -> Option<Form> {
        let mut days = 0;
        options.iter().for_each(|&option| days = days.max(self.birthday(option)));
        let is_even_part = |&even: &Form| {
            even.heap().is_none()
                && !even.is_odd()
                && self.count(even) + 1 == options.len()
                && self.birthday(even) == days
                && self
                    .even_options(even)
                    .iter()
                    .all(|option| options.binary_search(&option.partner()).is_ok())
        };
        options.iter().find(|even| is_even_part(even)).map(|even| even.partner())
    }

    /// The form with these options, none of which is reversible.
    fn intern(&mut self, options: &[Form], ticker: &mut Ticker) -> Result<Form> {
        let hash = self.hasher.hash_one(options);
        let options_of = |index: u32| {
            let node = &self.nodes[index as usize];
            &self.pool[node.start..node.start + node.length as usize]
        };
        if let Some(&index) = self.names.find(hash, |&index| options_of(index) == options) {
            return Ok(Form::at(index));
        }
        let too_many = || Error::TooLarge("too many misère forms for one store");
        let index = u32::try_from(self.nodes.len()).ok().filter(|&index| index < 1 << 30);
        let index = index.ok_or_else(too_many)?;
        let length = u32::try_from(options.len()).map_err(|_| too_many())?;
        let mut genera: Vec<Genus> = Vec::new();
        let mut ids: Vec<(GenusId, bool)> = Vec::new();
        let mut birthday = 0;
        for &option in options {
            birthday = birthday.max(self.birthday(option));
            match option.heap() {
                Some(n) => genera.push(Genus::of_heap(n)),
                None => ids.push((self.node(option).genus, option.is_odd())),
            }
        }
        ids.sort_unstable();
        ids.dedup();
        for (id, odd) in ids {
            let genus = self.genera.get(id);
            genera.push(if odd { genus.plus_one() } else { genus.clone() });
        }
        let genus = Genus::of_options(&genera, ticker)?;
        self.pay(size_of::<Node>() + size_of_val(options) + 8)?;
        let (genus, bytes) = self.genera.intern(genus);
        self.pay(bytes)?;
        let start = self.pool.len();
        self.pool.extend_from_slice(options);
        // Nim heaps use all 31 bits, so a birthday may need one more. A form needs one step for
        // each of its options.
        let birthday = birthday.checked_add(1).ok_or_else(too_many)?;
        self.nodes.push(Node { start, length, birthday, genus });
        let (nodes, pool, hasher) = (&self.nodes, &self.pool, &self.hasher);
        self.names.insert_unique(hash, index, |&index| {
            let node = &nodes[index as usize];
            hasher.hash_one(&pool[node.start..node.start + node.length as usize])
        });
        Ok(Form::at(index))
    }

    /// The followers of a form, including itself, options first. Only even forms and nim heaps are
    /// listed, and an even form stands for both partners.
    pub(crate) fn followers(&self, form: Form, ticker: &mut Ticker) -> Result<Vec<Form>> {
        let mut seen = hashbrown::HashSet::with_hasher(self.hasher.clone());
        let mut open = vec![form];
        seen.insert(form);
        while let Some(next) = open.pop() {
            ticker.tick(1 + self.count(next) as u64)?;
            self.each_option(next, |option| {
                if seen.insert(option) {
                    open.push(option);
                }
            });
        }
        let mut followers: Vec<Form> = seen.into_iter().collect();
        followers.sort_unstable_by_key(|&follower| (self.birthday(follower), follower));
        Ok(followers)
    }
}

/// The least number that is missing from the list. Sorts the list.
pub(crate) fn mex(values: &mut [u32]) -> u32 {
    values.sort_unstable();
    let mut least = 0;
    for &value in &*values {
        if value == least {
            least += 1;
        } else if value > least {
            break;
        }
    }
    least
}
