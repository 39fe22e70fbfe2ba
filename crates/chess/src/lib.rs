//! Chess endgames with three or four men and no pawns, solved by retrograde analysis of all their
//! positions.
//!
//! The rules of chess come from the library `cozy-chess`; this crate builds the graph of all
//! positions up to the symmetries of the board, including those of the smaller endgames that remain
//! when a piece is taken, and `upstar-graphs` solves it. Checkmate loses; stalemate and
//! insufficient material are draws. The fifty-move rule is ignored, as in every table of depths to
//! mate.
//!
//! ```
//! use upstar_chess::{Ending, MoveResult, Solved};
//! use upstar_core::Budget;
//!
//! let table = Solved::new("KQK".parse::<Ending>()?, 1, &Budget::unlimited())?;
//! let found = table.position("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1")?;
//! assert_eq!(found.verdict, MoveResult::Win);
//! assert_eq!(table.longest_mate(), 10);
//! # Ok::<(), upstar_chess::ChessError>(())
//! ```

mod men;
mod position;
mod solved;

pub use men::Ending;
pub use position::{MoveFound, PositionResult};
pub use solved::{Depth, Solved};
pub use upstar_core::arcs::MoveResult;

/// Why an endgame was not solved or a position not evaluated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChessError {
    /// No endgame of this name is solved here.
    #[error(
        "`{name}` is not an endgame that is solved here; expected two kings with one or two of Q, \
         R, B, N between them, such as KRK, KBNK or KQKR"
    )]
    UnknownEnding {
        /// The name as written, cut to 40 characters.
        name: String,
    },
    /// The text is not a position of chess.
    #[error("`{fen}` is not a position in FEN, such as `8/8/8/8/8/2k5/8/K2Q4 w - - 0 1`: {reason}")]
    Fen {
        /// The text, cut to 100 characters.
        fen: String,
        /// What is wrong.
        reason: String,
    },
    /// The position is legal and not of the endgame asked.
    #[error("{0}")]
    OtherMaterial(String),
    /// A budget was used up.
    #[error(transparent)]
    Exhausted(#[from] upstar_core::Exhausted),
    /// The graph of the positions could not be solved.
    #[error("the graph of all positions: {0}")]
    Graph(upstar_graphs::GraphError),
}

impl From<upstar_graphs::GraphError> for ChessError {
    fn from(error: upstar_graphs::GraphError) -> Self {
        match error {
            upstar_graphs::GraphError::Exhausted(exhausted) => ChessError::Exhausted(exhausted),
            other => ChessError::Graph(other),
        }
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
