//! Positions and sums in the representation of the theory.

use upstar_core::Player;

use crate::board::Board;
use crate::heaps::HeapRules;
use crate::play::Play;

/// The state of a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    /// The digits of a board.
    Bits(u128),
    /// A row of a list, from 1 on.
    Node(u32),
    /// Heaps.
    Heaps(Vec<u64>),
}

/// The rules of a component.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A game on a board.
    Board(Board),
    /// A game as a list: the rows to which Left and Right may move from each row, counted from 1.
    Listed(Vec<[Vec<u32>; 2]>),
    /// A game with heaps.
    Heaps(HeapRules),
}

/// A part of the theory that a proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// Boards in rows.
    Grid,
    Domineering,
    Cram,
    Clobber,
    ToadsAndFrogs,
    Colours,
    Hackenbush,
    Heaps,
}

/// A position of one ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The rules.
    pub(crate) kind: Kind,
    /// The position.
    pub(crate) start: Piece,
    /// The game as a Coq term of type `game`.
    pub(crate) coq: String,
    /// The parts of the theory that define its rules.
    pub(crate) needs: Vec<Need>,
}

impl Component {
    pub(crate) fn moves(&self, player: Player, piece: &Piece) -> Vec<Piece> {
        match (&self.kind, piece) {
            (Kind::Board(board), Piece::Bits(bits)) => {
                board.moves(player, *bits).map(Piece::Bits).collect()
            }
            (Kind::Listed(rows), Piece::Node(node)) => {
                let side = usize::from(player == Player::Right);
                rows[*node as usize - 1][side].iter().map(|&to| Piece::Node(to)).collect()
            }
            (Kind::Heaps(rules), Piece::Heaps(heaps)) => {
                let mut out = Vec::new();
                rules.moves(heaps, &mut out);
                out.into_iter().map(Piece::Heaps).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The key of its positions and the proof that it is one, as Coq terms.
    pub(crate) fn key(&self) -> (String, String) {
        let (key, once) = match self.kind {
            Kind::Board(_) => ("N.succ_pos", "number_key_once"),
            Kind::Listed(_) => ("self_key", "self_key_once"),
            Kind::Heaps(_) => ("list_key", "list_key_once"),
        };
        (key.to_owned(), once.to_owned())
    }

    /// Whether both players have the same moves, by the rules of its kind.
    pub(crate) fn is_impartial(&self) -> bool {
        match &self.kind {
            Kind::Board(board) => board.rules[0] == board.rules[1],
            Kind::Listed(rows) => rows.iter().all(|[left, right]| left == right),
            Kind::Heaps(_) => true,
        }
    }
}

/// A component of a sum, and whether it is negated.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) component: Component,
    pub(crate) negated: bool,
}

/// A sum, nested to the left as in the theory: `plus (plus a b) c`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    pub(crate) terms: Vec<Signed>,
}

impl Side {
    pub(crate) fn one(component: Component) -> Side {
        Side { terms: vec![Signed { component, negated: false }] }
    }

    /// The sum as a Coq term.
    pub(crate) fn coq(&self) -> String {
        let term = |term: &Signed| match term.negated {
            true => format!("(negative ({}))", term.component.coq),
            false => format!("({})", term.component.coq),
        };
        let mut terms = self.terms.iter().map(term);
        let Some(first) = terms.next() else { return "zero".to_owned() };
        if self.terms.len() == 1 && !self.terms[0].negated {
            return self.terms[0].component.coq.clone();
        }
        terms.fold(first, |sum, next| format!("(plus {sum} {next})"))
    }

    pub(crate) fn start(&self) -> Vec<Piece> {
        self.terms.iter().map(|term| term.component.start.clone()).collect()
    }

    /// The key of its positions and the proof that it is one.
    pub(crate) fn key(&self) -> (String, String) {
        let mut keys = self.terms.iter().map(|term| term.component.key());
        let first = keys.next().unwrap_or(("self_key".to_owned(), "self_key_once".to_owned()));
        keys.fold(first, |sum, next| both(&sum, &next))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }
}

/// The key of a pair.
pub(crate) fn both(a: &(String, String), b: &(String, String)) -> (String, String) {
    let ((ka, oa), (kb, ob)) = (a, b);
    (format!("(both_key {ka} {kb})"), format!("(both_key_once {ka} {kb} {oa} {ob})"))
}

/// Play on a sum, or on the difference of two: the terms of the second are negated.
pub(crate) struct SumPlay {
    terms: Vec<Signed>,
}

impl SumPlay {
    pub(crate) fn of(left: &Side) -> SumPlay {
        SumPlay { terms: left.terms.clone() }
    }

    pub(crate) fn difference(left: &Side, right: &Side) -> SumPlay {
        let negated = right.terms.iter().cloned();
        let negated = negated.map(|term| Signed { negated: !term.negated, ..term });
        SumPlay { terms: left.terms.iter().cloned().chain(negated).collect() }
    }
}

impl Play for SumPlay {
    type Position = Vec<Piece>;

    fn moves(&self, player: Player, position: &Vec<Piece>, out: &mut Vec<Vec<Piece>>) {
        for (index, (term, piece)) in self.terms.iter().zip(position).enumerate() {
            let mover = if term.negated { player.opponent() } else { player };
            for new in term.component.moves(mover, piece) {
                let mut next = position.clone();
                next[index] = new;
                out.push(next);
            }
        }
    }

    fn promise(&self, player: Player, position: &Vec<Piece>) -> i64 {
        let mut sum = 0;
        for (term, piece) in self.terms.iter().zip(position) {
            if let (Kind::Board(board), Piece::Bits(bits)) = (&term.component.kind, piece) {
                let mover = if term.negated { player.opponent() } else { player };
                sum += board.moves(mover, *bits).count() as i64;
                sum -= board.moves(mover.opponent(), *bits).count() as i64;
            }
        }
        sum
    }

    fn bytes(&self, position: &Vec<Piece>) -> usize {
        let heaps = |piece: &Piece| match piece {
            Piece::Heaps(heaps) => heaps.len() * 8 + 16,
            _ => 0,
        };
        position.iter().map(heaps).sum::<usize>() + position.len() * size_of::<Piece>() + 16
    }
}
