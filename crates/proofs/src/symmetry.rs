//! Symmetries of a board: the twin of `theory/symmetry.v`.

use hashbrown::HashSet;
use upstar_core::{Budget, Exhausted, Player};

use crate::board::{Board, Rule, bits};

/// The image of each digit: a symmetry of the rules that keeps or exchanges the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) swap: bool,
    pub(crate) to: Vec<u8>,
}

impl Map {
    /// The player to move in the image.
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

    /// Whether the map is an involution.
    pub(crate) fn is_pairing(&self) -> bool {
        self.to
            .iter()
            .enumerate()
            .all(|(digit, &to)| usize::from(self.to[usize::from(to)]) == digit)
    }

    /// The map as a Coq term.
    pub(crate) fn coq(&self) -> String {
        let images: Vec<String> = self.to.iter().map(ToString::to_string).collect();
        format!("to_images [{}]", images.join("; "))
    }
}

/// The maximum number of symmetries of each kind, and of search steps for them.
const MOST: usize = 256;
const STEPS: usize = 40_000;

/// Nontrivial symmetries of a board, as many as are quickly found: those that keep the players'
/// rules, and those that exchange the players.
pub(crate) fn symmetries(board: &Board, budget: &Budget) -> Result<[Vec<Map>; 2], Exhausted> {
    let mut finder = Finder::new(board);
    let mut found = [Vec::new(), Vec::new()];
    for swap in [false, true] {
        finder.begin(swap);
        finder.extend(0, &mut found[usize::from(swap)], &mut budget.ticker())?;
    }
    // The identity is no use as a symmetry that keeps the players' rules.
    found[0].retain(|map| map.to.iter().enumerate().any(|(i, &to)| usize::from(to) != i));
    Ok(found)
}

struct Finder {
    /// The rules, each with its side: 0 Left, 1 Right.
    rules: Vec<(usize, Rule)>,
    all: HashSet<(usize, [u128; 3]), foldhash::fast::FixedState>,
    /// The digits used by rules, each next to an earlier one where possible.
    order: Vec<usize>,
    /// The rules whose last digit is this one of the order.
    complete: Vec<Vec<usize>>,
    digits: usize,
    swap: bool,
    /// Digits that may map to each other have equal looks.
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

/// The look of each digit: computed from the rules that use it, in a few rounds.
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
            // Rules already begun come first.
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
        // Digits not used by rules stay fixed.
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
