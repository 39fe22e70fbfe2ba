//! Toppling Dominoes.

use upstar_core::Player;

use crate::catalogue::Make;
use crate::{Arguments, Class, Game, Negated, Picture, Row, RuleError, Ruleset};

/// A row of dominoes: `l` (Left's, blue), `r` (Right's, red), `e` (either's, green).
type Dominoes = Vec<u8>;

/// Toppling Dominoes: a domino falls to either side and takes all on that side with
/// it.
#[derive(Clone, Copy, Debug)]
pub struct TopplingDominoes;

const LONGEST: usize = 10_000;

fn reflected(row: &[u8]) -> Dominoes {
    row.iter().rev().copied().collect()
}

fn exchanged(row: &[u8]) -> Dominoes {
    let other = |&letter: &u8| match letter {
        b'l' => b'r',
        b'r' => b'l',
        either => either,
    };
    row.iter().map(other).collect()
}

impl Ruleset for TopplingDominoes {
    type Position = Dominoes;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        row: &Dominoes,
        player: Player,
        out: &mut Vec<Dominoes>,
    ) -> Result<(), RuleError> {
        let enemy = if player == Player::Left { b'r' } else { b'l' };
        for (place, _) in row.iter().enumerate().filter(|&(_, &letter)| letter != enemy) {
            out.push(row[..place].to_vec());
            out.push(row[place + 1..].to_vec());
        }
        Ok(())
    }

    fn normalize(&self, row: Dominoes) -> (Dominoes, Negated) {
        let same = reflected(&row).min(row);
        let other = exchanged(&same);
        let other = reflected(&other).min(other);
        if other < same { (other, Negated::Yes) } else { (same, Negated::No) }
    }

    fn bytes(&self, row: &Dominoes) -> usize {
        size_of::<Dominoes>() + row.len() + 16
    }

    fn name(&self) -> &str {
        "toppling_dominoes"
    }

    fn write(&self, row: &Dominoes) -> String {
        row.iter().map(|&letter| char::from(letter)).collect()
    }

    fn parse(&self, text: &str) -> Result<Dominoes, RuleError> {
        if text.len() > LONGEST {
            let found = format!("{} dominoes", text.len());
            return Err(RuleError::too_large("the row", found, format!("{LONGEST} dominoes")));
        }
        let letters = text.char_indices().map(|(place, letter)| match letter {
            'l' | 'L' | 'x' | 'X' | 'b' | 'B' => Ok(b'l'),
            'r' | 'R' | 'o' | 'O' => Ok(b'r'),
            'e' | 'E' | '#' | 'g' | 'G' => Ok(b'e'),
            other => Err(RuleError::notation(
                text,
                place..place + other.len_utf8(),
                format!(
                    "expected `l` (Left's domino), `r` (Right's) or `e` (either's), found `{}`",
                    other.escape_default()
                ),
            )),
        });
        letters.collect()
    }

    fn call(&self, row: &Dominoes) -> String {
        format!("toppling_dominoes(\"{}\")", self.write(row))
    }

    fn picture(&self, row: &Dominoes) -> Picture {
        Picture::Board(vec![self.write(row)])
    }
}

impl TopplingDominoes {
    fn make(call: &Arguments) -> Result<Game, RuleError> {
        call.expect(1..=1, "toppling_dominoes(\"lrel\")")?;
        let row = TopplingDominoes.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
        Ok(Game::new(TopplingDominoes, row))
    }
}

pub(crate) const ROW: Row = Row {
    name: "toppling_dominoes",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "toppling_dominoes(\"lrel\")",
    rules: "Dominoes stand in a row: l are Left's, r Right's, e either's. A move topples a domino\n\
            of one's own to either side; it takes all dominoes on that side with it.",
    source: "Albert, Nowakowski and Wolfe, Lessons in Play (2007)",
    example: ("toppling_dominoes(\"lrrlrrl\")", "Tiny(1/2)"),
    make: Make::Whole(TopplingDominoes::make),
    board: None,
};
