//! Games on boards: the twin of `theory/boards.v` and `theory/taking.v`.

use upstar_core::{Budget, Exhausted, Player};

use crate::play::Play;
use crate::symmetry::{Map, symmetries};

/// A rule of a player: it requires some digits of the position to be 1, clears some and sets some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) need: u128,
    pub(crate) clear: u128,
    pub(crate) put: u128,
}

impl Rule {
    /// A rule that clears exactly the digits it requires.
    pub(crate) fn take(digits: &[usize]) -> Rule {
        let taken = bits(digits);
        Rule { need: taken, clear: taken, put: 0 }
    }

    fn apply(&self, board: u128) -> Option<u128> {
        self.applies(board).then_some(board & !self.clear | self.put)
    }

    fn applies(&self, board: u128) -> bool {
        board & self.need == self.need
    }
}

/// The number with these digits.
pub(crate) fn bits(digits: &[usize]) -> u128 {
    digits.iter().fold(0, |sum, &digit| sum | 1 << digit)
}

/// The moves of each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Left's rules, then Right's.
    pub(crate) rules: [Vec<Rule>; 2],
}

/// Digits placed after that many others. An empty set may be shifted by any number.
pub(crate) fn shifted(bits: u128, digits: usize) -> u128 {
    bits.checked_shl(digits as u32).unwrap_or_default()
}

impl Board {
    /// Adds the rules of another board, whose digits follow that many others.
    pub(crate) fn extend(&mut self, other: &Board, digits: usize) {
        for (rules, more) in self.rules.iter_mut().zip(&other.rules) {
            rules.extend(more.iter().map(|rule| Rule {
                need: shifted(rule.need, digits),
                clear: shifted(rule.clear, digits),
                put: shifted(rule.put, digits),
            }));
        }
    }

    /// The maximum number of digits of a position.
    pub(crate) const MOST_DIGITS: usize = 128;

    pub(crate) fn of(&self, player: Player) -> &[Rule] {
        match player {
            Player::Left => &self.rules[0],
            Player::Right => &self.rules[1],
        }
    }

    fn all(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().flatten()
    }

    /// Whether rules only clear digits, at least those they require: then dead digits may be left
    /// out, and parts are independent. The theory's `taking`.
    pub(crate) fn is_taking(&self) -> bool {
        self.all()
            .all(|rule| rule.put == 0 && rule.need != 0 && rule.need & rule.clear == rule.need)
    }

    /// The number of digits up to the last one that rules or the position use.
    pub(crate) fn digits(&self, start: u128) -> usize {
        let used = self.all().fold(start, |all, rule| all | rule.need | rule.clear | rule.put);
        128 - used.leading_zeros() as usize
    }

    pub(crate) fn moves(&self, player: Player, board: u128) -> impl Iterator<Item = u128> + '_ {
        self.of(player).iter().filter_map(move |rule| rule.apply(board))
    }
}

/// Play on one board: the twin of `board_parts` if rules only take, else of `board_images`.
pub(crate) struct BoardPlay {
    pub(crate) board: Board,
    taking: bool,
    /// Symmetries.
    pub(crate) maps: Vec<Map>,
    /// The symmetries that pair digits off.
    pairings: Vec<Pairing>,
}

/// An involutive symmetry that gives each rule to the opponent.
struct Pairing {
    map: Map,
    /// Whether the image of a rule, for Left and for Right, can still be used after it.
    answers: [Vec<bool>; 2],
}

impl Pairing {
    fn new(map: &Map, board: &Board) -> Option<Pairing> {
        if !map.swap || !map.is_pairing() {
            return None;
        }
        let answers = [0, 1].map(|side| {
            let answer = |rule: &Rule| map.image(rule.need) & rule.clear == 0;
            board.rules[side].iter().map(answer).collect::<Vec<bool>>()
        });
        let pairing = Pairing { map: map.clone(), answers };
        (pairing.answered() > 0).then_some(pairing)
    }

    fn answered(&self) -> usize {
        self.answers.iter().flatten().filter(|&&answer| answer).count()
    }
}

/// The maximum number of images, and of pairings, tried for a position.
const MOST_TRIED: usize = 16;

impl BoardPlay {
    pub(crate) fn new(board: Board, budget: &Budget) -> Result<BoardPlay, Exhausted> {
        let [mut maps, swapping] = symmetries(&board, budget)?;
        let taking = board.is_taking();
        let mut pairings: Vec<Pairing> = if taking {
            swapping.iter().filter_map(|map| Pairing::new(map, &board)).collect()
        } else {
            Vec::new()
        };
        pairings.sort_by_key(|pairing| std::cmp::Reverse(pairing.answered()));
        pairings.truncate(MOST_TRIED);
        maps.truncate(MOST_TRIED / 2);
        maps.extend(swapping.into_iter().take(MOST_TRIED / 2));
        Ok(BoardPlay { board, taking, maps, pairings })
    }

    /// The map of a pairing.
    pub(crate) fn pairing(&self, number: usize) -> &Map {
        &self.pairings[number].map
    }

    /// The theory's `find_parts`.
    fn find_parts(&self, board: u128) -> Vec<u128> {
        let mut parts: Vec<u128> = Vec::new();
        for rule in self.board.all().filter(|rule| rule.applies(board)) {
            let mask = board & (rule.need | rule.clear);
            // The joined part comes first, then the others, as in `join_part`.
            let (touching, apart): (Vec<u128>, Vec<u128>) =
                parts.into_iter().partition(|part| part & mask != 0);
            parts = vec![touching.into_iter().fold(mask, |all, part| all | part)];
            parts.extend(apart);
        }
        parts
    }

    /// Whether each applicable rule lies within a part and touches no other.
    fn looked_over(&self, board: u128, parts: &[u128]) -> bool {
        self.board.all().all(|rule| {
            rule.applies(board) == parts.iter().any(|&part| rule.applies(part))
                && parts.iter().enumerate().all(|(index, &part)| {
                    let others =
                        || parts.iter().enumerate().filter(move |&(other, _)| other != index);
                    !rule.applies(part) || others().all(|(_, other)| other & rule.clear == 0)
                })
        })
    }

    /// The position that remains after parts that are each other's negatives cancel: the theory's
    /// `cancel`.
    fn cancel(&self, pairing: &Pairing, board: u128) -> Option<u128> {
        let map = &pairing.map;
        let parts = self.find_parts(board);
        let here = parts.iter().filter(|&&part| parts.contains(&map.image(part)));
        let here = here.fold(0, |all, part| all | part);
        let rest = board & !here;
        let answered = |side: usize| {
            let mut rules = self.board.rules[side].iter().zip(&pairing.answers[side]);
            rules.all(|(rule, &answer)| answer || !rule.applies(here))
        };
        let paired = map.image(here) == here && answered(0) && answered(1);
        (paired && self.looked_over(board, &[here, rest])).then_some(rest)
    }
}

impl Play for BoardPlay {
    type Position = u128;

    fn moves(&self, player: Player, &board: &u128, out: &mut Vec<u128>) {
        out.extend(self.board.moves(player, board));
    }

    fn simpler(&self, &board: &u128) -> u128 {
        if !self.taking {
            return board;
        }
        let live = self.board.all().filter(|rule| rule.applies(board));
        board & live.fold(0, |live, rule| live | rule.need)
    }

    fn images(&self) -> usize {
        self.maps.len()
    }

    fn pairings(&self) -> usize {
        self.pairings.len()
    }

    fn another(&self, number: usize, player: Player, &board: &u128) -> Option<(Player, u128)> {
        match self.maps.get(number) {
            Some(map) => Some((map.turn(player), map.image(board))),
            None => {
                let pairing = self.pairings.get(number - self.maps.len())?;
                Some((player, self.cancel(pairing, board)?))
            }
        }
    }

    fn parts(&self, &board: &u128) -> Vec<u128> {
        if !self.taking {
            return vec![board];
        }
        let parts = self.find_parts(board);
        if self.looked_over(board, &parts) { parts } else { vec![board] }
    }

    fn promise(&self, player: Player, &board: &u128) -> i64 {
        let count =
            |player| self.board.of(player).iter().filter(|rule| rule.applies(board)).count();
        count(player) as i64 - count(player.opponent()) as i64
    }
}
