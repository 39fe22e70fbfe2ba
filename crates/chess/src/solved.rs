//! All positions of an endgame, and the number of moves to mate.

use cozy_chess::{Board, Color};
use upstar_core::arcs::MoveResult;
use upstar_core::{Budget, Convention, Outcome};
use upstar_graphs::{Graph, GraphBuilder, Solution, solve};

use crate::ChessError;
use crate::men::{Ending, Men, PIECES};

/// The number of positions with each number of moves to mate, up to the symmetries of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Depth {
    /// Positions in which the first, stronger side is to move and mates in so many
    /// moves.
    pub strong_to_move: u64,
    /// Positions in which the other side is to move and is mated after that many moves of
    /// the first; at 0 it is mated.
    pub lone_to_move: u64,
}

/// A solved endgame, with the endgames that it becomes when a piece is taken.
pub struct Solved {
    /// The endgames, the requested one first, each with its first number.
    endings: Vec<(Ending, u32)>,
    /// The vertex of each position by its number; `NONE` for illegal positions.
    vertices: Vec<u32>,
    /// The numbers of the positions in the order of vertices; those of the endgame requested are
    /// the first.
    numbers: Vec<u32>,
    /// Their number.
    positions: usize,
    solution: Solution,
}

const NONE: u32 = u32::MAX;

/// An endgame and those that it becomes when pieces are taken.
fn with_smaller(ending: Ending) -> Vec<Ending> {
    let mut endings = vec![ending];
    let kinds: Vec<_> = ending.pieces().collect();
    if let [(one, _), (other, _)] = kinds[..] {
        for left in [one, other] {
            // The colour does not matter, because the stronger side is the first.
            if let Some((smaller, _)) = Ending::of(&[left], &[])
                && !endings.contains(&smaller)
            {
                endings.push(smaller);
            }
        }
    }
    endings
}

impl Solved {
    /// Solves an endgame: under a second with three men, some seconds and 600 MB with
    /// four.
    ///
    /// # Errors
    /// A budget that was used up.
    pub fn new(ending: Ending, threads: usize, budget: &Budget) -> Result<Solved, ChessError> {
        budget.check()?;
        let mut ticker = budget.ticker();
        let mut endings = Vec::new();
        let mut size = 0;
        for part in with_smaller(ending) {
            endings.push((part, size as u32));
            size += part.numbers();
        }
        let mut vertices = vec![NONE; size];
        let mut numbers = Vec::new();
        let mut positions = 0;
        for &(part, base) in &endings {
            for number in 0..part.numbers() as u32 {
                let men = Men::of_number(number, part);
                if men.board(part).is_some() && men.number(part) == number {
                    ticker.tick(1)?;
                    vertices[(base + number) as usize] = numbers.len() as u32;
                    numbers.push(base + number);
                }
            }
            if part == ending {
                positions = numbers.len();
            }
        }
        // One more vertex, for all positions in which nobody can mate any more.
        let draw = numbers.len() as u32;
        let mut graph = GraphBuilder::with_budget(budget);
        graph.vertices(draw + 1);
        graph.result(draw, MoveResult::Draw)?;
        for (vertex, &number) in (0u32..).zip(&numbers) {
            let &(part, base) = endings
                .iter()
                .rfind(|&&(_, base)| base <= number)
                .expect("the first endgame begins at 0");
            let men = Men::of_number(number - base, part);
            let Some(board) = men.board(part) else { continue };
            let mut moves = 0u64;
            let mut failed = None;
            board.generate_moves(|piece_moves| {
                for chosen in piece_moves {
                    let to = match men.after(part, chosen.from, chosen.to) {
                        None => draw,
                        Some((after, men)) => {
                            let base = base_of(&endings, after).unwrap_or(0);
                            vertices[(base + men.number(after)) as usize]
                        }
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
                graph.result(vertex, MoveResult::Draw)?;
            }
        }
        let graph: Graph = graph.finish()?;
        let solution = solve(&graph, Convention::Normal, threads, budget)?.complete()?;
        Ok(Solved { endings, vertices, numbers, positions, solution })
    }

    /// The endgame.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.endings[0].0
    }

    /// The number of positions, up to the symmetries of the board.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions as u64
    }

    /// The winner of a position with these men, and the number of moves of either side to mate;
    /// `None` if the position is illegal or belongs to none of the endgames solved here.
    pub(crate) fn result(&self, ending: Ending, men: &Men) -> Option<(Outcome, u32)> {
        let base = base_of(&self.endings, ending)?;
        let vertex = self.vertices[(base + men.number(ending)) as usize];
        if vertex == NONE {
            return None;
        }
        let outcome = self.solution.outcome(vertex).unwrap_or(Outcome::D);
        Some((outcome, self.solution.remoteness(vertex).unwrap_or(0)))
    }

    fn results(&self) -> impl Iterator<Item = (bool, Outcome, u32)> {
        (0u32..).zip(&self.numbers[..self.positions]).map(|(vertex, number)| {
            let outcome = self.solution.outcome(vertex).unwrap_or(Outcome::D);
            (number & 1 == 1, outcome, self.solution.remoteness(vertex).unwrap_or(0))
        })
    }

    /// The positions that the first side wins, by the number of moves to mate, from 0 on.
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

    /// The positions that the other side wins.
    #[must_use]
    pub fn lost(&self) -> Depth {
        let mut lost = Depth::default();
        for (strong, outcome, _) in self.results() {
            if outcome != Outcome::D && (outcome == Outcome::N) != strong {
                *(if strong { &mut lost.strong_to_move } else { &mut lost.lone_to_move }) += 1;
            }
        }
        lost
    }

    /// The largest number of moves that the first side needs to mate with best play by both sides.
    #[must_use]
    pub fn longest_mate(&self) -> u32 {
        self.depths().len().saturating_sub(1) as u32
    }
}

/// The first number of an endgame.
fn base_of(endings: &[(Ending, u32)], ending: Ending) -> Option<u32> {
    endings.iter().find(|&&(part, _)| part == ending).map(|&(_, base)| base)
}

/// The men of a board whose stronger side is white.
pub(crate) fn men_of(board: &Board, ending: Ending) -> Men {
    let mut men = [0; 2];
    let mut used = Vec::new();
    for (place, (kind, color)) in men.iter_mut().zip(ending.pieces()) {
        let squares = board.colored_pieces(color, PIECES[usize::from(kind)].0).into_iter();
        let square = squares.map(|square| square as u8).find(|square| !used.contains(square));
        *place = square.unwrap_or(0);
        used.push(*place);
    }
    let men = Men {
        strong_moves: board.side_to_move() == Color::White,
        king: board.king(Color::White) as u8,
        other: board.king(Color::Black) as u8,
        men,
    };
    men.ordered(ending)
}
