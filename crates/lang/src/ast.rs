//! The parsed form of a line.

use std::ops::Range;
use std::sync::Arc;

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
    /// Empty for a blank line.
    pub(crate) program: Program,
}

/// An expression by itself. Every node but the last is the child of exactly one other; the last
/// is the whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) nodes: Vec<Node>,
    /// How deep functions and lists made by a rule are nested in it.
    pub(crate) depth: usize,
}

impl Program {
    /// The program of `nodes`, of which the first has the number `first`.
    pub(crate) fn new(mut nodes: Vec<Node>, first: NodeId) -> Self {
        let inner = nodes.iter().map(|node| match &node.kind {
            NodeKind::Function(lambda) => lambda.body.depth + 1,
            NodeKind::Comprehension(rule) => {
                let condition = rule.condition.as_ref().map_or(0, |condition| condition.depth);
                rule.item.depth.max(condition) + 1
            }
            _ => 0,
        });
        let depth = inner.max().unwrap_or(0);
        if first > 0 {
            nodes.iter_mut().for_each(|node| node.kind.each_child(&mut |child| *child -= first));
        }
        Program { nodes, depth }
    }

    /// Whether positions may come up in it.
    pub(crate) fn has_positions(&self) -> bool {
        self.nodes.iter().any(|node| {
            matches!(
                node.kind,
                NodeKind::Call { .. }
                    | NodeKind::Method { .. }
                    | NodeKind::Name(_)
                    | NodeKind::Position(_)
            )
        })
    }
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
    /// A misère form as it is printed.
    Misere(String),
    /// `*[4,2]`: the misère form that a list is.
    MisereList(NodeId),
    Set(Vec<NodeId>),
    List(Vec<NodeId>),
    /// `(3,5)`.
    Pair(Vec<NodeId>),
    /// `[f(n) for n from 1 to 9]`, `[f(x) for x in list where g(x)]`: the item and the condition
    /// are evaluated once for each value of the name, the range once.
    Comprehension(Box<Comprehension>),
    /// `k -> k^2`.
    Function(Arc<Lambda>),
    /// A position of a game, as it is written.
    Position(String),
    Call {
        callee: Callee,
        arguments: Arguments,
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

impl NodeKind {
    /// Gives the number of every child.
    fn each_child(&mut self, each: &mut dyn FnMut(&mut NodeId)) {
        match self {
            NodeKind::Integer(_)
            | NodeKind::Text(_)
            | NodeKind::Ellipsis
            | NodeKind::Name(_)
            | NodeKind::Nimber(None)
            | NodeKind::Ups { count: None, .. }
            | NodeKind::Arrows(_)
            | NodeKind::ArrowPower { .. }
            | NodeKind::Label(_)
            | NodeKind::ArrowOn { .. }
            | NodeKind::Misere(_)
            | NodeKind::Function(_)
            | NodeKind::Position(_) => {}
            NodeKind::Nimber(Some(child))
            | NodeKind::MisereList(child)
            | NodeKind::Ups { count: Some(child), .. }
            | NodeKind::Paren(child)
            | NodeKind::Prefix(_, child) => each(child),
            NodeKind::Binary(_, left, right) => {
                each(left);
                each(right);
            }
            NodeKind::Game { left, right, .. } => left.iter_mut().chain(right).for_each(each),
            NodeKind::Set(items) | NodeKind::List(items) | NodeKind::Pair(items) => {
                items.iter_mut().for_each(each);
            }
            NodeKind::Comprehension(rule) => match &mut rule.values {
                Values::In(list) => each(list),
                Values::Range { from, to, by } => {
                    each(from);
                    each(to);
                    by.iter_mut().for_each(each);
                }
            },
            NodeKind::Call { callee, arguments } => {
                if let Callee::Value(callee) = callee {
                    each(callee);
                }
                arguments.items.iter_mut().for_each(each);
            }
            NodeKind::Method { receiver, arguments, .. } => {
                each(receiver);
                arguments.iter_mut().for_each(each);
            }
            NodeKind::Index { list, index } => {
                each(list);
                each(index);
            }
        }
    }
}

/// What is called: `kayles(3)`, `game.heap.Subtraction([1,2])(5)`.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Name(String, Range<usize>),
    Value(NodeId),
}

/// The arguments of a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) items: Vec<NodeId>,
    /// The names of some of them, by their number: `allbut => true`.
    pub(crate) names: Vec<(usize, String)>,
    /// How many arguments stand before a `;`, if there is one.
    pub(crate) semicolon: Option<usize>,
}

/// A function as it is written.
#[derive(Debug)]
pub(crate) struct Lambda {
    /// What its arguments are called.
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) body: Program,
    pub(crate) text: String,
}

/// What a list is made of, and for which values of a name.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) name: Arc<str>,
    pub(crate) item: Program,
    /// After `where`.
    pub(crate) condition: Option<Program>,
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
