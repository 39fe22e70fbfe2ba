//! Errors about graphs, certificates and endgames.

use upstar_core::Exhausted;
use upstar_draw::DrawError;
use upstar_engine::RuleError;
use upstar_files::FileError;
use upstar_graphs::GraphError;
use upstar_misere::quotient::QuotientError;

/// The result of a question about graphs, certificates or endgames.
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// An error about a graph, a certificate or an endgame.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A budget was used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// A file could not be read or written.
    #[error(transparent)]
    File(FileError),
    /// The question does not apply to the graph; vertices are identified by their names.
    #[error("{graph}: {message}")]
    Graph {
        /// The name of the graph.
        graph: String,
        /// What is wrong.
        message: String,
    },
    /// The vertices of a graph have owners, and the question is not about such graphs.
    #[error(
        "{0}: the vertices have owners; such a graph is a game with an objective, which `graph solve` \
         answers"
    )]
    Owners(String),
    /// The same for a graph of positions whose vertices have no names.
    #[error(transparent)]
    Graphs(GraphError),
    /// There is no vertex of this name.
    #[error("{graph}: there is no vertex `{vertex}`{}", did_you_mean(near.as_deref()))]
    NoVertex {
        /// The name of the graph.
        graph: String,
        /// The requested name.
        vertex: String,
        /// A vertex with a similar name.
        near: Option<String>,
    },
    /// A claimed labelling leaves a vertex out.
    #[error("{file}: there is no label for vertex `{vertex}`; every vertex needs one")]
    NoLabel {
        /// The file with the labels.
        file: String,
        /// The vertex.
        vertex: String,
    },
    /// A text is not a token `FILE:VERTEX`.
    #[error(
        "`{0}` is not a token on a graph; write FILE:VERTEX with an existing file, or a position \
         such as nim(3)"
    )]
    NoToken(String),
    /// The question does not apply to a position.
    #[error(transparent)]
    Rules(RuleError),
    /// The question does not apply to a database of a solved game.
    #[error("{0}")]
    Database(String),
    /// Annihilation was requested with tokens on several graphs.
    #[error("annihilation needs all tokens on one graph")]
    SeveralGraphs,
    /// A comparison needs exactly two tokens.
    #[error("two positions can be compared, not {0}")]
    NotTwo(usize),
    /// The part of a graph to be drawn has too many vertices to be legible.
    #[error("{found} vertices or more are too many to draw; at most {most} can be drawn")]
    TooManyToDraw {
        /// The number found until the search was given up.
        found: usize,
        /// The maximum.
        most: usize,
    },
    /// The name of the output file does not determine the format.
    #[error("{0}: its name does not tell the format")]
    UnknownFormat(String),
    /// A graph cannot be solved out of core.
    #[error("{0}")]
    OutOfCore(String),
    /// The picture could not be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// A file is not a certificate of a period.
    #[error("{certificate}: {message}")]
    Certificate {
        /// The file.
        certificate: String,
        /// What is wrong with it.
        message: String,
    },
    /// A misère quotient was not found.
    #[error(transparent)]
    Quotient(QuotientError),
    /// An endgame of chess was not solved or a position not judged.
    #[cfg(feature = "chess")]
    #[error(transparent)]
    Chess(upstar_chess::ChessError),
    /// A game was not solved by decision diagrams.
    #[cfg(feature = "symbolic")]
    #[error(transparent)]
    Symbolic(upstar_symbolic::SymbolicError),
}

fn did_you_mean(near: Option<&str>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::File(other),
        }
    }
}

impl From<QuotientError> for Error {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Quotient(other),
        }
    }
}

impl From<RuleError> for Error {
    fn from(error: RuleError) -> Self {
        match error {
            RuleError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Rules(other),
        }
    }
}

#[cfg(feature = "chess")]
impl From<upstar_chess::ChessError> for Error {
    fn from(error: upstar_chess::ChessError) -> Self {
        match error {
            upstar_chess::ChessError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            other => Error::Chess(other),
        }
    }
}
