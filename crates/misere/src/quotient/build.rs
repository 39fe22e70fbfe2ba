//! The quotient of a growing set of games.

use std::collections::HashMap;

use upstar_core::{Budget, Exhausted};
use upstar_heaps::HeapRule;

use super::bits::Bits;
use super::error::QuotientError;
use super::learn::learn;
use super::monoid::{Action, Element, Monoid};
use super::prove::{Followed, Letter, ProofResult};

/// The misère quotient of the first games of a rule, and the map to it, which [`Solver::push`]
/// extends by the next game.
///
/// The quotient of some games is known exactly, with a proof, and the quotient with one more game
/// is found from it. Usually the next game is equivalent to a known element, which its outcomes
/// beside the others determine. If there is no such element, multiples of the new game are added to
/// the elements until their outcomes repeat, and indistinguishable elements are identified. Both
/// results are attempts, which must be proved. A wrong attempt is improved: its outcomes are
/// computed again from the options of its elements' words, and each game gets the element that its
/// options determine, or multiples of the game are added. If that changes nothing, a finer monoid
/// is learnt from the wrong sum.
pub struct Solver<'a> {
    rule: &'a dyn HeapRule,
    state: State,
}

/// A monoid with the element of each game, and derived data.
#[derive(Clone)]
struct State {
    monoid: Monoid,
    map: Vec<Element>,
    /// Games that differ as summands, in order.
    letters: Vec<Letter>,
    /// The element of a game with these moves.
    by_moves: HashMap<Bits, Element>,
    /// The element for which these elements beside it give the P-portion.
    by_wins: HashMap<Bits, Element>,
    /// The options of each element's word, as elements.
    options: Vec<Vec<Element>>,
    followed: Followed,
    /// The number of letters that have been followed.
    proved: usize,
}

impl<'a> Solver<'a> {
    /// Starts without games.
    pub fn new(rule: &'a dyn HeapRule) -> Solver<'a> {
        Solver::of_values(rule, 1)
    }

    /// Starts without games. Sums are distinguished by their misère nim values below `planes`.
    pub(super) fn of_values(rule: &'a dyn HeapRule, planes: usize) -> Solver<'a> {
        let monoid = Monoid::trivial(planes);
        let by_wins = HashMap::from([(monoid.wins[0].clone(), 0)]);
        let followed = Followed::new(&monoid);
        let state = State {
            monoid,
            map: vec![],
            letters: vec![],
            by_moves: HashMap::new(),
            by_wins,
            options: vec![vec![]],
            followed,
            proved: 0,
        };
        Solver { rule, state }
    }

    /// The quotient of the games so far.
    pub fn monoid(&self) -> &Monoid {
        &self.state.monoid
    }

    /// The element of each game so far.
    pub fn map(&self) -> &[Element] {
        &self.state.map
    }

    /// The quotient with the fewest generators, and the element of each game.
    ///
    /// # Errors
    /// [`QuotientError::Exhausted`] if the budget ends.
    pub fn into_parts(self, budget: &Budget) -> Result<(Monoid, Vec<Element>), QuotientError> {
        let (monoid, elements) = self.state.monoid.with_fewest_generators(budget)?;
        let map = self.state.map.iter().map(|&x| elements[usize::from(x)]).collect();
        Ok((monoid, map))
    }

    /// The number of sums that the proof had to follow.
    pub fn followed(&self) -> usize {
        self.state.followed.count()
    }

    /// Adds the next game. Nothing changes if there is an error.
    ///
    /// # Errors
    /// [`QuotientError::Order`] if an option has a part that is not an earlier game;
    /// [`QuotientError::TooLarge`]; [`QuotientError::Exhausted`] if the budget ends, in particular
    /// if the quotient is infinite.
    pub fn push(&mut self, budget: &Budget) -> Result<(), QuotientError> {
        let game = self.state.map.len();
        let state = &mut self.state;
        let Some(options) = options_of(self.rule, game, &state.map, &state.monoid)? else {
            state.map.push(0);
            return Ok(());
        };
        let moves = state.moves_to(&options);
        if let Some(&element) = state.by_moves.get(&moves) {
            state.map.push(element);
            return Ok(());
        }
        let column = state.column(&moves, budget)?;
        if let Some(&element) = state.by_wins.get(&column) {
            state.letters.push(Letter { game, element, moves: moves.clone() });
            let proved = state.followed.extend(&state.monoid, &state.letters, state.proved, budget);
            if let Ok(ProofResult::Right) = proved {
                state.by_moves.insert(moves, element);
                state.map.push(element);
                state.drop_letters();
                return Ok(());
            }
            // Results found with this game do not apply to the sums without it.
            state.letters.pop();
            (state.followed, state.proved) = (Followed::new(&state.monoid), 0);
            proved?;
        }
        let map = &self.state.map;
        let (monoid, map) = self.state.with_multiples(game, map, column, &options, budget)?;
        self.improve(monoid, map, budget)
    }

    /// Proves an attempt, or improves it until it can be proved.
    fn improve(
        &mut self,
        mut monoid: Monoid,
        mut map: Vec<Element>,
        budget: &Budget,
    ) -> Result<(), QuotientError> {
        let mut changes = 0;
        loop {
            let mut state = State::of(self.rule, monoid, map, budget)?;
            let ProofResult::Wrong(sum) =
                state.followed.extend(&state.monoid, &state.letters, 0, budget)?
            else {
                state.drop_letters();
                self.state = state;
                return Ok(());
            };
            budget.check()?;
            let better = match changes < MOST_CHANGES {
                true => state.better(self.rule, budget)?,
                false => None,
            };
            if let Some(better) = better {
                (monoid, map) = better;
                changes += 1;
                continue;
            }
            changes = 0;
            let action = learn(&state.monoid, &state.letters, &sum, budget)?;
            let of_game = state.letter_of_games(self.rule)?;
            let (learnt, elements) = Monoid::of_action(&action, true, budget)?;
            map = of_game
                .iter()
                .map(|letter| letter.map_or(0, |l| elements[action.steps[l][0] as usize]))
                .collect();
            monoid = learnt;
        }
    }
}

/// An attempt that takes more rounds than this to become consistent is in a cycle; the usual number
/// is far smaller.
const MOST_CHANGES: u32 = 100;

/// The elements of the options of a game; `None` if it has no moves.
pub(super) fn options_of(
    rule: &dyn HeapRule,
    game: usize,
    map: &[Element],
    monoid: &Monoid,
) -> Result<Option<Bits>, QuotientError> {
    let mut found = Bits::new(monoid.len());
    let mut some = false;
    let mut order = None;
    rule.options(game as u64, &mut |parts| {
        some = true;
        let mut element = 0;
        for &part in parts {
            match usize::try_from(part).ok().filter(|&part| part < game) {
                Some(part) => element = monoid.product(element, map[part]),
                None => order = order.or(Some(part)),
            }
        }
        found.insert(usize::from(element));
        Ok(())
    })?;
    match order {
        Some(part) => Err(QuotientError::Order { game, part }),
        None => Ok(some.then_some(found)),
    }
}

impl State {
    fn of(
        rule: &dyn HeapRule,
        monoid: Monoid,
        map: Vec<Element>,
        budget: &Budget,
    ) -> Result<State, QuotientError> {
        let by_wins = (0..).zip(&monoid.wins).map(|(x, wins)| (wins.clone(), x)).collect();
        let mut state = State {
            followed: Followed::new(&monoid),
            proved: 0,
            options: vec![],
            letters: vec![],
            by_moves: HashMap::new(),
            by_wins,
            map: vec![],
            monoid,
        };
        let mut of_generator: Vec<Option<Bits>> = vec![None; state.monoid.generators.len()];
        for game in 0..map.len() {
            let Some(options) = options_of(rule, game, &map, &state.monoid)? else { continue };
            let moves = state.moves_to(&options);
            let element = map[game];
            if let Some(at) = state.monoid.generators.iter().position(|&x| x == element)
                && of_generator[at].is_none()
            {
                of_generator[at] = Some(options);
            }
            // In a wrong attempt, games with the same moves may have different elements.
            let known = state.letters.iter().any(|l| l.element == element && l.moves == moves);
            if !known {
                state.by_moves.insert(moves.clone(), element);
                state.letters.push(Letter { game, element, moves });
            }
        }
        state.map = map;
        state.options = options_of_words(&state.monoid, &of_generator, budget)?;
        Ok(state)
    }

    /// The elements beside which there is a move to the P-portion.
    fn moves_to(&self, options: &Bits) -> Bits {
        let mut moves = self.monoid.empty();
        options.iter().for_each(|option| moves.add_all(&self.monoid.wins[option]));
        moves
    }

    /// The elements beside which a new game is a P-position, judged by their words.
    fn column(&self, moves: &Bits, budget: &Budget) -> Result<Bits, QuotientError> {
        let mut ticker = budget.ticker();
        let mut column = self.monoid.empty();
        for (element, options) in self.options.iter().enumerate() {
            for plane in (0..self.monoid.planes).map(|value| value * self.monoid.len()) {
                ticker.tick(1 + options.len() as u64)?;
                let has = |&option: &Element| column.contains(plane + usize::from(option));
                if !moves.contains(plane + element) && !options.iter().any(has) {
                    column.insert(plane + element);
                    break;
                }
            }
        }
        Ok(column)
    }

    /// The attempt with multiples of a game that is independent of the others: each element beside
    /// none, one, two ... copies of it, until the outcomes repeat.
    fn with_multiples(
        &self,
        game: usize,
        map: &[Element],
        column: Bits,
        options: &Bits,
        budget: &Budget,
    ) -> Result<(Monoid, Vec<Element>), QuotientError> {
        let size = self.monoid.len();
        let mut columns = vec![self.monoid.p.clone(), column];
        let again = loop {
            budget.reserve(Bits::bytes(size * self.monoid.planes))?;
            budget.check()?;
            let last = &columns[columns.len() - 1];
            let mut moves = self.monoid.empty();
            for option in options.iter() {
                moves.add_all(&self.monoid.colon(last, option as Element));
            }
            let next = self.column(&moves, budget)?;
            match columns.iter().position(|column| *column == next) {
                Some(again) => break again,
                None => columns.push(next),
            }
        };
        let count = columns.len();
        let state =
            |element: Element, multiple: usize| (multiple * size + usize::from(element)) as u32;
        let all = || (0..count).flat_map(|m| (0..size).map(move |x| (x as Element, m)));
        let mut steps: Vec<Vec<u32>> = Vec::new();
        let mut starts: Vec<u32> = Vec::new();
        let mut of_game: Vec<Option<usize>> = Vec::new();
        let games = map.iter().copied().chain((map.len()..=game).map(|_| 0));
        for (at, element) in games.enumerate() {
            let start = if at == game { state(0, 1) } else { state(element, 0) };
            let known = starts.iter().position(|&known| known == start);
            of_game.push((start != 0).then(|| known.unwrap_or(starts.len())));
            if start == 0 || known.is_some() {
                continue;
            }
            starts.push(start);
            steps.push(match at == game {
                true => {
                    let next = |m: usize| if m + 1 == count { again } else { m + 1 };
                    all().map(|(x, m)| state(x, next(m))).collect()
                }
                false => all().map(|(x, m)| state(self.monoid.product(x, element), m)).collect(),
            });
        }
        let value = |(x, m): (Element, usize)| self.monoid.value_in(&columns[m], usize::from(x));
        let values = all().map(|at| value(at) as u8).collect();
        let action = Action { steps, values, planes: self.monoid.planes };
        let (monoid, elements) = Monoid::of_action(&action, true, budget)?;
        let element = |letter: Option<usize>| letter.map_or(0, |l| elements[starts[l] as usize]);
        let map = of_game.into_iter().map(element).collect();
        Ok((monoid, map))
    }

    /// A more consistent attempt, unless this one is consistent.
    fn better(
        &self,
        rule: &dyn HeapRule,
        budget: &Budget,
    ) -> Result<Option<(Monoid, Vec<Element>)>, QuotientError> {
        match self.judged(budget)? {
            Some(better) => Ok(Some(better)),
            None => self.remapped(rule, budget),
        }
    }

    /// The attempt in which each game, in order, has the element that its options determine, with
    /// multiples of the first game that has none. `None` if it is this attempt.
    fn remapped(
        &self,
        rule: &dyn HeapRule,
        budget: &Budget,
    ) -> Result<Option<(Monoid, Vec<Element>)>, QuotientError> {
        let mut map = self.map.clone();
        for game in 0..map.len() {
            let Some(options) = options_of(rule, game, &map, &self.monoid)? else { continue };
            let column = self.column(&self.moves_to(&options), budget)?;
            match self.by_wins.get(&column) {
                Some(&element) => map[game] = element,
                None => return self.with_multiples(game, &map, column, &options, budget).map(Some),
            }
        }
        if map == self.map {
            return Ok(None);
        }
        let mut letters: Vec<Element> = map.iter().copied().filter(|&x| x > 0).collect();
        let mut seen = Bits::new(self.monoid.len());
        letters.retain(|&x| {
            !seen.contains(usize::from(x)) && {
                seen.insert(usize::from(x));
                true
            }
        });
        let action = self.monoid.action(&letters, &self.monoid.p);
        let (monoid, elements) = Monoid::of_action(&action, true, budget)?;
        let map = map.into_iter().map(|x| elements[usize::from(x)]).collect();
        Ok(Some((monoid, map)))
    }

    /// The same attempt with outcomes computed from the words of its elements. `None` if it is this
    /// attempt.
    fn judged(&self, budget: &Budget) -> Result<Option<(Monoid, Vec<Element>)>, QuotientError> {
        let mut p = self.monoid.empty();
        for (element, options) in self.options.iter().enumerate() {
            for plane in (0..self.monoid.planes).map(|value| value * self.monoid.len()) {
                let has = |&option: &Element| p.contains(plane + usize::from(option));
                // The value of the empty sum is 1.
                if if element == 0 { plane > 0 } else { !options.iter().any(has) } {
                    p.insert(plane + element);
                    break;
                }
            }
        }
        if p == self.monoid.p {
            return Ok(None);
        }
        let action = self.monoid.action(&self.monoid.generators, &p);
        let (monoid, elements) = Monoid::of_action(&action, true, budget)?;
        let map = self.map.iter().map(|&x| elements[usize::from(x)]).collect();
        Ok(Some((monoid, map)))
    }

    /// The letter of each game that has moves.
    fn letter_of_games(&self, rule: &dyn HeapRule) -> Result<Vec<Option<usize>>, QuotientError> {
        let letter = |game: usize| -> Result<Option<usize>, QuotientError> {
            let options = options_of(rule, game, &self.map, &self.monoid)?;
            let Some(options) = options else { return Ok(None) };
            let (element, moves) = (self.map[game], self.moves_to(&options));
            let same = |letter: &Letter| letter.element == element && letter.moves == moves;
            Ok(self.letters.iter().position(same))
        };
        (0..self.map.len()).map(letter).collect()
    }

    /// After all letters were followed: removes letters that are dominated by another letter
    /// everywhere, because sums with the other letter decide.
    fn drop_letters(&mut self) {
        let letters = std::mem::take(&mut self.letters);
        for letter in letters {
            let same = |kept: &Letter| kept.element == letter.element;
            if !self.letters.iter().any(|k| same(k) && k.moves.is_within(&letter.moves)) {
                self.letters.retain(|k| !(same(k) && letter.moves.is_within(&k.moves)));
                self.letters.push(letter);
            }
        }
        self.proved = self.letters.len();
    }
}

/// The options of the word of each element, from the options of the generators' games.
pub(super) fn options_of_words(
    monoid: &Monoid,
    of_generator: &[Option<Bits>],
    budget: &Budget,
) -> Result<Vec<Vec<Element>>, Exhausted> {
    let mut ticker = budget.ticker();
    let mut found = Vec::with_capacity(monoid.len());
    for word in &monoid.words {
        let mut options = Bits::new(monoid.len());
        for &(generator, _) in word {
            let mut rest = 0;
            for &(other, times) in word {
                let times = times - u16::from(other == generator);
                let power = monoid.power(monoid.generators[usize::from(other)], u64::from(times));
                rest = monoid.product(rest, power);
            }
            for option in of_generator[usize::from(generator)].iter().flat_map(Bits::iter) {
                ticker.tick(1)?;
                options.insert(usize::from(monoid.product(option as Element, rest)));
            }
        }
        ticker.tick(1 + monoid.len() as u64 / 64)?;
        found.push(options.iter().map(|option| option as Element).collect());
    }
    Ok(found)
}
