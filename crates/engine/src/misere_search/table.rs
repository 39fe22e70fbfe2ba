//! The tables of searches in misère play: parts, forms, sums of forms, and states.

use std::sync::{Arc, Mutex};

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use smallvec::SmallVec;
use upstar_misere::Form;

use crate::Position;
use crate::proof::Work;

/// The parts of a state by their numbers, ascending. A form has [`FORM`] in its number.
pub(super) type Parts = SmallVec<[u32; 4]>;

pub(super) const FORM: u32 = 1 << 31;

/// A part: a position that does not split, in its standard form, or a misère form.
pub(super) struct Part<T> {
    pub(super) what: T,
    pub(super) hash: u64,
    /// About how many moves there are.
    pub(super) moves: u32,
    /// The options, once they are listed: for each the number of its parts, and the parts.
    pub(super) options: Option<Arc<[u32]>>,
}

/// A state that was met.
pub(super) struct State {
    /// Where its parts stand in the words.
    pub(super) from: u32,
    pub(super) count: u32,
    pub(super) work: Work,
    /// The states to which moves lead, once they are listed.
    pub(super) options: Option<Box<[u32]>>,
}

/// What the searches for one kind of rules have found.
pub(crate) struct MisereTable<P> {
    pub(super) positions: Vec<Part<P>>,
    /// The numbers of positions.
    pub(super) numbers: HashTable<u32>,
    pub(super) forms: Vec<Part<Form>>,
    pub(super) form_numbers: HashMap<Form, u32>,
    /// Sums of forms; `None` where they are kept apart.
    pub(super) sums: HashMap<(u32, u32), Option<u32>>,
    pub(super) states: Vec<State>,
    pub(super) words: Vec<u32>,
    /// The numbers of states by their parts.
    pub(super) state_numbers: HashTable<u32>,
    pub(super) hasher: FixedState,
    /// The forms of positions with more moves than this are not looked for.
    pub(super) most_moves: u32,
    /// Whether the search is given up for these rules.
    pub(super) is_given_up: bool,
    /// About how many bytes everything takes.
    pub(super) bytes: u64,
}

pub(crate) type SharedMisere<P> = Arc<Mutex<MisereTable<P>>>;

impl<P: Position> MisereTable<P> {
    pub(crate) fn new() -> Self {
        MisereTable {
            positions: Vec::new(),
            numbers: HashTable::new(),
            forms: Vec::new(),
            form_numbers: HashMap::new(),
            sums: HashMap::new(),
            states: Vec::new(),
            words: Vec::new(),
            state_numbers: HashTable::new(),
            hasher: FixedState::with_seed(0x6d69_7365_7265),
            most_moves: u32::MAX,
            is_given_up: false,
            bytes: 0,
        }
    }

    /// The number of a position.
    pub(super) fn find(&self, position: &P, hash: u64) -> Option<u32> {
        let is_it = |&at: &u32| self.positions[at as usize].what == *position;
        self.numbers.find(hash, is_it).copied()
    }

    pub(super) fn parts(&self, state: u32) -> &[u32] {
        let State { from, count, .. } = self.states[state as usize];
        &self.words[from as usize..(from + count) as usize]
    }

    /// About how many moves there are in some parts.
    pub(super) fn moves(&self, parts: &[u32]) -> u32 {
        let moves = |&part: &u32| match part & FORM {
            0 => self.positions[part as usize].moves,
            _ => self.forms[(part ^ FORM) as usize].moves,
        };
        parts.iter().map(moves).fold(0, u32::saturating_add)
    }
}
