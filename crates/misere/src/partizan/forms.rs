//! Forms under a budget, stored without repeats.

use std::ops::Range;

use hashbrown::{HashMap, HashTable};
use upstar_core::{Budget, Exhausted, Lease, Outcome, Player, Ticker};

use super::Universe;
use super::flags::{Flags, flags};
use super::form::{Form, Position};

/// The largest birthday. A comparison recurs as deep as the birthdays of both games.
pub const MOST_BIRTHDAY: u32 = 1000;

/// The result of a question about forms.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The budget is used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The birthday is above [`MOST_BIRTHDAY`].
    #[error("a form in misère play has a birthday of at most {MOST_BIRTHDAY}")]
    Birthday,
    /// There are more than 2^32 positions or options.
    #[error("the form has more than 2^32 positions or options")]
    TooMany,
    /// The text is longer than [`Forms::text`] makes.
    #[error("the form is too large to be written: its text has more than 2^26 characters")]
    Text,
}

/// A form among [`Forms`]. Two ids are equal if and only if the forms are literally equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub(super) u32);

impl Node {
    fn range(&self, player: usize) -> Range<usize> {
        self.bounds[player] as usize..self.bounds[player + 1] as usize
    }
}

impl Id {
    /// 0, in which nobody can move.
    pub const ZERO: Id = Id(0);
}

/// A standard name of a literal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    Integer(i32),
    Nimber(u32),
}

pub(super) struct Node {
    /// The start of Left's options among all options, the start of Right's, and their end.
    bounds: [u32; 3],
    pub(super) tombstones: [bool; 2],
    pub(super) flags: Flags,
    pub(super) birthday: u32,
    pub(super) name: Option<Name>,
}

/// Results modulo one universe.
#[derive(Default)]
pub(super) struct UniverseResults {
    pub(super) order: HashMap<(u32, u32), bool>,
    pub(super) simplest: HashMap<u32, u32>,
    /// For g not at least h: a game that proves it, and the player who begins.
    pub(super) apart: HashMap<(u32, u32), (u32, Player)>,
}

/// Forms without repeats, and results for them, under a budget. Every step is counted, and the
/// memory is given back on drop.
pub struct Forms {
    nodes: Vec<Node>,
    options: Vec<u32>,
    places: HashTable<u32>,
    pub(super) known: [UniverseResults; 3],
    pub(super) sums: HashMap<(u32, u32), u32>,
    pub(super) conjugates: HashMap<u32, u32>,
    pub(super) adjoints: HashMap<u32, u32>,
    pub(super) ticker: Ticker,
    lease: Lease,
}

impl std::fmt::Debug for Forms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Forms").field("count", &self.nodes.len()).finish_non_exhaustive()
    }
}

impl Forms {
    /// The number of bytes requested from the budget at a time.
    const STEP: u64 = 1 << 18;

    /// A store with only 0.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn new(budget: &Budget) -> Result<Self> {
        let mut forms = Forms {
            nodes: Vec::new(),
            options: Vec::new(),
            places: HashTable::new(),
            known: Default::default(),
            sums: HashMap::new(),
            conjugates: HashMap::new(),
            adjoints: HashMap::new(),
            ticker: budget.ticker(),
            lease: Lease::new(budget),
        };
        forms.make(&[], &[])?;
        Ok(forms)
    }

    pub(super) fn pay(&mut self, bytes: usize) -> Result {
        // Vectors and tables double, and both sizes exist while they are moved.
        Ok(self.lease.spend(3 * bytes as u64, Self::STEP)?)
    }

    /// {left | right}. The order of options and repetitions do not matter.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`], [`Error::Exhausted`].
    pub fn make(&mut self, left: &[Id], right: &[Id]) -> Result<Id> {
        let plain = |ids: &[Id]| ids.iter().map(|id| id.0).collect::<Vec<u32>>();
        let options = [plain(left), plain(right)];
        self.make_with(options, [false; 2]).map(Id)
    }

    /// {left | right}, with a tombstone for each player who has one.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`], [`Error::Exhausted`].
    pub fn make_with_tombstones(
        &mut self,
        left: &[Id],
        right: &[Id],
        tombstones: [bool; 2],
    ) -> Result<Id> {
        let plain = |ids: &[Id]| ids.iter().map(|id| id.0).collect::<Vec<u32>>();
        self.make_with([plain(left), plain(right)], tombstones).map(Id)
    }

    /// A position with these options and tombstones.
    pub(super) fn make_with(
        &mut self,
        mut options: [Vec<u32>; 2],
        tombstones: [bool; 2],
    ) -> Result<u32> {
        for list in &mut options {
            list.sort_unstable();
            list.dedup();
        }
        self.ticker.tick(1 + options.iter().map(Vec::len).sum::<usize>() as u64)?;
        let hash = hash_of([&options[0], &options[1]], tombstones);
        let found = self.places.find(hash, |&at| self.is(at, &options, tombstones));
        if let Some(&at) = found {
            return Ok(at);
        }
        let birthday = options.iter().flatten().map(|&x| self.node(x).birthday + 1).max();
        let birthday = birthday.unwrap_or(0);
        if birthday > MOST_BIRTHDAY {
            return Err(Error::Birthday);
        }
        let count = options[0].len() + options[1].len();
        self.pay(size_of::<Node>() + size_of::<u64>() + size_of::<u32>() * count)?;
        let at = u32::try_from(self.nodes.len()).map_err(|_| Error::TooMany)?;
        let flags = flags(
            [&options[0], &options[1]],
            tombstones,
            |x| self.node(x).flags,
            |x, player, test| self.side(x, player).iter().all(|&y| test(y)),
        );
        let name = self.name_of(&options, tombstones);
        let first = self.options.len();
        let bounds = [first, first + options[0].len(), first + count];
        if u32::try_from(bounds[2]).is_err() {
            return Err(Error::TooMany);
        }
        let bounds = bounds.map(|bound| bound as u32);
        self.options.extend(options.iter().flatten());
        self.nodes.push(Node { bounds, tombstones, flags, birthday, name });
        let Forms { places, nodes, options, .. } = self;
        places.insert_unique(hash, at, |&other| {
            let node = &nodes[other as usize];
            hash_of([0, 1].map(|player| &options[node.range(player)]), node.tombstones)
        });
        Ok(at)
    }

    fn is(&self, at: u32, options: &[Vec<u32>; 2], tombstones: [bool; 2]) -> bool {
        let same = |player: usize| self.side(at, player) == options[player];
        self.node(at).tombstones == tombstones && same(0) && same(1)
    }

    /// The name of n = {n-1 | } and -n = { | -(n-1)}, and of *n, whose options are 0, ..., *(n-1).
    fn name_of(&self, options: &[Vec<u32>; 2], tombstones: [bool; 2]) -> Option<Name> {
        if tombstones != [false; 2] {
            return None;
        }
        let integer = |x: u32| match self.node(x).name? {
            Name::Integer(n) => Some(n),
            Name::Nimber(_) => None,
        };
        match [&options[0][..], &options[1][..]] {
            [[], []] => Some(Name::Integer(0)),
            [[x], []] => integer(*x).filter(|&n| n >= 0).map(|n| Name::Integer(n + 1)),
            [[], [x]] => integer(*x).filter(|&n| n <= 0).map(|n| Name::Integer(n - 1)),
            [left, right] if left == right => {
                // Options are sorted, and *n is made after the smaller nimbers.
                let nimbers = left.iter().enumerate().all(|(n, &x)| match self.node(x).name {
                    Some(Name::Integer(0)) => n == 0,
                    Some(Name::Nimber(size)) => size as usize == n,
                    _ => false,
                });
                nimbers.then_some(Name::Nimber(left.len() as u32))
            }
            _ => None,
        }
    }

    pub(super) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// The options of Left (0) or Right (1), sorted.
    pub(super) fn side(&self, at: u32, player: usize) -> &[u32] {
        &self.options[self.node(at).range(player)]
    }

    /// The options of both players.
    pub(super) fn sides(&self, at: u32) -> [Vec<u32>; 2] {
        [self.side(at, 0).to_vec(), self.side(at, 1).to_vec()]
    }

    /// Adds a form.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`], [`Error::Exhausted`].
    pub fn add(&mut self, form: &Form) -> Result<Id> {
        let mut places: Vec<u32> = Vec::with_capacity(form.positions().len());
        for position in form.positions() {
            let moved = |list: &Vec<u32>| list.iter().map(|&x| places[x as usize]).collect();
            let options = [moved(&position.options[0]), moved(&position.options[1])];
            places.push(self.make_with(options, position.tombstones)?);
        }
        Ok(Id(places.last().copied().unwrap_or(0)))
    }

    /// The form as a separate value.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn form(&mut self, id: Id) -> Result<Form> {
        let mut places: HashMap<u32, u32> = HashMap::new();
        let mut positions = Vec::new();
        let mut stack = vec![(id.0, false)];
        while let Some((at, ready)) = stack.pop() {
            if places.contains_key(&at) {
                continue;
            }
            let options = self.sides(at);
            self.ticker.tick(1 + (options[0].len() + options[1].len()) as u64)?;
            if !ready {
                stack.push((at, true));
                stack.extend(options.iter().flatten().map(|&option| (option, false)));
                continue;
            }
            let count = options[0].len() + options[1].len();
            self.pay(size_of::<Position>() + 16 + size_of::<u32>() * count)?;
            let options = options.map(|list| list.iter().map(|x| places[x]).collect());
            let tombstones = self.node(at).tombstones;
            places.insert(at, positions.len() as u32);
            positions.push(Position { options, tombstones });
        }
        Ok(Form::new(positions).unwrap_or_else(|| unreachable!("options are made before")))
    }

    /// The form with Left and Right exchanged. In misère play it is called the conjugate, because
    /// it need not be an inverse.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`].
    pub fn conjugate(&mut self, id: Id) -> Result<Id> {
        if let Some(&found) = self.conjugates.get(&id.0) {
            return Ok(Id(found));
        }
        let [mut left, mut right] = self.sides(id.0);
        for option in left.iter_mut().chain(&mut right) {
            *option = self.conjugate(Id(*option))?.0;
        }
        let [of_left, of_right] = self.node(id.0).tombstones;
        let found = self.make_with([right, left], [of_right, of_left])?;
        self.pay(2 * size_of::<[u32; 2]>())?;
        self.conjugates.insert(id.0, found);
        Ok(Id(found))
    }

    /// The disjunctive sum: a move is a move in one summand. A player has a tombstone in it if both
    /// summands count as without a move for the player and at least one has a tombstone.
    ///
    /// Takes one step for each pair of positions.
    ///
    /// # Errors
    ///
    /// [`Error::Birthday`], [`Error::Exhausted`].
    pub fn sum(&mut self, g: Id, h: Id) -> Result<Id> {
        let (a, b) = (g.0.min(h.0), g.0.max(h.0));
        if a == Id::ZERO.0 {
            return Ok(Id(b));
        }
        if self.node(a).birthday + self.node(b).birthday > MOST_BIRTHDAY {
            return Err(Error::Birthday);
        }
        if let Some(&found) = self.sums.get(&(a, b)) {
            return Ok(Id(found));
        }
        let mut options = [Vec::new(), Vec::new()];
        for (player, list) in options.iter_mut().enumerate() {
            for x in self.side(a, player).to_vec() {
                list.push(self.sum(Id(x), Id(b))?.0);
            }
            for y in self.side(b, player).to_vec() {
                list.push(self.sum(Id(a), Id(y))?.0);
            }
        }
        let tombstones = [0, 1].map(|i| {
            let ends = self.node(a).flags.end_like[i] && self.node(b).flags.end_like[i];
            ends && (self.node(a).tombstones[i] || self.node(b).tombstones[i])
        });
        let found = self.make_with(options, tombstones)?;
        self.pay(2 * size_of::<[u32; 3]>())?;
        self.sums.insert((a, b), found);
        Ok(Id(found))
    }

    /// The outcome in misère play.
    #[must_use]
    pub fn outcome(&self, id: Id) -> Outcome {
        match self.node(id.0).flags.wins_first {
            [true, true] => Outcome::N,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
            [false, false] => Outcome::P,
        }
    }

    /// The largest number of moves in a line of play, with either player moving at each turn.
    #[must_use]
    pub fn birthday(&self, id: Id) -> u32 {
        self.node(id.0).birthday
    }

    /// Whether the player has no option.
    #[must_use]
    pub fn is_end(&self, id: Id, player: Player) -> bool {
        self.side(id.0, player as usize).is_empty()
    }

    /// Whether the player has no option here and in all followers.
    #[must_use]
    pub fn is_dead_end(&self, id: Id, player: Player) -> bool {
        self.node(id.0).flags.dead_end[player as usize]
    }

    /// Whether the previous player wins neither this form nor any follower.
    #[must_use]
    pub fn is_p_free(&self, id: Id) -> bool {
        self.node(id.0).flags.p_free
    }

    /// Whether neither it nor any follower has a tombstone.
    #[must_use]
    pub fn is_tombstone_free(&self, id: Id) -> bool {
        self.node(id.0).flags.tombstone_free
    }

    /// Whether the tree, ignoring tombstones, is in the universe.
    #[must_use]
    pub fn is_in(&self, universe: Universe, id: Id) -> bool {
        let flags = self.node(id.0).flags;
        match universe {
            Universe::Dicot => flags.dicot,
            Universe::DeadEnding => flags.dead_ending,
            Universe::All => true,
        }
    }
}

/// A hash of the options and the tombstones.
fn hash_of(options: [&[u32]; 2], tombstones: [bool; 2]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let ends = u64::from(tombstones[0]) + 2 * u64::from(tombstones[1]);
    let start = (options[0].len() as u64).wrapping_mul(ODD) ^ ends;
    options
        .into_iter()
        .flatten()
        .fold(start, |hash, &x| (hash ^ u64::from(x)).wrapping_mul(ODD).rotate_left(29))
}
