//! Lost boards of Domineering: the bound and the check against play move by move.

use std::collections::{HashMap, HashSet};

use upstar_core::{Budget, Convention, Player, Upright};
use upstar_verify::strategy::{Checker, Games, PartTable, Rules, Strategy};
use upstar_verify::{Result, VerifyError};

use crate::common::only_as_it_is;

/// Sums as `board integer`.
struct Plain;

impl Rules for Plain {
    fn start(&mut self, sum: &str) -> Result<(PartTable, Vec<Games>)> {
        Err(VerifyError::WrongStrategy(sum.to_owned()))
    }

    fn options(&mut self, part: &str, _: Player) -> Result<Vec<PartTable>> {
        Err(VerifyError::WrongStrategy(part.to_owned()))
    }

    fn is_impartial(&mut self, _: &str) -> Result<bool> {
        Ok(false)
    }

    fn board(&mut self, sum: &str) -> Result<(String, i64)> {
        let read = sum.split_once(' ').and_then(|(board, n)| Some((board, n.parse().ok()?)));
        let (board, integer): (&str, i64) =
            read.ok_or_else(|| VerifyError::WrongStrategy(sum.to_owned()))?;
        Ok((board.to_owned(), integer))
    }
}

/// Of a board as bits, `row * columns + column`: the least integers with which Left wins, moving first,
/// and moving second.
struct Play {
    columns: u32,
    cells: u32,
    known: HashMap<u32, [i32; 2]>,
}

const FAR: i32 = 12;

impl Play {
    fn new(rows: u32, columns: u32) -> Self {
        Play { columns, cells: rows * columns, known: HashMap::new() }
    }

    fn options(&self, free: u32, left: bool) -> Vec<u32> {
        let places = (0..self.cells).filter(|at| left || at % self.columns + 1 < self.columns);
        let step = if left { self.columns } else { 1 };
        let dominoes = places.map(|at| 1 << at | 1u32 << (at + step));
        dominoes.filter(|domino| free & domino == *domino).map(|domino| free & !domino).collect()
    }

    fn least(&mut self, free: u32) -> [i32; 2] {
        if let Some(&known) = self.known.get(&free) {
            return known;
        }
        let by_left = self.options(free, true).into_iter().map(|after| self.least(after)[1]).min();
        let by_right =
            self.options(free, false).into_iter().map(|after| self.least(after)[0]).max();
        // If no player moves in the integer but a player who has one there.
        let mut first = HashMap::new();
        let mut second = HashMap::new();
        for n in 0..=FAR {
            let stays = by_right.is_none_or(|least| n >= least);
            second.insert(n, stays);
            let wins = by_left.is_some_and(|least| n >= least) || n > 0 && second[&(n - 1)];
            first.insert(n, wins);
        }
        for n in (-FAR..0).rev() {
            first.insert(n, by_left.is_some_and(|least| n >= least));
            let stays = by_right.is_none_or(|least| n >= least) && first[&(n + 1)];
            second.insert(n, stays);
        }
        let least = |wins: &HashMap<i32, bool>| (-FAR..=FAR).find(|n| wins[n]).unwrap_or(FAR + 1);
        let found = [least(&first), least(&second)];
        self.known.insert(free, found);
        found
    }

    fn text(&self, free: u32) -> String {
        let letter = |at: u32| if free >> at & 1 == 1 { '.' } else { '#' };
        let rows = (0..self.cells).step_by(self.columns as usize);
        let row = |at: u32| (at..at + self.columns).map(letter).collect::<String>();
        rows.map(row).collect::<Vec<_>>().join("|")
    }

    /// The board with rows and columns exchanged.
    fn text_for(&self, free: u32, winner: Player) -> String {
        let text = self.text(free);
        if winner == Player::Left {
            return text;
        }
        let rows: Vec<&str> = text.split('|').collect();
        let column = |at: usize| rows.iter().map(|row| &row[at..=at]).collect::<String>();
        (0..self.columns as usize).map(column).collect::<Vec<_>>().join("|")
    }
}

fn random(seed: &mut u64) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as u32
}

/// All boards of some sizes, and some of others: the bound, the normal form and the texts.
#[test]
fn bounds_are_no_better_than_play() {
    let (mut sharp, mut all) = (0, 0);
    let mut seed = 1;
    for (rows, columns, most) in [
        (3, 4, 1 << 12),
        (4, 3, 1 << 12),
        (2, 6, 1 << 12),
        (6, 2, 1 << 12),
        (4, 4, 2000),
        (5, 4, 600),
    ] {
        let mut play = Play::new(rows, columns);
        let board = Upright::new(rows as usize, columns as usize).unwrap();
        for at in 0..most {
            let every = 1u32 << (rows * columns);
            let thin = random(&mut seed) | random(&mut seed);
            let free = if most == every { at } else { random(&mut seed) & thin & (every - 1) };
            let [first, second] = play.least(free);
            let text = play.text(free);
            let cells = board.read(&text, Player::Left).unwrap();
            assert_eq!(board.read(&play.text_for(free, Player::Right), Player::Right), Some(cells));
            for winner in Player::BOTH {
                assert_eq!(board.read(&board.write(cells, winner), winner), Some(cells));
            }
            for integer in -9..9 {
                let wins = [true, false].map(|first| board.wins(cells, integer, first));
                assert!(!wins[0] || integer >= first, "{text} {integer}");
                assert!(!wins[1] || integer >= second, "{text} {integer}");
                sharp += u32::from(wins[1] && integer == second);
            }
            all += 1;
            // The normal form is as good, and so are images.
            let (normal, value) = board.normal(cells);
            let image = board.write(normal, Player::Left);
            let bits: u32 = (0..rows * columns)
                .filter(|at| {
                    let cell = board.cell((at / columns) as usize, (at % columns) as usize);
                    normal & cell != 0
                })
                .map(|at| 1 << at)
                .sum();
            assert_eq!(
                play.least(bits),
                [first, second].map(|least| least + value),
                "{text} {image}"
            );
            let mirrored = text.split('|').map(|row| row.chars().rev().collect::<String>());
            let mirrored: Vec<_> = mirrored.collect();
            let turned: Vec<_> = mirrored.iter().rev().cloned().collect();
            for image in [mirrored.join("|"), turned.join("|")] {
                let image = board.read(&image, Player::Left).unwrap();
                assert_eq!(board.normal(image), (normal, value), "{text}");
            }
        }
    }
    assert!(3 * sharp > all, "{sharp} of {all}");
}

fn passes(strategy: &Strategy) -> bool {
    let budget = Budget::unlimited();
    match Checker::new(strategy, Plain, &budget).and_then(|mut checker| checker.check()) {
        Ok(_) => true,
        Err(VerifyError::WrongStrategy(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

fn strategy(sum: String, first: Player, winner: Player, boards: Vec<(String, i64)>) -> Strategy {
    Strategy {
        sum,
        convention: Convention::Normal,
        first,
        winner,
        games: Vec::new(),
        parts: Vec::new(),
        values: Vec::new(),
        lost: Vec::new(),
        couples: Vec::new(),
        boards,
    }
}

/// Every board that is reached is listed, each with an integer that may be wrong.
#[test]
fn only_what_is_true_is_accepted() {
    let mut seed = 5;
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..300 {
        let (rows, columns) = [(4, 4), (3, 5), (5, 3)][round % 3];
        let mut play = Play::new(rows, columns);
        let free = (random(&mut seed) | random(&mut seed)) & ((1 << (rows * columns)) - 1);
        let winner = Player::BOTH[round / 3 % 2];
        let (mut open, mut met, mut boards) = (vec![free], HashSet::new(), Vec::new());
        while let Some(free) = open.pop() {
            let [_, second] = play.least(free);
            let error =
                if round % 2 == 0 { 0 } else { i32::from(random(&mut seed).is_multiple_of(40)) };
            let integer = i64::from(second - error);
            let integer = if winner == Player::Left { integer } else { -integer };
            boards.push((play.text_for(free, winner), integer));
            for left in [true, false] {
                open.extend(play.options(free, left).into_iter().filter(|&free| met.insert(free)));
            }
        }
        let [first, second] = play.least(free);
        for (integer, error) in [(first, 0), (first, 1), (second, 0), (second, 1)] {
            let n = integer - error;
            let begins = integer == first && round % 5 < 3;
            let holds = if begins { n >= first } else { n >= second };
            let mover = if begins { winner } else { winner.opponent() };
            let signed = if winner == Player::Left { n } else { -n };
            let sum = format!("{} {signed}", play.text_for(free, winner));
            let found = passes(&strategy(sum.clone(), mover, winner, boards.clone()));
            assert!(holds || !found, "{sum} {winner}");
            // A full list of true boards is enough.
            if round % 2 == 0 && holds {
                assert!(found, "{sum} {winner}");
            }
            accepted += u32::from(found);
            refused += u32::from(!found);
        }
    }
    assert!(accepted > 200 && refused > 200, "{accepted} {refused}");
}

#[test]
fn what_is_not_covered_is_refused() {
    let rows = vec![("...|...|...".to_owned(), 2), ("#".to_owned(), 0)];
    let right = strategy("...|...|... 2".to_owned(), Player::Right, Player::Left, rows);
    let changes: &[fn(&mut Strategy)] = &[
        |it| it.convention = Convention::Misere,
        |it| it.winner = Player::Right,
        |it| it.games.push((Vec::new(), Vec::new())),
        |it| it.parts.push("3".to_owned()),
        |it| it.couples.push(("1".to_owned(), 2)),
        |it| it.boards[0].1 = -5,
        |it| it.boards[0].1 = i64::MIN,
        |it| it.boards[0].0 = "....".to_owned(),
        |it| it.boards[0].0 = "...|.x.".to_owned(),
        |it| it.boards[0].0 = "...|...|...|...".to_owned(),
        |it| it.boards.push(("..|..".to_owned(), -1)),
        |it| it.sum = "...|...|... -1".to_owned(),
        |it| it.sum = format!("{} 9", vec![".".repeat(12); 12].join("|")),
        |it| it.sum = " 0".to_owned(),
        |it| it.sum = "nothing".to_owned(),
    ];
    only_as_it_is(&right, passes, changes);
}

#[test]
fn a_small_budget_ends_the_check() {
    let rows = vec![("...|...|...".to_owned(), 2); 100];
    let right = strategy("...|...|... 2".to_owned(), Player::Right, Player::Left, rows);
    assert!(passes(&right));
    for budget in [Budget::unlimited().with_bytes(1000), Budget::unlimited().with_steps(20)] {
        let found = Checker::new(&right, Plain, &budget).and_then(|mut checker| checker.check());
        assert!(matches!(found, Err(VerifyError::Exhausted(_))));
    }
}
