//! Games on boards: the twin of `theory/boards.v` and `theory/taking.v`.

use upstar_core::Player;

use crate::play::Play;

/// A rule of a player: it needs some digits of the position to be 1, clears some and puts some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) need: u128,
    pub(crate) clear: u128,
    pub(crate) put: u128,
}

impl Rule {
    /// A rule that takes what it needs, and no more.
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

/// What each player may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Left's rules, then Right's.
    pub(crate) rules: [Vec<Rule>; 2],
}

impl Board {
    /// Most digits of a position.
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

    /// Whether rules only take what they need, and more: then what is dead may be left out, and
    /// parts are independent. The theory's `taking`.
    pub(crate) fn is_taking(&self) -> bool {
        self.all()
            .all(|rule| rule.put == 0 && rule.need != 0 && rule.need & rule.clear == rule.need)
    }

    pub(crate) fn moves(&self, player: Player, board: u128) -> impl Iterator<Item = u128> + '_ {
        self.of(player).iter().filter_map(move |rule| rule.apply(board))
    }
}

/// Play on one board whose rules only take.
pub(crate) struct Taking<'b>(pub(crate) &'b Board);

impl Play for Taking<'_> {
    type Position = u128;

    fn moves(&self, player: Player, &board: &u128, out: &mut Vec<u128>) {
        out.extend(self.0.moves(player, board));
    }

    fn simpler(&self, &board: &u128) -> u128 {
        let live = self.0.all().filter(|rule| rule.applies(board));
        board & live.fold(0, |live, rule| live | rule.need)
    }

    fn parts(&self, &board: &u128) -> Vec<u128> {
        let mut parts: Vec<u128> = Vec::new();
        for rule in self.0.all().filter(|rule| rule.applies(board)) {
            let mask = board & (rule.need | rule.clear);
            // The part that is joined comes first, then the others, as in `join_part`.
            let (touching, apart): (Vec<u128>, Vec<u128>) =
                parts.into_iter().partition(|part| part & mask != 0);
            parts = vec![touching.into_iter().fold(mask, |all, part| all | part)];
            parts.extend(apart);
        }
        if parts.len() < 2 || !self.looked_over(board, &parts) { Vec::new() } else { parts }
    }

    fn promise(&self, player: Player, &board: &u128) -> i64 {
        let count = |player| self.0.of(player).iter().filter(|rule| rule.applies(board)).count();
        count(player) as i64 - count(player.opponent()) as i64
    }
}

impl Taking<'_> {
    /// Whether each rule that applies does so within a part, and touches no other.
    fn looked_over(&self, board: u128, parts: &[u128]) -> bool {
        self.0.all().all(|rule| {
            rule.applies(board) == parts.iter().any(|&part| rule.applies(part))
                && parts.iter().enumerate().all(|(index, &part)| {
                    let others =
                        || parts.iter().enumerate().filter(move |&(other, _)| other != index);
                    !rule.applies(part) || others().all(|(_, other)| other & rule.clear == 0)
                })
        })
    }
}
