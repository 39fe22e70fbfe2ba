//! Lists of couples of Kayles: whatever a list says, only what is true is accepted.

use upstar_core::{Budget, Convention, Player};
use upstar_verify::strategy::{Checker, Games, PartTable, Rules, Strategy};
use upstar_verify::{Result, VerifyError};

use crate::common::only_as_it_is;

/// Rows of pins, written as numbers. One pin or two neighbours are taken.
struct Kayles;

fn pins(text: &str) -> Result<u32> {
    text.parse().map_err(|_| VerifyError::WrongStrategy(format!("{text} is no row")))
}

fn rows(rows: &[u32]) -> PartTable {
    rows.iter().filter(|&&row| row > 0).map(|row| (row.to_string(), false)).collect()
}

impl Rules for Kayles {
    fn start(&mut self, sum: &str) -> Result<(PartTable, Vec<Games>)> {
        let star = vec![(vec![], vec![]), (vec![0], vec![0])];
        let (mut parts, mut values) = (PartTable::new(), Vec::new());
        for summand in sum.split('+') {
            match summand {
                "*" => values.push(star.clone()),
                "1/1" => values.push(vec![(vec![], vec![]), (vec![0], vec![])]),
                _ => parts.extend(rows(&[pins(summand)?])),
            }
        }
        Ok((parts, values))
    }

    fn options(&mut self, part: &str, _: Player) -> Result<Vec<PartTable>> {
        let row = pins(part)?;
        let taken = (1..=2.min(row)).flat_map(|taken| (0..=row - taken).map(move |at| (taken, at)));
        Ok(taken.map(|(taken, at)| rows(&[at, row - taken - at])).collect())
    }

    fn is_impartial(&mut self, part: &str) -> Result<bool> {
        Ok(pins(part)? < 100)
    }
}

const VALUES: [u32; 8] = [0, 1, 2, 3, 1, 4, 3, 2];

fn strategy(sum: &str, winner: Player, couples: &[(u32, u32)]) -> Strategy {
    Strategy {
        sum: sum.to_owned(),
        convention: Convention::Normal,
        first: Player::Left,
        winner,
        games: Vec::new(),
        parts: Vec::new(),
        values: Vec::new(),
        lost: Vec::new(),
        couples: couples.iter().map(|&(row, value)| (row.to_string(), value)).collect(),
        boards: Vec::new(),
    }
}

fn passes(strategy: &Strategy) -> bool {
    let budget = Budget::unlimited();
    match Checker::new(strategy, Kayles, &budget).and_then(|mut checker| checker.check()) {
        Ok(_) => true,
        Err(VerifyError::WrongStrategy(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

fn value(sum: &str) -> u32 {
    let of = |summand| if summand == "*" { 1 } else { VALUES[pins(summand).unwrap() as usize] };
    sum.split('+').map(of).fold(0, |sum, value| sum ^ value)
}

#[test]
fn only_what_is_true_is_accepted() {
    // Every list of the values 0 to 3 of four rows, in some orders of them.
    let mut accepted = 0;
    let mut orders = Vec::new();
    for code in 0..256_u32 {
        let order: Vec<u32> = (0..4).map(|at| 1 + (code >> (2 * at) & 3)).collect();
        if (1..=4).all(|row| order.contains(&row)) {
            orders.push(order);
        }
    }
    for sum in ["1", "4", "1+4", "2+3+*", "4+4", "5", "5+6", "6+*"] {
        let winner = if value(sum) == 0 { Player::Right } else { Player::Left };
        for order in orders.iter().step_by(5) {
            for values in 0..256_u32 {
                let value_of = |at: u32| values >> (2 * at) & 3;
                let couples: Vec<_> = order.iter().copied().zip((0..4).map(value_of)).collect();
                for length in 1..=4 {
                    let listed = strategy(sum, winner, &couples[..length]);
                    if passes(&listed) {
                        accepted += 1;
                        for &(row, value) in &couples[..length] {
                            assert_eq!(value, VALUES[row as usize], "{couples:?}");
                        }
                    }
                    let claim = strategy(sum, winner.opponent(), &couples[..length]);
                    assert!(!passes(&claim), "{sum}: {couples:?}");
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn what_is_not_covered_is_refused() {
    let couples = [(1, 1), (2, 2), (3, 3), (4, 1)];
    let right = strategy("4+1", Player::Right, &couples);
    let changes: &[fn(&mut Strategy)] = &[
        |it| it.convention = Convention::Misere,
        |it| it.winner = Player::Left,
        |it| it.games.push((Vec::new(), Vec::new())),
        |it| it.parts.push("3".to_owned()),
        |it| it.couples.push(("1".to_owned(), 2)),
        |it| it.couples.swap(0, 1),
        |it| it.couples[0].1 = u32::MAX,
        |it| it.couples.push(("101".to_owned(), 0)),
        |it| it.sum = "101+101".to_owned(),
        |it| it.sum = "4+1+1/1".to_owned(),
        |it| it.sum = "nothing".to_owned(),
    ];
    only_as_it_is(&right, passes, changes);
}

#[test]
fn a_small_budget_ends_the_check() {
    let couples: Vec<_> = (1..8).zip(VALUES[1..].iter().copied()).collect();
    let listed = strategy("7+2", Player::Right, &couples);
    assert!(passes(&listed));
    let budget = Budget::unlimited().with_bytes(1000);
    let found = Checker::new(&listed, Kayles, &budget).and_then(|mut checker| checker.check());
    assert!(matches!(found, Err(VerifyError::Exhausted(_))));
}
