//! Nim with more moves: stones go from heap to heap, or come out of pockets; and the
//! bag of apples of the hungry knight.

use upstar_core::Player;

use super::heaps::{few_enough, joined, numbers};
use crate::catalogue::Make;
use crate::{Class, Convention, Fact, Game, Known, Negated, Picture, Row, RuleError, Ruleset};

/// Nim with transfer: take stones from a heap, or carry stones from one heap to
/// another. Play need not end.
#[derive(Clone, Copy, Debug)]
pub struct NimWithTransfer;

crate::position::ordered!(Pockets);

impl Ruleset for NimWithTransfer {
    type Position = Vec<u64>;

    fn class(&self) -> Class {
        Class::LOOPY_IMPARTIAL
    }

    fn options(
        &self,
        heaps: &Vec<u64>,
        _: Player,
        out: &mut Vec<Vec<u64>>,
    ) -> Result<(), RuleError> {
        let stones = heaps.iter().fold(0u64, |sum, &heap| sum.saturating_add(heap));
        few_enough(stones.saturating_mul(heaps.len() as u64))?;
        for (from, &heap) in heaps.iter().enumerate() {
            for moved in 1..=heap {
                let mut taken = heaps.clone();
                taken[from] -= moved;
                for to in (0..heaps.len()).filter(|&to| to != from && heaps[to] > 0) {
                    let mut carried = taken.clone();
                    carried[to] += moved;
                    out.push(carried);
                }
                out.push(taken);
            }
        }
        Ok(())
    }

    fn normalize(&self, mut heaps: Vec<u64>) -> (Vec<u64>, Negated) {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        (heaps, Negated::No)
    }

    fn bytes(&self, heaps: &Vec<u64>) -> usize {
        size_of::<Vec<u64>>() + 8 * heaps.len() + 16
    }

    fn name(&self) -> &str {
        NIM_WITH_TRANSFER.name
    }

    fn write(&self, heaps: &Vec<u64>) -> String {
        joined(heaps)
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, RuleError> {
        numbers(text, None)
    }
}

/// Whether all numbers together fit into a `u64`.
fn fits(numbers: &[u64]) -> Result<(), RuleError> {
    match numbers.iter().try_fold(0u64, |sum, &n| sum.checked_add(n)) {
        Some(_) => Ok(()),
        None => Err(RuleError::too_large("the number of stones", "the sum", u64::MAX)),
    }
}

pub(crate) const NIM_WITH_TRANSFER: Row = Row {
    name: "nim_with_transfer",
    aliases: &["transfer_nim"],
    class: Class::LOOPY_IMPARTIAL,
    usage: "nim_with_transfer(a,b,...)",
    rules: "Heaps of stones; a move takes any number of stones from one heap, or carries any\n\
            number of stones from one heap to another one that is not empty. Play need not end.",
    source: "Stankevich, Games on graphs, section 1",
    example: ("nim_with_transfer(1,1)", "outcome P"),
    make: Make::Whole(|call| {
        call.expect(0..=usize::MAX, "nim_with_transfer(a,b,...)")?;
        let heaps = call.counts(0, u64::MAX)?;
        fits(&heaps)?;
        Ok(Game::new(NimWithTransfer, heaps))
    }),
    board: None,
};

/// Heaps, and the stones that Left and Right have in their pockets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pockets {
    /// The heaps; an empty one stays as 0 and gets no stones any more.
    pub heaps: Vec<u64>,
    /// The stones in the pockets of Left and of Right.
    pub pockets: [u64; 2],
}

/// Poker nim: take stones from a heap, or add some from one's pocket to a heap.
#[derive(Clone, Copy, Debug)]
pub struct PokerNim;

impl Ruleset for PokerNim {
    type Position = Pockets;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        position: &Pockets,
        player: Player,
        out: &mut Vec<Pockets>,
    ) -> Result<(), RuleError> {
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
        position.heaps.retain(|&heap| heap > 0);
        position.heaps.sort_unstable();
        let exchanged = position.pockets[0] > position.pockets[1];
        position.pockets.sort_unstable();
        (position, if exchanged { Negated::Yes } else { Negated::No })
    }

    fn known(&self, position: &Pockets, convention: Convention) -> Option<Known> {
        let value = position.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let value = u32::try_from(value).ok()?;
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Grundy(value),
            theorem: "what comes out of a pocket is taken away again at once: the value is that \
                      of nim (Dehornoy, proposition 2.3)",
        })
    }

    fn bytes(&self, position: &Pockets) -> usize {
        size_of::<Pockets>() + 8 * position.heaps.len() + 16
    }

    fn name(&self) -> &str {
        POKER_NIM.name
    }

    fn write(&self, position: &Pockets) -> String {
        match position.pockets {
            [0, 0] => joined(&position.heaps),
            pockets => format!("{}; {}", joined(&position.heaps), joined(&pockets)),
        }
    }

    fn parse(&self, text: &str) -> Result<Pockets, RuleError> {
        let (heaps, pockets) = text.split_once(';').unwrap_or((text, "0,0"));
        let pockets = numbers(pockets, Some(2))?;
        Ok(Pockets { heaps: numbers(heaps, None)?, pockets: [pockets[0], pockets[1]] })
    }

    fn picture(&self, position: &Pockets) -> Picture {
        Picture::Heaps(position.heaps.clone())
    }
}

pub(crate) const POKER_NIM: Row = Row {
    name: "poker_nim",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "poker_nim(a,b,...) or poker_nim(a,b,...; left,right)",
    rules: "Heaps of stones, and pockets with stones of Left and of Right; a move takes any\n\
            number of stones from a heap, or adds any number from one's own pocket to a heap.",
    source: "Dehornoy, Combinatorial game theory, rules 2.2; Winning Ways, chapter 3",
    example: ("poker_nim(2,3; 4,0)", "*"),
    make: Make::Whole(|call| {
        let before = call.before_semicolon().unwrap_or(call.len());
        if ![before, before + 2].contains(&call.len()) {
            let message =
                "after the `;` come two numbers: what Left and Right have in their pockets";
            return Err(call.complain(before, message));
        }
        let mut heaps = call.counts(0, u64::MAX)?;
        fits(&heaps)?;
        let pockets = match heaps.split_off(before)[..] {
            [left, right] => [left, right],
            _ => [0, 0],
        };
        Ok(Game::new(PokerNim, Pockets { heaps, pockets }))
    }),
    board: None,
};

/// A bag of apples, of which a move eats any number.
#[derive(Clone, Copy, Debug)]
pub struct Apples;

impl Ruleset for Apples {
    type Position = u64;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, apples: &u64, _: Player, out: &mut Vec<u64>) -> Result<(), RuleError> {
        few_enough(*apples)?;
        out.extend(0..*apples);
        Ok(())
    }

    fn known(&self, apples: &u64, convention: Convention) -> Option<Known> {
        (convention == Convention::Normal).then_some(Known {
            fact: Fact::Grundy(u32::try_from(*apples).ok()?),
            theorem: "a bag of n apples is a heap of nim",
        })
    }

    fn name(&self) -> &str {
        APPLES.name
    }

    fn write(&self, apples: &u64) -> String {
        apples.to_string()
    }

    fn parse(&self, text: &str) -> Result<u64, RuleError> {
        Ok(numbers(text, Some(1))?[0])
    }
}

pub(crate) const APPLES: Row = Row {
    name: "apples",
    aliases: &["bag_of_apples"],
    class: Class::IMPARTIAL,
    usage: "apples(n)",
    rules: "A bag of n apples; a move eats any number of them. The bag of the hungry knight:\n\
            knight(3,6) + apples(4).",
    source: "Dehornoy, Combinatorial game theory, section 2.3",
    example: ("apples(4)", "*4"),
    make: Make::Whole(|call| {
        call.expect(1..=1, "apples(n)")?;
        Ok(Game::new(Apples, call.count(0, u64::MAX)?))
    }),
    board: None,
};
