//! Chomp.

use super::{Heaps, few_enough, list, tokens};
use crate::prelude::*;

/// Chomp: rows of squares, none longer than the one above it. The player who must eat the first
/// square loses, so it is never eaten.
struct Chomp;

/// Rows and columns exchanged.
fn transposed(rows: &[u64]) -> Heaps {
    let columns = rows.first().copied().unwrap_or(0);
    (0..columns).map(|column| rows.iter().filter(|&&row| row > column).count() as u64).collect()
}

impl Ruleset for Chomp {
    type Position = Heaps;

    as_in!(CHOMP);

    fn options(&self, rows: &Heaps, _: Player, out: &mut Options<Heaps>) -> Result {
        few_enough(tokens(rows))?;
        for (first, &length) in rows.iter().enumerate() {
            for left in u64::from(first == 0)..length {
                let mut option = rows.clone();
                option[first..].iter_mut().for_each(|row| *row = left.min(*row));
                option.retain(|&row| row > 0);
                out.push(option);
                out.check()?;
            }
        }
        Ok(())
    }

    fn normalize(&self, rows: Heaps) -> (Heaps, Negated) {
        if rows.first().is_some_and(|&row| row > 1 << 16) {
            return (rows, Negated::No);
        }
        (transposed(&rows).min(rows), Negated::No)
    }

    fn position(&self, arguments: &Arguments) -> Result<Heaps> {
        if arguments.is_empty() {
            return Err(RuleError::Usage);
        }
        let mut rows = list(arguments)?;
        if let Some(index) = rows.windows(2).position(|pair| pair[0] < pair[1]) {
            return Err(arguments.complain(index + 1, "this row is longer than the one above it"));
        }
        rows.retain(|&row| row > 0);
        Ok(rows)
    }

    fn picture(&self, rows: &Heaps) -> Picture {
        if rows.len() > 40 || rows.iter().any(|&row| row > 40) {
            return Picture::Heaps(rows.clone());
        }
        let squares = rows.iter().map(|&row| vec!['.'; row as usize]);
        let mut squares: Vec<Vec<char>> = squares.collect();
        if let Some(poison) = squares.first_mut().and_then(|row| row.first_mut()) {
            *poison = '!';
        }
        Picture::Signs(squares.into_iter().map(String::from_iter).collect())
    }
}

pub(crate) const CHOMP: Row = Row {
    name: "chomp",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "chomp(a,b,...)",
    rules: "Rows of a, b, ... squares of chocolate, one below the other; a move eats a square and\n\
            all below it or to its right. The first square is poisoned and never eaten.",
    source: "Schuh (1952); Gale, A curious nim-type game (1974)",
    example: ("chomp(3,2)", "0"),
    make: Make::Rules(|| Rules::new(Chomp)),
    boards: false,
};
