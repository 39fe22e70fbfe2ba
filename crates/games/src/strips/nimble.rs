//! Nimble: coins on a strip move to the left, with or without jumping over each other.

use super::{at_least, coins_on_cells};
use crate::heaps::{few_enough, numbers};
use crate::prelude::*;

/// The message for other cells.
const FROM_ONE: &str = "cells are counted from 1";

/// Nimble: coins on a strip, each of which moves to the left. A cell may hold several coins.
#[derive(Clone, Copy, Debug)]
pub struct Nimble;

impl Ruleset for Nimble {
    type Position = Vec<u64>;

    as_in!(NIMBLE);

    fn options(&self, coins: &Vec<u64>, _: Player, out: &mut Options<Vec<u64>>) -> Result {
        few_enough(coins.iter().fold(0u64, |sum, &cell| sum.saturating_add(cell)))?;
        for (index, &cell) in coins.iter().enumerate() {
            out.extend((1..cell).map(|to| {
                let mut option = coins.clone();
                option[index] = to;
                option
            }));
        }
        Ok(())
    }

    fn components(&self, coins: &Vec<u64>, out: &mut Vec<Vec<u64>>) -> Result {
        out.extend(coins.iter().filter(|&&cell| cell > 1).map(|&cell| vec![cell]));
        Ok(())
    }

    fn normalize(&self, mut coins: Vec<u64>) -> (Vec<u64>, Negated) {
        coins.retain(|&cell| cell > 1);
        coins.sort_unstable();
        (coins, Negated::No)
    }

    fn known(&self, coins: &Vec<u64>, convention: Convention) -> Option<Known> {
        let value = || coins.iter().fold(0, |sum, cell| sum ^ cell.saturating_sub(1));
        let theorem = "a coin on cell a is a heap of nim of a - 1";
        Known::in_normal_play(convention, theorem, || value().try_into().ok())
    }

    fn position(&self, arguments: &Arguments) -> Result<Vec<u64>> {
        at_least(arguments, 1, FROM_ONE)
    }

    fn picture(&self, coins: &Vec<u64>) -> Picture {
        coins_on_cells(coins)
    }
}

pub(crate) const NIMBLE: Row = Row {
    name: "nimble",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "nimble(a,b,...)",
    rules: "Coins on the cells a, b, ... of a strip, cell 1 at its left end; a move takes a coin\n\
            any number of cells to the left. A cell may hold many coins.",
    source: "e-maxx, Sprague-Grundy theory; Winning Ways, chapter 15",
    example: ("nimble(2,4,7)", "*4"),
    make: Make::Rules(|| Rules::new(Nimble)),
    boards: false,
};

/// Nimble without jumps: coins on different cells, none of which may pass or share a cell. A
/// position is sorted.
#[derive(Clone, Copy, Debug)]
pub struct Nimble2;

/// The coins, sorted, if they are on different cells.
fn apart(mut coins: Vec<u64>) -> Result<Vec<u64>, &'static str> {
    coins.sort_unstable();
    if coins.first() == Some(&0) {
        return Err(FROM_ONE);
    }
    if coins.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two coins on one cell");
    }
    Ok(coins)
}

impl Ruleset for Nimble2 {
    type Position = Vec<u64>;

    as_in!(NIMBLE2);

    fn options(&self, coins: &Vec<u64>, _: Player, out: &mut Options<Vec<u64>>) -> Result {
        few_enough(coins.last().copied().unwrap_or(0))?;
        let mut free = 1;
        for (index, &cell) in coins.iter().enumerate() {
            out.extend((free..cell).map(|to| {
                let mut option = coins.clone();
                option[index] = to;
                option
            }));
            free = cell + 1;
        }
        Ok(())
    }

    fn known(&self, coins: &Vec<u64>, convention: Convention) -> Option<Known> {
        // The gaps before the last coin, the last but two, and so on.
        let value = || {
            coins.rchunks(2).fold(0, |sum, pair| match *pair {
                [before, cell] => sum ^ (cell - before - 1),
                [cell] => sum ^ (cell - 1),
                _ => sum,
            })
        };
        let theorem = "the gaps are the steps of a staircase, the last on top";
        Known::in_normal_play(convention, theorem, || value().try_into().ok())
    }

    fn position(&self, arguments: &Arguments) -> Result<Vec<u64>> {
        apart(at_least(arguments, 1, FROM_ONE)?).map_err(|message| arguments.complain(0, message))
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>> {
        let coins = numbers(text, None)?;
        apart(coins).map_err(|message| RuleError::notation(text, 0..text.len(), message))
    }

    fn picture(&self, coins: &Vec<u64>) -> Picture {
        coins_on_cells(coins)
    }
}

pub(crate) const NIMBLE2: Row = Row {
    name: "nimble2",
    aliases: &["silver_dollar_without_dollar"],
    class: Class::IMPARTIAL,
    usage: "nimble2(a,b,...)",
    rules: "Coins on different cells a, b, ... of a strip, cell 1 at its left end; a move takes a\n\
            coin any number of free cells to the left, not over another coin.",
    source: "e-maxx, Sprague-Grundy theory",
    example: ("nimble2(2,5,9)", "*2"),
    make: Make::Rules(|| Rules::new(Nimble2)),
    boards: false,
};
