//! Any sum as one board.

use std::fmt::Write as _;

use hashbrown::HashMap;
use upstar_core::{Budget, Player};

use crate::Result;
use crate::board::{Board, BoardPlay, Rule, shifted};
use crate::component::{Component, Kind, Piece, Side};
use crate::error::ProofError;

/// A sum, or the difference of two, as one board: the digits of its terms side by side. For a term
/// that is not a board, each position is a digit.
pub(super) struct OneBoard {
    pub(super) play: BoardPlay,
    pub(super) start: u128,
    pub(super) digits: usize,
    /// The meaning of the digits, in lines.
    pub(super) legend: String,
}

impl OneBoard {
    pub(super) fn new(left: &Side, right: &Side, budget: &Budget) -> Result<OneBoard> {
        let mut all = Board { rules: [Vec::new(), Vec::new()] };
        let (mut start, mut digits, mut legend) = (0_u128, 0, String::new());
        let terms = left.terms.iter().map(|term| (term, term.negated));
        let taken = right.terms.iter().map(|term| (term, !term.negated));
        for (term, negated) in terms.chain(taken) {
            let mut part = JoinedBoard::of(&term.component, budget)?;
            if negated {
                part.board.rules.swap(0, 1);
            }
            if digits + part.digits > Board::MOST_DIGITS {
                return Err(ProofError::unsupported(format!(
                    "files of Metamath are of positions of at most {} digits, and this one has more",
                    Board::MOST_DIGITS
                )));
            }
            all.extend(&part.board, digits);
            start |= shifted(part.start, digits);
            if part.digits > 0 {
                let sign = if negated { ", the players exchanged" } else { "" };
                let _ = writeln!(
                    legend,
                    "     x{digits} to x{}: {}{sign}.",
                    digits + part.digits - 1,
                    part.legend
                );
            }
            digits += part.digits;
        }
        Ok(OneBoard { play: BoardPlay::new(all, budget)?, start, digits, legend })
    }
}

struct JoinedBoard {
    board: Board,
    start: u128,
    digits: usize,
    legend: String,
}

impl JoinedBoard {
    fn of(component: &Component, budget: &Budget) -> Result<JoinedBoard> {
        if let (Kind::Board(board), Piece::Bits(start)) = (&component.kind, &component.start) {
            let legend = component.coq.strip_prefix("on ").unwrap_or(&component.coq).to_owned();
            let digits = board.digits(*start);
            return Ok(JoinedBoard { board: board.clone(), start: *start, digits, legend });
        }
        // The reachable positions, one digit each.
        let mut ticker = budget.ticker();
        let mut places: HashMap<Piece, usize> = HashMap::new();
        places.insert(component.start.clone(), 0);
        let mut pieces = vec![component.start.clone()];
        let mut board = Board { rules: [Vec::new(), Vec::new()] };
        let mut from = 0;
        while let Some(piece) = pieces.get(from).cloned() {
            for (rules, player) in board.rules.iter_mut().zip(Player::BOTH) {
                for next in component.moves(player, &piece) {
                    ticker.tick(1)?;
                    let new = pieces.len();
                    let to = *places.entry(next.clone()).or_insert(new);
                    if to == new {
                        if new == Board::MOST_DIGITS {
                            return Err(ProofError::unsupported(format!(
                                "files of Metamath are of positions from which at most {new} others \
                                 are reached, where they are no boards"
                            )));
                        }
                        pieces.push(next);
                    }
                    let rule = Rule { need: 1 << from, clear: 1 << from, put: 1 << to };
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
            }
            from += 1;
        }
        let mut legend = format!("one of the positions of {}:", component.coq);
        for piece in &pieces {
            let text = match piece {
                Piece::Heaps(heaps) => {
                    heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+")
                }
                Piece::Node(node) => node.to_string(),
                Piece::Bits(bits) => bits.to_string(),
            };
            let text = if text.is_empty() { "none" } else { &text };
            let _ = write!(legend, "\n       {text}");
        }
        Ok(JoinedBoard { board, start: 1, digits: pieces.len(), legend })
    }
}
