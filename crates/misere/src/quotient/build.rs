//! The quotient of a growing set of games.

use std::collections::HashMap;

use upstar_core::{Budget, Exhausted};
use upstar_heaps::HeapRule;

use super::Result;
use super::bits::Bits;
use super::error::QuotientError;
use super::kind::{Kind, Moves};
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
    /// The moves of both players, or of Left and of Right.
    rules: Vec<&'a dyn HeapRule>,
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
    by_moves: HashMap<Moves, Element>,
    /// The element for which these elements beside it give the P-portion.
    by_wins: HashMap<Bits, Element>,
    /// The options of each element's word, as elements.
    options: Vec<WordOptions>,
    followed: Followed,
    /// The number of letters that have been followed.
    proved: usize,
}

impl<'a> Solver<'a> {
    /// Starts without games.
    pub fn new(rule: &'a dyn HeapRule) -> Solver<'a> {
        Solver::of_values(rule, 1)
    }

    /// Starts without games. Left and Right each have moves of their own.
    pub fn partizan([left, right]: [&'a dyn HeapRule; 2]) -> Solver<'a> {
        Solver::of_kind(vec![left, right], Kind::Partizan)
    }

    /// Starts without games. Sums are distinguished by their misère nim values below `planes`.
    pub(super) fn of_values(rule: &'a dyn HeapRule, planes: usize) -> Solver<'a> {
        Solver::of_kind(vec![rule], Kind::Values(planes))
    }

    fn of_kind(rules: Vec<&'a dyn HeapRule>, kind: Kind) -> Solver<'a> {
        let monoid = Monoid::trivial(kind);
        let by_wins = HashMap::from([(monoid.wins[0].clone(), 0)]);
        let followed = Followed::new(&monoid);
        let state = State {
            monoid,
            map: vec![],
            letters: vec![],
            by_moves: HashMap::new(),
            by_wins,
            options: vec![WordOptions { of: vec![vec![]; kind.sides()], ends: kind.no_moves() }],
            followed,
            proved: 0,
        };
        Solver { rules, state }
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
    pub fn into_parts(self, budget: &Budget) -> Result<(Monoid, Vec<Element>)> {
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
    pub fn push(&mut self, budget: &Budget) -> Result {
        let game = self.state.map.len();
        let state = &mut self.state;
        let Some(options) = options_of(&self.rules, game, &state.map, &state.monoid)? else {
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
    fn improve(&mut self, mut monoid: Monoid, mut map: Vec<Element>, budget: &Budget) -> Result {
        let mut changes = 0;
        loop {
            let mut state = State::of(&self.rules, monoid, map, budget)?;
            let ProofResult::Wrong(sum) =
                state.followed.extend(&state.monoid, &state.letters, 0, budget)?
            else {
                state.drop_letters();
                self.state = state;
                return Ok(());
            };
            budget.check()?;
            let better = match changes < MOST_CHANGES {
                true => state.better(&self.rules, budget)?,
                false => None,
            };
            if let Some(better) = better {
                (monoid, map) = better;
                changes += 1;
                continue;
            }
            changes = 0;
            let action = learn(&state.monoid, &state.letters, &sum, budget)?;
            let of_game = state.letter_of_games(&self.rules)?;
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

/// The options of a game as elements.
#[derive(Clone)]
pub(super) struct Options {
    /// Those of each side.
    of: Vec<Bits>,
    /// See [`Moves::ends`].
    ends: u8,
}

/// The options of the word of an element, as elements in ascending order.
#[derive(Clone)]
pub(super) struct WordOptions {
    /// Those of each side.
    pub(super) of: Vec<Vec<Element>>,
    /// See [`Moves::ends`].
    ends: u8,
}

/// The elements of the options of a game; `None` if it has no moves.
pub(super) fn options_of(
    rules: &[&dyn HeapRule],
    game: usize,
    map: &[Element],
    monoid: &Monoid,
) -> Result<Option<Options>> {
    let mut found = Options { of: vec![], ends: monoid.kind.no_moves() };
    let mut order = None;
    for (side, rule) in rules.iter().enumerate() {
        let mut of_side = Bits::new(monoid.len());
        rule.options(game as u64, &mut |parts| {
            found.ends &= !(1 << side);
            let mut element = 0;
            for &part in parts {
                match usize::try_from(part).ok().filter(|&part| part < game) {
                    Some(part) => element = monoid.product(element, map[part]),
                    None => order = order.or(Some(part)),
                }
            }
            of_side.insert(usize::from(element));
            Ok(())
        })?;
        found.of.push(of_side);
    }
    match order {
        Some(part) => Err(QuotientError::Order { game, part }),
        None => Ok((found.ends != monoid.kind.no_moves()).then_some(found)),
    }
}

impl State {
    fn of(
        rules: &[&dyn HeapRule],
        monoid: Monoid,
        map: Vec<Element>,
        budget: &Budget,
    ) -> Result<State> {
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
        let mut of_generator: Vec<Option<Options>> = vec![None; state.monoid.generators.len()];
        for game in 0..map.len() {
            let Some(options) = options_of(rules, game, &map, &state.monoid)? else { continue };
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

    /// The elements beside which there is a move to the target of each plane.
    fn moves_to(&self, options: &Options) -> Moves {
        self.moves_by(options, |option| self.monoid.wins[option].clone())
    }

    /// The moves of a game with these options, where `wins` gives for each plane the elements beside
    /// which an option belongs to it.
    fn moves_by(&self, options: &Options, wins: impl Fn(usize) -> Bits) -> Moves {
        let (kind, size) = (self.monoid.kind, self.monoid.len());
        let mut beside = self.monoid.empty();
        for (side, options) in options.of.iter().enumerate() {
            for option in options.iter() {
                let wins = wins(option);
                if kind.sides() == 1 {
                    beside.add_all(&wins);
                    continue;
                }
                for plane in (0..kind.planes()).filter(|&plane| kind.mover(plane) == side) {
                    let target = kind.target(plane) * size;
                    let reached = (0..size).filter(|z| wins.contains(target + z));
                    reached.for_each(|z| beside.insert(plane * size + z));
                }
            }
        }
        Moves { beside, ends: options.ends }
    }

    /// The elements beside which a new game belongs to each plane, judged by their words.
    fn column(&self, moves: &Moves, budget: &Budget) -> Result<Bits> {
        self.values_of_words(budget, moves.ends, |at| moves.beside.contains(at))
    }

    /// The elements whose words, beside another sum, belong to each plane. The other sum has moves
    /// `beside` each element, and these `ends`.
    fn values_of_words(
        &self,
        budget: &Budget,
        ends: u8,
        beside: impl Fn(usize) -> bool,
    ) -> Result<Bits> {
        let mut ticker = budget.ticker();
        let (kind, size) = (self.monoid.kind, self.monoid.len());
        let mut column = self.monoid.empty();
        for (element, options) in self.options.iter().enumerate() {
            let count = options.of.iter().map(Vec::len).sum::<usize>();
            ticker.tick((kind.planes() + count) as u64)?;
            let reaches = |plane: usize| {
                let target = kind.target(plane) * size;
                let has = |&option: &Element| column.contains(target + usize::from(option));
                beside(plane * size + element) || options.of[kind.mover(plane)].iter().any(has)
            };
            let value = kind.value(reaches, ends & options.ends);
            kind.planes_of(value).for_each(|plane| column.insert(plane * size + element));
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
        options: &Options,
        budget: &Budget,
    ) -> Result<(Monoid, Vec<Element>)> {
        let size = self.monoid.len();
        let mut columns = vec![self.monoid.p.clone(), column];
        let again = loop {
            budget.reserve(Bits::bytes(size * self.monoid.kind.planes()))?;
            budget.check()?;
            let last = &columns[columns.len() - 1];
            let moves = self.moves_by(options, |option| self.monoid.colon(last, option as Element));
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
        let values = all().map(value).collect();
        let action = Action { steps, values, kind: self.monoid.kind };
        let (monoid, elements) = Monoid::of_action(&action, true, budget)?;
        let element = |letter: Option<usize>| letter.map_or(0, |l| elements[starts[l] as usize]);
        let map = of_game.into_iter().map(element).collect();
        Ok((monoid, map))
    }

    /// A more consistent attempt, unless this one is consistent.
    fn better(
        &self,
        rules: &[&dyn HeapRule],
        budget: &Budget,
    ) -> Result<Option<(Monoid, Vec<Element>)>> {
        match self.judged(budget)? {
            Some(better) => Ok(Some(better)),
            None => self.remapped(rules, budget),
        }
    }

    /// The attempt in which each game, in order, has the element that its options determine, with
    /// multiples of the first game that has none. `None` if it is this attempt.
    fn remapped(
        &self,
        rules: &[&dyn HeapRule],
        budget: &Budget,
    ) -> Result<Option<(Monoid, Vec<Element>)>> {
        let mut map = self.map.clone();
        for game in 0..map.len() {
            let Some(options) = options_of(rules, game, &map, &self.monoid)? else { continue };
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
    fn judged(&self, budget: &Budget) -> Result<Option<(Monoid, Vec<Element>)>> {
        let p = self.values_of_words(budget, self.monoid.kind.no_moves(), |_| false)?;
        if p == self.monoid.p {
            return Ok(None);
        }
        let action = self.monoid.action(&self.monoid.generators, &p);
        let (monoid, elements) = Monoid::of_action(&action, true, budget)?;
        let map = self.map.iter().map(|&x| elements[usize::from(x)]).collect();
        Ok(Some((monoid, map)))
    }

    /// The letter of each game that has moves.
    fn letter_of_games(&self, rules: &[&dyn HeapRule]) -> Result<Vec<Option<usize>>> {
        let letter = |game: usize| -> Result<Option<usize>> {
            let options = options_of(rules, game, &self.map, &self.monoid)?;
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
    of_generator: &[Option<Options>],
    budget: &Budget,
) -> Result<Vec<WordOptions>, Exhausted> {
    let mut ticker = budget.ticker();
    let mut found = Vec::with_capacity(monoid.len());
    for word in &monoid.words {
        let mut options = vec![Bits::new(monoid.len()); monoid.kind.sides()];
        let mut ends = monoid.kind.no_moves();
        for &(generator, _) in word {
            let mut rest = 0;
            for &(other, times) in word {
                let times = times - u16::from(other == generator);
                let power = monoid.power(monoid.generators[usize::from(other)], u64::from(times));
                rest = monoid.product(rest, power);
            }
            let Some(of_game) = &of_generator[usize::from(generator)] else {
                ends = 0;
                continue;
            };
            ends &= of_game.ends;
            for (options, of_side) in options.iter_mut().zip(&of_game.of) {
                for option in of_side.iter() {
                    ticker.tick(1)?;
                    options.insert(usize::from(monoid.product(option as Element, rest)));
                }
            }
        }
        ticker.tick(1 + monoid.len() as u64 / 64)?;
        let listed = |of: &Bits| of.iter().map(|option| option as Element).collect();
        found.push(WordOptions { of: options.iter().map(listed).collect(), ends });
    }
    Ok(found)
}
