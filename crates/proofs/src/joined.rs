//! Positions played as one board: the twin of `theory/joined.v` and `theory/stalks.v`.

use std::fmt::Write as _;

use upstar_core::{Budget, Exhausted};

use crate::board::{Board, BoardPlay, Rule, shifted};
use crate::component::{Component, Kind, Piece, Side, Signed};
use crate::heaps::HeapRules;
use crate::play::Script;

/// Two sides as one board; the second is subtracted.
pub(crate) struct Joined {
    pub(crate) play: BoardPlay,
    pub(crate) start: u128,
    /// The rules as Coq terms.
    rules: String,
    /// The proof that the board is equivalent to the sides; empty for a position of one board.
    shows: String,
    /// Whether a heap of nim is among them.
    pub(crate) stalks: bool,
}

/// A board, its offset, and its number of digits.
struct JoinedBoard {
    board: Board,
    start: u128,
    digits: usize,
    /// A `game_board` as a Coq term.
    coq: String,
}

impl JoinedBoard {
    fn of(component: &Component, shows: &mut String, names: &mut usize) -> Option<JoinedBoard> {
        let (board, start, coq) = match (&component.kind, &component.start) {
            (Kind::Board(board), Piece::Bits(start)) => {
                let coq = component.coq.strip_prefix("on ")?;
                (board.clone(), *start, format!("itself {coq}"))
            }
            (Kind::Heaps(HeapRules::Nim), Piece::Heaps(heaps)) => {
                let [heap] = heaps[..] else { return None };
                let heap = usize::try_from(heap).ok().filter(|&n| n <= Board::MOST_DIGITS)?;
                let below = |k: usize| if k == 128 { u128::MAX } else { (1 << k) - 1 };
                let cut = |k: usize| Rule { need: 1 << k, clear: below(heap) & !below(k), put: 0 };
                let cuts: Vec<Rule> = (0..heap).map(cut).collect();
                (Board { rules: [cuts.clone(), cuts] }, below(heap), format!("stalk {heap}"))
            }
            _ => return None,
        };
        let digits = board.digits(start);
        Some(JoinedBoard { board, start, digits, coq: String::new() }.named(&coq, shows, names))
    }

    fn named(self, coq: &str, shows: &mut String, names: &mut usize) -> JoinedBoard {
        *names += 1;
        let _ = writeln!(shows, "Definition part_{names} := {coq}.");
        JoinedBoard { coq: format!("part_{names}"), ..self }
    }

    fn negative(mut self, shows: &mut String, names: &mut usize) -> JoinedBoard {
        self.board.rules.swap(0, 1);
        let coq = format!("minus {}", self.coq);
        self.named(&coq, shows, names)
    }

    fn plus(
        self,
        other: JoinedBoard,
        shows: &mut String,
        names: &mut usize,
    ) -> Option<JoinedBoard> {
        let digits = self.digits + other.digits;
        if digits > Board::MOST_DIGITS {
            return None;
        }
        let n = self.digits;
        let _ = writeln!(
            shows,
            "Lemma apart_{names} : apart_at {n} (board {0}) (digits {0}) = true.\n\
             Proof. vm_compute. reflexivity. Qed.",
            self.coq
        );
        let coq = format!("sum_of {n} {} {} apart_{names}", self.coq, other.coq);
        let mut board = self.board;
        board.extend(&other.board, n);
        let start = self.start | shifted(other.start, n);
        Some(JoinedBoard { board, start, digits, coq: String::new() }.named(&coq, shows, names))
    }

    /// A sum, nested to the left.
    fn sum(terms: &[Signed], shows: &mut String, names: &mut usize) -> Option<JoinedBoard> {
        let mut sum: Option<JoinedBoard> = None;
        for term in terms {
            let mut part = JoinedBoard::of(&term.component, shows, names)?;
            if term.negated {
                part = part.negative(shows, names);
            }
            sum = Some(match sum {
                Some(sum) => sum.plus(part, shows, names)?,
                None => part,
            });
        }
        sum
    }
}

impl Joined {
    /// `None` if a term is not a board, or if there are too many digits.
    pub(crate) fn new(
        left: &Side,
        right: &Side,
        budget: &Budget,
    ) -> Result<Option<Joined>, Exhausted> {
        let mut terms = left.terms.iter().chain(&right.terms);
        if !terms.any(|term| matches!(term.component.kind, Kind::Board(_))) {
            return Ok(None);
        }
        let stalks = left.terms.iter().chain(&right.terms);
        let stalks = stalks.into_iter().any(|term| matches!(term.component.kind, Kind::Heaps(_)));
        let (mut shows, mut names) = (String::new(), 0);
        let joined = || {
            let first = JoinedBoard::sum(&left.terms, &mut shows, &mut names)?;
            if right.is_zero() {
                return Some(first);
            }
            let second = JoinedBoard::sum(&right.terms, &mut shows, &mut names)?;
            let second = second.negative(&mut shows, &mut names);
            first.plus(second, &mut shows, &mut names)
        };
        let Some(part) = { joined }() else { return Ok(None) };
        let one = match &left.terms[..] {
            [one] if right.is_zero() && !one.negated => Some(one),
            _ => None,
        };
        let rules = match one {
            Some(one) => {
                shows.clear();
                // `on (rules) (position)`: the rules are in the first parentheses.
                crate::statement::first_parenthesis(&one.component.coq).to_owned()
            }
            None => {
                let game = match right.is_zero() {
                    true => "(rules G) (place G)",
                    false => "(difference (rules G) (rules H)) (place G, place H)",
                };
                let _ = writeln!(shows, "Definition joined : game_board {game} := {}.", part.coq);
                "(board joined)".to_owned()
            }
        };
        let play = BoardPlay::new(part.board, budget)?;
        Ok(Some(Joined { play, start: part.start, rules, shows, stalks }))
    }

    /// Whether there are several boards.
    pub(crate) fn is_sum(&self) -> bool {
        !self.shows.is_empty()
    }

    /// Whether rules only take.
    pub(crate) fn is_taking(&self) -> bool {
        self.play.board.is_taking()
    }

    /// The method with the maps named in the script.
    pub(crate) fn method(&self, script: &Script) -> String {
        let rules = &self.rules;
        let maps = &self.play.maps;
        let (mut images, mut pairings) = (Vec::new(), Vec::new());
        for &number in &script.named {
            match maps.get(number) {
                Some(map) => images.push(format!("({}, {})", map.swap, map.coq())),
                None => pairings.push(self.play.pairing(number - maps.len()).coq()),
            }
        }
        let (images, pairings) = (images.join(";\n  "), pairings.join(";\n  "));
        let list = format!("Definition images : list (bool * digits_to) := [{images}].\n");
        let shows = &self.shows;
        if !self.is_taking() {
            return format!(
                "{shows}{list}Lemma are_ready : symmetries {rules} images = true.\n\
                 Proof. vm_compute. reflexivity. Qed.\n\
                 Definition how : method (rules_of {rules}) := board_images {rules} images are_ready.\n"
            );
        }
        format!(
            "{shows}{list}Definition pairings : list digits_to := [{pairings}].\n\
             Lemma are_ready : ready {rules} images pairings = true.\n\
             Proof. vm_compute. reflexivity. Qed.\n\
             Definition how : method (rules_of {rules}) := board_parts {rules} images pairings are_ready.\n"
        )
    }

    /// The facts of the claim, from the script.
    pub(crate) fn facts(&self, misere: bool, fuel: usize) -> String {
        if self.is_sum() {
            format!(
                "(by_board {misere} _ _ joined (by_script {misere} _ how _ {fuel} moves_that_win _))"
            )
        } else {
            format!("(by_script {misere} (rules G) how (place G) {fuel} moves_that_win _)")
        }
    }
}
