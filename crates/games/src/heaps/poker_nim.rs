//! Poker nim: players can add stones from their pockets.

use std::cmp::Ordering;

use super::nim_with_transfer::fit;
use super::{Heaps, few_enough, joined, numbers, sorted};
use crate::prelude::*;

/// Heaps, and the stones that Left and Right have in their pockets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pockets {
    /// The heaps. An empty heap stays as 0 and gets no more stones.
    heaps: Heaps,
    /// The stones in the pockets of Left and of Right.
    pockets: [u64; 2],
}

impl Position for Pockets {
    fn to_text(&self) -> String {
        match self.pockets {
            [0, 0] => joined(&self.heaps),
            // Without heaps, a 0 is written before the `;`.
            pockets if self.heaps.is_empty() => format!("0; {}", joined(&pockets)),
            pockets => format!("{}; {}", joined(&self.heaps), joined(&pockets)),
        }
    }

    fn from_text(text: &str) -> Result<Self> {
        let (heaps, pockets) = text.split_once(';').unwrap_or((text, "0,0"));
        let pockets = numbers(pockets, Some(2))?;
        Ok(Pockets { heaps: numbers(heaps, None)?, pockets: [pockets[0], pockets[1]] })
    }

    fn argument(&self, text: String) -> String {
        text
    }

    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn bytes(&self) -> usize {
        size_of::<Pockets>() + size_of_val(&self.heaps[..]) + 16
    }

    fn picture(&self, _: &str) -> Picture {
        Picture::Heaps(self.heaps.clone())
    }
}

/// Poker nim: take stones from a heap, or add some from your pocket to a heap.
struct PokerNim;

impl Ruleset for PokerNim {
    type Position = Pockets;

    as_in!(POKER_NIM);

    fn options(&self, position: &Pockets, player: Player, out: &mut Options<Pockets>) -> Result {
        let own = usize::from(player == Player::Right);
        let pocket = position.pockets[own];
        let moves = |sum: u64, &heap: &u64| sum.saturating_add(heap).saturating_add(pocket);
        few_enough(position.heaps.iter().fold(0, moves))?;
        for (index, &heap) in position.heaps.iter().enumerate().filter(|(_, heap)| **heap > 0) {
            let after = |stones: u64, used: u64| {
                let mut option = position.clone();
                option.heaps[index] = stones;
                option.pockets[own] -= used;
                option
            };
            out.extend((0..heap).map(|left| after(left, 0)));
            out.extend((1..=pocket).map(|added| after(heap + added, added)));
        }
        Ok(())
    }

    fn normalize(&self, mut position: Pockets) -> (Pockets, Negated) {
        position.heaps = sorted(position.heaps).0;
        let exchanged = position.pockets[0] > position.pockets[1];
        position.pockets.sort_unstable();
        (position, if exchanged { Negated::Yes } else { Negated::No })
    }

    fn known(&self, position: &Pockets, convention: Convention) -> Option<Known> {
        let value = position.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let theorem = "what comes out of a pocket is taken away again at once: the value is that \
                       of nim (Dehornoy, proposition 2.3)";
        Known::grundy(convention, value, theorem)
    }

    fn position(&self, arguments: &Arguments) -> Result<Pockets> {
        let before = arguments.before_semicolon().unwrap_or(arguments.len());
        if ![before, before + 2].contains(&arguments.len()) {
            let message =
                "after the `;` come two numbers: what Left and Right have in their pockets";
            return Err(arguments.complain(before, message));
        }
        let mut heaps = arguments.counts(0, u64::MAX)?;
        fit(&heaps)?;
        let pockets = match heaps.split_off(before)[..] {
            [left, right] => [left, right],
            _ => [0, 0],
        };
        Ok(Pockets { heaps, pockets })
    }
}

pub(crate) const POKER_NIM: Row = Row {
    name: "poker_nim",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "poker_nim(a,b,...) or poker_nim(a,b,...; left,right)",
    rules: "Heaps of stones, and pockets with stones of Left and of Right; a move takes any number\n\
            of stones from a heap, or adds any number from the player's own pocket to a heap.",
    source: "Dehornoy, Combinatorial game theory, rules 2.2; Winning Ways, chapter 3",
    example: ("poker_nim(2,3; 4,0)", "*"),
    make: Make::Rules(|| Rules::new(PokerNim)),
    boards: false,
};
