//! Games on graphs whose vertices are taken one by one: Snort, Col and Grim.

use upstar_core::Player;

use super::heaps::named::chains;
use super::heaps::take_and_break;
use crate::catalogue::Make;
use crate::web::{Board, Web, ones};
use crate::{Arguments, Class, Game, Negated, Picture, Row, RuleError, Ruleset};

/// Who may still take a vertex, as a set of bits.
pub(super) const LEFT: u8 = 1;
pub(super) const RIGHT: u8 = 2;
const BOTH: u8 = 3;

pub(super) fn bit(player: Player) -> u8 {
    match player {
        Player::Left => LEFT,
        Player::Right => RIGHT,
    }
}

/// Snort and Col: the players colour vertices of a graph. In Snort neighbours may
/// not have different colours, in Col they may not have the same.
///
/// A position is the graph of the vertices that somebody may still take, each with
/// who may.
#[derive(Clone, Copy, Debug)]
pub struct Colouring {
    /// Whether neighbours must have the same colour (Snort) or may not (Col).
    pub snort: bool,
}

impl Colouring {
    /// Takes `vertex` for `player`.
    fn take(&self, board: &Board, vertex: usize, player: Player) -> Board {
        let lost = bit(if self.snort { player.opponent() } else { player });
        let mut after = board.clone();
        for neighbour in ones(board.adjacency[vertex]) {
            after.colours[neighbour] &= !lost;
        }
        after.colours[vertex] = 0;
        self.rest(&after)
    }

    /// The vertices that are left, and the edges that still matter.
    fn rest(&self, board: &Board) -> Board {
        let order: Vec<usize> =
            (0..board.colours.len()).filter(|&v| board.colours[v] != 0).collect();
        let mut rest = board.part(&order);
        for v in 0..order.len() {
            for u in ones(rest.adjacency[v]) {
                let (a, b) = (rest.colours[v], rest.colours[u]);
                // Would taking one ever forbid the other to somebody who may have it?
                let matters = if self.snort { a | b == BOTH } else { a & b != 0 };
                if !matters {
                    rest.adjacency[v] &= !(1 << u);
                }
            }
        }
        rest
    }
}

impl Ruleset for Colouring {
    type Position = Board;

    fn class(&self) -> Class {
        Class::PARTIZAN
    }

    fn options(
        &self,
        board: &Board,
        player: Player,
        out: &mut Vec<Board>,
    ) -> Result<(), RuleError> {
        let mine = (0..board.colours.len()).filter(|&v| board.colours[v] & bit(player) != 0);
        out.extend(mine.map(|vertex| self.take(board, vertex, player)));
        Ok(())
    }

    fn components(&self, board: &Board, out: &mut Vec<Board>) -> Result<(), RuleError> {
        let n = board.colours.len();
        let all = if n == 64 { u64::MAX } else { (1 << n) - 1 };
        board.connected(all, |set| {
            let order: Vec<usize> = ones(set).collect();
            out.push(board.part(&order));
        });
        Ok(())
    }

    fn normalize(&self, board: Board) -> (Board, Negated) {
        let same = board.standard();
        let mut exchanged = board;
        for colour in &mut exchanged.colours {
            *colour = (*colour >> 1) | (*colour & 1) << 1;
        }
        let exchanged = exchanged.standard();
        if exchanged < same { (exchanged, Negated::Yes) } else { (same, Negated::No) }
    }

    fn bytes(&self, board: &Board) -> usize {
        board.bytes()
    }

    fn name(&self) -> &str {
        if self.snort { "snort" } else { "col" }
    }

    fn write(&self, board: &Board) -> String {
        board.text(|colour| match (colour, self.snort) {
            (LEFT, true) | (RIGHT, false) => 'L',
            (RIGHT, true) | (LEFT, false) => 'R',
            _ => '.',
        })
    }

    fn parse(&self, text: &str) -> Result<Board, RuleError> {
        let web = Web::read(text, ".LR")?;
        let board = Board::new(&web, |letter| match (letter, self.snort) {
            (b'L', true) | (b'R', false) => LEFT,
            (b'R', true) | (b'L', false) => RIGHT,
            _ => BOTH,
        });
        Ok(self.rest(&board))
    }

    fn call(&self, board: &Board) -> String {
        format!("{}(\"{}\")", self.name(), self.write(board))
    }

    fn picture(&self, board: &Board) -> Picture {
        board.picture(|colour| match colour {
            LEFT => Some(Player::Left),
            RIGHT => Some(Player::Right),
            _ => None,
        })
    }
}

fn make<R: Ruleset>(rules: R, call: &Arguments) -> Result<Game, RuleError> {
    call.expect(1..=1, &format!("{}(\"path 5\")", rules.name()))?;
    let board = rules.parse(&call.text(0)?).map_err(|error| call.within(0, error))?;
    Ok(Game::compiled(rules, board))
}

pub(crate) const SNORT: Row = Row {
    name: "snort",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "snort(\"path 5\"), snort(\"3x3\") or snort(\".-L(-.;-R)\")",
    rules: "A move colours a vertex of a graph, blue for Left, red for Right; neighbours may\n\
            not have different colours. L: beside a blue vertex, so that only Left may take it.",
    source: "Simon Norton; On Numbers and Games, chapter 8",
    example: ("snort(\".-.-.(-.;-.)\")", "+-{3|2}"),
    make: Make::Whole(|call| make(Colouring { snort: true }, call)),
    board: None,
};

pub(crate) const COL: Row = Row {
    name: "col",
    aliases: &[],
    class: Class::PARTIZAN,
    usage: "col(\"path 5\"), col(\"3x3\") or col(\".-L(-.;-R)\")",
    rules: "A move colours a vertex of a graph, blue for Left, red for Right; neighbours may\n\
            not have the same colour. L: beside a blue vertex, so that only Right may take it.",
    source: "Colin Vout; On Numbers and Games, chapter 8",
    example: ("col(\"path 3\")", "0"),
    make: Make::Whole(|call| make(Colouring { snort: false }, call)),
    board: None,
};

/// Grim on any graph: take a vertex that has a neighbour, with its edges.
#[derive(Clone, Copy, Debug)]
pub struct Grim;

impl Grim {
    fn rest(board: &Board, keep: impl Fn(usize) -> bool) -> Board {
        let kept: u64 = (0..board.colours.len()).filter(|&v| keep(v)).fold(0, |s, v| s | 1 << v);
        let order: Vec<usize> = ones(kept).filter(|&v| board.adjacency[v] & kept != 0).collect();
        board.part(&order)
    }
}

impl Ruleset for Grim {
    type Position = Board;

    fn class(&self) -> Class {
        Class::IMPARTIAL
    }

    fn options(&self, board: &Board, _: Player, out: &mut Vec<Board>) -> Result<(), RuleError> {
        let n = board.colours.len();
        out.extend((0..n).map(|taken| Self::rest(board, |v| v != taken)));
        Ok(())
    }

    fn components(&self, board: &Board, out: &mut Vec<Board>) -> Result<(), RuleError> {
        Colouring { snort: true }.components(board, out)
    }

    fn normalize(&self, board: Board) -> (Board, Negated) {
        (board.standard(), Negated::No)
    }

    fn bytes(&self, board: &Board) -> usize {
        board.bytes()
    }

    fn name(&self) -> &str {
        "grim"
    }

    fn write(&self, board: &Board) -> String {
        board.text(|_| '.')
    }

    fn parse(&self, text: &str) -> Result<Board, RuleError> {
        Ok(Self::rest(&Board::new(&Web::read(text, ".")?, |_| 0), |_| true))
    }

    fn call(&self, board: &Board) -> String {
        format!("grim(\"{}\")", self.write(board))
    }

    fn picture(&self, board: &Board) -> Picture {
        board.picture(|_| None)
    }
}

pub(crate) const GRIM: Row = Row {
    name: "grim",
    aliases: &[],
    class: Class::IMPARTIAL,
    usage: "grim(n) for a chain of n vertices, grim(\"cycle 5\"), grim(\"...|1-2,2-3\")",
    rules: "A move takes away a vertex of a graph that has a neighbour,\n\
            with all its edges.",
    source: "Peabody and Willis; Delta, Gra Grim i twierdzenie Sprague'a-Grundy'ego",
    example: ("grim(8)", "*"),
    make: Make::Whole(|call| match call.text(0) {
        Err(_) if !call.is_empty() => take_and_break::named(GRIM.name, "0.6", chains).make(call),
        _ => make(Grim, call),
    }),
    board: None,
};
