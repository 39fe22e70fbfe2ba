//! Who wins a game with draws, by a search forward from the position.
//!
//! Where every move leads to a lower tier, play ends, and a position need not be reached from all
//! others to be decided: alpha-beta pruning (Knuth and Moore, *An analysis of alpha-beta pruning*,
//! 1975) looks at a small part of the positions that retrograde analysis lists. A draw is a position
//! whose only option is the position itself.

use std::cmp::Ordering;

use hashbrown::HashMap;
use upstar_core::{Budget, Lease, Player, Ticker};

use crate::{Convention, Options, Position, Result, Ruleset};

/// The position that is being decided, and the results that still matter. A result is one for the
/// player to move: less than a draw is lost, greater is won.
struct Frame<P> {
    position: P,
    /// The options that have not been tried.
    options: Vec<P>,
    /// A result beyond these does not change that of the position where the search began.
    low: Ordering,
    high: Ordering,
    /// The best result that was found, and what `low` was in the beginning.
    best: Ordering,
    began: Ordering,
}

/// The search, with what is known of positions: the least and the greatest possible result.
struct Forward<'s, R: Ruleset + ?Sized> {
    rules: &'s R,
    convention: Convention,
    symmetry: bool,
    ticker: Ticker,
    known: HashMap<R::Position, (Ordering, Ordering)>,
    memory: Lease,
}

/// What a position is before its options are tried.
enum Entered<P> {
    Decided(Ordering),
    Open(Frame<P>),
}

/// The result of an impartial game for the player to move, or `None` if a move was found that does not
/// lead to a lower tier.
///
/// # Errors
/// A used-up budget. When the memory is used up, the search goes on and forgets what it finds.
pub(super) fn result<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    convention: Convention,
    symmetry: bool,
    budget: &Budget,
) -> Result<Option<Ordering>> {
    let (ticker, memory) = (budget.ticker(), Lease::new(budget));
    let known = HashMap::new();
    let mut search = Forward { rules, convention, symmetry, ticker, known, memory };
    let mut stack = match search.enter(position.clone(), Ordering::Less, Ordering::Greater)? {
        None => return Ok(None),
        Some(Entered::Decided(result)) => return Ok(Some(result)),
        Some(Entered::Open(frame)) => vec![frame],
    };
    while let Some(frame) = stack.last_mut() {
        let option = if frame.best < frame.high { frame.options.pop() } else { None };
        let found = match option {
            None => {
                let (position, best) = (frame.position.clone(), frame.best);
                let least = if best > frame.began { best } else { Ordering::Less };
                let greatest = if best < frame.high { best } else { Ordering::Greater };
                stack.pop();
                search.keep(position, least, greatest);
                match stack.is_empty() {
                    true => return Ok(Some(best)),
                    false => best,
                }
            }
            Some(option) => {
                let (low, high) = (frame.high.reverse(), frame.low.reverse());
                match search.enter(option, low, high)? {
                    None => return Ok(None),
                    Some(Entered::Decided(result)) => result,
                    Some(Entered::Open(below)) => {
                        stack.push(below);
                        continue;
                    }
                }
            }
        };
        if let Some(frame) = stack.last_mut() {
            frame.best = frame.best.max(found.reverse());
            frame.low = frame.low.max(frame.best);
        }
    }
    unreachable!("the search ends with its first position")
}

impl<R: Ruleset + ?Sized> Forward<'_, R> {
    fn options(&self, position: &R::Position) -> Result<Vec<R::Position>> {
        let mut options = Options::within(self.ticker.budget());
        self.rules.options(position, Player::Left, &mut options)?;
        options.check()?;
        Ok(options.into_vec())
    }

    /// Looks at a position; `None` if a move does not lead to a lower tier.
    fn enter(
        &mut self,
        position: R::Position,
        low: Ordering,
        high: Ordering,
    ) -> Result<Option<Entered<R::Position>>> {
        let position = if self.symmetry { self.rules.normalize(position).0 } else { position };
        if let Some(&(least, greatest)) = self.known.get(&position) {
            if least == greatest || least >= high {
                return Ok(Some(Entered::Decided(least)));
            }
            if greatest <= low {
                return Ok(Some(Entered::Decided(greatest)));
            }
        }
        let mut options = self.options(&position)?;
        self.ticker.tick(1 + options.len() as u64)?;
        let decided = match &options[..] {
            [] if self.convention == Convention::Normal => Some(Ordering::Less),
            [] => Some(Ordering::Greater),
            [only] if *only == position => Some(Ordering::Equal),
            _ => None,
        };
        if let Some(result) = decided {
            return Ok(Some(Entered::Decided(result)));
        }
        let tier = self.rules.tier(&position);
        if options.iter().any(|option| self.rules.tier(option) >= tier) {
            return Ok(None);
        }
        // A move that ends play decides at once, and is tried first.
        for index in 0..options.len() {
            if self.options(&options[index])?.is_empty() {
                let last = options.len() - 1;
                options.swap(index, last);
                break;
            }
        }
        let best = Ordering::Less;
        Ok(Some(Entered::Open(Frame { position, options, low, high, best, began: low })))
    }

    /// Keeps a result, if there is memory for it.
    fn keep(&mut self, position: R::Position, least: Ordering, greatest: Ordering) {
        let bytes = 2 * (position.bytes() + size_of::<(R::Position, Ordering, Ordering)>()) as u64;
        let is_new = !self.known.contains_key(&position);
        if is_new && self.memory.reserve(bytes).is_err() {
            return;
        }
        let known = self.known.entry(position).or_insert((Ordering::Less, Ordering::Greater));
        *known = (known.0.max(least), known.1.min(greatest));
    }
}
