//! The errors of graphs.

use upstar_core::Exhausted;

/// What functions of this crate return.
pub type Result<T = (), E = GraphError> = std::result::Result<T, E>;

/// Why a graph was refused or a question about it has no answer.
///
/// Vertices are ids. A caller that knows the names uses [`vertex`](GraphError::vertex) to find the
/// vertex meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The vertex `u32::MAX` was used; ids end before it.
    #[error("a graph has at most {} vertices", u32::MAX)]
    TooManyVertices,
    /// A vertex that is not in the graph.
    #[error("vertex {vertex} is not in the graph, which has {vertices} vertices")]
    NoSuchVertex {
        /// The id requested.
        vertex: u32,
        /// The number of vertices.
        vertices: u32,
    },
    /// More arcs leave a vertex than a counter can hold.
    #[error("vertex {vertex} has {degree} outgoing arcs; at most {limit} can be counted")]
    DegreeTooLarge {
        /// The vertex.
        vertex: u32,
        /// The number of arcs that leave it.
        degree: u64,
        /// The largest degree allowed.
        limit: u32,
    },
    /// A game longer than a counter can hold.
    #[error("vertex {vertex} has a remoteness above {limit}, the largest that can be counted")]
    DepthTooLarge {
        /// The vertex.
        vertex: u32,
        /// The largest remoteness allowed.
        limit: u32,
    },
    /// A vertex with moves has a result of its own.
    #[error("vertex {vertex} has a result of its own, but there are moves from it")]
    ResultNotTerminal {
        /// The vertex.
        vertex: u32,
    },
    /// Two different results for one vertex.
    #[error("vertex {vertex} has two different results")]
    TwoResults {
        /// The vertex.
        vertex: u32,
    },
    /// Grundy values were requested for a graph with a cycle.
    #[error("the graph has a cycle through vertex {}, so its vertices need not have Grundy values", cycle[0])]
    Cyclic {
        /// The vertices of one cycle in the order of play, the smallest first.
        cycle: Vec<u32>,
    },
    /// The question is about impartial games, but some arcs are blue or red.
    #[error(
        "the arcs are coloured; this question is only for arcs along which both players may \
             move"
    )]
    Coloured,
    /// Vertices have owners, so the colours of arcs would say again who moves.
    #[error("the vertices have owners, so the arcs cannot have colours too")]
    ColouredWithOwners,
    /// A terminal is a draw, but games with an objective have no draws.
    #[error("vertex {vertex} is a draw, but one of the players wins every game with an objective")]
    DrawWithOwners {
        /// The vertex.
        vertex: u32,
    },
    /// A vertex with moves has a payoff.
    #[error("vertex {vertex} has a payoff, but there are moves from it")]
    PayoffNotTerminal {
        /// The vertex.
        vertex: u32,
    },
    /// Two payoffs for one vertex, or payoffs out of order.
    #[error("vertex {vertex} has two payoffs")]
    TwoPayoffs {
        /// The vertex.
        vertex: u32,
    },
    /// A terminal without a payoff.
    #[error("vertex {vertex} has no moves and no payoff")]
    NoPayoff {
        /// The vertex.
        vertex: u32,
    },
    /// A payoff that does not fit into 64 bits.
    #[error("the payoff of vertex {vertex} does not fit into 64 bits")]
    PayoffTooLarge {
        /// The vertex.
        vertex: u32,
    },
    /// A priority is too large for the smallest one to count.
    #[error("priority {priority} is too large; at most {} if the smallest counts", u32::MAX - 1)]
    PriorityTooLarge {
        /// The priority.
        priority: u32,
    },
    /// The question is about normal play, where a player who cannot move loses, but a terminal has
    /// another result.
    #[error(
        "vertex {vertex} is a terminal that is not lost for the player to move; values are \
         defined for normal play"
    )]
    NotNormalPlay {
        /// The vertex.
        vertex: u32,
    },
    /// The length of a list is not the number of vertices.
    #[error("{found} entries were given for {expected} vertices")]
    WrongLength {
        /// The number of entries expected.
        expected: u64,
        /// The number of entries given.
        found: u64,
    },
    /// A vertex of a sum has a result of its own, but a sum ends only when no move is left.
    #[error(
        "vertex {vertex} has a result of its own; in a sum the game ends only when nothing can move"
    )]
    ResultInSum {
        /// The vertex.
        vertex: u32,
    },
    /// A certificate was requested for a solution that is not complete.
    #[error("the solution is not complete: its run was stopped")]
    Incomplete,
    /// Values were given that are not the values of the graph.
    #[error(
        "the values are not those of this graph; the values of a class with vertex {vertex} are wrong"
    )]
    WrongValues {
        /// A vertex with a wrong value.
        vertex: u32,
    },
    /// The budget was used up before the answer was found.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl GraphError {
    /// The vertex that the error is about, if there is one.
    pub fn vertex(&self) -> Option<u32> {
        match self {
            GraphError::NoSuchVertex { vertex, .. }
            | GraphError::DegreeTooLarge { vertex, .. }
            | GraphError::DepthTooLarge { vertex, .. }
            | GraphError::ResultNotTerminal { vertex }
            | GraphError::TwoResults { vertex }
            | GraphError::WrongValues { vertex }
            | GraphError::ResultInSum { vertex }
            | GraphError::DrawWithOwners { vertex }
            | GraphError::PayoffNotTerminal { vertex }
            | GraphError::TwoPayoffs { vertex }
            | GraphError::NoPayoff { vertex }
            | GraphError::PayoffTooLarge { vertex }
            | GraphError::NotNormalPlay { vertex } => Some(*vertex),
            GraphError::Cyclic { cycle } => cycle.first().copied(),
            _ => None,
        }
    }
}
