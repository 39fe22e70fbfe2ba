//! The parsed form of a line.

use std::ops::Range;

use num_bigint::BigInt;

use crate::lexer::Relation;

/// Index of a node. Children come before their parents, so that a line is
/// evaluated by one pass over its nodes, however deep it is.
pub(crate) type NodeId = u32;

/// A parsed line: an expression, and the name its value is to get.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Where and how the name is written, for `name := expression`.
    pub(crate) target: Option<(String, Range<usize>)>,
    /// Every node but the last is the child of exactly one other; the last is
    /// the whole. Empty for a blank line.
    pub(crate) nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// What the node is made of, in bytes of the source.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Integer(BigInt),
    Text(String),
    /// `...` among options.
    Ellipsis,
    /// A variable or a constant.
    Name(String),
    /// `*`, `*5`, `*(expression)`.
    Nimber(Option<NodeId>),
    /// `^`, `^5`, `v(expression)`: `sign` is 1 or -1, the count 1 if absent.
    Ups {
        sign: i64,
        count: Option<NodeId>,
    },
    /// `^^`: a number of ups, negative for downs.
    Arrows(i64),
    /// `^<2>`, or `^[2]` if `sum`.
    ArrowPower {
        down: bool,
        sum: bool,
        exponent: BigInt,
    },
    /// An expression in parentheses.
    Paren(NodeId),
    Prefix(Prefix, NodeId),
    Binary(Binary, NodeId, NodeId),
    /// `{L|R}`; as a form that is not simplified if `quoted`.
    Game {
        left: Vec<NodeId>,
        right: Vec<NodeId>,
        quoted: bool,
        /// What it is called within itself: `a{0|a}`.
        label: Option<String>,
    },
    /// The game around that is called so.
    Label(String),
    /// `^<on>`, or `^[on]` if `sum`.
    ArrowOn {
        down: bool,
        sum: bool,
    },
    Set(Vec<NodeId>),
    List(Vec<NodeId>),
    /// `[f(n) for n from 1 to 9]`, `[f(x) for x in list where g(x)]`: the nodes of the item and of the
    /// condition are evaluated once for each value of the name, those of the range once.
    Comprehension(Box<Comprehension>),
    /// A position of a game, as it is written.
    Position(String),
    Call {
        name: String,
        name_span: Range<usize>,
        arguments: Vec<NodeId>,
        /// How many arguments stand before a `;`, if there is one.
        semicolon: Option<usize>,
    },
    Method {
        receiver: NodeId,
        name: String,
        name_span: Range<usize>,
        arguments: Vec<NodeId>,
    },
    Index {
        list: NodeId,
        index: NodeId,
    },
}

/// What a list is made of, and for which values of a name.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) name: String,
    /// The nodes of the item; the last one is the whole item.
    pub(crate) item: Range<NodeId>,
    /// The nodes of the condition after `where`.
    pub(crate) condition: Option<Range<NodeId>>,
    pub(crate) values: Values,
}

/// The values of the name of a comprehension.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Values {
    In(NodeId),
    Range { from: NodeId, to: NodeId, by: Option<NodeId> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    Minus,
    Plus,
    PlusMinus,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    /// `g +- h`: g plus ±h.
    AddPlusMinus,
    /// `1/2v*3`: a sum written side by side.
    Beside,
    Multiply,
    Divide,
    Remainder,
    Power,
    OrdinalSum,
    Sides,
    Range,
    Relation(Relation),
    And,
    Or,
}
