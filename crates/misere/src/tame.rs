//! Games that behave like nim heaps: tame, restive and restless games.
//!
//! The definitions are those of Conway, *On Numbers and Games*, chapter 12. For reversible moves to
//! games that are not tame, they are those of Berlekamp, Conway and Guy, *Winning Ways*,
//! chapter 13.

use hashbrown::HashMap;

use crate::worker::Open;
use crate::{Form, Genus, Result, Worker};

/// How closely a game behaves like a nim position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A nim heap.
    Heap,
    /// Its genus and the genus of each of its positions is that of a nim position. In sums with
    /// other tame games it can be replaced by this nim position (ONAG, theorem 73).
    Tame,
    /// Tame except for reversible options: the genus is that of the tame options alone, and each
    /// other option has moves to tame games with its normal nim value and with its misère nim
    /// value.
    GenerallyTame,
    /// Its options are tame but it is not. Its normal nim value is 0 or 1, and its misère nim value
    /// n is not. In sums with nim heaps of only 0, 1, n and n + 1 (nim addition) it behaves like a
    /// heap of n; otherwise, like its normal nim value.
    Restive,
    /// Restive except for options that are reversible in the same way.
    GenerallyRestive,
    /// Its options are tame but it is not. Its misère nim value is 0 or 1, and its normal nim value
    /// is not.
    Restless,
    /// Any other game.
    Wild,
}

impl Kind {
    /// Whether it is tame, possibly after reversible moves are removed.
    #[must_use]
    pub fn is_generally_tame(self) -> bool {
        self <= Kind::GenerallyTame
    }

    /// Whether it is restive, possibly after reversible moves are removed.
    #[must_use]
    pub fn is_generally_restive(self) -> bool {
        matches!(self, Kind::Restive | Kind::GenerallyRestive)
    }
}

/// Whether a genus is that of restive games: the sequence is determined by the first two values.
fn is_restive(genus: &Genus) -> bool {
    let (normal, first) = (genus.normal(), genus.misere());
    let next = if first < 4 { first ^ 2 } else { normal ^ 2 };
    let alternates = genus.preperiod() <= 1;
    normal < 2 && first >= 2 && genus.beside_twos(1) == next && alternates
}

impl Worker<'_> {
    /// How closely the game behaves like a nim position.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn kind(&mut self, form: Form) -> Result<Kind> {
        let mut open = self.open();
        if let Some(&kind) = open.store.kinds.get(&form) {
            return Ok(kind);
        }
        let mut last = Kind::Heap;
        for follower in open.store.followers(form, open.ticker)? {
            last = open.kind(follower)?;
        }
        Ok(last)
    }

    /// Whether the game is not tame but its sum with itself is, like the sum of two equal heaps of
    /// two or more.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn is_half_tame(&mut self, form: Form) -> Result<bool> {
        if self.kind(form)?.is_generally_tame() {
            return Ok(false);
        }
        let twice = self.add(form, form)?;
        let tame = self.kind(twice)?.is_generally_tame();
        Ok(tame && self.nim_value(twice) == 0 && self.misere_nim_value(twice) == 0)
    }

    /// The genus as written for this game, which is shorter if its kind is known: `n` for the nim
    /// heap of n, `n^n` for another tame game, `g^n` for a restive one.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`](crate::Error::Exhausted).
    pub fn short_genus(&mut self, form: Form) -> Result<String> {
        let genus = self.genus(form);
        let number = |n: u32| if n < 10 { n.to_string() } else { format!("({n})") };
        Ok(match self.kind(form)? {
            Kind::Heap => genus.normal().to_string(),
            kind if kind.is_generally_tame() && genus.is_fickle() => genus.normal().to_string(),
            kind if kind.is_generally_tame() || kind.is_generally_restive() => {
                format!("{}^{}", genus.normal(), number(genus.misere()))
            }
            _ => genus.to_string(),
        })
    }
}

impl Open<'_> {
    /// The kind of a game, from the kinds of its options.
    fn kind(&mut self, form: Form) -> Result<Kind> {
        if form.heap().is_some() {
            return Ok(Kind::Heap);
        }
        if let Some(&kind) = self.store.kinds.get(&form) {
            return Ok(kind);
        }
        let genus = self.store.genus(form);
        let options = self.listed(form)?;
        let mut kinds: HashMap<Form, Kind> = HashMap::with_capacity(options.len());
        for &option in &options {
            kinds.insert(option, self.kind(option)?);
        }
        let all_tame = options.iter().all(|option| kinds[option] <= Kind::Tame);
        let kind = if all_tame {
            if genus.is_tame() {
                Kind::Tame
            } else if genus.normal() < 2 {
                Kind::Restive
            } else if genus.misere() < 2 {
                Kind::Restless
            } else {
                Kind::Wild
            }
        } else if (genus.is_tame() || is_restive(&genus))
            && self.is_reversed(&options, &kinds, &genus)?
        {
            if genus.is_tame() { Kind::GenerallyTame } else { Kind::GenerallyRestive }
        } else {
            Kind::Wild
        };
        self.store.pay(2 * size_of::<Form>())?;
        self.store.kinds.insert(form, kind);
        Ok(kind)
    }

    /// Whether the tame options together have this genus, and each other option has a move to a
    /// tame game with this normal nim value and a move to one with this misère nim value. The first
    /// is the reply if the other summands are firm, the second if they are not.
    fn is_reversed(
        &mut self,
        options: &[Form],
        kinds: &HashMap<Form, Kind>,
        genus: &Genus,
    ) -> Result<bool> {
        let mut tame = Vec::new();
        for option in options {
            if kinds[option].is_generally_tame() {
                tame.push(self.store.genus(*option));
                continue;
            }
            let (mut normal, mut misere) = (false, false);
            for reply in self.listed(*option)? {
                if self.kind(reply)?.is_generally_tame() {
                    let values = self.store.nim_values(reply);
                    normal = normal || values.0 == genus.normal();
                    misere = misere || values.1 == genus.misere();
                }
            }
            if !(normal && misere) {
                return Ok(false);
            }
        }
        if tame.is_empty() {
            // There are options, but none that counts: the player to move loses under both
            // conventions.
            return Ok(*genus == Genus::of_two_heaps());
        }
        Ok(Genus::of_options(&tame, self.ticker)? == *genus)
    }
}
