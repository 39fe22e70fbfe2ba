//! Symmetries of a board: the twin of `theory/symmetry.v`.

use hashbrown::HashSet;
use upstar_core::{Budget, Exhausted, Player};

use crate::board::{Board, Rule, bits};

/// Where each digit goes: a symmetry of the rules, under which the players keep their rules or
/// change places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) swap: bool,
    pub(crate) to: Vec<u8>,
}

impl Map {
    /// Who moves in the image.
    pub(crate) fn turn(&self, player: Player) -> Player {
        if self.swap { player.opponent() } else { player }
    }

    pub(crate) fn image(&self, board: u128) -> u128 {
        let mut rest = board;
        let mut image = 0;
        while rest != 0 {
            let digit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            image |= self.to.get(digit).map_or(0, |&to| 1 << to);
        }
        image
    }

    /// Whether every digit comes back.
    pub(crate) fn is_pairing(&self) -> bool {
        self.to
            .iter()
            .enumerate()
            .all(|(digit, &to)| usize::from(self.to[usize::from(to)]) == digit)
    }

    /// The map in the theory's words.
    pub(crate) fn coq(&self) -> String {
        let images: Vec<String> = self.to.iter().map(ToString::to_string).collect();
        format!("to_images [{}]", images.join("; "))
    }
}

/// The most symmetries of a kind that are searched for, and the most steps of the search for them.
const MOST: usize = 256;
const STEPS: usize = 40_000;

/// Symmetries of a board but the identity, as many as are soon found: those under which the players
/// keep their rules, and those under which they change places.
pub(crate) fn symmetries(board: &Board, budget: &Budget) -> Result<[Vec<Map>; 2], Exhausted> {
    let mut finder = Finder::new(board);
    let mut found = [Vec::new(), Vec::new()];
    for swap in [false, true] {
        finder.begin(swap);
        finder.extend(0, &mut found[usize::from(swap)], &mut budget.ticker())?;
    }
    // Where it keeps the players' rules, the identity says nothing.
    found[0].retain(|map| map.to.iter().enumerate().any(|(i, &to)| usize::from(to) != i));
    Ok(found)
}

struct Finder {
    /// With the side whose rule it is: 0 Left, 1 Right.
    rules: Vec<(usize, Rule)>,
    all: HashSet<(usize, [u128; 3]), foldhash::fast::FixedState>,
    /// Digits that rules use, each beside one before it where that can be.
    order: Vec<usize>,
    /// The rules whose last digit is this one of the order.
    complete: Vec<Vec<usize>>,
    digits: usize,
    swap: bool,
    /// Digits that go to each other look alike.
    looks: [Vec<u64>; 2],
    to: Vec<u8>,
    taken: u128,
    steps: usize,
}

fn digits_of(rule: &Rule) -> u128 {
    rule.need | rule.clear | rule.put
}

fn each(bits: u128) -> impl Iterator<Item = usize> {
    (0..128).filter(move |&digit| bits >> digit & 1 == 1)
}

fn mixed(a: u64, b: u64) -> u64 {
    (a ^ b.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ a
}

/// How each digit looks: from the rules that use it, in a few rounds.
fn looks(rules: &[(usize, Rule)], digits: usize, swap: bool) -> Vec<u64> {
    let role = |rule: &Rule, digit: usize| {
        (rule.need >> digit & 1) << 2 | (rule.clear >> digit & 1) << 1 | rule.put >> digit & 1
    };
    let mut looks = vec![0; digits];
    for _ in 0..4 {
        let mut next = vec![0_u64; digits];
        for (side, rule) in rules {
            let all = each(digits_of(rule));
            let sum = all.fold(0_u64, |sum, digit| {
                sum.wrapping_add(mixed(looks[digit], role(rule, digit) as u64 + 11))
            });
            let side = *side as u64 ^ u64::from(swap);
            for digit in each(digits_of(rule)) {
                let here = mixed(mixed(sum, side + 3), role(rule, digit) as u64 + 5);
                next[digit] = next[digit].wrapping_add(here);
            }
        }
        for (look, next) in looks.iter_mut().zip(next) {
            *look = mixed(*look, next);
        }
    }
    looks
}

impl Finder {
    fn new(board: &Board) -> Finder {
        let rules: Vec<(usize, Rule)> = (0..2)
            .flat_map(|side| board.rules[side].iter().map(move |rule| (side, *rule)))
            .collect();
        let used = rules.iter().fold(0, |all, (_, rule)| all | digits_of(rule));
        let digits = 128 - used.leading_zeros() as usize;
        let mut order = Vec::new();
        let mut seen = 0;
        while seen != used {
            // A rule that has been begun comes before one that has not.
            let next = rules.iter().map(|(_, rule)| digits_of(rule)).filter(|all| all & !seen != 0);
            let Some(next) = next.min_by_key(|all| all & seen == 0) else { break };
            order.extend(each(next & !seen));
            seen |= next;
        }
        let place = |digit: usize| order.iter().position(|&other| other == digit);
        let mut complete = vec![Vec::new(); order.len()];
        for (index, (_, rule)) in rules.iter().enumerate() {
            if let Some(last) = each(digits_of(rule)).filter_map(place).max() {
                complete[last].push(index);
            }
        }
        let key = |&(side, rule): &(usize, Rule)| (side, [rule.need, rule.clear, rule.put]);
        let looks = [looks(&rules, digits, false), looks(&rules, digits, true)];
        Finder {
            all: rules.iter().map(key).collect(),
            rules,
            order,
            complete,
            digits,
            swap: false,
            looks,
            to: Vec::new(),
            taken: 0,
            steps: 0,
        }
    }

    fn begin(&mut self, swap: bool) {
        self.swap = swap;
        // What no rule uses stays.
        self.to = (0..self.digits as u8).collect();
        self.taken = 0;
        self.steps = 0;
    }

    fn extend(
        &mut self,
        depth: usize,
        found: &mut Vec<Map>,
        ticker: &mut upstar_core::Ticker,
    ) -> Result<(), Exhausted> {
        if depth == self.order.len() {
            found.push(Map { swap: self.swap, to: self.to.clone() });
            return Ok(());
        }
        let digit = self.order[depth];
        for &to in &self.order.clone() {
            if self.taken >> to & 1 == 1
                || self.looks[0][digit] != self.looks[usize::from(self.swap)][to]
            {
                continue;
            }
            self.steps += 1;
            ticker.tick(1)?;
            if self.steps > STEPS || found.len() >= MOST {
                return Ok(());
            }
            self.to[digit] = to as u8;
            let fits = self.complete[depth].iter().all(|&index| {
                let (side, rule) = self.rules[index];
                let go =
                    |all: u128| bits(&each(all).map(|d| self.to[d].into()).collect::<Vec<_>>());
                let image = [go(rule.need), go(rule.clear), go(rule.put)];
                self.all.contains(&(side ^ usize::from(self.swap), image))
            });
            if fits {
                self.taken |= 1 << to;
                self.extend(depth + 1, found, ticker)?;
                self.taken &= !(1 << to);
            }
        }
        Ok(())
    }
}
