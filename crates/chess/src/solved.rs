//! All positions of an endgame, and how many moves mate takes.

use cozy_chess::Board;
use upstar_core::arcs::TerminalResult;
use upstar_core::{Budget, Convention, Outcome};
use upstar_graphs::{Graph, GraphBuilder, Solution, solve};

use crate::ChessError;
use crate::men::{Ending, Men};

/// How many positions there are in which mate takes a number of moves, up to the
/// symmetries of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Positions in which the side with the pieces is to move and mates in so many
    /// moves.
    pub strong_to_move: u64,
    /// Positions in which the bare king is to move and is mated after so many moves of
    /// the other side; at 0 he is mated.
    pub lone_to_move: u64,
}

/// An endgame that is solved.
pub struct Solved {
    ending: Ending,
    /// The vertex of each position by its number; `NONE` for what is not legal.
    vertices: Vec<u32>,
    /// The numbers of the positions in the order of vertices.
    numbers: Vec<u32>,
    solution: Solution,
}

const NONE: u32 = u32::MAX;

impl Solved {
    /// Solves an endgame: under a second for KQK and KRK, some seconds and about a
    /// gigabyte for KBBK and KBNK.
    ///
    /// # Errors
    /// A budget that was used up.
    pub fn new(ending: Ending, threads: usize, budget: &Budget) -> Result<Solved, ChessError> {
        budget.check()?;
        let mut ticker = budget.ticker();
        let mut vertices = vec![NONE; ending.numbers()];
        let mut numbers = Vec::new();
        for number in 0..ending.numbers() as u32 {
            let men = Men::of_number(number, ending);
            if men.board(ending).is_some() && men.number(ending) == number {
                ticker.tick(1)?;
                vertices[number as usize] = numbers.len() as u32;
                numbers.push(number);
            }
        }
        // One more vertex, for what is left when a piece is taken.
        let draw = numbers.len() as u32;
        let mut graph = GraphBuilder::with_budget(budget);
        graph.vertices(draw + 1);
        graph.result(draw, TerminalResult::Draw)?;
        for (vertex, &number) in (0u32..).zip(&numbers) {
            let men = Men::of_number(number, ending);
            let Some(board) = men.board(ending) else { continue };
            let mut moves = 0u64;
            let mut failed = None;
            board.generate_moves(|piece_moves| {
                for chosen in piece_moves {
                    let to = if board.color_on(chosen.to).is_some() {
                        draw
                    } else {
                        let after = men.after(ending, chosen.from, chosen.to);
                        vertices[after.number(ending) as usize]
                    };
                    moves += 1;
                    failed = failed.take().or(graph.arc(vertex, to).err());
                }
                failed.is_some()
            });
            if let Some(error) = failed {
                return Err(error.into());
            }
            ticker.tick(1 + moves)?;
            if moves == 0 && board.checkers().is_empty() {
                graph.result(vertex, TerminalResult::Draw)?;
            }
        }
        let graph: Graph = graph.finish()?;
        let solution = solve(&graph, Convention::Normal, threads, budget)?.complete()?;
        Ok(Solved { ending, vertices, numbers, solution })
    }

    /// Which endgame it is.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// How many positions there are, up to the symmetries of the board.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Who wins a position with these men, and in how many moves of either side; `None`
    /// if it is not legal.
    pub(crate) fn result(&self, men: &Men) -> Option<(Outcome, u32)> {
        let vertex = self.vertices[men.number(self.ending) as usize];
        if vertex == NONE {
            return None;
        }
        let outcome = self.solution.outcome(vertex).unwrap_or(Outcome::D);
        Some((outcome, self.solution.remoteness(vertex).unwrap_or(0)))
    }

    fn results(&self) -> impl Iterator<Item = (bool, Outcome, u32)> {
        (0u32..).zip(&self.numbers).map(|(vertex, number)| {
            let outcome = self.solution.outcome(vertex).unwrap_or(Outcome::D);
            (number & 1 == 1, outcome, self.solution.remoteness(vertex).unwrap_or(0))
        })
    }

    /// The positions by the number of moves that mate takes, from 0 on.
    #[must_use]
    pub fn depths(&self) -> Vec<Depth> {
        let mut depths = Vec::new();
        for (strong, outcome, plies) in self.results() {
            if outcome == Outcome::D || (outcome == Outcome::N) != strong {
                continue;
            }
            let moves = plies.div_ceil(2) as usize;
            if depths.len() <= moves {
                depths.resize(moves + 1, Depth::default());
            }
            let depth: &mut Depth = &mut depths[moves];
            *(if strong { &mut depth.strong_to_move } else { &mut depth.lone_to_move }) += 1;
        }
        depths
    }

    /// The positions that are drawn.
    #[must_use]
    pub fn draws(&self) -> Depth {
        let mut draws = Depth::default();
        for (strong, _, _) in self.results().filter(|&(_, outcome, _)| outcome == Outcome::D) {
            *(if strong { &mut draws.strong_to_move } else { &mut draws.lone_to_move }) += 1;
        }
        draws
    }

    /// The most moves that mate takes with the best play of both.
    #[must_use]
    pub fn longest_mate(&self) -> u32 {
        self.depths().len().saturating_sub(1) as u32
    }
}

/// The men of a board whose strong side is white.
pub(crate) fn men_of(board: &Board, ending: Ending) -> Men {
    use cozy_chess::{Color, Piece};
    let mut men = [0; 2];
    let mut bishops: Vec<u8> =
        board.pieces(Piece::Bishop).into_iter().map(|square| square as u8).collect();
    // The bishop on light squares comes first.
    bishops.sort_by_key(|&square| !crate::men::is_light(square));
    for (place, &piece) in men.iter_mut().zip(ending.pieces()) {
        *place = match piece {
            Piece::Bishop => bishops.remove(0),
            other => board.pieces(other).next_square().map_or(0, |square| square as u8),
        };
    }
    Men {
        strong_moves: board.side_to_move() == Color::White,
        king: board.king(Color::White) as u8,
        lone: board.king(Color::Black) as u8,
        men,
    }
}
