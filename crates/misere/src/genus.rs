//! The genus: nim values in normal and misère play, alone and beside heaps of two.

use std::fmt;

use hashbrown::HashMap;
use upstar_core::Ticker;

use crate::Result;
use crate::store::mex;

/// The genus of an impartial game: its nim value g in normal play, and the misère nim values
/// g0, g1, g2, ... of the game with 0, 1, 2, ... nim heaps of two beside it (Conway, *On Numbers
/// and Games*, chapter 12, where it is the 𝒢*-value).
///
/// The misère values eventually alternate between two numbers that differ by nim addition of 2, so
/// a genus is written with finitely many values: `4^146` is 4 with 1, 4, 6, 4, 6, ...
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u32,
    /// The misère values up to the first of those that alternate; never empty.
    misere: Vec<u32>,
}

impl Genus {
    /// The genus with these values. The alternating values follow the last one.
    pub(crate) fn new(normal: u32, mut misere: Vec<u32>) -> Self {
        while let [.., before, last] = misere[..]
            && before == last ^ 2
        {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// The genus of a nim heap.
    #[must_use]
    pub fn of_heap(size: u32) -> Self {
        let misere = if size < 2 { vec![size ^ 1, size ^ 2] } else { vec![size] };
        Genus { normal: size, misere }
    }

    /// The genus of two equal nim heaps above one.
    pub(crate) fn of_two_heaps() -> Self {
        Genus { normal: 0, misere: vec![0] }
    }

    /// The nim value in normal play.
    #[must_use]
    pub fn normal(&self) -> u32 {
        self.normal
    }

    /// The nim value in misère play: the size of the nim heap beside which the player to move
    /// loses.
    #[must_use]
    pub fn misere(&self) -> u32 {
        self.misere[0]
    }

    /// The misère nim value beside `twos` nim heaps of two.
    #[must_use]
    pub fn beside_twos(&self, twos: usize) -> u32 {
        let last = self.misere.len() - 1;
        self.misere[twos.min(last)] ^ if twos > last && (twos - last) % 2 == 1 { 2 } else { 0 }
    }

    /// The number of misère values before they alternate.
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.misere.len() - 1
    }

    /// The genus of the sum with the nim heap of one.
    #[must_use]
    pub fn plus_one(&self) -> Self {
        let misere = self.misere.iter().map(|value| value ^ 1).collect();
        Genus { normal: self.normal ^ 1, misere }
    }

    /// Whether this is the genus of a Nim position: 0, 1, or n with n, n+2, ... by nim addition.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        self.misere == [self.normal] || self.is_fickle()
    }

    /// Whether this is the genus of nim heaps of at most one.
    #[must_use]
    pub fn is_fickle(&self) -> bool {
        self.normal < 2 && *self == Genus::of_heap(self.normal)
    }

    /// The genus of a game whose options have these genera. The value beside n + 1 heaps of two is
    /// the least number that no option has there and that is neither the value beside n heaps nor
    /// that value plus 1.
    pub(crate) fn of_options(options: &[Genus], ticker: &mut Ticker) -> Result<Self> {
        if options.is_empty() {
            return Ok(Genus::of_heap(0));
        }
        let normal = mex(&mut options.iter().map(|option| option.normal).collect::<Vec<_>>());
        let alternate = options.iter().map(|option| option.preperiod()).max().unwrap_or(0);
        let mut misere: Vec<u32> = Vec::new();
        let mut values = Vec::new();
        loop {
            let twos = misere.len();
            ticker.tick(1 + options.len() as u64)?;
            values.clear();
            values.extend(options.iter().map(|option| option.beside_twos(twos)));
            if let Some(&last) = misere.last() {
                values.extend([last, last ^ 1]);
            }
            misere.push(mex(&mut values));
            // From here on the result depends on the last value alone.
            if twos >= alternate + 2
                && misere[twos] == misere[twos - 2]
                && misere[twos - 1] == misere[twos] ^ 2
            {
                return Ok(Genus::new(normal, misere));
            }
        }
    }

    /// The values written after the first: up to and including the two that alternate.
    pub(crate) fn digits(&self) -> Vec<u32> {
        (0..self.misere.len() + 1).map(|twos| self.beside_twos(twos)).collect()
    }
}

/// `4^146`; numbers above nine in parentheses and with commas: `6^(1,9,10,8)`.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        write_digits(f, &self.digits())
    }
}

/// The superscript of a genus.
pub(crate) fn write_digits(f: &mut fmt::Formatter<'_>, digits: &[u32]) -> fmt::Result {
    if digits.iter().all(|&digit| digit < 10) {
        return digits.iter().try_for_each(|digit| write!(f, "{digit}"));
    }
    for (i, digit) in digits.iter().enumerate() {
        write!(f, "{}{digit}", if i == 0 { '(' } else { ',' })?;
    }
    f.write_str(")")
}

/// The name of a genus in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GenusId(u32);

/// Each genus once: there are far fewer of them than forms.
#[derive(Debug, Default)]
pub(crate) struct Genera {
    all: Vec<Genus>,
    ids: HashMap<Genus, u32, foldhash::fast::FixedState>,
}

impl Genera {
    pub(crate) fn get(&self, id: GenusId) -> &Genus {
        &self.all[id.0 as usize]
    }

    /// The name of a genus, and the number of extra bytes that it takes.
    pub(crate) fn intern(&mut self, genus: Genus) -> (GenusId, usize) {
        if let Some(&id) = self.ids.get(&genus) {
            return (GenusId(id), 0);
        }
        // There are no more of them than nodes, which are fewer than 2^30.
        let id = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let bytes = 2 * (size_of::<Genus>() + 4 * genus.misere.len()) + 4;
        self.all.push(genus.clone());
        self.ids.insert(genus, id);
        (GenusId(id), bytes)
    }
}
