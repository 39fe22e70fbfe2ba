//! A list of lost couples that shows who wins a sum.
//!
//! It is found from the values in the table, and by a new search where they do not tell enough. Each
//! couple needs an answer to every move from it. One answer is a couple, or several, that are lost;
//! those are taken that need the fewest new couples.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::rc::Rc;

use hashbrown::{HashMap, HashSet};

use super::{CoupleSearch, Parts};
use crate::proof::options_of;
use crate::search::Stop;
use crate::{Result, RuleError, Ruleset};

/// A list is made this many times. Each time but the first, nothing is claimed that was not claimed
/// before, and what was used more often comes first.
const TURNS: u32 = 3;

/// A sum that needs an answer: its moves, its parts, the nimber, and the part whose claim needs it.
type Open = (u64, Parts, u32, Option<u32>);

/// The list as it grows.
#[derive(Default)]
struct Claims {
    /// Parts whose values are claimed, in the order of the claims, and the parts that each rests on.
    rests: HashMap<u32, BTreeSet<u32>>,
    order: Vec<u32>,
    /// Those with the most moves come first.
    open: BinaryHeap<Open>,
    /// How often each part was of use.
    uses: HashMap<u32, u64>,
    /// The list that is to be made shorter.
    within: Option<Before>,
}

/// What is known from the turn before.
struct Before {
    claimed: HashSet<u32>,
    uses: HashMap<u32, u64>,
}

impl<R: Ruleset + ?Sized> CoupleSearch<'_, R> {
    /// Whether the player to move wins the sum of positions and a nimber, and parts with their
    /// values that show it, each after those that it rests on.
    ///
    /// From now on parts keep their numbers, and no memory is made free.
    pub(crate) fn couples(
        &mut self,
        positions: &[R::Position],
        nimber: u32,
    ) -> Result<(bool, Vec<(u32, u32)>), Stop> {
        self.lists = Some(HashMap::new());
        self.lister.numbers_all = true;
        self.lister.split.clear();
        for position in positions {
            self.lister.uses.components(self.lister.rules, position, &mut self.lister.split)?;
        }
        let parts = self.name_all()?;
        let wins = self.wins(&parts, nimber)?;
        let mut best: Option<Claims> = None;
        let mut within = None;
        for _ in 0..TURNS {
            let mut claims = Claims { within: within.take(), ..Claims::default() };
            match wins {
                true => claims.open.push((0, parts.clone(), nimber, None)),
                false => self.claim_all(&parts, &mut claims)?,
            }
            while let Some((_, parts, nimber, owner)) = claims.open.pop() {
                self.known.room.free(size_of::<Open>() as u64);
                self.answer(&parts, nimber, owner, &mut claims)?;
                if self.known.room.is_full() {
                    self.known.room.grow()?;
                }
            }
            let claimed = claims.order.iter().copied().collect();
            within = Some(Before { claimed, uses: std::mem::take(&mut claims.uses) });
            if best.as_ref().is_none_or(|best| claims.order.len() < best.order.len()) {
                best = Some(claims);
            }
        }
        let claims = best.unwrap_or_default();
        Ok((wins, self.in_order(&claims)?))
    }

    /// A part as it is written.
    pub(crate) fn spell(&self, part: u32) -> String {
        self.lister.rules.spell(&self.known.parts[part as usize].position)
    }

    /// The numbers of the positions in `split`. Equal ones cancel.
    fn name_all(&mut self) -> Result<Parts> {
        let mut parts = Parts::new();
        for position in std::mem::take(&mut self.lister.split) {
            let part = self.name(position)?;
            toggle(&mut parts, part);
        }
        parts.sort_unstable();
        Ok(parts)
    }

    /// The options of a part, each by all of its parts.
    fn all_options(&mut self, part: u32) -> Result<Rc<[Parts]>> {
        if let Some(known) = self.lists.as_ref().and_then(|lists| lists.get(&part)) {
            return Ok(known.clone());
        }
        let position = self.known.parts[part as usize].position.clone();
        let mut found = Vec::new();
        for option in options_of(self.lister.rules, &position, &mut self.lister.ticker)? {
            self.lister.split.clear();
            self.lister.uses.components_of_option(
                self.lister.rules,
                &position,
                option,
                &mut self.lister.split,
            )?;
            found.push(self.name_all()?);
        }
        found.sort_unstable();
        found.dedup();
        self.known.room.spend((found.len() * size_of::<Parts>() + 64) as u64);
        let found: Rc<[Parts]> = found.into();
        self.lists.get_or_insert_default().insert(part, found.clone());
        Ok(found)
    }

    /// The value of a part, if it is known.
    fn value_known(&self, part: u32) -> Option<u32> {
        self.known.parts[part as usize].value()
    }

    /// The value of a part, searched if it is not known.
    fn value_of(&mut self, part: u32) -> Result<u32, Stop> {
        match self.value_known(part) {
            Some(value) => Ok(value),
            None => {
                let position = self.known.parts[part as usize].position.clone();
                self.part_value(&position)
            }
        }
    }

    /// The sum of the values of parts, if all are known.
    fn sum_of(&self, parts: &[u32]) -> Option<u32> {
        parts.iter().try_fold(0, |sum, &part| Some(sum ^ self.value_known(part)?))
    }

    /// The values of all parts but the largest are added to the nimber.
    fn reduced(&mut self, parts: &[u32], nimber: u32) -> Result<(Option<u32>, u32), Stop> {
        let last = parts.iter().copied().max_by_key(|&part| self.known.parts[part as usize].moves);
        let mut sum = nimber;
        for &part in parts.iter().filter(|&&part| Some(part) != last) {
            sum ^= self.value_of(part)?;
        }
        Ok((last, sum))
    }

    fn wins(&mut self, parts: &[u32], nimber: u32) -> Result<bool, Stop> {
        let (last, sum) = self.reduced(parts, nimber)?;
        let Some(last) = last else { return Ok(sum != 0) };
        let position = self.known.parts[last as usize].position.clone();
        Ok(!self.is(&position, sum)?)
    }

    fn moves_of(&self, parts: &[u32]) -> u64 {
        parts.iter().map(|&part| u64::from(self.known.parts[part as usize].moves)).sum()
    }

    fn claim_all(&mut self, parts: &[u32], claims: &mut Claims) -> Result<(), Stop> {
        for &part in parts {
            *claims.uses.entry(part).or_default() += 1;
            if claims.rests.contains_key(&part) {
                continue;
            }
            claims.rests.insert(part, BTreeSet::new());
            claims.order.push(part);
            let value = self.value_of(part)?;
            let options = self.all_options(part)?;
            for option in options.iter() {
                claims.open.push((self.moves_of(option), option.clone(), value, Some(part)));
            }
            let moves = self.moves_of(&[part]);
            for smaller in 0..value {
                claims.open.push((moves, Parts::from_slice(&[part]), smaller, Some(part)));
            }
            let items = 1 + options.len() as u64 + u64::from(value);
            self.known.room.spend(items * size_of::<Open>() as u64);
            self.lister.ticker.tick(items).map_err(RuleError::from)?;
        }
        Ok(())
    }

    /// Claims what shows that the player to move wins a sum.
    fn answer(
        &mut self,
        parts: &Parts,
        nimber: u32,
        owner: Option<u32>,
        claims: &mut Claims,
    ) -> Result<(), Stop> {
        let chosen = match self.choose(parts, nimber, owner, claims)? {
            Some(chosen) => chosen,
            None => {
                self.find_answer(parts, nimber)?;
                self.choose(parts, nimber, owner, claims)?.ok_or_else(|| {
                    RuleError::NotApplicable("the search contradicts itself".to_owned())
                })?
            }
        };
        if let Some(owner) = owner
            && let Some(rests) = claims.rests.get_mut(&owner)
        {
            rests.extend(&chosen);
        }
        self.claim_all(&chosen, claims)
    }

    /// The parts to be claimed as an answer to a sum, so that the fewest are new: all of its own, as
    /// the sum of their values is not 0, or those after a move to a sum of 0.
    fn choose(
        &mut self,
        parts: &Parts,
        nimber: u32,
        owner: Option<u32>,
        claims: &Claims,
    ) -> Result<Option<Parts>, Stop> {
        let mut best = None;
        let mut consider = |search: &Self, answer: Parts| {
            let cost = search.cost(&answer, claims)?;
            if best.as_ref().is_none_or(|(least, known)| (&cost, &answer) < (least, known)) {
                best = Some((cost, answer));
            }
            Some(())
        };
        // The claim itself is not yet proved.
        let own = owner.is_some_and(|owner| parts.contains(&owner));
        if !own && self.sum_of(parts).is_some() {
            if parts.iter().all(|part| claims.rests.contains_key(part)) {
                return Ok(Some(parts.clone()));
            }
            consider(self, parts.clone());
        }
        for &part in parts {
            for option in self.all_options(part)?.iter() {
                let mut answer = parts.clone();
                toggle(&mut answer, part);
                option.iter().for_each(|&part| toggle(&mut answer, part));
                answer.sort_unstable();
                if self.sum_of(&answer) == Some(nimber) {
                    consider(self, answer);
                }
            }
            self.lister.ticker.tick(1).map_err(RuleError::from)?;
        }
        Ok(best.map(|(_, answer)| answer))
    }

    /// How much is to be claimed for an answer; `None` if it may not be. What was used more often
    /// in the turn before comes first.
    fn cost(&self, answer: &[u32], claims: &Claims) -> Option<(Reverse<u64>, u64, u64)> {
        let (mut new, mut uses, mut moves) = (0, 0, 0);
        for &part in answer.iter().filter(|part| !claims.rests.contains_key(*part)) {
            if let Some(before) = &claims.within {
                if !before.claimed.contains(&part) {
                    return None;
                }
                uses += before.uses.get(&part).copied().unwrap_or(0);
            }
            new += 1;
            moves += u64::from(self.known.parts[part as usize].moves);
        }
        let average = uses.checked_div(new).unwrap_or(u64::MAX);
        Some((Reverse(average), new, moves))
    }

    /// Searches a sum that is won again, so that the values are known that are an answer to it.
    fn find_answer(&mut self, parts: &[u32], nimber: u32) -> Result<(), Stop> {
        let (last, sum) = self.reduced(parts, nimber)?;
        let Some(part) = last else { return Ok(()) };
        // What is known is put aside: it does not tell why.
        let value = self.value_known(part);
        self.known.parts[part as usize].set_value(None);
        self.known.forget_couple(part, sum);
        let position = self.known.parts[part as usize].position.clone();
        let found = self.is(&position, sum);
        if value.is_some() {
            self.known.parts[part as usize].set_value(value);
        }
        found.map(|_| ())
    }

    /// The claims, each after those that it rests on.
    fn in_order(&self, claims: &Claims) -> Result<Vec<(u32, u32)>> {
        let mut ordered = Vec::with_capacity(claims.order.len());
        let mut met = HashSet::new();
        for &part in &claims.order {
            let mut stack = vec![(part, false)];
            while let Some((part, is_left)) = stack.pop() {
                if is_left {
                    ordered.extend(self.value_known(part).map(|value| (part, value)));
                } else if met.insert(part) {
                    stack.push((part, true));
                    stack.extend(claims.rests[&part].iter().rev().map(|&part| (part, false)));
                }
            }
        }
        Ok(ordered)
    }
}

/// Adds a part, or cancels an equal one.
fn toggle(parts: &mut Parts, part: u32) {
    match parts.iter().position(|&other| other == part) {
        Some(at) => drop(parts.swap_remove(at)),
        None => parts.push(part),
    }
}
