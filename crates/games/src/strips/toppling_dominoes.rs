//! Toppling Dominoes.

use super::{Alphabet, Strip, reversed};
use crate::prelude::*;

/// A row of dominoes: `l` (Left's, blue), `r` (Right's, red), `e` (either's, green), and gaps.
const ALPHABET: Alphabet = Alphabet {
    letters: &["lLxXbB", "rRoO", "eE#gG", "."],
    expected: "`l` (Left's domino), `r` (Right's), `e` (either's) or `.` (a gap)",
    called: ("the row", "dominoes"),
    ..Alphabet::USUAL
};

/// Toppling Dominoes: a domino is toppled to either side and removes all dominoes on that side, up
/// to the next gap.
#[derive(Clone, Copy, Debug)]
pub struct TopplingDominoes;

/// No domino.
const GAP: u8 = b'.';

/// The rows between gaps.
fn rows(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    row.split(|&letter| letter == GAP).filter(|row| !row.is_empty())
}

/// The rows, with one gap between neighbours.
fn tidy(row: &[u8]) -> Strip {
    rows(row).collect::<Vec<_>>().join(&GAP)
}

fn exchanged(row: &[u8]) -> Strip {
    let other = |&letter: &u8| match letter {
        b'l' => b'r',
        b'r' => b'l',
        either => either,
    };
    row.iter().map(other).collect()
}

impl Ruleset for TopplingDominoes {
    type Position = Strip;

    as_in!(ROW);

    fn options(&self, row: &Strip, player: Player, out: &mut Options<Strip>) -> Result {
        let enemy = if player == Player::Left { b'r' } else { b'l' };
        let own = row.iter().enumerate().filter(|&(_, &letter)| letter != enemy && letter != GAP);
        for (place, _) in own {
            let before = row[..place].iter().rposition(|&letter| letter == GAP);
            let after = row[place..].iter().position(|&letter| letter == GAP);
            let (start, end) =
                (before.map_or(0, |gap| gap + 1), after.map_or(row.len(), |gap| place + gap));
            for fallen in [start..place + 1, place..end] {
                let left = [&row[..fallen.start], &[GAP], &row[fallen.end..]];
                out.push(tidy(&left.concat()));
            }
        }
        Ok(())
    }

    fn components(&self, row: &Strip, out: &mut Vec<Strip>) -> Result {
        out.extend(rows(row).map(<[u8]>::to_vec));
        Ok(())
    }

    fn normalize(&self, row: Strip) -> (Strip, Negated) {
        let same = reversed(&row).min(row);
        let other = exchanged(&same);
        let other = reversed(&other).min(other);
        Negated::least(same, other)
    }

    fn parse(&self, text: &str) -> Result<Strip> {
        Ok(tidy(&ALPHABET.read(text)?))
    }

    fn board(&self, _: &Strip) -> Option<Vec<String>> {
        None
    }

    fn picture(&self, row: &Strip) -> Picture {
        Picture::Board(vec![self.write(row)])
    }
}

pub(crate) const ROW: Row = Row {
    name: "toppling_dominoes",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "toppling_dominoes(\"lrel\")",
    rules: "Dominoes stand in a row: l are Left's, r Right's, e either's. A player topples one of\n\
            his dominoes to either side; it takes all dominoes on that side with it, up to a gap\n\
            (.).",
    source: "Albert, Nowakowski and Wolfe, Lessons in Play (2007)",
    example: ("toppling_dominoes(\"lrrlrrl\")", "Tiny(1/2)"),
    make: Make::Rules(|| Rules::new(TopplingDominoes)),
    boards: false,
};
