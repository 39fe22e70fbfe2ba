//! Board games solved by decision diagrams, without listing positions.
//!
//! A position is a set (the men on their cells), and the positions that are won, drawn or lost are
//! families of sets, each a zero-suppressed decision diagram (Minato 1993) of the library `oxidd`.
//! Moves, their undoing and the lines that end a game go through a diagram once, whatever the number
//! of positions. Games of completing a line ([`InARow`]) are solved layer by layer, from the last one
//! back (Edelkamp and Kissmann, *Symbolic classification of general two-player games*, 2008; Böck,
//! *Strongly solving 7x6 Connect-Four on consumer grade hardware*, arXiv 2507.05267); [`Dodgem`], in
//! which play may go round, by fixed points.
//!
//! ```
//! use upstar_core::{Budget, Outcome};
//! use upstar_games::parse_game;
//! use upstar_symbolic::Symbolic;
//!
//! let game = parse_game("connect_four(\"4x4\")")?;
//! let solved = Symbolic::solve(&game, &Budget::unlimited(), |_| ())?;
//! assert_eq!(solved.outcome(), Some(Outcome::D));
//! assert_eq!(solved.positions(), 161_029);
//! # Ok::<(), upstar_symbolic::SymbolicError>(())
//! ```

mod dodgem;
mod families;
mod lines;

use upstar_core::{Budget, Exhausted, Outcome, Player, StopReason};
use upstar_engine::{Game, RuleError};
use upstar_games::{Dodgem, InARow, Men};

pub(crate) type Result<T = (), E = Exhausted> = std::result::Result<T, E>;

/// A callback that is notified of the layers whenever one more is found or solved.
pub(crate) type Progress<'a> = dyn FnMut(&[Layer]) + 'a;

/// Why a game was not solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SymbolicError {
    /// The game is none of those whose positions are kept as families of sets.
    #[error(
        "{0} is not solved by decision diagrams; expected connect_four, connect_k, k_in_a_row, \
         tic_tac_toe or dodgem"
    )]
    NotApplicable(String),
    /// A position could not be read.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// Not even the first position fits into the budget.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// The positions with that many men on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The number of men.
    pub men: u64,
    /// The number of positions; in games of two different players a position is distinguished by
    /// who is to move.
    pub positions: u128,
    /// How many of them the player to move wins, draws and loses; `None` if that is not known yet.
    pub results: Option<[u128; 3]>,
    /// The nodes of the largest diagram of the layer (in Dodgem, of all positions).
    pub nodes: u64,
}

/// A game with all its reachable positions solved, or as many as a budget allowed.
pub struct Symbolic {
    game: Game,
    solver: Solver,
    stopped: Option<Exhausted>,
}

enum Solver {
    Lines(lines::Lines),
    Dodgem(dodgem::Dodgem),
}

/// The men of a board: row from the top, column, and whether he is Right's.
fn men(men: Men, columns: usize) -> impl Iterator<Item = (usize, usize, bool)> {
    let cells = |set: u64| (0..64usize).filter(move |&cell| set >> cell & 1 == 1);
    let left = cells(men.x).map(|cell| (cell, false));
    let right = cells(men.o).map(|cell| (cell, true));
    left.chain(right).map(move |(cell, right)| (cell / columns, cell % columns, right))
}

/// The cars of a board as numbers, ascending.
fn cars(position: Men, columns: usize) -> Vec<u32> {
    let mut numbers: Vec<u32> = men(position, columns)
        .map(|(row, column, right)| (2 * (row * columns + column) + usize::from(right)) as u32)
        .collect();
    numbers.sort_unstable();
    numbers
}

impl Symbolic {
    /// Solves a game, from a position on. `progress` is notified of the layers as they are found.
    ///
    /// The time is about that of the nodes of the diagrams times the length of the game; their
    /// number has no useful bound (Edelkamp and Kissmann 2011: with lines it is exponential in the
    /// size of the board). Memory is bounded by the bytes of the budget, or else by 3 GB.
    ///
    /// # Errors
    ///
    /// [`SymbolicError::NotApplicable`] for other games. A budget that is used up later is no
    /// error: [`Symbolic::stop`] says so.
    pub fn solve(
        game: &Game,
        budget: &Budget,
        mut progress: impl FnMut(&[Layer]),
    ) -> Result<Self, SymbolicError> {
        let unknown = || SymbolicError::NotApplicable(game.name().to_owned());
        let position: Men = *game.position::<Men>().ok_or_else(unknown)?;
        if let Some(rules) = game.rules().downcast::<InARow>() {
            let (rows, columns) = (usize::from(rules.rows()), usize::from(rules.columns()));
            let place = |cell: usize| (cell / columns, cell % columns);
            let cells = |line: u64| (0..64).filter(move |&cell| line >> cell & 1 == 1).map(place);
            let lines = rules.lines().map(|line| cells(line).collect()).collect();
            let board = lines::Board { rows, columns, falling: rules.falling(), lines };
            let numbers = board.numbers(men(position, columns));
            let mut lines = lines::Lines::new(board, &numbers, budget)?;
            let stopped = lines.solve(&mut progress).err();
            return Ok(Symbolic { game: game.clone(), solver: Solver::Lines(lines), stopped });
        }
        let rules = game.rules().downcast::<Dodgem>().ok_or_else(unknown)?;
        let size = (usize::from(rules.rows()), usize::from(rules.columns()));
        let mut dodgem = dodgem::Dodgem::new(size, &cars(position, size.1), budget)?;
        let stopped = dodgem.solve(&mut progress).err();
        Ok(Symbolic { game: game.clone(), solver: Solver::Dodgem(dodgem), stopped })
    }

    /// The reason why the work stopped.
    #[must_use]
    pub fn stop(&self) -> StopReason {
        self.stopped.map_or(StopReason::Finished, |exhausted| exhausted.reason)
    }

    /// The results by the number of men on the board, ascending.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        match &self.solver {
            Solver::Lines(lines) => lines.facts(),
            Solver::Dodgem(dodgem) => dodgem.facts(),
        }
    }

    /// The number of positions found.
    #[must_use]
    pub fn positions(&self) -> u128 {
        self.layers().iter().map(|layer| layer.positions).sum()
    }

    /// The number of rounds in which the sets of won and lost positions were computed, in games
    /// with cycles. The last round changed nothing.
    #[must_use]
    pub fn rounds(&self) -> Option<u64> {
        match &self.solver {
            Solver::Lines(_) => None,
            Solver::Dodgem(dodgem) => Some(dodgem.rounds()),
        }
    }

    /// The largest number of nodes kept at one time, measured between layers.
    #[must_use]
    pub fn most_nodes(&self) -> u64 {
        match &self.solver {
            Solver::Lines(lines) => lines.most_nodes(),
            Solver::Dodgem(dodgem) => dodgem.most_nodes(),
        }
    }

    /// The approximate number of bytes of these nodes, with their share of the tables.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.most_nodes() * families::BYTES_A_NODE
    }

    /// The winner of a position of the game with `player` to move; `None` if the position is
    /// unreachable or unsolved. In games in which the men determine the player to move, `player` is
    /// ignored, and the answer is [`Player::Left`] if the player to move wins.
    #[must_use]
    pub fn winner(&self, position: &Game, player: Player) -> Option<Option<Player>> {
        let position: Men = *position.position::<Men>()?;
        let (result, player) = match &self.solver {
            Solver::Lines(lines) => {
                let numbers = lines.board.numbers(men(position, lines.board.columns));
                (lines.result(&numbers)?, Player::Left)
            }
            Solver::Dodgem(dodgem) => {
                let who = usize::from(player == Player::Right);
                (dodgem.result(&cars(position, dodgem.columns()), who)?, player)
            }
        };
        Some(result.map(|wins| if wins { player } else { player.opponent() }))
    }

    /// The winner of the game, once it is known.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let left = self.winner(&self.game, Player::Left)?;
        if self.game.class().is_impartial() {
            return Some(match left {
                Some(Player::Left) => Outcome::N,
                Some(Player::Right) => Outcome::P,
                None => Outcome::D,
            });
        }
        Some(Outcome::from_winners(left, self.winner(&self.game, Player::Right)?))
    }
}
